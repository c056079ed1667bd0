//! The points on which a claim depends.
//!
//! A zone belongs to a solved state. The promise: **in every position of the field that agrees with the state on the zone, stone
//! for stone and gap for gap, the claim holds**, whatever stands elsewhere. The side that the claim speaks for is its *owner*.
//!
//! - *The owner's move* must have the same effect. Its point is in the zone; what it takes is there whole, with its
//!   surroundings; a string that it does not take, but that matters later, is there with a liberty that keeps it alive; and the
//!   move must have air of its own.
//! - *The opponent's move* must have been answered if it is in the zone; what it takes and does not take must not depend on the
//!   outside. An illegal move inside must stay illegal. A move outside takes nothing that matters, because every string of the
//!   owner in the zone is there with a liberty.
//! - *Ko*: whether a capture makes a ko depends on the capturing stone's neighbours, so they join the zone.
//!
//! Strings that touch safe stones of their own around the field, or the open board, are never captured: they need no liberty.

use tesuji_board::Color;

use crate::field::{Bits, Field, StoneString, Stones, bit, ones};

/// A position of the field with what zones ask about it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) field: &'a Field,
    pub(super) stones: &'a Stones,
}

impl View<'_> {
    fn empty(&self) -> Bits {
        self.field.empty(self.stones)
    }

    /// The strings of a colour that meet a set.
    fn strings(&self, color: Color, set: Bits) -> impl Iterator<Item = StoneString> {
        let own = self.stones.0[color.index()];
        let mut rest = set & own;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let string = self.field.spread(rest & rest.wrapping_neg(), own);
                rest &= !string.stones;
                string
            })
        })
    }

    /// Whether a string of this colour is captured when the opponent plays on `at`.
    fn is_taken(&self, string: &StoneString, color: Color, at: usize) -> bool {
        string.around & self.empty() & !bit(at) == 0 && !self.field.is_out(string.stones, color)
    }

    /// A string with a liberty other than those in `except`: one that is in the zone already if there is one.
    fn with_air(&self, zone: Bits, string: &StoneString, color: Color, except: Bits) -> Bits {
        let zone = zone | string.stones;
        let air = string.around & self.empty() & !except;
        if self.field.is_out(string.stones, color) || air & zone != 0 {
            return zone;
        }
        // Best one where the opponent cannot play: nothing has to be answered there.
        let foreign = self.field.beside_safe[color.opponent().index()] | self.field.open;
        let eye = ones(air & !foreign).find(|&at| self.field.neighbors(at) & !string.stones == 0);
        zone | eye.map_or(air & air.wrapping_neg(), bit)
    }

    /// The zone with a liberty for every string of the owner in it, so that no move outside takes one.
    pub(super) fn closed(&self, owner: Color, zone: Bits) -> Bits {
        self.strings(owner, zone).fold(zone, |zone, string| self.with_air(zone, &string, owner, 0))
    }

    /// The zone of a state in which the owner of the claim plays on `at` and `below` is the zone of what follows; `makes_ko` says
    /// whether the move bans the opponent from retaking.
    pub(super) fn after_own_move(&self, owner: Color, at: usize, below: Bits, makes_ko: bool) -> Bits {
        let other = owner.opponent();
        let near = self.field.neighbors(at);
        let mut zone = below | bit(at);
        let mut takes = false;
        for string in self.strings(other, near) {
            if !makes_ko && string.stones & below == 0 {
                continue;
            }
            if self.is_taken(&string, other, at) {
                zone |= string.stones | string.around;
                takes = true;
            } else {
                zone = self.with_air(zone, &string, other, bit(at));
            }
        }
        if makes_ko {
            zone |= near;
        }
        let gaps = near & self.empty();
        if takes || gaps & zone != 0 || self.field.is_out(bit(at), owner) {
            return zone;
        }
        if gaps != 0 {
            return zone | gaps & gaps.wrapping_neg();
        }
        if let Some(taken) = self.strings(other, near).find(|string| self.is_taken(string, other, at)) {
            return zone | taken.stones | taken.around;
        }
        let friend = self.strings(owner, near).find(|string| !self.is_taken(string, owner, at));
        friend.map_or(zone, |friend| self.with_air(zone, &friend, owner, bit(at)))
    }

    /// What joins the zone when the opponent plays on `at` and `below` is the zone of what follows.
    pub(super) fn after_other_move(&self, owner: Color, at: usize, below: Bits) -> Bits {
        let near = self.field.neighbors(at);
        let takes = self
            .strings(owner, near)
            .any(|string| string.stones & below != 0 && self.is_taken(&string, owner, at));
        let mut zone = below | bit(at);
        for string in self.strings(owner, near) {
            if !takes && string.stones & below == 0 {
                continue;
            }
            if self.is_taken(&string, owner, at) {
                zone |= string.stones | string.around;
            } else {
                zone = self.with_air(zone, &string, owner, bit(at));
            }
        }
        if takes { zone | near } else { zone }
    }

    /// What keeps a move of the opponent that has no liberty illegal.
    pub(super) fn kept_illegal(&self, owner: Color, at: usize) -> Bits {
        let near = self.field.neighbors(at);
        let mut zone = near | bit(at);
        for string in self.strings(owner.opponent(), near) {
            zone |= string.stones | string.around;
        }
        for string in self.strings(owner, near) {
            zone = self.with_air(zone, &string, owner, bit(at));
        }
        zone
    }

    /// The zone of the claim that the owner lives because it has just taken these stones: what they left, the strings around it,
    /// and a liberty for each.
    pub(super) fn large_eye(&self, owner: Color, taken: Bits) -> Bits {
        let around = ones(taken).fold(taken, |all, at| all | self.field.neighbors(at));
        self.closed(owner, self.strings(owner, around).fold(around, |all, string| all | string.stones))
    }
}
