//! Exact goal search in games: does the attacker reach the goal, whatever the defender does?
//!
//! The crate searches AND/OR graphs with *df-pn* (Nagai) and *df-pn lambda* (Soeda and others), gives a
//! verdict with its reason, and with it the complete proof or disproof, which an independent checker replays
//! by the rules of the game alone.
//!
//! - Describe a game by [`Rules`]; add advice for the search by [`Domain`] (an empty `impl` will do).
//! - Choose a [`Plan`] (plain or lambda, up to which order) and [`Limits`], and call [`prove`]. A [`Watch`] sees how far
//!   the search is and stops it.
//! - Ask several questions about one game in a [`Session`], which keeps what it has found out.
//! - The [`Answer`] has a [`Verdict`], the principal line, the [`Evidence`] and counts. [`check`] confirms
//!   the evidence.
//!
//! # Example
//!
//! Two players take one to three stones in turn; the attacker wants to take the last one.
//!
//! ```
//! use tesuji_search::{
//!     Domain, Limits, Moves, Outcome, PassStrategy, Plan, Rules, Step, Verdict, Watch, check, prove,
//! };
//!
//! #[derive(Clone)]
//! struct Stones;
//!
//! /// Stones left, and whether the attacker is to move.
//! type State = (u32, bool);
//!
//! impl Rules for Stones {
//!     type State = State;
//!     type Move = u32;
//!     type Undo = State;
//!
//!     fn attacker_to_move(&self, state: &State) -> bool {
//!         state.1
//!     }
//!     fn outcome(&mut self, state: &State) -> Option<Outcome> {
//!         // Whoever took the last stone has just moved.
//!         (state.0 == 0).then_some(if state.1 { Outcome::Refuted } else { Outcome::Goal })
//!     }
//!     fn moves(&mut self, state: &State, _order: u8, moves: &mut Moves<u32>) {
//!         (1..=3.min(state.0)).for_each(|stones| moves.push(stones));
//!     }
//!     fn play(&mut self, state: &mut State, step: Step<u32>) -> State {
//!         let old = *state;
//!         if let Step::Move(stones) = step {
//!             state.0 -= stones;
//!         }
//!         state.1 = !state.1;
//!         old
//!     }
//!     fn undo(&self, state: &mut State, _step: Step<u32>, undo: State) {
//!         *state = undo;
//!     }
//!     fn key(&self, state: &State) -> u128 {
//!         u128::from(state.0) << 1 | u128::from(state.1)
//!     }
//! }
//!
//! impl Domain for Stones {}
//!
//! let (limits, watch) = (Limits::nodes(100_000), Watch::new());
//! let plan = Plan::plain(0);
//! let answer = prove(&Stones, &(21, true), &plan, &limits, &watch);
//! assert!(matches!(answer.verdict, Verdict::Proved { .. }));
//! assert_eq!(answer.line[0], Step::Move(1));
//!
//! let evidence = answer.evidence.expect("the limits were wide enough");
//! check(&Stones, &(21, true), plan.order, &evidence).expect("a correct proof");
//!
//! // From 20 stones the attacker fails, and there is a disproof to be checked.
//! let answer = prove(&Stones, &(20, true), &plan, &limits, &watch);
//! assert!(answer.verdict.is_disproved());
//! check(&Stones, &(20, true), plan.order, &answer.evidence.unwrap()).expect("a correct disproof");
//!
//! // With lambda orders: three stones are taken at once, order 0. Five are won by zugzwang alone, without any threat,
//! // so no order proves them.
//! let ask = |stones, order| {
//!     let plan = Plan::lambda(order, PassStrategy::Sum);
//!     prove(&Stones, &(stones, true), &plan, &limits, &watch)
//! };
//! assert_eq!(ask(3, 2).verdict, Verdict::Proved { order: 0, length: 1 });
//! assert_eq!(ask(5, 2).verdict, Verdict::Disproved { order: 2 });
//! ```
//!
//! # What can be relied on
//!
//! *Proofs* are certain. *Disproofs* are certain too: a line that repeats a position fails only along that
//! line, and no such failure is ever taken for a general one. Verdicts do not depend on the size of the
//! table, on threads or on advice; when a limit is reached the verdict is [`Verdict::Unknown`] with the
//! reason. One thread is deterministic to the node. The limits hold for a whole call: the search, its repetitions
//! and the evidence. Nothing here prints, opens files or reads a clock.
//!
//! # Orders
//!
//! The lambda order of a win is the number of passes that the defender could be given: a move of order n
//! threatens to win at a lower order if the defender does nothing about it. In shogi order 1 is mate by
//! checks and order 2 a brinkmate; in Go order 1 is a ladder and order 2 a net. A proof at an order holds at
//! every higher one, a disproof at every lower one.
//!
//! # Inside
//!
//! ```text
//! rules, domain       what a game says            plan, verdict              what is asked and answered
//! session             from question to answer     check                      the independent checker
//! engine              the search loop, and why its treatment of repetition is sound
//! expand, frame       a node with its children, and the arithmetic of proof numbers
//! backup              what goes up when a node is left
//! path, twin          the current line, and disproofs that lean on it
//! table, stripes      what is remembered, for one thread and for several
//! budget, memory      what may be spent
//! simulate            one defence's proof tried on the others
//! evidence            proofs and disproofs as data, gathered from the table
//! ```

mod backup;
mod budget;
mod check;
mod domain;
mod engine;
mod evidence;
mod expand;
mod frame;
mod key;
mod memory;
mod numbers;
mod path;
mod plan;
mod rules;
mod session;
mod simulate;
mod stripes;
mod table;
mod twin;
mod verdict;

pub use check::{Fault, Flaw, Unchecked, check, check_within};
pub use domain::{Claim, Domain, Estimate, Glimpse, Solved};
pub use evidence::{Edge, Evidence, EvidenceNode, Target};
pub use key::mix;
pub use plan::{Method, PassStrategy, Plan};
pub use rules::{Moves, Outcome, Rules, Scratch, Step};
pub use session::{Session, prove};
pub use tesuji_job::{Limits, Progress, Watch, Why};
pub use verdict::{Answer, Statistics, Verdict};

#[cfg(test)]
mod tests;
