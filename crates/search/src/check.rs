//! The independent checker.
//!
//! [`check`] replays a proof or disproof with the rules of the game alone. It shares nothing with the search:
//! no table, no numbers, no keys mixed by others, no advice of the domain. What it accepts is true if the
//! rules are right, whatever the search did.
//!
//! *Proof:* every edge leads to an earlier node, so the lines are finite; at an attacker's node one legal
//! move leads on; at a defender's node every legal move is answered, and with lambda orders the pass as well,
//! one order lower; all lines end in the goal.
//!
//! *Disproof:* every attacker's move stays among the nodes, or meets a refuted state; at a defender's node
//! one legal answer does; no goal is anywhere. Lines may go round for ever, which is no progress for the
//! attacker. A line may return to a node of the same position that is disproved for more: at a higher order,
//! or with more in the attacker's hand. This rests on two promises of [`Rules`]: that a resource which
//! [covers](Rules::covers) another is no worse for the attacker, and that moves admitted at an order are
//! admitted at every higher one, which holds by construction.

use std::fmt;

use tesuji_job::{Progress, Watch, Why};

use crate::domain::Claim;
use crate::evidence::{Edge, Evidence, EvidenceNode, Target};
use crate::rules::{Moves, Outcome, Rules, Step};

/// What is wrong with a piece of evidence, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw<M> {
    /// Index of the node at fault; `None` if it is the root that is missing or wrongly called settled.
    pub node: Option<usize>,
    /// The fault.
    pub fault: Fault<M>,
}

/// A fault of evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault<M> {
    /// An edge leads to this node, which does not exist.
    NoSuchNode,
    /// The side to move is not the one the node names.
    WrongSide,
    /// The node's order is higher (proof) or lower (disproof) than what leads to it needs.
    WrongOrder,
    /// A step that the rules do not allow here.
    Illegal(Step<M>),
    /// A step that must be answered and is not.
    Unanswered(Step<M>),
    /// A node that should name exactly one step names none or several.
    NotOneStep,
    /// A step that is said to settle the question does not settle it this way.
    NotSettled,
    /// The rules settle the question in a state that is given as a node.
    AlreadySettled,
    /// A proof that leads to a later node or to itself: it might never end.
    Circular,
    /// Two lines to one node reach different positions.
    OtherPosition,
}

impl<M: fmt::Debug> fmt::Display for Flaw<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            Some(index) => write!(formatter, "node {index}: ")?,
            None => write!(formatter, "root: ")?,
        }
        match &self.fault {
            Fault::NoSuchNode => write!(formatter, "an edge leads to this node, which does not exist"),
            Fault::WrongSide => write!(formatter, "the other side is to move"),
            Fault::WrongOrder => write!(formatter, "the order does not fit the steps that lead here"),
            Fault::Illegal(step) => write!(formatter, "{step:?} is not allowed"),
            Fault::Unanswered(step) => write!(formatter, "{step:?} is not answered"),
            Fault::NotOneStep => write!(formatter, "exactly one step is needed"),
            Fault::NotSettled => write!(formatter, "the question is not settled where an edge says so"),
            Fault::AlreadySettled => write!(formatter, "the question is already settled here"),
            Fault::Circular => write!(formatter, "a proof leads to a later node"),
            Fault::OtherPosition => write!(formatter, "two lines reach different positions in this node"),
        }
    }
}

impl<M: fmt::Debug> std::error::Error for Flaw<M> {}

/// Why evidence is not confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unchecked<M> {
    /// It is wrong.
    Flawed(Flaw<M>),
    /// It has not been replayed to the end.
    Unfinished(Why),
}

impl<M> From<Flaw<M>> for Unchecked<M> {
    fn from(flaw: Flaw<M>) -> Self {
        Self::Flawed(flaw)
    }
}

impl<M: fmt::Debug> fmt::Display for Unchecked<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flawed(flaw) => flaw.fmt(formatter),
            Self::Unfinished(why) => why.fmt(formatter),
        }
    }
}

impl<M: fmt::Debug> std::error::Error for Unchecked<M> {}

/// Positions replayed between two looks at the watch; a second implementation of a game may take its time for each.
const INTERVAL: usize = 16;

