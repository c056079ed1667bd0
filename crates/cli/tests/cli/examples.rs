//! The race examples are what the composer makes of the catalogue; `TESUJI_BLESS=1` writes them anew.

use tesuji_board::Diagram;
use tesuji_formats::{SgfTree, write_sgf};
use tesuji_race::EyeClass;
use tesuji_race::catalogue::{self, dead_eye, eye_against_eye, problem};
use tesuji_race::compose::{Recipe, Shape, compose};

use crate::common;

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
    let recipe = Recipe {
        regions: [vec![&["."]], vec![&[".", ".", "."]]],
        shared: 2,
        eyes: [vec!["."], vec![]],
        ..Recipe::default()
    };
    all.push((
        "race-eye.sgf".into(),
        "An eye against no eye".into(),
        recipe,
        "The side with the eye needs no seki.",
    ));
    let recipe = Recipe {
        regions: [vec![], vec![&[".", "."]]],
        shared: 1,
        eyes: [vec!["..", ".."], vec!["."]],
        ..Recipe::default()
    };
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
    let recipe = |black, white, shared| Recipe { regions: [black, white], shared, ..Recipe::default() };
    let two: Shape<'static> = &[".", "."];
    all.push((
        "race-ko-direct.sgf".into(),
        "A ko that decides".into(),
        recipe(vec![catalogue::ONE, catalogue::KO], vec![two], 1),
        "Black takes the ko and wins, unless White finds a threat.",
    ));
    all.push((
        "race-ko-two.sgf".into(),
        "Two kos".into(),
        recipe(vec![catalogue::KO, catalogue::ONE], vec![catalogue::OPEN_KO], 1),
        "With Black first it takes White two threats to turn the race.",
    ));
    all.push((
        "race-ko-approach.sgf".into(),
        "A ko with an approach move".into(),
        recipe(vec![&["##W", "#d.", "#.W", "##W"]], vec![&[".", ".", "."]], 1),
        "White has to approach before the ko can be taken.",
    ));
    all.push((
        "race-ko-double.sgf".into(),
        "More kos than one can fight".into(),
        recipe(vec![two], vec![catalogue::KO, catalogue::OPEN_KO, catalogue::OPEN_KO], 0),
        "Whatever ko Black takes, White takes another: nobody is captured if Black begins.",
    ));
    all.push((
        "race-ko-idle.sgf".into(),
        "A ko that cannot matter".into(),
        recipe(vec![&["."]], vec![catalogue::KO, catalogue::ONE], 0),
        "White may take the ko back, but the move costs as much as it gains.",
    ));
    let between = |shape: &[&'static str]| Recipe {
        regions: [vec![catalogue::ONE], vec![catalogue::ONE]],
        between: shape.to_vec(),
        ..Recipe::default()
    };
    all.push((
        "race-ko-shared.sgf".into(),
        "A ko inside a shared region".into(),
        between(&[".X", "..", "Xo"]),
        "The ko is between the racing blocks, and the liberty that it gains belongs to one of them.",
    ));
    all.push((
        "race-throw-in.sgf".into(),
        "A throw-in between the blocks".into(),
        between(&[".xx", "..O"]),
        "White, moving first, gives up a stone between the blocks and gains the move that wins.",
    ));
    let mut idle = problem('E').unwrap_or_default();
    idle.regions[1].push(catalogue::OPEN_KO);
    all.push((
        "race-e-ko.sgf".into(),
        "Problem E with a ko".into(),
        idle,
        "White has one liberty more than in the paper, whoever fights for the ko.",
    ));
    all
}

#[test]
fn race_examples_are_composed() {
    for (file, title, recipe, comment) in examples() {
        // Problem E is not stacked but packed on 19x19.
        let diagram = if file == "race-e.sgf" { catalogue::whole_board() } else { compose(&recipe) };
        let diagram = diagram.unwrap_or_else(|error| panic!("{file}: {error}"));
        check(&file, &[game(&diagram, &title, comment)]);
    }
}

/// A game of an example file.
fn game(diagram: &Diagram, title: &str, comment: &str) -> SgfTree {
    let mut tree = SgfTree::from_diagram(diagram).expect("a rectangle");
    let root = tree.nodes().next().expect("a root");
    tree.set(root, "GN", [tesuji_formats::Value::new(title)]);
    tree.set_comment(root, comment);
    tree.normalized()
}

