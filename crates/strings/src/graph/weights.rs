//! Weights that make loss meaningful on any board.
//!
//! On a grid every empty point covers five points, and what it covers twice is lost. A board with edges, holes
//! and triangles needs finer scales: a weight for each point, paid to the first empty point that covers it, and a
//! weight for each clique, which must contain at least its size minus two empty points (else three of its stones
//! are mutual neighbours and two colours do not suffice). If no point can earn more than [`SCALE`] from all the
//! weights it could be paid, then
//!
//! ```text
//! SCALE * empty = sum of weights + what was not earned + what was paid twice
//! ```
//!
//! and the last two, the **loss**, never fall while the board is filled. The weights come from the dual of the
//! linear relaxation, but nothing depends on the solver being right: they are rounded to whole numbers and made to
//! keep the rule exactly. Bad weights only make the search slower.

use microlp::{ComparisonOp, OptimizationDirection, Problem};
use serde::{Deserialize, Serialize};

/// What an empty point can earn at most; divisible by the sizes of most neighbourhoods.
pub(crate) const SCALE: u32 = 10_080;
/// Boards of more points get simple weights, as the linear program would take longer than it saves.
const MOST_POINTS: usize = 700;
/// Not more cliques than this are used.
const MOST_CLIQUES: usize = 5_000;

/// A clique of at least three points with its weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeightedClique {
    /// The points, ascending.
    pub points: Vec<usize>,
    /// Paid for each of its first `points - 2` empty points.
    pub weight: u32,
}

/// Whole-number weights for points and cliques.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights {
    /// What an empty point may earn at most.
    pub scale: u32,
    /// For each point, what the first empty point that covers it earns.
    pub points: Vec<u32>,
    /// Weights of cliques.
    pub cliques: Vec<WeightedClique>,
}

impl Weights {
    /// Weights for a board given by neighbour lists.
    pub(crate) fn new(around: &[Vec<usize>]) -> Weights {
        let cliques = maximal_cliques(around);
        let relaxed = if around.len() <= MOST_POINTS { relaxed_weights(around, &cliques) } else { None };
        let mut weights = relaxed.unwrap_or_else(|| {
            let most = around.iter().map(|list| list.len() + 1).max().unwrap_or(1) as u32;
            Weights { scale: SCALE, points: vec![SCALE / most; around.len()], cliques: Vec::new() }
        });
        weights.repair(around);
        weights
    }

    /// What each point would earn if nothing was paid twice.
    pub(crate) fn earnings(&self, around: &[Vec<usize>]) -> Vec<u64> {
        let mut earned: Vec<u64> = around
            .iter()
            .enumerate()
            .map(|(p, list)| list.iter().chain([&p]).map(|&n| u64::from(self.points[n])).sum())
            .collect();
        for clique in &self.cliques {
            for &p in &clique.points {
                earned[p] += u64::from(clique.weight);
            }
        }
        earned
    }

    /// The sum of all that must be paid.
    pub(crate) fn total(&self) -> u64 {
        let cliques = self.cliques.iter().map(|c| u64::from(c.weight) * (c.points.len() as u64 - 2));
        self.points.iter().map(|&w| u64::from(w)).sum::<u64>() + cliques.sum::<u64>()
    }

    /// Takes from the weights whatever breaks the rule, so that it holds whatever the solver did.
    fn repair(&mut self, around: &[Vec<usize>]) {
        for p in 0..around.len() {
            let mut excess = self.earnings_of(around, p).saturating_sub(u64::from(self.scale));
            for place in around[p].iter().copied().chain([p]) {
                let cut = excess.min(u64::from(self.points[place]));
                self.points[place] -= cut as u32;
                excess -= cut;
            }
            for clique in self.cliques.iter_mut().filter(|c| c.points.contains(&p)) {
                let cut = excess.min(u64::from(clique.weight));
                clique.weight -= cut as u32;
                excess -= cut;
            }
        }
        self.cliques.retain(|clique| clique.weight > 0);
    }

    fn earnings_of(&self, around: &[Vec<usize>], p: usize) -> u64 {
        let points: u64 = around[p].iter().chain([&p]).map(|&n| u64::from(self.points[n])).sum();
        let cliques = self.cliques.iter().filter(|c| c.points.contains(&p));
        points + cliques.map(|c| u64::from(c.weight)).sum::<u64>()
    }
}

/// The dual of the linear relaxation, rounded down. `None` if the solver fails.
fn relaxed_weights(around: &[Vec<usize>], cliques: &[Vec<usize>]) -> Option<Weights> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let points: Vec<_> = around.iter().map(|_| problem.add_var(1.0, (0.0, 1.0))).collect();
    let by_clique: Vec<_> =
        cliques.iter().map(|clique| problem.add_var(clique.len() as f64 - 2.0, (0.0, 1.0))).collect();
    for (p, list) in around.iter().enumerate() {
        let mut row: Vec<_> = list.iter().chain([&p]).map(|&n| (points[n], 1.0)).collect();
        row.extend(cliques.iter().zip(&by_clique).filter(|(c, _)| c.contains(&p)).map(|(_, &v)| (v, 1.0)));
        problem.add_constraint(&row[..], ComparisonOp::Le, 1.0);
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let whole = |variable| (solution.var_value(variable).clamp(0.0, 1.0) * f64::from(SCALE) + 1e-4) as u32;
    Some(Weights {
        scale: SCALE,
        points: points.iter().map(|&v| whole(v)).collect(),
        cliques: cliques
            .iter()
            .zip(by_clique)
            .map(|(points, variable)| WeightedClique { points: points.clone(), weight: whole(variable) })
            .collect(),
    })
}

/// The maximal cliques of three points or more, as many as are wanted.
pub(crate) fn maximal_cliques(around: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Cliques { around, found: Vec::new(), steps: 0 };
    for (p, list) in around.iter().enumerate() {
        let (later, earlier) = list.iter().copied().partition(|&n| n > p);
        search.extend(&mut vec![p], later, earlier);
    }
    search.found
}

/// The search of Bron and Kerbosch with pivots.
struct Cliques<'a> {
    around: &'a [Vec<usize>],
    found: Vec<Vec<usize>>,
    steps: usize,
}

impl Cliques<'_> {
    /// `wanted` can extend the clique; `done` could as well, but has been tried.
    fn extend(&mut self, clique: &mut Vec<usize>, mut wanted: Vec<usize>, mut done: Vec<usize>) {
        self.steps += 1;
        if self.found.len() >= MOST_CLIQUES || self.steps > 20 * MOST_CLIQUES {
            return;
        }
        let around = self.around;
        let near = |p: usize, list: &[usize]| -> Vec<usize> {
            list.iter().copied().filter(|n| around[p].binary_search(n).is_ok()).collect()
        };
        // A maximal clique holds the pivot or a point that is no neighbour of it.
        let pivot = wanted.iter().chain(&done).copied().max_by_key(|&p| near(p, &wanted).len());
        let Some(pivot) = pivot else {
            if clique.len() >= 3 {
                let mut points = clique.clone();
                points.sort_unstable();
                self.found.push(points);
            }
            return;
        };
        let beside_pivot = near(pivot, &wanted);
        let branches: Vec<usize> = wanted.iter().copied().filter(|p| !beside_pivot.contains(p)).collect();
        for p in branches {
            let (next_wanted, next_done) = (near(p, &wanted), near(p, &done));
            clique.push(p);
            self.extend(clique, next_wanted, next_done);
            clique.pop();
            wanted.retain(|&q| q != p);
            done.push(p);
        }
    }
}
