//! One row of letters, and what placing a point does to it (spec, A.1 and A.2).
//!
//! The grid is filled point by point, row by row. All that the rest of the board can feel of what is already there
//! is one letter in each column:
//!
//! | letter | the lowest filled point of the column |
//! |---|---|
//! | `LIBERTY` | is empty |
//! | `SERVED` | is a stone next to an empty point |
//! | `BARE` | is a stone that has no liberty yet |
//!
//! The letters form a [`Key`]: a queue of two bits each, the oldest letter (the point above the one to be placed) on
//! top, the newest (the point to the left) at the bottom. Pushing a letter is a shift, and sorting keys as numbers
//! is sorting them by their oldest letter first, which `sweep.rs` relies on.
//!
//! What is measured is not the number of empty points but the **loss**: every empty point covers five points, itself
//! and its neighbours, and each time it covers a point that was covered before, or one beyond the edge, one covering
//! is lost. The loss never falls, and at the end `5 * empty = points + loss`.

/// The letters of one row as a queue; see the module.
pub(crate) type Key = u64;

pub(crate) const LIBERTY: u64 = 0;
pub(crate) const SERVED: u64 = 1;
pub(crate) const BARE: u64 = 2;

/// Letters of two bits in a key of 64.
pub(crate) const MAX_WIDTH: usize = 32;

/// The sides of the grid, the width not larger than the height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Sides {
    pub(crate) fn points(self) -> usize {
        self.width * self.height
    }

    /// The key above the first row: nothing there needs anything.
    pub(crate) fn start(self) -> Key {
        (0..self.width).fold(0, |key, _| key << 2 | SERVED)
    }

    /// The loss that comes with so many empty points; `None` if that is too few even without loss.
    pub(crate) fn loss_of(self, empty: usize) -> Option<u16> {
        (5 * empty).checked_sub(self.points()).and_then(|loss| u16::try_from(loss).ok())
    }

    /// The number of empty points that comes with this loss.
    pub(crate) fn empty_of(self, loss: u16) -> usize {
        (self.points() + usize::from(loss)) / 5
    }

    pub(crate) fn cell(self, row: usize, column: usize) -> Cell {
        Cell {
            mask: u64::MAX >> (64 - 2 * self.width),
            top: 2 * (self.width as u32 - 1),
            first_column: column == 0,
            last_column: column + 1 == self.width,
            last_row: row + 1 == self.height,
        }
    }

    /// The letter of a column when a row is complete.
    pub(crate) fn letter(self, key: Key, column: usize) -> u64 {
        key >> (2 * (self.width - 1 - column)) & 3
    }

    /// Fills row `row` below `key` with the empty points of `pattern`, the lowest bit in the last column; gives the
    /// next key and the loss added, or `None` if a stone is left without liberty for ever.
    pub(crate) fn play_row(self, row: usize, key: Key, pattern: u64) -> Option<(Key, u16)> {
        (0..self.width).try_fold((key, 0), |(key, loss), column| {
            let cell = self.cell(row, column);
            if pattern >> (self.width - 1 - column) & 1 == 1 {
                Some((cell.liberty(key), loss + cell.loss(key)))
            } else {
                cell.stone(key).map(|next| (next, loss))
            }
        })
    }

    /// The empty points of a complete row, the lowest bit in the last column.
    pub(crate) fn pattern(self, key: Key) -> u64 {
        (0..self.width).fold(0, |bits, column| bits << 1 | u64::from(self.letter(key, column) == LIBERTY))
    }
}

/// Whether some stone of the row still waits for a liberty.
pub(crate) fn has_bare(key: Key) -> bool {
    key & 0xaaaa_aaaa_aaaa_aaaa != 0
}

/// The place of the point to be filled, as far as moves depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    mask: u64,
    top: u32,
    first_column: bool,
    last_column: bool,
    last_row: bool,
}

impl Cell {
    #[inline]
    pub(crate) fn above(self, key: Key) -> u64 {
        key >> self.top & 3
    }

    /// The keys whose oldest letter is `letter` start at this one.
    pub(crate) fn first_with_above(self, letter: u64) -> Key {
        letter << self.top
    }

    #[inline]
    fn liberty_to_the_left(self, key: Key) -> bool {
        !self.first_column && key & 3 == LIBERTY
    }

    /// The key after leaving this point empty.
    #[inline]
    pub(crate) fn liberty(self, key: Key) -> Key {
        let serve_left = !self.first_column && key & 3 == BARE;
        // BARE is one more than SERVED.
        ((key - u64::from(serve_left)) << 2 | LIBERTY) & self.mask
    }

    /// The coverings lost by leaving this point empty (spec, A.2).
    #[inline]
    pub(crate) fn loss(self, key: Key) -> u16 {
        let above = self.above(key);
        let itself = above == LIBERTY || self.liberty_to_the_left(key);
        let left = self.first_column || key & 3 != BARE;
        let right = self.last_column || key >> (self.top.wrapping_sub(2) & 63) & 3 == LIBERTY;
        u16::from(itself)
            + u16::from(above != BARE)
            + u16::from(left)
            + u16::from(right)
            + u16::from(self.last_row)
    }

    /// The key after putting a stone here; `None` if the stone above would never get a liberty.
    #[inline]
    pub(crate) fn stone(self, key: Key) -> Option<Key> {
        (self.above(key) != BARE).then(|| self.stone_below_served_or_liberty(key))
    }

    /// Like [`stone`](Cell::stone) where the letter above is known not to be `BARE`.
    #[inline]
    pub(crate) fn stone_below_served_or_liberty(self, key: Key) -> Key {
        let served = self.above(key) == LIBERTY || self.liberty_to_the_left(key);
        (key << 2 | if served { SERVED } else { BARE }) & self.mask
    }
}
