//! Why a command gives no answer: one clear sentence on standard error and an exit code.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

/// A command that could not answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input cannot be used; the text says what is wrong, where, and what to do.
    BadInput(String),
    /// A limit was reached: the answer is `unknown`, for this reason.
    Limit(String),
    /// The user stopped the work.
    Interrupted,
    /// The reader of our output went away, as `| head` does: nothing is wrong.
    OutputClosed,
}

impl Failure {
    /// Bad input, said in the words of a library.
    pub(crate) fn bad(message: impl Display) -> Failure {
        Failure::BadInput(message.to_string())
    }

    /// Says what went wrong and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::BadInput(message) => {
                let _ = writeln!(std::io::stderr(), "tesuji: {message}");
                ExitCode::from(1)
            }
            Failure::Limit(why) => {
                let _ = writeln!(std::io::stderr(), "tesuji: unknown: {why}");
                ExitCode::from(2)
            }
            Failure::Interrupted => {
                let _ = writeln!(std::io::stderr(), "tesuji: interrupted");
                ExitCode::from(130)
            }
            Failure::OutputClosed => ExitCode::SUCCESS,
        }
    }
}
