//! Keys as the tables use them.
//!
//! A game names its positions with any 128-bit number, a hash or an exact encoding. [`Key`] spreads that
//! number evenly with a mixing that loses nothing (each round can be undone), so exact encodings stay free of
//! collisions until a table cuts bits off.

/// A position's name, mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// Finds the place in a table and is stored there whole.
    pub(crate) first: u64,
    /// A table stores the low half of it, to tell positions apart for certain.
    pub(crate) second: u64,
}

impl Key {
    #[inline]
    pub(crate) fn new(name: u128) -> Self {
        let low = name as u64;
        let high = (name >> 64) as u64;
        let first = mix(low ^ mix(high));
        let second = mix(high.wrapping_add(first.rotate_left(32)));
        Self { first, second }
    }

    /// One number for a node: position, order and resource. Used where nodes are summed up to a path.
    #[inline]
    pub(crate) fn node(self, order: u8, resource: u32) -> u64 {
        mix(self.second ^ mix(self.first ^ (u64::from(resource) << 8 | u64::from(order))))
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a permutation of the 64-bit numbers, for games that hash their
/// positions.
#[inline]
#[must_use]
pub fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
