//! Any text is a position of shogi or a clear error; what is read is written, read back equal and written the same way. The same
//! for moves.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz_checks::sfen::check(text));
