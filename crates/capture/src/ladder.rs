//! The ladder reader: order 1 by dedicated code (paper 001, section 4.2).
//!
//! In a ladder the attacker leaves the target one liberty with every move, so the defender can only extend or
//! take an attacking string next to the target: two or three moves, no table. Each comes with its [zone](crate::zone). That of
//! a ladder that works lists exactly the ladder breakers, which at higher orders are the defender's complete choice against
//! the threat of the ladder; that of one that does not, the moves that may make it work.

use smallvec::SmallVec;
use tesuji_board::{Point, PointSet};

use crate::state::State;
use crate::zone::{add_answer, capture_zone, closed, defence_zone, keep_illegal, liberty_zone, move_zone};

/// Moves that one reading may try.
const MOST_MOVES: u32 = 500;
/// The longest ladder read, in moves. It bounds the recursion.
const LONGEST: u16 = 360;

/// What becomes of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ladder {
    /// Whether it works; if not, the target escapes at order 1, whatever the history.
    pub(crate) works: bool,
    /// The points on which that depends.
    pub(crate) zone: PointSet,
    /// Steps to the capture at most, or to the escape.
    pub(crate) length: u16,
    /// The move of the side that succeeds, or the last try of the other; none if there is none.
    pub(crate) best: Option<Point>,
}

impl Ladder {
    fn escape(zone: PointSet) -> Ladder {
        Ladder { works: false, zone, length: 0, best: None }
    }
}

/// Reads the ladder with its zone; either side may be to move. None if it is too long to tell.
pub(crate) fn read(state: &mut State) -> Option<Ladder> {
    Reader { moves: MOST_MOVES, zones: true }.read(state)
}

/// Reads the ladder without its zone, which is faster.
pub(crate) fn outcome(state: &mut State) -> Option<Ladder> {
    Reader { moves: MOST_MOVES, zones: false }.read(state)
}

struct Reader {
    moves: u32,
    /// Whether zones are wanted; without, they are left empty.
    zones: bool,
}

impl Reader {
    fn read(&mut self, state: &mut State) -> Option<Ladder> {
        if state.attacker_to_move() { self.attack(state, LONGEST) } else { self.defend(state, LONGEST) }
    }

    fn spend(&mut self, depth: u16) -> Option<u16> {
        self.moves = self.moves.checked_sub(1)?;
        depth.checked_sub(1)
    }

    /// A zone, if zones are wanted.
    fn zone(&self, zone: impl FnOnce() -> PointSet) -> PointSet {
        if self.zones { zone() } else { PointSet::new() }
    }

    fn attack(&mut self, state: &mut State, depth: u16) -> Option<Ladder> {
        let depth = self.spend(depth)?;
        let target = state.target.point;
        let mut liberties = [target; 2];
        match state.position.liberty_count(target) {
            count @ 1..=2 => {
                for (slot, liberty) in liberties.iter_mut().zip(state.position.liberties(target)) {
                    *slot = liberty;
                }
                if count == 1 {
                    return self.take(state, liberties[0]);
                }
            }
            _ => return Some(Ladder::escape(self.zone(|| liberty_zone(state, 3)))),
        }
        // Driving the target where it gets less air comes first.
        let room = |point: Point| {
            let board = state.position.topology();
            board.neighbors(point).iter().filter(|&&next| state.position.is_empty_at(next)).count()
        };
        if room(liberties[1]) > room(liberties[0]) {
            liberties.swap(0, 1);
        }
        let (attacker, defender) = (state.target.attacker(), state.target.defender);
        let mut escape = Ladder::escape(self.zone(|| liberty_zone(state, 2)));
        let mut too_long = false;
        for (point, other) in [(liberties[0], liberties[1]), (liberties[1], liberties[0])] {
            if !state.is_legal(point) {
                if self.zones {
                    keep_illegal(state, defender, point, &mut escape.zone);
                }
                continue;
            }
            if let Some(extension) = Extension::find(state, other, point) {
                if self.zones {
                    add_answer(state, defender, point, &extension.zone(state), &mut escape.zone);
                }
                if escape.length < 2 {
                    (escape.length, escape.best) = (2, Some(point));
                }
                continue;
            }
            let undo = state.play(Some(point));
            let makes_ko = state.ban.is_some();
            let below = self.defend(state, depth);
            state.undo(undo);
            match below {
                Some(Ladder { works: true, zone, length, .. }) => {
                    let zone = self.zone(|| move_zone(state, attacker, point, &zone, makes_ko));
                    return Some(Ladder { works: true, zone, length: length + 1, best: Some(point) });
                }
                Some(Ladder { zone, length, .. }) => {
                    if self.zones {
                        add_answer(state, defender, point, &zone, &mut escape.zone);
                    }
                    if length >= escape.length {
                        (escape.length, escape.best) = (length + 1, Some(point));
                    }
                }
                None => too_long = true,
            }
            if self.moves == 0 {
                return None;
            }
        }
        if self.zones {
            escape.zone = closed(state, defender, &escape.zone);
        }
        (!too_long).then_some(escape)
    }

