//! Exact short games.

mod arena;
mod atomic;
mod canonical;
mod cooling;
mod dyadic;
mod error;
mod fold;
mod game;
mod memo;
mod notation;
mod order;
mod play;
mod product;
mod sum;
mod thermograph;
mod wall;

pub use arena::{Arena, Usage};
pub use atomic::{AtomicWeight, NotAtomic};
pub use dyadic::{Dyadic, ParseDyadicError};
pub use error::{Error, Limits};
pub use game::{Game, Outcome, Relation, Side};
pub use notation::{DefinitionError, Environment, Expression, ParseError, Problem, Style};
pub use play::{Advice, Reason, Strategy, Suggestion, SumMove};
pub use thermograph::{Construction, Thermograph};
pub use wall::{Breakpoint, Wall};
