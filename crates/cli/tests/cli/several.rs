//! Races between several blocks: graphs, boards, refusals, the paper, and the example files.

use serde_json::{Value, json};
use tesuji_formats::{SgfTree, write_sgf};
use tesuji_race::multi::catalogue::CASES;
use tesuji_race::multi::compose::compose_group;

use crate::common::{file, folder, json as answer, json_with, refusal, root, run};

/// The fates of a block, without its moves and lines.
fn fates(told: &Value, block: &str) -> [String; 2] {
    ["black_first", "white_first"].map(|first| told["fates"][block][first].as_str().unwrap().to_string())
}

/// A file of a race.
fn graph_file(name: &str, text: &str) -> String {
    file(&format!("several-{name}"), "graph.json", text)
}

#[test]
fn figure_1_as_a_graph() {
    let told = answer(&["race", "--graph", "examples/race-graph.json"]);
    assert_eq!(fates(&told, "W0"), ["lives", "lives"]);
    assert_eq!(fates(&told, "B1"), ["dies", "dies"]);
    assert_eq!(fates(&told, "B2"), ["dies", "dies"]);
    for first in ["black_first", "white_first"] {
        assert_eq!(told[first]["verdict"], "white");
        assert!(told[first]["line"].as_array().is_some_and(|line| !line.is_empty()));
    }
    assert_eq!(told["black_first"]["moves"], json!([]));
    assert_eq!(told["white_first"]["moves"], json!(["B1:1", "B2:1"]));
    assert_eq!(told["method"], "abstract");
    assert_eq!(told["pairs"][0]["relation"], "white");
    assert_eq!(told["pairs"][1]["relation"], "first");
    assert_eq!(told["table"]["pattern"], 8);
    assert_eq!(told["table"]["exceptions"], json!([]));
}

#[test]
fn figures_10_and_13_as_graphs() {
    let text = std::fs::read_to_string(root().join("examples/race-graph-hot.json")).expect("an example");
    let told = answer(&["race", "--graph", "examples/race-graph-hot.json"]);
    assert_eq!(told["black_first"]["verdict"], "white");
    assert_eq!(told["white_first"]["verdict"], "white");
    let exception = told["table"]["exceptions"][0].as_str().expect("the table is wrong");
    assert!(exception.contains("W0:3 wins each race alone, but white answers W0:2"), "{exception}");
    let told = answer(&["race", "--graph", &graph_file("figure-13", &text.replace("\"5\"", "\"6\""))]);
    assert_eq!(told["black_first"]["verdict"], "black");
    assert_eq!(told["black_first"]["moves"], json!(["W0:3"]));
    assert_eq!(told["white_first"]["verdict"], "white");
    assert_eq!(told["table"]["common_moves"], json!(["W0:3"]));
}

#[test]
fn a_pair_that_is_not_listed_touches() {
    let blocks = r#"{"blocks": [{"name": "b", "color": "black", "external": ["2"]}, {"name": "w", "color": "white", "external": [-2]}]}"#;
    let told = answer(&["race", "--graph", &graph_file("unlisted", blocks)]);
    assert_eq!(fates(&told, "w"), ["dies", "lives"]);
    assert!(told["conditions"].to_string().contains("in no pair"), "{told}");
}

