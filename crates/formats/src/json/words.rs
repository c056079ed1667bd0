//! What a JSON parser says, in words of whoever wrote the JSON.

/// A message of `serde_json` without the names of the program's types, which mean nothing to its reader.
///
/// ```
/// let told = tesuji_formats::json_in_words("invalid type: integer `7`, expected struct Position");
/// assert_eq!(told, "invalid type: integer `7`, expected an object");
/// ```
#[must_use]
pub fn json_in_words(message: &str) -> String {
    const TYPES: [(&str, &str); 19] = [
        ("struct ", "an object"),
        ("internally tagged enum ", "an object"),
        ("adjacently tagged enum ", "an object"),
        ("unit struct ", "null"),
        ("newtype struct ", "one value"),
        ("tuple struct ", "a list"),
        ("a tuple ", "a list"),
        ("an array ", "a list"),
        ("enum ", "a name"),
        ("string or map", "a name"),
        ("map with a single key", "a name"),
        ("variant identifier", "a name"),
        ("a map", "an object"),
        ("a sequence", "a list"),
        ("f64", "a number"),
        ("f32", "a number"),
        ("a string key", "a text"),
        ("a boolean", "true or false"),
        ("unit", "null"),
    ];
    let Some((before, wanted)) = message.rsplit_once("expected ") else { return message.to_string() };
    // u8, i64, usize and their like.
    let number = |sign: char| {
        let bits = wanted.strip_prefix(sign).map(|bits| bits.split(' ').next().unwrap_or_default());
        bits.is_some_and(|bits| bits == "size" || bits.parse::<u8>().is_ok())
    };
    let words = match TYPES.into_iter().find(|(name, _)| wanted.starts_with(name)) {
        Some((name, words)) => match wanted.strip_prefix(name).and_then(|rest| rest.rsplit_once("length ")) {
            Some((_, length)) => format!("{words} of length {length}"),
            None => words.to_string(),
        },
        None if number('u') => "a whole number from 0 on".into(),
        None if number('i') => "a whole number".into(),
        None => return message.to_string(),
    };
    format!("{before}expected {words}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_become_words() {
        for (message, words) in [
            ("invalid type: null, expected u32", "invalid type: null, expected a whole number from 0 on"),
            ("invalid type: null, expected usize", "invalid type: null, expected a whole number from 0 on"),
            ("expected internally tagged enum Change", "expected an object"),
            (
                "invalid length 1, expected an array of length 2",
                "invalid length 1, expected a list of length 2",
            ),
            ("invalid length 1, expected a tuple of size 2", "invalid length 1, expected a list"),
            ("invalid type: map, expected string or map", "invalid type: map, expected a name"),
            (
                "unknown variant `x`, expected `capture` or `life`",
                "unknown variant `x`, expected `capture` or `life`",
            ),
            ("trailing characters", "trailing characters"),
        ] {
            assert_eq!(json_in_words(message), words);
        }
    }
}
