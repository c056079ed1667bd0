//! What is expected, and whether it is so.

use serde_json::Value;

use crate::short::split;

/// An expectation about the answer to a question.
pub(crate) struct Expectation<'t> {
    path: &'t str,
    operator: Operator,
    value: &'t str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Same,
    Exactly,
    Different,
    Has,
    In,
}

/// As they are written; what begins like another one stands before it.
const OPERATORS: [(&str, Operator); 5] = [
    ("==", Operator::Exactly),
    ("!=", Operator::Different),
    ("=", Operator::Same),
    ("has ", Operator::Has),
    ("in ", Operator::In),
];

impl<'t> Expectation<'t> {
    /// Reads `FIELD = VALUE`; nothing if the text is something else, such as a question about the board.
    pub(crate) fn read(text: &'t str) -> Option<Expectation<'t>> {
        let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-')))?;
        let (path, rest) = text.split_at(end);
        let rest = rest.trim_start();
        let &(written, operator) = OPERATORS.iter().find(|(written, _)| rest.starts_with(written))?;
        if path.is_empty() {
            return None;
        }
        Some(Expectation { path, operator, value: rest[written.len()..].trim() })
    }

    /// Whether the answer is as expected.
    pub(crate) fn check(&self, answer: &Value) -> Result<(), String> {
        if let Some(error) = answer.get("error").and_then(Value::as_str)
            && !matches!(self.path, "error" | "field")
        {
            return Err(format!("the question cannot be asked: {error}"));
        }
        let got = self.find(answer)?;
        if self.holds(got) {
            return Ok(());
        }
        let written = match OPERATORS.iter().find(|(_, operator)| *operator == self.operator) {
            Some((written, _)) => written.trim(),
            None => "=",
        };
        let because = match (answer.get("verdict").and_then(Value::as_str), answer.get("why")) {
            (Some("unknown"), Some(Value::String(why))) => format!(" ({why})"),
            _ => String::new(),
        };
        Err(format!("expected {} {written} {}, got {}{because}", self.path, self.value, shown(got)))
    }

    /// The value at the path. What is left out of an answer that could have it is null.
    fn find<'v>(&self, answer: &'v Value) -> Result<&'v Value, String> {
        let mut found = answer;
        let mut names = self.path.split('.').peekable();
        while let Some(name) = names.next() {
            let next = match found {
                Value::Array(list) => name.parse().ok().and_then(|index: usize| list.get(index)),
                Value::Object(object) => object.get(name),
                _ => return Err(format!("the answer has no field {}", self.path)),
            };
            found = match next {
                Some(next) => next,
                None if names.peek().is_none() => &Value::Null,
                None => return Err(format!("the answer has no field {}", self.path)),
            };
        }
        Ok(found)
    }

    fn holds(&self, got: &Value) -> bool {
        let found = words_of(got);
        let is_list = got.is_array() || got.is_null();
        let spaced = found.iter().any(|word| word.contains(' '));
        match self.operator {
            Operator::Same if is_list => sorted(&found) == sorted(&expected_words(self.value, spaced)),
            Operator::Same => shown(got).eq_ignore_ascii_case(&unquoted(self.value)),
            Operator::Different => !Expectation { operator: Operator::Same, ..*self }.holds(got),
            Operator::Exactly if is_list => found == expected_words(self.value, spaced),
            Operator::Exactly => shown(got) == unquoted(self.value),
            Operator::Has if is_list => {
                let found = sorted(&found);
                sorted(&expected_words(self.value, spaced)).iter().all(|word| found.contains(word))
            }
            Operator::Has => shown(got).contains(&unquoted(self.value)),
            Operator::In => {
                let first = found.first().map(|word| word.to_ascii_lowercase());
                first.is_some_and(|first| sorted(&expected_words(self.value, spaced)).contains(&first))
            }
        }
    }
}

/// A JSON text without its quotes; anything else as it is.
fn unquoted(text: &str) -> String {
    match serde_json::from_str(text) {
        Ok(Value::String(text)) => text,
        _ => text.to_string(),
    }
}

/// A list of words as it was written: JSON, or divided by commas, or else by spaces.
fn expected_words(text: &str, spaced: bool) -> Vec<String> {
    if text == "none" {
        return Vec::new();
    }
    if let Ok(Value::Array(list)) = serde_json::from_str(text) {
        return list.iter().map(shown).collect();
    }
    let by_comma = split(text, |character| character == ',');
    if spaced || by_comma.len() > 1 {
        return by_comma.iter().map(|word| word.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    }
    text.split_whitespace().map(String::from).collect()
}

/// The words of a value: the elements of a list, or the value itself.
fn words_of(value: &Value) -> Vec<String> {
    match value {
        Value::Null => Vec::new(),
        Value::Array(list) => list.iter().map(shown).collect(),
        value => vec![shown(value)],
    }
}

/// A value as people write it: `B D4` for a move, `none` for nothing.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".into(),
        Value::Array(list) => {
            let words: Vec<String> = list.iter().map(shown).collect();
            let comma = words.iter().any(|word| word.contains(' '));
            words.join(if comma { ", " } else { " " })
        }
        Value::Object(object) => match (object.get("color"), object.get("point"), object.len()) {
            (Some(Value::String(color)), Some(Value::String(point)), 2) => {
                let letter: String = color.chars().take(1).flat_map(char::to_uppercase).collect();
                format!("{letter} {point}")
            }
            _ => value.to_string(),
        },
        value => value.to_string(),
    }
}

fn sorted(words: &[String]) -> Vec<String> {
    let mut words: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    words.sort();
    words
}

/// Whether two texts have the same words; sets of points are equal in any order.
pub(crate) fn same_words(one: &str, other: &str) -> bool {
    let words = |text: &str| sorted(&text.split_whitespace().map(String::from).collect::<Vec<_>>());
    words(one) == words(other)
}

/// The code must be the one expected, the move one of those expected, if any are.
pub(crate) fn compare_reading(question: &str, expected: &str, got: &str) -> Result<(), String> {
    let wanted: Vec<&str> = expected.split_whitespace().collect();
    let found: Vec<&str> = got.split_whitespace().collect();
    let code = wanted.first() == found.first();
    let step = wanted.len() <= 1
        || found.get(1).is_some_and(|step| wanted[1..].iter().any(|one| one.eq_ignore_ascii_case(step)));
    if code && step {
        Ok(())
    } else {
        Err(format!("expected {} = {}, got {got}", question.trim(), expected.trim()))
    }
}
