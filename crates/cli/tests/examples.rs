//! The race examples are what the composer makes of the catalogue; `TESUJI_WRITE=1` writes them anew.

use std::path::Path;

use tesuji_formats::{SgfTree, write_sgf};
use tesuji_race::catalogue::{self, problem};
use tesuji_race::compose::{Recipe, Shape, compose};

/// File name, title, recipe, comment.
fn examples() -> Vec<(String, String, Recipe<'static>, &'static str)> {
    let mut all = Vec::new();
    let comments = [
        ('A', "Black to move wins, and only in the region worth 2*."),
        ('B', "Black to move wins, and only in the region worth 4^."),
        ('C', "Black to move wins in the region worth 2* or in the one worth 4^."),
        ('D', "Black to move wins in the region with the largest denominator."),
        ('E', "Thirteen regions: Black to move wins, and only in the region worth 3{-_1|0}."),
    ];
    for (name, comment) in comments {
        let recipe = problem(name).expect("a problem");
        let file = format!("race-{}.sgf", name.to_ascii_lowercase());
        all.push((file, format!("Capturing race: problem {name}"), recipe, comment));
    }
    for shared in 0..=4 {
        let recipe = Recipe { regions: [vec![&[".", "."]], vec![&[".", "."]]], shared, ..Recipe::default() };
        let comment = "Two liberties each, and liberties that both blocks share.";
        all.push((
            format!("race-shared-{shared}.sgf"),
            format!("{shared} shared liberties"),
            recipe,
            comment,
        ));
    }
    let recipe =
        Recipe { regions: [vec![&["."]], vec![&[".", ".", "."]]], shared: 2, eyes: [vec!["."], vec![]] };
    all.push((
        "race-eye.sgf".into(),
        "An eye against no eye".into(),
        recipe,
        "The side with the eye needs no seki.",
    ));
    let recipe =
        Recipe { regions: [vec![], vec![&[".", "."]]], shared: 1, eyes: [vec!["..", ".."], vec!["."]] };
    all.push((
        "race-big-eye.sgf".into(),
        "A big eye against a small one".into(),
        recipe,
        "Four points in a square are five moves.",
    ));
    let recipe = Recipe {
        regions: [vec![&["."]], vec![&[".", "."]]],
        eyes: [vec!["..."], vec![]],
        ..Recipe::default()
    };
    all.push((
        "race-life.sgf".into(),
        "One that may live".into(),
        recipe,
        "Black lives by playing inside; White prevents it there.",
    ));
    let recipe = Recipe { regions: [vec![catalogue::STAR], vec![&[".", ".", "."]]], ..Recipe::default() };
    all.push((
        "race-connection.sgf".into(),
        "A connection to stones with liberties".into(),
        recipe,
        "Both sides want the same point.",
    ));
    let approach: [Vec<Shape<'static>>; 2] =
        [vec![&["#WW", "...", "#WW"]; 2], vec![&[".", ".", ".", ".", "."]]];
    all.push((
        "race-approach.sgf".into(),
        "An approach move".into(),
        Recipe { regions: approach, ..Recipe::default() },
        "Four liberties cost White five moves: in the first of the corridors White has to approach from outside.",
    ));
    let corridors =
        [vec![catalogue::THREE_QUARTERS, catalogue::SEVEN_EIGHTHS], vec![catalogue::HALF, &[".", "."]]];
    all.push((
        "race-corridors.sgf".into(),
        "Corridors".into(),
        Recipe { regions: corridors, ..Recipe::default() },
        "Corridors of liberties with two and three steps to their ends.",
    ));
    let ko: [&[&str]; 2] = [&["...#", "...W", "...#"], &[".", "."]];
    all.push((
        "race-ko.sgf".into(),
        "A region with a ko".into(),
        Recipe { regions: ko.map(|shape| vec![shape]), ..Recipe::default() },
        "There is room for a ko in Black's region, so it is not counted: search decides.",
    ));
    all
}

#[test]
fn race_examples_are_composed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for (file, title, recipe, comment) in examples() {
        // Problem E is not stacked but packed on 19x19.
        let diagram = if file == "race-e.sgf" { catalogue::whole_board() } else { compose(&recipe) };
        let diagram = diagram.unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut tree = SgfTree::from_diagram(&diagram).expect("a rectangle");
        let root = tree.nodes().next().expect("a root");
        tree.set(root, "GN", [tesuji_formats::Value::new(&title)]);
        tree.set_comment(root, comment);
        let text = write_sgf(&[tree.normalized()]);
        let path = folder.join(&file);
        if std::env::var_os("TESUJI_WRITE").is_some() {
            std::fs::write(&path, &text).expect("written");
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(known, text, "{file} is not what the composer makes; TESUJI_WRITE=1 writes it anew");
    }
}
