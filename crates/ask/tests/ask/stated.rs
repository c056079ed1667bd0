//! What a person states about walls holds for every goal and every method, and the answer says so.

use serde_json::{Value, json};

use crate::told::{ask, fault};

/// Black's three stones have one eye, and White's ring around them has one liberty outside: Black takes the ring there, if it is not safe.
const RING: &str = "\
. . . . . . . . .
. X X X X X X X .
. X O O O O O X .
. X O X X X O X .
. X O X . X O X .
. X O X X X O X .
. X O O O O O X .
. X X X X X . X .
. . . . . . . . .
";

fn race(more: &Value) -> Value {
    let mut question = json!({"ask": "race", "position": {"diagram": RING}, "targets": ["D6", "C7"]});
    question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    question
}

fn stated(answer: &Value) -> Vec<(&str, bool)> {
    let safe = answer["conditions"]["safe"].as_array().expect("conditions");
    safe.iter().map(|one| (one["at"].as_str().unwrap(), one["stated"] == true)).collect()
}

/// The ring is in atari: without a word it is taken, and with one it stands whatever the goal is.
#[test]
fn stated_walls_stand_in_captures() {
    let question = |more: &Value| {
        let mut question =
            json!({"ask": "capture", "position": {"diagram": RING}, "target": "D6", "first": "defender"});
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        question
    };
    let plain = ask(&question(&json!({})));
    assert_eq!((&plain.json["verdict"], &plain.json["moves"]), (&json!("escapes"), &json!(["G2"])));
    assert!(
        plain.json["conditions"]["safe"]
            .as_array()
            .is_none_or(|safe| safe.iter().all(|one| one["stated"] == false))
    );
    for order in [json!({}), json!({"order": "usual"}), json!({"order": 3})] {
        let mut more = json!({"safe": ["C7"]});
        more.as_object_mut().unwrap().extend(order.as_object().unwrap().clone());
        let told = ask(&question(&more));
        assert_eq!(told.json["verdict"], "captured", "{more}: {}", told.text);
        assert_eq!(stated(&told.json), [("C7", true)]);
        assert!(told.text.contains("stated to be safe: C7"), "{}", told.text);
    }
    // A mark on the board says the same.
    let marked = json!({"ask": "capture", "target": "D6", "first": "defender",
        "position": {"diagram": format!("{RING}circle: C7\n")}});
    assert_eq!(ask(&marked).json["verdict"], "captured");
}

#[test]
fn stated_walls_stand_whatever_the_goal() {
    let plain = ask(&race(&json!({"goal": "life"})));
    assert_eq!(plain.json["black_first"]["verdict"], "black", "{}", plain.text);
    // The ring is a target itself and safe: Black's stones fall, whoever moves first.
    let told = ask(&race(&json!({"goal": "life", "safe": ["C7"]})));
    for first in ["black_first", "white_first"] {
        assert_eq!(told.json[first]["verdict"], "white", "{}", told.text);
        assert_eq!(told.json[first]["fates"], json!({"black": "dies", "white": "lives"}), "{}", told.text);
    }
    assert!(stated(&told.json).contains(&("C7", true)), "{}", told.json["conditions"]);
    assert!(told.text.contains("stated to be safe: "), "{}", told.text);
}

/// White's corner is alive by Benson, so a race for captures is read. Black's wall has two liberties; it is safe because that is said.
#[test]
fn a_block_that_lives_does_not_make_statements_void() {
    let board = "\
. O . O X . O . .
O O O O X X O . .
X X X X . X O . .
. . . . . . O . .
. . . . . . . . .
";
    let question = |more: Value| {
        let mut question = json!({"ask": "race", "position": {"diagram": board}, "essential": ["A4", "A3"], "goal": "capture"});
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask(&question)
    };
    let told = question(json!({"safe": ["G5"], "unknown": ["E5"]}));
    assert!(stated(&told.json).contains(&("G5", true)), "{}", told.json["conditions"]);
    assert_eq!(told.json["conditions"]["unknown"], json!(["E5"]), "{}", told.json["conditions"]);
}

#[test]
fn statements_that_say_nothing_or_two_things_are_refused() {
    for goal in ["capture", "life"] {
        let (field, message) = fault(&race(&json!({"goal": goal, "safe": ["A1"]})));
        assert_eq!(field, "safe");
        assert!(message.contains("A1 is stated to be safe, but there is no stone"), "{message}");
        let (field, message) = fault(&race(&json!({"goal": goal, "safe": ["B8"], "unknown": ["B2"]})));
        assert_eq!(field, "safe");
        assert!(message.contains("both safe and unknown"), "{message}");
    }
}

/// By the rules alone White lives: Black may not fill B1 while his own stones have no other liberty. But they are safe.
#[test]
fn nobody_lives_by_taking_what_is_stated_to_be_safe() {
    let board = "X X O O\nX O . O\nX . O O\nboard: grid:4x3\n";
    for (question, stones) in [("targets", json!(["B3", "D3"])), ("essential", json!(["B3", "D3"]))] {
        let mut asked =
            json!({"ask": "race", "position": {"diagram": board}, "goal": "life", "safe": ["A3"]});
        asked[question] = stones;
        let told = ask(&asked);
        for first in ["black_first", "white_first"] {
            assert_eq!(told.json[first]["verdict"], "black", "{}", told.text);
        }
    }
}
