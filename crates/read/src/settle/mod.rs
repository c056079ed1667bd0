//! What several readings come to together.
//!
//! Captures by orders, captures without orders, the reading of fights, and what a person sees for himself (a wall that lives, a move that
//! makes life at once) answer different questions. Here they are put together, so that nothing above this room changes a verdict:
//!
//! - [`capture`]: an escape is a proof. Where orders find no capture, two readings without orders take turns.
//! - [`fight`]: who lives of two groups. Captures hold on the whole board and come first; then the fight is read; what becomes of
//!   either group follows from the codes and from what lives as it stands.
//! - [`walls`]: which of the strings that a reading took as safe are so.
//!
//! What was stated about walls is a premise of all of them.

mod capture;
mod fight;
mod walls;

pub use capture::{Assumed, Basis, Promise, Settled, Strings, capture};
pub use fight::{Fate, Fight, Groups, Loss, Side, fight};
pub use walls::{SafeString, safe_strings, walls};