/// The file holds these games and nothing else.
fn check(file: &str, games: &[SgfTree]) {
    let text = write_sgf(games);
    let path = common::root().join("examples").join(file);
    if std::env::var_os("TESUJI_BLESS").is_some() {
        std::fs::write(&path, &text).expect("written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(known, text, "{file} is not what the composer makes; TESUJI_BLESS=1 writes it anew");
}

/// The eye sizes of Black and White in `race-eyes.sgf`, game by game.
fn pairs_of_eyes() -> impl Iterator<Item = (usize, usize)> {
    (1..=7).flat_map(|black| (1..=7).map(move |white| (black, white)))
}

fn ends_in_seki((black, white): (usize, usize)) -> bool {
    EyeClass::of_size(black) == EyeClass::of_size(white)
}

#[test]
fn the_collection_of_eyes_is_composed() {
    let games: Vec<SgfTree> = pairs_of_eyes()
        .map(|(black, white)| {
            let recipe = eye_against_eye(black, white).expect("sizes");
            let side = |name: &str, size: usize, outside: usize| {
                let eye = dead_eye(size).expect("a size");
                let (stones, moves) = (eye.stones, eye.moves);
                format!(
                    "{name}: eye of size {size}, stones inside: {stones}, moves it takes: {moves}, liberties outside: {outside}."
                )
            };
            let [outside_black, outside_white] =
                recipe.regions.each_ref().map(|regions| regions.iter().map(|shape| shape.len()).sum());
            let ends = if ends_in_seki((black, white)) {
                "Eyes of the same class: seki, whoever moves first."
            } else {
                "Who moves first wins; the side with the smaller eye has to fill the shared liberty."
            };
            let comment = format!(
                "{}\n{}\nLiberties shared: 1. {ends}",
                side("Black", black, outside_black),
                side("White", white, outside_white),
            );
            let title = format!("Eye of size {black} against eye of size {white}");
            game(&compose(&recipe).expect("a board"), &title, &comment)
        })
        .collect();
    check("race-eyes.sgf", &games);
}

#[test]
fn every_eye_against_every_other_is_answered() {
    // The larger eye for White; the mirror images are answered in the tests of the library. With nodes for the verdict: all first moves take more.
    for (number, pair) in (1..).zip(pairs_of_eyes()).filter(|(_, (black, white))| black <= white) {
        let number = format!("{number}");
        let answer = common::json(&["race", "examples/race-eyes.sgf", "--game", &number, "--nodes", "5000"]);
        for (first, winner) in [("black_first", "black"), ("white_first", "white")] {
            let expected = if ends_in_seki(pair) { "seki" } else { winner };
            assert_eq!(answer[first]["verdict"], expected, "{pair:?} {first}");
        }
        assert_eq!(answer["method"], "static", "{pair:?}");
    }
}

/// A program that was installed knows the files of the book wherever it is called.
#[test]
fn commands_of_the_book_work_away_from_its_files() {
    for entry in std::fs::read_dir(common::root().join("examples")).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        if entry.path().is_file() && !["Cargo.toml", "lib.rs"].contains(&name.as_str()) {
            assert!(tesuji_examples::find(&name).is_some(), "the program does not carry {name}");
        }
    }
    let away = |words: &[&str]| {
        let output = common::program(words).current_dir(common::folder("away")).output().expect("it runs");
        common::Told::from(output)
    };
    let told = away(&["race", "examples/race-a.sgf"]);
    assert_eq!((told.code, told.out), (Some(0), common::run(&["race", "examples/race-a.sgf"]).out));
    assert_eq!(told.err, "tesuji: examples/race-a.sgf is not here: this is the copy inside the program\n");
    assert_eq!(away(&["regress", "examples/rules.cases"]).code, Some(0));
    // Its script loads a game that is not there either.
    assert_eq!(away(&["regress", "examples/ko.tst"]).code, Some(0));
    assert!(away(&["show", "examples/race-z.sgf"]).refusal().ends_with("there is no such file"));
    assert!(away(&["show", "race-a.sgf"]).refusal().ends_with("there is no such file"));
}
