//! The moves that counting calls winning, or keeping a seki, are exactly those of search on the board.

use crate::common::plain_board::PlainBoard;
use crate::common::{Recipe, random_composed_race, random_race, text};
use tesuji_board::{Point, PointSet};
use tesuji_race::{BoardRace, Method, Verdict, solve};

const LIMIT: u64 = 400_000;

#[derive(Debug, Default)]
struct Tally {
    /// Answers by counting in which the side to move gets something.
    answers: u32,
    /// Answers in which not every move of the open points was good: only these say something.
    choices: u32,
    undecided: u32,
}

fn compare(seeds: std::ops::Range<u64>, make: impl Fn(u64) -> Option<BoardRace>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let Some(mut race) = make(seed) else { continue };
        let report = solve(&mut race, false);
        let mut search = PlainBoard::of_race(&race, LIMIT);
        for answer in &report.answers {
            let Verdict::Known { outcome, method: Method::Static } = &answer.verdict else { continue };
            let wanted = outcome.for_side(answer.first);
            if wanted == 0 {
                continue;
            }
            let Ok(found) = search.good_moves(answer.first, wanted) else { continue };
            let found: PointSet = found.into_iter().collect();
            let claimed: PointSet = answer.winning.iter().chain(&answer.holding).copied().collect();
            let undecided: PointSet = answer.undecided.iter().copied().collect();
            let names = |set: &PointSet| -> Vec<String> {
                let name = |point: Point| race.position.topology().name_of(point).to_string();
                set.iter().map(name).collect()
            };
            let told = format!(
                "seed {seed}, {} first\n{}claimed {:?}, undecided {:?}, by search {:?}",
                answer.first,
                text(&race),
                names(&claimed),
                names(&undecided),
                names(&found)
            );
            assert!(claimed.iter().all(|point| found.contains(point)), "not good: {told}");
            let known = |point: Point| claimed.contains(point) || undecided.contains(point);
            assert!(found.iter().all(known), "good, and not told: {told}");
            let open = race.regions.iter().flat_map(|region| region.points.iter());
            let open = open.filter(|&point| race.position.is_empty_at(point)).count();
            tally.answers += 1;
            tally.choices += u32::from(found.len() < open);
            tally.undecided += u32::from(!undecided.is_empty());
        }
    }
    tally
}

const PLAIN: Recipe = Recipe { rows: 4, width: 1, empty: 55, own: 15, shared: false, eyes: false, most: 12 };

#[test]
fn counting_finds_the_winning_moves_of_search() {
    let recipes = [
        PLAIN,
        Recipe { rows: 3, width: 2, empty: 45, own: 15, most: 11, ..PLAIN },
        Recipe { rows: 3, width: 3, empty: 35, own: 15, most: 11, ..PLAIN },
        Recipe { rows: 4, width: 2, empty: 40, shared: true, most: 11, ..PLAIN },
        // Filling one's own eye costs more than a liberty.
        Recipe { rows: 4, width: 1, empty: 40, shared: true, eyes: true, most: 11, ..PLAIN },
    ];
    let mut all = Tally::default();
    for recipe in recipes {
        let tally = compare(70_000..70_300, |seed| random_race(seed, &recipe));
        assert!(tally.choices > 12, "{tally:?}");
        all.undecided += tally.undecided;
    }
    assert_eq!(all.undecided, 0, "a short search decides boards of this size");
}

#[test]
fn counting_finds_the_winning_moves_of_search_on_composed_boards() {
    let tally = compare(70_000..70_300, |seed| random_composed_race(seed, 11));
    assert!(tally.choices > 60, "{tally:?}");
}
