//! Random trees and random bytes: what is written is read back, and nothing panics.

use proptest::prelude::*;
use tesuji_formats::{Moment, NodeId, SgfTree, Value, read_sgf, write_sgf};

/// Text with everything that has a meaning in SGF.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zA-Z0-9 ]{0,6}",
        1 => Just("\\".to_string()),
        1 => Just("]".to_string()),
        1 => Just("[".to_string()),
        1 => Just(":".to_string()),
        1 => Just("\n".to_string()),
        1 => Just("\r\n".to_string()),
        1 => Just("\t".to_string()),
        1 => Just("(;)".to_string()),
        1 => "[黒白é\u{0}\u{feff}🀄]",
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        text().prop_map(|t| Value::new(&t)),
        (text(), text()).prop_map(|(a, b)| Value::pair(&a, &b)),
        "[a-s]{2}".prop_map(|t| Value::new(&t)),
        ("[a-s]{2}", "[a-sA-Z]{2}").prop_map(|(a, b)| Value::pair(&a, &b)),
    ]
}

const NAMES: [&str; 16] =
    ["AB", "AW", "AE", "B", "W", "C", "N", "LB", "TR", "AR", "GN", "AP", "XX", "SZ", "ZYX9", "VW"];
const SINGLE: [&str; 7] = ["B", "W", "N", "GN", "AP", "SZ", "C"];

prop_compose! {
    fn tree()(
        nodes in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::collection::vec((0..NAMES.len(), prop::collection::vec(value(), 1..5)), 0..4)),
            1..30,
        )
    ) -> SgfTree {
        let mut tree = SgfTree::new();
        for (parent, properties) in nodes {
            let ids: Vec<NodeId> = tree.nodes().collect();
            let node = tree.add_child(*parent.get(&ids));
            for (name, mut values) in properties {
                // A node with two moves is read as two nodes.
                if NAMES[name] == "W" && tree.property(node, "B").is_some() { continue; }
                if NAMES[name] == "B" && tree.property(node, "W").is_some() { continue; }
                if SINGLE.contains(&NAMES[name]) { values.truncate(1); }
                tree.set(node, NAMES[name], values);
            }
        }
        tree
    }
}

proptest! {
    #![proptest_config(crate::cases(1_000))]

    #[test]
    fn trees_round_trip(tree in tree()) {
        let text = tree.write();
        let file = read_sgf(text.as_bytes()).unwrap();
        prop_assert!(file.warnings.is_empty(), "{:?} in {}", file.warnings, text);
        prop_assert_eq!(&file.games, &vec![tree.normalized()]);
        prop_assert_eq!(write_sgf(&file.games), text);
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&bytes);
    }

    #[test]
    fn random_sgf_like_text_never_panics(
        text in "([(;)\\[\\]:\\\\ \n]|B|W|AB|AW|AE|SZ|TR|LB|C|PL|KO|KP|[a-i]{2}|[19]|é|CA\\[big5\\]){0,80}"
    ) {
        check(format!("(;{text}").as_bytes());
    }

    #[test]
    fn a_damaged_file_never_panics(at in 0usize..200, byte in any::<u8>()) {
        let mut bytes = b"(;FF[4]SZ[5]AB[aa:bb][cc]AW[de]TR[aa]LB[ab:x]C[some \\] text];B[ee](;W[dd])(;AE[aa];W[tt]PL[W]))".to_vec();
        let at = at % bytes.len();
        bytes[at] = byte;
        check(&bytes);
    }
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