#[test]
fn bad_graphs_get_one_helpful_sentence() {
    let black = r#"{"name": "B", "color": "black", "external": ["2"]}"#;
    let white = r#"{"name": "W", "color": "white", "external": ["-2"]}"#;
    let pair = |one: &str, other: &str, count: &str| {
        format!(r#"{{"between": ["{one}", "{other}"], "liberties": {count}}}"#)
    };
    let graph = |blocks: &[&str], pairs: &[String]| {
        format!(r#"{{"blocks": [{}], "shared": [{}]}}"#, blocks.join(", "), pairs.join(", "))
    };
    let second = black.replace("\"B\"", "\"B2\"");
    let cases = [
        ("nothing", String::new(), "empty"),
        ("no-json", "{\"blocks\": [".to_string(), ":1:12: EOF"),
        ("unknown-field", r#"{"blocks": [], "edges": []}"#.to_string(), "unknown field `edges`"),
        ("unknown-block", graph(&[black, white], &[pair("B", "X", "1")]), "`X` that is not among"),
        ("same-colour", graph(&[black, &second, white], &[pair("B", "B2", "1")]), "both black"),
        ("itself", graph(&[black, white], &[pair("B", "B", "1")]), "itself"),
        ("twice", graph(&[black, black, white], &[]), "two blocks called `B`"),
        ("pair-twice", graph(&[black, white], &[pair("B", "W", "1"), pair("W", "B", "2")]), "listed twice"),
        ("negative", graph(&[black, white], &[pair("B", "W", "-1")]), "0 or more"),
        ("many", graph(&[black, white], &[pair("B", "W", "5000000000")]), "too many"),
        ("one-colour", graph(&[black], &[]), "both colours"),
        ("wrong-sign", graph(&[black, &white.replace("-2", "2")], &[]), "white's negative"),
        ("no-game", graph(&[&black.replace('2', "{2"), white], &[]), "block `B`"),
        ("captured", graph(&[&black.replace('2', "0"), white], &[]), "captured already"),
        (
            "eye-size",
            graph(&[&black.replace("\"ex", "\"eye\": 1, \"eye_size\": 9, \"ex"), white], &[]),
            "1 to 7",
        ),
    ];
    for (name, text, expected) in cases {
        let refused = refusal(&["race", "--graph", &graph_file(name, &text)]);
        assert!(refused.contains(expected), "{name}: {refused}");
    }
}

#[test]
fn limits_of_graphs_are_answers() {
    let told = json_with(2, &["race", "--graph", "examples/race-graph-hot.json", "--nodes", "3"]);
    assert_eq!(told["black_first"]["verdict"], "unknown");
    assert!(!told["black_first"]["why"].as_str().unwrap().is_empty());
    let more = r#"{"blocks": [{"name": "B", "color": "black"}, {"name": "W", "color": "white"}],
        "shared": [{"between": ["B", "W"], "liberties": 1001}]}"#;
    let told = json_with(2, &["race", "--graph", &graph_file("more", more)]);
    assert!(told["black_first"]["why"].as_str().unwrap().contains("too many"), "{told}");
}

#[test]
fn a_graph_is_drawn() {
    let file = folder("several-svg").join("graph.svg");
    let name = file.to_str().expect("a plain name");
    assert_eq!(run(&["race", "--graph", "examples/race-graph.json", "--svg", name]).code, Some(0));
    let svg = std::fs::read_to_string(&file).expect("a picture");
    assert!(svg.starts_with("<svg ") && svg.contains(">W0<") && svg.contains(">eye 1<"), "{svg}");
}

#[test]
fn several_strings_on_a_board() {
    let told = answer(&["race", "examples/race-figure-8.sgf", "--verify"]);
    assert_eq!(told["verified"], true);
    assert_eq!(told["black_first"]["verdict"], "seki");
    assert_eq!(told["white_first"]["verdict"], "white");
    assert_eq!(fates(&told, "W1"), ["seki", "lives"]);
    let points = told["white_first"]["moves"].as_array().expect("moves");
    assert!(!points.is_empty() && points.iter().all(|point| !point.to_string().contains(':')), "{points:?}");
    let ring = answer(&["race", "examples/race-ring.sgf", "--verify"]);
    assert_eq!(ring["blocks"].as_array().map(Vec::len), Some(4));
    assert_eq!(ring["pairs"].as_array().map(Vec::len), Some(4));
    assert_eq!(ring["verified"], true);
}

/// A region between three blocks is no pair: the board decides.
#[test]
fn what_a_graph_cannot_say_is_searched() {
    // The point D5 is a liberty of both black strings, and would join them.
    let diagram = "\
   A B C D E F G
 7 . O . O . O .
 6 O O O O O O O
 5 O X X . X X O
 4 O X O . O X O
 3 O X O O O X O
 2 . . X X X . .
 1 X X X . X X X
   A B C D E F G
";
    let path = file("several-between", "between.txt", diagram);
    let told = answer(&["race", &path, "--essential", "B5,F5,C3", "--safe", "C2,A6"]);
    assert_eq!(told["method"], "search", "{told}");
    let gaps = told["gaps"].to_string();
    assert!(gaps.contains("lies between B1, B2, W1") && gaps.contains("may join safe stones"), "{gaps}");
    // White is in atari; Black's strings can join safe stones.
    assert_eq!(told["black_first"]["verdict"], "black");
    assert_eq!(fates(&told, "W1"), ["dies", "dies"], "{told}");
}

#[test]
fn the_paper_is_reproduced() {
    let told = answer(&["reproduce", "multirace"]);
    assert_eq!(told["different"], 0);
    let text = told.to_string();
    for part in ["fig. 5 (10)", "fig. 13", "exception of pattern (7): board", "pattern (9)"] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn examples_are_composed() {
    for case in &CASES {
        let file = format!("race-{}.sgf", case.name);
        let diagram = compose_group(&case.recipe()).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut tree = SgfTree::from_diagram(&diagram).expect("a rectangle");
        let first = tree.nodes().next().expect("a root");
        let title = format!("Several blocks: {}", case.title);
        tree.set(first, "GN", [tesuji_formats::Value::new(&title)]);
        let comment = match case.paper {
            Some([Some(black), Some(white)]) if black == white => {
                format!("{black} wins whoever moves first.")
            }
            Some([Some(_), Some(_)]) => "Whoever moves first wins.".to_string(),
            Some([None, None]) => "Seki, whoever moves first.".to_string(),
            Some(_) => "Seki if black moves first; white wins moving first.".to_string(),
            None => {
                "Every string has a question of its own: can it be saved, can it be captured?".to_string()
            }
        };
        tree.set_comment(first, &comment);
        let text = write_sgf(&[tree.normalized()]);
        let path = root().join("examples").join(&file);
        if std::env::var_os("TESUJI_BLESS").is_some() {
            std::fs::write(&path, &text).expect("written");
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(known, text, "{file} is not what the composer makes; TESUJI_BLESS=1 writes it anew");
    }
}
