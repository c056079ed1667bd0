//! Our own case files: a board, moves, and what is expected afterwards.
//!
//! ```text
//! # A comment.
//! case the ko may not be retaken at once
//! rules positional-superko
//! . X O .
//! X O . O
//! . X O .
//! play black C2
//! expect ko = B2
//! expect legal white B2 = ko
//! undo
//! expect liberties B2 = C2
//! expect attack B2 = 1 C2
//! ```
//!
//! `attack` and `defend` answer with GNU Go's code and the move; the expectation may name several moves, or the
//! code alone.
//!
//! Moves and expectations are worked through in order. A case ends where the next one begins.

use tesuji_board::{
    Color, Diagram, Illegal, KoRule, Point, PointSet, Position, Rules, Topology, area, unconditionally_alive,
};
use tesuji_capture::Side;

use super::Outcome;
use crate::gtp::reading;

pub(super) fn run(file: &str, text: &str) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut case: Option<Case> = None;
    let mut finish = |case: Option<Case>| {
        outcomes.extend(case.map(|case| {
            let (line, failure) = match case.failure {
                Some((line, failure)) => (line, Some(failure)),
                None if case.expectations == 0 => (case.line, Some("the case expects nothing".into())),
                None => (case.line, None),
            };
            Outcome { file: file.to_string(), line, name: case.name, failure, note: None }
        }));
    };
    for (i, line) in text.lines().enumerate() {
        let number = i + 1;
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(name) = trimmed.strip_prefix("case ") {
            finish(case.replace(Case::new(number, name.trim())));
            continue;
        }
        let case = case.get_or_insert_with(|| Case::new(number, "a case without a name"));
        if case.failure.is_none()
            && let Err(failure) = case.line(line, number)
        {
            case.failure = Some((number, failure));
        }
    }
    // A file of blank lines and comments has no case.
    finish(case.filter(|case| {
        case.name != "a case without a name" || case.expectations > 0 || case.failure.is_some()
    }));
    outcomes
}

struct Case {
    name: String,
    line: usize,
    rules: Rules,
    /// The lines of the diagram, each in its place so that errors name the right line.
    diagram: String,
    diagram_lines: usize,
    position: Option<Position>,
    expectations: usize,
    failure: Option<(usize, String)>,
}

impl Case {
    fn new(line: usize, name: &str) -> Case {
        Case {
            name: name.to_string(),
            line,
            rules: Rules::default(),
            diagram: String::new(),
            diagram_lines: 0,
            position: None,
            expectations: 0,
            failure: None,
        }
    }

    fn line(&mut self, line: &str, number: usize) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            None => Ok(()),
            Some("rules") => self.set_rules(&words[1..]),
            Some("play") => self.play(line.trim()["play".len()..].trim()),
            Some("undo") => self.undo(&words[1..]),
            Some("expect") => {
                self.expectations += 1;
                self.expect(line.trim()["expect".len()..].trim())
            }
            Some(_) if self.position.is_some() => {
                Err(format!("line {number} of the board comes after a move"))
            }
            Some(_) => {
                while self.diagram_lines + 1 < number {
                    self.diagram.push('\n');
                    self.diagram_lines += 1;
                }
                self.diagram.push_str(line);
                Ok(())
            }
        }
    }

    fn set_rules(&mut self, words: &[&str]) -> Result<(), String> {
        for word in words {
            match *word {
                "no-ko" => self.rules.ko = KoRule::None,
                "simple-ko" => self.rules.ko = KoRule::Simple,
                "positional-superko" => self.rules.ko = KoRule::PositionalSuperko,
                "situational-superko" => self.rules.ko = KoRule::SituationalSuperko,
                "suicide" => self.rules.suicide = true,
                other => {
                    return Err(format!(
                        "unknown rule '{other}': expected no-ko, simple-ko, positional-superko, situational-superko or suicide"
                    ));
                }
            }
        }
        Ok(())
    }

    fn position(&mut self) -> Result<&mut Position, String> {
        if self.position.is_none() {
            let diagram: Diagram = self.diagram.parse().map_err(|error| format!("{error}"))?;
            self.position = Some(diagram.position(self.rules).map_err(|error| error.to_string())?);
        }
        self.position.as_mut().ok_or_else(|| "no board".into())
    }

    /// `black C2, white pass, ...`
    fn play(&mut self, moves: &str) -> Result<(), String> {
        let position = self.position()?;
        for one in moves.split(',') {
            let words: Vec<&str> = one.split_whitespace().collect();
            let [color, place] = words[..] else {
                return Err(format!("'{}' is no move: write black C2", one.trim()));
            };
            let color = Color::parse(color).ok_or_else(|| format!("'{color}' is no colour"))?;
            if place == "pass" {
                position.pass(color);
                continue;
            }
            let point = find(position.topology(), place)?;
            position.play(color, point).map_err(|why| format!("{color} {place} is not legal: {why}"))?;
        }
        Ok(())
    }

    fn undo(&mut self, words: &[&str]) -> Result<(), String> {
        let count: usize = match words {
            [] => 1,
            [count] => count.parse().map_err(|_| format!("'{count}' is no number of moves"))?,
            _ => return Err("write undo or undo N".into()),
        };
        let position = self.position()?;
        for _ in 0..count {
            if !position.undo() {
                return Err("there is no move to undo".into());
            }
        }
        Ok(())
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        let (question, answer) = text.split_once('=').ok_or("write expect QUESTION = ANSWER")?;
        let position = self.position()?;
        let words: Vec<&str> = question.split_whitespace().collect();
        let got = ask(position, &words)?;
        if matches!(words.first(), Some(&("attack" | "defend"))) {
            return compare_reading(question, answer, &got);
        }
        // Sets of points are equal in any order.
        let sorted = |text: &str| {
            let mut words: Vec<String> = text.split_whitespace().map(str::to_ascii_lowercase).collect();
            words.sort();
            words
        };
        if sorted(&got) == sorted(answer) {
            Ok(())
        } else {
            Err(format!("expected {} = {}, got {got}", question.trim(), answer.trim()))
        }
    }
}

