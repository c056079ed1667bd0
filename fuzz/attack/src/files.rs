//! Batches and sweeps that are killed, damaged or run several times at once; disks that are full or cannot be written.

use std::fs;
use std::path::Path;
use std::process::Command;

use fuzz_cases::one_of;
use fuzz_checks::spoiled;
use rand::RngExt;
use serde_json::Value;

use crate::child::{Ended, command, run, run_watched};
use crate::questions::good;
use crate::report::{Finding, Kind};
use crate::{Case, Tried};

/// Questions whose answers depend on nothing but themselves.
fn write_questions(case: &mut Case, count: u64) {
    let mut text = String::new();
    while (text.lines().count() as u64) < count {
        let id = Value::from(text.lines().count());
        let question = good(&mut case.chance, &id);
        // Time and the machine have no part in these.
        text += &format!("{question}\n");
    }
    fs::write(case.folder.path().join("in.jsonl"), text).expect("a file in the case's folder");
}

fn batch(case: &Case, more: &[&str]) -> Result<Ended, Finding> {
    let arguments: Vec<String> =
        ["batch", "in.jsonl", "-o", "out.jsonl"].iter().chain(more).map(ToString::to_string).collect();
    let ended = run(&mut command(&case.program, case.folder.path(), &arguments), Vec::new())?;
    ended.check(&arguments)?;
    Ok(ended)
}

fn output(case: &Case) -> Option<Vec<u8>> {
    fs::read(case.folder.path().join("out.jsonl")).ok()
}

/// The answers without an interrupt; then nothing of it stays.
fn reference(case: &Case) -> Result<Vec<u8>, Finding> {
    batch(case, &[])?;
    let whole = output(case).ok_or_else(|| Finding::new(Kind::Lost, "no output"))?;
    clear(case);
    Ok(whole)
}

fn clear(case: &Case) {
    for name in ["out.jsonl", "out.jsonl.seal"] {
        let _ = fs::remove_file(case.folder.path().join(name));
    }
    let _ = fs::remove_dir_all(case.folder.path().join("out.jsonl.parts"));
}

fn same(case: &Case, whole: &[u8], how: &str) -> Result<(), Finding> {
    match output(case) {
        Some(there) if there == whole => Ok(()),
        there => {
            let length = there.map(|there| there.len());
            Err(Finding::new(Kind::Lost, format!("{how}: {length:?} bytes for {}", whole.len())))
        }
    }
}

/// A batch that is killed again and again gives the same bytes.
pub(crate) fn kills(case: &mut Case) -> Result<Tried, Finding> {
    write_questions(case, 180);
    let whole = reference(case)?;
    for _ in 0..6 {
        let when = case.chance.random_range(0.0..1.0);
        let arguments = ["batch", "in.jsonl", "-o", "out.jsonl", "--resume"];
        run_watched(
            &mut command(&case.program, case.folder.path(), &arguments),
            Vec::new(),
            |child, seconds| {
                if seconds > when {
                    let _ = child.kill();
                }
            },
        )?;
        if output(case).is_some_and(|there| there != whole) {
            return Err(Finding::new(Kind::Lost, "an output is there and is not the whole"));
        }
    }
    batch(case, &["--resume"])?;
    same(case, &whole, "after kills")?;
    Ok(Tried::inputs(7))
}

