//! Any bytes as a JSON board or position: what is read is written, read back equal, and written the same way.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_checks::json::check(bytes));
