//! SGF, the Smart Game Format, versions `FF[1]` to `FF[4]`.
//!
//! `read.rs` turns bytes into trees and forgives, `write.rs` turns trees into bytes and does not. Both work on the
//! arena of `tree.rs` and the values of `property.rs` and know nothing of Go. `replay.rs` gives the tree its meaning:
//! the stones at any moment, the moves of the main line; `build.rs` is the way back, from a diagram to a tree.
//! `coordinate.rs` knows the letters of points.

mod build;
mod coordinate;
mod property;
mod read;
mod replay;
mod tree;
mod write;

pub use property::{Identifier, Property, Value};
pub use read::{SgfFile, SgfGames, read_sgf, read_sgf_text};
pub use replay::{Moment, SgfMove};
pub use tree::{NodeId, SgfTree};
pub use write::write_sgf;