/// Parts and outputs that are cut, emptied or changed are answered again or refused.
pub(crate) fn damage(case: &mut Case) -> Result<Tried, Finding> {
    write_questions(case, 120);
    let whole = reference(case)?;
    // One share is done; something goes over its parts.
    batch(case, &["--shard", "1/2"])?;
    let parts = fs::read_dir(case.folder.path().join("out.jsonl.parts")).into_iter().flatten().flatten();
    for part in parts.filter(|part| part.file_name() != "batch.json") {
        harm(case, &part.path());
    }
    batch(case, &["--resume"])?;
    same(case, &whole, "damaged parts")?;
    // The whole output is harmed, or its seal: it is refused, and stays as it is.
    let name = one_of(&mut case.chance, &["out.jsonl", "out.jsonl.seal"]);
    let file = case.folder.path().join(name);
    let good = fs::read(&file).unwrap_or_default();
    harm(case, &file);
    let is_good = fs::read(&file).is_ok_and(|there| there == good);
    let left = output(case);
    let ended = batch(case, &["--resume"])?;
    let refused = ended.code == Some(1) && ended.err.contains("out.jsonl");
    // Without an output the batch begins anew.
    let is_new = left.is_none() && output(case).as_ref() == Some(&whole);
    let stays = refused && output(case) == left && !ended.err.contains("answered,");
    if !(is_good || is_new || stays) {
        return Err(Finding::new(Kind::Lost, format!("{name} was harmed: {:?} {}", ended.code, ended.err)));
    }
    Ok(Tried::inputs(3))
}

/// Something goes over a file, or removes it.
fn harm(case: &mut Case, file: &Path) {
    let good = fs::read(file).unwrap_or_default();
    let bad = match case.chance.random_range(0..5) {
        0 => Vec::new(),
        1 => good[..case.chance.random_range(0..=good.len())].to_vec(),
        2 => b"another file\n".to_vec(),
        3 => {
            let _ = fs::remove_file(file);
            return;
        }
        _ => spoiled(&mut case.chance, &good),
    };
    let _ = fs::write(file, bad);
}

/// Three at once: nothing is lost, and who is too many says so.
pub(crate) fn at_once(case: &mut Case) -> Result<Tried, Finding> {
    write_questions(case, 120);
    let whole = reference(case)?;
    several(case, &["batch", "in.jsonl", "-o", "out.jsonl", "--resume"])?;
    batch(case, &["--resume"])?;
    same(case, &whole, "three at once")?;
    Ok(Tried::inputs(3))
}

fn several(case: &Case, arguments: &[&str]) -> Result<(), Finding> {
    let told: Vec<Result<Ended, Finding>> = std::thread::scope(|scope| {
        let run = || run(&mut command(&case.program, case.folder.path(), arguments), Vec::new());
        let all: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
        all.into_iter().map(|one| one.join().expect("no attack panics here")).collect()
    });
    for told in told {
        let told = told?;
        let lost = told.err.contains("is being worked on by");
        if lost && (told.code != Some(1) || told.err.lines().count() != 1) {
            return Err(Finding::new(Kind::Code, format!("{:?}: {}", told.code, told.err)));
        }
    }
    Ok(())
}

/// Three sweeps on one file at once: each line is there once.
pub(crate) fn sweeps(case: &mut Case) -> Result<Tried, Finding> {
    let sweep = [
        "tactics",
        "sweep",
        "--board",
        "square:4",
        "--tactic",
        "random",
        "--games",
        "6000",
        "-o",
        "sweep.jsonl",
        "--resume",
    ];
    several(case, &sweep)?;
    let arguments = sweep.map(String::from);
    run(&mut command(&case.program, case.folder.path(), &arguments), Vec::new())?.check(&arguments)?;
    let text = fs::read_to_string(case.folder.path().join("sweep.jsonl")).unwrap_or_default();
    let mut lines: Vec<&str> = text.lines().collect();
    let count = lines.len();
    lines.sort_unstable();
    lines.dedup();
    if count != 12 || lines.len() != count {
        return Err(Finding::new(Kind::Lost, format!("{count} lines, {} of them different", lines.len())));
    }
    Ok(Tried::inputs(4))
}

