//! x
mod charset;
mod error;
mod format;
mod sgf;

pub use charset::{Decoded, Evidence, decode};
pub use error::{Error, Place, Problem, Warning};
pub use sgf::{Identifier, Moment, NodeId, Property, SgfFile, SgfMove, SgfTree, Value, read_sgf, write_sgf};
