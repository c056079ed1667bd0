//! The reasons for not answering, each with its sentence.
//!
//! A question that makes no sense for a board is an error of whoever asks. Everything else (a limit, a board beyond the method,
//! a stop) leaves the answer [`Unknown`], and says why.

use tesuji_job::{Unknown, Why};
use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked is not defined for this board or not offered by the method.
    #[error("{0}")]
    NotOffered(String),
    /// The answer could not be found: a limit was reached, the board is beyond the method, or the job was stopped.
    #[error(transparent)]
    Unknown(#[from] Unknown),
}

impl From<Why> for Error {
    fn from(why: Why) -> Error {
        Error::Unknown(why.into())
    }
}

/// What is being done, as a [`Watch`](tesuji_job::Watch) sees it.
pub(crate) mod stage {
    pub(crate) const PREPARING: &str = "preparing the bound";
    pub(crate) const SEARCHING: &str = "looking for a board";
    pub(crate) const REFUTING: &str = "proving that no board is better";
    pub(crate) const COUNTING: &str = "counting";
    pub(crate) const BRANCHING: &str = "branching";
    pub(crate) const CHECKING: &str = "checking";
    pub(crate) const DRAWING: &str = "drawing boards";
    pub(crate) const LISTING: &str = "listing boards";
}

/// The board is beyond the method, whatever the limits: what is too large and what would be feasible.
pub(crate) fn out_of_reach(board: &str, why: &str) -> Unknown {
    Unknown::new(Why::OutOfReach, format!("{board} is out of reach: {why}"))
}

/// The node limit was reached.
pub(crate) fn states(limit: u64) -> Unknown {
    Unknown::new(Why::Nodes, format!("the limit of {limit} nodes was reached before the answer was proved"))
}

/// The limit of memory was reached; so many bytes are needed to go on.
pub(crate) fn memory(needed: u64, limit: u64) -> Unknown {
    let (needed, limit) = (needed.div_ceil(1_000_000), limit / 1_000_000);
    Unknown::new(Why::Memory, format!("{needed} MB of memory would be needed, the limit is {limit} MB"))
}

/// An answer did not pass its own check: an error in this program.
pub(crate) fn contradiction(what: &str) -> Unknown {
    Unknown::new(Why::Contradiction, format!("{what}; this is an error in the program, please report it"))
}
