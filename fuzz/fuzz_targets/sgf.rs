//! Any bytes as SGF: what is read is written in a form that reads as the same tree and is written the same way.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::sgf::check(bytes));
