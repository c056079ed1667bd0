//! The search loop: df-pn and df-pn lambda, depth first under thresholds, on an explicit stack.
//!
//! # Repetition
//!
//! A line that returns to one of its own nodes fails for the attacker, *along that line*. A proof never uses
//! this: its lines all end in the goal, so it holds whatever the history, and is stored as such. A disproof
//! may use it, so every disproof carries its `dependency`, the depth of the shallowest ancestor to which one
//! of its lines returns:
//!
//! - a return to the ancestor at depth a depends on a;
//! - an OR node, all of whose moves fail, depends on the shallowest of its children's dependencies;
//! - an AND node depends on that of the one child that refutes the attacker.
//!
//! When a node at depth d is disproved and depends on nothing above d, the nodes of the disproof form a
//! closed set: every attacker's move stays in it, the defender has a move that stays in it, and no goal is in
//! it. From there the attacker never reaches the goal, whatever the history: the disproof is *unconditional*
//! and goes to the general table. Every other disproof is bound to its line: the parent remembers it while it
//! is on the line, the twin table for when the same ancestors come again. At the root nothing lies above, so
//! nothing is left to depend on. Nothing here depends on what tables remember.
//!
//! That alone is sound, and hopeless in games where every move can be taken back: each of countless lines has
//! its own disproofs. So the twin table also lends a claim to lines on which it is only plausible
//! (`twin.rs`). What follows from a loan is *unverified*: it never enters the general table, and a root
//! disproved with its help is believed only when the whole disproof has been laid out and found to be a
//! closed set after all (`prove.rs`). A proof never needs a loan.
//!
//! A return at a lower order, or with a smaller resource, is a return all the same: what the attacker can do
//! there he could have done at the ancestor, so the closed set stays closed when these nodes are added to it.
//!
//! The depth limit is one more ancestor, at depth 0, to which every line that is cut returns: a disproof that
//! needs it never becomes unconditional, and at the root is no verdict.
//!
//! # Ending
//!
//! Numbers of cyclic graphs may go round in circles. Thresholds for entering a child always exceed its
//! numbers; nodes with a child met on a shorter line raise theirs (the threshold controlling algorithm,
//! Kishimoto 2010); and a node that has searched its children unreasonably often lets their numbers only
//! grow. Numbers are finite and lines do not repeat, so the search ends even with a table that forgets
//! everything.

use tesuji_job::{Progress, Why};

use crate::budget::Budget;
use crate::domain::{Claim, Domain, Solved};
use crate::frame::{Child, Frame, Numbers, choose, combine};
use crate::key::Key;
use crate::numbers::INFINITE;
use crate::path::Path;
use crate::plan::Plan;
use crate::rules::{Moves, Outcome, Step};
use crate::table::{Fact, Known, NO_MOVE, Node, Open, PASS, Settled, Store};
use crate::twin::{Basis, TwinTable};
use crate::verdict::Statistics;

/// A solved root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) claim: Claim,
    pub(crate) settled: Settled,
    /// Whether it is certain. A proof always is; a disproof that is not has to be laid out first.
    pub(crate) verified: bool,
}

/// A search in progress over a store of facts.
pub(crate) struct Engine<'a, D: Domain, S> {
    pub(crate) domain: &'a mut D,
    pub(crate) plan: Plan,
    /// Bytes that the current line may take.
    pub(crate) working: usize,
    pub(crate) store: S,
    pub(crate) twin: &'a mut TwinTable,
    pub(crate) budget: Budget<'a>,
    pub(crate) statistics: Statistics,
    pub(crate) state: D::State,
    pub(crate) path: Path,
    pub(crate) frames: Vec<Frame<D::Undo>>,
    pub(crate) children: Vec<Child<D::Move>>,
    pub(crate) moves: Moves<D::Move>,
    pub(crate) support: Vec<(Step<D::Move>, u32)>,
    pub(crate) spare_lists: Vec<Moves<D::Move>>,
    /// The line on which the last search was ended by a limit.
    pub(crate) interrupted: Vec<Step<D::Move>>,
    /// Whether [`Domain::solve`] is asked. It gives no tree, so evidence is searched without it.
    pub(crate) dedicated: bool,
    /// Whether claims of the twin table may be used on lines on which they are only plausible.
    pub(crate) unverified: bool,
    /// Injected fault for the tests: path-dependent disproofs go to the general table.
    #[cfg(test)]
    pub(crate) forget_history: bool,
}

