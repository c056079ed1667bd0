//! Any text is a question, race graphs and positions included, or a clear error that names the field; what is asked gets an answer
//! or a clear error, and an answer is JSON.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz_checks::question::check(text));
