//! Text diagrams: no text panics, and what was read is printed so that it is read as the same.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz_checks::diagram::check(text));