impl<'a, D: Domain, S: Store> Engine<'a, D, S> {
    pub(crate) fn new(
        domain: &'a mut D,
        state: D::State,
        plan: &Plan,
        working: usize,
        store: S,
        twin: &'a mut TwinTable,
        budget: Budget<'a>,
    ) -> Self {
        Self {
            domain,
            plan: *plan,
            working,
            store,
            twin,
            budget,
            statistics: Statistics::default(),
            state,
            path: Path::new(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Moves::new(),
            support: Vec::new(),
            spare_lists: Vec::new(),
            interrupted: Vec::new(),
            dedicated: true,
            unverified: true,
            #[cfg(test)]
            forget_history: false,
        }
    }

    /// Solves the current state at `order`. The root is expanded even if the store knows it. An error leaves
    /// the engine ready for another question at the same state.
    pub(crate) fn run(&mut self, order: u8) -> Result<Finding, Why> {
        let result = self.search(order);
        if result.is_err() {
            self.interrupted.clear();
            let line = self.frames.split_last().map_or(&[][..], |(_, above)| above);
            self.interrupted.extend(line.iter().map(|frame| self.children[frame.selected].step));
            while self.frames.len() > 1 {
                self.step_back();
            }
            self.frames.clear();
            self.children.clear();
            self.path = Path::new();
        }
        result
    }

    fn search(&mut self, order: u8) -> Result<Finding, Why> {
        let resource = self.domain.resource(&self.state);
        let node = Node { key: Key::new(self.domain.key(&self.state)), order, resource };
        let certain = |claim, order| {
            let settled = Settled { order, extent: resource, length: 0, best: NO_MOVE };
            Ok(Finding { claim, settled, verified: true })
        };
        let attacker = self.domain.attacker_to_move(&self.state);
        match self.domain.settled(&self.state, order) {
            Some(Outcome::Goal) => return certain(Claim::Proof, self.lowest_order(order)),
            Some(Outcome::Refuted) => return certain(Claim::Disproof, order),
            None if !attacker && self.is_spent(order) => return certain(Claim::Disproof, order),
            None => {}
        }
        self.spend()?;
        let unit = Numbers { pn: 1, dn: 1 };
        self.enter(node, unit, Numbers { pn: INFINITE, dn: INFINITE }, false, None);
        loop {
            let Some(frame) = self.frames.last() else { return Err(Why::Contradiction) };
            if frame.later > 0
                && !frame.pass_only
                && self.children[frame.first..].iter().all(|child| child.pn == 0)
            {
                self.release_late();
                continue;
            }
            let numbers = combine(frame, &self.children[frame.first..], &self.plan);
            if numbers.pn >= frame.pn_threshold || numbers.dn >= frame.dn_threshold {
                if let Some(end) = self.leave(numbers) {
                    return end;
                }
            } else {
                self.descend()?;
            }
        }
    }

    /// The order at which a reached goal is claimed.
    pub(crate) fn lowest_order(&self, order: u8) -> u8 {
        if self.plan.method.has_pass() { 0 } else { order }
    }

    /// At order 0 only a direct goal counts (paper 001, section 2.1, definition 1): an AND node without one
    /// is disproved.
    pub(crate) fn is_spent(&self, order: u8) -> bool {
        order == 0 && self.plan.method.has_pass()
    }

    fn spend(&mut self) -> Result<(), Why> {
        let (frames, children, depth) = (&self.frames, &self.children, self.path.depth());
        self.budget.spend(|nodes| {
            let root = frames.first().map(|frame| {
                let end = frames.get(1).map_or(children.len(), |next| next.first);
                combine(frame, &children[frame.first..end], &self.plan)
            });
            let Numbers { pn, dn } = root.unwrap_or(Numbers { pn: 1, dn: 1 });
            Progress { numbers: Some((pn, dn)), depth, ..Progress::searched("searching", nodes) }
        })
    }

    /// Puts a node on the line and expands it. The state is already the node's.
    fn enter(
        &mut self,
        node: Node,
        initial: Numbers,
        thresholds: Numbers,
        twin: bool,
        undo: Option<D::Undo>,
    ) {
        let attacker = self.domain.attacker_to_move(&self.state);
        if undo.is_some() {
            self.store.enter(&node);
        }
        self.path.push(node);
        self.statistics.deepest = self.statistics.deepest.max(self.path.depth());
        let first = self.children.len();
        let mut frame = Frame {
            node,
            attacker,
            pass_only: false,
            stage: 0,
            later: 0,
            first,
            pn_threshold: thresholds.pn,
            dn_threshold: thresholds.dn,
            initial,
            twin,
            selected: first,
            undo,
            started: self.budget.nodes - 1,
            rounds: 0,
        };
        let old = self.expand(&mut frame);
        if old {
            // A child was met on a shorter line, so these numbers may come from above and go in a circle:
            // make sure that at least one child is looked at before giving up (TCA).
            let numbers = combine(&frame, &self.children[first..], &self.plan);
            if numbers.pn != 0 && numbers.dn != 0 {
                frame.pn_threshold = frame.pn_threshold.max(numbers.pn.saturating_add(1));
                frame.dn_threshold = frame.dn_threshold.max(numbers.dn.saturating_add(1));
            }
        }
        self.frames.push(frame);
    }

    /// Chooses a child of the last node and enters it, or learns something about it from the tables.
    fn descend(&mut self) -> Result<(), Why> {
        let inside = |node: &Node| self.store.inside(node);
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let Some(choice) = choose(frame, &self.children[frame.first..], &self.plan, inside) else {
            debug_assert!(false, "an open node has an open child");
            return Err(Why::Contradiction);
        };
        frame.selected = frame.first + choice.child;
        let selected = frame.selected;
        let child = self.children[selected];
        let thresholds = Numbers { pn: choice.pn_threshold, dn: choice.dn_threshold };
        let known = self.consult(&child.node);
        if self.learns(selected, known, thresholds) {
            self.align_around(selected);
            return Ok(());
        }
        self.spend()?;
        let bytes = self.frames.capacity() * (size_of::<Frame<D::Undo>>() + Path::NODE_BYTES)
            + self.children.capacity() * size_of::<Child<D::Move>>();
        if bytes > self.working || self.store.is_tight() {
            return Err(Why::Memory);
        }
        let undo = self.domain.play(&mut self.state, child.step);
        if self.dedicated
            && matches!(known, Known::Nothing | Known::Hint { .. })
            && let Some(solved) = self.domain.solve(&mut self.state, child.node.order)
        {
            self.domain.undo(&mut self.state, child.step, undo);
            self.accept(selected, solved);
            self.align_around(selected);
            return Ok(());
        }
        let twin = matches!(known, Known::Open(Open { twin: true, .. }));
        self.enter(child.node, Numbers { pn: child.pn, dn: child.dn }, thresholds, twin, Some(undo));
        Ok(())
    }

    /// Gives a child what the depth limit and the tables say, and tells whether that makes entering it pointless.
    fn learns(&mut self, selected: usize, known: Known, thresholds: Numbers) -> bool {
        let node = self.children[selected].node;
        if self.path.depth() >= self.plan.depth {
            self.children[selected].disprove(node.exact(), Basis::returning_to(0));
            return true;
        }
        match known {
            Known::Proved(settled) => {
                self.children[selected].prove(settled);
                self.after_proof(selected);
            }
            Known::Disproved(settled) => self.children[selected].disprove(settled, Basis::CERTAIN),
            Known::Open(open) => {
                if open.twin
                    && let Some(basis) = self.twin.probe(&node, &self.path, self.unverified)
                {
                    self.children[selected].disprove(node.exact(), basis);
                } else if open.pn >= thresholds.pn || open.dn >= thresholds.dn {
                    self.receive(selected, Numbers { pn: open.pn, dn: open.dn });
                } else {
                    return false;
                }
            }
            Known::Nothing | Known::Hint { .. } => return false,
        }
        true
    }

    pub(crate) fn consult(&mut self, node: &Node) -> Known {
        let domain = &*self.domain;
        self.store.probe(node, |more, less| domain.covers(more, less))
    }

    /// Takes over the answer of a dedicated solver.
    fn accept(&mut self, selected: usize, solved: Solved) {
        let node = self.children[selected].node;
        let settled = node.exact();
        match solved {
            Solved::Proved { length } => {
                let settled = Settled { length, ..settled };
                self.store.store(&node, Fact::Proved(settled), 1);
                self.children[selected].prove(settled);
                self.after_proof(selected);
            }
            Solved::Disproved => {
                self.store.store(&node, Fact::Disproved(settled), 1);
                self.children[selected].disprove(settled, Basis::CERTAIN);
            }
        }
    }

    /// Removes the last node from the line and takes its step back.
    pub(crate) fn step_back(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.children.truncate(frame.first);
            self.path.pop();
            if let (Some(undo), Some(parent)) = (frame.undo, self.frames.last()) {
                self.store.leave(&frame.node);
                let step = self.children[parent.selected].step;
                self.domain.undo(&mut self.state, step, undo);
            }
        }
    }

    /// The step that a solved node's `best` names.
    pub(crate) fn step_at(&self, best: u16, moves: &Moves<D::Move>) -> Option<Step<D::Move>> {
        match best {
            PASS => Some(Step::Pass),
            index => moves.get(index.into()).map(|(candidate, _)| Step::Move(candidate)),
        }
    }
}
