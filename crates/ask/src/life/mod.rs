//! Can this group live?

mod find;
mod picture;
mod shape;
mod solve;
mod text;

use serde::{Deserialize, Serialize};
use tesuji_job::Limits;

pub(crate) use self::find::likeliest_group;
pub(crate) use self::solve::{conditions, solve};
pub(crate) use self::text::{rests_on, text};
use crate::capture::TargetStones;
use crate::limits::limits;
use crate::position::{AskedPosition, is_false};
use crate::race::Conditions;
use crate::words::{Side, Step};

/// What a question about the life of a group may use unless it says otherwise.
pub(crate) const LIMITS: Limits = limits(200_000, 600);

/// Can a group live?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LifeQuestion {
    /// The position.
    pub position: AskedPosition,
    /// A stone of the group, or a list of stones of one colour. Without it, the strings that are marked with triangles; without
    /// those, the group that is most likely meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<TargetStones>,
    /// What has to survive: `any` of what belongs to the group, as if nothing is said, or `all` strings that are named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Of>,
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

/// What has to survive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Of {
    /// Anything of the group.
    Any,
    /// All strings that are named.
    All,
}

/// What becomes of a group with one side moving first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LifeVerdict {
    /// It makes two eyes, or gets out.
    Lives,
    /// It cannot be captured, and cannot make two eyes.
    Seki,
    /// A ko decides.
    Ko,
    /// It is captured.
    Dies,
    /// Not known.
    Unknown,
}

/// What becomes of a group, both sides moving first put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LifeStatus {
    /// It lives even if the other side moves first.
    Alive,
    /// Who moves first decides.
    Unsettled,
    /// It dies even if its owner moves first.
    Dead,
    /// It stands in seki, whoever moves first.
    Seki,
    /// It depends on a ko.
    Ko,
    /// Not known.
    Unknown,
}

/// The answer about the life of a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LifeAnswer {
    /// The group.
    pub groups: Vec<LifeGroup>,
    /// Its status; null where only one side was asked and that does not tell.
    pub status: Option<LifeStatus>,
    /// If Black moves first; null if that was not asked.
    pub black_first: Option<LifeSide>,
    /// If White moves first; null if that was not asked.
    pub white_first: Option<LifeSide>,
    /// The name of its shape; null if it has none.
    pub shape: Option<String>,
    /// The points on which the fates depend.
    pub zone: Vec<String>,
    /// What the answer rests on.
    pub conditions: Conditions,
    /// Other groups that could have been meant, where none was named: a stone of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_groups: Vec<String>,
}

/// A group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LifeGroup {
    /// Its colour.
    pub color: Side,
    /// The stone that names it.
    pub at: String,
    /// The stones that belong to it.
    pub stones: Vec<String>,
}

/// What becomes of the group if one side moves first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LifeSide {
    /// Its fate.
    pub verdict: LifeVerdict,
    /// The reason, or the reason for not knowing.
    pub why: String,
    /// The terms of a ko; null where none decides.
    pub ko: Option<LifeKo>,
    /// First moves that reach the fate, best first, or `pass` where no move is needed. Empty where the mover cannot change
    /// anything.
    pub moves: Vec<String>,
    /// Whether the first move is the only one: every other was judged.
    pub unique: bool,
    /// First moves that were not judged.
    pub undecided: Vec<String>,
    /// A line of best play.
    pub line: Vec<Step>,
    /// First moves that do not reach the fate, with the answer to each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refutations: Vec<Refutation>,
}

/// The terms of a ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LifeKo {
    /// `lives` or `dies`: the fate when nobody has a threat.
    pub without_threats: LifeVerdict,
    /// How many threats more than the other side turn it, 1 to 8.
    pub threats: u8,
    /// Who needs them.
    pub needed_by: Side,
}

/// A first move that fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Refutation {
    /// The move.
    #[serde(rename = "move")]
    pub first: String,
    /// The answer; null where none is needed.
    pub answer: Option<String>,
}

impl LifeAnswer {
    /// The answer for this side moving first.
    #[must_use]
    pub fn first(&self, side: Side) -> Option<&LifeSide> {
        match side {
            Side::Black => self.black_first.as_ref(),
            Side::White => self.white_first.as_ref(),
        }
    }
}
