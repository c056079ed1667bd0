//! Can a string be captured?

use serde_json::{Value, json};
use tesuji_ask::Ending;
use tesuji_formats::{Moment, NodeId, read_sgf_text};
use tesuji_job::Watch;

use crate::told::{Told, ask, fault, try_ask};

const NET: &str = include_str!("../../../../examples/net.sgf");
const PROBLEMS: &str = include_str!("../../../../examples/capture-problems.sgf");
const BARE_KO: &str = ". X O .\nX O . O\n. X O .\n. . . .\n";
/// White on B2 lives if he wins the ko at A3, and without threats he does not.
const CORNER_KO: &str = "X X O O O\n. X . O X\nX O X . .\nO . . . .\n";

/// A question about the net, with more fields.
fn net(more: &Value) -> Told {
    ask(&with(json!({"ask": "capture", "position": {"sgf": NET}}), more))
}

fn with(mut question: Value, more: &Value) -> Value {
    for (key, value) in more.as_object().expect("fields") {
        question[key] = value.clone();
    }
    question
}

fn about(diagram: &str, target: &str, first: &str) -> Value {
    json!({"ask": "capture", "position": {"diagram": diagram}, "target": target, "first": first})
}

/// The moves that an answer lists.
fn listed<'a>(answer: &'a Value, field: &str) -> Vec<&'a str> {
    answer[field].as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn a_capture_has_all_fields_of_the_contract() {
    let told = net(&json!({"id": 7}));
    let answer = &told.json;
    assert_eq!((&answer["ask"], &answer["id"]), (&json!("capture"), &json!(7)));
    assert_eq!((&answer["verdict"], &answer["code"]), (&json!("captured"), &json!(1)));
    assert_eq!((&answer["target"], &answer["color"]), (&json!("C3"), &json!("white")));
    assert_eq!((&answer["first"], &answer["order"]), (&json!("attacker"), &json!(2)));
    assert_eq!(answer["up_to_order"], 1, "the ladder is refuted");
    assert_eq!((&answer["moves"], &answer["undecided"]), (&json!(["D4"]), &json!([])));
    assert_eq!(answer["line"][0], json!({"color": "black", "point": "D4"}));
    assert_eq!(answer["line"][1]["color"], "white");
    assert_eq!(answer["limits"], json!({"nodes": 400_000, "memory_mb": 600}));
    let zone = listed(answer, "zone");
    assert!(zone.contains(&"C3") && zone.contains(&"D4") && !zone.contains(&"J9"), "{zone:?}");
    for absent in ["candidates", "proof", "shown", "svg", "warnings"] {
        assert_eq!(answer.get(absent), None, "{absent} was not asked for");
    }
    assert_eq!(told.answer.ending, Ending::Known);
    assert_eq!(
        told.sentence(),
        "White C3 is captured, Black first: proved against every defence on the board."
    );
    assert!(told.text.starts_with("   A B C D E F G H J\n 9 . "), "{}", told.text);
    assert!(told.text.contains("\nmove: B D4\nline: B D4, W "), "{}", told.text);
    assert!(told.text.ends_with(&format!("\norder: 2\nnodes: {}\n", answer["nodes"])), "{}", told.text);
    assert_eq!(net(&json!({"id": 7})).json, *answer, "the same twice, nodes included");
}

#[test]
fn colours_say_who_moves_first_as_well() {
    // White's stone is in question.
    for (color, role) in [("black", "attacker"), ("white", "defender")] {
        let [by_color, by_role] = [color, role].map(|first| net(&json!({"first": first})).json);
        assert_eq!(by_color, by_role);
        assert_eq!(by_color["first"], role);
    }
}

