//! The corner shapes that everybody meets first, asked without options: verdicts as books give them.

use serde_json::{Value, json};

use crate::told::ask;

/// The game's number, the name of the shape, the status, and for Black, who attacks, and White moving first the verdict with the first moves that
/// reach it where there are few.
type Shape = (&'static str, &'static str, [(&'static str, &'static [&'static str]); 2]);

const SHAPES: &[Shape] = &[
    ("L-group", "dead", [("dies", &["pass"]), ("dies", &[])]),
    ("L-group with a leg", "unsettled", [("dies", &["B2", "C1", "D1"]), ("lives", &["B1"])]),
    ("straight three", "unsettled", [("dies", &["B1"]), ("lives", &["B1"])]),
    ("straight four", "alive", [("lives", &[]), ("lives", &["pass"])]),
    ("square four", "dead", [("dies", &["pass"]), ("dies", &[])]),
    ("bulky five", "unsettled", [("dies", &["B1"]), ("lives", &["B1"])]),
    (
        "rectangular six in the corner without outside liberties",
        "unsettled",
        [("dies", &["B2"]), ("lives", &["B1", "B2"])],
    ),
    (
        "rectangular six in the corner with one outside liberty",
        "ko",
        [("ko", &["B1"]), ("lives", &["B1", "B2"])],
    ),
    (
        "rectangular six in the corner with 2 outside liberties",
        "alive",
        [("lives", &[]), ("lives", &["pass"])],
    ),
    ("bent four in the corner", "ko", [("ko", &["pass"]), ("ko", &["pass"])]),
    ("carpenter's square", "ko", [("ko", &["C2"]), ("lives", &["B2"])]),
];

fn found(number: usize) -> Value {
    let sgf = tesuji_examples::find("life-shapes.sgf").expect("shipped");
    ask(&json!({"ask": "life", "position": {"sgf": sgf, "game": number}})).json
}

#[test]
fn corner_shapes_have_the_answers_of_books() {
    for (index, (name, status, sides)) in SHAPES.iter().enumerate() {
        let found = found(index + 1);
        assert_eq!(found["shape"], *name, "{found}");
        assert_eq!(found["status"], *status, "{name}: {found}");
        for (side, (verdict, moves)) in ["black_first", "white_first"].into_iter().zip(sides) {
            assert_eq!(found[side]["verdict"], *verdict, "{name}, {side}: {found}");
            let mut told: Vec<&str> =
                found[side]["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
            told.sort_unstable();
            // Where more was not compared, the best move is told.
            let all = found[side]["undecided"] == json!([]);
            assert!(if all { told == *moves } else { told.contains(&moves[0]) }, "{name}, {side}: {found}");
        }
    }
}

/// The answers rest on walls that look safe, and on nothing else; none needs more than the default limit.
#[test]
fn corner_shapes_are_shut_in() {
    for number in 1..=SHAPES.len() {
        let found = found(number);
        assert_eq!(found["conditions"]["open"], false, "{number}");
        assert!(found["nodes"].as_u64().expect("nodes") < 200_000, "{number}");
    }
}

/// The terms: the ko of the rectangular six takes one threat, that of the carpenter's square two; nobody but Black begins that of bent
/// four.
#[test]
fn kos_of_corner_shapes_have_their_terms() {
    for (number, threats) in [(8, 1), (10, 1), (11, 2)] {
        let ko = &found(number)["black_first"]["ko"];
        assert_eq!(
            ko,
            &json!({"without_threats": "dies", "threats": threats, "needed_by": "white"}),
            "{number}"
        );
    }
    assert_eq!(found(10)["white_first"]["moves"], json!(["pass"]));
}
