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

fn with_file(name: &str, text: &str, check: impl FnOnce(&str)) {
    let path = std::env::temp_dir().join(format!("tesuji-race-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    check(path.to_str().expect("a plain path"));
    let _ = std::fs::remove_file(&path);
}

#[test]
fn an_empty_board_and_a_board_without_a_race_are_explained() {
    for (name, sgf) in [("empty.sgf", "(;GM[1]SZ[9])"), ("apart.sgf", "(;GM[1]SZ[9]AB[bb]AW[hh])")] {
        with_file(name, sgf, |path| {
            let output = run(&[path]);
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{name}: {told}");
            assert!(told.contains("there is no race here") && told.contains("--essential"), "{name}: {told}");
        });
    }
}

#[test]
fn without_marks_a_race_is_proposed_and_said_to_be() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sgf = std::fs::read_to_string(root.join("examples/race-shared-1.sgf")).expect("an example");
    let unmarked: String = ["TR", "SQ", "CR", "MA"].iter().fold(sgf, |text, mark| text.replace(mark, "XX"));
    with_file("unmarked.sgf", &unmarked, |path| {
        let answer = json(&[path]);
        assert_eq!(answer["proposed"], true);
        let told = answer["assumptions"].to_string();
        assert!(told.contains("no stones are marked as racing"), "{told}");
    });
}

#[test]
fn wrongly_marked_stones_are_named() {
    // The racing stones of one colour only, and safe stones as racing ones.
    let output = run(&["examples/race-a.sgf", "--essential", "B9,L9"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("marked both racing and safe") || told.contains("unconditionally alive"), "{told}");
    let output = run(&["examples/race-a.sgf", "--essential", "H9"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("both colours"), "{told}");
}

#[test]
fn problem_e_has_one_winning_move() {
    let answer = json(&["examples/race-e.sgf"]);
    assert_eq!(answer["method"], "static");
    assert_eq!(answer["regions"].as_array().map(Vec::len), Some(13));
    assert_eq!(answer["black_first"]["result"], "black");
    assert_eq!(answer["black_first"]["winning_moves"], serde_json::json!(["E11"]));
    assert_eq!(answer["white_first"]["result"], "white");
}

/// Ctrl-C in the middle of the search: what was counted is told, and the exit code says that it was interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_verification_tells_what_was_counted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let child = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["race", "examples/race-d.sgf", "--verify", "--nodes", "1000000000", "--json"])
        .current_dir(root)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["black_first"]["result"], "black");
    assert_eq!(answer["verified"], Value::Null);
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
}

#[test]
fn thermographs_are_drawn_region_by_region() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("race-thermographs");
    let _ = std::fs::remove_dir_all(&folder);
    let inside = folder.join("new");
    let name = inside.to_str().expect("a plain name");
    assert!(run(&["examples/race-a.sgf", "--thermographs", name]).status.success());
    for region in ["A", "B", "C"] {
        let svg = std::fs::read_to_string(inside.join(format!("{region}.svg"))).expect("a picture");
        assert!(svg.starts_with("<svg ") && svg.contains("</svg>"), "{region}: {svg}");
    }
    // The games of a sum have names of their own.
    let sum = ["--black", "{4|0}", "--white", "-3", "--thermographs", name];
    assert!(run(&sum).status.success());
    assert!(inside.join("B1.svg").is_file() && inside.join("W1.svg").is_file());
    let file = inside.join("A.svg").join("below");
    let refused = run(&["examples/race-a.sgf", "--thermographs", file.to_str().expect("a plain name")]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("cannot make the folder"));
}

#[test]
fn the_paper_is_reproduced() {
    let output = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .args(["reproduce", "race", "--json"])
        .output()
        .expect("it runs");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    for part in ["problem E: winning regions", "empty corridor 2 wide, 5 long", "2{-_3|0^3}"] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn examples_of_approach_moves_corridors_and_ko_are_answered() {
    let approach = json(&["examples/race-approach.sgf", "--verify"]);
    let regions = approach["regions"].as_array().expect("regions");
    let black = regions.iter().filter(|region| region["owner"] == "black");
    let values: Vec<&Value> = black.map(|region| &region["value"]).collect();
    assert_eq!(values, ["3", "3"], "two liberties and an approach move each, unless the last one captures");
    assert_eq!(approach["black_first"]["result"], "black");
    assert_eq!(approach["white_first"]["result"], "white");
    let corridors = json(&["examples/race-corridors.sgf"]);
    assert_eq!(corridors["cooled_sum"], "1/8");
    assert_eq!(corridors["method"], "static");
    let ko = run(&["examples/race-ko.sgf", "--json"]);
    assert_eq!(ko.status.code(), Some(0), "search decides");
    let answer: Value = serde_json::from_slice(&ko.stdout).expect("one JSON object");
    assert_eq!(answer["method"], "search");
    let told = run(&["examples/race-ko.sgf"]);
    assert!(String::from_utf8_lossy(&told.stdout).contains("there is a ko in it"));
}

#[test]
fn two_groups_are_read_on_the_board() {
    let black = json(&["examples/fight.sgf", "--targets", "A7,A4"]);
    assert_eq!(black["verdict"], "win");
    assert_eq!(black["codes"], serde_json::json!([1, 1]));
    assert_eq!(black["move"], "E6");
    let white = json(&["examples/fight.sgf", "--targets", "A4,A7"]);
    assert_eq!(white["verdict"], "seki");
    assert_eq!(white["codes"], serde_json::json!([1, 0]));
    assert_eq!(white["assumed_safe"], serde_json::json!(["A8", "A3"]));
}

#[test]
fn targets_that_are_no_fight_are_refused() {
    for (targets, message) in [
        ("A7", "two stones"),
        ("A7,A4,A3", "two stones"),
        ("A7,A9", "A9 is empty"),
        ("A7,A3", "one colour"),
        ("A7,Z3", "Z3"),
    ] {
        let output = run(&["examples/fight.sgf", "--targets", targets]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{targets}");
        assert!(error.contains(message) && error.trim().lines().count() == 1, "{targets}: {error}");
    }
}

#[test]
fn a_fight_that_reaches_its_limit_is_unknown() {
    let output = run(&["examples/race.sgf", "--targets", "C3,F3", "--nodes", "1", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["verdict"], "unknown");
    assert_eq!(answer["why"], "the node limit was reached");
}

#[test]
fn analyze_semeai_replies_as_gnu_go_does() {
    use std::io::Write as _;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut engine = Command::new(env!("CARGO_BIN_EXE_tesuji"))
        .arg("gtp")
        .current_dir(root)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let script =
        "loadsgf examples/fight.sgf\nanalyze_semeai A7 A4\nanalyze_semeai A4 A7\nanalyze_semeai A7 A3\n";
    engine.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("it reads");
    let output = engine.wait_with_output().expect("it ends");
    let replies = String::from_utf8_lossy(&output.stdout).replace("\n\n", "\n");
    let replies: Vec<&str> = replies.lines().collect();
    assert_eq!(replies[1], "= 1 1 E6");
    assert!(replies[2].starts_with("= 1 0 "));
    assert!(replies[3].starts_with("? the targets are of one colour"));
}
