//! Simpei from outside. One program: it is linked once.

mod rules;
mod search;
