//! The problem as a 0-1 integer program (spec, section 3; paper, chapters 3 and 4).
//!
//! A [`Program`] is a plain list of rows over 0-1 variables, to be minimised: the paper's program for square boards
//! in its four variants ([`Program::paper`]), or the one for any board ([`Program::any_board`]). `branch.rs` solves
//! it, `relax.rs` talks to the linear solver.
//!
//! The solver cannot be stopped, so it is not given more than it can do in seconds ([`MOST_CELLS`]), and works
//! [aside](crate::aside).

mod branch;
mod relax;

use tesuji_board::Topology;
use tesuji_job::{Limits, Unknown, Watch, Why};

use crate::aside::aside;
use crate::graph::order::neighbor_lists;
use crate::graph::weights::maximal_cliques;
use crate::parity::is_bipartite;

/// The largest product of variables and rows. At this size the linear solver took 3 to 7 seconds for one relaxation on
/// boards with triangles or odd circles, 1 second on the largest squares; four times as large it was minutes.
const MOST_CELLS: usize = 4_000_000;

/// Which of the paper's additional inequalities are used (chapter 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Domination alone (section 3.2).
    Simple,
    /// One of five points near each corner is empty (section 4.2).
    Corner,
    /// Reflections are excluded by the points in the centre (section 4.3).
    Center,
    /// Both.
    Both,
}

impl Variant {
    /// All four, in the order of the paper's tables.
    pub const ALL: [Variant; 4] = [Variant::Simple, Variant::Corner, Variant::Center, Variant::Both];

    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Variant::Simple => "simple",
            Variant::Corner => "corner",
            Variant::Center => "centre",
            Variant::Both => "both",
        }
    }

    fn uses_corner(self) -> bool {
        matches!(self, Variant::Corner | Variant::Both)
    }

    fn uses_center(self) -> bool {
        matches!(self, Variant::Center | Variant::Both)
    }
}

/// A row `sum of coefficient * variable >= at_least`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramRow {
    /// Pairs of a variable and its coefficient, ascending.
    pub terms: Vec<(usize, i64)>,
    /// The right-hand side.
    pub at_least: i64,
}

/// Minimise a sum of 0-1 variables subject to rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The cost of each variable. The first variables say which points are empty, with cost 1.
    pub costs: Vec<i64>,
    /// The rows.
    pub rows: Vec<ProgramRow>,
    /// The number of points.
    pub points: usize,
}

/// The answer of [`Program::solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramSolution {
    /// For each point whether it is empty.
    pub empty: Vec<bool>,
    /// The number of empty points.
    pub value: usize,
    /// Nodes of the branch and bound.
    pub nodes: u64,
}

impl Program {
    /// The paper's program for the square board of side `n`.
    ///
    /// ```
    /// use tesuji_strings::{Program, Variant};
    /// let relaxed = Program::paper(11, Variant::Both).relaxation(&tesuji_job::Watch::unwatched()).unwrap();
    /// assert_eq!(format!("{relaxed:.4}"), "27.1064"); // table 3
    /// ```
    #[must_use]
    pub fn paper(n: usize, variant: Variant) -> Program {
        let points = n * n;
        let mut program = Program { costs: vec![1; points], rows: Vec::new(), points };
        for p in 0..points {
            let (row, column) = (p / n, p % n);
            let mut covering = vec![p];
            covering.extend((row > 0).then(|| p - n));
            covering.extend((row + 1 < n).then(|| p + n));
            covering.extend((column > 0).then(|| p - 1));
            covering.extend((column + 1 < n).then(|| p + 1));
            program.at_least_one(&covering);
        }
        if variant.uses_corner() && n >= 3 {
            program.corner_rows(n);
        }
        if variant.uses_center() && n >= 2 {
            program.center_rows(n);
        }
        program
    }

    /// Theorem 4: `x13 + x22 + x23 + x31 + x32 >= 1`, and the same at the other corners.
    fn corner_rows(&mut self, n: usize) {
        let near = [(0, 2), (1, 1), (1, 2), (2, 0), (2, 1)];
        for (down, right) in [(false, false), (false, true), (true, false), (true, true)] {
            let turn = |far: bool, place: usize| if far { n - 1 - place } else { place };
            let row: Vec<usize> = near.iter().map(|&(r, c)| turn(down, r) * n + turn(right, c)).collect();
            self.at_least_one(&row);
        }
    }

