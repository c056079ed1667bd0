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
//! *Captured* holds against every defence on the whole board, also if he has [`THREATS`] ko threats (not more): the search
//! proves it, and a certificate (see `certify.rs`) shows that no move left out could matter. *Escapes* means
//! that there is no capture up to an order, with the attacking moves that were tried, and names the order. A
//! *ko* is graded as GNU Go does. When a limit is reached before all of that has been searched, the verdict is *unknown*, with
//! the reason and with what was [shown](Answer::shown) up to there; more nodes never turn a verdict into another one.

mod candidates;
mod certify;
mod domain;
mod ladder;
mod solve;
mod state;
mod verdict;
mod zone;

pub use domain::{CaptureDomain, Move};
pub use solve::{Algorithm, Attempt, Settings, Side, attempt, candidates, solve, winning_moves};
pub use state::{KoRights, State, THREATS, Undo};
pub use verdict::{Answer, Choices, Code, Shown, Verdict};

#[cfg(test)]
mod tests;
