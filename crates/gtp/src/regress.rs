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
use tesuji_ask::Desk;
use tesuji_ask::cases::Outcome;
use tesuji_job::{Watch, Why};

use crate::engine::Engine;

/// A command with its line, and what it was answered.
struct Done {
    line: usize,
    name: String,
    result: Result<String, String>,
}

/// Runs the commands of a regression file and compares their replies. `file` is its name in the outcomes, `folder` where
/// `loadsgf` finds what is not in the current folder.
///
/// # Errors
/// As [`Watch::check`], when the work was ended before all of it was done.
pub fn regress(
    folder: Option<&Path>,
    file: &str,
    text: &str,
    desk: &Desk,
    watch: &Watch,
) -> Result<Vec<Outcome>, Why> {
    let mut engine = Engine::beside(folder);
    let mut last: Option<Done> = None;
    let mut outcomes = Vec::new();
    let mut tell = |line, name, judged: Result<Option<String>, String>| {
        let (failure, note) = match judged {
            Ok(note) => (None, note),
            Err(failure) => (Some(failure), None),
        };
        outcomes.push(Outcome { file: file.to_string(), line, name, failure, note });
    };
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if let Some(expectation) = line.trim_start().strip_prefix("#?") {
            match last.take() {
                Some(done) => tell(done.line, done.name, compare(expectation, &done.result)),
                None => tell(number, "no command".into(), Err("there is none to be compared".into())),
            }
        } else if let Some(reply) = engine.answer(line, desk, watch) {
            watch.check()?;
            let done = Done { line: number, name: line.trim().to_string(), result: reply.result };
            if let Some(before) = last.replace(done) {
                must_have_worked(before, &mut tell);
            }
        }
    }
    if let Some(done) = last {
        must_have_worked(done, &mut tell);
    }
    Ok(outcomes)
}

/// A command nobody asks about must still work: other cases rest on it.
fn must_have_worked(done: Done, tell: &mut impl FnMut(usize, String, Result<Option<String>, String>)) {
    if let Err(error) = done.result {
        tell(done.line, done.name, Err(format!("the command failed: {error}")));
    }
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
