//! Reading the lines of a sweep.
//!
//! A file may have been broken off, cut by an editor, or be something else altogether. Nothing in it is replaced by a guess:
//! a line that says nothing, or says what cannot be, is refused with its place. What it says is worked out again as far as
//! that is possible: rules and players are read, and on a board that has a name, the number of the cell must be theirs.

use rustc_hash::FxHashMap;
use tesuji_board::{MAX_POINTS, Topology};

use crate::experiment::{CHUNK, Cell, Colors};
use crate::game::Player;
use crate::rules::RuleSet;
use crate::sweep::{Line, SweepError};

/// Reads a file of which every line must be whole.
///
/// ```
/// use tesuji_maps::read_lines;
///
/// let error = read_lines(b"{\"cell\": \"00\"}\n", "out.jsonl").unwrap_err().to_string();
/// assert_eq!(error, "out.jsonl:1: not a line of a sweep: missing field `board`");
/// ```
///
/// # Errors
/// [`SweepError::BrokenLine`] with the first line that is none.
pub fn read_lines(bytes: &[u8], file: &str) -> Result<Vec<Line>, SweepError> {
    let mut reader = Reader::new(file);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        reader.read(line)?;
    }
    Ok(reader.lines)
}

/// Reads a file that may have been broken off in the middle of its last line: the whole lines, and how many bytes they take.
///
/// # Errors
/// [`SweepError::BrokenLine`] with the first whole line that is none.
pub fn read_beginning(bytes: &[u8], file: &str) -> Result<(Vec<Line>, usize), SweepError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    Ok((read_lines(&bytes[..whole], file)?, whole))
}

struct Reader<'a> {
    file: &'a str,
    lines: Vec<Line>,
    /// Numbers of cells by board, players, rules and colours: making one goes through all edges of the board.
    numbers: FxHashMap<[String; 5], Option<u64>>,
}

impl<'a> Reader<'a> {
    fn new(file: &'a str) -> Reader<'a> {
        Reader { file, lines: Vec::new(), numbers: FxHashMap::default() }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), SweepError> {
        let read = serde_json::from_slice(bytes).map_err(|error| without_place(&error));
        let checked = read.and_then(|line: Line| self.check(&line).map(|()| line));
        let line = checked.map_err(|problem| SweepError::BrokenLine {
            file: self.file.to_string(),
            line: self.lines.len() + 1,
            problem: shortened(&problem),
        })?;
        self.lines.push(line);
        Ok(())
    }

    fn check(&mut self, line: &Line) -> Result<(), String> {
        let written =
            [&line.board, &line.tactic, &line.against, &line.rules, &line.colors].map(String::clone);
        let number = match self.numbers.get(&written) {
            Some(&number) => number,
            None => {
                let number = number_of(line)?;
                self.numbers.insert(written, number);
                number
            }
        };
        let given = u64::from_str_radix(&line.cell, 16)
            .map_err(|_| format!("the cell '{}' is no number in hexadecimal", line.cell))?;
        if number.is_some_and(|number| number != given) {
            return Err(format!(
                "the cell {} is not the one of {} against {} on {} (rules {}, colours {})",
                line.cell, line.tactic, line.against, line.board, line.rules, line.colors
            ));
        }
        check_counts(line)
    }
}

/// The number of the cell of a line; `None` if its board is one that only a file knows.
fn number_of(line: &Line) -> Result<Option<u64>, String> {
    let rules: RuleSet = line.rules.parse().map_err(|error| format!("{error}"))?;
    let player = |text: &str| Player::parse(text).map_err(|error| format!("tactic '{text}', {error}"));
    let (player, against) = (player(&line.tactic)?, player(&line.against)?);
    let colors = [Colors::First, Colors::Balanced]
        .into_iter()
        .find(|colors| colors.name() == line.colors)
        .ok_or_else(|| format!("colours are first or balanced, not '{}'", line.colors))?;
    let board = match Topology::parse(&line.board) {
        Ok(board) => board,
        Err(error) if is_named(&line.board) => return Err(error.to_string()),
        Err(_) => return Ok(None),
    };
    Ok(Some(Cell { board, player, against, rules, colors, seed: line.seed }.number()))
}

/// Whether a name is meant to be one of a family, such as `hexagon:4`.
fn is_named(board: &str) -> bool {
    let family = |name: &str| name.split(':').next().map(|family| family.trim().to_ascii_lowercase());
    board.trim().is_empty() || Topology::families().iter().any(|(name, _)| family(name) == family(board))
}

/// The numbers of a line must be possible, also so that nothing overflows when they are added up.
fn check_counts(line: &Line) -> Result<(), String> {
    let counts = &line.counts;
    if !(1..=CHUNK).contains(&line.games) || line.from.checked_add(line.games).is_none() {
        return Err(format!("{} games from number {} on are no part of a sweep", line.games, line.from));
    }
    let kinds = [counts.wins, counts.losses, counts.draws];
    let sum = kinds.into_iter().try_fold(0u64, u64::checked_add);
    if sum != Some(line.games) {
        let [wins, losses, draws] = kinds;
        return Err(format!("{wins} wins, {losses} losses and {draws} draws are not {} games", line.games));
    }
    if counts.capped.checked_add(counts.repeated).is_none_or(|drawn| drawn > counts.draws) {
        return Err(format!(
            "{} games broken off and {} repetitions are more than {} draws",
            counts.capped, counts.repeated, counts.draws
        ));
    }
    // The cap is at most 1000 for each point.
    if counts.moves > line.games * 1000 * MAX_POINTS as u64 {
        return Err(format!("{} moves are more than {} games can have", counts.moves, line.games));
    }
    Ok(())
}

/// What the reader of JSON says, without its own count of lines: it has seen only one.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((sentence, _)) => sentence.to_string(),
        None => text,
    }
}

/// A damaged file can say anything at any length; a message is one line.
fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    if text.chars().count() > MOST {
        text.chars().take(MOST - 3).map(plain).chain("...".chars()).collect()
    } else {
        text.chars().map(plain).collect()
    }
}
