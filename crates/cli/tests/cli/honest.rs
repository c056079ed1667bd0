//! No limit looks like a verdict, no option is silently ignored, and what goes wrong is said in one line.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::capture::WIDE;
use crate::common::{
    self, file, folder, interrupt, json as answer, json_with, one_line, program, refusal, root, run, run_with,
};

/// Much longer than a stop may take, since the machine has other work.
const SOON: Duration = Duration::from_secs(3);

fn unknown(value: &Value) -> bool {
    value == "unknown"
}

fn why(value: &Value) -> &str {
    value["why"].as_str().unwrap_or_else(|| panic!("no reason: {value}"))
}

#[test]
fn a_capture_at_a_limit_is_unknown_and_tells_up_to_which_order_there_is_none() {
    let mut orders = Vec::new();
    for nodes in ["1", "10", "100", "1000"] {
        let arguments = ["capture", "-", "--target", "E6", "--order", "8", "--nodes", nodes, "--json"];
        let told = run_with(&arguments, WIDE.as_bytes());
        assert_eq!((told.code, told.err.as_str()), (Some(2), ""), "{nodes}: {}", told.out);
        let answer = told.json();
        assert!(unknown(&answer["verdict"]) && answer["code"].is_null(), "{nodes}: {answer}");
        assert!(answer.get("up_to_order").is_some(), "{nodes}: {answer}");
        assert_eq!(answer["limits"]["nodes"], nodes.parse::<u64>().unwrap());
        orders.push(answer["up_to_order"].as_u64().unwrap_or(0));
    }
    assert!(orders.is_sorted(), "more nodes refute no less: {orders:?}");
    assert!(orders.last() > Some(&0), "a ladder is refuted with a few nodes: {orders:?}");
    // In words too, and not as an escape.
    let arguments = ["capture", "-", "--target", "E6", "--order", "8", "--nodes", "1000"];
    let told = run_with(&arguments, WIDE.as_bytes());
    let words = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("not known") && words.contains("the node limit was reached"), "{words}");
    assert!(words.contains("no capture up to order"), "{words}");
}

#[test]
fn a_verdict_does_not_change_into_another_one_with_more_nodes() {
    for (problem, target) in [("examples/net.sgf", "C3"), ("examples/ko.sgf", "D5")] {
        for first in ["attacker", "defender"] {
            let mut known: Option<Value> = None;
            for nodes in ["3", "30", "300", "3000", "30000", "300000"] {
                let told = run(&[
                    "capture", problem, "--target", target, "--first", first, "--nodes", nodes, "--json",
                ]);
                let verdict = told.json()["verdict"].clone();
                assert_eq!(told.code, Some(if unknown(&verdict) { 2 } else { 0 }));
                if let Some(known) = &known {
                    assert_eq!(&verdict, known, "{problem} {first} {nodes}");
                } else if !unknown(&verdict) {
                    known = Some(verdict);
                }
            }
            assert!(known.is_some(), "{problem} {first}");
        }
    }
}

#[test]
fn all_first_moves_are_listed_those_that_nobody_judged_as_well() {
    let whole = answer(&["capture", "examples/net.sgf", "--all"]);
    assert_eq!(whole["undecided"], json!([]));
    // Enough to decide the question, too little to judge every move.
    let mut seen = false;
    for nodes in ["40", "80", "160", "320", "640", "1280"] {
        let told = run(&["capture", "examples/net.sgf", "--all", "--nodes", nodes, "--json"]).json();
        let undecided = told["undecided"].as_array().unwrap();
        let moves = told["moves"].as_array().unwrap();
        assert!(!moves.iter().any(|one| undecided.contains(one)), "{nodes}: {told}");
        if unknown(&told["verdict"]) {
            continue;
        }
        // What is not found at a limit may not be left out: it is undecided.
        for one in whole["moves"].as_array().unwrap() {
            assert!(moves.contains(one) || undecided.contains(one), "{nodes}: {one} is lost: {told}");
        }
        seen |= !undecided.is_empty();
    }
    assert!(seen, "a limit leaves moves undecided");
}