#[test]
fn sides_orders_and_algorithms() {
    let saved = net(&json!({"first": "defender", "order": "usual"}));
    assert_eq!((&saved.json["verdict"], &saved.json["code"]), (&json!("escapes"), &json!(1)));
    assert_eq!(saved.json["moves"][0], saved.json["line"][0]["point"]);
    assert_eq!(
        saved.sentence(),
        "White C3 escapes, White first: no capture up to order 3; all attacks of such orders that can matter were searched, slower ones were not."
    );
    let ladder = net(&json!({"order": 1}));
    assert_eq!((&ladder.json["verdict"], &ladder.json["code"]), (&json!("escapes"), &json!(0)));
    assert_eq!(
        (&ladder.json["up_to_order"], &ladder.json["moves"]),
        (&json!(1), &json!([])),
        "nothing works"
    );
    assert!(
        ladder
            .sentence()
            .contains("no capture up to order 1; all attacks of such orders that can matter were searched, slower ones were not")
    );
    let plain = net(&json!({"algorithm": "dfpn", "order": 2}));
    assert_eq!((&plain.json["verdict"], &plain.json["moves"]), (&json!("captured"), &json!(["D4"])));
    let other = net(&json!({"target": "b3", "first": "attacker"}));
    assert_eq!((&other.json["target"], &other.json["color"]), (&json!("B3"), &json!("black")));
}

#[test]
fn a_ko_says_who_must_find_the_first_threat() {
    let attack = ask(&about(BARE_KO, "B3", "attacker"));
    assert_eq!((&attack.json["verdict"], &attack.json["code"]), (&json!("ko"), &json!(2)));
    assert_eq!(attack.json["moves"], json!(["C3"]));
    assert_eq!(
        attack.sentence(),
        "White B3 depends on a ko, Black first: White must find the first ko threat; with one threat more than the opponent White saves it; in the line, where nobody has a ko threat, Black takes the ko on C3."
    );
    let banned = ask(&about(&format!("{BARE_KO}ko: C3\n"), "B3", "attacker"));
    assert_eq!((&banned.json["verdict"], &banned.json["code"]), (&json!("ko"), &json!(3)));
    assert_eq!(
        (&banned.json["why"], &banned.json["threats"]),
        (
            &json!(
                "Black must find the first ko threat; with one threat more than the opponent Black captures; in the line, where Black has 1 ko threat, Black takes back on C3 after a ko threat"
            ),
            &json!(1)
        )
    );
    let defend = ask(&about(BARE_KO, "B3", "defender"));
    assert_eq!((&defend.json["verdict"], &defend.json["code"]), (&json!("escapes"), &json!(1)));
}

/// A dead shape takes more moves than orders are asked for: it is captured all the same, as the reader of fights says.
#[test]
fn what_is_shut_in_and_dead_is_captured_whatever_the_order() {
    let bulky_five = "\
. . . . . . . . .
. . O O O O O . .
. . O X X X X O .
. . O X . . X O .
. . O X . . X O .
. . O X . X X O .
. . O X X X O O .
. . O O O O O . .
. . . . . . . . .
";
    let attack = ask(&about(bulky_five, "D7", "attacker"));
    assert_eq!((&attack.json["verdict"], &attack.json["code"]), (&json!("captured"), &json!(1)));
    assert_eq!(attack.json["moves"], json!(["E5"]));
    assert!(attack.json["order"].is_null() && attack.json["conditions"].is_object());
    assert!(attack.sentence().contains("it falls whatever Black plays"), "{}", attack.sentence());
    let defend = ask(&about(bulky_five, "D7", "defender"));
    assert_eq!((&defend.json["verdict"], &defend.json["moves"]), (&json!("escapes"), &json!(["E5"])));
    // Whoever names an order wants to know about that order.
    let named = ask(&with(about(bulky_five, "D7", "attacker"), &json!({"order": 2})));
    assert_eq!(named.json["verdict"], "escapes");
}

