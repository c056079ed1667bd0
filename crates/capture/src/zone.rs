//! Relevance zones: the points on which a claim depends.
//!
//! A zone belongs to a state that is proved (the target is captured) or refuted (it is not, up to an order). The promise: **in
//! every position that agrees with the state on the zone, stone for stone and gap for gap, the claim holds**, whatever stands
//! elsewhere. The side that the claim speaks for is its *owner*: the attacker of a capture, the defender of a refutation. A
//! zone serves three ends: the opponent's moves outside it change nothing, so that a claim is complete when those inside have
//! been answered; the claim serves every other position that looks the same there; and it is about the whole board.
//!
//! A zone is built from the end of each line backwards:
//!
//! - *The capture.* The target with everything next to it: the same stones, the same single liberty.
//! - *Too many liberties.* The target with as many liberties as make a capture impossible at the order.
//! - *The owner's move* must have the same effect. Its point is in the zone; what it takes is there whole,
//!   with its surroundings; a string that it does not take, but that matters later, is there with a liberty
//!   that keeps it alive; and the move must have air of its own that nobody outside can steal.
//! - *The opponent's turn.* There is a zone of what follows if he does nothing. A move outside it is no more than that, if it
//!   takes nothing that matters: every string of the owner in that zone is there with a liberty. A move inside must have been
//!   answered, and the zone of the answer joins; again what it takes and does not take must not depend on the outside. An
//!   illegal move inside must stay illegal. Points that join are no reason to answer more moves: they lie outside the first
//!   zone.
//!
//! Ko: whether a capture makes a ko depends on the capturing stone's neighbours, so they join the zone.

use tesuji_board::{Color, Point, PointSet, Position};

use crate::state::{State, Stones};
use crate::targets::Goal;

/// The zone of a state in which the attacker takes the target on its last liberty `point` for good, or could
/// if it were his turn.
pub(crate) fn capture_zone(state: &State, point: Point) -> PointSet {
    taking_zone(state, state.target.point, point)
}

/// The same for the targets that are taken on `point` for good: for all of them, or for one if any will do.
pub(crate) fn captures_zone(state: &State, point: Point) -> PointSet {
    let Some(goal) = state.goal() else { return capture_zone(state, point) };
    let taken = state.taken_on(point);
    let mut zone = PointSet::new();
    let lasting = taken.iter().filter(|&&stone| !state.is_retaken(stone, point));
    for &stone in lasting.take(if goal == Goal::Any { 1 } else { taken.len() }) {
        zone |= &taking_zone(state, stone, point);
    }
    zone
}

fn taking_zone(state: &State, target: Point, point: Point) -> PointSet {
    let mut zone = PointSet::new();
    let position = &state.position;
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
    state.named().iter().copied().collect()
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
    add_air(position, zone, stone, except);
}

/// Adds one liberty of a string other than `except`, if none is in the zone.
fn add_air(position: &Position, zone: &mut PointSet, stone: Point, except: Option<Point>) {
    let mut first = None;
    for liberty in position.liberties(stone).filter(|&liberty| Some(liberty) != except) {
        if zone.contains(liberty) {
            return;
        }
        first = first.or(Some(liberty));
    }
    zone.extend(first);
}

fn meets(position: &Position, stone: Point, zone: &PointSet) -> bool {
    position.string(stone).any(|member| zone.contains(member))
}

