//! Random games.
//!
//! A [`Playout`] is a position with the list of its empty points, from which moves are drawn uniformly. It never fills
//! its own small eyes, so games come to an end. Where the random numbers come from is the caller's business. Unless a
//! superko rule needs the history, a random game does not keep one: its moves cannot be undone or listed.

use crate::point::Point;
use crate::position::Position;

/// A random game in progress.
#[derive(Clone, Debug)]
pub struct Playout {
    position: Position,
    empty: Vec<Point>,
}

impl Playout {
    /// A random game that goes on from a position.
    #[must_use]
    pub fn new(position: Position) -> Playout {
        let mut playout = Playout { position, empty: Vec::new() };
        playout.list_empty();
        playout
    }

    /// Back to the empty board; allocates nothing.
    pub fn clear(&mut self) {
        self.position.clear();
        self.list_empty();
    }

    fn list_empty(&mut self) {
        self.empty.clear();
        self.empty.extend(self.position.topology().points().filter(|&p| self.position.is_empty_at(p)));
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position, when the game is over.
    #[must_use]
    pub fn into_position(self) -> Position {
        self.position
    }

    /// Plays one move of the side to move, drawn uniformly from the legal moves that are no suicide and fill no
    /// eye (a point whose neighbours are all own stones, none of them in atari), or passes if there is none. `below(n)` returns a random number in `0..n`.
    #[inline]
    pub fn step(&mut self, mut below: impl FnMut(u32) -> u32) -> Option<Point> {
        let color = self.position.to_move();
        // Rejected points move behind the end of the part that is still to be drawn from.
        let mut left = self.empty.len();
        while left > 0 {
            let i = below(left as u32) as usize;
            let point = self.empty[i];
            if self.position.play_unless_eye(color, point, &mut self.empty) {
                self.empty.swap_remove(i);
                return Some(point);
            }
            left -= 1;
            self.empty.swap(i, left);
        }
        self.position.pass(color);
        None
    }

    /// Plays until both sides have passed or `most` moves have been made; returns the number of moves and passes.
    pub fn run(&mut self, most: usize, mut below: impl FnMut(u32) -> u32) -> usize {
        let mut moves = 0;
        while self.position.passes() < 2 && moves < most {
            self.step(&mut below);
            moves += 1;
        }
        moves
    }
}
