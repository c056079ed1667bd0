//! The shipped problems say what the program says: each is asked with the usual question, and its comment has the answer.

use serde_json::{Value, json};
use tesuji_formats::{NodeId, read_sgf_text};

use crate::told::ask;

const PROBLEMS: &str = include_str!("../../../../examples/capture-problems.sgf");

/// The hardest of them takes 1,200,000 nodes.
const NODES: u64 = 1_500_000;

/// Asks the problems whose number leaves this rest by four.
fn check(rest: usize) {
    let games = read_sgf_text(PROBLEMS).expect("the collection").games;
    assert!(games.len() > 300);
    for number in (1..=games.len()).filter(|number| number % 4 == rest) {
        let comment = games[number - 1].comment(NodeId::ROOT).expect("an answer");
        let (recorded, moves) = comment.split_once(" moves").expect("moves, or none");
        let words: Vec<&str> = recorded.split(' ').collect();
        let [verdict, "code", code, "order", _] = words[..] else { panic!("problem {number}: {comment}") };
        let told = ask(&json!({
            "ask": "capture",
            "position": {"sgf": PROBLEMS, "game": number},
            "order": "usual",
            "limits": {"nodes": NODES},
        }));
        let answer = &told.json;
        let known = (answer["verdict"].as_str(), answer["code"].to_string());
        assert_eq!(known, (Some(verdict), code.to_string()), "problem {number}: {}", told.sentence());
        let moves: Vec<&str> = moves.split_whitespace().collect();
        match answer["moves"][0].as_str() {
            Some(first) => {
                assert!(moves.contains(&first), "problem {number}: {first}, recorded is {comment}");
            }
            None => assert_eq!(
                (moves.len(), &answer["moves"]),
                (0, &Value::Array(Vec::new())),
                "problem {number}"
            ),
        }
    }
}

#[test]
fn shipped_problems_one() {
    check(0);
}

#[test]
fn shipped_problems_two() {
    check(1);
}

#[test]
fn shipped_problems_three() {
    check(2);
}

#[test]
fn shipped_problems_four() {
    check(3);
}
