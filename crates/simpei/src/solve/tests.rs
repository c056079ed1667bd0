//! The solver against plain value iteration, written with positions in maps and none of the solver's tables.

use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::index::INDEX;
use crate::position::Position;
use crate::solution::Value;

/// The smallest image of a position under the symmetries: independent of slots and orbits.
fn smallest(position: &Position) -> Position {
    (0..8)
        .map(|g| Position {
            mover: INDEX.image(g, position.mover),
            opponent: INDEX.image(g, position.opponent),
            ..*position
        })
        .min()
        .unwrap()
}

/// Everything that can be reached from the start, one position for each class of symmetric ones, with its moves: those
/// that win are `WINS`.
struct Reached {
    positions: Vec<Position>,
    after: Vec<Vec<usize>>,
    /// What follows the pass of lambda search, if it was asked for.
    passed: Vec<usize>,
}

const WINS: usize = usize::MAX;

fn reach(root: Position, with_pass: bool) -> Reached {
    let mut numbers: FxHashMap<Position, usize> = FxHashMap::from_iter([(root, 0)]);
    let mut reached = Reached { positions: vec![root], after: Vec::new(), passed: Vec::new() };
    while let Some(&position) = reached.positions.get(reached.after.len()) {
        let mut number_of = |next: &Position| {
            let next = smallest(next);
            *numbers.entry(next).or_insert_with(|| {
                reached.positions.push(next);
                reached.positions.len() - 1
            })
        };
        let mut after: Vec<usize> = position
            .moves()
            .into_iter()
            .map(|candidate| position.apply(candidate))
            .map(|played| if played.won { WINS } else { number_of(&played.position) })
            .collect();
        if with_pass {
            reached.passed.push(number_of(&position.passed()));
        }
        after.sort_unstable();
        after.dedup();
        reached.after.push(after);
    }
    reached
}

/// Values by iteration: in round d everything whose distance is d.
fn naive_values(reached: &Reached) -> Vec<Option<(Value, u8)>> {
    let mut known: Vec<Option<(Value, u8)>> = vec![None; reached.after.len()];
    for distance in 1..100u8 {
        let mut news = Vec::new();
        for (number, after) in reached.after.iter().enumerate().filter(|&(number, _)| known[number].is_none())
        {
            let result = |&next: &usize| match next {
                WINS => Some(Value::Loss),
                next => known[next].map(|(value, _)| value),
            };
            if after.iter().any(|next| result(next) == Some(Value::Loss)) {
                news.push((number, (Value::Win, distance)));
            } else if after.iter().all(|next| result(next) == Some(Value::Win)) {
                news.push((number, (Value::Loss, distance)));
            }
        }
        if news.is_empty() && distance > 4 {
            break;
        }
        for (number, result) in news {
            known[number] = Some(result);
        }
    }
    known
}

fn solved(pieces: u8, threads: usize) -> Solution {
    solve_with(pieces, threads, &Watch::unwatched()).unwrap()
}

/// A start with fewer pieces, and what follows with a free first placement.
fn start(pieces: u8) -> Position {
    Position { mover: 0, opponent: 0, mover_hand: pieces, opponent_hand: pieces }
}

#[test]
fn three_pieces_a_side_are_solved_as_by_value_iteration() {
    let solution = solved(3, 2);
    let reached = reach(start(3), false);
    let known = naive_values(&reached);
    assert!(reached.after.len() > 100_000, "{}", reached.after.len());
    let (mut wins, mut losses, mut draws) = (0, 0, 0);
    for (position, known) in reached.positions.iter().zip(known) {
        let entry = solution.entry(position).unwrap();
        match known {
            Some((value, distance)) => {
                assert_eq!((entry.value, entry.distance), (value, Some(distance)), "{position}");
            }
            None => assert_eq!((entry.value, entry.distance), (Value::Draw, None), "{position}"),
        }
        match entry.value {
            Value::Win => wins += 1,
            Value::Loss => losses += 1,
            Value::Draw => draws += 1,
        }
    }
    assert!(wins > 1000 && losses > 100 && draws > 100, "{wins} {losses} {draws}");
}

