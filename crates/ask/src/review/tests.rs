//! Reviews as answers: plain data, the record, problems.

use serde_json::{Value, json};
use tesuji_formats::{Moment, read_sgf_text};

use crate::testing::ask;

const GAME: &str = include_str!("../../../../examples/review.sgf");

fn review(more: &Value) -> (Value, String) {
    let mut question = json!({"ask": "review", "position": {"sgf": GAME}});
    let fields = more.as_object().expect("fields").clone();
    question.as_object_mut().expect("a question").extend(fields);
    ask(&question).unwrap_or_else(|fault| panic!("{question}: {fault}"))
}

#[test]
fn a_moment_is_told() {
    let (answer, text) = review(&json!({}));
    let moments = answer["moments"].as_array().expect("moments");
    assert_eq!(moments.len(), 1, "{answer:#}");
    let moment = &moments[0];
    assert_eq!(
        (&moment["move"], &moment["color"], &moment["played"]),
        (&json!(1), &json!("white"), &json!("G5"))
    );
    assert_eq!((&moment["kind"], &moment["at"]), (&json!("save"), &json!("A2")));
    assert_eq!((&moment["before"], &moment["after"]), (&json!("lives"), &json!("dies")));
    assert_eq!((&moment["right"], &moment["punished"]), (&json!(["C1"]), &json!(true)));
    assert_eq!(
        (&moment["stake"]["points"], moment["stake"]["stones"].as_array().map(Vec::len)),
        (&json!(14), Some(7))
    );
    assert_eq!(moment["line"][0], json!({"color": "black", "point": "C1"}));
    assert_eq!((&answer["judged"], answer["graph"].as_array().map(Vec::len)), (&json!(3), Some(3)));
    let words = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(words.contains("after White C1 they live; after White G5 they die; punished"), "{text}");
    // The node of the moment is a position.
    let shown =
        ask(&json!({"ask": "show", "position": {"sgf": GAME, "node": moment["node"]}})).expect("a node");
    assert_eq!(shown.0["to_move"], "black");
    // A part of the game, and strings of any size.
    let (part, _) = review(&json!({"from": 2, "to": 3}));
    assert_eq!((&part["judged"], part["moments"].as_array().map(Vec::len)), (&json!(2), Some(0)));
    let (large, _) = review(&json!({"least": 8}));
    assert_eq!(large["moments"], json!([]), "the string has seven stones");
}

#[test]
fn the_record_is_written_with_variations() {
    let (answer, _) = review(&json!({"sgf": true}));
    let before = read_sgf_text(GAME).expect("a record").games.remove(0);
    let after = read_sgf_text(answer["sgf"].as_str().expect("a record")).expect("a record").games.remove(0);
    assert_eq!(before.main_line_moves().expect("moves").len(), 3);
    // The game itself is the main line as it was.
    let moves = |tree: &tesuji_formats::SgfTree| -> Vec<_> {
        tree.main_line_moves().expect("moves").into_iter().map(|one| (one.color, one.point)).collect()
    };
    assert_eq!(moves(&before), moves(&after));
    assert!(after.len() > before.len());
    let comments: Vec<&str> = after.nodes().filter_map(|node| after.comment(node)).collect();
    assert!(
        comments.iter().any(|comment| comment.starts_with("tesuji: 7 stones of White at A2")),
        "{comments:?}"
    );
    // Every variation can be played.
    for node in after.nodes() {
        after.diagram(Moment::Node(node)).expect("a position");
    }
}

#[test]
fn problems_are_made_of_moments_and_are_right() {
    let (answer, _) = review(&json!({"problems": true}));
    let problems = answer["problems"].as_str().expect("problems");
    assert!(problems.contains("White to live") && problems.contains("Difficulty:"), "{problems}");
    let (checked, text) = ask(&json!({"ask": "check", "text": problems})).expect("an answer");
    assert_eq!((&checked["checked"], &checked["findings"]), (&json!(1), &json!([])), "{text}");
    assert_eq!(checked["problems"][0]["at"], json!(["A2"]));
}

#[test]
fn what_is_wrong_is_named() {
    for (more, field) in [
        (json!({"from": 4}), "from"),
        (json!({"from": 3, "to": 2}), "from"),
        (json!({"to": 0}), "to"),
        (json!({"position": {"sgf": GAME, "game": 2}}), "position.game"),
        (json!({"position": {"sgf": GAME, "move": 2}}), "position"),
        (json!({"position": {"diagram": ". X\nO .\n"}}), "position"),
        (json!({"position": {"sgf": "(;SZ[9];B[ee];W[ee])"}}), "position.sgf"),
        (json!({"picture": {}}), "picture"),
    ] {
        let mut question = json!({"ask": "review", "position": {"sgf": GAME}});
        question.as_object_mut().expect("a question").extend(more.as_object().expect("fields").clone());
        let fault = ask(&question).expect_err("a fault");
        assert_eq!(fault.field.as_deref(), Some(field), "{question}: {fault}");
    }
    // A text in whatever format it has.
    let question = json!({"ask": "review", "position": {"text": GAME}});
    assert_eq!(ask(&question).expect("an answer").0["judged"], 3);
}

#[test]
fn a_limit_is_no_moment() {
    let (answer, _) = review(&json!({"limits": {"nodes": 1}}));
    assert_eq!(answer["judged"], 3);
    for moment in answer["moments"].as_array().expect("moments") {
        assert_eq!((&moment["before"], &moment["after"]), (&json!("lives"), &json!("dies")), "{answer:#}");
    }
}
