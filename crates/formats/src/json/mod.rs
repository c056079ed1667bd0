//! Boards and positions as JSON.
//!
//! ```json
//! {
//!   "board": "square:9",
//!   "black": ["D4", "E4"],
//!   "white": ["D5"],
//!   "to_move": "white",
//!   "ko": null,
//!   "marks": {"D5": "triangle"},
//!   "labels": {"C4": "a"}
//! }
//! ```
//!
//! A board is a name, or an object with its points and edges. Points are given by number, from 0, or by name; a point
//! without a name is called by its number from 1, as everywhere in Tesuji:
//!
//! ```json
//! {
//!   "name": "pentagon",
//!   "points": [{"name": "a", "x": 0, "y": 1}, {"name": "b"}, {}, {}, {}],
//!   "edges": [["a", "b"], ["b", 2], [2, 3], [3, 4], [4, 0]]
//! }
//! ```
//!
//! `"points": 5` is short for five points without names. A field that is not known is refused, not skipped: it is
//! usually a known one misspelt. `record.rs` says what is in a file (docs/schema is made from it), `read.rs` and
//! `write.rs` turn it into boards and diagrams and back, `locate.rs` finds the place of a fault.

mod locate;
mod race;
mod read;
mod record;
mod words;
mod write;

pub use race::{RaceFile, RaceFileBlock, read_race};
pub use read::{read_board, read_position};
pub use words::json_in_words;
pub use write::{write_board, write_position};
