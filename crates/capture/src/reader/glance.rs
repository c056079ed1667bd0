//! What can be said of a state without looking at what follows: the rules, the number of liberties, a ladder.

use tesuji_board::Point;

use super::memory::Numbers;
use super::{ANY_ORDER, Fact};
use crate::ladder;
use crate::state::{BEST, EVEN, State, Stones, WORST};
use crate::targets::Goal;
use crate::zone::{captures_zone, gone_zone, liberty_zone, move_zone, retaken_zone};

/// What can be said of a state at an order at a glance: what the rules say, a target that is taken at once, and one that gets too many
/// liberties with one move.
pub(super) fn glance(state: &State, order: u8) -> Option<bool> {
    rule(state, order).or_else(|| {
        if state.attacker_to_move() {
            takes_at_once(state).map(|_| true)
        } else {
            extension(state, order).map(|_| false)
        }
    })
}

/// What the rules say of a state at an order: with fewer moves than liberties there is no capture.
pub(super) fn rule(state: &State, order: u8) -> Option<bool> {
    if state.is_gone() {
        return Some(true);
    }
    if state.is_captured() {
        return None;
    }
    let liberties = state.liberty_count();
    if liberties > most_liberties(state, order) {
        return Some(false);
    }
    (order == 0).then(|| takes_at_once(state).is_some())
}

/// With more liberties than this the target is safe at the order.
pub(super) fn most_liberties(state: &State, order: u8) -> usize {
    usize::from(order) + usize::from(state.attacker_to_move() || state.opening)
}

/// The liberty on which the target, its owner to move, gets so many liberties that it is safe at the order. What the move takes is not
/// counted.
fn extension(state: &State, order: u8) -> Option<Point> {
    if state.is_about_several() || state.is_captured() || order == ANY_ORDER {
        return None;
    }
    let position = &state.position;
    let target = state.target.point;
    // With the point that is played on.
    let wanted = usize::from(order) + 2;
    let count = position.liberty_count(target);
    let root = position.representative(target);
    position.liberties(target).find(|&point| {
        let (mut fresh, mut most) = (0, 0);
        for &near in position.topology().neighbors(point) {
            match position.stone(near) {
                None => fresh += usize::from(!position.is_liberty(target, near)),
                Some(color) if color == state.target.defender && position.representative(near) != root => {
                    most += position.liberty_count(near);
                }
                Some(_) => {}
            }
        }
        let enough =
            count + fresh > wanted || count + fresh + most > wanted && liberties_after(state, point) > wanted;
        enough && state.ban != Some(point)
    })
}

/// The liberties of the target with what it joins on one of them, which is counted as well.
fn liberties_after(state: &State, point: Point) -> usize {
    let position = &state.position;
    let mut after = position.liberty_set(state.target.point);
    for &near in position.topology().neighbors(point) {
        match position.stone(near) {
            None => {
                after.insert(near);
            }
            Some(color) if color == state.target.defender => after |= &position.liberty_set(near),
            Some(_) => {}
        }
    }
    after.len()
}

/// The point on which the attacker takes the target for good; of several any, or all that are left.
pub(super) fn takes_at_once(state: &State) -> Option<Point> {
    if !state.attacker_to_move() || state.liberty_count() != 1 {
        return None;
    }
    let takes = |stone: Point, last: Point| state.is_legal(last) && !state.is_retaken(stone, last);
    let last = |stone: Point| {
        let mut liberties = state.position.liberties(stone);
        liberties.next().filter(|_| liberties.next().is_none())
    };
    if state.goal().is_none() {
        let target = state.target.point;
        return last(target).filter(|&last| takes(target, last));
    }
    state.standing().iter().find_map(|&stone| last(stone).filter(|&last| takes(stone, last)))
}

