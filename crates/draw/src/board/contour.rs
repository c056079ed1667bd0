//! The smooth outline of an area around points and edges.
//!
//! The area is everything within a radius of some segments, with its inner corners rounded (a morphological closing).
//! Both steps are level lines of a distance: first the line at radius plus rounding around the segments, then the line
//! at the rounding inside the first. The level lines are traced by marching squares on a grid that only exists near
//! the segments, so neither the size of the board nor the number of segments matters much, and nothing depends on the
//! segments being tidy: they may cross, repeat or have no length.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::layout::UNIT;
use crate::writer::Path;

type Place = (f64, f64);
type Node = (i32, i32);

/// A number for each grid node near the segments.
type Field = FxHashMap<Node, f64>;

/// The mesh of the grid. A cell's diagonal must be shorter than [`ROUNDING`].
const MESH: f64 = UNIT / 8.0;

/// The radius of inner corners.
const ROUNDING: f64 = 0.2 * UNIT;

/// How far a simplified outline may be from the traced one.
const TOLERANCE: f64 = 0.12;

/// How much of each side of a corner is bent.
const BEND: f64 = 0.1 * UNIT;

/// The outline of the area within `radius` of the segments, as a path of closed curves.
pub(super) fn outline(segments: &[(Place, Place)], radius: f64) -> Path {
    let outer = radius + ROUNDING;
    let around = distances(segments, outer + 2.0 * MESH);
    let first = level_lines(&around, outer);
    let sides: Vec<(Place, Place)> = first.iter().flat_map(|line| closed(line)).collect();
    let inside = distances(&sides, ROUNDING + 2.0 * MESH);
    let second: Field = around
        .iter()
        .map(|(&node, &distance)| {
            let from_line = inside.get(&node).copied().unwrap_or(f64::MAX).min(ROUNDING + 2.0 * MESH);
            (node, if distance < outer { -from_line } else { from_line })
        })
        .collect();
    let mut path = Path::default();
    for line in level_lines(&second, -ROUNDING) {
        curve(&simplified(&line), &mut path);
    }
    path
}

/// The distance to the nearest segment, on all grid nodes nearer than `reach`.
fn distances(segments: &[(Place, Place)], reach: f64) -> Field {
    let mut field = Field::default();
    let index = |x: f64| (x / MESH).floor() as i32;
    for &((ax, ay), (bx, by)) in segments {
        for i in index(ax.min(bx) - reach)..=index(ax.max(bx) + reach) + 1 {
            for j in index(ay.min(by) - reach)..=index(ay.max(by) + reach) + 1 {
                let distance = to_segment((f64::from(i) * MESH, f64::from(j) * MESH), (ax, ay), (bx, by));
                if distance < reach {
                    let least = field.entry((i, j)).or_insert(distance);
                    *least = distance.min(*least);
                }
            }
        }
    }
    field
}

fn to_segment((x, y): Place, (ax, ay): Place, (bx, by): Place) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let square = dx * dx + dy * dy;
    let t = if square > 0.0 { (((x - ax) * dx + (y - ay) * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - t * dx).hypot(y - ay - t * dy)
}

fn closed(line: &[Place]) -> impl Iterator<Item = (Place, Place)> + '_ {
    line.iter().copied().zip(line.iter().copied().cycle().skip(1))
}

/// A side of a cell: its left or upper node, and whether it goes down.
type Side = (Node, bool);

/// The closed lines where a field has a level, lower values on one and the same hand.
fn level_lines(field: &Field, level: f64) -> Vec<Vec<Place>> {
    let value = |node: Node| field.get(&node).copied().unwrap_or(f64::MAX);
    let below = |node: Node| value(node) < level;
    let mut next: BTreeMap<Side, Side> = BTreeMap::new();
    for &(i, j) in field.keys() {
        // Each cell is looked at once, from its upper left node; the cells of the outermost nodes are all above.
        let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
        let sides: [Side; 4] = [((i, j), false), ((i + 1, j), true), ((i, j + 1), false), ((i, j), true)];
        let code = (0..4).filter(|&k| below(corners[k])).fold(0u8, |code, k| code | 1 << k);
        // The inside is always on the same hand. Where each line enters the cell and where it leaves.
        let steps: &[(usize, usize)] = match code {
            0b0001 => &[(3, 0)],
            0b0010 => &[(0, 1)],
            0b0011 => &[(3, 1)],
            0b0100 => &[(1, 2)],
            0b0101 => &[(3, 0), (1, 2)],
            0b0110 => &[(0, 2)],
            0b0111 => &[(3, 2)],
            0b1000 => &[(2, 3)],
            0b1001 => &[(2, 0)],
            0b1010 => &[(0, 1), (2, 3)],
            0b1011 => &[(2, 1)],
            0b1100 => &[(1, 3)],
            0b1101 => &[(1, 0)],
            0b1110 => &[(0, 3)],
            _ => &[],
        };
        next.extend(steps.iter().map(|&(enter, leave)| (sides[enter], sides[leave])));
    }
    let place = |((i, j), down): Side| {
        let other = if down { (i, j + 1) } else { (i + 1, j) };
        let (here, there) = (value((i, j)), value(other));
        let t = ((level - here) / (there - here)).clamp(0.0, 1.0);
        let t = if t.is_finite() { t } else { 0.5 };
        let (x, y) = (f64::from(i) * MESH, f64::from(j) * MESH);
        if down { (x, y + t * MESH) } else { (x + t * MESH, y) }
    };
    let mut lines = Vec::new();
    while let Some((start, mut side)) = next.pop_first() {
        let mut line = vec![place(start)];
        while side != start {
            line.push(place(side));
            match next.remove(&side) {
                Some(following) => side = following,
                None => break,
            }
        }
        lines.push(line);
    }
    lines
}

