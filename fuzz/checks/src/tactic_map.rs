//! Any text is a tactic map or a clear error. What is a map prints to a text that reads back as the same map, and on a
//! position its set follows from the sets of its parts as the definitions say, with the map simplified and compiled or not.

use tesuji_board::recurrence::SetPosition;
use tesuji_board::{Color, Point, PointSet, Setup, Topology};
use tesuji_job::{Random, fingerprint};
use tesuji_maps::{Base, Binary, Map, ParseError, RuleSet, Unary, set_of, simplified};

/// The set of a map for Black to move, given how to find the sets of its arguments.
fn by_definition(
    map: &Map,
    position: &SetPosition,
    board: &Topology,
    sub: impl Fn(&Map) -> PointSet,
) -> PointSet {
    let stones = |color: Color| position.stones(color);
    let having = |set: &PointSet, test: &dyn Fn(usize) -> bool| -> PointSet {
        board.points().filter(|&y| test((position.surroundings(y) & set).len())).collect()
    };
    match map {
        Map::Set(Base::Own) => stones(Color::Black).clone(),
        Map::Set(Base::Enemy) => stones(Color::White).clone(),
        Map::Set(Base::Empty) => position.empty(),
        Map::Set(Base::OneLiberty) => position.one_liberty(),
        Map::Two(Binary::And, left, right) => &sub(left) & &sub(right),
        Map::Two(Binary::Or, left, right) => &sub(left) | &sub(right),
        Map::Two(Binary::Minus, left, right) => &sub(left) - &sub(right),
        Map::One(operator, argument) => {
            let set = sub(argument);
            let touching = |color: Color| &having(&set, &|n| n > 0) & stones(color);
            match *operator {
                Unary::Not => &PointSet::full(board.len()) - &set,
                Unary::Reach => set.iter().fold(PointSet::new(), |all, x| &all | position.surroundings(x)),
                Unary::Near => board
                    .points()
                    .filter(|&y| set.contains(y) || board.neighbors(y).iter().any(|&x| set.contains(x)))
                    .collect(),
                Unary::AtLeast(least) => having(&set, &|n| n >= usize::from(least)),
                Unary::AtMost(most) => having(&set, &|n| n <= usize::from(most)),
                // Each point of the set is in its own F.
                Unary::Joined(color) => &touching(color) | &set,
                Unary::Taken(color) => &touching(color.opponent()) & &position.one_liberty(),
            }
        }
    }
}

/// See the head of this file.
pub fn check(text: &str) {
    let map = match text.parse::<Map>() {
        Ok(map) => map,
        Err(ParseError { column, problem }) => {
            assert!(column >= 1 && column <= text.chars().count() + 1, "column {column}: {problem}");
            assert!(!problem.to_string().contains('\n'), "{problem}");
            return;
        }
    };
    let printed = map.to_string();
    assert_eq!(printed.parse::<Map>().as_ref(), Ok(&map), "{printed}");
    let simple = simplified(&map);
    assert!(simple.size() <= map.size(), "{printed} became {simple}");
    assert_eq!(simple.to_string().parse::<Map>().as_ref(), Ok(&simple));

    // A position that depends on the text.
    let mut random = Random::new(fingerprint(text), 0, 0);
    let name = ["square:4", "hexagon:3", "honeycomb:2", "square:9"][random.below(4) as usize];
    let board = Topology::parse(name).expect("a board");
    let mut position = SetPosition::new(board.clone());
    for _ in 0..random.below(60) {
        let color = Color::BOTH[random.below(2) as usize];
        let legal: Vec<Point> = position.legal_moves(color).iter().collect();
        if !legal.is_empty() {
            position.play(color, legal[random.below(legal.len() as u32) as usize]);
        }
    }
    let setup = Setup {
        topology: board.clone(),
        black: position.stones(Color::Black).clone(),
        white: position.stones(Color::White).clone(),
        to_move: Color::Black,
        ko: None,
    };
    let compiled = |map: &Map| set_of(map, &setup, &RuleSet::PAPER).set;
    for node in map.nodes().into_iter().take(30) {
        assert_eq!(compiled(node), by_definition(node, &position, &board, compiled), "{node}");
    }
    assert_eq!(compiled(&simple), compiled(&map), "{printed} became {simple}");
}
