//! Part of a board as one bit board.
//!
//! Whoever reads a fight looks at few points, and what stands around them does not change while the fight is open. A
//! [`Ground`] is such a set of up to 128 points with their neighbours; a [`Part`] says what is on them: loose stones, and which
//! points touch a *block* at the edge, or stones that are taken as safe. Play on a part needs no board.
//!
//! Kos are graded the same way everywhere: [`Threats`] says who may retake at once and how often, [`Code`] how well a move works then.
//!
//! ```
//! use tesuji_board::{Color, Topology};
//! use tesuji_local::{Ground, Part, Touch};
//!
//! // Two points in a row; the first is a liberty of a black block.
//! let board = Topology::parse("grid:2x1").unwrap();
//! let ground = Ground::new(&board, board.points().collect());
//! let mut part = Part { points: 0b11, ..Part::default() };
//! part.blocks.push(Touch { color: Color::Black, points: 0b01 });
//! // A white stone beside it that has no other liberty would be suicide.
//! let played = ground.play(&part, Color::White, 0);
//! assert!(!played.breathless, "it has the second point");
//! // A black stone joins the block and brings it the second point.
//! let played = ground.play(&part, Color::Black, 0);
//! assert_eq!(played.part.points, 0b10);
//! assert_eq!(played.part.liberties(0), 0b10);
//! ```

mod bits;
mod ground;
mod ko;
mod part;

pub use bits::{Bits, MOST_POINTS, ones};
pub use ground::Ground;
pub use ko::{Code, MOST_THREATS, Threats};
pub use part::{Part, Played, Slots, Touch};
