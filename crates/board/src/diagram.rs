//! Text diagrams: the one written form of a position.
//!
//! ```text
//!    A B C D E
//!  3 . X O . . 3
//!  2 X . X O . 2
//!  1 . X O . . 1
//!    A B C D E
//! to move: white
//! ko: C3
//! triangle: B1 B3
//! ```
//!
//! Rows from top to bottom; `X` is Black, `O` is White, `.` and `+` (a star point) are empty and `_` is a point that
//! the board does not have. Row numbers, column letters and the spaces between cells may be left out. What is pasted from
//! elsewhere is read as well: `●`, `○` and `┼`, frames of `+`, `-` and `|`, remarks behind the row's second number. Lines of the
//! form `key: value` say the rest; on boards other than rectangles the first of them is `board: hexagon:4`.
//! [`Diagram`] reads and prints this form, and reading what was printed gives the same diagram.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::position::{Position, Rules};
use crate::setup::{InvalidSetup, Setup};
use crate::topology::{MAX_POINTS, Shape, Topology};

/// A mark on a point, as in SGF; what each means for a problem is said in the protocol reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// `TR`: the target, or one side's essential stones.
    Triangle,
    /// `SQ`: the other side's essential stones.
    Square,
    /// `CR`: stones to be taken as safe.
    Circle,
    /// `MA`: stones to be taken as unknown.
    Cross,
}

impl Mark {
    /// All marks, in the order in which they are printed.
    pub const ALL: [Mark; 4] = [Mark::Triangle, Mark::Square, Mark::Circle, Mark::Cross];

    /// The word for the mark in diagrams and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Mark::Triangle => "triangle",
            Mark::Square => "square",
            Mark::Circle => "circle",
            Mark::Cross => "cross",
        }
    }
}

/// Stones with marks and labels: what a text diagram, an SGF node or a picture shows.
///
/// ```
/// use tesuji_board::Diagram;
/// let text = "   A B C D E
///  3 . X O . . 3
///  2 X . X O . 2
///  1 . X O . . 1
///    A B C D E
/// to move: white
/// triangle: C2
/// ";
/// let diagram: Diagram = text.parse().unwrap();
/// assert_eq!(diagram.to_string(), text);
/// let short: Diagram = ".XO.. X.XO. .XO..".replace(' ', "\n").parse().unwrap();
/// assert_eq!(short.setup.black, diagram.setup.black);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The stones and the side to move.
    pub setup: Setup,
    /// At most one mark on a point.
    pub marks: BTreeMap<Point, Mark>,
    /// A short text on a point: a letter or a move number.
    pub labels: BTreeMap<Point, String>,
}

