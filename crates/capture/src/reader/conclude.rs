//! Writing down what the children of a solved state say about it: the claim, its zone, and how the sides must stand with kos.

use std::sync::Arc;

use tesuji_board::{Color, Point, PointSet};

#[cfg(test)]
use super::Fault;
use super::glance::glance_fact;
use super::{Child, Fact, Found, Frame, Known, NEVER, Reader, Step};
use crate::state::{BEST, EVEN, State, WORST};
use crate::targets::Goal;
use crate::zone::{add_answer, captures_zone, closed, move_zone, taken_zone};

impl Reader<'_> {
    /// The fact about a solved child; what the rules say is written down only now.
    pub(super) fn fact_of(&mut self, state: &mut State, child: usize) -> Arc<Fact> {
        let &Child { step, order, ref known, .. } = &self.children[child];
        if let Known::Fact(fact, _) = known {
            return Arc::clone(fact);
        }
        let undo = match step {
            Step::Lower => None,
            Step::Play(chosen) => Some(state.play(chosen)),
        };
        let fact = match *known {
            Known::Glance(captured) => Arc::new(glance_fact(state, order, captured)),
            // What it returns to brings its own zone.
            _ => Arc::new(Fact::new(state, false, order, state.resource(), PointSet::new())),
        };
        if let Some(undo) = undo {
            state.undo(undo);
        }
        fact
    }

    /// Writes down what the children of a solved state say about it.
    pub(super) fn conclude(&mut self, state: &mut State, frame: &mut Frame, captured: bool) -> Found {
        let depth = self.path.len() as u32;
        let own = if captured { state.target.attacker() } else { state.target.defender };
        let mover_succeeds = frame.attacker == captured;
        let (fact, mut until) = if mover_succeeds {
            self.conclude_success(state, frame, captured, own)
        } else {
            self.conclude_failure(state, frame, captured, own)
        };
        if until >= depth {
            until = NEVER;
        }
        #[cfg(test)]
        if self.fault == Some(Fault::KeptFacts) {
            until = NEVER;
        }
        let mut fact = fact;
        if until == NEVER {
            let fact = Arc::new(fact);
            self.memory.keep(state, frame.key, &fact);
            return Found::Fact(fact, NEVER);
        }
        fact.extent = frame.resource;
        Found::Fact(Arc::new(fact), until)
    }

    /// The side to move succeeds: one child is enough.
    fn conclude_success(
        &mut self,
        state: &mut State,
        frame: &Frame,
        captured: bool,
        own: Color,
    ) -> (Fact, u32) {
        let good = |child: &Child| if captured { child.numbers.pn == 0 } else { child.numbers.dn == 0 };
        let length = |child: &Child| match &child.known {
            Known::Fact(fact, _) => fact.length,
            _ => 0,
        };
        // A refutation that returns to nothing is better than one that does.
        let (index, until) = {
            let solved = self.children[frame.first..].iter().enumerate().filter(|(_, child)| good(child));
            let best = solved.max_by_key(|(_, child)| (child.until(), std::cmp::Reverse(length(child))));
            best.map_or((frame.first, NEVER), |(index, child)| (frame.first + index, child.until()))
        };
        let below = self.fact_of(state, index);
        let step = self.children[index].step;
        let Step::Play(chosen) = step else {
            // The order below has said it all.
            return (
                Fact {
                    best: below.best,
                    length: below.length,
                    complete: below.complete,
                    ..Fact::new(state, captured, below.order, below.extent, below.zone.clone())
                },
                until,
            );
        };
        let zone = match chosen {
            None => below.zone.clone(),
            Some(point) => {
                self.history[point.index()][usize::from(frame.attacker)] += 1;
                let undo = state.play(chosen);
                let (makes_ko, gone) = (state.ban.is_some(), state.is_gone());
                state.undo(undo);
                if gone && !state.is_captured() {
                    captures_zone(state, point)
                } else {
                    let mut zone = move_zone(state, own, point, &below.zone, makes_ko);
                    add_taken(state, own, point, &mut zone);
                    zone
                }
            }
        };
        let zone = with_pending(state, own, zone);
        let extent = match (chosen.is_some() && chosen == state.ban, captured) {
            (false, _) => below.extent,
            // It takes a threat.
            (true, true) => (below.extent + 1).max(EVEN + 1),
            (true, false) => below.extent.saturating_sub(1).min(EVEN - 1),
        };
        let order = if captured { below.order } else { frame.order };
        let fact = Fact::new(state, captured, order, extent, zone);
        (
            Fact {
                best: Some(chosen),
                length: below.length.saturating_add(1),
                complete: below.complete,
                ..fact
            },
            until,
        )
    }

    /// The side to move fails: every move that matters has been answered.
    fn conclude_failure(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        captured: bool,
        own: Color,
    ) -> (Fact, u32) {
        let depth = self.path.len() as u32;
        let mut zone = frame.base.clone();
        zone |= &frame.kept_illegal;
        let (mut extent, mut until) = (if captured { WORST } else { BEST }, frame.basis_until);
        let mut join = |other: u32| extent = if captured { extent.max(other) } else { extent.min(other) };
        if frame.banned {
            // With a threat there is one move more.
            join(EVEN);
        }
        let mut order = if captured { 1 } else { frame.order };
        let mut complete = frame.complete;
        let (mut length, mut best) = (0, None);
        if let Some(basis) = &frame.basis {
            join(basis.extent);
            length = basis.length;
            if captured && !state.opening {
                order = order.max(basis.order.saturating_add(1));
            } else if captured {
                order = order.max(basis.order);
            }
            best = if frame.attacker { basis.best } else { Some(None) };
        }
        for index in frame.first..self.children.len() {
            let Step::Play(Some(point)) = self.children[index].step else { continue };
            let below = self.fact_of(state, index);
            until = until.min(self.children[index].until());
            zone.insert(point);
            add_answer(state, own, point, &below.zone, &mut zone);
            add_taken(state, own.opponent(), point, &mut zone);
            join(match (state.ban == Some(point), captured) {
                (false, _) => below.extent,
                (true, true) => below.extent.saturating_sub(1),
                (true, false) => (below.extent + 1).min(BEST),
            });
            complete &= below.complete;
            // What it returns to has a zone that is not known yet, and moves in it may matter here.
            complete &= frame.basis.is_some() || self.children[index].until() >= depth;
            if captured {
                order = order.max(below.order);
            }
            if below.length >= length || !matches!(best, Some(Some(_))) {
                (length, best) = (below.length.max(length), Some(Some(point)));
            }
        }
        zone = with_pending(state, own, zone);
        if !captured {
            zone = closed(state, own, &zone);
        }
        let fact = Fact::new(state, captured, order.min(frame.order), extent, zone);
        (Fact { best, length: length.saturating_add(1), complete, ..fact }, until)
    }
}

/// Adds what makes the move of a side on `point` take for good what it takes of several strings that all have to go.
pub(super) fn add_taken(state: &State, mover: Color, point: Point, zone: &mut PointSet) {
    if state.goal() == Some(Goal::All) && mover == state.target.attacker() {
        *zone |= &captures_zone(state, point);
    }
}

/// The zone with what makes a stone retakable that was just taken, where others are left: its owner may do something else.
fn with_pending(state: &State, owner: Color, zone: PointSet) -> PointSet {
    match state.pending() {
        Some(stone) if !state.is_captured() => {
            let mut zone = zone;
            zone |= &taken_zone(state, stone);
            closed(state, owner, &zone)
        }
        _ => zone,
    }
}
