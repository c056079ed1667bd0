//! Turns of lines that are told: each on a board where it happens, and nothing where nothing happens.

use tesuji_board::{Color, Diagram, Rules};

use crate::{Move, Turn, obstacles, turns};

/// The turns of a line that Black begins.
fn told(board: &str, target: &str, line: &[&str]) -> Vec<Turn> {
    let diagram: Diagram = board.parse().unwrap();
    let position = diagram.position(Rules::default()).unwrap();
    let at = |name: &str| position.topology().point(name).unwrap();
    let line: Vec<Move> = line.iter().map(|&name| (name != "pass").then(|| at(name))).collect();
    turns(&position, at(target), Color::Black, &line)
}

const KO: &str = ". X O .\nX O . O\n. X O .\n. . . .\n";

#[test]
fn kos_are_taken_and_taken_back() {
    let [Turn::Ko { taker: Color::Black, .. }] = told(KO, "B3", &["C3"])[..] else { panic!("a ko") };
    let [Turn::Ko { .. }, Turn::TakenBack { taker: Color::White, .. }] = told(KO, "B3", &["C3", "B3"])[..]
    else {
        panic!("taken back at once")
    };
    let later = told(KO, "B3", &["C3", "pass", "A4", "B3"]);
    assert!(
        !later.iter().any(|turn| matches!(turn, Turn::TakenBack { .. })),
        "no threat is needed: {later:?}"
    );
    let banned = told(&format!("{KO}ko: C3\nto move: black\n"), "B3", &["C3"]);
    assert!(matches!(banned[..], [Turn::TakenBack { taker: Color::Black, .. }]), "{banned:?}");
}

#[test]
fn stones_are_taken_back_in_a_snapback() {
    let board = ". . . . .\nX X X X .\nO O O X .\n. . O X .\n";
    let found = told(board, "B2", &["A1", "B1", "A1"]);
    assert!(matches!(found[..], [Turn::Snapback { taker: Color::Black, stones: 5, .. }]), "{found:?}");
}

#[test]
fn a_connection_that_does_not_help() {
    let board = ". . . . . . . .\n. X X X X X X .\n. X O O . O X .\n. X O X O O X .\n. . . X . . . .\n";
    let found = told(board, "C3", &["C1", "E3", "F1"]);
    assert!(matches!(found[..], [Turn::Oiotoshi { stones: 7, .. }]), "{found:?}");
    assert_eq!(told(board, "C3", &["C1", "E3"]), [], "nothing follows");
}

#[test]
fn what_stands_around_a_target() {
    let shown = |board: &str, target: &str| {
        let diagram: Diagram = board.parse().unwrap();
        let position = diagram.position(Rules::default()).unwrap();
        obstacles(&position, position.topology().point(target).unwrap())
    };
    let seki = ". O O X . O X X .\nO O X X . O X X X\n. O X X X O X X .\nO O O X X O X X X\n";
    assert_eq!(shown(seki, "D4"), [Turn::MutualLiberties]);
    let wall = ". . . . .\n. O . . .\nO X O . .\n. . X X .\n. . . . .\n";
    assert!(matches!(shown(wall, "C3")[..], [Turn::WallInAtari { .. }]));
    assert_eq!(shown(". . . .\n. X O .\n. . . .\n", "C2"), []);
}
