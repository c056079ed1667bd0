//! The board: 25 points in two worlds, and what can be seen from each of them.
//!
//! The upper world has 4x4 points, the lower one 3x3; a lower point lies in the middle of four upper ones and is
//! adjacent to exactly these, so every step changes world. Threes in a row and sandwiches stay inside one world. All of
//! it is worked out once, at compile time, from rows and columns: this file is the only one that knows the geometry.

use std::fmt;

/// Number of points.
pub const CELLS: u8 = 25;

/// Points of the upper world; the lower ones are numbered after them.
const UPPER: u8 = 16;

/// All 25 points.
pub(crate) const BOARD: u32 = (1 << CELLS) - 1;

/// The inner upper points, where the very first piece of the game must be placed (spec/simpei.md, section 1).
pub(crate) const INNER: u32 = 1 << 5 | 1 << 6 | 1 << 9 | 1 << 10;

/// A point of the board: 4r + c in the upper world, 16 + 3r + c in the lower one.
///
/// ```
/// use tesuji_simpei::Cell;
///
/// let cell: Cell = "U12".parse().unwrap();
/// assert_eq!(cell.index(), 6);
/// assert_eq!(Cell::new(24).unwrap().to_string(), "L22");
/// assert_eq!(Cell::new(25), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The point with this number, if there is one.
    pub const fn new(index: u8) -> Option<Cell> {
        if index < CELLS { Some(Cell(index)) } else { None }
    }

    /// The number of the point, 0 to 24.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Whether the point belongs to the upper world.
    pub const fn is_upper(self) -> bool {
        self.0 < UPPER
    }

    /// The set that holds this point alone.
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// Row and column inside its world, from 0.
    pub const fn place(self) -> (u8, u8) {
        if self.is_upper() { (self.0 / 4, self.0 % 4) } else { ((self.0 - UPPER) / 3, (self.0 - UPPER) % 3) }
    }

    /// The points of a set in ascending order; bits beyond the board are ignored.
    pub fn all(set: u32) -> impl Iterator<Item = Cell> {
        bits(set & BOARD).map(Cell)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = self.place();
        write!(formatter, "{}{row}{column}", if self.is_upper() { 'U' } else { 'L' })
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// A text that names no point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no point: points are U00 to U33 above and L00 to L22 below, row before column")]
pub struct NoSuchCell(pub String);

impl std::str::FromStr for Cell {
    type Err = NoSuchCell;

    fn from_str(text: &str) -> Result<Cell, NoSuchCell> {
        let fault = || NoSuchCell(text.chars().take(20).collect());
        let [world, row, column] = *text.as_bytes() else { return Err(fault()) };
        let digit = |byte: u8| byte.checked_sub(b'0');
        let (Some(row), Some(column)) = (digit(row), digit(column)) else { return Err(fault()) };
        match world {
            b'U' | b'u' if row < 4 && column < 4 => Ok(Cell(4 * row + column)),
            b'L' | b'l' if row < 3 && column < 3 => Ok(Cell(UPPER + 3 * row + column)),
            _ => Err(fault()),
        }
    }
}

/// The positions of the ones, ascending.
#[inline]
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as u8;
            set &= set - 1;
            lowest
        })
    })
}

/// Points of a row of three, and those that would make it a row of four.
#[derive(Clone, Copy)]
pub(crate) struct Triple {
    pub(crate) points: u32,
    pub(crate) extension: u32,
}

/// Enemies between a landing piece and a piece of its own colour.
#[derive(Clone, Copy)]
pub(crate) struct Sandwich {
    pub(crate) between: u32,
    pub(crate) closing: u32,
}

/// Number of rows of three: 24 above, 8 below.
pub(crate) const TRIPLES: usize = 32;

/// What is seen from one point.
pub(crate) struct View {
    /// The points a step can reach.
    pub(crate) neighbours: u32,
    triples: [Triple; 9],
    triple_count: usize,
    sandwiches: [Sandwich; 8],
    sandwich_count: usize,
}

impl View {
    const EMPTY: View = View {
        neighbours: 0,
        triples: [Triple { points: 0, extension: 0 }; 9],
        triple_count: 0,
        sandwiches: [Sandwich { between: 0, closing: 0 }; 8],
        sandwich_count: 0,
    };

    /// The rows of three through the point.
    #[inline]
    pub(crate) fn triples(&self) -> &[Triple] {
        &self.triples[..self.triple_count]
    }

    /// All the ways in which a piece landing here can close a sandwich.
    #[inline]
    pub(crate) fn sandwiches(&self) -> &[Sandwich] {
        &self.sandwiches[..self.sandwich_count]
    }
}

