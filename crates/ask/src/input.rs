//! What doors may hand in: lines of a bounded length, and the words for files that cannot be read or written.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read as _};

use crate::fault::Fault;

/// The longest line that a door reads, and the largest file.
pub const MOST_BYTES: u64 = 256 << 20;

/// What there is to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line,
    /// A line that is too long; none of it was kept, and the next one begins behind it.
    TooLong,
    /// Nothing more.
    End,
}

/// Reads the next line into `line`, which is emptied first.
///
/// # Errors
/// As the reader.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Heard> {
    read_line_of(input, line, MOST_BYTES)
}

fn read_line_of(input: &mut impl BufRead, line: &mut Vec<u8>, most: u64) -> io::Result<Heard> {
    line.clear();
    if input.by_ref().take(most + 1).read_until(b'\n', line)? == 0 {
        return Ok(Heard::End);
    }
    let has_end = line.last() == Some(&b'\n');
    if !has_end && line.len() as u64 > most {
        *line = Vec::new();
        input.skip_until(b'\n')?;
        return Ok(Heard::TooLong);
    }
    while line.last().is_some_and(|&byte| byte == b'\n' || byte == b'\r') {
        line.pop();
    }
    Ok(Heard::Line)
}

impl Fault {
    /// A line is longer than [`MOST_BYTES`].
    #[must_use]
    pub fn long_line() -> Fault {
        Fault::new(format!("a line is longer than {} MB", MOST_BYTES >> 20))
    }

    /// What could not be done (`read`, `write`) with a file or stream of this name, in the words of its reader.
    #[must_use]
    pub fn of_file(what: &str, name: impl fmt::Display, error: &io::Error) -> Fault {
        let why = match error.kind() {
            ErrorKind::NotFound if what == "read" => "there is no such file".to_string(),
            ErrorKind::NotFound => "there is no such folder".to_string(),
            ErrorKind::PermissionDenied => "permission denied".to_string(),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_string(),
            ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_string(),
            ErrorKind::NotADirectory => "a part of its path is no folder".to_string(),
            ErrorKind::IsADirectory => "it is a folder".to_string(),
            ErrorKind::InvalidFilename => "the name is too long".to_string(),
            _ => {
                let text = error.to_string();
                // What follows is for programmers: a number, and the path of a file that nobody named.
                text.split(" (os error").next().unwrap_or_default().to_lowercase()
            }
        };
        Fault::new(format!("cannot {what} {name}: {why}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_whole() {
        let mut input = "12345\r\n123456\n\n1234567890\nlast".as_bytes();
        let mut line = Vec::new();
        let mut next = || (read_line_of(&mut input, &mut line, 6).expect("text"), line.clone());
        assert_eq!(next(), (Heard::Line, b"12345".to_vec()));
        assert_eq!(next(), (Heard::Line, b"123456".to_vec()));
        assert_eq!(next(), (Heard::Line, Vec::new()));
        assert_eq!(next(), (Heard::TooLong, Vec::new()));
        assert_eq!(next(), (Heard::Line, b"last".to_vec()));
        assert_eq!(next(), (Heard::End, Vec::new()));
    }

    #[test]
    fn files_are_told_in_words() {
        let told = |error: io::Error| Fault::of_file("write", "a.txt", &error).message;
        assert_eq!(told(ErrorKind::ReadOnlyFilesystem.into()), "cannot write a.txt: the disk is read-only");
        let raw = io::Error::other("Some text (os error 30) at path \"/tmp/.x.tmp\"");
        assert_eq!(told(raw), "cannot write a.txt: some text");
    }
}
