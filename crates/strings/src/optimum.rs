//! The largest number of strings, with a board and the proof.
//!
//! [`solve`] is the front door: it takes any board, picks the engine, and returns an [`Optimum`].

use std::sync::Arc;

use tesuji_board::{Diagram, Point, PointSet, Setup, Topology};
use tesuji_job::{Limits, Unknown, Watch, Why};

use crate::certificate::{Certificate, Evidence};
use crate::error::{self, Error, contradiction, out_of_reach};
use crate::graph::Graph;
use crate::grid::Grid;
use crate::grid::letters::Sides;
use crate::parity::{count_strings, is_bipartite, position};
use crate::program::{Program, Variant};
use crate::prove::{Engine, prove};

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The frontier method if the board is narrow enough, else the integer program. A node of the latter then
    /// counts as 10,000 states.
    Auto,
    /// The frontier method only: `--method dp`.
    Frontier,
    /// The integer program only: `--method ilp`. The variants other than [`Variant::Simple`] are for square boards.
    Program(Variant),
}

/// A position with the largest number of strings, and how it is known to be that.
#[derive(Clone, Debug)]
pub struct Optimum {
    topology: Arc<Topology>,
    empty: PointSet,
    setup: Setup,
    proof: Proof,
    states: u64,
}

/// How an optimum was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// No state survived the exhaustive sweep for one empty point less.
    Refuted(Evidence),
    /// Every node of the branch and bound was closed by a bound in whole numbers.
    Branched {
        /// The number of nodes.
        nodes: u64,
    },
}

/// The largest number of strings on a board.
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_job::{Limits, Watch};
/// use tesuji_strings::{Method, solve};
///
/// let board = Topology::parse("square:7").unwrap();
/// let optimum = solve(&board, Method::Auto, &Limits::nodes(1_000_000), &Watch::unwatched()).unwrap();
/// assert_eq!(optimum.strings(), 37);
/// assert!(optimum.setup().faults().is_empty());
/// ```
///
/// # Errors
/// [`Error`] says why there is no answer: the board is out of reach, a limit was reached, or somebody stopped the job.
pub fn solve(
    topology: &Arc<Topology>,
    method: Method,
    limits: &Limits,
    watch: &Watch,
) -> Result<Optimum, Error> {
    match method {
        Method::Frontier => Ok(solve_by_frontier(topology, limits, watch)?),
        Method::Program(variant) => solve_by_program(topology, variant, limits, watch),
        Method::Auto => match solve_by_frontier(topology, limits, watch) {
            // A wide board with few points may still be within reach of the integer program.
            Err(first) if first.why == Why::OutOfReach && topology.len() <= MOST_POINTS_TO_BRANCH => {
                let nodes = limits.with_nodes(limits.nodes / STATES_PER_NODE);
                solve_by_program(topology, Variant::Simple, &nodes, watch)
                    .map_err(|second| neither(limits, first, second))
            }
            answer => Ok(answer?),
        },
    }
}

/// The reason when both methods failed, the frontier method because the board is too wide.
fn neither(limits: &Limits, first: Unknown, second: Error) -> Error {
    match second {
        Error::Unknown(second) => Error::Unknown(match second.why {
            Why::OutOfReach => first,
            // More might help, so this is the reason; the limit is that of the whole job.
            Why::Nodes => error::states(limits.nodes),
            _ => second,
        }),
        other => other,
    }
}

/// Beyond this the integer program has no hope where the frontier method failed.
const MOST_POINTS_TO_BRANCH: usize = 150;
/// A node of the branch and bound takes as long as so many states, roughly.
const STATES_PER_NODE: u64 = 10_000;

/// Beyond this even the linear relaxation of a square takes seconds.
const MOST_POINTS_OF_A_PROGRAM: usize = 900;

/// The sides of a rectangular board with the shorter one as the width, and whether columns and rows were exchanged.
pub(crate) fn sides_of(topology: &Topology) -> Option<(Sides, bool)> {
    let (width, height) = topology.rectangle()?;
    let sides = Sides { width: width.min(height), height: width.max(height) };
    Some((sides, width > height))
}

/// The points of a pattern of rows.
pub(crate) fn points_of_pattern(sides: Sides, exchanged: bool, pattern: &[u64]) -> PointSet {
    let bit = |row: usize, column: usize| pattern[row] >> (sides.width - 1 - column) & 1 == 1;
    (0..sides.height)
        .flat_map(|row| (0..sides.width).map(move |column| (row, column)))
        .filter(|&(row, column)| bit(row, column))
        .map(|(row, column)| if exchanged { column * sides.height + row } else { row * sides.width + column })
        .map(|index| Point(index as u16))
        .collect()
}

/// The points that are empty, given in an order of filling.
pub(crate) fn points_in_order(order: &[usize], empties: &[bool]) -> PointSet {
    order.iter().zip(empties).filter(|(_, empty)| **empty).map(|(&p, _)| Point(p as u16)).collect()
}

