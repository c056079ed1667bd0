//! What can be said of a state without looking at what follows: the rules, the number of liberties, a ladder.

use tesuji_board::Point;

use super::Fact;
use super::memory::Numbers;
use crate::ladder;
use crate::state::{BEST, EVEN, State, WORST};
use crate::zone::{capture_zone, gone_zone, liberty_zone, retaken_zone};

/// What the rules say of a state at an order, at a glance: with fewer moves than liberties there is no capture.
pub(super) fn glance(state: &State, order: u8) -> Option<bool> {
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

/// The point on which the attacker takes the target for good.
pub(super) fn takes_at_once(state: &State) -> Option<Point> {
    let last = state.position.liberties(state.target.point).next()?;
    let takes = state.attacker_to_move()
        && state.liberty_count() == 1
        && state.is_legal(last)
        && !state.would_be_retaken(last);
    takes.then_some(last)
}

/// What [`glance`] says, with its zone.
pub(super) fn glance_fact(state: &State, order: u8, captured: bool) -> Fact {
    if captured && state.is_captured() {
        return Fact::new(state, true, 0, WORST, gone_zone(state));
    }
    if captured {
        let last = takes_at_once(state);
        let zone = last.map(|last| capture_zone(state, last)).unwrap_or_default();
        let extent = if last.is_some() && last == state.ban { EVEN + 1 } else { WORST };
        return Fact { best: last.map(Some), length: 1, ..Fact::new(state, true, 0, extent, zone) };
    }
    let most = most_liberties(state, order);
    if state.liberty_count() > most {
        return Fact::new(state, false, order, BEST, liberty_zone(state, most + 1));
    }
    // At order 0 in atari: the capture is forbidden or would be undone.
    let last = state.position.liberties(state.target.point).next();
    let zone = last.map(|last| retaken_zone(state, last)).unwrap_or_default();
    let undone = last.is_some_and(|last| state.would_be_retaken(last));
    let extent = if undone || last != state.ban { BEST } else { EVEN };
    Fact::new(state, false, order, extent, zone)
}

/// Whether dedicated code can read order 1.
pub(super) fn may_be_ladder(state: &State) -> bool {
    let slack = usize::from(state.attacker_to_move());
    !(state.opening || state.ban.is_some() || state.is_captured()) && state.liberty_count() <= 1 + slack
}

/// Order 1 by dedicated code.
pub(super) fn read_ladder(state: &mut State) -> Option<Fact> {
    if !may_be_ladder(state) {
        return None;
    }
    let met = std::mem::replace(&mut state.ko_met, false);
    let read = ladder::read(state);
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
    let spare = (u32::from(order) + 1).saturating_sub(u32::from(!state.attacker_to_move()));
    Numbers { pn: (liberties * liberties).max(1), dn: 1 + 2 * spare.saturating_sub(liberties) }
}
