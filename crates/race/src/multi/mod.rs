//! Races between several blocks (spec, section 5; T. Nakamura and Y. Nii, "A Method for Analysing Complex Capturing Races
//! of Go").
//!
//! A [`Graph`] has a node for each racing block, with its liberty games and its eye, and an edge for each pair of opposing
//! blocks that touch, with the liberties they share. Three witnesses answer:
//!
//! - [`Solver`]: search in the product of all liberty games. It is the verdict.
//! - [`Pairwise`]: the paper's method, races of two blocks with all others taken as safe, put together by a table. It is the
//!   explanation, and not exact.
//! - on boards, [`GroupProduct`]: the same questions in the product of the regions, the verdict where liberty games do not tell
//!   everything about a board ([`GroupRace`]), and the witness where they do.
//!
//! # What is asked
//!
//! With one block against several there are three outcomes: either the one block is captured, or it captures one of the
//! others, or nobody captures. With several blocks on both sides there are many, and which of two blocks somebody would
//! rather lose is not for us to say. So each block has a question of its own, [`Goal::Capture`] and [`Goal::Save`]: its
//! owner wants it to live, and failing that to stand in seki; the opponent wants it captured; neither minds what becomes of
//! other blocks on the way. A block *lives* when a neighbour of it is captured (capturing a block makes its neighbours safe)
//! or when it makes two eyes, it *dies* when it is captured, and everything that is left when both sides pass is *seki*. Play
//! goes on after a capture as long as the block in question is neither captured nor safe.
//!
//! The race as a whole has a result as well, [`Goal::First`]: the side that captures first wins. For one block against one, and
//! for one against several, that is the race of the papers, and it says the same as the fate of the one block.
//!
//! ```
//! use tesuji_race::multi::{BlockText, Fate, Graph, GraphText, SharedText, Solver};
//! use tesuji_race::{Color, LibertyGames};
//!
//! // Paper 004, figures 1 and 6: the white block wins whoever moves first.
//! let block = |name: &str, color, external: &str, eye| BlockText {
//!     name: name.into(), color, external: vec![external.into()], eye, ..BlockText::default()
//! };
//! let shared = |other: &str, liberties| SharedText { between: ["W0".into(), other.into()], liberties };
//! let text = GraphText {
//!     blocks: vec![
//!         block("W0", Color::White, "0", 1),
//!         block("B1", Color::Black, "3", 0),
//!         block("B2", Color::Black, "4", 0),
//!     ],
//!     shared: vec![shared("B1", 2), shared("B2", 1)],
//! };
//! let mut games = LibertyGames::new();
//! let graph = Graph::read(&mut games, &text)?;
//! let mut solver = Solver::new(&mut games, &graph, u64::MAX).expect("numbers can be played");
//! for first in Color::BOTH {
//!     assert_eq!(solver.fate(0, first), Ok(Fate::Lives));
//!     assert_eq!(solver.fate(1, first), Ok(Fate::Dies));
//! }
//! # Ok::<(), tesuji_race::RaceError>(())
//! ```

mod answer;
mod board;
pub mod catalogue;
pub mod compose;
mod graph;
mod pairs;
pub mod plain;
mod solver;

pub use crate::product::{Fate, Goal, GroupProduct};
pub use answer::{GraphAnswer, GraphMove, GraphReport, GraphStep, Spot, Told, solve_graph};
pub use board::{GroupRace, GroupRegion, racing_strings};
pub use graph::{Block, BlockText, Edge, Graph, GraphText, SharedText};
pub use pairs::{Pair, Pairwise, Relation, Table, exceptions, pair_race};
pub use solver::{Solver, Unsolved};
