//! Advice of a domain makes a search faster or slower, never wrong.

use super::graph::{GraphGame, Shape};
use super::{METHODS, ask, entries};
use crate::Plan;

/// Random estimates (zero and absurdly large ones among them), random groups, a dedicated solver that knows
/// the truth about two vertices in three at orders 0 and 1, weak sums, and thresholds from hesitant to
/// stubborn.
#[test]
fn random_advice_changes_no_verdict() {
    for seed in 0..1200_u64 {
        let shape = Shape {
            vertices: 10 + (seed as usize * 5) % 40,
            moves: 2 + (seed as usize) % 3,
            cyclic: seed % 4 != 0,
            reach: 20,
            settled_percent: 12,
            restricted: seed % 2 == 0,
        };
        let mut game = GraphGame::random(shape, 70_000 + seed);
        for method in METHODS {
            let order = 1 + (seed % 3) as u8;
            let truth = game.truth(order, method);
            game.advice = seed + 1;
            game.solved = if method.has_pass() { truth[..2].to_vec() } else { Vec::new() };
            for root in [0, 1] {
                let plan = Plan {
                    method,
                    weak_sums: seed % 2 == 1,
                    widening: [0, 25, 200][seed as usize % 3],
                    simulate: seed % 5 != 0,
                    ..Plan::plain(order)
                };
                let won = truth[usize::from(order)][root as usize];
                ask(
                    &game,
                    &root,
                    &plan,
                    entries(1 << 12),
                    won,
                    &format!("seed {seed}, {method:?}, root {root}"),
                );
            }
        }
    }
}
