//! Local play: the liberty game of a region, by trying everything (paper 000, figure 6; spec, section 2).
//!
//! Both sides may move any number of times in a row. A region falls apart when stones join the blocks around it; the parts
//! are regions of their own, so they are counted alone and added up. That keeps the trees small: a corridor is never more
//! than its open end. Parts are counted together only where several of them may turn into eyes, because the attacker may
//! fill an eye only as the very last move.
//!
//! # Ko
//!
//! All positions of a part are found first, with their strongly connected sets ([`crate::graph`]): positions that can come
//! back. Most of these are kos that nobody wants to fight: a stone thrown in beside one's own liberty and taken, taken back,
//! taken again, a move each time and never more than one liberty. Calling every such region loopy would leave little to
//! count. So the defender is allowed at most `k` captures that can be undone: on every cycle both sides capture, so this
//! count has no cycles, and it is a lower bound for the defender. When one capture more makes no difference to any position,
//! the count is a solution of the whole, cycles included. What it leaves out is that a ko may not be taken back at once. So
//! every ko capture is tried once as if it could not be answered there: if at temperature 1, the value of the least move in
//! a race, none of them gains anything for the one who takes, the count stands. Otherwise the ko matters and the region is
//! loopy. The test supposes that the other side has a move elsewhere that is worth 1; with shared liberties, eyes or a
//! second ko that may fail, so regions with recurring positions are counted only without them
//! ([`crate::Obstacle::Recurs`]).

use std::collections::{HashMap, HashSet};

use tesuji_board::Color;
use tesuji_cgt::{Dyadic, Error as GameError, Side};

use crate::graph::{Edge, Graph, Target};
use crate::ground::{Bits, Ground, State, ones};
use crate::liberty::{Branch, Finish, Kind, LibertyGames, NodeId, Parts};

/// Why a region has no liberty game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncounted {
    /// A position can come back, and it matters who gives way.
    #[error("there is a ko in it")]
    Loopy,
    /// More local positions than the limit allows.
    #[error("it has more than {limit} local positions")]
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// More points than local play can hold.
    #[error("it has more than 64 points")]
    TooManyPoints,
    /// A limit of the engine of games.
    #[error("{0}")]
    Game(#[from] GameError),
}

/// The most captures that can be undone which a count allows before the region is given up as loopy.
const MOST_CAPTURES: usize = 3;

/// What local play has found out about a region.
pub(crate) struct Memory {
    graph: Graph,
    /// How many captures that can be undone the count at hand allows.
    most: usize,
    /// What each position of the graph is worth, by how many of those captures are left.
    known: Vec<Vec<Option<NodeId>>>,
    together: HashMap<State, NodeId>,
    open: HashSet<State>,
}

impl Memory {
    pub(crate) fn new(defender: Color, limit: usize) -> Memory {
        Memory {
            graph: Graph::new(defender, limit),
            most: 1,
            known: vec![Vec::new(); 2],
            together: HashMap::new(),
            open: HashSet::new(),
        }
    }
}

/// Counts a region of one block.
pub(crate) struct LocalPlay<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) games: &'a mut LibertyGames,
    pub(crate) memory: &'a mut Memory,
}

/// A local move on the board.
pub(crate) struct LocalMove {
    pub(crate) at: usize,
    /// The liberty game that is left, and whether the move is legal only if it captures.
    pub(crate) branch: Branch,
}

