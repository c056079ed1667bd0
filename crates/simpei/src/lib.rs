//! The game of Simpei: exact rules, the complete solution, and a domain for proof-number search.
//!
//! Simpei is played on two worlds, 4x4 points above and 3x3 below, with four pieces a side. Pieces are placed, then they
//! step between the worlds; a row of exactly three wins, and pieces caught between two enemies are put elsewhere by the
//! opponent. The game is small enough to be solved completely, and rich enough to be interesting: every answer of a
//! search can be checked, which makes it the ideal ground for measuring searches (paper 001, sections 4.3 and 5.3).
//!
//! - [`Position`] and [`Move`] are the rules.
//! - [`solve`] finds the value, the distance and the lambda order of all 12,102,165 positions (up to symmetry). The
//!   [`Solution`] knows the best moves, packs itself into the bytes of a file, draws samples and counts itself
//!   ([`Census`]).
//! - [`WinTheGame`] is the game for the engine of `tesuji-search`.
//!
//! # Example
//!
//! ```
//! use tesuji_simpei::{Move, Position};
//!
//! let mut position = Position::start();
//! for text in ["U11", "L00", "U12", "L01", "U22"] {
//!     let played = position.play(text.parse::<Move>().unwrap()).expect("a legal move");
//!     assert!(!played.won);
//!     position = played.position;
//! }
//! // The side to move has L00 and L01: L02 makes a row of three.
//! let winning: Vec<String> =
//!     position.moves().into_iter().filter(|&m| position.wins(m)).map(|m| m.to_string()).collect();
//! assert_eq!(winning, ["L02"]);
//! ```
//!
//! Solving takes twenty seconds on two cores:
//!
//! ```no_run
//! use tesuji_job::Watch;
//! use tesuji_simpei::{Position, Value, solve};
//!
//! let solution = solve(2, &Watch::unwatched()).unwrap();
//! let start = solution.entry(&Position::start()).unwrap();
//! assert_eq!((start.value, start.distance), (Value::Loss, Some(22)), "the second player wins");
//! assert_eq!(solution.free_start().value, Value::Win, "the first player, if it may begin anywhere");
//! ```
//!
//! # Inside
//!
//! ```text
//! cell, position, moves    the board, positions and their text form, the rules
//! index                    compact numbers for positions up to symmetry
//! solve                    values backwards from the ends, lambda orders, on several threads
//! solution, census         what is known of a position, and of all of them
//! codec                    the solution as the bytes of a file
//! sample                   positions drawn at random
//! domain                   the game as the search engine sees it
//! ```
//!
//! Nothing here prints, opens files, or reads the clock. The rules are those of `docs/src/simpei.md`; published texts
//! leave some of them open, and only this reading gives the published figures.

mod cell;
mod census;
mod codec;
mod domain;
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
pub use solve::solve;
