//! Questions and answers in tests: JSON in, JSON and text out.

use serde_json::Value;
use tesuji_job::Watch;

use crate::{Desk, Fault, Request, text};

/// The answer to a question as JSON and as text, which must keep to its width.
pub(crate) fn ask(question: &Value) -> Result<(Value, String), Fault> {
    let read = Request::parse(&question.to_string())?;
    let answer = Desk::new().answer_read(&read, &Watch::unwatched())?;
    let text = text(&read.request, &answer);
    let wide = text.lines().map(unicode_width::UnicodeWidthStr::width).max().unwrap_or(0);
    assert!(wide <= crate::layout::WIDTH, "{wide} columns:\n{text}");
    Ok((serde_json::to_value(&answer).expect("plain data"), text))
}
