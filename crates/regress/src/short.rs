//! Questions in short: `capture target=D4 first=defender`.

use serde_json::{Map, Value};
use tesuji_ask::parse_object;

/// Fields that are lists, so that one value without commas is a list as well.
const LISTS: [&str; 10] = [
    "expressions",
    "targets",
    "strings",
    "essential",
    "safe",
    "unknown",
    "black",
    "white",
    "tactics",
    "unseen",
];

/// A question as JSON or in short.
pub(crate) fn question(text: &str) -> Result<Map<String, Value>, String> {
    if text.starts_with('{') {
        return parse_object(text).map_err(|fault| fault.to_string());
    }
    let words = split(text, char::is_whitespace);
    let mut words = words.iter().map(String::as_str).filter(|word| !word.is_empty());
    let kind = words.next().ok_or("write ask KIND NAME=VALUE ..., or a question in JSON")?;
    let mut object = Map::new();
    object.insert("ask".into(), kind.into());
    for word in words {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, value_of(name, value)),
            None => (word, Value::Bool(true)),
        };
        insert(&mut object, name, value)?;
    }
    Ok(object)
}

/// JSON, a list of words, or a text.
fn value_of(name: &str, text: &str) -> Value {
    let plain = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_string()));
    let whole = plain(text);
    if whole.is_array() || !LISTS.contains(&name) {
        return whole;
    }
    Value::Array(split(text, |character| character == ',').iter().map(|word| plain(word.trim())).collect())
}

/// Puts a value where the name says, which goes inwards at every dot.
fn insert(object: &mut Map<String, Value>, name: &str, value: Value) -> Result<(), String> {
    let Some((outer, inner)) = name.split_once('.') else {
        return match object.insert(name.to_string(), value) {
            None => Ok(()),
            Some(_) => Err(format!("'{name}' is given twice")),
        };
    };
    match object.entry(outer).or_insert_with(|| Value::Object(Map::new())) {
        Value::Object(within) => insert(within, inner, value),
        _ => Err(format!("'{outer}' is given twice")),
    }
}

/// A text in pieces, divided where it is neither quoted nor inside brackets.
pub(crate) fn split(text: &str, divides: impl Fn(char) -> bool) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut depth = 0_u32;
    let (mut quoted, mut escaped) = (false, false);
    for character in text.chars() {
        if !quoted && depth == 0 && divides(character) {
            pieces.push(String::new());
            continue;
        }
        match character {
            '"' if !escaped => quoted = !quoted,
            '{' | '[' | '(' if !quoted => depth += 1,
            '}' | ']' | ')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        escaped = quoted && character == '\\' && !escaped;
        if let Some(piece) = pieces.last_mut() {
            piece.push(character);
        }
    }
    pieces
}
