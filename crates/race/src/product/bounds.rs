//! What plain filling settles.
//!
//! A piece of one block needs at least so many moves of the attacker before the block breathes there no more, if the owner does
//! nothing, and at most so many whatever the owner does. So a side that needs few enough moves for a block, while none of its own
//! can be captured in the meantime, captures it. And a block that could not be captured though its owner passed for ever is alive.

use tesuji_board::Color;

use super::Goal;
use super::book::Book;
use super::state::{State, Status};
use crate::automaton::{NONE, Piece, Targets};

/// How an attacker can take the last local liberty of a block whose owner does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Finish {
    /// Not at all: there are two eyes.
    Never,
    /// Only by a stone without liberties, which is legal as the very last: there is an eye.
    AsLast,
    /// By an ordinary move; or it has none.
    Plainly,
}

/// Moves of the attacker: at least and at most. None if there is no end to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) least: u32,
    pub(crate) most: Option<u32>,
    /// Some line ends with a stone that has no liberty.
    pub(crate) as_last: bool,
}

fn together(all: impl Iterator<Item = Finish>) -> Finish {
    all.fold(Finish::Plainly, |sum, next| match (sum, next) {
        (Finish::Plainly, other) | (other, Finish::Plainly) => other,
        _ => Finish::Never,
    })
}

/// More moves than any race has.
pub(super) const NEVER: u32 = 1_000_000;

/// The piece without a ban.
fn base(pieces: &[Piece], at: usize) -> usize {
    if pieces[at].base == NONE { at } else { pieces[at].base as usize }
}

/// How each piece of one block can be finished. Attackers' stones are never taken off here, so there are no cycles.
pub(crate) fn finishes(pieces: &[Piece]) -> Vec<Finish> {
    let mut known = vec![None; pieces.len()];
    (0..pieces.len()).map(|at| finish(pieces, at, &mut known, 0)).collect()
}

/// Deeper than this no piece is.
const MOST_DEPTH: usize = 1_500;

fn finish(pieces: &[Piece], at: usize, known: &mut Vec<Option<Finish>>, depth: usize) -> Finish {
    let at = base(pieces, at);
    if let Some(finish) = known[at] {
        return finish;
    }
    let piece = &pieces[at];
    if piece.colors.len() != 1 || piece.breath == 0 || depth > MOST_DEPTH {
        return Finish::Plainly;
    }
    let attacker = piece.colors[0].opponent().index();
    let mut best = Finish::Never;
    for edge in &piece.moves[attacker] {
        let this = if edge.last_only {
            Finish::AsLast
        } else {
            together(edge.to.iter().map(|target| finish(pieces, target.piece as usize, known, depth + 1)))
        };
        best = best.max(this);
    }
    known[at] = Some(best);
    best
}

/// The bounds of each piece of one block. With cycles there are none.
pub(crate) fn bounds(pieces: &[Piece], clean: &[bool]) -> Vec<Bound> {
    let mut known = vec![None; pieces.len()];
    (0..pieces.len()).map(|at| bound(pieces, clean, at, &mut known, 0)).collect()
}

fn bound(pieces: &[Piece], clean: &[bool], at: usize, known: &mut Vec<Option<Bound>>, depth: usize) -> Bound {
    if let Some(bound) = known[at] {
        return bound;
    }
    let piece = &pieces[at];
    let unknown = Bound { least: u32::from(piece.breath != 0), most: None, as_last: true };
    if piece.colors.len() != 1 || !clean[at] || depth > MOST_DEPTH {
        return unknown;
    }
    let owner = piece.colors[0].index();
    let mut sum = |to: &Targets| {
        to.iter().fold(Bound { least: 0, most: Some(0), as_last: false }, |sum, target| {
            let next = bound(pieces, clean, target.piece as usize, known, depth + 1);
            // Two places that want to be filled last are filled never.
            let eyes = sum.as_last && next.as_last;
            let most = sum.most.zip(next.most).filter(|_| !eyes);
            let most = most.map(|(one, other)| one.saturating_add(other));
            Bound { least: sum.least.saturating_add(next.least), most, as_last: sum.as_last || next.as_last }
        })
    };
    let (mut least, mut most) = (0, Some(0));
    let mut as_last = false;
    if piece.breath != 0 {
        least = u32::MAX / 2;
        let mut fewest: Option<u32> = None;
        for edge in &piece.moves[1 - owner] {
            let after = sum(&edge.to);
            as_last |= edge.last_only || after.as_last;
            least = least.min(after.least.saturating_add(1));
            if let Some(more) = after.most {
                fewest = Some(fewest.map_or(more + 1, |known| known.min(more + 1)));
            }
        }
        most = fewest;
    }
    for edge in &piece.moves[owner] {
        let after = sum(&edge.to);
        as_last |= after.as_last;
        most =
            if edge.out.is_empty() { most.zip(after.most).map(|(one, other)| one.max(other)) } else { None };
    }
    let bound = Bound { least, most, as_last };
    known[at] = Some(bound);
    bound
}

