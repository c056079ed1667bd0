//! The largest number of strings on a board.
//!
//! How many strings can a legal Go position have? On 19x19 the answer is 277, found by Miyashiro, Yano and Muramatsu
//! (2007) with an integer program that ran for 40 days. This crate answers in a fraction of a second, proves the
//! answer, and does the same for rectangles up to 30x30 and beyond, for tori, triangular and honeycomb boards, boards
//! with holes, and any graph.
//!
//! ```
//! use tesuji_board::Topology;
//! use tesuji_strings::{Limits, Method, check, solve, unobserved};
//!
//! let limits = Limits { states: 10_000_000, bytes: 200_000_000 };
//! let board = Topology::parse("square:4").unwrap();
//! let optimum = solve(&board, Method::Auto, &limits, &mut unobserved).unwrap();
//! assert_eq!(optimum.strings(), 12);
//! assert_eq!(optimum.rows(), [
//!     "O X . X",
//!     ". O X O",
//!     "O X O .",
//!     "X . X O",
//! ]);
//! // Anyone can check that, without trusting the solver.
//! let certificate = optimum.certificate().unwrap();
//! assert_eq!(check(&certificate, &limits, &mut unobserved).unwrap().strings, 12);
//! ```
//!
//! **The theorem.** The largest number of strings is the number of points minus the smallest number of empty points
//! such that every other point has an empty neighbour and the other points can be coloured with two colours so
//! that neighbours differ. Such a colouring makes every stone a string of its own with a liberty. Conversely, take a
//! position with the most strings and, among those, the fewest stones. If a string had two stones or more, removing one
//! of them would leave at least one string of the rest, with the removed point as a liberty, and other strings as they
//! were: as many strings with fewer stones. So all strings are single stones, every stone has an empty neighbour, and
//! the colours of the stones are a colouring. On bipartite boards, such as all rectangles, colours take care of
//! themselves, and the number of empty points is the domination number of the graph (the paper's theorems 1 and 2).
//!
//! What there is:
//!
//! - [`solve`] gives an [`Optimum`]: the number, a legal position in both colours, and the [`Proof`].
//! - [`count`] and [`Optima`] count all optimal sets of empty points, list them, and draw from them at random.
//! - [`Program`] is the paper's integer program in its four variants, with its linear relaxation.
//! - [`check`] verifies a [`Certificate`] by refuting one string more a second time, by other means.
//! - [`Report`] is an answer as plain data, for JSON and for printing.
//! - [`reproduce`] lists the paper's tables, number by number.
//!
//! Every long job keeps to [`Limits`] and reports to an [`Observer`], which may stop it:
//!
//! ```
//! use std::ops::ControlFlow;
//! use tesuji_board::Topology;
//! use tesuji_strings::{Limits, Method, Unsolved, solve};
//!
//! let limits = Limits { states: 10_000_000, bytes: 200_000_000 };
//! let board = Topology::parse("torus:5x5").unwrap();
//! let answer = solve(&board, Method::Auto, &limits, &mut |progress| {
//!     if progress.states > 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
//! });
//! assert_eq!(answer.err(), Some(Unsolved::Interrupted));
//! ```

mod certificate;
mod check;
mod draw;
mod graph;
mod grid;
mod limits;
mod optima;
mod optimum;
mod parity;
mod program;
mod prove;
mod report;
pub mod reproduce;
mod tally;

pub use certificate::{Certificate, Evidence, WeightedClique, Weights};
pub use check::{Checked, Rejected, check};
pub use limits::{Limits, Observer, Progress, Stage, Unsolved, unobserved};
pub use optima::{Counts, Optima, count};
pub use optimum::{Method, Optimum, Proof, setup_of, solve, text_rows};
pub use program::{Program, ProgramRow, ProgramSolution, Variant};
pub use report::Report;
