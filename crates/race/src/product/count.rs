//! Counting inside the search: states that the rule for cooled sums decides (paper 000, figures 8 and 9).
//!
//! Two blocks. A steady piece is worth its liberty game, read off the automaton; any other piece lies between two of them
//! ([`super::worth`]). With all such pieces as bad as they can be for a side, a win by counting is a win; with all of them as good
//! as they can be, no win is none.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_cgt::{Dyadic, Game};
use tesuji_job::Watch;

use super::between::{Bounded, Filling, Valued};
use super::book::Book;
use super::state::{State, Status};
use super::worth::{Bounding, From, Worths};
use crate::automaton::NONE;
use crate::race::{EyeClass, Race};
use crate::verdict::{Outcome, outcome_of_sum};

/// What a piece is worth to one of its blocks, cooled by 2, with Black's liberties positive.
#[derive(Clone, Copy, Debug)]
struct Worth {
    /// From below.
    low: Option<Game>,
    /// From above, and whether the block may have an eye there.
    high: Option<(Game, bool)>,
    /// About so many eighths of a liberty for Black.
    mean: i64,
}

/// The cooled games of a race, its shared liberties, whose eye it has and who is to move.
type Asked = (SmallVec<[Game; 16]>, u32, Option<Color>, Color);

/// A counter with a memory.
pub(super) struct Counter {
    worths: Worths,
    known: FxHashMap<Asked, Option<Outcome>>,
    of_pieces: FxHashMap<u32, Worth>,
    of_shared: FxHashMap<(u32, Bounded), Option<(Game, bool)>>,
}

/// All pieces as they can be at worst or at best for a side.
#[derive(Default)]
struct Sum {
    games: SmallVec<[Game; 16]>,
    /// Black's plain liberties less White's.
    number: i64,
    /// Pieces in which the favoured side may have an eye.
    eyes: u32,
}

impl Counter {
    pub(super) fn new(watch: Watch) -> Counter {
        Counter {
            worths: Worths::new(watch),
            known: FxHashMap::default(),
            of_pieces: FxHashMap::default(),
            of_shared: FxHashMap::default(),
        }
    }

    /// Whether `side` captures first; nothing if counting does not tell.
    pub(super) fn captures(&mut self, book: &Book, state: &State, side: Color) -> Option<bool> {
        if state.status.iter().any(|&status| status != Status::Racing) {
            return None;
        }
        if self.bounded(book, state, side, side.opponent()) == Some(Outcome::win_of(side)) {
            return Some(true);
        }
        let best = self.bounded(book, state, side, side)?;
        (best != Outcome::win_of(side)).then_some(false)
    }

    /// The outcome if every piece is as good as it can be for the favoured side, as far as it matters for the question whether
    /// `side` captures first.
    fn bounded(&mut self, book: &Book, state: &State, side: Color, favored: Color) -> Option<Outcome> {
        let filling = if side == favored { Filling::AllButOne } else { Filling::All };
        let (sum, shared) = self.sum(book, state, Bounded { side, favored, filling })?;
        let (sum, shared) = if sum.eyes == 1 && side == favored {
            // The side with the eye waits for the other to fill what is shared.
            self.sum(book, state, Bounded { side, favored, filling: Filling::ByTheOther })?
        } else {
            (sum, shared)
        };
        // Two places that want to be filled last are filled never.
        if sum.eyes > 1 {
            return None;
        }
        let eye = (sum.eyes == 1).then_some(favored);
        self.outcome(sum, shared, eye, state.to_move)
    }

    fn sum(&mut self, book: &Book, state: &State, bounded: Bounded) -> Option<(Sum, u32)> {
        let favored = bounded.favored;
        let mut sum = Sum::default();
        let mut shared = 0;
        for (block, &plain) in state.plain.iter().enumerate() {
            sum.number += signed(book.colors[block], i64::from(plain));
        }
        for placed in &state.pieces {
            let class = &book.classes[placed.class as usize];
            if let Some(count) = class.shared {
                shared += count;
                continue;
            }
            let high = match class.piece.colors.as_slice() {
                [owner] if *owner != favored => {
                    match self.worth(book, placed.class, *owner).low {
                        Some(game) => sum.games.push(game),
                        None => sum.number += signed(*owner, i64::from(class.bound.least)),
                    }
                    continue;
                }
                [_] => self.worth(book, placed.class, favored).high?,
                // What lies between two blocks is valued for the guess of [`Counter::lead`] alone: as a proof it fails on four of the
                // six hundred questions of `reproduce races`.
                _ => return None,
            };
            let (game, eye) = high;
            sum.games.push(game);
            sum.eyes += u32::from(eye);
            // The other side may not take the last liberty at once: one more, which another move lifts.
            if class.piece.base != NONE && state.to_move != favored {
                sum.number += signed(favored, 1);
            }
        }
        Some((sum, shared))
    }

