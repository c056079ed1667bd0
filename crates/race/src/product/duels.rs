//! Counting where more than two blocks race: what two of them settle between each other.
//!
//! A block whose only racing neighbour is `own` is a *leaf* of it: nobody else can take its liberties, it becomes safe only by capturing
//! `own`, and only it or its own eyes decide about it. So what `own` reaches against a leaf when all other blocks are taken
//! as safe it reaches whatever the others do ([`Duel`]): the liberties that it shares with others are its own, its moves touch none
//! of its friends, and moves elsewhere are passes.
//!
//! And a side that plays only in the pieces of one block captures it if that goes faster than any of its own blocks can be
//! captured though nothing is answered ([`Counter::hunted`]).
//!
//! What two blocks that are no leaves would do to each other is a guess about the whole race and proves nothing.

use smallvec::SmallVec;
use tesuji_board::Color;

use super::Goal;
use super::book::Book;
use super::count::{Aim, Counter, Duel};
use super::state::{State, Status};

/// At worst and at best, as far as there are bounds.
type Margins = [Option<i64>; 2];

fn fold(all: impl Iterator<Item = Margins>, join: impl Fn(i64, i64) -> i64) -> Margins {
    let mut found: Margins = [None, None];
    for margins in all {
        for (found, margin) in found.iter_mut().zip(margins) {
            *found = match (*found, margin) {
                (Some(one), Some(other)) => Some(join(one, other)),
                (one, other) => one.or(other),
            };
        }
    }
    found
}

fn is_racing(state: &State, block: usize) -> bool {
    state.status[block] == Status::Racing
}

/// The racing neighbours of a block.
fn neighbors(book: &Book, state: &State, block: usize) -> SmallVec<[usize; 4]> {
    let mut all = SmallVec::new();
    for &[one, other] in &book.contacts {
        let [one, other] = [state.home(one), state.home(other)];
        let across = match (one == block, other == block) {
            (true, false) => other,
            (false, true) => one,
            _ => continue,
        };
        if is_racing(state, across) && !all.contains(&across) {
            all.push(across);
        }
    }
    all
}

/// Blocks that race, of one side.
fn racing(book: &Book, state: &State, side: Color) -> SmallVec<[usize; 4]> {
    (0..book.colors.len()).filter(|&block| book.colors[block] == side && is_racing(state, block)).collect()
}

impl Counter {
    /// Whether a goal is reached, and with how many liberties to spare; nothing if counting does not tell.
    pub(super) fn settles(&mut self, book: &Book, state: &State, goal: Goal) -> Option<(bool, u32)> {
        let goal = match goal {
            Goal::Capture(block) => Goal::Capture(state.home(block)),
            Goal::Save(block) => Goal::Save(state.home(block)),
            Goal::First(_) => goal,
        };
        for target in 0..book.colors.len() {
            if is_racing(state, target)
                && let Some(reached) = if_captured(book, state, goal, target)
                && let Some(margin) = self.hunted(book, state, target)
                && let Ok(spare) = u32::try_from(margin)
            {
                return Some((reached, spare));
            }
        }
        for own in 0..book.colors.len() {
            if !is_racing(state, own) {
                continue;
            }
            for other in neighbors(book, state, own) {
                if neighbors(book, state, other).as_slice() != [own] {
                    continue;
                }
                let duel = Duel { own, other };
                for (aim, reached) in [
                    (Aim::Capture, if_taken(book, state, goal, duel)),
                    (Aim::Last, if_kept(book, state, goal, duel)),
                ] {
                    if let Some(reached) = reached
                        && let Some(margin) = self.margin(book, state, duel, aim)
                        && let Ok(spare) = u32::try_from(margin)
                    {
                        return Some((reached, spare));
                    }
                }
            }
        }
        None
    }

    /// By how many liberties a goal is about reached: the worst of all opponents of the one of its neighbours that
    /// is easiest to take.
    pub(super) fn guess(&mut self, book: &Book, state: &State, goal: Goal) -> Margins {
        let near = |block: usize| neighbors(book, state, state.home(block));
        match goal {
            // All neighbours of the block have to take something.
            Goal::Capture(block) => fold(
                near(block).into_iter().map(|own| {
                    fold(
                        neighbors(book, state, own)
                            .into_iter()
                            .map(|other| self.between(book, state, Duel { own, other })),
                        i64::max,
                    )
                }),
                i64::min,
            ),
            Goal::Save(block) => self.guess_taken(book, state, &near(block)),
            Goal::First(side) => {
                let targets = racing(book, state, side.opponent());
                self.guess_taken(book, state, &targets)
            }
        }
    }

    /// One of these blocks is captured.
    fn guess_taken(&mut self, book: &Book, state: &State, targets: &[usize]) -> Margins {
        fold(
            targets.iter().map(|&other| {
                fold(
                    neighbors(book, state, other)
                        .into_iter()
                        .map(|own| self.between(book, state, Duel { own, other })),
                    i64::min,
                )
            }),
            i64::max,
        )
    }
}

/// What it means for a goal that a block is captured before any of the other side is.
fn if_captured(book: &Book, state: &State, goal: Goal, target: usize) -> Option<bool> {
    match goal {
        Goal::First(side) => Some(book.colors[target] != side),
        Goal::Capture(asked) if asked == target => Some(true),
        Goal::Save(asked) if asked == target => Some(false),
        Goal::Capture(asked) => neighbors(book, state, asked).contains(&target).then_some(false),
        Goal::Save(asked) => neighbors(book, state, asked).contains(&target).then_some(true),
    }
}

/// What it means for a goal that a block takes its leaf.
fn if_taken(book: &Book, state: &State, goal: Goal, Duel { own, other }: Duel) -> Option<bool> {
    match goal {
        Goal::Capture(asked) if asked == other => Some(true),
        Goal::Capture(asked) if asked == own => Some(false),
        Goal::Save(asked) if asked == other => Some(false),
        Goal::Save(asked) if asked == own => Some(true),
        // Others of its side may be captured in the meantime.
        Goal::First(side) if racing(book, state, book.colors[own]).len() == 1 => {
            Some(side == book.colors[own])
        }
        _ => None,
    }
}

/// What it means for a goal that a block is not captured though its leaf attacks it.
fn if_kept(book: &Book, state: &State, goal: Goal, Duel { own, other }: Duel) -> Option<bool> {
    match goal {
        Goal::Capture(asked) if asked == own => Some(false),
        Goal::Save(asked) if asked == other => Some(false),
        Goal::First(side) if side != book.colors[own] && racing(book, state, book.colors[own]).len() == 1 => {
            Some(false)
        }
        _ => None,
    }
}
