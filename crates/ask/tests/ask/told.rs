//! Asks a question and holds the answer in all its forms.

use serde_json::Value;
use tesuji_ask::layout::WIDTH;
use tesuji_ask::{Answer, Desk, Fault, Request, text};
use tesuji_job::Watch;

/// An answer in all its forms.
pub(crate) struct Told {
    pub(crate) answer: Answer,
    pub(crate) json: Value,
    pub(crate) text: String,
}

impl Told {
    /// The sentence with the verdict: the paragraph after the board, on one line.
    pub(crate) fn sentence(&self) -> String {
        let paragraphs: Vec<&str> = self.text.split("\n\n").collect();
        let lines = paragraphs.last().copied().unwrap_or_default().lines();
        let is_field = |line: &&str| {
            line.split_once(':').is_some_and(|(key, _)| {
                !key.is_empty() && key.chars().all(|letter| letter.is_lowercase() || letter == ' ')
            })
        };
        lines.take_while(|line| !is_field(line)).collect::<Vec<_>>().join(" ")
    }
}

/// Answers a question; its text must keep to the width of a terminal.
pub(crate) fn try_ask(question: &Value, watch: &Watch) -> Result<Told, Fault> {
    let read = Request::parse(&question.to_string())?;
    assert_eq!(read.warnings, Vec::<String>::new(), "{question}");
    let answer = Desk::new().answer_read(&read, watch)?;
    let text = text(&read.request, &answer);
    let wide = text.lines().map(unicode_width::UnicodeWidthStr::width).max().unwrap_or(0);
    assert!(wide <= WIDTH, "{wide} columns:\n{text}");
    let json = serde_json::to_value(&answer).expect("plain data");
    Ok(Told { answer, json, text })
}

/// The answer to a question that can be asked.
pub(crate) fn ask(question: &Value) -> Told {
    try_ask(question, &Watch::unwatched()).unwrap_or_else(|fault| panic!("{question}: {fault}"))
}

/// The field of a question that cannot be asked, and the sentence about it.
pub(crate) fn fault(question: &Value) -> (String, String) {
    match try_ask(question, &Watch::unwatched()) {
        Ok(told) => panic!("{question}:\n{}", told.text),
        Err(fault) => (fault.field.unwrap_or_default(), fault.message),
    }
}

/// Who sends something else than an object is told what to send, not what the type is called.
#[test]
fn a_field_that_should_be_an_object_says_what_it_wants() {
    let refusal = |question: &str| Request::parse(question).expect_err("it is refused");
    let fault = refusal(r#"{"ask": "capture", "position": "game.sgf", "target": "D4"}"#);
    assert_eq!(fault.field.as_deref(), Some("position"));
    assert!(
        fault.message.contains("expected an object with sgf, diagram, json or text"),
        "{}",
        fault.message
    );
    let fault = refusal(r#"{"ask": "value", "expressions": ["^"], "limits": 7}"#);
    assert_eq!(fault.message, "invalid type: integer `7`, expected an object");
}
