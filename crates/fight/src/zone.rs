//! Where a fight takes place, and who is safe around it.
//!
//! From the two targets outwards: their liberties, the strings that touch these and are not safe, the liberties of those, and
//! so on, nearest first. What is not safe and does not fit any more is taken as safe; empty points that do not fit are the open
//! board.

use std::collections::{BTreeMap, VecDeque};

use tesuji_board::{Color, Point, PointSet, Position, unconditionally_alive};

use crate::field::{Bits, Field, MOST_POINTS, Stones, bit};

/// A string with so many liberties is out of danger in a local fight.
const MANY_LIBERTIES: usize = 9;
/// So is one with a few liberties and so many empty points within two steps.
const MUCH_ROOM: usize = 9;
/// An eye that big is life.
const BIG_EYE: usize = 7;
/// Larger regions are not taken for eyes of the strings around them.
const LARGEST_EYE: usize = 24;

/// How far a field reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The most empty points.
    pub(crate) empty: usize,
    /// The longest way from a target, in steps from string to string or point to point.
    pub(crate) steps: usize,
}

/// A fight: its field, the stones on it, and the targets.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) field: Field,
    pub(crate) stones: Stones,
    /// Strings of the board that were taken as safe and touch the field, by colour.
    pub(crate) safe: [PointSet; 2],
    /// Points of the targets.
    pub(crate) targets: [usize; 2],
}

/// Strings that are taken as safe in a fight between the strings on `targets`.
fn safe_strings(position: &Position, targets: [Point; 2]) -> PointSet {
    let essential: PointSet = targets.iter().flat_map(|&target| position.string(target)).collect();
    let mut safe = PointSet::new();
    for color in Color::BOTH {
        let alive = unconditionally_alive(position, color);
        let eyes = eyes_of(position, color, &essential);
        let mut of_color = PointSet::new();
        let strings: Vec<_> = position.strings().into_iter().filter(|string| string.color == color).collect();
        for string in &strings {
            let first = string.stones.first().unwrap_or(Point(0));
            let own: Vec<&(PointSet, PointSet)> =
                eyes.iter().filter(|(empty, _)| is_joined(&string.liberties, empty)).collect();
            let biggest = own.iter().map(|(empty, _)| empty.len()).max().unwrap_or(0);
            if alive.contains(first)
                || string.liberties.len() >= MANY_LIBERTIES
                || own.len() >= 2
                || (string.liberties.len() >= 3 && room(position, &string.liberties) >= MUCH_ROOM)
                || biggest >= BIG_EYE
            {
                of_color.extend(string.stones.iter());
            }
        }
        // What shares an eye with safe stones is connected with them.
        loop {
            let before = of_color.len();
            for (empty, around) in &eyes {
                if around.intersects(&of_color) {
                    for string in &strings {
                        if is_joined(&string.liberties, empty) {
                            of_color.extend(string.stones.iter());
                        }
                    }
                }
            }
            if of_color.len() == before {
                break;
            }
        }
        safe.extend(of_color.iter().filter(|&point| !essential.contains(point)));
    }
    safe
}

/// Whether a string with these liberties cannot be cut off from an eye.
fn is_joined(liberties: &PointSet, eye: &PointSet) -> bool {
    let common = eye.iter().filter(|&point| liberties.contains(point)).count();
    common >= 2 || common == eye.len()
}

/// How many empty points are liberties or next to one.
fn room(position: &Position, liberties: &PointSet) -> usize {
    let mut room = liberties.clone();
    for liberty in liberties.iter() {
        let near = position.topology().neighbors(liberty).iter().copied();
        room.extend(near.filter(|&point| position.is_empty_at(point)));
    }
    room.len()
}

/// Regions that one colour surrounds, as empty points and the stones around, without those where a target stands.
fn eyes_of(position: &Position, color: Color, essential: &PointSet) -> Vec<(PointSet, PointSet)> {
    let board = position.topology();
    let mut seen = position.stones(color);
    let mut eyes = Vec::new();
    for start in (0..board.len()).map(|index| Point(index as u16)) {
        if !seen.insert(start) {
            continue;
        }
        let (mut region, mut around) = (vec![start], PointSet::new());
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            for &near in board.neighbors(point) {
                if position.stone(near) == Some(color) {
                    around.insert(near);
                } else if seen.insert(near) {
                    region.push(near);
                }
            }
        }
        let empty: PointSet = region.iter().copied().filter(|&point| position.is_empty_at(point)).collect();
        // A region with stones of the opponent in it may be no eye at all.
        if region.len() <= LARGEST_EYE && empty.len() == region.len() && !around.intersects(essential) {
            eyes.push((empty, around));
        }
    }
    eyes
}

/// The ground of a fight between the strings on `targets`.
pub(crate) fn ground(position: &Position, targets: [Point; 2], reach: Reach) -> Ground {
    let board = position.topology();
    let safe = safe_strings(position, targets);
    let mut inside: BTreeMap<Point, usize> = BTreeMap::new();
    let mut queue: VecDeque<(Point, usize)> = VecDeque::new();
    let mut empties = 0;
    let mut enter = |point: Point, steps: usize, queue: &mut VecDeque<(Point, usize)>| -> bool {
        if inside.contains_key(&point) || safe.contains(point) {
            return false;
        }
        if position.is_empty_at(point) {
            if empties >= reach.empty || inside.len() >= MOST_POINTS || steps > reach.steps {
                return false;
            }
            empties += 1;
            inside.insert(point, inside.len());
            queue.push_back((point, steps));
            return true;
        }
        let string: Vec<Point> = position.string(point).collect();
        if inside.len() + string.len() > MOST_POINTS || steps > reach.steps {
            return false;
        }
        for stone in string {
            inside.insert(stone, inside.len());
            queue.push_back((stone, steps));
        }
        true
    };
    for target in targets {
        enter(target, 0, &mut queue);
    }
    while let Some((point, steps)) = queue.pop_front() {
        for &near in board.neighbors(point) {
            enter(near, steps + 1, &mut queue);
        }
    }
    let mut points = vec![Point(0); inside.len()];
    for (&point, &at) in &inside {
        points[at] = point;
    }
    let mut stones = Stones([0; 2]);
    let mut beside_safe = [0; 2];
    let mut open = 0;
    let mut walls = [PointSet::new(), PointSet::new()];
    let mut neighbors = vec![0; points.len()];
    for (at, &point) in points.iter().enumerate() {
        if let Some(color) = position.stone(point) {
            stones.0[color.index()] |= bit(at);
        }
        for &near in board.neighbors(point) {
            match (inside.get(&near), position.stone(near)) {
                (Some(&other), _) => neighbors[at] |= bit(other),
                (None, None) => open |= bit(at),
                (None, Some(color)) => {
                    beside_safe[color.index()] |= bit(at);
                    walls[color.index()].extend(position.string(near));
                }
            }
        }
    }
    let targets = targets.map(|target| inside.get(&target).copied().unwrap_or(0));
    let field = Field::new(points, neighbors, beside_safe, open as Bits, &stones);
    Ground { field, stones, safe: walls, targets }
}
