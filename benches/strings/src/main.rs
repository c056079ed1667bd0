//! The largest number of strings: the frontier method beside integer programming, and how it grows.
//!
//! `cargo run --release -p bench-strings [SECONDS]`
//!
//! The first table puts the frontier method (value, proof and board) beside three solvers of the paper's integer
//! program on the same machine and one thread each: our own branch and bound over `microlp`, and, when Python and the
//! packages `highspy` and `ortools` are there, HiGHS and CP-SAT through `peers.py`. The paper's times (CPLEX 10.1,
//! Pentium 4) stand beside them. A solver is not asked for larger boards once it has needed more than SECONDS (60).
//! The second table shows growth: the value up to 30x30, the number of optimal sets up to 24x24.
#![allow(clippy::print_stdout)]

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tesuji_board::Topology;
use tesuji_job::{Limits, Watch, Why};
use tesuji_strings::reproduce::{Quantity, items};
use tesuji_strings::{Error, Method, Variant, count, solve};

const LIMITS: Limits = Limits::nodes(u64::MAX).with_memory(6_000_000_000);

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(60.0);
    compare(seconds);
    println!();
    grow();
}

fn square(n: usize) -> Option<Arc<Topology>> {
    Topology::parse(&format!("square:{n}")).ok()
}

fn compare(most: f64) {
    println!("seconds to the proved optimum, one thread");
    println!(
        "{:>3} {:>7} {:>9} {:>11} {:>10} {:>9} {:>9} {:>12}",
        "n", "strings", "frontier", "ilp simple", "ilp both", "HiGHS", "CP-SAT", "paper (2007)"
    );
    let mut ours = [true, true];
    let mut peers = [true, true];
    let mut notes = Vec::new();
    for n in 8..=13 {
        let Some(board) = square(n) else { continue };
        let (optimum, frontier) = timed(|| solve(&board, Method::Frontier, &LIMITS, &Watch::unwatched()));
        let Ok(optimum) = optimum else { continue };
        let mut cells = Vec::new();
        for (place, variant) in [Variant::Simple, Variant::Both].into_iter().enumerate() {
            let start = Instant::now();
            let watch = Watch::unwatched().within(Some(most));
            let result = ours[place].then(|| solve(&board, Method::Program(variant), &LIMITS, &watch));
            cells.push(match result {
                None => "-".into(),
                Some(Ok(answer)) if answer.strings() == optimum.strings() => short(start.elapsed()),
                Some(Ok(answer)) => format!("WRONG {}", answer.strings()),
                Some(Err(Error::Unknown(unknown))) if unknown.why == Why::Time => format!("> {most}"),
                Some(Err(reason)) => reason.to_string(),
            });
            ours[place] &= start.elapsed().as_secs_f64() < most;
        }
        cells.extend(peer_cells(n, most, optimum.empty().len(), &mut peers, &mut notes));
        let paper = items().into_iter().find(|item| {
            item.n == n && item.quantity == Quantity::ProgramSeconds { variant: Variant::Simple }
        });
        println!(
            "{n:>3} {:>7} {:>9} {:>11} {:>10} {:>9} {:>9} {:>12}",
            optimum.strings(),
            short(frontier),
            cells[0],
            cells[1],
            cells[2],
            cells[3],
            paper.and_then(|item| item.paper).unwrap_or("-")
        );
    }
    for note in notes {
        println!("{note}");
    }
}

/// What `peers.py` measures, as the cells for HiGHS and CP-SAT.
fn peer_cells(
    n: usize,
    most: f64,
    empty: usize,
    peers: &mut [bool; 2],
    notes: &mut Vec<String>,
) -> [String; 2] {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers.py");
    let mut cells = ["-".to_string(), "-".to_string()];
    for (place, name) in ["highs", "cp-sat"].into_iter().enumerate() {
        if !peers[place] {
            continue;
        }
        let arguments = [script, name, &n.to_string(), &most.to_string()];
        let output = match Command::new("python3").args(arguments).output() {
            Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
            Err(error) => format!("missing - {error}"),
        };
        let fields: Vec<&str> = output.split_whitespace().collect();
        cells[place] = match fields[..] {
            ["proved", seconds, value] if value == empty.to_string() => seconds.to_string(),
            ["proved", _, value] => format!("WRONG {value}"),
            ["limit", ..] => format!("> {most}"),
            _ => {
                notes.push(format!(
                    "{name} was not measured: it needs python3 and `pip install highspy ortools`"
                ));
                "-".into()
            }
        };
        // Larger boards take longer still.
        peers[place] = fields.first() == Some(&"proved");
    }
    cells
}

fn grow() {
    println!("growth, one thread; peak memory is that of the whole run so far");
    println!(
        "{:>3} {:>7} {:>9} {:>12} {:>9} {:>24} {:>9}",
        "n", "strings", "value s", "states", "count s", "optimal sets", "peak MB"
    );
    for n in (12..=24).chain([26, 28, 30]) {
        let Some(board) = square(n) else { continue };
        let (optimum, value) = timed(|| solve(&board, Method::Frontier, &LIMITS, &Watch::unwatched()));
        let Ok(optimum) = optimum else { continue };
        let (counted, sets) = if n <= 24 {
            let (counts, time) = timed(|| count(&board, 0, &LIMITS, &Watch::unwatched()));
            (short(time), counts.map_or_else(|reason| reason.to_string(), |c| c.sets[0].to_string()))
        } else {
            ("-".into(), "-".into())
        };
        println!(
            "{n:>3} {:>7} {:>9} {:>12} {counted:>9} {sets:>24} {:>9}",
            optimum.strings(),
            short(value),
            optimum.states(),
            peak_megabytes().map_or("-".into(), |mb| mb.to_string())
        );
    }
}

fn timed<T>(job: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = job();
    (result, start.elapsed())
}

fn short(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// The peak memory of this process, where the system tells.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1000)
}
