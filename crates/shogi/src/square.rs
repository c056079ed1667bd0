//! Squares and sets of squares.
//!
//! Squares are numbered down the files, from 1a = 0, 1b = 1 to 9i = 80, so that a step towards rank a is -1 and a step to
//! the next file +9. A set of squares is one 128-bit word.

use std::fmt;

/// Number of squares.
pub(crate) const SQUARES: usize = 81;

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on `file` 1 to 9, counted from the right as seen by Black, and `rank` 1 to 9, counted from the top.
    ///
    /// ```
    /// use tesuji_shogi::Square;
    /// assert_eq!(Square::new(7, 6).unwrap().to_string(), "7f");
    /// assert_eq!(Square::new(0, 6), None);
    /// ```
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Self((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// The square with this number, which must be below 81.
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        debug_assert!(index < SQUARES);
        Self(index as u8)
    }

    /// Its number, 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 1 to 9.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// The rank, 1 to 9.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// All squares in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SQUARES).map(Self::at)
    }

    #[inline]
    pub(crate) const fn bit(self) -> u128 {
        1 << self.0
    }
}

/// As in USI: file as a digit, rank as a letter.
impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.file(), char::from(b'a' + self.rank() - 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

/// All squares.
pub(crate) const ALL: u128 = (1 << SQUARES) - 1;

/// The squares of a set, in the order of their numbers.
#[inline]
pub(crate) fn squares(mut set: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = Square::at(set.trailing_zeros() as usize);
        set &= set - 1;
        Some(square)
    })
}

/// The first square of a set that is not empty.
#[inline]
pub(crate) fn first(set: u128) -> Square {
    Square::at(set.trailing_zeros() as usize)
}

/// The squares of a rank, 1 to 9.
pub(crate) const fn rank(number: u8) -> u128 {
    let mut set = 0;
    let mut file = 0;
    while file < 9 {
        set |= 1 << (file * 9 + number - 1);
        file += 1;
    }
    set
}

/// The squares of the file on which a square lies.
#[inline]
pub(crate) const fn file_of(square: Square) -> u128 {
    0x1ff << (square.0 / 9 * 9)
}
