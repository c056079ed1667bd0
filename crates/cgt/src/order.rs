//! Comparing games.
//!
//! `G <= H` unless Left has a move in `G` to something at least `H`, or Right has a move in `H` to something at most
//! `G`. Before recursing: packed values are compared by arithmetic; stops decide most other pairs, because with left
//! stops at 0 they reduce to three comparisons of numbers; then the memo is asked. Options of a number are never
//! tried (number avoidance theorem).

use crate::arena::Arena;
use crate::game::{Game, Outcome, Relation, Side};
use crate::{Dyadic, Error};

impl Arena {
    /// Whether `g <= h`.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn at_most(&mut self, g: Game, h: Game) -> Result<bool, Error> {
        if g.core() == h.core() {
            return Ok(g.offset() <= h.offset());
        }
        if let (Some((x, up, nimber)), Some((y, other_up, other_nimber))) =
            (g.to_number_up_star(), h.to_number_up_star())
        {
            return Ok(x < y
                || x == y
                    && match i64::from(other_up) - i64::from(up) {
                        2.. => true,
                        1 => nimber ^ other_nimber != 1,
                        _ => false, // equal cores were dealt with above
                    });
        }
        self.tick()?;
        // The left stop of a game is its offset, so three comparisons of stops decide most pairs.
        if g.offset() > h.offset() {
            return Ok(false);
        }
        let right_stop_of_h = self.stop(h, Side::Right)?;
        if g.offset() < right_stop_of_h {
            return Ok(true);
        }
        if self.stop(g, Side::Right)? > right_stop_of_h {
            return Ok(false);
        }
        // Only the difference of the offsets matters, so one entry serves all translations of the pair.
        let key = (Game::new(g.offset().checked_sub(h.offset())?, g.core()), h.core());
        if let Some(answer) = self.orders.get(key) {
            return Ok(answer);
        }
        let answer = self.nested(|arena| arena.at_most_by_moves(key.0, Game::new(Dyadic::ZERO, key.1)))?;
        self.orders.insert(key, answer);
        Ok(answer)
    }

    fn at_most_by_moves(&mut self, g: Game, h: Game) -> Result<bool, Error> {
        // The two halves are one statement seen from both sides.
        for (side, mover, other) in [(Side::Left, g, h), (Side::Right, h, g)] {
            if mover.is_number() {
                continue;
            }
            let mut moves = self.moves(mover.core(), side);
            while let Some(option) = self.next_move(&mut moves) {
                if self.at_least_as_good(side, option.shifted(mover.offset())?, other)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether `side` likes `g` at least as much as `h`: `g >= h` for Left, `g <= h` for Right.
    #[inline]
    pub(crate) fn at_least_as_good(&mut self, side: Side, g: Game, h: Game) -> Result<bool, Error> {
        match side {
            Side::Left => self.at_most(h, g),
            Side::Right => self.at_most(g, h),
        }
    }

    /// How `g` compares with `h`.
    ///
    /// ```
    /// use tesuji_cgt::{Arena, Game, Relation};
    ///
    /// let mut arena = Arena::new();
    /// assert_eq!(arena.compare(Game::UP, Game::ZERO)?, Relation::Greater);
    /// assert_eq!(arena.compare(Game::UP, Game::STAR)?, Relation::Confused);
    /// # Ok::<(), tesuji_cgt::Error>(())
    /// ```
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn compare(&mut self, g: Game, h: Game) -> Result<Relation, Error> {
        Ok(match (self.at_most(g, h)?, self.at_most(h, g)?) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        })
    }

    /// Who wins `game`.
    ///
    /// # Errors
    /// A limit of the arena, or [`Error::Overflow`].
    pub fn outcome(&mut self, game: Game) -> Result<Outcome, Error> {
        Ok(match self.compare(game, Game::ZERO)? {
            Relation::Less => Outcome::Right,
            Relation::Equal => Outcome::Previous,
            Relation::Greater => Outcome::Left,
            Relation::Confused => Outcome::Next,
        })
    }
}
