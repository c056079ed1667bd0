//! Files of test cases: the expected answer stands beside the position.
//!
//! ```text
//! # A comment.
//! case the ko may not be retaken at once
//! rules positional-superko
//! . X O .
//! X O . O
//! . X O .
//! play black C2
//! expect ko = B2
//! expect legal white B2 = ko
//! undo
//! expect liberties B2 = C2
//! expect attack B2 = 1 C2
//!
//! case any question can be asked about the board
//! . . . . .
//! . X . . .
//! X O . . .
//! . X . . .
//! . . . . .
//! ask capture target=B3 first=attacker
//! expect verdict = captured
//! expect moves has C3
//! ask {"ask": "value", "expressions": ["{4|0}"], "cool": 2}
//! expect cooled = 2*
//! expect nodes != 0
//! ```
//!
//! A case begins with `case NAME` and ends where the next one begins; a text diagram, moves and expectations follow, which
//! are worked through in order. Every case gives one [`Outcome`]: one that cannot be understood has failed, and the others of
//! the file still run. `rules` has some of `no-ko`, `simple-ko`, `positional-superko`, `situational-superko` and `suicide`.
//!
//! # Questions about the board
//!
//! `expect QUESTION = ANSWER` with one of `ko`, `to-move`, `stones COLOUR`, `string POINT`, `liberties POINT`,
//! `liberty-count POINT`, `captured COLOUR`, `alive COLOUR`, `area`, `legal COLOUR POINT`, `attack POINT` and `defend POINT`.
//! Sets of points are equal in any order. `attack` and `defend` ask about quick captures, as in GTP (`order=usual`), and answer with GNU Go's
//! code and the move; the expectation may name several moves, or the code alone.
//!
//! # Questions of every kind
//!
//! `ask` asks what [`Question`](tesuji_ask::Question) describes: as JSON, `ask {"ask": "mate", "sfen": "..."}`, or in short,
//! `ask KIND NAME=VALUE ...`. There a value is JSON or else a text without spaces, a list such as `targets=C3,F3` has commas,
//! `limits.nodes=1000` goes inwards, and a name alone is true. A race, capture, show or `tactic_set` without a position is about
//! the board of the case as it stands, with its marks; questions know nothing of earlier positions and other rules.
//!
//! The expectations behind it are about the answer until the next `ask`, `play` or `undo`. `expect FIELD = VALUE` names a path
//! into the JSON answer: `verdict`, `black_first.moves`, `moves.0`, `regions.1.cooled`. A question that cannot be asked has the
//! fields `error` and `field`.
//!
//! | | |
//! |---|---|
//! | `=` | the same text in any case; for a list, the same words in any order |
//! | `==` | exactly the same, in the same order |
//! | `!=` | not as with `=` |
//! | `has` | the list has all these words, the text has this part |
//! | `in` | the text, or the first of the list, is one of these words |
//!
//! Words are separated by spaces, or by commas if there are any; a move of a line is `B D4`, so that lines need commas:
//! `expect line == B D4, W C3`. JSON is understood as well: `expect best.winning_summands = [1, 2]`. What is null, empty or
//! left out is `none`.

mod case;
mod expect;
mod short;

use std::fmt;

use serde::Serialize;
use tesuji_ask::{Desk, Fault};
use tesuji_job::{Progress, Watch};

use crate::case::{Case, Ended};

/// What became of one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The name of its file.
    pub file: String,
    /// The line of its beginning, or of what failed.
    pub line: usize,
    /// What it is called.
    pub name: String,
    /// Whether it passed; null if it was not run to its end.
    pub passed: Option<bool>,
    /// What was wrong, if it failed.
    pub failure: Option<String>,
    /// Something to know about a case that did not fail.
    pub note: Option<String>,
}

impl Outcome {
    /// A case that passed, or failed with these words.
    #[must_use]
    pub fn of(file: &str, line: usize, name: &str, failure: Option<String>) -> Outcome {
        let passed = Some(failure.is_none());
        Outcome { file: file.into(), line, name: name.into(), passed, failure, note: None }
    }

