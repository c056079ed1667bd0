//! Shogi mates.
mod attacks;
mod domain;
mod generate;
mod hand;
mod moves;
mod piece;
mod plain;
mod position;
mod sfen;
mod square;

pub use domain::Mate;
pub use hand::Hand;
pub use moves::{Move, MoveError};
pub use piece::{Color, Kind, Piece};
pub use plain::{PlainMate, PlainPosition};
pub use position::{Position, Undo};
pub use sfen::{SfenError, SfenFault, hand_pieces};
pub use square::Square;