/// What [`glance`] says, with its zone.
pub(super) fn glance_fact(state: &mut State, order: u8, captured: bool) -> Fact {
    if captured && state.is_captured() {
        return Fact::new(state, true, 0, WORST, gone_zone(state));
    }
    if captured {
        let last = takes_at_once(state);
        let zone = last.map(|last| captures_zone(state, last)).unwrap_or_default();
        let extent = if last.is_some() && last == state.ban { EVEN + 1 } else { WORST };
        return Fact { best: last.map(Some), length: 1, ..Fact::new(state, true, 0, extent, zone) };
    }
    let most = most_liberties(state, order);
    if state.liberty_count() > most {
        return Fact::new(state, false, order, BEST, liberty_zone(state, most + 1));
    }
    if let Some(point) = extension(state, order).filter(|_| !state.attacker_to_move()) {
        let undo = state.play(Some(point));
        let (below, makes_ko) = (liberty_zone(state, usize::from(order) + 2), state.ban.is_some());
        state.undo(undo);
        let zone = move_zone(state, state.target.defender, point, &below, makes_ko);
        return Fact { best: Some(Some(point)), length: 1, ..Fact::new(state, false, order, BEST, zone) };
    }
    // At order 0 in atari: the capture is forbidden or would be undone.
    let forbidden = |ban: Point| state.taken_on(ban).iter().any(|&stone| !state.is_retaken(stone, ban));
    let extent = if state.ban.is_some_and(forbidden) { EVEN } else { BEST };
    Fact::new(state, false, order, extent, retaken_zone(state))
}

/// Whether dedicated code can read order 1.
pub(super) fn may_be_ladder(state: &State) -> bool {
    let slack = usize::from(state.attacker_to_move());
    !(state.opening || state.ban.is_some() || state.pending().is_some()) && state.liberty_count() <= 1 + slack
}

/// Whether a ladder is read with its zone, which is most of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zones {
    Wanted,
    Unwanted,
}

/// Order 1 by dedicated code. Of several strings it reads the last one that has to go; if any will do, one that is captured.
pub(super) fn read_ladder(state: &mut State, zones: Zones) -> Option<Fact> {
    if !may_be_ladder(state) {
        return None;
    }
    let Some(goal) = state.goal() else { return read_one(state, zones) };
    let standing = state.standing();
    if goal == Goal::All && standing.len() > 1 {
        return None;
    }
    let most = 1 + usize::from(state.attacker_to_move());
    standing
        .iter()
        .filter(|&&stone| state.position.liberty_count(stone) <= most)
        .copied()
        .collect::<Stones>()
        .iter()
        .find_map(|&stone| {
            let wide = state.focus(stone);
            let fact = read_one(state, zones);
            state.widen(wide);
            fact.filter(|fact| fact.captured || goal == Goal::All)
        })
}

fn read_one(state: &mut State, zones: Zones) -> Option<Fact> {
    let met = std::mem::replace(&mut state.ko_met, false);
    let read = match zones {
        Zones::Wanted => ladder::read(state),
        Zones::Unwanted => ladder::outcome(state),
    };
    let of_ko = state.ko_met;
    state.ko_met |= met;
    let ladder = read?;
    let free = if ladder.works { WORST } else { BEST };
    let extent = if of_ko { state.resource() } else { free };
    let fact = Fact::new(state, ladder.works, 1, extent, ladder.zone);
    Some(Fact { best: ladder.best.map(Some), length: ladder.length, ..fact })
}

/// First guess of the numbers of a state: few liberties are easy to capture; many, for the order, are easy to keep.
pub(super) fn estimate(state: &State, order: u8) -> Numbers {
    let liberties = u32::try_from(state.liberty_count()).unwrap_or(u32::MAX).min(16);
    if order == ANY_ORDER {
        return Numbers { pn: (liberties * liberties).max(1), dn: 4 };
    }
    let spare = (u32::from(order) + 1).saturating_sub(u32::from(!state.attacker_to_move()));
    Numbers { pn: (liberties * liberties).max(1), dn: 1 + 2 * spare.saturating_sub(liberties) }
}
