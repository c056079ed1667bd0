//! Lines of the protocol: what is asked and how it is answered.

use std::fmt;

/// A line split into its parts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The number of the command; empty if it has none.
    pub(crate) id: String,
    pub(crate) command: String,
    pub(crate) arguments: Vec<String>,
}

impl Line {
    /// Nothing if the line holds no command.
    pub(crate) fn read(line: &str) -> Option<Line> {
        let line = clean(line);
        let mut words = line.split_whitespace().map(String::from);
        let first = words.next()?;
        let (id, command) = if first.bytes().all(|byte| byte.is_ascii_digit()) {
            // A number alone asks for nothing; it is answered so that the controller does not wait for ever.
            (first, words.next().unwrap_or_default())
        } else {
            (String::new(), first)
        };
        Some(Line { id, command, arguments: words.collect() })
    }
}

/// The line as the protocol wants it read: no comments, no control characters, tabs are spaces.
fn clean(line: &str) -> String {
    let code = line.split('#').next().unwrap_or("");
    code.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// What the engine says to one command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) id: String,
    /// The answer, or what went wrong.
    pub(crate) result: Result<String, String>,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        // An empty line ends a reply, so there may be none inside it. A picture begins on a line of its own.
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let gap = match lines.is_empty() {
            true => "",
            false if text.starts_with('\n') => "\n",
            false => " ",
        };
        write!(f, "{sign}{}{gap}{}\n\n", self.id, lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_as_the_protocol_says() {
        let line = Line::read("12\tplay  black\u{7} D4 # a comment\r").expect("there is a command");
        assert_eq!((line.id.as_str(), line.command.as_str()), ("12", "play"));
        assert_eq!(line.arguments, ["black", "D4"]);
        assert_eq!(Line::read("  # nothing"), None);
        assert_eq!(Line::read("\r"), None);
        assert_eq!(Line::read("7").map(|line| (line.id, line.command)), Some(("7".into(), String::new())));
    }

    #[test]
    fn a_reply_has_no_empty_line_inside() {
        let reply = |result| Reply { id: "3".into(), result }.to_string();
        assert_eq!(reply(Ok(String::new())), "=3\n\n");
        assert_eq!(reply(Ok("\na \n\n b".into())), "=3\na\n b\n\n");
        assert_eq!(reply(Ok("a\n\n b".into())), "=3 a\n b\n\n");
        assert_eq!(reply(Err("no".into())), "?3 no\n\n");
    }
}
