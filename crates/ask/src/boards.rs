//! The boards there are, and one of them in detail.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::position::AskedBoard;

/// Which boards are there, or what is this board?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct BoardsQuestion {
    /// A board; without it the families of boards are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<AskedBoard>,
}

/// A list of boards, or a board.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum BoardsAnswer {
    /// The families.
    Families {
        /// One of each.
        boards: Vec<Family>,
    },
    /// A board in detail.
    Board(Box<BoardAnswer>),
}

/// A family of boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Family {
    /// One of the family.
    pub example: String,
    /// Its points.
    pub points: usize,
    /// How many points have so many neighbours.
    pub degrees: BTreeMap<String, usize>,
    /// What it is.
    pub about: String,
}

/// A board in detail.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BoardAnswer {
    /// Its name.
    pub board: String,
    /// Its points.
    pub points: usize,
    /// Its edges.
    pub edges: usize,
    /// How many points have so many neighbours.
    pub degrees: BTreeMap<String, usize>,
    /// Ways to map it to itself; null if they are too many to be counted.
    pub symmetries: Option<usize>,
    /// Connected parts.
    pub parts: usize,
    /// Every point with its place and neighbours.
    pub point_list: Vec<BoardPoint>,
    /// The empty board as a text diagram.
    pub diagram: String,
    /// Whether it has no shape of its own, so that names do not tell places.
    pub is_graph: bool,
}

/// A point of a board.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BoardPoint {
    /// Its name.
    pub name: String,
    /// Where it is drawn.
    pub x: f64,
    /// Where it is drawn.
    pub y: f64,
    /// Its neighbours.
    pub neighbors: Vec<String>,
}

// STUB: to be replaced
pub(crate) const LIMITS: tesuji_job::Limits = crate::limits::limits(1, 1);
pub(crate) fn solve(
    _: &BoardsQuestion,
    _: &crate::desk::Work<'_>,
) -> Result<crate::desk::Solved<BoardsAnswer>, crate::fault::Fault> {
    Err(crate::fault::Fault::new("stub"))
}
pub(crate) fn text(_: &BoardsQuestion, _: &BoardsAnswer, _: &crate::answer::Answer) -> String {
    String::new()
}
