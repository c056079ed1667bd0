//! The rooms of the house: a room depends only on rooms below it. The table is that of docs/ARCHITECTURE.md.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every room with the rooms that it may use, from the foot of the house upwards.
const ROOMS: &[(&str, &[&str])] = &[
    // foot; the example files at the root are a package as well
    ("job", &[]),
    ("examples", &[]),
    // ground
    ("board", &[]),
    ("cgt", &["job"]),
    ("search", &["job"]),
    ("formats", &["board"]),
    ("local", &["board"]),
    ("draw", &["board", "cgt", "job"]),
    // knowledge: `read` puts together what captures and fights say, an endgame asks it for walls, a review asks it and captures; otherwise
    // no room uses another
    ("race", &["board", "cgt", "job", "local", "search"]),
    ("capture", &["board", "job", "local", "search"]),
    ("fight", &["board", "job", "local"]),
    ("read", &["board", "capture", "fight", "job", "local"]),
    ("endgame", &["board", "cgt", "job", "local", "read"]),
    ("review", &["board", "capture", "formats", "job", "read"]),
    ("shogi", &["job", "search"]),
    ("simpei", &["job", "search"]),
    ("strings", &["board", "job"]),
    ("maps", &["board", "job"]),
    // witnesses: they know nothing of what they judge
    ("judge", &["board", "job"]),
    // answers
    (
        "ask",
        &[
            "board", "capture", "cgt", "draw", "endgame", "examples", "fight", "formats", "job", "race",
            "read", "maps", "review", "search", "shogi", "simpei", "strings",
        ],
    ),
    (
        "papers",
        &[
            "ask", "board", "capture", "cgt", "draw", "examples", "fight", "formats", "job", "judge", "race",
            "maps", "search", "shogi", "simpei", "strings",
        ],
    ),
    // cases in files: they ask like users
    ("regress", &["ask", "board", "job"]),
    // doors: they do not use each other; the program opens them
    ("gtp", &["ask", "board", "examples", "formats", "job", "regress"]),
    ("usi", &["ask", "job", "shogi"]),
    ("lines", &["ask", "formats", "job"]),
    ("web", &["ask", "job"]),
    (
        "cli",
        &[
            "ask", "board", "examples", "formats", "gtp", "job", "lines", "maps", "papers", "regress",
            "simpei", "usi", "web",
        ],
    ),
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The rooms that a manifest names under these tables.
fn rooms_of(manifest: &str, tables: &[&str]) -> Vec<String> {
    let mut inside = false;
    let mut rooms = Vec::new();
    for line in manifest.lines() {
        let line = line.trim();
        if let Some(table) = line.strip_prefix('[') {
            inside = tables.contains(&table.trim_end_matches(']'));
        } else if inside && let Some(rest) = line.strip_prefix("tesuji-") {
            let name: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
            rooms.push(name);
        }
    }
    rooms
}

/// What is wrong with the dependencies of a room.
fn faults(room: &str, manifest: &str) -> Vec<String> {
    let rooms: BTreeMap<&str, &[&str]> = ROOMS.iter().copied().collect();
    let Some(allowed) = rooms.get(room) else {
        return vec![format!("{room} is not in the table of rooms")];
    };
    rooms_of(manifest, &["dependencies"])
        .into_iter()
        .filter(|used| !allowed.contains(&used.as_str()))
        .map(|used| format!("{room} uses {used}, which the house does not allow"))
        .collect()
}

#[test]
fn no_room_depends_upwards() {
    let mut found = Vec::new();
    let rooms =
        fs::read_dir(crates()).expect("the folder of crates").map(|entry| entry.expect("a folder").path());
    for folder in rooms.chain([crates().join("../examples")]) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let room = folder.file_name().and_then(|name| name.to_str()).expect("a name").to_string();
        let faults = faults(&room, &manifest);
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        found.push(room);
    }
    for (room, _) in ROOMS {
        assert!(found.iter().any(|found| found == room), "there is no room {room}: take it out of the table");
    }
}

#[test]
fn the_table_itself_has_no_way_up() {
    for (index, (room, allowed)) in ROOMS.iter().enumerate() {
        for used in *allowed {
            let below = ROOMS[..index].iter().any(|(other, _)| other == used);
            assert!(below, "{room} may use {used}, which does not stand below it");
        }
    }
}

#[test]
fn an_edge_that_is_turned_round_is_seen() {
    let manifest = "[package]\nname = \"tesuji-board\"\n[dependencies]\ntesuji-race.workspace = true\n[dev-dependencies]\n";
    assert_eq!(faults("board", manifest), ["board uses race, which the house does not allow"]);
    let manifest =
        "[dependencies]\ntesuji-board.workspace = true\n[dev-dependencies]\ntesuji-race.workspace = true\n";
    assert!(faults("race", manifest).is_empty(), "tests may use what they like");
    assert_eq!(faults("attic", ""), ["attic is not in the table of rooms"]);
}

/// All source files below these folders.
fn sources(mut work: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    while let Some(path) = work.pop() {
        if path.is_dir() {
            work.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("a file").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// Libraries neither read a clock nor begin threads but through `job`.
#[test]
fn clock_and_threads_are_in_job() {
    let doors = ["cli", "job"];
    let folders = fs::read_dir(crates())
        .expect("the folder of crates")
        .map(|entry| entry.expect("a folder").path())
        .filter(|folder| {
            !folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| doors.contains(&name))
        })
        .map(|folder| folder.join("src"))
        .collect();
    for path in sources(folders) {
        let text = fs::read_to_string(&path).expect("a source file");
        for word in [
            "Instant::now",
            "SystemTime::now",
            "thread::spawn",
            "thread::scope",
            "thread::Builder",
            "rayon::",
        ] {
            assert!(!text.contains(word), "{} has {word}: job has that", path.display());
        }
    }
}

/// What a manifest takes out of the tests, because there is nothing to test, stays so.
#[test]
fn tests_that_are_switched_off_are_not_there() {
    for entry in fs::read_dir(crates()).expect("the folder of crates") {
        let folder = entry.expect("a folder").path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let lib = manifest.split("\n[").find(|table| table.starts_with("lib]")).unwrap_or_default();
        for path in sources(vec![folder.join("src")]) {
            let text = fs::read_to_string(&path).expect("a source file");
            if lib.contains("\ntest = false") {
                assert!(!text.contains("#[test]"), "{} is never run", path.display());
            }
            if lib.contains("doctest = false") {
                let fences = text
                    .lines()
                    .filter_map(|line| line.trim().strip_prefix("///").or(line.trim().strip_prefix("//!")))
                    .filter_map(|line| line.trim().strip_prefix("```"));
                // Fences come in pairs, and the first of a pair says what is inside.
                let inside: Vec<&str> = fences.step_by(2).collect();
                assert!(inside.iter().all(|&word| word == "text"), "{} is never run", path.display());
            }
        }
    }
}
