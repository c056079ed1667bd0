//! Proof and disproof numbers.
//!
//! Plain `u32` with two values set apart: [`INFINITE`] belongs to solved states alone, and numbers of open
//! states stop at [`LARGEST`]. Sums saturate: in graphs with many transpositions they grow beyond any fixed
//! width (spec, appendix, "DAG double counting"), and a number that wrapped around would make a hopeless
//! state look easy.

/// The number that is not zero in a solved state.
pub(crate) const INFINITE: u32 = u32::MAX;

/// The largest number of an open state.
pub(crate) const LARGEST: u32 = u32::MAX - 1;

/// Sum of two numbers; [`INFINITE`] absorbs, everything else stops at [`LARGEST`].
#[inline]
pub(crate) fn add(left: u32, right: u32) -> u32 {
    if left == INFINITE || right == INFINITE { INFINITE } else { left.saturating_add(right).min(LARGEST) }
}

/// A guess made by a domain, forced into the range of open states with room to grow.
#[inline]
pub(crate) fn guess(number: u32) -> u32 {
    number.clamp(1, 1 << 20)
}

/// The 1+epsilon threshold over the second best number: it grows in proportion, so that a child is entered
/// only logarithmically often before its threshold is out of sight.
#[inline]
pub(crate) fn widened(second: u32, percent: u32) -> u32 {
    if second == INFINITE {
        return INFINITE;
    }
    let wide = u64::from(second) + u64::from(second) * u64::from(percent) / 100 + 1;
    u32::try_from(wide).unwrap_or(LARGEST).min(LARGEST)
}

/// What is left of a threshold after `others`; at least one above `own`, so that every visit makes progress.
#[inline]
pub(crate) fn remaining(threshold: u32, others: u32, own: u32) -> u32 {
    if threshold == INFINITE {
        return INFINITE;
    }
    threshold.saturating_sub(others).max(own.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_saturate_below_infinity() {
        assert_eq!(add(LARGEST, LARGEST), LARGEST);
        assert_eq!(add(LARGEST, 1), LARGEST);
        assert_eq!(add(3, INFINITE), INFINITE);
        assert_eq!(add(3, 4), 7);
    }

    #[test]
    fn thresholds_always_leave_room() {
        assert_eq!(widened(LARGEST, 25), LARGEST);
        assert_eq!(widened(INFINITE, 25), INFINITE);
        assert_eq!(widened(0, 25), 1);
        assert_eq!(widened(100, 25), 126);
        assert_eq!(remaining(10, 30, 4), 5);
        assert_eq!(remaining(INFINITE, 30, 4), INFINITE);
        assert_eq!(remaining(LARGEST, LARGEST, LARGEST), INFINITE);
    }
}
