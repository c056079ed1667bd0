//! Formats from outside, and beside other readers. One program: it is linked once.

mod differential;
mod examples;
mod formats;
mod sgf;
mod sgf_properties;

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngAlgorithm;

/// So many random cases. Trees take millions of random numbers, and the usual ones are made for secrets: half of the time went into them.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::XorShift,
        ..ProptestConfig::default()
    }
}
