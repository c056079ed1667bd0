//! Where everything is.
//!
//! The drawing's unit is chosen so that the shortest distance between two points is [`UNIT`], whatever the board says
//! about its own places, and the first shown column and row are at zero. One point that lies unusually near to another
//! does not shrink all stones: the distance that counts is at least a part of the usual one.

use tesuji_board::{Point, Shape, Topology};

use crate::page::Frame;
use crate::picture::{Picture, range};
use crate::style::{Coordinates, Style};

/// The distance of neighbouring points.
pub(super) const UNIT: f64 = 40.0;

/// The radius of a stone.
pub(super) const STONE: f64 = 0.465 * UNIT;

/// How far the lines of a board that wraps go beyond its border, and cut lines beyond the last shown point.
pub(super) const STUB: f64 = 0.5 * UNIT;

/// The places of the points of a picture.
pub(super) struct Layout<'a> {
    pub(super) board: &'a Topology,
    pub(super) coordinates: Coordinates,
    places: Vec<(f64, f64)>,
    shown: Vec<bool>,
    /// Whether a part of the board is left out.
    pub(super) cropped: bool,
    /// The shown points.
    pub(super) points: Frame,
}

impl<'a> Layout<'a> {
    pub(super) fn new(picture: &Picture<'a>, style: &Style) -> Layout<'a> {
        let board = picture.board;
        let mut shown: Vec<bool> =
            board.points().map(|p| picture.shown.as_ref().is_none_or(|set| set.contains(p))).collect();
        if !shown.contains(&true) {
            shown.fill(true);
        }
        let raw: Vec<(f64, f64)> = board.points().map(|p| board.place_of(p)).collect();
        let scale = UNIT / if board.shape() == Shape::Graph { spacing(&raw) } else { 1.0 };
        let visible = || raw.iter().zip(&shown).filter(|(_, shown)| **shown).map(|(place, _)| *place);
        let (left, right) = range(visible().map(|place| place.0));
        let (top, bottom) = range(visible().map(|place| place.1));
        Layout {
            board,
            coordinates: style.coordinates,
            places: raw.iter().map(|(x, y)| ((x - left) * scale, (y - top) * scale)).collect(),
            cropped: shown.contains(&false),
            shown,
            points: Frame {
                left: 0.0,
                top: 0.0,
                right: (right - left) * scale,
                bottom: (bottom - top) * scale,
            },
        }
    }

    /// Where a point is drawn, if it is on the board and shown.
    pub(super) fn place(&self, point: Point) -> Option<(f64, f64)> {
        self.shown.get(point.index()).filter(|shown| **shown)?;
        self.places.get(point.index()).copied()
    }

    /// Where a point of the board is or would be if it were shown.
    pub(super) fn any_place(&self, point: Point) -> (f64, f64) {
        self.places.get(point.index()).copied().unwrap_or_default()
    }

    /// The shown points, ascending.
    pub(super) fn shown(&self) -> impl Iterator<Item = (Point, (f64, f64))> + '_ {
        self.board.points().filter_map(|p| Some((p, self.place(p)?)))
    }

    /// How far an edge goes round the back of the board: `(1, 0)` if its second point is reached by leaving the board
    /// on the left of the first.
    pub(super) fn wraps(&self, from: Point, to: Point) -> Option<(f64, f64)> {
        let (across, down) = match self.board.shape() {
            Shape::Torus { .. } => (true, true),
            Shape::Cylinder { .. } => (true, false),
            _ => return None,
        };
        let ((x, y), (to_x, to_y)) = (self.any_place(from), self.any_place(to));
        if across && (to_x - x).abs() > 1.5 * UNIT {
            return Some((if to_x > x { 1.0 } else { -1.0 }, 0.0));
        }
        (down && (to_y - y).abs() > 1.5 * UNIT).then_some((0.0, if to_y > y { 1.0 } else { -1.0 }))
    }

    /// Whether some sides of the board are joined.
    pub(super) fn goes_round(&self) -> bool {
        matches!(self.board.shape(), Shape::Torus { .. } | Shape::Cylinder { .. })
    }

    /// Whether the board is drawn as an upright rectangle.
    pub(super) fn is_upright(&self) -> bool {
        self.cropped || self.board.shape().rectangle().is_some()
    }

    /// The longer side of the shown part.
    pub(super) fn extent(&self) -> f64 {
        self.points.width().max(self.points.height())
    }

    /// The width of the lines: finer in relation to the points on small boards, so that it is pleasant on both.
    pub(super) fn line(&self) -> f64 {
        (self.extent() * 0.0023).clamp(1.1, 1.8)
    }
}

/// The distance that counts as one step on a graph.
fn spacing(places: &[(f64, f64)]) -> f64 {
    let (left, right) = range(places.iter().map(|p| p.0));
    let (top, bottom) = range(places.iter().map(|p| p.1));
    let extent = (right - left).max(bottom - top);
    let same = extent * 1e-6;
    // Sorted along the longer side, the nearest other point is found a few places on.
    let key = |p: &(f64, f64)| if right - left >= bottom - top { (p.0, p.1) } else { (p.1, p.0) };
    let mut sorted: Vec<(f64, f64)> = places.iter().map(key).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut nearest = vec![f64::INFINITY; sorted.len()];
    for i in 0..sorted.len() {
        for j in i + 1..sorted.len() {
            let (dx, dy) = (sorted[j].0 - sorted[i].0, sorted[j].1 - sorted[i].1);
            if dx > nearest[i] && dx > same {
                break;
            }
            let distance = dx.hypot(dy);
            if distance > same {
                nearest[i] = nearest[i].min(distance);
                nearest[j] = nearest[j].min(distance);
            }
        }
    }
    nearest.retain(|d| d.is_finite());
    nearest.sort_by(f64::total_cmp);
    match (nearest.first(), nearest.get(nearest.len() / 2)) {
        // The last bound keeps the drawing's numbers small on boards with points in far-away clusters.
        (Some(&shortest), Some(&usual)) => shortest.max(0.4 * usual).max(extent / 10_000.0),
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_is_the_shortest_distance_within_reason() {
        assert_eq!(spacing(&[(0.0, 0.0)]), 1.0);
        assert_eq!(spacing(&[(2.0, 2.0), (2.0, 2.0)]), 1.0);
        assert_eq!(spacing(&[(0.0, 0.0), (0.0, 3.0), (0.0, 5.0)]), 2.0);
        assert_eq!(spacing(&[(0.0, 0.0), (3.0, 4.0), (3.0, 4.0)]), 5.0);
        let near = [(0.0, 0.0), (0.0, 0.01), (5.0, 0.0), (5.0, 5.0), (0.0, 5.0)];
        assert!((1.9..=2.0).contains(&spacing(&near)));
    }
}
