//! A slow judge of small fields, written from the rules. It shares no code with the reader: positions are numbers of bits on a list
//! of neighbours, and all that can be reached is solved backwards from the ends.

use rustc_hash::FxHashMap;
use tesuji_board::Color;

use crate::reader::{Aim, Wanted};

/// A small field.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    pub(super) near: Vec<u16>,
    /// Points beside safe stones, by colour.
    pub(super) safe: [u16; 2],
    /// Points beside the open board.
    pub(super) open: u16,
}

pub(super) const FREE: u8 = 15;

/// A position of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    pub(super) stones: [u16; 2],
    pub(super) named: u16,
    pub(super) mover: Color,
    /// The point that the mover may not retake without a threat, or [`FREE`].
    pub(super) ban: u8,
    pub(super) threats: i8,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) defender: Color,
    pub(super) wanted: Wanted,
    pub(super) named: u16,
    pub(super) aim: Aim,
}

pub(super) fn bits(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |at| set >> at & 1 != 0)
}

impl Ground {
    pub(super) fn all(&self) -> u16 {
        ((1u32 << self.near.len()) - 1) as u16
    }

    fn around(&self, set: u16) -> u16 {
        bits(set).fold(0, |near, at| near | self.near[at]) & !set
    }

    pub(super) fn string(&self, stones: u16, at: usize) -> u16 {
        let mut string = 1 << at;
        while self.around(string) & stones != 0 {
            string |= self.around(string) & stones;
        }
        string
    }

    /// Whether a string has a liberty or cannot be captured.
    fn stands(&self, stones: &[u16; 2], color: Color, string: u16) -> bool {
        string & (self.safe[color.index()] | self.open) != 0
            || self.around(string) & !stones[0] & !stones[1] != 0
    }

    /// Whether all strings have liberties.
    pub(super) fn is_legal(&self, stones: &[u16; 2]) -> bool {
        stones[0] & stones[1] == 0
            && Color::BOTH.iter().all(|&color| {
                let own = stones[color.index()];
                bits(own).all(|at| self.stands(stones, color, self.string(own, at)))
            })
    }

    /// The stones after a move, and the point of a ko; none if the move is suicide.
    fn put(&self, stones: &[u16; 2], color: Color, at: usize) -> Option<([u16; 2], u16, u8)> {
        let (own, other) = (color.index(), color.opponent().index());
        let mut after = *stones;
        after[own] |= 1 << at;
        let mut taken = 0;
        for near in bits(self.near[at] & stones[other]) {
            let string = self.string(stones[other], near);
            if !self.stands(&after, color.opponent(), string) {
                taken |= string;
            }
        }
        after[other] &= !taken;
        let string = self.string(after[own], at);
        if !self.stands(&after, color, string) {
            return None;
        }
        let is_out = string & (self.safe[own] | self.open) != 0;
        let air = self.around(string) & !after[0] & !after[1];
        let is_ko = taken.count_ones() == 1 && string.count_ones() == 1 && !is_out && air == taken;
        Some((after, taken, if is_ko { taken.trailing_zeros() as u8 } else { FREE }))
    }

    pub(super) fn passed(spot: &Spot) -> Spot {
        Spot { mover: spot.mover.opponent(), ban: FREE, ..*spot }
    }

    pub(super) fn play(&self, spot: &Spot, at: usize, defender: Color) -> Option<Spot> {
        let (stones, taken, ban) = self.put(&spot.stones, spot.mover, at)?;
        let mut threats = spot.threats;
        if usize::from(spot.ban) == at {
            let sign = if spot.mover == defender { 1 } else { -1 };
            if threats * sign <= 0 {
                return None;
            }
            threats -= sign;
        }
        Some(Spot { stones, named: spot.named & !taken, mover: spot.mover.opponent(), ban, threats })
    }

    pub(super) fn children(&self, spot: &Spot, defender: Color) -> Vec<Spot> {
        let empty = self.all() & !spot.stones[0] & !spot.stones[1];
        let moves = bits(empty).filter_map(|at| self.play(spot, at, defender));
        moves.chain([Ground::passed(spot)]).collect()
    }
}

