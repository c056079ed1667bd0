//! `tesuji mate` and `tesuji usi`.

use std::io::{BufRead, BufReader, Write as _};

use crate::common::{folder, json, json_with, program, refusal};

#[test]
fn answers_keep_the_contract() {
    let mate = json(&["mate", "7nk/9/7G1/9/9/9/9/9/9 b G 1"]);
    assert_eq!((&mate["verdict"], &mate["order"]), (&"mate".into(), &1.into()));
    assert_eq!(mate["moves"], serde_json::json!(["G*1b"]));
    assert_eq!(mate["line"], serde_json::json!(["G*1b"]));
    assert_eq!(mate["kif"], serde_json::json!(["▲１二金打"]));
    assert!(mate["nodes"].is_u64() && mate["checked"] == true);
    let none = json(&["mate", "7nk/9/7G1/9/9/9/9/9/9 b P 1"]);
    assert_eq!((&none["verdict"], &none["moves"]), (&"nomate".into(), &serde_json::json!([])));
    let hisshi = "8k/4p4/7p1/9/7G1/9/9/9/K8 b GL 1";
    assert_eq!(json(&["mate", hisshi])["verdict"], "nomate");
    let brinkmate = json(&["mate", hisshi, "--order", "2", "--cooks"]);
    assert_eq!((&brinkmate["order"], &brinkmate["moves"][0]), (&2.into(), &"G*3b".into()));
    assert_eq!(brinkmate["moves"], serde_json::json!(["G*3b"]));
    assert_eq!(brinkmate["undecided"], serde_json::json!([]));
}

#[test]
fn shipped_tsume_have_the_known_shortest_mates() {
    for (case, plies) in [("zukou-005", 21), ("zukou-036", 13), ("zukou-034", 17)] {
        let answer = json(&["mate", "examples/tsume.txt", "--case", case, "--shortest"]);
        assert_eq!((&answer["plies"], &answer["shortest"]), (&plies.into(), &true.into()), "{case}");
    }
}

#[test]
fn shipped_brinkmates_are_what_the_file_says() {
    let text = include_str!("../../../../examples/hisshi.txt");
    let problems: Vec<Vec<&str>> =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('|').collect()).collect();
    let count = |kind: &str| problems.iter().filter(|problem| problem[0].starts_with(kind)).count();
    assert!(count("h1") >= 100 && count("h3") > 0 && count("h0") > 0);
    // All of them are composed with proofs; a tenth is asked again here.
    for problem in problems.iter().step_by(10) {
        let answer = json(&["mate", problem[1], "--order", "2"]);
        if problem[2] == "none" {
            assert_eq!(answer["verdict"], "nomate", "{}", problem[0]);
        } else {
            assert_eq!((&answer["verdict"], &answer["order"]), (&"mate".into(), &2.into()), "{}", problem[0]);
            assert_eq!((&answer["moves"][0], &answer["checked"]), (&problem[2].into(), &true.into()));
            assert_eq!(json(&["mate", problem[1]])["verdict"], "nomate", "{}", problem[0]);
        }
    }
}

#[test]
fn pictures_are_written() {
    let file = folder("mate").join("board.svg");
    let path = file.to_str().unwrap();
    json(&["mate", "7nk/9/7G1/9/9/9/9/9/9 b G 1", "--svg", path]);
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains('玉') && svg.contains('金'));
}

#[test]
fn bad_input_and_limits_have_their_exit_codes() {
    for arguments in [
        &["mate", "rubbish"][..],
        &["mate", "9/9/9/9/9/9/9/9/9 b - 1"],
        &["mate", "examples/tsume.txt"],
        &["mate", "examples/tsume.txt", "--case", "nobody"],
        &["mate", "8k/9/9/9/9/9/9/9/9 b G 1", "--order", "3"],
    ] {
        refusal(arguments);
    }
    let answer = json_with(2, &["mate", "examples/tsume.txt", "--case", "zukou-001", "--nodes", "1000"]);
    assert_eq!(answer["verdict"], "unknown");
    assert!(answer["why"].as_str().unwrap().contains("the node limit was reached"), "{answer}");
}

#[test]
fn a_session_of_a_graphical_program() {
    let mut child = program(&["usi"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut until = |last: &str| -> Vec<String> {
        let mut seen = Vec::new();
        for line in lines.by_ref() {
            let done = line.starts_with(last);
            seen.push(line);
            if done {
                break;
            }
        }
        assert!(seen.last().is_some_and(|line| line.starts_with(last)), "{last}: {seen:?}");
        seen
    };
    let mut send = |text: &str| {
        input.write_all(text.as_bytes()).unwrap();
        input.flush().unwrap();
    };
    send("usi\n");
    assert!(until("usiok")[0].starts_with("id name Tesuji"));
    send("isready\n");
    until("readyok");
    send("position sfen 7nk/9/7G1/9/9/9/9/9/9 b G 1\ngo mate 10000\n");
    assert_eq!(until("checkmate").last().unwrap(), "checkmate G*1b");
    send("position sfen 7nk/9/7G1/9/9/9/9/9/9 b P 1\ngo mate 10000\n");
    assert_eq!(until("checkmate").last().unwrap(), "checkmate nomate");
    // A long problem: it is heard of while it is searched, and stops when told.
    send(
        "position sfen 4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1\ngo mate infinite\n",
    );
    let first = until("info").pop().unwrap();
    assert!(first.contains(" nodes ") && first.contains(" nps "), "{first}");
    send("stop\n");
    assert_eq!(until("checkmate").last().unwrap(), "checkmate timeout");
    send("position startpos moves 7g7f 9z9z\n");
    until("info string");
    send("quit\n");
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
