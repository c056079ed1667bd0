//! Random optima: all of them, equally often, and the same ones for the same seed.

use std::collections::BTreeMap;

use crate::common::{LIMITS, board, word_of};
use tesuji_board::PointSet;
use tesuji_job::{Watch, Why};
use tesuji_strings::{Error, MOST_DRAWN, Optima};

fn optima(name: &str, extra: usize) -> Optima {
    Optima::new(&board(name), extra, &LIMITS, &Watch::unwatched()).unwrap()
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

/// Drawing several is drawing one after the other, but not more than anyone waits for.
#[test]
fn several_draws_are_bounded_and_can_be_stopped() {
    let optima = optima("square:6", 0);
    let watch = Watch::new();
    let several: Vec<PointSet> = optima.draw(0, 3, 40, &watch).unwrap().collect::<Result<_, _>>().unwrap();
    assert!((0..40).zip(&several).all(|(number, set)| optima.sample(0, 3, number).as_ref() == Some(set)));
    assert_eq!(optima.draw(0, 3, MOST_DRAWN, &watch).unwrap().count() as u64, MOST_DRAWN);
    let refused = optima.draw(0, 3, MOST_DRAWN + 1, &watch).err();
    let sentence = "at most 10000 boards are drawn at once, not 10001";
    assert_eq!(refused, Some(Error::NotOffered(sentence.into())));
    let nothing = optima.draw(1, 3, 1, &watch).err();
    assert_eq!(nothing, Some(Error::NotOffered("there is no board to draw".into())));

    let listed: Vec<PointSet> = optima.list(0, &watch).unwrap().collect::<Result<_, _>>().unwrap();
    assert!(listed.into_iter().eq(optima.iter(0)));
    let mut drawn = optima.draw(0, 3, 100, &watch).unwrap();
    let mut listed = optima.list(0, &watch).unwrap();
    assert!(matches!((drawn.next(), listed.next()), (Some(Ok(_)), Some(Ok(_)))));
    watch.stop();
    assert_eq!((drawn.next(), drawn.next()), (Some(Err(Why::Stopped)), None));
    assert_eq!((listed.next(), listed.next()), (Some(Err(Why::Stopped)), None));
}

/// A list that nobody reads is not begun.
#[test]
fn long_lists_are_refused() {
    let optima = optima("grid:1x100", 4);
    let refused = optima.list(4, &Watch::unwatched()).err().unwrap().to_string();
    let count = optima.count(4);
    assert_eq!(refused, format!("there are {count} such boards: at most 1000000 are listed"));
}
