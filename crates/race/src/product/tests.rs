//! What counting says inside the search, beside the search that does not count: on every state that play can lead to.

#[path = "../../tests/race/common/mod.rs"]
#[allow(dead_code, reason = "other tests ask more of it")]
mod common;

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_job::Watch;
use tesuji_local::Threats;

use self::common::{
    Recipe, random_composed_race, random_group, random_race, random_race_between, random_race_with_kos, text,
};
use super::Goal;
use super::between::is_between;
use super::book::{Blocks, Book};
use super::choice::Choice;
use super::count::Counter;
use super::group::GroupProduct;
use super::race::BoardProduct;
use super::solver::Product;
use super::state::{State, Status, Turn};
use super::sum::{Games, Sums};
use crate::board::BoardRace;
use crate::liberty::{Finish, LibertyGames};

const PLAIN: Recipe = Recipe { rows: 4, width: 1, empty: 55, own: 15, shared: false, eyes: false, most: 11 };
/// States of one board.
const STATES: usize = 300;
const NODES: u64 = 100_000;

/// The states after all moves of the side to move and after a pass.
fn followers(book: &Book, state: &State) -> Vec<State> {
    let mut turns = vec![Turn::Pass];
    for (at, placed) in state.pieces.iter().enumerate() {
        let edges = &book.classes[placed.class as usize].piece.moves[state.to_move.index()];
        turns.extend((0..edges.len()).map(|edge| Turn::Play(at as u16, edge as u16)));
    }
    let blocks = 0..book.colors.len();
    turns.extend(
        blocks.filter(|&block| book.colors[block] != state.to_move).map(|block| Turn::Fill(block as u16)),
    );
    let after = turns.into_iter().filter_map(|turn| state.after(book, turn));
    after.filter(|after| book.goes_on || after.captured.is_empty()).map(|after| after.state).collect()
}

