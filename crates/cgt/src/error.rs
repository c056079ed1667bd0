//! What can stop a computation, and the limits that make it stop.
//!
//! Short games grow without mercy: four hot summands can have millions of distinct followers. So nothing in this
//! crate may run unbounded. Every operation returns [`Error`] instead of a wrong number, an exhausted machine or an
//! overflowing stack, and the arena stays usable afterwards: only finished results are remembered.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Why an operation on games gave no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number, a multiple of up or a nimber left the range of exact arithmetic.
    #[error(
        "a number is too large for exact arithmetic: numerators have 64 bits, denominators go up to 2^62, \
         multiples of up to 2^27 and nimbers to *268435455"
    )]
    Overflow,
    /// More distinct games and remembered results than [`Limits::nodes`] allows.
    #[error("the game is too large: more than {limit} nodes are needed")]
    NodeLimit {
        /// The limit that was reached.
        limit: u32,
    },
    /// More comparisons and additions than [`Limits::steps`] allows.
    #[error("the game is too large: more than {limit} steps are needed")]
    StepLimit {
        /// The limit that was reached.
        limit: u64,
    },
    /// Nesting deeper than [`Limits::depth`] allows.
    #[error("the game is nested too deeply: more than {limit} levels")]
    DepthLimit {
        /// The limit that was reached.
        limit: u32,
    },
    /// The printed form would be longer than [`Limits::text`] allows.
    #[error("the printed form is too long: more than {limit} characters")]
    TextLimit {
        /// The limit that was reached.
        limit: u32,
    },
    /// The stop flag of [`Limits::stop`] was raised.
    #[error("the computation was interrupted")]
    Interrupted,
    /// Cooling, heating or a wall was asked for at a temperature below zero.
    #[error("games are cooled and heated by a temperature of at least 0")]
    NegativeTemperature,
    /// The unit of a Norton product has to be greater than zero.
    #[error("the second factor of a Norton product has to be greater than 0")]
    UnitNotPositive,
}

/// What one [`Arena`](crate::Arena) may use, counted from its creation or its last
/// [`clear`](crate::Arena::clear).
///
/// All limits but the stop flag are reproducible: the same calls on a fresh arena end at the same point on every
/// machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Distinct games and remembered results together. One costs between 32 and about 200 bytes.
    pub nodes: u32,
    /// Elementary comparisons and additions; 100 million take some seconds.
    pub steps: u64,
    /// Levels of recursion. Each takes up to about 3 kB of stack, less in an optimised build.
    pub depth: u32,
    /// Characters of one printed form.
    pub text: u32,
    /// Raised from outside (another thread, a Ctrl-C handler) to end a computation early.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Limits for interactive use: a few hundred megabytes and some tens of seconds at the worst, and a recursion
    /// that fits the 2 MB stack of a spawned thread.
    #[must_use]
    pub fn interactive() -> Limits {
        Limits { nodes: 4_000_000, steps: 1_000_000_000, depth: 600, text: 1_000_000, stop: None }
    }

    /// The same limits with another bound on nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u32) -> Limits {
        self.nodes = nodes;
        self
    }

    /// The same limits with a stop flag.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Limits {
        self.stop = Some(stop);
        self
    }
}
