//! Sessions of the Go Text Protocol, and its regression files.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Cursor, PipeReader, Write as _, pipe};
use std::path::Path;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use tesuji_ask::{Desk, Fault};
use tesuji_gtp::{regress, serve};
use tesuji_job::Watch;
use tesuji_regress::Outcome;

/// All that the engine says to a script.
fn session(script: impl Into<Vec<u8>>) -> String {
    let mut output = Vec::new();
    serve(Cursor::new(script.into()), &mut output, &Desk::new(), &Watch::new()).expect("it reads and writes");
    String::from_utf8(output).expect("replies are text")
}

/// The replies to a script, each with its `=` or `?`.
fn gtp(script: &str) -> Vec<String> {
    let output = session(script);
    assert!(output.is_empty() || output.ends_with("\n\n"), "{output}");
    output.split_terminator("\n\n").map(String::from).collect()
}

/// A script may name the examples as readers of the book do.
fn gtp_with_examples(script: &str) -> Vec<String> {
    gtp(&script.replace("examples/", "../../examples/"))
}

#[test]
fn replies_are_as_the_protocol_says() {
    let replies = gtp("1 protocol_version\n\n# a comment\nboardsize 9\nclear_board\nplay black E5\n\
        play w e5\n2 genfoo\nplay B D4 # twice\nshowboard\nlist_stones black\ncountlib D4\nis_legal white D4\n\
        undo\nundo\nundo\nknown_command play\nknown_command fly\nboardsize 26\n7\nquit\nname\n");
    assert_eq!(replies[0], "=1 2");
    assert_eq!(&replies[1..4], ["=", "=", "="]);
    assert_eq!(replies[4], "? illegal move");
    assert_eq!(replies[5], "?2 unknown command");
    assert_eq!(replies[6], "=");
    assert!(replies[7].starts_with("=\n   A B C D E F G H J\n 9 . ."), "{}", replies[7]);
    assert_eq!(&replies[8..15], ["= E5 D4", "= 4", "= 0", "=", "=", "? cannot undo", "= true"]);
    let rest = ["= false", "? unacceptable size", "?7 unknown command", "="];
    assert_eq!(&replies[15..], rest, "nothing after quit");
}

#[test]
fn a_sequence_is_played_whole_or_not_at_all() {
    let replies = gtp(
        "boardsize 9\nplay b A9\ngogui-play_sequence B C3 W D4 b pass w E5\nlist_stones white\n\
        gogui-play_sequence B F6 W C3\ngogui-play_sequence B F6 W\ngogui-play_sequence red A1\nlist_stones black\n\
        gogui-play_sequence\nundo 5\nundo\n",
    );
    assert_eq!(&replies[2..4], ["=", "= E5 D4"]);
    let refused = ["? move 2: illegal move", "? move 2: missing argument", "? move 1: invalid color"];
    assert_eq!(&replies[4..7], refused);
    assert_eq!(&replies[7..], ["= A9 C3", "=", "=", "? cannot undo"]);
}

#[test]
fn a_client_that_wants_to_play_is_told_so_in_one_sentence() {
    let replies =
        gtp("time_settings 300 30 5\ntime_settings soon\ngenmove b\nknown_command genmove\nfinal_score\n");
    assert_eq!(&replies[..2], ["=", "? time settings are whole numbers"]);
    for reply in [&replies[2], &replies[4]] {
        assert!(reply.starts_with("? Tesuji reads local fights and does not play games: ask "), "{reply}");
    }
    assert_eq!(replies[3], "= false");
}

#[test]
fn limits_are_set_listed_and_given_back() {
    let replies = gtp_with_examples(
        "tesuji-limits\nloadsgf examples/fight.sgf\ntesuji-limits nodes 3 memory_mb 50\ntesuji-limits\n\
        tesuji-limits nodes none\ntesuji-limits nodes\ntesuji-limits hours 3\ntesuji-limits seconds 1 nodes 0\n\
        tesuji-limits nodes default\ntesuji-limits\n",
    );
    assert_eq!(replies[0], "=\n[string] nodes default\n[string] seconds default\n[string] memory_mb default");
    assert_eq!(replies[2], "=");
    assert_eq!(replies[3], "=\n[string] nodes 3\n[string] seconds default\n[string] memory_mb 50");
    assert_eq!(replies[4], "? nodes is a number or `default`");
    for refused in &replies[5..7] {
        assert!(refused.starts_with("? tesuji-limits takes pairs of a name"), "{refused}");
    }
    assert_eq!(replies[7], "? the node limit is a number of at least 1");
    assert_eq!(replies[9], "=\n[string] nodes default\n[string] seconds default\n[string] memory_mb 50");
}

