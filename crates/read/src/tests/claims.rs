//! Each claim alone against the judge.

use fuzz_cases::one_of;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::Color;
use tesuji_job::{Limits, Watch};

use super::areas::{Area, Kind};
use super::many;
use super::twin::{FREE, Ground, Question, Spot, Twin};
use crate::claims::benson::{alive, enclosed};
use crate::claims::dead::{dead, walls};
use crate::claims::lives_by_tables;
use crate::claims::table::{DEAD, DEAD_WITH_EYE, EYE, LIFE, MOST_POINTS, ONE_EYE, Space, TWO_EYES, table};
use crate::fault::{Fault, with};
use crate::reader::{Aim, Reader, Wanted};

/// How often each claim was made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    benson: u64,
    tables: u64,
    dead: u64,
    first_look: u64,
}

/// Claims about positions of a field: those that are wrong, in words.
pub(super) fn claims(seed: u64, kind: &Kind, fault: Option<Fault>, made: &mut Made) -> Vec<String> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let area = Area::random(rng, kind);
    let (question, most) = (area.question, kind.threats);
    let roots = [-most, most].map(|threats| Spot { threats, ..area.root });
    let Some(mut twin) = Twin::solve(&area.ground, question, &roots, 1_500_000) else { return Vec::new() };
    let field = area.field::<u128>();
    let (defender, attacker) = (question.defender, question.defender.opponent());
    let (watch, limits) = (Watch::unwatched(), Limits::nodes(1_000));
    let named = area.set(&field, question.named);
    let mut reader = Reader::new(field.clone(), defender, question.wanted, named, &limits, &watch);
    let mut wrong = Vec::new();
    for _ in 0..600 {
        let spot = twin.spots[rng.random_range(0..twin.spots.len())];
        let spot = Spot { ban: FREE, threats: 0, ..spot };
        if question.is_captured(&spot.stones, spot.named) {
            continue;
        }
        let state = area.state(&field, &spot);
        let outcome = |mover, threats| twin.is_killed(&Spot { mover, threats, ..spot });
        let mut note = |what: &str, is_wrong: bool| {
            if is_wrong {
                wrong.push(format!("seed {seed}: {what}: {}", area.show(&spot)));
            }
        };
        let suffices = |strings: u128| match question.wanted {
            Wanted::AnyString => strings != 0,
            Wanted::AnyNamed => strings & state.named != 0,
            Wanted::AllNamed | Wanted::Joined => named & !strings == 0,
        };
        if alive(&field, &state.stones, defender, &enclosed(&field, &state.stones, defender))
            .is_some_and(|found| suffices(found.strings))
        {
            made.benson += 1;
            note("not alive by Benson", outcome(attacker, -most) == Some(true));
        }
        let by_tables = with(fault, || {
            lives_by_tables(
                &field,
                &state.stones,
                defender,
                &enclosed(&field, &state.stones, defender),
                question.aim == Aim::Eyes,
                suffices,
            )
        });
        if by_tables.is_some() {
            made.tables += 1;
            note("not alive by tables", outcome(attacker, -most) == Some(true));
        }
        let areas = match question.wanted {
            Wanted::AnyString => field.all,
            Wanted::AnyNamed | Wanted::AllNamed | Wanted::Joined => {
                field.flood(state.named, state.stones[defender.index()])
            }
        };
        if with(fault, || {
            dead(&field, &state.stones, defender, &walls(&field, &state.stones, attacker), areas)
        })
        .is_some()
        {
            made.dead += 1;
            note("not dead", outcome(defender, most) == Some(false));
        }
        for threats in [-most, most] {
            let value = with(fault, || reader.first_look(question.aim, &state.with_threats(threats)));
            if !value.is_open() {
                made.first_look += 1;
                let is_wrong = outcome(spot.mover, threats).is_some_and(|killed| killed != value.is_killed());
                note("the first look is wrong", is_wrong);
            }
        }
    }
    // Benson's strings are those that cannot be captured even if they are never defended, and no others.
    if question.wanted == Wanted::AnyString {
        for _ in 0..200 {
            let spot = twin.spots[rng.random_range(0..twin.spots.len())];
            let state = area.state(&field, &spot);
            if question.is_captured(&spot.stones, spot.named) {
                continue;
            }
            let is_alive =
                alive(&field, &state.stones, defender, &enclosed(&field, &state.stones, defender)).is_some();
            if is_alive == twin.is_captured_alone(spot.stones, spot.named) {
                wrong.push(format!("seed {seed}: alive without a move is {is_alive}: {}", area.show(&spot)));
            }
        }
    }
    wrong
}

const KIND: Kind = Kind {
    points: (7, 9),
    aims: &[Aim::Kill, Aim::Eyes],
    wanted: &[Wanted::AnyString, Wanted::AnyNamed, Wanted::AllNamed],
    open: 15,
    threats: 2,
};

fn run(count: u64, kind: &Kind, fault: Option<Fault>) -> (Made, Vec<String>) {
    let (mut made, mut wrong) = (Made::default(), Vec::new());
    for seed in 0..many(count) {
        wrong.extend(claims(seed, kind, fault, &mut made));
    }
    println!("{fault:?} {made:?}, wrong {}", wrong.len());
    (made, wrong)
}

#[test]
fn claims_are_true() {
    let (made, wrong) = run(40, &KIND, None);
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    assert!(made.benson > 200 && made.tables > 200 && made.dead > 2_000 && made.first_look > 5_000);
}

