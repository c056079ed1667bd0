//! The capture of one string as a game for the search.
//!
//! The attacker wants the target off the board; the defender prevents it. After an attacker's move of order n
//! the target has at most n liberties, before it at most n + 1 (paper 001, section 5.2): with fewer moves than
//! liberties there is no capture, even if the defender only passes. This bounds every order.
//!
//! The defender's moves are complete where the threat is a ladder: what is left out loses to that ladder, one
//! order lower. Against slower threats they are selected (`candidates.rs`), and the proof is certified
//! afterwards (`certify.rs`); what was missing is searched again as an *extra*.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;
use tesuji_board::{Point, PointSet};
use tesuji_search::{Domain, Estimate, Moves, Outcome, Rules, Solved, Step};

use crate::candidates::{attacks, defences};
use crate::ladder::{self, NoLadder};
use crate::state::{State, Undo};

/// Zones of threatened ladders that are kept, a few megabytes.
const MOST_THREATS: usize = 1 << 15;

/// A move: a point, or an ordinary pass.
pub type Move = Option<Point>;

/// The capture of a string, seen by the search.
#[derive(Clone, Debug)]
pub struct CaptureDomain {
    /// The highest order asked for.
    order: u8,
    /// Whether the search has the pass of lambda search; plain df-pn passes by an ordinary move.
    lambda: bool,
    /// Defences that a certificate has asked for, by state.
    extras: RefCell<FxHashMap<u128, Vec<Point>>>,
    extra_count: Cell<usize>,
    /// Zones of threatened ladders, by state: nodes are expanded again and again.
    threats: RefCell<FxHashMap<u128, Option<PointSet>>>,
    /// Whether a ko has been met: without one, all rights to kos give the same answer.
    ko_met: Cell<bool>,
}

impl CaptureDomain {
    pub(crate) fn new(order: u8, lambda: bool) -> CaptureDomain {
        CaptureDomain {
            order,
            lambda,
            extras: RefCell::default(),
            extra_count: Cell::new(0),
            threats: RefCell::default(),
            ko_met: Cell::new(false),
        }
    }

    /// Takes note of a ko, if one was met.
    pub(crate) fn note_ko(&self, state: &State) {
        if state.ko_met {
            self.ko_met.set(true);
        }
    }

    /// Whether the search has met a ko.
    pub(crate) fn has_met_ko(&self) -> bool {
        self.ko_met.get()
    }

    /// Adds a defence that selection had missed.
    pub(crate) fn add_extra(&self, key: u128, point: Point) {
        let mut extras = self.extras.borrow_mut();
        let known = extras.entry(key).or_default();
        if !known.contains(&point) {
            known.push(point);
            self.extra_count.set(self.extra_count.get() + 1);
        }
    }

    /// How many defences have been added.
    pub(crate) fn extra_count(&self) -> usize {
        self.extra_count.get()
    }

    fn defences(&self, state: &State, order: u8, moves: &mut Moves<Move>) {
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
        let mut threats = self.threats.borrow_mut();
        if threats.len() >= MOST_THREATS {
            threats.clear();
        }
        let breakers = threats.entry(key).or_insert_with(|| self.threatened_ladder(state));
        let extras = self.extras.borrow();
        let extras = extras.get(&key).map_or(&[][..], Vec::as_slice);
        let list = defences(state, order, breakers.as_ref(), extras);
        list.into_iter().for_each(|point| moves.push(Some(point)));
        if state.opening || !self.lambda {
            moves.push(None);
        }
    }
}

impl CaptureDomain {
    /// The zone of the ladder that follows if the defender passes.
    fn threatened_ladder(&self, state: &State) -> Option<PointSet> {
        if !matches!(state.liberty_count(), 1..=2) {
            return None;
        }
        let mut scratch = state.clone();
        scratch.play(None);
        let zone = ladder::read(&mut scratch).ok().map(|ladder| ladder.zone);
        self.note_ko(&scratch);
        zone
    }
}

impl Rules for CaptureDomain {
    type State = State;
    type Move = Move;
    type Undo = Undo;

    fn attacker_to_move(&self, state: &State) -> bool {
        state.attacker_to_move()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.is_gone() {
            return Some(Outcome::Goal);
        }
        let slack = usize::from(state.attacker_to_move() || state.opening);
        (state.liberty_count() > usize::from(self.order) + slack).then_some(Outcome::Refuted)
    }

    fn moves(&self, state: &State, order: u8, moves: &mut Moves<Move>) {
        if state.attacker_to_move() {
            let count = state.liberty_count();
            // The list must not depend on the order of the node: what one order admits, the search expects to
            // find again at that order.
            for (point, is_liberty) in attacks(state, self.order) {
                let lowest = if is_liberty { count - 1 } else { count.max(2) };
                moves.push_from(u8::try_from(lowest).unwrap_or(u8::MAX), Some(point));
            }
            // Waiting helps only to outlast a ban: otherwise the defender's pass leads back.
            if state.ban.is_some() && count <= usize::from(order) {
                moves.push_from(u8::try_from(count).unwrap_or(u8::MAX), None);
            }
        } else {
            self.defences(state, order, moves);
        }
    }

    fn play(&self, state: &mut State, step: Step<Move>) -> Undo {
        let undo = match step {
            Step::Move(chosen) => state.play(chosen),
            Step::Pass => state.play(None),
        };
        self.note_ko(state);
        undo
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
}

impl Domain for CaptureDomain {
    fn estimate(&self, state: &State, order: u8) -> Estimate {
        let liberties = u32::try_from(state.liberty_count()).unwrap_or(u32::MAX).min(16);
        let spare = u32::from(order) + 1 - u32::from(!state.attacker_to_move());
        // Few liberties are easy to capture; many, for the order, are easy to keep.
        Estimate { pn: (liberties * liberties).max(1), dn: (1 + 2 * spare.saturating_sub(liberties)).max(1) }
    }

    fn solve(&self, state: &mut State, order: u8) -> Option<Solved> {
        let liberties = state.liberty_count();
        let slack = usize::from(state.attacker_to_move() || state.opening);
        if liberties > usize::from(order) + slack {
            return Some(Solved::Disproved);
        }
        if order == 0 || state.opening || liberties == 0 || liberties > 1 + slack {
            return None;
        }
        let read = ladder::length(state);
        self.note_ko(state);
        match read {
            Ok(length) => Some(Solved::Proved { length }),
            // At higher orders there may be other ways.
            Err(NoLadder::Escapes) if order == 1 => Some(Solved::Disproved),
            Err(_) => None,
        }
    }
}
