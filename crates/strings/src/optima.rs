//! All positions with the largest number of strings: counting, listing, drawing at random.
//!
//! What is counted are **sets of empty points**, not positions: on a bipartite board each set stands for the two
//! chess-board colourings, and where the stones fall into several connected parts for more. (On 3x3 there are 10
//! sets and 32 positions with six strings.) Positions with the same number of strings but strings of several stones
//! are not counted either.

use std::sync::Arc;

use num_bigint::BigUint;
use tesuji_board::{PointSet, Topology};

use crate::graph::{self, Graph};
use crate::grid::letters::Sides;
use crate::grid::{self, Grid};
use crate::limits::{Limits, Observer, Unsolved};
use crate::optimum::{points_in_order, points_of_pattern, sides_of};
use crate::parity::is_bipartite;
use crate::prove::prove;

/// How many sets of empty points are optimal, and how many have a few points more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The smallest number of empty points.
    pub least: usize,
    /// The number of sets with `least`, `least + 1`, ... empty points.
    pub sets: Vec<BigUint>,
}

/// Counts optimal sets of empty points, and those with up to `extra` more. Takes less memory than [`Optima`].
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_strings::{Limits, count, unobserved};
///
/// let limits = Limits { states: 1_000_000, bytes: 100_000_000 };
/// let counts = count(&Topology::parse("square:6").unwrap(), 1, &limits, &mut unobserved).unwrap();
/// assert_eq!(counts.least, 10);
/// assert_eq!(counts.sets, [288u32.into(), 20_896u32.into()]); // table 2
/// ```
///
/// # Errors
/// [`Unsolved`]; `extra` above 0 is offered on rectangular boards only.
pub fn count(
    topology: &Arc<Topology>,
    extra: usize,
    limits: &Limits,
    observer: &mut Observer<'_>,
) -> Result<Counts, Unsolved> {
    if let Some((sides, _)) = sides_of(topology) {
        let extra = extra.min(sides.points());
        let mut grid = Grid::new(sides, limits, observer)?;
        let least = prove(&mut grid, observer)?.empty;
        return Ok(Counts { least, sets: grid.count(least, extra, observer)? });
    }
    let optima = Optima::new(topology, extra, limits, observer)?;
    Ok(Counts { least: optima.least(), sets: vec![optima.count(0)] })
}

/// All optimal sets of empty points of a board, in memory in a compact form.
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_strings::{Limits, Optima, setup_of, unobserved};
///
/// let board = Topology::parse("square:4").unwrap();
/// let limits = Limits { states: 1_000_000, bytes: 100_000_000 };
/// let optima = Optima::new(&board, 0, &limits, &mut unobserved).unwrap();
/// assert_eq!(optima.count(0), 2u32.into());
/// let names: Vec<_> = optima.iter(0).map(|empty| board.names_of(&empty.iter().collect::<Vec<_>>())).collect();
/// assert_eq!(names, ["C4 A3 D2 B1", "B4 D3 A2 C1"]);
/// let drawn = optima.sample(0, 7, 0).unwrap();
/// assert!(setup_of(&board, &drawn).unwrap().faults().is_empty());
/// ```
pub struct Optima {
    least: usize,
    extra: usize,
    boards: Boards,
}

enum Boards {
    Grid { sides: Sides, exchanged: bool, all: grid::AllBoards },
    Graph(graph::AllBoards),
}

impl Optima {
    /// Finds all optimal sets, and those with up to `extra` points more.
    ///
    /// # Errors
    /// [`Unsolved`]; `extra` above 0 is offered on rectangular boards only.
    pub fn new(
        topology: &Arc<Topology>,
        extra: usize,
        limits: &Limits,
        observer: &mut Observer<'_>,
    ) -> Result<Optima, Unsolved> {
        if let Some((sides, exchanged)) = sides_of(topology) {
            let extra = extra.min(sides.points());
            let mut grid = Grid::new(sides, limits, observer)?;
            let least = prove(&mut grid, observer)?.empty;
            let all = grid.boards(least, extra, observer)?;
            return Ok(Optima { least, extra, boards: Boards::Grid { sides, exchanged, all } });
        }
        if extra > 0 {
            return Err(Unsolved::NotOffered(format!(
                "boards with more empty points than necessary are counted on rectangular boards only, not on {}",
                topology.name()
            )));
        }
        let mut graph = Graph::new(topology, is_bipartite(topology), limits)?;
        let least = prove(&mut graph, observer)?.empty;
        let all = graph.boards(least, observer)?;
        Ok(Optima { least, extra, boards: Boards::Graph(all) })
    }

    /// The smallest number of empty points.
    #[must_use]
    pub fn least(&self) -> usize {
        self.least
    }

    /// The number of sets with `more` points than the smallest number; zero beyond what was asked for.
    #[must_use]
    pub fn count(&self, more: usize) -> BigUint {
        match &self.boards {
            _ if more > self.extra => BigUint::ZERO,
            Boards::Grid { all, .. } => all.count(self.least + more),
            Boards::Graph(all) => all.count(),
        }
    }

    /// The sets with `more` points than the smallest number, in a fixed order.
    pub fn iter(&self, more: usize) -> Box<dyn Iterator<Item = PointSet> + '_> {
        match &self.boards {
            _ if more > self.extra => Box::new(std::iter::empty()),
            Boards::Grid { sides, exchanged, all } => Box::new(
                all.boards(self.least + more).map(|pattern| points_of_pattern(*sides, *exchanged, &pattern)),
            ),
            Boards::Graph(all) => Box::new(all.iter().map(|empties| points_in_order(all.order(), &empties))),
        }
    }

    /// Draw `number` under a seed from the sets with `more` points than the smallest number, each equally likely.
    /// The same seed and number give the same set, whatever was drawn before; `None` if there is no such set.
    #[must_use]
    pub fn sample(&self, more: usize, seed: u64, number: u64) -> Option<PointSet> {
        match &self.boards {
            _ if more > self.extra => None,
            Boards::Grid { sides, exchanged, all } => all
                .sample(self.least + more, seed, number)
                .map(|pattern| points_of_pattern(*sides, *exchanged, &pattern)),
            Boards::Graph(all) => {
                all.sample(seed, number).map(|empties| points_in_order(all.order(), &empties))
            }
        }
    }
}
