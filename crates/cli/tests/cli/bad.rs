//! A thousand bad inputs, made from good ones by a generator with a fixed seed: files, arguments and the lines of every protocol.
//!
//! Nothing panics, nothing goes on beyond its limits, exit codes are those of the contract, and what is wrong is said in one line. What is
//! still good after it was spoiled is checked as well, and not counted.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use fuzz_checks::inputs::{CASES, GTP, QUESTIONS, SGF, TEXTS, USI, WORDS};
use fuzz_checks::spoiled;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::common::{folder, one_line, program, run_with};

/// The work of every question is bounded by its nodes; this is for what waits, and more than a machine with much other work needs.
const LONG: Duration = Duration::from_secs(600);

/// One line of a protocol.
fn spoiled_line(chance: &mut impl RngExt, good: &str) -> Vec<u8> {
    let mut line = spoiled(chance, good.as_bytes());
    line.retain(|byte| !matches!(byte, b'\n' | b'\r'));
    line
}

/// An argument, which is text without zeros.
fn spoiled_word(chance: &mut impl RngExt, good: &str) -> String {
    String::from_utf8_lossy(&spoiled_line(chance, good)).replace('\0', "")
}

/// Runs a command and checks all that is promised about its end. Returns whether it was refused.
fn is_refused(arguments: &[&str], input: &[u8]) -> bool {
    let start = Instant::now();
    let told = run_with(arguments, input);
    let seen = || format!("{arguments:?} with {:?}: {told:?}", String::from_utf8_lossy(input));
    assert!(start.elapsed() < LONG, "{:?}: {}", start.elapsed(), seen());
    assert!(matches!(told.code, Some(0..=2)), "{}", seen());
    // Where `check` has found something it ends with 1 as well, and its answer is no refusal.
    let has_found = arguments[0] == "check" && !told.out.is_empty() && !told.out.contains("\"error\"");
    if told.code != Some(1) || has_found {
        return false;
    }
    one_line(&told.err);
    if arguments.contains(&"--json") {
        let error: Value = serde_json::from_str(&told.out).unwrap_or_else(|_| panic!("{}", seen()));
        assert!(error["error"].is_string(), "{}", seen());
    } else {
        assert_eq!(told.out, "", "{}", seen());
    }
    true
}

/// What is still good and would keep the program busy, or waiting for somebody: not the question here.
fn is_long_work(arguments: &[&str], good: &str, word: &str) -> bool {
    match arguments {
        ["reproduce", ..] => good.starts_with(word) || word.starts_with('-'),
        ["serve", ..] => word.parse::<u16>().is_ok(),
        ["simpei", "play", ..] => word.parse::<tesuji_simpei::Position>().is_ok(),
        _ => false,
    }
}

/// Every command of the program that `--help` lists is among those above or has a test of its own below.
#[test]
fn no_command_is_left_out() {
    let help = run_with(&["--help"], b"").out;
    let listed =
        help.split_once("Commands:\n").and_then(|(_, rest)| rest.split_once("\n\n")).expect("a list").0;
    let commands: Vec<&str> = listed
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 15, "{help}");
    for command in commands {
        let tried = TEXTS.iter().chain(WORDS).any(|(arguments, _)| arguments[0] == command);
        assert!(tried || ["batch", "regress", "help"].contains(&command), "{command} is given no bad input");
    }
}

#[test]
fn bad_files_and_arguments_are_refused_in_one_line() {
    let mut chance = ChaCha8Rng::seed_from_u64(21);
    let mut refused = 0;
    for round in 0..10 {
        for (arguments, texts) in TEXTS {
            for text in *texts {
                let mut arguments = arguments.to_vec();
                if round % 4 == 3 && !arguments.contains(&"--to") {
                    arguments.push("--json");
                }
                refused += u32::from(is_refused(&arguments, &spoiled(&mut chance, text.as_bytes())));
            }
        }
        for (arguments, words) in WORDS {
            for good in *words {
                let word = spoiled_word(&mut chance, good);
                if is_long_work(arguments, good, &word) {
                    continue;
                }
                refused += u32::from(is_refused(&[*arguments, &[&word]].concat(), b""));
            }
        }
    }
    assert!(refused >= 312, "only {refused} were bad");
}

