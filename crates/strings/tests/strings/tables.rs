//! The paper's tables, the OEIS and the published formulas.

use crate::common::{LIMITS, board, solved};
use num_bigint::BigUint;
use tesuji_job::Watch;
use tesuji_strings::reproduce::items;
use tesuji_strings::{Method, Program, Variant, count, solve};

/// Tables 2, 3 and 5 and figure 9; the times of tables 1 and 4 only as far as the value is quick to find.
#[test]
fn the_tables_of_the_paper() {
    let items = items();
    assert_eq!(items.len(), 9 + 16 + 36 + 27 + 36 + 2);
    let mut places = std::collections::BTreeMap::new();
    for item in items.iter().filter(|item| !item.long) {
        let ours = item.compute(&LIMITS, &Watch::unwatched()).unwrap();
        if !item.quantity.is_time() {
            assert_eq!(Some(&*ours), item.paper, "{} n={} {}", item.place, item.n, item.quantity.label());
            *places.entry(item.place).or_insert(0) += 1;
        }
    }
    let expected = [("figure 9", 2), ("table 2", 16), ("table 3", 36), ("table 5", 36)];
    assert_eq!(places.into_iter().collect::<Vec<_>>(), expected);
}

/// OEIS A347632: minimum dominating sets of the n x n grid.
#[test]
fn numbers_of_optimal_sets() {
    let published = [1u32, 6, 10, 2, 22, 288, 2, 52, 32, 4, 32, 21600];
    for (n, expected) in (1..).zip(published) {
        let counts = count(&board(&format!("square:{n}")), 0, &LIMITS, &Watch::unwatched()).unwrap();
        assert_eq!(counts.sets, [expected.into()], "{n}x{n}");
    }
}

/// Jacobson and Kinch for up to four rows; Gonçalves, Pinlou, Rao and Thomassé for 16 and more.
#[test]
fn published_domination_numbers() {
    let empty = |w: usize, h: usize| solved(&board(&format!("grid:{w}x{h}"))).empty().len();
    for n in 1..=40 {
        assert_eq!(empty(1, n), n.div_ceil(3), "1x{n}");
        assert_eq!(empty(2, n), n.midpoint(2), "2x{n}");
        assert_eq!(empty(3, n), (3 * n + 4) / 4, "3x{n}");
        let four = if [1, 2, 3, 5, 6, 9].contains(&n) { n + 1 } else { n };
        assert_eq!(empty(4, n), four, "4x{n}");
    }
    for width in 16..=19 {
        for height in width..=19 {
            assert_eq!(empty(width, height), (width + 2) * (height + 2) / 5 - 4, "{width}x{height}");
        }
    }
    assert_eq!(empty(17, 30), 19 * 32 / 5 - 4);
}

/// The smallest dominating set, row by row with whole rows as bit masks: plain and slow.
fn domination_number(width: usize, height: usize) -> usize {
    let rows = 1usize << width;
    let beside = |row: usize| (row | row << 1 | row >> 1) & (rows - 1);
    let never = usize::MAX / 2;
    // best[above * rows + row]: everything above `row` is covered.
    let mut best = vec![never; rows * rows];
    for (row, cost) in best[..rows].iter_mut().enumerate() {
        *cost = row.count_ones() as usize;
    }
    for _ in 1..height {
        let mut next = vec![never; rows * rows];
        for above in 0..rows {
            for row in 0..rows {
                let cost = best[above * rows + row];
                let missing = (rows - 1) & !(above | beside(row));
                if cost < never {
                    for below in (0..rows).filter(|below| missing & !below == 0) {
                        let to = &mut next[row * rows + below];
                        *to = (*to).min(cost + below.count_ones() as usize);
                    }
                }
            }
        }
        best = next;
    }
    let ends = (0..rows * rows).filter(|&pair| ((pair / rows) | beside(pair % rows)) == rows - 1);
    ends.map(|pair| best[pair]).min().unwrap()
}

#[test]
fn rectangles_by_a_slow_program() {
    for width in 1..=6 {
        for height in width..=13 {
            let grid = board(&format!("grid:{height}x{width}"));
            assert_eq!(solved(&grid).empty().len(), domination_number(width, height), "{height}x{width}");
        }
    }
}

/// The additional inequalities of chapter 4 lose no optimum.
#[test]
fn variants_of_the_integer_program() {
    for n in 2..=8 {
        let square = board(&format!("square:{n}"));
        let expected = solved(&square).strings();
        for variant in Variant::ALL {
            let optimum = solve(&square, Method::Program(variant), &LIMITS, &Watch::unwatched()).unwrap();
            assert_eq!(optimum.strings(), expected, "{n}x{n} {}", variant.name());
            let relaxed = Program::paper(n, variant).relaxation(&Watch::unwatched()).unwrap();
            assert!(relaxed <= optimum.empty().len() as f64 + 1e-6);
        }
    }
}

/// Turning the board changes nothing.
#[test]
fn counts_of_turned_boards() {
    for (width, height) in [(3, 40), (5, 9), (7, 8)] {
        let [tall, wide] = [(width, height), (height, width)]
            .map(|(w, h)| count(&board(&format!("grid:{w}x{h}")), 2, &LIMITS, &Watch::unwatched()).unwrap());
        assert_eq!(tall, wide);
    }
}

/// A path of n points has as many dominating sets as the three shorter paths together; the numbers of all sizes
/// add up to that, far beyond 64 bits.
#[test]
fn large_counts() {
    let mut all = vec![BigUint::from(1u32), 3u32.into(), 5u32.into()];
    for n in 3..100 {
        all.push(&all[n - 1] + &all[n - 2] + &all[n - 3]);
    }
    for n in [1usize, 2, 10, 40, 100] {
        let counts = count(&board(&format!("grid:1x{n}")), n, &LIMITS, &Watch::unwatched()).unwrap();
        assert_eq!(counts.sets.iter().sum::<BigUint>(), all[n - 1], "path of {n} points");
    }
    assert!(all[99].bits() > 64);
}
