//! A lower bound on the loss still to come (spec, A.3).
//!
//! The columns are cut into strips. For each strip alone, the least loss that its own points must still suffer is
//! computed backwards, once, for every row, place in the row and word of letters. A strip sees `overlap` columns of
//! its neighbours as well; what lies beyond is unknown, and everything unknown is taken at its best: a stone at an
//! unseen border may have its liberty there, and coverings that come from there are not charged. The strips charge
//! different points, so their bounds add up and never exceed the true loss to come: a state whose loss plus bound
//! is over the budget can be dropped without losing any solution.

use tesuji_job::{Progress, Unknown, Watch, Why};

use super::letters::{BARE, Key, LIBERTY, SERVED, Sides};
use super::words::{LONGEST, Words, all_words};
use crate::error::stage;

/// How the columns are divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    /// The first columns of all strips but the first, ascending.
    pub(crate) cuts: Vec<usize>,
    /// How many columns of its neighbours a strip sees.
    pub(crate) overlap: usize,
}

/// The bound for every state of a grid.
pub(crate) struct Bound {
    words: Words,
    strips: Vec<Strip>,
}

/// The columns of one strip.
#[derive(Clone, Copy, Debug)]
struct Columns {
    /// Columns seen: `first..end`.
    first: usize,
    end: usize,
    /// Columns whose points are charged: `own_first..own_end`.
    own_first: usize,
    own_end: usize,
}

struct Strip {
    columns: Columns,
    /// One block for each point of the strip, in the order of filling, and one for the finished board.
    blocks: Vec<Block>,
}

/// The bounds of all states before one point is filled: `base` plus one byte each.
///
/// States of one block differ by little, while the bound of a whole long board may be in the thousands. A
/// difference over 255 is cut off there, which keeps it a lower bound.
struct Block {
    base: u16,
    above: Vec<u8>,
}

/// Bytes of a table that takes no time worth mentioning.
const SMALL_TABLE: u64 = 2_000_000;
/// Bytes of a table that takes a good part of a second.
const LARGE_TABLE: u64 = 100_000_000;

/// Values of a table that are computed between two looks at the watch.
const VALUES_BETWEEN_LOOKS: usize = 1 << 17;

/// Larger than any loss, small enough to be added to.
const NEVER: u16 = u16::MAX / 2;

impl Split {
    fn columns(&self, width: usize) -> Vec<Columns> {
        let mut edges = vec![0];
        edges.extend(&self.cuts);
        edges.push(width);
        edges
            .windows(2)
            .map(|pair| Columns {
                first: pair[0].saturating_sub(self.overlap),
                end: pair[1].saturating_add(self.overlap).min(width),
                own_first: pair[0],
                own_end: pair[1],
            })
            .collect()
    }

    /// The bytes of the tables; `None` if a strip is too wide for them.
    pub(crate) fn bytes(&self, sides: Sides) -> Option<u64> {
        let counts = {
            let mut counts = [1u64, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
            for length in 2..=LONGEST {
                counts[length] = 2 * counts[length - 1] + counts[length - 2];
            }
            counts
        };
        self.columns(sides.width)
            .iter()
            .map(|columns| {
                let length = columns.end - columns.first;
                (length <= LONGEST).then(|| {
                    (0..length).map(|p| counts[length - p] * counts[p]).sum::<u64>() * sides.height as u64
                })
            })
            .sum()
    }

    /// The strongest split whose tables stay below `bytes`.
    pub(crate) fn choose(sides: Sides, bytes: u64) -> Option<Split> {
        let even = |strips: usize, overlap| Split {
            cuts: (1..strips).map(|i| i * sides.width / strips).collect(),
            overlap,
        };
        let fits = |split: &Split, bytes: u64| split.bytes(sides).is_some_and(|need| need <= bytes);
        // One strip is exact. That pays where its table is small, and on long boards, where the gap that two strips
        // leave would grow with the length. With two, one column of overlap is best as long as the larger tables do
        // not take longer than the states they save.
        let one = even(1, 0);
        let long = sides.height > 3 * sides.width;
        if fits(&one, if long { bytes } else { bytes.min(SMALL_TABLE) }) {
            return Some(one);
        }
        let overlapping = even(2, 1);
        if fits(&overlapping, bytes.min(LARGE_TABLE)) {
            return Some(overlapping);
        }
        (2..=sides.width).map(|strips| even(strips, 0)).find(|split| fits(split, bytes))
    }
}

impl Bound {
    /// Computes the tables. The split must be one whose [`Split::bytes`] are known.
    pub(crate) fn new(sides: Sides, split: &Split, watch: &Watch) -> Result<Bound, Unknown> {
        let words = Words::new();
        let columns = split.columns(sides.width);
        let total = (columns.len() * sides.height) as u64;
        let mut strips = Vec::with_capacity(columns.len());
        for (place, columns) in columns.into_iter().enumerate() {
            let mut look = |rows: usize| {
                let done = (place * sides.height + rows) as u64;
                watch.look(|| Progress::counted(stage::PREPARING, done, Some(total)))
            };
            let blocks = solve_strip(sides, columns, &words, &mut look)?;
            strips.push(Strip { columns, blocks });
        }
        Ok(Bound { words, strips })
    }

