//! A board together with a stack of coupons, played out: what a move is worth, measured by what somebody would take for it.
//!
//! Instead of a move a player may take the coupon on top and has its worth as points. The coupons go down in equal steps to nothing.
//! Around so fine an environment a side scores the count of the board and half of the first coupon, to within a step; and it takes
//! the coupon as long as that is worth more than a move on the board.

use rustc_hash::FxHashMap;
use tesuji_board::Color;

use super::{Endgame, Stones, Unjudged};

/// A stack of coupons beside a board. All scores are in steps of the stack.
pub struct Coupons<'e, 'a> {
    endgame: &'e mut Endgame<'a>,
    /// Steps of a point.
    steps: i32,
    known: FxHashMap<(Stones, Color, i32), i32>,
}

impl<'e, 'a> Coupons<'e, 'a> {
    /// Coupons with so many steps to a point.
    pub fn new(endgame: &'e mut Endgame<'a>, steps: i32) -> Coupons<'e, 'a> {
        Coupons { endgame, steps, known: FxHashMap::default() }
    }

    /// The score with one side moving first, when the coupon on top is worth so many steps.
    ///
    /// # Errors
    /// [`Unjudged`].
    pub fn score(&mut self, stones: Stones, first: Color, top: i32) -> Result<i32, Unjudged> {
        if let Some(&known) = self.known.get(&(stones, first, top)) {
            return Ok(known);
        }
        let settled = self.endgame.hands(stones)?.settled();
        let score = match settled {
            Some(score) if top == 0 => score * self.steps,
            _ => {
                let taken = if top > 0 { Some(self.taking(stones, first, top)?) } else { None };
                let moved = self.moving(stones, first, top)?;
                let scores = taken.into_iter().chain(moved);
                let best = if first == Color::Black { scores.max() } else { scores.min() };
                best.unwrap_or(settled.unwrap_or(0) * self.steps)
            }
        };
        self.known.insert((stones, first, top), score);
        Ok(score)
    }

    /// The score if a side begins by taking the coupon on top.
    ///
    /// # Errors
    /// [`Unjudged`].
    pub fn taking(&mut self, stones: Stones, first: Color, top: i32) -> Result<i32, Unjudged> {
        let rest = self.score(stones, first.opponent(), top - 1)?;
        Ok(if first == Color::Black { rest + top } else { rest - top })
    }

    /// The score if a side begins with a move on the board; none if it has no move.
    ///
    /// # Errors
    /// [`Unjudged`].
    pub fn moving(&mut self, stones: Stones, first: Color, top: i32) -> Result<Option<i32>, Unjudged> {
        let mut best: Option<i32> = None;
        for (_, after, taken) in self.endgame.moves(stones, first) {
            let score = self.score(after, first.opponent(), top)? + taken * self.steps;
            best = Some(match (best, first) {
                (None, _) => score,
                (Some(known), Color::Black) => known.max(score),
                (Some(known), Color::White) => known.min(score),
            });
        }
        Ok(best)
    }
}
