//! Where the fate of a group is decided, and what stands around it.
//!
//! The attacker's stones are a wall around the group if they hold it in. Two kinds of areas are told apart:
//!
//! - *shut in*: what the group can reach without passing attackers' stones is small. Everything in there is read, the attackers' strings
//!   inside and the weak ones of the wall as well, and what lies behind the wall counts as the attacker's. Any string of the
//!   defender that lives in there is the life of the group.
//! - *open*: parts of the board near the group are read, each larger than the one before. The life of one of the named strings, or of
//!   a string that cannot be cut from it, is the life of the group.
//!
//! Which walls are safe is a premise of every answer: it is stated, or proved, or else assumed and listed.

use std::cell::OnceCell;
use std::collections::VecDeque;

use tesuji_board::{Color, Point, PointSet, Position, unconditionally_alive};
pub use tesuji_fight::Stated;

/// The most empty points of an area that is shut in.
const MOST_SHUT_IN: usize = 40;
/// The most points between walls that are all stated or proved, for which no other wall is assumed.
const MOST_STATED: usize = 44;
/// The most empty points of a compartment behind attackers' stones that belongs to the area of a group.
const MOST_BEYOND: usize = 30;
/// The most empty points that are read of an open area, and how far from the group its parts reach.
const MOST_OPEN: usize = 48;
const REACHES: [usize; 5] = [1, 2, 3, 4, 6];
/// A string with so many liberties is out of danger.
const MANY_LIBERTIES: usize = 9;
/// So is one with a few liberties and so many empty points within two steps.
const FEW_LIBERTIES: usize = 3;
const MUCH_ROOM: usize = 9;
/// A string of a wall with so many liberties behind it is taken as safe.
const BEHIND: usize = 2;

/// Why a string counts as safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premise {
    /// Whoever asked said so.
    Stated,
    /// It cannot be captured even if it is never defended.
    Proved,
    /// It looks so.
    Assumed,
}

/// A string around an area that counts as safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Its stones.
    pub stones: PointSet,
    /// Why it does.
    pub premise: Premise,
}

/// Where the fate of a group is decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// The points that are read.
    pub points: PointSet,
    /// The stones whose life is the life of the group; in an area that is shut in, all of the defender's in there.
    pub group: PointSet,
    /// Strings around it that count as safe.
    pub walls: Vec<Wall>,
    /// Whether it is shut in.
    pub shut_in: bool,
    /// Whether life has to be that of the stones of the group: behind a wall that may fall others of its side may live.
    pub(crate) own: bool,
}

/// Strings that count as safe, with the reason.
pub(crate) struct Safe {
    stones: PointSet,
    stated: PointSet,
    proved: PointSet,
}

impl Safe {
    fn premise(&self, stone: Point) -> Premise {
        if self.stated.contains(stone) {
            Premise::Stated
        } else if self.proved.contains(stone) {
            Premise::Proved
        } else {
            Premise::Assumed
        }
    }
}

/// The stones that cannot be captured even if they are never defended. Strings that are stated to be safe have eyes of their own: they
/// are no prey that could make life.
pub(crate) fn alive(position: &Position, stated: &PointSet) -> PointSet {
    let walled;
    let on = if stated.is_empty() {
        position
    } else {
        let Some(found) = position.with_eyes(stated) else { return PointSet::new() };
        walled = found;
        &walled
    };
    let all = Color::BOTH
        .into_iter()
        .flat_map(|color| unconditionally_alive(on, color).iter().collect::<Vec<Point>>());
    all.filter(|point| point.index() < position.topology().len() && !position.is_empty_at(*point)).collect()
}

/// The strings of these stones.
pub(crate) fn strings_of(position: &Position, stones: &PointSet) -> PointSet {
    stones.iter().flat_map(|stone| position.string(stone)).collect()
}

/// The area of a group of one colour, named by some of its stones.
#[must_use]
pub fn area(position: &Position, named: &PointSet, stated: &Stated) -> Area {
    areas(position, named, stated).pop().unwrap_or_default()
}