    /// Section 4.3. The paper's coordinates start at 1.
    fn center_rows(&mut self, n: usize) {
        let at = |row: usize, column: usize| (row - 1) * n + column - 1;
        if n.is_multiple_of(2) {
            let c = n / 2;
            self.at_most(at(c, c), at(c, c + 1));
            self.at_most(at(c, c), at(c + 1, c));
            self.at_most(at(c, c), at(c + 1, c + 1));
            self.at_most(at(c + 1, c), at(c, c + 1));
            self.at_most(at(c + 1, c + 1), at(c, c + 1));
        } else {
            let c = n.div_ceil(2);
            self.at_most(at(c, c - 1), at(c - 1, c));
            self.at_most(at(c, c - 1), at(c, c + 1));
            self.at_most(at(c, c - 1), at(c + 1, c));
            self.at_most(at(c + 1, c), at(c - 1, c));
            self.at_most(at(c, c + 1), at(c - 1, c));
            self.at_least_one(&[at(c, c), at(c - 1, c)]);
        }
    }

    /// The program for any board: domination, cliques, and two colours where the board is not bipartite.
    ///
    /// With `e` for empty and `b` for black, white is what remains, so `b_u + b_v <= 1` and `w_u + w_v <= 1` of the
    /// spec become `-b_u - b_v >= -1` and `e_u + b_u + e_v + b_v >= 1`.
    #[must_use]
    pub fn any_board(topology: &Topology) -> Program {
        let around = neighbor_lists(topology);
        let points = around.len();
        let mut program = Program { costs: vec![1; points], rows: Vec::new(), points };
        for (p, list) in around.iter().enumerate() {
            let covering: Vec<usize> = list.iter().copied().chain([p]).collect();
            program.at_least_one(&covering);
        }
        if is_bipartite(topology) {
            return program;
        }
        for clique in maximal_cliques(&around) {
            let need = clique.len() as i64 - 2;
            program.push(clique.iter().map(|&p| (p, 1)).collect(), need);
        }
        program.costs.resize(2 * points, 0);
        for p in 0..points {
            program.push(vec![(p, -1), (points + p, -1)], -1);
        }
        for (a, b) in topology.edges() {
            let (a, b) = (a.index(), b.index());
            program.push(vec![(points + a, -1), (points + b, -1)], -1);
            program.push(vec![(a, 1), (points + a, 1), (b, 1), (points + b, 1)], 1);
        }
        // The colours may be exchanged, so the first point is not white.
        program.push(vec![(0, 1), (points, 1)], 1);
        program
    }

    fn push(&mut self, mut terms: Vec<(usize, i64)>, at_least: i64) {
        terms.sort_unstable();
        self.rows.push(ProgramRow { terms, at_least });
    }

    fn at_least_one(&mut self, variables: &[usize]) {
        self.push(variables.iter().map(|&v| (v, 1)).collect(), 1);
    }

    fn at_most(&mut self, smaller: usize, larger: usize) {
        self.push(vec![(smaller, -1), (larger, 1)], 0);
    }

    /// Whether an assignment satisfies every row, in whole numbers.
    #[must_use]
    pub fn admits(&self, assignment: &[bool]) -> bool {
        let value = |variable: usize| i64::from(assignment.get(variable).copied().unwrap_or(false));
        self.rows.iter().all(|row| row.terms.iter().map(|&(v, c)| c * value(v)).sum::<i64>() >= row.at_least)
    }

    /// The optimum of the linear relaxation, in floating point (the paper's table 3).
    ///
    /// # Errors
    /// [`Unknown`] if the program is too large, the linear solver gives up, or somebody stops it.
    pub fn relaxation(&self, watch: &Watch) -> Result<f64, Unknown> {
        self.check_size()?;
        let program = self.clone();
        aside(watch, move |_| relax::Relaxed::new(&program).map(|relaxed| relaxed.value()))?
    }

    /// The optimum by branch and bound over the linear relaxation. Floating point proposes, whole numbers decide.
    ///
    /// # Errors
    /// [`Unknown`] if a limit is reached, somebody stops it, the program is too large, or the linear solver fails.
    pub fn solve(&self, limits: &Limits, watch: &Watch) -> Result<ProgramSolution, Unknown> {
        self.check_size()?;
        let (program, limits) = (self.clone(), *limits);
        aside(watch, move |watch| branch::solve(&program, &limits, watch))?
    }

    fn check_size(&self) -> Result<(), Unknown> {
        let (variables, rows) = (self.costs.len(), self.rows.len());
        if variables.saturating_mul(rows) <= MOST_CELLS {
            return Ok(());
        }
        let sentence = format!(
            "the integer program is out of reach: it has {variables} variables and {rows} rows; their product may be \
             at most {MOST_CELLS}, as the linear solver would take too long, and about 11x11 is feasible"
        );
        Err(Unknown::new(Why::OutOfReach, sentence))
    }

    /// What an open node takes, with the factors that the linear solver keeps: a little more than was measured on
    /// squares, tori, hexagons and random graphs.
    fn bytes_of_node(&self) -> u64 {
        let terms: usize = self.rows.iter().map(|row| row.terms.len()).sum();
        (5_000 * self.costs.len() + 110 * terms) as u64
    }
}
