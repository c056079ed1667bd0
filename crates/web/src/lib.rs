//! The page: questions over HTTP on the loopback address, and the page that asks them.
//!
//! ```text
//! POST /ask     a question as JSON; its answer, or {"error", "field"} with status 400
//! POST /watch   the same, answered by server-sent events: progress, then answer or error
//! POST /stop    {"stop": ID} ends open questions with this id: each is answered with what is known of it
//! GET  /...     the files of the page, which are inside the program
//! ```
//!
//! Everything here is transport. A [`Server`] listens on 127.0.0.1 and nowhere else; `guard.rs` refuses whatever does not
//! come from the page itself; `connection.rs` knows whose an id is and which silent connection makes room; `hall.rs` says how many questions are worked on at once and ends work that nobody waits for
//! any more; `answers.rs` is the way from a request to an answer; `files.rs` has the page.

mod answers;
mod connection;
mod files;
mod guard;
mod hall;
mod server;

pub use server::{Server, Settings};
