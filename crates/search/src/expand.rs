//! Expanding a node: its children as the tables and the line see them.

use crate::domain::{Domain, Glimpse};
use crate::engine::Engine;
use crate::frame::{Child, Frame};
use crate::key::Key;
use crate::numbers::guess;
use crate::plan::PassStrategy;
use crate::rules::{Outcome, Step};
use crate::table::{Known, NO_MOVE, Node, PASS, Store};
use crate::twin::Basis;

impl<D: Domain, S: Store> Engine<'_, D, S> {
    /// Appends the children of `frame` (whose state is current). Returns whether an open one was met on a shorter line.
    pub(crate) fn expand(&mut self, frame: &mut Frame<D::Undo>) -> bool {
        if frame.attacker {
            return self.expand_moves(frame);
        }
        let Some(strategy) = self.plan.method.pass_strategy() else { return self.expand_moves(frame) };
        let mut old = false;
        if frame.node.order > 0 && self.domain.can_pass(&self.state) {
            let order = frame.node.order - 1;
            let glimpse = self.domain.glimpse(&mut self.state, Step::Pass, order);
            old = self.add((Step::Pass, PASS, 0, 0), order, &glimpse);
            let pass = &self.children[frame.first];
            if pass.dn == 0 {
                return old;
            }
            if strategy == PassStrategy::Sum && pass.is_open() {
                frame.pass_only = true;
                return old;
            }
        }
        old | self.expand_moves(frame)
    }

    /// Brings up the moves that waited for the pass.
    pub(crate) fn release(&mut self) {
        if let Some(mut frame) = self.frames.pop() {
            frame.pass_only = false;
            self.expand_moves(&frame);
            self.frames.push(frame);
        }
    }

    fn expand_moves(&mut self, frame: &Frame<D::Undo>) -> bool {
        let highest = frame.node.order;
        let begin = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.domain.moves(&self.state, highest, &mut moves);
        let mut old = false;
        let mut grouped = false;
        'moves: for (index, (candidate, from)) in moves.iter().enumerate() {
            if frame.attacker && from > highest {
                continue;
            }
            let step = Step::Move(candidate);
            let group = self.domain.group(&self.state, candidate);
            grouped |= group != 0;
            let index = u16::try_from(index).unwrap_or(NO_MOVE);
            let label = (step, index, group, if frame.attacker { from } else { 0 });
            let glimpse = self.domain.glimpse(&mut self.state, step, highest);
            // Order 0, the direct goal, is seen in the glimpse; the pseudo-nodes begin at order 1.
            let lowest = if frame.attacker && self.plan.method.has_lower_orders() {
                from.max(1).min(highest)
            } else {
                highest
            };
            for order in lowest..=highest {
                old |= self.add(label, order, &glimpse);
                let child = &self.children[self.children.len() - 1];
                if frame.attacker && child.pn == 0
                    || !frame.attacker && child.dn == 0 && child.basis == Basis::CERTAIN
                {
                    // Solved already: nothing else matters.
                    break 'moves;
                }
            }
        }
        if grouped || frame.attacker && highest > 1 && self.plan.method.has_lower_orders() {
            // Low orders first, members of a group side by side.
            self.children[begin..].sort_unstable_by_key(|child| (child.node.order, child.group, child.index));
        }
        self.moves = moves;
        old
    }

    /// Appends one child, labelled with step, index, group and lowest order. Returns whether it is open and was met on a
    /// shorter line.
    fn add(&mut self, label: (Step<D::Move>, u16, u16, u8), order: u8, glimpse: &Glimpse) -> bool {
        let (step, index, group, from) = label;
        let node = Node { key: Key::new(glimpse.key), order, resource: glimpse.resource };
        let mut child = Child {
            node,
            step,
            pn: guess(glimpse.estimate.pn),
            dn: guess(glimpse.estimate.dn),
            basis: Basis::CERTAIN,
            settled: node.exact(),
            index,
            group,
            from,
        };
        let mut old = false;
        match glimpse.outcome {
            Some(Outcome::Goal) => {
                let mut settled = child.settled;
                (settled.order, settled.extent) = (self.lowest_order(order), glimpse.extent);
                child.prove(settled);
            }
            Some(Outcome::Refuted) => {
                let mut settled = child.settled;
                settled.extent = glimpse.extent;
                child.disprove(settled, Basis::CERTAIN);
            }
            None => old = self.look_up(&mut child),
        }
        self.children.push(child);
        old
    }

    /// What the rules of orders, the line and the tables say about an unsettled child.
    fn look_up(&mut self, child: &mut Child<D::Move>) -> bool {
        let node = child.node;
        let by_attacker = self.domain.attacker_to_move(&self.state);
        if by_attacker && self.is_spent(node.order) {
            child.disprove(child.settled, Basis::CERTAIN);
            return false;
        }
        match self.consult(&node) {
            Known::Proved(settled) => child.prove(settled),
            Known::Disproved(settled) => child.disprove(settled, Basis::CERTAIN),
            known => {
                let domain = self.domain;
                let returns = self.path.returns_to(&node, |more, less| domain.covers(more, less));
                if let Some(depth) = returns {
                    child.disprove(child.settled, Basis::returning_to(depth));
                } else if let Known::Open(open) = known {
                    if open.twin
                        && let Some(basis) = self.twin.probe(&node, &self.path, self.unverified)
                    {
                        child.disprove(child.settled, basis);
                        return false;
                    }
                    (child.pn, child.dn) = (open.pn, open.dn);
                    return u32::from(open.distance) <= self.path.depth();
                }
            }
        }
        false
    }
}
