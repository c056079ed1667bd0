//! Simpei.
mod cell;
mod index;
mod moves;
mod position;

pub use cell::{CELLS, Cell, NoSuchCell};
pub use moves::{Move, NoSuchMove, Played};
pub use position::{BadPosition, PIECES, Position};