    /// Takes the target on its last liberty. Fighting on for a captor that is retaken is not for this reader.
    fn take(&mut self, state: &mut State, point: Point) -> Option<Ladder> {
        (state.is_legal(point) && !state.would_be_retaken(point)).then(|| {
            let zone = self.zone(|| capture_zone(state, point));
            Ladder { works: true, zone, length: 1, best: Some(point) }
        })
    }

    fn defend(&mut self, state: &mut State, depth: u16) -> Option<Ladder> {
        let depth = self.spend(depth)?;
        let (target, defender) = (state.target.point, state.target.defender);
        if state.position.liberty_count(target) != 1 {
            return Some(Ladder::escape(self.zone(|| liberty_zone(state, 2))));
        }
        let mut defences = state.position.liberties(target).collect::<Defences>();
        let last = *defences.first()?;
        if let Some(extension) = Extension::find(state, last, last) {
            let zone = self.zone(|| extension.zone(state));
            return Some(Ladder { best: Some(last), length: 1, ..Ladder::escape(zone) });
        }
        if state.would_be_retaken(last) {
            return None;
        }
        add_counter_captures(state, target, &mut defences);
        if state.position.string_size(target) == 1 {
            add_retaking_preparations(state, last, &mut defences);
        }
        let mut answers: SmallVec<[(Point, PointSet); 4]> = SmallVec::new();
        let (mut longest, mut best) = (1, None);
        let mut too_long = false;
        for &point in &defences {
            if !state.is_legal(point) {
                continue;
            }
            let undo = state.play(Some(point));
            let makes_ko = state.ban.is_some();
            let below = self.attack(state, depth);
            state.undo(undo);
            match below {
                Some(Ladder { works: true, zone, length, .. }) => {
                    if length >= longest {
                        (longest, best) = (length, Some(point));
                    }
                    if self.zones {
                        answers.push((point, zone));
                    }
                }
                Some(Ladder { zone, length, .. }) => {
                    let zone = self.zone(|| move_zone(state, defender, point, &zone, makes_ko));
                    return Some(Ladder { works: false, zone, length: length + 1, best: Some(point) });
                }
                None => too_long = true,
            }
        }
        if too_long {
            return None;
        }
        if !self.zones {
            return Some(Ladder { works: true, zone: PointSet::new(), length: longest + 1, best });
        }
        let surroundings = capture_zone(state, last);
        let zone = defence_zone(state, &surroundings, &mut |state, point| {
            if let Some((_, zone)) = answers.iter().find(|(defence, _)| *defence == point) {
                return Ok(zone.clone());
            }
            // Any other move leaves the target where it is, to be taken for good. With one stone what takes it may lean on
            // other points than before; more stones are not taken back, and the capture depends on what is next to them.
            if state.position.string_size(target) > 1 {
                return Ok(surroundings.clone());
            }
            let undo = state.play(Some(point));
            let result = self.take(state, last);
            state.undo(undo);
            result.map(|ladder| ladder.zone).ok_or(())
        });
        Some(Ladder { works: true, zone: zone.ok()?, length: longest + 1, best })
    }
}

