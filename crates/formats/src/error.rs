//! What can be wrong with a file, and where.
//!
//! Every reader of this crate answers with one [`Error`]: a [`Problem`], and the [`Place`] in the text where it was
//! noticed. [`Error::render`] shows that line with a caret under the place, as compilers do. Repairs that a lenient
//! reader made on the way are [`Warning`]s, with a place of the same kind.

use std::fmt;

use tesuji_board::{InvalidSetup, TopologyError};
use thiserror::Error;

use crate::charset;

/// A line and a column of a text, both from 1; columns count characters, not bytes.
///
/// Lines end with LF, CR LF, or a CR alone. A byte-order mark at the very beginning is not a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
}

impl Place {
    /// The beginning of a text.
    pub const START: Place = Place { line: 1, column: 1 };

    /// The place after a character whose successor is `next`.
    #[must_use]
    pub(crate) fn after(self, character: char, next: Option<char>) -> Place {
        let ends_line = character == '\n' || (character == '\r' && next != Some('\n'));
        if ends_line {
            Place { line: self.line.saturating_add(1), column: 1 }
        } else {
            Place { column: self.column.saturating_add(1), ..self }
        }
    }

    /// The place of a byte of the text (of its end, if the offset is beyond it).
    #[must_use]
    pub(crate) fn of_offset(text: &str, offset: usize) -> Place {
        let mut place = Place::START;
        let mut characters = text.char_indices().peekable();
        while let Some((start, character)) = characters.next() {
            if start >= offset {
                break;
            }
            place = place.after(character, characters.peek().map(|&(_, next)| next));
        }
        place
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text could not be read, or a diagram not be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{problem}", .place.map_or(String::new(), |place| format!("{place}: ")))]
pub struct Error {
    /// What is wrong.
    #[source]
    pub problem: Problem,
    /// Where, if it is about a place in a text.
    pub place: Option<Place>,
}

/// What can be wrong with a text, or keep a diagram from being written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// Nothing at all, or only blanks.
    #[error("the text is empty")]
    Empty,
    /// Larger than any record.
    #[error("the text is larger than 4 GB")]
    TooLarge,
    /// Whoever reads did not want to go on.
    #[error("the rest of the text was not read")]
    GivenUp,
    /// The content looks like none of the formats.
    #[error("this is none of the known formats: SGF, a text diagram, a Sensei's Library diagram, JSON")]
    UnknownFormat,
    /// No `(;` anywhere.
    #[error("no game found: an SGF file begins with '(;'")]
    NoGame,
    /// A value of a property that is never closed.
    #[error("the value of {property} is not closed: a ']' is missing")]
    UnclosedValue {
        /// The property.
        property: String,
    },
    /// Another game than Go.
    #[error("GM[{game}] is not a record of Go, which is GM[1]")]
    OtherGame {
        /// The value of `GM`.
        game: String,
    },
    /// A size that SGF does not have.
    #[error("'{size}' is not a board size: expected SZ[19] or SZ[columns:rows], each from 1 to 52")]
    BadSize {
        /// The value of `SZ`.
        size: String,
    },
    /// A value that should be a point.
    #[error("'{value}' is not a point: expected two letters, column and row")]
    NotAPoint {
        /// The value.
        value: String,
    },
    /// A point outside the board.
    #[error("point '{value}' is not on the board of {width}x{height}")]
    OffBoard {
        /// The value.
        value: String,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Two stones on a point, or a stone set up and removed at once.
    #[error("{point} is set up twice")]
    SetUpTwice {
        /// The point's name.
        point: String,
    },
    /// Two marks of a node on the same point.
    #[error("{point} is marked twice: a point can bear one mark")]
    MarkedTwice {
        /// The point's name.
        point: String,
    },
    /// A colour that is neither Black nor White.
    #[error("'{value}' is not a colour: expected B or W")]
    NotAColor {
        /// The value.
        value: String,
    },
    /// A move that the rules forbid.
    #[error("{color} cannot play at {point}: {why}")]
    IllegalMove {
        /// Who wanted to play.
        color: tesuji_board::Color,
        /// The point's name.
        point: String,
        /// The rule that forbids it.
        why: String,
    },
    /// Stones that cannot be played on.
    #[error(transparent)]
    InvalidSetup(Box<InvalidSetup>),
    /// A move number beyond the end.
    #[error("there is no move {wanted}: the main line has {moves} moves")]
    NoSuchMove {
        /// The number asked for.
        wanted: usize,
        /// How many there are.
        moves: usize,
    },
    /// A node of another tree.
    #[error("this game has no node number {node}")]
    NoSuchNode {
        /// The number asked for.
        node: usize,
    },
    /// A board, or something on it, that the format cannot express.
    #[error("{format} cannot express {what}")]
    NotExpressible {
        /// The format.
        format: &'static str,
        /// What stands in the way.
        what: String,
    },
    /// No `$$` line.
    #[error("no diagram found: its lines begin with '$$'")]
    NoSenseiDiagram,
    /// A character without a meaning in a `$$` diagram.
    #[error("'{character}' has no meaning in a diagram")]
    UnknownCharacter {
        /// The character.
        character: char,
    },
    /// Rows of different length, or an edge at the wrong place.
    #[error("{what}")]
    BadShape {
        /// What does not fit.
        what: String,
    },
    /// The same number on two points.
    #[error("move {number} is in the diagram twice")]
    RepeatedMove {
        /// The number.
        number: usize,
    },
    /// JSON that is malformed or has the wrong fields.
    #[error("{message}")]
    Json {
        /// What the JSON parser says.
        message: String,
    },
    /// A text that is not UTF-8 where it must be.
    #[error("JSON must be encoded in UTF-8")]
    NotUtf8,
    /// A board that cannot be built.
    #[error(transparent)]
    Topology(#[from] TopologyError),
    /// A text diagram that cannot be read.
    #[error("{message}")]
    Diagram {
        /// What its parser says.
        message: String,
    },
}

impl Problem {
    /// The problem as an error at a place.
    #[must_use]
    pub fn at(self, place: impl Into<Option<Place>>) -> Error {
        Error { problem: self, place: place.into() }
    }

    /// The problem as an error about no particular place.
    #[must_use]
    pub fn anywhere(self) -> Error {
        self.at(None)
    }
}

impl From<TopologyError> for Error {
    fn from(error: TopologyError) -> Error {
        Problem::Topology(error).anywhere()
    }
}

impl Error {
    /// The error with its line of the source and a caret under the place, for people to read.
    ///
    /// `source` is the same bytes that were read; they are decoded as the readers do. A long line is cut around
    /// the caret, control characters are shown as pictures.
    ///
    /// ```
    /// let source = b"(;SZ[9]\nAB[cc][xz])";
    /// let file = tesuji_formats::read_sgf(source).unwrap();
    /// let error = file.games[0].diagram(tesuji_formats::Moment::Problem).unwrap_err();
    /// assert_eq!(error.render("race.sgf", source), "\
    /// race.sgf:2:7: point 'xz' is not on the board of 9x9
    ///   |
    /// 2 | AB[cc][xz])
    ///   |       ^
    /// ");
    /// ```
    #[must_use]
    pub fn render(&self, file_name: &str, source: &[u8]) -> String {
        render(file_name, source, self.place, &self.problem)
    }
}

/// A repair that a lenient reader made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// What was found and how it was taken.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl Warning {
    /// The warning with its line of the source and a caret; see [`Error::render`].
    #[must_use]
    pub fn render(&self, file_name: &str, source: &[u8]) -> String {
        render(file_name, source, Some(self.place), &self.message)
    }
}

fn render(file_name: &str, source: &[u8], place: Option<Place>, message: &dyn fmt::Display) -> String {
    let Some(place) = place else { return format!("{file_name}: {message}\n") };
    let heading = format!("{file_name}:{}:{}: {message}\n", place.line, place.column);
    let decoded = charset::decode(source);
    let Some(line) = lines(&decoded.text).nth((place.line as usize).saturating_sub(1)) else {
        return heading;
    };
    let (shown, caret) = window(line, (place.column as usize).saturating_sub(1));
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    format!("{heading}{margin} |\n{number} | {shown}\n{margin} | {}^\n", " ".repeat(caret))
}

/// The lines of a text; see [`Place`] for what ends a line.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// The part of a line that is shown, and how many columns of a terminal are left of the caret.
fn window(line: &str, column: usize) -> (String, usize) {
    const BEFORE: usize = 50;
    const AFTER: usize = 40;
    let first = column.saturating_sub(BEFORE);
    let mut shown = String::new();
    let mut caret = 0;
    if first > 0 {
        shown.push_str("...");
        caret += 3;
    }
    let mut rest = line.chars().skip(first);
    for index in first..=column + AFTER {
        let Some(character) = rest.next() else { break };
        shown.push(visible(character));
        if index < column {
            caret += columns(character);
        }
    }
    if rest.next().is_some() {
        shown.push_str("...");
    }
    (shown, caret)
}

/// A character as it can safely be printed: control characters, and those that reorder or hide text, become signs.
fn visible(character: char) -> char {
    match character {
        '\0'..='\x1f' => char::from_u32(0x2400 + character as u32).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{feff}' => '\u{fffd}',
        other => other,
    }
}

/// How many columns a terminal gives a character: two to those of East Asian scripts.
fn columns(character: char) -> usize {
    match character as u32 {
        0x0300..=0x036f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 2,
        0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1f64f | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(source: &str, line: u32, column: u32) -> String {
        Problem::Empty.at(Place { line, column }).render("f", source.as_bytes())
    }

    #[test]
    fn the_caret_stands_under_the_character() {
        assert_eq!(picture("ab\ncde\n", 2, 3), "f:2:3: the text is empty\n  |\n2 | cde\n  |   ^\n");
        assert_eq!(picture("ab\r\ncde\r\nx", 2, 1), "f:2:1: the text is empty\n  |\n2 | cde\n  | ^\n");
        assert_eq!(picture("ab\rcd", 2, 2), "f:2:2: the text is empty\n  |\n2 | cd\n  |  ^\n");
        assert_eq!(picture("ab", 1, 3), "f:1:3: the text is empty\n  |\n1 | ab\n  |   ^\n");
    }

    #[test]
    fn wide_and_control_characters_keep_the_caret_in_its_column() {
        assert_eq!(picture("黒白x", 1, 3), "f:1:3: the text is empty\n  |\n1 | 黒白x\n  |     ^\n");
        assert_eq!(picture("\t\x1bx", 1, 3), "f:1:3: the text is empty\n  |\n1 | ␉␛x\n  |   ^\n");
    }

    #[test]
    fn a_long_line_is_cut_around_the_caret() {
        let picture = picture(&"é".repeat(100_000), 1, 5_000);
        let line = picture.lines().nth(2).unwrap();
        assert!(line.starts_with("1 | ...é") && line.ends_with("é..."), "{line}");
        assert_eq!(picture.lines().nth(3).unwrap().chars().count(), "1 | ...".len() + 50 + 1);
        assert!(line.chars().count() < 110);
    }

    #[test]
    fn a_place_outside_of_the_text_is_no_disaster() {
        assert_eq!(picture("ab", 7, 3), "f:7:3: the text is empty\n");
        assert_eq!(picture("", 1, 1), "f:1:1: the text is empty\n  |\n1 | \n  | ^\n");
        assert_eq!(picture("ab", 1, 90).lines().nth(2), Some("1 | ..."));
    }

    #[test]
    fn places_of_bytes_count_characters() {
        assert_eq!(Place::of_offset("aé\nbc", 3), Place { line: 1, column: 3 });
        assert_eq!(Place::of_offset("aé\nbc", 5), Place { line: 2, column: 2 });
        assert_eq!(Place::of_offset("aé\nbc", 99), Place { line: 2, column: 3 });
    }
}
