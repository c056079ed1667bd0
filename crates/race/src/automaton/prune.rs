//! Moves that are never better than a pass or than another move.
//!
//! Both sides may pass, and a pass leaves everything as it is. So one sum of pieces is at least as good for the owner of their
//! block as another, whatever else there is in the race, if the owner can answer in the same way for ever ([`Order`]): every
//! move of the owner in the other sum has a move (or a pass) in this one that is at least as good, and every move of the
//! attacker in this one has a move (or a pass) in the other that is at least as bad. Only pieces of one block below which
//! nothing can come back are compared, so the proof ends. A move to something that a pass or another move is at least as good
//! as may be left out: whoever would make it makes the other.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;

use super::refine::Classes;
use super::{Edge, Piece};

/// A sum of pieces of one block, sorted.
pub(crate) type Sum = SmallVec<[u32; 4]>;

/// Pieces that know each other by numbers.
pub(crate) trait Numbered {
    fn piece(&self, number: u32) -> &Piece;
    /// Whether nothing below a piece can come back.
    fn is_clean(&self, number: u32) -> bool;
}

impl Numbered for &Classes {
    fn piece(&self, number: u32) -> &Piece {
        &self.pieces[number as usize]
    }

    fn is_clean(&self, number: u32) -> bool {
        self.clean[number as usize]
    }
}

/// Steps of comparing before everything is taken as it is.
const MOST_STEPS: u64 = 30_000;
/// Moves ahead that are compared.
const MOST_DEPTH: usize = 150;
/// Sums of more pieces than this are not compared.
const MOST_PIECES: usize = 5;

/// Which sums are at least as good for their owner as others.
pub(crate) struct Order<N> {
    pieces: N,
    known: FxHashMap<(Sum, Sum), bool>,
    steps: u64,
    most_steps: u64,
    depth: usize,
}

impl<N: Numbered> Order<N> {
    /// Compares with so many steps at most.
    pub(crate) fn new(pieces: N, most_steps: u64) -> Order<N> {
        Order { pieces, known: FxHashMap::default(), steps: 0, most_steps, depth: 0 }
    }

    fn piece(&self, number: u32) -> &Piece {
        self.pieces.piece(number)
    }

    /// Whether a piece may be compared at all.
    pub(crate) fn is_simple(&self, number: u32) -> bool {
        self.piece(number).colors.len() == 1 && self.pieces.is_clean(number)
    }

    /// The sums after the moves of a side, with whether they are legal only if they capture.
    fn moves(&self, sum: &Sum, color: Color) -> Option<Vec<(Sum, bool)>> {
        let mut all = Vec::new();
        for (at, &number) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == number {
                continue;
            }
            for edge in &self.piece(number).moves[color.index()] {
                if !edge.out.is_empty() {
                    return None;
                }
                let mut after: Sum = sum.clone();
                after.remove(at);
                after.extend(edge.to.iter().map(|target| target.piece));
                after.sort_unstable();
                if after.len() > MOST_PIECES {
                    return None;
                }
                all.push((after, edge.last_only));
            }
        }
        Some(all)
    }

    /// Whether the first sum is at least as good for the owner as the second. (Where this says no, it may still be so.)
    pub(crate) fn at_least(&mut self, one: &Sum, other: &Sum, owner: Color) -> bool {
        if one == other {
            return true;
        }
        if self.steps > self.most_steps || one.len() > MOST_PIECES || other.len() > MOST_PIECES {
            return false;
        }
        if !one.iter().chain(other).all(|&number| self.is_simple(number)) {
            return false;
        }
        let key = (one.clone(), other.clone());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.depth >= MOST_DEPTH {
            return false;
        }
        self.steps += 1;
        self.depth += 1;
        let result = self.compare(one, other, owner);
        self.depth -= 1;
        self.known.insert(key, result);
        result
    }

    fn compare(&mut self, one: &Sum, other: &Sum, owner: Color) -> bool {
        let breathes = |sum: &Sum| sum.iter().any(|&number| self.piece(number).breath != 0);
        if breathes(other) && !breathes(one) {
            return false;
        }
        let attacker = owner.opponent();
        let all = [
            self.moves(other, owner),
            self.moves(one, owner),
            self.moves(one, attacker),
            self.moves(other, attacker),
        ];
        let [Some(theirs), Some(ours), Some(attacks), Some(attacks_there)] = all else { return false };
        for (after, _) in &theirs {
            let answered = self.at_least(one, after, owner)
                || ours.iter().any(|(answer, _)| self.at_least(answer, after, owner));
            if !answered {
                return false;
            }
        }
        for (after, last_only) in &attacks {
            let matched = self.at_least(after, other, owner)
                || attacks_there
                    .iter()
                    .any(|(worse, only)| (!only || *last_only) && self.at_least(after, worse, owner));
            if !matched {
                return false;
            }
        }
        true
    }
}

/// The pieces without the moves that can be left out.
pub(crate) fn prune(classes: &Classes) -> Vec<Piece> {
    let mut order = Order::new(classes, MOST_STEPS);
    let mut pieces = classes.pieces.clone();
    for number in 0..pieces.len() as u32 {
        if !order.is_simple(number) {
            continue;
        }
        let owner = pieces[number as usize].colors[0];
        let here: Sum = [number].into_iter().collect();
        for color in Color::BOTH {
            let by_owner = color == owner;
            let edges = &classes.pieces[number as usize].moves[color.index()];
            pieces[number as usize].moves[color.index()] = kept(&mut order, edges, &here, owner, by_owner);
        }
    }
    pieces
}

fn kept(order: &mut Order<&Classes>, edges: &[Edge], here: &Sum, owner: Color, by_owner: bool) -> Vec<Edge> {
    let sum = |edge: &Edge| -> Sum {
        let mut sum: Sum = edge.to.iter().map(|target| target.piece).collect();
        sum.sort_unstable();
        sum
    };
    let mut kept: Vec<Edge> = Vec::new();
    'edges: for edge in edges {
        if !edge.out.is_empty() {
            kept.push(edge.clone());
            continue;
        }
        let to = sum(edge);
        let useless =
            if by_owner { order.at_least(here, &to, owner) } else { order.at_least(&to, here, owner) };
        if useless {
            continue;
        }
        let mut at = 0;
        while at < kept.len() {
            let other = &kept[at];
            if !other.out.is_empty() {
                at += 1;
                continue;
            }
            let there = sum(other);
            let (better, worse) = if by_owner {
                (order.at_least(&there, &to, owner), order.at_least(&to, &there, owner))
            } else {
                let (here_free, there_free) =
                    (!edge.last_only || other.last_only, !other.last_only || edge.last_only);
                (
                    there_free && order.at_least(&to, &there, owner),
                    here_free && order.at_least(&there, &to, owner),
                )
            };
            if better {
                continue 'edges;
            }
            if worse {
                kept.remove(at);
            } else {
                at += 1;
            }
        }
        kept.push(edge.clone());
    }
    kept
}
