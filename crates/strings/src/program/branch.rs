//! Branch and bound, depth first.
//!
//! A node fixes some variables. If its relaxation looks too expensive, or looks impossible, the node is closed, but only
//! after [`proved_bound`] has confirmed it in whole numbers; otherwise a variable is chosen, first with value 1
//! and then with value 0. Every solution that is accepted satisfies all rows in whole numbers. So rounding in the
//! solver can cost time, never the answer.

use tesuji_job::{Limits, Progress, Unknown, Watch};

use super::relax::{Relaxed, multipliers, proved_bound};
use super::{Program, ProgramSolution};
use crate::error::{memory, stage, states};

/// How far from a whole number a value may be and still be taken for one when a solution is proposed.
const NEAR: f64 = 1e-6;

struct Node {
    fixed: Vec<Option<bool>>,
    relaxed: Option<Relaxed>,
}

pub(super) fn solve(program: &Program, limits: &Limits, watch: &Watch) -> Result<ProgramSolution, Unknown> {
    // A node is counted when its relaxation is solved, which is what takes the time.
    let mut nodes = 0;
    let mut count_node = || {
        watch.check()?;
        nodes += 1;
        if nodes > limits.nodes { Err(states(limits.nodes)) } else { Ok(()) }
    };
    count_node()?;
    let root = Node { fixed: vec![None; program.costs.len()], relaxed: Some(Relaxed::new(program)?) };
    // All points empty is always a solution of the programs of this crate.
    let mut best: Vec<bool> = (0..program.costs.len()).map(|v| v < program.points).collect();
    let mut best_value = cost(program, &best);
    let mut open = vec![root];
    let mut done = 0;
    let mut proposals: Vec<Vec<i64>> = Vec::new();
    while let Some(node) = open.pop() {
        done += 1;
        // Not told after a stop: nobody may be listening any more.
        watch.check()?;
        let known = done + open.len() as u64;
        watch.look(|| Progress { nodes: known, ..Progress::counted(stage::BRANCHING, done, Some(known)) })?;
        let hopeless = node.relaxed.as_ref().is_none_or(|r| (r.value() - NEAR).ceil() >= best_value as f64);
        if hopeless && is_closed(program, &node, best_value, &mut proposals) {
            continue;
        }
        let values = node.relaxed.as_ref().map(Relaxed::values);
        if let Some(better) = proposed(program, &node, values.as_deref())
            && cost(program, &better) < best_value
        {
            best_value = cost(program, &better);
            best = better;
        }
        if let Some(variable) = branching_variable(program, &node, values.as_deref()) {
            // The last one pushed is taken first.
            for value in [false, true] {
                count_node()?;
                let mut fixed = node.fixed.clone();
                fixed[variable] = Some(value);
                let relaxed = node.relaxed.as_ref().and_then(|r| r.fix(variable, value));
                open.push(Node { fixed, relaxed });
            }
            let held = open.len() as u64 * program.bytes_of_node();
            if held > limits.memory {
                return Err(memory(held, limits.memory));
            }
        }
    }
    let empty = best[..program.points].to_vec();
    Ok(ProgramSolution { value: empty.iter().filter(|&&e| e).count(), empty, nodes })
}

fn cost(program: &Program, assignment: &[bool]) -> i64 {
    program.costs.iter().zip(assignment).map(|(cost, &taken)| cost * i64::from(taken)).sum()
}

/// Whether it is proved that the node holds nothing better. Multipliers that closed other nodes are tried first.
fn is_closed(program: &Program, node: &Node, best_value: i64, proposals: &mut Vec<Vec<i64>>) -> bool {
    const REMEMBERED: usize = 4;
    if proposals.iter().any(|m| proved_bound(program, &node.fixed, m) >= best_value) {
        return true;
    }
    let Some(fresh) = multipliers(program, &node.fixed) else { return false };
    let closed = proved_bound(program, &node.fixed, &fresh) >= best_value;
    if closed {
        proposals.insert(0, fresh);
        proposals.truncate(REMEMBERED);
    }
    closed
}

/// The assignment of a node: what is fixed, and the rest as the relaxation has it. `None` unless all rows hold.
fn proposed(program: &Program, node: &Node, values: Option<&[f64]>) -> Option<Vec<bool>> {
    let assignment: Vec<bool> = node
        .fixed
        .iter()
        .enumerate()
        .map(|(v, known)| known.unwrap_or_else(|| values.is_some_and(|values| values[v] > 0.5)))
        .collect();
    program.admits(&assignment).then_some(assignment)
}

/// The free variable that is least decided, those of the points first; `None` if all are fixed.
fn branching_variable(program: &Program, node: &Node, values: Option<&[f64]>) -> Option<usize> {
    let free = (0..program.costs.len()).filter(|&v| node.fixed[v].is_none());
    let Some(values) = values else { return free.into_iter().next() };
    let undecided = |v: &usize| {
        let distance = (values[*v] - 0.5).abs();
        (*v >= program.points, (distance * 1e6) as i64, *v)
    };
    free.min_by_key(undecided)
}
