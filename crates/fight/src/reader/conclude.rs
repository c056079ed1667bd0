//! Writing down what the children of a solved state say about it: the claim, its zone, and how the sides must stand with kos.

use std::sync::Arc;

use tesuji_job::Why;

use super::state::{BEST, EVEN, WORST};
use super::{Child, Fact, Found, Frame, Known, NEVER, Reader};
use crate::field::ones;

impl Reader<'_> {
    /// Writes down what the children of a solved state say about it.
    pub(super) fn conclude(&mut self, frame: &Frame, captured: bool) -> Result<Found, Why> {
        let depth = self.path.len() as u32;
        let (fact, until) = if frame.attacking == captured {
            self.conclude_success(frame, captured)
        } else {
            self.conclude_failure(frame, captured)
        };
        #[cfg(test)]
        let (fact, until) = self.broken(frame, fact, until);
        if until >= depth {
            let fact = Arc::new(fact);
            self.memory.keep(self.field, &frame.goal, &frame.state, &fact);
            return Ok(Found::Fact(fact, NEVER));
        }
        if captured {
            // A capture never rests on a repetition.
            return Err(Why::Contradiction);
        }
        let extent = frame.goal.resource(&frame.state);
        Ok(Found::Fact(Arc::new(Fact { extent, ..fact }), until))
    }

    /// The same with the fault that a test has put in.
    #[cfg(test)]
    fn broken(&self, frame: &Frame, mut fact: Fact, until: u32) -> (Fact, u32) {
        use super::Fault;
        let stones = &frame.state.stones;
        let kept = match self.fault {
            Some(Fault::Zones) => {
                frame.goal.prey_string(self.field, stones).map_or(0, |prey| prey.stones | prey.around)
            }
            Some(Fault::Premises) => !(self.field.beside_safe[0] | self.field.beside_safe[1]),
            Some(Fault::Threats) => {
                fact.extent = if fact.captured { WORST } else { BEST };
                return (fact, until);
            }
            Some(Fault::Ban | Fault::Claims) | None => return (fact, until),
        };
        let Fact { captured, extent, zone, best, length, .. } = fact;
        (Fact { best, length, ..Fact::new(stones, captured, extent, zone & kept) }, until)
    }

    /// The side to move succeeds: one child is enough, best one that returns to nothing, and the shortest.
    fn conclude_success(&self, frame: &Frame, captured: bool) -> (Fact, u32) {
        let solved = self.children[frame.first..].iter().filter_map(|child| match &child.known {
            Known::Fact(fact, until) if fact.captured == captured => Some((child, fact, *until)),
            _ => None,
        });
        let best = solved.max_by_key(|(_, fact, until)| (*until, std::cmp::Reverse(fact.length)));
        let Some((child, below, until)) = best else {
            return (Fact::new(&frame.state.stones, captured, EVEN, self.field.all()), 0);
        };
        let owner = frame.state.to_move;
        let zone = child.step.map_or(below.zone, |at| {
            self.view(frame).after_own_move(owner, usize::from(at), below.zone, child.state.ban.is_some())
        });
        let spends = child.step.is_some() && child.step == frame.state.ban;
        let extent = match (spends, captured) {
            (false, _) => below.extent,
            // It takes a threat.
            (true, true) => (below.extent + 1).max(EVEN + 1),
            (true, false) => below.extent.saturating_sub(1).min(EVEN - 1),
        };
        let fact = Fact::new(&frame.state.stones, captured, extent, zone);
        (Fact { best: Some(child.step), length: below.length.saturating_add(1), ..fact }, until)
    }

    /// The side to move fails: every move that matters has been answered.
    fn conclude_failure(&self, frame: &Frame, captured: bool) -> (Fact, u32) {
        let (view, owner) = (self.view(frame), frame.state.to_move.opponent());
        let (mut extent, mut until) = (if captured { WORST } else { BEST }, NEVER);
        let join = |extent: u8, other: u8| if captured { extent.max(other) } else { extent.min(other) };
        let (mut length, mut best) = (0, None);
        let needed = match &frame.basis {
            Some(basis) => {
                extent = join(extent, basis.fact.extent);
                until = basis.until;
                (length, best) = (basis.fact.length, Some(None));
                basis.zone
            }
            None => self.answered(frame).0,
        };
        let mut zone = needed;
        let empty = self.field.empty(&frame.state.stones);
        for at in ones(needed & empty & !frame.alike.skipped) {
            if frame.state.is_banned(at) {
                // With a threat there is one move more.
                extent = join(extent, EVEN);
                continue;
            }
            let step = Some(at as u8);
            let child = self.children[frame.first..].iter().find(|child| child.step == step);
            let Some(Child { known: Known::Fact(below, below_until), .. }) = child else {
                zone |= view.kept_illegal(owner, at);
                continue;
            };
            until = until.min(*below_until);
            zone |= view.after_other_move(owner, at, below.zone);
            extent = join(
                extent,
                match (frame.state.ban == step, captured) {
                    (false, _) => below.extent,
                    (true, true) => below.extent.saturating_sub(1),
                    (true, false) => (below.extent + 1).min(BEST),
                },
            );
            if below.length >= length || !matches!(best, Some(Some(_))) {
                (length, best) = (below.length.max(length), Some(step));
            }
        }
        if !captured {
            zone = view.closed(owner, zone);
        }
        let fact = Fact::new(&frame.state.stones, captured, extent, zone);
        (Fact { best, length: length.saturating_add(1), ..fact }, until)
    }
}
