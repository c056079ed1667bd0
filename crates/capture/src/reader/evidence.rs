//! The complete proof or disproof behind a fact, laid out as a graph.
//!
//! The zones say which moves have to be answered; what is not remembered is read again.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tesuji_board::Point;
use tesuji_job::Why;
use tesuji_search::{Claim, Edge, Evidence, EvidenceNode, Method, PassStrategy, Step, Target};

use super::glance::{glance, glance_fact, rule};
use super::{Fact, Reader};
use crate::domain::Move;
use crate::state::State;
use crate::zone::{closed, taken_zone};

/// Bytes that a node of the graph takes, about.
const NODE_BYTES: u64 = 256;
/// The longest line that is laid out. It bounds the recursion.
const DEEPEST: usize = 500;

/// The order of a node and its index; none while it is being laid out.
type Laid = (u8, Option<usize>);

/// A graph in the making.
struct Graph {
    captured: bool,
    nodes: Vec<EvidenceNode<Move>>,
    /// Nodes by key and resource.
    known: FxHashMap<(u128, u32), Vec<Laid>>,
    depth: usize,
}

impl Reader<'_> {
    /// Lays out what is behind a fact about a state, up to this order.
    pub(crate) fn lay_out(
        &mut self,
        state: &State,
        fact: &Arc<Fact>,
        order: u8,
    ) -> Result<Evidence<Move>, Why> {
        let captured = fact.captured;
        let mut graph = Graph { captured, nodes: Vec::new(), known: FxHashMap::default(), depth: 0 };
        let root = self.node(&mut state.clone(), order, &mut graph)?;
        Ok(Evidence {
            claim: if captured { Claim::Proof } else { Claim::Disproof },
            method: Method::Lambda(PassStrategy::Sum),
            root,
            nodes: graph.nodes,
        })
    }

    fn node(&mut self, state: &mut State, order: u8, graph: &mut Graph) -> Result<Target, Why> {
        match rule(state, order) {
            Some(true) if !state.is_gone() => {}
            Some(captured) if captured == graph.captured => return Ok(Target::Settled),
            Some(_) => return Err(Why::Contradiction),
            None => {}
        }
        let name = (state.key(), state.resource());
        let stands = |known: u8| if graph.captured { known <= order } else { known >= order };
        if let Some(list) = graph.known.get(&name)
            && let Some(&(_, index)) = list.iter().find(|(known, _)| stands(*known))
        {
            // A proof must not rest on itself.
            return index.map(Target::Node).ok_or(Why::Contradiction);
        }
        if graph.depth >= DEEPEST {
            return Err(Why::Depth);
        }
        if self.memory.bytes() + graph.nodes.len() as u64 * NODE_BYTES > self.limits.memory {
            return Err(Why::Memory);
        }
        let fact = self.certain(state, order)?;
        if fact.captured != graph.captured {
            return Err(Why::Contradiction);
        }
        let order = if graph.captured { fact.order.max(u8::from(!state.attacker_to_move())) } else { order };
        let attacker = state.attacker_to_move();
        // A disproof may return to itself, so its nodes have their places before what they rest on.
        let early = (!graph.captured).then_some(graph.nodes.len());
        if early.is_some() {
            graph.nodes.push(EvidenceNode { attacker, order, edges: Vec::new() });
        }
        graph.known.entry(name).or_default().push((order, early));
        graph.depth += 1;
        let edges = self.edges(state, &fact, order, graph);
        graph.depth -= 1;
        let edges = edges?;
        let index = match early {
            Some(index) => {
                graph.nodes[index].edges = edges;
                index
            }
            None => {
                graph.nodes.push(EvidenceNode { attacker, order, edges });
                graph.nodes.len() - 1
            }
        };
        if let Some(place) =
            graph.known.get_mut(&name).and_then(|list| list.iter_mut().find(|(known, _)| *known == order))
        {
            place.1 = Some(index);
        }
        Ok(Target::Node(index))
    }

    /// What is certain about a state: remembered, or read again.
    fn certain(&mut self, state: &mut State, order: u8) -> Result<Arc<Fact>, Why> {
        if let Some(fact) = self.known(state, order) {
            return Ok(fact);
        }
        self.read(state, order)
    }

    fn edges(
        &mut self,
        state: &mut State,
        fact: &Arc<Fact>,
        order: u8,
        graph: &mut Graph,
    ) -> Result<Vec<Edge<Move>>, Why> {
        let attacker = state.attacker_to_move();
        if attacker == graph.captured {
            // The side that succeeds has one move.
            let best = fact.best.ok_or(Why::Contradiction)?;
            return Ok(vec![self.edge(state, best, order, graph)?]);
        }
        let mut edges = Vec::new();
        if state.is_captured() {
            let target = state.pending().unwrap_or(state.target.point);
            if state.is_legal(target) {
                edges.push(self.edge(state, Some(target), order, graph)?);
            }
            return Ok(edges);
        }
        // What follows if the side that fails does nothing tells which moves matter.
        let (owner, basis) = if attacker {
            let basis = if state.ban.is_some() {
                edges.push(self.edge(state, None, order, graph)?);
                self.after(state, None, order)?
            } else {
                self.certain(state, order - 1)?
            };
            (state.target.defender, basis)
        } else {
            edges.push(self.edge(state, None, order, graph)?);
            (state.target.attacker(), self.after(state, None, if state.opening { order } else { order - 1 })?)
        };
        let zone = match state.pending() {
            Some(stone) if !attacker => &basis.zone | &taken_zone(state, stone),
            _ => basis.zone.clone(),
        };
        let inside = closed(state, owner, &zone);
        let points: Vec<Point> = inside
            .iter()
            .filter(|&point| state.position.is_empty_at(point) && state.is_legal(point))
            .collect();
        for point in points {
            edges.push(self.edge(state, Some(point), order, graph)?);
        }
        Ok(edges)
    }

    fn after(&mut self, state: &mut State, step: Move, order: u8) -> Result<Arc<Fact>, Why> {
        let undo = state.play(step);
        let fact = match glance(state, order) {
            Some(captured) => Ok(Arc::new(glance_fact(state, order, captured))),
            None => self.certain(state, order),
        };
        state.undo(undo);
        fact
    }

    fn edge(
        &mut self,
        state: &mut State,
        step: Move,
        order: u8,
        graph: &mut Graph,
    ) -> Result<Edge<Move>, Why> {
        let passes = step.is_none() && !state.attacker_to_move() && !state.opening;
        let (name, order) =
            if passes { (Step::Pass, order.saturating_sub(1)) } else { (Step::Move(step), order) };
        let undo = state.play(step);
        let target = self.node(state, order, graph);
        state.undo(undo);
        Ok(Edge { step: name, target: target? })
    }
}
