//! Questions about life and death from a set with recorded answers: how many agree, and what they cost.
//!
//! `cargo run --release -p bench-life -- QUESTIONS.jsonl [NODES [COUNT]]`
//!
//! A line of the file has `id`, `board` (rows from the top, X black, O white), `group` and `safe` (points), `first` (attacker or
//! defender), `expected` (`without_threats`: lives or dies, `threats`: how many turn it, 0 for none) and `move`. Public sets in this
//! form are measured from outside of the repository; none is part of it. Every difference is printed.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use serde_json::{Value, json};
use tesuji_ask::life::{LifeAnswer, LifeVerdict};
use tesuji_ask::{Desk, Found, Request, Side};
use tesuji_job::{Stopwatch, Watch};

const NODES: u64 = 200_000;

/// What was counted.
#[derive(Default)]
struct Tally {
    equal: u32,
    different: u32,
    open: u32,
    same_move: u32,
    nodes: Vec<f64>,
    milliseconds: Vec<f64>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let Some(text) = words.first().and_then(|path| std::fs::read_to_string(path).ok()) else {
        eprintln!("usage: bench-life QUESTIONS.jsonl [NODES [COUNT]]");
        return ExitCode::FAILURE;
    };
    let (nodes, count) = (number(1).unwrap_or(NODES), number(2).unwrap_or(u64::MAX));
    let (desk, mut tally) = (Desk::new(), Tally::default());
    for line in text.lines().take(usize::try_from(count).unwrap_or(usize::MAX)) {
        if let Err(problem) = ask(&desk, line, nodes, &mut tally) {
            eprintln!("{problem}: {line}");
            return ExitCode::FAILURE;
        }
    }
    let Tally { equal, different, open, same_move, mut nodes, mut milliseconds } = tally;
    println!("{equal} equal, {different} different, {open} open; the recorded first move in {same_move}");
    println!("nodes         {}", spread(&mut nodes));
    println!("milliseconds  {}", spread(&mut milliseconds));
    ExitCode::SUCCESS
}

fn ask(desk: &Desk, line: &str, nodes: u64, tally: &mut Tally) -> Result<(), String> {
    let problem: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let rows: Vec<String> = problem["board"]
        .as_array()
        .ok_or("no board")?
        .iter()
        .map(|row| row.as_str().unwrap_or_default().chars().flat_map(|stone| [stone, ' ']).collect())
        .collect();
    let group = problem["group"][0].as_str().ok_or("no group")?;
    let owner = if stone(&problem, group) == Some('X') { Side::Black } else { Side::White };
    let first = if problem["first"] == "attacker" { owner.opponent() } else { owner };
    let question = json!({"ask": "life", "position": {"diagram": rows.join("\n")}, "group": problem["group"], "safe": problem["safe"],
        "first": first.name(), "limits": {"nodes": nodes}});
    let read = Request::parse(&question.to_string()).map_err(|fault| fault.message)?;
    let clock = Stopwatch::start();
    let answer = desk.answer(&read.request, &Watch::unwatched()).map_err(|fault| fault.message)?;
    tally.milliseconds.push(clock.seconds() * 1e3);
    tally.nodes.push(answer.nodes.unwrap_or(0) as f64);
    let Found::Life(found) = answer.found else { return Err("another answer".into()) };
    tally.compare(&problem, &found, first);
    Ok(())
}

/// The stone of a board of 19 rows on a point.
fn stone(problem: &Value, point: &str) -> Option<char> {
    let column = "ABCDEFGHJKLMNOPQRST".find(point.chars().next()?)?;
    let rows = problem["board"].as_array()?;
    let row = rows.len().checked_sub(point.get(1..)?.parse().ok()?)?;
    rows.get(row)?.as_str()?.chars().nth(column)
}

impl Tally {
    fn compare(&mut self, problem: &Value, found: &LifeAnswer, first: Side) {
        let Some(side) = found.first(first) else { return };
        let expected = &problem["expected"];
        let ours = match (side.verdict, side.ko) {
            (LifeVerdict::Unknown, _) => {
                self.open += 1;
                return;
            }
            (_, Some(ko)) => (ko.without_threats == LifeVerdict::Lives, u64::from(ko.threats)),
            (verdict, None) => (verdict != LifeVerdict::Dies, 0),
        };
        let theirs = (expected["without_threats"] == "lives", expected["threats"].as_u64().unwrap_or(0));
        if ours != theirs {
            self.different += 1;
            println!("{}: ours {ours:?}, recorded {theirs:?}", problem["id"]);
            return;
        }
        self.equal += 1;
        let step = side.moves.first().map_or("pass", String::as_str);
        self.same_move += u32::from(problem["move"] == step);
    }
}

/// Median, nine of ten, 95 of a hundred, and the largest.
fn spread(values: &mut [f64]) -> String {
    values.sort_by(f64::total_cmp);
    let at = |part: f64| {
        values.get((values.len().saturating_sub(1) as f64 * part) as usize).copied().unwrap_or(0.0)
    };
    format!("median {:.1}, 90% {:.1}, 95% {:.1}, most {:.1}", at(0.5), at(0.9), at(0.95), at(1.0))
}