impl Question {
    pub(super) fn is_captured(&self, stones: &[u16; 2], named: u16) -> bool {
        match self.wanted {
            Wanted::AnyString => stones[self.defender.index()] == 0,
            Wanted::AnyNamed => named == 0,
            Wanted::AllNamed | Wanted::Joined => named != self.named,
        }
    }
}

impl Question {
    /// Whether the named stones are one string and the attacker has had his move.
    fn is_joined(&self, ground: &Ground, spot: &Spot) -> bool {
        let own = spot.stones[self.defender.index()];
        spot.mover == self.defender
            && self.named & !ground.string(own, self.named.trailing_zeros() as usize) == 0
    }
}

/// What becomes of all positions that can be reached.
pub(super) struct Twin<'g> {
    ground: &'g Ground,
    question: Question,
    numbers: FxHashMap<Spot, u32>,
    pub(super) spots: Vec<Spot>,
    /// Whether the side that repetition fails succeeds.
    succeeds: Vec<bool>,
    alone: FxHashMap<([u16; 2], u16), bool>,
}

impl<'g> Twin<'g> {
    /// Solves all that can be reached from here; none if that is more than so much.
    pub(super) fn solve(
        ground: &'g Ground,
        question: Question,
        roots: &[Spot],
        most: usize,
    ) -> Option<Twin<'g>> {
        let mut twin = Twin {
            ground,
            question,
            numbers: FxHashMap::default(),
            spots: Vec::new(),
            succeeds: Vec::new(),
            alone: FxHashMap::default(),
        };
        for root in roots {
            twin.number(root);
        }
        let (mut ends, mut edges, mut left) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        while at < twin.spots.len() {
            let spot = twin.spots[at];
            let captured = question.is_captured(&spot.stones, spot.named);
            let ended = match question.aim {
                Aim::Kill => captured,
                Aim::Eyes => !captured && !twin.is_captured_alone(spot.stones, spot.named),
                Aim::Join => !captured && question.is_joined(ground, &spot),
            };
            let children =
                if captured || ended { Vec::new() } else { ground.children(&spot, question.defender) };
            if ended {
                ends.push(at as u32);
            }
            left.push(children.len() as u32);
            for child in children {
                edges.push((twin.number(&child), at as u32));
            }
            at += 1;
            if twin.spots.len() > most {
                return None;
            }
        }
        // Backwards from the ends.
        edges.sort_unstable();
        let mut first = vec![0; at + 1];
        for &(to, _) in &edges {
            first[to as usize + 1] += 1;
        }
        for number in 0..at {
            first[number + 1] += first[number];
        }
        let chooses = |spot: &Spot| (spot.mover == question.defender) == (question.aim != Aim::Kill);
        twin.succeeds = vec![false; at];
        for &end in &ends {
            twin.succeeds[end as usize] = true;
        }
        while let Some(solved) = ends.pop() {
            for &(_, before) in &edges[first[solved as usize]..first[solved as usize + 1]] {
                let index = before as usize;
                left[index] -= 1;
                if !twin.succeeds[index] && (left[index] == 0 || chooses(&twin.spots[index])) {
                    twin.succeeds[index] = true;
                    ends.push(before);
                }
            }
        }
        Some(twin)
    }

    fn number(&mut self, spot: &Spot) -> u32 {
        let next = self.spots.len() as u32;
        *self.numbers.entry(*spot).or_insert_with(|| {
            self.spots.push(*spot);
            next
        })
    }

    /// Whether the group is captured if its owner always passes.
    pub(super) fn is_captured_alone(&mut self, stones: [u16; 2], named: u16) -> bool {
        if self.question.is_captured(&stones, named) {
            return true;
        }
        if let Some(&known) = self.alone.get(&(stones, named)) {
            return known;
        }
        let attacker = self.question.defender.opponent();
        let found = bits(self.ground.all() & !stones[0] & !stones[1]).any(|at| {
            let put = self.ground.put(&stones, attacker, at);
            put.is_some_and(|(after, taken, _)| self.is_captured_alone(after, named & !taken))
        });
        self.alone.insert((stones, named), found);
        found
    }

    /// Whether the attacker succeeds; none if it was not reached.
    pub(super) fn is_killed(&self, spot: &Spot) -> Option<bool> {
        let &number = self.numbers.get(spot)?;
        Some(self.succeeds[number as usize] == (self.question.aim == Aim::Kill))
    }
}
