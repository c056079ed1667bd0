//! Simpei for the search engine: does the attacker win?
//!
//! The goal is to win the game, all legal moves are searched, and the defender's pass of lambda search discards a piece
//! from the hand or, with an empty hand, only gives up the turn (paper 001, section 4.3). The game's own forced pass is a
//! move like any other. Keys are exact.
//!
//! A position whose mover wins at once is settled: the question is decided there, and lines end one ply before the win.
//! This and the estimate, which knows threats, make the search a thousand times faster than the rules alone.

use tesuji_search::{Domain, Estimate, Moves, Outcome, Plan, Rules, Step};

use crate::moves::Move;
use crate::position::Position;

/// First guess for the side that has more to do.
const QUIET: u32 = 6;

/// The goal "the attacker wins" in the game of Simpei.
///
/// ```
/// use tesuji_search::{Limits, PassStrategy, Plan, Verdict, Watch, check, prove};
/// use tesuji_simpei::{Contest, Position, WinTheGame};
///
/// let position: Position = "M:4049 O:8122 m:0 o:0".parse().unwrap();
/// let root = Contest::attacking(position);
/// let plan = Plan::lambda(2, PassStrategy::HighestOrder);
/// let answer = prove(&WinTheGame, &root, &plan, &Limits::nodes(100_000), &Watch::new());
/// if let (Verdict::Proved { order, .. }, Ok(evidence)) = (answer.verdict, &answer.evidence) {
///     assert!(order <= 2);
///     check(&WinTheGame, &root, plan.order, evidence).expect("a correct proof");
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinTheGame;

/// A position with the roles of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    position: Position,
    attacker_to_move: bool,
    /// Whether the last move has won.
    over: bool,
}

impl Contest {
    /// The side to move attacks.
    pub fn attacking(position: Position) -> Contest {
        Contest { position, attacker_to_move: true, over: false }
    }

    /// The side to move defends.
    pub fn defending(position: Position) -> Contest {
        Contest { position, attacker_to_move: false, over: false }
    }

    /// Whether the side to move wins with this move, or would with the next if the other side passed.
    fn threatens(&self, candidate: Move) -> bool {
        let played = self.position.apply(candidate);
        played.won || played.position.passed().wins_at_once()
    }

    /// The pieces, side to move first.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

/// The lowest order that admits moves without a threat.
const QUIET_ORDER: u8 = 2;

impl WinTheGame {
    /// Plain df-pn through all moves.
    pub fn plain() -> Plan {
        Plan::plain(QUIET_ORDER)
    }
}

impl Rules for WinTheGame {
    type State = Contest;
    type Move = Move;
    type Undo = Contest;

    fn attacker_to_move(&self, state: &Contest) -> bool {
        state.attacker_to_move
    }

    fn outcome(&mut self, state: &Contest) -> Option<Outcome> {
        // The side that has just moved has won, or the other side wins at once: one ply less for every line.
        if state.over {
            return Some(if state.attacker_to_move { Outcome::Refuted } else { Outcome::Goal });
        }
        state.position.wins_at_once().then_some(if state.attacker_to_move {
            Outcome::Goal
        } else {
            Outcome::Refuted
        })
    }

    /// An attacker's move that does not threaten to win at once belongs to no proof of order 1.
    fn moves(&mut self, state: &Contest, _order: u8, moves: &mut Moves<Move>) {
        let admitted = |candidate| match state.attacker_to_move {
            true if state.threatens(candidate) => 1,
            true => QUIET_ORDER,
            false => 0,
        };
        state.position.visit(|ply| {
            let candidate = ply.as_move();
            moves.push_from(admitted(candidate), candidate);
        });
        if moves.is_empty() {
            moves.push_from(admitted(Move::PASS), Move::PASS);
        }
    }

    fn play(&mut self, state: &mut Contest, step: Step<Move>) -> Contest {
        let old = *state;
        match step {
            Step::Move(candidate) => {
                let played = state.position.apply(candidate);
                state.position = played.position;
                state.over = played.won;
            }
            Step::Pass => state.position = state.position.passed(),
        }
        state.attacker_to_move = !state.attacker_to_move;
        old
    }

    fn undo(&self, state: &mut Contest, _step: Step<Move>, undo: Contest) {
        *state = undo;
    }

    fn key(&self, state: &Contest) -> u128 {
        let position = &state.position;
        u128::from(position.mover)
            | u128::from(position.opponent) << 25
            | u128::from(position.mover_hand) << 50
            | u128::from(position.opponent_hand) << 53
            | u128::from(state.attacker_to_move) << 56
            | u128::from(state.over) << 57
    }
}

impl Domain for WinTheGame {
    /// A side that must parry a threat has few useful moves; a side that is not threatened has many.
    fn estimate(&mut self, state: &Contest, _order: u8) -> Estimate {
        let threatened = state.position.passed().wins_at_once();
        match (state.attacker_to_move, threatened) {
            (true, true) => Estimate { pn: QUIET, dn: 1 },
            (true, false) => Estimate { pn: 1, dn: QUIET },
            (false, true) => Estimate { pn: 1, dn: 1 },
            (false, false) => Estimate { pn: QUIET, dn: 1 },
        }
    }
}
