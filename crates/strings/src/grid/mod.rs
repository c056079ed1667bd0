//! Rectangular boards, fast (spec, section 2 and appendix).
//!
//! On a rectangle the smallest number of empty points is the domination number of the grid. `letters.rs` says what a
//! state is and what a move costs, `bound.rs` how much loss is still to come, `sweep.rs` carries all states from
//! point to point, and `walk.rs` goes back from the last row to the boards. This file puts them together.
//!
//! Nothing here knows the published formula for the domination number; tests compare with it.

pub(crate) mod bound;
pub(crate) mod letters;
pub(crate) mod sweep;
pub(crate) mod walk;
mod words;

use num_bigint::BigUint;
use tesuji_job::{Limits, Unknown, Watch};

use crate::error::{contradiction, memory, out_of_reach, stage, states};
use crate::prove::{Engine, Refutation, Stop};
use crate::tally::Tally;
use bound::{Bound, Split};
use letters::{MAX_WIDTH, Sides};
use sweep::{Sweep, Task, sweep};
use walk::{Found, Pattern};

/// Values of the tables, a byte each, that are made for each node of the limit; a state takes about as long as so many.
const VALUES_PER_NODE: u64 = 32;

/// A grid with the bound that suits the memory.
pub(crate) struct Grid {
    pub(crate) sides: Sides,
    pub(crate) split: Split,
    pub(crate) bound: Bound,
    table_bytes: u64,
    limits: Limits,
    states: u64,
}

impl Grid {
    /// Prepares a grid whose width is not larger than its height.
    pub(crate) fn new(sides: Sides, limits: &Limits, watch: &Watch) -> Result<Grid, Unknown> {
        if sides.width > MAX_WIDTH {
            return Err(out_of_reach(
                &format!("a board of {}x{} points", sides.width, sides.height),
                &format!(
                    "the shorter side may be at most {MAX_WIDTH}; 19x19 takes a fraction of a second, 30x30 some \
                     seconds and 1 GB"
                ),
            ));
        }
        // A quarter of the memory is left for the lists of states, and the tables are preparation: they take a part of the nodes.
        let by_memory = limits.memory / 4 * 3;
        let by_nodes = limits.nodes.saturating_mul(VALUES_PER_NODE);
        let Some(split) = Split::choose(sides, by_memory.min(by_nodes)) else {
            if by_nodes < by_memory {
                return Err(states(limits.nodes));
            }
            let least = Split { cuts: (1..sides.width).collect(), overlap: 0 };
            let needed = least.bytes(sides).unwrap_or(u64::MAX).saturating_mul(2);
            return Err(memory(needed, limits.memory));
        };
        Grid::with_split(sides, split, limits, watch)
    }

    /// Prepares a grid with a given split.
    pub(crate) fn with_split(
        sides: Sides,
        split: Split,
        limits: &Limits,
        watch: &Watch,
    ) -> Result<Grid, Unknown> {
        let table_bytes = split.bytes(sides).unwrap_or(u64::MAX);
        if table_bytes > limits.memory {
            return Err(memory(table_bytes, limits.memory));
        }
        let bound = Bound::new(sides, &split, watch)?;
        Ok(Grid { sides, split, bound, table_bytes, limits: *limits, states: 0 })
    }

    /// All states made so far.
    pub(crate) fn states(&self) -> u64 {
        self.states
    }

    /// The least loss of any board, as far as the bound alone can tell.
    pub(crate) fn bound_at_start(&self) -> u16 {
        self.bound.before(self.sides, 0, 0).of(self.sides.start())
    }

    fn task(&self, stage: &'static str, budget: u16) -> Task<'_> {
        Task {
            sides: self.sides,
            bound: &self.bound,
            budget,
            beam: None,
            extra: 0,
            keep_rows: false,
            table_bytes: self.table_bytes,
            stage,
            most_states: u64::MAX,
        }
    }

    fn run<N: Tally>(
        &mut self,
        stage: &'static str,
        budget: u16,
        change: impl FnOnce(&mut Task<'_>),
        watch: &Watch,
    ) -> Result<Sweep<N>, Stop> {
        let mut states = self.states;
        let mut task = self.task(stage, budget);
        change(&mut task);
        let result = sweep(&task, &self.limits, &mut states, watch);
        self.states = states;
        result
    }

    /// The numbers of boards with `empty`, `empty + 1`, ... `empty + extra` empty points, where `empty` is the least.
    pub(crate) fn count(
        &mut self,
        empty: usize,
        extra: usize,
        watch: &Watch,
    ) -> Result<Vec<BigUint>, Unknown> {
        Ok(match self.boards_or_overflow::<u64>(empty, extra, false, watch)? {
            Some(found) => self.counts(&found, empty, extra),
            None => match self.boards_or_overflow::<BigUint>(empty, extra, false, watch)? {
                Some(found) => self.counts(&found, empty, extra),
                None => return Err(contradiction("a big number was too small")),
            },
        })
    }

    fn counts<N: Tally>(&self, found: &Found<N>, empty: usize, extra: usize) -> Vec<BigUint> {
        (empty..=empty + extra)
            .map(|empty| self.sides.loss_of(empty).map_or(BigUint::ZERO, |loss| found.count(loss)))
            .collect()
    }

    /// All boards with up to `extra` empty points more than the least number `empty`.
    pub(crate) fn boards(&mut self, empty: usize, extra: usize, watch: &Watch) -> Result<AllBoards, Unknown> {
        let sides = self.sides;
        if let Some(found) = self.boards_or_overflow::<u64>(empty, extra, true, watch)? {
            return Ok(AllBoards { sides, found: Numbers::Small(found) });
        }
        match self.boards_or_overflow::<BigUint>(empty, extra, true, watch)? {
            Some(found) => Ok(AllBoards { sides, found: Numbers::Large(found) }),
            None => Err(contradiction("a big number was too small")),
        }
    }

    fn boards_or_overflow<N: Tally>(
        &mut self,
        empty: usize,
        extra: usize,
        keep_rows: bool,
        watch: &Watch,
    ) -> Result<Option<Found<N>>, Unknown> {
        // Not more boards than subsets, and no loss beyond that of the board without stones.
        let most = (empty + extra).min(self.sides.points());
        let budget = self.sides.loss_of(most).unwrap_or(0);
        let change = |task: &mut Task<'_>| {
            task.extra = extra;
            task.keep_rows = keep_rows;
        };
        match self.run(stage::COUNTING, budget, change, watch) {
            Ok(sweep) => Ok(Some(Found::new(self.sides, extra, sweep))),
            Err(Stop::Overflow) => Ok(None),
            Err(stop) => Err(stop.unknown()),
        }
    }
}

impl Engine for Grid {
    type Board = Pattern;