fn solve_by_frontier(topology: &Arc<Topology>, limits: &Limits, watch: &Watch) -> Result<Optimum, Unknown> {
    if let Some((sides, exchanged)) = sides_of(topology) {
        let mut grid = Grid::new(sides, limits, watch)?;
        let best = prove(&mut grid, watch)?;
        let evidence = Evidence::Strips {
            empty: best.empty - 1,
            cuts: grid.split.cuts.clone(),
            overlap: grid.split.overlap,
            bound: grid.bound_at_start(),
            rows: best.sizes,
        };
        let empty = points_of_pattern(sides, exchanged, &best.board);
        return Optimum::new(topology, empty, Proof::Refuted(evidence), grid.states());
    }
    let mut graph = Graph::new(topology, is_bipartite(topology), limits, watch)?;
    let best = prove(&mut graph, watch)?;
    let evidence = Evidence::Frontier {
        empty: best.empty - 1,
        order: graph.frontier.order.clone(),
        weights: graph.weights.clone(),
        bound: graph.frontier.total,
        levels: best.sizes,
    };
    let empty = points_in_order(&graph.frontier.order, &best.board);
    debug_assert_eq!(graph.points(), topology.len());
    Optimum::new(topology, empty, Proof::Refuted(evidence), graph.states())
}

fn solve_by_program(
    topology: &Arc<Topology>,
    variant: Variant,
    limits: &Limits,
    watch: &Watch,
) -> Result<Optimum, Error> {
    if topology.len() > MOST_POINTS_OF_A_PROGRAM {
        let why = format!(
            "the integer program is for at most {MOST_POINTS_OF_A_PROGRAM} points; about 11x11 is feasible"
        );
        return Err(out_of_reach(topology.name(), &why).into());
    }
    let program = match (variant, topology.rectangle()) {
        (Variant::Simple, _) => Program::any_board(topology),
        (_, Some((width, height))) if width == height => Program::paper(width, variant),
        _ => {
            return Err(Error::NotOffered(format!(
                "the variant {} of the integer program is for square boards only: the variant simple is for all",
                variant.name()
            )));
        }
    };
    let solution = program.solve(limits, watch)?;
    let empty = points_in_order(&(0..topology.len()).collect::<Vec<_>>(), &solution.empty);
    Ok(Optimum::new(topology, empty, Proof::Branched { nodes: solution.nodes }, solution.nodes)?)
}

impl Optimum {
    /// Colours the stones and looks at the position once more with the rules of the game.
    fn new(topology: &Arc<Topology>, empty: PointSet, proof: Proof, states: u64) -> Result<Optimum, Unknown> {
        let setup = position(topology, &empty)
            .filter(|setup| count_strings(setup) == Ok(topology.len() - empty.len()))
            .ok_or_else(|| {
                contradiction(&format!("the board found on {} is not a legal position", topology.name()))
            })?;
        Ok(Optimum { topology: topology.clone(), empty, setup, proof, states })
    }

    /// The board.
    #[must_use]
    pub fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The largest number of strings: the number of stones, as every string is a single stone.
    #[must_use]
    pub fn strings(&self) -> usize {
        self.topology.len() - self.empty.len()
    }

    /// The empty points.
    #[must_use]
    pub fn empty(&self) -> &PointSet {
        &self.empty
    }

    /// The position with both colours. It is legal and has [`strings`](Optimum::strings) strings.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position as a diagram, for printing and for pictures.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        Diagram::new(self.setup.clone())
    }

    /// The position as text, one line for each row of the board: `X` black, `O` white, `.` empty.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        text_rows(&self.setup)
    }

    /// How the optimum was proved.
    #[must_use]
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The states, or nodes, that were made.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The certificate of the answer, which [`check`](crate::check) verifies; `None` if the integer program gave the answer,
    /// as a branch and bound leaves nothing short behind.
    #[must_use]
    pub fn certificate(&self) -> Option<Certificate> {
        match &self.proof {
            Proof::Refuted(evidence) => Some(Certificate::new(&self.setup, self.strings(), evidence.clone())),
            Proof::Branched { .. } => None,
        }
    }
}

/// The position of single stones with these empty points, as [`Optimum::setup`] gives it for the first optimum;
/// `None` if the stones cannot be coloured.
#[must_use]
pub fn setup_of(topology: &Arc<Topology>, empty: &PointSet) -> Option<Setup> {
    position(topology, empty)
}

/// The stones of a setup as text, one line for each row of the board: a [`Diagram`] without its frame.
#[must_use]
pub fn text_rows(setup: &Setup) -> Vec<String> {
    setup
        .topology
        .rows()
        .iter()
        .map(|row| {
            let cells = row.cells.iter().map(|cell| match cell {
                Some(point) => setup.stone(*point).map_or('.', tesuji_board::Color::letter),
                None => '_',
            });
            let text: Vec<String> = cells.map(String::from).collect();
            format!("{}{}", " ".repeat(row.indent), text.join(" "))
        })
        .collect()
}
