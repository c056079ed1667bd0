//! Exact reading of Go positions: what becomes of a group, whoever moves first, with kos graded by threats.
//!
//! ```
//! use tesuji_board::{Diagram, Rules};
//! use tesuji_job::{Limits, Watch};
//! use tesuji_read::{Fate, Question, Stated, life};
//!
//! // Three points in a row: whoever plays in the middle decides.
//! let diagram: Diagram = "
//!     . . . . . . .
//!     X X X X X X .
//!     O O O O O X .
//!     O . . . O X .".parse().unwrap();
//! let position = diagram.position(Rules::default()).unwrap();
//! let point = |name| diagram.setup.topology.point(name).unwrap();
//! let question = Question {
//!     named: [point("A1")].into_iter().collect(),
//!     all_named: false,
//!     stated: Stated::default(),
//!     first: None,
//!     every_move: false,
//! };
//! let limits = Limits::nodes(10_000);
//! let answer = life(&position, &question, &limits, &Watch::unwatched()).unwrap();
//! let [black, white] = answer.first.map(Option::unwrap);
//! assert_eq!((black.fate, black.moves), (Ok(Fate::Dies), vec![Some(point("C1"))]));
//! assert_eq!((white.fate, white.moves), (Ok(Fate::Lives), vec![Some(point("C1"))]));
//! ```
//!
//! # Inside
//!
//! ```text
//! area      which part of the board, and which walls are safe
//! field     that part as sets of points, and play on it
//! claims    life and death without search
//! estimate  first numbers of a position
//! zones     the points on which a fact depends
//! reader    df-pn: can the group be killed, can it make two eyes?
//! live      the fate, graded by ko threats
//! life      the whole question: both sides, all moves, what it rests on
//! weak      walls that may fall themselves: races
//! join      can two strings be joined, or cut?
//! between   which part of the board that is decided in
//! kept      answers along a game, kept while nothing changes that they depend on
//! windows   groups that are not shut in, in parts of the board from small to large
//! settle    what captures, fights and what lives as it stands come to together
//! ```

mod area;
mod between;
mod claims;
mod estimate;
mod fault;
mod field;
mod join;
mod kept;
mod life;
mod live;
mod reader;
mod set;
pub mod settle;
#[cfg(test)]
mod tests;
mod weak;
mod windows;
mod zones;

pub use area::{Area, Premise, Stated, Wall, area};
pub use join::{Joining, join};
pub use kept::{Kept, Standing};
pub use life::{Life, Question, Side, life_between};
pub use live::{Fate, Known, Ko};
pub use weak::life;
