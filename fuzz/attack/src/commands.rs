//! Commands: spoiled words and texts, limits, signals.

use fuzz_cases::one_of;
use fuzz_checks::inputs::{TEXTS, WORDS};
use fuzz_checks::spoiled;
use rand::RngExt;

use crate::child::{command, run, run_watched, signal};
use crate::questions::dense;
use crate::report::{Finding, Kind};
use crate::{Case, Tried};

/// Megabytes that the program has beside its tables: itself, the text it reads, the answer it writes.
pub(crate) const BASE: f64 = 60.0;

/// Peak memory over what is allowed for this limit in megabytes.
pub(crate) fn over(peak: u64, limit: f64) -> f64 {
    peak as f64 / 1e6 / (1.2 * limit + BASE)
}

/// What serves until it is told to end, or plays against somebody.
fn waits(arguments: &[&str]) -> bool {
    matches!(arguments[0], "serve" | "reproduce")
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

/// A good text spoiled.
pub(crate) fn texts(case: &mut Case) -> Result<Tried, Finding> {
    let (arguments, texts) = one_of(&mut case.chance, TEXTS);
    let mut arguments = strings(arguments);
    if case.chance.random_bool(0.3) && !arguments.iter().any(|word| word == "--to") {
        arguments.push("--json".into());
    }
    let text = one_of(&mut case.chance, texts);
    let input = spoiled(&mut case.chance, text.as_bytes());
    run(&mut command(&case.program, case.folder.path(), &arguments), input)?.check(&arguments)?;
    Ok(Tried::inputs(1))
}

/// A good word spoiled.
pub(crate) fn words(case: &mut Case) -> Result<Tried, Finding> {
    let (arguments, words) = loop {
        let (arguments, words) = one_of(&mut case.chance, WORDS);
        if !waits(arguments) {
            break (arguments, words);
        }
    };
    let good = one_of(&mut case.chance, words);
    let bad = spoiled(&mut case.chance, good.as_bytes());
    let bad = String::from_utf8_lossy(&bad).replace(['\0', '\n', '\r'], "");
    let mut arguments = strings(arguments);
    // Work without end is tried where it is stopped.
    if !arguments.iter().any(|word| word == "--nodes") && bad.parse::<f64>().is_ok_and(|number| number > 1e4)
    {
        return Ok(Tried::default());
    }
    arguments.push(bad);
    run(&mut command(&case.program, case.folder.path(), &arguments), Vec::new())?.check(&arguments)?;
    Ok(Tried::inputs(1))
}

/// Work with limits of nodes and memory: it ends by itself, with one of the codes, within its memory.
pub(crate) fn limits(case: &mut Case) -> Result<Tried, Finding> {
    let memory = one_of(&mut case.chance, &[20, 50, 100, 200]);
    let nodes = one_of(&mut case.chance, &[1, 100, 5_000, 30_000]);
    let side = one_of(&mut case.chance, &[9, 13, 19]);
    let mut input = Vec::new();
    let mut arguments = match case.chance.random_range(0..7) {
        0 => strings(&["strings", &case.chance.random_range(3..32).to_string()]),
        1 => {
            let side = case.chance.random_range(3..13);
            strings(&["strings", "--topology", &format!("torus:{side}x{side}")])
        }
        2 => {
            let game =
                one_of(&mut case.chance, &["{4|0}.{3|1}", "20.{3|1}", "{{9|4}|{2|-5}} + {7|3} + {8|2,*}"]);
            strings(&["value", game])
        }
        3 => strings(&["mate", "startpos"]),
        4 => {
            input = dense(&mut case.chance, side).into_bytes();
            strings(&["race", "-"])
        }
        5 => strings(&["race", "examples/race.sgf"]),
        _ => {
            input = dense(&mut case.chance, side).into_bytes();
            strings(&["capture", "-", "--target", "D4"])
        }
    };
    arguments.extend(strings(&["--nodes", &nodes.to_string(), "--memory", &memory.to_string()]));
    let ended = run(&mut command(&case.program, case.folder.path(), &arguments), input)?;
    ended.check(&arguments)?;
    let over = over(ended.peak, f64::from(memory));
    if over > 1.0 {
        let peak = ended.peak / 1_000_000;
        return Err(Finding::new(Kind::Memory, format!("{arguments:?}: {peak} MB")));
    }
    Ok(Tried { inputs: 1, memory: Some(over), ..Tried::default() })
}

/// Long work that is interrupted, once or twice, at any time.
pub(crate) fn signals(case: &mut Case) -> Result<Tried, Finding> {
    const LONG: &[&[&str]] = &[
        &["strings", "24"],
        &["strings", "--topology", "hexagon:6"],
        &["mate", "startpos", "--nodes", "1000000000"],
        &["boards", "torus:100x100"],
        &["boards", "hexagon:50"],
        &["race", "examples/fight.sgf", "--nodes", "1000000000"],
        &["capture", "examples/rectangle.sgf", "--nodes", "1000000000"],
        &["tactics", "play", "--board", "square:19", "--tactic", "random", "--games", "1000000"],
        &[
            "tactics",
            "sweep",
            "--board",
            "square:9",
            "--tactic",
            "random",
            "--games",
            "1000000",
            "-o",
            "sweep.jsonl",
        ],
        &["simpei", "solve", "--rebuild", "--table", "table"],
        &["lines"],
        &["gtp"],
        &["usi"],
        &["serve", "--port", "0"],
    ];
    let arguments = strings(one_of(&mut case.chance, LONG));
    let (name, twice) =
        (one_of(&mut case.chance, &["INT", "INT", "INT", "TERM", "KILL"]), case.chance.random_bool(0.3));
    let when = case.chance.random_range(0.0..1.5);
    let (mut sent, mut at_end) = (0, 0.0);
    // Who waits for input is interrupted while it is open.
    let mut work = command(&case.program, case.folder.path(), &arguments);
    let waits = matches!(arguments[0].as_str(), "lines" | "gtp" | "usi" | "serve");
    let ended = run_watched(&mut work, Vec::new(), |child, seconds| {
        at_end = seconds;
        if sent == 0 && seconds > when || sent == 1 && twice && seconds > when + 0.05 {
            signal(child.id(), name);
            sent += 1;
        }
    })?;
    let what = || format!("{arguments:?} after {name}: {:?}, {:.300}", ended.code, ended.err);
    let allowed = match ended.code {
        // It was done before, or ended by the signal itself.
        Some(0 | 1) => {
            sent == 0 || waits || at_end < when + 0.5 || arguments[0] == "capture" || arguments[0] == "race"
        }
        Some(2) => true,
        Some(130) => name == "INT",
        None => name != "INT",
        _ => false,
    };
    if !allowed {
        return Err(Finding::new(Kind::Code, what()));
    }
    if sent > 0 && at_end > when + 20.0 {
        return Err(Finding::new(Kind::Hang, what()));
    }
    let left = std::fs::read_dir(case.folder.path()).into_iter().flatten().flatten();
    let left: Vec<String> = left.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    // A kill in the very moment of writing is allowed its file, which has a part of the table; an empty one is left over.
    let is_empty =
        |name: &String| std::fs::metadata(case.folder.path().join(name)).is_ok_and(|data| data.len() == 0);
    if let Some(file) = left.iter().find(|name| name.ends_with(".tmp") && is_empty(name)) {
        return Err(Finding::new(Kind::Lost, format!("{file} is left: {}", what())));
    }
    Ok(Tried::inputs(1))
}
