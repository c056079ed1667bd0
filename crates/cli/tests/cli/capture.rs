//! `tesuji capture` and the reading commands of `tesuji gtp`.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{self, folder, json, points, program, refusal, root, run, run_with};

/// The answer about a position on standard input.
fn about(board: &str, arguments: &[&str]) -> Value {
    let told = run_with(&[&["capture", "-", "--json"], arguments].concat(), board.as_bytes());
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""), "{arguments:?}: {}", told.out);
    told.json()
}

/// A stone that runs in the middle of a large board: far too much for a few nodes.
pub(crate) const WIDE: &str = "\
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . X . . . . . .
. . . X . O . O . . .
. . . . O . X . . . .
. . . X . O . X . . .
. . . . X . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
";

#[test]
fn a_net_is_proved_with_all_fields_of_the_contract() {
    let answer = json(&["capture", "examples/net.sgf"]);
    assert_eq!(answer["verdict"], "captured");
    assert_eq!(answer["code"], 1);
    assert_eq!(answer["moves"], json!(["D4"]));
    assert_eq!(answer["order"], 2);
    assert_eq!(answer["target"], "C3");
    assert!(answer["nodes"].as_u64().unwrap() > 0);
    assert_eq!(answer["line"][0], json!({"color": "black", "point": "D4"}));
    assert!(points(&answer["line"]).len() > 1);
    let zone = answer["zone"].as_array().unwrap();
    assert!(zone.contains(&json!("C3")) && zone.contains(&json!("D4")) && !zone.contains(&json!("J9")));
    assert_eq!(answer, json(&["capture", "examples/net.sgf"]), "the same twice, nodes included");
}

#[test]
fn sides_orders_algorithms_and_all_moves() {
    let net = |more: &[&str]| json(&[&["capture", "examples/net.sgf"], more].concat());
    let saved = net(&["--first", "defender"]);
    assert_eq!((&saved["verdict"], &saved["code"]), (&json!("escapes"), &json!(1)));
    let ladder = net(&["--order", "1"]);
    assert_eq!((&ladder["verdict"], &ladder["code"]), (&json!("escapes"), &json!(0)), "the ladder is broken");
    let plain = net(&["--algorithm", "dfpn", "--order", "2"]);
    assert_eq!((&plain["verdict"], &plain["moves"][0]), (&json!("captured"), &json!("D4")));
    let all = net(&["--all"])["moves"].as_array().unwrap().clone();
    assert!(all.contains(&json!("D4")) && !all.contains(&json!("J1")), "{all:?}");
    let white = net(&["--target", "B3", "--first", "attacker"]);
    assert_eq!(white["target"], "B3");
}

#[test]
fn a_ko_is_graded_for_both_sides() {
    let ko = ". X O .\nX O . O\n. X O .\n. . . .\n";
    let attack = about(ko, &["--target", "B3", "--first", "attacker"]);
    assert_eq!((&attack["verdict"], &attack["code"]), (&json!("ko"), &json!(2)));
    let defend = about(ko, &["--target", "B3", "--first", "defender"]);
    assert_eq!((&defend["verdict"], &defend["code"]), (&json!("escapes"), &json!(1)));
}

#[test]
fn a_seki_is_safe_at_every_order_in_turn() {
    let seki = ". O O X . O X X .\nO O X X . O X X X\n. O X X X O X X .\nO O O X X O X X X\n";
    for target in ["D4", "F4"] {
        for order in 1..=6 {
            let order = order.to_string();
            let answer = about(seki, &["--target", target, "--first", "attacker", "--order", &order]);
            assert_eq!(
                (&answer["verdict"], &answer["code"]),
                (&json!("escapes"), &json!(0)),
                "{target} {order}"
            );
        }
    }
}

#[test]
fn one_eye_of_five_points_takes_order_3() {
    let eye = "X X X X .\nO O X X .\n. O O X .\n. . O X .\n. . O X .\n";
    let ask = |order: &str| about(eye, &["--target", "C1", "--first", "attacker", "--order", order]);
    assert_eq!(ask("2")["verdict"], "escapes");
    let answer = ask("3");
    assert_eq!((&answer["verdict"], &answer["order"]), (&json!("captured"), &json!(3)));
}

#[test]
fn limits_answer_unknown_with_the_reason() {
    for limit in [["--nodes", "20"], ["--seconds", "0.000001"]] {
        let arguments = ["capture", "-", "--target", "E6", "--first", "attacker", "--json"];
        let told = run_with(&[&arguments[..], &limit].concat(), WIDE.as_bytes());
        assert_eq!((told.code, told.err.as_str()), (Some(2), ""), "{limit:?}");
        let answer = told.json();
        assert_eq!((&answer["verdict"], &answer["code"]), (&json!("unknown"), &Value::Null));
        assert!(answer["why"].as_str().unwrap().contains("limit was reached"), "{answer}");
    }
}