#[test]
fn limits_hold_for_every_question() {
    let ask = "owl_attack C5\nowl_defend C5\ndragon_status C5\n";
    let script = format!("loadsgf examples/fight.sgf\ntesuji-limits nodes 1\n{ask}");
    for reply in &gtp_with_examples(&script)[2..] {
        assert!(reply.starts_with("? unknown: "), "{reply}");
    }
}

#[test]
fn games_are_loaded_and_moves_taken_back() {
    let replies = gtp_with_examples(
        "loadsgf examples/game.sgf 4\nquery_boardsize\nundo\nundo\nundo\nundo\nloadsgf examples/none.sgf\n\
        loadsgf examples/ko.sgf\nplay b e5\nis_legal w d5\ntrymove w a1\nis_legal b a1\npopgo\npopgo\ncaptures black\n\
        loadsgf -\nloadsgf examples\n",
    );
    assert_eq!(&replies[..6], ["= white", "= 19", "=", "=", "=", "? cannot undo"]);
    assert_eq!(replies[6], "? cannot open or parse the file");
    assert_eq!(&replies[7..13], ["= black", "=", "= 0", "=", "= 0", "="]);
    assert_eq!(&replies[13..15], ["? stack empty", "= 1"]);
    assert_eq!(&replies[15..], ["? cannot open or parse the file"; 2], "neither a file");
}

#[test]
fn attack_and_defend_reply_with_codes_and_moves() {
    let replies = gtp_with_examples(
        "loadsgf examples/net.sgf\n1 attack C3\n2 defend C3\n3 attack E5\n4 attack\n5 attack Z9\n6 defend D2\n",
    );
    assert_eq!(replies[1], "=1 1 D4");
    assert!(replies[2].starts_with("=2 1 "), "{}", replies[2]);
    assert_eq!(replies[3], "?3 vertex must not be empty");
    assert_eq!(replies[4], "?4 missing argument");
    assert_eq!(replies[5], "?5 invalid coordinate");
}

#[test]
fn what_failed_has_a_code_and_no_move() {
    // Black has two eyes.
    let stones = ["A2", "B2", "C2", "D2", "B1", "D1"].map(|point| format!("black {point}\n")).concat();
    let commands = "attack B1\ntesuji-attack_moves B1\ntesuji-attack_zone B1\n";
    let replies = gtp(&format!("boardsize 5 2\n{stones}{commands}"));
    assert_eq!(&replies[7..], ["= 0", "=", "="]);
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
        let script = format!("known_command {command}\nloadsgf examples/{file}\n{command} {points}\n");
        let replies = gtp_with_examples(&script);
        assert_eq!(replies[0], "= true", "{command}");
        assert!(replies[2].starts_with('='), "{command}: {}", replies[2]);
    }
    let replies = gtp_with_examples(
        "loadsgf examples/net.sgf\ntesuji-attack_line C3\ntesuji-defend_line C3\ntesuji-attack_moves C3\n\
        tesuji-attack_undecided C3\ntesuji-attack_zone C3\ntesuji-attack_candidates C3\ntesuji-defend_candidates C3\n",
    );
    assert!(replies[1].starts_with("= VAR b D4 w "), "{}", replies[1]);
    assert!(replies[2].starts_with("= VAR w "), "{}", replies[2]);
    assert!(replies[3].contains("D4") && !replies[3].contains("J1"), "{}", replies[3]);
    assert_eq!(replies[4], "=");
    assert!(replies[5].contains("C3") && !replies[5].contains("J9"), "{}", replies[5]);
    for candidates in &replies[6..] {
        assert!(candidates.contains("D4"), "{candidates}");
    }
}

