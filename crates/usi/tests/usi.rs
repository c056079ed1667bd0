//! Sessions of USI.

use std::io::{BufRead, BufReader, Lines, PipeReader, PipeWriter, Write as _, pipe};
use std::sync::Arc;
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

use tesuji_ask::Desk;
use tesuji_job::Watch;
use tesuji_usi::serve;

/// An engine on a thread of its own, and both ends of its pipes.
struct Session {
    input: Option<PipeWriter>,
    lines: Lines<BufReader<PipeReader>>,
    engine: JoinHandle<std::io::Result<()>>,
}

impl Session {
    fn new(watch: &Watch) -> Session {
        let (commands, input) = pipe().expect("there are pipes");
        let (output, replies) = pipe().expect("there are pipes");
        let watch = watch.clone();
        let engine = spawn(move || serve(BufReader::new(commands), replies, &Arc::new(Desk::new()), &watch));
        Session { input: Some(input), lines: BufReader::new(output).lines(), engine }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(text.as_bytes()).expect("it listens");
    }

    /// The lines up to one that begins like this.
    fn until(&mut self, last: &str) -> Vec<String> {
        let mut seen: Vec<String> = Vec::new();
        while !seen.last().is_some_and(|line| line.starts_with(last)) {
            match self.lines.next() {
                Some(line) => seen.push(line.expect("it can be read")),
                None => panic!("the engine ended before {last}: {seen:?}"),
            }
        }
        seen
    }

    /// Sends text and waits for the answer to a search.
    fn checkmate(&mut self, text: &str) -> String {
        self.send(text);
        self.until("checkmate").pop().unwrap_or_default()
    }

    /// Closes the input; what was still said until the engine ended.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest = self.lines.map(|line| line.expect("it can be read")).collect();
        self.engine.join().expect("it does not panic").expect("it reads and writes");
        rest
    }
}

/// All that the engine says to a script.
fn session(script: &str) -> Vec<String> {
    let mut session = Session::new(&Watch::new());
    session.send(script);
    session.end()
}

const MATE: &str = "position sfen 7nk/9/7G1/9/9/9/9/9/9 b G 1\n";
const NO_MATE: &str = "position sfen 7nk/9/7G1/9/9/9/9/9/9 b P 1\n";
const BRINKMATE: &str = "position sfen 8k/4p4/7p1/9/7G1/9/9/9/K8 b GL 1\n";
/// A problem of 611 plies.
const LONG: &str = "position sfen 4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1\n";

#[test]
fn a_session_of_a_graphical_program() {
    let mut session = Session::new(&Watch::new());
    session.send("usi\n");
    let options = session.until("usiok");
    assert!(options[0].starts_with("id name Tesuji"));
    assert!(options.iter().any(|line| line.starts_with("option name USI_Hash type spin default ")));
    assert!(options.contains(&"option name Threads type spin default 1 min 1 max 256".to_string()));
    session.send(
        "setoption name USI_Ponder value true\nsetoption name USI_Hash value 256\nisready\nusinewgame\n",
    );
    assert_eq!(session.until("readyok"), ["readyok"]);
    session.send(MATE);
    session.send("go mate 10000\n");
    let lines = session.until("checkmate");
    assert!(lines[lines.len() - 2].ends_with(" score mate 1 pv G*1b"), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("checkmate G*1b"));
    assert_eq!(session.checkmate(&format!("{NO_MATE}go mate 10000\n")), "checkmate nomate");
    // A long problem: it is heard of while it is searched, and stops when told.
    session.send(LONG);
    session.send("go mate infinite\n");
    let [first, second] = [0, 1].map(|_| session.until("info").pop().unwrap_or_default());
    let nodes = |line: &str| -> u64 {
        let words: Vec<&str> = line.split(' ').collect();
        let at = words.iter().position(|word| *word == "nodes").expect("nodes are told");
        words[at + 1].parse().expect("a number")
    };
    assert!(first.contains(" nps ") && first.contains(" string proof number "), "{first}");
    assert!(nodes(&second) > nodes(&first), "{first} {second}");
    let asked = Instant::now();
    session.send("stop\n");
    let lines = session.until("checkmate");
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    assert_eq!(lines.last().map(String::as_str), Some("checkmate timeout"));
    let reason = &lines[lines.len() - 2];
    assert!(reason.contains(" string the work was stopped") && nodes(reason) >= nodes(&second), "{reason}");
    session.send("stop\nquit\n");
    assert_eq!(session.end(), Vec::<String>::new());
}

#[test]
fn quiet_moves_are_searched_when_that_is_asked() {
    let mut session = Session::new(&Watch::new());
    assert_eq!(session.checkmate(&format!("{BRINKMATE}go mate 60000\n")), "checkmate nomate");
    session.send("setoption name Order value 2\n");
    let found = session.checkmate("go mate 60000\n");
    assert!(found.starts_with("checkmate G*3b "), "{found}");
    session.send("setoption name Order value 3\n");
    assert_eq!(session.until("info"), ["info string Order is 1 or 2, not 3"]);
    assert!(session.checkmate("go mate 60000\n").starts_with("checkmate G*3b "));
    session.end();
}