    /// The bounds of the states before the point in `row` and `column` is filled; `column` may be the width and
    /// `row` the height, for the next row or the finished board.
    pub(crate) fn before(&self, sides: Sides, row: usize, column: usize) -> Level<'_> {
        let views = self.strips.iter().map(|strip| strip.view(sides, row, column)).collect::<Vec<_>>();
        Level { words: &self.words, base: views.iter().map(|view| view.base).sum(), views }
    }
}

/// The bounds of all states before one point.
pub(crate) struct Level<'a> {
    words: &'a Words,
    base: u16,
    views: Vec<View<'a>>,
}

/// Where a strip finds its two words in a key, and its table.
struct View<'a> {
    base: u16,
    older_shift: u32,
    older_length: usize,
    newer_shift: u32,
    newer_length: usize,
    newer_count: usize,
    above: &'a [u8],
}

impl Level<'_> {
    /// The least loss to come from this state on.
    #[inline]
    pub(crate) fn of(&self, key: Key) -> u16 {
        let mut bound = self.base;
        for view in &self.views {
            // Neither word is longer than 16 letters, 32 bits.
            let older = key >> view.older_shift & ((1 << (2 * view.older_length)) - 1);
            let newer = key >> view.newer_shift & ((1 << (2 * view.newer_length)) - 1);
            let index = self.words.rank(older, view.older_length) * view.newer_count
                + self.words.rank(newer, view.newer_length);
            bound += u16::from(view.above[index]);
        }
        bound
    }
}

impl Strip {
    fn view(&self, sides: Sides, row: usize, column: usize) -> View<'_> {
        let Columns { first, end, .. } = self.columns;
        let length = end - first;
        let width = sides.width;
        // The queue holds columns `column..width` of the row above, then `0..column` of this row.
        let placed = column.clamp(first, end) - first;
        let block = &self.blocks[(row * length + placed).min(self.blocks.len() - 1)];
        let from_bottom = |letters_below: usize| 2 * letters_below as u32;
        // A full word of 16 letters takes half the key; a shift by all 64 bits cannot occur, because a strip sees
        // at least one letter in one of the two words, and an empty word is shifted by 0.
        let (older_shift, newer_shift) = if placed == 0 {
            (from_bottom(column + width - end), 0)
        } else if placed == length {
            (0, from_bottom(column - end))
        } else {
            (from_bottom(width - (end - column)), 0)
        };
        let (older_length, newer_length) =
            if placed == length { (0, length) } else { (length - placed, placed) };
        let newer_count = all_count(newer_length);
        View {
            base: block.base,
            older_shift,
            older_length,
            newer_shift,
            newer_length,
            newer_count,
            above: &block.above,
        }
    }
}

fn all_count(length: usize) -> usize {
    (0..length).fold((1, 1), |(count, before), _| (2 * count + before, count)).0
}

/// What becomes of the word of the row above when its first letter is used up.
struct Older {
    above: u64,
    /// The letter to its right, `None` beyond the strip.
    above_right: Option<u64>,
    rest: usize,
}

/// What becomes of the word of the current row when a letter is pushed.
struct Newer {
    left: Option<u64>,
    with_liberty: usize,
    with_served: usize,
    /// Not used next to a liberty.
    with_bare: usize,
}