/// Black's shape in the corner is dead, and the white stones on its right have liberties and room. But Black captures them: then the
/// shape is out, and nobody may call it captured because they were taken as safe.
const WEAK_WALL: &str = "\
. O . O . . X . . . .
O O O O . . X . . . .
. O . O . . X . . . .
. O . O . . X . . . .
. O O O . X X . . . .
. . . O . X X . . . .
O O O O O . X X X . .
O X X X O . . X X X .
O X . X X O . . X X .
O X . . X O . . X X .
O X . . X O . . X X .
";

#[test]
fn a_dead_shape_is_captured_only_where_the_walls_hold() {
    let quick = |board: &str| ask(&with(about(board, "B2", "attacker"), &json!({"order": "usual"})));
    let attack = quick(WEAK_WALL);
    assert_eq!((&attack.json["verdict"], &attack.json["code"]), (&json!("escapes"), &json!(0)));
    assert!(attack.json["conditions"].is_null());
    let attack = ask(&with(about(WEAK_WALL, "B2", "attacker"), &json!({"limits": {"nodes": 30_000}})));
    assert!(["escapes", "unknown"].contains(&attack.json["verdict"].as_str().unwrap()), "{}", attack.text);
    // White has made sure that there are no two eyes, and Black takes the wall.
    let killed = WEAK_WALL.replacen("O X . . X O", "O X O . X O", 1);
    assert_eq!(ask(&about(&killed, "F2", "attacker")).json["verdict"], "captured");
    // The colours changed, and the board seen from its other side.
    let turned = |text: &str| -> String {
        let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split(' ').collect()).collect();
        let turned =
            |&stone: &&str| ["X", "O", "."][["O", "X", "."].iter().position(|&one| one == stone).unwrap()];
        (0..11)
            .rev()
            .map(|at| rows.iter().rev().map(|row| turned(&row[at])).collect::<Vec<_>>().join(" ") + "\n")
            .collect()
    };
    let other = quick(&turned(WEAK_WALL));
    assert_eq!((&other.json["color"], &other.json["verdict"]), (&json!("white"), &json!("escapes")));
    // Without Black's stones outside nothing is seen that takes the wall. That is no proof: the shape falls where it is stated.
    let alone: Vec<String> =
        WEAK_WALL.lines().map(|row| row[..11].to_string() + &row[11..].replace('X', ".")).collect();
    let alone = alone.join("\n") + "\n";
    for (board, wall) in [(alone.clone(), "F3"), (turned(&alone), "C6")] {
        let question = with(about(&board, "B2", "attacker"), &json!({"limits": {"nodes": 30_000}}));
        let open = ask(&question);
        assert_eq!(open.json["verdict"], "unknown", "{}", open.text);
        let why = open.json["why"].as_str().expect("a reason");
        assert!(why.contains("; it falls, if the stones at "), "{why}");
        let stated = ask(&with(question, &json!({"safe": [wall]})));
        assert_eq!(
            (&stated.json["verdict"], &stated.json["code"]),
            (&json!("captured"), &json!(1)),
            "{}",
            stated.text
        );
        let safe = stated.json["conditions"]["safe"].as_array().expect("walls");
        assert!(safe.iter().any(|one| one["stated"] == true), "{safe:?}");
        assert!(safe.iter().all(|one| one["proved"] == true || one["stated"] == true), "{safe:?}");
    }
}

/// Without threats the defender is captured whatever he plays; the move that keeps the ko is told all the same.
#[test]
fn the_move_of_a_ko_keeps_the_ko() {
    let question = with(about(CORNER_KO, "B2", "defender"), &json!({"proof": true}));
    let one = ask(&question);
    assert_eq!((&one.json["verdict"], &one.json["code"]), (&json!("ko"), &json!(3)));
    let why = one.json["why"].as_str().expect("a reason");
    assert!(
        why.starts_with(
            "White must find the first ko threat; with two threats more than the opponent White saves it; "
        ) && why.contains("in the line, where White has 2 ko threats, "),
        "{why}"
    );
    assert_eq!(one.json["moves"], json!(["A3"]));
    assert_eq!(one.json["line"][0]["point"], "A3");
    let sgf = one.json["proof"].as_str().expect("a proof");
    assert!(sgf.contains("In these lines White has 2 ko threats."), "it shows what a threat is good for");
    let all = ask(&with(question, &json!({"all": true})));
    assert_eq!(listed(&all.json, "moves")[0], "A3");
}

