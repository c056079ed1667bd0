//! What was missed in a game?
//!
//! `review` follows the strings of the game from move to move; here its moments become plain data, words, variations of the record and
//! problems.

mod record;
mod solve;
#[cfg(test)]
mod tests;
mod text;

use serde::{Deserialize, Serialize};
use tesuji_job::Limits;

pub(crate) use self::solve::solve;
pub(crate) use self::text::text;
use crate::limits::limits;
use crate::position::{AskedPosition, is_false};
use crate::words::{Side, Step};

/// What every question about a group may use unless the question says otherwise.
pub(crate) const LIMITS: Limits = limits(2_000, 600);
/// Moments about fewer stones are left out unless the question says otherwise.
pub(crate) const LEAST: u32 = 3;

/// What was missed in a game? `limits.nodes` and `limits.memory_mb` hold for every question about a group that is asked on the way,
/// `limits.seconds` for the whole game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ReviewQuestion {
    /// The record: an SGF text, and which game of it.
    pub position: AskedPosition,
    /// The first move that is judged, from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// The last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// Moments about fewer stones are left out; 3 if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// Whether the answer has the game with the moments as comments and variations.
    #[serde(skip_serializing_if = "is_false")]
    pub sgf: bool,
    /// Whether the answer has the moments with exactly one right first move as problems.
    #[serde(skip_serializing_if = "is_false")]
    pub problems: bool,
}

/// What was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReviewKind {
    /// Own stones could have been saved.
    Save,
    /// Stones of the opponent could have been taken.
    Take,
    /// Nothing: the move defended a group that was alive without it.
    Needless,
}

/// What becomes of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReviewFate {
    /// They live.
    Lives,
    /// They are not captured quickly; whether they live is not known.
    Escapes,
    /// They stand in seki.
    Seki,
    /// A ko decides.
    Ko,
    /// They die.
    Dies,
    /// Not known.
    Unknown,
}

/// A player had a move, and played another one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewMoment {
    /// The number of the move, from 1 on.
    #[serde(rename = "move")]
    pub number: u32,
    /// Who moved.
    pub color: Side,
    /// Where, or `pass`.
    pub played: String,
    /// What was missed.
    pub kind: ReviewKind,
    /// A stone of the largest string that it is about.
    pub at: String,
    /// What was at stake.
    pub stake: ReviewStake,
    /// What would have become of these stones with the right move.
    pub before: ReviewFate,
    /// What becomes of them after the move that was played.
    pub after: ReviewFate,
    /// Right moves, best first; `pass` where none was needed. Not all of them, if there are several.
    pub right: Vec<String>,
    /// Best play after the move that was played.
    pub line: Vec<Step>,
    /// Best play with the right move.
    pub better: Vec<Step>,
    /// Whether the opponent made use of it at once; null where that is not known.
    pub punished: Option<bool>,
    /// How often the same player missed the same chance again.
    pub again: u32,
    /// Whether a quick capture on the whole board says so, and not the life of a group.
    pub quick: bool,
    /// Whether getting out into the open counted as life.
    pub open: bool,
    /// Stones of strings that were taken as safe.
    pub assumed: Vec<String>,
    /// The node of the move: `position.node` of other questions names it.
    pub node: usize,
}

/// What was at stake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewStake {
    /// The stones.
    pub stones: Vec<String>,
    /// Two points for each, one for a move that was not needed.
    pub points: u32,
}

/// A string in the last position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewGroup {
    /// Its colour.
    pub color: Side,
    /// A stone of it.
    pub at: String,
    /// How many stones it has.
    pub stones: u32,
    /// What becomes of it if Black moves first.
    pub black_first: ReviewFate,
    /// And if White does.
    pub white_first: ReviewFate,
}

/// A string whose fate was not known when it mattered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewOpen {
    /// Its colour.
    pub color: Side,
    /// A stone of it.
    pub at: String,
    /// The first move before or after which it was not known.
    pub from: u32,
    /// The last one in a row.
    pub to: u32,
}

/// How the sides stood after a move: stones of Black, and of White.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewPoint {
    /// The number of the move.
    #[serde(rename = "move")]
    pub number: u32,
    /// Stones that die whoever moves first.
    pub dead: [u32; 2],
    /// Stones whose fate depends on who moves first, or on a ko.
    pub unsettled: [u32; 2],
    /// Stones of which it is not known.
    pub unknown: [u32; 2],
}

/// What was missed in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewAnswer {
    /// What was missed, the largest first.
    pub moments: Vec<ReviewMoment>,
    /// Strings in the last position, the largest first.
    pub groups: Vec<ReviewGroup>,
    /// What was not known.
    pub undecided: Vec<ReviewOpen>,
    /// How the sides stood after each move.
    pub graph: Vec<ReviewPoint>,
    /// Moves that were judged.
    pub judged: u32,
    /// Positions that would have been looked at if every question had been asked anew after every move.
    pub nodes_anew: u64,
    /// The game with the moments as comments and variations, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sgf: Option<String>,
    /// Problems made of the moments, as SGF, if that was asked for; empty if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problems: Option<String>,
}
