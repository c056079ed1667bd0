#![allow(clippy::print_stdout)]
//! Tests of the crate.

mod brute;
mod ladders;
mod limits;
mod opponent;
