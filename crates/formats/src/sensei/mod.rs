//! Diagrams of Sensei's Library, the `$$` lines of its pages.
//!
//! ```text
//! $$W A capturing race
//! $$  -----------
//! $$ | . X O 1 . |
//! $$ | X X O O a |
//! $$ | . 2 X , . |
//! ```
//!
//! The first line names the side to move (`B` or `W`), then optionally `c` for coordinates, the size of the board, `m`
//! with the number of the first move, and a title. In the rows, blanks do not count:
//!
//! | sign | meaning |
//! |---|---|
//! | `X` `O` | black, white stone |
//! | `.` `,` `+` | empty point; the latter two are drawn as star points |
//! | `1` to `9`, `0` | moves 1 to 10, played in this order; a number that is missing is a pass |
//! | `B` `W` | black, white stone with a circle |
//! | `#` `@` | ... with a square |
//! | `Y` `Q` | ... with a triangle |
//! | `Z` `P` | ... with a cross |
//! | `C` `S` `T` `M` | empty point with a circle, square, triangle, cross |
//! | `a` to `z` | empty point with this label |
//! | `-` `\|` `+` at the border | the edge of the board |
//!
//! **Size and place.** A side of the diagram that has edges at both ends is as long as the board. Otherwise the board
//! is as long as the first line says; else, if the other side is known, the board is square; else it has 19 lines. A
//! diagram with one edge lies at that edge; one without any lies in the middle, so that its stones keep their
//! liberties.
//!
//! Links `[x|Page]`, arrows `{AR ...}` and everything after the last `$$` line are left out.

mod read;
mod write;

pub use read::{SenseiDiagram, read_sensei};
pub use write::write_sensei;

use tesuji_board::{Color, Mark};

/// The signs of stones and points with a mark.
const MARKED: [(char, Option<Color>, Mark); 12] = [
    ('B', Some(Color::Black), Mark::Circle),
    ('W', Some(Color::White), Mark::Circle),
    ('#', Some(Color::Black), Mark::Square),
    ('@', Some(Color::White), Mark::Square),
    ('Y', Some(Color::Black), Mark::Triangle),
    ('Q', Some(Color::White), Mark::Triangle),
    ('Z', Some(Color::Black), Mark::Cross),
    ('P', Some(Color::White), Mark::Cross),
    ('C', None, Mark::Circle),
    ('S', None, Mark::Square),
    ('T', None, Mark::Triangle),
    ('M', None, Mark::Cross),
];

/// How many moves a diagram can number: 1 to 9, and 0 for the tenth.
const MOST_MOVES: usize = 10;