impl Book {
    /// Whether a block cannot be captured though its owner passes for ever.
    pub(super) fn is_alive(&self, state: &State, block: usize) -> bool {
        let own = state.pieces.iter().filter(|placed| placed.slot_of(block).is_some());
        let finish = together(own.map(|placed| self.classes[placed.class as usize].finish));
        finish == Finish::Never
    }

    /// The answer, if plain filling settles the question, and with how many liberties to spare.
    pub(super) fn at_once(&self, state: &State, goal: Goal) -> Option<(bool, u32)> {
        let achiever = self.achiever(goal);
        let touches = |block: usize, other: usize| self.neighbors(block).contains(&other);
        let preventer = achiever.opponent();
        let (reached, missed) = match goal {
            Goal::First(_) => (
                self.captures_surely(state, achiever, |_| true),
                self.captures_surely(state, preventer, |_| true),
            ),
            Goal::Capture(asked) => (
                self.captures_surely(state, achiever, |block| block == asked),
                self.captures_surely(state, preventer, |block| touches(block, asked)),
            ),
            Goal::Save(asked) => (
                self.captures_surely(state, achiever, |block| touches(block, asked)),
                self.captures_surely(state, preventer, |block| block == asked),
            ),
        };
        reached.map(|spare| (true, spare)).or(missed.map(|spare| (false, spare)))
    }

    /// Whether a side captures one of these blocks by filling its liberties one after the other, whatever the opponent does:
    /// nothing of its own can be captured in the meantime. With how many liberties to spare. (Where this says no, it may still
    /// be so.)
    fn captures_surely(&self, state: &State, side: Color, targets: impl Fn(usize) -> bool) -> Option<u32> {
        let late = u32::from(state.to_move != side);
        let racing = |side: Color| {
            (0..self.colors.len())
                .filter(move |&block| self.colors[block] == side && state.status[block] == Status::Racing)
        };
        let spare = |target: usize| {
            let needed = self.most(state, target)?.saturating_add(late);
            let least = racing(side).map(|own| self.least(state, own, target)).min();
            least.unwrap_or(u32::MAX).checked_sub(needed)
        };
        racing(side.opponent()).filter(|&block| targets(block)).filter_map(spare).max()
    }

    /// Moves that take all liberties of a block, at most.
    fn most(&self, state: &State, target: usize) -> Option<u32> {
        let mut needed = u32::from(state.plain[target]);
        let mut eyes = 0;
        for placed in &state.pieces {
            if placed.slot_of(target).is_none() {
                continue;
            }
            let class = &self.classes[placed.class as usize];
            if class.piece.colors.len() == 1 {
                needed = needed.saturating_add(class.bound.most?);
                eyes += u32::from(class.bound.as_last);
            } else {
                needed = needed.saturating_add(class.shared?);
            }
        }
        // Two places that want to be filled last are filled never.
        (eyes < 2).then_some(needed)
    }

    /// Moves before a block can be captured, at least, while its owner takes only liberties of the target.
    pub(super) fn least(&self, state: &State, own: usize, target: usize) -> u32 {
        if self.is_alive(state, own) {
            return NEVER;
        }
        let mut safe = u32::from(state.plain[own]);
        for placed in &state.pieces {
            let Some(slot) = placed.slot_of(own) else { continue };
            let class = &self.classes[placed.class as usize];
            if class.piece.colors.len() == 1 {
                safe = safe.saturating_add(class.bound.least);
            } else if placed.slot_of(target).is_none() {
                safe = safe.saturating_add(match class.shared {
                    Some(count) => count,
                    None => u32::from(class.piece.breathes(slot)),
                });
            }
        }
        safe
    }

    /// The side that wants the goal.
    pub(crate) fn achiever(&self, goal: Goal) -> Color {
        match goal {
            Goal::Capture(block) => self.colors[block].opponent(),
            Goal::Save(block) => self.colors[block],
            Goal::First(color) => color,
        }
    }
}
