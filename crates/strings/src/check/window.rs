//! A second, plain refutation on rectangles.
//!
//! Everything here is a [`Window`]: some columns of the board, of which some are its own. The whole board is a window,
//! and so is each strip of the bound. [`Window::moves`] is the only place with rules: it works out from the letters
//! which points are covered, and counts what a new empty point covers in vain on the window's own columns. Tables are
//! indexed by letters as numbers to the base 3; nothing is ranked, packed or merged.

use tesuji_job::{Limits, Progress, Unknown, Watch, Why};

use crate::error::{memory, stage, states};
use crate::grid::letters::Sides;
use crate::sorting::Sorting;

const LIBERTY: u8 = 0;
const SERVED: u8 = 1;
const BARE: u8 = 2;

/// The widest strip; its table has 3^12 entries for each point.
const WIDEST_STRIP: usize = 12;

/// States between two looks at the watch.
const STATES_BETWEEN_LOOKS: usize = 1 << 14;

/// Letters of the columns of a window: of the current row up to the point to be filled, of the row above from there.
type Letters = [u8; 32];

/// A value for what cannot happen.
const NEVER: u16 = u16::MAX;

#[derive(Clone, Copy)]
struct Window {
    sides: Sides,
    first: usize,
    end: usize,
}

impl Window {
    fn columns(self) -> usize {
        self.end - self.first
    }

    /// The letters after leaving a point empty and after putting a stone there, each with what is lost.
    fn moves(self, row: usize, place: usize, letters: &Letters) -> [Option<(Letters, u16)>; 2] {
        let above = letters[place];
        let left = (place > 0).then(|| letters[place - 1]);
        let beside_liberty = row > 0 && above == LIBERTY || left == Some(LIBERTY);
        let column = self.first + place;

        let mut emptied = *letters;
        emptied[place] = LIBERTY;
        if left == Some(BARE) {
            emptied[place - 1] = SERVED;
        }
        // Beyond the board every covering is lost; beyond the window none is counted.
        let lost_itself = beside_liberty;
        let lost_above = row == 0 || above != BARE;
        let lost_below = row + 1 == self.sides.height;
        let lost_left = match left {
            None => column == 0,
            Some(letter) => letter != BARE,
        };
        let lost_right = if place + 1 == self.columns() {
            column + 1 == self.sides.width
        } else {
            row > 0 && letters[place + 1] == LIBERTY
        };
        let lost = [lost_itself, lost_above, lost_below, lost_left, lost_right];
        let empty = (emptied, lost.into_iter().map(u16::from).sum());

        // A bare stone may have its liberty beyond the window, never beyond the board.
        let stone = (row == 0 || above != BARE || self.is_hidden(place)).then(|| {
            let mut filled = *letters;
            filled[place] = if beside_liberty { SERVED } else { BARE };
            (filled, 0)
        });
        [Some(empty), stone]
    }

    /// Whether a neighbour in the row is on the board but not in the window.
    fn is_hidden(self, place: usize) -> bool {
        place == 0 && self.first > 0 || place + 1 == self.columns() && self.end < self.sides.width
    }

    /// The least loss still to come, for each point to be filled and all letters as a number to the base 3.
    fn table(self, watch: &Watch) -> Result<Vec<Vec<u8>>, Why> {
        let columns = self.columns();
        let size = 3usize.pow(columns as u32);
        let mut after: Vec<u16> = (0..size)
            .map(|number| {
                let letters = letters_of(number, columns);
                let waits = (0..columns).any(|place| letters[place] == BARE && !self.is_hidden(place));
                if waits { NEVER } else { 0 }
            })
            .collect();
        let mut tables = Vec::new();
        for point in (0..self.sides.height * columns).rev() {
            let (row, place) = (point / columns, point % columns);
            let mut here: Vec<u16> = Vec::with_capacity(size);
            for number in 0..size {
                if number % STATES_BETWEEN_LOOKS == 0 {
                    watch.check()?;
                }
                let moves = self.moves(row, place, &letters_of(number, columns));
                let best = moves
                    .into_iter()
                    .flatten()
                    .map(|(letters, lost)| after[number_of(&letters[..columns])].saturating_add(lost))
                    .min();
                here.push(best.unwrap_or(NEVER));
            }
            tables.push(here.iter().map(|&value| u8::try_from(value).unwrap_or(u8::MAX)).collect());
            after = here;
        }
        tables.reverse();
        Ok(tables)
    }
}

