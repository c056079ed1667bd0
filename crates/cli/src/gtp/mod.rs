//! The Go Text Protocol, version 2: lines in, replies out.
//!
//! This file owns the protocol: splitting a line, numbering replies, errors. `engine.rs` owns the board and what each
//! command does, `reading.rs` the reading of captures. The same engine answers on standard input (`tesuji gtp`) and in regression files (`tesuji regress`).

mod engine;
pub(crate) mod reading;

use std::fmt;

pub(crate) use engine::Engine;

/// What the engine says to one command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    id: String,
    /// The answer, or what went wrong.
    pub(crate) result: Result<String, String>,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        // An empty line ends a reply, so there may be none inside it.
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let gap = if lines.is_empty() { "" } else { " " };
        write!(f, "{sign}{}{gap}{}\n\n", self.id, lines.join("\n"))
    }
}

/// A line split into its parts: number, command, arguments.
struct Line<'a> {
    id: &'a str,
    command: &'a str,
    arguments: Vec<&'a str>,
}

impl Engine {
    /// Answers one line; nothing if the line holds no command.
    pub(crate) fn answer(&mut self, line: &str) -> Option<Reply> {
        let line = clean(line);
        let line = split(&line)?;
        let id = line.id.to_string();
        let result = self.run(line.command, &line.arguments);
        Some(Reply { id, result })
    }
}

/// The line as the protocol wants it read: no comments, no control characters, tabs are spaces.
fn clean(line: &str) -> String {
    let code = line.split('#').next().unwrap_or("");
    code.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

fn split(line: &str) -> Option<Line<'_>> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    if first.bytes().all(|b| b.is_ascii_digit()) {
        // A number alone asks for nothing; it is answered so that the controller does not wait for ever.
        return Some(Line { id: first, command: words.next().unwrap_or(""), arguments: words.collect() });
    }
    Some(Line { id: "", command: first, arguments: words.collect() })
}
