//! The complete solution: values and distances of all positions of the game, and their lambda orders.
//!
//! `graph` lists the moves of the positions in which both hands are empty, `values` and `orders` work backwards along
//! them, `parallel` spreads the work. Everything is generic in the number of pieces, so that the tests can compare
//! smaller games with plain value iteration.

mod graph;
mod orders;
mod parallel;
mod values;

#[cfg(test)]
mod tests;

pub(crate) use graph::UNUSED;
pub(crate) use orders::{NEVER, Phase, phases};
pub(crate) use parallel::{Crew, stage};
pub(crate) use values::Best;

use tesuji_job::{Watch, Why};

use crate::cell::{BOARD, INNER};
use crate::index::Class;
use crate::position::PIECES;
use crate::solution::Solution;

/// Solves the game: values, distances and lambda orders of all positions.
///
/// It takes about half a minute of processor time and 1.3 GB. The result does not depend on the number of threads.
///
/// # Errors
///
/// As [`Watch::check`], if the work was ended.
pub fn solve(threads: usize, watch: &Watch) -> Result<Solution, Why> {
    solve_with(PIECES, threads, watch)
}

/// Classes of the game with `pieces` for each side, from the empty board to the full one.
pub(crate) fn classes(pieces: u8) -> impl DoubleEndedIterator<Item = Class> + ExactSizeIterator {
    (0..=2 * pieces).map(|placed| Class { mover: placed / 2, opponent: placed.div_ceil(2) })
}

/// [`solve`] for any number of pieces from 1 to 4.
pub(crate) fn solve_with(pieces: u8, threads: usize, watch: &Watch) -> Result<Solution, Why> {
    let crew = Crew::new(threads, watch);
    let full = Class { mover: pieces, opponent: pieces };
    let marks = graph::direct_wins(full, false, BOARD, crew)?;
    let moves = graph::Backwards::new(full, &marks, &marks, crew)?;
    let orders = orders::orders(pieces, &marks, &moves, crew)?;
    let mut values = vec![values::cyclic(marks, &moves, crew)?];
    drop(moves);
    for class in classes(pieces).rev().skip(1) {
        let allowed = if class.opponent == 0 { INNER } else { BOARD };
        let marks = graph::direct_wins(class, true, allowed, crew)?;
        let next = values.last().map_or(&[][..], Vec::as_slice);
        let solved = values::placing(class, allowed, marks, next, crew)?;
        values.push(solved);
    }
    values.reverse();
    Ok(Solution { pieces, values, orders })
}
