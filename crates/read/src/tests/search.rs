//! Whole readings, their ranges of threats and their zones against the judge.

use fuzz_cases::one_of;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::Color;
use tesuji_job::{Limits, Watch, Why};

use super::areas::{Area, Kind};
use super::many;
use super::twin::{FREE, Spot, Twin, bits};
use crate::fault::{Fault, with};
use crate::reader::{Aim, Reader, Wanted};
use crate::set::{Set, Wide};

/// More positions are not judged.
const MOST_SPOTS: usize = 8_000_000;

/// What was seen, to know that the tests see something.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    pub(super) killed: u64,
    pub(super) lives: u64,
    pub(super) ranges: u64,
    pub(super) zones: u64,
    /// The search met lines that are too long.
    pub(super) open: u64,
    pub(super) skipped: u64,
    pub(super) nodes: u64,
}

/// Positions in which the outcome depends on the mover or on threats, and some others.
fn questions(rng: &mut ChaCha8Rng, twin: &Twin<'_>, threats: i8, count: usize) -> Vec<Spot> {
    let depends = |spot: &Spot| {
        let outcome = |mover, threats| twin.is_killed(&Spot { mover, threats, ban: FREE, ..*spot });
        let differ =
            |one: Option<bool>, other: Option<bool>| one.is_some() && other.is_some() && one != other;
        differ(outcome(Color::Black, 0), outcome(Color::White, 0))
            || Color::BOTH.iter().any(|&mover| differ(outcome(mover, threats), outcome(mover, -threats)))
    };
    let free = |spot: &&Spot| spot.threats == 0 && spot.ban == FREE && spot.mover == Color::Black;
    let likely: Vec<&Spot> = twin.spots.iter().filter(free).filter(|spot| depends(spot)).collect();
    let threat = |rng: &mut ChaCha8Rng| rng.random_range(-threats..=threats);
    let mut found = Vec::new();
    for _ in 0..if likely.is_empty() { 2 } else { count } {
        if likely.is_empty() || rng.random_bool(0.1) {
            let spot = twin.spots[rng.random_range(0..twin.spots.len())];
            found.push(Spot { threats: threat(rng), ..spot });
        } else {
            let mover = one_of(rng, &Color::BOTH);
            found.push(Spot { mover, threats: threat(rng), ..*likely[rng.random_range(0..likely.len())] });
        }
    }
    found.retain(|spot| twin.is_killed(spot).is_some());
    found
}

/// Reads positions of a field and compares them with the judge: what is wrong, in words.
pub(super) fn compare<S: Set>(seed: u64, kind: &Kind, fault: Option<Fault>, seen: &mut Seen) -> Vec<String> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let area = Area::random(rng, kind);
    let question = area.question;
    let roots: Vec<Spot> = (-kind.threats..=kind.threats)
        .flat_map(|threats| Color::BOTH.map(|mover| Spot { mover, threats, ..area.root }))
        .collect();
    let Some(twin) = Twin::solve(&area.ground, question, &roots, MOST_SPOTS) else {
        seen.skipped += 1;
        return Vec::new();
    };
    let field = area.field::<S>();
    let (watch, limits) = (Watch::unwatched(), Limits::nodes(300_000).with_memory(32 << 20));
    let new = || {
        let named = area.set(&field, question.named);
        Reader::new(field.clone(), question.defender, question.wanted, named, &limits, &watch)
    };
    let mut reader = new();
    let mut wrong = Vec::new();
    for spot in questions(rng, &twin, kind.threats, 40) {
        let state = area.state(&field, &spot);
        let before = reader.nodes;
        let found = with(fault, || reader.read(question.aim, &state));
        seen.nodes += reader.nodes - before;
        let value = match found {
            Ok(value) => value,
            Err(Why::Nodes | Why::Depth) => {
                seen.open += 1;
                reader = new();
                continue;
            }
            Err(why) => {
                wrong.push(format!("seed {seed}: {why:?} at {}", area.show(&spot)));
                continue;
            }
        };
        let told = if value.is_killed() { "killed" } else { "alive" };
        if value.is_killed() {
            seen.killed += 1;
        } else {
            seen.lives += 1;
        }
        if twin.is_killed(&spot) != Some(value.is_killed()) {
            wrong.push(format!("seed {seed}: not {told}: {}", area.show(&spot)));
            continue;
        }
        for threats in -kind.threats..=kind.threats {
            let holds = if value.is_killed() { threats <= value.extent } else { threats >= value.extent };
            let other = Spot { threats, ..spot };
            if holds && let Some(killed) = twin.is_killed(&other) {
                seen.ranges += 1;
                if killed != value.is_killed() {
                    wrong.push(format!("seed {seed}: {told} not with {threats}: {}", area.show(&spot)));
                }
            }
        }
        let zone = area.bits_of(&field, value.zone);
        for (changed, killed) in changed(rng, &area, &twin, &spot, zone) {
            seen.zones += 1;
            if killed != value.is_killed() {
                wrong.push(format!(
                    "seed {seed}: {told} not outside of {}: {} as {}",
                    bits(zone).map(|at| format!("{:?} ", area.points[at].0)).collect::<String>(),
                    area.show(&spot),
                    area.show(&changed)
                ));
            }
        }
    }
    wrong
}

