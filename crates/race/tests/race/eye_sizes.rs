//! Eyes of one to seven points with any number of stones inside, and every size against every other.

use std::collections::BTreeSet;

use crate::common::plain_board::PlainBoard;
use tesuji_job::Watch;
use tesuji_race::catalogue::{dead_eye, eye_against_eye};
use tesuji_race::compose::{Recipe, compose};
use tesuji_race::{
    Blocks, BoardRace, Color, EyeClass, INTERACTIVE, LibertyGames, Method, Outcome, RegionKind, Report,
    Verdict, Wishes, solve,
};

/// How many moves an eye of so many points takes, from 1 on.
const MOVES: [usize; 7] = [1, 2, 3, 5, 8, 12, 17];

const ALL_SIZES: [usize; 7] = [1, 2, 3, 4, 5, 6, 7];

/// The shapes that can be killed from inside.
const SHAPES: [&[&str]; 11] = [
    &["."],
    &[".."],
    &["..."],
    &[".W", ".."],
    &["..", ".."],
    &["W.W", "..."],
    &["..", "..", "W."],
    &["W.W", "...", "W.W"],
    &["..W", "...", "W.W"],
    &["...", "..."],
    &["...", "...", "W.W"],
];

fn size(shape: &[&str]) -> usize {
    shape.iter().flat_map(|row| row.chars()).filter(|&sign| sign == '.').count()
}

/// The shape with attacking stones on the points of the set.
fn filled(shape: &[&str], set: u32) -> Vec<String> {
    let mut at = 0;
    let mut sign = |sign: char| {
        if sign != '.' {
            return sign;
        }
        at += 1;
        if set >> (at - 1) & 1 == 1 { 'a' } else { '.' }
    };
    shape.iter().map(|row| row.chars().map(&mut sign).collect()).collect()
}

/// A board on which the blocks have these eyes and so many plain liberties, outside and shared.
fn race(eyes: [&[String]; 2], outside: [usize; 2], shared: usize) -> Option<BoardRace> {
    let plain = outside.map(|count| vec!["."; count]);
    let regions = [0, 1].map(|side| if outside[side] == 0 { vec![] } else { vec![&plain[side][..]] });
    let recipe = Recipe {
        regions,
        shared,
        eyes: eyes.map(|eye| eye.iter().map(String::as_str).collect()),
        ..Recipe::default()
    };
    on_board(&recipe)
}

/// With nodes for counting; the verdicts are what is compared, so the first moves are not waited for.
fn on_board(recipe: &Recipe<'_>) -> Option<BoardRace> {
    let diagram = compose(recipe).expect("a board");
    let position = diagram.position(tesuji_board::Rules::default()).ok()?;
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).expect("a race");
    let games = LibertyGames::with_limits(INTERACTIVE.with_nodes(5_000), Watch::unwatched());
    Some(BoardRace::new(position, blocks, games).expect("a race"))
}

/// The cooled value of Black's only eye; `None` where life or a ko is in play.
fn value(eye: &[String]) -> Option<String> {
    let mut race = race([eye, &[]], [1, 1], 0).expect("legal");
    let is_eye = |region: &&tesuji_race::Region| region.kind == RegionKind::Eye;
    let parts = race.regions.iter().find(is_eye).expect("an eye").parts.clone().expect("owned").ok()?;
    if parts.iter().any(|&id| race.games.node(id).may_live) {
        return None;
    }
    Some(race.games.cooled_text(&parts, Color::Black).expect("small"))
}

#[test]
fn an_eye_takes_its_number_of_moves_less_the_stones_inside() {
    let mut seen = BTreeSet::new();
    for shape in SHAPES {
        let size = size(shape);
        for set in 0..(1 << size) - 1 {
            let eye = filled(shape, set);
            let stones = set.count_ones() as usize;
            let Some(value) = value(&eye) else { continue };
            assert_eq!(value, (MOVES[size - 1] - stones).to_string(), "{eye:?}");
            seen.insert((size, stones));
        }
    }
    // Fewer stones: the owner lives by moving first. All points but one: taking them threatens to live, except where four
    // stones in a square leave the square four, which is dead.
    let expected: &[(usize, &[usize])] = &[
        (1, &[0]),
        (2, &[0, 1]),
        (3, &[1, 2]),
        (4, &[0, 1, 2]),
        (5, &[1, 2, 3, 4]),
        (6, &[1, 2, 3, 4]),
        (7, &[2, 3, 4, 5]),
    ];
    let expected: BTreeSet<(usize, usize)> =
        expected.iter().flat_map(|(size, all)| all.iter().map(|&stones| (*size, stones))).collect();
    assert_eq!(seen, expected);
}

