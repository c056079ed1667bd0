//! Sets of points in a fixed number of words, and the choice of their members.
//!
//! The sets of a random game live in registers on small boards, so they are plain arrays and not [`PointSet`]s. Choosing
//! the k-th member must not branch: which member it is cannot be predicted.

use crate::point::{Point, PointSet};

/// A set of points in `W` words of 64 points.
pub type Words<const W: usize> = [u64; W];

/// In row `rank`, column `byte`: the place of the one of that rank (from 0) in the byte.
const PLACE_IN_BYTE: [[u8; 256]; 8] = places();

const fn places() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[rank][byte] = place as u8;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}

const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

/// In each byte of the answer, how many ones the word has in this byte and those below it.
#[inline(always)]
fn running_counts(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & (0x0f * EVERY_BYTE);
    bytes.wrapping_mul(EVERY_BYTE)
}

/// The place of the one with this rank (from 0), given the running counts; without branches.
#[inline(always)]
fn place_of_rank(word: u64, counts: u64, rank: u32) -> usize {
    let rank = u64::from(rank);
    // The top bit of each byte stays where the rank is not below the running count.
    let passed = ((rank * EVERY_BYTE) | (0x80 * EVERY_BYTE)).wrapping_sub(counts) & (0x80 * EVERY_BYTE);
    let shift = ((passed >> 7).wrapping_mul(EVERY_BYTE) >> 56) * 8;
    let below = (counts << 8) >> (shift & 63) & 0xff;
    let byte = (word >> (shift & 63)) & 0xff;
    shift as usize + usize::from(PLACE_IN_BYTE[(rank - below) as usize & 7][byte as usize])
}

/// A member of the set, `below(n)` being a random number in `0..n`; none if the set is empty.
#[inline(always)]
pub(super) fn choose<const W: usize>(set: &Words<W>, below: &mut impl FnMut(u32) -> u32) -> Option<usize> {
    let mut counts = [0; W];
    let mut total = 0;
    for i in 0..W {
        counts[i] = running_counts(set[i]);
        total += (counts[i] >> 56) as u32;
    }
    if total == 0 {
        return None;
    }
    let mut rank = below(total);
    let mut word = 0;
    // The word is found by counting, for the same reason.
    if W > 1 {
        let mut reached = 0;
        let mut before = 0;
        for count in &counts[..W - 1] {
            reached += (count >> 56) as u32;
            let beyond = rank >= reached;
            word += usize::from(beyond);
            before = if beyond { reached } else { before };
        }
        rank -= before;
    }
    Some(word * 64 + place_of_rank(set[word], counts[word], rank))
}

/// The members, ascending.
#[inline(always)]
pub(super) fn members<const W: usize>(set: Words<W>) -> impl Iterator<Item = usize> {
    (0..W).flat_map(move |i| crate::point::bits(set[i]).map(move |bit| i * 64 + bit))
}

/// Does something with each member, ascending; where it matters this is faster than the iterator.
#[inline(always)]
pub(super) fn each_member<const W: usize>(set: &Words<W>, mut work: impl FnMut(usize)) {
    for (i, &word) in set.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            work(i * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// The smallest member of a set that has one.
#[inline(always)]
pub(super) fn first<const W: usize>(set: &Words<W>) -> usize {
    let mut i = 0;
    while i + 1 < W && set[i] == 0 {
        i += 1;
    }
    i * 64 + set[i].trailing_zeros() as usize
}

#[inline(always)]
pub(super) fn is_empty<const W: usize>(set: &Words<W>) -> bool {
    set.iter().fold(0, |any, word| any | word) == 0
}

#[inline(always)]
pub(super) fn insert<const W: usize>(set: &mut Words<W>, point: usize) {
    set[point / 64] |= 1 << (point % 64);
}

#[inline(always)]
pub(super) fn remove<const W: usize>(set: &mut Words<W>, point: usize) {
    set[point / 64] &= !(1 << (point % 64));
}

#[inline(always)]
pub(super) fn contains<const W: usize>(set: &Words<W>, point: usize) -> bool {
    set[point / 64] >> (point % 64) & 1 == 1
}

#[inline(always)]
pub(super) fn zip<const W: usize>(
    a: &Words<W>,
    b: &Words<W>,
    operation: impl Fn(u64, u64) -> u64,
) -> Words<W> {
    std::array::from_fn(|i| operation(a[i], b[i]))
}

/// All ones if it is so, else zero.
#[inline(always)]
pub(super) fn mask(so: bool) -> u64 {
    0u64.wrapping_sub(u64::from(so))
}

/// Whether the intersection of two sets is empty, and whether it has exactly one member, as masks.
#[inline(always)]
pub(super) fn none_or_one<const W: usize>(a: &Words<W>, b: &Words<W>) -> (u64, u64) {
    let (mut any, mut more) = (0, 0);
    for i in 0..W {
        let word = a[i] & b[i];
        more |= word & (word.wrapping_sub(1) | mask(any != 0));
        any |= word;
    }
    let none = mask(any == 0);
    (none, mask(more == 0) & !none)
}

/// The set as words; points beyond them are left out.
#[must_use]
pub fn words_of<const W: usize>(set: &PointSet) -> Words<W> {
    std::array::from_fn(|i| set.words().get(i).copied().unwrap_or(0))
}

/// The members as points.
pub fn points_of<const W: usize>(set: Words<W>) -> impl Iterator<Item = Point> {
    members(set).map(|index| Point(index as u16))
}

/// Work on a board with sets of as many words as it needs.
pub trait WithWords {
    /// What the work returns.
    type Output;
    /// The work.
    fn run<const W: usize>(self) -> Self::Output;
}

/// Does the work with words enough for so many points: exactly as many as needed for the usual boards, at most
/// [`MAX_POINTS`](crate::MAX_POINTS) points.
pub fn with_words<J: WithWords>(points: usize, work: J) -> J::Output {
    match points.div_ceil(64) {
        0 | 1 => work.run::<1>(),
        2 => work.run::<2>(),
        3 => work.run::<3>(),
        4..=6 => work.run::<6>(),
        7..=16 => work.run::<16>(),
        _ => work.run::<157>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_chooses_its_member() {
        let words = [0, 1, 1 << 63, u64::MAX, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef, 0xff00 << 40];
        for &low in &words {
            for &high in &words {
                let set = [low, 0, high];
                let all: Vec<usize> = members(set).collect();
                for (rank, &member) in all.iter().enumerate() {
                    let mut below = |n: u32| {
                        assert_eq!(n as usize, all.len());
                        rank as u32
                    };
                    assert_eq!(choose(&set, &mut below), Some(member));
                }
                assert_eq!(choose(&set, &mut |_| 0).is_none(), all.is_empty());
                assert_eq!(is_empty(&set), all.is_empty());
                assert_eq!(none_or_one(&set, &[u64::MAX; 3]), (mask(all.is_empty()), mask(all.len() == 1)));
                if let Some(&smallest) = all.first() {
                    assert_eq!(first(&set), smallest);
                }
            }
        }
    }
}
