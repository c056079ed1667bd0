//! What several tests share: random boards, positions and expressions, and an evaluator that follows the definitions.
#![allow(dead_code, unreachable_pub)]

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::recurrence::SetPosition;
use tesuji_board::{Color, GraphPoint, Point, PointSet, Topology};
use tesuji_maps::{Base, Binary, Map, Unary};

/// One board of every kind and of every width of its sets.
pub const BOARDS: &[&str] = &[
    "square:1",
    "grid:2x1",
    "square:4",
    "square:6",
    "square:5-C3,A1",
    "hexagon:4",
    "triangle:8",
    "honeycomb:3",
    "torus:5x4",
    "cylinder:6x3",
    "king:4x5",
    "square:9",
    "grid:13x12",
    "square:19",
];

pub fn board(name: &str) -> Arc<Topology> {
    Topology::parse(name).unwrap()
}

pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

pub fn random_graph(rng: &mut ChaCha8Rng, points: usize, density: f64) -> Arc<Topology> {
    let mut edges = Vec::new();
    for a in 0..points {
        for b in a + 1..points {
            if rng.random_bool(density) {
                edges.push((a, b));
            }
        }
    }
    Topology::graph("random", &vec![GraphPoint::default(); points], &edges).unwrap()
}

/// An expression with at most so many operators on the way down.
pub fn random_map(rng: &mut ChaCha8Rng, levels: usize) -> Map {
    if levels == 0 || rng.random_ratio(1, 6) {
        return Map::Set(Base::ALL[rng.random_range(0..4)]);
    }
    if rng.random_bool(0.45) {
        let operator = Binary::ALL[rng.random_range(0..3)];
        return Map::two(operator, random_map(rng, levels - 1), random_map(rng, levels - 1));
    }
    let operator = match rng.random_range(0..9) {
        0 | 1 => Unary::Not,
        2 => Unary::Reach,
        3 => Unary::Near,
        4 => Unary::AtLeast(rng.random_range(0..8)),
        5 => Unary::AtMost(rng.random_range(0..8)),
        6 => Unary::Joined(Color::BOTH[rng.random_range(0..2)]),
        7 => Unary::Taken(Color::BOTH[rng.random_range(0..2)]),
        _ => Unary::AtLeast(1),
    };
    Map::one(operator, random_map(rng, levels - 1))
}

/// Random legal moves of both colours from the empty board.
pub fn random_position(board: &Arc<Topology>, rng: &mut ChaCha8Rng) -> SetPosition {
    let mut position = SetPosition::new(board.clone());
    for _ in 0..rng.random_range(0..=2 * board.len().min(60)) {
        let color = Color::BOTH[rng.random_range(0..2)];
        let legal: Vec<Point> = position.legal_moves(color).iter().collect();
        if !legal.is_empty() {
            position.play(color, legal[rng.random_range(0..legal.len())]);
        }
    }
    position
}

/// The set of a map by the definitions of paper 003, with B for the stones of `mover`.
pub fn naive(map: &Map, position: &SetPosition, mover: Color, board: &Topology) -> PointSet {
    let sub = |map: &Map| naive(map, position, mover, board);
    let of = |letter: Color| position.stones(if letter == Color::Black { mover } else { mover.opponent() });
    let f = |y: Point| position.surroundings(y);
    match map {
        Map::Set(Base::Own) => of(Color::Black).clone(),
        Map::Set(Base::Enemy) => of(Color::White).clone(),
        Map::Set(Base::Empty) => position.empty(),
        Map::Set(Base::OneLiberty) => position.one_liberty(),
        Map::Two(operator, left, right) => {
            let (left, right) = (sub(left), sub(right));
            match operator {
                Binary::And => &left & &right,
                Binary::Or => &left | &right,
                Binary::Minus => &left - &right,
            }
        }
        Map::One(operator, argument) => {
            let o = sub(argument);
            let having = |test: &dyn Fn(usize) -> bool| -> PointSet {
                board.points().filter(|&y| test((f(y) & &o).len())).collect()
            };
            match *operator {
                Unary::Not => &PointSet::full(board.len()) - &o,
                Unary::Reach => o.iter().flat_map(|x| f(x).iter().collect::<Vec<_>>()).collect(),
                Unary::Near => o.iter().flat_map(|x| board.neighbors(x).iter().copied().chain([x])).collect(),
                Unary::AtLeast(n) => having(&|count| count >= usize::from(n)),
                Unary::AtMost(n) => having(&|count| count <= usize::from(n)),
                Unary::Joined(color) => &having(&|count| count >= 1) & &(of(color) | &o),
                Unary::Taken(color) => {
                    &(&position.one_liberty() & of(color.opponent())) & &having(&|count| count >= 1)
                }
            }
        }
    }
}