#[test]
fn the_owner_takes_all_stones_but_one_in_sente() {
    // Size, stones on all points but one: after the capture and the answer on the vital point, the same number is left.
    let cases: [(&[&str], usize); 3] =
        [(&["aa", "a."], 4), (&["aaW", "aaa", "W.W"], 6), (&["aa.", "aaa", "WaW"], 7)];
    for (eye, size) in cases {
        let eye: Vec<String> = eye.iter().map(ToString::to_string).collect();
        let mut race = race([&eye, &[]], [1, 1], 0).expect("legal");
        let is_eye = |region: &&tesuji_race::Region| region.kind == RegionKind::Eye;
        let parts = race.regions.iter().find(is_eye).expect("an eye").parts.clone().expect("owned");
        let parts = parts.expect("counted");
        let left = MOVES[size - 1] - (size - 1);
        let [node] = parts[..] else { panic!("{eye:?} is one part") };
        let taken = race.games.node(node).defender.iter().flat_map(|branch| branch.to.clone());
        let answered: Vec<_> = taken
            .flat_map(|id| {
                race.games.node(id).attacker.iter().map(|branch| branch.to.clone()).collect::<Vec<_>>()
            })
            .collect();
        let scores: Vec<Option<u32>> = answered.iter().map(|parts| race.games.count(parts)).collect();
        let least = scores.iter().flatten().min().copied();
        assert!(
            scores.contains(&Some(left as u32)),
            "{eye:?}: {scores:?} {least:?} {}",
            race.games.text(&parts, Color::Black).expect("small")
        );
    }
}

/// Compares the answer for both first movers with search on the board. Returns it, and how many were compared.
fn compare(race: &mut BoardRace, what: &str) -> (Report, usize) {
    let mut search = PlainBoard::of_race(race, 30_000);
    let searched = Color::BOTH.map(|first| search.outcome(first));
    let report = solve(race, false);
    let mut compared = 0;
    for (answer, searched) in report.answers.iter().zip(searched) {
        let (Verdict::Known { outcome, .. }, Ok(searched)) = (&answer.verdict, searched) else { continue };
        assert_eq!(*outcome, searched, "{what}, {} first: {:?}", answer.first, answer.verdict);
        compared += 1;
    }
    (report, compared)
}

#[test]
fn eyes_with_stones_inside_agree_with_search() {
    let mut compared = 0;
    for shape in SHAPES.into_iter().filter(|shape| size(shape) <= 6) {
        for set in 0..(1 << size(shape)) - 1 {
            let eye = filled(shape, set);
            for (outside, shared) in [([1, 1], 0), ([1, 3], 0), ([0, 3], 1), ([1, 2], 2)] {
                let Some(mut race) = race([&eye, &[]], outside, shared) else { continue };
                compared += compare(&mut race, &format!("{eye:?} {outside:?} {shared}")).1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn every_eye_size_against_every_other_agrees_with_search() {
    let eyes = ALL_SIZES.map(|size| {
        let eye = dead_eye(size).expect("a size").shape;
        eye.iter().map(ToString::to_string).collect::<Vec<String>>()
    });
    let mut pairs = 0;
    // White's eye is the smaller one, or as large; the other way round in the next test but one.
    for (index, black) in eyes.iter().enumerate() {
        for white in &eyes[..=index] {
            let mut compared = 0;
            for (outside, shared) in [([1, 1], 0), ([1, 1], 2), ([3, 1], 0), ([1, 3], 1)] {
                let mut race = race([black, white], outside, shared).expect("legal");
                compared += compare(&mut race, &format!("{black:?} {white:?} {outside:?} {shared}")).1;
            }
            pairs += usize::from(compared > 0);
        }
    }
    assert!(pairs >= 25, "{pairs} of 28 pairs");
}

#[test]
fn eyes_of_the_catalogue_take_the_moves_they_say() {
    for size in ALL_SIZES {
        let eye = dead_eye(size).expect("a size");
        let picture: Vec<String> = eye.shape.iter().map(ToString::to_string).collect();
        let points = picture.iter().flat_map(|row| row.chars()).filter(|&sign| sign != 'W').count();
        assert_eq!(points, size);
        assert_eq!(value(&picture), Some(eye.moves.to_string()), "{picture:?}");
    }
    assert!(dead_eye(0).is_none() && dead_eye(8).is_none());
}

#[test]
fn an_eye_against_an_eye_is_as_close_as_it_can_be() {
    let mut compared = 0;
    for (index, &black) in ALL_SIZES.iter().enumerate() {
        for &white in &ALL_SIZES[index..] {
            let recipe = eye_against_eye(black, white).expect("sizes");
            let mut race = on_board(&recipe).expect("legal");
            let seki = EyeClass::of_size(black) == EyeClass::of_size(white);
            let (report, agree) = compare(&mut race, &format!("{black} against {white}"));
            compared += agree;
            for answer in &report.answers {
                let outcome = if seki { Outcome::Seki } else { Outcome::win_of(answer.first) };
                let known = Verdict::Known { outcome, method: Method::Static };
                assert_eq!(answer.verdict, known, "{black} against {white}, {} first", answer.first);
            }
        }
    }
    // Search finishes about half; the others have too many orders of filling.
    assert!(compared >= 28, "{compared} of 56 answers");
}
