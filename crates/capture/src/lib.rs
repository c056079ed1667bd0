//! Go capture problems that are proved.
//!
//! Can this string be captured, by whom, with which move, and does it take a ko?
//!
//! ```
//! use tesuji_board::{Diagram, Rules};
//! use tesuji_capture::{Code, Settings, Side, Verdict, solve};
//! use tesuji_job::{Limits, Watch};
//!
//! // The stone on B4 cannot get out.
//! let diagram: Diagram = "
//!     . . . . . .
//!     . X X . . .
//!     X O . . . .
//!     . X . . . .
//!     . . . X . .
//!     . . . . . .".parse().unwrap();
//! let position = diagram.position(Rules::default()).unwrap();
//! let target = diagram.setup.topology.point("B4").unwrap();
//! let settings = Settings::suited(&position, target);
//! let limits = Limits::nodes(100_000);
//! let answer = solve(&position, target, Side::Attacker, &settings, &limits, &Watch::unwatched()).unwrap();
//! assert_eq!(answer.verdict, Verdict::Captured);
//! assert_eq!(answer.code, Some(Code::Works));
//! ```
//!
//! # What can be relied on
//!
//! Kos are graded by what becomes of the target when one side has ko threats and the other has not, each
//! good for one retake at once: [`THREATS`] at least, and up to [`MOST_THREATS`] where that can be seen. *Captured* holds against every defence on the whole board and as many threats of the defender;
//! *escapes* against every attack up to the order that it names and as many threats of the attacker, or, where the answer says so
//! ([`Answer::every_order`]), against every attack there is; [`solve_without_orders`] asks for nothing less; a [*ko*](Ko) is neither. What
//! more threats turn is a ko as well, where some nodes show it; [`Answer::against`] says how many were looked at. Play that goes on for ever
//! captures nothing, and a single stone that is taken and can be taken back at once, with a ko threat or in a snapback, is not
//! captured yet. When a limit is reached before all of that has been searched, the verdict is *unknown*, with the reason and with
//! what was [shown](Answer::shown) up to there; more nodes never turn a verdict into another one.

mod candidates;
mod domain;
mod engine;
mod grade;
mod ladder;
mod life;
mod many;
mod reader;
mod solve;
mod state;
mod targets;
mod turns;
mod verdict;
mod zone;

pub use domain::{CaptureDomain, Move};
pub use solve::{
    Algorithm, Attempt, Settings, Side, attempt, candidates, solve, solve_without_orders, winning_moves,
};
pub use state::{State, THREATS, Undo};
pub use targets::{Goal, Targets};
pub use tesuji_local::{Code, MOST_THREATS};
pub use turns::{Turn, obstacles, turns};
pub use verdict::{Answer, Choices, Ko, Shown, Verdict};

#[cfg(test)]
mod tests;
