//! The solved game, and what it says about a position.

use crate::index::{Class, INDEX};
use crate::moves::Move;
use crate::position::{BadPosition, Position};
use crate::solve::{Best, NEVER, Phase, classes, phases};

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
}

impl Value {
    /// `win`, `loss` or `draw`.
    pub fn name(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Loss => "loss",
            Value::Draw => "draw",
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Who wins.
    pub value: Value,
    /// Plies to the end with the best play of both sides; `None` for a draw.
    pub distance: Option<u8>,
    /// The lambda order of a win; `None` if no order proves it, or there is none.
    pub order: Option<u8>,
}

/// A move with the value of what it leads to, seen from the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The move.
    pub play: Move,
    /// Its value for the side that makes it.
    pub value: Value,
    /// Plies to the end, this move included.
    pub distance: Option<u8>,
    /// Lambda order of the move: one more than the order at which the mover wins if the opponent passes, 0 for a
    /// winning move, `None` if the mover would not win.
    pub order: Option<u8>,
}

/// The solved game.
///
/// Made by [`solve`](crate::solve) or read from a file's bytes by [`Solution::decode`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub(crate) pieces: u8,
    /// A byte for each slot of each class, from the empty board to the full one.
    pub(crate) values: Vec<Vec<u8>>,
    /// Lambda orders with the attacker to move, by phase.
    pub(crate) orders: Vec<Vec<u8>>,
}

/// Value and distance from the byte of a slot.
pub(crate) fn decode_value(byte: u8) -> (Value, Option<u8>) {
    match byte {
        0 => (Value::Draw, None),
        odd if odd % 2 == 1 => (Value::Win, Some(odd)),
        even => (Value::Loss, Some(even)),
    }
}

impl Solution {
    /// What is known of a position.
    ///
    /// # Errors
    ///
    /// The pieces are not those of the game.
    pub fn entry(&self, position: &Position) -> Result<Entry, BadPosition> {
        position.check_pieces(self.pieces)?;
        let (value, distance) = decode_value(self.byte(position));
        Ok(Entry { value, distance, order: self.order(position) })
    }

    /// All legal moves with their values, the best first; equal ones in the order of the moves.
    ///
    /// # Errors
    ///
    /// The pieces are not those of the game.
    pub fn choices(&self, position: &Position) -> Result<Vec<Choice>, BadPosition> {
        position.check_pieces(self.pieces)?;
        let mut choices: Vec<Choice> = position
            .moves()
            .into_iter()
            .map(|play| {
                let played = position.apply(play);
                if played.won {
                    return Choice { play, value: Value::Win, distance: Some(1), order: Some(0) };
                }
                let (value, distance) = decode_value(self.byte(&played.position));
                let value = match value {
                    Value::Win => Value::Loss,
                    Value::Loss => Value::Win,
                    Value::Draw => Value::Draw,
                };
                let order = self.order(&played.position.passed()).map(|order| order.saturating_add(1));
                Choice { play, value, distance: distance.map(|distance| distance.saturating_add(1)), order }
            })
            .collect();
        choices.sort_by_key(Choice::rank);
        Ok(choices)
    }

    /// The best moves: the quickest wins, else all draws, else the longest losses.
    ///
    /// # Errors
    ///
    /// The pieces are not those of the game.
    pub fn best(&self, position: &Position) -> Result<Vec<Move>, BadPosition> {
        let choices = self.choices(position)?;
        let rank = choices.first().map(Choice::rank);
        Ok(choices
            .iter()
            .take_while(|choice| Some(choice.rank()) == rank)
            .map(|choice| choice.play)
            .collect())
    }

    /// What is known of the start if the first piece may be placed anywhere.
    pub fn free_start(&self) -> Entry {
        let mut best = Best::default();
        // After the first placement the side to move has nothing on the board, the other side one piece.
        for &byte in self.values.get(1).into_iter().flatten() {
            best.see(byte);
        }
        let (value, distance) = decode_value(best.value());
        Entry { value, distance, order: None }
    }

    /// The byte of a position of the game.
    #[inline]
    pub(crate) fn byte(&self, position: &Position) -> u8 {
        let placed = position.mover.count_ones() + position.opponent.count_ones();
        self.values[placed as usize][INDEX.slot(position.mover, position.opponent) as usize]
    }

    /// The lambda order at which the mover wins; the opponent may have discarded pieces.
    pub(crate) fn order(&self, position: &Position) -> Option<u8> {
        let phase = Phase {
            attackers: position.mover.count_ones() as u8,
            hand: position.opponent_hand,
            defenders: position.opponent.count_ones() as u8,
        };
        let number = self.phase_number(phase)?;
        let order = self.orders[number][INDEX.slot(position.mover, position.opponent) as usize];
        (order != NEVER).then_some(order)
    }

    /// Where the orders of a phase are.
    pub(crate) fn phase_number(&self, phase: Phase) -> Option<usize> {
        phases(self.pieces).into_iter().position(|known| known == phase)
    }

    /// Bytes that the solution should have in each class and phase.
    pub(crate) fn shape(pieces: u8) -> (Vec<usize>, Vec<usize>) {
        let values = classes(pieces).map(Class::slots).collect();
        let orders = phases(pieces).into_iter().map(|phase| phase.attacking().slots()).collect();
        (values, orders)
    }
}

impl Choice {
    /// Small is good.
    fn rank(&self) -> (u8, i16) {
        let distance = self.distance.map_or(0, i16::from);
        match self.value {
            Value::Win => (0, distance),
            Value::Draw => (1, 0),
            Value::Loss => (2, -distance),
        }
    }
}
