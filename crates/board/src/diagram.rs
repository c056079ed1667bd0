//! Positions with marks, as people write and print them.

use std::collections::BTreeMap;

use crate::point::Point;
use crate::setup::Setup;

/// A mark on a point, as in SGF; what each means for a problem is said in the protocol reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// `TR`: the target, or one side's essential stones.
    Triangle,
    /// `SQ`: the other side's essential stones.
    Square,
    /// `CR`: stones to be taken as safe.
    Circle,
    /// `MA`: stones to be taken as unknown.
    Cross,
}

/// Stones with marks and labels: what a text diagram, an SGF node or a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The stones and the side to move.
    pub setup: Setup,
    /// At most one mark on a point.
    pub marks: BTreeMap<Point, Mark>,
    /// A short text on a point: a letter or a move number.
    pub labels: BTreeMap<Point, String>,
}
