//! The positions a game has been through.
//!
//! Stones come back only after captures, and then in the same number. So positions are chained by their number of stones:
//! a new one is compared with the few that had as many, and in a game without captures with none.

use crate::color::Color;

const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Entry {
    hash: u64,
    to_move: Color,
    /// The last entry before with as many stones.
    before: u32,
}

/// All positions of a game so far, as hashes of their stones with the side to move.
#[derive(Clone, Debug)]
pub(super) struct History {
    entries: Vec<Entry>,
    /// The last entry with so many stones.
    latest: Vec<u32>,
    stones: usize,
}

impl History {
    pub(super) fn new(points: usize) -> History {
        History { entries: Vec::new(), latest: vec![NONE; points + 1], stones: 0 }
    }

    /// Forgets everything but the position now.
    pub(super) fn clear(&mut self, stones: usize, hash: u64, to_move: Color) {
        self.entries.clear();
        self.latest.fill(NONE);
        self.stones = stones;
        self.push(0, hash, to_move);
    }

    /// Adds the position after a move that changed the number of stones by `more`.
    #[inline]
    pub(super) fn push(&mut self, more: isize, hash: u64, to_move: Color) {
        self.stones = self.stones.wrapping_add_signed(more);
        let latest = &mut self.latest[self.stones];
        let before = std::mem::replace(latest, self.entries.len() as u32);
        self.entries.push(Entry { hash, to_move, before });
    }

    /// Whether the position now was there before with the same side to move.
    #[inline]
    pub(super) fn is_repetition(&self) -> bool {
        let Some(now) = self.entries.last() else { return false };
        now.before != NONE && self.is_in_chain(now.before, now.hash, Some(now.to_move))
    }

    /// Whether stones of this hash, `more` in number than now, were there before, with this side to move if one is given.
    pub(super) fn contains(&self, more: isize, hash: u64, to_move: Option<Color>) -> bool {
        let stones = self.stones.wrapping_add_signed(more);
        self.latest.get(stones).is_some_and(|&latest| self.is_in_chain(latest, hash, to_move))
    }

    fn is_in_chain(&self, mut at: u32, hash: u64, to_move: Option<Color>) -> bool {
        while let Some(entry) = self.entries.get(at as usize) {
            if entry.hash == hash && to_move.is_none_or(|side| side == entry.to_move) {
                return true;
            }
            at = entry.before;
        }
        false
    }
}
