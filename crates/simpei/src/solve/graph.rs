//! The graph of moves in which both hands are empty.
//!
//! Only positions without a win at once are nodes, and a move that lets the opponent win at once is no edge: it never
//! helps anyone, and without these moves the graph is small enough to be kept. It is kept backwards, from a position to
//! those before it, because that is the way results travel: every edge is then followed once, whatever the depth.

use tesuji_job::Why;

use super::parallel::{Crew, stage};
use crate::cell::BOARD;
use crate::index::{Class, INDEX};
use crate::moves::{visit, wins_at_once};

/// A position without a win at once.
pub(crate) const OPEN: u8 = 0;
/// A position that is won at once.
pub(crate) const WON: u8 = 1;
/// A slot that stands for no position.
pub(crate) const UNUSED: u8 = 255;

/// Marks every slot of a class as open, won at once, or unused.
pub(crate) fn direct_wins(class: Class, places: bool, allowed: u32, crew: Crew<'_>) -> Result<Vec<u8>, Why> {
    let mut marks = vec![OPEN; class.slots()];
    let chunks = marks.chunks_mut(class.width() as usize).enumerate();
    crew.spread(stage::DIRECT_WINS, chunks, |(orbit, chunk)| {
        INDEX.each(class, orbit as u32, |rank, pieces| {
            chunk[rank] = match pieces {
                None => UNUSED,
                Some((mover, opponent)) if wins_at_once(mover, opponent, places, allowed) => WON,
                Some(_) => OPEN,
            };
        });
    })?;
    Ok(marks)
}

/// Shows the pieces after every move of a position without a win at once, the other side first; the forced pass too.
#[inline]
pub(crate) fn successors(
    mover: u32,
    opponent: u32,
    places: bool,
    allowed: u32,
    mut see: impl FnMut(u32, u32),
) {
    let mut some = false;
    visit(mover, opponent, places, allowed, |ply| {
        some = true;
        see(ply.opponent, ply.mover);
    });
    if !some {
        see(opponent, mover);
    }
}

/// Edges from one class to another, backwards.
pub(crate) struct Backwards {
    starts: Vec<u32>,
    sources: Vec<u32>,
    /// Number of edges from each slot of the class where they begin.
    pub(crate) degrees: Vec<u16>,
}

impl Backwards {
    /// The edges between open slots. `from` are the marks of `class`, `to` those of the class after a move, which has
    /// the sides exchanged.
    pub(crate) fn new(class: Class, from: &[u8], to: &[u8], crew: Crew<'_>) -> Result<Backwards, Why> {
        let width = class.width() as usize;
        let mut degrees = vec![0u16; from.len()];
        let chunks = degrees.chunks_mut(width).enumerate();
        let forwards = crew.spread(stage::MOVES, chunks, |(orbit, chunk)| {
            let mut targets = Vec::new();
            INDEX.each(class, orbit as u32, |rank, pieces| {
                let Some((mover, opponent)) = pieces else { return };
                if from[orbit * width + rank] != OPEN {
                    return;
                }
                let before = targets.len();
                successors(mover, opponent, false, BOARD, |next, other| {
                    let slot = INDEX.slot(next, other);
                    if to[slot as usize] == OPEN {
                        targets.push(slot);
                    }
                });
                chunk[rank] = (targets.len() - before) as u16;
            });
            targets.shrink_to_fit();
            targets
        })?;

        let mut starts = vec![0u32; to.len() + 1];
        for (orbit, targets) in forwards.iter().enumerate() {
            crew.report(stage::REVERSING, orbit as u64, Some(forwards.len() as u64))?;
            for &target in targets {
                starts[target as usize + 1] += 1;
            }
        }
        for slot in 0..to.len() {
            starts[slot + 1] += starts[slot];
        }
        let mut sources = vec![0u32; starts[to.len()] as usize];
        // Each thread fills the lists of a range of targets, so that no two write to the same place.
        let mut parts = Vec::new();
        let mut rest = sources.as_mut_slice();
        let mut first = 0;
        for part in 1..=crew.threads {
            let goal = (u64::from(starts[to.len()]) * part as u64 / crew.threads as u64) as u32;
            let last = if part == crew.threads {
                to.len()
            } else {
                starts.partition_point(|&start| start < goal).clamp(first, to.len())
            };
            let (own, others) = rest.split_at_mut((starts[last] - starts[first]) as usize);
            parts.push((first, last, own));
            rest = others;
            first = last;
        }
        let filled = crew.spread(stage::REVERSING, parts.into_iter(), |(first, last, sources)| {
            let origin = starts[first];
            let mut ends: Vec<u32> = starts[first..last].iter().map(|start| start - origin).collect();
            let mut slot = 0;
            for (orbit, targets) in forwards.iter().enumerate() {
                crew.watch.check()?;
                let mut targets = targets.iter();
                for &degree in &degrees[orbit * width..(orbit + 1) * width] {
                    for &target in targets.by_ref().take(degree.into()) {
                        let target = target as usize;
                        if (first..last).contains(&target) {
                            let end = &mut ends[target - first];
                            sources[*end as usize] = slot;
                            *end += 1;
                        }
                    }
                    slot += 1;
                }
            }
            Ok(())
        })?;
        filled.into_iter().collect::<Result<(), Why>>()?;
        Ok(Backwards { starts, sources, degrees })
    }

    /// The slots with an edge to this one.
    #[inline]
    pub(crate) fn before(&self, slot: u32) -> &[u32] {
        let slot = slot as usize;
        &self.sources[self.starts[slot] as usize..self.starts[slot + 1] as usize]
    }
}
