//! Why a command gives no answer: one sentence on standard error and an exit code.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use serde::Serialize;
use tesuji_ask::Fault;
use tesuji_job::{Unknown, Why};

use crate::files;

/// A command that could not answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input cannot be used; the sentence says what is wrong, where, and what to do.
    Bad(Box<Fault>),
    /// A limit was reached, or the user stopped the work, and nothing is known yet.
    Unknown(Unknown),
    /// The reader of our output went away, as `| head` does: nothing is wrong.
    OutputClosed,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Bad(Box::new(fault))
    }
}

impl From<Unknown> for Failure {
    fn from(unknown: Unknown) -> Failure {
        Failure::Unknown(unknown)
    }
}

impl From<Why> for Failure {
    fn from(why: Why) -> Failure {
        Failure::Unknown(why.into())
    }
}

/// An answer that says nothing but why.
#[derive(Serialize)]
struct Nothing {
    verdict: &'static str,
    why: String,
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
            Failure::Unknown(unknown) => {
                let _ = writeln!(err, "tesuji: unknown: {}", Fault::new(unknown));
                if json {
                    let _ = files::print_json(&Nothing { verdict: "unknown", why: unknown.to_string() });
                }
                ExitCode::from(if unknown.why == Why::Stopped { 130 } else { 2 })
            }
            Failure::OutputClosed => ExitCode::SUCCESS,
        }
    }
}
