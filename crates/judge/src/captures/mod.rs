//! Whether a stone is captured on a rectangle of at most 25 points.

mod judge;
mod rules;

pub use judge::{After, Judge, Level, MOST_THREATS, Outcomes, State};
pub use rules::{ATTACKER, Board, DEFENDER, Grid, Played, other};
