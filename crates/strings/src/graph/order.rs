//! In which order to fill a board.
//!
//! The number of states grows with the number of points that are filled but still have unfilled neighbours: the
//! frontier. Finding the best order is as hard as the whole problem, so a few natural orders are compared: as the
//! points are numbered (row by row on the lattices), across, and from several corners always the point that
//! keeps the frontier smallest.

use tesuji_board::Topology;
use tesuji_job::{Watch, Why};

/// How much one more point in the frontier multiplies the states, roughly: 1 + sqrt 2, as on grids.
const GROWTH: f64 = 2.414;
/// The number of points greedy orders start from.
const STARTS: usize = 24;

/// Neighbour lists by index, the form in which this crate uses a graph.
pub(crate) fn neighbor_lists(topology: &Topology) -> Vec<Vec<usize>> {
    topology.points().map(|p| topology.neighbors(p).iter().map(|n| n.index()).collect()).collect()
}

/// A good order.
pub(crate) fn good_order(topology: &Topology, watch: &Watch) -> Result<Vec<usize>, Why> {
    let around = neighbor_lists(topology);
    let count = around.len();
    let mut across: Vec<usize> = (0..count).collect();
    across.sort_by(|&a, &b| {
        let place = |index: usize| topology.place_of(tesuji_board::Point(index as u16));
        place(a).0.total_cmp(&place(b).0).then(place(a).1.total_cmp(&place(b).1))
    });
    let mut candidates = vec![(0..count).collect(), across];
    let mut starts: Vec<usize> = (0..count).collect();
    starts.sort_by_key(|&p| (around[p].len(), p));
    // A greedy order looks at every open point in every step; on very large boards one of them is enough.
    starts.truncate(if count <= 2000 { STARTS } else { 1 });
    for start in starts {
        candidates.push(greedy(&around, start, watch)?);
    }
    let (mut best, mut best_cost) = (Vec::new(), f64::INFINITY);
    for order in candidates {
        let cost: f64 = frontier_sizes(&around, &order).map(|size| GROWTH.powi(size as i32)).sum();
        if cost < best_cost {
            (best, best_cost) = (order, cost);
        }
    }
    Ok(best)
}

/// The number of points in the frontier after each step.
pub(crate) fn frontier_sizes<'a>(
    around: &'a [Vec<usize>],
    order: &'a [usize],
) -> impl Iterator<Item = usize> + 'a {
    let mut unfilled: Vec<usize> = around.iter().map(Vec::len).collect();
    let mut filled = vec![false; around.len()];
    let mut size = 0;
    order.iter().map(move |&point| {
        filled[point] = true;
        size += usize::from(unfilled[point] > 0);
        for &next in &around[point] {
            unfilled[next] -= 1;
            size -= usize::from(filled[next] && unfilled[next] == 0);
        }
        size
    })
}

/// Always the point that adds least to the frontier, the one longest next to it among equals.
fn greedy(around: &[Vec<usize>], start: usize, watch: &Watch) -> Result<Vec<usize>, Why> {
    let mut unfilled: Vec<usize> = around.iter().map(Vec::len).collect();
    let mut filled = vec![false; around.len()];
    let mut seen = vec![usize::MAX; around.len()];
    let mut open = vec![start];
    let mut order = Vec::with_capacity(around.len());
    seen[start] = 0;
    while order.len() < around.len() {
        watch.check()?;
        let growth = |p: usize| {
            let closed = around[p].iter().filter(|&&n| filled[n] && unfilled[n] == 1).count();
            i64::from(unfilled[p] > 0) - closed as i64
        };
        let choice = open.iter().enumerate().min_by_key(|&(_, &p)| (growth(p), seen[p], p));
        let Some((place, &point)) = choice else {
            // Another part of the board that nothing filled so far touches.
            let next = (0..around.len()).find(|&p| !filled[p]);
            open.extend(next);
            continue;
        };
        open.swap_remove(place);
        filled[point] = true;
        order.push(point);
        for &next in &around[point] {
            unfilled[next] -= 1;
            if !filled[next] && seen[next] == usize::MAX {
                seen[next] = order.len();
                open.push(next);
            }
        }
    }
    Ok(order)
}