/// What areas of all groups of a position have in common.
pub(crate) struct Ground {
    /// Stones that cannot be captured even if they are never defended.
    alive: PointSet,
    /// Strings of both colours that look out of danger, once somebody has asked for them.
    looking_safe: OnceCell<PointSet>,
}

impl Ground {
    pub(crate) fn of(position: &Position) -> Ground {
        let alive = Color::BOTH
            .iter()
            .flat_map(|&color| unconditionally_alive(position, color).iter().collect::<Vec<Point>>())
            .collect();
        Ground { alive, looking_safe: OnceCell::new() }
    }

    /// Whether a stone cannot be captured even if its string is never defended.
    pub(crate) fn is_alive(&self, stone: Point) -> bool {
        self.alive.contains(stone)
    }

    /// Strings that look out of danger, but for a group and what is not to be taken so.
    fn looking_safe(
        &self,
        position: &Position,
        group: &PointSet,
        unknown: &PointSet,
    ) -> impl Iterator<Item = Point> {
        let all = self.looking_safe.get_or_init(|| looking_safe(position));
        all.iter().filter(|&stone| !group.contains(stone) && !unknown.contains(stone))
    }
}

/// The area of a group that is shut in; of another, parts of the board around it, each larger than the one before.
pub(crate) fn areas(position: &Position, named: &PointSet, stated: &Stated) -> Vec<Area> {
    areas_on(position, &Ground::of(position), named, stated)
}

/// The same, where what the groups of the position have in common is known.
pub(crate) fn areas_on(position: &Position, ground: &Ground, named: &PointSet, stated: &Stated) -> Vec<Area> {
    let Some(color) = named.first().and_then(|stone| position.stone(stone)) else {
        return Vec::new();
    };
    let attacker = color.opponent();
    let stated_safe = strings_of(position, &stated.safe);
    let group = linked(position, named, color, &stated_safe);
    let unknown = strings_of(position, &stated.unknown);
    // Strings that are stated to be safe have eyes of their own, which nobody counts on the board as it is.
    let anew = (!stated_safe.is_empty()).then(|| alive(position, &stated_safe));
    let alive = anew.as_ref().unwrap_or(&ground.alive);
    let proved: PointSet =
        alive.iter().filter(|&stone| !unknown.contains(stone) && !group.contains(stone)).collect();
    let mut safe = Safe { stones: stated_safe.clone(), stated: stated_safe, proved };
    safe.stones.extend(safe.proved.iter());
    let is_small = |reached: &PointSet| {
        let empty = reached.iter().filter(|&point| position.is_empty_at(point)).count();
        empty <= MOST_SHUT_IN && group.iter().all(|stone| reached.contains(stone))
    };
    // Walls that are stated or proved may be all that is needed.
    let reached =
        reached_from(position, &group, |point| group.contains(point) || !safe.stones.contains(point));
    let held = whole(position, attacker, reached, &safe);
    if is_small(&held.points) && held.points.len() <= MOST_STATED && !held.walls.is_empty() {
        return vec![held];
    }
    // Else what the group reaches without passing attackers' stones, first past its friends and then up to those that look safe.
    for _ in 0..2 {
        let reached = compartments(position, attacker, &group, &safe);
        if is_small(&reached) {
            let found = shut_in(position, attacker, reached, &mut safe, &unknown);
            // Without a wall it is not shut in, however small the board.
            if !found.walls.is_empty() {
                return vec![found];
            }
            break;
        }
        safe.stones.extend(ground.looking_safe(position, &group, &unknown));
    }
    safe.stones.extend(ground.looking_safe(position, &group, &unknown));
    let mut parts: Vec<Area> = Vec::new();
    for reach in REACHES {
        let part = open(position, group.clone(), &safe, reach);
        if parts.last().is_none_or(|before| before.points != part.points) {
            parts.push(part);
        }
    }
    parts
}

