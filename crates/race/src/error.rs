//! What is wrong with a question about a race, and why one has no answer.

use tesuji_board::Color;
use tesuji_cgt::Error as GameError;
use tesuji_job::{Unknown, Why};
use thiserror::Error;

/// Why a race cannot be set up: something is wrong with the question, or it is too large ([`RaceError::unknown`]). (A race that
/// is set up and cannot be decided has an ordinary answer, [`Verdict::Unknown`](crate::Verdict::Unknown).)
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RaceError {
    /// A liberty game could not be read.
    #[error("`{text}` is no liberty game: {message}")]
    Expression {
        /// What was written, as far as a line holds it.
        text: String,
        /// What is wrong with it.
        message: String,
    },
    /// A number of liberties with the sign of the other side.
    #[error(
        "{number} is no number of liberties for {owner}: black's liberties are written positive, white's negative"
    )]
    WrongSign {
        /// What was written.
        number: i64,
        /// Whose liberties they were meant to be.
        owner: Color,
    },
    /// The marks or points do not describe a race.
    #[error("{0}")]
    Setup(String),
    /// Nothing is wrong with the question, but a limit was reached, the work was stopped, or it is larger than the methods
    /// reach: the answer is not known.
    #[error("{0}")]
    Unknown(Unknown),
}

impl RaceError {
    /// The reason for not knowing, if the question is in order; nothing if something is wrong with it.
    #[must_use]
    pub fn unknown(&self) -> Option<&Unknown> {
        match self {
            RaceError::Unknown(unknown) => Some(unknown),
            _ => None,
        }
    }

    #[allow(clippy::needless_pass_by_value, reason = "errors are handed over where they arise")]
    pub(crate) fn expression(text: &str, message: impl ToString) -> RaceError {
        RaceError::Expression { text: shortened(text), message: message.to_string() }
    }

    #[allow(clippy::needless_pass_by_value, reason = "errors are handed over where they arise")]
    pub(crate) fn setup(message: impl ToString) -> RaceError {
        RaceError::Setup(message.to_string())
    }

    /// A question that is larger than the methods reach.
    pub(crate) fn too_large(message: impl Into<String>) -> RaceError {
        RaceError::Unknown(Unknown::new(Why::OutOfReach, message))
    }

    /// The same, said of a part of the question.
    pub(crate) fn about(self, part: &str) -> RaceError {
        match self {
            RaceError::Unknown(unknown) => RaceError::Unknown(told_by(part, unknown)),
            error => RaceError::Setup(format!("{part}: {error}")),
        }
    }
}

impl From<GameError> for RaceError {
    fn from(error: GameError) -> RaceError {
        RaceError::Unknown(unknown_game(error))
    }
}

/// Why the value of a game is not known.
pub(crate) fn unknown_game(error: GameError) -> Unknown {
    match error {
        GameError::Unknown(why) => why.into(),
        error => Unknown::new(Why::OutOfReach, format!("the liberty games are too large: {error}")),
    }
}

/// A reason with the name of what it is about.
pub(crate) fn told_by(what: &str, unknown: impl Into<Unknown>) -> Unknown {
    let unknown = unknown.into();
    Unknown::new(unknown.why, format!("{what}: {unknown}"))
}

/// Several reasons as one. If somebody stopped the work, that is the reason; else a limit that was reached, because larger
/// limits may help; else the last: the others were steps on the way to it. The sentence has all of them.
pub(crate) fn together(mut reasons: Vec<Unknown>) -> Unknown {
    if reasons.len() == 1 {
        return reasons.remove(0);
    }
    let find = |fits: fn(Why) -> bool| reasons.iter().map(|reason| reason.why).find(|&why| fits(why));
    let why = find(|why| why == Why::Stopped)
        .or_else(|| find(Why::is_limit))
        .or_else(|| reasons.last().map(|reason| reason.why));
    let sentences: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    Unknown::new(why.unwrap_or(Why::NotAsked), sentences.join("; "))
}

/// Nobody wants to read more than a line of what was written.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_that_larger_limits_may_remove_is_told() {
        let reason = |why| Unknown::from(why);
        let together = |all: &[Why]| together(all.iter().copied().map(reason).collect());
        assert_eq!(together(&[Why::Nodes]), reason(Why::Nodes));
        assert_eq!(together(&[Why::OutOfReach, Why::Room]).why, Why::Room);
        assert_eq!(together(&[Why::OutOfReach, Why::Nodes, Why::Room]).why, Why::Nodes);
        assert_eq!(together(&[Why::Nodes, Why::Stopped]).why, Why::Stopped);
        let told = together(&[Why::OutOfReach, Why::Nodes]).to_string();
        assert_eq!(told, "it is out of reach of the method; the node limit was reached");
    }

    #[test]
    fn a_long_text_is_shortened_to_a_line() {
        assert_eq!(shortened("{4|0} +\n  {6||4|0}"), "{4|0} + {6||4|0}");
        assert_eq!(shortened(&"é".repeat(100)), format!("{}...", "é".repeat(40)));
    }
}
