//! The linear solver, and what its answers are worth.
//!
//! `microlp` computes in floating point, so its answers are only proposals. A lower bound that may be trusted is made
//! from any multipliers of the rows, good or bad: if every row is multiplied by a number that is not negative and the
//! sum is minimised over each variable on its own, the result is a lower bound on the program (Lagrange). The best
//! multipliers are the solution of the dual program; the solver proposes them, they are rounded to whole multiples of
//! `1 / UNIT`, and [`proved_bound`] works out what they prove in whole numbers.

use microlp::{ComparisonOp, OptimizationDirection, Problem, Solution, Variable};

use tesuji_job::{Unknown, Why};

use super::Program;

/// Multipliers are counted in such parts of one.
const UNIT: i64 = 1 << 20;
/// No multiplier is larger, so that sums stay far below the range of whole numbers. Large multipliers are needed to
/// show that a node has no solution at all.
const LARGEST: f64 = 1000.0;

/// What is known of each variable in a node of the branch and bound.
pub(super) type Fixed = [Option<bool>];

/// A solved linear relaxation that can be solved again with variables fixed.
#[derive(Clone)]
pub(super) struct Relaxed {
    solution: Solution,
    variables: Vec<Variable>,
}

impl Relaxed {
    pub(super) fn new(program: &Program) -> Result<Relaxed, Unknown> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let variables: Vec<Variable> =
            program.costs.iter().map(|&cost| problem.add_var(cost as f64, (0.0, 1.0))).collect();
        for row in &program.rows {
            let terms: Vec<_> = row.terms.iter().map(|&(v, c)| (variables[v], c as f64)).collect();
            problem.add_constraint(&terms[..], ComparisonOp::Ge, row.at_least as f64);
        }
        let outcome = problem.solve().map_err(|error| failed(&error.to_string()))?;
        let solution = outcome.into_solution().map_err(|_| failed("it stopped early"))?;
        Ok(Relaxed { solution, variables })
    }

    pub(super) fn value(&self) -> f64 {
        self.solution.objective()
    }

    pub(super) fn values(&self) -> Vec<f64> {
        self.variables.iter().map(|&v| self.solution.var_value(v)).collect()
    }

    /// The relaxation with one more variable fixed; `None` if the solver finds no solution, or fails.
    pub(super) fn fix(&self, variable: usize, value: bool) -> Option<Relaxed> {
        let fixed = self.solution.clone().fix_var(self.variables[variable], f64::from(u8::from(value)));
        let solution = fixed.ok()?.into_solution().ok()?;
        Some(Relaxed { solution, variables: self.variables.clone() })
    }
}

fn failed(error: &str) -> Unknown {
    Unknown::new(Why::OutOfReach, format!("the linear solver failed: {error}"))
}

/// Multipliers for a node as the solver proposes them, in units; `None` if it fails.
pub(super) fn multipliers(program: &Program, fixed: &Fixed) -> Option<Vec<i64>> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let chosen = |variable: usize| fixed[variable] == Some(true);
    let mut columns: Vec<Vec<(Variable, f64)>> = vec![Vec::new(); program.costs.len()];
    let rows: Vec<Variable> = program
        .rows
        .iter()
        .map(|row| {
            let taken: i64 = row.terms.iter().filter(|t| chosen(t.0)).map(|t| t.1).sum();
            let variable = problem.add_var((row.at_least - taken) as f64, (0.0, LARGEST));
            for &(v, coefficient) in row.terms.iter().filter(|t| fixed[t.0].is_none()) {
                columns[v].push((variable, coefficient as f64));
            }
            variable
        })
        .collect();
    for (v, mut column) in columns.into_iter().enumerate().filter(|(v, _)| fixed[*v].is_none()) {
        column.push((problem.add_var(-1.0, (0.0, f64::INFINITY)), -1.0));
        problem.add_constraint(&column[..], ComparisonOp::Le, program.costs[v] as f64);
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    Some(
        rows.iter()
            .map(|&v| (solution.var_value(v).clamp(0.0, LARGEST) * UNIT as f64).round() as i64)
            .collect(),
    )
}

/// The lower bound on the program in a node that these multipliers prove, rounded up to a whole number.
pub(super) fn proved_bound(program: &Program, fixed: &Fixed, multipliers: &[i64]) -> i64 {
    // What each variable costs after the rows have been charged to it.
    let mut reduced: Vec<i64> = program.costs.iter().map(|&cost| cost * UNIT).collect();
    let mut bound = 0;
    for (row, &multiplier) in program.rows.iter().zip(multipliers) {
        let multiplier = multiplier.max(0);
        bound += row.at_least * multiplier;
        for &(v, coefficient) in &row.terms {
            reduced[v] -= coefficient * multiplier;
        }
    }
    for (reduced, known) in reduced.iter().zip(fixed) {
        bound += match known {
            Some(true) => *reduced,
            Some(false) => 0,
            None => (*reduced).min(0),
        };
    }
    bound.div_euclid(UNIT) + i64::from(bound.rem_euclid(UNIT) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::draw::generator;
    use rand_chacha::rand_core::Rng;
    use tesuji_job::Watch;

    /// The cheapest solution of a node, by trying all assignments.
    fn cheapest(program: &Program, fixed: &Fixed) -> Option<i64> {
        let count = program.costs.len();
        (0..1u32 << count)
            .map(|bits| (0..count).map(|v| bits >> v & 1 == 1).collect::<Vec<bool>>())
            .filter(|assignment| {
                fixed.iter().zip(assignment).all(|(known, value)| known.is_none_or(|k| k == *value))
            })
            .filter(|assignment| program.admits(assignment))
            .map(|assignment| assignment.iter().filter(|&&taken| taken).count() as i64)
            .min()
    }

    /// Whatever the multipliers are, the bound is never above the truth; whole and half units meet it exactly.
    #[test]
    fn no_multipliers_prove_too_much() {
        let program = Program::paper(3, Variant::Both);
        let mut random = generator(1, 0);
        let mut exact = 0;
        for _ in 0..1500 {
            let fixed: Vec<Option<bool>> = (0..program.costs.len())
                .map(|_| [None, None, None, Some(true), Some(false)][random.next_u32() as usize % 5])
                .collect();
            let multipliers: Vec<i64> = program
                .rows
                .iter()
                .map(|_| i64::from(random.next_u32() % 5) * (UNIT / 4) - UNIT / 4)
                .collect();
            let bound = proved_bound(&program, &fixed, &multipliers);
            if let Some(truth) = cheapest(&program, &fixed) {
                assert!(bound <= truth, "{fixed:?} {multipliers:?}");
                exact += usize::from(bound == truth);
            }
        }
        assert!(exact > 0);
    }

    /// What the solver proposes proves as much as the relaxation promises.
    #[test]
    fn proposals_are_good() {
        for n in 2..=9 {
            for variant in Variant::ALL {
                let program = Program::paper(n, variant);
                let fixed = vec![None; program.costs.len()];
                let bound = proved_bound(&program, &fixed, &multipliers(&program, &fixed).unwrap());
                assert_eq!(
                    bound,
                    (program.relaxation(&Watch::unwatched()).unwrap() - 1e-4).ceil() as i64,
                    "{n} {variant:?}"
                );
            }
        }
    }
}
