//! Simpei.
mod cell;
mod census;
mod codec;
mod domain;
mod huffman;
mod index;
mod moves;
mod position;
mod sample;
mod solution;
mod solve;

pub use cell::{CELLS, Cell, NoSuchCell};
pub use census::{Census, ClassCounts, MOVE_ORDERS};
pub use codec::BadTable;
pub use domain::{Contest, WinTheGame};
pub use moves::{Move, NoSuchMove, Played};
pub use position::{BadPosition, PIECES, Position};
pub use solution::{Choice, Entry, Solution, Value};
pub use solve::{Observer, Progress, Stage, Stopped, solve};
