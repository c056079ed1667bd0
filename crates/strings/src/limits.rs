//! How long a job may run, who watches it, and the reasons for not answering.
//!
//! Both limits are reproducible: they count states and bytes of tables, never seconds. Time is the observer's
//! business: it is called after every point of the board, sees how far the job is, and may stop it.

use std::ops::ControlFlow;

use thiserror::Error;

/// What a job may use. There is no default: the caller knows the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most states (or nodes of a branch and bound) made over the whole job.
    pub states: u64,
    /// The most bytes of tables and lists held at once.
    pub bytes: u64,
}

/// What a job is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Computing the tables of the bound; `done` and `total` count rows of strips.
    Preparing,
    /// Looking for a good board.
    Searching,
    /// Proving that no board is better.
    Refuting,
    /// Counting all best boards.
    Counting,
    /// Branching and bounding in the integer program.
    Branching,
    /// Checking a certificate.
    Checking,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Points of the board done in this stage, or nodes done when branching.
    pub done: u64,
    /// Points of the board, or nodes known to be left plus those done when branching.
    pub total: u64,
    /// States in the list, or open nodes when branching.
    pub states: u64,
}

/// Sees the progress of a job; [`ControlFlow::Break`] ends it with [`Unsolved::Interrupted`].
pub type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;

/// An observer that looks away.
pub fn unobserved(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsolved {
    /// The board is beyond the method, whatever the limits.
    #[error("{board} is out of reach: {why}")]
    OutOfReach {
        /// The board.
        board: String,
        /// What is too large and what would be feasible.
        why: String,
    },
    /// What was asked is not defined for this board or not offered by the method.
    #[error("{0}")]
    NotOffered(String),
    /// The limit of states was reached.
    #[error("the limit of {limit} states was reached before the answer was proved")]
    States {
        /// The limit.
        limit: u64,
    },
    /// The limit of memory was reached.
    #[error("{} MB of memory would be needed, the limit is {} MB", .needed.div_ceil(1_000_000), .limit / 1_000_000)]
    Memory {
        /// Bytes needed to go on.
        needed: u64,
        /// The limit.
        limit: u64,
    },
    /// The linear solver behind the integer program failed.
    #[error("the linear solver failed: {0}")]
    Solver(String),
    /// An answer did not pass its own check: an error in this program.
    #[error("{0}; this is an error in the program, please report it")]
    Contradiction(String),
    /// The observer stopped the job.
    #[error("interrupted")]
    Interrupted,
}
