//! Solid parts: where the attacker's stones are safe as soon as they are played.
//!
//! If every empty point of a part touches safe stones of the attacker and no attacker's stone is loose there, then no
//! attacker's stone ever will be: each joins the safe stones at once. Much of the position cannot matter any more then.
//!
//! - A loose string of the defender that is captured leaves a hole walled in by safe stones: nothing that the block can
//!   ever reach. So all that counts of the string is which empty points are its liberties; its stones and its shape do not.
//! - An edge between two empty points that are liberties of the same string (or of the block) does nothing: a defender's stone on one of them joins that string, which the other touches already.
//! - Without such edges the part may fall apart, and its pieces are independent.
//! - Empty points with the same neighbours are interchangeable.
//!
//! What is left is a small graph; two parts with isomorphic graphs have the same tree of play. A lane of loose stones with
//! 13 empty points comes down from hundreds of thousands of positions to some hundreds. Nothing can come back in a solid
//! part, and nothing in it is ever an eye, because every attacker's stone has a liberty.

use smallvec::SmallVec;
use tesuji_local::{Bits, Ground, Part, ones};

/// Whether every attacker's stone played in this connected part is safe at once.
pub(crate) fn is_solid(part: &Part) -> bool {
    let defender = part.blocks[0].color;
    let attacker = defender.opponent().index();
    // Where the block may join safe stones of its own it lives there, and life cannot be added up piece by piece.
    let joins_safe = part.safe[defender.index()] != 0;
    part.stones[attacker] == 0 && part.empty() & !part.safe[attacker] == 0 && !joins_safe
}

/// What matters of a solid part: its strings, and for every empty point the strings and points it still has to do with.
struct Reduced {
    strings: SmallVec<[Bits; 8]>,
    /// For each empty point: neighbouring empty points by edges that matter.
    edges: SmallVec<[(usize, Bits); 24]>,
}

fn reduce(ground: &Ground, part: &Part) -> Reduced {
    let block = part.blocks[0];
    let empty = part.empty();
    let strings = ground.components(part.stones[block.color.index()]);
    let liberties: SmallVec<[Bits; 8]> =
        strings.iter().map(|&string| ground.around(string) & empty).collect();
    let edges = ones(empty)
        .map(|at| {
            let bit = 1 << at;
            let mut edges = ground.around(bit) & empty;
            for together in liberties.iter().chain([&block.points]) {
                if edges == 0 {
                    break;
                }
                if together & bit != 0 {
                    edges &= !together;
                }
            }
            (at, edges)
        })
        .collect();
    Reduced { strings, edges }
}

/// The independent pieces of a solid part, as sets of points.
pub(crate) fn parts(ground: &Ground, part: &Part) -> SmallVec<[Bits; 8]> {
    let reduced = reduce(ground, part);
    let empty = part.empty();
    let points = reduced.edges.iter().map(|&(at, edges)| 1 << at | edges);
    let strings = reduced.strings.iter().map(|&string| string | ground.around(string) & empty);
    let mut joined: SmallVec<[Bits; 8]> = SmallVec::new();
    // Strings reach far: with them first, most points are in a piece already.
    for piece in strings.chain(points) {
        if joined.iter().any(|known| piece & !known == 0) {
            continue;
        }
        let mut all = piece;
        joined.retain(|&mut other| {
            let meets = other & all != 0;
            if meets {
                all |= other;
            }
            !meets
        });
        joined.push(all);
    }
    joined
}

/// Interchangeable empty points of a solid part.
struct Class {
    touches_block: Bits,
    /// The strings beside them.
    beside: Bits,
    /// The empty points beside them, by edges that matter.
    edges: Bits,
    members: Bits,
}

type Classes = SmallVec<[Class; 16]>;

fn classes(ground: &Ground, part: &Part, reduced: &Reduced) -> Classes {
    let around: SmallVec<[Bits; 8]> = reduced.strings.iter().map(|&string| ground.around(string)).collect();
    let mut classes = Classes::new();
    for &(at, edges) in &reduced.edges {
        let touches_block = part.blocks[0].points >> at & 1;
        let beside =
            around.iter().enumerate().fold(0, |all, (index, &points)| all | (points >> at & 1) << index);
        let same = |known: &&mut Class| {
            (known.touches_block, known.beside, known.edges) == (touches_block, beside, edges)
        };
        match classes.iter_mut().find(same) {
            Some(known) => known.members |= 1 << at,
            None => classes.push(Class { touches_block, beside, edges, members: 1 << at }),
        }
    }
    classes
}

