//! The rules of the game as recurrences on a graph: the executable definition.
//!
//! Paper 003 defines Go on a graph by sets alone. A position is Black's points B, White's points W and a map F from
//! each point to its string and all points around that string (the string of an empty point is the point itself). A
//! move rewrites these three; liberties, captures and legal moves are expressions in them. Everything else in the
//! project that knows the rules must agree with this module, which is short and slow on purpose.
//!
//! There is no ko and no suicide here: repetition is a matter of history, not of the position.

use std::sync::Arc;

use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::topology::Topology;

/// A position in the terms of paper 003: B, W and F.
///
/// ```
/// use tesuji_board::{Color, Topology, recurrence::SetPosition};
/// let board = Topology::parse("square:3").unwrap();
/// let at = |name| board.point(name).unwrap();
/// let mut position = SetPosition::new(board.clone());
/// position.play(Color::White, at("A1"));
/// position.play(Color::Black, at("A2"));
/// position.play(Color::Black, at("B1"));
/// assert!(position.stones(Color::White).is_empty());
/// assert!(!position.legal_moves(Color::White).contains(at("A1")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetPosition {
    board: Arc<Topology>,
    stones: [PointSet; 2],
    /// F.
    surroundings: Vec<PointSet>,
}

impl SetPosition {
    /// The empty board: F is F0 everywhere.
    #[must_use]
    pub fn new(board: Arc<Topology>) -> SetPosition {
        let surroundings = board.points().map(|p| closed_neighborhood(&board, p)).collect();
        SetPosition { board, stones: [PointSet::new(), PointSet::new()], surroundings }
    }

    /// B or W.
    #[must_use]
    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color.index()]
    }

    /// V, the empty points.
    #[must_use]
    pub fn empty(&self) -> PointSet {
        &(&PointSet::full(self.board.len()) - &self.stones[0]) - &self.stones[1]
    }

    /// F(x): the string of the point and everything around it.
    #[must_use]
    pub fn surroundings(&self, point: Point) -> &PointSet {
        &self.surroundings[point.index()]
    }

    /// F(x) n V.
    #[must_use]
    pub fn liberties(&self, point: Point) -> PointSet {
        self.surroundings(point) & &self.empty()
    }

    /// H = {z : |F(z) n V| = 1}.
    #[must_use]
    pub fn one_liberty(&self) -> PointSet {
        let empty = self.empty();
        self.board.points().filter(|&z| (self.surroundings(z) & &empty).len() == 1).collect()
    }

    /// V n F(H xor ~W), written for Black; for White with the colours exchanged.
    #[must_use]
    pub fn legal_moves(&self, color: Color) -> PointSet {
        let one_liberty = self.one_liberty();
        let enemy = self.stones(color.opponent());
        let mut reached = PointSet::new();
        for z in self.board.points() {
            // z is in H xor ~W.
            if one_liberty.contains(z) == enemy.contains(z) {
                reached |= self.surroundings(z);
            }
        }
        &reached & &self.empty()
    }

    /// The move m: A = F^-1(m) n (B u {m}) is merged, D = H n W n F^-1(m) leaves the board.
    pub fn play(&mut self, color: Color, point: Point) {
        let one_liberty = self.one_liberty();
        let touches = |x: &Point| self.surroundings(*x).contains(point);
        let mut merged: PointSet = self.stones(color).iter().filter(touches).collect();
        merged.insert(point);
        let lifted: PointSet =
            (&one_liberty & self.stones(color.opponent())).iter().filter(touches).collect();
        let mut union = PointSet::new();
        for x in merged.iter() {
            union |= self.surroundings(x);
        }
        for x in merged.iter() {
            self.surroundings[x.index()] = union.clone();
        }
        for x in lifted.iter() {
            self.surroundings[x.index()] = closed_neighborhood(&self.board, x);
        }
        self.stones[color.index()].insert(point);
        self.stones[color.opponent().index()] = self.stones(color.opponent()) - &lifted;
    }
}

/// F0(x): the point and its neighbours.
fn closed_neighborhood(board: &Topology, point: Point) -> PointSet {
    board.neighbors(point).iter().copied().chain([point]).collect()
}
