//! The product of automata, with and without the help of counting, beside plain play on the board.

use crate::common::plain_board::PlainBoard;
use crate::common::{Recipe, random_composed_race, random_race, text};
use tesuji_board::Rules;
use tesuji_race::catalogue::{HALF, KO, ONE, OPEN_KO, problem};
use tesuji_race::compose::{self, compose};
use tesuji_race::{
    Blocks, BoardProduct, BoardRace, Color, Graded, LibertyGames, Outcome, Threats, Wishes, static_outcome,
};

const PLAIN: Recipe = Recipe { rows: 4, width: 1, empty: 55, own: 15, shared: false, eyes: false, most: 12 };
const LIMIT: u64 = 400_000;

/// Returns how many outcomes were compared, and how many of them with a ko in reach.
fn compare(seeds: std::ops::Range<u64>, make: impl Fn(u64) -> Option<BoardRace>) -> [u32; 2] {
    let mut compared = [0; 2];
    for seed in seeds {
        let Some(race) = make(seed) else { continue };
        let mut plain = PlainBoard::of_race(&race, LIMIT);
        let mut product = BoardProduct::new(&race, LIMIT).expect("small");
        let mut counting = BoardProduct::new(&race, LIMIT).expect("small").counting();
        for first in Color::BOTH {
            let Ok(theirs) = plain.outcome(first) else { continue };
            for product in [&mut product, &mut counting] {
                let ours = product.outcome(first, Threats::NONE).expect("small");
                assert_eq!(ours, theirs, "seed {seed}, {first} first\n{}", text(&race));
            }
            compared[0] += 1;
            compared[1] += u32::from(product.has_kos());
        }
    }
    compared
}

#[test]
fn like_plain_play() {
    let wider = Recipe { rows: 3, width: 2, empty: 45, own: 15, most: 11, ..PLAIN };
    let shared = Recipe { rows: 4, width: 2, empty: 40, shared: true, most: 12, ..PLAIN };
    let eyes = Recipe { rows: 4, width: 1, empty: 40, shared: true, eyes: true, most: 11, ..PLAIN };
    let mut all = [0; 2];
    for recipe in [PLAIN, wider, shared, eyes] {
        let [some, kos] = compare(0..300, |seed| random_race(seed, &recipe));
        all = [all[0] + some, all[1] + kos];
    }
    let [some, kos] = compare(50_000..50_300, |seed| random_composed_race(seed, 12));
    assert!(some > 180 && all[0] > 1200 && all[1] + kos > 300, "{all:?} {some} {kos}");
}

fn graded(recipe: &compose::Recipe<'_>) -> [Graded; 2] {
    let diagram = compose(recipe).expect("a board");
    let position = diagram.position(Rules::default()).expect("legal");
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
    let race = BoardRace::new(position, blocks, LibertyGames::new()).expect("a race");
    let mut product = BoardProduct::new(&race, LIMIT).expect("small regions").counting();
    Color::BOTH.map(|first| product.graded(first).expect("few nodes"))
}

/// What becomes of a race with one side moving first, in a ko: without threats, and how many Black and White need.
fn ko(recipe: &compose::Recipe<'_>, first: Color) -> (Outcome, [Option<u8>; 2]) {
    match graded(recipe)[first.index()] {
        Graded::Ko(ko) => (ko.without_threats, ko.needs),
        settled => panic!("no ko: {settled:?}"),
    }
}

#[test]
fn kos_are_graded() {
    let recipe = |black, white, shared| compose::Recipe {
        regions: [black, white],
        shared,
        ..compose::Recipe::default()
    };
    let two: &[&str] = &[".", "."];
    let direct = recipe(vec![ONE, KO], vec![two], 1);
    assert_eq!(ko(&direct, Color::Black), (Outcome::Black, [None, Some(1)]));
    assert_eq!(graded(&direct)[1], Graded::Settled(Outcome::White));
    // Two kos: with Black first it takes White two threats.
    let kos = recipe(vec![KO, ONE], vec![OPEN_KO], 1);
    assert_eq!(ko(&kos, Color::Black), (Outcome::Black, [None, Some(2)]));
    assert_eq!(ko(&kos, Color::White), (Outcome::Black, [None, Some(1)]));
    // White has to approach before the ko can be fought.
    let approach: &[&str] = &["##W", "#d.", "#.W", "##W"];
    let three: &[&str] = &[".", ".", "."];
    assert_eq!(ko(&recipe(vec![approach], vec![three], 1), Color::Black), (Outcome::White, [Some(1), None]));
}

#[test]
fn problem_e_with_a_ko_that_cannot_matter() {
    let mut recipe = problem('E').expect("a problem");
    recipe.regions[1].push(OPEN_KO);
    // White has one liberty more than in the paper, whoever fights for it.
    assert_eq!(graded(&recipe), [Graded::Settled(Outcome::White); 2]);
}

/// Without shared liberties a ko at the edge of a block is the liberty that it is now: whoever changes that has used a move for it. So
/// counting says who wins, as close as the race may be.
#[test]
fn balanced_problem_e_with_a_ko() {
    let one: &[&str] = &["."];
    // Most regions are those of all the others: they are counted once.
    let mut games = LibertyGames::new();
    for side in 0..2 {
        for (ko, liberties) in [(KO, 0), (OPEN_KO, 1)] {
            for more in -1..=1 {
                let mut with_ko = problem('E').expect("a problem");
                if more != 0 {
                    with_ko.regions[usize::from(more < 0)].push(one);
                }
                let mut counted = with_ko.clone();
                counted.regions[side].extend(vec![one; liberties]);
                with_ko.regions[side].push(ko);
                let expected = counted_outcomes(&counted, &mut games).map(Graded::Settled);
                assert_eq!(graded(&with_ko), expected, "side {side}, {liberties} liberties, {more} more");
            }
        }
    }
}

fn counted_outcomes(recipe: &compose::Recipe<'_>, games: &mut LibertyGames) -> [Outcome; 2] {
    let diagram = compose(recipe).expect("a board");
    let position = diagram.position(Rules::default()).expect("legal");
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
    let mut race = BoardRace::new(position, blocks, std::mem::take(games)).expect("a race");
    let outcomes =
        Color::BOTH.map(|first| static_outcome(&mut race.games, &race.race, first).expect("small"));
    *games = race.games;
    outcomes
}

#[test]
fn equal_regions_share_their_automata() {
    let made = |count: usize| {
        let regions = [vec![HALF; count], vec![HALF; count]];
        let diagram =
            compose(&compose::Recipe { regions, shared: 1, ..compose::Recipe::default() }).expect("a board");
        let position = diagram.position(Rules::default()).expect("legal");
        let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
        BoardRace::new(position, blocks, LibertyGames::new()).expect("a race")
    };
    let [one, three] = [1, 3].map(|count| BoardProduct::new(&made(count), LIMIT).expect("small").positions());
    assert_eq!(one, three);
}