/// A fight that does not fit is told as that, not as a limit of memory.
#[test]
fn a_field_without_room_is_no_memory_limit() {
    let row = |first: &str| format!("{first} {}{}.\n", "X ".repeat(8), "O ".repeat(9));
    let diagram = row("X").repeat(18) + &row(".");
    let told = run_with(&["race", "-", "--targets", "B1,L1", "--json"], diagram.as_bytes());
    assert_eq!(told.code, Some(2), "{}", told.err);
    let answer = told.json();
    for first in ["black_first", "white_first"] {
        assert!(unknown(&answer[first]["verdict"]), "{answer}");
        let why = why(&answer[first]);
        assert!(why.contains("too many stones") && !why.contains("limit"), "{why}");
    }
}

/// Lines of a thousand moves run into the node limit, which is told, and into nothing else.
#[test]
fn games_that_are_too_long_for_the_limits_are_unknown() {
    let block =
        |name: &str, color: &str, game: &str| json!({"name": name, "color": color, "external": [game]});
    let graph = json!({
        "blocks": [
            block("W0", "white", "{0|-900||-1000}"),
            block("B1", "black", "{1000||900|0}"),
            block("B2", "black", "{1000||901|0}"),
        ],
        "shared": [{"between": ["W0", "B1"], "liberties": 3}, {"between": ["W0", "B2"], "liberties": 3}],
    });
    let told =
        run_with(&["race", "--graph", "-", "--json", "--nodes", "200000"], graph.to_string().as_bytes());
    assert_eq!(told.code, Some(2), "{}", told.err);
    let answer = told.json();
    assert!(unknown(&answer["white_first"]["verdict"]), "{answer}");
    let why = why(&answer["white_first"]);
    assert!(why.contains("node limit"), "{why}");
}

#[test]
fn races_between_several_blocks_keep_the_node_limit() {
    let told = json_with(2, &["race", "--graph", "examples/race-graph-hot.json", "--nodes", "3"]);
    assert!(unknown(&told["black_first"]["verdict"]) && unknown(&told["white_first"]["verdict"]), "{told}");
    assert_eq!(told["limits"]["nodes"], 3);
    assert!(told["nodes"].as_u64().unwrap() <= 3, "{told}");
    let fates = told["fates"].as_object().unwrap();
    assert!(fates.values().all(|fate| unknown(&fate["black_first"])), "{told}");
}

#[test]
fn the_integer_program_keeps_the_node_limit() {
    let arguments = ["strings", "8", "--method", "ilp", "--variant", "simple"];
    let told = json_with(2, &[&arguments[..], &["--nodes", "2"]].concat());
    assert!(unknown(&told["verdict"]) && told["proved"] == false, "{told}");
    assert!(why(&told).contains("limit"), "{told}");
    assert_eq!(told["limits"]["nodes"], 2);
}

#[test]
fn samples_are_bounded() {
    let refused = refusal(&["strings", "5", "--sample", "1000000000000"]);
    assert!(refused.contains("10000"), "{refused}");
    assert_eq!(answer(&["strings", "4", "--sample", "2"])["samples"].as_array().unwrap().len(), 2);
}

