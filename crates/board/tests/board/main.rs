//! Boards, positions and their rules from outside, and beside their slow twins. One program: it is linked once.

mod boards;
mod census;
mod common;
mod diagrams;
mod life;
mod rules;
mod sets;
mod twin;
