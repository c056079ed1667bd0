//! Questions in, answers out: JSON, texts, endings, faults.

mod capture;
mod mate;
mod schema;

use serde_json::Value;
use tesuji_ask::layout::WIDTH;
use tesuji_ask::{Answer, Desk, Fault, Request, text};
use tesuji_job::Watch;
use unicode_width::UnicodeWidthStr as _;

/// An answer in all its forms.
struct Told {
    answer: Answer,
    json: Value,
    text: String,
}

/// Answers a question; its text must keep to the width of a terminal.
fn try_ask(question: &Value, watch: &Watch) -> Result<Told, Fault> {
    let read = Request::parse(&question.to_string())?;
    assert_eq!(read.warnings, Vec::<String>::new(), "{question}");
    let answer = Desk::new().answer_read(&read, watch)?;
    let text = text(&read.request, &answer);
    let wide = text.lines().map(unicode_width::UnicodeWidthStr::width).max().unwrap_or(0);
    assert!(wide <= WIDTH, "{wide} columns:\n{text}");
    let json = serde_json::to_value(&answer).expect("plain data");
    Ok(Told { answer, json, text })
}

fn ask(question: &Value) -> Told {
    try_ask(question, &Watch::unwatched()).unwrap_or_else(|fault| panic!("{question}: {fault}"))
}

/// The field of a question that cannot be asked, and the sentence about it.
fn fault(question: &Value) -> (String, String) {
    match try_ask(question, &Watch::unwatched()) {
        Ok(told) => panic!("{question}: {}", told.text),
        Err(fault) => (fault.field.unwrap_or_default(), fault.message),
    }
}
