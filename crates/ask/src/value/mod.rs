//! A calculator for games: value, stops, mean, temperature, cooling, thermograph, best moves in a sum.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::position::is_false;
use crate::words::Expression;

/// What are these games worth?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ValueQuestion {
    /// The games. None stands for all names of `define`.
    pub expressions: Vec<Expression>,
    /// Names for games, a line each: `NAME = EXPR`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub define: Option<String>,
    /// A temperature to cool by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cool: Option<Expression>,
    /// A game to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Expression>,
    /// The games are one sum: what should this side play in it?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Player>,
    /// What a winning move has to leave: at least this for left, at most this for right. 0, for the last move, without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Expression>,
    /// How games are written for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Notation>,
    /// Whether the text has the thermograph in plain characters.
    #[serde(skip_serializing_if = "is_false")]
    pub thermograph: bool,
    /// Whether the picture shows how the thermograph comes about.
    #[serde(skip_serializing_if = "is_false")]
    pub construction: bool,
    /// What `define` is called in messages, such as the name of its file.
    #[serde(skip)]
    #[schemars(skip)]
    pub define_name: Option<String>,
    /// What expressions are called in messages, such as `standard input, line 3`; empty or one for each.
    #[serde(skip)]
    #[schemars(skip)]
    pub expression_names: Vec<String>,
}

/// A player of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// How games are written for people. Fields of an answer are always in plain characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Notation {
    /// Plain characters, as CGSuite.
    #[default]
    Ascii,
    /// As the papers.
    Paper,
    /// With arrows and stars.
    Unicode,
    /// LaTeX.
    Latex,
}

/// The answer about games: the fields of one game, or `values` for several.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct ValueAnswer {
    /// The game, if there is only one.
    #[serde(flatten)]
    pub one: Option<Described>,
    /// The games, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Described>>,
    /// The sum, if the best move in it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<Described>,
    /// The advice, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Advice>,
    /// `unknown` if something is missing because a limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<ValueVerdict>,
    /// Why something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The only verdict of a calculator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ValueVerdict {
    /// Something is missing.
    Unknown,
}

/// One described game. Fields that a limit left open are left out, and `why` says why.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Described {
    /// What was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// The canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// `L`, `R`, `N` or `P`: Left, Right, the next player or the previous player wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The number at which play ends if Left starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_stop: Option<String>,
    /// The number at which play ends if Right starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_stop: Option<String>,
    /// The mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// The temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
    /// The atomic weight; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_weight: Option<Option<String>>,
    /// What the game is beside its number; null if its stops do not agree on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinitesimal: Option<Option<Infinitesimal>>,
    /// Why there is no atomic weight, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight_words: Option<String>,
    /// The canonical form as LaTeX.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// The walls of the thermograph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermograph: Option<Walls>,
    /// The game cooled, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cooled: Option<String>,
    /// How it compares: `<`, `>`, `=` or `||`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<String>,
    /// How the cooled game compares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cooled_relation: Option<String>,
    /// Why something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The words for people, a label and what stands behind it each.
    #[serde(skip)]
    #[schemars(skip)]
    pub lines: Vec<(String, String)>,
    /// What stands below them, such as a thermograph in plain characters.
    #[serde(skip)]
    #[schemars(skip)]
    pub below: String,
}

/// What a game is beside its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Infinitesimal {
    /// Its value.
    pub value: String,
    /// Its atomic weight; null if there is none.
    pub atomic_weight: Option<String>,
}

/// The walls of a thermograph, from temperature 0 upwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Walls {
    /// The left wall.
    pub left: Vec<WallPoint>,
    /// The right wall.
    pub right: Vec<WallPoint>,
}

/// A corner of a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WallPoint {
    /// The temperature.
    pub temperature: String,
    /// The value there.
    pub value: String,
}

/// What to play in a sum.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Advice {
    /// Who moves.
    pub side: Player,
    /// What a winning move has to leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Whether there is a winning move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<bool>,
    /// The best number that can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_stop: Option<String>,
    /// Summands in which a move wins, from 1 on.
    pub winning_summands: Vec<usize>,
    /// All moves, best first.
    pub moves: Vec<SumMove>,
    /// What thermographs advise. It is no proof.
    pub suggestions: Vec<Suggestion>,
    /// Why something is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The answer in one sentence.
    pub sentence: String,
    /// The words for people.
    #[serde(skip)]
    #[schemars(skip)]
    pub lines: Vec<(String, String)>,
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SumMove {
    /// The summand, from 1 on.
    pub summand: usize,
    /// What it is called.
    pub expression: String,
    /// Its value.
    pub from: String,
    /// The value it is moved to.
    pub option: String,
    /// The sum afterwards.
    pub sum: String,
    /// Whether the move wins.
    pub wins: bool,
    /// The number that is reached.
    pub stop: String,
    /// Why it is good or bad.
    pub why: String,
}

/// A suggestion of a strategy that looks at thermographs only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Suggestion {
    /// `hotstrat`, `sentestrat` or `thermostrat`.
    pub strategy: String,
    /// The summand, from 1 on.
    pub summand: usize,
    /// The value it is moved to.
    pub option: String,
    /// The temperature of the summand.
    pub temperature: String,
}

// STUB: to be replaced
pub(crate) const LIMITS: tesuji_job::Limits = crate::limits::limits(4000000, 1000);
pub(crate) fn solve(
    _: &ValueQuestion,
    _: &crate::desk::Work<'_>,
) -> Result<crate::desk::Solved<ValueAnswer>, crate::fault::Fault> {
    Err(crate::fault::Fault::new("stub"))
}
pub(crate) fn text(_: &ValueQuestion, _: &ValueAnswer, _: &crate::answer::Answer) -> String {
    String::new()
}
