//! Counting inside the search: states that the rule for cooled sums decides (paper 000, figures 8 and 9).
//!
//! Two blocks. A steady piece is worth its liberty game, read off the automaton; any other piece lies between two of them
//! ([`super::worth`]), and what lies between the blocks is bounded for each purpose ([`super::between`]). With all such pieces as bad
//! as they can be for a side, a win by counting is a win; with all of them as good as they can be, no win is none.
//!
//! The same sums say how close a state is: by how many liberties a side is ahead of what it needs ([`Counter::margin`]). That
//! is a guess about the search below and proves nothing unless it has the right sign from the right side.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_cgt::{Dyadic, Game};
use tesuji_job::Watch;

use super::between::{Held, Holding, is_between};
use super::book::Book;
use super::state::{State, Status};
use super::worth::{Bounding, From, Worths};
use crate::automaton::NONE;

/// What a piece is worth to one of its blocks, cooled by 2, with Black's liberties positive.
#[derive(Clone, Copy, Debug)]
struct Worth {
    /// From below.
    low: Option<Game>,
    /// From above, and whether the block may have an eye there.
    high: Option<(Game, bool)>,
}

/// Cooled games that are no integers, and who is to move.
type Asked = (SmallVec<[Game; 16]>, Color);

/// A counter with a memory.
pub(super) struct Counter {
    worths: Worths,
    adjusted: FxHashMap<Asked, Option<i64>>,
    of_pieces: FxHashMap<(u32, u8), Worth>,
    /// What lies between the blocks, for Black and for White, once it was asked for.
    holding: [Option<Holding>; 2],
}

/// How a side that wants to keep its block, or to take the other one, is bounded by what lies between both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// It wants to capture first.
    Capture,
    /// It wants not to be captured.
    Last,
}

/// All pieces as they can be at worst for a side.
#[derive(Default)]
struct Sum {
    games: SmallVec<[Game; 16]>,
    /// Black's plain liberties less White's.
    number: i64,
    /// Plain liberties of both.
    shared: i64,
    /// Pieces in which the other side may have an eye.
    eyes: u32,
}

impl Counter {
    pub(super) fn new(watch: Watch) -> Counter {
        Counter {
            worths: Worths::new(watch),
            adjusted: FxHashMap::default(),
            of_pieces: FxHashMap::default(),
            holding: [None, None],
        }
    }

    /// Whether `side` captures first; nothing if counting does not tell.
    pub(super) fn captures(&mut self, book: &Book, state: &State, side: Color) -> Option<bool> {
        if state.status.iter().any(|&status| status != Status::Racing) {
            return None;
        }
        let [worst, best] = self.margins(book, state, side);
        if worst.is_some_and(|margin| margin >= 0) {
            return Some(true);
        }
        best.is_some_and(|margin| margin < 0).then_some(false)
    }

    /// By how many liberties a side is ahead of what it needs to capture first, at worst and at best; below zero it does not.
    pub(super) fn margins(&mut self, book: &Book, state: &State, side: Color) -> [Option<i64>; 2] {
        let worst = self.margin(book, state, side, Aim::Capture);
        // At best for this side is at worst for the other, which may capture first or only not be captured.
        let kept = self.margin(book, state, side.opponent(), Aim::Last).map(|margin| -1 - margin);
        let best = match (kept, has_between(book, state)) {
            (Some(margin), false) => Some(margin),
            (kept, _) => {
                let taken = self.margin(book, state, side.opponent(), Aim::Capture);
                let lost = taken.filter(|&margin| margin >= 0).map(|margin| -1 - margin);
                [kept, lost].into_iter().flatten().min()
            }
        };
        [worst, best]
    }

    /// By how many liberties a side is ahead of what its aim needs, with everything as bad for it as it can be.
    fn margin(&mut self, book: &Book, state: &State, side: Color, aim: Aim) -> Option<i64> {
        let sum = self.sum(book, state, side, aim)?;
        // Two places that want to be filled last are filled never.
        if sum.eyes > 1 {
            return None;
        }
        let mover = state.to_move;
        let adjusted = self.adjusted(sum.games, mover)?;
        let adjusted = adjusted.checked_add(sum.number)?;
        // What the mover reaches and has the move again, in liberties of the mover.
        let reached = if mover == Color::Black { adjusted } else { -adjusted };
        // Only the side without an eye attacks. Without eyes the last of the shared liberties need not be filled.
        let fill = if sum.eyes > 0 { sum.shared } else { (sum.shared - 1).max(0) };
        // The mover captures if it reaches what has to be filled, and is not captured if it reaches that much less than nothing.
        Some(match (side == mover, aim) {
            (true, Aim::Capture) => reached - fill,
            (true, Aim::Last) if sum.eyes > 0 => reached - fill,
            (true, Aim::Last) => reached + fill,
            (false, Aim::Capture) => -fill - 1 - reached,
            (false, Aim::Last) if sum.eyes > 0 => -fill - 1 - reached,
            (false, Aim::Last) => fill - 1 - reached,
        })
    }

