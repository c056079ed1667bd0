//! Attacks the program from outside: `attack [PROGRAM] [--seconds N] [--seed S] [--only NAME] [--jobs J]`, and
//! `attack soak [PROGRAM] [--seconds N]`, and `attack memory [PROGRAM]`.
//!
//! Every attack (`ATTACKS`) is a function that makes one case of its seed and says what broke. A new one is a function and a line in that
//! table; new commands, questions and protocols get their good inputs in `checks/src/inputs.rs` and `questions.rs`, which all attacks
//! spoil.
//!
//! ```text
//! child        runs the program, watches its memory, its time and its end        report    what was counted
//! questions    random questions of every kind                                     soak      an hour of mixed questions
//! commands, lines, protocols, files, http     the attacks                          memory    peak memory beside the limit
//! ```
#![allow(clippy::print_stdout)]

mod child;
mod commands;
mod files;
mod http;
mod lines;
mod memory;
mod protocols;
mod questions;
mod report;
mod soak;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::report::{Finding, Report};

/// What an attack has: chance, the program, and a folder that is gone afterwards.
pub(crate) struct Case {
    pub(crate) chance: ChaCha8Rng,
    pub(crate) program: PathBuf,
    pub(crate) folder: tempfile::TempDir,
}

/// What one case tried: how many inputs, and the figures that are bounded.
#[derive(Default)]
pub(crate) struct Tried {
    pub(crate) inputs: u64,
    /// Peak memory over what was allowed, where a limit was given.
    pub(crate) memory: Option<f64>,
    /// Milliseconds of processor time from a stop to its answer.
    pub(crate) stop: Option<f64>,
}

impl Tried {
    pub(crate) fn inputs(inputs: u64) -> Tried {
        Tried { inputs, ..Tried::default() }
    }
}

type Attack = fn(&mut Case) -> Result<Tried, Finding>;

/// Every attack with its share of the cases.
const ATTACKS: &[(&str, u32, Attack)] = &[
    ("words", 20, commands::words),
    ("texts", 20, commands::texts),
    ("limits", 10, commands::limits),
    ("signals", 5, commands::signals),
    ("lines", 10, lines::session),
    ("stops", 8, lines::stops),
    ("gtp", 8, protocols::gtp),
    ("usi", 8, protocols::usi),
    ("batch kills", 3, files::kills),
    ("batch damage", 4, files::damage),
    ("batch at once", 2, files::at_once),
    ("sweep at once", 2, files::sweeps),
    ("full disk", 4, files::full),
    ("read-only disk", 3, files::read_only),
    ("http", 6, http::requests),
    ("http clients", 3, http::clients),
    ("http idle", 1, http::idle),
];

struct Settings {
    program: PathBuf,
    seconds: f64,
    seed: u64,
    only: Option<String>,
    jobs: usize,
    work: Work,
}

/// What is to be done.
#[derive(Clone, Copy)]
enum Work {
    Attack,
    Soak,
    Memory,
}

fn settings() -> Result<Settings, String> {
    let mut settings = Settings {
        program: "target/release/tesuji".into(),
        seconds: 120.0,
        seed: 1,
        only: None,
        jobs: 2,
        work: Work::Attack,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} wants a value"));
        let bad = |_| format!("{word} wants a number");
        match word.as_str() {
            "soak" => settings.work = Work::Soak,
            "memory" => settings.work = Work::Memory,
            "--seconds" => settings.seconds = value()?.parse().map_err(|_| bad(()))?,
            "--seed" => settings.seed = value()?.parse().map_err(|_| bad(()))?,
            "--jobs" => settings.jobs = value()?.parse().map_err(|_| bad(()))?,
            "--only" => settings.only = Some(value()?),
            "--help" => {
                return Err(
                    "attack [soak|memory] [PROGRAM] [--seconds N] [--seed S] [--only NAME] [--jobs J]".into(),
                );
            }
            _ => settings.program = word.into(),
        }
    }
    settings.program = settings.program.canonicalize().map_err(|_| {
        format!("{} is not there: build the program first, or name another one", settings.program.display())
    })?;
    Ok(settings)
}

fn main() -> ExitCode {
    let settings = match settings() {
        Ok(settings) => settings,
        Err(why) => {
            println!("{why}");
            return ExitCode::FAILURE;
        }
    };
    let first = ["simpei", "solve"];
    if let Err(finding) =
        child::run(&mut child::command(&settings.program, &std::env::temp_dir(), &first), Vec::new())
    {
        println!("{:?}: {}", finding.kind, finding.what);
        return ExitCode::FAILURE;
    }
    let good = match settings.work {
        Work::Attack => attack(&settings),
        Work::Soak => soak::run(&settings.program, settings.seconds),
        Work::Memory => memory::measure(&settings.program),
    };
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Attacks until the time is over; whether nothing broke.
fn attack(settings: &Settings) -> bool {
    let chosen: Vec<_> = ATTACKS
        .iter()
        .filter(|(name, ..)| settings.only.as_deref().is_none_or(|only| only == *name))
        .collect();
    if chosen.is_empty() {
        println!("there is no such attack");
        return false;
    }
    let report = Mutex::new(Report::default());
    let (clock, next) = (Instant::now(), AtomicU64::new(settings.seed));
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs {
            scope.spawn(|| {
                while clock.elapsed().as_secs_f64() < settings.seconds {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let mut chance = ChaCha8Rng::seed_from_u64(seed);
                    let all: u32 = chosen.iter().map(|(_, share, _)| share).sum();
                    let mut at = chance.random_range(0..all);
                    let (name, _, attack) = chosen
                        .iter()
                        .find(|(_, share, _)| {
                            let here = at < *share;
                            at = at.saturating_sub(*share);
                            here
                        })
                        .expect("the shares add up");
                    let folder = tempfile::tempdir().expect("a folder for the case");
                    let mut case = Case { chance, program: settings.program.clone(), folder };
                    let told = attack(&mut case);
                    let mut report = report.lock().expect("no attack panics here");
                    report.add(name, seed, told);
                }
            });
        }
    });
    let report = report.into_inner().expect("no attack panics here");
    println!("{}", report.table(clock.elapsed().as_secs_f64()));
    report.is_good()
}
