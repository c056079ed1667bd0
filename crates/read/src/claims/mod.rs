//! What can be said of a group without search. Each claim is a proof with its zone, or nothing.

pub(crate) mod benson;
pub(crate) mod dead;
pub(crate) mod table;

use smallvec::SmallVec;
use tesuji_board::Color;

use self::benson::Enclosed;
use self::table::{EYE, LIFE, MOST_POINTS, ONE_EYE, Space, TWO_EYES, table};
use crate::fault::{Fault, is_on};
use crate::field::Field;
use crate::set::Set;

/// What the tables say of a small space, all around it taken as one string of the defender.
pub(crate) fn eye_space<S: Set>(
    field: &Field<S>,
    stones: &[S; 2],
    defender: Color,
    part: S,
    of_eyes: bool,
) -> u8 {
    let attackers = stones[defender.opponent().index()] & part;
    let empty = part & field.empty(stones);
    // Attackers with all their liberties outside of the space count as captured.
    let breathing = field.strings(attackers, attackers).filter(|string| string.around.meets(empty));
    let attackers = breathing.fold(S::none(), |all, string| all | string.stones);
    let beside = field.beside_safe[0] | field.beside_safe[1] | field.neighbors(field.all & !part);
    let mut space = Space { points: part.len() as usize, links: [0; MOST_POINTS], rim: 0 };
    let (mut attacking, mut defending) = (0, 0);
    for (index, at) in part.numbers().enumerate() {
        let near = field.neighbors(S::one(at));
        for (other, _) in part.numbers().enumerate().filter(|&(_, other)| near.has(other)) {
            space.links[index] |= 1 << other;
        }
        space.rim |= u8::from(beside.has(at)) << index;
        attacking |= u8::from(attackers.has(at)) << index;
        defending |= u8::from(stones[defender.index()].has(at)) << index;
    }
    let value = table(&space, of_eyes).value(attacking, defending);
    if is_on(Fault::TableEntry) && value & table::DEAD != 0 { value | table::DEAD_WITH_EYE } else { value }
}

/// The zone of the claim that a string lives by small eye spaces that it encloses alone, the attacker to move; none if none does.
/// `counts` says which strings are looked at; where only eyes will do a seki is not enough.
pub(crate) fn lives_by_tables<S: Set>(
    field: &Field<S>,
    stones: &[S; 2],
    defender: Color,
    enclosed: &Enclosed<S>,
    only_eyes: bool,
    counts: impl Fn(S) -> bool,
) -> Option<S> {
    let (two, one) = if only_eyes { (LIFE, EYE) } else { (TWO_EYES, ONE_EYE) };
    let own = stones[defender.index()];
    // A space is not enclosed by one string alone if it touches safe stones, also of the defender.
    let foreign = field.beside_safe[defender.index()];
    // Strings with the vital regions and the table eyes that they enclose, and the points of these.
    let mut found: SmallVec<[(S, u32, u32, S); 8]> = SmallVec::new();
    for &part in enclosed {
        if part.meets(foreign) || part.len() as usize > MOST_POINTS {
            continue;
        }
        let rim = field.neighbors(part) & own;
        let string = field.flood(rim.lowest(), own);
        if !rim.within(string) || !counts(string) {
            continue;
        }
        let value = eye_space(field, stones, defender, part, only_eyes);
        if value & two != 0 {
            return Some(string | part);
        }
        let is_vital = (part & field.empty(stones)).within(field.neighbors(string));
        if !is_vital && value & one == 0 {
            continue;
        }
        let known = found.iter().position(|(known, ..)| *known == string).unwrap_or_else(|| {
            found.push((string, 0, 0, string));
            found.len() - 1
        });
        let (_, vital, tabled, zone) = &mut found[known];
        *vital += u32::from(is_vital);
        *tabled += u32::from(!is_vital);
        *zone |= part;
        // Two table eyes may only vouch for each other: one of the two has to be vital.
        if *vital >= 1 && *vital + *tabled >= 2 {
            return Some(*zone);
        }
    }
    None
}
