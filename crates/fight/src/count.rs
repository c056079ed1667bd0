//! Races that only need counting.
//!
//! A string whose liberties are all plain, so that it can gain nothing by playing there and the opponent can fill them one by
//! one, is captured in as many moves as it has liberties; a dead eye counts as many as it takes to fill it. If no string that
//! surrounds it can be captured before, it is doomed, whatever its owner does. This is the oldest rule of capturing races
//! (paper 000, section 2), used where it is a proof.

use tesuji_board::Color;

use crate::eye::{Eye, Eyes, Kos};
use crate::field::{Bits, Field, StoneString, Stones, bit};

/// The claim that the opponent captures a string by filling its liberties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doomed {
    /// Everything that was counted.
    pub(crate) zone: Bits,
    /// The eye that is filled: stones in it may be given up on the way.
    pub(crate) eye: Bits,
}

/// Whether counting tells that the opponent captures this string, with `to_move` to move.
pub(crate) fn doomed(
    field: &Field,
    stones: &Stones,
    string: &StoneString,
    color: Color,
    to_move: Color,
    eyes: &mut Eyes,
) -> Option<Doomed> {
    let other = color.opponent();
    let (own, foe) = (stones.0[color.index()], stones.0[other.index()]);
    let empty = field.empty(stones);
    let foreign = field.beside_safe[other.index()] | field.beside_safe[color.index()] | field.open;
    // Points where the owner would get out, or the field has no edge.
    if string.around & empty & (field.beside_safe[color.index()] | field.open) != 0 {
        return None;
    }
    let mut zone = string.stones | string.around;
    let mut liberties = string.around & empty;
    let mut needed: u32 = 0;
    let mut captors = string.around & foe;
    let mut eye: Option<Eye> = None;
    let mut open = liberties;
    while open != 0 {
        let at = open.trailing_zeros() as usize;
        let near = field.neighbors(at);
        open &= open - 1;
        let touching = near & foe;
        if near & own & !string.stones == 0
            && field.beside_safe[other.index()] & bit(at) == 0
            && let Some(found) = Eye::at(field, string, at, own, empty, foreign)
        {
            if eye.is_some() {
                return None;
            }
            open &= !found.region;
            liberties &= !found.region;
            captors &= !found.region;
            zone |= found.region;
            eye = Some(found);
            continue;
        }
        let outside = near & empty & !string.around != 0 || near & own & !string.stones != 0;
        if outside || touching == 0 && field.beside_safe[other.index()] & bit(at) == 0 {
            return None;
        }
        zone |= near;
        captors |= touching;
        needed += 1;
    }
    let answers = match &eye {
        None if to_move == other => needed.saturating_sub(1),
        None => needed,
        Some(eye) => eyes.moves_elsewhere(field, eye, string, needed, to_move == color, Kos::Owner)?,
    };
    while captors != 0 {
        let captor = field.spread(captors & captors.wrapping_neg(), foe);
        captors &= !captor.stones;
        zone |= captor.stones;
        if field.is_out(captor.stones, other) {
            continue;
        }
        let shared = captor.around & empty & liberties;
        // Whenever the captor goes on filling, he plays elsewhere as far as his own liberties are concerned. If he has the
        // first move, he needs it for the string, so his own liberties are attacked first either way.
        zone |= lasting(field, stones, &captor, other, shared, answers, eyes)?;
    }
    Some(Doomed { zone, eye: eye.map_or(0, |eye| eye.region) })
}

/// The zone of the claim that a string, if attacked now, is not captured before its owner has played elsewhere so many times and
/// filled the `shared` liberties himself; none if counting does not tell.
fn lasting(
    field: &Field,
    stones: &Stones,
    string: &StoneString,
    color: Color,
    shared: Bits,
    needed: u32,
    eyes: &mut Eyes,
) -> Option<Bits> {
    let own = stones.0[color.index()];
    let empty = field.empty(stones);
    let foreign = field.beside_safe[0] | field.beside_safe[1] | field.open;
    let liberties = string.around & empty & !shared;
    // Every liberty takes a move.
    let count = liberties.count_ones();
    if needed < count {
        return Some(liberties);
    }
    let mut open = liberties & !foreign;
    while open != 0 {
        let at = open.trailing_zeros() as usize;
        open &= open - 1;
        if let Some(eye) = Eye::at(field, string, at, own, empty, foreign) {
            open &= !eye.region;
            let outside = (liberties & !eye.region).count_ones();
            let moves = eyes.moves_elsewhere(field, &eye, string, outside, false, Kos::Opponent);
            if moves.is_none_or(|moves| needed <= moves) {
                return Some(liberties | eye.region);
            }
        }
    }
    None
}
