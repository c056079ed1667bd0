//! Endgames against the judge of the rules alone, and what is known of them.

mod judged;
mod known;
