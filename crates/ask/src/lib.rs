//! One question, one answer, many doors.
//!
//! A [`Request`] is a question as plain data: what is asked, about which position, within which limits. A [`Desk`] answers
//! it with an [`Answer`], plain data again, with every field of the contract (docs/src/reference.md); [`text`] tells it to
//! people, 80 columns wide, and the picture that was asked for comes with it. Doors (the command line, JSON lines, GTP, a page, Python) hand
//! questions in and answers out: they decide nothing, compute nothing and know no default.
//!
//! ```
//! use tesuji_ask::{Desk, Request, text};
//! use tesuji_job::Watch;
//!
//! let read = Request::parse(r#"{"ask": "value", "expressions": ["{6||4|0}"], "cool": 2}"#)?;
//! let answer = Desk::new().answer_read(&read, &Watch::unwatched())?;
//! let json = serde_json::to_value(&answer).expect("plain data");
//! assert_eq!((&json["mean"], &json["cooled"]), (&"4".into(), &"4^".into()));
//! assert!(text(&read.request, &answer).contains("Left wins, whoever starts"));
//! # Ok::<(), tesuji_ask::Fault>(())
//! ```
//!
//! This crate opens no file, reads no clock and prints nothing.
//!
//! # Inside
//!
//! ```text
//! question, answer    what goes in and what comes out, for all kinds        desk      from one to the other
//! limits, position, picture, words, fault                                   what kinds share
//! race, capture, life, endgame, mate, value, strings, simpei, tactics, show,                one module a kind: types, solve, text
//! boards, edit, game, examples, shogi, attempt, review, check
//! layout              tables and paragraphs, 80 columns wide                schema    the types as JSON Schema
//! input               lines that doors read, and words for files
//! ```

mod answer;
pub mod attempt;
pub mod boards;
pub mod capture;
pub mod check;
pub mod connect;
mod desk;
pub mod edit;
pub mod endgame;
pub mod examples;
mod fault;
pub mod game;
pub mod input;
pub mod layout;
pub mod life;
mod limits;
pub mod mate;
mod picture;
mod position;
mod progress;
mod question;
pub mod race;
pub mod review;
#[cfg(test)]
mod schema;
pub mod shogi;
pub mod show;
pub mod simpei;
mod stated;
pub mod strings;
pub mod tactics;
#[cfg(test)]
mod testing;
pub mod value;
mod view;
mod words;

pub use answer::{Answer, Ending, Found, NothingAnswer, NothingVerdict};
pub use desk::{BringSimpei, Desk, Missing};
pub use fault::{Fault, Refusal};
pub use limits::{AskedLimits, MOST_THREADS, UsedLimits};
pub use picture::AskedPicture;
pub use position::{AskedBoard, AskedPosition};
pub use progress::{ActionLine, ProgressLine, ProgressReport};
pub use question::{KINDS, Question, ReadRequest, Request, parse_object};
pub use view::{sentences, text};
pub use words::{Expression, Side, Step, point_name};
