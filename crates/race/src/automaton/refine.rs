//! States that no continuation can tell apart are one state.
//!
//! A piece below which nothing can come back is known by its moves: pieces are taken from the bottom up, and equal ones get
//! one number. Where positions can come back, all pieces that look alike are taken for equal until some move tells them apart
//! (partition refinement). A piece that never breathes for any block and joins nothing is no piece at all: a move there is a pass.

use rustc_hash::FxHashMap;

use super::{NONE, Piece};

/// The different pieces of an atlas.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    /// The pieces, with each other's numbers.
    pub(crate) pieces: Vec<Piece>,
    /// The number of each piece of the atlas; [`NONE`] if it is no piece at all.
    pub(crate) of: Vec<u32>,
    /// Whether nothing below a piece can come back.
    pub(crate) clean: Vec<bool>,
}

/// Joins equal pieces.
pub(crate) fn refine(pieces: &[Piece]) -> Classes {
    let idle = idle(pieces);
    let mut classes = Classes { of: vec![NONE; pieces.len()], ..Classes::default() };
    let mut known: FxHashMap<Piece, u32> = FxHashMap::default();
    let mut done: Vec<bool> = idle.clone();
    let mut clean = vec![true; pieces.len()];
    // Bottom up; what is left is in a cycle or above one.
    for at in order(pieces) {
        let piece = &pieces[at];
        if done[at] {
            continue;
        }
        let ready =
            piece.base == NONE && piece.followers().all(|next| done[next as usize] && clean[next as usize]);
        if !ready {
            clean[at] = false;
            continue;
        }
        done[at] = true;
        let renumbered = piece.renumbered(|next| classes.of[next as usize]);
        let next = classes.pieces.len() as u32;
        let number = *known.entry(renumbered).or_insert_with_key(|piece| {
            classes.pieces.push(piece.clone());
            classes.clean.push(true);
            next
        });
        classes.of[at] = number;
    }
    refine_cycles(pieces, &done, &mut classes);
    classes
}

/// Pieces in and above cycles.
fn refine_cycles(pieces: &[Piece], done: &[bool], classes: &mut Classes) {
    let rest: Vec<usize> = (0..pieces.len()).filter(|&at| !done[at]).collect();
    if rest.is_empty() {
        return;
    }
    let first = classes.pieces.len() as u32;
    // All alike at first.
    rest.iter().for_each(|&at| classes.of[at] = first);
    let mut count = 0;
    loop {
        let mut known: FxHashMap<(u32, Piece), u32> = FxHashMap::default();
        let mut next_of = Vec::with_capacity(rest.len());
        for &at in &rest {
            let seen = (classes.of[at], pieces[at].renumbered(|next| classes.of[next as usize]));
            let next = first + known.len() as u32;
            next_of.push(*known.entry(seen).or_insert(next));
        }
        rest.iter().zip(&next_of).for_each(|(&at, &number)| classes.of[at] = number);
        if known.len() == count {
            break;
        }
        count = known.len();
    }
    let mut made = vec![None; count];
    for &at in &rest {
        let slot = (classes.of[at] - first) as usize;
        if made[slot].is_none() {
            made[slot] = Some(pieces[at].renumbered(|next| classes.of[next as usize]));
        }
    }
    classes.pieces.extend(made.into_iter().flatten());
    classes.clean.resize(classes.pieces.len(), false);
}

/// Pieces in which nothing that matters can ever happen.
fn idle(pieces: &[Piece]) -> Vec<bool> {
    let matters = |piece: &Piece| {
        piece.breath != 0
            || piece.moves.iter().flatten().any(|edge| !edge.out.is_empty() || !edge.joined.is_empty())
            || piece.events.iter().any(|(_, change)| !change.out.is_empty())
    };
    let mut live: Vec<bool> = pieces.iter().map(matters).collect();
    let mut above: Vec<Vec<u32>> = vec![Vec::new(); pieces.len()];
    for (at, piece) in pieces.iter().enumerate() {
        for next in piece.followers().chain((piece.base != NONE).then_some(piece.base)) {
            above[next as usize].push(at as u32);
        }
    }
    let mut work: Vec<usize> = (0..pieces.len()).filter(|&at| live[at]).collect();
    while let Some(at) = work.pop() {
        for &parent in &above[at] {
            if !std::mem::replace(&mut live[parent as usize], true) {
                work.push(parent as usize);
            }
        }
    }
    live.into_iter().map(|live| !live).collect()
}

/// All pieces, each after those that follow it as far as that is possible.
fn order(pieces: &[Piece]) -> Vec<usize> {
    let mut order = Vec::with_capacity(pieces.len());
    let mut seen = vec![false; pieces.len()];
    for root in 0..pieces.len() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let below = |at: usize| pieces[at].followers().collect::<Vec<u32>>();
        let mut stack = vec![(root, below(root), 0)];
        while let Some((at, next, done)) = stack.last_mut() {
            if let Some(&child) = next.get(*done) {
                *done += 1;
                let child = child as usize;
                if !std::mem::replace(&mut seen[child], true) {
                    stack.push((child, below(child), 0));
                }
            } else {
                order.push(*at);
                stack.pop();
            }
        }
    }
    order
}
