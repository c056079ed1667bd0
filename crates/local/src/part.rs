//! What is on the points of a ground, and what a move does there.
//!
//! Blocks and safe stones at the edge never change hands while the question is open, so they are not stored: a point only knows
//! that it *touches* them. Stones that join them disappear from the part in the same way and hand their touch on to the points
//! around. What is left is small: empty points and loose stones. Parts that differ only in stones that have joined something are
//! the same part.

use smallvec::SmallVec;
use tesuji_board::Color;

use crate::bits::{Bits, ones};
use crate::ground::Ground;

/// A block at the edge of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Touch {
    /// Its colour.
    pub color: Color,
    /// The points that touch it.
    pub points: Bits,
}

/// Indices of blocks of a part.
pub type Slots = SmallVec<[u8; 4]>;

/// What is on some points of a ground.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Part {
    /// The points that still matter.
    pub points: Bits,
    /// Loose stones, Black's first.
    pub stones: [Bits; 2],
    /// Points next to safe stones, Black's first.
    pub safe: [Bits; 2],
    /// The blocks at the edge.
    pub blocks: SmallVec<[Touch; 2]>,
}

/// What a move did.
#[derive(Clone, Debug)]
pub struct Played {
    /// What is left, with the same blocks; one that has joined another or safe stones touches nothing any more.
    pub part: Part,
    /// Whether loose stones of the opponent were taken.
    pub captures: bool,
    /// The new stone's string has no liberty and joined nothing: legal only if a block is captured by it.
    pub breathless: bool,
    /// The point a ko forbids the opponent.
    pub ko: Option<u8>,
    /// The mover's blocks that the new string has joined; the first stands for all of them from now on.
    pub joined: Slots,
    /// Blocks that are safe now, because they were joined to safe stones.
    pub out: Slots,
}

impl Part {
    /// The empty points.
    #[must_use]
    pub fn empty(&self) -> Bits {
        self.points & !(self.stones[0] | self.stones[1])
    }

    /// The liberties of a block here.
    #[must_use]
    pub fn liberties(&self, block: usize) -> Bits {
        self.empty() & self.blocks[block].points
    }

    /// The part on some of its points.
    #[must_use]
    pub fn restricted(&self, to: Bits) -> Part {
        let keep = |bits: [Bits; 2]| bits.map(|all| all & to);
        let blocks = self.blocks.iter().map(|touch| Touch { points: touch.points & to, ..*touch });
        Part {
            points: self.points & to,
            stones: keep(self.stones),
            safe: keep(self.safe),
            blocks: blocks.collect(),
        }
    }

    /// The same without blocks that touch nothing, and which blocks are left.
    #[must_use]
    pub fn without_idle_blocks(mut self) -> (Part, Slots) {
        let kept: Slots =
            (0..self.blocks.len()).filter(|&at| self.blocks[at].points != 0).map(|at| at as u8).collect();
        self.blocks.retain(|touch| touch.points != 0);
        (self, kept)
    }
}

impl Ground {
    /// Plays a stone on an empty point. Whether a breathless stone is suicide or captures a block, and whether the own block
    /// keeps a liberty, is left to the caller, who knows what there is elsewhere.
    #[must_use]
    pub fn play(&self, before: &Part, color: Color, at: usize) -> Played {
        let (own, other) = (color.index(), color.opponent().index());
        let stone = 1 << at;
        let mut part = before.clone();
        part.stones[own] |= stone;
        let mut captured = 0;
        for next in ones(self.beside(at) & part.stones[other] & part.points) {
            if captured >> next & 1 == 1 {
                continue;
            }
            let string = self.component(next, part.stones[other]);
            if self.around(string) & part.empty() == 0 {
                captured |= string;
            }
        }
        part.stones[other] &= !captured;
        let string = self.component(at, part.stones[own]);
        let liberties = self.around(string) & part.empty();
        let joined: Slots = (0..part.blocks.len())
            .filter(|&block| part.blocks[block].color == color && string & part.blocks[block].points != 0)
            .map(|block| block as u8)
            .collect();
        let joins_safe = string & part.safe[own] != 0;
        let loose = joined.is_empty() && !joins_safe;
        let breathless = liberties == 0 && loose;
        // A single stone that takes a single stone and has no other liberty may be taken back: a ko.
        let ko = (captured.count_ones() == 1 && string == stone && liberties == captured && loose)
            .then(|| captured.trailing_zeros() as u8);
        let mut out = Slots::new();
        if !loose {
            let around = self.around(string);
            part = part.restricted(part.points & !string);
            let around = around & part.points;
            if let Some((&into, others)) = joined.split_first() {
                let mut touch = around;
                for &block in others {
                    touch |= std::mem::take(&mut part.blocks[usize::from(block)].points);
                }
                part.blocks[usize::from(into)].points |= touch;
            }
            if joins_safe {
                part.safe[own] |= around;
                if let Some(&into) = joined.first() {
                    self.leave(&mut part, usize::from(into), color, &mut out);
                }
            }
        }
        Played { part, captures: captured != 0, breathless, ko, joined, out }
    }

    /// A block stops being one: safe stones of this colour stand there now. Loose stones of the colour that touch it are safe as
    /// well, and so are other blocks that these join. Returns the blocks that have become safe, this one left out.
    pub fn retire(&self, part: &mut Part, block: usize, color: Color) -> Slots {
        let mut out = Slots::new();
        self.leave(part, block, color, &mut out);
        out.retain(|slot| usize::from(*slot) != block);
        out
    }

    fn leave(&self, part: &mut Part, block: usize, color: Color, out: &mut Slots) {
        let own = color.index();
        if part.blocks[block].color == color && !out.contains(&(block as u8)) {
            out.push(block as u8);
        }
        part.safe[own] |= std::mem::take(&mut part.blocks[block].points) & part.points;
        for string in self.components(part.stones[own]) {
            if string & part.safe[own] == 0 {
                continue;
            }
            let around = self.around(string);
            *part = part.restricted(part.points & !string);
            part.safe[own] |= around & part.points;
        }
        // Loose stones join blocks as soon as they touch them, so a block is reached through no loose stone.
    }

    /// Takes all loose stones that touch their own blocks or safe stones off the part. Returns the blocks that are safe by that.
    pub fn settle(&self, part: &mut Part) -> Slots {
        let mut out = Slots::new();
        loop {
            let mut changed = false;
            for color in Color::BOTH {
                let own = color.index();
                for string in self.components(part.stones[own]) {
                    let touching: Slots = (0..part.blocks.len())
                        .filter(|&at| part.blocks[at].color == color && string & part.blocks[at].points != 0)
                        .map(|at| at as u8)
                        .collect();
                    let safe = string & part.safe[own] != 0;
                    if touching.is_empty() && !safe {
                        continue;
                    }
                    changed = true;
                    let around = self.around(string);
                    *part = part.restricted(part.points & !string);
                    for &block in &touching {
                        part.blocks[usize::from(block)].points |= around & part.points;
                    }
                    if safe {
                        part.safe[own] |= around & part.points;
                        for &block in &touching {
                            self.leave(part, usize::from(block), color, &mut out);
                        }
                    }
                }
            }
            if !changed {
                return out;
            }
        }
    }
}
