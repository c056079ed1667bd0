//! Reading and printing games.
//!
//! The notation is CGSuite's, as far as it concerns short games, with the forms of the paper on capturing races added.
//! Text becomes an [`Expression`] (`expression.rs`; `parse.rs` with `literal.rs`, from the tokens of `token.rs`), a flat program that is then evaluated on an
//! arena (`evaluate.rs`, with the functions of `function.rs` and the loops of `loops.rs`; `foreign.rs` knows what is not there); a game becomes text through its [`Shape`](shape::Shape)
//! (`shape.rs`, `print.rs`). Neither direction recurses, so no input is too deep.

mod environment;
mod evaluate;
mod expression;
mod foreign;
mod function;
mod literal;
mod loops;
mod parse;
mod print;
mod shape;
mod token;

pub use environment::{DefinitionError, Environment};
pub use expression::{Expression, ParseError, Problem};
pub use print::Style;
pub(crate) use print::{MOST_BARS, bars_text};
