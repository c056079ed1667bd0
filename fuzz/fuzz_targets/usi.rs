//! Any bytes as a session of USI: every line is one that graphical programs know.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::usi::check(bytes));
