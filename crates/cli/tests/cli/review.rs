//! `tesuji review`: what is written, and the way from a game to problems.

use std::fs;

use crate::common::{Told, folder, program, refusal};

fn review(arguments: &[&str]) -> Told {
    let all: Vec<&str> = ["review"].iter().chain(arguments).copied().collect();
    program(&all).output().unwrap().into()
}

#[test]
fn from_a_game_to_problems() {
    let folder = folder("review");
    let (out, problems) = (folder.join("out.sgf"), folder.join("problems.sgf"));
    let (out, problems) = (out.to_str().unwrap(), problems.to_str().unwrap());
    let told = review(&["examples/review.sgf", "-o", out, "--problems", problems, "--json"]);
    let answer = told.json();
    assert_eq!((told.code, answer["moments"].as_array().map(Vec::len)), (Some(0), Some(1)), "{answer:#}");
    assert_eq!(answer["moments"][0]["right"], serde_json::json!(["C1"]));
    assert!(fs::read_to_string(out).unwrap().contains("tesuji: 7 stones"));
    let checked: Told = program(&["check", problems]).output().unwrap().into();
    assert_eq!(checked.code, Some(0), "{}", checked.out);
    // Nothing to write is said, and no file is made.
    let none = folder.join("none.sgf");
    let told = review(&["examples/review.sgf", "--from", "2", "--problems", none.to_str().unwrap()]);
    assert_eq!((told.code, none.exists()), (Some(0), false), "{}", told.err);
    assert!(told.err.contains("no problem to write"), "{}", told.err);
    assert!(refusal(&["review", "examples/review.sgf", "--from", "9"]).contains("there is no move 9"));
    assert!(refusal(&["review", "examples/tsume.txt"]).contains("SGF"));
}
