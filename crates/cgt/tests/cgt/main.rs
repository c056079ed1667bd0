//! Games from outside, and beside a naive theory of trees. One program: it is linked once.

mod absurd;
mod census;
mod cgsuite;
mod forms;
mod naive;
mod notation;
mod properties;
mod race;
mod vectors;
