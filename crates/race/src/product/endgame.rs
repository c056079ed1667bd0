//! Small endgames, solved backwards.
//!
//! When most regions are settled what is left can be a few kos and plain liberties: few states, but all of them lead back to each
//! other, and a search that follows lines meets them again and again. So all states that can come about are collected once. The goal is reached
//! from those where it is reached already, where the side that wants it has a move to such a state, and where all moves of the
//! other side lead to such states; from all others it is not, because play that goes on for ever reaches nothing.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tesuji_board::Color;

use super::book::Book;
use super::state::{Placed, State, Status};

/// No endgame has more states than this.
const MOST_STATES: usize = 4_000;
/// Nothing is collected if the pieces can stand in more ways than this.
const MOST_WAYS: u64 = 24;

/// A state without its plain liberties and threats.
type Pieces = (SmallVec<[Placed; 16]>, SmallVec<[Status; 4]>, Color);

fn pieces_of(state: &State) -> Pieces {
    (state.pieces.clone(), state.status.clone(), state.to_move)
}

/// Whether one number of plain liberties and threats is at least as good for the goal as another.
pub(super) type Covers<'a> = &'a dyn Fn(u32, u32) -> bool;

/// What is known about endgames.
#[derive(Default)]
pub(super) struct Endgames {
    /// For the same pieces: with which plain liberties and threats the goal is reached, and with which it is not. What follows from others
    /// is not kept.
    known: FxHashMap<Pieces, Vec<(u32, bool)>>,
    /// How many different pieces can come from a piece, itself included.
    ways: FxHashMap<u32, u64>,
    /// What could be collected, as far as is known.
    most_ways: u64,
    /// States that were collected.
    pub(super) nodes: u64,
    /// So many may be collected in all.
    pub(super) most: u64,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// To a state where the question is settled.
    Settled(bool),
    /// To the collected state with this number.
    At(u32),
}

/// States with their followers.
#[derive(Default)]
pub(super) struct Collected {
    pub(super) states: Vec<State>,
    numbers: FxHashMap<State, u32>,
    /// Whether the side that wants the goal is to move, and where the moves lead.
    nodes: Vec<(bool, Vec<Next>)>,
    most: usize,
}

impl Endgames {
    pub(super) fn new() -> Endgames {
        Endgames { most_ways: MOST_WAYS, ..Endgames::default() }
    }

    /// Whether the goal is reached from a state with these plain liberties and threats.
    pub(super) fn known(&self, state: &State, resource: u32, covers: Covers<'_>) -> Option<bool> {
        let known = self.known.get(&pieces_of(state))?;
        let tells = |&&(other, reached): &&(u32, bool)| {
            if reached { covers(resource, other) } else { covers(other, resource) }
        };
        known.iter().find(tells).map(|&(_, reached)| reached)
    }

    /// Whether something can come back in a state, and it may be possible to collect all states that come from it.
    pub(super) fn is_small(&mut self, book: &Book, state: &State) -> bool {
        self.nodes < self.most
            && state.pieces.iter().any(|placed| !book.classes[placed.class as usize].clean)
            && self.count(book, state) <= self.most_ways
    }

    /// No states, and room for as many as may be collected.
    pub(super) fn begin(&self) -> Collected {
        let left = usize::try_from(self.most.saturating_sub(self.nodes)).unwrap_or(usize::MAX);
        Collected { most: left.min(MOST_STATES), ..Collected::default() }
    }

    fn count(&mut self, book: &Book, state: &State) -> u64 {
        state.pieces.iter().fold(1, |all, placed| all.saturating_mul(self.ways_of(book, placed.class)))
    }

    fn ways_of(&mut self, book: &Book, class: u32) -> u64 {
        if let Some(&known) = self.ways.get(&class) {
            return known;
        }
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut work = vec![class];
        while let Some(at) = work.pop() {
            if seen.insert(at) {
                work.extend(book.classes[at as usize].piece.followers());
            }
        }
        let ways = seen.len() as u64;
        self.ways.insert(class, ways);
        ways
    }

    /// There were too many states after all: what has as many pieces is not tried again.
    pub(super) fn give_up(&mut self, book: &Book, state: &State, collected: &Collected) {
        self.nodes += collected.states.len() as u64;
        if collected.states.len() >= MOST_STATES {
            self.most_ways = self.count(book, state).saturating_sub(1);
        }
    }

    /// All states are collected: from which of them the goal is reached is known from now on.
    pub(super) fn learn(&mut self, collected: Collected, resources: &[u32], covers: Covers<'_>) {
        self.nodes += collected.states.len() as u64;
        let reached = collected.solve();
        for ((state, reached), &resource) in collected.states.into_iter().zip(reached).zip(resources) {
            let known = self.known.entry((state.pieces, state.status, state.to_move)).or_default();
            let follows =
                |other: u32, from: u32| if reached { covers(other, from) } else { covers(from, other) };
            if known.iter().any(|&(other, same)| same == reached && follows(resource, other)) {
                continue;
            }
            known.retain(|&(other, same)| same != reached || !follows(other, resource));
            known.push((resource, reached));
        }
    }
}

impl Collected {
    /// The number of a state, which may be new; nothing if there are too many.
    pub(super) fn number(&mut self, state: &State) -> Option<u32> {
        if let Some(&known) = self.numbers.get(state) {
            return Some(known);
        }
        if self.states.len() >= self.most {
            return None;
        }
        let number = self.states.len() as u32;
        self.states.push(state.clone());
        self.numbers.insert(state.clone(), number);
        Some(number)
    }

    /// The state whose moves are asked for next.
    pub(super) fn next(&self) -> Option<&State> {
        self.states.get(self.nodes.len())
    }

    /// The moves of that state.
    pub(super) fn push(&mut self, wanted: bool, next: Vec<Next>) {
        self.nodes.push((wanted, next));
    }

    /// From which states the goal is reached.
    fn solve(&self) -> Vec<bool> {
        let mut above: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        let mut reached = vec![false; self.nodes.len()];
        // Moves of the other side that do not lead to the goal as far as is known.
        let mut open = vec![0usize; self.nodes.len()];
        let mut work = Vec::new();
        for (at, (wanted, next)) in self.nodes.iter().enumerate() {
            for next in next {
                if let Next::At(next) = next {
                    above[*next as usize].push(at as u32);
                }
            }
            open[at] = next.iter().filter(|&&next| next != Next::Settled(true)).count();
            let now = if *wanted { next.contains(&Next::Settled(true)) } else { open[at] == 0 };
            if now {
                reached[at] = true;
                work.push(at);
            }
        }
        while let Some(at) = work.pop() {
            for &parent in &above[at] {
                let parent = parent as usize;
                if reached[parent] {
                    continue;
                }
                open[parent] -= 1;
                if self.nodes[parent].0 || open[parent] == 0 {
                    reached[parent] = true;
                    work.push(parent);
                }
            }
        }
        reached
    }
}
