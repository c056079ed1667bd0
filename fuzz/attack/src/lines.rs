//! `tesuji lines`: sessions of good and bad questions, and stops.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use fuzz_cases::one_of;
use fuzz_checks::inputs::QUESTIONS;
use fuzz_checks::spoiled;
use rand::RngExt;
use serde_json::{Value, json};

use crate::child::{PATIENCE, command, processor, run};
use crate::commands::over;
use crate::questions::{bad, dense, good};
use crate::report::{Finding, Kind};
use crate::{Case, Tried};

/// Good and bad questions, lines that are no questions, and stops, all at once: each id is answered once.
pub(crate) fn session(case: &mut Case) -> Result<Tried, Finding> {
    let (mut input, mut ids, mut lines) = (Vec::new(), Vec::new(), 0);
    for id in 0..40 {
        let id = Value::from(id);
        let line = match case.chance.random_range(0..10) {
            0..4 => good(&mut case.chance, &id).to_string().into_bytes(),
            4..8 => bad(&mut case.chance, &id).to_string().into_bytes(),
            8 => {
                let stop = case.chance.random_range(0..40);
                lines += 1;
                input.extend(format!("{{\"action\": \"stop\", \"stop\": {stop}}}\n").into_bytes());
                good(&mut case.chance, &id).to_string().into_bytes()
            }
            _ => {
                let good = one_of(&mut case.chance, QUESTIONS);
                let mut line = spoiled(&mut case.chance, good.as_bytes());
                line.retain(|byte| !matches!(byte, b'\n' | b'\r'));
                lines += u32::from(!String::from_utf8_lossy(&line).trim().is_empty());
                input.extend(line);
                input.push(b'\n');
                continue;
            }
        };
        ids.push(id.to_string());
        lines += 1;
        input.extend(line);
        input.push(b'\n');
    }
    let arguments = ["lines", "--threads", "2"].map(String::from);
    let ended = run(&mut command(&case.program, case.folder.path(), &arguments), input)?;
    ended.check(&arguments)?;
    let mut told: BTreeMap<String, u32> = BTreeMap::new();
    let mut answers = 0;
    for line in ended.out.lines() {
        let answer: Value = serde_json::from_str(line)
            .map_err(|_| Finding::new(Kind::Lost, format!("no JSON: {line:.200}")))?;
        if answer.get("progress").is_none() {
            *told.entry(answer["id"].to_string()).or_default() += 1;
            answers += 1;
            let error = answer["error"].as_str().unwrap_or_default();
            if ["expected struct", "tagged enum", "os error"].iter().any(|words| error.contains(words)) {
                return Err(Finding::new(Kind::Words, line));
            }
        }
    }
    // Spoiled lines of the tests have ids from 1 to 10 of their own, and may have lost them.
    let lost = ids.iter().find(|id| told.get(*id).is_none_or(|times| *times == 0));
    if let Some(id) = lost {
        return Err(Finding::new(Kind::Lost, format!("{id} has no answer")));
    }
    if answers != lines {
        return Err(Finding::new(Kind::Lost, format!("{answers} answers to {lines} lines")));
    }
    // Two questions at once, each with at most 200 MB.
    let over = over(ended.peak, 400.0);
    if over > 1.0 {
        return Err(Finding::new(Kind::Memory, format!("{} MB", ended.peak / 1_000_000)));
    }
    Ok(Tried { inputs: u64::from(lines), memory: Some(over), ..Tried::default() })
}

/// A conversation with a program that answers in lines.
pub(crate) struct Talk {
    pub(crate) child: Child,
    pub(crate) input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    pub(crate) fn start(case: &Case, arguments: &[&str]) -> Result<Talk, Finding> {
        let fail = |why: &str| Finding::new(Kind::Skipped, why);
        let mut child = command(&case.program, case.folder.path(), arguments)
            .spawn()
            .map_err(|error| fail(&error.to_string()))?;
        let (sender, lines) = channel();
        let out: ChildStdout = child.stdout.take().ok_or_else(|| fail("no output"))?;
        thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Ok(Talk { child, input, lines })
    }

    pub(crate) fn say(&mut self, line: &str) -> Result<(), Finding> {
        let written = self.input.as_mut().map(|input| input.write_all(format!("{line}\n").as_bytes()));
        match written {
            Some(Ok(())) => Ok(()),
            _ => Err(Finding::new(Kind::Lost, format!("it does not read {line:.200}"))),
        }
    }