    /// All pieces as bad as they can be for a side with this aim; nothing if there is no bound.
    fn sum(&mut self, book: &Book, state: &State, side: Color, aim: Aim) -> Option<Sum> {
        let favored = side.opponent();
        let mut sum = Sum::default();
        for (block, &plain) in state.plain.iter().enumerate() {
            sum.number += signed(book.colors[block], i64::from(plain));
        }
        for placed in &state.pieces {
            let class = &book.classes[placed.class as usize];
            if let Some(count) = class.shared {
                sum.shared += i64::from(count);
                continue;
            }
            let slot = match class.piece.colors.as_slice() {
                [owner] if *owner == side => {
                    match self.worth(book, placed.class, 0, side).low {
                        Some(game) => sum.games.push(game),
                        None => sum.number += signed(side, i64::from(class.bound.least)),
                    }
                    continue;
                }
                [_] => 0,
                [_, _] => {
                    if aim == Aim::Last
                        && let Some(held) = self.held(book, placed.class, side)
                    {
                        sum.shared += i64::from(held.shared);
                        sum.number += signed(side, i64::from(held.own) - i64::from(held.theirs));
                        continue;
                    }
                    // As if the own block did not breathe there.
                    class.piece.colors.iter().position(|&color| color == favored)?
                }
                _ => return None,
            };
            let (game, eye) = self.worth(book, placed.class, slot, favored).high?;
            sum.games.push(game);
            sum.eyes += u32::from(eye);
            // The other side may not take the last liberty at once: one more, which another move lifts.
            if class.piece.base != NONE && state.to_move != favored {
                sum.number += signed(favored, 1);
            }
        }
        Some(sum)
    }

    /// What the side to move reaches in a sum of cooled games: for Black the smallest integer that is not below it, for White the
    /// largest that is not above it.
    fn adjusted(&mut self, games: SmallVec<[Game; 16]>, mover: Color) -> Option<i64> {
        let mut number = Dyadic::ZERO;
        let mut rest: SmallVec<[Game; 16]> = SmallVec::new();
        for game in games {
            match game.to_number() {
                Some(value) => number = number.checked_add(value).ok()?,
                None => rest.push(game),
            }
        }
        let whole = number.floor();
        let fraction = number.checked_sub(Dyadic::from(whole)).ok()?;
        if fraction != Dyadic::ZERO {
            rest.push(Game::number(fraction));
        }
        if rest.is_empty() {
            return Some(whole);
        }
        let key = (rest, mover);
        let found = match self.adjusted.get(&key) {
            Some(&known) => known,
            None => {
                let found = self.find_adjusted(&key.0, mover);
                self.adjusted.insert(key, found);
                found
            }
        };
        found?.checked_add(whole)
    }

    fn find_adjusted(&mut self, games: &[Game], mover: Color) -> Option<i64> {
        let arena = &mut self.worths.games.arena;
        let mut mean = Dyadic::ZERO;
        for &game in games {
            mean = mean.checked_add(arena.mean(game).ok()?).ok()?;
        }
        // Read for Black; for White with all signs turned.
        let mut within = |bound: i64| match mover {
            Color::Black => arena.sum_at_most(games, Game::integer(bound)).ok(),
            Color::White => arena.sum_at_least(games, Game::integer(-bound)).ok(),
        };
        let guess = match mover {
            Color::Black => mean.floor(),
            Color::White => mean.checked_neg().ok()?.floor(),
        };
        // Always within `above`, never within `below`.
        let (mut below, mut above);
        let mut step = 1;
        if within(guess)? {
            above = guess;
            below = guess - step;
            while within(below)? {
                above = below;
                step *= 2;
                below = above - step;
            }
        } else {
            below = guess;
            above = guess + step;
            while !within(above)? {
                below = above;
                step *= 2;
                above = below + step;
            }
        }
        while above - below > 1 {
            let middle = below + (above - below) / 2;
            if within(middle)? {
                above = middle;
            } else {
                below = middle;
            }
        }
        Some(if mover == Color::Black { above } else { -above })
    }

    fn held(&mut self, book: &Book, class: u32, side: Color) -> Option<Held> {
        self.holding[side.index()].get_or_insert_with(|| Holding::new(book, side)).of(class)
    }

    fn worth(&mut self, book: &Book, class: u32, slot: usize, owner: Color) -> Worth {
        let key = (class, slot as u8);
        if let Some(&worth) = self.of_pieces.get(&key) {
            return worth;
        }
        let exact = if book.classes[class as usize].steady { self.worths.exact(book, class) } else { None };
        let worth = match exact.and_then(|parts| self.worths.cooled(&parts, owner)) {
            Some(game) => Worth { low: Some(game), high: Some((game, false)) },
            None => {
                let mut cooled = |from: From| {
                    let Bounding { parts, eye } = self.worths.bounding(book, class, slot, from)?;
                    Some((self.worths.cooled(&parts, owner)?, eye))
                };
                Worth { low: cooled(From::Below).map(|(game, _)| game), high: cooled(From::Above) }
            }
        };
        self.of_pieces.insert(key, worth);
        worth
    }
}

/// Whether more than plain liberties lies between the blocks.
fn has_between(book: &Book, state: &State) -> bool {
    state.pieces.iter().any(|placed| is_between(book, placed.class))
}

fn signed(owner: Color, count: i64) -> i64 {
    if owner == Color::Black { count } else { -count }
}
