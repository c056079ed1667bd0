//! Complete proofs and disproofs, as data.
//!
//! A *proof* names one move at each attacker's node and has an edge for every defence; it is a finite tree,
//! kept as a graph in which equal parts are shared and every edge leads to an earlier node. A *disproof* has
//! an edge for every attacker's move and names one answer at each defender's node. It may lead back to its
//! own nodes: a line that goes round in it for ever is exactly a line on which the attacker makes no
//! progress.
//!
//! The two collectors beside this file gather evidence from the transposition table and search again what the
//! table has forgotten.

mod disproof;
mod proof;

pub(crate) use disproof::collect_disproof;
pub(crate) use proof::collect_proof;

use crate::domain::Claim;
use crate::plan::Method;
use crate::rules::Step;

/// Where an edge leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// To a node, by index.
    Node(usize),
    /// To a state in which the rules settle the question: the goal in a proof; in a disproof a refuted state,
    /// or any state short of the goal after the attacker's move at order 0.
    Settled,
}

/// A step with what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge<M> {
    /// The step.
    pub step: Step<M>,
    /// What follows.
    pub target: Target,
}

/// A state of the evidence. The state itself is not stored: it follows from the steps that lead to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EvidenceNode<M> {
    /// Whether the attacker is to move.
    pub attacker: bool,
    /// The order at which the claim is made.
    pub order: u8,
    /// The steps from here.
    pub edges: Vec<Edge<M>>,
}

/// A complete proof or disproof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence<M> {
    /// What is claimed of the root.
    pub claim: Claim,
    /// The method, which decides whether the defender's pass belongs to the tree.
    pub method: Method,
    /// Where the root is.
    pub root: Target,
    /// The nodes. In a proof every edge leads to a smaller index.
    pub nodes: Vec<EvidenceNode<M>>,
}

impl<M: Copy> Evidence<M> {
    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        let edges: usize = self.nodes.iter().map(|node| node.edges.capacity()).sum();
        self.nodes.capacity() * size_of::<EvidenceNode<M>>() + edges * size_of::<Edge<M>>()
    }

    /// Positions that [`check`](crate::check) replays at most.
    pub fn positions(&self) -> usize {
        let settled =
            |node: &EvidenceNode<M>| node.edges.iter().filter(|edge| edge.target == Target::Settled).count();
        self.nodes.len().max(1) + self.nodes.iter().map(settled).sum::<usize>()
    }

    /// The order at which the root is claimed, if the root is not settled by the rules.
    pub fn order(&self) -> Option<u8> {
        match self.root {
            Target::Node(index) => self.nodes.get(index).map(|node| node.order),
            Target::Settled => None,
        }
    }

    /// The principal line. Of a proof: the attacker's moves against the defence that lasts longest. Of a
    /// disproof: the attacker's first moves with the defender's answers, up to the end or the first return to
    /// a node of the line.
    pub fn line(&self) -> Vec<Step<M>> {
        let lengths = self.lengths();
        let mut line = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut target = self.root;
        while let Target::Node(index) = target {
            let Some(node) = self.nodes.get(index) else { break };
            if std::mem::replace(&mut seen[index], true) {
                break;
            }
            let length = |edge: &Edge<M>| match edge.target {
                Target::Node(next) => lengths.get(next).map_or(0, |length| length + 1),
                Target::Settled => 0,
            };
            let real = node
                .edges
                .iter()
                .filter(|edge| self.claim == Claim::Disproof || !matches!(edge.step, Step::Pass));
            // The first among the longest, so that the domain's own order of moves decides.
            let Some(edge) = real.reduce(|best, edge| if length(edge) > length(best) { edge } else { best })
            else {
                break;
            };
            line.push(edge.step);
            target = edge.target;
        }
        line
    }

    /// Steps to the goal from each node of a proof; zeros for a disproof.
    fn lengths(&self) -> Vec<u32> {
        let mut lengths = vec![0; self.nodes.len()];
        if self.claim == Claim::Disproof {
            return lengths;
        }
        for (index, node) in self.nodes.iter().enumerate() {
            let below = node.edges.iter().map(|edge| match edge.target {
                Target::Node(next) if next < index => lengths[next] + 1,
                _ => 1,
            });
            lengths[index] = below.max().unwrap_or(0);
        }
        lengths
    }
}
