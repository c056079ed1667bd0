//! Relevance zones: the points on which a proof depends.
//!
//! A zone belongs to a proved state. The promise: **in every position that agrees with the state on the zone,
//! stone for stone and gap for gap, the attacker captures in the same way**, whatever stands elsewhere. So a
//! defender's move outside the zone changes nothing, and a proof is complete when the moves inside have been
//! answered. This is what turns a search with selected moves into a proof about the whole board.
//!
//! A zone is built from the end of each line backwards:
//!
//! - *The capture.* The target with everything next to it: the same stones, the same single liberty.
//! - *An attacker's move* must have the same effect. Its point is in the zone; what it takes is there whole,
//!   with its surroundings; a string that it does not take, but that matters later, is there with a liberty
//!   that keeps it alive; and the move must have air of its own that nobody outside can steal.
//! - *The defender's turn.* A move outside equals a pass, if it takes nothing that matters: every attacking
//!   string of the pass's zone is there with a liberty. A move inside must have been answered, and its zone
//!   joins; again what it takes and does not take must not depend on the outside. An illegal move inside must
//!   stay illegal. The zone grows until no point in it is left unanswered.
//!
//! Ko: whether a capture makes a ko depends on the capturing stone's neighbours, so they join the zone.

use tesuji_board::{Color, Point, PointSet, Position};

use crate::state::State;

/// The zone of a state in which the attacker takes the target on its last liberty `point` for good, or could
/// if it were his turn.
pub(crate) fn capture_zone(state: &State, point: Point) -> PointSet {
    let mut zone = PointSet::new();
    let (position, target) = (&state.position, state.target.point);
    add_with_surroundings(position, &mut zone, target);
    if position.string_size(target) == 1 {
        // What gives the captor more than the one liberty where it takes: a gap beside it, a friend with
        // liberties, or a second string taken.
        let near = || position.topology().neighbors(point).iter().copied().filter(|&near| near != target);
        let attacker = Some(state.target.attacker());
        if let Some(gap) = near().find(|&near| position.is_empty_at(near)) {
            zone.insert(gap);
        } else if let Some(friend) =
            near().find(|&near| position.stone(near) == attacker && position.liberty_count(near) > 1)
        {
            add_with_air(position, &mut zone, friend, Some(point));
        } else if let Some(second) =
            near().find(|&near| position.stone(near) != attacker && position.liberty_count(near) == 1)
        {
            add_with_surroundings(position, &mut zone, second);
        }
    }
    zone
}

/// The zone of a state in which the target has been taken and the defender did not retake it.
pub(crate) fn gone_zone(state: &State) -> PointSet {
    [state.target.point].into_iter().collect()
}

fn add_string(position: &Position, zone: &mut PointSet, stone: Point) {
    zone.extend(position.string(stone));
}

fn add_with_surroundings(position: &Position, zone: &mut PointSet, stone: Point) {
    let board = position.topology();
    for member in position.string(stone) {
        zone.insert(member);
        zone.extend(board.neighbors(member).iter().copied());
    }
}

/// Adds a string with one liberty other than `except`: a liberty that is in the zone already if there is one.
fn add_with_air(position: &Position, zone: &mut PointSet, stone: Point, except: Option<Point>) {
    add_string(position, zone, stone);
    let air = |point: &Point| Some(*point) != except;
    if position.liberties(stone).filter(air).any(|point| zone.contains(point)) {
        return;
    }
    if let Some(point) = position.liberties(stone).find(air) {
        zone.insert(point);
    }
}

fn meets(position: &Position, stone: Point, zone: &PointSet) -> bool {
    position.string(stone).any(|member| zone.contains(member))
}

/// The strings of `color` next to a point, one stone of each.
fn strings_around(position: &Position, point: Point, color: Color) -> Vec<Point> {
    let mut roots = Vec::new();
    for &neighbor in position.topology().neighbors(point) {
        if position.stone(neighbor) == Some(color)
            && let Some(root) = position.representative(neighbor)
            && !roots.contains(&root)
        {
            roots.push(root);
        }
    }
    roots
}

