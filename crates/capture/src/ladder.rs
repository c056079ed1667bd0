//! The ladder reader: order 1 by dedicated code (paper 001, section 4.2).
//!
//! In a ladder the attacker leaves the target one liberty with every move, so the defender can only extend or
//! take an attacking string next to the target: two or three moves, no table. A ladder that works comes with
//! its [zone](crate::zone), which lists exactly the ladder breakers: at higher orders they are the defender's
//! complete choice against the threat of the ladder.

use smallvec::SmallVec;
use tesuji_board::{Point, PointSet};

use crate::state::State;
use crate::zone::{attack_zone, capture_zone, defence_zone};

/// Moves that one reading may try.
const MOST_MOVES: u32 = 500;
/// The longest ladder read, in moves. It bounds the recursion.
const LONGEST: u16 = 360;

/// A ladder that works.
#[derive(Clone, Debug)]
pub(crate) struct Ladder {
    /// The points on which it depends.
    pub(crate) zone: PointSet,
    /// Steps to the capture at most.
    pub(crate) length: u16,
}

/// Why no ladder was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoLadder {
    /// The target escapes, whatever the history.
    Escapes,
    /// Too long to tell.
    TooLong,
}

/// Reads the ladder with its zone; either side may be to move.
pub(crate) fn read(state: &mut State) -> Result<Ladder, NoLadder> {
    Reader { moves: MOST_MOVES, zones: true }.read(state)
}

/// Reads the ladder without its zone, which is faster, and tells the steps to the capture at most.
pub(crate) fn length(state: &mut State) -> Result<u16, NoLadder> {
    Reader { moves: MOST_MOVES, zones: false }.read(state).map(|ladder| ladder.length)
}

struct Reader {
    moves: u32,
    /// Whether zones are wanted; without, they are left empty.
    zones: bool,
}

impl Reader {
    fn read(&mut self, state: &mut State) -> Result<Ladder, NoLadder> {
        if state.attacker_to_move() { self.attack(state, LONGEST) } else { self.defend(state, LONGEST) }
    }

    fn spend(&mut self, depth: u16) -> Result<u16, NoLadder> {
        self.moves = self.moves.checked_sub(1).ok_or(NoLadder::TooLong)?;
        depth.checked_sub(1).ok_or(NoLadder::TooLong)
    }

    fn attack(&mut self, state: &mut State, depth: u16) -> Result<Ladder, NoLadder> {
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
            _ => return Err(NoLadder::Escapes),
        }
        // Driving the target where it gets less air comes first.
        let room = |point: Point| {
            let board = state.position.topology();
            board.neighbors(point).iter().filter(|&&next| state.position.is_empty_at(next)).count()
        };
        if room(liberties[1]) > room(liberties[0]) {
            liberties.swap(0, 1);
        }
        let mut failure = NoLadder::Escapes;
        for (point, other) in [(liberties[0], liberties[1]), (liberties[1], liberties[0])] {
            if !state.is_legal(point) || reaches_three(state, other, point) {
                continue;
            }
            let undo = state.play(Some(point));
            let makes_ko = state.ban.is_some();
            let result = self.defend(state, depth);
            state.undo(undo);
            match result {
                Ok(Ladder { zone, length }) => {
                    let zone =
                        if self.zones { attack_zone(state, point, &zone, makes_ko) } else { PointSet::new() };
                    return Ok(Ladder { zone, length: length + 1 });
                }
                Err(NoLadder::TooLong) => failure = NoLadder::TooLong,
                Err(NoLadder::Escapes) => {}
            }
            if self.moves == 0 {
                return Err(NoLadder::TooLong);
            }
        }
        Err(failure)
    }

    /// Takes the target on its last liberty. Fighting on for a captor that is retaken is not for this reader.
    fn take(&mut self, state: &mut State, point: Point) -> Result<Ladder, NoLadder> {
        if state.is_legal(point) && !state.would_be_retaken(point) {
            let zone = if self.zones { capture_zone(state, point) } else { PointSet::new() };
            Ok(Ladder { zone, length: 1 })
        } else {
            Err(NoLadder::TooLong)
        }
    }

    fn defend(&mut self, state: &mut State, depth: u16) -> Result<Ladder, NoLadder> {
        let depth = self.spend(depth)?;
        let target = state.target.point;
        if state.position.liberty_count(target) != 1 {
            return Err(NoLadder::Escapes);
        }
        let mut defences = state.position.liberties(target).collect::<Defences>();
        let Some(&last) = defences.first() else { return Err(NoLadder::Escapes) };
        if reaches_three(state, last, last) {
            return Err(NoLadder::Escapes);
        }
        if state.would_be_retaken(last) {
            return Err(NoLadder::TooLong);
        }
        add_counter_captures(state, target, &mut defences);
        if state.position.string_size(target) == 1 {
            add_retaking_preparations(state, last, &mut defences);
        }
        let mut answers: SmallVec<[(Point, PointSet); 4]> = SmallVec::new();
        let mut longest = 1;
        let mut too_long = false;
        for &point in &defences {
            if !state.is_legal(point) {
                continue;
            }
            let undo = state.play(Some(point));
            let result = self.attack(state, depth);
            state.undo(undo);
            match result {
                Ok(Ladder { zone, length }) => {
                    longest = longest.max(length);
                    if self.zones {
                        answers.push((point, zone));
                    }
                }
                Err(NoLadder::Escapes) => return Err(NoLadder::Escapes),
                Err(NoLadder::TooLong) => too_long = true,
            }
        }
        if too_long {
            return Err(NoLadder::TooLong);
        }
        if !self.zones {
            return Ok(Ladder { zone: PointSet::new(), length: longest + 1 });
        }
        let surroundings = capture_zone(state, last);
        let zone = defence_zone(state, &surroundings, &mut |state, point| {
            if let Some((_, zone)) = answers.iter().find(|(defence, _)| *defence == point) {
                return Ok(zone.clone());
            }
            // Any other move leaves the target where it is, to be taken for good. What takes it may lean on
            // other points than before.
            let undo = state.play(Some(point));
            let result = self.take(state, last);
            state.undo(undo);
            result.map(|ladder| ladder.zone)
        })?;
        Ok(Ladder { zone, length: longest + 1 })
    }
}

/// Whether the target gets three liberties by extending to `point`, without that on `except`: no ladder holds it then.
/// Told from the stones around the point, without playing there.
fn reaches_three(state: &State, point: Point, except: Point) -> bool {
    let position = &state.position;
    if state.is_banned(point) {
        return false;
    }
    let mut seen: SmallVec<[Point; 3]> = SmallVec::new();
    let mut see = |liberty: Point| {
        if liberty != except && liberty != point && !seen.contains(&liberty) {
            seen.push(liberty);
        }
        seen.len() >= 3
    };
    let target = position.representative(state.target.point);
    position.topology().neighbors(point).iter().any(|&near| match position.stone(near) {
        None => see(near),
        Some(color) if color == state.target.defender => {
            // The target itself has no liberties but these two.
            position.representative(near) != target && position.liberties(near).any(&mut see)
        }
        Some(_) => false,
    })
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
