//! Any text is the name of a board or a clear error; a board's own name gives the same board again, and games can be played
//! on it.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz_checks::board_name::check(text));
