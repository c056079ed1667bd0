//! `tesuji check`: exit codes, the collection that is written, what is refused.

use std::fs;

use crate::common::{Told, folder, program, refusal};

fn check(arguments: &[&str]) -> Told {
    let all: Vec<&str> = ["check"].iter().chain(arguments).copied().collect();
    program(&all).output().unwrap().into()
}

#[test]
fn the_exit_code_tells_what_was_found() {
    let told = check(&["examples/check.sgf", "--json"]);
    let answer = told.json();
    assert_eq!((told.code, &answer["checked"]), (Some(1), &3.into()), "{answer:#}");
    let kinds: Vec<&str> =
        answer["findings"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["wrong", "impossible"]);
    assert_eq!(answer["findings"][0]["ours"], serde_json::json!(["C1"]));
    assert_eq!(answer["problems"][1]["goal"], "live");
    assert_eq!(check(&["examples/check.sgf", "--game", "1"]).code, Some(0));
    let open = check(&["examples/check.sgf", "--game", "1", "--nodes", "1"]);
    assert_eq!(open.code, Some(2), "{}", open.out);
    assert!(refusal(&["check", "examples/check.sgf", "--game", "4"]).contains("there is no game 4"));
    assert!(refusal(&["check", "examples/tsume.txt"]).contains("SGF"));
}

#[test]
fn the_collection_is_written_beside() {
    let folder = folder("check");
    let (problems, out) = (folder.join("problems.sgf"), folder.join("out.sgf"));
    fs::copy("../../examples/check.sgf", &problems).unwrap();
    let before = fs::read_to_string(&problems).unwrap();
    let told = check(&[problems.to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert_eq!(told.code, Some(1), "{}", told.err);
    let written = fs::read_to_string(&out).unwrap();
    assert_eq!(written.matches("tesuji:").count(), 2, "{written}");
    assert_eq!(fs::read_to_string(&problems).unwrap(), before);
    // The problems themselves are not written over.
    let told = check(&[problems.to_str().unwrap(), "-o", problems.to_str().unwrap()]);
    assert_eq!((told.code, fs::read_to_string(&problems).unwrap()), (Some(1), before), "{}", told.err);
}
