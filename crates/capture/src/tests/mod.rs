#![allow(clippy::print_stdout)]
//! Tests of the crate.

mod brute;
mod consistency;
mod facts;
mod ladders;
mod limits;
mod opponent;
mod several;
mod turns;
