//! Life without a move (Benson 1976), on a field: strings that the opponent cannot capture even if they are never defended.
//!
//! Safe stones around the field are one more block that is alive.

use tesuji_board::Color;

use crate::field::{Bits, Field, StoneString, Stones};

struct Eye {
    region: Bits,
    /// Empty points.
    empty: Bits,
    /// Everything beside the region.
    around: Bits,
}

/// The zone of the claim that the string on `at` is unconditionally alive: the strings that live together with their eyes. No
/// region with one of the points `filled` counts as an eye: its owner is going to play there himself.
pub(crate) fn alive(field: &Field, stones: &Stones, color: Color, at: usize, filled: Bits) -> Option<Bits> {
    let own = stones.0[color.index()];
    let target = field.string(stones, color, at);
    let empty = field.empty(stones);
    if (target.around & empty).count_ones() < 2 {
        return None;
    }
    let within = field.all() & !own;
    let open = within & (field.beside_safe[color.opponent().index()] | field.open | filled);
    let vital = |string: &StoneString, eye: &Eye| eye.empty & !string.around == 0;
    // Two regions of its own at least, or there is nothing to look at.
    let (mut own_eyes, mut liberties) = (0, target.around & empty & !open);
    while liberties != 0 && own_eyes < 2 {
        let seed = liberties & liberties.wrapping_neg();
        let not_vital = open | within & empty & !target.around;
        match field.spread_until(seed, within, |found| found & not_vital != 0) {
            Some(region) => {
                own_eyes += 1;
                liberties &= !region.stones;
            }
            None => liberties &= !seed,
        }
    }
    if own_eyes < 2 {
        return None;
    }
    let mut eyes = Vec::with_capacity(8);
    let mut rest = within;
    while rest != 0 {
        let region = field.spread(rest & rest.wrapping_neg(), rest);
        rest &= !region.stones;
        if region.stones & open == 0 {
            let empty = region.stones & empty;
            eyes.push(Eye { region: region.stones, empty, around: region.around & own });
        }
    }
    let mut blocks: Vec<StoneString> = Vec::with_capacity(8);
    // Strings that are out of the field are alive by themselves.
    let mut outside: Bits = 0;
    let mut rest = own;
    while rest != 0 {
        let string = field.spread(rest & rest.wrapping_neg(), own);
        rest &= !string.stones;
        if field.is_out(string.stones, color) {
            outside |= string.stones;
        } else {
            blocks.push(string);
        }
    }
    loop {
        let before = (blocks.len(), eyes.len());
        blocks.retain(|string| eyes.iter().filter(|eye| vital(string, eye)).count() >= 2);
        let alive = blocks.iter().fold(outside, |all, string| all | string.stones);
        eyes.retain(|eye| eye.around & !alive == 0);
        if (blocks.len(), eyes.len()) == before {
            let zone = eyes.iter().fold(alive, |zone, eye| zone | eye.region);
            return (alive & target.stones != 0).then_some(zone);
        }
    }
}
