//! Text diagrams: no text panics, and what was read is printed so that it is read as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tesuji_board::Diagram;

fuzz_target!(|text: &str| {
    let Ok(diagram) = text.parse::<Diagram>() else { return };
    let printed = diagram.to_string();
    let again: Diagram = printed.parse().expect("what was printed is read");
    assert_eq!(again, diagram);
    assert_eq!(again.to_string(), printed);
    let _ = diagram.setup.faults();
});
