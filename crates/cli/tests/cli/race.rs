//! `tesuji race`: the fields of the contract, both ways to write a negative number, helpful refusals.

use serde_json::Value;

use crate::common::{self, Told, file, folder, points, program, root};

fn run(arguments: &[&str]) -> Told {
    common::run(&[&["race"], arguments].concat())
}

fn json(arguments: &[&str]) -> Value {
    run(&[arguments, &["--json"]].concat()).json()
}

#[test]
fn white_liberties_are_written_negative_in_both_ways() {
    let apart = json(&["--black", "{4|0}", "--black", "{6||4|0}", "--white", "-7"]);
    let joined = json(&["--black", "{4|0}", "--black={6||4|0}", "--white=-7"]);
    assert_eq!(apart, joined);
    assert_eq!(apart["black_first"]["verdict"], "black");
    assert_eq!(apart["black_first"]["moves"], serde_json::json!(["B1"]));
    assert_eq!(apart["white_first"]["verdict"], "white");
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
    let told = run(&["examples/race.sgf", "--nodes", "2", "--json"]);
    assert_eq!((told.code, told.err.as_str()), (Some(2), ""));
    let answer = told.json();
    assert_eq!(answer["black_first"]["verdict"], "unknown");
    assert!(!answer["black_first"]["why"].as_str().unwrap().is_empty());
    assert_eq!(answer["limits"]["nodes"], 2);
}

#[test]
fn bad_questions_get_one_helpful_sentence() {
    let cases: [(&[&str], &str); 8] = [
        (&["--black", "3", "--white", "4"], "negative"),
        (&["--black", "2*", "--white", "-7"], "heat(2*,2)"),
        (&["--black", "3/2", "--white", "-7"], "cooled value"),
        (&["--black", "{4|0", "--white", "-4"], "column"),
        (&["--black", "3"], "no liberties"),
        (&["examples/game.sgf"], "no fight here"),
        (&["examples/snapback.sgf", "--essential", "C2"], "both colours"),
        (&["examples/race.sgf", "--essential", "A9,F3"], "no stone"),
    ];
    for (arguments, expected) in cases {
        let refused = run(arguments).refusal();
        assert!(refused.contains(expected), "{arguments:?}: {refused}");
    }
}

#[test]
fn a_game_is_not_replaced_by_what_is_said_about_it() {
    let sgf = std::fs::read_to_string(root().join("examples/fight.sgf")).expect("an example");
    let game = file("race-over", "game.sgf", &sgf);
    for option in ["--svg", "--line"] {
        let refused = run(&[&game, option, &game]).refusal();
        assert!(refused.contains("not written over"), "{refused}");
    }
    assert_eq!(std::fs::read_to_string(&game).expect("the game"), sgf);
}

#[test]
fn an_empty_board_and_a_board_without_a_race_are_explained() {
    for (name, sgf) in [("empty.sgf", "(;GM[1]SZ[9])"), ("apart.sgf", "(;GM[1]SZ[9]AB[bb]AW[hh])")] {
        let refused = run(&[&file("race-none", name, sgf)]).refusal();
        assert!(refused.contains("no fight here"), "{name}: {refused}");
    }
}

#[test]
fn without_marks_a_race_is_proposed_and_said_to_be() {
    let sgf = std::fs::read_to_string(root().join("examples/race-shared-1.sgf")).expect("an example");
    let unmarked: String = ["TR", "SQ", "CR", "MA"].iter().fold(sgf, |text, mark| text.replace(mark, "XX"));
    let answer = json(&[&file("race-unmarked", "unmarked.sgf", &unmarked)]);
    let told = answer["conditions"].to_string();
    assert!(told.contains("no stones were named"), "{told}");
}

#[test]
fn wrongly_marked_stones_are_named() {
    // The racing stones of one colour only, and safe stones as racing ones.
    let refused = run(&["examples/race-a.sgf", "--essential", "B9,L9"]).refusal();
    assert!(refused.contains("marked both racing and safe"), "{refused}");
    let refused = run(&["examples/race-a.sgf", "--essential", "H9"]).refusal();
    assert!(refused.contains("both colours"), "{refused}");
}