/// Commands that write to standard output or to a file `OUT`.
const WRITES: &[&[&str]] = &[
    &["--help"],
    &["value", "--help"],
    &["--version"],
    &["value", "{4|0}"],
    &["boards"],
    &["boards", "torus:100x100"],
    &["show", "examples/race.sgf"],
    &["completions", "bash"],
    &["lines"],
    &["gtp"],
    &["usi"],
    &["convert", "examples/race.sgf", "OUT", "--to", "svg"],
    &["race", "examples/race-a.sgf", "--svg", "OUT"],
    &["batch", "in.jsonl", "-o", "OUT"],
    &["tactics", "sweep", "--board", "square:3", "--tactic", "random", "--games", "2000", "-o", "OUT"],
    &["simpei", "solve", "--table", "OUT"],
];

/// What a door is told, so that it has something to say.
fn input_for(arguments: &[&str]) -> Vec<u8> {
    match arguments[0] {
        "lines" => "{\"id\": 1, \"ask\": \"boards\", \"board\": \"square:19\"}\n".repeat(20).into_bytes(),
        "gtp" => "boardsize 19\nlist_commands\nshowboard\n".repeat(50).into_bytes(),
        "usi" => b"usi\nisready\n".to_vec(),
        _ => Vec::new(),
    }
}

/// Runs in a shell of its own that has mounted a small disk at `disk`.
fn on_a_disk(case: &Case, options: &str, arguments: &[&str], out: &str) -> Result<Ended, Finding> {
    let disk = case.folder.path().join("disk");
    let _ = fs::create_dir(&disk);
    fs::write(
        case.folder.path().join("in.jsonl"),
        "{\"ask\": \"boards\", \"board\": \"square:19\"}\n".repeat(200),
    )
    .expect("a file in the case's folder");
    let words: Vec<String> = arguments
        .iter()
        .map(|word| format!("'{}'", if *word == "OUT" { "disk/out".into() } else { word.replace('\'', "") }))
        .collect();
    let script = format!(
        "mount -t tmpfs -o {options} none disk 2> /dev/null || exit 77; exec '{}' {} > {out}",
        case.program.display(),
        words.join(" ")
    );
    let mut shell: Command = command(Path::new("unshare"), case.folder.path(), &["-m", "sh", "-c", &script]);
    let ended = run(&mut shell, input_for(arguments))?;
    match ended.code {
        Some(77) => Err(Finding::new(Kind::Skipped, "no disk can be mounted")),
        _ if ended.err.starts_with("unshare") => Err(Finding::new(Kind::Skipped, ended.err)),
        _ => Ok(ended),
    }
}

/// No room: exit code 1 and a sentence, not half an answer that looks whole.
pub(crate) fn full(case: &mut Case) -> Result<Tried, Finding> {
    let arguments = one_of(&mut case.chance, WRITES);
    let to_file = arguments.contains(&"OUT");
    let out = if to_file { "/dev/null" } else { one_of(&mut case.chance, &["/dev/full", "disk/out"]) };
    let ended = on_a_disk(case, "size=4k", arguments, out)?;
    // What fits into a page is written.
    let told: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    let small = out == "disk/out" || to_file;
    refused(&ended, &told, small)?;
    Ok(Tried::inputs(1))
}

/// A disk that cannot be written.
pub(crate) fn read_only(case: &mut Case) -> Result<Tried, Finding> {
    let arguments = loop {
        let arguments = one_of(&mut case.chance, WRITES);
        if arguments.contains(&"OUT") {
            break arguments;
        }
    };
    let ended = on_a_disk(case, "ro", arguments, "/dev/null")?;
    let told: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    refused(&ended, &told, false)?;
    Ok(Tried::inputs(1))
}

fn refused(ended: &Ended, arguments: &[String], may_fit: bool) -> Result<(), Finding> {
    ended.check(arguments)?;
    let says_so = ended.err.contains("the disk is full") || ended.err.contains("the disk is read-only");
    match ended.code {
        Some(1) if says_so => Ok(()),
        Some(0) if may_fit => Ok(()),
        _ => Err(Finding::new(Kind::Code, format!("{arguments:?}: {:?} {}", ended.code, ended.err))),
    }
}
