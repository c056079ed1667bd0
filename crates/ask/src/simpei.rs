//! The solved game of Simpei.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::position::is_false;

/// What is a position of Simpei worth, and what are its best moves?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SimpeiQuestion {
    /// `M:<hex> O:<hex> m:<hand> o:<hand>`; the start of the game without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whether all legal moves are listed with their values.
    #[serde(skip_serializing_if = "is_false")]
    pub all: bool,
    /// Whether the totals over all positions are told instead.
    #[serde(skip_serializing_if = "is_false")]
    pub totals: bool,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SimpeiValue {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// The answer about a position of Simpei.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SimpeiAnswer {
    /// `unknown` if the game could not be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<SimpeiVerdict>,
    /// The reason for not knowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The position.
    pub position: String,
    /// What it is worth.
    pub value: Option<SimpeiValue>,
    /// Plies to the end; null for a draw.
    pub distance: Option<u8>,
    /// The lambda order of a win; null if no order proves it.
    pub order: Option<u8>,
    /// The best moves.
    pub moves: Vec<String>,
    /// How many legal moves there are.
    pub legal_moves: usize,
    /// All legal moves with their values, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_moves: Option<Vec<SimpeiMove>>,
    /// Totals over all positions, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<SimpeiTotals>,
}

/// The only verdict of Simpei that is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SimpeiVerdict {
    /// The game could not be solved within the limits.
    Unknown,
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SimpeiMove {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// What it is worth to the side that makes it.
    pub value: SimpeiValue,
    /// Plies to the end.
    pub distance: Option<u8>,
    /// The lambda order of a win.
    pub order: Option<u8>,
}

/// Totals over all positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SimpeiTotals {
    /// All positions.
    pub positions: u64,
    /// By the pieces on the board.
    pub classes: Vec<SimpeiClass>,
    /// The game if the first piece may be placed anywhere.
    pub free_start: SimpeiValue,
    /// Its length.
    pub free_start_distance: Option<u8>,
}

/// Positions with so many pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SimpeiClass {
    /// Pieces of the side to move.
    pub mover: u8,
    /// Pieces of the other side.
    pub opponent: u8,
    /// Positions.
    pub positions: u64,
    /// Won ones.
    pub wins: u64,
    /// Lost ones.
    pub losses: u64,
    /// Drawn ones.
    pub draws: u64,
    /// The longest win.
    pub longest_win: u8,
    /// The longest loss.
    pub longest_loss: u8,
}

// STUB: to be replaced
pub(crate) const LIMITS: tesuji_job::Limits = crate::limits::limits(1000000000, 4000);
pub(crate) fn solve(
    _: &SimpeiQuestion,
    _: &crate::desk::Work<'_>,
) -> Result<crate::desk::Solved<SimpeiAnswer>, crate::fault::Fault> {
    Err(crate::fault::Fault::new("stub"))
}
pub(crate) fn text(_: &SimpeiQuestion, _: &SimpeiAnswer, _: &crate::answer::Answer) -> String {
    String::new()
}
