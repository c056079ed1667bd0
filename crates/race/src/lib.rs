//! Capturing races: who wins, by which move, and why.
//!
//! Two blocks that cannot live try to capture each other. Each has its liberties in regions; a region is worth a *liberty
//! game*, whose score is the number of moves the attacker still needs. Cooled by 2, the games of all regions add up, and the
//! comparison of the sum with one integer decides the race (T. Nakamura, "Mathematical Analysis of Capturing Races of Go").
//!
//! ```
//! use tesuji_race::{Color, LibertyGames, Outcome, Race, answer};
//!
//! // Problem A: Black, to move, wins, and only in the first region.
//! let mut games = LibertyGames::new();
//! let race = Race::read(&mut games, [&["{4|0}", "{6||4|0}"], &["-7"]], 0, [None, None])?;
//! let black_first = answer(&mut games, &race, Color::Black);
//! assert_eq!(black_first.verdict.outcome(), Some(Outcome::Black));
//! let winning: Vec<_> = black_first.winning.iter().map(|played| played.place).collect();
//! assert_eq!(winning, [tesuji_race::Place::Summand(0)]);
//! # Ok::<(), tesuji_race::RaceError>(())
//! ```
//!
//! # From a board
//!
//! The regions of a position are found and counted by local play; marks say which stones race.
//!
//! ```
//! use tesuji_board::{Diagram, Rules};
//! use tesuji_job::Watch;
//! use tesuji_race::{Blocks, BoardRace, INTERACTIVE, LibertyGames, Outcome, Wishes, solve};
//!
//! let diagram: Diagram = "
//!    A B C D E F G
//!  4 . O . X O . X
//!  3 O O . X O X X
//!  2 . O O X O X .
//!  1 . O . X O . X
//!    A B C D E F G
//! to move: white
//! triangle: D4
//! square: E4
//! circle: B4 F3
//! cross: G1
//! ".parse().unwrap();
//! let position = diagram.position(Rules::default()).unwrap();
//! let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram))?;
//! // The games carry the limits of the whole question, and whoever watches it.
//! let games = LibertyGames::with_limits(INTERACTIVE, Watch::unwatched());
//! let mut race = BoardRace::new(position, blocks, games)?;
//! let report = solve(&mut race, true);
//! let white_first = &report.answers[1];
//! assert_eq!(white_first.verdict.outcome(), Some(Outcome::Black));
//! assert_eq!(white_first.verified, Some(true));
//! # Ok::<(), tesuji_race::RaceError>(())
//! ```
//!
//! # Witnesses
//!
//! [`static_outcome`] compares; [`SumProduct`] searches the product of the liberty games; [`BoardProduct`] the product of the regions
//! of a board, each explored as an automaton, with the rules of Go, kos and threats. [`solve`] counts where that is a proof and
//! searches otherwise, and says why: [`Race::obstacles`] lists what counting cannot see. What no method decides within the limits is
//! [`Verdict::Unknown`], with the reason. Local positions and states of products are nodes of one question
//! ([`LibertyGames::nodes`]).

// The tests inside use boards of the tests outside.
#[cfg(test)]
extern crate self as tesuji_race;

mod answer;
mod automaton;
mod blocks;
mod board;
mod budget;
pub mod catalogue;
pub mod compose;
mod error;
pub mod explain;
mod expression;
mod graph;
mod liberty;
mod local;
pub mod multi;
mod product;
mod race;
mod report;
pub mod shape;
mod solid;
mod verdict;

pub use answer::{Answer, Count, Step, answer};
pub use blocks::{Blocks, Wishes};
pub use board::{BoardRace, Region, RegionKind};
pub use budget::INTERACTIVE;
pub use error::RaceError;
pub use liberty::{Branch, Finish, Kind, LibertyGames, Node, NodeId, Parts};
pub use local::Uncounted;
pub use product::{BoardProduct, Graded, Judged, Ko, SumProduct, Unplayed};
pub use race::{EyeClass, Kos, Obstacle, Place, Race, RaceMove, Summand};
pub use report::{BoardAnswer, LineMove, Report, solve};
pub use tesuji_board::Color;
pub use tesuji_local::Threats;
pub use verdict::{CooledSum, Method, Outcome, Verdict, cooled_sum, static_outcome};
