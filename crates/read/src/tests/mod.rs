//! The reader and its claims against a slow judge of small fields.
//!
//! For long runs `TESUJI_READ_CASES` multiplies the number of random fields, and `TESUJI_READ_POINTS` is added to their points.

#![allow(clippy::print_stdout)]

mod areas;
mod claims;
mod kept;
mod search;
mod settle;
mod twin;

/// So many cases, or more where that is wished.
fn many(cases: u64) -> u64 {
    cases * wished("TESUJI_READ_CASES").unwrap_or(1)
}

fn wished(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}
