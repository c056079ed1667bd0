//! Are the recorded solutions of a collection right?
//!
//! `review` reads the problems and compares; here its questions are asked in the words of `life`, `capture` and `race`, so that
//! every verdict behind a finding can be asked for again and comes out the same.

mod judge;
mod solve;
#[cfg(test)]
mod tests;
mod text;

use serde::{Deserialize, Serialize};
use tesuji_job::Limits;

pub(crate) use self::judge::Desk;
pub(crate) use self::solve::solve;
pub(crate) use self::text::text;
use crate::limits::limits;
use crate::position::is_false;
use crate::words::{Side, Step};

/// What every position that is asked about may use unless the question says otherwise.
pub(crate) const LIMITS: Limits = limits(200_000, 600);

/// Are the recorded solutions of these problems right? `limits.nodes` and `limits.memory_mb` hold for every position that is asked about,
/// `limits.seconds` for the whole collection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CheckQuestion {
    /// The text of an SGF file, one problem a game.
    pub text: String,
    /// The only game that is checked, from 1 on; all of them without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// Whether the answer has the collection with the findings as comments.
    #[serde(skip_serializing_if = "is_false")]
    pub sgf: bool,
}

/// What is wrong with a recorded solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    /// A move that is recorded as right does not reach what can be reached.
    Wrong,
    /// Another first move reaches as much.
    Second,
    /// A ko decides, and the problem does not speak of one.
    Ko,
    /// A move that is recorded as a failure works.
    FailureWorks,
    /// The goal cannot be reached.
    Impossible,
    /// Not known; `why` says why.
    Unknown,
}

/// What a problem asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CheckGoal {
    /// A group of one's own lives.
    Live,
    /// A group of the opponent is killed.
    Kill,
    /// A string of the opponent is captured.
    Capture,
    /// A string of one's own escapes.
    Escape,
    /// Strings of one's own are connected.
    Connect,
    /// Strings of the opponent are cut.
    Cut,
    /// A race is won.
    Race,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckFinding {
    /// The game, from 1 on.
    pub game: u32,
    /// Its name, if it has one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What is wrong.
    pub kind: CheckKind,
    /// The recorded moves up to the one that it is about; empty where it is about the problem.
    pub recorded: Vec<Step>,
    /// First moves that are right: `pass` where none is needed.
    pub ours: Vec<String>,
    /// Best play after the recorded moves.
    pub line: Vec<Step>,
    /// What was found, in a sentence.
    pub why: String,
    /// The node of the recorded move: `position.node` of other questions names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
}

/// A problem as it was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckProblem {
    /// The game, from 1 on.
    pub game: u32,
    /// Who is to solve it.
    pub first: Side,
    /// What is to be reached.
    pub goal: CheckGoal,
    /// Stones that it is about, one of each string.
    pub at: Vec<String>,
    /// Whether everything that is recorded was judged.
    pub complete: bool,
    /// Positions looked at.
    pub nodes: u64,
}

/// What was found in a collection.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckAnswer {
    /// What was found, in the order of the games.
    pub findings: Vec<CheckFinding>,
    /// Games that were looked at. Those that could not be read, or not be judged, are among the findings.
    pub checked: u32,
    /// The problems as they were understood.
    pub problems: Vec<CheckProblem>,
    /// The collection with the findings as comments, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sgf: Option<String>,
}

impl CheckAnswer {
    /// Whether something is wrong with a solution.
    #[must_use]
    pub fn has_faults(&self) -> bool {
        self.findings.iter().any(|finding| finding.kind != CheckKind::Unknown)
    }
}
