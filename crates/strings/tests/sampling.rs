//! Random optima: all of them, equally often, and the same ones for the same seed.

mod common;

use std::collections::BTreeMap;

use common::{LIMITS, board, word_of};
use tesuji_board::PointSet;
use tesuji_strings::{Optima, unobserved};

fn optima(name: &str, extra: usize) -> Optima {
    Optima::new(&board(name), extra, &LIMITS, &mut unobserved).unwrap()
}

/// Pearson's statistic against the uniform distribution; with d degrees of freedom it has mean d and variance 2d.
fn deviation(optima: &Optima, more: usize, draws: u64, seed: u64) -> f64 {
    let kinds: usize = optima.iter(more).count();
    let mut seen: BTreeMap<Vec<u64>, u64> = optima.iter(more).map(|set| (set.words().to_vec(), 0)).collect();
    assert_eq!(seen.len(), kinds, "no board is listed twice");
    for number in 0..draws {
        let set = optima.sample(more, seed, number).unwrap();
        *seen.get_mut(set.words()).expect("drawn boards are optimal") += 1;
    }
    let expected = draws as f64 / kinds as f64;
    let statistic: f64 = seen.values().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
    let freedom = (kinds - 1) as f64;
    (statistic - freedom) / (2.0 * freedom).sqrt()
}

/// Five standard deviations; the seeds are fixed, so the test never fails by chance.
#[test]
fn draws_are_uniform() {
    for (name, more) in [
        ("square:3", 0),
        ("square:6", 0),
        ("grid:5x4", 0),
        ("grid:4x5", 1),
        ("square:5", 1),
        ("hexagon:3", 0),
        ("triangle:5", 0),
        ("honeycomb:3", 0),
    ] {
        let optima = optima(name, more);
        let draws = 20 * optima.iter(more).count().max(50) as u64;
        let deviation = deviation(&optima, more, draws, 2007);
        assert!(deviation.abs() < 5.0, "{name}: {deviation} standard deviations");
    }
}

#[test]
fn draws_depend_on_seed_and_number_only() {
    let optima = optima("square:6", 0);
    let words = |seed: u64, number: u64| word_of(&optima.sample(0, seed, number).unwrap());
    let forwards: Vec<u64> = (0..50).map(|number| words(1, number)).collect();
    let backwards: Vec<u64> = (0..50).rev().map(|number| words(1, number)).collect();
    assert!(forwards.iter().eq(backwards.iter().rev()));
    assert!((0..50).any(|number| words(2, number) != forwards[number as usize]));
    assert_eq!(optima.sample(1, 1, 0), None);
    assert_eq!(optima.count(1), 0u32.into());
}

/// Boards that no list could hold are drawn as well.
#[test]
fn large_boards_are_drawn() {
    let optima = optima("square:14", 0);
    assert_eq!(optima.count(0), 540_360u32.into());
    let drawn: Vec<PointSet> = (0..20).map(|number| optima.sample(0, 1, number).unwrap()).collect();
    assert!(drawn.iter().all(|set| set.len() == 47));
    assert!(drawn.iter().any(|set| *set != drawn[0]));
}
