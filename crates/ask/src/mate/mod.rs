//! Does the attacker mate, by checks or with a brinkmate?

mod picture;
mod solve;
mod text;

use serde::{Deserialize, Serialize};
use tesuji_job::Limits;

pub(crate) use self::solve::{read, side, solve};
pub(crate) use self::text::{diagram, text};
use crate::capture::Algorithm;
use crate::limits::limits;
use crate::position::is_false;
use crate::words::Side;

/// What a question about a mate may use unless it says otherwise; two thirds of the memory are for tables.
pub const LIMITS: Limits = limits(50_000_000, 1024);

/// Does the attacker mate?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct MateQuestion {
    /// The position in SFEN, or `startpos`.
    pub sfen: String,
    /// 1: mate by checks alone; 2: quiet moves too, if the mate then cannot be parried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u8>,
    /// The side that wants to mate; without it, the side to move, or the one whose opponent alone has a king.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacker: Option<Side>,
    /// The search of order 2.
    pub algorithm: Algorithm,
    /// Whether the shortest mate by checks is looked for.
    #[serde(skip_serializing_if = "is_false")]
    pub shortest: bool,
    /// Whether all first moves that mate are looked for.
    #[serde(skip_serializing_if = "is_false")]
    pub cooks: bool,
}

/// Whether there is a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MateVerdict {
    /// There is one.
    Mate,
    /// There is none up to the order asked for.
    NoMate,
    /// Not known.
    Unknown,
}

/// The answer about a mate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MateAnswer {
    /// The position.
    pub sfen: String,
    /// The side that wants to mate.
    pub attacker: Side,
    /// Whether it does.
    pub verdict: MateVerdict,
    /// The reason, or the reason for not knowing.
    pub why: String,
    /// The order of the mate, or the one up to which there is none.
    pub order: Option<u8>,
    /// No mate up to this order: all of it was searched.
    pub up_to_order: Option<u8>,
    /// The length of the mate against the longest resistance.
    pub plies: Option<u32>,
    /// True if there is no shorter one; left out if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// Whether the whole mate, or the whole refutation, was replayed by independent rules.
    pub checked: bool,
    /// How many positions were replayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_positions: Option<u64>,
    /// First moves that mate, best first, in USI: the best one, or all of them if that was asked. None if the other side is
    /// to move.
    pub moves: Vec<String>,
    /// First moves that could not be judged.
    pub undecided: Vec<String>,
    /// A line of best play in USI.
    pub line: Vec<String>,
    /// The same line in Japanese notation.
    pub kif: Vec<String>,
}