/// Positions that differ outside of a zone, with what becomes of them.
fn changed(rng: &mut ChaCha8Rng, area: &Area, twin: &Twin<'_>, spot: &Spot, zone: u16) -> Vec<(Spot, bool)> {
    let outside: Vec<usize> =
        bits(area.ground.all() & !zone).filter(|&at| at != usize::from(spot.ban)).collect();
    let tries = if outside.is_empty() { 0 } else { 12 };
    (0..tries)
        .filter_map(|_| {
            let mut other = *spot;
            for &at in &outside {
                let color = one_of(rng, &[None, None, Some(0), Some(1)]);
                other.stones = other.stones.map(|stones| stones & !(1 << at));
                if let Some(color) = color {
                    other.stones[color] |= 1 << at;
                }
            }
            // Named stones outside of the zone may be gone.
            other.named &= other.stones[area.question.defender.index()];
            let legal = area.ground.is_legal(&other.stones);
            let ended = area.question.is_captured(&other.stones, other.named);
            if !legal || ended || other == *spot {
                return None;
            }
            twin.is_killed(&other).map(|killed| (other, killed))
        })
        .collect()
}

fn run(count: u64, kind: &Kind, fault: Option<Fault>) -> (Seen, Vec<String>) {
    let (mut seen, mut wrong) = (Seen::default(), Vec::new());
    for seed in 0..many(count) {
        wrong.extend(if seed % 8 == 7 {
            compare::<Wide>(seed, kind, fault, &mut seen)
        } else {
            compare::<u128>(seed, kind, fault, &mut seen)
        });
    }
    println!("{seen:?}, wrong {}", wrong.len());
    (seen, wrong)
}

fn check(count: u64, kind: &Kind, fault: Option<Fault>) -> Seen {
    let (seen, wrong) = run(count, kind, fault);
    assert!(wrong.is_empty(), "{} of {seen:?}:\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    seen
}

const SHUT_IN: Kind =
    Kind { points: (7, 9), aims: &[Aim::Kill], wanted: &[Wanted::AnyString], open: 0, threats: 3 };

#[test]
fn kills_of_any_string_are_those_of_the_judge() {
    let seen = check(40, &SHUT_IN, None);
    assert!(seen.killed > 200 && seen.lives > 200 && seen.ranges > 2_000);
}

#[test]
fn eyes_of_any_string_are_those_of_the_judge() {
    let seen = check(40, &Kind { aims: &[Aim::Eyes], ..SHUT_IN }, None);
    assert!(seen.killed > 200 && seen.lives > 200);
}

#[test]
fn named_stones_are_read_with_zones_as_the_judge_does() {
    let kind = Kind { wanted: &[Wanted::AnyNamed, Wanted::AllNamed], ..SHUT_IN };
    let seen = check(40, &kind, None);
    assert!(seen.killed > 200 && seen.lives > 200 && seen.zones > 200);
    let seen = check(40, &Kind { aims: &[Aim::Eyes], ..kind }, None);
    assert!(seen.zones > 100);
}

#[test]
fn open_fields_are_read_as_the_judge_does() {
    let wanted = &[Wanted::AnyString, Wanted::AnyNamed, Wanted::AllNamed];
    let seen = check(40, &Kind { open: 100, aims: &[Aim::Kill, Aim::Eyes], wanted, ..SHUT_IN }, None);
    assert!(seen.killed > 100 && seen.lives > 200);
}

#[test]
fn a_search_without_claims_is_right_as_well() {
    let wanted = &[Wanted::AnyString, Wanted::AnyNamed, Wanted::AllNamed];
    let aims = &[Aim::Kill, Aim::Eyes];
    let kind = Kind { points: (5, 8), open: 20, aims, wanted, threats: 2 };
    let seen = check(40, &kind, Some(Fault::NoClaims));
    assert!(seen.killed > 100 && seen.lives > 100);
}

#[test]
fn connections_are_read_with_zones_as_the_judge_does() {
    let kind = Kind { aims: &[Aim::Join], wanted: &[Wanted::Joined], ..SHUT_IN };
    let seen = check(150, &kind, None);
    assert!(seen.killed > 200 && seen.lives > 200 && seen.ranges > 2_000 && seen.zones > 200, "{seen:?}");
    let seen = check(60, &Kind { open: 100, ..kind }, None);
    assert!(seen.killed > 50 && seen.lives > 50, "{seen:?}");
    let seen = check(30, &kind, Some(Fault::NoClaims));
    assert!(seen.killed > 50 && seen.lives > 50, "{seen:?}");
}

/// How many of so many fields have a wrong answer with a fault put in.
fn noticed(count: u64, kind: &Kind, fault: Fault) -> usize {
    let mut seen = Seen::default();
    let fields = 0..many(count);
    let found =
        fields.filter(|&seed| !compare::<u128>(seed, kind, Some(fault), &mut seen).is_empty()).count();
    println!("{fault:?}: {found} fields of {count}");
    found
}

#[test]
fn faults_in_the_search_are_noticed() {
    let wanted = &[Wanted::AnyString, Wanted::AnyNamed];
    let kind = Kind { wanted, open: 20, ..SHUT_IN };
    for fault in [Fault::KeptReturns, Fault::OpenZones, Fault::IgnoredBan] {
        assert_ne!(noticed(30, &kind, fault), 0, "{fault:?} is not noticed");
    }
}
