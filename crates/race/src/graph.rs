//! All positions that local play can reach from a connected part, and which of them can come back.
//!
//! Positions are found depth first; on the way Tarjan's algorithm (R. E. Tarjan, "Depth-first search and linear graph
//! algorithms", 1972) gathers the strongly connected sets, without recursion. A move leads to one or more connected parts;
//! a cycle of positions never leaves one set of points, because stones that join a block never come back.
//!
//! Positions that only look different are met once: the same up to a symmetry of the region or up to points that can
//! change places ([`Ground::canonical`]), and solid ones up to everything that cannot matter any more ([`crate::solid`]).
//! Solid positions are worth the same in every region, so what one region has found out about them is not looked at again.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_job::Why;
use tesuji_local::{Bits, Ground, Part, ones};

use crate::budget::Account;
use crate::liberty::{LibertyGames, NodeId};
use crate::solid;

/// Where a local move leads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// To these unfinished parts.
    Parts(SmallVec<[u32; 3]>),
    /// The block joins safe stones of its own colour.
    ConnectsOut,
    /// A breathless stone takes the last local liberty: legal only if it captures the block.
    LastOnly,
}

/// A local move from a position of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) by_defender: bool,
    pub(crate) captures: bool,
    /// A single stone takes a single stone and could be taken back, but for the rule of ko.
    pub(crate) takes_ko: bool,
    pub(crate) to: Target,
    /// The point.
    pub(crate) at: u8,
}

/// A local move from any state, before its parts are looked at.
pub(crate) struct Played {
    pub(crate) by_defender: bool,
    captures: bool,
    takes_ko: bool,
    /// The state it leads to, or the targets that are none.
    pub(crate) to: Result<Part, Target>,
}

struct Found {
    state: Part,
    edges: Vec<Edge>,
    /// The order of discovery; `u32::MAX` before.
    entered: u32,
    /// Tarjan's number: the first discovered open position that can be reached from here.
    lowest: u32,
    /// The strongly connected set; `u32::MAX` while it is open.
    set: u32,
    /// No position below can come back.
    clean: bool,
    /// What it is worth, if another region has told: then nothing below was looked at.
    told: Option<NodeId>,
}

/// The positions found so far.
pub(crate) struct Graph {
    defender: Color,
    /// Every position counts when it is found.
    pub(crate) account: Account,
    found: Vec<Found>,
    /// Every state seen, under every name it was met by.
    index: FxHashMap<Part, u32>,
    /// Solid positions by their canonical descriptions, and under every description they were met by.
    solid: FxHashMap<Box<[Bits]>, u32>,
    solid_as_met: FxHashMap<Box<[Bits]>, u32>,
    entered: u32,
    sets: u32,
    /// The positions that can come back.
    recurring: Vec<usize>,
    /// Whether positions that only look different are told apart: for the slow twin.
    apart: bool,
    /// What ended an exploration before it was complete.
    ended: Option<Why>,
}

impl Graph {
    pub(crate) fn new(defender: Color, account: Account) -> Graph {
        Graph {
            defender,
            account,
            found: Vec::new(),
            index: FxHashMap::default(),
            solid: FxHashMap::default(),
            solid_as_met: FxHashMap::default(),
            entered: 0,
            sets: 0,
            recurring: Vec::new(),
            apart: false,
            ended: None,
        }
    }

    /// A graph in which only equal positions are the same.
    #[cfg(test)]
    pub(crate) fn telling_all_apart(defender: Color, account: Account) -> Graph {
        Graph { apart: true, ..Graph::new(defender, account) }
    }

    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    pub(crate) fn defender(&self) -> Color {
        self.defender
    }

    pub(crate) fn state(&self, index: usize) -> &Part {
        &self.found[index].state
    }

    pub(crate) fn edges(&self, index: usize) -> &[Edge] {
        &self.found[index].edges
    }

    /// What a position is worth if another region has told.
    pub(crate) fn told(&self, index: usize) -> Option<NodeId> {
        self.found[index].told
    }

    /// The solid positions by their canonical descriptions.
    pub(crate) fn solid(&self) -> impl Iterator<Item = (&[Bits], usize)> {
        self.solid.iter().map(|(code, &index)| (&**code, index as usize))
    }