/// The zone of a state in which the attacker plays on `point` and `below` is the zone of what follows. The
/// state is the one before the move; `makes_ko` says whether the move bans the defender from retaking.
pub(crate) fn attack_zone(state: &State, point: Point, below: &PointSet, makes_ko: bool) -> PointSet {
    let position = &state.position;
    let (attacker, defender) = (state.target.attacker(), state.target.defender);
    let mut zone = below.clone();
    zone.insert(point);
    let others = strings_around(position, point, defender);
    let (taken, kept): (Vec<Point>, Vec<Point>) =
        others.into_iter().partition(|&stone| position.liberty_count(stone) == 1);
    for &stone in &taken {
        if makes_ko || meets(position, stone, below) {
            add_with_surroundings(position, &mut zone, stone);
        }
    }
    for &stone in &kept {
        if makes_ko || meets(position, stone, below) {
            add_with_air(position, &mut zone, stone, Some(point));
        }
    }
    let neighbors = position.topology().neighbors(point);
    if makes_ko {
        zone.extend(neighbors.iter().copied());
    }
    // Air for the move itself.
    let gaps = || neighbors.iter().copied().filter(|&neighbor| position.is_empty_at(neighbor));
    let taken_already = taken.iter().any(|&stone| meets(position, stone, below) || makes_ko);
    if gaps().any(|gap| zone.contains(gap)) || taken_already {
        return zone;
    }
    if let Some(gap) = gaps().next() {
        zone.insert(gap);
    } else if let Some(&stone) = taken.first() {
        add_with_surroundings(position, &mut zone, stone);
    } else {
        let friends = strings_around(position, point, attacker);
        if let Some(&friend) = friends.iter().find(|&&stone| position.liberty_count(stone) > 1) {
            add_with_air(position, &mut zone, friend, Some(point));
        }
    }
    zone
}

/// The zone of a state in which the defender is to move. `pass` is the zone after his pass; `answer` gives the
/// zone after one of his legal moves, or fails if the attacker has no answer to it.
pub(crate) fn defence_zone<E>(
    state: &mut State,
    pass: &PointSet,
    answer: &mut dyn FnMut(&mut State, Point) -> Result<PointSet, E>,
) -> Result<PointSet, E> {
    let attacker = state.target.attacker();
    let mut zone = pass.clone();
    for stone in pass.iter() {
        if state.position.stone(stone) == Some(attacker) {
            add_with_air(&state.position, &mut zone, stone, None);
        }
    }
    let mut done = PointSet::new();
    while let Some(point) = (&zone - &done).iter().find(|&point| state.position.is_empty_at(point)) {
        done.insert(point);
        if state.is_banned(point) {
            // The move that made the ko has put into the zone what keeps the ban.
            continue;
        }
        if !state.is_legal(point) {
            keep_illegal(state, &mut zone, point);
            continue;
        }
        let below = answer(state, point)?;
        let position = &state.position;
        let others = strings_around(position, point, attacker);
        let takes =
            others.iter().any(|&stone| position.liberty_count(stone) == 1 && meets(position, stone, &below));
        for stone in others {
            let matters = takes || meets(position, stone, &below);
            if matters && position.liberty_count(stone) == 1 {
                add_with_surroundings(position, &mut zone, stone);
            } else if matters {
                add_with_air(position, &mut zone, stone, Some(point));
            }
        }
        if takes {
            // Whether this is a ko depends on the neighbours alone.
            zone.extend(position.topology().neighbors(point).iter().copied());
        }
        zone.extend(below.iter());
    }
    Ok(zone)
}

/// What keeps a defender's suicide on `point` a suicide.
fn keep_illegal(state: &State, zone: &mut PointSet, point: Point) {
    let position = &state.position;
    zone.extend(position.topology().neighbors(point).iter().copied());
    for stone in strings_around(position, point, state.target.defender) {
        add_with_surroundings(position, zone, stone);
    }
    for stone in strings_around(position, point, state.target.attacker()) {
        add_with_air(position, zone, stone, Some(point));
    }
}
