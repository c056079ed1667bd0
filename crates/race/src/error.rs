//! What is wrong with a question about a race.

use tesuji_board::Color;
use tesuji_cgt::Error as GameError;
use thiserror::Error;

/// Why a race cannot be set up. (A race that is set up and cannot be decided has an ordinary answer,
/// [`Verdict::Unknown`](crate::Verdict::Unknown).)
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RaceError {
    /// A liberty game could not be read.
    #[error("`{text}` is no liberty game: {message}")]
    Expression {
        /// What was written.
        text: String,
        /// What is wrong with it.
        message: String,
    },
    /// A number of liberties with the sign of the other side, or out of range.
    #[error(
        "{number} is no number of liberties for {owner}: black's liberties are written positive, white's negative, \
         and 100000 is the most"
    )]
    WrongSign {
        /// What was written.
        number: i64,
        /// Whose liberties they were meant to be.
        owner: Color,
    },
    /// A limit of the engine of games.
    #[error("the liberty games are too large: {0}")]
    Game(#[from] GameError),
    /// The marks or points do not describe a race.
    #[error("{0}")]
    Setup(String),
}

impl RaceError {
    #[allow(clippy::needless_pass_by_value, reason = "errors are handed over where they arise")]
    pub(crate) fn expression(text: &str, message: impl ToString) -> RaceError {
        RaceError::Expression { text: text.to_string(), message: message.to_string() }
    }

    #[allow(clippy::needless_pass_by_value, reason = "errors are handed over where they arise")]
    pub(crate) fn setup(message: impl ToString) -> RaceError {
        RaceError::Setup(message.to_string())
    }
}
