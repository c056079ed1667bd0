//! What leads back to itself in a graph.

use rustc_hash::FxHashMap;

/// A vertex whose edges are being followed.
struct Open {
    vertex: u32,
    /// Its number in the order of discovery, and the lowest one that it leads to.
    number: u32,
    low: u32,
    targets: Vec<u32>,
    next: usize,
}

/// The strongly connected parts of what can be reached from these vertices, each after all that it leads to (Tarjan's algorithm).
pub(crate) fn knots<E>(
    roots: &[u32],
    mut targets: impl FnMut(u32) -> Result<Vec<u32>, E>,
) -> Result<Vec<Vec<u32>>, E> {
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    let mut found = Vec::new();
    let mut waiting: Vec<u32> = Vec::new();
    /// The number of a vertex whose part is complete: it is lower than nothing.
    const DONE: u32 = u32::MAX;
    for &root in roots {
        if numbers.contains_key(&root) {
            continue;
        }
        let mut path: Vec<Open> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(vertex) = enter.take() {
                let number = numbers.len() as u32;
                numbers.insert(vertex, number);
                waiting.push(vertex);
                path.push(Open { vertex, number, low: number, targets: targets(vertex)?, next: 0 });
            }
            let Some(top) = path.last_mut() else { break };
            if let Some(&target) = top.targets.get(top.next) {
                top.next += 1;
                match numbers.get(&target) {
                    Some(&number) => top.low = top.low.min(number),
                    None => enter = Some(target),
                }
                continue;
            }
            let Some(done) = path.pop() else { break };
            if let Some(before) = path.last_mut() {
                before.low = before.low.min(done.low);
            }
            if done.low == done.number {
                let first = waiting.iter().rposition(|&vertex| vertex == done.vertex).unwrap_or(0);
                let part: Vec<u32> = waiting.drain(first..).collect();
                for &vertex in &part {
                    numbers.insert(vertex, DONE);
                }
                found.push(part);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_come_after_what_they_lead_to() {
        let edges: [&[u32]; 6] = [&[1], &[2, 3], &[0], &[4], &[4], &[0]];
        let found = knots(&[0, 5], |vertex| Ok::<_, ()>(edges[vertex as usize].to_vec())).expect("no limit");
        assert_eq!(found, [vec![4], vec![3], vec![0, 1, 2], vec![5]]);
    }
}
