//! Mate as a goal for the search.

use tesuji_search::{Claim, Domain, Estimate, Glimpse, Moves, Outcome, Rules, Step};

use crate::attacks;
use crate::generate::{CheckSquares, Resistance};
use crate::hand::Hand;
use crate::moves::Move;
use crate::piece::{Color, Kind};
use crate::position::{Position, Undo};
use crate::square::first;

/// First numbers of the groups of nearly equal moves; those below are squares of drops.
const DROPPED_SLIDERS: u16 = 100;
const MOVED_SLIDERS: u16 = 200;
const PROMOTIONS: u16 = 1000;

/// First guess after an attacker's move that gives no check.
const QUIET: Estimate = Estimate { pn: 2, dn: 1 };

// First guesses after a check and after an answer to one, found by trying on positions from random games.
/// Disproof number after a check.
const CHECK_DN: u32 = 2;
/// The same for a check by a piece that is backed as often as it can be taken.
const BACKED_CHECK_DN: u32 = 3;
/// Added to the proof number when the checking piece can be taken more often than it is backed.
const OUTNUMBERED_PN: u32 = 1;
/// Added when two pieces can take it.
const TWO_TAKERS_PN: u32 = 1;
/// Added when it can be taken for nothing.
const SACRIFICE_PN: u32 = 3;
/// Disproof number after an answer, and what each check adds that the attacker has then.
const ANSWER_DN: u32 = 2;
const DN_OF_A_CHECK: u32 = 2;

/// The goal "mate".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The side that wants to mate.
    pub attacker: Color,
}

impl Rules for Mate {
    type State = Position;
    type Move = Move;
    type Undo = Option<Undo>;

    #[inline]
    fn attacker_to_move(&self, state: &Position) -> bool {
        state.turn() == self.attacker
    }

    #[inline]
    fn outcome(&mut self, state: &Position) -> Option<Outcome> {
        if state.turn() == self.attacker {
            return None;
        }
        let checkers = state.checkers_of(state.turn());
        (checkers != 0 && state.resistance(checkers).is_none()).then_some(Outcome::Goal)
    }

    fn moves(&mut self, state: &Position, order: u8, moves: &mut Moves<Move>) {
        if state.turn() != self.attacker {
            if !state.is_check() {
                state.for_each_legal(|candidate| moves.push(candidate));
                return;
            }
            // One piece dropped on each square may be the only defence; what it cannot do the others can hardly do.
            let mut seen = 0_u128;
            state.for_each_legal(|candidate| {
                let drop = if candidate.dropped().is_some() { candidate.to().bit() } else { 0 };
                moves.push_late(u8::from(seen & drop != 0), candidate);
                seen |= drop;
            });
            return;
        }
        if order >= 1 {
            state.for_each_check(|candidate| moves.push_from(1, candidate));
        }
        if order >= 2 {
            state.for_each_legal(|candidate| {
                if !state.gives_check(candidate) {
                    moves.push_from(2, candidate);
                }
            });
        }
    }

    #[inline]
    fn play(&mut self, state: &mut Position, step: Step<Move>) -> Option<Undo> {
        match step {
            Step::Move(candidate) => Some(state.play(candidate)),
            Step::Pass => {
                state.pass();
                None
            }
        }
    }

    #[inline]
    fn undo(&self, state: &mut Position, step: Step<Move>, undo: Option<Undo>) {
        match (step, undo) {
            (Step::Move(candidate), Some(undo)) => state.undo(candidate, undo),
            _ => state.pass(),
        }
    }

    /// A check cannot be answered by passing.
    #[inline]
    fn can_pass(&self, state: &Position) -> bool {
        !state.is_check()
    }

    #[inline]
    fn key(&self, state: &Position) -> u128 {
        state.board_key()
    }

    #[inline]
    fn resource(&self, state: &Position) -> u32 {
        state.hand(self.attacker).bits()
    }

    #[inline]
    fn covers(&self, more: u32, less: u32) -> bool {
        Hand::from_bits(more).covers(Hand::from_bits(less))
    }
}

impl Mate {
    /// First guess after a check that can be answered: a mate needs a proof for each answer, and checks that lose the
    /// checking piece seldom mate.
    fn after_check(&self, state: &Position, checkers: u128, resistance: Resistance) -> Estimate {
        let mut estimate = Estimate { pn: resistance.total(), dn: CHECK_DN };
        // Of a double check at most one piece can be taken.
        if checkers & (checkers - 1) != 0 {
            return estimate;
        }
        let backing = state.attackers(first(checkers), self.attacker, state.occupied()).count_ones();
        let takers = state.attackers(first(checkers), !self.attacker, state.occupied()).count_ones();
        if backing >= takers {
            estimate.dn = BACKED_CHECK_DN;
        } else {
            estimate.pn += OUTNUMBERED_PN;
        }
        if takers >= 2 {
            estimate.pn += TWO_TAKERS_PN;
        }
        if backing == 0 && takers > 0 {
            estimate.pn += SACRIFICE_PN;
        }
        estimate
    }

    /// First guess after an answer: a disproof needs one for each check that the attacker has now.
    fn after_answer(state: &Position) -> Estimate {
        Estimate { pn: 1, dn: ANSWER_DN + DN_OF_A_CHECK * state.count_checks() }
    }

