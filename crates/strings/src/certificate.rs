//! An answer that can be checked without trusting whoever computed it.
//!
//! A [`Certificate`] holds the board as a list of edges, the stones, the claimed number of strings, and the
//! [`Evidence`] that one more string is impossible. It is plain data: `serde` writes it as JSON and reads it back.
//! [`check`](crate::check) verifies it.

use serde::{Deserialize, Serialize};
use tesuji_board::{Color, Point, Setup};

pub use crate::graph::weights::{WeightedClique, Weights};

/// The format this version writes and reads.
pub(crate) const FORMAT: &str = "tesuji strings certificate 1";

/// A position, the number of its strings, and the evidence that there is no position with more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// Names the format and its version.
    pub format: String,
    /// The name of the board.
    pub board: String,
    /// The number of points.
    pub points: usize,
    /// The edges of the board, points counted from 0.
    pub edges: Vec<(usize, usize)>,
    /// The claimed largest number of strings.
    pub strings: usize,
    /// Black's stones.
    pub black: Vec<usize>,
    /// White's stones.
    pub white: Vec<usize>,
    /// Why there are not more.
    pub evidence: Evidence,
}

/// The record of an exhaustive sweep that found no position with so few empty points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Evidence {
    /// A sweep over a rectangular board with a bound from strips of columns (of the shorter side).
    Strips {
        /// The number of empty points that was refuted.
        empty: usize,
        /// The first columns of all strips but the first.
        cuts: Vec<usize>,
        /// How many columns of its neighbours each strip sees.
        overlap: usize,
        /// The least loss of any board that the bound alone shows.
        bound: u16,
        /// The number of states after each row.
        rows: Vec<u64>,
    },
    /// A sweep over any board.
    Frontier {
        /// The number of empty points that was refuted.
        empty: usize,
        /// The points in the order of filling.
        order: Vec<usize>,
        /// The weights that make up the loss.
        weights: Weights,
        /// Their sum: what the empty points must earn together.
        bound: u64,
        /// The number of states after each point.
        levels: Vec<u64>,
    },
}

impl Evidence {
    /// The number of empty points that was refuted.
    #[must_use]
    pub fn empty(&self) -> usize {
        match self {
            Evidence::Strips { empty, .. } | Evidence::Frontier { empty, .. } => *empty,
        }
    }
}

impl Certificate {
    pub(crate) fn new(setup: &Setup, strings: usize, evidence: Evidence) -> Certificate {
        let stones = |color| setup.stones(color).iter().map(Point::index).collect();
        Certificate {
            format: FORMAT.into(),
            board: setup.topology.name().into(),
            points: setup.topology.len(),
            edges: setup.topology.edges().map(|(a, b)| (a.index(), b.index())).collect(),
            strings,
            black: stones(Color::Black),
            white: stones(Color::White),
            evidence,
        }
    }
}