#[test]
fn what_is_out_of_reach_is_unknown_and_not_wrong() {
    let told = json_with(2, &["strings", "100"]);
    assert!(unknown(&told["verdict"]), "{told}");
    assert!(why(&told).contains("out of reach"), "{told}");
    let text = run(&["strings", "100"]);
    assert_eq!((text.code, text.err.as_str()), (Some(2), ""));
    assert!(text.out.contains("unknown") && text.out.contains("out of reach"), "{}", text.out);
    // Two large groups in an open field: more than can be read.
    let mut board = String::new();
    for row in 0..19 {
        let stones = match row {
            8 => ". . . . X X X X X X X X X X . . . . .",
            9 => ". . . . O O O O O O O O O O . . . . .",
            _ => ". . . . . . . . . . . . . . . . . . .",
        };
        board.push_str(stones);
        board.push('\n');
    }
    let arguments = ["race", "-", "--essential", "E11,E10", "--nodes", "20000", "--json"];
    let told = run_with(&arguments, board.as_bytes());
    assert_eq!(told.code, Some(2), "{} {}", told.out, told.err);
    let told = told.json();
    assert!(unknown(&told["black_first"]["verdict"]) && !why(&told["black_first"]).is_empty(), "{told}");
}

#[test]
fn a_value_too_long_to_print_is_described_all_the_same() {
    let game: Vec<String> = (0..20).map(|n| format!("+-{}", 4_u64.pow(n))).collect();
    let told = run(&["value", &game.join(" + "), "--json"]);
    let got = told.json();
    for field in ["outcome", "mean", "temperature", "left_stop", "right_stop"] {
        assert!(got[field].is_string(), "{field}: {} {}", told.out, told.err);
    }
    assert!(got.get("canonical").is_none(), "{}", told.out.len());
    assert!(!why(&got).is_empty() && unknown(&got["verdict"]), "{}", told.out);
    assert_eq!(told.code, Some(2));
}

