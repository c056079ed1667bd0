//! Expanding a node: its children as the tables and the line see them.

use crate::domain::{Domain, Glimpse};
use crate::engine::Engine;
use crate::frame::{Child, Frame, align};
use crate::key::Key;
use crate::numbers::guess;
use crate::plan::PassStrategy;
use crate::rules::{Outcome, Step};
use crate::table::{Known, NO_MOVE, Node, PASS, Settled, Store};
use crate::twin::Basis;

impl<D: Domain, S: Store> Engine<'_, D, S> {
    /// Appends the children of `frame` (whose state is current). Returns whether an open one was met on a
    /// shorter line.
    pub(crate) fn expand(&mut self, frame: &mut Frame<D::Undo>) -> bool {
        if frame.attacker {
            return self.expand_moves(frame);
        }
        let Some(strategy) = self.plan.method.pass_strategy() else { return self.expand_moves(frame) };
        let mut old = false;
        if frame.node.order > 0 && self.domain.can_pass(&self.state) {
            let order = frame.node.order - 1;
            let glimpse = self.domain.glimpse(&mut self.state, Step::Pass, order);
            self.add((Step::Pass, PASS, 0, 0), order, &glimpse);
            if self.children[frame.first].is_open() {
                old = self.look_up(frame.first);
            }
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
            self.expand_moves(&mut frame);
            self.frames.push(frame);
        }
    }

    /// Brings up the defender's late moves ([`Moves::push_late`](crate::Moves::push_late)) of the next stage once
    /// all others are proved, and tries on each the proof of an earlier move of its group.
    pub(crate) fn release_late(&mut self) {
        let Some(mut frame) = self.frames.pop() else { return };
        let begin = self.children.len();
        while frame.later > 0 && self.children.len() == begin {
            frame.stage += 1;
            self.expand_moves(&mut frame);
        }
        let first = frame.first;
        self.frames.push(frame);
        if self.plan.simulate {
            for index in begin..self.children.len() {
                let group = self.children[index].group;
                let model = (first..begin).rev().find(|&earlier| {
                    group != 0 && self.children[earlier].group == group && self.children[earlier].pn == 0
                });
                if let Some(model) = model
                    && self.children[index].is_open()
                {
                    self.simulate_one(model, index);
                }
            }
        }
    }

    /// Appends the moves of the frame's current stage.
    fn expand_moves(&mut self, frame: &mut Frame<D::Undo>) -> bool {
        let (highest, stage) = (frame.node.order, frame.stage);
        frame.later = 0;
        let mut waiting = false;
        let begin = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.domain.moves(&self.state, highest, &mut moves);
        let mut grouped = false;
        'moves: for (index, (candidate, from)) in moves.iter().enumerate() {
            if frame.attacker && from > highest {
                continue;
            }
            if !frame.attacker && from != stage {
                waiting |= from > stage;
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
                from.max(glimpse.least_order).max(1).min(highest)
            } else {
                highest
            };
            for order in lowest..=highest {
                self.add(label, order, &glimpse);
                let child = &self.children[self.children.len() - 1];
                if decides(frame.attacker, child) {
                    self.children.drain(begin..self.children.len() - 1);
                    break 'moves;
                }
            }
        }
        if waiting {
            frame.later = 1;
        }
        let touched =
            self.children[begin..].iter().fold(0, |words, child| words ^ self.store.touch(child.node.key));
        std::hint::black_box(touched);
        self.moves = moves;
        let mut old = false;
        for index in begin..self.children.len() {
            if self.children[index].is_open() {
                old |= self.look_up(index);
                if decides(frame.attacker, &self.children[index]) {
                    self.children.swap(begin, index);
                    self.children.truncate(begin + 1);
                    return old;
                }
            }
        }
        if grouped {
            // Members of a group side by side, and so the records of a move.
            self.children[begin..].sort_unstable_by_key(|child| (child.group, child.index, child.node.order));
        }
        if frame.attacker {
            self.align_all(begin);
        }
        old
    }

    /// Brings the records of each move from `begin` on in line.
    pub(crate) fn align_all(&mut self, begin: usize) {
        if self.plan.method.has_lower_orders() {
            self.children[begin..].chunk_by_mut(|one, next| one.index == next.index).for_each(align);
        }
    }

    /// Brings the records of the move of a child of the last node in line.
    pub(crate) fn align_around(&mut self, selected: usize) {
        let Some(&Frame { attacker, first, .. }) = self.frames.last() else { return };
        if attacker && self.plan.method.has_lower_orders() {
            let index = self.children[selected].index;
            let same = |child: &Child<D::Move>| child.index == index;
            let before = self.children[first..selected].iter().rev().take_while(|child| same(child)).count();
            let after = self.children[selected..].iter().take_while(|child| same(child)).count();
            align(&mut self.children[selected - before..selected + after]);
        }
    }

    /// Appends one child, labelled with step, index, group and lowest order, as the rules alone see it.
    fn add(&mut self, label: (Step<D::Move>, u16, u16, u8), order: u8, glimpse: &Glimpse) {
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
            fresh: true,
        };
        let extended = Settled { extent: glimpse.extent, ..child.settled };
        match glimpse.outcome {
            Some(Outcome::Goal) => child.prove(Settled { order: self.lowest_order(order), ..extended }),
            Some(Outcome::Refuted) => child.disprove(extended, Basis::CERTAIN),
            None if glimpse.least_order > order => child.disprove(node.exact(), Basis::CERTAIN),
            None => {}
        }
        self.children.push(child);
    }

    /// What the rule of order 0, the tables and the line say about an open child. Returns whether it stays
    /// open and was met on a shorter line.
    fn look_up(&mut self, index: usize) -> bool {
        let node = self.children[index].node;
        let exact = node.exact();
        let by_attacker = self.domain.attacker_to_move(&self.state);
        if by_attacker && self.is_spent(node.order) {
            self.children[index].disprove(exact, Basis::CERTAIN);
            return false;
        }
        let known = self.consult(&node);
        let child = &mut self.children[index];
        match known {
            Known::Proved(settled) => child.prove(settled),
            Known::Disproved(settled) => child.disprove(settled, Basis::CERTAIN),
            known => {
                let domain = &*self.domain;
                let returns = self.path.returns_to(&node, |more, less| domain.covers(more, less));
                if let Some(depth) = returns {
                    child.disprove(exact, Basis::returning_to(depth));
                } else if let Known::Open(open) = known {
                    if open.twin
                        && let Some(basis) = self.twin.probe(&node, &self.path, self.unverified)
                    {
                        child.disprove(exact, basis);
                        return false;
                    }
                    (child.pn, child.dn, child.fresh) = (open.pn, open.dn, false);
                    return u32::from(open.distance) <= self.path.depth();
                } else if let Known::Hint { pn, dn, distance } = known {
                    (child.pn, child.dn) = (child.pn.max(pn), child.dn.max(dn));
                    return u32::from(distance) <= self.path.depth();
                }
            }
        }
        false
    }
}

/// Whether a child alone solves its parent for certain, so that nothing else matters.
fn decides<M>(attacker: bool, child: &Child<M>) -> bool {
    if attacker { child.pn == 0 } else { child.dn == 0 && child.basis == Basis::CERTAIN }
}