    pub(crate) fn is_clean(&self, index: usize) -> bool {
        self.found[index].clean
    }

    /// The positions that can come back.
    pub(crate) fn recurring(&self) -> &[usize] {
        &self.recurring
    }

    /// The position a move leads to, if the position before it can be reached again from there.
    pub(crate) fn undone_from(&self, from: usize, edge: &Edge) -> Option<usize> {
        match &edge.to {
            Target::Parts(parts) => {
                parts.iter().map(|&to| to as usize).find(|&to| self.found[to].set == self.found[from].set)
            }
            _ => None,
        }
    }

    /// No liberty, and none can be taken back by a capture: nothing here touches the block.
    pub(crate) fn is_finished(&self, part: &Part) -> bool {
        let attacker = self.defender.opponent().index();
        part.blocks[0].points & (part.empty() | part.stones[attacker]) == 0
    }

    /// The unfinished parts of a state.
    pub(crate) fn parts(&self, ground: &Ground, state: &Part) -> SmallVec<[Part; 3]> {
        let mut parts = SmallVec::new();
        let mut rest = state.points;
        while rest != 0 {
            let points = ground.component(rest.trailing_zeros() as usize, rest);
            rest &= !points;
            let part = state.restricted(points);
            if self.is_finished(&part) {
                continue;
            }
            if self.apart || !solid::is_solid(&part) {
                parts.push(part);
                continue;
            }
            let split = solid::parts(ground, &part);
            parts.extend(
                split.into_iter().map(|points| part.restricted(points)).filter(|p| !self.is_finished(p)),
            );
        }
        parts
    }

    /// A local move, if it is legal.
    pub(crate) fn play(&self, ground: &Ground, state: &Part, color: Color, at: usize) -> Option<Played> {
        let by_defender = color == self.defender;
        let played = ground.play(state, color, at);
        let to = if !played.out.is_empty() {
            Err(Target::ConnectsOut)
        } else if played.breathless {
            // Suicide, unless it takes the block's last liberty here and so, as the last move of all, captures it.
            let last = !by_defender && state.liberties(0) != 0 && played.part.liberties(0) == 0;
            if !last {
                return None;
            }
            Err(Target::LastOnly)
        } else {
            Ok(played.part)
        };
        Some(Played { by_defender, captures: played.captures, takes_ko: played.ko.is_some(), to })
    }

    /// Finds everything below a connected part, as far as the games do not know it already. Returns its index.
    pub(crate) fn explore(
        &mut self,
        ground: &Ground,
        root: &Part,
        games: &LibertyGames,
    ) -> Result<usize, Why> {
        let root = self.place(ground, root, games)? as usize;
        if self.found[root].set != u32::MAX {
            return Ok(root);
        }
        // What was left open by an exploration that ended too soon is not taken for what is there.
        if let Some(why) = self.ended {
            return Err(why);
        }
        let explored = self.explore_from(ground, root, games);
        self.ended = explored.err();
        explored.map(|()| root)
    }

    fn explore_from(&mut self, ground: &Ground, root: usize, games: &LibertyGames) -> Result<(), Why> {
        let mut visits: Vec<Visit> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        self.enter(ground, root, games, &mut visits, &mut open)?;
        while let Some(visit) = visits.last_mut() {
            games.budget().check()?;
            let at = visit.index;
            let Some(&next) = visit.below.get(visit.next) else {
                visits.pop();
                if self.found[at].lowest == self.found[at].entered {
                    self.close(at, &mut open);
                }
                if let Some(above) = visits.last() {
                    let lowest = self.found[at].lowest;
                    let above = &mut self.found[above.index];
                    above.lowest = above.lowest.min(lowest);
                }
                continue;
            };
            visit.next += 1;
            let next = next as usize;
            if self.found[next].entered == u32::MAX {
                self.enter(ground, next, games, &mut visits, &mut open)?;
            } else if self.found[next].set == u32::MAX {
                let entered = self.found[next].entered;
                self.found[at].lowest = self.found[at].lowest.min(entered);
            }
        }
        Ok(())
    }

