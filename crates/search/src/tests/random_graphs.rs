//! Random graphs: verdicts and evidence against the truth, at every table size, with one thread and with several.

use super::graph::{GraphGame, Shape};
use super::{METHODS, ask, confirm, entries};
use crate::{Method, Outcome, Plan, Unobserved, prove, prove_parallel};

const TABLES: [usize; 3] = [1 << 8, 1 << 12, 1 << 20];

fn shape(seed: u64, cyclic: bool) -> Shape {
    Shape {
        vertices: 6 + (seed as usize * 7) % if cyclic { 40 } else { 90 },
        moves: 1 + (seed as usize) % 4,
        cyclic,
        settled_percent: 5 + (seed % 5) as u32 * 6,
        restricted: seed % 3 == 0,
    }
}

fn every_method(cyclic: bool, games: u64, tables: &[usize]) -> (usize, usize) {
    let (mut proved, mut disproved) = (0, 0);
    for seed in 0..games {
        let game = GraphGame::random(shape(seed, cyclic), seed);
        for method in METHODS {
            let order = (seed % 4) as u8;
            let truth = game.truth(order, method);
            // One root for each side.
            for root in [0, 1] {
                let won = truth[usize::from(order)][root as usize];
                if won { proved += 1 } else { disproved += 1 }
                for &table in tables {
                    let plan = Plan { method, ..Plan::plain(order) };
                    let what = format!("seed {seed}, {method:?}, order {order}, root {root}, table {table}");
                    ask(&game, &root, &plan, &entries(table), won, &what);
                }
            }
        }
    }
    (proved, disproved)
}

#[test]
fn acyclic_graphs_are_solved_at_every_table_size() {
    let (proved, disproved) = every_method(false, 1500, &TABLES);
    assert!(proved > 2000 && disproved > 2000, "{proved} proved, {disproved} disproved");
}

#[test]
fn cyclic_graphs_are_solved_at_every_table_size() {
    let (proved, disproved) = every_method(true, 3000, &TABLES);
    assert!(proved > 2000 && disproved > 2000, "{proved} proved, {disproved} disproved");
}
