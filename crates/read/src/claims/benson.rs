//! Life without a move (Benson 1976): strings that the attacker cannot capture even if they are never defended.
//!
//! A region is a part of the field without stones of the defender. It is *vital* for a string beside it if all its empty points are
//! liberties of that string. Strings live together with regions if each string has two vital regions among them and each region
//! is enclosed by these strings alone. Safe stones around the field, and the open board, are one more string that is alive.

use smallvec::SmallVec;
use tesuji_board::Color;

use crate::field::{Field, StoneString};
use crate::set::Set;

/// Strings that are alive, and the regions that they live by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alive<S> {
    pub(crate) strings: S,
    pub(crate) regions: S,
}

/// The parts of the field without stones of a colour that no safe stone of the other side touches.
pub(crate) type Enclosed<S> = SmallVec<[S; 12]>;

pub(crate) fn enclosed<S: Set>(field: &Field<S>, stones: &[S; 2], color: Color) -> Enclosed<S> {
    let mut rest = field.all & !stones[color.index()];
    let foreign = field.beside_safe[color.opponent().index()] | field.open;
    rest &= !field.flood(foreign, rest);
    let mut found = Enclosed::new();
    while !rest.is_empty() {
        let part = field.flood(rest.lowest(), rest);
        rest &= !part;
        found.push(part);
    }
    found
}

struct Region<S> {
    points: S,
    /// Strings beside it and strings for which it is vital, by number.
    beside: u64,
    vital: u64,
}

/// The most strings that are looked at.
const MOST_STRINGS: usize = 64;

/// The strings of a colour that are alive; none if there are none.
pub(crate) fn alive<S: Set>(
    field: &Field<S>,
    stones: &[S; 2],
    color: Color,
    enclosed: &Enclosed<S>,
) -> Option<Alive<S>> {
    let own = stones[color.index()];
    let out_stones = own & (field.beside_safe[color.index()] | field.open);
    if enclosed.len() < 2 && out_stones.is_empty() {
        return None;
    }
    // Only strings beside these regions can live by them, or spoil them.
    let beside = enclosed.iter().fold(S::none(), |all, &region| all | region);
    let (mut strings, mut out): (SmallVec<[StoneString<S>; 16]>, u64) = (SmallVec::new(), 0);
    for string in field.strings(own, field.neighbors(beside) | out_stones).take(MOST_STRINGS) {
        if string.stones.meets(out_stones) {
            out |= 1 << strings.len();
        }
        strings.push(string);
    }
    let empty = field.empty(stones);
    let seen = strings.iter().fold(S::none(), |all, string| all | string.stones);
    let mut regions: SmallVec<[Region<S>; 16]> = SmallVec::new();
    for &points in enclosed {
        let mut region = Region { points, beside: 0, vital: 0 };
        for (number, string) in strings.iter().enumerate().filter(|(_, string)| string.around.meets(points)) {
            region.beside |= 1 << number;
            if (points & empty).within(string.around) {
                region.vital |= 1 << number;
            }
        }
        if region.vital != 0 && (field.neighbors(points) & own).within(seen) {
            regions.push(region);
        }
    }
    if regions.len() < 2 && out == 0 {
        return None;
    }
    let mut live = if strings.len() == MOST_STRINGS { u64::MAX } else { (1 << strings.len()) - 1 };
    loop {
        let (mut once, mut twice) = (0, 0);
        for region in &regions {
            let vital = region.vital & live;
            twice |= once & vital;
            once |= vital;
        }
        let (left, before) = ((twice | out) & live, regions.len());
        regions.retain(|region| region.beside & !left == 0);
        if left == live && regions.len() == before {
            break;
        }
        live = left;
    }
    let chosen = |number: &usize| live >> number & 1 != 0;
    let strings =
        (0..strings.len()).filter(chosen).fold(S::none(), |all, number| all | strings[number].stones);
    let regions = regions.iter().fold(S::none(), |all, region| all | region.points);
    (live != 0).then_some(Alive { strings, regions })
}
