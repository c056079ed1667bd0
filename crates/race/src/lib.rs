//! Capturing races: who wins, by which move, and why.

mod error;
mod expression;
mod liberty;

pub use error::RaceError;
pub use liberty::{Branch, Finish, Kind, LibertyGames, Node, NodeId, Parts};
