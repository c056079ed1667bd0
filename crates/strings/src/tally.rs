//! Numbers of ways, as large as they need to be.
//!
//! The same sweep finds a value and counts boards; what differs is the number kept with each state. `()` counts
//! nothing and takes no memory, `u64` is fast and says when it is full, and `BigUint` never is.

use num_bigint::BigUint;

/// A number of ways to reach a state.
pub(crate) trait Tally: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    /// Adds; false if the sum does not fit.
    #[must_use]
    fn add(&mut self, more: &Self) -> bool;
    fn is_zero(&self) -> bool;
    fn to_big(&self) -> BigUint;
}

/// Counts nothing: every state there is can be reached in some way.
impl Tally for () {
    fn zero() -> Self {}
    fn one() -> Self {}
    #[inline]
    fn add(&mut self, (): &()) -> bool {
        true
    }
    fn is_zero(&self) -> bool {
        false
    }
    fn to_big(&self) -> BigUint {
        BigUint::from(1u32)
    }
}

impl Tally for u64 {
    fn zero() -> u64 {
        0
    }
    fn one() -> u64 {
        1
    }
    #[inline]
    fn add(&mut self, more: &u64) -> bool {
        match self.checked_add(*more) {
            Some(sum) => {
                *self = sum;
                true
            }
            None => false,
        }
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn to_big(&self) -> BigUint {
        BigUint::from(*self)
    }
}

impl Tally for BigUint {
    fn zero() -> BigUint {
        BigUint::ZERO
    }
    fn one() -> BigUint {
        BigUint::from(1u32)
    }
    fn add(&mut self, more: &BigUint) -> bool {
        *self += more;
        true
    }
    fn is_zero(&self) -> bool {
        *self == BigUint::ZERO
    }
    fn to_big(&self) -> BigUint {
        self.clone()
    }
}
