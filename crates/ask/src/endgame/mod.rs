//! What is a move worth, and who wins by how much?

mod solve;
#[cfg(test)]
mod tests;
mod text;

use serde::{Deserialize, Serialize};
use tesuji_job::Limits;

pub(crate) use self::solve::solve;
pub(crate) use self::text::text;
use crate::limits::limits;
use crate::position::AskedPosition;
use crate::race::Conditions;
use crate::value::Walls;
use crate::words::{Side, Step};

/// What a question about an endgame may use unless it says otherwise.
pub(crate) const LIMITS: Limits = limits(1_000_000, 1_000);

/// What are the moves worth?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct EndgameQuestion {
    /// The position.
    pub position: AskedPosition,
    /// Only these regions, each by one or more of its points; without it, all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Vec<String>>,
    /// How points are counted: `territory`, as if nothing is said, or `area`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Scoring>,
    /// Points for White, such as 6.5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komi: Option<f64>,
    /// Stones whose strings are never captured, beside those that are marked with circles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub safe: Vec<String>,
    /// Stones whose strings may be captured, however safe they look, beside those that are marked with crosses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
}

/// How points are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// Surrounded points and prisoners.
    #[default]
    Territory,
    /// Surrounded points and stones on the board.
    Area,
}

/// Who keeps the initiative in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Whoever moves loses the initiative.
    Gote,
    /// White has to answer Black's move, not the other way round.
    BlackSente,
    /// Black has to answer White's move, not the other way round.
    WhiteSente,
    /// The answer is worth as much as the move.
    Ambiguous,
}

/// The answer about an endgame. Positive numbers are Black's.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EndgameAnswer {
    /// How points are counted.
    pub rules: Scoring,
    /// Points for White.
    pub komi: String,
    /// The regions, in the order of their first points.
    pub regions: Vec<EndgameRegion>,
    /// The sum of all regions that are known; null if it was not found.
    pub sum: Option<EndgameSum>,
    /// Best play if Black moves first; null if it was not found.
    pub black_first: Option<EndgameFirst>,
    /// Best play if White moves first; null if it was not found.
    pub white_first: Option<EndgameFirst>,
    /// Regions that are not in the sum, and why.
    pub missing: Vec<MissingRegion>,
    /// Why best play was not found; null if it was.
    pub why: Option<String>,
    /// What the answer rests on.
    pub conditions: Conditions,
}

/// A part of the board between walls.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EndgameRegion {
    /// Its number, from 1.
    pub id: usize,
    /// Its points.
    pub points: Vec<String>,
    /// Its value as a game; null if it is not known, if kos matter, or if it is too long.
    pub value: Option<String>,
    /// The value cooled by 1: what decides the last point. By area it is cooled by 2.
    pub chilled: Option<String>,
    /// What it is worth on average; null if that depends on a ko.
    pub count: Option<String>,
    /// What a move is worth: miai counting. Below 0 where nobody has a move to make; null if it depends on a ko.
    pub move_value: Option<String>,
    /// Twice that: what deiri counting says of a gote move.
    pub swing: Option<String>,
    /// Whether somebody has a move to make here, or may have.
    pub open: bool,
    /// Who keeps the initiative; null where nobody has a move to make, or a ko decides.
    pub kind: Option<Kind>,
    /// What the count lies between where a ko matters; null elsewhere.
    pub ko: Option<KoBounds>,
    /// Black's best first moves here.
    pub black_moves: Vec<String>,
    /// White's best first moves here.
    pub white_moves: Vec<String>,
    /// Play here alone if Black begins, as long as an answer is worth more than the first move.
    pub black_line: Vec<Step>,
    /// The same if White begins.
    pub white_line: Vec<Step>,
    /// The walls of its thermograph.
    pub thermograph: Option<Walls>,
    /// The number of a region that looks the same; it was computed once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<usize>,
    /// Whose territory it is taken to be, too large to be played out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<Side>,
}

/// What a count or a score lies between where kos matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KoBounds {
    /// If White wins every ko.
    pub least: String,
    /// If Black wins every ko.
    pub most: String,
}

/// The sum of the regions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EndgameSum {
    /// The value of all regions together; null if it is too long, or if kos matter.
    pub value: Option<String>,
    /// Whether that value is cooled by 1.
    pub chilled: bool,
    /// The count with komi: what the score is on average; null if it depends on a ko.
    pub score: Option<String>,
    /// What it lies between where it does; null elsewhere.
    pub ko: Option<KoBounds>,
}

/// Best play on the whole board with one side moving first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EndgameFirst {
    /// The score with komi; null if it depends on a ko.
    pub score: Option<String>,
    /// What the score lies between where a ko decides it; null elsewhere.
    pub ko: Option<KoBounds>,
    /// First moves that keep it, the largest ones first; empty where no move is needed.
    pub moves: Vec<String>,
    /// First moves that were not judged.
    pub undecided: Vec<String>,
    /// Best play until nothing is open.
    pub line: Vec<Step>,
    /// Whether all regions are in the sum and no ko decides.
    pub exact: bool,
}

/// A region that is not in the sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MissingRegion {
    /// Its number.
    pub id: usize,
    /// Why it is not.
    pub why: String,
}

impl EndgameAnswer {
    /// Best play with this side moving first.
    #[must_use]
    pub fn first(&self, side: Side) -> Option<&EndgameFirst> {
        match side {
            Side::Black => self.black_first.as_ref(),
            Side::White => self.white_first.as_ref(),
        }
    }
}
