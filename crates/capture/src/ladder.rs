//! The ladder reader: order 1 by dedicated code (paper 001, section 4.2).
//!
//! In a ladder the attacker leaves the target one liberty with every move, so the defender can only extend or
//! take an attacking string next to the target: two or three moves, no table. A ladder that works comes with
//! its [zone](crate::zone), which lists exactly the ladder breakers: at higher orders they are the defender's
//! complete choice against the threat of the ladder.

use tesuji_board::{Point, PointSet};

use crate::state::State;
use crate::zone::{attack_zone, capture_zone, defence_zone};

/// Moves that one reading may try.
const MOST_MOVES: u32 = 4_000;
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

/// Reads the ladder; either side may be to move.
pub(crate) fn read(state: &mut State) -> Result<Ladder, NoLadder> {
    let mut reader = Reader { moves: MOST_MOVES };
    if state.attacker_to_move() { reader.attack(state, LONGEST) } else { reader.defend(state, LONGEST) }
}

struct Reader {
    moves: u32,
}

impl Reader {
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
        for point in liberties {
            if !state.is_legal(point) {
                continue;
            }
            let undo = state.play(Some(point));
            let makes_ko = state.ban.is_some();
            let result = self.defend(state, depth);
            state.undo(undo);
            match result {
                Ok(Ladder { zone, length }) => {
                    let zone = attack_zone(state, point, &zone, makes_ko);
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
            Ok(Ladder { zone: capture_zone(state, point), length: 1 })
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
        let position = &state.position;
        let mut escapes: Vec<Point> = position.liberties(target).collect();
        let Some(&last) = escapes.first() else { return Err(NoLadder::Escapes) };
        if state.would_be_retaken(last) {
            return Err(NoLadder::TooLong);
        }
        // Taking an attacking string; what is not next to the target does not help it.
        let surroundings = capture_zone(state, last);
        for stone in surroundings.iter() {
            if position.stone(stone) == Some(state.target.attacker())
                && position.liberty_count(stone) == 1
                && let Some(point) = position.liberties(stone).next()
                && !escapes.contains(&point)
            {
                escapes.push(point);
            }
        }
        let single = position.string_size(target) == 1;
        let mut answers: Vec<(Point, PointSet)> = Vec::new();
        let mut longest = 1;
        let mut failure = None;
        for point in escapes {
            if !state.is_legal(point) {
                continue;
            }
            let undo = state.play(Some(point));
            let result = self.attack(state, depth);
            state.undo(undo);
            match result {
                Ok(Ladder { zone, length }) => {
                    longest = longest.max(length);
                    answers.push((point, zone));
                }
                Err(NoLadder::Escapes) => return Err(NoLadder::Escapes),
                Err(NoLadder::TooLong) => failure = Some(NoLadder::TooLong),
            }
        }
        if let Some(failure) = failure {
            return Err(failure);
        }
        let zone = defence_zone(state, &surroundings, &mut |state, point| {
            if let Some((_, zone)) = answers.iter().find(|(escape, _)| *escape == point) {
                return Ok(zone.clone());
            }
            if !single {
                // Any other move leaves the target where it is, to be taken.
                return Ok(surroundings.clone());
            }
            // A single stone may become one whose captor is retaken.
            let undo = state.play(Some(point));
            let result = self.attack(state, depth);
            state.undo(undo);
            result.map(|ladder| {
                longest = longest.max(ladder.length);
                ladder.zone
            })
        })?;
        Ok(Ladder { zone, length: longest + 1 })
    }
}
