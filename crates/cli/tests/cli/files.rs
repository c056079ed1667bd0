//! Files that are taken up again are verified first, one process at a time writes them, and a full disk is told.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Told, folder, one_line, program};

/// Runs the program in a folder.
fn at(place: &Path, arguments: &[&str]) -> Told {
    program(arguments).current_dir(place).stdin(Stdio::null()).output().unwrap().into()
}

const BATCH: [&str; 4] = ["batch", "in.jsonl", "-o", "out.jsonl"];

fn batch(place: &Path, more: &[&str]) -> Told {
    at(place, &[&BATCH, more].concat())
}

/// A folder with so many questions.
fn questions(name: &str, count: usize) -> std::path::PathBuf {
    let place = folder(name);
    let line = |number: usize| format!("{{\"ask\": \"value\", \"expressions\": [\"{number}\"]}}\n");
    fs::write(place.join("in.jsonl"), (0..count).map(line).collect::<String>()).unwrap();
    place
}

#[test]
fn an_output_that_does_not_fit_is_refused_by_name() {
    let place = questions("seals", 60);
    assert_eq!(batch(&place, &[]).code, Some(0));
    let (out, seal) = (place.join("out.jsonl"), place.join("out.jsonl.seal"));
    let (whole, sealed) = (fs::read(&out).unwrap(), fs::read(&seal).unwrap());
    let told = batch(&place, &["--resume"]);
    assert!(told.code == Some(0) && told.err.contains("60 answered before"), "{}", told.err);
    let refused = |why: &str| {
        let there = fs::read(&out).unwrap();
        let told = batch(&place, &["--resume"]);
        let sentence = told.refusal();
        assert!(sentence.contains("out.jsonl") && sentence.contains(why), "{sentence}");
        assert_eq!(fs::read(&out).unwrap(), there, "it stays as it is");
    };
    for bad in [&b""[..], &whole[..whole.len() / 2], b"another file\n"] {
        fs::write(&out, bad).unwrap();
        refused("was changed or cut");
    }
    fs::write(&out, &whole).unwrap();
    fs::write(&seal, &sealed[..sealed.len() / 2]).unwrap();
    refused("answers other questions");
    fs::remove_file(&seal).unwrap();
    refused("out.jsonl.seal, which tells that it is whole, is not");
}

#[test]
fn a_part_that_does_not_fit_is_answered_again() {
    let place = questions("parts", 220);
    assert_eq!(batch(&place, &[]).code, Some(0));
    let whole = fs::read(place.join("out.jsonl")).unwrap();
    fs::remove_file(place.join("out.jsonl")).unwrap();
    assert_eq!(batch(&place, &["--resume", "--shard", "1/2"]).code, Some(0));
    let part = |number: usize| place.join(format!("out.jsonl.parts/{number:08}.jsonl"));
    let good = fs::read(part(0)).unwrap();
    fs::write(part(0), "").unwrap();
    fs::write(part(2), &good[..good.len() - 200]).unwrap();
    // The part of other questions.
    fs::write(part(4), &good).unwrap();
    let told = batch(&place, &["--resume"]);
    assert!(told.code == Some(0) && told.err.contains("damaged and are answered again: 3"), "{}", told.err);
    assert!(fs::read(place.join("out.jsonl")).unwrap() == whole, "the same bytes");
}

/// Several processes that are begun at once; how each ended.
fn at_once(place: &Path, arguments: &[&str]) -> Vec<Told> {
    let begin = || program(arguments).current_dir(place).stdin(Stdio::null()).spawn().unwrap();
    let children: Vec<_> = (0..3).map(|_| begin()).collect();
    children.into_iter().map(|child| Told::from(child.wait_with_output().unwrap())).collect()
}

#[test]
fn one_process_at_a_time_works_on_a_sweep() {
    let place = folder("sweeps-at-once");
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
        "out.jsonl",
        "--resume",
    ];
    for told in at_once(&place, &sweep) {
        if told.code != Some(0) {
            let sentence = told.refusal();
            assert!(sentence.contains("out.jsonl is being worked on by process"), "{sentence}");
        }
    }
    assert_eq!(at(&place, &sweep).code, Some(0));
    let text = fs::read_to_string(place.join("out.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 12, "a line for each part");
    assert!(!place.join("out.jsonl.lock").exists());
}

#[test]
fn one_process_at_a_time_works_on_a_batch() {
    let place = questions("batches-at-once", 300);
    let arguments = [&BATCH[..], &["--resume"]].concat();
    for told in at_once(&place, &arguments) {
        if told.code != Some(0) {
            let sentence = told.refusal();
            assert!(sentence.contains("out.jsonl is being worked on by process"), "{sentence}");
        }
    }
    assert_eq!(fs::read_to_string(place.join("out.jsonl")).unwrap().lines().count(), 300);
    // Whoever is killed keeps nobody away.
    let mut child = program(&["batch", "in.jsonl", "-o", "new.jsonl", "--threads", "1"])
        .current_dir(&place)
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    while !place.join("new.jsonl.lock").exists() && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(at(&place, &["batch", "in.jsonl", "-o", "new.jsonl", "--resume"]).code, Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_whatever_is_written() {
    let question = "{\"ask\": \"boards\", \"board\": \"square:5\"}\n";
    for arguments in [
        &["--help"][..],
        &["value", "--help"],
        &["--version"],
        &["lines"],
        &["gtp"],
        &["usi"],
        &["value", "{4|0}"],
    ] {
        let input = match arguments[0] {
            "lines" => question.repeat(3),
            _ => "usi\nname\n".to_string(),
        };
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut child = program(arguments).stdout(full).spawn().unwrap();
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
        let told = Told::from(child.wait_with_output().unwrap());
        assert_eq!(told.code, Some(1), "{arguments:?}: {}", told.err);
        assert_eq!(one_line(&told.err), "tesuji: cannot write standard output: the disk is full");
    }
}

/// A disk of its own that cannot be written; nothing where this user may not mount one.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_cannot_be_written_is_told_in_words() {
    let place = questions("read-only", 1);
    fs::create_dir_all(place.join("disk")).unwrap();
    for words in [
        "batch in.jsonl -o disk/out.jsonl",
        "simpei solve --table disk/table",
        "tactics sweep --board square:3 --tactic random --games 10 -o disk/out.jsonl",
        "boards square:5 --svg disk/board.svg",
    ] {
        let script = format!(
            "mount -t tmpfs -o ro none disk 2> /dev/null || exit 77; exec '{}' {words}",
            env!("CARGO_BIN_EXE_tesuji")
        );
        let output = Command::new("unshare").args(["-m", "sh", "-c", &script]).current_dir(&place).output();
        let Ok(told) = output.map(Told::from) else { return };
        if told.code == Some(77) || told.err.starts_with("unshare") {
            return;
        }
        let sentence = told.refusal();
        assert!(sentence.ends_with("the disk is read-only") && !sentence.contains(".tmp"), "{sentence}");
    }
}

#[test]
fn a_table_that_is_not_finished_leaves_no_file() {
    let place = folder("killed-tables");
    let mut child = program(&["simpei", "solve", "--rebuild", "--table", "table"])
        .current_dir(&place)
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    let left: Vec<_> = fs::read_dir(&place).unwrap().flatten().map(|file| file.file_name()).collect();
    assert!(left.iter().all(|name| name == "table"), "{left:?}");
}
