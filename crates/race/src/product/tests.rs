//! What counting says inside the search, beside the search that does not count: on every state that play can lead to.

#[path = "../../tests/race/common/mod.rs"]
#[allow(dead_code, reason = "other tests ask more of it")]
mod common;

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use tesuji_board::Color;
use tesuji_job::Watch;
use tesuji_local::Threats;

use self::common::{Recipe, random_composed_race, random_race, random_race_between, text};
use super::Goal;
use super::between::is_between;
use super::count::Counter;
use super::race::BoardProduct;
use super::state::{State, Turn};
use crate::board::BoardRace;

const PLAIN: Recipe = Recipe { rows: 4, width: 1, empty: 55, own: 15, shared: false, eyes: false, most: 11 };
/// States of one board.
const STATES: usize = 300;
const NODES: u64 = 100_000;

/// The states after all moves of the side to move and after a pass.
fn followers(product: &BoardProduct, state: &State) -> Vec<State> {
    let book = &product.product.book;
    let mut turns = vec![Turn::Pass];
    for (at, placed) in state.pieces.iter().enumerate() {
        let edges = &book.classes[placed.class as usize].piece.moves[state.to_move.index()];
        turns.extend((0..edges.len()).map(|edge| Turn::Play(at as u16, edge as u16)));
    }
    turns.extend(
        (0..2).filter(|&block| book.colors[block] != state.to_move).map(|block| Turn::Fill(block as u16)),
    );
    let after = turns.into_iter().filter_map(|turn| state.after(book, turn));
    after.filter(|after| after.captured.is_empty()).map(|after| after.state).collect()
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
            let Some(claimed) = counter.captures(&book, &state, side) else { continue };
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
        for next in followers(&product, &state) {
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
    for seed in 0..150 {
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
    assert!(all[0].iter().all(|&count| count > 20_000), "{all:?}");
    assert!(all[1].iter().all(|&count| count > 5_000), "{all:?}");
}
