//! `tesuji race` from outside: the fields of the contract, both ways to write a negative number, helpful refusals.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .arg("race")
        .args(arguments)
        .current_dir(root)
        .output()
        .expect("it runs")
}

fn json(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn white_liberties_are_written_negative_in_both_ways() {
    let apart = json(&["--black", "{4|0}", "--black", "{6||4|0}", "--white", "-7"]);
    let joined = json(&["--black", "{4|0}", "--black={6||4|0}", "--white=-7"]);
    assert_eq!(apart, joined);
    assert_eq!(apart["black_first"]["result"], "black");
    assert_eq!(apart["black_first"]["winning_moves"], serde_json::json!(["B1"]));
    assert_eq!(apart["white_first"]["result"], "white");
    assert_eq!(apart["cooled_sum"], "-1^*");
    assert_eq!(apart["adjusted"], serde_json::json!({"black": 0, "white": -2}));
    assert_eq!(apart["method"], "static");
    assert_eq!(apart["verified"], Value::Null);
}

#[test]
fn a_board_is_answered_and_verified() {
    let answer = json(&["examples/race-b.sgf", "--verify"]);
    assert_eq!(answer["verified"], true);
    assert_eq!(answer["method"], "static");
    let region = &answer["regions"][0];
    for field in ["id", "owner", "kind", "points", "value", "cooled", "mean", "temperature"] {
        assert!(!region[field].is_null(), "{field}: {region}");
    }
}

#[test]
fn limits_are_answers() {
    let output = run(&["examples/race.sgf", "--nodes", "2", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["black_first"]["result"], "unknown");
    assert!(answer["black_first"]["why"].as_str().is_some_and(|why| why.contains("not plain")));
}

#[test]
fn bad_questions_get_one_helpful_sentence() {
    let cases: [(&[&str], &str); 6] = [
        (&["--black", "3", "--white", "4"], "negative"),
        (&["--black", "{4|0", "--white", "-4"], "column"),
        (&["--black", "3"], "no liberties"),
        (&["examples/game.sgf"], "no race here"),
        (&["examples/snapback.sgf"], "both colours"),
        (&["examples/race.sgf", "--essential", "A9,F3"], "no stone"),
    ];
    for (arguments, expected) in cases {
        let output = run(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
}
