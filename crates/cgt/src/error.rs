//! What can stop a computation, and the limits that make it stop.
//!
//! Short games grow without mercy: four hot summands can have millions of distinct followers. So nothing in this
//! crate may run unbounded. Every operation returns [`Error`] instead of a wrong number, an exhausted machine or an
//! overflowing stack, and the arena stays usable afterwards: only finished results are remembered.

use tesuji_job::{Limits, Why};

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
    /// A limit of the arena was reached, or the work was stopped: [`Why::Nodes`] for games, remembered results and steps,
    /// [`Why::Memory`], [`Why::Levels`], [`Why::Text`], [`Why::Time`] or [`Why::Stopped`].
    #[error("{0}")]
    Unknown(Why),
    /// Cooling by less than -1.
    #[error("games are cooled by a temperature of at least -1")]
    CoolingBelowMinusOne,
    /// Heating by less than 0.
    #[error("games are heated by a temperature of at least 0")]
    NegativeHeating,
    /// A temperature at which a wall has not started yet.
    #[error("walls of thermographs start at temperature -1")]
    BelowTheWall,
    /// A loopy game one of whose sides is no stopper, or none was found.
    #[error("this loopy game has no stoppers for sides, or none were found, so it has no value here")]
    NoStopper,
    /// An onside that is not at least the offside.
    #[error("in `G & H` the onside G has to be at least the offside H")]
    SidesInDisorder,
    /// Bytes that say no game.
    #[error("these bytes are no game that was written by this program, or not all of it")]
    BadBytes,
    /// The unit of a Norton product has to be greater than zero.
    #[error("the second factor of a Norton product has to be greater than 0")]
    UnitNotPositive,
}

impl From<Why> for Error {
    fn from(why: Why) -> Error {
        Error::Unknown(why)
    }
}

/// Limits for interactive use: a few hundred megabytes and some tens of seconds at the worst.
pub const INTERACTIVE: Limits = Limits::nodes(4_000_000).with_memory(1 << 30);
