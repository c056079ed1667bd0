//! The capture of one string as a game for the search.
//!
//! The attacker wants the target off the board; the defender prevents it. After an attacker's move of order n
//! the target has at most n liberties, before it at most n + 1 (paper 001, section 5.2): with fewer moves than
//! liberties there is no capture, even if the defender only passes. This bounds every order.
//!
//! The defender's moves are complete where the threat is a ladder: what is left out loses to that ladder, one
//! order lower. Against slower threats they are selected (`candidates.rs`), so a proof speaks of these alone until it has
//! been read with zones (`reader`).

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tesuji_board::{Point, PointSet};
use tesuji_search::{Domain, Estimate, Moves, Outcome, Rules, Scratch, Solved, Step};

use crate::candidates::{attacks, defences};
use crate::ladder;
use crate::state::{State, Undo};

/// Zones of threatened ladders that are kept, a few megabytes.
const MOST_THREATS: usize = 1 << 15;

/// A move: a point, or an ordinary pass.
pub type Move = Option<Point>;

/// What the search is told beyond the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Advice {
    /// Ladders are read by dedicated code, and against the threat of one only its breakers are tried.
    Ladders,
    /// None: the order of a threat is unknown to plain df-pn, so the paper gives it neither (section 4.2).
    None,
}

/// The capture of a string, seen by the search.
#[derive(Clone, Debug)]
pub struct CaptureDomain {
    /// Whether the search has the pass of lambda search; plain df-pn passes by an ordinary move.
    lambda: bool,
    advice: Advice,
    /// Zones of threatened ladders, by state: nodes are expanded again and again.
    threats: Scratch<FxHashMap<(u128, u32), Option<PointSet>>>,
}

impl CaptureDomain {
    pub(crate) fn new(lambda: bool, advice: Advice) -> CaptureDomain {
        CaptureDomain { lambda, advice, threats: Scratch::default() }
    }

    fn defences(&mut self, state: &State, order: u8, moves: &mut Moves<Move>) {
        if state.is_captured() {
            // Taken in a ko: retake it or lose it.
            let target = state.target.point;
            if state.is_legal(target) {
                moves.push(Some(target));
            }
            if !self.lambda {
                moves.push(None);
            }
            return;
        }
        let key = state.key();
        if self.threats.0.len() >= MOST_THREATS {
            self.threats.0.clear();
        }
        let breakers = match self.threats.0.entry((key, state.resource())) {
            Entry::Occupied(known) => &*known.into_mut(),
            Entry::Vacant(unknown) => &*unknown.insert(threatened_ladder(state, self.advice)),
        };
        let list = defences(state, order, breakers.as_ref());
        list.into_iter().for_each(|point| moves.push(Some(point)));
        if state.opening || !self.lambda {
            moves.push(None);
        }
    }
}

/// The zone of the ladder that follows if the defender passes.
fn threatened_ladder(state: &State, advice: Advice) -> Option<PointSet> {
    if advice == Advice::None || !matches!(state.liberty_count(), 1..=2) {
        return None;
    }
    let mut scratch = state.clone();
    scratch.play(None);
    ladder::read(&mut scratch).filter(|ladder| ladder.works).map(|ladder| ladder.zone)
}

impl Rules for CaptureDomain {
    type State = State;
    type Move = Move;
    type Undo = Undo;

    fn attacker_to_move(&self, state: &State) -> bool {
        state.attacker_to_move()
    }

    fn outcome(&mut self, state: &State) -> Option<Outcome> {
        state.is_gone().then_some(Outcome::Goal)
    }

    fn least_order(&self, state: &State) -> u8 {
        let slack = usize::from(state.attacker_to_move() || state.opening);
        u8::try_from(state.liberty_count().saturating_sub(slack)).unwrap_or(u8::MAX)
    }

    fn moves(&mut self, state: &State, order: u8, moves: &mut Moves<Move>) {
        if state.attacker_to_move() {
            let count = state.liberty_count();
            attacks(state, order)
                .into_iter()
                .for_each(|(point, lowest)| moves.push_from(lowest, Some(point)));
            // Waiting helps only to outlast a ban: otherwise the defender's pass leads back.
            if state.ban.is_some() && count <= usize::from(order) {
                moves.push_from(u8::try_from(count).unwrap_or(u8::MAX), None);
            }
        } else {
            self.defences(state, order, moves);
        }
    }

    fn play(&mut self, state: &mut State, step: Step<Move>) -> Undo {
        match step {
            Step::Move(chosen) => state.play(chosen),
            Step::Pass => state.play(None),
        }
    }

    fn undo(&self, state: &mut State, _step: Step<Move>, undo: Undo) {
        state.undo(undo);
    }

    fn can_pass(&self, state: &State) -> bool {
        !state.opening
    }

    fn key(&self, state: &State) -> u128 {
        state.key()
    }

    fn resource(&self, state: &State) -> u32 {
        state.resource()
    }

    fn covers(&self, more: u32, less: u32) -> bool {
        more >= less
    }
}

impl Domain for CaptureDomain {
    fn estimate(&mut self, state: &State, order: u8) -> Estimate {
        let liberties = u32::try_from(state.liberty_count()).unwrap_or(u32::MAX).min(16);
        let spare = u32::from(order) + 1 - u32::from(!state.attacker_to_move());
        // Few liberties are easy to capture; many, for the order, are easy to keep.
        Estimate { pn: (liberties * liberties).max(1), dn: (1 + 2 * spare.saturating_sub(liberties)).max(1) }
    }

    fn solve(&mut self, state: &mut State, order: u8) -> Option<Solved> {
        let liberties = state.liberty_count();
        let slack = usize::from(state.attacker_to_move() || state.opening);
        let no_ladder = order == 0 || state.opening || liberties == 0 || liberties > 1 + slack;
        if no_ladder || self.advice == Advice::None {
            return None;
        }
        let ladder = ladder::outcome(state)?;
        if ladder.works {
            Some(Solved::Proved { length: ladder.length })
        } else {
            // At higher orders there may be other ways.
            (order == 1).then_some(Solved::Disproved)
        }
    }
}