impl LocalPlay<'_> {
    /// How many local positions were looked at.
    pub(crate) fn states(&self) -> usize {
        self.memory.graph.len() + self.memory.together.len()
    }

    /// Whether positions of the region can come back.
    pub(crate) fn recurs(&self) -> bool {
        !self.memory.graph.recurring().is_empty()
    }

    /// The liberty game of a settled state.
    pub(crate) fn count(&mut self, state: &State) -> Result<Parts, Uncounted> {
        loop {
            let parts = self.sum(state)?;
            if self.has_converged()? {
                return if self.kos_gain_nothing()? { Ok(parts) } else { Err(Uncounted::Loopy) };
            }
            if self.memory.most == MOST_CAPTURES {
                return Err(Uncounted::Loopy);
            }
            self.memory.most += 1;
            self.memory.together.clear();
            let positions: Vec<usize> = (0..self.memory.graph.len()).collect();
            for known in &mut self.memory.known {
                for &index in &positions {
                    if !self.memory.graph.is_clean(index) {
                        known[index] = None;
                    }
                }
            }
            let clean = self.memory.known[0].clone();
            self.memory.known.push(clean);
        }
    }

    /// Whether one more capture that can be undone makes no difference anywhere.
    fn has_converged(&mut self) -> Result<bool, Uncounted> {
        for index in self.memory.graph.recurring() {
            let more = self.node(index, self.memory.most)?;
            let less = self.node(index, self.memory.most - 1)?;
            if self.games.node(more).value() != self.games.node(less).value() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether no ko capture gains anything at temperature 1 for the one who takes, although it may not be answered there.
    fn kos_gain_nothing(&mut self) -> Result<bool, Uncounted> {
        for index in self.memory.graph.recurring() {
            for edge in self.memory.graph.edges(index) {
                let Some(to) = self.memory.graph.target(self.ground, &edge) else { continue };
                if !edge.takes_ko || !self.memory.graph.can_be_undone(self.ground, index, &edge) {
                    continue;
                }
                let side = if edge.by_defender { Side::Left } else { Side::Right };
                let [before, after] = [self.node(index, self.memory.most)?, self.node(to, self.memory.most)?];
                let [before, after] = [self.wall_at_one(before, side)?, self.wall_at_one(after, side)?];
                let gains = match side {
                    Side::Left => after.checked_sub(Dyadic::from(1))? > before,
                    Side::Right => after.checked_add(Dyadic::from(1))? < before,
                };
                if gains {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// What a side gets from a node by moving first, where every other move is worth 1.
    fn wall_at_one(&mut self, id: NodeId, side: Side) -> Result<Dyadic, Uncounted> {
        let value = self.games.node(id).value();
        Ok(self.games.arena.thermograph(value)?.wall(side).at(Dyadic::from(1))?)
    }

    fn sum(&mut self, state: &State) -> Result<Parts, Uncounted> {
        let mut plain = Vec::new();
        let mut eyes: Vec<(Bits, NodeId)> = Vec::new();
        for points in self.ground.components(state.points) {
            let part = state.restricted(points);
            if self.memory.graph.is_finished(&part) {
                continue;
            }
            let index = self.memory.graph.explore(self.ground, &part)?;
            let id = self.node(index, self.memory.most)?;
            match self.games.node(id).kind {
                Kind::Alive => return Ok(vec![id]),
                Kind::Score(0) => {}
                _ if self.games.node(id).finish.eye => eyes.push((points, id)),
                _ => plain.push(id),
            }
        }
        if eyes.len() > 1 {
            let sure = |id: NodeId| {
                let node = self.games.node(id);
                matches!(node.kind, Kind::Score(_)) && node.finish.is_eye()
            };
            if eyes.iter().filter(|&&(_, id)| sure(id)).count() > 1 {
                return Ok(vec![self.games.alive()]);
            }
            let together = eyes.iter().fold(0, |all, (points, _)| all | points);
            let id = self.node_together(&state.restricted(together))?;
            eyes = vec![(together, id)];
        }
        Ok(self.games.combine(plain.into_iter().chain(eyes.into_iter().map(|(_, id)| id))))
    }

    /// The node of a connected part, with so many captures left that can be undone.
    fn node(&mut self, index: usize, captures: usize) -> Result<NodeId, Uncounted> {
        self.make_room();
        if let Some(id) = self.memory.known[captures][index] {
            return Ok(id);
        }
        let edges = self.memory.graph.edges(index);
        let id = self.node_of_edges(self.memory.graph.state(index), edges, Some(index), captures)?;
        self.make_room();
        if self.memory.graph.is_clean(index) {
            // Nothing below can come back: all counts are the same.
            for known in &mut self.memory.known {
                known[index] = Some(id);
            }
        }
        self.memory.known[captures][index] = Some(id);
        Ok(id)
    }

    fn make_room(&mut self) {
        for known in &mut self.memory.known {
            known.resize(self.memory.graph.len(), None);
        }
    }

    /// The node of several parts that may become eyes and have to be counted as one.
    fn node_together(&mut self, state: &State) -> Result<NodeId, Uncounted> {
        if let Some(&id) = self.memory.together.get(state) {
            return Ok(id);
        }
        if self.states() + self.memory.open.len() >= self.memory.graph.limit() {
            return Err(Uncounted::TooLarge { limit: self.memory.graph.limit() });
        }
        if !self.memory.open.insert(*state) {
            return Err(Uncounted::Loopy);
        }
        let edges = self.memory.graph.moves(self.ground, state);
        let id = self.node_of_edges(*state, edges, None, self.memory.most)?;
        self.memory.open.remove(state);
        self.memory.together.insert(*state, id);
        Ok(id)
    }

    fn node_of_edges(
        &mut self,
        state: State,
        edges: Vec<Edge>,
        index: Option<usize>,
        captures: usize,
    ) -> Result<NodeId, Uncounted> {
        let breathes = state.liberties(self.memory.graph.defender()) != 0;
        let mut finish = Finish::default();
        let mut moves = [Vec::new(), Vec::new()];
        for edge in edges {
            let undone = index.filter(|&index| self.memory.graph.can_be_undone(self.ground, index, &edge));
            let branch = match undone.and_then(|_| self.memory.graph.target(self.ground, &edge)) {
                None => self.branch(&edge)?,
                Some(to) => {
                    let uses_one = edge.by_defender && edge.captures;
                    let Some(left) = captures.checked_sub(usize::from(uses_one)) else { continue };
                    let id = self.node(to, left)?;
                    Branch { to: self.games.combine([id]), last_only: false }
                }
            };
            let ends = branch.to.iter().all(|&id| self.games.node(id).kind == Kind::Score(0));
            if branch.last_only {
                finish.eye = true;
            } else if !ends {
                finish = finish.or(self.games.finish(&branch.to));
            } else if !edge.by_defender {
                finish.plain = true;
            }
            moves[usize::from(!edge.by_defender)].push(branch);
        }
        let [defender, attacker] = moves;
        Ok(self.games.build(defender, attacker, breathes, finish)?)
    }

    fn branch(&mut self, edge: &Edge) -> Result<Branch, Uncounted> {
        Ok(match &edge.to {
            Target::ConnectsOut => Branch { to: vec![self.games.alive()], last_only: false },
            Target::LastOnly => Branch { to: vec![self.games.score(0, Finish::PLAIN)], last_only: true },
            Target::State(state) => Branch { to: self.sum(state)?, last_only: false },
        })
    }

    /// The local moves of a side from a settled state.
    pub(crate) fn moves(&mut self, state: &State, color: Color) -> Result<Vec<LocalMove>, Uncounted> {
        let mut found = Vec::new();
        for at in ones(state.empty()) {
            let Some(edge) = self.memory.graph.edge(self.ground, state, color, at) else { continue };
            let branch = self.branch(&edge)?;
            found.push(LocalMove { at, branch });
        }
        Ok(found)
    }
}
