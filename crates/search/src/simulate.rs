//! Kawano's simulation (paper 001, sections 4.1 and 4.2): a proof against one defence is tried on the others.
//!
//! Most defences change nothing about the attack. When one of them is proved, the same attacking moves are
//! played against its siblings, move for move beside the known proof, without any search: each position
//! reached must be the goal, known to be proved, or have a partner in the known proof to follow further. What
//! succeeds is a complete proof, checked at every defence, and is stored like any other; what fails costs a
//! few look-ups.

use crate::domain::Domain;
use crate::engine::Engine;
use crate::frame::Child;
use crate::key::Key;
use crate::rules::{Moves, Outcome, Step};
use crate::table::{Fact, Known, NO_MOVE, Node, Settled, Store};

/// Positions looked at for one sibling. It also bounds the depth of recursion.
const EFFORT: u32 = 256;

impl<D: Domain, S: Store> Engine<'_, D, S> {
    /// Tries the proof of the child `proved` of the last node, an AND node, on the open children.
    pub(crate) fn simulate_siblings(&mut self, proved: usize) {
        let Some(frame) = self.frames.last() else { return };
        let model = self.children[proved];
        let siblings = frame.first..self.children.len();
        if model.settled.best == NO_MOVE || !self.children[siblings.clone()].iter().any(Child::is_open) {
            return;
        }
        let mut reference = self.state.clone();
        self.domain.play(&mut reference, model.step);
        for index in siblings {
            self.simulate_child(&mut reference, model.settled, index);
        }
    }

    /// Tries the proof of the child `proved` of the last node, an AND node, on one other child.
    pub(crate) fn simulate_one(&mut self, proved: usize, index: usize) {
        let model = self.children[proved];
        if model.settled.best != NO_MOVE {
            let mut reference = self.state.clone();
            self.domain.play(&mut reference, model.step);
            self.simulate_child(&mut reference, model.settled, index);
        }
    }

    fn simulate_child(&mut self, reference: &mut D::State, proof: Settled, index: usize) {
        let child = self.children[index];
        // The pass must be proved one order lower: the proof of a real move may be of too high an order for it.
        if !child.is_open() || proof.order > child.node.order {
            return;
        }
        let undo = self.domain.play(&mut self.state, child.step);
        let mut effort = EFFORT;
        let settled = self.simulate_attack(reference, proof, &child.node, &mut effort);
        self.domain.undo(&mut self.state, child.step, undo);
        if let Some(settled) = settled {
            self.statistics.simulated += 1;
            self.children[index].prove(settled);
        }
    }

    /// Follows the attacker's move of a proved `reference` in the current state, the node `target`.
    fn simulate_attack(
        &mut self,
        reference: &mut D::State,
        proof: Settled,
        target: &Node,
        effort: &mut u32,
    ) -> Option<Settled> {
        *effort = effort.checked_sub(1)?;
        let order = proof.order;
        let mut moves = self.borrow_list();
        self.domain.moves(reference, order, &mut moves);
        let followed = self.step_at(proof.best, &moves);
        moves.clear();
        self.domain.moves(&self.state, order, &mut moves);
        let place = moves
            .iter()
            .position(|(candidate, from)| from <= order && followed == Some(Step::Move(candidate)));
        self.spare_lists.push(moves);
        let (step, best) = (followed?, u16::try_from(place?).ok()?);
        let undo = self.domain.play(&mut self.state, step);
        let reference_undo = self.domain.play(reference, step);
        let length = self.simulate_defence(reference, order, effort);
        self.domain.undo(reference, step, reference_undo);
        self.domain.undo(&mut self.state, step, undo);
        let settled = Settled { order, extent: target.resource, length: length?.saturating_add(1), best };
        self.store.store(target, Fact::Proved(settled), 1);
        Some(settled)
    }

    /// Whether every defence in the current state is proved, with the partners of the same moves in
    /// `reference` as guides. Gives the length of the proof.
    fn simulate_defence(&mut self, reference: &mut D::State, order: u8, effort: &mut u32) -> Option<u16> {
        *effort = effort.checked_sub(1)?;
        match self.domain.settled(&self.state, order) {
            Some(Outcome::Goal) => return Some(0),
            Some(Outcome::Refuted) => return None,
            None if self.is_spent(order) => return None,
            None => {}
        }
        let node = self.node_of(order);
        if let Known::Proved(settled) = self.consult(&node) {
            return Some(settled.length);
        }
        if self.domain.settled(reference, order).is_some() {
            return None;
        }
        let mut moves = self.borrow_list();
        let mut partners = self.borrow_list();
        self.domain.moves(&self.state, order, &mut moves);
        self.domain.moves(reference, order, &mut partners);
        let mut longest = Some(0);
        if self.plan.method.has_pass() && self.domain.can_pass(&self.state) {
            let partner = self.domain.can_pass(reference);
            longest = self.simulate_step(reference, Step::Pass, order - 1, partner, effort);
        }
        for (candidate, _) in moves.iter() {
            let Some(so_far) = longest else { break };
            let partner = partners.iter().any(|(other, _)| other == candidate);
            let length = self.simulate_step(reference, Step::Move(candidate), order, partner, effort);
            longest = length.map(|length| length.max(so_far));
        }
        self.spare_lists.push(moves);
        self.spare_lists.push(partners);
        let length = longest?.saturating_add(1);
        let settled = Settled { order, extent: node.resource, length, best: NO_MOVE };
        self.store.store(&node, Fact::Proved(settled), 1);
        Some(length)
    }

    fn simulate_step(
        &mut self,
        reference: &mut D::State,
        step: Step<D::Move>,
        order: u8,
        partner: bool,
        effort: &mut u32,
    ) -> Option<u16> {
        let undo = self.domain.play(&mut self.state, step);
        let node = self.node_of(order);
        let length = match self.domain.settled(&self.state, order) {
            Some(Outcome::Goal) => Some(0),
            Some(Outcome::Refuted) => None,
            None => match self.consult(&node) {
                Known::Proved(settled) => Some(settled.length),
                _ if partner => {
                    let reference_undo = self.domain.play(reference, step);
                    let guide = Node {
                        key: Key::new(self.domain.key(reference)),
                        order,
                        resource: self.domain.resource(reference),
                    };
                    let result = match (self.domain.settled(reference, order), self.consult(&guide)) {
                        (None, Known::Proved(proof)) if proof.best != NO_MOVE => self
                            .simulate_attack(reference, proof, &node, effort)
                            .map(|settled| settled.length),
                        _ => None,
                    };
                    self.domain.undo(reference, step, reference_undo);
                    result
                }
                _ => None,
            },
        };
        self.domain.undo(&mut self.state, step, undo);
        length
    }

    pub(crate) fn node_of(&self, order: u8) -> Node {
        let (key, resource) = (self.domain.key(&self.state), self.domain.resource(&self.state));
        Node { key: Key::new(key), order, resource }
    }

    fn borrow_list(&mut self) -> Moves<D::Move> {
        let mut list = self.spare_lists.pop().unwrap_or_default();
        list.clear();
        list
    }
}
