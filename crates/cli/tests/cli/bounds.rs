//! Memory, nodes and stops hold for every kind of question, parsing and preparation included.

use std::io::Write as _;
use std::thread::{sleep, spawn};
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{Told, json, program, run_with};
use crate::lines::talk;

/// What the program has beside its tables: itself, what it reads, what it writes. In bytes.
const BASE: u64 = 60_000_000;

/// The most memory that the process has had, where the system tells it.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kb| kb * 1024)
}

/// What the program says, and the most memory that it had meanwhile.
fn measured(arguments: &[&str], input: &[u8]) -> (Told, u64) {
    let mut child = program(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input).unwrap();
    drop(stdin);
    let (mut most, process) = (0, child.id());
    // It waits where nobody reads what it says.
    let reader = spawn(move || child.wait_with_output().unwrap());
    while !reader.is_finished() {
        most = most.max(peak(process));
        sleep(Duration::from_millis(2));
    }
    (reader.join().unwrap().into(), most)
}

/// The same game again and again, with one stone that is asked about.
fn many_games(count: usize) -> String {
    "(;SZ[19]AB[aa]TR[aa])".repeat(count)
}

#[test]
fn a_collection_of_tiny_games_takes_little_memory() {
    for ask in ["problems", "game"] {
        let question = json!({"id": 1, "ask": ask, "text": many_games(4_000)});
        let (told, most) = measured(&["lines", "--threads", "1"], format!("{question}\n").as_bytes());
        let answer: Value = serde_json::from_str(&told.out).unwrap();
        let list = if ask == "game" { "games" } else { "problems" };
        assert_eq!(answer[list].as_array().map(Vec::len), Some(4_000));
        assert!(most < 120_000_000, "{ask}: {most} bytes");
    }
}

#[test]
fn kinds_that_search_nothing_keep_their_limits() {
    let limited = |question: Value, limits: Value, why: &str| {
        let mut question = question;
        question["limits"] = limits;
        question["words"] = true.into();
        let (lines, code) = talk(&["lines"], &format!("{question}\n"));
        let line = &lines[0];
        assert_eq!(
            (&line["verdict"], &line["ask"], code),
            (&json!("unknown"), &question["ask"], 0),
            "{line}"
        );
        assert!(line["why"].as_str().is_some_and(|told| told.contains(why)), "{line}");
        assert!(line["words"].as_str().is_some_and(|told| told.contains(why)), "{line}");
    };
    let many = json!({"ask": "problems", "text": many_games(2_000)});
    limited(many.clone(), json!({"nodes": 100}), "the node limit was reached at game 101");
    limited(many, json!({"memory_mb": 1}), "the memory limit was reached at game");
    limited(json!({"ask": "game", "text": many_games(10_000)}), json!({"memory_mb": 1}), "the memory limit");
    let moves = ";B[aa];W[]".repeat(5_000);
    limited(
        json!({"ask": "game", "text": format!("(;SZ[19]{moves})")}),
        json!({"memory_mb": 1}),
        "the memory limit",
    );
    limited(json!({"ask": "boards", "board": "grid:90x90"}), json!({"memory_mb": 1}), "the memory limit");
    let large = json!({"board": "grid:90x90", "black": ["A1"]});
    limited(json!({"ask": "show", "position": {"json": large}}), json!({"memory_mb": 1}), "the memory limit");
}

/// Symmetries are counted within the nodes, and a stop is no answer.
#[test]
fn boards_are_described_within_their_nodes_and_stopped() {
    let asked =
        |nodes: u64| json!({"id": 1, "ask": "boards", "board": "torus:30x30", "limits": {"nodes": nodes}});
    let symmetries = |nodes| talk(&["lines"], &format!("{}\n", asked(nodes))).0[0]["symmetries"].clone();
    assert_eq!((symmetries(5_000), symmetries(50_000_000)), (Value::Null, json!(7200)));
    // Stopped by a program that gives the stop before the answer can be there: it is told that there is none.
    let script = "{\"id\": 1, \"ask\": \"boards\", \"board\": \"torus:100x100\"}\n{\"action\": \"stop\", \"stop\": 1}\n";
    let (lines, _) = talk(&["lines", "--threads", "1"], script);
    let answer = lines.iter().find(|line| line["id"] == 1).unwrap();
    assert_eq!(
        (&answer["verdict"], &answer["why"]),
        (&json!("unknown"), &json!("the work was stopped")),
        "{answer:.200}"
    );
}

#[test]
fn preparing_strings_keeps_the_nodes_and_the_memory() {
    let (told, most) = measured(&["strings", "31", "--nodes", "1"], b"");
    assert_eq!(told.code, Some(2), "{}", told.err);
    assert!(told.out.contains("the limit of 1 nodes was reached"), "{}", told.out);
    assert!(most < BASE, "{most} bytes");
    let (told, most) = measured(&["strings", "--topology", "torus:12x12", "--memory", "60"], b"");
    assert_eq!(told.code, Some(2), "{}", told.err);
    assert!(told.out.contains("the limit is 60 MB"), "{}", told.out);
    assert!(most < 60_000_000 / 5 * 6 + BASE, "{most} bytes");
}

#[test]
fn memory_that_is_asked_for_is_what_applies() {
    let answer = json(&["race", "examples/fight.sgf", "--memory", "4000", "--nodes", "300"]);
    assert_eq!(answer["limits"]["memory_mb"], 4000);
}

/// One line of input is bounded everywhere, and the next one is read.
#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_read() {
    let long = vec![b'x'; (256 << 20) + 10];
    for (door, last, answer) in [("gtp", "7 name\n", "=7 Tesuji"), ("usi", "isready\n", "readyok")] {
        let told = run_with(&[door], &[&long[..], b"\n", last.as_bytes()].concat());
        assert_eq!(told.code, Some(0), "{door}: {}", told.err);
        assert!(told.out.contains("a line is longer than 256 MB"), "{door}: {:.200}", told.out);
        assert!(told.out.trim_end().ends_with(answer), "{door}: {:.200}", told.out);
    }
}

#[test]
fn faults_of_types_are_told_without_names_of_types() {
    let position = |wrong: Value| json!({"ask": "show", "position": {"json": wrong}});
    let change = json!({"ask": "edit", "board": "square:5", "changes": [7]});
    for question in
        [position(json!(7)), position(json!({"board": 7})), change, json!({"ask": "strings", "check": 7})]
    {
        let (lines, _) = talk(&["lines"], &format!("{question}\n"));
        let error = lines[0]["error"].as_str().unwrap();
        assert!(!["struct", "enum", "Record"].iter().any(|name| error.contains(name)), "{error}");
        assert!(error.contains("expected "), "{error}");
    }
}
