//! Liberty games from text: `{6||4|0}`, `-7`, `{alive|2}`.
//!
//! The engine of games reads expressions to canonical form at once, which would turn `{ |3}` into 0 before the score
//! rule can make it 4. So braces are taken apart here and the rule is applied node by node. Everything else (`heat(4^,2)`,
//! `{4*|0}`) is read by the engine, and the options of its canonical form are taken as the tree. A cooled value (`4^`, `3/2`) as a
//! whole is refused: as a tree it would be another game.

use smallvec::smallvec;
use tesuji_board::Color;
use tesuji_cgt::{Expression, Game, ParseError, Side};
use tesuji_job::{Unknown, Why};

use crate::error::{RaceError, shortened};
use crate::liberty::{Branch, Finish, LibertyGames, Parts};

/// The word for a living shape.
const ALIVE_WORD: &str = "alive";
/// Trees of more levels than this are refused rather than followed.
const MOST_LEVELS: usize = 200;
/// More liberties than this are refused: they would be taken for a living shape.
const MOST_LIBERTIES: i64 = 100_000;

impl LibertyGames {
    /// Reads the liberty game of a block of this colour. Black's liberties are written positive, White's negative.
    ///
    /// # Errors
    /// [`RaceError::Expression`] with the place of what is not understood, a liberty count of the wrong sign, or
    /// [`RaceError::Unknown`] for a game that is too large.
    pub fn read(&mut self, text: &str, owner: Color) -> Result<Parts, RaceError> {
        if !text.contains(ALIVE_WORD) {
            Expression::parse(text).map_err(|error| RaceError::expression(text, error))?;
        }
        self.read_at(text.trim(), owner, MOST_LEVELS)
    }

    fn read_at(&mut self, text: &str, owner: Color, levels: usize) -> Result<Parts, RaceError> {
        let levels = levels.checked_sub(1).ok_or_else(|| too_deep(text))?;
        if text == ALIVE_WORD || text == "-alive" {
            return Ok(smallvec![self.alive()]);
        }
        match inside_of_braces(text) {
            Some(inside) => self.read_form(inside, owner, levels),
            None => {
                let game = self.arena.parse(text).map_err(|error| unread(text, error))?;
                if levels + 1 == MOST_LEVELS && self.is_cold(game)? {
                    let text = shortened(text);
                    return Err(RaceError::expression(
                        &text,
                        format!("it is a cooled value; write the game itself, or heat({text},2)"),
                    ));
                }
                self.rewrite(game, owner, levels)
            }
        }
    }

    /// Whether nobody gains by moving first, and yet it is no number of liberties.
    fn is_cold(&self, game: Game) -> Result<bool, RaceError> {
        let [left, right] = [self.arena.stop(game, Side::Left)?, self.arena.stop(game, Side::Right)?];
        Ok(game.to_integer().is_none() && left <= right)
    }

    /// What stands between braces: options of Left and Right around the longest bar.
    fn read_form(&mut self, inside: &str, owner: Color, levels: usize) -> Result<Parts, RaceError> {
        let Some((at, length)) = longest_bar(inside) else {
            return Err(RaceError::expression(inside, "braces need a bar between the options"));
        };
        let sides = [&inside[..at], &inside[at + length..]];
        let mut moves = [Vec::new(), Vec::new()];
        for (side, options) in sides.into_iter().enumerate() {
            if longest_bar(options).is_some() {
                let to = self.read_form(options, owner, levels)?;
                moves[side].push(Branch { to, last_only: false });
                continue;
            }
            for option in top_level_options(options) {
                let to = self.read_at(option, owner, levels)?;
                moves[side].push(Branch { to, last_only: false });
            }
        }
        self.build_for(moves, owner)
    }

    fn build_for(&mut self, moves: [Vec<Branch>; 2], owner: Color) -> Result<Parts, RaceError> {
        let [left, right] = moves;
        if left.is_empty() && right.is_empty() {
            return Ok(smallvec![self.score(0, Finish::PLAIN)]);
        }
        let (defender, attacker) = if owner == Color::Black { (left, right) } else { (right, left) };
        Ok(smallvec![self.build(defender, attacker, true, Finish::PLAIN)?])
    }

    /// The tree of a canonical form, by the score rule.
    fn rewrite(&mut self, game: Game, owner: Color, levels: usize) -> Result<Parts, RaceError> {
        let levels = levels.checked_sub(1).ok_or_else(|| too_deep("the game"))?;
        if let Some(number) = game.to_integer() {
            let moves = if owner == Color::Black { number } else { number.saturating_neg() };
            if moves < 0 {
                return Err(RaceError::WrongSign { number, owner });
            }
            if moves > MOST_LIBERTIES {
                return Err(RaceError::too_large(format!(
                    "{number} liberties are too many: {MOST_LIBERTIES} is the most"
                )));
            }
            return Ok(smallvec![self.score(moves as u32, Finish::PLAIN)]);
        }
        let mut moves = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            for option in self.arena.options(game, side)? {
                let to = self.rewrite(option, owner, levels)?;
                moves[side.index()].push(Branch { to, last_only: false });
            }
        }
        self.build_for(moves, owner)
    }
}

fn too_deep(text: &str) -> RaceError {
    let text = shortened(text);
    RaceError::Unknown(Unknown::new(
        Why::Levels,
        format!("{text} is nested too deeply: {MOST_LEVELS} levels"),
    ))
}

/// A text that the engine of games did not read: it is wrong, or too large.
fn unread(text: &str, error: ParseError) -> RaceError {
    match error.why() {
        Some(why) => RaceError::Unknown(Unknown::new(why, format!("`{}`: {why}", shortened(text)))),
        None => RaceError::expression(text, error),
    }
}

/// The inside of `{...}` if the text is one pair of braces of plain options, which are taken apart here. The notations
/// that only the engine knows (`0^2`, `+_3`, functions) contain other characters.
fn inside_of_braces(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('{')?.strip_suffix('}')?;
    let plain = |c: char| c.is_ascii_digit() || "{}|,- ".contains(c);
    if !text.replace(ALIVE_WORD, "").chars().all(plain) {
        return None;
    }
    let mut depth = 0i32;
    for c in inside.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth < 0 {
            return None;
        }
    }
    (depth == 0).then_some(inside)
}

/// The place and length of the longest run of bars outside inner braces; the first of several.
fn longest_bar(text: &str) -> Option<(usize, usize)> {
    let mut depth = 0;
    let mut best: Option<(usize, usize)> = None;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'|' if depth == 0 => {
                let length = bytes[at..].iter().take_while(|&&b| b == b'|').count();
                if best.is_none_or(|(_, known)| length > known) {
                    best = Some((at, length));
                }
                at += length;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    best
}

fn top_level_options(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut start = 0;
    let mut options = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                options.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    options.push(text[start..].trim());
    options.retain(|option| !option.is_empty());
    options
}
