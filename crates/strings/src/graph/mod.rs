//! Any board (spec, section 1).
//!
//! MSP(G) is the number of points minus the smallest number of empty points such that every stone has a liberty and
//! the stones can be coloured with two colours. `order.rs` says in which order to fill the points, `weights.rs` what
//! makes up the loss, `frontier.rs` what a state is; this file carries the states from point to point, like
//! `grid/sweep.rs` does on rectangles but with nothing that only rectangles have.

pub(crate) mod frontier;
pub(crate) mod order;
pub(crate) mod weights;

use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::BigUint;
use tesuji_board::Topology;

use crate::draw;
use crate::limits::{Limits, Observer, Progress, Stage, Unsolved};
use crate::prove::{Engine, Refutation};
use frontier::{Frontier, Key};
use weights::Weights;

/// The states before one point, ascending by key, each with its smallest loss.
type Level = Vec<(Key, u64)>;

/// A board as the set of its empty points, in the order of filling.
pub(crate) type Empties = Vec<bool>;

/// Any board, ready to be solved.
pub(crate) struct Graph {
    pub(crate) frontier: Arc<Frontier>,
    pub(crate) weights: Weights,
    limits: Limits,
    states: u64,
}

/// What a sweep through all points does.
struct Task {
    budget: u64,
    beam: Option<usize>,
    keep: bool,
    most_states: u64,
    stage: Stage,
}

struct Sweep {
    /// All levels, if they were kept, else the last alone.
    levels: Vec<Level>,
    sizes: Vec<u64>,
}

impl Graph {
    /// Prepares a board with a good order of its points and good weights.
    pub(crate) fn new(topology: &Topology, bipartite: bool, limits: &Limits) -> Result<Graph, Unsolved> {
        let around = order::neighbor_lists(topology);
        let (order, _) = order::good_order(topology);
        Graph::with(topology.name(), &around, &order, Weights::new(&around), bipartite, limits)
    }

    /// Prepares a board with a given order and given weights.
    pub(crate) fn with(
        name: &str,
        around: &[Vec<usize>],
        order: &[usize],
        weights: Weights,
        bipartite: bool,
        limits: &Limits,
    ) -> Result<Graph, Unsolved> {
        let frontier = Frontier::new(around, order, &weights, bipartite).map_err(|wide| {
            Unsolved::OutOfReach {
                board: name.to_string(),
                why: format!(
                    "filling it point by point needs a frontier of {} points or more, and {} are possible on such \
                     a board; about {} are feasible",
                    wide.widest,
                    wide.most,
                    if bipartite { "24" } else { "14" }
                ),
            }
        })?;
        Ok(Graph { frontier: Arc::new(frontier), weights, limits: *limits, states: 0 })
    }

    pub(crate) fn states(&self) -> u64 {
        self.states
    }

    fn sweep(&mut self, task: &Task, observer: &mut Observer<'_>) -> Result<Sweep, Unsolved> {
        let frontier = self.frontier.clone();
        let steps = &frontier.steps;
        let mut level: Level = vec![(0, 0)];
        let mut levels = Vec::new();
        let mut sizes = Vec::with_capacity(steps.len());
        let mut kept = 0;
        for (done, step) in steps.iter().enumerate() {
            let mut next: Level = Vec::with_capacity(2 * level.len());
            for &(key, loss) in &level {
                for (successor, added) in frontier.successors(step, key).into_iter().flatten() {
                    let loss = loss + u64::from(added);
                    if loss <= task.budget {
                        next.push((successor, loss));
                    }
                }
            }
            next.sort_unstable();
            next.dedup_by_key(|state| state.0);
            self.states += next.len() as u64;
            if let Some(beam) = task.beam {
                keep_best(&mut next, beam);
            }
            let bytes = ((level.capacity() + next.capacity() + kept) * size_of::<(Key, u64)>()) as u64;
            if bytes > self.limits.bytes {
                return Err(Unsolved::Memory { needed: bytes, limit: self.limits.bytes });
            }
            if self.states > task.most_states.min(self.limits.states) {
                return Err(Unsolved::States { limit: task.most_states.min(self.limits.states) });
            }
            let progress = Progress {
                stage: task.stage,
                done: done as u64 + 1,
                total: steps.len() as u64,
                states: next.len() as u64,
            };
            if observer(&progress) == ControlFlow::Break(()) {
                return Err(Unsolved::Interrupted);
            }
            sizes.push(next.len() as u64);
            let mut before = std::mem::replace(&mut level, next);
            if task.keep {
                before.shrink_to_fit();
                kept += before.capacity();
                levels.push(before);
            }
        }
        levels.push(level);
        Ok(Sweep { levels, sizes })
    }

