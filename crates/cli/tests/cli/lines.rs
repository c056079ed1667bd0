//! `tesuji lines` and `tesuji batch` from outside.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

const TESUJI: &str = env!("CARGO_BIN_EXE_tesuji");

fn start(arguments: &[&str]) -> Child {
    Command::new(TESUJI)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// What the program says to these lines, and its exit code.
pub(crate) fn talk(arguments: &[&str], input: &str) -> (Vec<Value>, i32) {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = input.to_string();
    // Writing and reading at once: neither side waits for the other.
    let writer = thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("written").expect("the program reads");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("a JSON object on every line"));
    (lines.collect(), output.status.code().unwrap_or(-1))
}

/// One question of every kind.
pub(crate) fn every_kind() -> Vec<Value> {
    let sgf = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/race-a.sgf"))
        .expect("the example is there");
    let net = ". . . . . .\n. X X . . .\nX O . . . .\n. X . . . .\n. . . X . .\n. . . . . .\n";
    vec![
        json!({"ask": "race", "position": {"sgf": sgf}}),
        json!({"ask": "race", "black": ["{4|0}", "{6||4|0}"], "white": [-7]}),
        json!({"ask": "race", "graph": {
            "blocks": [{"name": "W0", "color": "white", "external": [-2]}, {"name": "B1", "color": "black", "external": [2]}],
            "shared": [{"between": ["W0", "B1"], "liberties": 1}]}}),
        json!({"ask": "race", "position": {"diagram": ". X O .\n. X O .\n. X O ."}, "targets": ["B1", "C1"]}),
        json!({"ask": "capture", "position": {"diagram": net}, "target": "B4", "all": true, "proof": true}),
        json!({"ask": "mate", "sfen": "8k/9/7G1/9/9/9/9/9/9 b G 1", "cooks": true}),
        json!({"ask": "value", "expressions": ["{4|0}", 3], "cool": 2, "compare": "*"}),
        json!({"ask": "value", "expressions": ["2*", "4^", -7], "best": "left", "target": -1}),
        json!({"ask": "strings", "width": 5, "height": 4, "count": true, "sample": 2, "seed": 3}),
        json!({"ask": "tactics", "board": "square:5", "tactic": "paper1", "games": 300, "seed": 1}),
        json!({"ask": "tactic_set", "board": "square:5", "tactic": "P1(W) & V"}),
        json!({"ask": "tactic_compare", "board": "square:5", "tactics": ["Q2(W)", "~P3(W)"], "positions": 50}),
        json!({"ask": "tactic_search", "board": "square:5", "unseen": ["square:6"], "depth": 1, "games": 2000,
               "finalists": 1, "final_games": 100, "positions": 20}),
        json!({"ask": "show", "position": {"diagram": net}, "picture": {"theme": "dark"}}),
        json!({"ask": "boards", "board": "hexagon:3"}),
        json!({"ask": "boards"}),
        json!({"ask": "edit", "board": "square:5", "changes": [
            {"do": "put", "stone": "white", "at": ["A1"]}, {"do": "mark", "mark": "triangle", "at": ["A1"]},
            {"do": "label", "label": "a", "at": ["B2"]}, {"do": "turn", "to": "white"}, {"do": "play", "point": "C3"}],
            "numbers": true, "write": "sgf", "picture": {}}),
        json!({"ask": "game", "text": sgf}),
        json!({"ask": "examples", "name": "race-a.sgf"}),
        json!({"ask": "problems"}),
        json!({"ask": "problems", "collection": "races"}),
        json!({"ask": "shogi", "sfen": "startpos", "moves": ["7g7f"], "picture": {}}),
        json!({"ask": "try", "of": {"ask": "race", "position": {"sgf": sgf}}, "move": "G7", "words": true}),
        json!({"ask": "tactics", "board": "square:5", "tactic": "paper1", "games": 1000, "curve": true, "picture": {}}),
    ]
}

fn by_id(lines: &[Value]) -> BTreeMap<String, Vec<&Value>> {
    let mut by_id: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.get("progress").is_none()) {
        by_id.entry(line["id"].to_string()).or_default().push(line);
    }
    by_id
}