/// A random space whose points all touch each other in a row of steps.
fn random_space(rng: &mut ChaCha8Rng, most: usize) -> Space {
    let points = rng.random_range(1..=most);
    let mut cells: Vec<(i32, i32)> = vec![(0, 0)];
    while cells.len() < points {
        let (x, y) = cells[rng.random_range(0..cells.len())];
        let (dx, dy) = one_of(rng, &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
        if !cells.contains(&(x + dx, y + dy)) {
            cells.push((x + dx, y + dy));
        }
    }
    let mut space = Space { points, links: [0; MOST_POINTS], rim: 0 };
    for (at, (x, y)) in cells.iter().enumerate() {
        for (other, (u, v)) in cells.iter().enumerate() {
            if (x - u).abs() + (y - v).abs() == 1 {
                space.links[at] |= 1 << other;
            }
        }
        // Corners and sides of the board are without the rim.
        space.rim |= u8::from(rng.random_bool(0.85)) << at;
    }
    space.rim |= u8::from(space.rim == 0);
    space
}

/// The rim of a space as one stone, with liberties outside and perhaps an eye.
fn ground(space: &Space, outside: usize, eye: bool) -> Ground {
    let (points, rim) = (space.points, space.points);
    let all = points + 1 + outside + usize::from(eye);
    let mut ground = Ground { near: vec![0; all], ..Ground::default() };
    for at in 0..points {
        ground.near[at] = u16::from(space.links[at]) | u16::from(space.rim >> at & 1) << rim;
        ground.near[rim] |= u16::from(space.rim >> at & 1) << at;
    }
    for at in points + 1..all {
        ground.near[at] = 1 << rim;
        ground.near[rim] |= 1 << at;
        if at < points + 1 + outside {
            ground.safe[Color::White.index()] |= 1 << at;
        }
    }
    ground
}

/// The bits of tables against the judge, with this many liberties outside at most.
fn tables(seed: u64, most_points: usize, most_outside: usize) -> (u64, Vec<String>) {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let space = random_space(rng, most_points);
    let values = [false, true].map(|of_eyes| table(&space, of_eyes));
    let (mut checked, mut wrong) = (0, Vec::new());
    let rim = 1u16 << space.points;
    for (outside, eye, aim) in (0..=most_outside)
        .flat_map(|outside| [false, true].map(|eye| (outside, eye)))
        .flat_map(|(outside, eye)| [Aim::Kill, Aim::Eyes].map(|aim| (outside, eye, aim)))
        .filter(|&(outside, _, aim)| outside == 0 || aim == Aim::Kill)
    {
        let ground = ground(&space, outside, eye);
        let question = Question { defender: Color::Black, wanted: Wanted::AnyNamed, named: rim, aim };
        let mut roots = Vec::new();
        for content in 0..3usize.pow(space.points as u32) {
            let digit = |at: usize| content / 3usize.pow(at as u32) % 3;
            let of = |color: usize| {
                (0..space.points).filter(|&at| digit(at) == color).fold(0, |all, at| all | 1u16 << at)
            };
            let stones = [of(2) | rim, of(1)];
            if !ground.is_legal(&stones) {
                continue;
            }
            for (mover, threats) in [(Color::Black, 3), (Color::White, -3)] {
                roots.push(Spot { stones, named: rim, mover, ban: FREE, threats });
            }
        }
        let Some(twin) = Twin::solve(&ground, question, &roots, 3_000_000) else { continue };
        for root in &roots {
            let value = values[usize::from(aim == Aim::Eyes)]
                .value(root.stones[1] as u8, (root.stones[0] & !rim) as u8);
            let killed = twin.is_killed(root) == Some(true);
            let (told, is_wrong) = match (root.mover, eye, aim) {
                (Color::Black, false, Aim::Kill) => (DEAD, !killed),
                (Color::Black, true, Aim::Kill) => (DEAD_WITH_EYE, !killed),
                (Color::White, false, Aim::Kill) => (TWO_EYES, killed),
                (Color::White, true, Aim::Kill) => (ONE_EYE, killed),
                (Color::White, false, Aim::Eyes) => (LIFE, killed),
                (Color::White, true, Aim::Eyes) => (EYE, killed),
                _ => continue,
            };
            checked += u64::from(value & told != 0);
            if value & told != 0 && is_wrong {
                wrong.push(format!("seed {seed}: {told} of {space:?}, {outside} outside: {root:?}"));
            }
        }
    }
    (checked, wrong)
}

#[test]
fn tables_of_eye_spaces_are_those_of_the_judge() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for seed in 0..many(25) {
        let (count, faults) = tables(seed, 4, 4);
        checked += count;
        wrong.extend(faults);
    }
    for seed in 100..100 + many(4) {
        let (count, faults) = tables(seed, 6, 1);
        checked += count;
        wrong.extend(faults);
    }
    println!("{checked} entries, wrong {}", wrong.len());
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    assert!(checked > 1_000);
}

#[test]
fn faults_in_claims_are_noticed() {
    let (_, wrong) = run(20, &KIND, Some(Fault::TableEntry));
    assert!(!wrong.is_empty());
    let kind = Kind { points: (9, 10), wanted: &[Wanted::AnyString], open: 0, threats: 0, ..KIND };
    let (_, wrong) = run(30, &kind, Some(Fault::CutRule));
    assert!(!wrong.is_empty());
}
