//! The problem as a 0-1 integer program (spec, section 3; paper, chapters 3 and 4).
//!
//! A [`Program`] is a plain list of rows over 0-1 variables, to be minimised: the paper's program for square boards
//! in its four variants ([`Program::paper`]), or the one for any board ([`Program::any_board`]). `branch.rs` solves
//! it, `relax.rs` talks to the linear solver.

mod branch;
mod relax;

use tesuji_board::Topology;

use crate::graph::order::neighbor_lists;
use crate::graph::weights::maximal_cliques;
use crate::limits::{Limits, Observer, Unsolved};
use crate::parity::is_bipartite;

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
    /// let relaxed = Program::paper(11, Variant::Both).relaxation().unwrap();
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
    /// [`Unsolved::Solver`] if the linear solver gives up.
    pub fn relaxation(&self) -> Result<f64, Unsolved> {
        Ok(relax::Relaxed::new(self)?.value())
    }

    /// The optimum by branch and bound over the linear relaxation. Floating point proposes, whole numbers decide.
    ///
    /// # Errors
    /// [`Unsolved`] if a limit is reached, the observer stops it, or the linear solver fails.
    pub fn solve(&self, limits: &Limits, observer: &mut Observer<'_>) -> Result<ProgramSolution, Unsolved> {
        branch::solve(self, limits, observer)
    }
}
