//! Sets of points of a ground.

/// A set of points of a [`Ground`](crate::Ground).
pub type Bits = u128;

/// The most points of one ground.
pub const MOST_POINTS: usize = 128;

/// The points of a set, in ascending order.
pub fn ones(mut bits: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let index = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            index
        })
    })
}
