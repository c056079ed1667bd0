//! Capturing races: who wins, by which move, and why.

mod error;
mod expression;
mod liberty;
mod play;
mod race;
mod verdict;

pub use error::RaceError;
pub use liberty::{Branch, Finish, Kind, LibertyGames, Node, NodeId, Parts};
pub use play::{AbstractPlay, Unplayed};
pub use race::{EyeClass, Obstacle, Place, Race, RaceMove, Summand};
pub use tesuji_board::Color;
pub use verdict::{CooledSum, Method, Outcome, Verdict, cooled_sum, static_applies, static_outcome};