#[test]
fn a_limit_is_unknown_with_its_reason_and_what_was_shown() {
    for nodes in [1, 20, 50] {
        let told = net(&json!({"limits": {"nodes": nodes}}));
        assert_eq!((&told.json["verdict"], &told.json["code"]), (&json!("unknown"), &Value::Null));
        assert_eq!((&told.json["order"], &told.json["moves"]), (&Value::Null, &json!([])));
        assert_eq!(told.answer.ending, Ending::Unknown);
        let why = told.json["why"].as_str().expect("a reason");
        assert!(why.starts_with("the node limit was reached; "), "{why}");
        assert_eq!(
            told.sentence(),
            format!("It is not known whether White C3 is captured, Black first: {why}.")
        );
        assert!(told.answer.nodes <= Some(nodes), "{:?}", told.answer.nodes);
        assert_eq!(told.json["up_to_order"], 1);
        let shown = "no capture up to order 1, even if the attacker has 3 ko threats more";
        assert_eq!(told.json["shown"], json!([shown]));
        assert!(why.contains(shown), "{why}");
    }
    let short = net(&json!({"limits": {"seconds": 1e-9}}));
    assert!(short.json["why"].as_str().is_some_and(|why| why.starts_with("the time limit was reached")));
    let watch = Watch::new();
    watch.stop();
    let question =
        json!({"ask": "capture", "position": {"sgf": NET}, "all": true, "proof": true, "picture": {}});
    let stopped = try_ask(&question, &watch).expect("an answer");
    assert_eq!((&stopped.json["verdict"], stopped.answer.ending), (&json!("unknown"), Ending::Stopped));
    assert_eq!(stopped.json["warnings"], json!(["there is no proof: the verdict is not known"]));
    assert!(stopped.json["svg"].as_str().is_some_and(|svg| svg.contains("unknown: the work was stopped")));
}

#[test]
fn all_moves_that_work_and_those_that_nobody_judged() {
    let whole = net(&json!({"all": true}));
    let works = listed(&whole.json, "moves");
    assert!(works[0] == "D4" && works.len() > 1 && !works.contains(&"J1"), "{works:?}");
    assert_eq!(whole.json["undecided"], json!([]));
    assert_eq!(whole.answer.ending, Ending::Known);
    assert!(whole.text.contains(&format!("\nmoves that work: {}\n", works.join(" "))), "{}", whole.text);
    let first = net(&json!({})).answer.nodes.expect("it was searched");
    // With just the nodes of the verdict there are none left for the other moves.
    let short = net(&json!({"all": true, "limits": {"nodes": first}}));
    assert_eq!((&short.json["verdict"], &short.json["moves"]), (&json!("captured"), &json!(["D4"])));
    let undecided = listed(&short.json, "undecided");
    assert!(works[1..].iter().all(|step| undecided.contains(step)), "{undecided:?}");
    assert_eq!(short.answer.ending, Ending::Unknown);
    let why = short.json["why"].as_str().expect("a reason");
    assert!(why.ends_with("; not all first moves are judged: the node limit was reached"), "{why}");
    assert!(
        undecided.len() > 6 && short.text.contains("\nother first moves were not judged\n"),
        "{}",
        short.text
    );
    // Where the verdict is not known, no move is judged.
    let open = net(&json!({"all": true, "candidates": true, "limits": {"nodes": 1}}));
    assert_eq!(open.json["moves"], json!([]));
    assert!(!listed(&open.json, "undecided").is_empty());
    assert!(listed(&open.json, "candidates").contains(&"D4"), "candidates take no search");
    assert!(open.text.contains("\nmoves considered: "), "{}", open.text);
}

