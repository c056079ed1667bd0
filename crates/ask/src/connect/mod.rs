//! Can two strings be connected, or can they be cut?

mod solve;
mod text;

use serde::{Deserialize, Serialize};
use tesuji_job::Limits;

pub(crate) use self::solve::solve;
pub(crate) use self::text::text;
use crate::life::{LifeGroup, Refutation};
use crate::limits::limits;
use crate::position::{AskedPosition, is_false};
use crate::race::Conditions;
use crate::words::{Side, Step};

/// What a question about a connection may use unless it says otherwise.
pub(crate) const LIMITS: Limits = limits(200_000, 600);

/// Can two strings be connected, or can they be cut?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ConnectQuestion {
    /// The position.
    pub position: AskedPosition,
    /// A stone of each of the two strings. Without it, the two strings of one colour that are marked with triangles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strings: Vec<String>,
    /// Stones whose strings are never captured, beside those that are marked with circles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub safe: Vec<String>,
    /// Stones whose strings may be captured, however safe they look, beside those that are marked with crosses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// Who moves first; without it, both are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
    /// Whether every first move is judged.
    #[serde(skip_serializing_if = "is_false")]
    pub all: bool,
}

/// What becomes of two strings with one side moving first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ConnectVerdict {
    /// They become one string that is not captured at once.
    Connected,
    /// A ko decides.
    Ko,
    /// They do not, or one of them is captured.
    Cut,
    /// Not known.
    Unknown,
}

/// Both sides moving first, put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ConnectStatus {
    /// They cannot be cut.
    Connected,
    /// Who moves first decides.
    Unsettled,
    /// They are cut, whoever moves first.
    Cut,
    /// It depends on a ko.
    Ko,
    /// Not known.
    Unknown,
}

/// The answer about two strings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ConnectAnswer {
    /// The two strings.
    pub groups: Vec<LifeGroup>,
    /// Their status; null where only one side was asked and that does not tell.
    pub status: Option<ConnectStatus>,
    /// If Black moves first; null if that was not asked.
    pub black_first: Option<ConnectSide>,
    /// If White moves first; null if that was not asked.
    pub white_first: Option<ConnectSide>,
    /// The points on which the verdicts depend.
    pub zone: Vec<String>,
    /// What the answer rests on.
    pub conditions: Conditions,
}

/// What becomes of two strings if one side moves first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ConnectSide {
    /// Whether they are connected.
    pub verdict: ConnectVerdict,
    /// The reason, or the reason for not knowing.
    pub why: String,
    /// The terms of a ko; null where none decides.
    pub ko: Option<ConnectKo>,
    /// First moves that reach the verdict, best first, or `pass` where no move is needed. Empty where the mover cannot change
    /// anything.
    pub moves: Vec<String>,
    /// Whether the first move is the only one: every other was judged.
    pub unique: bool,
    /// First moves that were not judged.
    pub undecided: Vec<String>,
    /// A line of best play.
    pub line: Vec<Step>,
    /// First moves that do not reach the verdict, with the answer to each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refutations: Vec<Refutation>,
}

/// The terms of a ko for a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ConnectKo {
    /// `connected` or `cut`: what happens when nobody has a threat.
    pub without_threats: ConnectVerdict,
    /// How many threats more than the other side turn it, 1 to 8.
    pub threats: u8,
    /// Who needs them.
    pub needed_by: Side,
}

impl ConnectAnswer {
    /// The answer for this side moving first.
    #[must_use]
    pub fn first(&self, side: Side) -> Option<&ConnectSide> {
        match side {
            Side::Black => self.black_first.as_ref(),
            Side::White => self.white_first.as_ref(),
        }
    }
}
