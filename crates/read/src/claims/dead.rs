//! Death without search: no string of the defender can live in an area, though he moves first.
//!
//! 1. *S* are the attacker's strings that cannot be captured: those that touch safe stones, and those with two liberties of
//!    their own beside such strings, one of which they will get.
//! 2. An eye of the defender needs a point that is neither in S nor beside it. *P* are these points of the area. The points under one
//!    string of the defender do not count, best one that covers many: if all others die this one has to live.
//! 3. *Cut rule*: a point of P whose removal splits its surroundings, with nothing of P on one side, makes no eye: the stones
//!    around it could not be connected with an eye on that side.
//! 4. Each connected part of P of at most six points, all around it taken as one string of the defender, has 0, 1 or 2 eyes
//!    by the [tables](super::table).
//! 5. If the sum is at most one eye, the area is dead.
//!
//! Steps 2 and 3 are argued and tested against search, not proved: the judge of life and death holds whole answers that rest on
//! them against the rules alone.

use smallvec::SmallVec;
use tesuji_board::Color;

use super::eye_space;
use super::table::{DEAD, DEAD_WITH_EYE, MOST_POINTS};
use crate::fault::{Fault, is_on};
use crate::field::Field;
use crate::set::Set;

/// Points of an area to which the cut rule is applied at most.
const MOST_CUT: u32 = 14;
/// Pairs of points that hold walls together at most.
const MOST_PAIRS: usize = 24;
/// Points that may become eyes at most.
const MOST_EYE_POINTS: u32 = 12;

/// The attacker's strings that cannot be captured, and the pairs of points that make it so.
#[derive(Clone, Copy)]
pub(crate) struct Walls<S> {
    pub(crate) strings: S,
    pub(crate) pairs: S,
    /// The first points of the pairs and the second ones, in the same order.
    joints: [[u16; MOST_PAIRS]; 2],
    count: usize,
}

impl<S: Set> Walls<S> {
    /// The other point of the pair of a point.
    pub(crate) fn partner(&self, at: usize) -> S {
        let [first, second] = &self.joints;
        let other = first.iter().zip(second).take(self.count).find_map(|(&one, &other)| {
            if usize::from(one) == at { Some(other) } else { (usize::from(other) == at).then_some(one) }
        });
        other.map_or(S::none(), |other| S::one(usize::from(other)))
    }
}

/// The attacker's walls: strings that are out, and those connected with them by one of two points.
pub(crate) fn walls<S: Set>(field: &Field<S>, stones: &[S; 2], attacker: Color) -> Walls<S> {
    let own = stones[attacker.index()];
    let (empty, safe) = (field.empty(stones), field.beside_safe[attacker.index()] | field.open);
    let strings = field.flood(own & safe, own);
    let mut walls = Walls { strings, pairs: S::none(), joints: [[0; MOST_PAIRS]; 2], count: 0 };
    loop {
        let before = walls.strings;
        for string in field.strings(own, own & !before) {
            let joints = string.around & empty & (safe | field.neighbors(walls.strings)) & !walls.pairs;
            if joints.len() >= 2 && walls.count < MOST_PAIRS {
                let first = joints.lowest();
                let second = (joints & !first).lowest();
                walls.pairs |= first | second;
                walls.joints[0][walls.count] = first.first() as u16;
                walls.joints[1][walls.count] = second.first() as u16;
                walls.count += 1;
                walls.strings |= string.stones;
            }
        }
        if walls.strings == before {
            return walls;
        }
    }
}

/// The zone of the claim that no string of the defender lives in any of the areas that meet `where_`; none if that is not shown.
pub(crate) fn dead<S: Set>(
    field: &Field<S>,
    stones: &[S; 2],
    defender: Color,
    walls: &Walls<S>,
    areas: S,
) -> Option<S> {
    let attacker = defender.opponent();
    let ways_out = field.open | field.beside_safe[defender.index()];
    let lost = field.beside_safe[attacker.index()] | field.neighbors(walls.strings);
    let mut rest = areas & !walls.strings;
    let mut zone = walls.strings | walls.pairs;
    while !rest.is_empty() {
        let area = field.flood(rest.lowest(), field.all & !walls.strings);
        rest &= !area;
        if area.meets(ways_out) || !is_dead(field, stones, defender, area, area & !lost) {
            return None;
        }
        zone |= area;
    }
    Some(zone)
}

/// Whether an area that is shut in has at most one eye, which can only be made on these points.
fn is_dead<S: Set>(field: &Field<S>, stones: &[S; 2], defender: Color, area: S, points: S) -> bool {
    let own = stones[defender.index()];
    let largest = field.strings(own, own & points).map(|string| string.stones & points);
    let covered =
        largest.fold((0, S::none()), |best, set| if set.len() > best.0 { (set.len(), set) } else { best }).1;
    let mut points = points & !covered;
    if points.len() <= MOST_CUT {
        let joined = if is_on(Fault::CutRule) { area & !own } else { area };
        points = after_cuts(field, joined, points);
    }
    if points.len() <= 1 || points.len() == 2 && field.neighbors(points.lowest()).meets(points) {
        return true;
    }
    if points.len() > MOST_EYE_POINTS {
        return false;
    }
    let mut eyes = 0;
    let mut rest = points;
    while !rest.is_empty() {
        let part = field.flood(rest.lowest(), points);
        rest &= !part;
        if part.len() as usize > MOST_POINTS {
            return false;
        }
        let value = eye_space(field, stones, defender, part, false);
        eyes += if value & DEAD_WITH_EYE != 0 {
            0
        } else if value & DEAD != 0 {
            1
        } else {
            2
        };
        if eyes > 1 {
            return false;
        }
    }
    true
}

/// The points that are left by the cut rule.
fn after_cuts<S: Set>(field: &Field<S>, area: S, mut points: S) -> S {
    loop {
        let mut dropped: SmallVec<[usize; 16]> = SmallVec::new();
        for at in points.numbers() {
            let one = S::one(at);
            let within = area & !one;
            let mut sides = field.neighbors(one) & area;
            // Mostly the corners connect them.
            let close = (field.neighbors(one) | field.diagonals(one)) & within;
            if sides.within(field.flood(sides.lowest(), close)) {
                continue;
            }
            let first = field.flood(sides.lowest(), within);
            if sides.within(first) {
                continue;
            }
            let left = dropped.iter().fold(points, |left, &gone| left & !S::one(gone));
            while !sides.is_empty() {
                let side = field.flood(sides.lowest(), within);
                sides &= !side;
                if !side.meets(left) {
                    dropped.push(at);
                    break;
                }
            }
        }
        if dropped.is_empty() {
            return points;
        }
        points = dropped.iter().fold(points, |left, &gone| left & !S::one(gone));
    }
}
