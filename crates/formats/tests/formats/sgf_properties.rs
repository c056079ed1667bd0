//! Random trees and random bytes: what is written is read back, and nothing panics.

use fuzz_cases::{cases, list, one_of, text};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_formats::{Moment, NodeId, SgfTree, Value, read_sgf, write_sgf};

/// Text with everything that has a meaning in SGF.
fn words(rng: &mut ChaCha8Rng) -> String {
    const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ";
    let piece = |rng: &mut ChaCha8Rng| match rng.random_range(0..13) {
        0..4 => text(rng, 0..=6, PLAIN),
        4 => text(rng, 1..=1, "黒白é\u{0}\u{feff}🀄"),
        _ => one_of(rng, &["\\", "]", "[", ":", "\n", "\r\n", "\t", "(;)"]).to_string(),
    };
    list(rng, 0..=7, piece).concat()
}

fn point(rng: &mut ChaCha8Rng) -> String {
    text(rng, 2..=2, "abcdefghijklmnopqrs")
}

fn value(rng: &mut ChaCha8Rng) -> Value {
    match rng.random_range(0..4) {
        0 => Value::new(&words(rng)),
        1 => Value::pair(&words(rng), &words(rng)),
        2 => Value::new(&point(rng)),
        _ => Value::pair(&point(rng), &text(rng, 2..=2, "abcdefghijklmnopqrsABCDEFGHIJKLMNOPQRSTUVWXYZ")),
    }
}

const NAMES: [&str; 16] =
    ["AB", "AW", "AE", "B", "W", "C", "N", "LB", "TR", "AR", "GN", "AP", "XX", "SZ", "ZYX9", "VW"];
const SINGLE: [&str; 7] = ["B", "W", "N", "GN", "AP", "SZ", "C"];

fn tree(rng: &mut ChaCha8Rng) -> SgfTree {
    let mut tree = SgfTree::new();
    for _ in 0..rng.random_range(1..30) {
        let ids: Vec<NodeId> = tree.nodes().collect();
        let node = tree.add_child(one_of(rng, &ids));
        for _ in 0..rng.random_range(0..4) {
            let name = one_of(rng, &NAMES);
            let most = if SINGLE.contains(&name) { 1 } else { 4 };
            let values = list(rng, 1..=most, value);
            // A node with two moves is read as two nodes.
            let other = if name == "W" { "B" } else { "W" };
            if !matches!(name, "B" | "W") || tree.property(node, other).is_none() {
                tree.set(node, name, values);
            }
        }
    }
    tree
}

#[test]
fn trees_round_trip() {
    cases(1_000, tree, |tree| {
        let text = tree.write();
        let file = read_sgf(text.as_bytes()).unwrap();
        assert!(file.warnings.is_empty(), "{:?} in {text}", file.warnings);
        assert_eq!(file.games, [tree.normalized()]);
        assert_eq!(write_sgf(&file.games), text);
    });
}

#[test]
fn random_bytes_never_panic() {
    cases(1_000, |rng| list(rng, 0..=299, RngExt::random::<u8>), |bytes| check(bytes));
}

#[test]
fn random_sgf_like_text_never_panics() {
    const PIECES: [&str; 23] = [
        "(", ";", ")", "[", "]", ":", "\\", " ", "\n", "B", "W", "AB", "AW", "AE", "SZ", "TR", "LB", "C",
        "PL", "KO", "KP", "é", "CA[big5]",
    ];
    let piece = |rng: &mut ChaCha8Rng| match rng.random_range(0..6) {
        0 => text(rng, 2..=2, "abcdefghi"),
        1 => text(rng, 1..=1, "19"),
        _ => one_of(rng, &PIECES).to_string(),
    };
    cases(1_000, |rng| format!("(;{}", list(rng, 0..=80, piece).concat()), |text| check(text.as_bytes()));
}

#[test]
fn a_damaged_file_never_panics() {
    let whole =
        b"(;FF[4]SZ[5]AB[aa:bb][cc]AW[de]TR[aa]LB[ab:x]C[some \\] text];B[ee](;W[dd])(;AE[aa];W[tt]PL[W]))";
    let any = |rng: &mut ChaCha8Rng| (rng.random_range(0..whole.len()), rng.random());
    cases(1_000, any, |&(at, byte)| {
        let mut bytes = whole.to_vec();
        bytes[at] = byte;
        check(&bytes);
    });
}

/// Whatever is read is written in a form that reads as the same tree and is written the same way.
fn check(bytes: &[u8]) {
    match read_sgf(bytes) {
        Err(error) => assert!(!error.render("random", bytes).is_empty()),
        Ok(file) => {
            for warning in &file.warnings {
                assert!(!warning.render("random", bytes).is_empty());
            }
            for game in &file.games {
                for node in game.nodes() {
                    let _ = game.diagram(Moment::Node(node));
                }
                if let Ok(problem) = game.diagram(Moment::Problem) {
                    let again = SgfTree::from_diagram(&problem).unwrap();
                    assert_eq!(again.diagram(Moment::Problem).unwrap(), problem);
                }
            }
            let text = write_sgf(&file.games);
            let again = read_sgf(text.as_bytes()).unwrap();
            assert_eq!(again.games, file.games.iter().map(SgfTree::normalized).collect::<Vec<_>>());
            assert_eq!(write_sgf(&again.games), text);
            assert!(again.warnings.is_empty(), "{:?}", again.warnings);
        }
    }
}
