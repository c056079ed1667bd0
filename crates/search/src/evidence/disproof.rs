//! Gathering a disproof.
//!
//! Every node of a disproof is out of the attacker's reach whatever the history, so the graph may return to
//! itself at will and no bound is needed. At an OR node all moves go in. At an AND node one answer is needed:
//! the table names it where it has kept the node, the twin table suggests one; elsewhere the node is searched
//! as a root of its own, which the rest of the tables makes cheap.
//!
//! The graph proves itself: when it is complete, every attacker's move stays in it and the defender always
//! has a move that stays in it, whatever gave the idea for that move. So this walk is also what turns an
//! unverified disproof into a certain one. Where it meets a state that is proved, a suggestion was wrong:
//! [`Why::Contradiction`], and the caller searches again.

use rustc_hash::FxHashMap;
use tesuji_job::Why;

use super::{Edge, Evidence, EvidenceNode, Target};
use crate::domain::{Claim, Domain};
use crate::engine::{Engine, Finding};
use crate::key::Key;
use crate::rules::{Moves, Outcome, Step};
use crate::table::{Known, NO_MOVE, Node, Store};

struct Item<M, U> {
    index: usize,
    /// Steps to gather, with the child's node unless the child is settled.
    pending: Vec<(Step<M>, Option<Node>)>,
    step: Step<M>,
    undo: Option<U>,
}

struct Collector<'e, 'a, D: Domain, S> {
    engine: &'e mut Engine<'a, D, S>,
    state: D::State,
    moves: Moves<D::Move>,
    stack: Vec<Item<D::Move, D::Undo>>,
    nodes: Vec<EvidenceNode<D::Move>>,
    /// Nodes of the graph by position: order, resource and index of each.
    known: FxHashMap<Key, Vec<(u8, u32, usize)>>,
    bytes: usize,
    /// Bytes that evidence and line may take together.
    room: usize,
}

/// Gathers the disproof of the engine's current state at `order`, with the engine's own budget.
pub(crate) fn collect_disproof<D: Domain, S: Store>(
    engine: &mut Engine<'_, D, S>,
    finding: Finding,
    order: u8,
) -> Result<Evidence<D::Move>, Why> {
    let method = engine.plan.method;
    let settled = engine.domain.settled(&engine.state, order).is_some()
        || engine.is_spent(order) && !engine.domain.attacker_to_move(&engine.state);
    if settled {
        return Ok(Evidence { claim: Claim::Disproof, method, root: Target::Settled, nodes: Vec::new() });
    }
    let (root, room) = (engine.state.clone(), engine.working);
    let node = engine.node_of(order);
    let mut collector = Collector {
        state: root.clone(),
        engine,
        moves: Moves::new(),
        stack: Vec::new(),
        nodes: Vec::new(),
        known: FxHashMap::default(),
        bytes: 0,
        room,
    };
    let result = collector.walk(node, finding);
    let nodes = std::mem::take(&mut collector.nodes);
    (engine.state, engine.working) = (root, room);
    result.map(|()| Evidence { claim: Claim::Disproof, method, root: Target::Node(0), nodes })
}

impl<D: Domain, S: Store> Collector<'_, '_, D, S> {
    fn walk(&mut self, root: Node, finding: Finding) -> Result<(), Why> {
        self.open(root, Some(finding), (Step::Pass, None))?;
        while let Some(item) = self.stack.last_mut() {
            let index = item.index;
            let Some((step, below)) = item.pending.pop() else {
                if let Some(item) = self.stack.pop()
                    && let Some(undo) = item.undo
                {
                    self.engine.domain.undo(&mut self.state, item.step, undo);
                }
                continue;
            };
            let Some(node) = below else {
                self.connect(index, step, Target::Settled);
                continue;
            };
            if let Some(there) = self.find(&node) {
                self.connect(index, step, Target::Node(there));
                continue;
            }
            let undo = self.engine.domain.play(&mut self.state, step);
            let there = self.open(node, None, (step, Some(undo)))?;
            self.connect(index, step, Target::Node(there));
        }
        Ok(())
    }

