//! Any bytes as a session of GTP: every reply begins with = or ? and ends with an empty line, and none is missing after it.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::gtp::check(bytes));
