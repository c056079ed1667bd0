//! Mate with a bound: within a number of plies, or with a number of attacker's moves before only checks are left.
//!
//! [`MateWithin`] finds the shortest mates. The plies left are part of the resource: what is won with few is won with
//! more, and what fails with many fails with fewer, just as with pieces in hand. [`HisshiWithin`] finds the shortest
//! brinkmates: a one-move hisshi is one quiet move after which every reply is mated by checks.

use tesuji_search::{Claim, Domain, Glimpse, Moves, Outcome, Rules, Step};

use crate::domain::Mate;
use crate::hand::Hand;
use crate::moves::Move;
use crate::position::{Position, Undo};

/// Most plies that can be asked for.
pub(crate) const MOST_PLIES: u16 = (1 << 11) - 1;

/// A hand without spare bits takes 21 bits, which leaves 11 for plies.
const PLIES: u32 = 21;

fn pack(hand: u32, plies: u16) -> u32 {
    let small = hand & 31
        | hand >> 1 & 7 << 5
        | hand >> 2 & 7 << 8
        | hand >> 3 & 7 << 11
        | hand >> 4 & 7 << 14
        | hand >> 5 & 3 << 17
        | hand >> 6 & 3 << 19;
    small | u32::from(plies) << PLIES
}

fn unpack(resource: u32) -> (u32, u16) {
    let hand = resource & 31
        | (resource & 7 << 5) << 1
        | (resource & 7 << 8) << 2
        | (resource & 7 << 11) << 3
        | (resource & 7 << 14) << 4
        | (resource & 3 << 17) << 5
        | (resource & 3 << 19) << 6;
    (hand, (resource >> PLIES) as u16)
}

/// Whether one hand with its number of moves is at least as good as the other.
fn covers(more: u32, less: u32) -> bool {
    let ((more, more_left), (less, less_left)) = (unpack(more), unpack(less));
    more_left >= less_left && Hand::from_bits(more).covers(Hand::from_bits(less))
}

/// A position with a number of moves that are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The position.
    pub position: Position,
    /// Plies left for [`MateWithin`], at most 2047; attacker's moves for [`HisshiWithin`], where 2047 stands for any number.
    pub left: u16,
}

/// The goal "mate by checks within the plies that are left".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MateWithin {
    /// The goal without the bound.
    pub mate: Mate,
}

impl Rules for MateWithin {
    type State = Counted;
    type Move = Move;
    type Undo = Option<Undo>;

    fn attacker_to_move(&self, state: &Counted) -> bool {
        self.mate.attacker_to_move(&state.position)
    }

    fn outcome(&mut self, state: &Counted) -> Option<Outcome> {
        self.mate.outcome(&state.position).or((state.left == 0).then_some(Outcome::Refuted))
    }

    fn moves(&mut self, state: &Counted, order: u8, moves: &mut Moves<Move>) {
        self.mate.moves(&state.position, order, moves);
    }

    fn play(&mut self, state: &mut Counted, step: Step<Move>) -> Option<Undo> {
        state.left -= 1;
        self.mate.play(&mut state.position, step)
    }

    fn undo(&self, state: &mut Counted, step: Step<Move>, undo: Option<Undo>) {
        state.left += 1;
        self.mate.undo(&mut state.position, step, undo);
    }

    fn can_pass(&self, state: &Counted) -> bool {
        self.mate.can_pass(&state.position)
    }

    fn key(&self, state: &Counted) -> u128 {
        self.mate.key(&state.position)
    }

    fn resource(&self, state: &Counted) -> u32 {
        pack(self.mate.resource(&state.position), state.left)
    }

    fn covers(&self, more: u32, less: u32) -> bool {
        covers(more, less)
    }
}

impl Domain for MateWithin {
    fn group(&self, state: &Counted, candidate: Move) -> u16 {
        self.mate.group(&state.position, candidate)
    }

    fn extend(&self, claim: Claim, state: &Counted, order: u8, support: &[(Step<Move>, u32)]) -> u32 {
        let hands: Vec<_> = support.iter().map(|&(step, extent)| (step, unpack(extent).0)).collect();
        let plies = support.iter().map(|&(_, extent)| unpack(extent).1);
        match claim {
            Claim::Proof => {
                let plies = plies.max().map_or(0, |plies| plies + 1);
                pack(self.mate.extend(claim, &state.position, order, &hands), plies)
            }
            // Out of plies: no more can be said than that.
            Claim::Disproof if state.left == 0 => self.resource(state),
            Claim::Disproof => {
                let plies = plies.min().map_or(MOST_PLIES, |plies| plies.saturating_add(1).min(MOST_PLIES));
                pack(self.mate.extend(claim, &state.position, order, &hands), plies)
            }
        }
    }

    fn glimpse(&mut self, state: &mut Counted, step: Step<Move>, order: u8) -> Glimpse {
        let glimpse = self.mate.glimpse(&mut state.position, step, order);
        let left = state.left - 1;
        let outcome = glimpse.outcome.or((left == 0).then_some(Outcome::Refuted));
        let extent = if glimpse.outcome.is_some() { glimpse.extent } else { glimpse.resource };
        Glimpse { resource: pack(glimpse.resource, left), outcome, extent: pack(extent, 0), ..glimpse }
    }
}

