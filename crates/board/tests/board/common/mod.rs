//! What several tests share: boards of every kind and slow twins that know the rules from their definitions alone.
#![allow(dead_code, unreachable_pub)]

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, GraphPoint, Point, PointSet, Topology};

/// One board of every kind and of every width of its sets, small ones first.
pub const BOARDS: &[&str] = &[
    "square:1",
    "grid:2x1",
    "square:2",
    "grid:3x2",
    "grid:4x7",
    "square:5",
    "square:5-C3,A1,E4",
    "hexagon:2",
    "hexagon:4",
    "triangle:3",
    "triangle:8",
    "honeycomb:1",
    "honeycomb:3",
    "torus:3x3",
    "torus:5x4",
    "cylinder:3x1",
    "cylinder:6x3",
    "king:4x5",
    "square:9",
    "hexagon:7",
    "grid:13x12",
    "torus:15x15",
    "square:19",
    "grid:30x21",
];

pub fn board(name: &str) -> Arc<Topology> {
    Topology::parse(name).unwrap()
}

pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A graph with so many points in which each pair is joined with the given probability; often not connected.
pub fn random_graph(rng: &mut ChaCha8Rng, points: usize, density: f64) -> Arc<Topology> {
    let mut edges = Vec::new();
    for a in 0..points {
        for b in a + 1..points {
            if rng.random_bool(density) {
                edges.push(if rng.random_bool(0.5) { (a, b) } else { (b, a) });
            }
        }
    }
    Topology::graph("random", &vec![GraphPoint::default(); points], &edges).unwrap()
}

/// A board as an array of cells; every question is answered by flood fill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    pub board: Arc<Topology>,
    pub cells: Vec<Option<Color>>,
}

impl Naive {
    pub fn new(board: Arc<Topology>) -> Naive {
        let cells = vec![None; board.len()];
        Naive { board, cells }
    }

    pub fn string(&self, point: Point) -> PointSet {
        let color = self.cells[point.index()];
        let mut string: Vec<Point> = vec![point];
        let mut next = 0;
        while next < string.len() {
            for &n in self.board.neighbors(string[next]) {
                if self.cells[n.index()] == color && !string.contains(&n) {
                    string.push(n);
                }
            }
            next += 1;
        }
        string.into_iter().collect()
    }

    pub fn liberties(&self, point: Point) -> PointSet {
        let mut liberties = PointSet::new();
        for stone in self.string(point).iter() {
            for &n in self.board.neighbors(stone) {
                if self.cells[n.index()].is_none() {
                    liberties.insert(n);
                }
            }
        }
        liberties
    }

    /// The board after a move, or nothing if the point is occupied or the move is a forbidden suicide.
    pub fn after(&self, color: Color, point: Point, suicide: bool) -> Option<Naive> {
        if self.cells[point.index()].is_some() {
            return None;
        }
        let mut after = self.clone();
        after.cells[point.index()] = Some(color);
        for &n in self.board.neighbors(point) {
            if after.cells[n.index()] == Some(color.opponent()) && after.liberties(n).is_empty() {
                after.lift(n);
            }
        }
        if after.liberties(point).is_empty() {
            if !suicide {
                return None;
            }
            after.lift(point);
        }
        Some(after)
    }

    fn lift(&mut self, point: Point) {
        for stone in self.string(point).iter() {
            self.cells[stone.index()] = None;
        }
    }
}
