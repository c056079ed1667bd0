//! Where a fight takes place, and who is safe around it.
//!
//! From the two targets outwards: their liberties, the strings that touch these and are not safe, the liberties of those, and
//! so on, nearest first. What is not safe and does not fit any more is taken as safe; empty points that do not fit are the open
//! board. What was [`Stated`] comes before all of that.

use std::collections::{BTreeMap, VecDeque};

use tesuji_board::{Color, Point, PointSet, Position, StringOfStones, unconditionally_alive};

use crate::field::{Bits, Field, MOST_POINTS, Stones, bit, ones};
use crate::reader::is_life;

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

/// The farthest that fields reach.
pub(crate) const WIDEST: Reach = Reach { empty: 48, steps: 6 };

/// A fight: its field, the stones on it, and the targets.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) field: Field,
    pub(crate) stones: Stones,
    /// Points of the targets.
    pub(crate) targets: [usize; 2],
    /// Strings that are not safe were left out because the field has no more room.
    pub(crate) full: bool,
}

/// What whoever asks has stated about the stones around: whole strings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// Stones that are never captured. A target may be one of them.
    pub safe: PointSet,
    /// Stones that may be captured, whatever they look like.
    pub unknown: PointSet,
}

/// What stands around two groups that fight, as the reading sees it.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Stones that are taken as safe: all that are not part of the fight.
    pub safe: PointSet,
    /// Stones of the fight, other than the two strings, that may be captured.
    pub weak: PointSet,
    /// Whether the fight is shut in: nobody gets out of it, and all weak strings are part of it.
    pub closed: bool,
    /// Whether either side lives once it has captured the string of the other, which then leaves so large an eye.
    pub decisive: bool,
}

/// What stands around the strings on two points; none if they are too large to be read.
#[must_use]
pub fn surroundings(position: &Position, targets: [Point; 2], stated: &Stated) -> Option<Surroundings> {
    let safe = safe_strings(position, targets, stated);
    let ground = ground(position, targets, stated, &safe, WIDEST)?;
    let field: PointSet = ground.field.points.iter().copied().collect();
    let strings: PointSet = targets.iter().flat_map(|&target| position.string(target)).collect();
    let stones = Color::BOTH.map(|color| position.stones(color));
    let (inside, outside): (Vec<Point>, Vec<Point>) =
        stones.iter().flat_map(PointSet::iter).partition(|&stone| field.contains(stone));
    Some(Surroundings {
        safe: outside.into_iter().collect(),
        weak: inside.into_iter().filter(|&stone| !strings.contains(stone)).collect(),
        closed: ground.field.open == 0 && !ground.full,
        decisive: ground.is_decisive(),
    })
}