/// The goal "brinkmate with the attacker's moves that are left": after those only checks.
///
/// The moves left are part of the resource, too, so that what is found with few of them is known with more: mate by
/// checks, with none left, short brinkmates, and those with any number of moves are one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HisshiWithin {
    /// The goal without the bound.
    pub mate: Mate,
}

/// The number of attacker's moves left that never ends.
pub(crate) const ANY_NUMBER: u16 = MOST_PLIES;

impl HisshiWithin {
    fn left_after(&self, state: &Counted) -> u16 {
        if self.attacker_to_move(state) && state.left != ANY_NUMBER {
            state.left.saturating_sub(1)
        } else {
            state.left
        }
    }

    /// The moves that a proof needs.
    fn needed(&self, state: &Counted, order: u8, support: &[(Step<Move>, u32)]) -> u16 {
        let below = support.iter().map(|&(_, extent)| unpack(extent).1).max().unwrap_or(0);
        if order <= 1 {
            return 0;
        }
        match support {
            [(Step::Move(chosen), _)] if self.attacker_to_move(state) => {
                // A check that leads to mate by checks is free.
                let free = below == 0 && state.position.gives_check(*chosen);
                if free { 0 } else { below.saturating_add(1).min(ANY_NUMBER) }
            }
            _ => below,
        }
    }

    /// The most moves with which the attacker is known to fail.
    fn allowed(&self, state: &Counted, order: u8, support: &[(Step<Move>, u32)]) -> u16 {
        if order <= 1 {
            // Checks only, whatever is left.
            return ANY_NUMBER;
        }
        let below = support.iter().map(|&(_, extent)| unpack(extent).1).min().unwrap_or(ANY_NUMBER);
        match (self.attacker_to_move(state), state.left) {
            (false, _) => below,
            // Quiet moves were not tried.
            (true, 0) => 0,
            (true, _) => below.saturating_add(1).min(ANY_NUMBER),
        }
    }
}

impl Rules for HisshiWithin {
    type State = Counted;
    type Move = Move;
    type Undo = (u16, Option<Undo>);

    fn attacker_to_move(&self, state: &Counted) -> bool {
        self.mate.attacker_to_move(&state.position)
    }

    fn outcome(&mut self, state: &Counted) -> Option<Outcome> {
        self.mate.outcome(&state.position)
    }

    fn moves(&mut self, state: &Counted, order: u8, moves: &mut Moves<Move>) {
        let checks_only = state.left == 0 && self.attacker_to_move(state);
        self.mate.moves(&state.position, if checks_only { order.min(1) } else { order }, moves);
    }

    fn play(&mut self, state: &mut Counted, step: Step<Move>) -> (u16, Option<Undo>) {
        let left = state.left;
        state.left = self.left_after(state);
        (left, self.mate.play(&mut state.position, step))
    }

    fn undo(&self, state: &mut Counted, step: Step<Move>, (left, undo): (u16, Option<Undo>)) {
        state.left = left;
        self.mate.undo(&mut state.position, step, undo);
    }

    fn can_pass(&self, state: &Counted) -> bool {
        self.mate.can_pass(&state.position)
    }

    fn key(&self, state: &Counted) -> u128 {
        self.mate.key(&state.position)
    }

    fn resource(&self, state: &Counted) -> u32 {
        pack(self.mate.resource(&state.position), state.left)
    }

    fn covers(&self, more: u32, less: u32) -> bool {
        covers(more, less)
    }
}

impl Domain for HisshiWithin {
    fn group(&self, state: &Counted, candidate: Move) -> u16 {
        self.mate.group(&state.position, candidate)
    }

    fn extend(&self, claim: Claim, state: &Counted, order: u8, support: &[(Step<Move>, u32)]) -> u32 {
        let hands: Vec<_> = support.iter().map(|&(step, extent)| (step, unpack(extent).0)).collect();
        let left = match claim {
            Claim::Proof => self.needed(state, order, support),
            Claim::Disproof => self.allowed(state, order, support),
        };
        // With no quiet moves left nothing but checks was tried, at any order.
        let order = if state.left == 0 { order.min(1) } else { order };
        pack(self.mate.extend(claim, &state.position, order, &hands), left)
    }

    fn glimpse(&mut self, state: &mut Counted, step: Step<Move>, order: u8) -> Glimpse {
        let left = self.left_after(state);
        let glimpse = self.mate.glimpse(&mut state.position, step, order);
        // A mate on the board needs no more moves.
        Glimpse { resource: pack(glimpse.resource, left), extent: pack(glimpse.extent, 0), ..glimpse }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Kind;

    #[test]
    fn hands_survive_packing() {
        let mut hand = Hand::EMPTY;
        for kind in Kind::IN_HAND {
            for count in 0..=kind.in_a_set() {
                let one = Hand::EMPTY.set(kind, count);
                assert_eq!(unpack(pack(one.bits(), 77)), (one.bits(), 77));
            }
            hand = hand.set(kind, kind.in_a_set());
        }
        assert_eq!(unpack(pack(hand.bits(), MOST_PLIES)), (hand.bits(), MOST_PLIES));
    }
}
