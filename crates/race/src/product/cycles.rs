//! Where positions can come back, and what holds for everything below a piece.

use tesuji_board::Color;

use crate::automaton::{NONE, Piece, Target, Targets};

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

/// How many moves of each side below a piece, Black's and White's, the other one may have to think of: every move that nothing can
/// bring back, and of every ko one. Nothing if anything but simple kos can come back.
pub(super) fn moves_left(pieces: &[Piece], sets: &[u32]) -> Vec<Option<[u32; 2]>> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); pieces.len()];
    for (at, &set) in sets.iter().enumerate() {
        members[set as usize].push(at);
    }
    let mut left = vec![None; pieces.len()];
    // What a set leads to has a smaller number.
    for members in &members {
        let found = left_in(pieces, sets, members, &left);
        for &at in members {
            left[at] = found;
        }
    }
    left
}

fn left_in(pieces: &[Piece], sets: &[u32], members: &[usize], left: &[Option<[u32; 2]>]) -> Option<[u32; 2]> {
    let mut most = [0u32; 2];
    let mut returns = false;
    for &at in members {
        let here = |target: &Target| sets[target.piece as usize] == sets[at];
        let moves = Color::BOTH
            .into_iter()
            .flat_map(|color| pieces[at].moves[color.index()].iter().map(move |edge| (color, edge)));
        for (mover, edge) in moves {
            if edge.to.iter().any(here) {
                if !edge.takes_ko || edge.to.len() != 1 {
                    return None;
                }
                returns = true;
                continue;
            }
            let mut sum = [0u32; 2];
            sum[mover.index()] = 1;
            add_all(&mut sum, &edge.to, left)?;
            most = [0, 1].map(|side| most[side].max(sum[side]));
        }
        for (_, change) in &pieces[at].events {
            let mut sum = [0u32; 2];
            add_all(&mut sum, &change.to, left)?;
            most = [0, 1].map(|side| most[side].max(sum[side]));
        }
    }
    Some(most.map(|most| most.saturating_add(u32::from(returns))))
}

fn add_all(sum: &mut [u32; 2], to: &Targets, left: &[Option<[u32; 2]>]) -> Option<()> {
    for target in to {
        let next = left[target.piece as usize]?;
        for (sum, next) in sum.iter_mut().zip(next) {
            *sum = sum.saturating_add(next);
        }
    }
    Some(())
}
