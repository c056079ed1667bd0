//! x
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
mod tally;

pub use certificate::{Certificate, Evidence, WeightedClique, Weights};
pub use check::{Checked, Rejected, check};
pub use limits::{Limits, Observer, Progress, Stage, Unsolved, unobserved};
pub use optima::{Counts, Optima, count};
pub use optimum::{Method, Optimum, Proof, setup_of, solve, text_rows};
pub use program::{Program, ProgramRow, ProgramSolution, Variant};