/// What is wrong with the text of a diagram, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct DiagramError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl Diagram {
    /// A diagram without marks.
    #[must_use]
    pub fn new(setup: Setup) -> Diagram {
        Diagram { setup, marks: BTreeMap::new(), labels: BTreeMap::new() }
    }

    /// The position that the diagram shows.
    ///
    /// # Errors
    /// [`InvalidSetup`] if the stones are no position of the game.
    pub fn position(&self, rules: Rules) -> Result<Position, InvalidSetup> {
        Position::from_setup(&self.setup, rules)
    }

    /// The points that carry a mark.
    #[must_use]
    pub fn marked(&self, mark: Mark) -> PointSet {
        self.marks.iter().filter(|(_, m)| **m == mark).map(|(&p, _)| p).collect()
    }

    /// Reads a diagram. A board that is neither a rectangle nor named in the text has to be given.
    ///
    /// # Errors
    /// [`DiagramError`] with the place of the first thing that is not understood.
    pub fn parse(text: &str, board: Option<&Arc<Topology>>) -> Result<Diagram, DiagramError> {
        let mut rows: Vec<TextRow> = Vec::new();
        let mut keys: Vec<Key<'_>> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let number = i + 1;
            let begin = line.trim_start();
            let heads = (begin.starts_with('A') || begin.starts_with("a b")) && !line.contains(':');
            if line.trim().is_empty() || heads || is_frame(line) {
                continue;
            }
            match line.split_once(':') {
                Some((name, value)) => keys.push(Key {
                    name: name.trim(),
                    value: value.trim(),
                    line: number,
                    name_column: 1 + leading_spaces(name),
                    column: name.chars().count() + 2 + leading_spaces(value),
                }),
                None => rows.push(parse_row(line, number)?),
            }
        }
        let board = board_of(&rows, &keys, board)?;
        let mut diagram = Diagram::new(Setup::empty(board));
        diagram.take_rows(&rows)?;
        for key in &keys {
            diagram.take_key(key)?;
        }
        Ok(diagram)
    }

    fn take_rows(&mut self, rows: &[TextRow]) -> Result<(), DiagramError> {
        let board = self.setup.topology.clone();
        if rows.len() != board.rows().len() {
            let at = rows.last().map_or(1, |row| row.line);
            let message = format!(
                "board {} has {} rows, but {} are drawn",
                board.name(),
                board.rows().len(),
                rows.len()
            );
            return Err(DiagramError { line: at, column: 1, message });
        }
        for (drawn, row) in rows.iter().zip(board.rows()) {
            if drawn.cells.len() != row.cells.len() {
                let message = format!(
                    "this row of {} has {} points, but {} are drawn",
                    board.name(),
                    row.cells.len(),
                    drawn.cells.len()
                );
                return Err(DiagramError { line: drawn.line, column: 1, message });
            }
            for (&(cell, column), &point) in drawn.cells.iter().zip(&row.cells) {
                let fault =
                    |message: &str| DiagramError { line: drawn.line, column, message: message.into() };
                match (cell, point) {
                    (Cell::Removed, None) => {}
                    (Cell::Removed, Some(_)) => {
                        return Err(fault("the board has a point here, but '_' is drawn"));
                    }
                    (_, None) => return Err(fault("the board has no point here: draw '_'")),
                    (Cell::Empty, Some(_)) => {}
                    (Cell::Stone(color), Some(point)) => self.setup.put(point, Some(color)),
                }
            }
        }
        Ok(())
    }

    fn take_key(&mut self, key: &Key<'_>) -> Result<(), DiagramError> {
        let board = self.setup.topology.clone();
        let point = |word: &str| {
            board.require_point(word).map_err(|error| {
                let offset = key.value.find(word).map_or(0, |byte| key.value[..byte].chars().count());
                key.fault(offset, error.to_string())
            })
        };
        if let Some(mark) = Mark::ALL.into_iter().find(|mark| mark.name() == key.name) {
            for word in key.value.split_whitespace() {
                self.marks.insert(point(word)?, mark);
            }
            return Ok(());
        }
        match key.name {
            "board" => {}
            "to move" => {
                self.setup.to_move = Color::parse(key.value).ok_or_else(|| {
                    key.fault(0, format!("'{}' is no colour: expected black or white", key.value))
                })?;
            }
            "ko" => self.setup.ko = if key.value == "none" { None } else { Some(point(key.value)?) },
            name => match name.strip_prefix("label ") {
                Some(on) => {
                    let on = board.require_point(on.trim()).map_err(|e| DiagramError {
                        line: key.line,
                        column: key.name_column,
                        message: e.to_string(),
                    })?;
                    self.labels.insert(on, unescape(key.value));
                }
                None => {
                    let message = format!(
                        "unknown key '{name}': expected board, to move, ko, triangle, square, circle, cross or label POINT"
                    );
                    return Err(DiagramError { line: key.line, column: key.name_column, message });
                }
            },
        }
        Ok(())
    }
}

