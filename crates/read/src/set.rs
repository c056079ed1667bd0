//! Sets of points of a field, as bits.
//!
//! Fields of up to 128 places are one machine word pair (`u128`), larger ones are six words ([`Wide`]). All that reads is generic over
//! [`Set`], so both sizes run the same code.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of small numbers.
pub(crate) trait Set:
    Copy
    + Debug
    + Default
    + Eq
    + Hash
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// Numbers are below this.
    const CAPACITY: usize;

    /// The set of one number.
    fn one(at: usize) -> Self;
    fn is_empty(self) -> bool;
    fn len(self) -> u32;
    /// The least number; meaningless for the empty set.
    fn first(self) -> usize;
    /// All numbers larger by `by`, which is from 1 to 63.
    fn up(self, by: usize) -> Self;
    /// All numbers smaller by `by`, which is from 1 to 63.
    fn down(self, by: usize) -> Self;

    #[inline]
    fn none() -> Self {
        Self::default()
    }

    /// The set of its least number, or nothing.
    #[inline]
    fn lowest(self) -> Self {
        if self.is_empty() { self } else { Self::one(self.first()) }
    }

    #[inline]
    fn has(self, at: usize) -> bool {
        self.meets(Self::one(at))
    }

    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether all its numbers are in the other set.
    #[inline]
    fn within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// Its numbers, ascending.
    #[inline]
    fn numbers(self) -> Numbers<Self> {
        Numbers(self)
    }
}

/// Goes through the numbers of a set.
pub(crate) struct Numbers<S>(S);

impl<S: Set> Iterator for Numbers<S> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let at = self.0.first();
        self.0 &= !S::one(at);
        Some(at)
    }
}

impl Set for u128 {
    const CAPACITY: usize = 128;

    #[inline]
    fn one(at: usize) -> u128 {
        1 << at
    }
    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline]
    fn len(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }
    #[inline]
    fn lowest(self) -> u128 {
        self & self.wrapping_neg()
    }
    #[inline]
    fn up(self, by: usize) -> u128 {
        self << by
    }
    #[inline]
    fn down(self, by: usize) -> u128 {
        self >> by
    }
}

const WORDS: usize = 6;

/// A set of numbers below 384: a board of 19x19 with a column of nothing beside it fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Wide([u64; WORDS]);

impl Wide {
    #[inline]
    fn with(self, other: Wide, join: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.with(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.with(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.with(other, |a, b| a ^ b)
    }
}

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Set for Wide {
    const CAPACITY: usize = 64 * WORDS;

    #[inline]
    fn one(at: usize) -> Wide {
        let mut words = [0; WORDS];
        words[at / 64] = 1 << (at % 64);
        Wide(words)
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(WORDS - 1);
        word * 64 + self.0[word].trailing_zeros() as usize
    }
    #[inline]
    fn has(self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 != 0
    }
    #[inline]
    fn up(self, by: usize) -> Wide {
        let carried = |word: usize| if word == 0 { 0 } else { self.0[word - 1] >> (64 - by) };
        Wide(std::array::from_fn(|word| self.0[word] << by | carried(word)))
    }
    #[inline]
    fn down(self, by: usize) -> Wide {
        let carried = |word: usize| if word + 1 == WORDS { 0 } else { self.0[word + 1] << (64 - by) };
        Wide(std::array::from_fn(|word| self.0[word] >> by | carried(word)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fuzz_cases::{cases, list};
    use rand::RngExt;

    use super::*;

    fn check<S: Set>(a: &BTreeSet<usize>, b: &BTreeSet<usize>, by: usize) {
        let set = |numbers: &BTreeSet<usize>| numbers.iter().fold(S::none(), |set, &at| set | S::one(at));
        let numbers = |set: S| set.numbers().collect::<BTreeSet<usize>>();
        let (x, y) = (set(a), set(b));
        assert_eq!(numbers(x & y), a & b);
        assert_eq!(numbers(x | y), a | b);
        assert_eq!(numbers(x ^ y), a ^ b);
        assert_eq!(numbers(x & !y), a - b);
        assert_eq!(x.len() as usize, a.len());
        assert_eq!(x.is_empty(), a.is_empty());
        assert_eq!(x.within(y), a.is_subset(b));
        assert_eq!(numbers(x.lowest()), a.iter().copied().take(1).collect());
        assert_eq!(numbers(x.up(by)), a.iter().map(|at| at + by).filter(|&at| at < S::CAPACITY).collect());
        assert_eq!(numbers(x.down(by)), a.iter().filter_map(|at| at.checked_sub(by)).collect());
        assert!(a.iter().all(|&at| x.has(at)) && (a - b).iter().all(|&at| !y.has(at)));
    }

    #[test]
    fn sets_do_what_sets_of_numbers_do() {
        cases(
            2_000,
            |rng| {
                let capacity = if rng.random() { u128::CAPACITY } else { Wide::CAPACITY };
                let mut some =
                    || list(rng, 0..=40, |rng| rng.random_range(0..capacity)).into_iter().collect();
                let (a, b): (BTreeSet<usize>, BTreeSet<usize>) = (some(), some());
                (capacity, a, b, rng.random_range(1..64))
            },
            |(capacity, a, b, by)| {
                if *capacity == u128::CAPACITY { check::<u128>(a, b, *by) } else { check::<Wide>(a, b, *by) }
            },
        );
    }
}
