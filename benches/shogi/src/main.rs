//! Mate problems: time and nodes of each problem of a file, beside other solvers; composing brinkmates; mates from games.
//!
//! ```text
//! cargo run --release -p bench-shogi -- solve examples/tsume.txt [MB [NODES]]
//! cargo run --release -p bench-shogi -- games SEED COUNT > mates.txt
//! cargo run --release -p bench-shogi -- compose SEED > hisshi.txt
//! ```
//!
//! With `PEER_USI=PROGRAM` each tsume is also given to a mate solver that speaks USI, on one thread and with the same
//! memory and nodes, right after ours; `PEER_OPTIONS=NAME=VALUE,...` sets more of its options. With `PYTHON=PROGRAM`, a Python that has cshogi (`pip install cshogi`), it is given
//! to the df-pn of cshogi.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod compose;
mod games;
mod processor;
mod random;
mod report;
mod usi;

use std::process::{Command, ExitCode};

use tesuji_search::{Limits, Watch};
use tesuji_shogi::{Position, Question, Verdict, solve};

use processor::Processor;
use report::{Answer, Found, Total};

/// What each problem may use unless something else is asked for.
const MEGABYTES: u64 = 768;
const NODES: u64 = 100_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("{word:?} is no number"));
    let result = match words[..] {
        ["solve", file] => compare(file, MEGABYTES, NODES),
        ["solve", file, megabytes] => number(megabytes).and_then(|mb| compare(file, mb, NODES)),
        ["solve", file, megabytes, nodes] => {
            number(megabytes).and_then(|mb| compare(file, mb, number(nodes)?))
        }
        ["games", seed, count] => {
            number(seed).and_then(|seed| number(count).map(|count| games::run(seed, count)))
        }
        ["compose", seed] => number(seed).map(compose::run),
        _ => Err("expected: solve FILE [MB [NODES]], games SEED COUNT, or compose SEED".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bench-shogi: {why}");
            ExitCode::from(1)
        }
    }
}

/// The solver beside ours.
enum Peer {
    None,
    Usi(usi::Solver),
    Python { program: String, nodes: u64 },
}

impl Peer {
    fn of_environment(megabytes: u64, nodes: u64) -> Result<Self, String> {
        if let Ok(program) = std::env::var("PEER_USI") {
            let options = std::env::var("PEER_OPTIONS").unwrap_or_default();
            return usi::Solver::start(&program, &options, megabytes, nodes).map(Self::Usi);
        }
        let python = std::env::var("PYTHON").ok();
        Ok(python.map_or(Self::None, |program| Self::Python { program, nodes }))
    }

    fn solve(&mut self, sfen: &str) -> Result<Option<Answer>, String> {
        match self {
            Self::None => Ok(None),
            Self::Usi(solver) => solver.solve(sfen).map(Some),
            Self::Python { program, nodes } => cshogi(program, sfen, *nodes).map(Some),
        }
    }
}

/// What cshogi says. It does not tell "no mate" from "not found".
fn cshogi(python: &str, sfen: &str, nodes: u64) -> Result<Answer, String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers.py");
    let output = Command::new(python).args([script, sfen, "1001", &nodes.to_string()]).output();
    let output = output.map_err(|error| format!("{python}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [word, seconds, nodes] = words[..] else { return Err(format!("{python}: {script} does not answer")) };
    let found = Found::read(word).unwrap_or(Found::Unknown);
    match (seconds.parse(), nodes.parse()) {
        (Ok(seconds), Ok(nodes)) => Ok(Answer { found, nodes, seconds }),
        _ => Err(format!("{python}: {script} answers {text:?}")),
    }
}

fn ours(position: &Position, order: u8, limits: &Limits) -> Result<Answer, String> {
    let processor = Processor::start(std::process::id());
    let solution = solve(position, &Question::of(position, order), limits, &Watch::new())
        .map_err(|error| error.to_string())?;
    let seconds = processor.seconds();
    let found = match solution.verdict {
        Verdict::Mate { plies, .. } => Found::Mate { plies },
        Verdict::NoMate { .. } => Found::NoMate,
        Verdict::Unknown { .. } => Found::Unknown,
    };
    Ok(Answer { found, nodes: solution.nodes, seconds })
}

/// One line for each problem: verdict, plies, nodes and processor seconds of ours and of the peer; then the sums.
fn compare(file: &str, megabytes: u64, nodes: u64) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let limits = Limits::nodes(nodes).with_memory(megabytes.saturating_mul(1 << 20));
    let mut peer = Peer::of_environment(megabytes, nodes)?;
    let columns = format!("{:>7} {:>5} {:>10} {:>8}", "answer", "plies", "nodes", "seconds");
    let beside = if matches!(peer, Peer::None) { String::new() } else { format!(" | {columns}") };
    println!("{:<14} {columns}{beside}", "problem");
    let (mut all, mut of_peer) = (Total::default(), Total::default());
    let (mut both, mut both_of_peer) = (Total::default(), Total::default());
    let mut disagreements = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split('|').collect();
        let [name, sfen, third, ..] = fields[..] else { return Err(format!("{file}: {line}")) };
        let position: Position = sfen.parse().map_err(|error| format!("{name}: {error}"))?;
        // Tsume name a number of plies, or a verdict that was found elsewhere; brinkmates name a move.
        let known = Found::read(third);
        let order = if known.is_some() || third.parse::<u32>().is_ok() { 1 } else { 2 };
        let answer = ours(&position, order, &limits).map_err(|error| format!("{name}: {error}"))?;
        all.add(&answer);
        let other = if order == 1 { peer.solve(sfen)? } else { None };
        let beside = other.map_or(String::new(), |other| format!(" | {other}"));
        println!("{name:<14} {answer}{beside}");
        if let Some(other) = other {
            of_peer.add(&other);
            if answer.found.is_decided() && other.found.is_decided() {
                both.add(&answer);
                both_of_peer.add(&other);
            }
        }
        let others = [known, other.map(|other| other.found)];
        if others.into_iter().flatten().any(|found| answer.found.contradicts(found)) {
            disagreements.push(name);
        }
    }
    println!("ours: {all}");
    if !matches!(peer, Peer::None) {
        println!("peer: {of_peer}");
        println!("decided by both, ours: {both}");
        println!("decided by both, peer: {both_of_peer}");
    }
    println!(
        "disagreements: {}",
        if disagreements.is_empty() { "none".into() } else { disagreements.join(" ") }
    );
    Ok(())
}