#[test]
fn threads_do_not_change_the_solution() {
    assert_eq!(solved(2, 1), solved(2, 3));
}

#[test]
fn a_watch_stops_the_work() {
    let calls = Arc::new(AtomicU32::new(0));
    let watch = Watch::new();
    let (seen, stopper) = (calls.clone(), watch.clone());
    let watched = watch.seeing(move |_| {
        if seen.fetch_add(1, Ordering::Relaxed) >= 20 {
            stopper.stop();
        }
    });
    assert_eq!(solve_with(3, 2, &watched), Err(Why::Stopped));
    assert!(calls.load(Ordering::Relaxed) < 30, "whoever is at work finishes a part at most");
}

/// Whatever is being done, a stop ends it.
#[test]
fn every_stage_can_be_stopped() {
    let solution = solved(3, 2);
    let stopping = |stage: &'static str| {
        let watch = Watch::new();
        let stopper = watch.clone();
        watch.seeing(move |progress| {
            if progress.stage == stage {
                stopper.stop();
            }
        })
    };
    for stage in [stage::DIRECT_WINS, stage::MOVES, stage::REVERSING, stage::VALUES, stage::ORDERS] {
        assert_eq!(solve_with(3, 2, &stopping(stage)), Err(Why::Stopped), "{stage}");
    }
    assert_eq!(solution.census(2, &stopping(stage::COUNTING)), Err(Why::Stopped));
    assert_eq!(solve_with(3, 2, &Watch::new().within(Some(0.0))), Err(Why::Time));
}

/// Orders of all positions with the attacker to move, by the definition, iterated to the least fixpoint order by order.
fn naive_orders(reached: &Reached) -> Vec<Option<u8>> {
    let mut orders: Vec<Option<u8>> =
        reached.after.iter().map(|after| after.contains(&WINS).then_some(0)).collect();
    let mut open: Vec<usize> = (0..orders.len()).filter(|&number| orders[number].is_none()).collect();
    for order in 1..20u8 {
        let won = |orders: &[Option<u8>], number: usize, below: u8| {
            orders[number].is_some_and(|order| order < below)
        };
        // Defender's positions, seen from the defender's side: passing loses at a lower order, whatever this one finds.
        let threatened: Vec<usize> =
            (0..orders.len()).filter(|&number| won(&orders, reached.passed[number], order)).collect();
        let mut beaten = vec![false; orders.len()];
        let before = open.len();
        loop {
            for &number in &threatened {
                beaten[number] = beaten[number]
                    || reached.after[number]
                        .iter()
                        .all(|&reply| reply != WINS && won(&orders, reply, order + 1));
            }
            let found = open.len();
            open.retain(|&number| {
                let wins = reached.after[number].iter().any(|&defence| beaten[defence]);
                if wins {
                    orders[number] = Some(order);
                }
                !wins
            });
            if open.len() == found {
                break;
            }
        }
        if open.len() == before {
            break;
        }
    }
    orders
}

#[test]
fn orders_of_three_pieces_a_side_are_those_of_the_definition() {
    let solution = solved(3, 2);
    let reached = reach(start(3), true);
    let orders = naive_orders(&reached);
    assert!(orders.iter().flatten().any(|&order| order >= 2));
    let mut compared = 0;
    for (position, order) in reached.positions.iter().zip(orders) {
        // Positions with discarded pieces are not of the game; they were needed for the definition.
        let Ok(entry) = solution.entry(position) else { continue };
        assert_eq!(entry.order, order, "{position}");
        // Sound: what an order proves is a win.
        assert!(entry.order.is_none() || entry.value == Value::Win, "{position}");
        compared += 1;
    }
    assert!(compared > 100_000);
}
