//! What is checked of every parser, for any input: `fuzz_targets` hand these what a fuzzer finds, and the test of this package what it
//! makes of the committed corpora by [`spoiled`], so that every test run fuzzes a little.

pub mod board_name;
pub mod cases;
pub mod cgt_parse;
pub mod diagram;
pub mod gtp;
pub mod inputs;
pub mod json;
pub mod question;
pub mod sensei;
pub mod sfen;
pub mod sgf;
pub mod simpei;
pub mod tactic_map;
pub mod usi;

use rand::RngExt;
use tesuji_ask::Desk;
use tesuji_job::Limits;

/// A check that is given any bytes; what wants a text is not asked about others.
pub type Check = fn(&[u8]);

/// Every check by its name, which is that of its corpus.
pub const CHECKS: &[(&str, Check)] = &[
    ("board_name", |bytes| text(bytes, board_name::check)),
    ("cases", |bytes| text(bytes, cases::check)),
    ("cgt_parse", |bytes| text(bytes, cgt_parse::check)),
    ("diagram", |bytes| text(bytes, diagram::check)),
    ("gtp", gtp::check),
    ("json", json::check),
    ("question", |bytes| text(bytes, question::check)),
    ("sensei", sensei::check),
    ("sfen", |bytes| text(bytes, sfen::check)),
    ("sgf", sgf::check),
    ("simpei", |bytes| text(bytes, simpei::check)),
    ("tactic_map", |bytes| text(bytes, tactic_map::check)),
    ("usi", usi::check),
];

fn text(bytes: &[u8], check: fn(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        check(text);
    }
}

/// Where questions are asked: none may take long.
fn desk() -> Desk {
    Desk::new().with_most(Limits::nodes(300).with_memory(64 << 20))
}

/// What confuses readers.
const STRANGE: &[&[u8]] = &[
    b"\0",
    b"\xFF\xFE",
    b"\xEF\xBB\xBF",
    "囲碁".as_bytes(),
    b"99999999999999999999",
    b"-1",
    b"0",
    b"1e999",
    b"NaN",
    b"null",
    b"[[[[[[[[[[[[[[[[",
    b"{{{{{{{{{{{{{{{{",
    b"((((((((((((((((",
    b")",
    b"]",
    b"}",
    b"|",
    b"\"",
    b"\\",
    b"\r\n",
    b"SZ[0]",
    b"AB[zz]AW[aa]",
    b" + ",
    b"--",
    b"%s",
];

/// A good input, spoiled in one to three places.
pub fn spoiled(chance: &mut impl RngExt, good: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..chance.random_range(1..=3) {
        let at = chance.random_range(0..=bytes.len());
        let length = chance.random_range(1..=8).min(bytes.len() - at);
        match chance.random_range(0..6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..at + length)),
            2 => {
                let again = bytes[at..at + length].to_vec();
                bytes.splice(at..at, again);
            }
            3 if at < bytes.len() => bytes[at] = chance.random(),
            4 => {
                let moved: Vec<u8> = bytes.drain(at..at + length).collect();
                let to = chance.random_range(0..=bytes.len());
                bytes.splice(to..to, moved);
            }
            _ => {
                let strange = STRANGE[chance.random_range(0..STRANGE.len())];
                bytes.splice(at..at, strange.iter().copied());
            }
        }
    }
    bytes
}