/// Checks that `evidence` proves or disproves, by the rules alone, that the attacker reaches the goal from
/// `root` at `order`.
///
/// `rules` may be the domain of the search or a second implementation of the game with the same moves and a
/// wider choice for the defender. Returns the number of positions replayed.
///
/// # Errors
///
/// The first flaw found.
pub fn check<R: Rules>(
    rules: &R,
    root: &R::State,
    order: u8,
    evidence: &Evidence<R::Move>,
) -> Result<usize, Flaw<R::Move>> {
    Checker::new(rules, root, evidence).run(order, |_| Ok(()))
}

/// [`check`] of at most so many positions, seen and stopped by a watch.
///
/// # Errors
///
/// The first flaw found, or why the evidence was not replayed to the end.
pub fn check_within<R: Rules>(
    rules: &R,
    root: &R::State,
    order: u8,
    evidence: &Evidence<R::Move>,
    nodes: u64,
    watch: &Watch,
) -> Result<usize, Unchecked<R::Move>> {
    Checker::new(rules, root, evidence).run(order, |replayed| {
        if replayed as u64 > nodes {
            return Err(Unchecked::Unfinished(Why::Nodes));
        }
        if !replayed.is_multiple_of(INTERVAL) {
            return Ok(());
        }
        let progress = || Progress::counted("checking the evidence", replayed as u64, None);
        watch.look(progress).map_err(Unchecked::Unfinished)
    })
}

/// A node whose edges are being followed, and how to leave it.
struct Visit<'a, R: Rules> {
    index: usize,
    next: usize,
    arrival: Option<(&'a Edge<R::Move>, R::Undo)>,
}

struct Checker<'a, R: Rules> {
    rules: R,
    evidence: &'a Evidence<R::Move>,
    state: R::State,
    /// Position and resource with which a node was first reached.
    visited: Vec<Option<(u128, u32)>>,
    stack: Vec<Visit<'a, R>>,
    moves: Moves<R::Move>,
    replayed: usize,
}

impl<'a, R: Rules> Checker<'a, R> {
    fn new(rules: &R, root: &R::State, evidence: &'a Evidence<R::Move>) -> Self {
        Self {
            rules: rules.clone(),
            evidence,
            state: root.clone(),
            visited: vec![None; evidence.nodes.len()],
            stack: Vec::new(),
            moves: Moves::new(),
            replayed: 0,
        }
    }

    /// Replays everything; `look` is told of the positions replayed and may end it.
    fn run<E: From<Flaw<R::Move>>>(
        &mut self,
        order: u8,
        look: impl Fn(usize) -> Result<(), E>,
    ) -> Result<usize, E> {
        let start = match self.evidence.root {
            Target::Settled => {
                let attacker = self.rules.attacker_to_move(&self.state);
                let settled = self.is_settled(order, !attacker && self.is_lowest(order));
                return if settled {
                    Ok(1)
                } else {
                    Err(Flaw { node: None, fault: Fault::NotSettled }.into())
                };
            }
            Target::Node(index) => index,
        };
        self.arrive(start, order, None)?;
        look(self.replayed)?;
        while let Some(visit) = self.stack.last_mut() {
            let index = visit.index;
            let node = &self.evidence.nodes[index];
            let Some(edge) = node.edges.get(visit.next) else {
                if let Some(Visit { arrival: Some((edge, undo)), .. }) = self.stack.pop() {
                    self.rules.undo(&mut self.state, edge.step, undo);
                }
                continue;
            };
            visit.next += 1;
            self.follow(index, node, edge)?;
            look(self.replayed)?;
        }
        Ok(self.replayed)
    }

    /// With lambda orders the attacker must reach the goal at once at order 0.
    fn is_lowest(&self, order: u8) -> bool {
        self.evidence.method.has_pass() && order == 0
    }

    fn is_settled(&mut self, order: u8, no_more_moves: bool) -> bool {
        match (self.evidence.claim, self.rules.settled(&self.state, order)) {
            (Claim::Proof, outcome) => outcome == Some(Outcome::Goal),
            (Claim::Disproof, Some(outcome)) => outcome == Outcome::Refuted,
            (Claim::Disproof, None) => no_more_moves,
        }
    }

