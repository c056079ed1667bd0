//! Several strings at once: any of them, or all of them.

use std::sync::Arc;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, Diagram, Point, Position, Rules, Topology};
use tesuji_job::{Limits, Watch};
use tesuji_local::Threats;

use super::brute::{Graph, count_of, position_of, signed};
use crate::engine::search_after;
use crate::reader::ANY_ORDER;
use crate::state::{State, THREATS, Target};
use crate::{Algorithm, Answer, Goal, Settings, Side, Targets, Verdict, solve};

/// No capture on these boards has a higher order.
const HIGHEST: u8 = 14;

/// Compares random questions about two or three strings with the slow twin; how many were captured, escaped and stayed open.
fn compare(width: usize, height: usize, threats: Threats, rounds: usize) -> [usize; 3] {
    let topology = Topology::parse(&format!("grid:{width}x{height}")).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64((width * 10) as u64 + u64::from(count_of(threats)));
    let graph = Graph::new(width, height, threats, &[count_of(threats)]);
    let point_of = |index: usize| topology.at(index % width, index / width).unwrap();
    let mut counts = [0; 3];
    for round in 0..rounds {
        let goal = [Goal::Any, Goal::All][round % 2];
        let mut stones: Vec<usize> = Vec::new();
        while stones.len() < 2 + round / 2 % 2 {
            let stone = random.random_range(0..width * height);
            if !stones.contains(&stone) {
                stones.push(stone);
            }
        }
        let wins = graph.wins_of_several(&stones, goal == Goal::All);
        // A state in which the last move was a capture is no beginning of a question.
        let begins = |&number: &usize| {
            let (board, _, _, retake, left) = &graph.states[number];
            stones.iter().all(|&stone| board[stone] == 2) && retake.is_none() && *left == count_of(threats)
        };
        let candidates: Vec<usize> = (0..graph.states.len()).filter(begins).collect();
        for _ in 0..40 {
            let &number = candidates.choose(&mut random).unwrap();
            let (board, side, ban, _, _) = &graph.states[number];
            let position = position_of(&topology, width, (board, *side, *ban));
            let named: Vec<Point> = stones.iter().map(|&stone| point_of(stone)).collect();
            let targets = Arc::new(Targets::several(&position, &named, goal).unwrap());
            let target = Target { point: targets.points()[0], defender: Color::White };
            let state = |threats| State::new(&position, target, position.to_move(), threats).about(&targets);
            let order = match random.random_range(0..3) {
                0 => HIGHEST,
                1 => ANY_ORDER,
                _ => random.random_range(1..=4),
            };
            let settings =
                Settings { order, beyond: 0, further: 0, algorithm: Algorithm::Zones, evidence: false };
            let before: Vec<(Threats, u8)> = Color::BOTH
                .map(|color| Threats::of(color, THREATS))
                .into_iter()
                .filter(|_| random.random_bool(0.25))
                .map(|threats| (threats, order.saturating_sub(1).max(1)))
                .collect();
            let about = || {
                format!(
                    "{goal:?} of {} at order {order}, {threats:?}:\n{position}",
                    topology.names_of(&named)
                )
            };
            match search_after(&state, &before, threats, &settings, 20_000) {
                Ok(finding) if finding.captured => {
                    counts[0] += 1;
                    assert!(wins[number], "claimed to fall, first {:?}: {}", finding.first_step(), about());
                }
                Ok(finding) => {
                    counts[1] += usize::from(!wins[number]);
                    let claims = order == HIGHEST || order == ANY_ORDER && finding.complete;
                    assert!(!claims || !wins[number], "claimed to escape: {}", about());
                }
                Err(_) => counts[2] += 1,
            }
        }
    }
    counts
}

#[test]
fn claims_about_several_strings_do_not_contradict_the_twin() {
    for (width, height, rounds) in [(3, 3, 4), (2, 4, 8)] {
        for threats in [-1, 0, 2_i8] {
            let counts = compare(width, height, signed(threats), rounds);
            println!("{width}x{height}, {threats} threats: {counts:?}");
            assert!(counts[0] > 13 && counts[1] > 13 && counts[2] < rounds * 4, "{counts:?}");
        }
    }
}

fn ask(text: &str, stones: &str, goal: Goal, first: Side) -> Answer {
    let diagram: Diagram = text.parse().unwrap();
    let position: Position = diagram.position(Rules::default()).unwrap();
    let named: Vec<Point> = stones.split(',').map(|name| position.topology().point(name).unwrap()).collect();
    let targets = Targets::several(&position, &named, goal).unwrap();
    let settings = Settings::suited(&position, &targets);
    solve(&position, &targets, first, &settings, &Limits::nodes(50_000), &Watch::unwatched()).unwrap()
}

/// A double atari: either stone can be saved, and not both.
const FORK: &str = "
    . . . . . . .
    . . . . . . .
    . . X . X . .
    . X O . O X .
    . . . . . . .
    . . O . O . .
    . . . . . . .";

#[test]
fn a_fork_catches_one_of_two() {
    let alone = |stone: &str| ask(FORK, stone, Goal::Any, Side::Attacker).verdict;
    assert!(matches!(alone("C4"), Verdict::Escapes { .. }) && matches!(alone("E4"), Verdict::Escapes { .. }));
    let any = ask(FORK, "C4,E4", Goal::Any, Side::Attacker);
    assert_eq!(any.verdict, Verdict::Captured);
    let all = ask(FORK, "C4,E4", Goal::All, Side::Attacker);
    assert!(matches!(all.verdict, Verdict::Escapes { .. }), "{:?}", all.verdict);
    assert!(matches!(ask(FORK, "C4,E4", Goal::Any, Side::Defender).verdict, Verdict::Escapes { .. }));
    // Stones of one string are one target.
    let joined = FORK.replace("O . O", "O O O");
    assert_eq!(
        ask(&joined, "C4,E4", Goal::All, Side::Attacker).verdict,
        ask(&joined, "D4", Goal::Any, Side::Attacker).verdict
    );
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let diagram: Diagram = FORK.parse().unwrap();
    let position = diagram.position(Rules::default()).unwrap();
    let point = |name: &str| position.topology().point(name).unwrap();
    let targets = |names: &[&str]| {
        let stones: Vec<Point> = names.iter().map(|name| point(name)).collect();
        Targets::several(&position, &stones, Goal::Any)
    };
    assert!(targets(&["C4", "E4"]).is_some());
    assert_eq!(targets(&[]), None);
    assert_eq!(targets(&["C4", "C5"]), None, "both colours");
    assert_eq!(targets(&["C4", "D4"]), None, "an empty point");
    assert_eq!(targets(&["C4", "C4"]).unwrap().points(), [point("C4")]);
}
