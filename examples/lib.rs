//! The example files that the program carries inside.

use std::path::Path;

macro_rules! files {
    ($($name:literal)+) => { &[$(($name, include_str!($name))),+] };
}

/// Names and texts.
const FILES: &[(&str, &str)] = files! {
    "capture-problems.sgf"
    "capture.cases"
    "check.sgf"
    "connect.sgf"
    "dumbbell.json"
    "endgame-corridor.sgf"
    "endgame-ko.sgf"
    "endgame.sgf"
    "fight.sgf"
    "fork.sgf"
    "game-race.sgf"
    "game.sgf"
    "hisshi.txt"
    "ko.sgf"
    "ko.tst"
    "life-shapes.sgf"
    "life.sgf"
    "maps.txt"
    "mates-from-games.txt"
    "net.sgf"
    "opening.txt"
    "petersen.json"
    "problem-e.games"
    "questions.cases"
    "questions.jsonl"
    "race-a.sgf"
    "race-approach.sgf"
    "race-b.sgf"
    "race-big-eye.sgf"
    "race-c.sgf"
    "race-chain.sgf"
    "race-connection.sgf"
    "race-corridors.sgf"
    "race-d.sgf"
    "race-e-ko.sgf"
    "race-e.sgf"
    "race-eye.sgf"
    "race-eyes.sgf"
    "race-figure-1.sgf"
    "race-figure-10.sgf"
    "race-figure-13.sgf"
    "race-figure-7.sgf"
    "race-figure-8.sgf"
    "race-figure-9.sgf"
    "race-graph-hot.json"
    "race-graph.json"
    "race-ko-approach.sgf"
    "race-ko-direct.sgf"
    "race-ko-double.sgf"
    "race-ko-idle.sgf"
    "race-ko-shared.sgf"
    "race-ko-two.sgf"
    "race-ko.sgf"
    "race-life.sgf"
    "race-pattern-01.sgf"
    "race-pattern-02.sgf"
    "race-pattern-03.sgf"
    "race-pattern-04.sgf"
    "race-pattern-05.sgf"
    "race-pattern-06.sgf"
    "race-pattern-07.sgf"
    "race-pattern-08.sgf"
    "race-pattern-09.sgf"
    "race-pattern-10.sgf"
    "race-ring.sgf"
    "race-shared-0.sgf"
    "race-shared-1.sgf"
    "race-shared-2.sgf"
    "race-shared-3.sgf"
    "race-shared-4.sgf"
    "race-throw-in.sgf"
    "race.sgf"
    "rectangle.sgf"
    "review.sgf"
    "rules.cases"
    "snapback.cases"
    "snapback.sgf"
    "tsume.txt"
};

/// The text of a file. A name that is not there does not compile, where it is asked for in a constant.
///
/// ```
/// const NET: &str = tesuji_examples::text("net.sgf");
/// assert!(NET.starts_with("(;"));
/// ```
///
/// # Panics
/// If there is no such file.
#[must_use]
pub const fn text(name: &str) -> &'static str {
    let mut index = 0;
    while index < FILES.len() {
        let (known, text) = FILES[index];
        if is_same(known.as_bytes(), name.as_bytes()) {
            return text;
        }
        index += 1;
    }
    panic!("there is no such example")
}

/// The text of a file, if there is one of this name.
///
/// ```
/// assert!(tesuji_examples::find("race-a.sgf").is_some());
/// assert!(tesuji_examples::find("race-z.sgf").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of all files.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// The text of a file that is named as in the book, for whoever types its commands away from its files.
///
/// ```
/// use std::path::Path;
/// assert!(tesuji_examples::carried(Path::new("examples/race-a.sgf")).is_some());
/// assert!(tesuji_examples::carried(Path::new("race-a.sgf")).is_none());
/// ```
#[must_use]
pub fn carried(path: &Path) -> Option<&'static str> {
    find(path.strip_prefix("examples").ok()?.to_str()?)
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    true
}
