//! Does the attacker mate?

use serde_json::{Value, json};
use tesuji_ask::Ending;
use tesuji_job::Watch;

use crate::told::{Told, ask, fault, try_ask};

const ONE_PLY: &str = "7nk/9/7G1/9/9/9/9/9/9 b G 1";
const BRINKMATE: &str = "8k/4p4/7p1/9/7G1/9/9/9/K8 b GL 1";
/// Zuko 5: 21 plies.
const LONG: &str = "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1";

fn question(sfen: &str, more: &Value) -> Value {
    let mut question = json!({"ask": "mate", "sfen": sfen});
    for (key, value) in more.as_object().expect("fields") {
        question[key] = value.clone();
    }
    question
}

fn mate(sfen: &str, more: &Value) -> Told {
    ask(&question(sfen, more))
}

#[test]
fn a_mate_has_all_fields_of_the_contract() {
    let told = mate(ONE_PLY, &json!({}));
    let answer = &told.json;
    assert_eq!(
        (&answer["ask"], &answer["verdict"], &answer["order"]),
        (&json!("mate"), &json!("mate"), &json!(1))
    );
    assert_eq!((&answer["sfen"], &answer["attacker"]), (&json!(ONE_PLY), &json!("black")));
    assert_eq!((&answer["moves"], &answer["line"]), (&json!(["G*1b"]), &json!(["G*1b"])));
    assert_eq!((&answer["kif"], &answer["plies"]), (&json!(["▲１二金打"]), &json!(1)));
    assert_eq!((&answer["checked"], &answer["undecided"]), (&json!(true), &json!([])));
    assert_eq!(answer["limits"], json!({"nodes": 50_000_000, "memory_mb": 1024}));
    assert_eq!(told.answer.ending, Ending::Known);
    let replayed = answer["proof_positions"].as_u64().expect("it was replayed");
    assert!(told.sentence().starts_with(
        "Black mates in 1 ply: by checks alone; all of it was replayed against every defence, "
    ));
    assert!(told.sentence().contains(&format!(" {replayed} position")), "{}", told.sentence());
    assert!(told.text.starts_with("   9  8  7  6  5  4  3  2  1\n"), "{}", told.text);
    assert!(told.text.contains("\nblack holds G\nblack to move\n"), "{}", told.text);
    assert!(told.text.contains("\nline: B G*1b\n kif: ▲１二金打\nnodes: "), "{}", told.text);
}

#[test]
fn no_mate_by_checks_and_a_brinkmate() {
    let none = mate("7nk/9/7G1/9/9/9/9/9/9 b P 1", &json!({"cooks": true}));
    assert_eq!((&none.json["verdict"], &none.json["order"]), (&json!("nomate"), &json!(1)));
    assert_eq!((&none.json["up_to_order"], &none.json["plies"]), (&json!(1), &Value::Null));
    assert_eq!((&none.json["moves"], &none.json["undecided"]), (&json!([]), &json!([])));
    assert_eq!(none.answer.ending, Ending::Known);
    assert!(
        none.sentence().starts_with("Black does not mate: there is no mate by checks, all of it searched")
    );
    assert_eq!(mate(BRINKMATE, &json!({})).json["verdict"], "nomate");
    let brinkmate = mate(BRINKMATE, &json!({"order": 2, "cooks": true}));
    assert_eq!((&brinkmate.json["verdict"], &brinkmate.json["order"]), (&json!("mate"), &json!(2)));
    assert_eq!((&brinkmate.json["up_to_order"], &brinkmate.json["moves"]), (&json!(1), &json!(["G*3b"])));
    assert_eq!(brinkmate.json.get("shortest"), None);
    assert!(
        brinkmate.sentence().contains("against the longest resistance: a brinkmate, which nothing parries")
    );
    let plain = mate(BRINKMATE, &json!({"order": 2, "algorithm": "dfpn"}));
    assert_eq!((&plain.json["verdict"], &plain.json["moves"]), (&json!("mate"), &json!(["G*3b"])));
}

#[test]
fn the_shortest_mate_and_the_reason_for_not_knowing_it() {
    let told = mate(LONG, &json!({"shortest": true}));
    assert_eq!((&told.json["plies"], &told.json["shortest"]), (&json!(21), &json!(true)));
    assert!(told.sentence().starts_with("Black mates in 21 plies, the shortest mate: by checks alone"));
    let any = mate(LONG, &json!({}));
    assert_eq!((&any.json["verdict"], any.json.get("shortest")), (&json!("mate"), None));
    assert_eq!(any.answer.ending, Ending::Known, "nobody asked for the shortest");
    // Enough for a mate, and for nothing more.
    let nodes = any.answer.nodes.expect("it was searched");
    let short = mate(LONG, &json!({"shortest": true, "limits": {"nodes": nodes}}));
    assert_eq!((&short.json["verdict"], short.json.get("shortest")), (&json!("mate"), None));
    assert_eq!(short.answer.ending, Ending::Unknown);
    let why = short.json["why"].as_str().expect("a reason");
    assert!(why.ends_with("; there may be a shorter mate: the node limit was reached"), "{why}");
}