fn letters_of(mut number: usize, columns: usize) -> Letters {
    let mut letters = [SERVED; 32];
    for letter in &mut letters[..columns] {
        *letter = (number % 3) as u8;
        number /= 3;
    }
    letters
}

fn number_of(letters: &[u8]) -> usize {
    letters.iter().rev().fold(0, |number, &letter| 3 * number + usize::from(letter))
}

/// Cuts for strips without overlap that differ from the given ones.
pub(super) fn other_cuts(sides: Sides, cuts: &[usize]) -> Vec<usize> {
    let strips = sides.width.div_ceil(WIDEST_STRIP - 1).max(if sides.width > 1 { 2 } else { 1 });
    let even: Vec<usize> = (1..strips).map(|i| i * sides.width / strips).collect();
    if even != cuts {
        return even;
    }
    // No strip becomes wider than the widest: the even ones are at least one column narrower.
    even.iter().map(|&cut| if cut + 1 < sides.width { cut + 1 } else { cut }).collect()
}

/// Whether no board has only `empty` empty points, and the number of states made.
pub(super) fn refute(
    sides: Sides,
    cuts: &[usize],
    empty: usize,
    limits: &Limits,
    watch: &Watch,
) -> Result<(bool, u64), Unknown> {
    let Some(budget) = (5 * empty).checked_sub(sides.width * sides.height) else { return Ok((true, 0)) };
    let edges: Vec<usize> = [0].iter().chain(cuts).chain([&sides.width]).copied().collect();
    let strips: Vec<Window> =
        edges.windows(2).map(|pair| Window { sides, first: pair[0], end: pair[1] }).collect();
    let needed: u64 = strips
        .iter()
        .map(|strip| 3u64.pow(strip.columns() as u32) * (strip.columns() * sides.height) as u64)
        .sum();
    if needed > limits.memory {
        return Err(memory(needed, limits.memory));
    }
    let tables = strips.iter().map(|strip| strip.table(watch)).collect::<Result<Vec<_>, Why>>()?;
    let to_come = |point: usize, letters: &Letters| -> usize {
        let (row, column) = (point / sides.width, point % sides.width);
        strips
            .iter()
            .zip(&tables)
            .map(|(strip, table)| {
                let place = column.clamp(strip.first, strip.end) - strip.first;
                let number = number_of(&letters[strip.first..strip.end]);
                table.get(row * strip.columns() + place).map_or(0, |values| usize::from(values[number]))
            })
            .sum()
    };

    let board = Window { sides, first: 0, end: sides.width };
    let mut level: Vec<(Letters, u16)> = vec![([SERVED; 32], 0)];
    let mut made = 0;
    let points = sides.width * sides.height;
    for point in 0..points {
        let (row, column) = (point / sides.width, point % sides.width);
        let room = |bytes: u64| {
            let bytes = needed + bytes;
            if bytes > limits.memory { Err(memory(bytes, limits.memory)) } else { Ok(()) }
        };
        let mut sorting = Sorting::new(watch, &room);
        for (number, (letters, loss)) in level.iter().enumerate() {
            if number % STATES_BETWEEN_LOOKS == 0 {
                watch.check()?;
            }
            for (letters, lost) in board.moves(row, column, letters).into_iter().flatten() {
                if usize::from(loss + lost) + to_come(point + 1, &letters) <= budget {
                    sorting.push((letters, loss + lost))?;
                }
            }
        }
        let next = sorting.finish()?;
        made += next.len() as u64;
        let bytes = needed + ((level.len() + next.capacity()) * size_of::<(Letters, u16)>()) as u64;
        if bytes > limits.memory {
            return Err(memory(bytes, limits.memory));
        }
        if made > limits.nodes {
            return Err(states(limits.nodes));
        }
        level = next;
        let (done, total) = (point as u64 + 1, Some(points as u64));
        watch.look(|| Progress { nodes: made, ..Progress::counted(stage::CHECKING, done, total) })?;
    }
    let complete = |letters: &Letters| letters[..sides.width].iter().all(|&letter| letter != BARE);
    Ok((!level.iter().any(|(letters, _)| complete(letters)), made))
}
