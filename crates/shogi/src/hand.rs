//! Pieces in hand, packed into a word.
//!
//! Each kind has a field wide enough for a whole set, with one spare bit above it. Comparing two hands kind by kind is
//! then one subtraction: a borrow shows in the spare bit.

use crate::piece::Kind;

/// First bit of each kind's field: pawn, lance, knight, silver, bishop, rook, gold.
const SHIFT: [u32; 7] = [0, 6, 10, 14, 22, 25, 18];
const WIDTH: [u32; 7] = [5, 3, 3, 3, 2, 2, 3];

/// The spare bits by width of the field below.
const SPARE_5: u32 = 1 << 5;
const SPARE_3: u32 = 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21;
const SPARE_2: u32 = 1 << 24 | 1 << 27;
const SPARE: u32 = SPARE_5 | SPARE_3 | SPARE_2;

/// Pieces in hand.
///
/// ```
/// use tesuji_shogi::{Hand, Kind};
/// let hand = Hand::EMPTY.with(Kind::Gold).with(Kind::Pawn).with(Kind::Pawn);
/// assert_eq!(hand.count(Kind::Pawn), 2);
/// assert!(hand.covers(Hand::EMPTY.with(Kind::Pawn)));
/// assert!(!hand.covers(Hand::EMPTY.with(Kind::Rook)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u32);

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Self = Self(0);

    /// The packed word.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The hand packed in a word by [`Hand::bits`].
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// How many of a kind; 0 for kinds that are never in hand.
    #[inline]
    pub const fn count(self, kind: Kind) -> u32 {
        let index = kind.index();
        if index < 7 { self.0 >> SHIFT[index] & ((1 << WIDTH[index]) - 1) } else { 0 }
    }

    /// Whether nothing is in hand.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With one more of a kind that can be in hand.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 + (1 << SHIFT[kind.index()]))
    }

    /// With one less, of a kind that is in hand.
    #[inline]
    #[must_use]
    pub const fn without(self, kind: Kind) -> Self {
        debug_assert!(self.count(kind) > 0);
        Self(self.0 - (1 << SHIFT[kind.index()]))
    }

    /// With one less if there is one.
    #[inline]
    pub(crate) const fn less(self, kind: Kind) -> Self {
        if self.count(kind) > 0 { self.without(kind) } else { self }
    }

    /// With a count of its own for one kind.
    #[inline]
    pub(crate) const fn set(self, kind: Kind, count: u32) -> Self {
        let index = kind.index();
        let mask = (1 << WIDTH[index]) - 1;
        Self(self.0 & !(mask << SHIFT[index]) | count << SHIFT[index])
    }

    /// Spare bits of the kinds of which `self` has at least as many as `other`.
    #[inline]
    const fn at_least(self, other: Self) -> u32 {
        ((self.0 | SPARE) - other.0) & SPARE
    }

    /// The whole fields below some spare bits.
    #[inline]
    const fn fields(spare: u32) -> u32 {
        spare - ((spare & SPARE_5) >> 5) - ((spare & SPARE_3) >> 3) - ((spare & SPARE_2) >> 2)
    }

    /// Whether it has at least as many of every kind.
    #[inline]
    pub const fn covers(self, other: Self) -> bool {
        self.at_least(other) == SPARE
    }

    /// The larger count of each kind.
    #[inline]
    pub(crate) const fn largest(self, other: Self) -> Self {
        let mine = Self::fields(self.at_least(other));
        Self(self.0 & mine | other.0 & !mine)
    }

    /// The smaller count of each kind.
    #[inline]
    pub(crate) const fn smallest(self, other: Self) -> Self {
        let mine = Self::fields(self.at_least(other));
        Self(other.0 & mine | self.0 & !mine)
    }

    /// Both hands together, which hold at most one set.
    #[inline]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// What `self` holds of the kinds that `other` has none of.
    #[inline]
    pub(crate) const fn where_none(self, other: Self) -> Self {
        // A field is empty when taking one away borrows from the spare bit.
        let ones: u32 = 1 | 1 << 6 | 1 << 10 | 1 << 14 | 1 << 18 | 1 << 22 | 1 << 25;
        let some = Self::fields(((other.0 | SPARE) - ones) & SPARE);
        Self(self.0 & !some & !SPARE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hands() -> Vec<Hand> {
        let mut hands = Vec::new();
        let mut word: u64 = 7;
        for _ in 0..300 {
            let mut hand = Hand::EMPTY;
            for kind in Kind::IN_HAND {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                hand = hand.set(kind, (word >> 33) as u32 % (kind.in_a_set() + 1));
            }
            hands.push(hand);
        }
        hands.push(Hand::EMPTY);
        hands
    }

    #[test]
    fn packed_arithmetic_equals_counting_kind_by_kind() {
        let hands = hands();
        for &left in &hands {
            for &right in &hands {
                let all = |test: fn(u32, u32) -> bool| {
                    Kind::IN_HAND.into_iter().all(|kind| test(left.count(kind), right.count(kind)))
                };
                assert_eq!(left.covers(right), all(|left, right| left >= right));
                for kind in Kind::IN_HAND {
                    let (own, other) = (left.count(kind), right.count(kind));
                    assert_eq!(left.largest(right).count(kind), own.max(other));
                    assert_eq!(left.smallest(right).count(kind), own.min(other));
                    assert_eq!(left.where_none(right).count(kind), if other == 0 { own } else { 0 });
                }
            }
        }
    }
}