/// All kinds at once, a broken line, an unknown field, a field of the wrong type and the end of the input during work: every id is
/// answered exactly once.
#[test]
fn all_kinds_of_questions_at_once() {
    let mut input = String::new();
    let mut ids = Vec::new();
    for (number, mut question) in every_kind().into_iter().enumerate() {
        question["id"] = json!(format!("question {number}"));
        ids.push(question["id"].to_string());
        input += &format!("{question}\n");
    }
    input += "this is no JSON\n\n[1, 2]\n";
    input += "{\"id\": 101, \"ask\": \"value\", \"expressions\": [\"1\"], \"flavour\": \"sweet\"}\n";
    input +=
        "{\"id\": 102, \"ask\": \"mate\", \"sfen\": 7}\n{\"id\": 103, \"ask\": \"oracle\"}\n{\"id\": 104}\n";
    input += "{\"id\": 105, \"action\": \"version\"}\n{\"id\": 106, \"action\": \"dance\"}\n";
    input += "{\"id\": {\"any\": [\"value\"]}, \"ask\": \"value\", \"expressions\": [\"{0|\"]}";
    let (lines, code) = talk(&["lines", "--threads", "2"], &input);
    assert_eq!(code, 0);
    let answers = by_id(&lines);
    for id in &ids {
        assert_eq!(answers[id].len(), 1, "{id}");
        let answer = answers[id][0];
        assert!(answer.get("error").is_none() && answer.get("ask").is_some(), "{answer}");
    }
    assert_eq!(answers["null"].len(), 2, "two lines that are no questions");
    assert!(
        answers["null"].iter().any(|line| line["line"] == ids.len() + 1)
            && answers["null"].iter().any(|line| line["line"] == ids.len() + 3)
    );
    assert!(answers["101"][0]["warnings"][0].as_str().is_some_and(|words| words.contains("flavour")));
    assert_eq!(answers["102"][0]["field"], "sfen");
    assert_eq!((&answers["103"][0]["field"], &answers["104"][0]["field"]), (&json!("ask"), &json!("ask")));
    assert!(answers["105"][0]["version"].is_string());
    assert_eq!(answers["106"][0]["field"], "action");
    let broken = answers["{\"any\":[\"value\"]}"][0];
    assert!(broken["error"].is_string() && broken["field"] == "expressions[0]", "{broken}");
    assert_eq!(lines.len(), ids.len() + 9);
}