#[test]
fn games_on_standard_input_are_answered_line_by_line() {
    let mut child = program(&["value", "-", "--json"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut ask = |game: &str| -> Value {
        writeln!(input, "{game}").unwrap();
        input.flush().unwrap();
        serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap()
    };
    assert_eq!(ask("{4|0}")["mean"], "2", "before the next one was written");
    assert_eq!(ask("# a remark\n^")["canonical"], "^");
    let error = ask("{4|");
    assert!(error["error"].as_str().unwrap().contains("standard input, line 4"), "{error}");
    assert_eq!(ask("1/2")["mean"], "1/2", "the others are answered");
    drop(input);
    let told = common::Told::from(child.wait_with_output().unwrap());
    assert_eq!(told.code, Some(1));
    assert!(one_line(&told.err).contains("standard input, line 4"), "{}", told.err);
    let words = run_with(&["value", "-"], b"3\nnonsense(\n\n4\n");
    assert_eq!(words.code, Some(1));
    assert!(words.out.contains('3') && words.out.contains('4'), "{}", words.out);
    assert!(one_line(&words.err).contains("standard input, line 2"), "{}", words.err);
}

#[cfg(unix)]
#[test]
fn work_ends_soon_after_an_interrupt() {
    // A thousand cases, each of which takes its time.
    let board = WIDE.trim_end();
    let case = |number: usize| {
        format!("case number {number}\n{board}\nask capture target=E6 order=8\nexpect verdict = captured\n")
    };
    let cases: String = (0..1000).map(case).collect();
    let cases = file("honest-regress", "long.cases", &cases);
    let play =
        ["tactics", "play", "--board", "square:9", "--tactic", "paper3", "--games", "1000000000", "--json"];
    let calls: [&[&str]; 2] = [&["regress", &cases], &play];
    for call in calls {
        for pause in [1500, 6000] {
            let child = program(call).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(pause));
            let (told, time) = interrupt(child);
            // On a busy machine the signal may come before the program has begun.
            if told.code.is_none() && pause < 6000 {
                continue;
            }
            assert_eq!(told.code, Some(130), "{call:?}: {}", told.err);
            assert!(time < SOON, "{call:?} took {time:?}");
            if call[0] == "tactics" {
                assert!(told.json()["games"].as_u64().unwrap() > 0, "what was played is told: {}", told.out);
            }
            break;
        }
    }
}

/// The game is not solved here: a limit of time ends that at once, after the warning.
#[test]
fn an_unwritable_cache_is_a_warning_before_any_work() {
    let folder = folder("honest-cache");
    let blocked = folder.join("file");
    fs::write(&blocked, "").unwrap();
    let solve = |arguments: &[&str], cache: &Path| {
        let mut command =
            program(&[&["simpei", "solve", "--seconds", "0.001", "--json"], arguments].concat());
        let output = command.env("XDG_CACHE_HOME", cache).output().unwrap();
        common::Told::from(output)
    };
    let told = solve(&[], &blocked);
    assert_eq!(told.code, Some(2), "{} {}", told.out, told.err);
    assert!(one_line(&told.err).contains("the table is not kept"), "{}", told.err);
    assert!(unknown(&told.json()["verdict"]));
    // A file that was named has to be written.
    let named = blocked.join("table");
    let told = solve(&["--table", named.to_str().unwrap()], &folder);
    assert_eq!(told.code, Some(1), "{} {}", told.out, told.err);
    assert!(one_line(&told.err).contains("cannot write"), "{}", told.err);
    // Where there is room, nothing is said, and nothing is left behind by what was broken off.
    let told = solve(&[], &folder);
    assert_eq!((told.code, told.err.as_str()), (Some(2), ""), "{}", told.out);
    assert_eq!(fs::read_dir(folder.join("tesuji")).unwrap().count(), 0);
}

#[test]
fn a_limit_of_time_is_kept_by_every_kind_of_race() {
    let calls: [&[&str]; 3] = [
        &["race", "examples/race-d.sgf", "--verify", "--nodes", "1000000000"],
        &["race", "examples/race.sgf", "--targets", "C3,F3", "--nodes", "1000000000"],
        &["race", "--graph", "examples/race-graph-hot.json", "--nodes", "1000000000"],
    ];
    for call in calls {
        let told = run(&[call, &["--seconds", "0.000001", "--json"]].concat());
        let answer = told.json();
        assert_eq!(answer["limits"]["seconds"], 0.000_001, "{call:?}");
        assert_eq!(told.code, Some(2), "{call:?}: {}", told.out);
        assert!(told.out.contains("the time limit was reached"), "{call:?}: {}", told.out);
    }
    for call in [&["value", "1"][..], &["strings", "4"], &["mate", "8k/9/7G1/9/9/9/9/9/9 b G 1"]] {
        assert!(refusal(&[call, &["--seconds", "0"]].concat()).contains("seconds"), "{call:?}");
    }
}

#[test]
fn a_broken_sweep_file_is_an_error() {
    let folder = folder("honest-sweep");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let whole = path("whole.jsonl");
    answer(&[
        "tactics", "sweep", "--board", "square:4", "--tactic", "random", "--games", "3000", "-o", &whole,
    ]);
    let text = fs::read_to_string(&whole).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 1, "{text}");
    let broken = [
        ("half.jsonl", text[..text.len() - 20].to_string()),
        ("middle.jsonl", text.replacen('\n', "x\n", 1)),
        ("empty-line.jsonl", text.replacen('\n', "\n\n", 1)),
        ("counts.jsonl", text.replacen("\"wins\":", "\"wins\":9", 1)),
        ("nothing.jsonl", String::new()),
    ];
    for (name, text) in broken {
        fs::write(path(name), text).unwrap();
        let refused = refusal(&["tactics", "sweep", "--merge", &path(name)]);
        assert!(refused.contains(name), "{name}: {refused}");
    }
}