/// The code must be the one expected, the move one of those expected, if any are.
fn compare_reading(question: &str, expected: &str, got: &str) -> Result<(), String> {
    let wanted: Vec<&str> = expected.split_whitespace().collect();
    let found: Vec<&str> = got.split_whitespace().collect();
    let code = wanted.first() == found.first();
    let step = wanted.len() <= 1
        || found.get(1).is_some_and(|step| wanted[1..].iter().any(|one| one.eq_ignore_ascii_case(step)));
    if code && step {
        Ok(())
    } else {
        Err(format!("expected {} = {}, got {got}", question.trim(), expected.trim()))
    }
}

fn find(board: &Topology, name: &str) -> Result<Point, String> {
    board.require_point(name).map_err(|error| error.to_string())
}

/// The answer to a question about a position.
fn ask(position: &Position, question: &[&str]) -> Result<String, String> {
    let board = position.topology();
    let color = |word: &str| Color::parse(word).ok_or_else(|| format!("'{word}' is no colour"));
    let names = |points: PointSet| {
        let all: Vec<Point> = points.iter().collect();
        if all.is_empty() { "none".to_string() } else { board.names_of(&all) }
    };
    match question {
        ["ko"] => Ok(names(position.ko().into_iter().collect())),
        ["to-move"] => Ok(position.to_move().to_string()),
        ["stones", side] => Ok(names(position.stones(color(side)?))),
        ["string", point] => Ok(names(position.string(find(board, point)?).collect())),
        ["liberties", point] => Ok(names(position.liberty_set(find(board, point)?))),
        ["liberty-count", point] => Ok(position.liberty_count(find(board, point)?).to_string()),
        ["captured", side] => Ok(position.captured(color(side)?).to_string()),
        ["alive", side] => Ok(names(unconditionally_alive(position, color(side)?))),
        ["area"] => Ok(area(position).map(|n| n.to_string()).join(" ")),
        ["attack", point] => {
            let answer = reading::read(position, find(board, point)?, Side::Attacker)?;
            Ok(reading::reply(position, &answer))
        }
        ["defend", point] => {
            let answer = reading::read(position, find(board, point)?, Side::Defender)?;
            Ok(reading::reply(position, &answer))
        }
        ["legal", side, point] => {
            let why = match position.check(color(side)?, find(board, point)?) {
                Ok(()) => "yes",
                Err(Illegal::Occupied) => "occupied",
                Err(Illegal::Ko) => "ko",
                Err(Illegal::Suicide) => "suicide",
                Err(Illegal::Repetition) => "repetition",
                Err(Illegal::OffBoard) => "off-board",
            };
            Ok(why.into())
        }
        _ => Err(format!(
            "unknown question '{}': expected ko, to-move, stones COLOUR, string POINT, liberties POINT, \
             liberty-count POINT, captured COLOUR, alive COLOUR, area, legal COLOUR POINT, attack POINT or \
             defend POINT",
            question.join(" ")
        )),
    }
}
