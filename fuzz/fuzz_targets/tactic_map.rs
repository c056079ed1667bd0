//! Any text is a tactic map or a clear error. What is a map prints to a text that reads back as the same map, and on a
//! position its set follows from the sets of its parts as the definitions say, with the map simplified and compiled or not.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz_checks::tactic_map::check(text));