    /// The index of a part, whatever it looks like.
    fn place(&mut self, ground: &Ground, part: &Part, games: &LibertyGames) -> Result<u32, Why> {
        if let Some(&index) = self.index.get(part) {
            return Ok(index);
        }
        let next = self.found.len() as u32;
        let mut told = None;
        let index = if self.apart {
            self.account.node()?;
            next
        } else if solid::is_solid(part) {
            let graph = solid::drawn(ground, part);
            let as_it_is = graph.as_it_is();
            if let Some(&index) = self.solid_as_met.get(&as_it_is[..]) {
                index
            } else {
                let canonical = graph.canonical();
                told = games.solid(&canonical);
                let index = match self.solid.entry(canonical[..].into()) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        self.account.node()?;
                        *new.insert(next)
                    }
                };
                self.solid_as_met.insert(as_it_is[..].into(), index);
                index
            }
        } else {
            match self.index.entry(ground.canonical(part, 0).0) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    self.account.node()?;
                    *new.insert(next)
                }
            }
        };
        self.index.insert(part.clone(), index);
        if index == next {
            // A position that needs no look is a strongly connected set of its own.
            let (entered, set) =
                if told.is_some() { (self.entered, self.sets) } else { (u32::MAX, u32::MAX) };
            self.sets += u32::from(told.is_some());
            let lowest = entered;
            self.found.push(Found {
                state: part.clone(),
                edges: Vec::new(),
                entered,
                lowest,
                set,
                clean: true,
                told,
            });
        }
        Ok(index)
    }

    fn enter(
        &mut self,
        ground: &Ground,
        index: usize,
        games: &LibertyGames,
        visits: &mut Vec<Visit>,
        open: &mut Vec<u32>,
    ) -> Result<(), Why> {
        let state = self.found[index].state.clone();
        let points = if self.apart || !solid::is_solid(&state) {
            state.empty()
        } else {
            solid::different_points(ground, &state)
        };
        let mut edges = Vec::new();
        for color in [self.defender, self.defender.opponent()] {
            for at in ones(points) {
                let Some(played) = self.play(ground, &state, color, at) else { continue };
                let to = match played.to {
                    Err(target) => target,
                    Ok(after) => {
                        let mut parts: SmallVec<[u32; 3]> = SmallVec::new();
                        for part in &self.parts(ground, &after) {
                            parts.push(self.place(ground, part, games)?);
                        }
                        parts.sort_unstable();
                        Target::Parts(parts)
                    }
                };
                let Played { by_defender, captures, takes_ko, .. } = played;
                edges.push(Edge { by_defender, captures, takes_ko, to, at: at as u8 });
            }
        }
        let kind = |edge: &Edge| (edge.by_defender, edge.captures, edge.takes_ko);
        edges.sort_by(|a, b| kind(a).cmp(&kind(b)).then_with(|| a.to.cmp(&b.to)).then(a.at.cmp(&b.at)));
        edges.dedup_by(|a, b| kind(a) == kind(b) && a.to == b.to);
        let mut below: Vec<u32> = Vec::new();
        for edge in &edges {
            if let Target::Parts(parts) = &edge.to {
                below.extend(parts);
            }
        }
        below.sort_unstable();
        below.dedup();
        let found = &mut self.found[index];
        found.edges = edges;
        found.entered = self.entered;
        found.lowest = self.entered;
        self.entered += 1;
        open.push(index as u32);
        visits.push(Visit { index, below, next: 0 });
        Ok(())
    }

    /// The strongly connected set that begins at `at` is complete.
    fn close(&mut self, at: usize, open: &mut Vec<u32>) {
        let from = open.iter().rposition(|&index| index as usize == at).unwrap_or(0);
        let members = open.split_off(from);
        let set = self.sets;
        self.sets += 1;
        for &index in &members {
            self.found[index as usize].set = set;
        }
        // A move never leads back to its own position, so a set of one has no cycle.
        if members.len() > 1 {
            self.recurring.extend(members.iter().map(|&index| index as usize));
        }
        let unclean_below = self.found[at].edges.iter().any(|edge| match &edge.to {
            Target::Parts(parts) => parts.iter().any(|&to| !self.found[to as usize].clean),
            _ => false,
        });
        if members.len() > 1 || unclean_below {
            for &index in &members {
                self.found[index as usize].clean = false;
            }
        }
    }
}

struct Visit {
    index: usize,
    /// The parts below, and which of them is next.
    below: Vec<u32>,
    next: usize,
}