    fn points(&self) -> usize {
        self.sides.points()
    }

    fn necessary(&self) -> usize {
        (self.points() + usize::from(self.bound_at_start())).div_ceil(5)
    }

    fn all_empty(&self) -> Pattern {
        vec![u64::MAX >> (64 - self.sides.width); self.sides.height]
    }

    fn search(
        &mut self,
        empty: usize,
        beam: Option<usize>,
        watch: &Watch,
    ) -> Result<Option<(usize, Pattern)>, Unknown> {
        let Some(budget) = self.sides.loss_of(empty) else { return Ok(None) };
        let keep = |task: &mut Task<'_>| {
            task.beam = beam;
            task.keep_rows = true;
        };
        let sweep = self.run::<()>(stage::SEARCHING, budget, keep, watch).map_err(Stop::unknown)?;
        let found = Found::new(self.sides, 0, sweep);
        let Some(loss) = found.least_loss() else { return Ok(None) };
        Ok(found.first(loss).map(|pattern| (self.sides.empty_of(loss), pattern)))
    }

    fn refute(&mut self, empty: usize, allowance: u64, watch: &Watch) -> Result<Option<Refutation>, Unknown> {
        let Some(budget) = self.sides.loss_of(empty) else {
            return Ok(Some(Refutation::Refuted(vec![0; self.sides.height])));
        };
        let most = self.states.saturating_add(allowance);
        let sweep = match self.run::<()>(stage::REFUTING, budget, |task| task.most_states = most, watch) {
            Err(Stop::Allowance) => return Ok(None),
            other => other.map_err(Stop::unknown)?,
        };
        let least = sweep.rows.last().and_then(|last| last.losses.iter().copied().min());
        Ok(Some(match least {
            Some(loss) => Refutation::Found(self.sides.empty_of(loss)),
            None => Refutation::Refuted(sweep.sizes),
        }))
    }
}

/// The boards of a counting sweep, whatever the size of their number.
pub(crate) struct AllBoards {
    sides: Sides,
    found: Numbers,
}

enum Numbers {
    Small(Found<u64>),
    Large(Found<BigUint>),
}

impl AllBoards {
    pub(crate) fn count(&self, empty: usize) -> BigUint {
        let Some(loss) = self.sides.loss_of(empty) else { return BigUint::ZERO };
        match &self.found {
            Numbers::Small(found) => found.count(loss),
            Numbers::Large(found) => found.count(loss),
        }
    }

    pub(crate) fn boards(&self, empty: usize) -> Box<dyn Iterator<Item = Pattern> + '_> {
        let Some(loss) = self.sides.loss_of(empty) else { return Box::new(std::iter::empty()) };
        match &self.found {
            Numbers::Small(found) => Box::new(found.boards(loss)),
            Numbers::Large(found) => Box::new(found.boards(loss)),
        }
    }

    pub(crate) fn sample(&self, empty: usize, seed: u64, number: u64) -> Option<Pattern> {
        let loss = self.sides.loss_of(empty)?;
        match &self.found {
            Numbers::Small(found) => found.sample(loss, seed, number),
            Numbers::Large(found) => found.sample(loss, seed, number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::prove;

    const LIMITS: Limits = Limits::nodes(10_000_000).with_memory(100_000_000);

    fn answer(sides: Sides, split: Split) -> (u16, usize, Vec<BigUint>) {
        let watch = &Watch::unwatched();
        let mut grid = Grid::with_split(sides, split, &LIMITS, watch).unwrap();
        let empty = prove(&mut grid, watch).unwrap().empty;
        (grid.bound_at_start(), empty, grid.count(empty, 1, watch).unwrap())
    }

    /// However the board is cut, the bound drops no solution: one strip is exact, the others may only be lower.
    #[test]
    fn every_split_gives_the_same_answer() {
        for (width, height) in [(2, 5), (4, 7), (5, 5), (6, 9), (7, 7), (8, 8)] {
            let sides = Sides { width, height };
            let exact = answer(sides, Split { cuts: vec![], overlap: 0 });
            assert_eq!(sides.empty_of(exact.0), exact.1);
            let mut cuts: Vec<Vec<usize>> = (1..width).map(|cut| vec![cut]).collect();
            cuts.push((1..width).collect());
            for cuts in cuts {
                for overlap in 0..=2 {
                    let (bound, empty, counts) = answer(sides, Split { cuts: cuts.clone(), overlap });
                    assert!(bound <= exact.0, "{width}x{height} cut at {cuts:?}");
                    assert_eq!(
                        (empty, counts),
                        (exact.1, exact.2.clone()),
                        "{width}x{height} cut at {cuts:?}"
                    );
                }
            }
        }
    }
}
