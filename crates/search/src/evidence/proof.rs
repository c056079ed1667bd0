//! Gathering a proof from the table.
//!
//! Every proof in the table carries a bound of its length, and the children that support it have smaller
//! ones. Following strictly falling bounds, the walk can neither go in a circle nor miss the end, though
//! entries come from different times of the search.
//!
//! What is missing (collected, overwritten, or solved by a dedicated solver that leaves no tree) is searched
//! again, first with the help of the table, then in a *scratch* table and gathered from that alone. If even that table forgets, it is made larger and
//! the missing part starts over; so the walk ends with a whole proof or with the reason why there is none,
//! never with a broken one.

use rustc_hash::FxHashMap;
use tesuji_job::Why;

use super::{Edge, Evidence, EvidenceNode, Target};
use crate::domain::{Claim, Domain};
use crate::engine::{Engine, Finding};
use crate::key::Key;
use crate::rules::{Moves, Outcome, Step};
use crate::stripes::Stripes;
use crate::table::{Known, Node, Store};
use crate::twin::TwinTable;

const FIRST_SCRATCH_BYTES: usize = 1 << 20;

/// Part of a scratch table's bytes that its claims bound to a line take on top.
const SCRATCH_TWIN_PART: usize = 16;

/// What is known of the child of a proof node.
#[derive(Clone, Copy)]
enum Below {
    Goal,
    Proved { node: Node, length: u16 },
    Missing(Node),
}

/// A proof node being gathered.
struct Item<M, U> {
    node: Node,
    attacker: bool,
    /// Length of the claimed proof; children must be shorter.
    bound: u16,
    /// Whether it comes from the scratch table, and whether it is where that began.
    scratch: bool,
    scratch_top: bool,
    /// Steps to gather.
    pending: Vec<(Step<M>, Below)>,
    edges: Vec<Edge<M>>,
    step: Step<M>,
    undo: Option<U>,
}

struct Collector<'e, 'a, 's, D: Domain, S> {
    main: &'e mut Engine<'a, D, S>,
    scratch: Engine<'s, D, Stripes>,
    scratch_bytes: usize,
    moves: Moves<D::Move>,
    stack: Vec<Item<D::Move, D::Undo>>,
    nodes: Vec<EvidenceNode<D::Move>>,
    /// Finished nodes by position and resource: lowest order and index.
    finished: FxHashMap<(Key, u32), (u8, usize)>,
    bytes: usize,
    /// Bytes that evidence, scratch table and line may take together.
    room: usize,
}

/// Gathers the proof of the engine's current state, with the engine's budget.
pub(crate) fn collect_proof<D: Domain, S: Store>(
    main: &mut Engine<'_, D, S>,
    finding: Finding,
) -> Result<Evidence<D::Move>, Why> {
    let method = main.plan.method;
    if finding.settled.length == 0 {
        return Ok(Evidence { claim: Claim::Proof, method, root: Target::Settled, nodes: Vec::new() });
    }
    // Most proofs are complete and need no scratch table.
    let (table, mut twin) = (Stripes::with_bytes(0), TwinTable::with_bytes(0));
    // The scratch engine spends what the main one may still spend.
    let (budget, room) = (main.budget.clone(), main.working);
    let mut domain = main.domain.clone();
    let mut scratch =
        Engine::new(&mut domain, main.state.clone(), &main.plan, room, table, &mut twin, budget);
    scratch.dedicated = false;
    let mut collector = Collector {
        main,
        scratch,
        scratch_bytes: 0,
        moves: Moves::new(),
        stack: Vec::new(),
        nodes: Vec::new(),
        finished: FxHashMap::default(),
        bytes: 0,
        room,
    };
    let result = collector.run(finding);
    let nodes = std::mem::take(&mut collector.nodes);
    main.budget.nodes = collector.scratch.budget.nodes;
    main.working = room;
    main.domain.join(&domain);
    let root = result?;
    Ok(Evidence { claim: Claim::Proof, method, root: Target::Node(root), nodes })
}

