//! Rectangles up to 19x19 against what others have published.
//!
//! The number of empty points of an optimal position is the domination number of the grid (the paper's theorem 2). The
//! array A350823 of the OEIS has the first values; formulas for every number of rows are collected in S. Alanko et al.,
//! "Computing the domination number of grid graphs" (2011), and D. Gonçalves et al., "The domination number of grids"
//! (2011), who proved the last of them.

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::common::{board, solved};

/// A350823, read by antidiagonals: rows 1; 1 1; 1 2 1; ...
const ANTIDIAGONALS: [usize; 78] = [
    1, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2, 3, 3, 3, 2, 2, 3, 4, 4, 3, 2, 3, 4, 4, 4, 4, 4, 3, 3, 4, 5, 6, 6, 5, 4,
    3, 3, 5, 6, 7, 7, 7, 6, 5, 3, 4, 5, 7, 7, 8, 8, 7, 7, 5, 4, 4, 6, 7, 8, 9, 10, 9, 8, 7, 6, 4, 4, 6, 8,
    10, 11, 11, 11, 11, 10, 8, 6, 4,
];

fn empty(columns: usize, rows: usize) -> usize {
    solved(&board(&format!("grid:{columns}x{rows}"))).empty().len()
}

#[test]
fn the_array_of_the_encyclopedia() {
    let mut published = ANTIDIAGONALS.into_iter();
    for sum in 2..=13 {
        for columns in 1..sum {
            assert_eq!(Some(empty(columns, sum - columns)), published.next(), "{columns}x{}", sum - columns);
        }
    }
    assert_eq!(published.next(), None);
}

/// The formulas for `rows` <= `columns` <= 19; those for 10, 11, 13 and 14 rows are left to the slow twin below.
fn formula(rows: usize, columns: usize) -> Option<usize> {
    let m = columns;
    Some(match rows {
        1 => m.div_ceil(3),
        2 => (m + 2) / 2,
        3 => (3 * m + 4) / 4,
        4 if [1, 2, 3, 5, 6, 9].contains(&m) => m + 1,
        4 => m,
        5 if m == 7 => (6 * m + 6) / 5,
        5 => (6 * m + 8) / 5,
        6 if m % 7 == 1 => (10 * m + 10) / 7,
        6 => (10 * m + 12) / 7,
        7 => (5 * m + 3) / 3,
        8 => (15 * m + 14) / 8,
        9 => (23 * m + 20) / 11,
        12 => (80 * m + 66) / 29,
        15 => (44 * m + 40) / 13,
        16.. => (rows + 2) * (m + 2) / 5 - 4,
        _ => return None,
    })
}

#[test]
fn the_formulas_of_the_literature() {
    for rows in 1..=19 {
        for columns in rows..=19 {
            if let Some(published) = formula(rows, columns) {
                assert_eq!(empty(columns, rows), published, "{columns}x{rows}");
            }
        }
    }
}

/// Domination numbers of `width` x 1, 2, ..., `most` by a plain frontier program without any bound: for each column
/// 0 (empty point), 1 (stone with a liberty) or 2 (stone without), and the fewest empty points that lead there.
fn slow_domination_numbers(width: usize, most: usize) -> Vec<usize> {
    let digit = |key: u64, column: usize| (key >> (2 * column)) & 3;
    let put = |key: u64, column: usize, letter: u64| (key & !(3 << (2 * column))) | letter << (2 * column);
    // Above the first row there are stones that need nothing.
    let start = (0..width).fold(0, |key, column| put(key, column, 1));
    let mut states: FxHashMap<u64, usize> = FxHashMap::from_iter([(start, 0)]);
    let mut numbers = Vec::new();
    for _ in 0..most {
        for column in 0..width {
            let mut next: FxHashMap<u64, usize> =
                FxHashMap::with_capacity_and_hasher(states.len() * 2, FxBuildHasher);
            let mut keep = |key, empties| {
                let best = next.entry(key).or_insert(empties);
                *best = empties.min(*best);
            };
            for (&key, &empties) in &states {
                let above = digit(key, column);
                let left = if column > 0 { digit(key, column - 1) } else { 1 };
                let with_empty = put(key, column, 0);
                keep(if left == 2 { put(with_empty, column - 1, 1) } else { with_empty }, empties + 1);
                if above != 2 {
                    let breathes = above == 0 || (column > 0 && left == 0);
                    keep(put(key, column, if breathes { 1 } else { 2 }), empties);
                }
            }
            states = next;
        }
        let done = states.iter().filter(|(key, _)| (0..width).all(|column| digit(**key, column) != 2));
        numbers.push(done.map(|(_, &empties)| empties).min().unwrap_or(usize::MAX));
    }
    numbers
}

#[test]
fn a_slow_frontier_program_gives_the_same_rectangles() {
    for width in 1..=11 {
        for (rows, expected) in (1..).zip(slow_domination_numbers(width, 19)) {
            assert_eq!(empty(width, rows), expected, "{width}x{rows}");
        }
    }
}

#[test]
fn a_slow_frontier_program_gives_the_same_wide_rectangles() {
    for (rows, expected) in (1..).zip(slow_domination_numbers(13, 19)) {
        assert_eq!(empty(13, rows), expected, "13x{rows}");
    }
}
