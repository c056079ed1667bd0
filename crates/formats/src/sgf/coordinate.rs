//! Letters of points, and the size of the board.
//!
//! A point is two letters, column and row from the top left: `a` to `z` are 1 to 26 and `A` to `Z` 27 to 52. A pass
//! is an empty value, or `tt` on boards of up to 19x19, where no point has that name.

use std::sync::Arc;

use tesuji_board::{Point, Topology};

use super::property::Value;
use super::tree::{NodeId, SgfTree};
use crate::error::{Error, Problem};

/// The longest side of a board in SGF.
const LONGEST: usize = 52;

/// Columns and rows of a board, each from 1 to 52.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Size {
    /// The size of a board that SGF can express.
    pub(crate) fn of(topology: &Topology) -> Result<Size, Error> {
        match topology.rectangle() {
            Some((width, height)) if width <= LONGEST && height <= LONGEST => Ok(Size { width, height }),
            _ => {
                let what =
                    format!("the board {}, only square and rectangular ones up to 52x52", topology.name());
                Err(Problem::NotExpressible { format: "SGF", what }.anywhere())
            }
        }
    }

    fn parse(value: &Value) -> Option<Size> {
        let side = |text: &str| -> Option<usize> {
            let digits = text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
            let side = digits.then(|| text.parse().ok())??;
            (1..=LONGEST).contains(&side).then_some(side)
        };
        // `9x13` is not SGF, but clear enough.
        let (width, height) = value
            .halves()
            .or_else(|| value.text().split_once(['x', 'X']))
            .unwrap_or((value.text(), value.text()));
        Some(Size { width: side(width)?, height: side(height)? })
    }

    /// The board.
    pub(crate) fn topology(self) -> Result<Arc<Topology>, Error> {
        Ok(Topology::parse(&format!("grid:{}x{}", self.width, self.height))?)
    }

    /// Whether the value of a move is a pass.
    pub(crate) fn is_pass(self, text: &str) -> bool {
        text.is_empty() || (text == "tt" && self.width <= 19 && self.height <= 19)
    }

    /// The point of two letters.
    pub(crate) fn point(self, text: &str) -> Result<Point, Problem> {
        let (column, row) = point_of(text).ok_or_else(|| not_a_point(text))?;
        self.check(text, column, row)?;
        Ok(self.at(column, row))
    }

    /// The points of a value of a list: one, or all of a rectangle given by two corners.
    pub(crate) fn points(self, value: &Value) -> Result<impl Iterator<Item = Point> + use<>, Problem> {
        let text = value.text();
        let ((left, top), (right, bottom)) = area_of(value).ok_or_else(|| not_a_point(text))?;
        self.check(text, right, bottom)?;
        Ok((top..=bottom).flat_map(move |row| (left..=right).map(move |column| self.at(column, row))))
    }

    /// The letters of a point.
    pub(crate) fn letters(self, point: Point) -> String {
        let letter = |number: usize| match number {
            0..26 => char::from(b'a' + number as u8),
            _ => char::from(b'A' + (number - 26) as u8),
        };
        [letter(point.index() % self.width), letter(point.index() / self.width)].into_iter().collect()
    }

    fn check(self, text: &str, column: usize, row: usize) -> Result<(), Problem> {
        let Size { width, height } = self;
        if column < width && row < height {
            Ok(())
        } else {
            Err(Problem::OffBoard { value: text.to_string(), width, height })
        }
    }

    fn at(self, column: usize, row: usize) -> Point {
        Point((row * self.width + column) as u16)
    }
}

impl SgfTree {
    /// Columns and rows of the board: the property `SZ` of the root, 19 if there is none.
    ///
    /// # Errors
    /// [`Problem::OtherGame`] if this is not Go, [`Problem::BadSize`] if the size makes no sense.
    pub fn board(&self) -> Result<Arc<Topology>, Error> {
        self.board.of(self.size()?)
    }

    pub(crate) fn size(&self) -> Result<Size, Error> {
        if let Some(game) = self.property(NodeId::ROOT, "GM").filter(|game| !["", "1"].contains(&game.text()))
        {
            return Err(Problem::OtherGame { game: shown(game.text()) }.at(game.place()));
        }
        let Some(property) = self.property(NodeId::ROOT, "SZ") else {
            return Ok(Size { width: 19, height: 19 });
        };
        let size = property.values().first().and_then(Size::parse);
        size.ok_or_else(|| Problem::BadSize { size: shown(property.text()) }.at(property.place()))
    }
}

/// `SZ[9]` or `SZ[9:13]`.
pub(crate) fn normal_size(size: Size) -> Value {
    if size.width == size.height {
        Value::new(&size.width.to_string())
    } else {
        Value::pair(&size.width.to_string(), &size.height.to_string())
    }
}

/// Column and row of two letters, on whatever board.
pub(crate) fn point_of(text: &str) -> Option<(usize, usize)> {
    let number = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match text.as_bytes() {
        &[column, row] => Some((number(column)?, number(row)?)),
        _ => None,
    }
}

/// The top left and bottom right corner of a point or a rectangle; the file may name any two opposite corners.
pub(crate) fn area_of(value: &Value) -> Option<((usize, usize), (usize, usize))> {
    let (first, second) = value.halves().unwrap_or((value.text(), value.text()));
    let (a, b) = (point_of(first)?, point_of(second)?);
    Some(((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1))))
}

fn not_a_point(text: &str) -> Problem {
    Problem::NotAPoint { value: shown(text) }
}

/// A value for a message; one of a damaged file can be of any length.
pub(crate) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(30).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown
}
