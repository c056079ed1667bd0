//! Judges: who captures what on a small board, from the rules of Go alone.
//!
//! Every legal move of both sides, passes included, all states joined into one graph, and retrograde analysis: slow, and simple enough to
//! be believed. Answers of the programs are held against them (`tesuji reproduce captures`, `races`, `fights`). A judge that shares a
//! premise with what it judges is no witness, so this crate knows none of the programs: it uses the names of the colours and the limits of
//! long work.

pub mod captures;
pub mod fights;
pub mod races;
mod referee;

pub use referee::{After, Board, Level, MOST_THREATS, State};