/// The strings of the named stones and those that cannot be cut from them: two liberties in common. Stones that are stated to be safe are
/// walls, whoever is joined to them.
fn linked(position: &Position, named: &PointSet, color: Color, safe: &PointSet) -> PointSet {
    let mut group = strings_of(position, named);
    let mut liberties: PointSet = group.iter().flat_map(|stone| position.liberties(stone)).collect();
    let mut others = position.strings();
    others.retain(|string| {
        string.color == color && !string.stones.intersects(&group) && !string.stones.intersects(safe)
    });
    loop {
        let before = others.len();
        others.retain(|string| {
            let is_linked =
                string.liberties.iter().filter(|&point| liberties.contains(point)).nth(1).is_some();
            if is_linked {
                group.extend(string.stones.iter());
                liberties.extend(string.liberties.iter());
            }
            !is_linked
        });
        if others.len() == before {
            return group;
        }
    }
}

/// The points that are connected with one of these stones.
pub(crate) fn reached_from(
    position: &Position,
    stones: &PointSet,
    enters: impl Fn(Point) -> bool,
) -> PointSet {
    let mut reached = PointSet::new();
    for stone in stones.iter() {
        if !reached.contains(stone) {
            reached.extend(position.topology().component(stone, &enters).iter());
        }
    }
    reached
}

/// What a group reaches without passing attackers' stones, with the small compartments behind attackers' stones in which friends stand.
fn compartments(position: &Position, attacker: Color, group: &PointSet, safe: &Safe) -> PointSet {
    let board = position.topology();
    let (attackers, friends) = (position.stones(attacker), position.stones(attacker.opponent()));
    let enters =
        |point: Point| !attackers.contains(point) && (group.contains(point) || !safe.stones.contains(point));
    let mut reached = reached_from(position, group, enters);
    loop {
        let around: PointSet = board
            .boundary(&reached)
            .iter()
            .filter(|&stone| attackers.contains(stone) && !safe.stones.contains(stone))
            .flat_map(|stone| position.string(stone))
            .collect();
        let beyond = board.boundary(&around).iter().find_map(|point| {
            let part = if enters(point) && !reached.contains(point) {
                board.component(point, enters)
            } else {
                return None;
            };
            let empty = part.iter().filter(|&point| position.is_empty_at(point)).count();
            (empty <= MOST_BEYOND && part.intersects(&friends)).then_some(part)
        });
        let Some(part) = beyond else { return reached };
        reached.extend(part.iter());
    }
}

/// An area with walls that are stated or proved: everything in there is read.
fn whole(position: &Position, attacker: Color, points: PointSet, safe: &Safe) -> Area {
    let friends = position.stones(attacker.opponent());
    let group = points.iter().filter(|&point| friends.contains(point)).collect();
    let walls = walls(position, &points, safe);
    Area { points, group, walls, shut_in: true, own: false }
}

/// The area of what the group reaches behind its wall.
fn shut_in(
    position: &Position,
    attacker: Color,
    reached: PointSet,
    safe: &mut Safe,
    unknown: &PointSet,
) -> Area {
    let board = position.topology();
    let mut points = reached;
    let mut weak: Vec<PointSet> = Vec::new();
    let behind = |points: &PointSet, string: &tesuji_board::StringOfStones| -> PointSet {
        string.liberties.iter().filter(|&point| !points.contains(point)).collect()
    };
    let around = board.boundary(&points);
    let strings: Vec<_> = position
        .strings()
        .into_iter()
        .filter(|string| string.color == attacker && string.stones.intersects(&around))
        .collect();
    // Strings with room behind them first, then those that join them there.
    let is_told = |safe: &Safe, stone: Point| safe.stones.contains(stone) || unknown.contains(stone);
    for string in &strings {
        let first = string.stones.first().unwrap_or(Point(0));
        if !is_told(safe, first) && behind(&points, string).len() >= BEHIND {
            safe.stones.extend(string.stones.iter());
        }
    }
    loop {
        let mut more = false;
        for string in &strings {
            let first = string.stones.first().unwrap_or(Point(0));
            let joins = || {
                behind(&points, string).iter().any(|liberty| {
                    board.neighbors(liberty).iter().any(|&near| {
                        position.stone(near) == Some(attacker)
                            && !string.stones.contains(near)
                            && (safe.stones.contains(near)
                                || !strings.iter().any(|other| other.stones.contains(near)))
                    })
                })
            };
            if !is_told(safe, first) && joins() {
                safe.stones.extend(string.stones.iter());
                more = true;
            }
        }
        if !more {
            break;
        }
    }
    for string in &strings {
        let first = string.stones.first().unwrap_or(Point(0));
        if !safe.stones.contains(first) {
            weak.push(string.stones.iter().chain(string.liberties.iter()).collect());
        }
    }
    for string in weak {
        points.extend(string.iter().filter(|&point| !safe.stones.contains(point)));
    }
    whole(position, attacker, points, safe)
}