/// A question without end is stopped by another line, tells its progress before, and the program goes on.
#[test]
fn a_question_can_be_stopped() {
    let mut child = start(&["lines", "--threads", "1"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut next = || -> Value {
        serde_json::from_str(&lines.next().expect("a line").expect("readable")).expect("a JSON object")
    };
    let endless = json!({"id": "endless", "ask": "tactics", "board": "square:19", "tactic": "paper3", "games": 1_000_000_000u64,
                         "progress": 0.05});
    let waiting = json!({"id": "waiting", "ask": "value", "expressions": ["{4|0}"]});
    writeln!(stdin, "{endless}\n{waiting}").expect("the program listens");
    let progress = next();
    assert_eq!(progress["id"], "endless");
    assert!(progress["progress"]["total"].is_u64(), "{progress}");
    writeln!(stdin, "{}", json!({"id": 7, "action": "stop", "stop": "endless"}))
        .expect("the program listens");
    let mut said = Vec::new();
    while said.len() < 3 {
        let line = next();
        if line.get("progress").is_none() {
            said.push(line);
        }
    }
    let find = |id: Value| said.iter().find(|line| line["id"] == id).expect("an answer").clone();
    assert_eq!(find(json!(7))["stopped"], 1);
    assert_eq!(find(json!("endless"))["verdict"], "unknown");
    assert_eq!(find(json!("waiting"))["mean"], "2");
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// Thousands of questions through a pipe: every id exactly once, nothing lost.
#[test]
fn thousands_of_questions() {
    let input: String = (0..3_000)
        .map(|number| {
            format!(
                "{}\n",
                json!({"id": number, "ask": "boards", "board": format!("grid:{}x2", 1 + number % 20)})
            )
        })
        .collect();
    let (lines, code) = talk(&["lines", "--threads", "2"], &input);
    assert_eq!((lines.len(), code), (3_000, 0));
    let mut ids: Vec<u64> = lines.iter().filter_map(|line| line["id"].as_u64()).collect();
    ids.sort_unstable();
    assert!(ids.into_iter().eq(0..3_000));
    assert!(lines.iter().all(|line| line["points"] == 2 * (1 + line["id"].as_u64().unwrap_or(0) % 20)));
}

/// Editors on some systems begin every file with a byte order mark.
#[test]
fn a_byte_order_mark_is_no_part_of_a_question() {
    let question = json!({"id": 1, "ask": "value", "expressions": ["1/2"]});
    let (lines, code) = talk(&["lines"], &format!("\u{feff}{question}\n"));
    assert_eq!((lines.len(), code), (1, 0), "{lines:?}");
    assert_eq!((&lines[0]["id"], &lines[0]["canonical"]), (&json!(1), &json!("1/2")), "{}", lines[0]);
}

/// What was looked at counts also where the limit came first.
#[test]
fn strings_that_are_not_finished_tell_their_nodes() {
    let question = json!({"id": 1, "ask": "strings", "width": 9, "height": 9, "limits": {"nodes": 500}});
    let (lines, _) = talk(&["lines"], &format!("{question}\n"));
    assert_eq!((&lines[0]["proved"], &lines[0]["nodes"]), (&json!(false), &json!(500)), "{}", lines[0]);
}

fn batch(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output =
        Command::new(TESUJI).arg("batch").args(arguments).current_dir(folder).output().expect("it runs");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Questions whose answers have nodes in them, some broken lines among them.
fn questions(count: usize) -> String {
    let kinds = every_kind();
    let mut text = String::new();
    for number in 0..count {
        match number % 40 {
            13 => text += "no question\n",
            27 => text += "{\"ask\": \"value\", \"expressions\": [\"{1|\"]}\n",
            _ => text += &format!("{}\n", kinds[number % kinds.len()]),
        }
    }
    text
}

/// The same bytes on one thread and on two, in three shards in any order, and after a kill.
#[test]
fn a_batch_is_the_same_however_it_came_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("in.jsonl"), questions(230)).expect("written");
    let (code, told) = batch(at, &["in.jsonl", "-o", "one.jsonl", "--threads", "1"]);
    assert_eq!(code, 1, "some lines are no questions: {told}");
    assert!(told.contains("12 errors"), "{told}");
    let one = fs::read(at.join("one.jsonl")).expect("the answers");
    let lines: Vec<Value> = String::from_utf8_lossy(&one)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object"))
        .collect();
    assert_eq!(lines.len(), 230);
    assert!(
        lines.iter().enumerate().all(|(index, line)| line["id"] == index + 1 || line["line"] == index + 1)
    );
    batch(at, &["in.jsonl", "-o", "two.jsonl", "--threads", "2"]);
    assert!(fs::read(at.join("two.jsonl")).expect("the answers") == one, "two threads");
    for shard in ["3/3", "1/3", "2/3"] {
        assert!(!at.join("three.jsonl").exists());
        batch(at, &["in.jsonl", "-o", "three.jsonl", "--shard", shard]);
    }
    assert!(fs::read(at.join("three.jsonl")).expect("the answers") == one, "three shards");
    // Killed as soon as a part is there, and resumed.
    let mut child = Command::new(TESUJI)
        .args(["batch", "in.jsonl", "-o", "four.jsonl", "--threads", "1"])
        .current_dir(at)
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let parts = at.join("four.jsonl.parts");
    let part = |name: &str| parts.join(name).exists();
    while !part("00000000.jsonl") && child.try_wait().expect("a child").is_none() {
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("SIGKILL");
    child.wait().expect("it is dead");
    let (_, told) = batch(at, &["in.jsonl", "-o", "four.jsonl"]);
    assert!(at.join("four.jsonl").exists() || told.contains("is there already"), "{told}");
    batch(at, &["in.jsonl", "-o", "four.jsonl", "--resume"]);
    assert!(fs::read(at.join("four.jsonl")).expect("the answers") == one, "killed and resumed");
    assert!(!parts.exists(), "the folder of parts is gone");
}

/// Parts of other questions are not mixed up, and nothing is written over.
#[test]
fn a_batch_does_not_mix_up_questions() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("in.jsonl"), questions(60)).expect("written");
    batch(at, &["in.jsonl", "-o", "out.jsonl", "--shard", "1/2"]);
    assert!(!at.join("out.jsonl").exists() && at.join("out.jsonl.parts").exists());
    fs::write(at.join("in.jsonl"), questions(70)).expect("written");
    let (code, told) = batch(at, &["in.jsonl", "-o", "out.jsonl", "--resume"]);
    assert_eq!(code, 1);
    assert!(told.contains("belong to other questions"), "{told}");
    fs::write(at.join("done.jsonl"), "precious\n").expect("written");
    let (code, told) = batch(at, &["in.jsonl", "-o", "done.jsonl"]);
    assert!(code == 1 && told.contains("is there already"), "{told}");
    assert_eq!(fs::read_to_string(at.join("done.jsonl")).expect("still there"), "precious\n");
    // An output that is complete answers its own questions only.
    batch(at, &["in.jsonl", "-o", "whole.jsonl"]);
    let (_, told) = batch(at, &["in.jsonl", "-o", "whole.jsonl", "--resume"]);
    assert!(told.contains("70 answered before"), "{told}");
    fs::write(at.join("in.jsonl"), questions(80)).expect("written");
    let (code, told) = batch(at, &["in.jsonl", "-o", "whole.jsonl", "--resume"]);
    assert!(code == 1 && told.contains("answers other questions"), "{told}");
}

/// A collection of games is asked one thing.
#[test]
fn a_batch_of_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/race-eyes.sgf");
    let games = games.to_str().expect("a path");
    let with = "{\"limits\": {\"nodes\": 3000}}";
    let (code, told) = batch(at, &[games, "--ask", "race", "--with", with, "-o", "out.jsonl"]);
    assert_eq!(code, 0, "{told}");
    let text = fs::read_to_string(at.join("out.jsonl")).expect("the answers");
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect();
    assert!(lines.len() > 10);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!((&line["id"], &line["ask"]), (&json!(index + 1), &json!("race")));
        assert!(line["black_first"]["verdict"].is_string(), "{line}");
        assert_eq!(line["limits"]["nodes"], 3000);
    }
    let (code, told) = batch(at, &[games, "--ask", "race", "--with", "[1]", "-o", "other.jsonl"]);
    assert!(code == 1 && told.lines().count() == 1, "{told}");
}

