//! All positions that local play can reach from a connected part, and which of them can come back.
//!
//! Positions are found depth first; on the way Tarjan's algorithm (R. E. Tarjan, "Depth-first search and linear graph
//! algorithms", 1972) gathers the strongly connected sets, without recursion. A move leads to one or more connected parts;
//! a cycle of positions never leaves one set of points, because stones that join a block never come back.

use std::collections::HashMap;

use tesuji_board::Color;

use crate::ground::{Ground, State, ones};
use crate::local::Uncounted;

/// Where a local move leads.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// To another state, which may have several parts.
    State(State),
    /// The block joins safe stones of its own colour.
    ConnectsOut,
    /// A breathless stone takes the last local liberty: legal only if it captures the block.
    LastOnly,
}

/// A local move.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) by_defender: bool,
    pub(crate) captures: bool,
    /// A single stone takes a single stone and could be taken back, but for the rule of ko.
    pub(crate) takes_ko: bool,
    pub(crate) to: Target,
}

struct Found {
    state: State,
    edges: Vec<Edge>,
    /// The strongly connected set; `u32::MAX` while it is open.
    set: u32,
    /// No position below can come back.
    clean: bool,
}

/// The positions found so far.
pub(crate) struct Graph {
    defender: Color,
    limit: usize,
    found: Vec<Found>,
    index: HashMap<State, usize>,
    sets: u32,
    /// The positions that can come back.
    recurring: Vec<usize>,
}

impl Graph {
    pub(crate) fn new(defender: Color, limit: usize) -> Graph {
        Graph { defender, limit, found: Vec::new(), index: HashMap::new(), sets: 0, recurring: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    pub(crate) fn defender(&self) -> Color {
        self.defender
    }

    pub(crate) fn state(&self, index: usize) -> State {
        self.found[index].state
    }

    pub(crate) fn edges(&self, index: usize) -> Vec<Edge> {
        self.found[index].edges.clone()
    }

    pub(crate) fn is_clean(&self, index: usize) -> bool {
        self.found[index].clean
    }

    /// The positions that can come back.
    pub(crate) fn recurring(&self) -> Vec<usize> {
        self.recurring.clone()
    }

    /// The position that a move leads to, if it is connected and was found.
    pub(crate) fn target(&self, ground: &Ground, edge: &Edge) -> Option<usize> {
        match &edge.to {
            Target::State(state) => self.index.get(&ground.canonical(state)).copied(),
            _ => None,
        }
    }

    /// Whether the position before the move can be reached again after it.
    pub(crate) fn can_be_undone(&self, ground: &Ground, from: usize, edge: &Edge) -> bool {
        self.target(ground, edge).is_some_and(|to| self.found[to].set == self.found[from].set)
    }

    /// No liberty, and none can be taken back by a capture: nothing here touches the block.
    pub(crate) fn is_finished(&self, part: &State) -> bool {
        let defender = self.defender.index();
        part.essential[defender] & (part.empty() | part.stones[1 - defender]) == 0
    }

    /// A local move, if it is legal.
    pub(crate) fn edge(&self, ground: &Ground, state: &State, color: Color, at: usize) -> Option<Edge> {
        let by_defender = color == self.defender;
        let played = ground.play(state, color, at);
        let to = if played.out[self.defender.index()] {
            Target::ConnectsOut
        } else if played.breathless {
            // Suicide, unless it takes the block's last liberty here and so, as the last move of all, captures it.
            let last = !by_defender
                && state.liberties(self.defender) != 0
                && played.state.liberties(self.defender) == 0;
            if !last {
                return None;
            }
            Target::LastOnly
        } else {
            Target::State(played.state)
        };
        Some(Edge { by_defender, captures: played.captures, takes_ko: played.ko.is_some(), to })
    }

    /// All local moves.
    pub(crate) fn moves(&self, ground: &Ground, state: &State) -> Vec<Edge> {
        let sides = [self.defender, self.defender.opponent()];
        let all = sides.into_iter().flat_map(|color| ones(state.empty()).map(move |at| (color, at)));
        all.filter_map(|(color, at)| self.edge(ground, state, color, at)).collect()
    }

    /// Finds everything below a connected part. Returns its index.
    pub(crate) fn explore(&mut self, ground: &Ground, root: &State) -> Result<usize, Uncounted> {
        let root = &ground.canonical(root);
        if let Some(&index) = self.index.get(root) {
            return Ok(index);
        }
        let first = self.found.len();
        let mut visits: Vec<Visit> = Vec::new();
        // Tarjan's numbers: the smallest index of an open position reachable from here, by index less `first`.
        let mut lowest: Vec<usize> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let root_index = self.enter(ground, root, &mut visits, &mut lowest, &mut open)?;
        while let Some(visit) = visits.last_mut() {
            let at = visit.index;
            let Some(next) = visit.below.pop() else {
                visits.pop();
                if lowest[at - first] == at {
                    self.close(ground, at, &mut open);
                }
                if let Some(above) = visits.last() {
                    let above = above.index;
                    lowest[above - first] = lowest[above - first].min(lowest[at - first]);
                }
                continue;
            };
            match self.index.get(&next) {
                None => {
                    self.enter(ground, &next, &mut visits, &mut lowest, &mut open)?;
                }
                Some(&known) if self.found[known].set == u32::MAX => {
                    lowest[at - first] = lowest[at - first].min(known);
                }
                Some(_) => {}
            }
        }
        Ok(root_index)
    }

    fn enter(
        &mut self,
        ground: &Ground,
        state: &State,
        visits: &mut Vec<Visit>,
        lowest: &mut Vec<usize>,
        open: &mut Vec<usize>,
    ) -> Result<usize, Uncounted> {
        if self.found.len() >= self.limit {
            return Err(Uncounted::TooLarge { limit: self.limit });
        }
        let index = self.found.len();
        let edges = self.moves(ground, state);
        let below = edges.iter().flat_map(|edge| self.parts(ground, edge)).collect();
        self.found.push(Found { state: *state, edges, set: u32::MAX, clean: true });
        self.index.insert(*state, index);
        lowest.push(index);
        open.push(index);
        visits.push(Visit { index, below });
        Ok(index)
    }

    /// The unfinished parts that a move leaves.
    fn parts(&self, ground: &Ground, edge: &Edge) -> Vec<State> {
        let Target::State(state) = &edge.to else { return Vec::new() };
        ground
            .components(state.points)
            .into_iter()
            .map(|points| ground.canonical(&state.restricted(points)))
            .filter(|part| !self.is_finished(part))
            .collect()
    }

    /// The strongly connected set that begins at `at` is complete.
    fn close(&mut self, ground: &Ground, at: usize, open: &mut Vec<usize>) {
        let from = open.iter().rposition(|&index| index == at).unwrap_or(0);
        let members = open.split_off(from);
        let set = self.sets;
        self.sets += 1;
        for &index in &members {
            self.found[index].set = set;
        }
        // A move never leads back to its own position, so a set of one has no cycle.
        if members.len() > 1 {
            self.recurring.extend(&members);
        }
        let unclean = |part: &State| self.index.get(part).is_some_and(|&to| !self.found[to].clean);
        let unclean_below =
            || self.found[at].edges.iter().any(|edge| self.parts(ground, edge).iter().any(unclean));
        if members.len() > 1 || unclean_below() {
            for &index in &members {
                self.found[index].clean = false;
            }
        }
    }
}

struct Visit {
    index: usize,
    /// Parts not yet looked at.
    below: Vec<State>,
}
