//! Questions: every kind as plain data, read from JSON with the place of what is wrong.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tesuji_formats::json_in_words;

use crate::attempt::TryQuestion;
use crate::boards::BoardsQuestion;
use crate::capture::CaptureQuestion;
use crate::check::CheckQuestion;
use crate::connect::ConnectQuestion;
use crate::edit::EditQuestion;
use crate::endgame::EndgameQuestion;
use crate::examples::{ExamplesQuestion, ProblemsQuestion};
use crate::fault::Fault;
use crate::game::GameQuestion;
use crate::life::LifeQuestion;
use crate::limits::AskedLimits;
use crate::mate::MateQuestion;
use crate::picture::AskedPicture;
use crate::position::is_false;
use crate::race::RaceQuestion;
use crate::review::ReviewQuestion;
use crate::shogi::ShogiQuestion;
use crate::show::ShowQuestion;
use crate::simpei::SimpeiQuestion;
use crate::strings::StringsQuestion;
use crate::tactics::{TacticCompareQuestion, TacticSearchQuestion, TacticSetQuestion, TacticsQuestion};
use crate::value::ValueQuestion;

/// A question of any kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Question {
    /// Who wins a race?
    Race(Box<RaceQuestion>),
    /// Can a string be captured?
    Capture(Box<CaptureQuestion>),
    /// Can a group live?
    Life(Box<LifeQuestion>),
    /// What are the moves worth?
    Endgame(Box<EndgameQuestion>),
    /// Can two strings be connected?
    Connect(Box<ConnectQuestion>),
    /// What was missed in a game?
    Review(Box<ReviewQuestion>),
    /// Are the recorded solutions of a collection right?
    Check(Box<CheckQuestion>),
    /// Does the attacker mate?
    Mate(MateQuestion),
    /// What are these games worth?
    Value(Box<ValueQuestion>),
    /// How many strings can a position have?
    Strings(Box<StringsQuestion>),
    /// What is a position of Simpei worth?
    Simpei(SimpeiQuestion),
    /// How often does a tactic win?
    Tactics(Box<TacticsQuestion>),
    /// Which points does a map return?
    TacticSet(Box<TacticSetQuestion>),
    /// Do two maps mean the same, or who wins among several players?
    TacticCompare(Box<TacticCompareQuestion>),
    /// Which maps win?
    TacticSearch(Box<TacticSearchQuestion>),
    /// What is on the board?
    Show(Box<ShowQuestion>),
    /// Which boards are there?
    Boards(BoardsQuestion),
    /// What becomes of a position when it is changed?
    Edit(Box<EditQuestion>),
    /// Which games and moves does a text hold?
    Game(GameQuestion),
    /// Which examples are there?
    Examples(ExamplesQuestion),
    /// Which problems are there?
    Problems(ProblemsQuestion),
    /// What is on a board of shogi?
    Shogi(ShogiQuestion),
    /// Is this move right?
    Try(TryQuestion),
}

/// The kinds of questions, as `ask` names them.
pub const KINDS: [&str; 23] = [
    "race",
    "capture",
    "life",
    "endgame",
    "connect",
    "review",
    "check",
    "mate",
    "value",
    "strings",
    "simpei",
    "tactics",
    "tactic_set",
    "tactic_compare",
    "tactic_search",
    "show",
    "boards",
    "edit",
    "game",
    "examples",
    "problems",
    "shogi",
    "try",
];

/// A question with what every question may have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Request {
    /// Comes back with the answer: any JSON value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// The question.
    #[serde(flatten)]
    pub question: Question,
    /// What it may use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<AskedLimits>,
    /// A picture with the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<AskedPicture>,
    /// Whether the answer comes with its words: the sentences of the verdict and the whole text.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(test, schemars(default))]
    pub words: bool,
    /// Seconds between two reports of progress, where a door can send them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<f64>,
}

impl From<Question> for Request {
    fn from(question: Question) -> Request {
        Request { id: None, question, limits: None, picture: None, words: false, progress: None }
    }
}

/// A request that was read, with remarks about what was not understood.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadRequest {
    /// The request.
    pub request: Request,
    /// Fields that nobody knows.
    pub warnings: Vec<String>,
}