/// Games are reviewed and problems checked in parts, the same to the byte for any number of threads.
#[test]
fn a_batch_of_reviews_and_checks() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let game = fs::read_to_string(examples.join("review.sgf")).expect("the example is there");
    fs::write(at.join("games.sgf"), game.repeat(3)).expect("a file");
    let with = "{\"problems\": true}";
    for (threads, out) in [("1", "one.jsonl"), ("2", "two.jsonl")] {
        let (code, told) =
            batch(at, &["games.sgf", "--ask", "review", "--with", with, "-o", out, "--threads", threads]);
        assert_eq!(code, 0, "{told}");
    }
    let read = |name: &str| fs::read_to_string(at.join(name)).expect("the answers");
    assert_eq!(read("one.jsonl"), read("two.jsonl"));
    let mut problems = String::new();
    for line in read("one.jsonl").lines() {
        let answer: Value = serde_json::from_str(line).expect("a JSON object");
        assert_eq!(answer["moments"].as_array().map(Vec::len), Some(1), "{line}");
        problems += answer["problems"].as_str().expect("problems");
    }
    fs::write(at.join("problems.sgf"), &problems).expect("a file");
    let (code, told) = batch(at, &["problems.sgf", "--ask", "check", "-o", "checked.jsonl"]);
    assert_eq!(code, 0, "{told}");
    let checked = read("checked.jsonl");
    assert_eq!(checked.lines().count(), 3);
    assert!(checked.lines().all(|line| line.contains("\"findings\":[]")), "{checked}");
}

/// The reference shows what the program says to the shipped questions.
#[test]
fn the_reference_shows_real_answers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let input = fs::read_to_string(root.join("examples/questions.jsonl")).expect("the example is there");
    let reference = fs::read_to_string(root.join("docs/src/reference.md")).expect("the reference is there");
    let (lines, code) = talk(&["lines"], &input);
    assert_eq!((lines.len(), code), (3, 0));
    for line in input.lines() {
        assert!(reference.contains(line), "the reference does not show {line}");
    }
    for line in &lines {
        // The order of fields is that of the types, so the text is shown as it is printed.
        let shown = reference.lines().filter_map(|text| serde_json::from_str::<Value>(text).ok());
        assert!(shown.into_iter().any(|shown| shown == *line), "the reference does not show {line}");
    }
}