#[test]
fn bad_cases_are_told_with_their_line() {
    let mut chance = ChaCha8Rng::seed_from_u64(22);
    let place = folder("bad-cases");
    for (name, good) in [("a.cases", CASES), ("a.tst", "boardsize 5\nplay b C3\n10 countlib C3\n#? [4]\n")] {
        for _ in 0..30 {
            let path = place.join(name);
            std::fs::write(&path, spoiled(&mut chance, good.as_bytes())).expect("a file");
            let told = run_with(&["regress", path.to_str().expect("a name")], b"");
            assert!(matches!(told.code, Some(0..=2)), "{told:?}");
            // Either the file is refused, or its cases pass and fail.
            if told.out.is_empty() {
                assert_eq!(told.code, Some(1), "{told:?}");
                one_line(&told.err);
            } else {
                assert!(told.out.contains(" passed, "), "{told:?}");
            }
        }
    }
}

/// A file of questions is answered line by line whatever is wrong with it; a collection, a state that an earlier run has left and
/// the counts of a sweep are refused in one line, or used.
#[test]
fn bad_files_of_batches_and_sweeps_lose_nothing_else() {
    let mut chance = ChaCha8Rng::seed_from_u64(27);
    let place = folder("bad-batches");
    let path = |name: &str| place.join(name).to_str().expect("a name").to_string();
    let (questions, games, counts, out) =
        (path("questions.jsonl"), path("games.sgf"), path("counts.jsonl"), path("out.jsonl"));
    let started = "{\"id\": 1, \"ask\": \"value\", \"expressions\": [\"^\"]}\n".repeat(60);
    let sweep =
        ["tactics", "sweep", "--board", "square:3", "--tactic", "F(B)", "--games", "8", "-o", &counts];
    assert_eq!(run_with(&sweep, b"").code, Some(0));
    let good_counts = std::fs::read(&counts).expect("counts");
    let mut refused = 0;
    for round in 0..12 {
        let lines: Vec<Vec<u8>> =
            QUESTIONS[..10].iter().map(|line| spoiled_line(&mut chance, line)).collect();
        let asked = lines.iter().filter(|line| !line.trim_ascii().is_empty()).count();
        std::fs::write(&questions, lines.join(&b'\n')).expect("a file");
        let told = run_with(&["batch", &questions, "-o", &out], b"");
        // What was answered, or what is wrong with the whole file.
        one_line(&told.err);
        assert!(matches!(told.code, Some(0..=1)) && told.out.is_empty(), "{told:?}");
        if let Ok(answers) = std::fs::read_to_string(&out) {
            assert_eq!(answers.lines().count(), asked, "{told:?}");
            refused += answers.lines().filter(|line| line.contains("\"error\"")).count();
        }
        let _ = std::fs::remove_file(&out);
        let _ = std::fs::remove_dir_all(path("out.jsonl.parts"));

        std::fs::write(&games, spoiled(&mut chance, format!("{SGF}{SGF}").as_bytes())).expect("a file");
        let with = spoiled_word(&mut chance, r#"{"target": "B3", "limits": {"nodes": 500}}"#);
        let told = run_with(&["batch", &games, "--ask", "capture", "--with", &with, "-o", &out], b"");
        one_line(&told.err);
        assert!(matches!(told.code, Some(0..=1)) && told.out.is_empty(), "{told:?}");
        let _ = std::fs::remove_file(&out);
        let _ = std::fs::remove_dir_all(path("out.jsonl.parts"));

        // A first part of the answers that something has gone over.
        std::fs::write(&questions, &started).expect("a file");
        assert_eq!(run_with(&["batch", &questions, "-o", &out, "--shard", "1/2"], b"").code, Some(0));
        for part in std::fs::read_dir(path("out.jsonl.parts")).expect("a folder") {
            let part = part.expect("a file").path();
            let good = std::fs::read(&part).expect("it can be read");
            std::fs::write(&part, spoiled(&mut chance, &good)).expect("a file");
        }
        let told = run_with(&["batch", &questions, "-o", &out, "--resume"], b"");
        one_line(&told.err);
        assert!(matches!(told.code, Some(0..=1)) && told.out.is_empty(), "{told:?}");
        let _ = std::fs::remove_file(&out);
        let _ = std::fs::remove_dir_all(path("out.jsonl.parts"));

        std::fs::write(&counts, spoiled(&mut chance, &good_counts)).expect("a file");
        let merge = ["tactics", "sweep", "--merge", &counts];
        let resume = [&sweep[..], &["--resume"]].concat();
        refused += usize::from(is_refused(if round % 2 == 0 { &merge } else { &resume }, b""));
    }
    assert!(refused >= 60, "only {refused} were bad");
}

/// All lines to the door in one session, one after the other; what it says.
fn session(door: &str, lines: &[Vec<u8>]) -> String {
    let mut script = lines.join(&b'\n');
    script.push(b'\n');
    let start = Instant::now();
    let told = run_with(&[door], &script);
    assert!(start.elapsed() < LONG, "{door}: {:?}", start.elapsed());
    assert_eq!(told.code, Some(0), "{door}: {}", told.err);
    told.out
}

#[test]
fn bad_json_lines_get_an_error_each_and_nothing_is_lost() {
    let mut chance = ChaCha8Rng::seed_from_u64(23);
    let lines: Vec<Vec<u8>> =
        (0..440).map(|at| spoiled_line(&mut chance, QUESTIONS[at % QUESTIONS.len()])).collect();
    let mut script = lines.join(&b'\n');
    script.extend(b"\n{\"id\": \"last\", \"ask\": \"value\", \"expressions\": [\"^\"]}\n");
    let told = run_with(&["lines"], &script);
    // What could not be asked or was not found is the exit code of the whole.
    assert!(matches!(told.code, Some(0..=2)), "{:?}: {}", told.code, told.err);
    let answers: Vec<Value> =
        told.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let bad = answers.iter().filter(|answer| answer.get("error").is_some()).count();
    assert!(bad >= 300, "only {bad} were bad");
    assert!(answers.iter().filter(|answer| answer["id"] == "last").count() == 1, "the last is answered");
    let asked = lines.iter().filter(|line| !String::from_utf8_lossy(line).trim().is_empty()).count();
    assert_eq!(answers.len(), asked + 1, "one answer a line");
}

#[test]
fn bad_commands_of_gtp_are_refused_one_by_one() {
    let mut chance = ChaCha8Rng::seed_from_u64(24);
    let mut refused = 0;
    for _ in 0..4 {
        let mut lines = vec![b"boardsize 5".to_vec(), b"play b C3".to_vec(), b"play w B2".to_vec()];
        lines.extend((0..100).map(|at| spoiled_line(&mut chance, GTP[at % GTP.len()])));
        let said = session("gtp", &lines);
        for reply in said.split_terminator("\n\n") {
            assert!(reply.starts_with(['=', '?']), "{reply:?}");
            if reply.starts_with('?') {
                assert!(reply.lines().count() == 1 && reply.chars().count() < 300, "{reply:?}");
                refused += 1;
            }
        }
    }
    assert!(refused >= 200, "only {refused} were bad");
}

#[test]
fn bad_commands_of_usi_are_refused_one_by_one() {
    let starts = ["info ", "checkmate ", "bestmove ", "readyok", "id ", "option ", "usiok"];
    let mut chance = ChaCha8Rng::seed_from_u64(25);
    let mut refused = 0;
    for _ in 0..6 {
        let lines: Vec<Vec<u8>> = (0..64)
            .map(|at| spoiled_line(&mut chance, USI[at % USI.len()]))
            .filter(|line| line != b"go mate")
            .collect();
        for line in session("usi", &lines).lines() {
            assert!(starts.iter().any(|start| line.starts_with(start)), "{line:?}");
            assert!(line.chars().count() < 1000, "{line:?}");
            refused += u32::from(line.starts_with("info string "));
        }
    }
    assert!(refused >= 150, "only {refused} were bad");
}

#[cfg(feature = "serve")]
#[test]
fn bad_questions_of_a_page_are_refused_one_by_one() {
    let mut server = program(&["serve", "--port", "0"]).spawn().expect("the program runs");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("an output")).read_line(&mut line).expect("a line");
    let address = line.strip_prefix("Tesuji is at http://").and_then(|rest| rest.split('/').next());
    let address = address.unwrap_or_else(|| panic!("{line}")).to_string();
    let mut chance = ChaCha8Rng::seed_from_u64(26);
    let mut refused = 0;
    for at in 0..110 {
        let body = spoiled(&mut chance, QUESTIONS[at % (QUESTIONS.len() - 1)].as_bytes());
        let mut stream = TcpStream::connect(&address).expect("it listens");
        stream.set_read_timeout(Some(LONG)).expect("a time");
        let head = format!(
            "POST /ask HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(&[head.as_bytes(), &body].concat()).expect("it reads");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("it answers");
        let seen = || format!("{:?}: {reply}", String::from_utf8_lossy(&body));
        if !reply.starts_with("HTTP/1.1 200") {
            assert!(reply.starts_with("HTTP/1.1 400"), "{}", seen());
            let object =
                reply.split_once("\r\n\r\n").and_then(|(_, body)| serde_json::from_str::<Value>(body).ok());
            assert!(object.is_some_and(|object| object["error"].is_string()), "{}", seen());
            refused += 1;
        }
    }
    server.kill().expect("it ends");
    let left = server.wait_with_output().expect("it has ended");
    assert!(!String::from_utf8_lossy(&left.stderr).contains("panicked"));
    assert!(refused >= 70, "only {refused} were bad");
}