/// A move of the target that gives it three liberties: no ladder holds it then.
struct Extension {
    point: Point,
    liberties: SmallVec<[Point; 3]>,
    /// Strings of its own that it joins for some of these liberties.
    friends: SmallVec<[Point; 3]>,
}

impl Extension {
    /// The extension to `point`, where the target has no liberties but this and perhaps `except`, which is taken from it before. Told from the
    /// stones around the point, without playing there.
    fn find(state: &State, point: Point, except: Point) -> Option<Extension> {
        let position = &state.position;
        if state.is_banned(point) {
            return None;
        }
        let mut found = Extension { point, liberties: SmallVec::new(), friends: SmallVec::new() };
        let is_fresh = |found: &Extension, liberty: Point| {
            liberty != except && liberty != point && !found.liberties.contains(&liberty)
        };
        let target = position.representative(state.target.point);
        for &near in position.topology().neighbors(point) {
            match position.stone(near) {
                None if is_fresh(&found, near) => found.liberties.push(near),
                Some(color) if color == state.target.defender && position.representative(near) != target => {
                    let before = found.liberties.len();
                    for liberty in position.liberties(near) {
                        if found.liberties.len() < 3 && is_fresh(&found, liberty) {
                            found.liberties.push(liberty);
                        }
                    }
                    if found.liberties.len() > before {
                        found.friends.push(near);
                    }
                }
                _ => {}
            }
            if found.liberties.len() >= 3 {
                return Some(found);
            }
        }
        None
    }

    /// The points on which it depends: what is joined and three liberties. Whatever it takes besides does no harm.
    fn zone(&self, state: &State) -> PointSet {
        let mut zone: PointSet = state.position.string(state.target.point).collect();
        zone.insert(self.point);
        zone.extend(self.liberties.iter().copied());
        for &friend in &self.friends {
            zone.extend(state.position.string(friend));
        }
        zone
    }
}

type Defences = SmallVec<[Point; 8]>;

/// Adds the moves that take an attacking string next to the defender's string on `saved`; what is not next to it does
/// not help it.
fn add_counter_captures(state: &State, saved: Point, defences: &mut Defences) {
    let (position, attacker) = (&state.position, state.target.attacker());
    for stone in position.string(saved) {
        for &near in position.topology().neighbors(stone) {
            if position.stone(near) == Some(attacker)
                && position.liberty_count(near) == 1
                && let Some(point) = position.liberties(near).next()
                && !defences.contains(&point)
            {
                defences.push(point);
            }
        }
    }
}

/// Adds the moves after which the captor of a single stone, on its last liberty, could be retaken: for that the
/// captor must be left without other air, so the move fills a gap beside it or the other liberty of a friend, or saves
/// another string that would be taken with the target.
fn add_retaking_preparations(state: &State, last: Point, defences: &mut Defences) {
    let (position, attacker) = (&state.position, state.target.attacker());
    for &near in position.topology().neighbors(last) {
        match position.stone(near) {
            None if !defences.contains(&near) => defences.push(near),
            Some(color) if color == attacker && position.liberty_count(near) == 2 => {
                let other = position.liberties(near).find(|&point| point != last);
                defences.extend(other.filter(|point| !defences.contains(point)));
            }
            Some(color)
                if color == state.target.defender
                    && near != state.target.point
                    && position.liberty_count(near) == 1 =>
            {
                add_counter_captures(state, near, defences);
            }
            _ => {}
        }
    }
}
