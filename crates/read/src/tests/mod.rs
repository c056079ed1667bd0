//! The reader and its claims against a slow judge of small fields.
//!
//! `TESUJI_READ_CASES` multiplies the number of random fields, for long runs.

mod areas;
mod search;
mod twin;

/// So many cases, or more where that is wished.
fn many(cases: u64) -> u64 {
    let times = std::env::var("TESUJI_READ_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    cases * times
}
