//! The largest number of strings on a board.
//!
//! How many strings can a legal Go position have? On 19x19 the answer is 277, found by Miyashiro, Yano and Muramatsu
//! (2007) with an integer program that ran for 40 days. This crate answers in a fraction of a second, proves the
//! answer, and does the same for rectangles up to 30x30 and beyond, for tori, triangular and honeycomb boards, boards
//! with holes, and any graph.
//!
//! ```
//! use tesuji_board::Topology;
//! use tesuji_job::{Limits, Watch};
//! use tesuji_strings::{Method, check, solve};
//!
//! let (limits, watch) = (Limits::nodes(10_000_000), Watch::unwatched());
//! let board = Topology::parse("square:4").unwrap();
//! let optimum = solve(&board, Method::Auto, &limits, &watch).unwrap();
//! assert_eq!(optimum.strings(), 12);
//! assert_eq!(optimum.rows(), [
//!     "O X . X",
//!     ". O X O",
//!     "O X O .",
//!     "X . X O",
//! ]);
//! // Anyone can check that, without trusting the solver.
//! let certificate = optimum.certificate().unwrap();
//! assert_eq!(check(&certificate, &limits, &watch).unwrap().strings, 12);
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
//! - [`reproduce`] lists the paper's tables, number by number.
//!
//! Every long job keeps to its [`Limits`](tesuji_job::Limits) (nodes are states of the sweeps, or nodes of the branch and
//! bound) and looks at a [`Watch`](tesuji_job::Watch), which may stop it:
//!
//! ```
//! use tesuji_board::Topology;
//! use tesuji_job::{Limits, Watch, Why};
//! use tesuji_strings::{Error, Method, solve};
//!
//! let board = Topology::parse("torus:5x5").unwrap();
//! let watch = Watch::new();
//! let stopper = watch.clone();
//! let watch = watch.seeing(move |progress| if progress.nodes > 1000 { stopper.stop() });
//! let answer = solve(&board, Method::Auto, &Limits::nodes(10_000_000), &watch);
//! assert_eq!(answer.err(), Some(Error::Unknown(Why::Stopped.into())));
//!
//! let answer = solve(&board, Method::Auto, &Limits::nodes(100), &Watch::unwatched());
//! let sentence = "the limit of 100 nodes was reached before the answer was proved";
//! assert_eq!(answer.err().map(|reason| reason.to_string()).as_deref(), Some(sentence));
//! ```

mod aside;
mod certificate;
mod check;
mod draw;
mod error;
mod graph;
mod grid;
mod optima;
mod optimum;
mod parity;
mod program;
mod prove;
pub mod reproduce;
mod sorting;
mod tally;

pub use certificate::{Certificate, Evidence, WeightedClique, Weights};
pub use check::{Checked, Rejected, check};
pub use error::Error;
pub use optima::{Counts, MOST_DRAWN, MOST_LISTED, Optima, count};
pub use optimum::{Method, Optimum, Proof, setup_of, solve, text_rows};
pub use program::{Program, ProgramRow, ProgramSolution, Variant};