    fn follow(
        &mut self,
        index: usize,
        node: &EvidenceNode<R::Move>,
        edge: &'a Edge<R::Move>,
    ) -> Result<(), Flaw<R::Move>> {
        let flaw = |fault| Err(Flaw { node: Some(index), fault });
        let order = match edge.step {
            Step::Move(_) => node.order,
            // `enter` has made sure that a pass is legal, which needs an order above 0.
            Step::Pass => node.order.saturating_sub(1),
        };
        if let Target::Node(next) = edge.target
            && self.evidence.claim == Claim::Proof
            && next >= index
        {
            return flaw(Fault::Circular);
        }
        let undo = self.rules.play(&mut self.state, edge.step);
        match edge.target {
            Target::Settled => {
                self.replayed += 1;
                if !self.is_settled(order, node.attacker && self.is_lowest(order)) {
                    return flaw(Fault::NotSettled);
                }
                self.rules.undo(&mut self.state, edge.step, undo);
                Ok(())
            }
            Target::Node(next) => self.arrive(next, order, Some((edge, undo))),
        }
    }

    /// The state is that of node `index`, which must hold for `order`. The node is entered if it is new.
    fn arrive(
        &mut self,
        index: usize,
        order: u8,
        arrival: Option<(&'a Edge<R::Move>, R::Undo)>,
    ) -> Result<(), Flaw<R::Move>> {
        let flaw = |fault| Flaw { node: Some(index), fault };
        let node = self.evidence.nodes.get(index).ok_or_else(|| flaw(Fault::NoSuchNode))?;
        let suits = match self.evidence.claim {
            Claim::Proof if self.evidence.method.has_pass() => node.order <= order,
            Claim::Disproof if self.evidence.method.has_pass() => node.order >= order,
            _ => node.order == order,
        };
        if !suits {
            return Err(flaw(Fault::WrongOrder));
        }
        let (key, resource) = (self.rules.key(&self.state), self.rules.resource(&self.state));
        if let Some((known_key, known_resource)) = self.visited[index] {
            let same = key == known_key
                && match self.evidence.claim {
                    Claim::Proof => resource == known_resource,
                    Claim::Disproof => self.rules.covers(known_resource, resource),
                };
            if !same {
                return Err(flaw(Fault::OtherPosition));
            }
            if let Some((edge, undo)) = arrival {
                self.rules.undo(&mut self.state, edge.step, undo);
            }
            return Ok(());
        }
        self.visited[index] = Some((key, resource));
        self.replayed += 1;
        self.enter(node).map_err(flaw)?;
        self.stack.push(Visit { index, next: 0, arrival });
        Ok(())
    }

    /// Compares the edges of a node with the moves of the game.
    fn enter(&mut self, node: &EvidenceNode<R::Move>) -> Result<(), Fault<R::Move>> {
        if self.rules.settled(&self.state, node.order).is_some() {
            return Err(Fault::AlreadySettled);
        }
        if self.rules.attacker_to_move(&self.state) != node.attacker {
            return Err(Fault::WrongSide);
        }
        if !node.attacker && self.is_lowest(node.order) {
            return Err(Fault::WrongOrder);
        }
        self.moves.clear();
        self.rules.moves(&self.state, node.order, &mut self.moves);
        let admitted = |&(_, from): &(R::Move, u8)| !node.attacker || from <= node.order;
        let pass = !node.attacker
            && node.order > 0
            && self.evidence.method.has_pass()
            && self.rules.can_pass(&self.state);
        for edge in &node.edges {
            let legal = match edge.step {
                Step::Pass => pass,
                Step::Move(chosen) => {
                    self.moves.iter().filter(admitted).any(|(candidate, _)| candidate == chosen)
                }
            };
            if !legal {
                return Err(Fault::Illegal(edge.step));
            }
        }
        let chooses = node.attacker == (self.evidence.claim == Claim::Proof);
        if chooses {
            return if node.edges.len() == 1 { Ok(()) } else { Err(Fault::NotOneStep) };
        }
        let answered = |step| node.edges.iter().any(|edge| edge.step == step);
        if pass && !answered(Step::Pass) {
            return Err(Fault::Unanswered(Step::Pass));
        }
        for (candidate, _) in self.moves.iter().filter(admitted) {
            if !answered(Step::Move(candidate)) {
                return Err(Fault::Unanswered(Step::Move(candidate)));
            }
        }
        Ok(())
    }
}
