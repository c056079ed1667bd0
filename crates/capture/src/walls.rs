//! Stones that whoever asks has stated to be safe.
//!
//! A graph is a board, so such a stone gets two eyes of its own: points that touch nothing else. Then its string is unconditionally
//! alive by the rules of Go, and every method sees it, zones and ladders included, without a rule of its own. The eyes cost nobody a
//! move that matters: the opponent may not play there, and to its owner a move there is a pass that can only hurt him.

use tesuji_board::{Point, PointSet, Position};

/// The position with two eyes more for each string on these stones. The points of the board keep their numbers, and the eyes follow.
/// `None` if there are too many points then.
#[must_use]
pub fn walled(position: &Position, safe: &PointSet) -> Option<Position> {
    let strings = position.strings();
    let walls = strings.iter().filter(|string| string.stones.intersects(safe));
    let walls: Vec<Point> = walls.filter_map(|string| string.stones.first()).collect();
    if walls.is_empty() {
        return Some(position.clone());
    }
    let mut setup = position.to_setup();
    setup.topology = setup.topology.with_eyes(&walls).ok()?;
    Position::from_setup(&setup, position.rules()).ok()
}