/// Returns how many claims were compared: captures, and that there are none; first all of them, then those about states with more
/// than plain liberties between the blocks.
fn compare(race: &BoardRace, threats: Threats) -> [[u32; 2]; 2] {
    let mut compared = [[0; 2]; 2];
    let Ok(mut product) = BoardProduct::new(race, NODES) else { return compared };
    let mut counter = Counter::new(Watch::unwatched());
    let mut waiting: VecDeque<State> = VecDeque::new();
    for first in Color::BOTH {
        let standing = product.field.start(first, threats);
        waiting.extend(product.field.state(&product.product.book, &standing));
    }
    let mut seen: FxHashSet<State> = waiting.iter().cloned().collect();
    while let Some(state) = waiting.pop_front() {
        for side in Color::BOTH {
            let book = product.product.book.clone();
            let Some((claimed, _)) = counter.captures(&book, &state, side) else { continue };
            let Ok(found) = product.product.achieves(&state, Goal::First(side)) else { continue };
            assert_eq!(
                claimed,
                found,
                "{side} captures in {state:?}\n{}\n{}",
                pieces(&product, &state),
                text(race)
            );
            compared[0][usize::from(!claimed)] += 1;
            let between = state.pieces.iter().any(|placed| is_between(&book, placed.class));
            compared[1][usize::from(!claimed)] += u32::from(between);
        }
        for next in followers(&product.product.book, &state) {
            if seen.len() < STATES && seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    compared
}

fn pieces(product: &BoardProduct, state: &State) -> String {
    let classes = &product.product.book.classes;
    state.pieces.iter().map(|placed| format!("{placed:?} {:?}\n", classes[placed.class as usize])).collect()
}

#[test]
fn counting_agrees_with_the_search() {
    let wider = Recipe { rows: 3, width: 2, empty: 45, own: 15, most: 10, ..PLAIN };
    let shared = Recipe { rows: 4, width: 2, empty: 40, shared: true, most: 11, ..PLAIN };
    let eyes = Recipe { rows: 4, width: 1, empty: 40, shared: true, eyes: true, most: 10, ..PLAIN };
    let mut all = [[0; 2]; 2];
    let threats = [Threats::NONE, Threats::of(Color::Black, 1), Threats::of(Color::White, 2)];
    for seed in 0..50 {
        let composed = random_composed_race(50_000 + seed, 11);
        let boards = [PLAIN, wider, shared, eyes].map(|recipe| random_race(seed, &recipe));
        let between = [0, 1, 2].map(|part| random_race_between(3 * seed + part, 14));
        for race in boards.into_iter().chain([composed]).chain(between).flatten() {
            let compared = compare(&race, threats[seed as usize % 3]);
            for (all, more) in all.iter_mut().flatten().zip(compared.iter().flatten()) {
                *all += more;
            }
        }
    }
    assert!(all[0].iter().all(|&count| count > 5_300), "{all:?}");
    assert!(all[1].iter().all(|&count| count > 1_300), "{all:?}");
}

/// Kos that are taken and filled: what only that reading claims, held against the search that does not count.
#[test]
fn kos_that_are_filled_agree_with_the_search() {
    let mut compared = [[0; 2]; 2];
    let levels = [[0, 0], [1, 0], [0, 2], [3, 0], [0, 3]].map(Threats);
    for seed in 0..1_500 {
        let Some(race) = random_race_with_kos(seed, 16) else { continue };
        let Ok(mut product) = BoardProduct::new(&race, 10 * NODES) else { continue };
        let book = product.product.book.clone();
        let mut counter = Counter::new(Watch::unwatched());
        let mut without = Counter::new(Watch::unwatched());
        without.fills = false;
        let mut waiting: VecDeque<State> = VecDeque::new();
        for first in Color::BOTH {
            let standing = product.field.start(first, levels[seed as usize % 5]);
            waiting.extend(product.field.state(&book, &standing));
        }
        let mut seen: FxHashSet<State> = waiting.iter().cloned().collect();
        while let Some(state) = waiting.pop_front() {
            for side in Color::BOTH {
                let Some((claimed, spare)) = counter.captures(&book, &state, side) else { continue };
                if without.captures(&book, &state, side).is_some() {
                    continue;
                }
                let Ok(found) = product.product.achieves(&state, Goal::First(side)) else { continue };
                assert_eq!(
                    claimed,
                    found,
                    "{side} captures in {state:?}\n{}\n{}",
                    pieces(&product, &state),
                    text(&race)
                );
                // What is said of any number of threats holds for three.
                let loser = if claimed { side.opponent() } else { side };
                let state_with_threats = State { threats: Threats::of(loser, 3), ..state.clone() };
                if spare.threats
                    && let Ok(found) = product.product.achieves(&state_with_threats, Goal::First(side))
                {
                    assert_eq!(claimed, found, "{side} captures in {state_with_threats:?}\n{}", text(&race));
                }
                let kos =
                    state.pieces.iter().filter(|placed| !book.classes[placed.class as usize].clean).count();
                compared[usize::from(!claimed)][usize::from(kos > 1)] += 1;
            }
            for next in followers(&book, &state) {
                if seen.len() < STATES && seen.insert(next.clone()) {
                    waiting.push_back(next);
                }
            }
        }
    }
    assert!(compared.iter().flatten().all(|&count| count > 80), "{compared:?}");
}

/// Moves that are left out and endgames that are solved backwards: the search that has both, beside the one that has neither.
#[test]
fn chosen_moves_and_endgames_agree_with_the_search() {
    let (mut compared, mut endgames, mut left_out) = ([0; 2], 0, 0);
    for seed in 0..100 {
        let Some(race) = random_race_with_kos(20_000 + seed, 17) else { continue };
        let Ok(mut product) = BoardProduct::new(&race, 10 * NODES) else { continue };
        let Ok(mut counting) = BoardProduct::new(&race, 10 * NODES).map(BoardProduct::counting) else {
            continue;
        };
        let book = product.product.book.clone();
        let mut choice = Choice::new(&book);
        for threats in [[0, 0], [2, 0], [0, 2]].map(Threats) {
            for first in Color::BOTH {
                let standing = product.field.start(first, threats);
                let Some(start) = product.field.state(&book, &standing) else { continue };
                for state in followers(&book, &start).into_iter().chain([start]) {
                    for side in Color::BOTH {
                        let goal = Goal::First(side);
                        let Ok(found) = product.product.achieves(&state, goal) else { continue };
                        let Ok(known) = counting.product.achieves(&state, goal) else { continue };
                        assert_eq!(known, found, "{side} captures in {state:?}\n{}", text(&race));
                        compared[usize::from(found)] += 1;
                    }
                    let mut turns: SmallVec<[Turn; 32]> = SmallVec::new();
                    for (at, placed) in state.pieces.iter().enumerate() {
                        let edges = &book.classes[placed.class as usize].piece.moves[state.to_move.index()];
                        turns.extend((0..edges.len()).map(|edge| Turn::Play(at as u16, edge as u16)));
                    }
                    let block = usize::from(book.colors[0] == state.to_move);
                    if state.plain[block] > 0 {
                        turns.push(Turn::Fill(block as u16));
                    }
                    let before = turns.len();
                    choice.select(&book, &state, &mut turns);
                    left_out += before - turns.len();
                }
            }
        }
        endgames += counting.product.collected();
    }
    assert!(compared.iter().all(|&count| count > 400), "{compared:?}");
    assert!(endgames > 6_600 && left_out > 53, "{endgames} {left_out}");
}

/// Answers are said of as many plain liberties and threats as they hold for: what a search that counts has found out about some
/// states it knows of others.
#[test]
fn answers_hold_for_what_they_are_said_of() {
    let mut compared = 0;
    for seed in 0..60 {
        let race = match seed % 3 {
            0 => random_race_between(7_000 + seed, 13),
            1 => random_composed_race(60_000 + seed, 11),
            _ => random_race_with_kos(80_000 + seed, 14),
        };
        let Some(race) = race else { continue };
        let Ok(mut product) = BoardProduct::new(&race, NODES) else { continue };
        let Ok(counting) = BoardProduct::new(&race, NODES) else { continue };
        let mut counting = counting.counting();
        let levels = [[0, 0], [2, 0], [0, 1], [0, 3], [1, 1]].map(Threats);
        let mut waiting: VecDeque<State> = VecDeque::new();
        for first in Color::BOTH {
            let standing = product.field.start(first, Threats::NONE);
            waiting.extend(product.field.state(&product.product.book, &standing));
        }
        let mut seen: FxHashSet<State> = waiting.iter().cloned().collect();
        while let Some(state) = waiting.pop_front() {
            // The same pieces with other numbers of plain liberties, in no order.
            for (turn, &threats) in levels.iter().enumerate() {
                let mut state = State { threats, ..state.clone() };
                let more = [[0, 0], [2, 1], [0, 3], [1, 0], [0, 1]][(turn + seen.len()) % 5];
                for (plain, more) in state.plain.iter_mut().zip(more) {
                    *plain += more;
                }
                for side in Color::BOTH {
                    let goal = Goal::First(side);
                    let Ok(found) = product.product.achieves(&state, goal) else { continue };
                    let Ok(known) = counting.product.achieves(&state, goal) else { continue };
                    assert_eq!(known, found, "{side} captures in {state:?}\n{}", text(&race));
                    compared += 1;
                }
            }
            for next in followers(&product.product.book, &state) {
                if seen.len() < 25 && seen.insert(next.clone()) {
                    waiting.push_back(next);
                }
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

/// What is claimed of races of several blocks, held against the search that does not count, for all goals: how often each is
/// claimed to be reached, and not to be reached; captures, saves, who captures first.
fn compare_goals(product: &mut Product, starts: Vec<State>, most: usize, told: &str) -> [[u32; 2]; 3] {
    let mut compared = [[0; 2]; 3];
    let book = product.book.clone();
    let mut counter = Counter::new(Watch::unwatched());
    let mut waiting: VecDeque<State> = starts.into();
    let mut seen: FxHashSet<State> = waiting.iter().cloned().collect();
    while let Some(state) = waiting.pop_front() {
        let goals = (0..book.colors.len())
            .filter(|&block| state.status[block] == Status::Racing)
            .flat_map(|block| [Goal::Capture(block), Goal::Save(block)])
            .chain(Color::BOTH.map(Goal::First));
        for goal in goals {
            // Who captures first is asked only while nobody has been captured.
            let over = state.status.iter().any(|&status| status != Status::Racing);
            if matches!(goal, Goal::First(_)) && over {
                continue;
            }
            let Some((claimed, _)) = counter.settles(&book, &state, goal) else { continue };
            let Ok(found) = product.achieves(&state, goal) else { continue };
            assert_eq!(claimed, found, "{goal:?} in {state:?}\n{told}");
            let kind = match goal {
                Goal::Capture(_) => 0,
                Goal::Save(_) => 1,
                Goal::First(_) => 2,
            };
            compared[kind][usize::from(!claimed)] += 1;
        }
        for next in followers(&book, &state) {
            if seen.len() < most && seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    compared
}

fn add(all: &mut [[u32; 2]; 3], more: [[u32; 2]; 3]) {
    for (all, more) in all.iter_mut().flatten().zip(more.iter().flatten()) {
        *all += more;
    }
}

#[test]
fn counting_agrees_with_the_search_in_graphs() {
    let pairs: [&[[usize; 2]]; 5] = [
        &[[0, 1]],
        &[[0, 1], [1, 2]],
        &[[0, 1], [1, 2], [2, 3]],
        &[[0, 1], [1, 2], [2, 3], [3, 0]],
        &[[0, 1], [1, 2], [1, 4], [2, 3]],
    ];
    let mut all = [[0; 2]; 3];
    for seed in 0..15 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut draw = |most: usize| rng.random_range(0..most);
        let contacts = pairs[draw(pairs.len())].to_vec();
        let blocks = contacts.iter().flatten().max().map_or(0, |&last| last + 1);
        let color = |block: usize| Color::BOTH[block % 2];
        let mut games = LibertyGames::new();
        let mut parts = Vec::new();
        for block in 0..blocks {
            let texts = match color(block) {
                Color::Black => ["0", "1", "2", "{2|0}", "{3|1}", "{4||2|0}", "{4|2||0}"],
                Color::White => ["0", "-1", "-2", "{0|-2}", "{-1|-3}", "{0|-2||-4}", "{0||-2|-4}"],
            };
            let mut own = Vec::new();
            for _ in 0..=draw(2) {
                own.extend(games.read(texts[draw(texts.len())], color(block)).expect("a game"));
            }
            let eye = [0, 0, 0, 1, 2][draw(5)];
            own.push(games.score(eye, Finish::EYE));
            parts.push(Some(games.combine(own)));
        }
        let shared: Vec<([usize; 2], u32)> = contacts
            .iter()
            .map(|&[one, other]| {
                let ends = if one % 2 == 0 { [one, other] } else { [other, one] };
                (ends, [0, 1, 1, 2, 3][draw(5)])
            })
            .collect();
        let graph = Blocks { colors: (0..blocks).map(color).collect(), contacts, goes_on: true };
        let told = format!("seed {seed}: {parts:?} {shared:?}");
        let mut product = Games::new(graph, games.budget().clone(), NODES);
        let sums = Sums { parts, shared, games: &games };
        let starts = Color::BOTH.map(|first| product.state(&sums, first)).to_vec();
        // A block without liberties is no race.
        let book = product.product.book.clone();
        if !(0..blocks).all(|block| starts[0].breathes(&book, block)) {
            continue;
        }
        add(&mut all, compare_goals(&mut product.product, starts, 100, &told));
    }
    assert!(all.iter().flatten().all(|&count| count > 200), "{all:?}");
}

#[test]
fn counting_agrees_with_the_search_on_boards_of_several_blocks() {
    let mut all = [[0; 2]; 3];
    for seed in 0..100 {
        let (count, ring) = [(3, false), (3, false), (4, false), (4, true)][seed as usize % 4];
        let Some((told, race)) = random_group(40_000 + seed, count, ring, 10) else { continue };
        let Ok(mut group) = GroupProduct::new(&race, NODES) else { continue };
        let threats = [Threats::NONE, Threats::of(Color::Black, 1)][seed as usize / 4 % 2];
        let starts = Color::BOTH.map(|first| {
            let standing = group.field.start(first, threats);
            group.field.state(&group.product.book, &standing)
        });
        let starts = starts.into_iter().flatten().collect();
        add(&mut all, compare_goals(&mut group.product, starts, STATES, &told));
    }
    assert!(all.iter().flatten().all(|&count| count > 130), "{all:?}");
}
