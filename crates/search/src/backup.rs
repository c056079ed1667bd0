//! What goes up when a node is left: numbers, claims and what they rest on.
//!
//! The rules by which a disproof's basis passes from children to parents are those of `engine.rs`.

use tesuji_job::Why;

use crate::domain::{Claim, Domain};
use crate::engine::{Engine, Finding};
use crate::frame::Numbers;
use crate::table::{Fact, Known, NO_MOVE, Open, Settled, Store};
use crate::twin::{Basis, UNCONDITIONAL};

/// Rounds after which the numbers of children only grow: this many, and some for each child.
const PATIENCE: u32 = 64;
const PATIENCE_PER_CHILD: u32 = 8;

impl<D: Domain, S: Store> Engine<'_, D, S> {
    /// Takes the last node off the line: stores what was found and tells the parent. Returns the end of the
    /// search at the root.
    pub(crate) fn leave(&mut self, numbers: Numbers) -> Option<Result<Finding, Why>> {
        let depth = self.path.depth();
        let frame = self.frames.last()?;
        let (node, initial, twin) = (frame.node, frame.initial, frame.twin);
        let work = self.budget.nodes - frame.started;
        let (claim, settled, mut basis) = self.conclude(numbers);
        if basis.dependency >= depth {
            basis.dependency = UNCONDITIONAL;
        }
        self.step_back();
        let distance = u16::try_from(depth).unwrap_or(u16::MAX);
        match claim {
            Some(Claim::Proof) => self.store.store(&node, Fact::Proved(settled), work),
            Some(Claim::Disproof) if basis == Basis::CERTAIN || self.forgets_history() => {
                // Another resource may have other moves: the move is named only for the node itself.
                let best = if settled.extent == node.resource { settled.best } else { NO_MOVE };
                self.store.store(&node, Fact::Disproved(Settled { best, ..settled }), work);
            }
            Some(Claim::Disproof) => {
                self.statistics.twins += 1;
                if basis.dependency > 0 {
                    self.twin.store(&node, &self.path, basis, settled.best);
                }
                let Numbers { pn, dn } = initial;
                self.store.store(&node, Fact::Open(Open { pn, dn, distance, twin: true }), work);
            }
            None => {
                let Numbers { pn, dn } = numbers;
                self.store.store(&node, Fact::Open(Open { pn, dn, distance, twin }), work);
            }
        }
        let Some(parent) = self.frames.last() else {
            return Some(match claim {
                Some(Claim::Disproof) if basis.dependency < depth => Err(Why::Depth),
                Some(claim) => {
                    Ok(Finding { claim, settled, verified: basis.verified || self.forgets_history() })
                }
                None => Err(Why::Contradiction),
            });
        };
        let selected = parent.selected;
        match claim {
            Some(Claim::Proof) => self.children[selected].prove(settled),
            Some(Claim::Disproof) => self.children[selected].disprove(settled, basis),
            None => self.receive(selected, numbers),
        }
        self.align_around(selected);
        self.refresh(work);
        if claim == Some(Claim::Proof) {
            self.after_proof(selected);
        }
        None
    }

    /// What the last node's children say about it: the claim if it is solved, and on what it rests.
    fn conclude(&mut self, numbers: Numbers) -> (Option<Claim>, Settled, Basis) {
        let Some(frame) = self.frames.last() else {
            let nothing = Settled { order: 0, extent: 0, length: 0, best: NO_MOVE };
            return (None, nothing, Basis::CERTAIN);
        };
        let children = &self.children[frame.first..];
        let mut settled = frame.node.exact();
        if numbers.pn != 0 && numbers.dn != 0 {
            return (None, settled, Basis::CERTAIN);
        }
        let mut basis = Basis::CERTAIN;
        self.support.clear();
        let claim = match (numbers.pn == 0, frame.attacker) {
            (true, true) => {
                let proved = children.iter().filter(|child| child.pn == 0);
                if let Some(child) = proved.min_by_key(|child| (child.claimed_order(), child.settled.length))
                {
                    settled.order = child.claimed_order();
                    settled.length = child.settled.length.saturating_add(1);
                    settled.best = child.index;
                    self.support.push((child.step, child.settled.extent));
                }
                Claim::Proof
            }
            (true, false) => {
                // Length 0 is kept for the goal itself; a defender without moves is one step away from it.
                settled.length = 1;
                for child in children {
                    settled.length = settled.length.max(child.settled.length.saturating_add(1));
                    self.support.push((child.step, child.settled.extent));
                }
                Claim::Proof
            }
            (false, true) => {
                for child in children.iter().filter(|child| child.node.order == frame.node.order) {
                    basis = basis.and(child.basis);
                    self.support.push((child.step, child.settled.extent));
                }
                Claim::Disproof
            }
            (false, false) => {
                let refuting = children.iter().filter(|child| child.dn == 0);
                if let Some(child) = refuting.max_by_key(|child| child.basis.rank()) {
                    basis = child.basis;
                    settled.best = child.index;
                    self.support.push((child.step, child.settled.extent));
                }
                Claim::Disproof
            }
        };
        if basis.verified && basis.dependency >= self.path.depth() {
            settled.extent = self.domain.extend(claim, &self.state, settled.order, &self.support);
        }
        (Some(claim), settled, basis)
    }

    #[cfg(test)]
    fn forgets_history(&self) -> bool {
        self.forget_history
    }

    #[cfg(not(test))]
    fn forgets_history(&self) -> bool {
        false
    }

    /// Gives an open child its new numbers.
    pub(crate) fn receive(&mut self, selected: usize, numbers: Numbers) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.rounds += 1;
        let count = (self.children.len() - frame.first) as u32;
        let patient = frame.rounds < PATIENCE.saturating_add(PATIENCE_PER_CHILD.saturating_mul(count));
        let child = &mut self.children[selected];
        if patient {
            (child.pn, child.dn) = (numbers.pn, numbers.dn);
        } else {
            (child.pn, child.dn) = (child.pn.max(numbers.pn), child.dn.max(numbers.dn));
        }
        child.fresh = false;
    }

    /// After a search of `work` nodes below one child, looks the others up again: they may have been met
    /// there.
    fn refresh(&mut self, work: u64) {
        let Some(frame) = self.frames.last() else { return };
        let (first, selected, patient) = (frame.first, frame.selected, frame.rounds < PATIENCE);
        let attacker = frame.attacker;
        if work < (self.children.len() - first) as u64 {
            return;
        }
        for index in first..self.children.len() {
            let child = &self.children[index];
            let open = child.is_open();
            let bound = child.dn == 0 && child.basis != Basis::CERTAIN;
            if index == selected && open || !open && !bound {
                continue;
            }
            let node = child.node;
            match self.consult(&node) {
                Known::Proved(settled) => self.children[index].prove(settled),
                Known::Disproved(settled) => self.children[index].disprove(settled, Basis::CERTAIN),
                Known::Open(numbers) if open && patient => {
                    let child = &mut self.children[index];
                    (child.pn, child.dn, child.fresh) = (numbers.pn, numbers.dn, false);
                }
                _ => {}
            }
        }
        if attacker {
            self.align_all(first);
        }
    }

    /// A child of the last node has been proved: at an AND node the moves held back come up, and the proof is
    /// tried on the other defences.
    pub(crate) fn after_proof(&mut self, proved: usize) {
        let Some(frame) = self.frames.last() else { return };
        if frame.attacker {
            return;
        }
        if frame.pass_only && self.children[proved].is_pass() {
            self.release();
        }
        if self.plan.simulate {
            self.simulate_siblings(proved);
        }
    }
}
