//! Judges: who captures what, what lives and what the score is on a small board, from the rules of Go alone.
//!
//! Every legal move of both sides, passes included, all states joined into one graph, and retrograde analysis: slow, and simple enough to
//! be believed. Answers of the programs are held against them (`tesuji reproduce captures`, `races`, `fights`, `life`). [`endgame`] is played out to the score instead. A judge that shares a
//! premise with what it judges is no witness, so this crate knows none of the programs: it uses the names of the colours and the limits of
//! long work.

pub mod captures;
pub mod endgame;
pub mod fights;
mod graph;
pub mod joins;
pub mod life;
pub mod races;
mod referee;

pub use graph::{Level, MOST_THREATS};
pub use referee::{After, Board, State};
