//! Can a string be captured, by which move, and does it take a ko?

mod basis;
mod explain;
mod picture;
mod proof;
mod solve;
mod text;
mod words;

use serde::{Deserialize, Serialize};
use tesuji_capture::Goal;
use tesuji_job::Limits;

pub(crate) use self::solve::solve;
pub(crate) use self::text::text;
use crate::limits::limits;
use crate::position::{AskedPosition, is_false};
use crate::race::Conditions;
use crate::words::{Side, Step};

/// What a question about a string may use unless it says otherwise.
pub(crate) const LIMITS: Limits = limits(400_000, 600);

/// Can a string be captured?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CaptureQuestion {
    /// The position.
    pub position: AskedPosition,
    /// A stone of the string, or a list of stones of several strings of one colour; without it, the string that is marked with
    /// triangles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetStones>,
    /// Of several strings, whether any of them or all of them have to be captured: `any` if nothing is said. With a goal, triangles may be
    /// on several strings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<CaptureGoal>,
    /// Who moves first; without it, the side to move of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Starter>,
    /// The highest lambda order, 1 to 20, or `usual` for one that suits the target: then *escapes* says that there is no quick capture.
    /// Without it, an escape is proved whatever the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<AskedOrder>,
    /// Stones to be taken as safe, besides those marked CR: they are never captured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub safe: Vec<String>,
    /// Stones to be taken as unknown, besides those marked MA: nothing is to rest on their safety.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
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

impl CaptureQuestion {
    /// Whether it names several strings, or says which of several it is about.
    pub(crate) fn is_about_several(&self) -> bool {
        self.goal.is_some() || self.target.as_ref().is_some_and(|target| target.names().len() > 1)
    }
}

/// An order by its number, or by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected an order, 1 to 20, or \"usual\"")]
pub enum AskedOrder {
    /// So high at most.
    Number(u8),
    /// The one that suits the target.
    Usual(Usual),
}

impl AskedOrder {
    /// The order that suits the target.
    pub const USUAL: AskedOrder = AskedOrder::Usual(Usual::Usual);
}

/// The name of the order that suits the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Usual {
    /// Mostly 3.
    Usual,
}

/// A stone, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a point such as \"D4\", or a list of points")]
pub enum TargetStones {
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}

impl TargetStones {
    /// Their names.
    pub(crate) fn names(&self) -> &[String] {
        match self {
            TargetStones::One(name) => std::slice::from_ref(name),
            TargetStones::Several(names) => names,
        }
    }
}

impl From<String> for TargetStones {
    fn from(name: String) -> TargetStones {
        TargetStones::One(name)
    }
}

/// Which of several strings the attacker wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CaptureGoal {
    /// Any of them.
    Any,
    /// All of them.
    All,
}

impl From<Goal> for CaptureGoal {
    fn from(goal: Goal) -> CaptureGoal {
        match goal {
            Goal::Any => CaptureGoal::Any,
            Goal::All => CaptureGoal::All,
        }
    }
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

/// Who moves first, by what it wants or by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Starter {
    /// Who wants to capture.
    Attacker,
    /// Who owns the string.
    Defender,
    /// Black, whosever the string is.
    Black,
    /// White, whosever the string is.
    White,
}

impl Starter {
    /// What whoever moves first wants, if the string has this colour.
    pub(crate) fn role(self, string: Side) -> Role {
        let side = match self {
            Starter::Attacker => return Role::Attacker,
            Starter::Defender => return Role::Defender,
            Starter::Black => Side::Black,
            Starter::White => Side::White,
        };
        if side == string { Role::Defender } else { Role::Attacker }
    }
}

impl From<Role> for Starter {
    fn from(role: Role) -> Starter {
        match role {
            Role::Attacker => Starter::Attacker,
            Role::Defender => Starter::Defender,
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
    /// It is not captured: up to the order that was asked for, or, where none was, whatever the order.
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
    /// A stone of the string; of several, of the first.
    pub target: String,
    /// A stone of each string, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// Which of several strings the question is about: the verdict is *captured* if any of them falls, or only if all of them do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<CaptureGoal>,
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
    /// In a ko, how many threats more than the opponent the side needs that must find the first one, 1 to 8; absent if it takes more
    /// than three, and how many was not found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<u8>,
    /// How many ko threats more the other side may have without changing the verdict, 3 to 8, as far as that was seen; absent in a ko, or
    /// if the verdict is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<u8>,
    /// The lambda order of what was found.
    pub order: Option<u8>,
    /// No capture up to this order, kos or not: all of it was searched.
    pub up_to_order: Option<u8>,
    /// Whether no order captures it: an escape for good, under the conditions.
    #[serde(skip_serializing_if = "is_false")]
    pub every_order: bool,
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
    /// What the verdict rests on, where that is not the whole board as it is: walls that were stated, proved or assumed to be safe, and
    /// the edge of what was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Conditions>,
    /// The proof or refutation as SGF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
}
