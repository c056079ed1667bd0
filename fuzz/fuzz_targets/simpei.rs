//! Any text is a position of Simpei or a clear error; what is read is written and read back equal. The same for moves.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz_checks::simpei::check(text));