/// One of each kind of interchangeable empty points: all moves that are different.
pub(crate) fn different_points(ground: &Ground, part: &Part) -> Bits {
    let reduced = reduce(ground, part);
    let classes = classes(ground, part, &reduced);
    classes.iter().fold(0, |all, class| all | 1 << class.members.trailing_zeros())
}

/// What the tree of play of a solid part depends on.
pub(crate) fn drawn(ground: &Ground, part: &Part) -> Labelled {
    let reduced = reduce(ground, part);
    // Nodes: the strings, then classes of interchangeable empty points with how many they are.
    let strings = reduced.strings.len();
    let classes = classes(ground, part, &reduced);
    let mut graph = Labelled {
        colors: SmallVec::from_elem(0, strings),
        neighbors: SmallVec::from_elem(0, strings + classes.len()),
    };
    for (index, &Class { touches_block, beside, edges, members }) in classes.iter().enumerate() {
        let node = strings + index;
        graph.colors.push(1 + touches_block as u64 + 2 * u64::from(members.count_ones()));
        for string in ones(beside) {
            graph.neighbors[node] |= 1 << string;
            graph.neighbors[string] |= 1 << node;
        }
        for (other, class) in classes.iter().enumerate() {
            if class.members & edges != 0 {
                graph.neighbors[node] |= 1 << (strings + other);
            }
        }
    }
    graph
}

/// A small graph with coloured nodes.
pub(crate) struct Labelled {
    colors: Colors,
    neighbors: SmallVec<[Bits; 24]>,
}

type Colors = SmallVec<[u64; 24]>;

/// A description of a graph in some order of its nodes: graphs with a description in common are isomorphic.
pub(crate) type Description = SmallVec<[Bits; 32]>;

/// Orders tried before a graph with many equal-looking nodes is taken as it is; its name is right even then, only not the
/// same for all its copies.
const MOST_ORDERS: usize = 64;

impl Labelled {
    /// The description in the order at hand: found at once, but copies of the graph may have others.
    pub(crate) fn as_it_is(&self) -> Description {
        self.colors
            .iter()
            .zip(&self.neighbors)
            .flat_map(|(&color, &around)| [Bits::from(color), around])
            .collect()
    }

    /// The least description over all orders of the nodes that refinement of the colours leaves open.
    pub(crate) fn canonical(&self) -> Description {
        let mut best: Option<Description> = None;
        let mut tried = 0;
        self.try_orders(&self.refined(self.colors.clone()), &mut best, &mut tried);
        best.unwrap_or_default()
    }

    fn try_orders(&self, colors: &[u64], best: &mut Option<Description>, tried: &mut usize) {
        let mut order: SmallVec<[usize; 24]> = (0..colors.len()).collect();
        order.sort_by_key(|&node| colors[node]);
        let tied =
            order.windows(2).find(|pair| colors[pair[0]] == colors[pair[1]]).map(|pair| colors[pair[0]]);
        let Some(tied) = tied.filter(|_| *tried < MOST_ORDERS) else {
            *tried += 1;
            let described = self.described(&order);
            if best.as_ref().is_none_or(|known| described < *known) {
                *best = Some(described);
            }
            return;
        };
        for node in (0..colors.len()).filter(|&node| colors[node] == tied) {
            let mut single = Colors::from_slice(colors);
            single[node] = mix(single[node], 0x51);
            self.try_orders(&self.refined(single), best, tried);
        }
    }

    /// Colours that also know the colours around, as far as that goes on telling nodes apart.
    fn refined(&self, mut colors: Colors) -> Colors {
        let count = |colors: &[u64]| {
            let mut sorted = Colors::from_slice(colors);
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len()
        };
        let mut different = count(&colors);
        loop {
            let next: Colors = (0..colors.len())
                .map(|node| {
                    let around = ones(self.neighbors[node])
                        .fold(0u64, |sum, other| sum.wrapping_add(mix(colors[other], 0x9d)));
                    mix(colors[node], around)
                })
                .collect();
            let now = count(&next);
            if now == different || now == next.len() {
                return next;
            }
            different = now;
            colors = next;
        }
    }

    fn described(&self, order: &[usize]) -> Description {
        let mut place: SmallVec<[usize; 24]> = SmallVec::from_elem(0, order.len());
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        order
            .iter()
            .flat_map(|&old| {
                let around = ones(self.neighbors[old]).fold(0, |all: Bits, other| all | 1 << place[other]);
                [Bits::from(self.colors[old]), around]
            })
            .collect()
    }
}

/// Mixes two numbers well enough to tell colours apart; a collision only fails to tell nodes apart.
fn mix(a: u64, b: u64) -> u64 {
    let mut x = a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.wrapping_add(0x6a09_e667_f3bc_c909).rotate_left(29);
    x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ x >> 29
}