/// A closed line without the corners that hardly matter (Douglas and Peucker's method).
fn simplified(line: &[Place]) -> Vec<Place> {
    if line.len() < 4 {
        return line.to_vec();
    }
    // From the first corner to the farthest one and back.
    let far = farthest(line, 0, line.len()).map_or(line.len() / 2, |(i, _)| i);
    let at = |i: usize| line[i % line.len()];
    let mut keep = vec![false; line.len()];
    (keep[0], keep[far]) = (true, true);
    let mut open = vec![(0, far), (far, line.len())];
    while let Some((from, to)) = open.pop() {
        let worst = (from + 1..to)
            .map(|i| (i, to_segment(line[i], at(from), at(to))))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((i, distance)) = worst
            && distance > TOLERANCE
        {
            keep[i] = true;
            open.extend([(from, i), (i, to)]);
        }
    }
    line.iter().zip(keep).filter(|(_, keep)| *keep).map(|(place, _)| *place).collect()
}

fn farthest(line: &[Place], from: usize, end: usize) -> Option<(usize, f64)> {
    let (x, y) = line[from];
    (from + 1..end).map(|i| (i, (line[i].0 - x).hypot(line[i].1 - y))).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// A closed line with its corners bent.
fn curve(line: &[Place], path: &mut Path) {
    if line.len() < 3 {
        return;
    }
    let towards = |from: Place, to: Place| {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let t = if length > 0.0 { (BEND / length).min(0.5) } else { 0.0 };
        (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t)
    };
    let count = line.len();
    let start = towards(line[0], line[count - 1]);
    path.move_to(start.0, start.1);
    let mut pen = start;
    for i in 0..count {
        let (corner, after) = (line[i], line[(i + 1) % count]);
        let enter = towards(corner, line[(i + count - 1) % count]);
        if (enter.0 - pen.0).hypot(enter.1 - pen.1) > 0.05 {
            path.line_to(enter.0, enter.1);
        }
        pen = towards(corner, after);
        path.curve_to(corner, pen);
    }
    path.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(segments: &[(Place, Place)]) -> Vec<Vec<Place>> {
        level_lines(&distances(segments, 40.0), 20.0)
    }

    fn area(line: &[Place]) -> f64 {
        closed(line).map(|(a, b)| (a.0 * b.1 - b.0 * a.1) / 2.0).sum()
    }

    #[test]
    fn a_point_gives_a_disc() {
        let disc = lines(&[((3.0, 4.0), (3.0, 4.0))]);
        assert_eq!(disc.len(), 1);
        let exact = std::f64::consts::PI * 400.0;
        assert!((area(&disc[0]).abs() - exact).abs() < 0.02 * exact, "{}", area(&disc[0]));
        assert!(disc[0].iter().all(|(x, y)| ((x - 3.0).hypot(y - 4.0) - 20.0).abs() < 0.5));
    }

    #[test]
    fn a_large_ring_keeps_its_hole() {
        let corners = [(0.0, 0.0), (80.0, 0.0), (80.0, 80.0), (0.0, 80.0)];
        let ring: Vec<_> = closed(&corners).collect();
        let lines = lines(&ring);
        assert_eq!(lines.len(), 2);
        assert!(area(&lines[0]) * area(&lines[1]) < 0.0, "the hole turns the other way");
    }

    #[test]
    fn nothing_gives_nothing_and_far_places_are_harmless() {
        assert!(outline(&[], 19.0).is_empty());
        let far = outline(&[((4e5, -4e5), (4e5, -4e5))], 19.0);
        assert!(!far.is_empty());
    }
}
