//! The largest number of strings from outside, and beside all subsets. One program: it is linked once.

mod book;
mod brute_force;
mod certificates;
mod common;
mod limits;
mod rectangles;
mod sampling;
mod tables;