    /// A case that was not run to its end, and why.
    #[must_use]
    pub fn not_run(file: &str, line: usize, name: &str, why: impl fmt::Display) -> Outcome {
        let note = Some(format!("not run: {why}"));
        Outcome { file: file.into(), line, name: name.into(), passed: None, failure: None, note }
    }

    /// The same with something to know about it.
    #[must_use]
    pub fn noting(self, note: Option<String>) -> Outcome {
        Outcome { note: note.or(self.note), ..self }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.passed {
            Some(true) => "passed",
            Some(false) => "FAILED",
            None => "stopped",
        };
        write!(f, "{word} {}:{}: {}", self.file, self.line, self.name)?;
        match self.failure.as_ref().or(self.note.as_ref()) {
            Some(text) => write!(f, ": {text}"),
            None => Ok(()),
        }
    }
}

/// What became of all cases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Outcomes {
    /// How many passed.
    pub passed: usize,
    /// How many failed.
    pub failed: usize,
    /// How many were not run to their end, because the work was stopped.
    pub not_run: usize,
    /// All of them, in order.
    pub cases: Vec<Outcome>,
}

impl FromIterator<Outcome> for Outcomes {
    fn from_iter<I: IntoIterator<Item = Outcome>>(cases: I) -> Outcomes {
        let cases: Vec<Outcome> = cases.into_iter().collect();
        let count = |passed: Option<bool>| cases.iter().filter(|case| case.passed == passed).count();
        Outcomes { passed: count(Some(true)), failed: count(Some(false)), not_run: count(None), cases }
    }
}

impl Outcomes {
    /// In words: what is worth knowing, or everything, and the counts in the last line.
    #[must_use]
    pub fn text(&self, everything: bool) -> String {
        let mut text = String::new();
        for case in &self.cases {
            if everything || case.failure.is_some() || (case.passed.is_some() && case.note.is_some()) {
                text.push_str(&format!("{case}\n"));
            }
        }
        text.push_str(&format!("{} passed, {} failed", self.passed, self.failed));
        if self.not_run > 0 {
            text.push_str(&format!(", {} not run", self.not_run));
        }
        text + "\n"
    }
}

/// Runs all cases of a file, whose name is for messages. When the watch ends the work, the cases that are left say so.
///
/// # Errors
/// If there is no case at all.
pub fn run(file: &str, text: &str, desk: &Desk, watch: &Watch) -> Result<Vec<Outcome>, Fault> {
    let cases = split(text);
    if cases.is_empty() {
        return Err(Fault::new(format!("{file} has no test cases")));
    }
    let total = cases.len() as u64;
    let mut outcomes = Vec::new();
    for (done, written) in cases.iter().enumerate() {
        let (line, name) = (written.line, written.name);
        let begun = watch.look(|| Progress::counted("running cases", done as u64, Some(total)));
        outcomes.push(match begun.map_err(Ended::Stopped).and_then(|()| run_case(written, desk, watch)) {
            Ok(()) => Outcome::of(file, line, name, None),
            Err(Ended::Failed { line, failure }) => Outcome::of(file, line, name, Some(failure)),
            Err(Ended::Stopped(why)) => Outcome::not_run(file, line, name, why),
        });
    }
    Ok(outcomes)
}

fn run_case(written: &Written<'_>, desk: &Desk, watch: &Watch) -> Result<(), Ended> {
    let mut case = Case::new(written.line, desk, watch);
    for &(number, line) in &written.lines {
        case.line(number, line)?;
    }
    case.end()
}

/// A case as it stands in the file.
struct Written<'t> {
    line: usize,
    name: &'t str,
    /// Lines with their numbers, without comments.
    lines: Vec<(usize, &'t str)>,
}

fn split(text: &str) -> Vec<Written<'_>> {
    let mut cases: Vec<Written<'_>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(name) = trimmed.strip_prefix("case ") {
            cases.push(Written { line: number, name: name.trim(), lines: Vec::new() });
            continue;
        }
        match cases.last_mut() {
            Some(case) => case.lines.push((number, line)),
            None => cases.push(Written {
                line: number,
                name: "a case without a name",
                lines: vec![(number, line)],
            }),
        }
    }
    cases
}

#[cfg(test)]
mod tests;
