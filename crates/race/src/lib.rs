//! Capturing races: who wins, by which move, and why.

mod answer;
mod blocks;
mod board;
pub mod catalogue;
pub mod compose;
mod error;
pub mod explain;
mod expression;
mod graph;
mod ground;
mod liberty;
mod local;
mod play;
mod race;
mod report;
mod search;
mod verdict;

pub use answer::{Answer, Count, RaceLimits, Step, answer};
pub use blocks::{Blocks, Wishes};
pub use board::{BoardRace, Region, RegionKind};
pub use error::RaceError;
pub use liberty::{Branch, Finish, Kind, LibertyGames, Node, NodeId, Parts};
pub use local::Uncounted;
pub use play::{AbstractPlay, Unplayed};
pub use race::{EyeClass, Obstacle, Place, Race, RaceMove, Summand};
pub use report::{BoardAnswer, LineMove, Report, solve};
pub use search::{BoardSearch, Unsearched};
pub use tesuji_board::Color;
pub use verdict::{CooledSum, Method, Outcome, Verdict, cooled_sum, static_applies, static_outcome};
