//! What a game is, seen by a goal search: the rules alone.
//!
//! The attacker wants a goal, the defender prevents it. [`Rules`] says who moves, which moves there are, what
//! a move does and when the question is settled. It knows nothing of proof numbers. The independent checker
//! ([`check`](crate::check)) sees a game only through this trait, so a fault of the search cannot hide in it;
//! everything that guides the search is in [`Domain`](crate::Domain), which builds on these rules.
//!
//! The states are driven by [`Rules::play`] and [`Rules::undo`]. A game whose states are small may put the
//! whole old state into `Undo`; one with a large board puts there what changed.

use std::fmt::Debug;

/// One step of a line: a move of the game, or the defender's pass that lambda search uses to measure threats.
///
/// The pass is not a move of the game: a game in which passing is legal lists its own passing move in
/// [`Rules::moves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<M> {
    /// A move of the game.
    Move(M),
    /// The defender passes; what follows is searched one order lower.
    Pass,
}

/// The question is settled in a state, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The attacker has reached the goal.
    Goal,
    /// The attacker can reach the goal no more.
    Refuted,
}

/// Moves of one state, each with the lowest order that admits it.
///
/// A list is filled by [`Rules::moves`] and used again for the next state.
#[derive(Clone, Debug)]
pub struct Moves<M> {
    list: Vec<(M, u8)>,
}

impl<M: Copy> Moves<M> {
    /// An empty list.
    pub fn new() -> Self {
        Self { list: Vec::new() }
    }

    /// Adds a move that every order admits.
    #[inline]
    pub fn push(&mut self, candidate: M) {
        self.list.push((candidate, 0));
    }

    /// Adds an attacker's move that only orders from `lowest` on admit: a quiet move of shogi is no check, so
    /// it counts from order 2; a Go move that leaves the target three liberties counts from order 3.
    #[inline]
    pub fn push_from(&mut self, lowest: u8, candidate: M) {
        self.list.push((candidate, lowest));
    }

    /// Adds a defender's move that is looked at only when all moves of lower stages have been proved to fail.
    /// [`Moves::push`] is stage 0. It suits the many moves that hardly ever help, such as pieces dropped in the
    /// way of a shogi check; the verdict does not depend on it.
    #[inline]
    pub fn push_late(&mut self, stage: u8, candidate: M) {
        self.list.push((candidate, stage));
    }

    /// Forgets all moves and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is no move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The move at `index` with its lowest order.
    #[inline]
    pub fn get(&self, index: usize) -> Option<(M, u8)> {
        self.list.get(index).copied()
    }

    /// All moves with their lowest orders, in the order in which they were added.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (M, u8)> + '_ {
        self.list.iter().copied()
    }
}

impl<M: Copy> Default for Moves<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// Scratch memory of [`Rules`]: what has been found out and can be found out again. A clone begins with none.
#[derive(Debug, Default)]
pub struct Scratch<T>(pub T);

impl<T: Default> Clone for Scratch<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The rules of a game with a goal.
///
/// Everything must be a function of the state alone: asked twice, the same moves come in the same order.
/// Repeating a position never helps the attacker (a line that returns to a position it has been in is no
/// progress towards the goal), which is the one assumption of this crate about repetition.
///
/// The methods that do the work may keep scratch memory in `self`, such as what has been found out about a position: no
/// answer may depend on it. Each thread of a search works with a clone of its own, and [`Scratch`] is not taken along.
pub trait Rules: Clone + Send + Sync {
    /// A position, with the side to move and whatever else decides the moves (ko, hands, ...).
    type State: Clone + Send + Sync;
    /// A move.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What [`Rules::undo`] needs to take a step back.
    type Undo;

    /// Whether the attacker is to move.
    fn attacker_to_move(&self, state: &Self::State) -> bool;

    /// Whether the question is settled here. Asked before any moves are generated.
    ///
    /// Where it is not settled, a side without moves has lost: the attacker who has none fails, the defender
    /// who has none has not prevented the goal (paper 001, section 2.1, definition 2). A game with another
    /// rule says so here.
    fn outcome(&mut self, state: &Self::State) -> Option<Outcome>;

    /// The lowest order at which the goal can be reached from this state, as far as that can be told at a glance: with
    /// fewer moves than liberties there is no capture in Go. At every lower order the state is refuted.
    fn least_order(&self, _state: &Self::State) -> u8 {
        0
    }

    /// Whether the question is settled here at `order`: [`Rules::outcome`] and [`Rules::least_order`] in one.
    fn settled(&mut self, state: &Self::State, order: u8) -> Option<Outcome> {
        let outcome = self.outcome(state);
        outcome.or_else(|| (self.least_order(state) > order).then_some(Outcome::Refuted))
    }

    /// Lists the moves of the side to move at lambda order `order`.
    ///
    /// *Attacker:* all moves that can belong to a proof of order at most `order`, each with the lowest order
    /// that admits it. *Defender:* all moves, except that one may be left out when the attacker wins after it
    /// at an order below `order`: an order-1 threat in Go must be answered by a move that stops it, all
    /// others need not be listed.
    ///
    /// With [`Method::Plain`](crate::Method::Plain) the order never changes and is only a bound handed
    /// through to here.
    fn moves(&mut self, state: &Self::State, order: u8, moves: &mut Moves<Self::Move>);

    /// Plays a step. [`Step::Pass`] hands the move to the attacker and is played only where
    /// [`Rules::can_pass`] allows it.
    fn play(&mut self, state: &mut Self::State, step: Step<Self::Move>) -> Self::Undo;

    /// Takes back the last step.
    fn undo(&self, state: &mut Self::State, step: Step<Self::Move>, undo: Self::Undo);

    /// Whether the pass of lambda search makes sense in this state (the defender is to move). Where it does
    /// not, every attacker's move counts as a threat.
    fn can_pass(&self, _state: &Self::State) -> bool {
        true
    }

    /// Identity of the position, side to move included, [`Rules::resource`] left out. Equal numbers mean
    /// equal positions: use an exact encoding where 128 bits suffice, a good 128-bit hash elsewhere. The
    /// numbers need not be evenly spread.
    fn key(&self, state: &Self::State) -> u128;

    /// What the attacker holds beside the board, packed into a number: the hand of shogi. Games without such
    /// a thing keep 0.
    fn resource(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Whether an attacker holding `more` on the same board is at least as well off as one holding `less`.
    ///
    /// It must be a partial order that the game respects: whatever is won with `less` is won with `more` at
    /// the same order.
    fn covers(&self, more: u32, less: u32) -> bool {
        more == less
    }
}
