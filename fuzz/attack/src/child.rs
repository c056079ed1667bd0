//! Runs the program and watches it: memory, time, how it ends.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::report::{Finding, Kind};

/// Whoever takes longer hangs: the work of every case is bounded, and this is much more than a busy machine needs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// How the program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Nothing if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    /// Bytes of memory at its peak.
    pub(crate) peak: u64,
}

/// The program at work in this folder.
pub(crate) fn command(program: &Path, folder: &Path, arguments: &[impl AsRef<str>]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments.iter().map(AsRef::as_ref)).current_dir(folder);
    // The table of Simpei is made once for all cases.
    command.env("XDG_CACHE_HOME", std::env::temp_dir().join("tesuji-attack"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A number of kilobytes that the system tells of a process, as bytes.
fn memory(process: u32, field: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.trim_start_matches(':')
        .trim()
        .split(' ')
        .next()?
        .parse::<u64>()
        .ok()
        .map(|kilobytes| kilobytes * 1024)
}

/// Bytes that the process has at the moment.
pub(crate) fn resident(process: u32) -> u64 {
    memory(process, "VmRSS").unwrap_or(0)
}

/// Bytes that the process had at its peak.
pub(crate) fn peak(process: u32) -> u64 {
    memory(process, "VmHWM").unwrap_or(0)
}

/// Seconds of processor time of a process with all its threads, to a hundredth.
pub(crate) fn processor(process: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which is in parentheses, the twelfth and thirteenth word: ticks for itself and for what the system did for it.
    let words = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    words.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Sends a signal by its name.
pub(crate) fn signal(process: u32, name: &str) {
    let _ = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
}

fn text(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Runs to the end. `at` is asked every few milliseconds, with the seconds that have passed.
pub(crate) fn run_watched(
    command: &mut Command,
    input: Vec<u8>,
    mut at: impl FnMut(&mut Child, f64),
) -> Result<Ended, Finding> {
    let told = format!("{:?}", command.get_args().collect::<Vec<_>>());
    let mut child = command.spawn().map_err(|error| Finding::new(Kind::Skipped, error.to_string()))?;
    if let Some(mut stdin) = child.stdin.take() {
        // The program may write before it has read everything, or not read at all.
        thread::spawn(move || stdin.write_all(&input));
    }
    let out = child.stdout.take().map(text);
    let err = child.stderr.take().map(text);
    let (clock, mut most) = (Instant::now(), 0);
    let status = loop {
        most = most.max(peak(child.id()));
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if clock.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(Finding::new(Kind::Hang, told));
            }
            _ => {}
        }
        at(&mut child, clock.elapsed().as_secs_f64());
        thread::sleep(Duration::from_millis(if clock.elapsed().as_millis() < 200 { 2 } else { 10 }));
    };
    let join = |reader: Option<thread::JoinHandle<String>>| {
        reader.map(|reader| reader.join().unwrap_or_default()).unwrap_or_default()
    };
    let ended = Ended { code: status.code(), out: join(out), err: join(err), peak: most };
    let what = || format!("{told} ends with {:?}: {}", ended.code, ended.err);
    if ended.err.contains("panicked") || ended.err.contains("overflowed its stack") || ended.code == Some(101)
    {
        return Err(Finding::new(Kind::Panic, what()));
    }
    if ended.err.contains("memory allocation") {
        return Err(Finding::new(Kind::Memory, what()));
    }
    Ok(ended)
}

/// Runs to the end.
pub(crate) fn run(command: &mut Command, input: Vec<u8>) -> Result<Ended, Finding> {
    run_watched(command, input, |_, _| {})
}

/// Ways in which a sentence is not for its reader.
const NOT_FOR_PEOPLE: &[&str] =
    &["os error", ".tmp", "expected struct", "tagged enum", "Record", "unwrap", "src/"];

impl Ended {
    /// What is promised of every end: a code, and one sentence if the input was bad.
    pub(crate) fn check(&self, arguments: &[String]) -> Result<(), Finding> {
        let what = || {
            format!("{arguments:?} ends with {:?}\nout: {:.300}\nerr: {:.600}", self.code, self.out, self.err)
        };
        if !matches!(self.code, Some(0..=2)) {
            return Err(Finding::new(Kind::Code, what()));
        }
        let wrong = |why: &str| Err(Finding::new(Kind::Words, format!("{why}: {}", what())));
        if NOT_FOR_PEOPLE.iter().any(|words| self.err.contains(words)) && self.code != Some(0) {
            return wrong("not for people");
        }
        // Where `check` has found something it ends with 1 as well.
        let is_check = arguments.first().is_some_and(|word| word == "check");
        let has_found = is_check && !self.out.is_empty() && !self.out.contains("\"error\"");
        if self.code != Some(1) || has_found {
            return Ok(());
        }
        if !self.err.starts_with("tesuji: ") || self.err.lines().any(|line| line.chars().count() > 500) {
            return wrong("no sentence");
        }
        if arguments.iter().any(|word| word == "--json") {
            let error: Option<Value> = serde_json::from_str(&self.out).ok();
            if !error.is_some_and(|error| error["error"].is_string()) {
                return wrong("no JSON");
            }
        }
        Ok(())
    }
}
