//! What is wrong with a question: one sentence, the field it is about, and the place in a text that was given.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Why a question cannot be asked. A limit is no fault: it is an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Fault {
    /// One sentence: what is wrong, where, and what to do.
    #[serde(rename = "error")]
    pub message: String,
    /// The field of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The line that is wrong with a caret below the place, for people who look at a terminal.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    pub excerpt: Option<String>,
}

/// A fault as doors send it that answer several questions: with the `id` of the question it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Refusal {
    /// The `id` of the question, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// What is wrong.
    #[serde(flatten)]
    pub fault: Fault,
    /// The number of the line, from 1 on, where questions come as lines and this one has no `id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// Characters of a message: no input is echoed without end.
const MOST: usize = 400;

impl Fault {
    /// A fault in a field.
    #[must_use]
    pub fn in_field(field: &str, message: impl fmt::Display) -> Fault {
        Fault { field: Some(field.to_string()), ..Fault::new(message) }
    }

    /// A fault of the whole question.
    #[must_use]
    pub fn new(message: impl fmt::Display) -> Fault {
        Fault { message: one_line(&message.to_string()), field: None, excerpt: None }
    }

    /// With a picture of the place: the text and the column in it, counted from 1.
    #[must_use]
    pub fn at(self, text: &str, column: usize) -> Fault {
        Fault { excerpt: excerpt(text, column), ..self }
    }

    /// With words before the sentence, such as the name of a file.
    #[must_use]
    pub fn within(self, place: &str) -> Fault {
        Fault { message: one_line(&format!("{place}: {}", self.message)), ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// A message as one line of a bounded length, without characters that move the cursor.
fn one_line(text: &str) -> String {
    let mut line: String = text
        .trim()
        .chars()
        .map(|character| if character.is_control() { ' ' } else { character })
        .take(MOST + 1)
        .collect();
    if line.chars().count() > MOST {
        line = line.chars().take(MOST).collect::<String>() + "...";
    }
    line
}

/// Characters of a text that are shown around an error.
const SHOWN: usize = 60;

/// The part of a line around a column with a caret below it.
fn excerpt(text: &str, column: usize) -> Option<String> {
    if text.trim().is_empty() {
        return None;
    }
    let plain = |character: char| if character.is_control() { '\u{fffd}' } else { character };
    let characters: Vec<char> = text.chars().map(plain).collect();
    let column = column.saturating_sub(1).min(characters.len());
    let start = column.saturating_sub(SHOWN / 2);
    let end = (start + SHOWN).min(characters.len());
    let shown: String = characters[start..end].iter().collect();
    let before = if start > 0 { "..." } else { "" };
    let after = if end < characters.len() { "..." } else { "" };
    let wide = column - start + before.len();
    Some(format!("  |\n  | {before}{shown}{after}\n  | {:wide$}^", ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_bounded_line() {
        let fault = Fault::in_field("target", format!("no\nsuch \u{1b}[2J point {}", "x".repeat(1000)));
        assert!(fault.message.starts_with("no such  [2J point xxx") && fault.message.ends_with("..."));
        assert!(!fault.message.contains('\n') && fault.message.chars().count() <= MOST + 3);
        let json = serde_json::to_string(&Fault::in_field("cool", "no")).expect("plain data");
        assert_eq!(json, r#"{"error":"no","field":"cool"}"#);
    }

    #[test]
    fn the_caret_is_below_the_place() {
        let fault = Fault::new("expected }").at("{4|0", 5);
        assert_eq!(fault.excerpt.as_deref(), Some("  |\n  | {4|0\n  |     ^"));
        let long = Fault::new("no").at(&"a".repeat(200), 100).excerpt.expect("there is a text");
        assert!(long.lines().all(|line| line.chars().count() < 80), "{long}");
        assert_eq!(Fault::new("no").at("  ", 1).excerpt, None);
    }
}
