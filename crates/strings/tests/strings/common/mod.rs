//! Slow twins: everything by going through all positions or all sets.
// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code, unreachable_pub)]

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tesuji_board::{GraphPoint, Point, PointSet, Topology};
use tesuji_job::{Limits, Watch};
use tesuji_strings::{Method, Optimum, solve};

pub const LIMITS: Limits = Limits::nodes(50_000_000).with_memory(400_000_000);

pub fn board(name: &str) -> Arc<Topology> {
    Topology::parse(name).unwrap()
}

pub fn solved(topology: &Arc<Topology>) -> Optimum {
    solve(topology, Method::Frontier, &LIMITS, &Watch::unwatched()).unwrap()
}

/// The board as a graph by edges, so that nothing knows it is a rectangle.
pub fn as_graph(topology: &Topology) -> Arc<Topology> {
    let edges: Vec<_> = topology.edges().map(|(a, b)| (a.index(), b.index())).collect();
    Topology::graph("graph", &vec![GraphPoint::default(); topology.len()], &edges).unwrap()
}

/// A random graph; about `percent` of all pairs are edges.
pub fn random_graph(points: usize, percent: u32, seed: u64) -> Arc<Topology> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut edges = Vec::new();
    for a in 0..points {
        for b in a + 1..points {
            if random.next_u32() % 100 < percent {
                edges.push((a, b));
            }
        }
    }
    Topology::graph("random", &vec![GraphPoint::default(); points], &edges).unwrap()
}

fn connected(words: &[u64], start: u64, within: u64) -> u64 {
    let mut found = start;
    loop {
        let mut around = found;
        let mut rest = found;
        while rest != 0 {
            around |= words[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        if around & within == found {
            return found;
        }
        found = around & within;
    }
}

fn boundary(words: &[u64], set: u64) -> u64 {
    let mut around = 0;
    let mut rest = set;
    while rest != 0 {
        around |= words[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    around & !set
}

/// The number of strings, or `None` if one has no liberty.
fn strings(words: &[u64], black: u64, white: u64) -> Option<usize> {
    let mut count = 0;
    for stones in [black, white] {
        let mut rest = stones;
        while rest != 0 {
            let string = connected(words, rest & rest.wrapping_neg(), stones);
            if boundary(words, string) & !(black | white) == 0 {
                return None;
            }
            count += 1;
            rest &= !string;
        }
    }
    Some(count)
}

/// The most strings of any of the 3^n positions, and how many positions have so many.
pub fn most_strings(topology: &Topology) -> (usize, usize) {
    let words = topology.neighbor_words().unwrap();
    let full = (1u64 << topology.len()) - 1;
    let (mut most, mut positions) = (0, 0);
    for black in 0..=full {
        let free = full & !black;
        let mut white = free;
        loop {
            if let Some(count) = strings(words, black, white) {
                if count > most {
                    (most, positions) = (count, 0);
                }
                positions += usize::from(count == most);
            }
            if white == 0 {
                break;
            }
            white = (white - 1) & free;
        }
    }
    (most, positions)
}

/// All sets of `size` empty points that leave single stones with liberties, colourable by two colours.
pub fn good_sets(topology: &Topology, size: usize) -> Vec<u64> {
    let words = topology.neighbor_words().unwrap();
    let full = (1u64 << topology.len()) - 1;
    (0..=full)
        .filter(|&empty| empty.count_ones() as usize == size)
        .filter(|&empty| {
            (0..topology.len()).all(|p| empty >> p & 1 == 1 || words[p] & empty != 0)
                && colorable(words, full & !empty)
        })
        .collect()
}

/// Two colours by walking from each stone in layers.
fn colorable(words: &[u64], stones: u64) -> bool {
    let mut rest = stones;
    while rest != 0 {
        let (mut one, mut other, mut layer) = (0u64, 0u64, rest & rest.wrapping_neg());
        while layer != 0 {
            one |= layer;
            let next = boundary(words, layer) & stones & !other;
            // The two colours change places with every layer.
            (one, other) = (other, one);
            layer = next & !one;
        }
        for side in [one, other] {
            let mut left = side;
            while left != 0 {
                if words[left.trailing_zeros() as usize] & side != 0 {
                    return false;
                }
                left &= left - 1;
            }
        }
        rest &= !(one | other);
    }
    true
}

pub fn word_of(set: &PointSet) -> u64 {
    set.iter().fold(0, |word, Point(p)| word | 1 << p)
}