/// The board: the one that was given or is named in the text, else the rectangle that the rows form.
fn board_of(
    rows: &[TextRow],
    keys: &[Key<'_>],
    given: Option<&Arc<Topology>>,
) -> Result<Arc<Topology>, DiagramError> {
    let named = keys.iter().find(|key| key.name == "board");
    match (given, named) {
        (Some(board), Some(key)) if board.name() != key.value => {
            Err(key.fault(0, format!("the diagram is of board {}, not of {}", key.value, board.name())))
        }
        (Some(board), _) => Ok(board.clone()),
        (None, Some(key)) => Topology::parse(key.value).map_err(|error| key.fault(0, error.to_string())),
        (None, None) => {
            let Some(first) = rows.first() else {
                return Err(DiagramError {
                    line: 1,
                    column: 1,
                    message: "there is no board in this text".into(),
                });
            };
            let width = first.cells.len();
            if let Some(row) = rows.iter().find(|row| row.cells.len() != width) {
                let message = format!(
                    "this row has {} points, the first one has {width}: a board that is no rectangle needs a line 'board: NAME'",
                    row.cells.len()
                );
                return Err(DiagramError { line: row.line, column: 1, message });
            }
            if width * rows.len() > MAX_POINTS {
                let message = format!("the board is too large: at most {MAX_POINTS} points are allowed");
                return Err(DiagramError { line: first.line, column: 1, message });
            }
            let fault = |error: crate::TopologyError| DiagramError {
                line: first.line,
                column: 1,
                message: error.to_string(),
            };
            let whole = Topology::parse(&format!("grid:{width}x{}", rows.len())).map_err(fault)?;
            let removed: PointSet = rows
                .iter()
                .flat_map(|row| &row.cells)
                .zip(whole.points())
                .filter(|((cell, _), _)| *cell == Cell::Removed)
                .map(|(_, point)| point)
                .collect();
            if removed.is_empty() { Ok(whole) } else { whole.without(&removed).map_err(fault) }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Empty,
    Removed,
    Stone(Color),
}

struct TextRow {
    line: usize,
    /// Each cell with its column.
    cells: Vec<(Cell, usize)>,
}

/// A line `name: value`.
struct Key<'a> {
    name: &'a str,
    value: &'a str,
    line: usize,
    name_column: usize,
    column: usize,
}

impl Key<'_> {
    fn fault(&self, offset: usize, message: String) -> DiagramError {
        DiagramError { line: self.line, column: self.column + offset, message }
    }
}

fn leading_spaces(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).count()
}

/// What frames are made of; such a line has no points.
fn is_frame(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '+' | '-' | '|') || c.is_whitespace())
}

fn parse_row(line: &str, number: usize) -> Result<TextRow, DiagramError> {
    // The row's number may stand on both sides, and other programs write behind it.
    let is_label = |c: char| c.is_ascii_digit() || c.is_whitespace();
    let label = line.trim_start().split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let from = line.chars().take_while(|&c| is_label(c)).count();
    let to = line.chars().count() - line.chars().rev().take_while(|&c| is_label(c)).count();
    let mut cells = Vec::new();
    for (i, c) in line.chars().enumerate().take(to.max(from)).skip(from) {
        let cell = match c {
            '.' | '+' | '·' | '・' | '＋' | '\u{250C}'..='\u{254B}' => Cell::Empty,
            '_' => Cell::Removed,
            'X' | 'x' | '●' | '⚫' => Cell::Stone(Color::Black),
            'O' | 'o' | '○' | '⚪' => Cell::Stone(Color::White),
            // Frames, lines between points, and what makes an emoji of a character.
            '|' | '─' | '━' | '│' | '┃' | '\u{FE0E}' | '\u{FE0F}' => continue,
            c if c.is_whitespace() => continue,
            c if c.is_ascii_digit() && !label.is_empty() && closes(line, i, label) => break,
            c => {
                let message =
                    format!("'{}' is no part of a board: expected X, O, '.' or '_'", c.escape_default());
                return Err(DiagramError { line: number, column: i + 1, message });
            }
        };
        cells.push((cell, i + 1));
    }
    Ok(TextRow { line: number, cells })
}

