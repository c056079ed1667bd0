//! The crate `sgf-parse` reads what we write, and finds the same nodes, points and texts.
//!
//! Only where that crate is right: it keeps soft line breaks, loses escapes in labels and rejects `VW[]`, so the trees
//! here have none of these.

use std::collections::BTreeSet;

use fuzz_cases::{cases, list, one_of, text};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use sgf_parse::SgfNode;
use sgf_parse::go::{Move, Point, Prop};
use tesuji_formats::{NodeId, SgfTree, Value, read_sgf};

fn points(rng: &mut ChaCha8Rng) -> Vec<String> {
    list(rng, 0..=5, |rng| text(rng, 2..=2, "abcdefghijklmnopqrs"))
}

fn words(rng: &mut ChaCha8Rng) -> String {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 :;()[]\\é黒🀄";
    text(rng, 0..=12, LETTERS)
}

fn tree(rng: &mut ChaCha8Rng) -> SgfTree {
    let mut tree = SgfTree::new();
    for _ in 0..rng.random_range(1..25) {
        let ids: Vec<NodeId> = tree.nodes().collect();
        let node = tree.add_child(one_of(rng, &ids));
        let (first, second) = (points(rng), points(rng));
        let list = |points: &[String]| points.iter().map(|p| Value::new(p)).collect::<Vec<_>>();
        match rng.random_range(0..5) {
            0 => tree.set(node, "B", [Value::new(first.first().map_or("", |p| p))]),
            1 => tree.set(node, "W", [Value::new(first.first().map_or("", |p| p))]),
            2 => {
                let others = second.into_iter().filter(|p| !first.contains(p)).collect::<Vec<_>>();
                tree.set(node, "AB", list(&first));
                tree.set(node, "AW", list(&others));
            }
            3 => tree.set(node, "TR", list(&first)),
            _ => tree.set(node, "XY", [Value::new("private")]),
        }
        let (comment, name) = (words(rng), words(rng));
        if !comment.is_empty() {
            tree.set_comment(node, &format!("{comment}\n{name}"));
            tree.set(node, "N", [Value::new(&name)]);
        }
    }
    tree
}

/// Both trees in the same words: one line for each node, its depth and its properties.
fn ours(tree: &SgfTree) -> Vec<String> {
    let describe = |node: NodeId| {
        let mut lines: Vec<String> = Vec::new();
        for property in tree.properties(node) {
            let name = property.identifier();
            let texts: BTreeSet<&str> = property.values().iter().map(Value::text).collect();
            match name.as_str() {
                "B" | "W" | "AB" | "AW" | "TR" => lines.push(format!("{name} {texts:?}")),
                "C" | "N" | "XY" => lines.push(format!("{name} {:?}", property.text())),
                "SZ" => lines.push(format!("SZ {0} {0}", property.text())),
                _ => {}
            }
        }
        lines.sort();
        format!("{} {lines:?}", tree.path_to(node).len())
    };
    tree.depth_first().map(describe).collect()
}

fn theirs(root: &SgfNode<Prop>) -> Vec<String> {
    let letters = |p: &Point| format!("{}{}", char::from(b'a' + p.x), char::from(b'a' + p.y));
    let set = |points: &std::collections::HashSet<Point>| points.iter().map(letters).collect::<BTreeSet<_>>();
    let step = |m: &Move| match m {
        Move::Pass => BTreeSet::from([String::new()]),
        Move::Move(point) => BTreeSet::from([letters(point)]),
    };
    let describe = |node: &SgfNode<Prop>, depth: usize| {
        let mut lines: Vec<String> = node
            .properties()
            .filter_map(|property| {
                Some(match property {
                    Prop::B(m) => format!("B {:?}", step(m)),
                    Prop::W(m) => format!("W {:?}", step(m)),
                    Prop::AB(points) => format!("AB {:?}", set(points)),
                    Prop::AW(points) => format!("AW {:?}", set(points)),
                    Prop::TR(points) => format!("TR {:?}", set(points)),
                    Prop::C(text) => format!("C {:?}", text.text),
                    Prop::N(text) => format!("N {:?}", text.text),
                    Prop::Unknown(name, values) => format!("{name} {:?}", values[0]),
                    Prop::SZ((width, height)) => format!("SZ {width} {height}"),
                    Prop::Invalid(name, values) => panic!("{name} {values:?} is invalid"),
                    _ => return None,
                })
            })
            .collect();
        lines.sort();
        format!("{depth} {lines:?}")
    };
    let mut found = Vec::new();
    let mut open = vec![(root, 1)];
    while let Some((node, depth)) = open.pop() {
        found.push(describe(node, depth));
        let children: Vec<_> = node.children().collect();
        open.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
    }
    found
}

#[test]
fn another_reader_finds_the_same_game() {
    cases(500, tree, |tree| {
        let text = tree.write();
        let parsed = sgf_parse::go::parse(&text).unwrap();
        assert_eq!(parsed.len(), 1);
        assert_eq!(theirs(&parsed[0]), ours(&read_sgf(text.as_bytes()).unwrap().games[0]));
        assert_eq!(ours(&tree.normalized()), theirs(&parsed[0]));
    });
}
