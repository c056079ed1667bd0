//! The static rule and exhaustive play answer the same on thousands of random races.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_race::{Color, EyeClass, LibertyGames, Outcome, Race, SumProduct, static_outcome};

/// A random tree of scores between 0 and `most`, in the notation of games, from the owner's side.
fn random_region(rng: &mut ChaCha8Rng, depth: u32, most: i64, sign: i64) -> String {
    if depth == 0 || rng.random_range(0..3) == 0 {
        return (sign * rng.random_range(0..=most)).to_string();
    }
    let mut side = || {
        let count = 1 + usize::from(rng.random_range(0..4) == 0);
        let all: Vec<String> = (0..count).map(|_| random_region(rng, depth - 1, most, sign)).collect();
        all.join(",")
    };
    format!("{{{}|{}}}", side(), side())
}

/// Races with up to three regions on each side, shared liberties, and eyes if asked for.
fn random_race(games: &mut LibertyGames, rng: &mut ChaCha8Rng, eyes: bool) -> Option<Race> {
    let mut regions = [Vec::new(), Vec::new()];
    for (index, sign) in [(0, 1), (1, -1)] {
        for _ in 0..rng.random_range(1..=3) {
            let depth = rng.random_range(0..=2);
            regions[index].push(random_region(rng, depth, 7, sign));
        }
    }
    let shared = if rng.random_range(0..2) == 0 { 0 } else { rng.random_range(1..=4) };
    let mut eye =
        || (eyes && rng.random_range(0..2) == 0).then(|| (rng.random_range(1..=3), EyeClass::Small));
    let eyes = [eye(), eye()];
    let texts = regions.each_ref().map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
    Race::read(games, [&texts[0], &texts[1]], shared, eyes).ok()
}

fn compare(cases: u64, eyes: bool) -> [u32; 3] {
    let mut seen = [0; 3];
    for seed in 0..cases {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut games = LibertyGames::new();
        let Some(race) = random_race(&mut games, &mut rng, eyes) else { continue };
        for mover in Color::BOTH {
            let by_rule = static_outcome(&mut games, &race, mover).expect("small games");
            let by_play =
                SumProduct::new(&games, 1_000_000).outcome(&mut games, &race, mover).expect("small races");
            let regions: Vec<String> =
                race.summands.iter().map(|s| games.text(&s.parts, s.owner).expect("small games")).collect();
            assert_eq!(
                by_rule, by_play,
                "seed {seed}, {mover} first: {regions:?}, shared {}, eyes {:?}",
                race.shared, race.eyes
            );
            seen[match by_play {
                Outcome::Black => 0,
                Outcome::White => 1,
                Outcome::Seki => 2,
            }] += 1;
        }
    }
    seen
}

#[test]
fn static_rule_and_exhaustive_play_agree_without_eyes() {
    let seen = compare(3000, false);
    assert!(seen.iter().all(|&count| count > 200), "too few of a kind: {seen:?}");
}

#[test]
fn static_rule_and_exhaustive_play_agree_with_small_eyes() {
    let seen = compare(3000, true);
    assert!(seen.iter().all(|&count| count > 100), "too few of a kind: {seen:?}");
}
