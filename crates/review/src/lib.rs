//! A game or a collection of problems as many questions: what was missed, and which recorded solutions are wrong.
//!
//! ```
//! use tesuji_formats::read_sgf;
//! use tesuji_review::{Aim, Problem, Said};
//!
//! let file = read_sgf(b"(;SZ[9]AB[ba][bb][ab]AW[ca][cb][bc][ac]C[White to kill]\
//!     (;W[aa]C[Correct])(;W[dd]C[Wrong]))").unwrap();
//! let problem = Problem::read(&file.games[0]).unwrap();
//! assert_eq!(problem.aim, Some(Aim::Kill));
//! assert_eq!(problem.tries.iter().map(|one| one.said).collect::<Vec<Said>>(), [Said::Right, Said::Wrong]);
//! ```
//!
//! # Inside
//!
//! ```text
//! words      what comments say: the goal, right and wrong, kos and sekis
//! problem    a game as a problem: who is to reach what, and what its author says of the moves
//! grade      how good an outcome is for whoever is to solve the problem
//! check      a problem against its own solution
//!
//! strings    what becomes of every string of a position, kept along a game
//! game       a game followed from move to move: what was missed
//! ```
//!
//! Problems are not read here: a [`Judge`] answers the questions. `ask` is that judge, so that whatever is found can be asked again and
//! comes out the same.

mod check;
mod game;
mod grade;
mod problem;
mod strings;
#[cfg(test)]
mod tests;
mod words;

pub use check::{Asked, Checked, Doubt, Finding, Judge, Judged, Kind, Move, check};
pub use game::{Asking, Followed, Missed, Moment, Open, Standing, follow};
pub use grade::Grade;
pub use problem::{Aim, Problem, Said, Try};
pub use strings::{Fact, Outcome, Strings};
