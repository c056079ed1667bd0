//! Any board (spec, section 1).
//!
//! MSP(G) is the number of points minus the smallest number of empty points such that every stone has a liberty and
//! the stones can be coloured with two colours. `order.rs` says in which order to fill the points, `weights.rs` what
//! makes up the loss, `frontier.rs` what a state is; this file carries the states from point to point, like
//! `grid/sweep.rs` does on rectangles but with nothing that only rectangles have.

pub(crate) mod frontier;
pub(crate) mod order;
pub(crate) mod weights;

use std::sync::Arc;

use num_bigint::BigUint;
use tesuji_board::Topology;
use tesuji_job::{Limits, Progress, Unknown, Watch, Why};

use crate::aside::aside;
use crate::draw;
use crate::error::{memory, out_of_reach, stage, states};
use crate::prove::{Engine, Refutation, Stop};
use crate::sorting::Sorting;
use frontier::{Frontier, Key, TooWide};
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
    stage: &'static str,
}

struct Sweep {
    /// All levels, if they were kept, else the last alone.
    levels: Vec<Level>,
    sizes: Vec<u64>,
}

impl Graph {
    /// Prepares a board with a good order of its points and good weights.
    pub(crate) fn new(
        topology: &Topology,
        bipartite: bool,
        limits: &Limits,
        watch: &Watch,
    ) -> Result<Graph, Unknown> {
        let around = order::neighbor_lists(topology);
        let order = order::good_order(topology, watch)?;
        // Weights take a linear program: not for a board that is out of reach.
        Frontier::check_width(&around, &order, bipartite)
            .map_err(|wide| too_wide(topology.name(), &wide, bipartite))?;
        let given = around.clone();
        let weights = aside(watch, move |_| Weights::new(&given))?;
        Graph::with(topology.name(), &around, &order, weights, bipartite, limits)
    }

    /// Prepares a board with a given order and given weights.
    pub(crate) fn with(
        name: &str,
        around: &[Vec<usize>],
        order: &[usize],
        weights: Weights,
        bipartite: bool,
        limits: &Limits,
    ) -> Result<Graph, Unknown> {
        let frontier = Frontier::new(around, order, &weights, bipartite)
            .map_err(|wide| too_wide(name, &wide, bipartite))?;
        Ok(Graph { frontier: Arc::new(frontier), weights, limits: *limits, states: 0 })
    }

    pub(crate) fn states(&self) -> u64 {
        self.states
    }