/// Whether the row's number stands here once more, as a word of its own.
fn closes(line: &str, at: usize, label: &str) -> bool {
    let rest: String = line.chars().skip(at).take_while(|c| !c.is_whitespace()).collect();
    let before = line.chars().nth(at - 1);
    rest == label && before.is_some_and(char::is_whitespace)
}

/// A label on one line: control characters, backslashes and spaces at the ends are written as `\u{..}`.
fn escape(label: &str) -> String {
    let last = label.chars().count().saturating_sub(1);
    let mut text = String::new();
    for (i, c) in label.chars().enumerate() {
        if c.is_control() || c == '\\' || c.is_whitespace() && (c != ' ' || i == 0 || i == last) {
            let _ = write!(text, "{}", c.escape_unicode());
        } else {
            text.push(c);
        }
    }
    text
}

/// The inverse of [`escape`]; what is not an escape stays as it is.
fn unescape(text: &str) -> String {
    let mut label = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u{") {
        let code = &rest[at + 3..];
        let decoded = code
            .find('}')
            .and_then(|end| Some((end, char::from_u32(u32::from_str_radix(&code[..end], 16).ok()?)?)));
        label.push_str(&rest[..at]);
        match decoded {
            Some((end, c)) => {
                label.push(c);
                rest = &code[end + 1..];
            }
            None => {
                label.push_str("\\u{");
                rest = code;
            }
        }
    }
    label + rest
}

impl FromStr for Diagram {
    type Err = DiagramError;
    fn from_str(text: &str) -> Result<Diagram, DiagramError> {
        Diagram::parse(text, None)
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = &*self.setup.topology;
        if !matches!(board.shape(), Shape::Grid { .. }) {
            writeln!(f, "board: {}", board.name())?;
        }
        let label_width = board.rows().iter().map(|row| row.label.len()).max().unwrap_or(0);
        // Beyond 25 columns the letters are too wide for their cells.
        let columns = board.shape().rectangle().map(|(width, _)| width).filter(|&width| width <= 25);
        let header = columns.map(|width| {
            let letters: Vec<String> = (0..width).map(crate::topology::column_letters).collect();
            format!("{:label_width$}  {}", "", letters.join(" "))
        });
        if let Some(header) = &header {
            writeln!(f, "{header}")?;
        }
        let stars = board.star_points();
        for row in board.rows() {
            let cell = |cell: &Option<Point>| match cell {
                None => '_',
                Some(point) => match self.setup.stone(*point) {
                    Some(color) => color.letter(),
                    None if stars.contains(*point) => '+',
                    None => '.',
                },
            };
            let cells: Vec<String> = row.cells.iter().map(|c| cell(c).to_string()).collect();
            if label_width > 0 {
                write!(f, " {:>label_width$} ", row.label)?;
            }
            write!(f, "{:indent$}{}", "", cells.join(" "), indent = row.indent)?;
            if header.is_some() {
                write!(f, " {:>label_width$}", row.label)?;
            }
            writeln!(f)?;
        }
        if let Some(header) = &header {
            writeln!(f, "{header}")?;
        }
        writeln!(f, "to move: {}", self.setup.to_move)?;
        if let Some(ko) = self.setup.ko.filter(|p| p.index() < board.len()) {
            writeln!(f, "ko: {}", board.name_of(ko))?;
        }
        for mark in Mark::ALL {
            let points = self.marked(mark);
            if !points.is_empty() {
                writeln!(f, "{}: {}", mark.name(), board.names_of(&points.iter().collect::<Vec<_>>()))?;
            }
        }
        for (&point, label) in &self.labels {
            writeln!(f, "label {}: {}", board.name_of(point), escape(label))?;
        }
        Ok(())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Diagram::new(self.to_setup()).fmt(f)
    }
}
