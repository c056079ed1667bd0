//! The part of a board where a fight takes place, as sets of points in one machine word.
//!
//! A [`Field`] has up to 128 points. Around it stand *safe* stones, which are never captured and are not on the field;
//! a string that touches safe stones of its own colour is safe as well. Where the field ends in empty points, the board is
//! *open*: a string that gets there has left the fight and counts as safe too.

use tesuji_board::{Color, Point};
pub(crate) use tesuji_local::{Bits, MOST_POINTS, ones};

/// The set of one point.
#[inline]
pub(crate) fn bit(at: usize) -> Bits {
    1 << at
}

/// Points that were one string when the fight began: while it stands, it is met in one step.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    stones: Bits,
    around: Bits,
}

/// A string of stones with what it touches on the field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoneString {
    pub(crate) stones: Bits,
    /// All neighbours on the field.
    pub(crate) around: Bits,
}

/// The ground of a fight.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) points: Vec<Point>,
    neighbors: Vec<Bits>,
    chunks: Vec<Chunk>,
    /// Points next to safe stones, by colour.
    pub(crate) beside_safe: [Bits; 2],
    /// Points next to empty points that are not on the field.
    pub(crate) open: Bits,
}

/// The stones on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stones(pub(crate) [Bits; 2]);

/// What a move does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    pub(crate) stones: Stones,
    pub(crate) captured: Bits,
    /// The point where the move may not be taken back at once.
    pub(crate) ko: Option<u8>,
}

impl Field {
    /// A field of `points`; `neighbors[i]` are those of point i on the field.
    pub(crate) fn new(
        points: Vec<Point>,
        neighbors: Vec<Bits>,
        beside_safe: [Bits; 2],
        open: Bits,
        stones: &Stones,
    ) -> Field {
        let single: Vec<Chunk> =
            neighbors.iter().enumerate().map(|(at, &around)| Chunk { stones: bit(at), around }).collect();
        let mut field = Field { points, neighbors, chunks: single.clone(), beside_safe, open };
        let mut chunks = single;
        for color in Color::BOTH {
            for at in ones(stones.0[color.index()]) {
                let string = field.string(stones, color, at);
                chunks[at] = Chunk { stones: string.stones, around: string.around };
            }
        }
        field.chunks = chunks;
        field
    }

    /// All points.
    pub(crate) fn all(&self) -> Bits {
        if self.points.len() == MOST_POINTS { Bits::MAX } else { bit(self.points.len()) - 1 }
    }

    pub(crate) fn empty(&self, stones: &Stones) -> Bits {
        self.all() & !(stones.0[0] | stones.0[1])
    }

    #[inline]
    pub(crate) fn neighbors(&self, at: usize) -> Bits {
        self.neighbors[at]
    }

    /// The points of `within` that are connected with `seed`, and all neighbours of those.
    #[inline]
    pub(crate) fn spread(&self, seed: Bits, within: Bits) -> StoneString {
        self.spread_until(seed, within, |_| false).unwrap_or(StoneString { stones: 0, around: 0 })
    }

    /// The same, given up as soon as `ends` says so of what was found up to there, with all neighbours.
    #[inline]
    pub(crate) fn spread_until(
        &self,
        seed: Bits,
        within: Bits,
        ends: impl Fn(Bits) -> bool,
    ) -> Option<StoneString> {
        let (mut stones, mut around) = (0, 0);
        let mut front = seed & within;
        while front != 0 {
            let at = front.trailing_zeros() as usize;
            let chunk = self.chunks[at];
            if chunk.stones & !within == 0 {
                stones |= chunk.stones;
                around |= chunk.around;
            } else {
                stones |= bit(at);
                around |= self.neighbors[at];
            }
            if ends(stones | around) {
                return None;
            }
            front = (front | around & within) & !stones;
        }
        Some(StoneString { stones, around: around & !stones })
    }

    /// The string on a point.
    #[inline]
    pub(crate) fn string(&self, stones: &Stones, color: Color, at: usize) -> StoneString {
        self.spread(bit(at), stones.0[color.index()])
    }

    /// Whether a string of this colour touches safe stones or the open board.
    #[inline]
    pub(crate) fn is_out(&self, string: Bits, color: Color) -> bool {
        string & (self.beside_safe[color.index()] | self.open) != 0
    }

    /// Plays a stone; none if it would be without liberties, or the point is taken.
    #[inline]
    pub(crate) fn play(&self, stones: &Stones, color: Color, at: usize) -> Option<Played> {
        let (own, other) = (color.index(), color.opponent().index());
        let stone = bit(at);
        let occupied = stones.0[0] | stones.0[1];
        if occupied & stone != 0 {
            return None;
        }
        let mut after = *stones;
        after.0[own] |= stone;
        let free = !(occupied | stone);
        let mut captured = 0;
        let mut touched = self.neighbors[at] & stones.0[other];
        while touched != 0 {
            let string = self.spread(touched & touched.wrapping_neg(), stones.0[other]);
            touched &= !string.stones;
            if string.around & free == 0 && !self.is_out(string.stones, color.opponent()) {
                captured |= string.stones;
            }
        }
        after.0[other] &= !captured;
        let mut ko = None;
        let free = self.neighbors[at] & self.empty(&after);
        if captured != 0 {
            let alone = self.neighbors[at] & after.0[own] == 0 && !self.is_out(stone, color);
            if alone && captured.count_ones() == 1 && free == captured {
                ko = Some(captured.trailing_zeros() as u8);
            }
        } else if free == 0 {
            let string = self.spread(stone, after.0[own]);
            if string.around & self.empty(&after) == 0 && !self.is_out(string.stones, color) {
                return None;
            }
        }
        Some(Played { stones: after, captured, ko })
    }
}
