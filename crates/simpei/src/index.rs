//! Compact numbers for positions up to symmetry.
//!
//! The eight symmetries of the square act on both worlds together. For pieces (M, O) with given counts, the number of the
//! orbit of M comes first and then the rank of O among the subsets of the points that M leaves free, after turning the
//! board so that M becomes the representative of its orbit. If several symmetries do that, the smallest rank counts, and
//! the other slots stay unused (spec/simpei.md, section 4). The number of a position is its *slot*.
//!
//! Ranks are colexicographic, so that going through slots in order means going through subsets in ascending order as
//! numbers. All lookups are a few small tables that stay in the cache.

use std::sync::LazyLock;

use crate::cell::{CELLS, Cell, bits};

/// Largest set that has an index.
const MOST: usize = 4;
/// Bits of the low part of a set in the rank tables.
const LOW: u32 = 13;

/// The tables, made once.
pub(crate) static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

/// A representative of an orbit of sets.
struct Orbit {
    set: u32,
    /// For each element, ascending from the top one: the points below it. Used to close the gaps.
    below: [u32; MOST],
    /// Symmetries that leave the set as it is.
    stabiliser: u8,
}

/// Tables of the compact numbering.
pub(crate) struct Index {
    /// Images of sets under each symmetry, cut into three parts of the 25 bits.
    images: Vec<[[u32; 512]; 3]>,
    low_rank: Vec<u16>,
    high_rank: Vec<[u16; MOST + 1]>,
    /// Orbit number and symmetries to the representative, by size and rank of the set.
    reduction: [Vec<(u16, u8)>; MOST + 1],
    orbits: [Vec<Orbit>; MOST + 1],
}

/// n over k, small.
pub(crate) const fn choose(n: u32, k: u32) -> u32 {
    if k > n {
        return 0;
    }
    let (mut value, mut i) = (1, 0);
    while i < k {
        value = value * (n - i) / (i + 1);
        i += 1;
    }
    value
}

/// Sets with `size` elements out of `points`, ascending.
pub(crate) fn sets(points: u32, size: u32) -> impl Iterator<Item = u32> {
    let mut next = Some((1u32 << size) - 1).filter(|_| size <= points);
    std::iter::from_fn(move || {
        let set = next?;
        next = (set != 0)
            .then(|| {
                let lowest = set & set.wrapping_neg();
                let carried = set + lowest;
                carried | (((set ^ carried) >> 2) / lowest)
            })
            .filter(|&following| following < 1 << points);
        Some(set)
    })
}

impl Index {
    fn new() -> Index {
        let permutations = permutations();
        let images = permutations
            .iter()
            .map(|permutation| {
                let mut parts = [[0u32; 512]; 3];
                for (number, part) in parts.iter_mut().enumerate() {
                    for (pattern, image) in part.iter_mut().enumerate() {
                        *image = bits(pattern as u32)
                            .filter_map(|bit| permutation.get(9 * number + bit as usize))
                            .fold(0, |set, &point| set | 1 << point);
                    }
                }
                parts
            })
            .collect();
        let rank = |set: u32, before: u32| -> u16 {
            let rank: u32 = bits(set).zip(before + 1..).map(|(bit, k)| choose(u32::from(bit), k)).sum();
            rank as u16
        };
        let low_rank = (0..1u32 << LOW).map(|set| rank(set, 0)).collect();
        let high_rank = (0..1u32 << (u32::from(CELLS) - LOW))
            .map(|set| {
                let mut ranks = [0; MOST + 1];
                for (before, entry) in ranks.iter_mut().enumerate() {
                    if set.count_ones() as usize + before <= MOST {
                        *entry = rank(set << LOW, before as u32);
                    }
                }
                ranks
            })
            .collect();
        let mut index = Index {
            images,
            low_rank,
            high_rank,
            reduction: std::array::from_fn(|_| Vec::new()),
            orbits: std::array::from_fn(|_| Vec::new()),
        };
        for size in 0..=MOST {
            index.find_orbits(size);
        }
        index
    }

