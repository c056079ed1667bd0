//! Counting, exhaustive play in the sum and exhaustive play on the board answer the same on random small boards.

use crate::common::plain_board::PlainBoard;
use crate::common::{Recipe, random_composed_race, random_race, text};
use tesuji_race::{BoardRace, Color, Outcome, SumProduct, static_outcome};

const LIMIT: u64 = 400_000;

#[derive(Debug, Default)]
struct Tally {
    boards: u32,
    /// Boards with a gap (ko, shared region not plain): only the search answers.
    gaps: u32,
    statically: u32,
    abstractly: u32,
    limit: u32,
    outcomes: [u32; 3],
}

fn compare(seeds: std::ops::Range<u64>, recipe: &Recipe) -> Tally {
    compare_all(seeds, |seed| random_race(seed, recipe))
}

fn compare_all(seeds: std::ops::Range<u64>, make: impl Fn(u64) -> Option<BoardRace>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let Some(mut race) = make(seed) else { continue };
        tally.boards += 1;
        if !race.gaps.is_empty() {
            tally.gaps += 1;
            continue;
        }
        let mut search = PlainBoard::of_race(&race, LIMIT);
        for first in Color::BOTH {
            let Ok(by_search) = search.outcome(first) else {
                tally.limit += 1;
                continue;
            };
            tally.outcomes[match by_search {
                Outcome::Black => 0,
                Outcome::White => 1,
                Outcome::Seki => 2,
            }] += 1;
            let sum = race.race.clone();
            let values: Vec<String> = sum
                .summands
                .iter()
                .map(|s| format!("{} {}", s.name, race.games.text(&s.parts, s.owner).expect("small")))
                .collect();
            let told = format!(
                "seed {seed}, {first} first\n{}{values:?} shared {} eyes {:?}",
                text(&race),
                sum.shared,
                sum.eyes
            );
            let obstacles = sum.obstacles(&mut race.games);
            if obstacles.is_empty() {
                let by_rule = static_outcome(&mut race.games, &sum, first).expect("small games");
                assert_eq!(by_rule, by_search, "static and search: {told}");
                tally.statically += 1;
            }
            if let Ok(by_play) = SumProduct::new(&race.games, LIMIT).outcome(&mut race.games, &sum, first) {
                assert_eq!(by_play, by_search, "abstract and search: {told} {obstacles:?}");
                tally.abstractly += 1;
            }
        }
    }
    tally
}

const PLAIN: Recipe = Recipe { rows: 4, width: 1, empty: 55, own: 15, shared: false, eyes: false, most: 12 };

#[test]
fn narrow_regions() {
    let tally = compare(0..1500, &PLAIN);
    assert!(tally.statically > 800, "{tally:?}");
}

#[test]
fn wider_regions() {
    let tally = compare(0..3000, &Recipe { rows: 3, width: 2, empty: 45, own: 15, most: 11, ..PLAIN });
    assert!(tally.statically > 500, "{tally:?}");
}

#[test]
fn wide_regions() {
    let tally = compare(0..3000, &Recipe { rows: 3, width: 3, empty: 35, own: 15, most: 11, ..PLAIN });
    assert!(tally.statically > 300, "{tally:?}");
}

#[test]
fn shared_liberties() {
    let tally = compare(0..2000, &Recipe { rows: 4, width: 2, empty: 40, shared: true, most: 12, ..PLAIN });
    assert!(tally.statically > 400, "{tally:?}");
    assert!(tally.outcomes[2] > 100, "{tally:?}");
}

#[test]
fn many_boards() {
    let recipes = [
        Recipe { rows: 4, width: 2, empty: 40, own: 20, most: 12, ..PLAIN },
        Recipe { rows: 5, width: 2, empty: 30, own: 20, most: 12, ..PLAIN },
        Recipe { rows: 4, width: 3, empty: 30, own: 10, most: 12, ..PLAIN },
        Recipe { rows: 4, width: 3, empty: 30, own: 25, shared: true, most: 12, ..PLAIN },
        Recipe { rows: 5, width: 2, empty: 30, shared: true, eyes: true, most: 12, ..PLAIN },
    ];
    for recipe in recipes {
        let tally = compare(10_000..10_600, &recipe);
        assert!(tally.statically > 12, "{tally:?}");
    }
}

#[test]
fn eyes() {
    let recipe = Recipe { rows: 4, width: 1, empty: 40, shared: true, eyes: true, most: 11, ..PLAIN };
    let tally = compare(0..2000, &recipe);
    assert!(tally.statically > 300, "{tally:?}");
}

#[test]
fn composed_boards() {
    // Another kind of board: walls with random shapes against them, drawn as the catalogue draws its own.
    let tally = compare_all(50_000..51_200, |seed| random_composed_race(seed, 12));
    assert!(tally.statically > 900, "{tally:?}");
    assert!(tally.outcomes.iter().all(|&count| count > 60), "{tally:?}");
}
