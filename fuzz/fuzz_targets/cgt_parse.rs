//! Any text is a game or a clear error; what is a game prints to a text that reads back as the same game.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz_checks::cgt_parse::check(text));
