//! Any text is a file of cases or a clear error; its cases pass, fail or are not run, each with its line.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz_checks::cases::check(text));
