//! One thread beside several, on the hardest problems that we ship.

use tesuji_capture::{Algorithm, Settings, attempt};
use tesuji_job::{Limits, Stopwatch, Watch, Why};
use tesuji_shogi::{Position, Question, Verdict};

use crate::{PROBLEMS, problems};

/// Problems of each game.
const COUNT: usize = 10;
/// Runs of each question; the fastest counts.
const RUNS: usize = 3;
/// What a question may use: captures take longer for a node.
const CAPTURES: Limits = Limits::nodes(400_000).with_memory(1_000_000_000);
const MATES: Limits = Limits::nodes(4_000_000).with_memory(1_000_000_000);
/// Files of mates with the order to ask for.
const MATE_FILES: [(&str, u8); 3] =
    [("examples/tsume.txt", 1), ("examples/mates-from-games.txt", 1), ("examples/hisshi.txt", 2)];

/// Asks with these limits: the verdict in words, and the nodes.
type Ask = dyn Fn(&Limits) -> (String, u64);

/// A question that can be asked with any limits.
struct Case {
    name: String,
    ask: Box<Ask>,
}

/// Prints both times of the hardest problems, with the geometric mean of their ratios.
pub(crate) fn compare(threads: usize) -> Result<(), String> {
    for (game, limits, cases) in [("captures", CAPTURES, captures()?), ("mates", MATES, mates()?)] {
        let mut hard: Vec<(u64, Case)> = Vec::new();
        for case in cases {
            let (verdict, nodes) = (case.ask)(&limits);
            if verdict != "unknown" {
                hard.push((nodes, case));
            }
        }
        hard.sort_by_key(|(nodes, _)| std::cmp::Reverse(*nodes));
        println!("{game}: the {COUNT} that take most nodes of {}", hard.len());
        println!(
            "problem               verdict    nodes, 1  nodes, {threads}  seconds, 1  seconds, {threads}  ratio"
        );
        let mut logs = 0.0;
        for (_, case) in &hard[..COUNT.min(hard.len())] {
            let [one, several] = [1, threads].map(|threads| best_of(case, &limits.with_threads(threads)));
            if one.0 != several.0 {
                println!("{}: {} with one thread, {} with {threads}", case.name, one.0, several.0);
            }
            let ratio = one.2 / several.2;
            logs += ratio.ln();
            println!(
                "{:20}  {:9}  {:8}  {:8}  {:10.3}  {:10.3}  {ratio:5.2}",
                case.name, one.0, one.1, several.1, one.2, several.2
            );
        }
        let mean = (logs / COUNT.min(hard.len()).max(1) as f64).exp();
        println!("geometric mean of the ratios: {mean:.2}\n");
    }
    Ok(())
}

/// Verdict, nodes and seconds of the fastest of several runs.
fn best_of(case: &Case, limits: &Limits) -> (String, u64, f64) {
    let mut best: Option<(String, u64, f64)> = None;
    for _ in 0..RUNS {
        let clock = Stopwatch::start();
        let (verdict, nodes) = (case.ask)(limits);
        let seconds = clock.seconds();
        if best.as_ref().is_none_or(|known| seconds < known.2) {
            best = Some((verdict, nodes, seconds));
        }
    }
    best.unwrap_or_default()
}

fn captures() -> Result<Vec<Case>, String> {
    let case = |(index, problem): (usize, crate::Problem)| Case {
        name: format!("capture {}", index + 1),
        ask: Box::new(move |limits| {
            // Reading with zones uses one thread; df-pn lambda with selected moves uses all.
            let settings = Settings {
                algorithm: Algorithm::Lambda,
                ..Settings::suited(&problem.position, problem.target)
            };
            let found =
                attempt(&problem.position, problem.target, problem.first, &settings, limits, &Watch::new());
            let word = |captured: Result<bool, Why>| match captured {
                Ok(true) => "captured",
                Ok(false) => "escapes",
                Err(_) => "unknown",
            };
            found.map_or_else(Default::default, |found| (word(found.captured).into(), found.nodes))
        }),
    };
    Ok(problems(PROBLEMS)?.into_iter().enumerate().map(case).collect())
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Mate { .. } => "mate",
        Verdict::NoMate { .. } => "no mate",
        Verdict::Unknown { .. } => "unknown",
    }
}

fn mates() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (file, order) in MATE_FILES {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('|');
            let (Some(name), Some(sfen)) = (fields.next(), fields.next()) else { continue };
            let position: Position = sfen.parse().map_err(|error| format!("{file}: {error}"))?;
            cases.push(Case {
                name: name.into(),
                ask: Box::new(move |limits| {
                    let question = Question::of(&position, order);
                    let solved = tesuji_shogi::solve(&position, &question, limits, &Watch::new());
                    match solved {
                        Ok(solved) => (word(&solved.verdict).into(), solved.nodes),
                        Err(error) => (error.to_string(), 0),
                    }
                }),
            });
        }
    }
    Ok(cases)
}
