//! All positions with the largest number of strings: counting, listing, drawing at random.
//!
//! What is counted are **sets of empty points**, not positions: on a bipartite board each set stands for the two
//! chess-board colourings, and where the stones fall into several connected parts for more. (On 3x3 there are 10
//! sets and 32 positions with six strings.) Positions with the same number of strings but strings of several stones
//! are not counted either.

use std::sync::Arc;

use num_bigint::BigUint;
use tesuji_board::{PointSet, Topology};
use tesuji_job::{Limits, Progress, Watch, Why};

use crate::error::{Error, stage};
use crate::graph::{self, Graph};
use crate::grid::letters::Sides;
use crate::grid::{self, Grid};
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
    /// The states that were made.
    pub states: u64,
}

/// The most boards that are drawn at once.
pub const MOST_DRAWN: u64 = 10_000;
/// The most boards that are listed: beyond this a file would be larger than anyone reads.
pub const MOST_LISTED: u64 = 1_000_000;

/// Counts optimal sets of empty points, and those with up to `extra` more. Takes less memory than [`Optima`].
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_job::{Limits, Watch};
/// use tesuji_strings::count;
///
/// let board = Topology::parse("square:6").unwrap();
/// let counts = count(&board, 1, &Limits::nodes(1_000_000), &Watch::unwatched()).unwrap();
/// assert_eq!(counts.least, 10);
/// assert_eq!(counts.sets, [288u32.into(), 20_896u32.into()]); // table 2
/// ```
///
/// # Errors
/// [`Error`]; `extra` above 0 is offered on rectangular boards only.
pub fn count(
    topology: &Arc<Topology>,
    extra: usize,
    limits: &Limits,
    watch: &Watch,
) -> Result<Counts, Error> {
    if let Some((sides, _)) = sides_of(topology) {
        let extra = extra.min(sides.points());
        let mut grid = Grid::new(sides, limits, watch)?;
        let least = prove(&mut grid, watch)?.empty;
        let sets = grid.count(least, extra, watch)?;
        return Ok(Counts { least, sets, states: grid.states() });
    }
    let optima = Optima::new(topology, extra, limits, watch)?;
    Ok(Counts { least: optima.least(), sets: vec![optima.count(0)], states: optima.states() })
}

/// All optimal sets of empty points of a board, in memory in a compact form.
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_job::{Limits, Watch, Why};
/// use tesuji_strings::{Optima, setup_of};
///
/// let board = Topology::parse("square:4").unwrap();
/// let watch = Watch::new();
/// let optima = Optima::new(&board, 0, &Limits::nodes(1_000_000), &watch).unwrap();
/// assert_eq!(optima.count(0), 2u32.into());
/// let mut names = Vec::new();
/// for empty in optima.list(0, &watch).unwrap() {
///     names.push(board.names_of(&empty.unwrap().iter().collect::<Vec<_>>()));
/// }
/// assert_eq!(names, ["C4 A3 D2 B1", "B4 D3 A2 C1"]);
/// for empty in optima.draw(0, 7, 3, &watch).unwrap() {
///     assert!(setup_of(&board, &empty.unwrap()).unwrap().faults().is_empty());
/// }
///
/// // Nobody waits for a million boards.
/// let refused = optima.draw(0, 7, 1_000_000, &watch).err().unwrap();
/// assert_eq!(refused.to_string(), "at most 10000 boards are drawn at once, not 1000000");
/// watch.stop();
/// assert_eq!(optima.draw(0, 7, 3, &watch).unwrap().next(), Some(Err(Why::Stopped)));
/// ```
pub struct Optima {
    least: usize,
    extra: usize,
    states: u64,
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
    /// [`Error`]; `extra` above 0 is offered on rectangular boards only.
    pub fn new(
        topology: &Arc<Topology>,
        extra: usize,
        limits: &Limits,
        watch: &Watch,
    ) -> Result<Optima, Error> {
        if let Some((sides, exchanged)) = sides_of(topology) {
            let extra = extra.min(sides.points());
            let mut grid = Grid::new(sides, limits, watch)?;
            let least = prove(&mut grid, watch)?.empty;
            let all = grid.boards(least, extra, watch)?;
            let states = grid.states();
            return Ok(Optima { least, extra, states, boards: Boards::Grid { sides, exchanged, all } });
        }
        if extra > 0 {
            return Err(Error::NotOffered(format!(
                "boards with more empty points than necessary are counted on rectangular boards only, not on {}",
                topology.name()
            )));
        }
        let mut graph = Graph::new(topology, is_bipartite(topology), limits, watch)?;
        let least = prove(&mut graph, watch)?.empty;
        let all = graph.boards(least, watch)?;
        Ok(Optima { least, extra, states: graph.states(), boards: Boards::Graph(all) })
    }

    /// The smallest number of empty points.
    #[must_use]
    pub fn least(&self) -> usize {
        self.least
    }

    /// The states that were made.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
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

    /// The sets with `more` points than the smallest number, in a fixed order, looking at the watch before each.
    ///
    /// # Errors
    /// [`Error::NotOffered`] if there are more than [`MOST_LISTED`].
    pub fn list(
        &self,
        more: usize,
        watch: &Watch,
    ) -> Result<impl Iterator<Item = Result<PointSet, Why>>, Error> {
        let count = self.count(more);
        let total = u64::try_from(&count).ok().filter(|&total| total <= MOST_LISTED).ok_or_else(|| {
            Error::NotOffered(format!("there are {count} such boards: at most {MOST_LISTED} are listed"))
        })?;
        Ok(watched(stage::LISTING, total, watch, self.iter(more)))
    }

    /// Draws `number` sets under a seed from those with `more` points than the smallest number, looking at the watch
    /// before each: what [`sample`](Optima::sample) gives for 0, 1, ...
    ///
    /// # Errors
    /// [`Error::NotOffered`] if `number` is more than [`MOST_DRAWN`], or if there is nothing to draw from.
    pub fn draw(
        &self,
        more: usize,
        seed: u64,
        number: u64,
        watch: &Watch,
    ) -> Result<impl Iterator<Item = Result<PointSet, Why>>, Error> {
        if number > MOST_DRAWN {
            return Err(Error::NotOffered(format!(
                "at most {MOST_DRAWN} boards are drawn at once, not {number}"
            )));
        }
        if number > 0 && self.count(more) == BigUint::ZERO {
            return Err(Error::NotOffered("there is no board to draw".into()));
        }
        let drawn = (0..number).filter_map(move |number| self.sample(more, seed, number));
        Ok(watched(stage::DRAWING, number, watch, drawn))
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

/// Looks at the watch before every board; a board that is not given any more is the last item.
fn watched(
    stage: &'static str,
    total: u64,
    watch: &Watch,
    mut boards: impl Iterator<Item = PointSet>,
) -> impl Iterator<Item = Result<PointSet, Why>> {
    let mut done = 0;
    let mut stopped = false;
    std::iter::from_fn(move || {
        if stopped {
            return None;
        }
        if let Err(why) = watch.look(|| Progress::counted(stage, done, Some(total))) {
            stopped = true;
            return Some(Err(why));
        }
        done += 1;
        boards.next().map(Ok)
    })
}