    /// Proof pieces: what of the hand the mate needs.
    fn proof_pieces(&self, state: &Position, support: &[(Step<Move>, u32)]) -> Hand {
        let hand = state.hand(self.attacker);
        if state.turn() == self.attacker {
            let Some(&(step, extent)) = support.first() else { return hand };
            let extent = Hand::from_bits(extent);
            return match step {
                Step::Pass => extent,
                Step::Move(candidate) => match (candidate.dropped(), state.piece(candidate.to())) {
                    (Some(kind), _) => extent.with(kind),
                    (None, Some(victim)) if victim.kind != Kind::King => {
                        extent.less(victim.kind.unpromoted())
                    }
                    _ => extent,
                },
            };
        }
        let needed =
            support.iter().fold(Hand::EMPTY, |needed, &(_, extent)| needed.largest(Hand::from_bits(extent)));
        // What the attacker holds all of, the defender cannot put between; with less in the attacker's hand he could.
        if self.can_drop(state) {
            needed.largest(hand.where_none(state.hand(!self.attacker)))
        } else {
            needed
        }
    }

    /// Whether the defender, to move, has squares for drops at all.
    fn can_drop(&self, state: &Position) -> bool {
        let checkers = state.checkers_of(state.turn());
        match state.king(state.turn()) {
            Some(king) if checkers != 0 => {
                checkers & (checkers - 1) == 0 && attacks::between(king, first(checkers)) != 0
            }
            _ => true,
        }
    }

    /// Disproof pieces: how much the attacker might hold and still fail.
    fn disproof_pieces(&self, state: &Position, order: u8, support: &[(Step<Move>, u32)]) -> Hand {
        let hand = state.hand(self.attacker);
        let most = hand.plus(state.hand(!self.attacker));
        if state.turn() != self.attacker {
            let Some(&(step, extent)) = support.first() else { return hand };
            let extent = Hand::from_bits(extent).smallest(most);
            return match step {
                Step::Move(candidate) => match candidate.dropped() {
                    // The defender must have the piece that he drops.
                    Some(kind) => extent.smallest(most.without(kind)),
                    None => extent,
                },
                Step::Pass => extent,
            };
        }
        let mut allowed = most;
        for &(step, extent) in support {
            let extent = Hand::from_bits(extent);
            let Step::Move(candidate) = step else { continue };
            let extent = match (candidate.dropped(), state.piece(candidate.to())) {
                (Some(kind), _) if extent.count(kind) < kind.in_a_set() => extent.with(kind),
                (None, Some(victim)) if victim.kind != Kind::King => extent.less(victim.kind.unpromoted()),
                _ => extent,
            };
            allowed = allowed.smallest(extent);
        }
        // A kind that the attacker does not hold was never tried.
        for kind in Kind::IN_HAND {
            if hand.count(kind) == 0 && allowed.count(kind) > 0 && self.could_try(state, order, kind) {
                allowed = allowed.set(kind, 0);
            }
        }
        allowed
    }

    /// Whether the attacker, to move, could drop a kind that he does not hold.
    fn could_try(&self, state: &Position, order: u8, kind: Kind) -> bool {
        match state.king(!self.attacker) {
            // Only drops that give check count at order 1, and when the own king is in check they must parry it too.
            Some(king) if order <= 1 => {
                let squares = CheckSquares::new(state, king, self.attacker).of(kind) & state.vacant();
                state.drop_squares(self.attacker, kind, squares) != 0
            }
            _ => true,
        }
    }
}

impl Domain for Mate {
    fn extend(&self, claim: Claim, state: &Position, order: u8, support: &[(Step<Move>, u32)]) -> u32 {
        match claim {
            Claim::Proof => self.proof_pieces(state, support).bits(),
            Claim::Disproof => self.disproof_pieces(state, order, support).bits(),
        }
    }

    /// Nearly equal moves. Attacker: a slider brought, or dropped, to check from the same side; a move with and without
    /// promotion. Both sides: other pieces dropped on the same square.
    fn group(&self, state: &Position, candidate: Move) -> u16 {
        let square = 1 + candidate.to().index() as u16;
        if state.turn() != self.attacker {
            return if candidate.from().is_none() { square } else { 0 };
        }
        let Some(king) = state.king(!self.attacker) else { return 0 };
        let side = u16::from(attacks::direction(king, candidate.to()));
        let slides =
            |kind| matches!(kind, Kind::Rook | Kind::Bishop | Kind::Lance | Kind::Horse | Kind::Dragon);
        match (candidate.from(), candidate.dropped()) {
            (None, Some(kind)) if slides(kind) => DROPPED_SLIDERS + side * 8 + kind.index() as u16,
            (None, _) => square,
            (Some(from), _) if slides(state.kind_at(from)) => MOVED_SLIDERS + from.index() as u16 * 9 + side,
            _ => PROMOTIONS + candidate.without_promotion(),
        }
    }

    /// Plays the step once for everything that is asked. A check is settled if there is no answer to it.
    fn glimpse(&mut self, state: &mut Position, step: Step<Move>, _order: u8) -> Glimpse {
        let undo = self.play(state, step);
        let resource = self.resource(state);
        let key = state.board_key();
        let mut glimpse = Glimpse {
            key,
            resource,
            outcome: None,
            least_order: 0,
            extent: resource,
            estimate: Estimate::UNIT,
        };
        if state.turn() == self.attacker {
            glimpse.estimate = Self::after_answer(state);
        } else {
            let checkers = state.checkers_of(state.turn());
            if checkers == 0 {
                glimpse.estimate = QUIET;
            } else {
                let resistance = state.resistance(checkers);
                if resistance.is_none() {
                    glimpse.outcome = Some(Outcome::Goal);
                    glimpse.extent = self.proof_pieces(state, &[]).bits();
                } else {
                    glimpse.estimate = self.after_check(state, checkers, resistance);
                }
            }
        }
        self.undo(state, step, undo);
        glimpse
    }
}