/// The part of the board near a group that is not shut in.
fn open(position: &Position, group: PointSet, safe: &Safe, reach: usize) -> Area {
    let board = position.topology();
    let mut points = PointSet::new();
    let mut queue: VecDeque<(Point, usize)> = group.iter().map(|stone| (stone, 0)).collect();
    let mut empty = 0;
    while let Some((point, steps)) = queue.pop_front() {
        if points.contains(point) || safe.stones.contains(point) && !group.contains(point) || steps > reach {
            continue;
        }
        let is_empty = position.is_empty_at(point);
        if is_empty && empty >= MOST_OPEN {
            continue;
        }
        empty += usize::from(is_empty);
        let entering: Vec<Point> = if is_empty { vec![point] } else { position.string(point).collect() };
        points.extend(entering.iter().copied());
        for one in entering {
            queue.extend(board.neighbors(one).iter().map(|&near| (near, steps + 1)));
        }
    }
    let walls = walls(position, &points, safe);
    Area { points, group, walls, shut_in: false, own: true }
}

/// The safe strings around these points.
fn walls(position: &Position, points: &PointSet, safe: &Safe) -> Vec<Wall> {
    let around = position.topology().boundary(points);
    let strings = position.strings().into_iter();
    let bounding = strings.filter(|string| {
        string.stones.intersects(&around)
            && string.stones.first().is_some_and(|stone| safe.stones.contains(stone))
    });
    bounding
        .map(|string| {
            let premise = safe.premise(string.stones.first().unwrap_or(Point(0)));
            Wall { stones: string.stones, premise }
        })
        .collect()
}

/// Strings of both colours that look out of danger.
fn looking_safe(position: &Position) -> PointSet {
    let board = position.topology();
    let mut safe = PointSet::new();
    let all_empty = position.empty().len();
    let stones = Color::BOTH.map(|color| position.stones(color));
    // For each colour, how many empty points the stones on a point reach without passing the other colour.
    let mut reached = Color::BOTH.map(|_| vec![None; board.len()]);
    for string in position.strings() {
        let Some(first) = string.stones.first() else { continue };
        // What stands inside the group's own surroundings is no wall.
        let reached = &mut reached[string.color.index()];
        let empty = reached[first.index()].unwrap_or_else(|| {
            let other = &stones[string.color.opponent().index()];
            let within = board.component(first, |point| !other.contains(point));
            let empty = within.iter().filter(|&point| position.is_empty_at(point)).count();
            within.iter().for_each(|point| reached[point.index()] = Some(empty));
            empty
        });
        let inside = empty <= MOST_OPEN / 2 && 2 * empty <= all_empty;
        let liberties = string.liberties.len();
        let many = liberties >= MANY_LIBERTIES;
        if !inside && (many || liberties >= FEW_LIBERTIES && room(position, &string.liberties) >= MUCH_ROOM) {
            safe.extend(string.stones.iter());
        }
    }
    safe
}

/// How many empty points are liberties or next to one.
pub(crate) fn room(position: &Position, liberties: &PointSet) -> usize {
    let mut room = liberties.clone();
    for liberty in liberties.iter() {
        let near = position.topology().neighbors(liberty).iter().copied();
        room.extend(near.filter(|&point| position.is_empty_at(point)));
    }
    room.len()
}