    /// The orbits of the sets of one size, numbered by their smallest elements.
    fn find_orbits(&mut self, size: usize) {
        let mut reduction = Vec::new();
        let mut orbits: Vec<Orbit> = Vec::new();
        for set in sets(u32::from(CELLS), size as u32) {
            let images: Vec<u32> = (0..8).map(|symmetry| self.image(symmetry, set)).collect();
            let smallest = images.iter().copied().min().unwrap_or(set);
            let symmetries =
                (0..8).filter(|&g| images[g] == smallest).fold(0u8, |symmetries, g| symmetries | 1 << g);
            // Sets come in ascending order, so the representative of an orbit is its first set.
            let number = if smallest == set {
                let mut below = [u32::MAX; MOST];
                let descending = bits(set).collect::<Vec<u8>>().into_iter().rev();
                for (mask, bit) in below.iter_mut().zip(descending) {
                    *mask = (1 << bit) - 1;
                }
                orbits.push(Orbit { set, below, stabiliser: symmetries });
                orbits.len() - 1
            } else {
                orbits.binary_search_by_key(&smallest, |orbit| orbit.set).unwrap_or_default()
            };
            reduction.push((number as u16, symmetries));
        }
        self.reduction[size] = reduction;
        self.orbits[size] = orbits;
    }

    /// The image of a set under a symmetry.
    #[inline]
    pub(crate) fn image(&self, symmetry: usize, set: u32) -> u32 {
        let parts = &self.images[symmetry];
        parts[0][(set & 511) as usize]
            | parts[1][(set >> 9 & 511) as usize]
            | parts[2][(set >> 18 & 511) as usize]
    }

    #[inline]
    fn rank(&self, set: u32) -> u32 {
        let low = set & ((1 << LOW) - 1);
        let before = (low.count_ones() as usize).min(MOST);
        let high = self.high_rank[(set >> LOW) as usize & 0xfff][before];
        u32::from(self.low_rank[low as usize]) + u32::from(high)
    }

    /// The slot of (mover, opponent) within its class. Both sets have at most four elements and are disjoint.
    #[inline]
    pub(crate) fn slot(&self, mover: u32, opponent: u32) -> u32 {
        let (a, b) = (mover.count_ones() as usize, opponent.count_ones());
        let (number, symmetries) = self.reduction[a][self.rank(mover) as usize];
        let orbit = &self.orbits[a][number as usize];
        let mut least = u32::MAX;
        let mut left = symmetries;
        while left != 0 {
            let symmetry = left.trailing_zeros() as usize;
            left &= left - 1;
            least = least.min(self.rank(orbit.close_gaps(self.image(symmetry, opponent))));
        }
        u32::from(number) * choose(u32::from(CELLS) - a as u32, b) + least
    }

    /// The pieces in a slot of a class.
    pub(crate) fn pieces(&self, class: Class, slot: u32) -> (u32, u32) {
        let width = class.width();
        let orbit = &self.orbits[class.mover as usize][(slot / width) as usize];
        let mut rank = slot % width;
        let mut set = 0;
        let mut bit = u32::from(CELLS);
        for k in (1..=u32::from(class.opponent)).rev() {
            // The largest point that the rank still pays for.
            while bit > 0 && choose(bit - 1, k) > rank {
                bit -= 1;
            }
            bit = bit.saturating_sub(1);
            rank -= choose(bit, k);
            set |= 1 << bit;
        }
        (orbit.set, orbit.open_gaps(set))
    }

    /// Number of orbits of sets with so many elements.
    pub(crate) fn orbits(&self, size: u8) -> u32 {
        self.orbits[size as usize].len() as u32
    }

    /// Goes through the slots of one orbit of the mover's pieces in order, and shows both sets, or nothing for a slot
    /// that is not used.
    pub(crate) fn each(&self, class: Class, orbit: u32, mut see: impl FnMut(usize, Option<(u32, u32)>)) {
        let orbit = &self.orbits[class.mover as usize][orbit as usize];
        let points = u32::from(CELLS) - u32::from(class.mover);
        for (rank, closed) in sets(points, u32::from(class.opponent)).enumerate() {
            let opponent = orbit.open_gaps(closed);
            let smaller = |g: u8| orbit.close_gaps(self.image(g as usize, opponent)) < closed;
            let used = orbit.stabiliser == 1 || !bits(u32::from(orbit.stabiliser)).any(smaller);
            see(rank, used.then_some((orbit.set, opponent)));
        }
    }
}

