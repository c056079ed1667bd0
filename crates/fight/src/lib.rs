//! Fights between two groups of a real position, read on the board: who captures whom, with eyes to make, kos to fight
//! and seki to find.
//!
//! ```
//! use tesuji_board::{Diagram, Rules};
//! use tesuji_fight::{Stated, Verdict, solve};
//! use tesuji_job::{Limits, Watch};
//!
//! // Three liberties against three: whoever moves first wins.
//! let diagram: Diagram = "
//!     . . . . . . . .
//!     . O O O O O O O
//!     O O X X X X X X
//!     O X X O O O O O
//!     . X O O X X X X
//!     . X O . X . . .
//!     . X O . X . . .
//!     . X O . X . . .".parse().unwrap();
//! let position = diagram.position(Rules::default()).unwrap();
//! let at = |name| diagram.setup.topology.point(name).unwrap();
//! let limits = Limits::nodes(100_000);
//! let answer = solve(&position, [at("B1"), at("C1")], &Stated::default(), &limits, &Watch::unwatched()).unwrap();
//! assert_eq!(answer.verdict, Verdict::Win);
//! ```
//!
//! # What can be relied on
//!
//! What is [`Stated`] about the stones around holds. A verdict depends on the points of its [field](Answer::field) and on nothing else,
//! with the stones around them [taken as safe](Answer::assumed_safe); if it is [open](Answer::open), whoever gets beyond what was read counts as safe too. Both are listed
//! in the answer. A wall that could be captured after all is the one thing that can make the answer wrong.
//!
//! The widest field that can be built has the say. When a limit ends its reading, or when it has no room for all weak strings,
//! the verdict is *unknown* with the reason, and what a part of it claims is [provisional](Answer::provisional).
//!
//! # Inside
//!
//! ```text
//! find      which groups of a position fight
//! ground    which part of the board, and who is safe around it
//! field     that part as sets of points in one word; playing on it
//! life      unconditional life (Benson)
//! eye       big eyes, played out alone
//! count     races that only need counting, where that is a proof
//! reader    df-pn with zones: is a stone captured, by somebody who keeps his own?
//! fall      one string, without orders
//! solve     the questions, and what their answers mean together
//! ```

mod count;
mod eye;
mod fall;
mod field;
mod find;
mod ground;
mod life;
mod reader;
mod solve;
mod verdict;

pub use fall::{End, Fall, falls, is_shut_in};
pub use find::{Found, find};
pub use ground::{Stated, Surroundings, surroundings};
pub use solve::{Unfit, second, solve, solve_both};
pub use tesuji_local::Code;
pub use verdict::{Answer, Move, Other, Provisional, Second, Verdict};

#[cfg(test)]
mod tests;