    fn between(&mut self, book: &Book, class: u32, bounded: Bounded) -> Option<(Game, bool)> {
        if let Some(&known) = self.of_shared.get(&(class, bounded)) {
            return known;
        }
        let found = self.worths.between(book, class, bounded).and_then(|Valued { game, eye }| {
            let cooled = self.worths.games.arena.cool(game, Dyadic::from(2)).ok()?;
            Some((cooled, eye))
        });
        self.of_shared.insert((class, bounded), found);
        found
    }

    /// About how many eighths of a liberty a side is ahead of what it needs to capture first.
    pub(super) fn lead(&mut self, book: &Book, state: &State, side: Color) -> i64 {
        let mut sum = 0;
        for (block, &plain) in state.plain.iter().enumerate() {
            sum += signed(book.colors[block], 8 * i64::from(plain));
        }
        let mut shared = 0;
        for placed in &state.pieces {
            let class = &book.classes[placed.class as usize];
            if let Some(count) = class.shared {
                shared += i64::from(count);
                continue;
            }
            if let [owner] = class.piece.colors.as_slice() {
                sum += self.worth(book, placed.class, *owner).mean;
                continue;
            }
            let bounds = [(side, Filling::AllButOne), (side.opponent(), Filling::All)];
            let means = bounds.map(|(favored, filling)| {
                let between = self.between(book, placed.class, Bounded { side, favored, filling });
                between.map_or(0, |(game, _)| self.mean(game))
            });
            sum += (means[0] + means[1]) / 2;
        }
        let tempo = if state.to_move == side { 4 } else { -4 };
        signed(side, sum) + tempo - 8 * (shared - 1).max(0)
    }

    fn mean(&mut self, game: Game) -> i64 {
        let most = 8 * 64;
        let mean = self.worths.games.arena.mean(game).unwrap_or(Dyadic::ZERO);
        let eighths = mean.checked_mul(8).map_or(0, Dyadic::floor);
        eighths.clamp(-most, most)
    }

    fn outcome(&mut self, sum: Sum, shared: u32, eye: Option<Color>, mover: Color) -> Option<Outcome> {
        let mut cooled = sum.games;
        cooled.push(Game::integer(sum.number));
        let key = (cooled, shared, eye, mover);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut race = Race { shared, ..Race::default() };
        if let Some(color) = eye {
            race.eyes[color.index()] = EyeClass::Big(u8::MAX);
        }
        let found = outcome_of_sum(&mut self.worths.games, &key.0, &race, mover).ok();
        self.known.insert(key, found);
        found
    }

    fn worth(&mut self, book: &Book, class: u32, owner: Color) -> Worth {
        if let Some(&worth) = self.of_pieces.get(&class) {
            return worth;
        }
        let exact = if book.classes[class as usize].steady { self.worths.exact(book, class) } else { None };
        let worth = match exact.and_then(|parts| self.worths.cooled(&parts, owner)) {
            Some(game) => {
                let mean = self.mean(game);
                Worth { low: Some(game), high: Some((game, false)), mean }
            }
            None => {
                let mut cooled = |from: From| {
                    let Bounding { parts, eye } = self.worths.bounding(book, class, 0, from)?;
                    Some((self.worths.cooled(&parts, owner)?, eye))
                };
                let low = cooled(From::Below).map(|(game, _)| game);
                let high = cooled(From::Above);
                let both = [low, high.map(|(game, _)| game)].map(|game| game.map(|game| self.mean(game)));
                let mean = match both {
                    [Some(low), Some(high)] => (low + high) / 2,
                    [Some(one), None] | [None, Some(one)] => one,
                    [None, None] => 0,
                };
                Worth { low, high, mean }
            }
        };
        self.of_pieces.insert(class, worth);
        worth
    }
}

fn signed(owner: Color, count: i64) -> i64 {
    if owner == Color::Black { count } else { -count }
}