impl Orbit {
    /// A set disjoint from the representative, as a set of the free points in their order.
    #[inline]
    fn close_gaps(&self, mut set: u32) -> u32 {
        for below in self.below {
            set = set & below | set >> 1 & !below;
        }
        set
    }

    /// The reverse.
    #[inline]
    fn open_gaps(&self, mut set: u32) -> u32 {
        for &below in self.below.iter().rev() {
            if below != u32::MAX {
                set = set & below | (set & !below) << 1;
            }
        }
        set
    }
}

/// The eight symmetries as permutations of the points.
fn permutations() -> [[u8; CELLS as usize]; 8] {
    std::array::from_fn(|symmetry| {
        std::array::from_fn(|index| {
            let cell = Cell::new(index as u8);
            let (row, column) = cell.map_or((0, 0), Cell::place);
            let upper = index < 16;
            let last = if upper { 3 } else { 2 };
            let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
            let row = if symmetry & 2 == 0 { row } else { last - row };
            let column = if symmetry & 4 == 0 { column } else { last - column };
            if upper { 4 * row + column } else { 16 + 3 * row + column }
        })
    })
}

/// How many pieces the sides have on the board, the mover first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Class {
    pub(crate) mover: u8,
    pub(crate) opponent: u8,
}

impl Class {
    /// Slots for each orbit of the mover's pieces.
    pub(crate) fn width(self) -> u32 {
        choose(u32::from(CELLS - self.mover), u32::from(self.opponent))
    }

    /// All slots.
    pub(crate) fn slots(self) -> usize {
        self.width() as usize * INDEX.orbits(self.mover) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_have_the_known_numbers() {
        let orbits: Vec<u32> = (0..=4).map(|size| INDEX.orbits(size)).collect();
        assert_eq!(orbits, [1, 6, 50, 322, 1678]);
        let game = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)];
        let slots: usize = game.iter().map(|&(mover, opponent)| Class { mover, opponent }.slots()).sum();
        assert_eq!(slots, 12_997_166);
    }

    #[test]
    fn slots_are_the_orbits_of_positions() {
        // Every position of some classes: equal slots exactly for positions that a symmetry takes into each other.
        for (a, b) in [(0, 0), (0, 4), (1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (4, 0), (4, 1)] {
            let class = Class { mover: a, opponent: b };
            let mut seen = vec![0u32; class.slots()];
            for mover in sets(25, a.into()) {
                for opponent in sets(25, b.into()).filter(|set| set & mover == 0) {
                    let slot = INDEX.slot(mover, opponent);
                    seen[slot as usize] += 1;
                    for g in 0..8 {
                        assert_eq!(INDEX.slot(INDEX.image(g, mover), INDEX.image(g, opponent)), slot);
                    }
                    let (m, o) = INDEX.pieces(class, slot);
                    assert!((0..8).any(|g| (INDEX.image(g, mover), INDEX.image(g, opponent)) == (m, o)));
                }
            }
            let mut slot = 0;
            for orbit in 0..INDEX.orbits(a) {
                INDEX.each(class, orbit, |rank, pieces| {
                    assert_eq!(rank as u32, slot % class.width());
                    assert_eq!(pieces.is_some(), seen[slot as usize] > 0, "{class:?} {slot}");
                    if let Some((mover, opponent)) = pieces {
                        assert_eq!(INDEX.slot(mover, opponent), slot);
                        assert_eq!(INDEX.pieces(class, slot), (mover, opponent));
                        // An orbit has 8 positions divided by those that stay the same.
                        let fixed = (0..8)
                            .filter(|&g| {
                                (INDEX.image(g, mover), INDEX.image(g, opponent)) == (mover, opponent)
                            })
                            .count() as u32;
                        assert_eq!(seen[slot as usize], 8 / fixed);
                    }
                    slot += 1;
                });
            }
            assert_eq!(slot as usize, class.slots());
        }
    }
}