/// The stone that has just taken a ko cannot be retaken at once, and after two passes it can.
#[test]
fn the_ban_of_a_ko_is_part_of_the_question() {
    let replies = gtp_with_examples(
        "loadsgf examples/ko.sgf\nplay black E5\nattack E5\nplay white pass\nplay black pass\nattack E5\nundo\n\
        undo\nattack E5\n",
    );
    assert_eq!([&replies[2], &replies[5], &replies[8]], ["= 3 D5", "= 2 D5", "= 3 D5"]);
}

#[test]
fn analyze_semeai_replies_as_gnu_go_does() {
    let replies = gtp_with_examples(
        "loadsgf examples/fight.sgf\nanalyze_semeai A7 A4\nanalyze_semeai A4 A7\nanalyze_semeai A7 A3\n\
        analyze_semeai A7\nanalyze_semeai A7 J9\n",
    );
    assert_eq!(replies[1], "= 1 1 E6");
    assert!(replies[2].starts_with("= 1 0 "), "{}", replies[2]);
    assert!(
        replies[3].starts_with("? ") && replies[3].contains("name one stone of each side"),
        "{}",
        replies[3]
    );
    assert_eq!(replies[4], "? missing argument");
    assert_eq!(replies[5], "? vertex must not be empty");
}

#[test]
fn whatever_is_typed_gets_one_reply() {
    let mut script = String::new();
    let commands = session("list_commands\n");
    let names: Vec<&str> = commands.trim_start_matches("= ").split_whitespace().collect();
    let mut lines = 0;
    for name in names.into_iter().filter(|name| *name != "quit") {
        for arguments in
            ["", " x", " -1", " black", " black Z99", " A1", " A1 A1", " nan", " 1e999", " é # D4"]
        {
            writeln!(script, "{name}{arguments}").expect("text grows");
            lines += 1;
        }
    }
    assert_eq!(gtp(&script).len(), lines);
    let bytes =
        b"\xff\xfe\x00\x01\r\n\t\r\n99999999999999999999999999 name\n=\n# interrupt\n?\n1 \xc3\n  #\n";
    assert_eq!(
        session(bytes),
        "? unknown command\n\n=99999999999999999999999999 Tesuji\n\n? unknown command\n\n? unknown command\n\n\
        ?1 unknown command\n\n"
    );
    assert_eq!(session("name"), "= Tesuji\n\n", "the last line may be without its end");
    assert_eq!(session(""), "");
}

/// Stones that take long to read.
const LONG: &str = "boardsize 19\nplay black K10\nplay black L9\nplay black M11\nplay white L10\nplay white M9\n\
    play white L12\n";

fn reply(output: &mut BufReader<PipeReader>) -> String {
    let mut reply = String::new();
    while !reply.ends_with("\n\n") {
        assert!(output.read_line(&mut reply).expect("it can be read") > 0, "the engine ended: {reply}");
    }
    reply
}

/// A stop, by Ctrl-C or by GoGui's comment line, ends the question and not the engine.
#[test]
fn a_stopped_engine_answers_the_next_question() {
    let watch = Watch::new();
    scope(|scope| {
        let (input, mut script) = pipe().expect("there are pipes");
        let (output, replies) = pipe().expect("there are pipes");
        let mut output = BufReader::new(output);
        let engine = scope.spawn(|| serve(BufReader::new(input), replies, &Desk::new(), &watch));
        // What is stopped while nothing is asked has nothing to end.
        watch.stop();
        script.write_all(b"# interrupt\n").expect("it listens");
        script.write_all(LONG.as_bytes()).expect("it listens");
        for _ in LONG.lines() {
            assert_eq!(reply(&mut output), "=\n\n");
        }
        for by_hand in [true, false] {
            script.write_all(b"1 attack L10\n").expect("it listens");
            sleep(Duration::from_millis(150));
            let asked = Instant::now();
            if by_hand {
                watch.stop();
            } else {
                script.write_all(b"# interrupt\n").expect("it listens");
            }
            let stopped = reply(&mut output);
            assert!(stopped.starts_with("?1 unknown: the work was stopped"), "{stopped}");
            assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
            script.write_all(b"2 attack M11\n").expect("it listens");
            sleep(Duration::from_millis(20));
            script.write_all(b"# interrupt\n").expect("it listens");
            reply(&mut output);
        }
        script.write_all(b"boardsize 5\nblack A2\nwhite A1\n3 attack A1\nquit\n").expect("it listens");
        for _ in 0..3 {
            reply(&mut output);
        }
        assert_eq!(reply(&mut output), "=3 1 B1\n\n");
        assert_eq!(reply(&mut output), "=\n\n");
        engine.join().expect("it ends").expect("it reads and writes");
    });
}

