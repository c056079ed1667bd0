//! Stones on a board before anyone has checked them.
//!
//! A [`Setup`] is what files and diagrams say: any stones at all. [`Setup::faults`] lists everything that keeps it
//! from being a position of the game, and [`Position::from_setup`](crate::Position::from_setup) refuses with that
//! list and the setup itself.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::topology::Topology;

/// Stones on a board, whose turn it is and which point is banned by ko: possibly nonsense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub topology: Arc<Topology>,
    /// Black's stones.
    pub black: PointSet,
    /// White's stones.
    pub white: PointSet,
    /// Who moves next.
    pub to_move: Color,
    /// The point where the side to move may not retake a ko.
    pub ko: Option<Point>,
}

/// One thing that is wrong with a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A point that the board does not have.
    OffBoard(Point),
    /// Stones of both colours on one point.
    BothColors(Point),
    /// A string that has no liberty.
    NoLiberty {
        /// Its colour.
        color: Color,
        /// Its stones, ascending.
        stones: Vec<Point>,
    },
    /// The ko point cannot come from the capture of a single stone: it must be empty, and one of the stones around
    /// it, all of them the opponent's, must be a single stone with this point as its last liberty.
    ImpossibleKo(Point),
}

/// A setup that is not a position, with everything that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.sentence())]
pub struct InvalidSetup {
    /// What was refused.
    pub setup: Box<Setup>,
    /// At least one fault.
    pub faults: Vec<Fault>,
}

impl Setup {
    /// The empty board, Black to move.
    #[must_use]
    pub fn empty(topology: Arc<Topology>) -> Setup {
        Setup { topology, black: PointSet::new(), white: PointSet::new(), to_move: Color::Black, ko: None }
    }

    /// The stones of one colour.
    #[must_use]
    pub fn stones(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The stones of one colour, to be changed.
    pub fn stones_mut(&mut self, color: Color) -> &mut PointSet {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// The stone on a point; Black's if both colours are there.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.stones(color).contains(point))
    }

    /// Puts a stone on a point, or takes it away, whatever was there.
    pub fn put(&mut self, point: Point, stone: Option<Color>) {
        self.black.remove(point);
        self.white.remove(point);
        if let Some(color) = stone {
            self.stones_mut(color).insert(point);
        }
    }

    /// Everything that is wrong, in the order of the enum and of the points; empty if this is a position.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let board = &*self.topology;
        let on_board = |p: &Point| p.index() < board.len();
        let occupied = &self.black | &self.white;
        let mut faults: Vec<Fault> =
            occupied.iter().chain(self.ko).filter(|p| !on_board(p)).map(Fault::OffBoard).collect();
        faults.extend((&self.black & &self.white).iter().map(Fault::BothColors));
        if faults.is_empty() && board.all_breathe(&self.black, &self.white) == Some(true) && self.ko.is_none()
        {
            return faults;
        }
        for color in Color::BOTH {
            let stones: PointSet = self.stones(color).iter().filter(on_board).collect();
            let mut seen = PointSet::new();
            for start in stones.iter() {
                if seen.contains(start) {
                    continue;
                }
                let string = board.component(start, |p| stones.contains(p));
                if !board.boundary(&string).iter().any(|p| !occupied.contains(p)) {
                    faults.push(Fault::NoLiberty { color, stones: string.iter().collect() });
                }
                seen.extend(string.iter());
            }
        }
        if let Some(ko) = self.ko.filter(on_board) {
            let capturer = self.stones(self.to_move.opponent());
            let around = board.neighbors(ko);
            let possible = !occupied.contains(ko)
                && around.iter().all(|&p| capturer.contains(p))
                && around.iter().any(|&p| {
                    board.neighbors(p).iter().all(|&q| q == ko || self.stones(self.to_move).contains(q))
                });
            if !possible {
                faults.push(Fault::ImpossibleKo(ko));
            }
        }
        faults
    }
}

impl InvalidSetup {
    /// All faults in one sentence.
    fn sentence(&self) -> String {
        const SHOWN: usize = 3;
        let mut parts: Vec<String> =
            self.faults.iter().take(SHOWN).map(|fault| fault.describe(&self.setup.topology)).collect();
        if self.faults.len() > SHOWN {
            parts.push(format!("{} more faults", self.faults.len() - SHOWN));
        }
        format!("not a position of the game: {}", parts.join("; "))
    }
}

impl Fault {
    /// What is wrong, in words, with the names of the points.
    #[must_use]
    pub fn describe(&self, board: &Topology) -> String {
        match self {
            Fault::OffBoard(point) => format!("there is no point number {} on {}", point.0, board.name()),
            Fault::BothColors(point) => format!("{} has stones of both colours", Name(board, *point)),
            Fault::NoLiberty { color, stones } => {
                let place = stones.first().map_or(String::new(), |&p| format!(" at {}", Name(board, p)));
                let count = if stones.len() == 1 {
                    "stone".into()
                } else {
                    format!("string of {} stones", stones.len())
                };
                format!("the {color} {count}{place} has no liberty")
            }
            Fault::ImpossibleKo(point) => format!("{} cannot be a ko point", Name(board, *point)),
        }
    }
}

/// A point's name, or its number where it has none.
struct Name<'a>(&'a Topology, Point);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1.index() < self.0.len() {
            f.write_str(self.0.name_of(self.1))
        } else {
            write!(f, "{:?}", self.1)
        }
    }
}
