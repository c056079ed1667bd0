//! What can be said of a state without looking at what follows, and first guesses where nothing can.

use super::memory::Numbers;
use super::state::{Goal, State, is_life};
use crate::count::{Doomed, doomed, lives_inside};
use crate::eye::Eyes;
use crate::field::{Bits, Field, StoneString, Stones, bit};
use crate::life::alive;

/// Whether the prey, which is on the board with the guard, is captured or cannot be, with the zone of that claim.
pub(crate) fn settled(field: &Field, goal: &Goal, state: &State, eyes: &mut Eyes) -> Option<(bool, Bits)> {
    let prey = goal.prey_string(field, &state.stones)?;
    if field.is_out(prey.stones, goal.defender) {
        return Some((false, prey.stones));
    }
    // Only the defender's own moves make him alive.
    if state.to_move != goal.defender
        && let Some(zone) = alive(field, &state.stones, goal.defender, goal.prey, 0)
    {
        return Some((false, zone));
    }
    if let Some(zone) = lives_inside(field, &state.stones, &prey, goal.defender, state.to_move, eyes) {
        return Some((false, zone));
    }
    counted(field, goal, state, &prey, eyes)
}

/// The outcome, where counting liberties is a proof.
fn counted(
    field: &Field,
    goal: &Goal,
    state: &State,
    prey: &StoneString,
    eyes: &mut Eyes,
) -> Option<(bool, Bits)> {
    let (stones, attacker) = (&state.stones, goal.attacker());
    // A guard that stands beside enough stones lasts until they are taken, and lives then; or it lives anyway.
    let guard = goal.guard_stones(field, stones);
    let kept = match goal.guard {
        None => Some(0),
        Some(_) if field.is_out(guard, attacker) => Some(0),
        Some(_) if is_life(field, stones, attacker, field.spread(guard, guard).around, prey.stones) => {
            Some(0)
        }
        Some(at) => alive(field, stones, attacker, at, prey.stones),
    };
    // The prey may be the stone that has just taken a ko: counting does not know that its last liberty is banned.
    let is_banned = |at: u8| state.is_banned(usize::from(at)) && prey.around & bit(usize::from(at)) != 0;
    let stopped = state.to_move == attacker && state.ban.is_some_and(is_banned);
    if let Some(kept) = kept.filter(|_| !stopped)
        && let Some(Doomed { zone, eye }) = doomed(field, stones, prey, goal.defender, state.to_move, eyes)
        && eye & guard == 0
    {
        return Some((true, zone | guard | kept));
    }
    let mut captors = prey.around & stones.0[attacker.index()];
    while captors != 0 {
        let captor = field.spread(captors & captors.wrapping_neg(), stones.0[attacker.index()]);
        captors &= !captor.stones;
        if !field.is_out(captor.stones, attacker)
            && is_life(field, stones, goal.defender, prey.around, captor.stones)
            && let Some(Doomed { zone, eye }) = doomed(field, stones, &captor, attacker, state.to_move, eyes)
            && eye & prey.stones == 0
        {
            return Some((false, zone | prey.stones));
        }
    }
    None
}

/// First guess of the numbers of a state: the liberties of the prey against the fewest of those who surround it.
pub(super) fn estimate(field: &Field, goal: &Goal, state: &State) -> Numbers {
    let empty = field.empty(&state.stones);
    let Some(prey) = goal.prey_string(field, &state.stones) else { return Numbers { pn: 1, dn: 1 } };
    let liberties = (prey.around & empty).count_ones();
    let shortest = strings(field, &state.stones, goal, &prey)
        .map(|string| (string.around & empty).count_ones())
        .min()
        .map_or(6, |count| count.min(6));
    if state.to_move == goal.defender {
        Numbers { pn: liberties + 1, dn: shortest.max(1) }
    } else {
        Numbers { pn: liberties.max(1), dn: shortest + 1 }
    }
}

/// The attacker's strings beside the prey that can be captured.
fn strings(
    field: &Field,
    stones: &Stones,
    goal: &Goal,
    prey: &StoneString,
) -> impl Iterator<Item = StoneString> {
    let attacker = goal.attacker();
    let own = stones.0[attacker.index()];
    let mut touched = prey.around & own;
    std::iter::from_fn(move || {
        (touched != 0).then(|| {
            let string = field.spread(touched & touched.wrapping_neg(), own);
            touched &= !string.stones;
            string
        })
    })
    .filter(move |string| !field.is_out(string.stones, attacker))
}

/// Points where moves are most likely to matter: liberties of the prey and of those beside it, and points next to the former.
pub(super) fn near(field: &Field, goal: &Goal, state: &State) -> [Bits; 2] {
    let empty = field.empty(&state.stones);
    let Some(prey) = goal.prey_string(field, &state.stones) else { return [0; 2] };
    let first = prey.around & empty;
    let mut second = crate::field::ones(first).fold(0, |all, at| all | field.neighbors(at));
    for string in strings(field, &state.stones, goal, &prey) {
        second |= string.around;
    }
    [first, second & empty & !first]
}
