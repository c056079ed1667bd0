//! Mixed questions for an hour: to `serve` from eight clients, to `lines` on two threads. Memory stays flat, and every id is answered once.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, sleep};
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::Case;
use crate::child::resident;
use crate::http::Server;
use crate::lines::Talk;
use crate::questions::{bad, good};
use crate::report::Finding;

/// Memory may grow by so much from the first quarter of the run to the last.
const MOST_GROWTH: f64 = 1.2;
/// And by so many bytes, which is what one question more or less takes.
const MOST_MORE: f64 = 60e6;

/// Samples of memory in the run.
const SAMPLES: usize = 240;

struct Door {
    name: &'static str,
    process: u32,
    memory: Vec<u64>,
}

impl Door {
    /// The most memory in a quarter of the run.
    fn quarter(&self, number: usize) -> f64 {
        let quarter = self.memory.len() / 4;
        self.memory[number * quarter..(number + 1) * quarter].iter().max().copied().unwrap_or(0) as f64
    }

    fn is_flat(&self) -> bool {
        self.quarter(3) <= self.quarter(0) * MOST_GROWTH + MOST_MORE
    }
}

/// Runs so long; whether memory was flat and every question was answered once.
pub(crate) fn run(program: &Path, seconds: f64) -> bool {
    let folder = tempfile::tempdir().expect("a folder for the run");
    let case = Case { chance: ChaCha8Rng::seed_from_u64(0), program: program.to_path_buf(), folder };
    let server = Server::start(program, case.folder.path()).expect("the program serves");
    let talk = Talk::start(&case, &["lines", "--threads", "2"]).expect("the program answers lines");
    let mut doors = [
        Door { name: "serve", process: server.child.id(), memory: Vec::new() },
        Door { name: "lines", process: talk.child.id(), memory: Vec::new() },
    ];
    let (over, asked) = (AtomicBool::new(false), AtomicU64::new(0));
    let findings: Mutex<Vec<String>> = Mutex::default();
    let note = |told: Result<(), Finding>| {
        if let Err(finding) = told {
            findings
                .lock()
                .expect("nobody panics here")
                .push(format!("{:?}: {:.300}", finding.kind, finding.what));
        }
    };
    let mut twice = 0;
    thread::scope(|scope| {
        for client in 0..8 {
            let (server, over, asked, note) = (&server, &over, &asked, &note);
            scope.spawn(move || {
                let mut chance = ChaCha8Rng::seed_from_u64(client);
                let name = format!("client-{client}");
                while !over.load(Ordering::Relaxed) {
                    let id = Value::from(asked.fetch_add(1, Ordering::Relaxed));
                    note(ask(server, &mut chance, &name, &id));
                }
            });
        }
        let lines = scope.spawn(|| all_lines(talk, &over));
        for _ in 0..SAMPLES {
            sleep(Duration::from_secs_f64(seconds / SAMPLES as f64));
            for door in &mut doors {
                door.memory.push(resident(door.process));
            }
        }
        over.store(true, Ordering::Relaxed);
        match lines.join().expect("nobody panics here") {
            Ok((count, wrong)) => {
                println!("lines: {count} questions, {wrong} ids that were not answered once");
                twice = wrong;
            }
            Err(finding) => note(Err(finding)),
        }
    });
    println!("serve: {} questions of eight clients", asked.load(Ordering::Relaxed));
    println!("| door | memory in the first quarter | second | third | last |\n|---|---:|---:|---:|---:|");
    for door in &doors {
        let quarters: Vec<String> = (0..4).map(|at| format!("{:.0} MB", door.quarter(at) / 1e6)).collect();
        println!("| {} | {} |", door.name, quarters.join(" | "));
    }
    let findings = findings.into_inner().expect("nobody panics here");
    findings.iter().take(20).for_each(|finding| println!("{finding}"));
    println!("{} findings in {seconds:.0} s", findings.len());
    findings.is_empty() && twice == 0 && doors.iter().all(Door::is_flat)
}

/// One question to the server; now and then a client that goes away, or stops.
fn ask(server: &Server, chance: &mut ChaCha8Rng, name: &str, id: &Value) -> Result<(), Finding> {
    let question = if chance.random_bool(0.8) { good(chance, id) } else { bad(chance, id) };
    if chance.random_bool(0.05) {
        server.ask("/stop", name, &json!({"stop": id}))?;
    }
    let path = if chance.random_bool(0.5) { "/ask" } else { "/watch" };
    let (status, answer) = server.ask(path, name, &question)?;
    if matches!(status, 200 | 400) && answer["id"] == *id {
        return Ok(());
    }
    Err(Finding::new(crate::report::Kind::Lost, format!("{status} {answer} for {question}")))
}

/// Questions to `lines` until it is over, never more than 50 open; how many there were, and how many ids were not answered once.
fn all_lines(mut talk: Talk, over: &AtomicBool) -> Result<(u64, u64), Finding> {
    let mut chance = ChaCha8Rng::seed_from_u64(99);
    let mut told: BTreeMap<u64, u32> = BTreeMap::new();
    let (mut asked, mut answered, mut wrong) = (0, 0, 0);
    while !over.load(Ordering::Relaxed) || answered < asked {
        while asked < answered + 50 && !over.load(Ordering::Relaxed) {
            let id = Value::from(asked);
            let question =
                if chance.random_bool(0.8) { good(&mut chance, &id) } else { bad(&mut chance, &id) };
            talk.say(&question.to_string())?;
            asked += 1;
        }
        if answered == asked {
            break;
        }
        let line = talk.hear(|line| !line.contains("\"progress\":{"))?;
        let answer: Value = serde_json::from_str(&line).unwrap_or_default();
        match answer["id"].as_u64() {
            Some(id) => *told.entry(id).or_default() += 1,
            None => wrong += 1,
        }
        answered += 1;
    }
    wrong += (0..asked).filter(|id| told.get(id) != Some(&1)).count() as u64;
    Ok((asked, wrong))
}
