//! What the book says about strings is what the program finds.

use crate::common::{LIMITS, board, solved};
use tesuji_board::{Diagram, Rules};
use tesuji_job::Watch;
use tesuji_strings::Optima;

const CHAPTER: &str = include_str!("../../../../docs/src/strings.md");

/// The board that a command prints: the lines after its first sentence and an empty line, up to the next one.
fn board_of(command: &str) -> Vec<&'static str> {
    let (_, after) = CHAPTER.split_once(command).expect("the chapter has this example");
    let printed = after.lines().skip(1);
    printed.skip_while(|line| !line.is_empty()).skip(1).take_while(|line| !line.is_empty()).collect()
}

#[test]
fn the_boards_of_the_chapter() {
    let rows = board_of("$ tesuji strings 19");
    let diagram: Diagram = rows.join("\n").parse().unwrap();
    assert_eq!(diagram.position(Rules::default()).unwrap().strings().len(), 277);
    assert_eq!(rows, solved(&board("square:19")).rows());
    assert_eq!(board_of("$ tesuji strings --topology hexagon:4 --count"), solved(&board("hexagon:4")).rows());
}

/// Every row of the table but the few that take long.
#[test]
fn the_table_of_the_chapter() {
    let slow =
        ["torus:7x7", "torus:8x8", "torus:10x10", "torus:5x7", "torus:5x8", "hexagon:10", "honeycomb:8"];
    let mut compared = 0;
    for line in CHAPTER.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split(['|', '`', ' ']).filter(|cell| !cell.is_empty()).collect();
        let [name, points, strings, empty, sets] = cells[..] else { panic!("odd row: {line}") };
        if slow.contains(&name) {
            continue;
        }
        let topology = board(name);
        let optimum = solved(&topology);
        let optima = Optima::new(&topology, 0, &LIMITS, &Watch::unwatched()).unwrap();
        let ours = [topology.len(), optimum.strings(), optimum.empty().len()].map(|n| n.to_string());
        assert_eq!([points, strings, empty], ours.each_ref().map(String::as_str), "{name}");
        assert_eq!(sets, optima.count(0).to_string(), "{name}");
        compared += 1;
    }
    assert!(compared >= 30, "only {compared} rows");
}
