//! Captures without orders: an escape is a proof, and a capture rests on nothing that is merely assumed.

use serde_json::{Value, json};
use tesuji_board::{Color, Diagram, Position, Rules, Topology};
use tesuji_job::Random;

use crate::told::ask;

fn about(board: &str, target: &str, more: &Value) -> Value {
    let mut question =
        json!({"ask": "capture", "position": {"diagram": board}, "target": target, "first": "attacker"});
    question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    question
}

/// Black's stones have an eye of five points, and White's wall around them six liberties and no eyes.
const RACE: &str = "\
. X . X X X . X .
X X X X X X X X X
X X X X X X X X X
X X X X . X X X X
O O O O O O O . .
O X X X X X O . .
O X X . X X O . .
O X . . . X O . X
O X X . X X O . X
";

/// No order that is asked for captures the stone, and that alone is no escape.
#[test]
fn no_quick_capture_is_no_escape() {
    let open = ask(&about(RACE, "B4", &json!({"limits": {"nodes": 20_000}})));
    assert_eq!((&open.json["verdict"], &open.json["code"]), (&json!("unknown"), &Value::Null));
    let why = open.json["why"].as_str().expect("a reason");
    assert!(
        why.starts_with("no capture up to order ")
            && why.contains("; whether a slower one exists was not found out"),
        "{why}"
    );
    assert!(open.json["up_to_order"].is_u64());
    assert_eq!(open.json["moves"], json!([]));
    // Whoever asks for quick captures is told that there is none.
    for order in [json!("usual"), json!(3)] {
        let quick = ask(&about(RACE, "B4", &json!({"order": order, "limits": {"nodes": 20_000}})));
        assert_eq!((&quick.json["verdict"], &quick.json["code"]), (&json!("escapes"), &json!(0)));
        assert!(quick.sentence().contains("no capture up to order "), "{}", quick.sentence());
    }
}

/// A string gets out where nobody stands, or to friends, and the answer says what it takes for granted.
#[test]
fn who_gets_out_into_the_open_escapes() {
    let told = ask(&about(
        "\
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . X . . . . . .
. . . . . X O X . . . . .
. . . . . . O X . . . . .
. . . . . . . . . . . . .
. . . . . . O O O O O O O
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
",
        "G9",
        &json!({}),
    ));
    assert_eq!(told.json["verdict"], "escapes", "{}", told.text);
    assert_eq!(told.json["conditions"]["open"], true);
    assert!(told.sentence().contains("what gets out is taken as safe"), "{}", told.sentence());
    assert!(told.sentence().contains(", if the stones at G6 are safe: "), "{}", told.sentence());
    assert!(told.text.contains("assumed: whoever gets out of the points that were read is safe"));
}

/// Random positions: what is captured, or a ko, is so on the whole board, and an escape has its proof.
#[test]
fn verdicts_rest_on_what_they_say() {
    let (mut found, mut kinds) = (0, [0; 4]);
    for number in 0..60 {
        let mut random = Random::new(41, 0, number);
        let board = Topology::parse("square:7").expect("a board");
        let mut position = Position::new(board, Rules::default());
        for _ in 0..16 + random.below(20) {
            let color = position.to_move();
            let moves: Vec<_> = position.legal_moves(color).collect();
            let at = random.below(moves.len().max(1) as u32) as usize;
            if let Some(&at) = moves.get(at) {
                position.play(color, at).expect("it is legal");
            }
        }
        let strings = position.strings();
        let Some(string) = strings.get(random.below(strings.len() as u32) as usize) else { continue };
        let target = position.topology().name_of(string.stones.first().expect("a stone")).to_string();
        let mut setup = position.to_setup();
        (setup.to_move, setup.ko) = (Color::Black, None);
        let board = Diagram::new(setup).to_string();
        let told = ask(&about(&board, &target, &json!({"limits": {"nodes": 12_000}})));
        let answer = &told.json;
        found += 1;
        let verdict = answer["verdict"].as_str().expect("a verdict");
        kinds[["captured", "ko", "escapes", "unknown"].iter().position(|&one| one == verdict).unwrap()] += 1;
        let conditions = &answer["conditions"];
        let assumed = conditions["safe"]
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one["stated"] == false && one["proved"] == false));
        match verdict {
            "captured" | "ko" => {
                assert!(!assumed && conditions["open"] != true, "{}", told.text);
            }
            "escapes" => {
                assert_eq!(answer["every_order"], true, "{}", told.text);
                assert_eq!(assumed, told.sentence().contains(" are safe: "), "{}", told.text);
            }
            _ => assert!(answer["code"].is_null() && answer["moves"] == json!([]), "{}", told.text),
        }
    }
    assert!(found >= 50 && kinds[0] >= 5 && kinds[2] >= 5, "{found}, {kinds:?}");
}
