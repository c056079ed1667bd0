//! The race as a product of automata: the one solver of all races.
//!
//! A [`State`] has a piece for each part of a region ([`crate::automaton`]), sorted, so that equal ones are interchangeable,
//! plain liberties as numbers, what has become of each block, the side to move and the threats that are left. Every question is
//! one of yes and no ([`Goal`]) and goes to [`tesuji_search`]; what it finds out stays in a session for the next question.
//!
//! # Rules
//!
//! Both sides may pass, and play that goes on for ever captures nobody. A ko may not be retaken at once, but for the price of
//! a threat. A move is legal if the own block keeps a liberty somewhere or an opposing block is captured. Capturing a block
//! makes its neighbours safe. These are the rules of Go, with moves elsewhere as passes.
//!
//! # What keeps the states few
//!
//! - *More plain liberties never hurt their owner.* Whoever has one more can play as without it; if the opponent takes it, that
//!   is a pass. The same holds for threats. So both are the *resource* of the search.
//! - The side that wants the goal passes only where a ko binds it: otherwise the other side would pass as well, and nothing
//!   would have changed.
//! - What plain filling settles is settled at once ([`bounds`]), and so is what counting proves ([`count`]).
//! - Of moves in two pieces of a block the one that is at least as good whatever else there is stays ([`choice`]).
//! - Small endgames with kos are solved backwards, all states at once ([`endgame`]).

mod between;
mod board;
mod book;
mod bounds;
mod choice;
mod count;
mod cycles;
mod domain;
mod duels;
mod endgame;
mod graded;
mod group;
mod race;
mod solver;
mod state;
mod sum;
#[cfg(test)]
mod tests;
mod worth;

pub(crate) use book::Blocks;
pub use graded::{Graded, Ko};
pub(crate) use group::Asked;
pub use group::GroupProduct;
pub use race::{BoardProduct, Judged};
pub(crate) use state::State;
pub(crate) use sum::{Games, Sums};
pub use sum::{SumProduct, Unplayed};

use tesuji_board::Color;

/// What becomes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// It is captured.
    Dies,
    /// It is neither captured nor safe when both sides have stopped.
    Seki,
    /// A neighbour of it is captured, or it has two eyes, or it has joined safe stones.
    Lives,
}

impl Fate {
    /// The word used in tables and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fate::Dies => "dies",
            Fate::Seki => "seki",
            Fate::Lives => "lives",
        }
    }
}

impl std::fmt::Display for Fate {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What one side wants to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The block with this index is captured.
    Capture(usize),
    /// The block with this index becomes safe.
    Save(usize),
    /// This side captures before it loses a block.
    First(Color),
}

impl Goal {
    /// The block that is asked about, if it is one block.
    #[must_use]
    pub fn block(self) -> Option<usize> {
        match self {
            Goal::Capture(block) | Goal::Save(block) => Some(block),
            Goal::First(_) => None,
        }
    }
}
