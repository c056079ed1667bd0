//! Where it is decided whether two strings can be joined.
//!
//! What lies on short ways between the two is read first, then more and more around it. Where everything that can be reached without passing
//! the other side's safe stones is small, all of that is read, and nothing has to be assumed.

use std::collections::VecDeque;

use tesuji_board::{Color, Point, PointSet, Position};

use crate::area::{Area, Premise, Stated, Wall, alive, reached_from, room, strings_of};

/// The most empty points that are read as a whole.
const MOST_WHOLE: usize = 26;
/// The most empty points of a part.
const MOST_EMPTY: usize = 48;
/// How much longer than the shortest way the ways of a part are.
const LONGER: [usize; 5] = [0, 1, 2, 4, 6];
/// A string with so many liberties is taken as safe.
const MANY_LIBERTIES: usize = 7;
/// So is one with a few liberties and so many empty points within two steps.
const FEW_LIBERTIES: usize = 4;
const MUCH_ROOM: usize = 12;

/// Where two strings are read.
pub(crate) struct Between {
    pub(crate) area: Area,
    /// Strings of the two stones' side in there that are never captured.
    pub(crate) safe: PointSet,
}

/// Parts of the board around two stones of one colour, from small to large; or one that is everything they can reach.
pub(crate) fn between(position: &Position, ends: [Point; 2], color: Color, stated: &Stated) -> Vec<Between> {
    let attacker = color.opponent();
    let stated_safe = strings_of(position, &stated.safe);
    let unknown = strings_of(position, &stated.unknown);
    let proved = alive(position, &stated_safe).iter().filter(|&stone| !unknown.contains(stone)).collect();
    let own = |stone: Point| position.stone(stone) == Some(color);
    let mut safe = Safe { stated: stated_safe, proved, assumed: PointSet::new() };
    let named: PointSet = ends.into_iter().flat_map(|stone| position.string(stone)).collect();
    let whole = reached_from(position, &named, |point| own(point) || !safe.has(point));
    let empty = whole.iter().filter(|&point| position.is_empty_at(point)).count();
    if empty <= MOST_WHOLE {
        return vec![safe.part(position, attacker, &named, &whole)];
    }
    for string in position.strings() {
        let liberties = string.liberties.len();
        let has_room = || liberties >= FEW_LIBERTIES && room(position, &string.liberties) >= MUCH_ROOM;
        let is_unknown = string.stones.first().is_none_or(|first| unknown.contains(first));
        if !is_unknown && (liberties >= MANY_LIBERTIES || has_room()) {
            safe.assumed.extend(string.stones.iter());
        }
    }
    let passes = |point: Point| own(point) || !safe.has(point);
    let [from, to] = ends.map(|end| distances(position, end, color, passes));
    let mut ways: Vec<(usize, Point)> = position
        .topology()
        .points()
        .filter_map(|point| Some((from[point.index()]? + to[point.index()]?, point)))
        .collect();
    ways.sort();
    let shortest = ways.first().map_or(0, |(way, _)| *way);
    let mut parts: Vec<Between> = Vec::new();
    for longer in LONGER {
        let near = ways.iter().filter(|(way, _)| *way <= shortest + longer).map(|(_, point)| *point);
        let empty = near.clone().filter(|&point| position.is_empty_at(point)).take(MOST_EMPTY);
        let mut points: PointSet = named.iter().chain(empty).collect();
        let stones: PointSet = near.filter(|&point| !position.is_empty_at(point)).collect();
        points.extend(stones.iter().flat_map(|stone| position.string(stone)));
        // Strings of the other side that are close to capture need their liberties.
        for string in position.strings() {
            if string.color == attacker && string.stones.intersects(&points) && string.liberties.len() <= 2 {
                points.extend(string.liberties.iter());
            }
        }
        let part = safe.part(position, attacker, &named, &points);
        if parts.last().is_none_or(|before| before.area.points != part.area.points) {
            parts.push(part);
        }
    }
    parts
}

/// Strings that are never captured, with the reason.
struct Safe {
    stated: PointSet,
    proved: PointSet,
    assumed: PointSet,
}

impl Safe {
    fn has(&self, stone: Point) -> bool {
        self.premise(stone).is_some()
    }

    fn premise(&self, stone: Point) -> Option<Premise> {
        if self.stated.contains(stone) {
            Some(Premise::Stated)
        } else if self.proved.contains(stone) {
            Some(Premise::Proved)
        } else {
            self.assumed.contains(stone).then_some(Premise::Assumed)
        }
    }

    /// The part of these points, with the strings of the defender beside them and the safe strings around.
    fn part(&self, position: &Position, attacker: Color, named: &PointSet, points: &PointSet) -> Between {
        let board = position.topology();
        let is_wall = |stone: Point| position.stone(stone) == Some(attacker) && self.has(stone);
        let mut points: PointSet = points.iter().filter(|&point| !is_wall(point)).collect();
        let beside = board.boundary(&points);
        let own = beside.iter().filter(|&stone| position.stone(stone) == Some(attacker.opponent()));
        points.extend(own.flat_map(|stone| position.string(stone)));
        let around = board.boundary(&points);
        let (mut walls, mut safe) = (Vec::new(), PointSet::new());
        for string in position.strings() {
            let Some(premise) = string.stones.first().and_then(|stone| self.premise(stone)) else { continue };
            let own = string.color != attacker;
            if string.stones.intersects(if own { &points } else { &around }) {
                if own {
                    safe.extend(string.stones.iter());
                }
                walls.push(Wall { stones: string.stones, premise });
            }
        }
        let group = named.clone();
        Between { area: Area { points, group, walls, shut_in: false, own: true }, safe }
    }
}

/// How far every point is from a string: own stones on the way cost nothing, other points one.
fn distances(
    position: &Position,
    from: Point,
    color: Color,
    passes: impl Fn(Point) -> bool,
) -> Vec<Option<usize>> {
    let board = position.topology();
    let mut found = vec![None; board.len()];
    let mut queue: VecDeque<(Point, usize)> = VecDeque::from([(from, 0)]);
    while let Some((point, steps)) = queue.pop_front() {
        if found[point.index()].is_some() {
            continue;
        }
        found[point.index()] = Some(steps);
        for &near in board.neighbors(point) {
            if found[near.index()].is_some() || !passes(near) {
                continue;
            }
            if position.stone(near) == Some(color) {
                queue.push_front((near, steps));
            } else {
                queue.push_back((near, steps + 1));
            }
        }
    }
    found
}