#[test]
fn errors_never_echo_more_than_a_line() {
    let long = "x".repeat(50_000);
    let text = format!("{long}\n{long}\n");
    let path = file("honest-echo", "long.sgf", &text);
    let calls: [&[&str]; 12] = [
        &["value", &long],
        &["value", "1", "--cool", &long],
        &["boards", &long],
        &["show", &long],
        &["show", &path],
        &["mate", &long],
        &["capture", "examples/net.sgf", "--target", &long],
        &["capture", "examples/net.sgf", "--order", &long],
        &["race", "examples/race.sgf", "--targets", &long],
        &["tactics", "play", "--board", "square:4", "--tactic", &long],
        &["simpei", "best", &long],
        &[&long],
    ];
    for call in calls {
        refusal(call);
    }
    let odd = "a\nb\u{1b}[2Jc\rd";
    for call in [["value", odd], ["boards", odd], ["mate", odd]] {
        assert!(!refusal(&call).contains(['\u{1b}', '\r']), "{call:?}");
    }
}

#[test]
fn usage_errors_are_one_sentence() {
    for (call, words) in [
        (&["fly"][..], "unrecognized subcommand 'fly'"),
        (&["show"], "required arguments were not provided: <FILE>"),
        (&["race", "x.sgf", "--black", "3"], "cannot be used with"),
        (&["capture", "x.sgf", "--frist", "attacker"], "--first"),
        (&["capture", "x.sgf", "--first", "me"], "attacker, defender"),
        (&["simpei"], "needs one of solve, best"),
        (&["tactics", "play", "--board"], "--board"),
        (&["strings", "many"], "many"),
    ] {
        let refused = refusal(call);
        assert!(refused.contains(words) && refused.contains("--help)"), "{call:?}: {refused}");
    }
}

#[test]
fn with_json_errors_are_json() {
    let calls: [(&[&str], Option<&str>); 7] = [
        (&["fly"], None),
        (&["show"], Some("file")),
        (&["capture", "examples/net.sgf", "--order", "many"], Some("order")),
        (&["capture", "examples/net.sgf", "--target", "Z99"], Some("target")),
        (&["show", "no-such-file.sgf"], None),
        (&["value", "1", "--nodes", "0"], Some("limits.nodes")),
        (&["mate", "rubbish"], Some("sfen")),
    ];
    for (call, field) in calls {
        let told = run(&[call, &["--json"]].concat());
        assert_eq!(told.code, Some(1), "{call:?}");
        let object = told.json();
        let sentence = format!("tesuji: {}", object["error"].as_str().unwrap());
        assert_eq!(one_line(&told.err), sentence, "{call:?}");
        assert_eq!(object["field"].as_str(), field, "{call:?}: {object}");
    }
    let example = root().join("examples/broken");
    for entry in fs::read_dir(example).unwrap() {
        let path = entry.unwrap().path();
        let told = run(&["show", path.to_str().unwrap(), "--json"]);
        if told.code == Some(1) {
            assert!(told.json()["error"].is_string(), "{}", told.out);
            one_line(&told.err);
        }
    }
}

/// Threads may look at other positions on the way; the verdict is that of one thread, and one thread is the same each time.
#[test]
fn threads_change_no_verdict() {
    let questions: [&[&str]; 3] = [
        &["mate", "examples/tsume.txt", "--case", "zukou-034"],
        &["mate", "examples/hisshi.txt", "--case", "h3-004", "--order", "2"],
        &["race", "examples/fight.sgf", "--goal", "life"],
    ];
    for question in questions {
        let ask = |threads: &str| {
            let mut words = question.to_vec();
            words.extend(["--threads", threads]);
            json_with(0, &words)
        };
        let (one, again, two) = (ask("1"), ask("1"), ask("2"));
        assert_eq!(one, again, "{question:?}");
        assert_eq!(
            (&one["verdict"], &one["code"], &one["order"]),
            (&two["verdict"], &two["code"], &two["order"]),
            "{question:?}"
        );
        assert_eq!((&one["limits"]["threads"], &two["limits"]["threads"]), (&Value::Null, &2.into()));
    }
    for wrong in ["0", "1000"] {
        let refused = refusal(&["mate", "examples/tsume.txt", "--case", "zukou-034", "--threads", wrong]);
        assert!(refused.contains("threads are a number from 1 to 256"), "{refused}");
    }
}
