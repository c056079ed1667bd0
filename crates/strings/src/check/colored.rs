//! A second, plain refutation on any board.
//!
//! The letters of the spec's section 1: empty, or a stone of either colour with or without a liberty (on bipartite boards
//! one colour stands for both, as the chess-board pattern takes care of it). States are plain lists of letters for
//! all points of the frontier. The loss is worked out from its definition in `graph/weights.rs`: the scale for
//! each empty point, less what the points and cliques pay.

use tesuji_job::{Limits, Progress, Unknown, Watch};

use crate::certificate::Weights;
use crate::error::{memory, stage, states};
use crate::sorting::Sorting;

/// States between two looks at the watch.
const STATES_BETWEEN_LOOKS: usize = 1 << 12;

const EMPTY: u8 = 0;
/// A stone with a liberty is 1 (first colour) or 2; without one it is 3 or 4.
const BARE: u8 = 2;

fn color(letter: u8) -> u8 {
    (letter - 1) % 2
}

fn is_bare(letter: u8) -> bool {
    letter > BARE
}

/// Whether no board has only `empty` empty points, and the number of states made.
pub(super) fn refute(
    around: &[Vec<usize>],
    order: &[usize],
    weights: &Weights,
    bipartite: bool,
    empty: usize,
    limits: &Limits,
    watch: &Watch,
) -> Result<(bool, u64), Unknown> {
    let scale = i64::from(weights.scale);
    // What is spent on empty points and not yet paid for; at the end every weight has been paid once.
    let budget = scale * empty as i64 - weights.total() as i64;
    let mut filled = vec![false; around.len()];
    let mut frontier: Vec<usize> = Vec::new();
    let mut level: Vec<(Vec<u8>, i64)> = vec![(Vec::new(), 0)];
    let mut made = 0;
    for (done, &point) in order.iter().enumerate() {
        let slot_of = |p: usize| frontier.iter().position(|&q| q == p);
        let beside: Vec<usize> = around[point].iter().filter_map(|&p| slot_of(p)).collect();
        let ahead: Vec<(usize, Vec<usize>)> = around[point]
            .iter()
            .filter(|&&p| !filled[p])
            .map(|&p| (p, around[p].iter().filter_map(|&q| slot_of(q)).collect()))
            .collect();
        let cliques: Vec<(i64, usize, Vec<usize>)> = weights
            .cliques
            .iter()
            .filter(|clique| clique.points.contains(&point))
            .map(|clique| {
                let others: Vec<usize> = clique.points.iter().filter_map(|&p| slot_of(p)).collect();
                (i64::from(clique.weight), clique.points.len() - 2, others)
            })
            .collect();
        filled[point] = true;
        let mut with_new = frontier.clone();
        with_new.push(point);
        let stays: Vec<bool> = with_new.iter().map(|&p| around[p].iter().any(|&q| !filled[q])).collect();

        // Each state has its letters in a place of their own.
        let each = (64 + frontier.len() as u64) / 32;
        let room = |bytes: u64| {
            let bytes = bytes * each;
            if bytes > limits.memory { Err(memory(bytes, limits.memory)) } else { Ok(()) }
        };
        let mut sorting = Sorting::new(watch, &room);
        for (number, (letters, loss)) in level.iter().enumerate() {
            if number % STATES_BETWEEN_LOOKS == 0 {
                watch.check()?;
            }
            let covered = beside.iter().any(|&slot| letters[slot] == EMPTY);
            // An empty point: paid by each point it covers first, and by each clique that is not yet satisfied.
            let mut paid = if covered { 0 } else { i64::from(weights.points[point]) };
            let mut emptied = letters.clone();
            for &slot in &beside {
                if is_bare(letters[slot]) {
                    paid += i64::from(weights.points[frontier[slot]]);
                    emptied[slot] -= BARE;
                }
            }
            for (p, covering) in &ahead {
                if covering.iter().all(|&slot| letters[slot] != EMPTY) {
                    paid += i64::from(weights.points[*p]);
                }
            }
            for (weight, due, others) in &cliques {
                // Members that are not filled yet can only take the places that are left.
                if others.iter().filter(|&&slot| letters[slot] == EMPTY).count() < *due {
                    paid += weight;
                }
            }
            emptied.push(EMPTY);
            let mut results = vec![(emptied, loss + scale - paid)];
            // A stone of either colour that differs from its neighbours.
            let colors: &[u8] = if bipartite { &[0] } else { &[0, 1] };
            for &own in colors {
                let clash = |slot: &usize| letters[*slot] != EMPTY && color(letters[*slot]) == own;
                if bipartite || !beside.iter().any(clash) {
                    let mut placed = letters.clone();
                    placed.push(1 + own + if covered { 0 } else { BARE });
                    results.push((placed, *loss));
                }
            }
            for (letters, loss) in results {
                let lost_for_ever = letters.iter().zip(&stays).any(|(&l, &stays)| !stays && is_bare(l));
                if loss <= budget && !lost_for_ever {
                    let kept = letters.iter().zip(&stays).filter(|(_, stays)| **stays).map(|(&l, _)| l);
                    sorting.push((kept.collect::<Vec<u8>>(), loss))?;
                }
            }
        }
        let next = sorting.finish()?;
        frontier = with_new.iter().zip(&stays).filter(|(_, stays)| **stays).map(|(&p, _)| p).collect();
        made += next.len() as u64;
        let bytes = (level.len() + next.capacity()) as u64 * (64 + frontier.len() as u64);
        if bytes > limits.memory {
            return Err(memory(bytes, limits.memory));
        }
        if made > limits.nodes {
            return Err(states(limits.nodes));
        }
        level = next;
        let (done, total) = (done as u64 + 1, Some(order.len() as u64));
        watch.look(|| Progress { nodes: made, ..Progress::counted(stage::CHECKING, done, total) })?;
    }
    Ok((level.is_empty(), made))
}
