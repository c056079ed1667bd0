//! Races from outside, and beside plain play on the board. One program: it is linked once.

mod agreement;
mod boards;
mod catalogue;
mod common;
mod corridors;
mod disagreements;
mod eye_sizes;
mod eyes;
mod limits;
mod multi;
mod multi_boards;
mod paper;
mod product;
mod stopping;
mod winning_moves;
