//! Tactic maps: the compiled evaluator against the definitions, reading and writing, what is refused.

use crate::common::{BOARDS, board, naive, random, random_graph, random_map, random_position};
use fuzz_cases::{cases, text};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_board::recurrence::SetPosition;
use tesuji_board::{
    Color, Playout, PlayoutRules, PointSet, Setup, Topology, WithWords, points_of, with_words, words_of,
};
use tesuji_maps::{Base, Binary, Map, PAPER, Problem, Program, Unary, simplified};

/// The program's answer at the asked points.
struct Evaluate<'a> {
    map: &'a Map,
    setup: &'a Setup,
    asked: &'a PointSet,
}

impl WithWords for Evaluate<'_> {
    type Output = PointSet;
    fn run<const W: usize>(self) -> PointSet {
        let mut game: Playout<W> = Playout::new(self.setup.topology.clone(), PlayoutRules::default());
        game.set(self.setup);
        points_of(Program::new(self.map).evaluate(&game, &words_of(self.asked))).collect()
    }
}

fn setup_of(position: &SetPosition, board: &std::sync::Arc<Topology>, to_move: Color) -> Setup {
    Setup {
        black: position.stones(Color::Black).clone(),
        white: position.stones(Color::White).clone(),
        to_move,
        ..Setup::empty(board.clone())
    }
}

fn compare_on(board: &std::sync::Arc<Topology>, seed: u64, positions: usize, maps: usize) -> usize {
    let mut rng = random(seed);
    let mut different_sets = 0;
    for _ in 0..positions {
        let position = random_position(board, &mut rng);
        let mover = Color::BOTH[rng.random_range(0..2)];
        let setup = setup_of(&position, board, mover);
        for _ in 0..maps {
            let map = random_map(&mut rng, 5);
            let expected = naive(&map, &position, mover, board);
            let full = PointSet::full(board.len());
            let asked: PointSet = board.points().filter(|_| rng.random_bool(0.5)).collect();
            for asked in [&full, &position.empty(), &asked] {
                let got = with_words(board.len(), Evaluate { map: &map, setup: &setup, asked });
                assert_eq!(got, &expected & asked, "{map} for {mover} on {}", board.name());
            }
            let simple = simplified(&map);
            assert!(simple.size() <= map.size() + 1, "{map} became {simple}");
            assert_eq!(naive(&simple, &position, mover, board), expected, "{map} became {simple}");
            different_sets += usize::from(!expected.is_empty() && expected != full);
        }
    }
    different_sets
}

#[test]
fn the_compiled_evaluator_follows_the_definitions_on_every_board() {
    for (seed, name) in BOARDS.iter().enumerate() {
        let board = board(name);
        let (positions, maps) = if board.len() > 100 { (4, 40) } else { (25, 60) };
        let telling = compare_on(&board, seed as u64, positions, maps);
        assert!(board.len() < 10 || telling > positions * maps / 5, "{name}: {telling}");
    }
}

#[test]
fn the_compiled_evaluator_follows_the_definitions_on_random_graphs() {
    for seed in 0..40 {
        let mut rng = random(500 + seed);
        let points = rng.random_range(1..=70);
        let density = rng.random_range(0.02..0.4);
        let board = random_graph(&mut rng, points, density);
        compare_on(&board, seed, 4, 25);
    }
}

#[test]
fn printing_and_parsing_are_inverse() {
    let any = |rng: &mut ChaCha8Rng| {
        let levels = rng.random_range(0..8);
        random_map(rng, levels)
    };
    cases(2000, any, |map| {
        let text = map.to_string();
        assert_eq!(text.parse::<Map>().as_ref(), Ok(map));
        // The mathematical signs, the paper's indices, and any spaces mean the same.
        let signs = text.replace('&', "∩").replace('|', "∪").replace('\\', "∖").replace('~', "¬ ");
        let signs =
            signs.replace("P", "P_").replace("AB", "A^B").replace("DW", "D ^W".trim()).replace("D ^W", "D^W");
        assert_eq!(signs.parse::<Map>().as_ref(), Ok(map));
    });
}