/// Nothing is searched instead of a position that was refused.
#[test]
fn a_refused_position_is_not_replaced_by_the_last_one() {
    let mut session = Session::new(&Watch::new());
    assert_eq!(session.checkmate(&format!("{MATE}go mate 1000\n")), "checkmate G*1b");
    session.send("position startpos moves 7g7f 9z9z\ngo mate 1000\n");
    let lines = session.until("checkmate");
    assert!(
        lines[0].starts_with("info string ") && lines[1].contains("the position was refused: "),
        "{lines:?}"
    );
    assert_eq!(lines[2], "checkmate notimplemented");
    // The moves of a game are part of the position.
    let moved = "position sfen 7nk/9/6G2/9/9/9/9/9/9 b G 1 moves 3c2c 2a3c\ngo mate 10000\n";
    assert_eq!(session.checkmate(moved), "checkmate G*1b");
    session.end();
}

#[test]
fn what_cannot_be_searched_is_not_implemented() {
    for (script, why) in [
        ("position sfen 9/9/9/9/9/9/9/9/K8 b G 1\ngo mate 1000\n", "has no king"),
        ("go mate soon\n", "not soon"),
        ("go mate -5\n", "not -5"),
        ("go mate 99999999999999999999\n", "not 99999999999999999999"),
        ("position\ngo mate\n", "missing"),
    ] {
        let lines = session(script);
        assert_eq!(lines.last().map(String::as_str), Some("checkmate notimplemented"), "{script}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("info string ") && line.contains(why)), "{lines:?}");
    }
    assert_eq!(session("go btime 0\n").last().map(String::as_str), Some("bestmove resign"));
}

#[test]
fn malformed_lines_are_told_on_one_short_line() {
    let long = "x".repeat(100_000);
    for line in
        ["fly", "\u{1b}[2J\u{7}", "setoption name USI_Hash value much", "position sfen 9/\u{1b}9 w", &long]
    {
        for script in
            [format!("{line}\n"), format!("position sfen {line} b - 1\n"), format!("go mate {line}")]
        {
            for said in session(&script) {
                assert!(said.starts_with("info string ") || said == "checkmate notimplemented", "{said}");
                assert!(said.len() < 1000 && !said.contains('\u{1b}'), "{said}");
            }
        }
    }
    assert_eq!(session("\n\r\n  \nsetoption\ngameover win\nisready\r\n"), ["readyok"]);
    for hash in ["0", "1", "18446744073709551615"] {
        let lines = session(&format!("setoption name USI_Hash value {hash}\n{MATE}go mate 10000\n"));
        assert_eq!(lines.last().map(String::as_str), Some("checkmate G*1b"), "{hash}");
    }
}

/// A script may end before the search does: within its time the search is waited for.
#[test]
fn the_end_waits_for_a_search_with_a_limit_and_stops_one_without() {
    for end in ["", "quit\n"] {
        let lines = session(&format!("{NO_MATE}go mate 60000\n{end}"));
        assert_eq!(lines.last().map(String::as_str), Some("checkmate nomate"));
        let asked = Instant::now();
        let lines = session(&format!("{LONG}go mate 300\n{end}"));
        assert_eq!(lines.last().map(String::as_str), Some("checkmate timeout"));
        assert!(lines[lines.len() - 2].contains(" string the time limit was reached"), "{lines:?}");
        assert!(asked.elapsed() >= Duration::from_millis(300));
        let lines = session(&format!("{LONG}go mate infinite\n{end}"));
        assert_eq!(lines.last().map(String::as_str), Some("checkmate timeout"));
    }
    assert_eq!(session(&format!("{LONG}go mate 0\n")).last().map(String::as_str), Some("checkmate timeout"));
}

/// What is asked during a search ends it first.
#[test]
fn every_search_gets_its_reply() {
    let lines = session(&format!("{LONG}go mate infinite\ngo mate infinite\n{MATE}go mate 60000\nisready\n"));
    let replies: Vec<&str> =
        lines.iter().map(String::as_str).filter(|line| line.starts_with("checkmate")).collect();
    assert_eq!(replies, ["checkmate timeout", "checkmate timeout", "checkmate G*1b"]);
}

/// A stop from outside ends the search and not the engine.
#[test]
fn a_stopped_watch_ends_one_search() {
    let watch = Watch::new();
    let mut session = Session::new(&watch);
    session.send(&format!("{LONG}go mate infinite\n"));
    sleep(Duration::from_millis(100));
    watch.stop();
    assert_eq!(session.until("checkmate").last().map(String::as_str), Some("checkmate timeout"));
    assert_eq!(session.checkmate(&format!("{MATE}go mate 60000\n")), "checkmate G*1b");
    session.end();
}

#[test]
fn an_output_that_nobody_reads_ends_the_engine() {
    let (output, replies) = pipe().expect("there are pipes");
    drop(output);
    let script = format!("{LONG}go mate infinite\nisready\n");
    let error = serve(script.as_bytes(), replies, &Arc::new(Desk::new()), &Watch::new());
    assert_eq!(error.expect_err("nobody reads").kind(), std::io::ErrorKind::BrokenPipe);
}
