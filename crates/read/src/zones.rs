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

use crate::field::{Field, StoneString};
use crate::set::Set;

/// A position of the field with what zones ask about it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, S> {
    pub(crate) field: &'a Field<S>,
    pub(crate) stones: &'a [S; 2],
}

impl<S: Set> View<'_, S> {
    fn empty(&self) -> S {
        self.field.empty(self.stones)
    }

    fn strings(&self, color: Color, set: S) -> impl Iterator<Item = StoneString<S>> {
        self.field.strings(self.stones[color.index()], set)
    }

    /// Whether a string of this colour is captured when the opponent plays on `at`.
    fn is_taken(&self, string: &StoneString<S>, color: Color, at: usize) -> bool {
        (string.around & self.empty() & !S::one(at)).is_empty() && !self.field.is_out(string.stones, color)
    }

    /// A string with a liberty other than that on `except`: one that is in the zone already if there is one.
    fn with_air(&self, zone: S, string: &StoneString<S>, color: Color, except: S) -> S {
        let zone = zone | string.stones;
        let air = string.around & self.empty() & !except;
        if self.field.is_out(string.stones, color) || air.meets(zone) {
            return zone;
        }
        // Best one where the opponent cannot play: nothing has to be answered there.
        let foreign = self.field.beside_safe[color.opponent().index()] | self.field.open;
        let is_eye = |&at: &usize| self.field.neighbors(S::one(at)).within(string.stones);
        let eye = (air & !foreign).numbers().find(is_eye);
        zone | eye.map_or(air.lowest(), S::one)
    }

    /// The zone with a liberty for every string of the owner in it, so that no move outside takes one.
    pub(crate) fn closed(&self, owner: Color, zone: S) -> S {
        self.strings(owner, zone).fold(zone, |zone, string| self.with_air(zone, &string, owner, S::none()))
    }

    /// The zone of a state in which the owner of the claim plays on `at` and `below` is the zone of what follows; `makes_ko` says
    /// whether the move bans the opponent from retaking.
    pub(crate) fn after_own_move(&self, owner: Color, at: usize, below: S, makes_ko: bool) -> S {
        let (other, one) = (owner.opponent(), S::one(at));
        let near = self.field.neighbors(one);
        let mut zone = below | one;
        let mut takes = false;
        for string in self.strings(other, near) {
            if !makes_ko && !string.stones.meets(below) {
                continue;
            }
            if self.is_taken(&string, other, at) {
                zone |= string.stones | string.around;
                takes = true;
            } else {
                zone = self.with_air(zone, &string, other, one);
            }
        }
        if makes_ko {
            zone |= near;
        }
        let gaps = near & self.empty();
        if takes || gaps.meets(zone) || self.field.is_out(one, owner) {
            return zone;
        }
        if !gaps.is_empty() {
            return zone | gaps.lowest();
        }
        if let Some(taken) = self.strings(other, near).find(|string| self.is_taken(string, other, at)) {
            return zone | taken.stones | taken.around;
        }
        let friend = self.strings(owner, near).find(|string| !self.is_taken(string, owner, at));
        friend.map_or(zone, |friend| self.with_air(zone, &friend, owner, one))
    }

    /// What joins the zone when the opponent plays on `at` and `below` is the zone of what follows.
    pub(crate) fn after_other_move(&self, owner: Color, at: usize, below: S) -> S {
        let one = S::one(at);
        let near = self.field.neighbors(one);
        let takes = self
            .strings(owner, near)
            .any(|string| string.stones.meets(below) && self.is_taken(&string, owner, at));
        let mut zone = below | one;
        for string in self.strings(owner, near) {
            if !takes && !string.stones.meets(below) {
                continue;
            }
            if self.is_taken(&string, owner, at) {
                zone |= string.stones | string.around;
            } else {
                zone = self.with_air(zone, &string, owner, one);
            }
        }
        if takes { zone | near } else { zone }
    }

    /// What keeps a move of the opponent that has no liberty illegal.
    pub(crate) fn kept_illegal(&self, owner: Color, at: usize) -> S {
        let one = S::one(at);
        let near = self.field.neighbors(one);
        let mut zone = near | one;
        for string in self.strings(owner.opponent(), near) {
            zone |= string.stones | string.around;
        }
        for string in self.strings(owner, near) {
            zone = self.with_air(zone, &string, owner, one);
        }
        zone
    }
}
