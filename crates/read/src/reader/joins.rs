//! Joining two stones: what is seen of it without search.
//!
//! The stones are *joined* when they stand in one string and the attacker cannot take that string at once. So a connection that
//! is captured as a whole (oiotoshi) is none. They are *cut* when one of them is captured, or when they can never be joined:
//!
//! - A string that joins the two grows from each of them. Where the attacker's stones that cannot be captured leave no way from the
//!   one to the other, no play joins them. Such stones are those of [`walls`]: strings that are safe, and strings that have two
//!   points to connect with those. Of each pair of points the attacker gets one, when the defender plays on the other. So a part of
//!   the board is shut if the points of pairs beside it lead nowhere but to walls and to their partners: the defender gets such a
//!   point, and the attacker its partner. The zone is the part of one stone, with the walls and their pairs.
//! - While a string and all its neighbours are as they are, no stone elsewhere joins it to another string: the first stone that
//!   does would stand on one of its liberties. So the zone of a cut always holds one of the two strings and its neighbours.
//!
//! The defender's stones may be joined outside of the field: see [`Reader::joins_outside`].

use super::{ANY, Reader, Value};
use crate::claims::dead::{Walls, walls};
use crate::field::State;
use crate::set::Set;
use crate::zones::View;

/// What a way costs that is not there.
const NO_WAY: u32 = 16;

impl<S: Set> Reader<'_, S> {
    /// Strings that both touch the points outside of the field count as joined.
    pub(crate) fn joining_outside(self) -> Self {
        Reader { joins_outside: true, ..self }
    }

    /// The strings of the two stones; the same string twice where they are joined.
    fn ends(&self, state: &State<S>) -> [S; 2] {
        let own = state.stones[self.defender.index()];
        let one = self.field.flood(state.named.lowest(), own);
        let rest = state.named & !one;
        [one, if rest.is_empty() { one } else { self.field.flood(rest.lowest(), own) }]
    }

    /// The zone in which the two stones are joined and are not captured at once; none if they are not.
    pub(super) fn is_joined(&self, state: &State<S>) -> Option<S> {
        let [one, other] = self.ends(state);
        let view = View { field: &self.field, stones: &state.stones };
        if one != other {
            let out = |string: S| string.meets(self.field.edge);
            return (self.joins_outside && out(one) && out(other)).then(|| one | other);
        }
        let zone = view.closed(self.defender, one);
        if state.to_move == self.defender || self.field.is_out(one, self.defender) {
            return Some(zone);
        }
        let air = self.field.neighbors(one) & self.field.empty(&state.stones) & !zone;
        (!air.is_empty()).then(|| zone | air.lowest())
    }

    /// The zone of stones that can never be joined; none if that is not shown.
    fn is_cut(&self, state: &State<S>, ends: [S; 2]) -> Option<S> {
        let walls = walls(&self.field, &state.stones, self.defender.opponent());
        let [one, two] = ends;
        let from = |end: S| self.field.flood(end, self.field.all & !walls.strings & !walls.pairs);
        let (reached, back) = (from(one), from(two));
        if reached.meets(two) {
            return None;
        }
        let sides = [reached, back].map(|side| side | self.field.neighbors(side) & walls.pairs);
        let shut = |side: &S, from: S| self.is_shut(&walls, *side, from);
        let held = match (shut(&sides[0], reached), shut(&sides[1], back)) {
            (true, true) => self.smaller_that_is_held(sides)?,
            (true, false) => self.smaller_that_is_held([sides[0], sides[0]])?,
            (false, true) => self.smaller_that_is_held([sides[1], sides[1]])?,
            (false, false) => return None,
        };
        Some(held | walls.strings | walls.pairs)
    }

    /// Whether the points of pairs beside a part lead from there only to the walls and to their partners.
    fn is_shut(&self, walls: &Walls<S>, side: S, part: S) -> bool {
        let beside = side & walls.pairs;
        beside
            .numbers()
            .all(|at| self.field.neighbors(S::one(at)).within(walls.strings | part | walls.partner(at)))
    }

    /// One of the two strings with its neighbours, the smaller one: what a cut depends on at least.
    pub(super) fn between(&self, state: &State<S>) -> S {
        let ends = self.ends(state);
        let held = self.smaller_that_is_held(ends).unwrap_or(ends[0] | ends[1]);
        held | self.field.neighbors(held)
    }

    /// The smaller of two sets that cannot be joined outside of the field.
    fn smaller_that_is_held(&self, [one, other]: [S; 2]) -> Option<S> {
        let is_held = |set: &S| !(self.joins_outside && set.meets(self.field.edge));
        match (is_held(&one), is_held(&other)) {
            (true, true) => Some(if other.len() < one.len() { other } else { one }),
            (true, false) => Some(one),
            (false, true) => Some(other),
            (false, false) => None,
        }
    }

    /// What the claims say of a position that was not met before.
    pub(super) fn evaluate_join(&mut self, state: &State<S>) -> Value<S> {
        if let Some(zone) = self.is_joined(state) {
            return Value::lives(-ANY, zone);
        }
        let ends = self.ends(state);
        if ends[0] != ends[1]
            && let Some(zone) = self.is_cut(state, ends)
        {
            return Value::killed(ANY, self.all_or(zone));
        }
        let attacks = state.to_move != self.defender;
        let mut live = self.distance(state, ends) + u32::from(attacks);
        let mut kill = 1;
        if attacks {
            let threats = self.threats(state);
            let mut common = self.field.empty(&state.stones);
            let mut zones = S::none();
            for threat in &threats {
                common &= threat.zone;
                zones |= threat.zone;
            }
            if threats.is_empty() {
                live += 2;
            } else if common.is_empty() {
                return Value::lives(-ANY, zones);
            } else {
                live = live.min(1 + common.len() / 2);
                kill += 1;
            }
        }
        Value::open(kill, live.max(1))
    }

    /// How many stones the defender needs to join the strings if the attacker does not answer, about: points cost one, the attacker's
    /// strings as many as they have liberties.
    fn distance(&self, state: &State<S>, ends: [S; 2]) -> u32 {
        let (own, empty) = (state.stones[self.defender.index()], self.field.empty(&state.stones));
        let other = state.stones[self.defender.opponent().index()];
        let weak = self.field.strings(other, other).filter(|string| {
            !self.field.is_out(string.stones, self.defender.opponent()) && (string.around & empty).len() <= 3
        });
        let weak = weak.fold(S::none(), |all, string| all | string.stones);
        let mut reached = self.field.flood(ends[0], own);
        for steps in 0..NO_WAY {
            if reached.meets(ends[1]) {
                return steps;
            }
            let next = self.field.neighbors(reached) & (empty | own | weak);
            // Own strings are crossed at once.
            let next = reached | next | self.field.flood(next & own, own);
            if next == reached {
                break;
            }
            reached = self.field.flood(next & own, own) | next;
        }
        NO_WAY
    }
}
