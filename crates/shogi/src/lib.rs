//! Shogi mates: mate by checks (tsume, 詰将棋) and brinkmate (hisshi, 必至), proved.
//!
//! [`solve`] answers whether the attacker mates, with which moves, and with a proof that a second, plain implementation
//! of the rules has replayed against every defence. Positions are read from SFEN; the attacker may be without a king, as in
//! composed problems, and either side may attack or be to move.
//!
//! ```
//! use tesuji_search::{Limits, Watch};
//! use tesuji_shogi::{Position, Question, Verdict, solve};
//!
//! // A one-move brinkmate: no check mates, but after the gold nothing helps.
//! let position: Position = "8k/4p4/7p1/9/7G1/9/9/9/K8 b GL 1".parse().unwrap();
//! let limits = Limits::nodes(100_000);
//! let ask = |order| solve(&position, &Question::of(&position, order), &limits, &Watch::new()).unwrap();
//! assert_eq!(ask(1).verdict, Verdict::NoMate { order: 1 });
//! let solution = ask(2);
//! assert!(matches!(solution.verdict, Verdict::Mate { order: 2, .. }));
//! assert_eq!(solution.line[0].to_string(), "G*3b");
//! ```
//!
//! # Inside
//!
//! ```text
//! square, piece, hand, moves   the nouns          attacks, generate   legal moves, checks, evasions
//! position, sfen               the board          plain               the rules once more, slow and plain
//! domain, bounded              mate as a goal for the search, with and without a bound
//! solve                        from question to checked answer        kif   for people
//! ```

mod attacks;
mod bounded;
mod domain;
mod generate;
mod hand;
mod kif;
mod moves;
mod piece;
mod plain;
mod position;
mod sfen;
mod solve;
mod square;

pub use bounded::{Counted, HisshiWithin, MateWithin};
pub use domain::Mate;
pub use hand::Hand;
pub use kif::{kif, kif_line};
pub use moves::{Move, MoveError};
pub use piece::{Color, Kind, Piece};
pub use plain::{PlainMate, PlainPosition};
pub use position::{Position, Undo};
pub use sfen::{SfenError, SfenFault, hand_pieces};
pub use solve::{Algorithm, Cooks, Length, Question, QuestionError, Solution, Verdict, cooks, solve, verify};
pub use square::Square;
