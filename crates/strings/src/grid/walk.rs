//! Walking back from the last row to the first (spec, A.5).
//!
//! A sweep that kept the level at the start of each row holds all boards it found, row by row. Given the key after
//! a row, the rows that can stand above it are few: each letter allows only some letters above. They are found in
//! the sorted level by narrowing a range letter by letter, and each candidate is confirmed by filling the row again.

use num_bigint::BigUint;

use super::letters::{BARE, Key, LIBERTY, SERVED, Sides};
use super::sweep::{States, Sweep};
use crate::draw;
use crate::tally::Tally;

/// A board as the empty points of each row, the lowest bit in the last column.
pub(crate) type Pattern = Vec<u64>;

/// A state of a kept level together with one of the losses it can be reached with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    index: usize,
    /// How many times five above the smallest loss.
    extra: usize,
}

/// The boards that a sweep with kept rows has found.
pub(crate) struct Found<N> {
    sides: Sides,
    extra: usize,
    sweep: Sweep<N>,
}

impl<N: Tally> Found<N> {
    pub(crate) fn new(sides: Sides, extra: usize, sweep: Sweep<N>) -> Found<N> {
        Found { sides, extra, sweep }
    }

    /// The smallest loss any board ends with.
    pub(crate) fn least_loss(&self) -> Option<u16> {
        self.last().losses.iter().copied().min()
    }

    /// The number of boards that end with a loss.
    pub(crate) fn count(&self, loss: u16) -> BigUint {
        self.ends(loss).iter().map(|&place| self.ways(self.last(), place).to_big()).sum()
    }

    /// Some board that ends with a loss.
    pub(crate) fn first(&self, loss: u16) -> Option<Pattern> {
        self.boards(loss).next()
    }

    /// All boards that end with a loss, in a fixed order.
    pub(crate) fn boards(&self, loss: u16) -> Boards<'_, N> {
        let mut open = self.ends(loss);
        open.reverse();
        Boards { found: self, chosen: Vec::new(), open: vec![open] }
    }

    /// Draw `number` under a seed: each board that ends with this loss is equally likely.
    pub(crate) fn sample(&self, loss: u16, seed: u64, number: u64) -> Option<Pattern> {
        let mut generator = draw::generator(seed, number);
        let mut places = self.ends(loss);
        let mut pattern = Vec::with_capacity(self.sides.height);
        for row in (0..=self.sides.height).rev() {
            let level = &self.sweep.rows[row];
            let weights: Vec<BigUint> =
                places.iter().map(|&place| self.ways(level, place).to_big()).collect();
            let place = places[draw::weighted(&mut generator, &weights)?];
            if row > 0 {
                pattern.push(self.sides.pattern(level.keys[place.index]));
                places = self.before(row, place);
                debug_assert_eq!(
                    places.iter().map(|&p| self.ways(&self.sweep.rows[row - 1], p).to_big()).sum::<BigUint>(),
                    self.ways(level, place).to_big(),
                    "every way to a state comes from exactly one state a row earlier"
                );
            }
        }
        pattern.reverse();
        Some(pattern)
    }

    fn last(&self) -> &States<N> {
        &self.sweep.rows[self.sweep.rows.len() - 1]
    }

    fn ways<'a>(&self, level: &'a States<N>, place: Place) -> &'a N {
        &level.ways[place.index * (self.extra + 1) + place.extra]
    }

    fn loss(&self, level: &States<N>, place: Place) -> u16 {
        level.losses[place.index] + 5 * place.extra as u16
    }

    /// The place with this loss, if any board gets there.
    fn place(&self, level: &States<N>, index: usize, loss: u16) -> Option<Place> {
        let above = loss.checked_sub(level.losses[index])?;
        let place = Place { index, extra: usize::from(above / 5) };
        (above % 5 == 0 && place.extra <= self.extra && !self.ways(level, place).is_zero()).then_some(place)
    }

    fn ends(&self, loss: u16) -> Vec<Place> {
        let level = self.last();
        (0..level.len()).filter_map(|index| self.place(level, index, loss)).collect()
    }

    /// The places at the start of row `row - 1` from which that row leads to `place` at the start of row `row`.
    fn before(&self, row: usize, place: Place) -> Vec<Place> {
        let (level, upper) = (&self.sweep.rows[row], &self.sweep.rows[row - 1]);
        let (key, loss) = (level.keys[place.index], self.loss(level, place));
        let pattern = self.sides.pattern(key);
        let mut places = Vec::new();
        self.narrow(&upper.keys, key, 0, (0, upper.len()), &mut |index| {
            if let Some((reached, added)) = self.sides.play_row(row - 1, upper.keys[index], pattern)
                && reached == key
                && let Some(rest) = loss.checked_sub(added)
            {
                places.extend(self.place(upper, index, rest));
            }
        });
        places
    }

    /// Visits the keys of a range whose letters from `column` on may stand above those of `key`.
    fn narrow(
        &self,
        keys: &[Key],
        key: Key,
        column: usize,
        (start, end): (usize, usize),
        visit: &mut impl FnMut(usize),
    ) {
        if start == end {
            return;
        }
        if column == self.sides.width {
            visit(start);
            return;
        }
        let letter = |key: Key, column: usize| self.sides.letter(key, column);
        let liberty_beside = column > 0 && letter(key, column - 1) == LIBERTY
            || column + 1 < self.sides.width && letter(key, column + 1) == LIBERTY;
        let above: &[u64] = match letter(key, column) {
            LIBERTY => &[LIBERTY, SERVED, BARE],
            BARE => &[SERVED],
            _ if liberty_beside => &[LIBERTY, SERVED],
            _ => &[LIBERTY],
        };
        let range = &keys[start..end];
        for &wanted in above {
            let from = range.partition_point(|&k| letter(k, column) < wanted);
            let to = range.partition_point(|&k| letter(k, column) <= wanted);
            self.narrow(keys, key, column + 1, (start + from, start + to), visit);
        }
    }
}

/// An iterator over boards; see [`Found::boards`].
pub(crate) struct Boards<'a, N> {
    found: &'a Found<N>,
    /// The places chosen so far, from the last level up.
    chosen: Vec<Place>,
    /// For each level from the last up, the places still to be tried, the next one at the end.
    open: Vec<Vec<Place>>,
}

impl<N: Tally> Iterator for Boards<'_, N> {
    type Item = Pattern;

    fn next(&mut self) -> Option<Pattern> {
        let height = self.found.sides.height;
        while let Some(depth) = self.open.len().checked_sub(1) {
            self.chosen.truncate(depth);
            let Some(place) = self.open[depth].pop() else {
                self.open.pop();
                continue;
            };
            self.chosen.push(place);
            if depth == height {
                let rows = &self.found.sweep.rows;
                let keys = self.chosen[..height].iter().enumerate().rev();
                return Some(
                    keys.map(|(d, p)| self.found.sides.pattern(rows[height - d].keys[p.index])).collect(),
                );
            }
            let mut before = self.found.before(height - depth, place);
            before.reverse();
            self.open.push(before);
        }
        None
    }
}
