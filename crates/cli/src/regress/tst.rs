//! GTP regression files: commands, and what their replies must match.
//!
//! ```text
//! loadsgf games/ladder.sgf 12
//! 10 countlib D4
//! #? [2|3]
//! ```
//!
//! The pattern is a regular expression for the whole reply; `!` before it turns it round, and `*` behind the brackets
//! says that the case is known to fail.

use std::path::Path;

use regex_lite::Regex;

use super::Outcome;
use crate::gtp::Engine;

pub(super) fn run(path: &Path, file: &str, text: &str) -> Vec<Outcome> {
    let mut engine = Engine::beside(path.parent());
    let mut last: Option<(usize, String, Result<String, String>)> = None;
    let mut outcomes = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let number = i + 1;
        if let Some(expectation) = line.trim_start().strip_prefix("#?") {
            let (line, name, result) =
                last.take().unwrap_or((number, "no command".into(), Err("there is none".into())));
            let (failure, note) = match compare(expectation, &result) {
                Ok(note) => (None, note),
                Err(failure) => (Some(failure), None),
            };
            outcomes.push(Outcome { file: file.to_string(), line, name, failure, note });
        } else if let Some(reply) = engine.answer(line) {
            // A command nobody asks about must still work: later cases rest on it.
            if let Some((line, name, Err(error))) =
                last.replace((number, line.trim().to_string(), reply.result))
            {
                let failure = Some(format!("the command failed: {error}"));
                outcomes.push(Outcome { file: file.to_string(), line, name, failure, note: None });
            }
        }
    }
    outcomes
}

/// Nothing or a note if the reply is as expected, else what is wrong.
fn compare(expectation: &str, result: &Result<String, String>) -> Result<Option<String>, String> {
    let expectation = expectation.trim();
    let (pattern, known_failure) = match expectation.strip_suffix('*') {
        Some(pattern) => (pattern, true),
        None => (expectation, false),
    };
    let pattern = pattern
        .strip_prefix('[')
        .and_then(|p| p.strip_suffix(']'))
        .ok_or_else(|| format!("'{expectation}' is no expectation: write #? [PATTERN]"))?;
    let (pattern, negated) = match pattern.strip_prefix('!') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let regex = Regex::new(&format!("^(?:{pattern})$"))
        .map_err(|error| format!("bad pattern [{pattern}]: {error}"))?;
    let matched = result.as_ref().is_ok_and(|reply| regex.is_match(reply.trim()) != negated);
    match (matched, known_failure) {
        (true, false) => Ok(None),
        (true, true) => Ok(Some("passed although it is marked as a known failure".into())),
        (false, true) => Ok(Some("fails, as is known".into())),
        (false, false) => {
            let got = match result {
                Ok(reply) => format!("'{}'", reply.trim()),
                Err(error) => format!("the error '{error}'"),
            };
            Err(format!("expected {expectation}, got {got}"))
        }
    }
}
