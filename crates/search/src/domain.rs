//! What guides a search beyond the rules.
//!
//! A [`Domain`] is [`Rules`] with advice. All of it is optional: `impl Domain for MyGame {}` gives a correct
//! search. The advice is of two kinds. *Estimates and groups* steer the search and can make it faster or
//! slower, never wrong. *Claims* (the dedicated solver, the resources of a proof) are believed, so they must
//! be true; the checker, which knows the rules alone, would reject the evidence built on a false one.

use crate::rules::{Outcome, Rules, Step};

/// What is claimed of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The attacker reaches the goal.
    Proof,
    /// The attacker does not.
    Disproof,
}

/// First guess of the work that is left in a state never searched before, as proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Effort to prove, at least 1.
    pub pn: u32,
    /// Effort to disprove, at least 1.
    pub dn: u32,
}

impl Estimate {
    /// The uninformed guess.
    pub const UNIT: Self = Self { pn: 1, dn: 1 };
}

/// The answer of a dedicated solver ([`Domain::solve`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// Proved, with a proof of at most this many steps.
    Proved {
        /// Upper bound of the steps to the goal.
        length: u16,
    },
    /// Disproved whatever the history of the game.
    Disproved,
}

/// What one look at a child tells the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glimpse {
    /// [`Rules::key`] of the child.
    pub key: u128,
    /// [`Rules::resource`] of the child.
    pub resource: u32,
    /// [`Rules::outcome`] of the child.
    pub outcome: Option<Outcome>,
    /// [`Rules::least_order`] of the child.
    pub least_order: u8,
    /// For a settled child, the resource to which the outcome extends ([`Domain::extend`]); otherwise any
    /// number.
    pub extent: u32,
    /// [`Domain::estimate`] of the child; not used when the child is settled.
    pub estimate: Estimate,
}

impl Glimpse {
    /// Whether the child is settled at `order`.
    pub(crate) fn settled(&self, order: u8) -> Option<Outcome> {
        self.outcome.or((self.least_order > order).then_some(Outcome::Refuted))
    }
}

/// Rules with advice for the search.
pub trait Domain: Rules {
    /// First guess of the proof and disproof number of a new state at `order`.
    fn estimate(&mut self, _state: &Self::State, _order: u8) -> Estimate {
        Estimate::UNIT
    }

    /// The group of a move. Moves of one state with the same number other than 0 are nearly the same move
    /// (promotion or not, drops of different pieces on one square), and their numbers are not summed: the
    /// largest of the group counts once.
    fn group(&self, _state: &Self::State, _candidate: Self::Move) -> u16 {
        0
    }

    /// Solves a state at a low order with dedicated code, such as a ladder reader at order 1. `None` leaves
    /// it to the search.
    fn solve(&mut self, _state: &mut Self::State, _order: u8) -> Option<Solved> {
        None
    }

    /// The resource to which a claim about `state` at `order` extends, given the extents of the steps that support it: a
    /// proof holds for every resource that covers the returned one, a disproof for every resource that it
    /// covers. `support` is empty for a settled state.
    ///
    /// In shogi these are the proof pieces: the child's hand with the played piece put back, the largest over
    /// all defences, and so on. The default claims nothing beyond the state itself.
    fn extend(
        &self,
        _claim: Claim,
        state: &Self::State,
        _order: u8,
        _support: &[(Step<Self::Move>, u32)],
    ) -> u32 {
        self.resource(state)
    }

    /// Takes over what a clone, which worked on another thread, has found out beside its answers.
    fn join(&mut self, _clone: &Self) {}

    /// Looks at the child after `step`. `order` is the highest order at which the child will be searched. A
    /// domain that can tell without playing the step overrides this for speed.
    fn glimpse(&mut self, state: &mut Self::State, step: Step<Self::Move>, order: u8) -> Glimpse {
        let undo = self.play(state, step);
        let outcome = self.outcome(state);
        let resource = self.resource(state);
        let (extent, estimate) = match outcome {
            Some(Outcome::Goal) => (self.extend(Claim::Proof, state, order, &[]), Estimate::UNIT),
            Some(Outcome::Refuted) => (self.extend(Claim::Disproof, state, order, &[]), Estimate::UNIT),
            None => (resource, self.estimate(state, order)),
        };
        let (key, least_order) = (self.key(state), self.least_order(state));
        let glimpse = Glimpse { key, resource, outcome, least_order, extent, estimate };
        self.undo(state, step, undo);
        glimpse
    }
}
