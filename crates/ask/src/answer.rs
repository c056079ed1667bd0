//! Answers: owned plain data, finished when they leave this crate.

use serde::Serialize;
use serde_json::Value;
use tesuji_job::Unknown;

use crate::attempt::TryAnswer;
use crate::boards::BoardsAnswer;
use crate::capture::CaptureAnswer;
use crate::check::CheckAnswer;
use crate::connect::ConnectAnswer;
use crate::edit::EditAnswer;
use crate::endgame::EndgameAnswer;
use crate::examples::{ExamplesAnswer, ProblemsAnswer};
use crate::game::GameAnswer;
use crate::life::LifeAnswer;
use crate::limits::UsedLimits;
use crate::mate::MateAnswer;
use crate::race::RaceAnswer;
use crate::review::ReviewAnswer;
use crate::shogi::ShogiAnswer;
use crate::show::ShowAnswer;
use crate::simpei::SimpeiAnswer;
use crate::strings::StringsAnswer;
use crate::tactics::{TacticCompareAnswer, TacticSearchAnswer, TacticSetAnswer, TacticsAnswer};
use crate::value::ValueAnswer;

/// What was found, by the kind of question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the kinds are described with their questions")]
pub enum Found {
    Race(Box<RaceAnswer>),
    Capture(Box<CaptureAnswer>),
    Life(Box<LifeAnswer>),
    Endgame(Box<EndgameAnswer>),
    Connect(Box<ConnectAnswer>),
    Review(Box<ReviewAnswer>),
    Check(Box<CheckAnswer>),
    Mate(Box<MateAnswer>),
    Value(Box<ValueAnswer>),
    Strings(Box<StringsAnswer>),
    Simpei(Box<SimpeiAnswer>),
    Tactics(Box<TacticsAnswer>),
    TacticSet(Box<TacticSetAnswer>),
    TacticCompare(Box<TacticCompareAnswer>),
    TacticSearch(Box<TacticSearchAnswer>),
    Show(Box<ShowAnswer>),
    Boards(Box<BoardsAnswer>),
    Edit(Box<EditAnswer>),
    Game(Box<GameAnswer>),
    Examples(Box<ExamplesAnswer>),
    Problems(Box<ProblemsAnswer>),
    Shogi(Box<ShogiAnswer>),
    Try(Box<TryAnswer>),
    #[serde(untagged)]
    Nothing(NothingAnswer),
}

/// A limit was reached, or the work stopped, before there was anything to tell: the answer of the kinds that search nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NothingAnswer {
    /// The kind of the question.
    pub ask: &'static str,
    /// There is no other.
    pub verdict: NothingVerdict,
    /// The reason.
    pub why: String,
}

/// The verdict of an answer that tells nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NothingVerdict {
    /// A limit was reached.
    Unknown,
}

impl NothingAnswer {
    pub(crate) fn of(ask: &'static str, unknown: &Unknown) -> NothingAnswer {
        NothingAnswer { ask, verdict: NothingVerdict::Unknown, why: unknown.to_string() }
    }
}

/// An answer with what every answer has.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Answer {
    /// The `id` of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
    /// Positions looked at, whatever the method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The limits that applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<UsedLimits>,
    /// The picture that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// The verdict in a sentence, one for each side moving first where that matters; if words were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<String>,
    /// The answer as the command line prints it, if words were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// What should be known about the question: unknown fields, repairs of a file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// How it ended: for exit codes and the like.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    pub ending: Ending,
}

/// How the work on a question ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// It was answered.
    #[default]
    Known,
    /// A limit was reached, or the method does not reach so far: the answer says `unknown` and why.
    Unknown,
    /// Somebody stopped it: the answer says what was known by then.
    Stopped,
}
