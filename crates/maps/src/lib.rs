//! Tactic maps on boards of any shape.
//!
//! A tactic map turns a position into a set of points (paper 003). A [`Map`] is such an expression, a [`Player`] chooses
//! its moves from the set, and an experiment plays many games between two players, reproducibly:
//!
//! ```
//! use tesuji_board::Topology;
//! use tesuji_job::Watch;
//! use tesuji_maps::{Cell, Colors, Player, RuleSet, measure};
//!
//! let cell = Cell {
//!     board: Topology::parse("hexagon:4").unwrap(),
//!     player: Player::parse("paper3").unwrap(),
//!     against: Player::random(),
//!     rules: RuleSet::PAPER,
//!     colors: Colors::First,
//!     seed: 1,
//! };
//! let counts = measure(&[cell], 1000, 2, &Watch::unwatched()).unwrap()[0];
//! assert_eq!(counts.games(), 1000);
//! assert!(counts.rate(0.5) > 0.6);
//! ```

mod experiment;
mod game;
mod lines;
mod map;
mod paper;
mod parse;
mod program;
mod rules;
mod sample;
mod search;
mod simplify;
mod statistics;
mod sweep;

pub use experiment::{CHUNK, Cell, Colors, Part, measure, parts, run};
pub use game::{Ending, Played, Player, play};
pub use lines::{read_beginning, read_lines};
pub use map::{Base, Binary, Map, Unary};
pub use paper::{NamedMap, PAPER};
pub use parse::{ParseError, Problem};
pub use program::Program;
pub use rules::{Eyes, Repetition, RuleError, RuleSet, Scoring};
pub use sample::{Comparison, Shown, compare, sample_positions, set_of};
pub use search::{Found, MOST_DEPTH, Round, SearchPlan, SearchReport, distinct_maps, search};
pub use simplify::simplified;
pub use statistics::{Counts, Decision, Sprt, Z95, wilson};
pub use sweep::{Line, Row, Shard, Sweep, SweepError, done, table};
