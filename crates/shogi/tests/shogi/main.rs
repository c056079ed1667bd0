//! Rules, mates and brinkmates from outside, and beside all play. One program: it is linked once.

mod exhaustive;
mod generators;
mod limits;
mod rules;
