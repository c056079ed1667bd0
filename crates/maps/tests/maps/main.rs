//! Tactic maps and experiments from outside. One program: it is linked once.

mod algebra;
mod common;
mod experiments;
mod search;
mod sweeps;
