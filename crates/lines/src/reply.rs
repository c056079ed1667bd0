//! From one line to another.

use serde::Serialize;
use serde_json::{Map, Value};
use tesuji_ask::{Answer, Desk, Ending, Fault, ReadRequest, Refusal, Request};
use tesuji_job::Watch;

/// A line that goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// One JSON object, without the end of the line.
    pub text: String,
    /// What it tells.
    pub kind: Told,
}

/// What a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// An answer.
    Known,
    /// An answer that says `unknown`.
    Unknown,
    /// An answer whose work was stopped: not to be kept.
    Stopped,
    /// An error.
    Error,
}

impl Line {
    /// An error, with the `id` of its question if it has one, and the number of its line if it has none.
    pub(crate) fn error(id: Option<&Value>, fault: &Fault, number: usize) -> Line {
        let line = if id.is_none() { Some(number) } else { None };
        let id = Some(id.cloned().unwrap_or(Value::Null));
        Line { text: text(&Refusal { id, fault: fault.clone(), line }), kind: Told::Error }
    }

    fn answer(answer: &Answer) -> Line {
        let kind = match answer.ending {
            Ending::Known => Told::Known,
            Ending::Unknown => Told::Unknown,
            Ending::Stopped => Told::Stopped,
        };
        Line { text: text(answer), kind }
    }
}

/// Plain data as one line of JSON.
pub(crate) fn text(value: &impl Serialize) -> String {
    // Strings, numbers and maps with text keys can always be written.
    serde_json::to_string(value).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

/// Answers a question that was read. An error in the program is told as an error of this question, and nothing else is lost.
pub(crate) fn answer_read(desk: &Desk, read: &ReadRequest, number: usize, watch: &Watch) -> Line {
    let id = read.request.id.as_ref();
    match desk.answer_guarded(read, watch) {
        Ok(answer) => Line::answer(&answer),
        Err(fault) => Line::error(id, &fault, number),
    }
}

/// Answers the question of an object; `number` is that of its line.
pub fn answer_line(desk: &Desk, object: Map<String, Value>, number: usize, watch: &Watch) -> Line {
    let id = object.get("id").filter(|id| !id.is_null()).cloned();
    match Request::from_value(object) {
        Ok(read) => answer_read(desk, &read, number, watch),
        Err(fault) => Line::error(id.as_ref(), &fault, number),
    }
}
