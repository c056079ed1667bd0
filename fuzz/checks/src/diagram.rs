//! Text diagrams: no text panics, and what was read is printed so that it is read as the same.

use tesuji_board::Diagram;

/// See the head of this file.
pub fn check(text: &str) {
    let Ok(diagram) = text.parse::<Diagram>() else { return };
    let printed = diagram.to_string();
    let again: Diagram = printed.parse().expect("what was printed is read");
    assert_eq!(again, diagram);
    assert_eq!(again.to_string(), printed);
    let _ = diagram.setup.faults();
}
