//! The largest number of strings on a board.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::position::{AskedBoard, is_false};

/// How many strings can a legal position have?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StringsQuestion {
    /// A board of any shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topology: Option<AskedBoard>,
    /// Columns of a rectangle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
    /// Rows of a rectangle; as many as columns without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<usize>,
    /// Whether the optimal sets of empty points are counted.
    #[serde(skip_serializing_if = "is_false")]
    pub count: bool,
    /// So many optimal boards, each drawn at random with equal chance; at most 10000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<u64>,
    /// The seed of the draws, 1 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The method: `dp` (frontier) or `ilp` (the paper's integer program); without it, the one that suits the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<StringsMethod>,
    /// Additional inequalities of the integer program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// Whether all optimal boards are listed; at most a million.
    #[serde(skip_serializing_if = "is_false")]
    pub list: bool,
    /// Whether the answer has a certificate.
    #[serde(skip_serializing_if = "is_false")]
    pub certificate: bool,
    /// Whether the answer has the board as SGF.
    #[serde(skip_serializing_if = "is_false")]
    pub sgf: bool,
    /// A certificate to be checked instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Value>,
}

/// How the optimum is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StringsMethod {
    /// The frontier method.
    Dp,
    /// The paper's integer program.
    Ilp,
}

/// Additional inequalities of the integer program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// None.
    Simple,
    /// At the corners.
    Corner,
    /// In the centre.
    #[serde(alias = "center")]
    Centre,
    /// Both.
    #[default]
    Both,
}

/// The answer about strings.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StringsAnswer {
    /// `unknown` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<StringsVerdict>,
    /// The reason for not knowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The board.
    pub topology: String,
    /// Its points.
    pub points: usize,
    /// The largest number of strings.
    pub strings: Option<usize>,
    /// Empty points of such a position.
    pub empty: Option<usize>,
    /// Whether no position has more.
    pub proved: bool,
    /// How it was found.
    pub method: Option<StringsMethod>,
    /// How many optimal sets of empty points there are, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// A position with so many, row by row.
    pub board: Vec<String>,
    /// Boards drawn at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<Vec<Vec<String>>>,
    /// All optimal boards as text diagrams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<String>>,
    /// The certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Value>,
    /// The board as SGF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sgf: Option<String>,
    /// Whether a certificate was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<bool>,
}

/// The only verdict about strings that is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StringsVerdict {
    /// A limit was reached.
    Unknown,
}

// STUB: to be replaced
pub(crate) const LIMITS: tesuji_job::Limits = crate::limits::limits(20000000000, 4000);
pub(crate) fn solve(
    _: &StringsQuestion,
    _: &crate::desk::Work<'_>,
) -> Result<crate::desk::Solved<StringsAnswer>, crate::fault::Fault> {
    Err(crate::fault::Fault::new("stub"))
}
pub(crate) fn text(_: &StringsQuestion, _: &StringsAnswer, _: &crate::answer::Answer) -> String {
    String::new()
}