    fn connect(&mut self, index: usize, step: Step<D::Move>, target: Target) {
        self.nodes[index].edges.push(Edge { step, target });
    }

    /// A node of the graph that stands for `node`: the same position, disproved for at least this order and
    /// resource.
    fn find(&self, node: &Node) -> Option<usize> {
        let domain = &*self.engine.domain;
        let stands = |&&(order, resource, _): &&(u8, u32, usize)| {
            order >= node.order && domain.covers(resource, node.resource)
        };
        self.known.get(&node.key)?.iter().find(stands).map(|&(_, _, index)| index)
    }

    /// Adds a node whose state is current and puts it on the stack.
    fn open(
        &mut self,
        mut node: Node,
        finding: Option<Finding>,
        arrival: (Step<D::Move>, Option<D::Undo>),
    ) -> Result<usize, Why> {
        let attacker = self.engine.domain.attacker_to_move(&self.state);
        let mut moves = std::mem::take(&mut self.moves);
        let mut pending = Vec::new();
        if attacker {
            moves.clear();
            self.engine.domain.moves(&self.state, node.order, &mut moves);
            for (candidate, _) in moves.iter().filter(|&(_, from)| from <= node.order) {
                let step = Step::Move(candidate);
                let below = self.child(step, node.order)?;
                if let Some(below) = below
                    && matches!(self.engine.consult(&below), Known::Proved(_))
                {
                    return Err(Why::Contradiction);
                }
                pending.push((step, below));
            }
        } else {
            let best = match finding {
                Some(finding) => finding.settled.best,
                None => self.answer(&mut node)?,
            };
            moves.clear();
            self.engine.domain.moves(&self.state, node.order, &mut moves);
            let step = self.engine.step_at(best, &moves).ok_or(Why::Contradiction)?;
            let order = if step == Step::Pass { node.order.saturating_sub(1) } else { node.order };
            pending.push((step, self.child(step, order)?));
        }
        self.moves = moves;
        pending.reverse();
        let index = self.nodes.len();
        self.bytes += size_of::<EvidenceNode<D::Move>>() + pending.len() * size_of::<Edge<D::Move>>() + 96;
        if self.bytes > self.room {
            return Err(Why::Memory);
        }
        self.engine.budget.gathered(index)?;
        let edges = Vec::with_capacity(pending.len());
        self.nodes.push(EvidenceNode { attacker, order: node.order, edges });
        self.known.entry(node.key).or_default().push((node.order, node.resource, index));
        let (step, undo) = arrival;
        self.stack.push(Item { index, pending, step, undo });
        Ok(index)
    }

    /// The node after `step`, or none where the rules refute it.
    fn child(&mut self, step: Step<D::Move>, order: u8) -> Result<Option<Node>, Why> {
        let by_attacker = self.engine.domain.attacker_to_move(&self.state);
        let glimpse = self.engine.domain.glimpse(&mut self.state, step, order);
        match glimpse.settled(order) {
            Some(Outcome::Goal) => Err(Why::Contradiction),
            Some(Outcome::Refuted) => Ok(None),
            None if by_attacker && self.engine.is_spent(order) => Ok(None),
            None => Ok(Some(Node { key: Key::new(glimpse.key), order, resource: glimpse.resource })),
        }
    }

    /// The defender's answer at `node`; raises the node's order to the one at which the answer is known.
    fn answer(&mut self, node: &mut Node) -> Result<u16, Why> {
        if let Known::Disproved(settled) = self.engine.consult(node)
            && settled.best != NO_MOVE
            && settled.extent == node.resource
        {
            node.order = settled.order;
            return Ok(settled.best);
        }
        if self.engine.unverified
            && let Some(best) = self.engine.twin.hint(node)
        {
            return Ok(best);
        }
        self.engine.state = self.state.clone();
        self.engine.working = self.room.saturating_sub(self.bytes);
        let finding = self.engine.run(node.order)?;
        match finding.claim {
            Claim::Disproof => Ok(finding.settled.best),
            Claim::Proof => Err(Why::Contradiction),
        }
    }
}
