//! What there is to say about a position: strings, liberties, unconditional life, ko.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::position::AskedPosition;
use crate::words::Side;

/// What is on the board?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ShowQuestion {
    /// The position.
    pub position: AskedPosition,
}

/// A position in detail.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ShowAnswer {
    /// The board.
    pub board: String,
    /// Its points.
    pub points: usize,
    /// Who is to move.
    pub to_move: Side,
    /// The point banned by ko.
    pub ko: Option<String>,
    /// Black's stones.
    pub black: Vec<String>,
    /// White's stones.
    pub white: Vec<String>,
    /// The strings.
    pub strings: Vec<StringAnswer>,
    /// The area of each side, all stones counted as alive.
    pub area: Area,
    /// Points by their marks.
    pub marks: BTreeMap<String, Vec<String>>,
    /// Labels by their points.
    pub labels: BTreeMap<String, String>,
    /// The position as a text diagram.
    pub diagram: String,
}

/// A string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StringAnswer {
    /// Its colour.
    pub color: Side,
    /// Its stones.
    pub stones: Vec<String>,
    /// Its liberties.
    pub liberties: Vec<String>,
    /// Whether it cannot be captured even if its owner always passes.
    pub unconditionally_alive: bool,
}

/// Points of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Area {
    /// Black's.
    pub black: usize,
    /// White's.
    pub white: usize,
}

// STUB: to be replaced
pub(crate) const LIMITS: tesuji_job::Limits = crate::limits::limits(1, 1);
pub(crate) fn solve(
    _: &ShowQuestion,
    _: &crate::desk::Work<'_>,
) -> Result<crate::desk::Solved<ShowAnswer>, crate::fault::Fault> {
    Err(crate::fault::Fault::new("stub"))
}
pub(crate) fn text(_: &ShowQuestion, _: &ShowAnswer, _: &crate::answer::Answer) -> String {
    String::new()
}