#[test]
fn all_first_moves_that_mate_and_those_that_nobody_judged() {
    let several = "8k/9/7G1/9/9/9/9/9/9 b G 1";
    let whole = mate(several, &json!({"cooks": true}));
    let moves = whole.json["moves"].as_array().expect("a list");
    assert!(moves.len() >= 2 && moves[0] == whole.json["line"][0], "{moves:?}");
    assert_eq!((&whole.json["undecided"], whole.answer.ending), (&json!([]), Ending::Known));
    assert!(whole.text.contains("\nfirst moves that mate: "), "{}", whole.text);
    let one = mate(several, &json!({}));
    assert_eq!(one.json["moves"], json!([moves[0]]));
    // With just the nodes of the verdict there are none left for the other checks.
    let nodes = mate(LONG, &json!({})).answer.nodes.expect("it was searched");
    let short = mate(LONG, &json!({"cooks": true, "limits": {"nodes": nodes}}));
    assert_eq!(
        (&short.json["verdict"], &short.json["moves"]),
        (&json!("mate"), &json!([short.json["line"][0]]))
    );
    assert!(short.json["undecided"].as_array().is_some_and(|moves| !moves.is_empty()));
    let why = short.json["why"].as_str().expect("a reason");
    assert!(why.ends_with("; not all first moves are judged: the node limit was reached"), "{why}");
    assert_eq!(short.answer.ending, Ending::Unknown);
    assert!(short.text.contains("\nfirst moves not judged: "), "{}", short.text);
    assert!(short.answer.nodes <= Some(nodes));
}

#[test]
fn a_limit_is_unknown_with_its_reason_and_what_was_shown() {
    let told = mate(LONG, &json!({"cooks": true, "limits": {"nodes": 100}}));
    assert_eq!((&told.json["verdict"], &told.json["order"]), (&json!("unknown"), &Value::Null));
    assert_eq!((&told.json["moves"], &told.json["line"]), (&json!([]), &json!([])));
    assert!(told.json["undecided"].as_array().is_some_and(|moves| !moves.is_empty()));
    assert_eq!((&told.json["checked"], told.answer.ending), (&json!(false), Ending::Unknown));
    assert_eq!(
        told.sentence(),
        "It is not known whether Black mates: the node limit was reached; nothing was shown before."
    );
    // No mate by checks, and more is not known.
    let sfen = "4+P4/6k2/8n/9/5Sl2/9/9/9/K8 b GS 1";
    let half = mate(sfen, &json!({"order": 2, "limits": {"nodes": 2000}}));
    assert_eq!(half.json["up_to_order"], 1);
    assert_eq!(half.json["verdict"], "unknown");
    assert_eq!(half.json["why"], "the node limit was reached; shown before: there is no mate by checks");
    let watch = Watch::new();
    watch.stop();
    let stopped = try_ask(&question(LONG, &json!({"cooks": true})), &watch).expect("an answer");
    assert_eq!((&stopped.json["verdict"], stopped.answer.ending), (&json!("unknown"), Ending::Stopped));
}

#[test]
fn the_attacker_need_not_be_the_side_to_move() {
    let told = mate("7nk/8G/7G1/9/9/9/9/9/9 w - 1", &json!({"attacker": "black"}));
    assert_eq!((&told.json["verdict"], &told.json["plies"]), (&json!("mate"), &json!(0)));
    assert!(told.sentence().starts_with("White is mate: "), "{}", told.sentence());
    let usual = mate("7nk/8G/7G1/9/9/9/9/9/9 w - 1", &json!({}));
    assert_eq!(usual.json["attacker"], "black", "White alone has a king");
    let later = mate("8k/9/7G1/9/9/9/9/9/9 w G 1", &json!({"attacker": "black", "order": 2, "cooks": true}));
    assert_eq!(later.json["moves"], json!([]), "the first move is the defender's");
}

#[test]
fn faults_name_their_field() {
    let cases = [
        (question("rubbish", &json!({})), "sfen", "an SFEN needs"),
        (question("9/9/9/9/9/9/9/9/9 b - 1", &json!({})), "sfen", "has no king"),
        (question("8k/9/9/9/9/9/9/9/7x1 b G 1", &json!({})), "sfen", "column"),
        (question("8k/9/9/9/9/9/9/9/9 b G 1", &json!({"attacker": "white"})), "attacker", "has no king"),
        (question("8k/9/9/9/9/9/9/9/9 b G 1", &json!({"order": 3})), "order", "not 3"),
        (question("8k/9/9/9/9/9/9/9/9 b G 1", &json!({"order": 0})), "order", "not 0"),
        (json!({"ask": "mate"}), "sfen", "an SFEN needs"),
    ];
    for (question, field, words) in cases {
        let (named, message) = fault(&question);
        assert_eq!(named, field, "{question}: {message}");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn a_picture_shows_the_pieces() {
    let told = mate(ONE_PLY, &json!({"picture": {}}));
    let svg = told.json["svg"].as_str().expect("a picture");
    assert!(
        svg.starts_with("<svg ") && svg.contains('玉') && svg.contains('金') && svg.contains("mate in 1 ply")
    );
}