/// Strings that are taken as safe in a fight between the strings on `targets`, as far as nothing was stated about them.
pub(crate) fn safe_strings(position: &Position, targets: [Point; 2], stated: &Stated) -> PointSet {
    // Who lives only by taking what was stated to be safe does not live.
    let walled = position.with_eyes(&stated.safe);
    let walled = walled.as_ref().unwrap_or(position);
    let essential: PointSet = targets.iter().flat_map(|&target| position.string(target)).collect();
    let mut safe = PointSet::new();
    for color in Color::BOTH {
        let alive = unconditionally_alive(walled, color);
        let eyes = eyes_of(position, color, &essential);
        let strings: Vec<_> = position.strings().into_iter().filter(|string| string.color == color).collect();
        let joined = joined(position, &eyes, &strings);
        let mut of_color = PointSet::new();
        for (string, own) in strings.iter().zip(&joined) {
            let first = string.stones.first().unwrap_or(Point(0));
            if alive.contains(first)
                || string.liberties.len() >= MANY_LIBERTIES
                || own.len() >= 2
                || (string.liberties.len() >= 3 && room(position, &string.liberties) >= MUCH_ROOM)
                || own.iter().any(|&eye| eyes[eye].0.len() >= BIG_EYE)
            {
                of_color.extend(string.stones.iter());
            }
        }
        // What shares an eye with safe stones is connected with them.
        let mut members = vec![Vec::new(); eyes.len()];
        for (string, own) in strings.iter().zip(&joined) {
            own.iter().for_each(|&eye| members[eye].push(string));
        }
        loop {
            let before = of_color.len();
            for ((_, around), members) in eyes.iter().zip(&members) {
                if around.intersects(&of_color) {
                    members.iter().for_each(|string| of_color.extend(string.stones.iter()));
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

/// The eyes from which each string cannot be cut off: it has two of the eye's points as liberties, or all of them.
fn joined(position: &Position, eyes: &[(PointSet, PointSet)], strings: &[StringOfStones]) -> Vec<Vec<usize>> {
    let mut eye_at = vec![None; position.topology().len()];
    for (eye, (empty, _)) in eyes.iter().enumerate() {
        empty.iter().for_each(|point| eye_at[point.index()] = Some(eye));
    }
    let of_string = |string: &StringOfStones| {
        let mut common: BTreeMap<usize, usize> = BTreeMap::new();
        for eye in string.liberties.iter().filter_map(|point| eye_at[point.index()]) {
            *common.entry(eye).or_default() += 1;
        }
        common.retain(|&eye, common| *common >= 2 || *common == eyes[eye].0.len());
        common.into_keys().collect()
    };
    strings.iter().map(of_string).collect()
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
    let own = position.stones(color);
    let mut seen = own.clone();
    let mut eyes = Vec::new();
    for start in board.points() {
        if seen.contains(start) {
            continue;
        }
        let region = board.component(start, |point| !own.contains(point));
        seen.extend(region.iter());
        let around = board.boundary(&region);
        // A region with stones of the opponent in it may be no eye at all.
        let empty = region.iter().all(|point| position.is_empty_at(point));
        if empty && region.len() <= LARGEST_EYE && !around.intersects(essential) {
            eyes.push((region, around));
        }
    }
    eyes
}

/// The ground of a fight between the strings on `targets`, with their [`safe_strings`]; none if the targets do not fit.
pub(crate) fn ground(
    position: &Position,
    targets: [Point; 2],
    stated: &Stated,
    safe: &PointSet,
    reach: Reach,
) -> Option<Ground> {
    let board = position.topology();
    let racing: PointSet = targets.iter().flat_map(|&target| position.string(target)).collect();
    let safe = &(&(safe - &stated.unknown) | &stated.safe) - &racing;
    let mut inside: BTreeMap<Point, usize> = BTreeMap::new();
    let mut queue: VecDeque<(Point, usize)> = targets.iter().map(|&target| (target, 0)).collect();
    let (mut empties, mut full) = (0, false);
    while let Some((point, steps)) = queue.pop_front() {
        let too_far = steps > reach.steps && !stated.unknown.contains(point);
        if inside.contains_key(&point) || safe.contains(point) || too_far {
            continue;
        }
        let empty = position.is_empty_at(point);
        let entering: Vec<Point> = if empty { vec![point] } else { position.string(point).collect() };
        if empty && empties >= reach.empty {
            continue;
        }
        if inside.len() + entering.len() > MOST_POINTS {
            full |= !empty;
            continue;
        }
        empties += usize::from(empty);
        for &one in &entering {
            inside.insert(one, inside.len());
        }
        for one in entering {
            queue.extend(board.neighbors(one).iter().map(|&near| (near, steps + 1)));
        }
    }
    let mut points = vec![Point(0); inside.len()];
    for (&point, &at) in &inside {
        points[at] = point;
    }
    let mut stones = Stones([0; 2]);
    let mut beside_safe = [0; 2];
    let mut open = 0;
    let mut neighbors = vec![0; points.len()];
    for (at, &point) in points.iter().enumerate() {
        if let Some(color) = position.stone(point) {
            stones.0[color.index()] |= bit(at);
            // A target that was stated to be safe stands as if it touched a safe stone.
            if stated.safe.contains(point) {
                beside_safe[color.index()] |= bit(at);
            }
        }
        for &near in board.neighbors(point) {
            match (inside.get(&near), position.stone(near)) {
                (Some(&other), _) => neighbors[at] |= bit(other),
                (None, None) => open |= bit(at),
                (None, Some(color)) => beside_safe[color.index()] |= bit(at),
            }
        }
    }
    let targets = [*inside.get(&targets[0])?, *inside.get(&targets[1])?];
    let field = Field::new(points, neighbors, beside_safe, open, &stones);
    Some(Ground { field, stones, targets, full })
}

impl Ground {
    /// Safe stones that a claim about this zone depends on: those that touch it.
    pub(crate) fn walls(&self, position: &Position, zone: Bits) -> PointSet {
        let points = &self.field.points;
        let inside: PointSet = points.iter().copied().collect();
        let mut walls = PointSet::new();
        for at in ones(zone) {
            for &near in position.topology().neighbors(points[at]) {
                if !inside.contains(near) && !position.is_empty_at(near) && !walls.contains(near) {
                    walls.extend(position.string(near));
                }
            }
        }
        walls
    }

    /// Whether the strings of the targets touch, and each is so large and so well enclosed that its capture is life for the other.
    fn is_decisive(&self) -> bool {
        Color::BOTH.into_iter().zip(self.targets).all(|(color, target)| {
            let string = self.field.string(&self.stones, color, target);
            let captor = self.targets[color.opponent().index()];
            let captor = self.field.string(&self.stones, color.opponent(), captor);
            // When it is captured the opponent is everywhere around it.
            let mut after = self.stones;
            after.0[color.opponent().index()] |= string.around;
            is_life(&self.field, &after, color.opponent(), captor.around, string.stones)
        })
    }
}
