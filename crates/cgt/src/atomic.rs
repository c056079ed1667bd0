//! Atomic weight: an infinitesimal measured in ups.
//!
//! The weight is guessed by the recursion of Winning Ways (chapter 8) and then *certified*: a game of weight `A`
//! differs from `A.^` by less than an up plus a remote star, and that is one exact comparison on each side. The recursion is
//! proved for all-small games only, but with the certificate it serves tiny, `{0|Tiny(2)}` and their kin as well, and
//! a game without a weight is refused with the reason instead of given a number that means nothing.

use crate::arena::Arena;
use crate::game::{Game, Side};
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
    /// The candidate of the recursion is not within an up and a remote star of the game.
    #[error("infinitesimal, but further than an up and a remote star from what its followers suggest")]
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
        let largest = self.fold(
            game,
            |_, game| Ok(game.to_number_up_star().map(|(_, _, nimber)| nimber | 1)),
            |_, _, images| Ok(images.iter().flatten().copied().max().unwrap_or(1)),
        )?;
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

    /// The weight as the theory of all-small games computes it, other numbers than 0 counting as weight 0.
    fn weight_guess(&mut self, game: Game, remote_star: Game) -> Result<Game, Error> {
        let leaf = |_: &mut Arena, game: Game| {
            Ok(match game.to_number_up_star() {
                Some((number, up, _)) if number.is_zero() => Some(Game::integer(i64::from(up))),
                Some((_, 0, 0)) => Some(Game::ZERO),
                _ => None,
            })
        };
        self.fold(game, leaf, |arena, game, mut weights| {
            for side in Side::BOTH {
                let cost = side.signed(Dyadic::from(-2))?;
                for weight in &mut weights[side.index()] {
                    *weight = weight.shifted(cost)?;
                }
            }
            let weight = arena.build(weights.clone())?;
            if weight.to_integer().is_none() {
                return Ok(weight);
            }
            // An integer leaves a choice, and the remote star makes it: as large as Right's options allow if the game
            // is above the star, as small as Left's allow if it is below.
            let [of_left, of_right] = &weights;
            let mut chosen = None;
            if arena.at_most(remote_star, game)? {
                for &bound in of_right {
                    let largest = arena.largest_not_above(bound)?;
                    chosen = Some(chosen.map_or(largest, |known: i64| known.min(largest)));
                }
            } else if arena.at_most(game, remote_star)? {
                for &bound in of_left {
                    let mirrored = arena.negative(bound)?;
                    let smallest = arena.largest_not_above(mirrored)?.checked_neg().ok_or(Error::Overflow)?;
                    chosen = Some(chosen.map_or(smallest, |known: i64| known.max(smallest)));
                }
            }
            Ok(chosen.map_or(weight, Game::integer))
        })
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
