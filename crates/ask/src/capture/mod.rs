//! Can a string be captured, by which move, and does it take a ko?

mod explain;
mod picture;
mod proof;
mod solve;
mod text;

use serde::{Deserialize, Serialize};
use tesuji_job::Limits;

pub(crate) use self::solve::solve;
pub(crate) use self::text::text;
use crate::limits::limits;
use crate::position::{AskedPosition, is_false};
use crate::words::{Side, Step};

/// What a question about a string may use unless it says otherwise.
pub(crate) const LIMITS: Limits = limits(1_000_000, 600);

/// Can a string be captured?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CaptureQuestion {
    /// The position.
    pub position: AskedPosition,
    /// A stone of the string; without it, the string that is marked with triangles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Who moves first; without it, the side to move of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Role>,
    /// The highest lambda order, 1 to 20; without it, one that suits the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u8>,
    /// The search.
    pub algorithm: Algorithm,
    /// Whether all first moves that keep the verdict are looked for, and not only the best one.
    #[serde(skip_serializing_if = "is_false")]
    pub all: bool,
    /// Whether the answer has the proof or refutation as an SGF tree.
    #[serde(skip_serializing_if = "is_false")]
    pub proof: bool,
    /// Whether the answer lists the first moves that a search considers.
    #[serde(skip_serializing_if = "is_false")]
    pub candidates: bool,
}

/// A side of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Wants to capture.
    Attacker,
    /// Owns the string.
    Defender,
}

impl Role {
    /// The colour of this side, if the string has this one.
    pub(crate) fn of(self, string: Side) -> Side {
        match self {
            Role::Attacker => string.opponent(),
            Role::Defender => string,
        }
    }
}

/// A search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Df-pn lambda.
    #[default]
    Lambda,
    /// Plain df-pn.
    Dfpn,
}

/// What becomes of the string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CaptureVerdict {
    /// It is captured, whatever its owner does.
    Captured,
    /// There is no capture up to the order that was searched.
    Escapes,
    /// A ko decides.
    Ko,
    /// Not known; `why` says why, `shown` what is known.
    Unknown,
}

/// The answer about a string.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CaptureAnswer {
    /// A stone of the string.
    pub target: String,
    /// Its colour.
    pub color: Side,
    /// Who moves first.
    pub first: Role,
    /// What becomes of it.
    pub verdict: CaptureVerdict,
    /// The reason, or the reason for not knowing.
    pub why: String,
    /// GNU Go's code for the side that moves first: 0 fails, 1 works, 2 works by ko and the opponent must find the first
    /// threat, 3 works by ko and the mover must. Null if it is not known.
    pub code: Option<u8>,
    /// In a ko, how many threats more than the opponent the side needs that must find the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<u8>,
    /// The lambda order of what was found.
    pub order: Option<u8>,
    /// No capture up to this order, kos or not: all of it was searched.
    pub up_to_order: Option<u8>,
    /// What was shown before a limit ended the search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
    /// First moves that keep the verdict, best first: the best one, or all of them if that was asked.
    pub moves: Vec<String>,
    /// First moves that could not be judged.
    pub undecided: Vec<String>,
    /// A line of best play.
    pub line: Vec<Step>,
    /// The points on which the verdict depends: whatever changes elsewhere, it stays.
    pub zone: Vec<String>,
    /// The first moves that a search considers, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<String>>,
    /// The proof or refutation as SGF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
}