    /// The next line that is wanted.
    pub(crate) fn hear(&mut self, wanted: impl Fn(&str) -> bool) -> Result<String, Finding> {
        let clock = Instant::now();
        loop {
            match self.lines.recv_timeout(PATIENCE.saturating_sub(clock.elapsed())) {
                Ok(line) if wanted(&line) => return Ok(line),
                Ok(_) => {}
                Err(_) => return Err(Finding::new(Kind::Hang, "no answer")),
            }
        }
    }

    /// Whether a line that is wanted has come already.
    pub(crate) fn has_heard(&mut self, wanted: impl Fn(&str) -> bool) -> bool {
        self.lines.try_iter().any(|line| wanted(&line))
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Questions that take longer than anybody waits, or may: each kind that can.
fn long(case: &mut Case) -> Value {
    let large = |case: &mut Case, side: usize| dense(&mut case.chance, side);
    match case.chance.random_range(0..17) {
        0 => json!({"ask": "boards", "board": "torus:100x100", "picture": {}}),
        1 => json!({"ask": "boards", "board": "hexagon:57"}),
        2 => json!({"ask": "race", "position": {"diagram": large(case, 100), "board": "grid:100x100"}}),
        3 => {
            json!({"ask": "race", "position": {"diagram": large(case, 99), "board": "grid:99x99"}, "targets": ["A98", "B99"]})
        }
        4 => {
            json!({"ask": "value", "expressions": ["30.{5|{3,2*|-1/2}} + 20.{7||4|0} + 10.{{9|4}|{2|-5}}"], "cool": 2})
        }
        5 => json!({"ask": "value", "expressions": ["{4|0}.{6||4|0} + 12.{3|{1,*|-2}}"], "best": "left"}),
        6 => json!({"ask": "capture", "position": {"diagram": large(case, 19)}, "target": "D4"}),
        7 => json!({"ask": "capture", "position": {"diagram": large(case, 19)}, "target": "D5", "all": true}),
        8 => json!({"ask": "race", "position": {"diagram": large(case, 19)}}),
        9 => json!({"ask": "strings", "width": 26}),
        10 => json!({"ask": "strings", "topology": "torus:12x12", "count": true}),
        11 => json!({"ask": "tactics", "board": "square:19", "tactic": "paper3", "games": 10_000_000}),
        12 => {
            let game = "(;SZ[19]AB[aa]TR[aa];B[bb];W[cc](;B[dd])(;B[ee]))";
            json!({"ask": "problems", "text": game.repeat(60_000)})
        }
        13 => {
            let moves = ";B[aa];W[bb]C[text]".repeat(100_000);
            json!({"ask": "game", "text": format!("(;SZ[19]{moves})")})
        }
        14 => {
            json!({"ask": "show", "position": {"diagram": large(case, 100), "board": "grid:100x100"}, "picture": {}})
        }
        15 => json!({"ask": "mate", "sfen": "startpos", "limits": {"nodes": 1_000_000_000}}),
        _ => json!({"ask": "tactic_search", "board": "square:9", "depth": 4, "games": 1_000_000}),
    }
}

/// Milliseconds of processor time that a stop may take: 50, and two hundredths of a second by which they are measured.
const MOST_STOP: f64 = 70.0;
/// Milliseconds after which it counts as hanging.
const HANGS: f64 = 2_000.0;

/// A long question is stopped at any moment: it is answered within a bounded time.
pub(crate) fn stops(case: &mut Case) -> Result<Tried, Finding> {
    let mut talk = Talk::start(case, &["lines", "--threads", "1"])?;
    let mut question = long(case);
    question["id"] = 1.into();
    if question.get("limits").is_none() {
        question["limits"] = json!({"nodes": 1_000_000_000, "memory_mb": 1000});
    }
    let is_answer = |line: &str| line.contains("\"id\":1,") || line.contains("\"id\":1}");
    talk.say(&question.to_string())?;
    sleep(Duration::from_secs_f64(case.chance.random_range(0.0..1.5)));
    if talk.has_heard(is_answer) {
        return Ok(Tried::inputs(1));
    }
    let before = processor(talk.child.id());
    talk.say("{\"id\": 2, \"action\": \"stop\", \"stop\": 1}")?;
    let answer = talk.hear(is_answer)?;
    let took = (processor(talk.child.id()) - before) * 1000.0;
    if took > MOST_STOP {
        let text: String = question.to_string().chars().take(200).collect();
        let kind = if took > HANGS { Kind::Hang } else { Kind::Stop };
        return Err(Finding::new(kind, format!("{took:.0} ms: {text} gives {answer:.150}")));
    }
    Ok(Tried { inputs: 2, stop: Some(took), ..Tried::default() })
}
