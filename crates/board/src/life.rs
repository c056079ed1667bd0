//! Who owns what for certain: Benson's unconditional life, and the area score.

use std::collections::BTreeMap;

use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::position::Position;

/// The stones of one colour that cannot be captured even if their owner always passes (D. B. Benson, "Life in the
/// game of Go", 1976).
///
/// ```
/// use tesuji_board::{Color, Diagram, Rules, unconditionally_alive};
/// let diagram: Diagram = "
///      . X . X O
///      X X X X O
///      . . O O O".parse().unwrap();
/// let position = diagram.position(Rules::default()).unwrap();
/// assert_eq!(unconditionally_alive(&position, Color::Black).len(), 6);
/// assert!(unconditionally_alive(&position, Color::White).is_empty());
/// ```
#[must_use]
pub fn unconditionally_alive(position: &Position, color: Color) -> PointSet {
    let board = position.topology();
    let own = position.stones(color);
    // A region is a connected set of points without own stones; it is vital to a string if all its empty points are
    // liberties of that string: each of them is then an eye the opponent cannot fill without capturing.
    let mut regions: Vec<Region> = Vec::new();
    let mut seen = own.clone();
    for start in board.points() {
        if !seen.contains(start) {
            let points = board.component(start, |p| !own.contains(p));
            seen.extend(points.iter());
            let empty = points.iter().filter(|&p| position.is_empty_at(p)).collect();
            let around = board.boundary(&points);
            regions.push(Region { empty, around });
        }
    }
    let mut strings: Vec<(PointSet, PointSet)> = position
        .strings()
        .into_iter()
        .filter(|string| string.color == color)
        .map(|string| (string.stones, string.liberties))
        .collect();
    // Strings with fewer than two vital regions go, then the regions that lean on them, until nothing changes.
    loop {
        let mut string_of = vec![None; board.len()];
        for (number, (stones, _)) in strings.iter().enumerate() {
            stones.iter().for_each(|stone| string_of[stone.index()] = Some(number));
        }
        let mut vital = vec![0; strings.len()];
        for region in &regions {
            // Whoever has all of its empty points as liberties touches the first one.
            let Some(first) = region.empty.first() else { continue };
            let mut touching: Vec<usize> =
                board.neighbors(first).iter().filter_map(|near| string_of[near.index()]).collect();
            touching.sort_unstable();
            touching.dedup();
            touching.retain(|&number| region.empty.is_subset(&strings[number].1));
            touching.into_iter().for_each(|number| vital[number] += 1);
        }
        if vital.iter().all(|&regions| regions >= 2) {
            break;
        }
        let mut vital = vital.into_iter();
        strings.retain(|_| vital.next().is_some_and(|regions| regions >= 2));
        let alive = union(&strings);
        regions.retain(|region| region.around.is_subset(&alive));
    }
    union(&strings)
}

/// Whether the string of this stone is one of the [`unconditionally_alive`] ones, found from the stone outwards: only the strings
/// are looked at that its life may lean on.
///
/// A region counts for a string only if it is vital to it. So the strings around the vital regions of this string, those around
/// their vital regions, and so on, decide among themselves.
///
/// ```
/// use tesuji_board::{Diagram, Rules, is_unconditionally_alive};
/// let diagram: Diagram = "
///      . X . X O
///      X X X X O
///      . . O O O".parse().unwrap();
/// let position = diagram.position(Rules::default()).unwrap();
/// let alive = |name| is_unconditionally_alive(&position, position.topology().point(name).unwrap());
/// assert!(alive("B3") && !alive("E3") && !alive("A3"));
/// ```
#[must_use]
pub fn is_unconditionally_alive(position: &Position, stone: Point) -> bool {
    let Some(first) = position.representative(stone) else { return false };
    // Strings by their representatives, each with its vital regions; regions by their first points, each with the strings around.
    let mut vital: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    let mut around: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    let mut open = vec![first];
    while let Some(string) = open.pop() {
        if vital.contains_key(&string) {
            continue;
        }
        let mut own = Vec::new();
        for (region, strings) in vital_regions(position, string) {
            open.extend(&strings);
            own.push(region);
            around.insert(region, strings);
        }
        if string == first && own.len() < 2 {
            return false;
        }
        vital.insert(string, own);
    }
    // Strings with fewer than two vital regions go, then the regions that lean on them, until nothing changes.
    while let Some(lost) = vital.iter().find(|(_, regions)| regions.len() < 2).map(|(&string, _)| string) {
        if lost == first {
            return false;
        }
        vital.remove(&lost);
        for regions in vital.values_mut() {
            regions.retain(|region| !around[region].contains(&lost));
        }
    }
    true
}

/// The regions that are vital to a string: the first point of each, and the strings around it.
fn vital_regions(position: &Position, string: Point) -> Vec<(Point, Vec<Point>)> {
    let color = position.stone(string);
    let mut vital = Vec::new();
    let mut seen = PointSet::new();
    // Points of regions that are not vital, as far as they were looked at.
    let mut stopped = PointSet::new();
    for liberty in position.liberties(string) {
        if !seen.insert(liberty) {
            continue;
        }
        let mut points = vec![liberty];
        let mut strings = Vec::new();
        let mut is_vital = true;
        let mut next = 0;
        // Stops at the first empty point that is no liberty. Another liberty of the same region meets such a point, or one that was
        // looked at before.
        while let Some(&point) = points.get(next)
            && is_vital
        {
            next += 1;
            for &near in position.topology().neighbors(point) {
                if position.stone(near) == color {
                    strings.extend(position.representative(near));
                } else if seen.insert(near) {
                    points.push(near);
                    is_vital &= !position.is_empty_at(near) || position.is_liberty(string, near);
                } else {
                    is_vital &= !stopped.contains(near);
                }
            }
        }
        if is_vital {
            strings.sort_unstable();
            strings.dedup();
            vital.extend(points.iter().min().map(|&first| (first, strings)));
        } else {
            stopped.extend(points);
        }
    }
    vital
}

struct Region {
    empty: PointSet,
    /// The own stones next to the region.
    around: PointSet,
}

fn union(strings: &[(PointSet, PointSet)]) -> PointSet {
    strings.iter().flat_map(|(stones, _)| stones.iter()).collect()
}

/// Area of both colours, Black first: stones, and empty points that reach stones of one colour only. All stones are
/// taken to be alive.
#[must_use]
pub fn area(position: &Position) -> [usize; 2] {
    let board = position.topology();
    let mut area = Color::BOTH.map(|color| position.stones(color).len());
    let mut seen = PointSet::new();
    for start in board.points() {
        if !position.is_empty_at(start) || seen.contains(start) {
            continue;
        }
        let region = board.component(start, |p| position.is_empty_at(p));
        let reaches =
            |color: Color| board.boundary(&region).iter().any(|p: Point| position.stone(p) == Some(color));
        match Color::BOTH.map(reaches) {
            [true, false] => area[0] += region.len(),
            [false, true] => area[1] += region.len(),
            _ => {}
        }
        seen.extend(region.iter());
    }
    area
}
