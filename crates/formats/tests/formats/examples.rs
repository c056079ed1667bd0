//! The files of `examples/` are as our writer writes them, and mean something.

use std::path::{Path, PathBuf};

use tesuji_board::{Mark, Rules};
use tesuji_formats::{Moment, NodeId, read_sgf, write_sgf};

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|e| e == "sgf")).collect();
    files.sort();
    files
}

/// `TESUJI_BLESS=1` writes the files anew.
#[test]
fn every_example_round_trips_to_identical_bytes() {
    assert!(examples().len() >= 5);
    for file in examples() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&file).unwrap();
        let read = read_sgf(&bytes).unwrap_or_else(|error| panic!("{}", error.render(&name, &bytes)));
        let written = write_sgf(&read.games);
        let text = String::from_utf8(bytes).unwrap();
        if std::env::var_os("TESUJI_BLESS").is_some() && text != written {
            std::fs::write(&file, &written).unwrap();
        } else {
            assert!(read.warnings.is_empty(), "{name}: {:?}", read.warnings);
            assert_eq!(text, written, "{name}");
        }
    }
}

#[test]
fn every_node_of_every_example_is_a_position() {
    for file in examples() {
        let bytes = std::fs::read(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        for game in read_sgf(&bytes).unwrap().games {
            assert!(game.comment(NodeId::ROOT).is_some(), "{name} explains itself");
            for node in game.nodes() {
                let diagram = game
                    .diagram(Moment::Node(node))
                    .unwrap_or_else(|error| panic!("{}", error.render(&name, &bytes)));
                diagram.position(Rules::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}

#[test]
fn the_race_marks_both_sides() {
    let race = examples().into_iter().find(|file| file.ends_with("race.sgf")).unwrap();
    let file = read_sgf(&std::fs::read(race).unwrap()).unwrap();
    let problem = file.games[0].diagram(Moment::Problem).unwrap();
    for (mark, color) in
        [(Mark::Triangle, tesuji_board::Color::Black), (Mark::Square, tesuji_board::Color::White)]
    {
        let marked = problem.marked(mark);
        assert!(!marked.is_empty() && marked.is_subset(problem.setup.stones(color)));
    }
}
