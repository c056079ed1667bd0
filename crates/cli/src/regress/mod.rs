//! Files of test cases: the expected answer stands beside the position.
//!
//! Two kinds: our own case files (`cases.rs`) and GTP regression files (`tst.rs`). Every case gives one [`Outcome`]; a
//! case that cannot be understood is one that failed, and the others of the file still run.

mod cases;
mod tst;

use std::fmt;
use std::path::Path;

use crate::failure::Failure;
use crate::files::Input;

/// What became of one case.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) name: String,
    /// What was wrong, if it failed.
    pub(crate) failure: Option<String>,
    /// Something to know about a case that did not fail.
    pub(crate) note: Option<String>,
}

impl Outcome {
    pub(crate) fn passed(&self) -> bool {
        self.failure.is_none()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.passed() { "passed" } else { "FAILED" };
        write!(f, "{word} {}:{}: {}", self.file, self.line, self.name)?;
        match self.failure.as_ref().or(self.note.as_ref()) {
            Some(text) => write!(f, ": {text}"),
            None => Ok(()),
        }
    }
}

/// Runs all cases of a file.
pub(crate) fn run(path: &Path, input: &Input) -> Result<Vec<Outcome>, Failure> {
    let text = String::from_utf8(input.bytes.clone())
        .map_err(|_| Failure::bad(format!("{} is not a text file of cases", input.name)))?;
    let gtp = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tst"));
    let outcomes = if gtp { tst::run(path, &input.name, &text) } else { cases::run(&input.name, &text) };
    if outcomes.is_empty() {
        return Err(Failure::bad(format!("{} has no test cases", input.name)));
    }
    Ok(outcomes)
}
