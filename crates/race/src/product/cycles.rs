//! Where positions can come back, and what holds for everything below a piece.

use crate::automaton::{NONE, Piece};

/// The strongly connected sets of pieces (Tarjan).
pub(super) fn connected_sets(pieces: &[Piece]) -> Vec<u32> {
    let next_of = |at: usize| -> Vec<u32> {
        let piece = &pieces[at];
        piece.followers().chain((piece.base != NONE).then_some(piece.base)).collect()
    };
    let mut set = vec![NONE; pieces.len()];
    let (mut entered, mut lowest) = (vec![NONE; pieces.len()], vec![NONE; pieces.len()]);
    let (mut count, mut sets) = (0, 0);
    let mut waiting: Vec<usize> = Vec::new();
    for root in 0..pieces.len() {
        if entered[root] != NONE {
            continue;
        }
        let mut stack = vec![(root, next_of(root), 0)];
        entered[root] = count;
        lowest[root] = count;
        count += 1;
        waiting.push(root);
        while let Some((at, next, done)) = stack.last_mut() {
            let at = *at;
            if let Some(&child) = next.get(*done) {
                *done += 1;
                let child = child as usize;
                if entered[child] == NONE {
                    entered[child] = count;
                    lowest[child] = count;
                    count += 1;
                    waiting.push(child);
                    stack.push((child, next_of(child), 0));
                } else if set[child] == NONE {
                    lowest[at] = lowest[at].min(entered[child]);
                }
                continue;
            }
            stack.pop();
            if let Some((above, ..)) = stack.last() {
                lowest[*above] = lowest[*above].min(lowest[at]);
            }
            if lowest[at] == entered[at] {
                while let Some(member) = waiting.pop() {
                    set[member] = sets;
                    if member == at {
                        break;
                    }
                }
                sets += 1;
            }
        }
    }
    set
}

/// Hands a property up to all pieces above.
pub(super) fn spread(pieces: &[Piece], property: &mut [bool], value: bool) {
    let mut above: Vec<Vec<u32>> = vec![Vec::new(); pieces.len()];
    for (at, piece) in pieces.iter().enumerate() {
        for next in piece.followers().chain((piece.base != NONE).then_some(piece.base)) {
            above[next as usize].push(at as u32);
        }
    }
    let mut work: Vec<usize> = (0..pieces.len()).filter(|&at| property[at] == value).collect();
    while let Some(at) = work.pop() {
        for &parent in &above[at] {
            if property[parent as usize] != value {
                property[parent as usize] = value;
                work.push(parent as usize);
            }
        }
    }
}
