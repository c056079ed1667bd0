//! Races that only need counting.
//!
//! A string whose liberties are all plain, so that it can gain nothing by playing there and the opponent can fill them one by
//! one, is captured in as many moves as it has liberties; a dead eye counts as many as it takes to fill it. If no string that
//! surrounds it can be captured before, because it has more liberties or lives, it is doomed, whatever its owner does. This is
//! the oldest rule of capturing races (paper 000, section 2), used where it is a proof. Corridors may bend: in a corner the owner
//! gets a liberty for a liberty, which is as good as a pass.
//!
//! The other way round, a string whose eye is large enough is never captured.

use tesuji_board::Color;

use crate::eye::{Eye, Eyes, Kos};
use crate::field::{Bits, Field, StoneString, Stones, bit};
use crate::life::alive;

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
    let foreign = field.beside_safe[0] | field.beside_safe[1] | field.open;
    // Points where the owner would get out, or the field has no edge.
    let out = field.beside_safe[color.index()] | field.open;
    let mut zone = string.stones | string.around;
    let mut needed: u32 = 0;
    let mut captors = string.around & foe;
    let mut eye: Option<Eye> = None;
    // Liberties outside of the eye, and the gaps that they lead to.
    let mut corridor: Bits = 0;
    let mut open = string.around & empty;
    while open != 0 {
        let at = open.trailing_zeros() as usize;
        if string.around & bit(at) != 0
            && field.neighbors(at) & own & !string.stones == 0
            && field.beside_safe[other.index()] & bit(at) == 0
            && let Some(found) = Eye::at(field, string, at, own, empty, foreign)
        {
            if eye.is_some() {
                return None;
            }
            open &= !found.region;
            captors &= !found.region;
            zone |= found.region;
            eye = Some(found);
            continue;
        }
        let near = field.neighbors(at);
        let touching = near & foe;
        // The opponent can play everywhere, and a stone of the owner wins him one liberty at most for the one that it takes.
        let joins = (near & own & !string.stones) | (bit(at) & out) != 0;
        let gains = near & empty & !string.around;
        let shut = touching == 0 && field.beside_safe[other.index()] & bit(at) == 0;
        if joins || shut || gains.count_ones() > 1 {
            return None;
        }
        corridor |= bit(at);
        open = (open | gains) & !corridor;
        zone |= near;
        captors |= touching;
        needed += u32::from(string.around & bit(at) != 0);
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
        let first = captor.stones.trailing_zeros() as usize;
        if let Some(life) = alive(field, stones, other, first, string.stones) {
            zone |= life;
            continue;
        }
        let shared = captor.around & corridor;
        // Whenever the captor goes on filling, he plays elsewhere as far as his own liberties are concerned. If he has the
        // first move, he needs it for the string, so his own liberties are attacked first either way.
        zone |= lasting(field, stones, &captor, other, shared, answers, eyes)?;
    }
    Some(Doomed { zone, eye: eye.map_or(0, |eye| eye.region) })
}

/// The zone of the claim that a string is never captured because of an eye of its own; none if no eye does it.
pub(crate) fn lives_inside(
    field: &Field,
    stones: &Stones,
    string: &StoneString,
    color: Color,
    to_move: Color,
    eyes: &mut Eyes,
) -> Option<Bits> {
    let own = stones.0[color.index()];
    let empty = field.empty(stones);
    let foreign = field.beside_safe[0] | field.beside_safe[1] | field.open;
    let liberties = string.around & empty;
    let mut open = liberties & !foreign;
    while open != 0 {
        let at = open.trailing_zeros() as usize;
        open &= open - 1;
        if let Some(eye) = Eye::at(field, string, at, own, empty, foreign) {
            open &= !eye.region;
            let outside = (liberties & !eye.region).count_ones();
            if eye.region.count_ones() > 2
                && eyes
                    .moves_elsewhere(field, &eye, string, outside, to_move == color, Kos::Opponent)
                    .is_none()
            {
                return Some(string.stones | liberties | eye.region);
            }
        }
    }
    None
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