#[test]
fn faults_name_their_field() {
    let cases = [
        (about(BARE_KO, "D1", "attacker"), "target", "D1 is empty: the target must be a stone"),
        (about(BARE_KO, "Z9", "attacker"), "target", "Z9"),
        (json!({"ask": "capture", "position": {"diagram": BARE_KO}}), "target", "there is no target"),
        (
            json!({"ask": "capture", "position": {"diagram": format!("{BARE_KO}triangle: B3 C4\n")}}),
            "target",
            "several strings",
        ),
        (
            with(about(BARE_KO, "B3", "attacker"), &json!({"order": 0})),
            "order",
            "the order is 1 to 20, not 0",
        ),
        (with(about(BARE_KO, "B3", "attacker"), &json!({"order": 21})), "order", "not 21"),
        (about(BARE_KO, "B3", "nobody"), "first", "nobody"),
        (json!({"ask": "capture", "target": "B3"}), "position", "a position is one of"),
        (about("X ?\n", "A1", "attacker"), "position.diagram", ""),
        (
            with(about("board: hexagon:2\n. .\n. . .\nX O\n", "A1", "attacker"), &json!({"proof": true})),
            "proof",
            "SGF",
        ),
    ];
    for (question, field, words) in cases {
        let (named, message) = fault(&question);
        assert_eq!(named, field, "{question}: {message}");
        assert!(message.contains(words) && !message.contains("--"), "{message}");
    }
}

#[test]
fn a_proof_is_a_tree_that_can_be_replayed() {
    for first in ["attacker", "defender"] {
        let told = net(&json!({"proof": true, "first": first, "order": 2}));
        let sgf = told.json["proof"].as_str().expect("a proof");
        let file = read_sgf_text(sgf).expect("it is SGF");
        assert!(file.warnings.is_empty(), "{:?}", file.warnings);
        let tree = &file.games[0];
        let start =
            read_sgf_text(NET).expect("the problem").games[0].diagram(Moment::Problem).expect("a position");
        assert_eq!(tree.diagram(Moment::Problem).expect("a position"), start);
        assert_eq!(tree.comment(NodeId::ROOT), Some(told.sentence().as_str()));
        assert!(tree.len() > 5 && tree.len() <= 50_000, "{first}: {}", tree.len());
        // The first moves of the mover: one in a proof or refutation of his own, every one considered otherwise.
        let firsts = tree.children(NodeId::ROOT).count();
        assert_eq!(firsts, 1, "{first}: the mover reaches his goal by one move");
        let moves = tree.main_line_moves().expect("moves");
        let mover = if first == "attacker" { "black" } else { "white" };
        assert_eq!(moves[0].color.to_string(), mover);
    }
    let large = net(&json!({"proof": true, "first": "defender", "order": "usual"}));
    let sgf = large.json["proof"].as_str().expect("a proof");
    assert!(sgf.contains("as in another variation"), "what lines share is written once");
    assert!(sgf.contains("some lines end early"), "a tree that is cut says so");
}

#[test]
fn a_picture_shows_zone_and_line() {
    let told = net(&json!({"picture": {"theme": "dark", "width": 300}}));
    let svg = told.json["svg"].as_str().expect("a picture");
    assert!(svg.starts_with("<svg ") && svg.contains("captured at order 2") && svg.contains("tesuji-dark"));
    assert!(svg.contains("region r"), "the zone is coloured");
    assert!(svg.contains("data-point=\"D4\""), "points have their names");
}

