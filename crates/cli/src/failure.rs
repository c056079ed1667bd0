//! Why a command gives no answer: one sentence on standard error and an exit code.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tesuji_ask::Fault;

use crate::files;

/// A command that could not answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input cannot be used; the sentence says what is wrong, where, and what to do.
    Bad(Box<Fault>),
    /// The user stopped the work, and nothing is known yet.
    Interrupted,
    /// The reader of our output went away, as `| head` does: nothing is wrong.
    OutputClosed,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Bad(Box::new(fault))
    }
}

impl Failure {
    /// Bad input, said in the words of a library.
    pub(crate) fn bad(message: impl Display) -> Failure {
        Fault::new(message).into()
    }

    /// Says what went wrong, as an object on standard output as well if JSON is wanted, and returns the exit code.
    pub(crate) fn report(&self, json: bool) -> ExitCode {
        let mut err = io::stderr().lock();
        match self {
            Failure::Bad(fault) => {
                let _ = writeln!(err, "tesuji: {fault}");
                // One line is the rule; people who look at a terminal also see the place.
                if let Some(excerpt) = fault.excerpt.as_ref().filter(|_| err.is_terminal()) {
                    let _ = writeln!(err, "{excerpt}");
                }
                if json {
                    let _ = files::print_json(fault);
                }
                ExitCode::from(1)
            }
            Failure::Interrupted => {
                let _ = writeln!(err, "tesuji: interrupted");
                if json {
                    let _ = files::print_json(&Fault::new("interrupted"));
                }
                ExitCode::from(130)
            }
            Failure::OutputClosed => ExitCode::SUCCESS,
        }
    }
}