#[test]
fn any_text_is_read_or_refused_with_a_column() {
    let any = |rng: &mut _| text(rng, 0..=40, "BWVHFPQAD0123456789()~&|\\ -");
    cases(2000, any, |text| match text.parse::<Map>() {
        Ok(map) => assert_eq!(map.to_string().parse::<Map>(), Ok(map)),
        Err(error) => assert!(error.column >= 1 && error.column <= text.chars().count() + 1, "{error}"),
    });
}

#[test]
fn ambiguous_expressions_are_refused_with_both_readings() {
    for (text, column, left, right) in [
        ("W | V & ~B", 7, "(W | V) & ~B", "W | (V & ~B)"),
        ("B & W & V \\ H", 11, "(B & W & V) \\ H", "B & W & (V \\ H)"),
        ("V \\ B \\ W", 7, "(V \\ B) \\ W", "V \\ (B \\ W)"),
        ("F(W ∪ V ∖ F(Q3(~W)))", 9, "(W ∪ V) ∖ F(Q3(~W))", "W ∪ (V ∖ F(Q3(~W)))"),
        // The suggestion is one line whatever was written.
        ("~W\n &\t~ B | \nV", 11, "(~W & ~ B) | V", "~W & (~ B | V)"),
    ] {
        let error = text.parse::<Map>().unwrap_err();
        let expected = Problem::Ambiguous { left: left.into(), right: right.into() };
        assert_eq!((error.column, &error.problem), (column, &expected), "{text}");
        // What is suggested is read.
        for reading in [left, right] {
            reading.parse::<Map>().unwrap();
        }
    }
}

#[test]
fn refusals_say_what_and_where() {
    for (text, column, words) in [
        ("", 1, "expected a set"),
        ("B &", 4, "expected a set"),
        ("(B | W", 7, "column 1 is not closed"),
        ("B)", 2, "expected an operator"),
        ("X", 1, "no 'X'"),
        ("B | b", 5, "no 'b'"),
        ("P(B)", 1, "needs a number"),
        ("P99999(B)", 1, "needs a number"),
        ("P4 B", 4, "P4(...)"),
        ("F~B", 2, "F(...)"),
        ("B W", 3, "expected an operator"),
        ("🦀", 1, "expected a set"),
        ("B & \u{1b}[2J", 5, "found '\\u{1b}'"),
    ] {
        let error = text.parse::<Map>().unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
    for deep in
        ["(".repeat(100_000), "~".repeat(100_000), format!("B{}", " & B".repeat(100_000)), "F(".repeat(9999)]
    {
        assert_eq!(deep.parse::<Map>().unwrap_err().problem, Problem::TooDeep);
    }
}

/// What the readings of the paper's maps say about empty points.
#[test]
fn the_maps_of_the_paper_mean_what_is_said_of_them() {
    let mut rng = random(3);
    let maps = PAPER.map(|named| named.map());
    for name in ["square:6", "hexagon:4", "triangle:8", "honeycomb:3"] {
        let board = board(name);
        for _ in 0..60 {
            let position = random_position(&board, &mut rng);
            let mover = Color::BOTH[rng.random_range(0..2)];
            let empty = position.empty();
            let enemy = position.stones(mover.opponent());
            let by_hand: PointSet = empty
                .iter()
                .filter(|&p| {
                    let near =
                        |set: &PointSet| board.neighbors(p).iter().filter(|&&n| set.contains(n)).count();
                    near(enemy) > 0 || near(&empty) >= 3
                })
                .collect();
            let third = &naive(&maps[2], &position, mover, &board) & &empty;
            assert_eq!(third, by_hand, "(3): touches an enemy stone, or has three empty neighbours");
            let second = &naive(&maps[1], &position, mover, &board) & &empty;
            assert_eq!(second, third, "(2) is (3) where moves can be made");
        }
    }
}

#[test]
fn depth_is_the_papers() {
    let set = Map::Set(Base::Empty);
    assert_eq!(set.depth(), 1);
    let two = Map::two(Binary::And, set.clone(), Map::one(Unary::Not, set));
    assert_eq!((two.depth(), two.size(), two.nodes().len()), (3, 4, 3));
}