/// The strings of `color` next to a point, one stone of each.
fn strings_around(position: &Position, point: Point, color: Color) -> Stones {
    let mut roots = Stones::new();
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

/// The zone of a state in which the `owner` of the claim plays on `point` and `below` is the zone of what follows. The
/// state is the one before the move; `makes_ko` says whether the move bans the opponent from retaking.
pub(crate) fn move_zone(
    state: &State,
    owner: Color,
    point: Point,
    below: &PointSet,
    makes_ko: bool,
) -> PointSet {
    let position = &state.position;
    let mut zone = below.clone();
    zone.insert(point);
    let others = strings_around(position, point, owner.opponent());
    let mut taken_already = false;
    for &stone in &others {
        if !makes_ko && !meets(position, stone, below) {
            continue;
        }
        if position.liberty_count(stone) == 1 {
            add_with_surroundings(position, &mut zone, stone);
            taken_already = true;
        } else {
            add_with_air(position, &mut zone, stone, Some(point));
        }
    }
    let neighbors = position.topology().neighbors(point);
    if makes_ko {
        zone.extend(neighbors.iter().copied());
    }
    // Air for the move itself.
    let gaps = || neighbors.iter().copied().filter(|&neighbor| position.is_empty_at(neighbor));
    if gaps().any(|gap| zone.contains(gap)) || taken_already {
        return zone;
    }
    if let Some(gap) = gaps().next() {
        zone.insert(gap);
    } else if let Some(&stone) = others.iter().find(|&&stone| position.liberty_count(stone) == 1) {
        add_with_surroundings(position, &mut zone, stone);
    } else {
        let friends = strings_around(position, point, owner);
        if let Some(&friend) = friends.iter().find(|&&stone| position.liberty_count(stone) > 1) {
            add_with_air(position, &mut zone, friend, Some(point));
        }
    }
    zone
}

/// The zone with a liberty for every string of the owner in it, so that no move outside takes one.
pub(crate) fn closed(state: &State, owner: Color, zone: &PointSet) -> PointSet {
    let position = &state.position;
    let mut all = zone.clone();
    let mut left = zone & &position.stones(owner);
    while let Some(stone) = left.first() {
        for member in position.string(stone) {
            all.insert(member);
            left.remove(member);
        }
        add_air(position, &mut all, stone, None);
    }
    all
}

/// Adds what the opponent's move on `point` needs to have the same effect, with the zone `below` of the answer to it.
pub(crate) fn add_answer(state: &State, owner: Color, point: Point, below: &PointSet, zone: &mut PointSet) {
    let position = &state.position;
    let others = strings_around(position, point, owner);
    let takes =
        others.iter().any(|&stone| position.liberty_count(stone) == 1 && meets(position, stone, below));
    for stone in others {
        if !takes && !meets(position, stone, below) {
            continue;
        }
        if position.liberty_count(stone) == 1 {
            add_with_surroundings(position, zone, stone);
        } else {
            add_with_air(position, zone, stone, Some(point));
        }
    }
    if takes {
        // Whether this is a ko depends on the neighbours alone.
        zone.extend(position.topology().neighbors(point).iter().copied());
    }
    *zone |= below;
}

/// Adds what keeps a suicide of the opponent on `point` a suicide.
pub(crate) fn keep_illegal(state: &State, owner: Color, point: Point, zone: &mut PointSet) {
    let position = &state.position;
    zone.extend(position.topology().neighbors(point).iter().copied());
    for stone in strings_around(position, point, owner.opponent()) {
        add_with_surroundings(position, zone, stone);
    }
    for stone in strings_around(position, point, owner) {
        add_with_air(position, zone, stone, Some(point));
    }
}

/// The zone of a state in which the defender is to move and the target is captured. `pass` is the zone after his pass;
/// `answer` gives the zone after one of his legal moves, or fails if the attacker has no answer to it.
pub(crate) fn defence_zone<E>(
    state: &mut State,
    pass: &PointSet,
    answer: &mut dyn FnMut(&mut State, Point) -> Result<PointSet, E>,
) -> Result<PointSet, E> {
    let attacker = state.target.attacker();
    let inside = closed(state, attacker, pass);
    let mut zone = inside.clone();
    for point in inside.iter() {
        // The move that made a ko has put into the zone what keeps the ban.
        if !state.position.is_empty_at(point) || state.is_banned(point) {
            continue;
        }
        if state.is_legal(point) {
            let below = answer(state, point)?;
            add_answer(state, attacker, point, &below, &mut zone);
        } else {
            keep_illegal(state, attacker, point, &mut zone);
        }
    }
    Ok(zone)
}

/// The zone of a state in which the target has `count` liberties and more, where that is too many. Of several strings all are in
/// the zone, so that none can be taken unseen; if any will do, each has so many liberties.
pub(crate) fn liberty_zone(state: &State, count: usize) -> PointSet {
    let mut zone = PointSet::new();
    let standing = state.standing();
    for &stone in &standing {
        add_string(&state.position, &mut zone, stone);
        if state.goal() != Some(Goal::All) {
            zone.extend(state.position.liberties(stone).take(count));
        }
    }
    if state.goal() == Some(Goal::All) {
        zone.extend(state.liberty_set().iter().take(count));
    }
    zone
}

/// The zone of a state in which the attacker is to move and cannot take the target for good at once: taking it on its last liberty is
/// forbidden or would be undone.
pub(crate) fn retaken_zone(state: &State) -> PointSet {
    let position = &state.position;
    let mut zone = PointSet::new();
    for &stone in &state.standing() {
        match (position.liberty_count(stone), position.liberties(stone).next()) {
            (1, Some(last)) => add_retaken(state, stone, last, &mut zone),
            _ => {
                add_string(position, &mut zone, stone);
                zone.extend(position.liberties(stone).take(2));
            }
        }
    }
    closed(state, state.target.defender, &zone)
}

/// Adds what makes taking a target on its last liberty useless.
fn add_retaken(state: &State, target: Point, last: Point, zone: &mut PointSet) {
    let position = &state.position;
    add_with_surroundings(position, zone, target);
    for &near in position.topology().neighbors(last) {
        zone.insert(near);
        if position.stone(near) == Some(state.target.attacker()) {
            add_with_surroundings(position, zone, near);
        } else if position.stone(near).is_some() && near != target {
            add_with_air(position, zone, near, Some(last));
        }
    }
}

/// The zone of a state in which the `target` has been taken, the defender is to move, and may not take back.
pub(crate) fn taken_zone(state: &State, target: Point) -> PointSet {
    let position = &state.position;
    let mut zone: PointSet = [target].into_iter().collect();
    for &near in position.topology().neighbors(target) {
        zone.insert(near);
        if position.stone(near) == Some(state.target.attacker()) {
            add_with_surroundings(position, &mut zone, near);
        }
    }
    zone
}