impl<D: Domain, S: Store> Collector<'_, '_, '_, D, S> {
    fn run(&mut self, finding: Finding) -> Result<usize, Why> {
        let node = self.main.node_of(finding.settled.order);
        self.open(node, Some(finding.settled.length), false, (Step::Pass, None))?;
        let result = self.walk();
        if result.is_err() {
            while !self.stack.is_empty() {
                self.step_back();
            }
        }
        result
    }

    fn walk(&mut self) -> Result<usize, Why> {
        loop {
            let Some(item) = self.stack.last_mut() else { return Err(Why::Contradiction) };
            let Some((step, below)) = item.pending.pop() else {
                let index = self.finish()?;
                if self.stack.is_empty() {
                    return Ok(index);
                }
                continue;
            };
            let (node, bound) = match below {
                Below::Goal => {
                    item.edges.push(Edge { step, target: Target::Settled });
                    continue;
                }
                Below::Proved { node, length } => (node, Some(length)),
                Below::Missing(node) => (node, None),
            };
            if let Some(&(order, index)) = self.finished.get(&(node.key, node.resource))
                && order <= node.order
            {
                item.edges.push(Edge { step, target: Target::Node(index) });
                continue;
            }
            let scratch = item.scratch;
            let undo = self.main.domain.play(&mut self.main.state, step);
            self.open(node, bound, scratch, (step, Some(undo)))?;
        }
    }

    /// Puts a node on the stack with the steps that prove it; the state is already the node's. Without a
    /// bound the node has to be searched again.
    fn open(
        &mut self,
        node: Node,
        bound: Option<u16>,
        scratch: bool,
        arrival: (Step<D::Move>, Option<D::Undo>),
    ) -> Result<(), Why> {
        let attacker = self.main.domain.attacker_to_move(&self.main.state);
        let (step, undo) = arrival;
        self.stack.push(Item {
            node,
            attacker,
            bound: bound.unwrap_or(0),
            scratch,
            scratch_top: false,
            pending: Vec::new(),
            edges: Vec::new(),
            step,
            undo,
        });
        let held = bound.is_some() && self.support();
        if held || self.search_with_table()? { Ok(()) } else { self.search_again() }
    }

    /// Searches the last node of the stack with what the main table knows. Its bound may then be larger than
    /// that of the nodes above, so it must not be one of them: the walk could go in a circle.
    fn search_with_table(&mut self) -> Result<bool, Why> {
        let Some((item, above)) = self.stack.split_last_mut() else { return Ok(false) };
        let same =
            |other: &Item<_, _>| (other.node.key, other.node.resource) == (item.node.key, item.node.resource);
        if item.scratch || above.iter().any(same) {
            return Ok(false);
        }
        self.main.working = self.room.saturating_sub(self.bytes + self.scratch_bytes);
        self.main.budget.nodes = self.scratch.budget.nodes;
        let dedicated = std::mem::replace(&mut self.main.dedicated, false);
        let found = self.main.run(item.node.order);
        self.main.dedicated = dedicated;
        self.scratch.budget.nodes = self.main.budget.nodes;
        let finding = found?;
        if finding.claim == Claim::Disproof {
            return Ok(false);
        }
        item.node.order = finding.settled.order;
        item.bound = finding.settled.length;
        Ok(self.support())
    }

    /// Finds the steps that prove the last node of the stack; `false` if the table in use does not know them.
    fn support(&mut self) -> bool {
        let Some(item) = self.stack.last() else { return false };
        let (node, attacker, bound, scratch) = (item.node, item.attacker, item.bound, item.scratch);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.main.domain.moves(&self.main.state, node.order, &mut moves);
        let mut pending = Vec::new();
        let mut complete = true;
        if attacker {
            let mut shortest: Option<(u16, Step<D::Move>, Below)> = None;
            for (candidate, _) in moves.iter().filter(|&(_, from)| from <= node.order) {
                let step = Step::Move(candidate);
                let (length, below) = match self.child(step, node.order, bound, scratch) {
                    Some(Below::Goal) => (0, Below::Goal),
                    Some(Below::Proved { node, length }) => (length, Below::Proved { node, length }),
                    Some(Below::Missing(_)) | None => continue,
                };
                if shortest.is_none_or(|(least, ..)| length < least) {
                    shortest = Some((length, step, below));
                }
            }
            match shortest {
                Some((_, step, below)) => pending.push((step, below)),
                None => complete = false,
            }
        } else {
            let mut steps: Vec<_> = Vec::with_capacity(moves.len() + 1);
            if self.main.plan.method.has_pass()
                && node.order > 0
                && self.main.domain.can_pass(&self.main.state)
            {
                steps.push((Step::Pass, node.order - 1));
            }
            steps.extend(moves.iter().map(|(candidate, _)| (Step::Move(candidate), node.order)));
            for (step, order) in steps {
                match self.child(step, order, bound, scratch) {
                    // A part missing from the main table is searched when its turn comes; one missing from
                    // the scratch table means that it is too small.
                    Some(Below::Missing(_)) if scratch => complete = false,
                    Some(below) => pending.push((step, below)),
                    None => complete = false,
                }
            }
        }
        self.moves = moves;
        if let Some(item) = self.stack.last_mut() {
            // Taken from the end, so that the evidence keeps the order of the moves.
            pending.reverse();
            item.pending = pending;
        }
        complete
    }

    /// What is known of the child after `step`; `None` if it is refuted.
    fn child(&mut self, step: Step<D::Move>, order: u8, bound: u16, scratch: bool) -> Option<Below> {
        let glimpse = self.main.domain.glimpse(&mut self.main.state, step, order);
        match glimpse.settled(order) {
            Some(Outcome::Goal) => return Some(Below::Goal),
            Some(Outcome::Refuted) => return None,
            None => {}
        }
        let node = Node { key: Key::new(glimpse.key), order, resource: glimpse.resource };
        if self.finished.get(&(node.key, node.resource)).is_some_and(|&(known, _)| known <= order) {
            return Some(Below::Proved { node, length: 0 });
        }
        let known = if scratch { self.scratch.consult(&node) } else { self.main.consult(&node) };
        Some(match known {
            Known::Proved(settled) if settled.length < bound => {
                Below::Proved { node: Node { order: settled.order, ..node }, length: settled.length }
            }
            _ => Below::Missing(node),
        })
    }

    /// Searches the last node of the stack (or, when that came from the scratch table, the node where the use
    /// of that table began) from nothing and takes its proof from there.
    fn search_again(&mut self) -> Result<(), Why> {
        loop {
            if self.stack.last().is_some_and(|item| item.scratch) {
                while self.stack.last().is_some_and(|item| !item.scratch_top) {
                    self.step_back();
                }
                self.enlarge_scratch()?;
            } else if self.scratch_bytes == 0 {
                self.enlarge_scratch()?;
            }
            let Some(item) = self.stack.last_mut() else { return Err(Why::Contradiction) };
            item.scratch = true;
            item.scratch_top = true;
            item.edges.clear();
            self.scratch.state = self.main.state.clone();
            self.scratch.working = self.room.saturating_sub(self.bytes + self.scratch_bytes);
            let mut finding = self.scratch.run(item.node.order)?;
            if finding.claim == Claim::Disproof {
                // Claims that were only plausible have misled it; what is proved can be found without them.
                self.scratch.twin.clear();
                self.scratch.unverified = false;
                finding = self.scratch.run(item.node.order)?;
                self.scratch.unverified = true;
            }
            if finding.claim == Claim::Disproof {
                return Err(Why::Contradiction);
            }
            item.node.order = finding.settled.order;
            item.bound = finding.settled.length;
            if self.support() {
                return Ok(());
            }
        }
    }

    /// Replaces the scratch table by a larger one that knows nothing.
    fn enlarge_scratch(&mut self) -> Result<(), Why> {
        // Half of what is left stays for the line and for the evidence.
        let most = self.room.saturating_sub(self.bytes) / 2;
        let bytes = self.scratch_bytes.saturating_mul(4).max(FIRST_SCRATCH_BYTES).min(most);
        if bytes <= self.scratch_bytes {
            return Err(Why::Memory);
        }
        self.scratch_bytes = bytes;
        // The old table goes before the new one comes.
        (self.scratch.store, *self.scratch.twin) = (Stripes::with_bytes(0), TwinTable::with_bytes(0));
        let twin = bytes / (SCRATCH_TWIN_PART + 1);
        (self.scratch.store, *self.scratch.twin) =
            (Stripes::whole(bytes - twin), TwinTable::with_bytes(twin));
        Ok(())
    }

    /// Completes the last node of the stack and hands it to its parent.
    fn finish(&mut self) -> Result<usize, Why> {
        let index = self.nodes.len();
        let Some(item) = self.stack.last_mut() else { return Err(Why::Contradiction) };
        let (node, edges) = (item.node, std::mem::take(&mut item.edges));
        self.bytes += size_of::<EvidenceNode<D::Move>>() + edges.capacity() * size_of::<Edge<D::Move>>() + 64;
        if self.bytes + self.scratch_bytes > self.room {
            return Err(Why::Memory);
        }
        self.scratch.budget.gathered(index)?;
        self.nodes.push(EvidenceNode { attacker: item.attacker, order: node.order, edges });
        let entry = self.finished.entry((node.key, node.resource)).or_insert((node.order, index));
        if node.order < entry.0 {
            *entry = (node.order, index);
        }
        let step = item.step;
        self.step_back();
        if let Some(parent) = self.stack.last_mut() {
            parent.edges.push(Edge { step, target: Target::Node(index) });
        }
        Ok(index)
    }

    fn step_back(&mut self) {
        if let Some(item) = self.stack.pop()
            && let Some(undo) = item.undo
        {
            self.main.domain.undo(&mut self.main.state, item.step, undo);
        }
    }
}