    /// A board that reaches the state of the last of these levels with its smallest loss.
    fn trace_back(&self, levels: &[Level]) -> Option<Empties> {
        let mut target = *levels.last()?.first()?;
        let mut board = Vec::with_capacity(levels.len());
        for (level, step) in levels.iter().zip(&self.frontier.steps).rev() {
            let (before, choice) = level.iter().find_map(|&(key, loss)| {
                let successors = self.frontier.successors(step, key);
                let leads_there =
                    |s: &Option<(Key, u32)>| s.is_some_and(|(k, l)| (k, loss + u64::from(l)) == target);
                successors.iter().position(leads_there).map(|choice| ((key, loss), choice))
            })?;
            board.push(choice == 0);
            target = before;
        }
        board.reverse();
        Some(board)
    }

    /// All boards with the smallest number of empty points.
    pub(crate) fn boards(
        &mut self,
        empty: usize,
        observer: &mut Observer<'_>,
    ) -> Result<AllBoards, Unsolved> {
        let budget = self.frontier.loss_of(empty).unwrap_or(0);
        let task = Task { budget, beam: None, keep: true, most_states: u64::MAX, stage: Stage::Counting };
        let sweep = self.sweep(&task, observer)?;
        let states: usize = sweep.levels.iter().map(Vec::len).sum();
        let needed = (states * (size_of::<(Key, u64)>() + BYTES_OF_NUMBER)) as u64;
        if needed > self.limits.bytes {
            return Err(Unsolved::Memory { needed, limit: self.limits.bytes });
        }
        let mut boards =
            AllBoards { frontier: self.frontier.clone(), levels: sweep.levels, ways: Vec::new() };
        boards.count_ways(budget);
        Ok(boards)
    }
}

/// What a big number takes, roughly, with its allocation.
const BYTES_OF_NUMBER: usize = 48;

/// Keeps the states with the smallest losses, the smaller keys among equals.
fn keep_best(level: &mut Level, beam: usize) {
    if level.len() <= beam || beam == 0 {
        return;
    }
    level.select_nth_unstable_by_key(beam - 1, |&(key, loss)| (loss, key));
    level.truncate(beam);
    level.sort_unstable();
}

impl Engine for Graph {
    type Board = Empties;

    fn points(&self) -> usize {
        self.frontier.steps.len()
    }

    fn necessary(&self) -> usize {
        self.frontier.total.div_ceil(u64::from(self.frontier.scale)) as usize
    }

    fn all_empty(&self) -> Empties {
        vec![true; self.points()]
    }

    fn search(
        &mut self,
        empty: usize,
        beam: Option<usize>,
        observer: &mut Observer<'_>,
    ) -> Result<Option<(usize, Empties)>, Unsolved> {
        let Some(budget) = self.frontier.loss_of(empty) else { return Ok(None) };
        let task = Task { budget, beam, keep: true, most_states: u64::MAX, stage: Stage::Searching };
        let sweep = self.sweep(&task, observer)?;
        let Some(&(_, loss)) = sweep.levels.last().and_then(|last| last.first()) else { return Ok(None) };
        let least = self.frontier.empty_of(loss);
        Ok(self.trace_back(&sweep.levels).map(|board| (least, board)))
    }

