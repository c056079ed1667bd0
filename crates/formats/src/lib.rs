//! Go boards, positions and games in files: read leniently, written strictly.
//!
//! Four forms of a position, behind one door ([`read_diagram`], [`write()`]):
//!
//! | format | read | written |
//! |---|---|---|
//! | SGF, `FF[1]` to `FF[4]` | [`read_sgf`] | [`SgfTree::write`], [`write_sgf`] |
//! | `$$` diagrams of Sensei's Library | [`read_sensei`] | [`write_sensei`] |
//! | JSON, of any board | [`read_position`], [`read_board`] | [`write_position`], [`write_board`] |
//! | text diagrams, of any board | [`tesuji_board::Diagram::parse`] | its `Display` |
//!
//! ```
//! use tesuji_board::Color;
//! use tesuji_formats::{Format, Moment, read_diagram, read_sgf, write};
//!
//! // A game, in whatever encoding, with whatever repairs it needs.
//! let file = read_sgf(b"Hi! Look: (;GM[1]SZ[9];B[ee];W[gc](;B[cc])(;B[cg]C[better]").unwrap();
//! let game = &file.games[0];
//! assert_eq!(game.main_line_moves().unwrap().len(), 3);
//! assert_eq!(game.diagram(Moment::AfterMove(2)).unwrap().setup.to_move, Color::Black);
//! assert_eq!(file.warnings[0].to_string(), "line 1, column 1: text before the first game was skipped");
//!
//! // A problem, from any format to any other.
//! let problem = read_diagram(b"$$W\n$$ | . X |\n$$ | O a |\n$$  -----", None).unwrap();
//! assert_eq!(write(&problem, Format::Sgf).unwrap(), "\
//! (;FF[4]GM[1]CA[UTF-8]SZ[2]
//! AB[ba]
//! AW[ab]
//! PL[W]
//! LB[bb:a])
//! ");
//! ```
//!
//! Every [`Error`] has a place and can show it with a caret ([`Error::render`]). Nothing in this crate opens a file,
//! prints, or depends on the time: callers pass bytes. No input makes it panic or recurse without end.

mod charset;
mod error;
mod format;
mod json;
mod sensei;
mod sgf;

pub use charset::{Decoded, Evidence, decode};
pub use error::{Error, Place, Problem, Warning};
pub use format::{Format, board_from_name_or_file, read_diagram, write};
pub use json::{
    RaceFile, RaceFileBlock, json_in_words, read_board, read_position, read_race, write_board, write_position,
};
pub use sensei::{SenseiDiagram, read_sensei, write_sensei};
pub use sgf::{
    Identifier, Moment, NodeId, Property, SgfFile, SgfGames, SgfMove, SgfTree, Value, read_sgf,
    read_sgf_text, write_sgf,
};