/// The views of all points.
pub(crate) static VIEWS: [View; CELLS as usize] = views();

/// The point `steps` away in a direction, as a set; empty beyond the edge of the world.
const fn away(cell: Cell, (down, right): (i8, i8), steps: i8) -> u32 {
    let side = if cell.is_upper() { 4 } else { 3 };
    let (row, column) = cell.place();
    let (row, column) = (row as i8 + steps * down, column as i8 + steps * right);
    if row < 0 || column < 0 || row >= side || column >= side {
        return 0;
    }
    let first = if cell.is_upper() { 0 } else { UPPER };
    1 << (first as i8 + side * row + column)
}

const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];

const fn views() -> [View; CELLS as usize] {
    let mut views = [View::EMPTY; CELLS as usize];
    let triples = triples();
    let mut index = 0;
    while index < CELLS {
        let cell = Cell(index);
        let view = &mut views[index as usize];
        let mut number = 0;
        while number < TRIPLES {
            if triples[number].points & cell.bit() != 0 {
                view.triples[view.triple_count] = triples[number];
                view.triple_count += 1;
            }
            number += 1;
        }
        let mut direction = 0;
        while direction < 8 {
            let near = away(cell, DIRECTIONS[direction], 1);
            let mut between = near;
            let mut distance = 2;
            // One or two enemies fit between two pieces in a world of four by four.
            while distance <= 3 && near != 0 {
                let closing = away(cell, DIRECTIONS[direction], distance);
                if closing != 0 {
                    view.sandwiches[view.sandwich_count] = Sandwich { between, closing };
                    view.sandwich_count += 1;
                }
                between |= closing;
                distance += 1;
            }
            direction += 1;
        }
        view.neighbours = neighbours(cell);
        index += 1;
    }
    views
}

/// All rows of three.
const fn triples() -> [Triple; TRIPLES] {
    let mut triples = [Triple { points: 0, extension: 0 }; TRIPLES];
    let (mut count, mut index) = (0, 0);
    while index < CELLS {
        let mut direction = 0;
        while direction < 4 {
            let line = DIRECTIONS[direction];
            let (second, third) = (away(Cell(index), line, 1), away(Cell(index), line, 2));
            if second != 0 && third != 0 {
                let extension = away(Cell(index), line, -1) | away(Cell(index), line, 3);
                triples[count] = Triple { points: 1 << index | second | third, extension };
                count += 1;
            }
            direction += 1;
        }
        index += 1;
    }
    triples
}

/// L(r,c) is adjacent to U(r,c), U(r,c+1), U(r+1,c) and U(r+1,c+1), and to nothing else.
const fn neighbours(cell: Cell) -> u32 {
    let (row, column) = cell.place();
    if !cell.is_upper() {
        let corner = 4 * row + column;
        return 0b11_0011 << corner;
    }
    let mut set = 0;
    let mut lower = 0;
    while lower < 9 {
        let (r, c) = (lower / 3, lower % 3);
        if (row == r || row == r + 1) && (column == c || column == c + 1) {
            set |= 1 << (UPPER + lower);
        }
        lower += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometry_has_the_numbers_of_the_rules() {
        let triples = triples();
        assert!(triples.iter().all(|t| t.points.count_ones() == 3 && t.extension.count_ones() <= 1));
        assert_eq!(triples.iter().filter(|t| t.points < 1 << UPPER).count(), 24);
        let distinct: std::collections::BTreeSet<u32> = triples.iter().map(|t| t.points).collect();
        assert_eq!(distinct.len(), TRIPLES);
        // Rows, columns and the two long diagonals can be extended; short diagonals and the lower world cannot.
        assert_eq!(triples.iter().filter(|t| t.extension != 0).count(), 20);
        let degrees = |cells: &[u8]| -> Vec<u32> {
            cells.iter().map(|&c| VIEWS[c as usize].neighbours.count_ones()).collect()
        };
        assert_eq!(degrees(&[0, 1, 5, 15, 16, 20]), [1, 2, 4, 1, 4, 4]);
        for (a, view) in VIEWS.iter().enumerate() {
            for b in bits(view.neighbours) {
                assert!(VIEWS[b as usize].neighbours & (1 << a) != 0);
                assert_ne!(a < 16, b < 16);
            }
        }
    }

    #[test]
    fn names_round_trip() {
        for index in 0..25 {
            let cell = Cell::new(index).unwrap();
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(cell.to_string().to_lowercase().parse(), Ok(cell));
        }
        for bad in ["", "U", "U4", "U44", "L03", "L30", "X00", "U000", "é", "U/0"] {
            assert!(bad.parse::<Cell>().is_err(), "{bad}");
        }
    }
}
