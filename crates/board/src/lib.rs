//! Go boards as graphs.
//!
//! A [`Topology`] is a board: squares, triangles, hexagons, a torus, or any graph. A [`Position`] is what stands on it
//! under the rules of Go, with exact strings and liberties, play and undo. A [`Setup`] is any arrangement of stones
//! before it is checked, and a [`Diagram`] is a setup with marks, in the text form used everywhere in this project:
//!
//! ```
//! use tesuji_board::{Color, Diagram, Illegal, Rules};
//!
//! let diagram: Diagram = "
//!    A B C D
//!  4 . X O . 4
//!  3 X O . O 3
//!  2 . X O . 2
//!  1 . . . . 1
//!    A B C D
//! to move: black".parse().unwrap();
//! let mut position = diagram.position(Rules::default()).unwrap();
//! let at = |name| diagram.setup.topology.point(name).unwrap();
//!
//! position.play(Color::Black, at("C3")).unwrap(); // takes the white stone on B3
//! assert_eq!(position.ko(), Some(at("B3")));
//! assert_eq!(position.check(Color::White, at("B3")), Err(Illegal::Ko));
//! assert_eq!(position.liberties(at("C3")).collect::<Vec<_>>(), [at("B3")]);
//! ```
//!
//! The rules are defined by the recurrences in [`recurrence`]; everything fast is compared with them.

mod color;
mod diagram;
mod life;
mod playout;
mod point;
mod position;
pub mod recurrence;
mod setup;
mod topology;

pub use color::Color;
pub use diagram::{Diagram, DiagramError, Mark};
pub use life::{area, is_unconditionally_alive, unconditionally_alive};
pub use playout::{
    EyeRule, Playout, PlayoutRules, WithWords, Words, has_point, points_of, with_words, words_of,
};
pub use point::{Point, PointSet};
pub use position::{Illegal, KoRule, Position, Rules, StringOfStones};
pub use setup::{Fault, InvalidSetup, Setup};
pub use topology::{GraphPoint, MAX_POINTS, Row, Shape, Topology, TopologyError};