/// More nodes make a verdict known, and never another one; the tests of captures have many more problems.
#[test]
fn no_verdict_becomes_another_with_more_nodes() {
    let problems = read_sgf_text(PROBLEMS).expect("the collection").games.len();
    let (mut known, mut learnt) = (0, 0);
    for game in (1..=problems).step_by(38) {
        let mut before: Option<Told> = None;
        for nodes in [1_000, 10_000, 100_000] {
            let told = ask(&json!({
                "ask": "capture",
                "position": {"sgf": PROBLEMS, "game": game},
                "limits": {"nodes": nodes},
            }));
            assert!(told.answer.nodes <= Some(nodes));
            if let Some(before) = before {
                let [old, new] = [&before, &told].map(|told| [&told.json["verdict"], &told.json["code"]]);
                if before.answer.ending == Ending::Known {
                    assert_eq!(old, new, "problem {game} at {nodes} nodes");
                } else if told.answer.ending == Ending::Known {
                    learnt += 1;
                }
                assert!(
                    before.json["up_to_order"].as_u64() <= told.json["up_to_order"].as_u64(),
                    "problem {game} at {nodes} nodes"
                );
            }
            before = Some(told);
        }
        known += usize::from(before.is_some_and(|told| told.answer.ending == Ending::Known));
    }
    assert!(known > 5 && learnt > 0, "{known} known, {learnt} learnt");
}

/// Either of two stones can be saved, and not both.
const FORK: &str = include_str!("../../../../examples/fork.sgf");

#[test]
fn several_strings_any_or_all_of_them() {
    let question = json!({"ask": "capture", "position": {"sgf": FORK}, "order": "usual"});
    let fork = |more: &Value| ask(&with(question.clone(), more));
    let any = fork(&json!({"target": ["D6", "F6"]}));
    assert_eq!((&any.json["verdict"], &any.json["code"]), (&json!("captured"), &json!(1)));
    assert_eq!((&any.json["target"], &any.json["targets"]), (&json!("D6"), &json!(["D6", "F6"])));
    assert_eq!((&any.json["goal"], &any.json["moves"]), (&json!("any"), &json!(["E6"])));
    assert!(any.sentence().starts_with("White D6 or F6 is captured, Black first: "), "{}", any.sentence());
    // The marks name them as well, if there is a goal.
    let all = fork(&json!({"goal": "all"}));
    assert_eq!((&all.json["verdict"], &all.json["targets"]), (&json!("escapes"), &json!(["D6", "F6"])));
    assert!(all.sentence().starts_with("White D6 or F6 escapes, Black first: "), "{}", all.sentence());
    let saved = fork(&json!({"goal": "any", "first": "defender", "all": true}));
    assert!(
        saved.sentence().starts_with("White D6 and F6 both escape, White first: "),
        "{}",
        saved.sentence()
    );
    assert!(listed(&saved.json, "moves").contains(&"E6"), "{}", saved.json);
    let one = fork(&json!({"target": ["D6"]}));
    assert_eq!(
        (&one.json["verdict"], one.json.get("goal"), one.json.get("targets")),
        (&json!("escapes"), None, None)
    );
    for (more, field, word) in [
        (json!({}), "target", "several strings"),
        (json!({"target": ["D6", "D7"]}), "target", "both colours"),
        (json!({"target": []}), "target", "no target"),
        (json!({"target": ["D6", "E5"]}), "target", "empty"),
        (json!({"target": ["D6", "F6"], "algorithm": "dfpn"}), "algorithm", "usual search"),
        (json!({"target": 7}), "target", "a list of points"),
        (json!({"goal": "most"}), "goal", "any"),
    ] {
        let (named, message) = fault(&with(json!({"ask": "capture", "position": {"sgf": FORK}}), &more));
        assert_eq!(named, field, "{more}: {message}");
        assert!(message.contains(word), "{more}: {message}");
    }
}

#[test]
fn a_seki_escapes_from_every_order() {
    let seki = ". O O X . O X X .\nO O X X . O X X X\n. O X X X O X X .\nO O O X X O X X X\n";
    let told = ask(&about(seki, "D4", "attacker"));
    assert_eq!((&told.json["verdict"], &told.json["every_order"]), (&json!("escapes"), &json!(true)));
    assert!(
        told.json["why"].as_str().expect("words").starts_with("no attack captures it, however long it takes")
    );
}
