//! Who owns what for certain: Benson's unconditional life, and the area score.

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
