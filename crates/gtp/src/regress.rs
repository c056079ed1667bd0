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
use tesuji_ask::{Desk, Fault};
use tesuji_job::{Progress, Watch, Why};
use tesuji_regress::Outcome;

use crate::engine::Engine;
use crate::line::Line;

/// A command with its line, and what it was answered; the reason if the work was ended before.
struct Done<'t> {
    line: usize,
    name: &'t str,
    result: Result<Result<String, String>, Why>,
}

/// Runs the commands of a regression file and compares their replies. `file` is its name in the outcomes, `folder` where
/// `loadsgf` finds what is not in the current folder. When the watch ends the work, the cases that are left say so.
///
/// # Errors
/// If there is no case at all.
pub fn regress(
    folder: Option<&Path>,
    file: &str,
    text: &str,
    desk: &Desk,
    watch: &Watch,
) -> Result<Vec<Outcome>, Fault> {
    let mut engine = Engine::beside(folder);
    let mut last: Option<Done<'_>> = None;
    let mut outcomes = Vec::new();
    let total = text.lines().count() as u64;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if let Some(expectation) = line.trim_start().strip_prefix("#?") {
            outcomes.push(match last.take() {
                Some(done) => judge(file, &done, expectation),
                None => {
                    let failure = "there is no command before it".into();
                    Outcome::of(file, number, line.trim(), Some(failure))
                }
            });
        } else if let Some(command) = Line::read(line) {
            outcomes.extend(last.take().and_then(|done| unasked(file, &done)));
            let begun = watch.look(|| Progress::counted("running commands", index as u64, Some(total)));
            let result = begun.and_then(|()| {
                let reply = engine.answer(command, desk, watch);
                watch.check().map(|()| reply.result)
            });
            last = Some(Done { line: number, name: line.trim(), result });
        }
    }
    outcomes.extend(last.and_then(|done| unasked(file, &done)));
    if outcomes.is_empty() {
        return Err(Fault::new(format!("{file} has no test cases")));
    }
    Ok(outcomes)
}

/// A command nobody asks about must still work: other cases rest on it.
fn unasked(file: &str, done: &Done<'_>) -> Option<Outcome> {
    match &done.result {
        Ok(Err(error)) => {
            let failure = format!("the command failed: {error}");
            Some(Outcome::of(file, done.line, done.name, Some(failure)))
        }
        Ok(Ok(_)) | Err(_) => None,
    }
}

/// What becomes of a command with this expectation.
fn judge(file: &str, done: &Done<'_>, expectation: &str) -> Outcome {
    match &done.result {
        Err(why) => Outcome::not_run(file, done.line, done.name, why),
        Ok(result) => match compare(expectation, result) {
            Ok(note) => Outcome::of(file, done.line, done.name, None).noting(note),
            Err(failure) => Outcome::of(file, done.line, done.name, Some(failure)),
        },
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
