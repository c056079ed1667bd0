//! Any bytes as a Sensei's Library diagram: the stones before the moves are written and read back.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::sensei::check(bytes));