    fn sweep(&mut self, task: &Task, watch: &Watch) -> Result<Sweep, Stop> {
        let frontier = self.frontier.clone();
        let steps = &frontier.steps;
        let mut level: Level = vec![(0, 0)];
        let mut levels = Vec::new();
        let mut sizes = Vec::with_capacity(steps.len());
        let mut kept = 0;
        for (done, step) in steps.iter().enumerate() {
            let held = (level.capacity() + kept) * size_of::<(Key, u64)>();
            let room = |more: u64| {
                let bytes = held as u64 + more;
                if bytes > self.limits.memory { Err(memory(bytes, self.limits.memory)) } else { Ok(()) }
            };
            let mut sorting = Sorting::new(watch, &room);
            for (number, &(key, loss)) in level.iter().enumerate() {
                if number % STATES_BETWEEN_LOOKS == 0 {
                    watch.check()?;
                }
                for (successor, added) in frontier.successors(step, key).into_iter().flatten() {
                    let loss = loss + u64::from(added);
                    if loss <= task.budget {
                        sorting.push((successor, loss))?;
                    }
                }
            }
            let mut next = sorting.finish()?;
            self.states += next.len() as u64;
            if let Some(beam) = task.beam {
                keep_best(&mut next, beam);
            }
            let bytes = ((level.capacity() + next.capacity() + kept) * size_of::<(Key, u64)>()) as u64;
            if bytes > self.limits.memory {
                return Err(memory(bytes, self.limits.memory).into());
            }
            if self.states > self.limits.nodes {
                return Err(states(self.limits.nodes).into());
            }
            if self.states > task.most_states {
                return Err(Stop::Allowance);
            }
            let (done, total) = (done as u64 + 1, steps.len() as u64);
            let nodes = self.states;
            watch.look(|| Progress { nodes, ..Progress::counted(task.stage, done, Some(total)) })?;
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
    fn trace_back(&self, levels: &[Level], watch: &Watch) -> Result<Option<Empties>, Why> {
        let Some(&(mut target)) = levels.last().and_then(|last| last.first()) else { return Ok(None) };
        let mut board = Vec::with_capacity(levels.len());
        for (level, step) in levels.iter().zip(&self.frontier.steps).rev() {
            let mut found = None;
            for part in level.chunks(STATES_BETWEEN_LOOKS) {
                watch.check()?;
                found = part.iter().find_map(|&(key, loss)| {
                    let successors = self.frontier.successors(step, key);
                    let leads_there =
                        |s: &Option<(Key, u32)>| s.is_some_and(|(k, l)| (k, loss + u64::from(l)) == target);
                    successors.iter().position(leads_there).map(|choice| ((key, loss), choice))
                });
                if found.is_some() {
                    break;
                }
            }
            let Some((before, choice)) = found else { return Ok(None) };
            board.push(choice == 0);
            target = before;
        }
        board.reverse();
        Ok(Some(board))
    }

    /// All boards with the smallest number of empty points.
    pub(crate) fn boards(&mut self, empty: usize, watch: &Watch) -> Result<AllBoards, Unknown> {
        let budget = self.frontier.loss_of(empty).unwrap_or(0);
        let task = Task { budget, beam: None, keep: true, most_states: u64::MAX, stage: stage::COUNTING };
        let sweep = self.sweep(&task, watch).map_err(Stop::unknown)?;
        let states: usize = sweep.levels.iter().map(Vec::len).sum();
        let needed = (states * (size_of::<(Key, u64)>() + BYTES_OF_NUMBER)) as u64;
        if needed > self.limits.memory {
            return Err(memory(needed, self.limits.memory));
        }
        let mut boards =
            AllBoards { frontier: self.frontier.clone(), levels: sweep.levels, ways: Vec::new() };
        boards.count_ways(budget, watch)?;
        Ok(boards)
    }
}

/// States followed between two looks at the watch.
const STATES_BETWEEN_LOOKS: usize = 1 << 14;

fn too_wide(name: &str, wide: &TooWide, bipartite: bool) -> Unknown {
    let why = format!(
        "filling it point by point needs a frontier of {} points or more, and {} are possible on such a board; about \
         {} are feasible",
        wide.widest,
        wide.most,
        if bipartite { "24" } else { "14" }
    );
    out_of_reach(name, &why)
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
        watch: &Watch,
    ) -> Result<Option<(usize, Empties)>, Unknown> {
        let Some(budget) = self.frontier.loss_of(empty) else { return Ok(None) };
        let task = Task { budget, beam, keep: true, most_states: u64::MAX, stage: stage::SEARCHING };
        let sweep = self.sweep(&task, watch).map_err(Stop::unknown)?;
        let Some(&(_, loss)) = sweep.levels.last().and_then(|last| last.first()) else { return Ok(None) };
        let least = self.frontier.empty_of(loss);
        Ok(self.trace_back(&sweep.levels, watch)?.map(|board| (least, board)))
    }

    fn refute(&mut self, empty: usize, allowance: u64, watch: &Watch) -> Result<Option<Refutation>, Unknown> {
        let Some(budget) = self.frontier.loss_of(empty) else {
            return Ok(Some(Refutation::Refuted(vec![0; self.points()])));
        };
        let most_states = self.states.saturating_add(allowance);
        let task = Task { budget, beam: None, keep: false, most_states, stage: stage::REFUTING };
        let sweep = match self.sweep(&task, watch) {
            Err(Stop::Allowance) => return Ok(None),
            other => other.map_err(Stop::unknown)?,
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
    fn count_ways(&mut self, loss: u64, watch: &Watch) -> Result<(), Why> {
        let last = self.levels.len() - 1;
        let mut after: Vec<BigUint> =
            self.levels[last].iter().map(|state| BigUint::from(u32::from(state.1 == loss))).collect();
        let mut ways = Vec::with_capacity(self.levels.len());
        for time in (0..last).rev() {
            let mut here = Vec::with_capacity(self.levels[time].len());
            for index in 0..self.levels[time].len() {
                if index % STATES_BETWEEN_LOOKS == 0 {
                    watch.check()?;
                }
                here.push(self.next(time, index).into_iter().flatten().map(|place| &after[place]).sum());
            }
            ways.push(std::mem::replace(&mut after, here));
        }
        ways.push(after);
        ways.reverse();
        self.ways = ways;
        Ok(())
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
