//! Reasons for not knowing.

use std::fmt;

/// Why something is not known. A limit is never a verdict: an answer that ends with one of these is *unknown*, and says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Why {
    /// The node limit was reached.
    Nodes,
    /// The memory limit was reached.
    Memory,
    /// The time limit was reached.
    Time,
    /// Somebody stopped the work.
    Stopped,
    /// Only longer lines than are looked at could decide it.
    Depth,
    /// The part of the board that matters is larger than what can be read at once.
    Room,
    /// A game is nested too deeply for the machine's stack.
    Levels,
    /// A printed form would be too long.
    Text,
    /// The method does not reach so far, whatever the limits.
    OutOfReach,
    /// It is proved, but the proof could not be certified for the whole board.
    Uncertified,
    /// Two results of the program contradict each other.
    Contradiction,
    /// Nothing was searched.
    NotAsked,
}

impl Why {
    /// Whether larger limits may change the answer, so that asking again with more can help.
    #[must_use]
    pub fn is_limit(self) -> bool {
        matches!(self, Why::Nodes | Why::Memory | Why::Time | Why::Levels | Why::Text)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Nodes => "the node limit was reached",
            Why::Memory => "the memory limit was reached",
            Why::Time => "the time limit was reached",
            Why::Stopped => "the work was stopped",
            Why::Depth => "only longer lines than are looked at could decide it",
            Why::Room => "there is no room to read all of it at once",
            Why::Levels => "a game is nested too deeply",
            Why::Text => "the printed form is too long",
            Why::OutOfReach => "it is out of reach of the method",
            Why::Uncertified => "it is proved, but the proof could not be certified for the whole board",
            Why::Contradiction => {
                "two results contradict each other; this is an error in the program, please report it"
            }
            Why::NotAsked => "nothing was searched",
        })
    }
}

impl std::error::Error for Why {}

/// A reason with its evidence: what was too large, what would be feasible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The reason.
    pub why: Why,
    /// The whole sentence, if there is more to say than the reason itself says.
    pub detail: Option<String>,
}

impl Unknown {
    /// A reason with a sentence of its own.
    #[must_use]
    pub fn new(why: Why, detail: impl Into<String>) -> Unknown {
        Unknown { why, detail: Some(detail.into()) }
    }
}

impl From<Why> for Unknown {
    fn from(why: Why) -> Unknown {
        Unknown { why, detail: None }
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.detail {
            Some(detail) => f.write_str(detail),
            None => self.why.fmt(f),
        }
    }
}

impl std::error::Error for Unknown {}