#[test]
fn what_lives_as_it_stands_is_an_answer() {
    // White has two eyes, and Black none: nothing to race for, and still an answer.
    let sgf = "(;GM[1]SZ[5]AW[ab][bb][ba][bc][cb][ca][da][db][dc][cc][eb]AB[ad][bd][cd][dd][ed]TR[ad]SQ[ab])";
    let answer = json(&[&file("race-alive", "alive.sgf", sgf)]);
    assert_eq!((&answer["goal"], &answer["method"]), (&"capture".into(), &"reading".into()));
    for side in ["black_first", "white_first"] {
        assert_ne!(answer[side]["verdict"], "black", "{side}");
        assert_ne!(answer[side]["fates"]["white"], "dies", "{side}");
    }
}

#[test]
fn fights_of_a_game_are_found_and_listed_with_their_calls() {
    let told = run(&["examples/game-race.sgf"]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    let answer = json(&["examples/game-race.sgf"]);
    let others = answer["other_fights"].as_array().expect("a list").clone();
    for pair in others.iter().take(2) {
        let names = format!("{},{}", pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
        assert!(told.out.contains(&format!("--targets {names}")), "{}", told.out);
        let asked = json(&["examples/game-race.sgf", "--targets", &names, "--nodes", "2000"]);
        assert_eq!(asked["goal"], "life");
    }
}

#[test]
fn lines_are_variations_of_an_sgf_file() {
    let path = file("race-line", "line.sgf", "");
    let told = run(&["examples/fight.sgf", "--targets", "A7,A4", "--line", &path]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    let written = std::fs::read_to_string(&path).expect("it was written");
    assert!(written.contains("(;B[ed]\nC[Black first: The cooled sum is 1 "), "{written}");
    assert!(written.contains("(;W[bd]\nC[White first: "), "{written}");
    // It can be read again, variations and all.
    assert_eq!(run(&[&path, "--targets", "A7,A4"]).code, Some(0));
}

#[test]
fn problem_e_has_one_winning_move() {
    let answer = json(&["examples/race-e.sgf"]);
    assert_eq!(answer["method"], "static");
    assert_eq!(answer["regions"].as_array().map(Vec::len), Some(13));
    assert_eq!(answer["black_first"]["verdict"], "black");
    assert_eq!(answer["black_first"]["moves"], serde_json::json!(["E11"]));
    assert_eq!(answer["white_first"]["verdict"], "white");
}

/// Ctrl-C in the middle of the search: what was counted is told, and the exit code says that it was interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_verification_tells_what_was_counted() {
    let arguments = ["race", "examples/race-e.sgf", "--verify", "--nodes", "1000000000", "--json"];
    let child = program(&arguments).spawn().expect("it runs");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let (told, _) = common::interrupt(child);
    assert_eq!(told.code, Some(130), "{}", told.err);
    let answer = told.json();
    assert_eq!(answer["black_first"]["verdict"], "black");
    assert_eq!(answer["verified"], Value::Null);
}

#[test]
fn thermographs_are_drawn_region_by_region() {
    let inside = folder("race-thermographs").join("new");
    let name = inside.to_str().expect("a plain name");
    assert_eq!(run(&["examples/race-a.sgf", "--thermographs", name]).code, Some(0));
    for region in ["A", "B", "C"] {
        let svg = std::fs::read_to_string(inside.join(format!("{region}.svg"))).expect("a picture");
        assert!(svg.starts_with("<svg ") && svg.contains("</svg>"), "{region}: {svg}");
    }
    // The games of a sum have names of their own.
    let sum = ["--black", "{4|0}", "--white", "-3", "--thermographs", name];
    assert_eq!(run(&sum).code, Some(0));
    assert!(inside.join("B1.svg").is_file() && inside.join("W1.svg").is_file());
    let file = inside.join("A.svg").join("below");
    let refused = run(&["examples/race-a.sgf", "--thermographs", file.to_str().expect("a plain name")]);
    assert!(refused.refusal().contains("cannot make the folder"));
}

#[test]
fn the_paper_is_reproduced() {
    let text = common::json(&["reproduce", "race"]).to_string();
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
    assert_eq!(approach["black_first"]["verdict"], "black");
    assert_eq!(approach["white_first"]["verdict"], "white");
    let corridors = json(&["examples/race-corridors.sgf"]);
    assert_eq!(corridors["cooled_sum"], "1/8");
    assert_eq!(corridors["method"], "static");
    let ko = run(&["examples/race-ko.sgf", "--json"]);
    assert_eq!(ko.code, Some(0), "search decides");
    assert_eq!(ko.json()["method"], "search");
    let told = run(&["examples/race-ko.sgf"]);
    assert!(told.out.contains("ko"), "{}", told.out);
}

#[test]
fn kos_are_decided_graded_and_explained() {
    let direct = json(&["examples/race-ko-direct.sgf"]);
    let [black, white] = [&direct["black_first"], &direct["white_first"]];
    assert_eq!((&black["verdict"], &white["verdict"]), (&"ko".into(), &"white".into()));
    assert_eq!(black["codes"], serde_json::json!([2, 2]));
    assert_eq!(
        black["why"],
        "Black wins by ko: White must find the first threat; with one threat more White wins. Black can wait."
    );
    let two = json(&["examples/race-ko-two.sgf"]);
    let why = two["black_first"]["why"].as_str().expect("a sentence");
    assert!(why.contains("with two threats more White wins"), "{why}");
    let approach = json(&["examples/race-ko-approach.sgf"]);
    assert_eq!(approach["black_first"]["codes"], serde_json::json!([3, 3]));
    let idle = json(&["examples/race-e-ko.sgf"]);
    assert_eq!(idle["black_first"]["verdict"], "white");
    assert_eq!(idle["white_first"]["verdict"], "white");
}

#[test]
fn two_groups_are_counted_where_they_race_and_else_read() {
    assert_eq!(json(&["examples/game-race.sgf"])["method"], "reading");
    for targets in ["A7,A4", "A4,A7"] {
        let answer = json(&["examples/fight.sgf", "--targets", targets]);
        let [black, white] = [&answer["black_first"], &answer["white_first"]];
        assert_eq!((&black["verdict"], &white["verdict"]), (&"black".into(), &"seki".into()), "{targets}");
        assert_eq!(black["codes"], serde_json::json!([1, 1]));
        assert_eq!(white["codes"], serde_json::json!([1, 0]));
        assert_eq!(black["fates"], serde_json::json!({"black": "lives", "white": "dies"}));
        assert_eq!(black["moves"][0], "E6");
        assert_eq!(points(&black["line"])[0], "E6");
        assert_eq!(answer["method"], "static");
        let safe: Vec<&str> = answer["conditions"]["safe"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["at"].as_str().unwrap())
            .collect();
        assert!(safe.contains(&"A8") && safe.contains(&"A3"), "{safe:?}");
    }
}

#[test]
fn targets_that_are_no_fight_are_refused() {
    for (targets, message) in [
        ("A7", "two stones"),
        ("A7,A4,A3", "two stones"),
        ("A7,A9", "A9 is empty"),
        ("A7,A3", "one stone of each side"),
        ("A7,Z3", "Z3"),
    ] {
        let refused = run(&["examples/fight.sgf", "--targets", targets]).refusal();
        assert!(refused.contains(message), "{targets}: {refused}");
    }
}

#[test]
fn a_fight_that_reaches_its_limit_is_unknown() {
    let told = run(&["examples/race.sgf", "--targets", "C3,F3", "--nodes", "1", "--json"]);
    assert_eq!(told.code, Some(2));
    let answer = told.json();
    for first in ["black_first", "white_first"] {
        assert_eq!(answer[first]["verdict"], "unknown");
        assert!(answer[first]["why"].as_str().unwrap().contains("the node limit was reached"), "{answer}");
    }
}

#[test]
fn analyze_semeai_replies_as_gnu_go_does() {
    let script =
        "loadsgf examples/fight.sgf\nanalyze_semeai A7 A4\nanalyze_semeai A4 A7\nanalyze_semeai A7 A3\n";
    let told = common::run_with(&["gtp"], script.as_bytes());
    let replies = told.out.replace("\n\n", "\n");
    let replies: Vec<&str> = replies.lines().collect();
    assert_eq!(replies[1], "= 1 1 E6");
    assert!(replies[2].starts_with("= 1 0 "));
    assert!(replies[3].starts_with("? ") && replies[3].contains("one stone of each side"), "{}", replies[3]);
}

#[test]
fn an_eye_that_no_block_has_is_doubted() {
    let told = |eye: &str| run(&["--black", "2", "--white", "-3", "--black-eye", eye]);
    assert_eq!(told("9").err, "tesuji: Black's eye of one to three points has at most 3 liberties, not 9\n");
    assert_eq!(told("20:4").err, "tesuji: Black's eye of 4 points has at most 5 liberties, not 20\n");
    for possible in ["3", "5:4", "17:7"] {
        assert_eq!((told(possible).code, told(possible).err.as_str()), (Some(0), ""), "{possible}");
    }
}