#[test]
fn the_proof_goes_to_a_file_of_its_own_and_pictures_are_drawn() {
    let folder = folder("capture-tree");
    let problem = folder.join("net.sgf");
    fs::copy(root().join("examples/net.sgf"), &problem).unwrap();
    let before = fs::read(&problem).unwrap();
    let (problem, tree) = (problem.to_str().unwrap(), folder.join("proof.sgf"));
    let err = refusal(&["capture", problem, "--tree", problem]);
    assert!(err.contains("never written over the problem"), "{err}");
    assert_eq!(fs::read(problem).unwrap(), before);
    let svg = folder.join("net.svg");
    let arguments = ["capture", problem, "--tree", tree.to_str().unwrap(), "--svg", svg.to_str().unwrap()];
    let told = run(&arguments);
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.out.contains("captured"), "{}", told.out);
    let shown = json(&["show", tree.to_str().unwrap(), "--move", "1"]);
    assert_eq!(shown["to_move"], "white", "the tree begins with Black's move");
    assert!(fs::read_to_string(&svg).unwrap().contains("captured at order 2"));
}

#[test]
fn bad_questions_get_one_clear_sentence() {
    let refused = |board: &str, arguments: &[&str]| {
        run_with(&[&["capture", "-"], arguments].concat(), board.as_bytes()).refusal()
    };
    let board = ". X .\nX O .\n. . .\n";
    assert!(refused(board, &[]).contains("target"));
    assert!(refused(board, &["--target", "C1"]).contains("C1 is empty"));
    assert!(refused(board, &["--target", "Z9"]).contains("Z9"));
    refused("? ? ?", &["--target", "B2"]);
    refusal(&["capture", "no-such-file.sgf", "--target", "B2"]);
    assert!(refused(board, &["--target", "B2", "--seconds=-1"]).contains("seconds"));
    assert!(refused(board, &["--target", "B2", "--order", "21"]).contains("order"));
}

/// Replies of a GTP session, without the leading `=` or `?` being lost.
fn gtp(script: &str) -> Vec<String> {
    let told = run_with(&["gtp"], script.as_bytes());
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    told.out.split("\n\n").map(|reply| reply.trim().to_string()).filter(|reply| !reply.is_empty()).collect()
}

#[test]
fn gtp_attacks_and_defends_with_codes_and_moves() {
    let replies =
        gtp("loadsgf examples/net.sgf\n1 attack C3\n2 defend C3\n3 attack E5\n4 attack\n5 attack Z9\n");
    assert_eq!(replies[1], "=1 1 D4");
    assert!(replies[2].starts_with("=2 1 "), "{}", replies[2]);
    assert_eq!(replies[3], "?3 vertex must not be empty");
    assert_eq!(replies[4], "?4 missing argument");
    assert!(replies[5].starts_with("?5 "));
}

#[test]
fn gogui_finds_the_commands_it_is_offered() {
    let offered = gtp("gogui-analyze_commands\n").remove(0);
    let commands: Vec<(&str, &str)> = offered
        .trim_start_matches('=')
        .lines()
        .filter_map(|line| line.rsplit('/').next()?.split_once(' '))
        .collect();
    assert!(commands.len() >= 5, "{offered}");
    for (command, places) in commands {
        // One point that is clicked, or several.
        let (file, points) = match command {
            "connect" | "disconnect" => ("connect.sgf", "C3 F3"),
            _ if places == "%P" => ("fight.sgf", "A7 A4"),
            "dragon_status" | "owl_attack" | "owl_defend" => ("life.sgf", "A3"),
            _ => ("net.sgf", "C3"),
        };
        let replies = gtp(&format!("known_command {command}\nloadsgf examples/{file}\n{command} {points}\n"));
        assert_eq!(replies[0], "= true", "{command}");
        assert!(replies[2].starts_with('='), "{command}: {}", replies[2]);
    }
    let replies = gtp(
        "loadsgf examples/net.sgf\ntesuji-attack_line C3\ntesuji-attack_moves C3\ntesuji-attack_zone C3\n",
    );
    assert!(replies[1].starts_with("= VAR b D4 w "), "{}", replies[1]);
    assert!(replies[2].contains("D4") && !replies[2].contains("J1"), "{}", replies[2]);
    assert!(replies[3].contains("C3") && !replies[3].contains("J9"));
}

/// Ctrl-C ends a long question, tells what is known and says by the exit code that it was interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_question_tells_what_is_known() {
    let arguments = ["capture", "-", "--target", "E6", "--first", "attacker", "--order", "8", "--json"];
    let mut child = program(&arguments).args(["--nodes", "1000000000"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(WIDE.as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let (told, _) = common::interrupt(child);
    assert_eq!(told.code, Some(130), "{}", told.err);
    let answer = told.json();
    assert_eq!(answer["verdict"], "unknown");
    assert!(answer["nodes"].as_u64().unwrap() > 0);
}

/// Ctrl-C ends the question, not the engine: the next one is answered.
#[cfg(unix)]
#[test]
fn an_interrupted_engine_answers_the_next_question() {
    let mut child = program(&["gtp"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut reply = || {
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            assert!(output.read_line(&mut reply).unwrap() > 0, "the engine ended: {reply}");
        }
        reply
    };
    writeln!(input, "boardsize 19").unwrap();
    reply();
    for (color, points) in [("black", ["K10", "L9", "M11"]), ("white", ["L10", "M9", "L12"])] {
        for point in points {
            writeln!(input, "play {color} {point}").unwrap();
            reply();
        }
    }
    writeln!(input, "1 attack L10").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert!(reply().contains('1'));
    writeln!(input, "2 loadsgf examples/net.sgf\n3 attack C3\nquit").unwrap();
    reply();
    assert_eq!(reply(), "=3 1 D4\n\n");
    reply();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