impl Request {
    /// The kind of question, as `ask` names it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.question {
            Question::Race(_) => "race",
            Question::Capture(_) => "capture",
            Question::Life(_) => "life",
            Question::Endgame(_) => "endgame",
            Question::Connect(_) => "connect",
            Question::Review(_) => "review",
            Question::Check(_) => "check",
            Question::Mate(_) => "mate",
            Question::Value(_) => "value",
            Question::Strings(_) => "strings",
            Question::Simpei(_) => "simpei",
            Question::Tactics(_) => "tactics",
            Question::TacticSet(_) => "tactic_set",
            Question::TacticCompare(_) => "tactic_compare",
            Question::TacticSearch(_) => "tactic_search",
            Question::Show(_) => "show",
            Question::Boards(_) => "boards",
            Question::Edit(_) => "edit",
            Question::Game(_) => "game",
            Question::Examples(_) => "examples",
            Question::Problems(_) => "problems",
            Question::Shogi(_) => "shogi",
            Question::Try(_) => "try",
        }
    }

    /// Whether nothing is searched, so that the answer comes at once.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        matches!(
            self.question,
            Question::Show(_)
                | Question::Boards(_)
                | Question::Edit(_)
                | Question::Game(_)
                | Question::Examples(_)
                | Question::Problems(_)
                | Question::Shogi(_)
        )
    }

    /// Reads a question from a JSON text.
    ///
    /// # Errors
    /// What is wrong, with the field.
    pub fn parse(text: &str) -> Result<ReadRequest, Fault> {
        Request::from_value(parse_object(text)?)
    }

    /// Reads a question from a JSON object. Fields that nobody knows are no error: the answer warns of them.
    ///
    /// # Errors
    /// What is wrong, with the field.
    pub fn from_value(mut object: Map<String, Value>) -> Result<ReadRequest, Fault> {
        let mut warnings = Vec::new();
        let kinds = || format!("expected one of {}", KINDS.join(", "));
        let kind = match object.remove("ask") {
            Some(Value::String(kind)) => kind,
            Some(_) => {
                return Err(Fault::in_field("ask", format!("the kind of a question is a text: {}", kinds())));
            }
            None => {
                return Err(Fault::in_field(
                    "ask",
                    format!("the question does not say what it asks: {}", kinds()),
                ));
            }
        };
        let id = object.remove("id").filter(|id| !id.is_null());
        let limits = take(&mut object, "limits", &mut warnings)?;
        let picture = take(&mut object, "picture", &mut warnings)?;
        let words: Option<bool> = take(&mut object, "words", &mut warnings)?;
        let words = words.unwrap_or(false);
        let progress: Option<f64> = take(&mut object, "progress", &mut warnings)?;
        if progress.is_some_and(|seconds| seconds.is_nan() || seconds < 0.0) {
            return Err(Fault::in_field("progress", "progress is a number of seconds of at least 0"));
        }
        let rest = Value::Object(object);
        macro_rules! read {
            ($kind:ident) => {
                Question::$kind(read(rest, None, &mut warnings)?)
            };
            (boxed $kind:ident) => {
                Question::$kind(Box::new(read(rest, None, &mut warnings)?))
            };
        }
        let question = match kind.as_str() {
            "race" => read!(boxed Race),
            "capture" => read!(boxed Capture),
            "life" => read!(boxed Life),
            "endgame" => read!(boxed Endgame),
            "connect" => read!(boxed Connect),
            "review" => read!(boxed Review),
            "check" => read!(boxed Check),
            "mate" => read!(Mate),
            "value" => read!(boxed Value),
            "strings" => read!(boxed Strings),
            "simpei" => read!(Simpei),
            "tactics" => read!(boxed Tactics),
            "tactic_set" => read!(boxed TacticSet),
            "tactic_compare" => read!(boxed TacticCompare),
            "tactic_search" => read!(boxed TacticSearch),
            "show" => read!(boxed Show),
            "boards" => read!(Boards),
            "edit" => read!(boxed Edit),
            "game" => read!(Game),
            "examples" => read!(Examples),
            "problems" => read!(Problems),
            "shogi" => read!(Shogi),
            "try" => read!(Try),
            other => {
                return Err(Fault::in_field("ask", format!("there is no question '{other}': {}", kinds())));
            }
        };
        Ok(ReadRequest { request: Request { id, question, limits, picture, words, progress }, warnings })
    }
}

/// The JSON object of a text.
///
/// # Errors
/// One sentence with line and column.
pub fn parse_object(text: &str) -> Result<Map<String, Value>, Fault> {
    // Some programs put a mark before the first character of a file.
    let text = text.trim_start_matches('\u{feff}');
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Fault::new(
            "a question is a JSON object, such as {\"ask\": \"value\", \"expressions\": [\"{4|0}\"]}",
        )),
        Err(error) => {
            let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
            Err(Fault::new(format!("this is no JSON: {error}")).at(line, error.column()))
        }
    }
}

fn take<T: DeserializeOwned>(
    object: &mut Map<String, Value>,
    field: &str,
    warnings: &mut Vec<String>,
) -> Result<Option<T>, Fault> {
    match object.remove(field) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => read(value, Some(field), warnings).map(Some),
    }
}

/// Reads a value, remembers the fields that were not used, and names the one that is wrong. A function of its own for each type, as
/// [`apart`](crate::desk::apart) says.
#[inline(never)]
fn read<T: DeserializeOwned>(
    value: Value,
    field: Option<&str>,
    warnings: &mut Vec<String>,
) -> Result<T, Fault> {
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(value, &mut track);
    let whole = |path: String| match field {
        Some(field) if path.is_empty() || path == "." => field.to_string(),
        Some(field) => format!("{field}.{path}"),
        None => path,
    };
    let mut unknown = Vec::new();
    let result = serde_ignored::deserialize(tracked, |path| unknown.push(whole(path.to_string())));
    for path in unknown {
        warnings.push(format!("nobody knows the field '{path}': it was not used"));
    }
    result.map_err(|error: serde_json::Error| {
        let path = whole(track.path().to_string());
        let message = error.to_string();
        let fault = Fault::new(json_in_words(&message));
        if path.is_empty() || path == "." { fault } else { Fault { field: Some(path), ..fault } }
    })
}
