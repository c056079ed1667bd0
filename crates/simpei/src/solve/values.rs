//! Values and distances.
//!
//! While pieces are placed the game cannot repeat: each class follows from the next one by looking at all moves. Once
//! the hands are empty it can go round for ever, and results travel backwards from the positions that are won at once,
//! one ply at a time, so that the first result of a position is also its distance. What no result reaches is a draw.

use tesuji_job::Why;

use super::graph::{Backwards, OPEN, UNUSED, WON, successors};
use super::parallel::{Crew, SLOTS_BETWEEN_LOOKS, stage};
use crate::index::{Class, INDEX};

/// Values of the class in which both hands are empty, from its marks and moves: 0 draw, odd win in so many plies, even
/// loss in so many plies.
pub(crate) fn cyclic(mut marks: Vec<u8>, moves: &Backwards, crew: Crew<'_>) -> Result<Vec<u8>, Why> {
    let mut left = moves.degrees.clone();
    // Every move lets the opponent win at once.
    let mut lost: Vec<u32> =
        (0..marks.len() as u32).filter(|&s| marks[s as usize] == OPEN && left[s as usize] == 0).collect();
    for &slot in &lost {
        marks[slot as usize] = 2;
    }
    let mut distance = 2;
    while !lost.is_empty() {
        let mut won = Vec::new();
        for part in lost.chunks(SLOTS_BETWEEN_LOOKS) {
            crew.report(stage::VALUES, distance.into(), None)?;
            for &before in part.iter().flat_map(|&slot| moves.before(slot)) {
                if marks[before as usize] == OPEN {
                    marks[before as usize] = distance + 1;
                    won.push(before);
                }
            }
        }
        lost.clear();
        for part in won.chunks(SLOTS_BETWEEN_LOOKS) {
            crew.report(stage::VALUES, distance.into(), None)?;
            for &before in part.iter().flat_map(|&slot| moves.before(slot)) {
                left[before as usize] -= 1;
                if left[before as usize] == 0 && marks[before as usize] == OPEN {
                    marks[before as usize] = distance + 2;
                    lost.push(before);
                }
            }
        }
        distance += 2;
    }
    Ok(marks)
}

/// Values of a class in which the mover places, from those of the class after it.
pub(crate) fn placing(
    class: Class,
    allowed: u32,
    mut marks: Vec<u8>,
    next: &[u8],
    crew: Crew<'_>,
) -> Result<Vec<u8>, Why> {
    let chunks = marks.chunks_mut(class.width() as usize).enumerate();
    crew.spread(stage::VALUES, chunks, |(orbit, chunk)| {
        INDEX.each(class, orbit as u32, |rank, pieces| {
            let Some((mover, opponent)) = pieces else { return };
            if chunk[rank] == OPEN {
                let mut best = Best::default();
                successors(mover, opponent, true, allowed, |m, o| {
                    best.see(next[INDEX.slot(m, o) as usize]);
                });
                chunk[rank] = best.value();
            }
        });
    })?;
    Ok(marks)
}

/// The best of several replies' values.
#[derive(Default)]
pub(crate) struct Best {
    quickest_loss: Option<u8>,
    draw: bool,
    longest_win: u8,
}

impl Best {
    /// Looks at the value of the opponent's position.
    pub(crate) fn see(&mut self, value: u8) {
        match value {
            0 => self.draw = true,
            UNUSED => {}
            lost if lost % 2 == 0 => {
                self.quickest_loss = Some(self.quickest_loss.map_or(lost, |best| best.min(lost)));
            }
            won => self.longest_win = self.longest_win.max(won),
        }
    }

    /// The value of the mover's position.
    pub(crate) fn value(&self) -> u8 {
        match (self.quickest_loss, self.draw) {
            (Some(distance), _) => distance.saturating_add(1),
            (None, true) => 0,
            (None, false) => self.longest_win.max(WON).saturating_add(1),
        }
    }
}
