//! Sessions of GTP and USI.

use fuzz_cases::one_of;
use fuzz_checks::inputs::{GTP, USI};
use fuzz_checks::spoiled;
use rand::RngExt;

use crate::child::{command, run};
use crate::report::{Finding, Kind};
use crate::{Case, Tried};

/// A session of good and spoiled lines.
fn script(case: &mut Case, good: &[&str], begin: &[&str]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = begin.iter().map(|line| line.as_bytes().to_vec()).collect();
    for _ in 0..40 {
        let line = one_of(&mut case.chance, good);
        let mut line = match case.chance.random_bool(0.3) {
            true => line.as_bytes().to_vec(),
            false => spoiled(&mut case.chance, line.as_bytes()),
        };
        line.retain(|byte| !matches!(byte, b'\n' | b'\r'));
        lines.push(line);
    }
    lines
}

fn session(case: &Case, door: &str, lines: &[Vec<u8>]) -> Result<String, Finding> {
    let mut input = lines.join(&b'\n');
    input.push(b'\n');
    let arguments = [door.to_string()];
    let ended = run(&mut command(&case.program, case.folder.path(), &arguments), input)?;
    ended.check(&arguments)?;
    if ended.code == Some(0) { Ok(ended.out) } else { Err(Finding::new(Kind::Code, ended.err)) }
}

/// Every command has one reply, and a refusal is one line.
pub(crate) fn gtp(case: &mut Case) -> Result<Tried, Finding> {
    let begin = ["tesuji-limits nodes 2000", "boardsize 5", "play b C3", "play w B2"];
    let mut lines = script(case, GTP, &begin);
    lines.push(b"987654 name".to_vec());
    let said = session(case, "gtp", &lines)?;
    for reply in said.split_terminator("\n\n") {
        let refused = reply.starts_with('?') && (reply.lines().count() > 1 || reply.chars().count() > 300);
        if !reply.starts_with(['=', '?']) || refused {
            return Err(Finding::new(Kind::Words, reply));
        }
    }
    // A spoiled line may be `quit`; then nothing follows.
    let quits = lines.iter().any(|line| String::from_utf8_lossy(line).contains("quit"));
    if !quits && !said.contains("=987654 Tesuji") {
        return Err(Finding::new(Kind::Lost, "the last command has no reply"));
    }
    Ok(Tried::inputs(lines.len() as u64))
}

/// Only lines of the protocol, and the last `isready` is answered.
pub(crate) fn usi(case: &mut Case) -> Result<Tried, Finding> {
    let mut lines = script(case, USI, &["usi"]);
    // A search without end is tried where it is stopped.
    lines.retain(|line| !String::from_utf8_lossy(line).trim().ends_with("go mate"));
    lines.push(b"isready".to_vec());
    let said = session(case, "usi", &lines)?;
    let starts = ["info ", "checkmate ", "bestmove ", "readyok", "id ", "option ", "usiok"];
    if let Some(line) = said.lines().find(|line| !starts.iter().any(|start| line.starts_with(start))) {
        return Err(Finding::new(Kind::Words, line));
    }
    if !said.contains("readyok") {
        return Err(Finding::new(Kind::Lost, "isready has no reply"));
    }
    Ok(Tried::inputs(lines.len() as u64))
}
