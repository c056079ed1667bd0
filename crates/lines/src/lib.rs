//! Questions and answers as JSON, one on a line.
//!
//! [`serve`] is the protocol of `tesuji lines`: a question a line comes in, answers go out as they are ready, each with the
//! `id` of its question. [`batch`] answers a file of questions into a file of answers, in parts that survive whatever ends the
//! program. Both hand [`Request`](tesuji_ask::Request)s to a [`Desk`](tesuji_ask::Desk) and write what comes back; they
//! decide nothing.

pub mod batch;
mod lock;
mod reply;
mod seal;
mod serve;

pub use lock::Lock;
pub use reply::{Line, answer_line};
pub use serve::serve;