/// Everything that was asked before the end of the input is answered.
#[test]
fn the_end_of_the_input_is_no_stop() {
    let script = "boardsize 5\nblack A2\nwhite A1\n".to_string() + &"attack A1\n".repeat(200);
    let replies = gtp(&script);
    assert!(replies[3..].iter().all(|reply| reply == "= 1 B1"));
    assert_eq!(replies.len(), 203);
}

#[test]
fn an_output_that_nobody_reads_ends_the_engine() {
    let (output, replies) = pipe().expect("there are pipes");
    drop(output);
    let error = serve(&b"name\nversion\n"[..], replies, &Desk::new(), &Watch::new());
    assert_eq!(error.expect_err("nobody reads").kind(), std::io::ErrorKind::BrokenPipe);
}

fn judged(text: &str) -> Vec<Outcome> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    regress(Some(&folder), "ko.tst", text, &Desk::new(), &Watch::new()).expect("nobody stops it")
}

#[test]
fn regression_files_are_judged_line_by_line() {
    let outcomes = judged(
        "# Ko\nloadsgf ko.sgf\n10 countlib D5\n#? [1]\n20 countlib D6\n#? [!2]\n30 color D5\n\
        #? [black|white]\n40 countlib E6\n#? [4]*\n50 countlib E6\n#? [3]*\n60 countlib A1\n#? [1]\n\
        play black D5\n70 color D6\n#? [black]\n80 color D6\n#? black\n90 color D6\n#? [(]\n#? [2]\nundo 5\n",
    );
    let failures: Vec<(usize, &str, &str)> = outcomes
        .iter()
        .filter_map(|outcome| Some((outcome.line, outcome.name.as_str(), outcome.failure.as_deref()?)))
        .collect();
    assert!(outcomes.iter().all(|outcome| outcome.file == "ko.tst"));
    assert_eq!(outcomes.len() - failures.len(), 5, "{outcomes:?}");
    let expected = [
        (5, "20 countlib D6", "expected [!2], got '2'"),
        (13, "60 countlib A1", "expected [1], got the error 'vertex must not be empty'"),
        (15, "play black D5", "the command failed: illegal move"),
        (18, "80 color D6", "'black' is no expectation: write #? [PATTERN]"),
    ];
    assert_eq!(&failures[..4], expected);
    assert_eq!((failures[4].0, failures[4].1), (20, "90 color D6"));
    assert!(failures[4].2.starts_with("bad pattern [(]"), "{}", failures[4].2);
    assert_eq!(
        &failures[5..],
        [(22, "#? [2]", "there is no command before it"), (23, "undo 5", "the command failed: cannot undo"),]
    );
    let notes: Vec<&str> = outcomes.iter().filter_map(|outcome| outcome.note.as_deref()).collect();
    assert_eq!(notes, ["fails, as is known", "passed although it is marked as a known failure"]);
    for empty in ["", "# Nothing\n", "name\n"] {
        let refused = regress(None, "empty.tst", empty, &Desk::new(), &Watch::new());
        assert_eq!(refused, Err(Fault::new("empty.tst has no test cases")));
    }
}

#[test]
fn a_stop_ends_a_regression_file() {
    let watch = Watch::new();
    let script = "name\n#? [Tesuji]\n".to_string() + LONG + "attack L10\n#? [1]\n10 name\n#? [Tesuji]\nfly\n";
    let outcomes = scope(|scope| {
        let run = scope.spawn(|| regress(None, "long.tst", &script, &Desk::new(), &watch));
        sleep(Duration::from_millis(150));
        watch.stop();
        run.join().expect("it ends").expect("there are cases")
    });
    let passed: Vec<_> = outcomes.iter().map(|case| (case.name.as_str(), case.passed)).collect();
    assert_eq!(passed, [("name", Some(true)), ("attack L10", None), ("10 name", None)]);
    assert_eq!(outcomes[1].note.as_deref(), Some("not run: the work was stopped"));
}