    fn refute(
        &mut self,
        empty: usize,
        allowance: u64,
        observer: &mut Observer<'_>,
    ) -> Result<Option<Refutation>, Unsolved> {
        let Some(budget) = self.frontier.loss_of(empty) else {
            return Ok(Some(Refutation::Refuted(vec![0; self.points()])));
        };
        let most_states = self.states.saturating_add(allowance);
        let task = Task { budget, beam: None, keep: false, most_states, stage: Stage::Refuting };
        let sweep = match self.sweep(&task, observer) {
            Err(Unsolved::States { limit }) if limit < self.limits.states => return Ok(None),
            other => other?,
        };
        let least = sweep.levels.last().and_then(|last| last.first());
        Ok(Some(match least {
            Some(&(_, loss)) => Refutation::Found(self.frontier.empty_of(loss)),
            None => Refutation::Refuted(sweep.sizes),
        }))
    }
}

/// The levels of a sweep with the number of ways to finish from each state with a given loss.
pub(crate) struct AllBoards {
    frontier: Arc<Frontier>,
    levels: Vec<Level>,
    /// For each level and state the ways to finish; zero if it does not lead to the wanted loss.
    ways: Vec<Vec<BigUint>>,
}

impl AllBoards {
    /// Going backwards, counts the ways from each state to the end with exactly this loss. A state reached with
    /// more than its smallest loss cannot end with the smallest loss of all.
    fn count_ways(&mut self, loss: u64) {
        let last = self.levels.len() - 1;
        let mut after: Vec<BigUint> =
            self.levels[last].iter().map(|state| BigUint::from(u32::from(state.1 == loss))).collect();
        let mut ways = Vec::with_capacity(self.levels.len());
        for time in (0..last).rev() {
            let here = (0..self.levels[time].len())
                .map(|index| {
                    let next = self.next(time, index).into_iter().flatten();
                    next.map(|place| &after[place]).sum()
                })
                .collect();
            ways.push(std::mem::replace(&mut after, here));
        }
        ways.push(after);
        ways.reverse();
        self.ways = ways;
    }

    /// Where leaving the next point empty, and putting a stone, lead from a state.
    fn next(&self, time: usize, index: usize) -> [Option<usize>; 2] {
        let (key, loss) = self.levels[time][index];
        self.frontier.successors(&self.frontier.steps[time], key).map(|successor| {
            let (key, added) = successor?;
            let level = &self.levels[time + 1];
            let place = level.binary_search_by_key(&key, |state| state.0).ok()?;
            (level[place].1 == loss + u64::from(added)).then_some(place)
        })
    }

    /// The number of boards.
    pub(crate) fn count(&self) -> BigUint {
        self.ways.first().and_then(|first| first.first()).cloned().unwrap_or_default()
    }

    /// Draw `number` under a seed, all boards equally likely.
    pub(crate) fn sample(&self, seed: u64, number: u64) -> Option<Empties> {
        let mut generator = draw::generator(seed, number);
        let mut index = 0;
        let mut board = Vec::with_capacity(self.frontier.steps.len());
        for time in 0..self.frontier.steps.len() {
            let next = self.next(time, index);
            let weights = next.map(|place| place.map_or(BigUint::ZERO, |p| self.ways[time + 1][p].clone()));
            let choice = draw::weighted(&mut generator, &weights)?;
            board.push(choice == 0);
            index = next[choice]?;
        }
        Some(board)
    }

    /// The points in the order of filling.
    pub(crate) fn order(&self) -> &[usize] {
        &self.frontier.order
    }

    /// All boards, those with the first points empty first.
    pub(crate) fn iter(&self) -> Boards<'_> {
        Boards { all: self, open: vec![(0, Vec::new())] }
    }
}

/// An iterator over boards; see [`AllBoards::iter`].
pub(crate) struct Boards<'a> {
    all: &'a AllBoards,
    /// States still to be followed, with the points filled on the way.
    open: Vec<(usize, Empties)>,
}

impl Iterator for Boards<'_> {
    type Item = Empties;

    fn next(&mut self) -> Option<Empties> {
        while let Some((index, board)) = self.open.pop() {
            let time = board.len();
            if self.all.ways[time].get(index).is_none_or(|ways| *ways == BigUint::ZERO) {
                continue;
            }
            if time == self.all.frontier.steps.len() {
                return Some(board);
            }
            for (choice, place) in self.all.next(time, index).into_iter().enumerate().rev() {
                if let Some(place) = place {
                    let mut longer = board.clone();
                    longer.push(choice == 0);
                    self.open.push((place, longer));
                }
            }
        }
        None
    }
}
