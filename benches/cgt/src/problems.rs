//! The problems: plain trees that either engine builds for itself.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A game form whose leaves are integers.
#[derive(Clone)]
pub enum Tree {
    Integer(i64),
    Node(Vec<Tree>, Vec<Tree>),
}

fn node(left: Tree, right: Tree) -> Tree {
    Tree::Node(vec![left], vec![right])
}

impl Tree {
    fn negative(&self) -> Tree {
        match self {
            Tree::Integer(number) => Tree::Integer(-number),
            Tree::Node(left, right) => Tree::Node(
                right.iter().map(Tree::negative).collect(),
                left.iter().map(Tree::negative).collect(),
            ),
        }
    }
}

/// A hot tree of the given depth: one move for each side at every node, leaves falling from left to right.
pub fn hot_tree(seed: u64, depth: u32) -> Tree {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut next = 20;
    falling(&mut random, &mut next, depth)
}

fn falling(random: &mut ChaCha8Rng, next: &mut i64, depth: u32) -> Tree {
    if depth == 0 {
        *next -= random.random_range(1..7);
        return Tree::Integer(*next);
    }
    let left = falling(random, next, depth - 1);
    let right = falling(random, next, depth - 1);
    node(left, right)
}

/// The liberty games of a race, before cooling by 2: switches, corridors worth ups, corridors with a large threat at the
/// end (cooled: zeros nested around a tiny), and fractions, for both sides, as in problem E of the paper.
pub fn race(seed: u64, regions: usize) -> Vec<Tree> {
    let mut random = ChaCha8Rng::seed_from_u64(1000 + seed);
    (0..regions)
        .map(|index| {
            let base: i64 = random.random_range(0..4);
            let length = random.random_range(1..4);
            let tree = match random.random_range(0..10) {
                0 => node(Tree::Integer(base + 4), Tree::Integer(base)),
                1 | 2 => corridor(base, length, 4),
                3..8 => corridor(base, length, 5 + random.random_range(0..3)),
                _ => (0..length).fold(Tree::Integer(base + 2 * length + 4), |inside, step| {
                    node(inside, Tree::Integer(base + 2 * (length - step)))
                }),
            };
            if index % 2 == 0 { tree } else { tree.negative() }
        })
        .collect()
}

/// `{n+2 || n | n-2 ...}`: each move of Left gains 2, the last one `threat`.
fn corridor(base: i64, length: i64, threat: i64) -> Tree {
    let end = node(Tree::Integer(base), Tree::Integer(base - threat));
    (1..=length).fold(end, |inside, step| node(Tree::Integer(base + 2 * step), inside))
}
