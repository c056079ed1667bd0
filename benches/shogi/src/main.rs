//! Mate problems: time and nodes of each problem of a file, and composing brinkmates.
//!
//! ```text
//! cargo run --release -p bench-shogi -- solve examples/tsume.txt [MB]
//! cargo run --release -p bench-shogi -- compose SEED > hisshi.txt
//! ```
//!
//! Where a Python with cshogi is found (`PYTHON=...`, otherwise `python3`; `pip install cshogi`), each tsume is also given to its df-pn, on one
//! thread as well, right after ours.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod compose;

use std::process::{Command, ExitCode};

use tesuji_job::Stopwatch;
use tesuji_search::{Limits, Watch};
use tesuji_shogi::{Position, Question, Verdict, solve};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["solve", file] => time(file, 768),
        ["solve", file, megabytes] => {
            megabytes.parse().map_or(Err("MB is a number".into()), |mb| time(file, mb))
        }
        ["compose", seed] => seed.parse().map_or(Err("SEED is a number".into()), |seed| {
            compose::run(seed);
            Ok(())
        }),
        _ => Err("expected: solve FILE [MB], or compose SEED".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bench-shogi: {why}");
            ExitCode::from(1)
        }
    }
}

/// Nodes that the peer may search.
const PEER_NODES: u32 = 3_000_000;

/// What cshogi says: verdict, processor seconds, nodes; nothing if it is not there.
fn peer(sfen: &str) -> Option<(String, f64, u64)> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers.py");
    let mut command = Command::new(python);
    let output = command.args([script, sfen, "1001", &PEER_NODES.to_string()]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut words = text.split_whitespace();
    Some((words.next()?.into(), words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

/// One line for each problem: name, verdict, plies, nodes, seconds, nodes per second, and the peer's verdict, seconds and nodes.
fn time(file: &str, megabytes: u64) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut totals = (0, 0.0);
    println!(
        "{:<12} {:>7} {:>6} {:>10} {:>9} {:>9}   {:>6} {:>9} {:>10}",
        "problem", "answer", "plies", "nodes", "seconds", "nodes/s", "cshogi", "seconds", "nodes"
    );
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split('|').collect();
        let [name, sfen, third, ..] = fields[..] else { return Err(format!("{file}: {line}")) };
        let position: Position = sfen.parse().map_err(|error| format!("{name}: {error}"))?;
        // Brinkmates name a move where tsume name a number of plies.
        let order = if third.parse::<u32>().is_ok() { 1 } else { 2 };
        let limits = Limits::nodes(100_000_000).with_memory(megabytes.saturating_mul(1 << 20));
        let start = Stopwatch::start();
        let solution = solve(&position, &Question::of(&position, order), &limits, &Watch::new())
            .map_err(|error| error.to_string())?;
        let seconds = start.seconds();
        let (verdict, plies) = match solution.verdict {
            Verdict::Mate { plies, .. } => ("mate", plies),
            Verdict::NoMate { .. } => ("nomate", 0),
            Verdict::Unknown { .. } => ("unknown", 0),
        };
        let rate = solution.nodes as f64 / seconds;
        let other = if order == 1 { peer(sfen) } else { None };
        let other = other.map_or("-".into(), |(verdict, seconds, nodes)| {
            format!("{verdict:>6} {seconds:>9.3} {nodes:>10}")
        });
        println!(
            "{name:<12} {verdict:>7} {plies:>6} {:>10} {seconds:>9.3} {rate:>9.0}   {other:>6}",
            solution.nodes
        );
        totals.0 += solution.nodes;
        totals.1 += seconds;
    }
    println!(
        "{:<12} {:>7} {:>6} {:>10} {:>9.3} {:>9.0}",
        "total",
        "",
        "",
        totals.0,
        totals.1,
        totals.0 as f64 / totals.1
    );
    Ok(())
}