/// The table of one strip, by going backwards from the finished board; `look` is told how many rows are done.
fn solve_strip(
    sides: Sides,
    columns: Columns,
    words: &Words,
    look: &mut impl FnMut(usize) -> Result<(), Why>,
) -> Result<Vec<Block>, Why> {
    let length = columns.end - columns.first;
    let hidden =
        |place: usize| place == 0 && columns.first > 0 || place + 1 == length && columns.end < sides.width;
    let mut older: Vec<Vec<Older>> = Vec::with_capacity(length);
    let mut newer: Vec<Vec<Newer>> = Vec::with_capacity(length);
    for place in 0..length {
        look(0)?;
        older.push(older_words(words, length - place));
        newer.push(newer_words(words, place));
    }
    let mut next: Vec<u16> = all_words(length)
        .into_iter()
        .map(|word| {
            let waits = |place: usize| word >> (2 * (length - 1 - place)) & 3 == BARE && !hidden(place);
            if (0..length).any(waits) { NEVER } else { 0 }
        })
        .collect();
    let mut blocks = vec![Block::pack(&next)];
    for row in (0..sides.height).rev() {
        for place in (0..length).rev() {
            let rule = StripCell::new(sides, columns, row, place, hidden(place));
            let after = words.count(place + 1);
            let mut values = Vec::with_capacity(older[place].len() * newer[place].len());
            let mut looked = 0;
            for old in &older[place] {
                if values.len() - looked > VALUES_BETWEEN_LOOKS {
                    looked = values.len();
                    look(sides.height - row - 1)?;
                }
                let next = &next[old.rest * after..][..after];
                values.extend(newer[place].iter().map(|new| {
                    let liberty = next[new.with_liberty].saturating_add(rule.loss(old, new.left));
                    rule.stone(old, new).map_or(liberty, |stone| liberty.min(next[stone]))
                }));
            }
            blocks.push(Block::pack(&values));
            next = values;
            look(sides.height - row - usize::from(place > 0))?;
        }
    }
    blocks.reverse();
    Ok(blocks)
}

fn older_words(words: &Words, length: usize) -> Vec<Older> {
    let top = 2 * (length - 1);
    all_words(length)
        .into_iter()
        .map(|word| Older {
            above: word >> top,
            above_right: (length > 1).then(|| word >> (top - 2) & 3),
            rest: words.rank(word & ((1 << top) - 1), length - 1),
        })
        .collect()
}

fn newer_words(words: &Words, length: usize) -> Vec<Newer> {
    let push = |word: u64, letter: u64| words.rank(word << 2 | letter, length + 1);
    all_words(length)
        .into_iter()
        .map(|word| {
            let left = (length > 0).then_some(word & 3);
            let served = if left == Some(BARE) { word - BARE + SERVED } else { word };
            let with_bare = if left == Some(LIBERTY) { 0 } else { push(word, BARE) };
            Newer { left, with_liberty: push(served, LIBERTY), with_served: push(word, SERVED), with_bare }
        })
        .collect()
}

/// The rules at one point of a strip: those of [`Cell`](super::letters::Cell), with loss charged only to the
/// strip's own points and hidden borders taken at their best.
struct StripCell {
    own: bool,
    own_left: bool,
    own_right: bool,
    beyond_left: bool,
    beyond_right: bool,
    last_row: bool,
    hidden: bool,
}

impl StripCell {
    fn new(sides: Sides, columns: Columns, row: usize, place: usize, hidden: bool) -> StripCell {
        let column = columns.first + place;
        let owns = |column: usize| (columns.own_first..columns.own_end).contains(&column);
        let own = owns(column);
        StripCell {
            own,
            own_left: column > columns.first && owns(column - 1),
            own_right: column + 1 < columns.end && owns(column + 1),
            beyond_left: own && column == 0,
            beyond_right: own && column + 1 == sides.width,
            last_row: row + 1 == sides.height,
            hidden,
        }
    }

    fn loss(&self, old: &Older, left: Option<u64>) -> u16 {
        let itself = self.own && (old.above == LIBERTY || left == Some(LIBERTY));
        let above = self.own && old.above != BARE;
        let to_left = self.beyond_left || self.own_left && left != Some(BARE);
        let to_right = self.beyond_right || self.own_right && old.above_right == Some(LIBERTY);
        let below = self.own && self.last_row;
        [itself, above, to_left, to_right, below].into_iter().map(u16::from).sum()
    }

    fn stone(&self, old: &Older, new: &Newer) -> Option<usize> {
        if old.above == BARE && !self.hidden {
            return None;
        }
        let served = old.above == LIBERTY || new.left == Some(LIBERTY);
        Some(if served { new.with_served } else { new.with_bare })
    }
}

impl Block {
    fn pack(values: &[u16]) -> Block {
        let base = values.iter().copied().min().unwrap_or(0);
        Block { base, above: values.iter().map(|&v| u8::try_from(v - base).unwrap_or(u8::MAX)).collect() }
    }
}
