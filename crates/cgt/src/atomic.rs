//! Atomic weight: an infinitesimal measured in ups.
//!
//! The weight is guessed by the recursion of Winning Ways (chapter 8) and then *certified*: a game of weight `A`
//! differs from `A.^` by less than an up plus a remote star, and that is one exact comparison on each side. The recursion is
//! proved for all-small games only, but with the certificate it serves tiny, `{0|Tiny(2)}` and their kin as well, and
//! a game without a weight is refused with the reason instead of given a number that means nothing.

use crate::arena::{Arena, List};
use crate::game::{Game, Side};
use crate::memo::Memo;
use crate::{Dyadic, Error};

/// The atomic weight of a game, or why it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicWeight {
    /// The weight, with its certificate.
    Certified {
        /// The weight: usually an integer, in general any game.
        weight: Game,
        /// `game - weight.^`, which lies strictly between `v + remote_star` and `^ + remote_star`.
        remainder: Game,
        /// A nimber larger than any follower of the game.
        remote_star: Game,
    },
    /// There is no weight.
    Refused(NotAtomic),
}

impl AtomicWeight {
    /// The weight, if there is one.
    #[must_use]
    pub fn weight(self) -> Option<Game> {
        match self {
            AtomicWeight::Certified { weight, .. } => Some(weight),
            AtomicWeight::Refused(_) => None,
        }
    }
}

/// Why a game has no atomic weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAtomic {
    /// Only infinitesimals have one.
    #[error("not infinitesimal: its stops are {left_stop} and {right_stop}")]
    NotInfinitesimal {
        /// The left stop.
        left_stop: Dyadic,
        /// The right stop.
        right_stop: Dyadic,
    },
    /// The only candidate is not within an up and a remote star of the game.
    #[error("infinitesimal, but not within an up and a remote star of any multiple of up")]
    NotCertified {
        /// The candidate that failed.
        candidate: Game,
    },
}

impl Arena {
    /// The atomic weight of a game.
    ///
    /// A weight of at least 2 proves the game positive, at most -2 negative (two-ahead rule); weight 1 proves that
    /// Left wins moving first, -1 that Right does. Weights add. They do *not* prove that games are confused: for that,
    /// [compare](Arena::compare) them.
    ///
    /// ```
    /// use tesuji_cgt::{Arena, Game};
    ///
    /// let mut arena = Arena::new();
    /// let game = arena.parse("{0^2|Tiny(3)}")?;
    /// assert_eq!(arena.atomic_weight(game)?.weight(), Some(Game::integer(2)));
    /// assert_eq!(arena.atomic_weight(Game::integer(5))?.weight(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn atomic_weight(&mut self, game: Game) -> Result<AtomicWeight, Error> {
        let left_stop = self.stop(game, Side::Left)?;
        let right_stop = self.stop(game, Side::Right)?;
        if !left_stop.is_zero() || !right_stop.is_zero() {
            return Ok(AtomicWeight::Refused(NotAtomic::NotInfinitesimal { left_stop, right_stop }));
        }
        let largest = self.largest_nimber(game, &mut Memo::new())?;
        let remote_star = Game::nimber((u64::from(largest) + 1).next_power_of_two())?;
        let weight = self.weight_guess(game, remote_star)?;
        let product = self.times_up(weight)?;
        let remainder = self.difference(game, product)?;
        let above = self.sum(Game::UP, remote_star)?;
        let below = self.sum(Game::DOWN, remote_star)?;
        if self.at_most(below, remainder)? && self.at_most(remainder, above)? {
            Ok(AtomicWeight::Certified { weight, remainder, remote_star })
        } else {
            Ok(AtomicWeight::Refused(NotAtomic::NotCertified { candidate: weight }))
        }
    }

    /// A nimber at least as large as any among the followers.
    fn largest_nimber(&mut self, game: Game, known: &mut Memo<(Game, Game), u32>) -> Result<u32, Error> {
        if let Some((_, _, nimber)) = game.to_number_up_star() {
            return Ok(nimber | 1);
        }
        let core = Game::new(Dyadic::ZERO, game.core());
        if let Some(largest) = known.get((core, core)) {
            return Ok(largest);
        }
        self.tick()?;
        let largest = self.nested(|arena| {
            let mut largest = 1;
            for side in Side::BOTH {
                let mut moves = arena.moves(core.core(), side);
                while let Some(option) = arena.next_move(&mut moves) {
                    largest = largest.max(arena.largest_nimber(option, known)?);
                }
            }
            Ok(largest)
        })?;
        known.insert((core, core), largest);
        Ok(largest)
    }

    /// The weight as the theory of all-small games computes it, other numbers than 0 counting as weight 0.
    fn weight_guess(&mut self, game: Game, remote_star: Game) -> Result<Game, Error> {
        match game.to_number_up_star() {
            Some((number, up, _)) if number.is_zero() => return Ok(Game::integer(i64::from(up))),
            Some((_, 0, 0)) => return Ok(Game::ZERO),
            _ => {}
        }
        // Any remote star gives the same answer, so the memo may forget which one was used.
        if let Some(weight) = self.weights.get((game, game)) {
            return Ok(weight);
        }
        self.tick()?;
        let weight = self.nested(|arena| {
            let mut form = [List::new(), List::new()];
            for side in Side::BOTH {
                let cost = side.signed(Dyadic::from(-2))?;
                for option in arena.option_list(game, side)? {
                    let weight = arena.weight_guess(option, remote_star)?.shifted(cost)?;
                    form[side.index()].push(weight);
                }
            }
            let weight = arena.build(form.clone())?;
            if weight.to_integer().is_none() {
                return Ok(weight);
            }
            // An integer leaves a choice, and the remote star makes it.
            if arena.at_most(remote_star, game)? {
                let mut largest = None;
                for &bound in &form[Side::Right.index()] {
                    let below = arena.largest_not_above(bound)?;
                    largest = Some(largest.map_or(below, |known: i64| known.min(below)));
                }
                return Ok(largest.map_or(weight, Game::integer));
            }
            if arena.at_most(game, remote_star)? {
                let mut smallest = None;
                for &bound in &form[Side::Left.index()] {
                    let mirrored = arena.negative(bound)?;
                    let above = arena.largest_not_above(mirrored)?.checked_neg().ok_or(Error::Overflow)?;
                    smallest = Some(smallest.map_or(above, |known: i64| known.max(above)));
                }
                return Ok(smallest.map_or(weight, Game::integer));
            }
            Ok(weight)
        })?;
        self.weights.insert((game, game), weight);
        Ok(weight)
    }

    /// The largest integer that is less than or confused with the game.
    fn largest_not_above(&mut self, game: Game) -> Result<i64, Error> {
        let floor = self.stop(game, Side::Left)?.floor();
        if self.at_most(game, Game::integer(floor))? {
            floor.checked_sub(1).ok_or(Error::Overflow)
        } else {
            Ok(floor)
        }
    }
}
