//! Which moves are tried.
//!
//! This is for the searches of the paper and for first moves; reading takes its moves from zones (`reader`). Leaving out an
//! attacker's move can only miss a capture. Leaving out a defence can invent one, so what these searches prove is read with
//! zones before it is believed.
//!
//! The points come from the *strings that take part* (paper 001, section 4.2): the target, the attacking
//! strings around it that can be attacked in turn, the defender's strings that these can take or that the
//! target may join, and so on, further out as the order grows. Their liberties are candidates, and for the
//! target also the points near its liberties.

use tesuji_board::{Color, Point, PointSet, Position};

use crate::state::State;

/// How far defences are sought. It must not depend on the order searched: a proof at one order has to hold at
/// the next. What lies further out is found by reading.
const DEFENCE: u8 = 3;

/// The attacker's legal moves up to `order`, each with the lowest order that admits it. The list for an order begins with
/// that for the order below.
pub(crate) fn attacks(state: &State, order: u8) -> Vec<(Point, u8)> {
    let position = &state.position;
    let liberties = position.liberty_set(state.target.point);
    let count = u8::try_from(liberties.len()).unwrap_or(u8::MAX);
    let mut list = Vec::new();
    if count > order.saturating_add(1) {
        return list;
    }
    for point in liberties.iter() {
        if state.is_legal(point) {
            list.push((point, count.saturating_sub(1)));
        }
    }
    // Leaving the liberties alone is too slow when every one of them has to go.
    // A target in atari is taken, unless that is forbidden or would be undone at once.
    let slow =
        count > 1 || liberties.iter().any(|point| !state.is_legal(point) || state.would_be_retaken(point));
    if slow {
        let mut seen = liberties;
        for lowest in count.max(2)..=order {
            let region = region(state, state.target.point, lowest.max(3));
            let others = &region - &seen;
            list.extend(others.iter().filter(|&point| state.is_legal(point)).map(|point| (point, lowest)));
            seen = &seen | &region;
        }
    }
    list
}

/// The points on which a first move of either side is tried.
pub(crate) fn first_moves(state: &State, order: u8) -> Vec<Point> {
    near(state, order.max(DEFENCE)).iter().filter(|&point| state.is_legal(point)).collect()
}

/// The defender's legal moves at `order`. `breakers` is the zone of a threatened ladder, which is all that can
/// matter; without one, moves are selected.
pub(crate) fn defences(state: &State, order: u8, breakers: Option<&PointSet>) -> Vec<Point> {
    let position = &state.position;
    let liberties = position.liberty_set(state.target.point);
    let choice = match breakers {
        Some(zone) => with_captures(position, zone, state.target.attacker()),
        None if order <= 1 => liberties.clone(),
        None => &region(state, state.target.point, DEFENCE) | &liberties,
    };
    let mut list: Vec<Point> = liberties.iter().filter(|&point| choice.contains(point)).collect();
    list.extend((&choice - &liberties).iter());
    list.retain(|&point| state.is_legal(point));
    list
}

/// A threat's zone with the moves that take one of its attacking strings from outside.
fn with_captures(position: &Position, zone: &PointSet, attacker: Color) -> PointSet {
    let mut points = zone.clone();
    for stone in zone.iter() {
        if position.stone(stone) == Some(attacker) && position.liberty_count(stone) == 1 {
            points.extend(position.liberties(stone));
        }
    }
    points
}

/// The target's liberties and the points around it that may matter at this order.
pub(crate) fn near(state: &State, order: u8) -> PointSet {
    let mut points = state.liberty_set();
    for &target in &state.standing() {
        points |= &region(state, target, order);
    }
    points
}

/// The points that may matter around a target.
fn region(state: &State, target: Point, order: u8) -> PointSet {
    let position = &state.position;
    let board = position.topology();
    let (attacker, defender) = (state.target.attacker(), state.target.defender);
    let order = usize::from(order);
    let mut points = position.liberty_set(target);
    let near: Vec<Point> = points.iter().collect();
    for liberty in near {
        for &next in board.neighbors(liberty) {
            if position.is_empty_at(next) {
                points.insert(next);
                if order > 2 {
                    let around = board.neighbors(next).iter();
                    points.extend(around.copied().filter(|&far| position.is_empty_at(far)));
                }
            }
        }
    }
    // Strings that take part, ring by ring: those that touch the last ring or share a liberty with it.
    let mut strings: Vec<(Point, Color)> = Vec::new();
    let mut seen = PointSet::new();
    seen.extend(position.string(target));
    let mut ring = vec![target];
    for step in 0..order.min(4) {
        let mut next_ring = Vec::new();
        for &member in &ring {
            let color = position.stone(member).unwrap_or(defender);
            let mut touch = |stone: Point| {
                let Some(other) = position.stone(stone) else { return };
                if seen.contains(stone) {
                    return;
                }
                let count = position.liberty_count(stone);
                let most = if other == attacker { order + 1 - step.min(order) } else { order };
                seen.extend(position.string(stone));
                if count <= most.max(1) {
                    strings.push((stone, other));
                    next_ring.push(stone);
                }
            };
            for stone in position.string(member) {
                board.neighbors(stone).iter().for_each(|&near| touch(near));
            }
            if color == defender && step < 2 {
                for liberty in position.liberties(member) {
                    board.neighbors(liberty).iter().for_each(|&near| touch(near));
                }
            }
        }
        ring = next_ring;
    }
    for (stone, _) in strings {
        points.extend(position.liberties(stone));
    }
    points
}
