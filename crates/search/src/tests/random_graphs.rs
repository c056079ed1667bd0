//! Random graphs: verdicts and evidence against the truth, at every table size, with one thread and with
//! several.

use super::graph::{GraphGame, Shape};
use super::{METHODS, NODES, ask, confirm, entries, prove_with};
use crate::budget::Budget;
use crate::engine::Engine;
use crate::stripes::Stripes;
use crate::twin::TwinTable;
use crate::{Answer, Claim, Method, Plan, Session, Watch};

const TABLES: [usize; 3] = [1 << 8, 1 << 12, 1 << 20];

fn shape(seed: u64, cyclic: bool) -> Shape {
    Shape {
        vertices: 6 + (seed as usize * 7) % if cyclic { 40 } else { 90 },
        moves: 1 + (seed as usize) % 4,
        cyclic,
        reach: if cyclic && seed.is_multiple_of(2) { 1000 } else { 4 + seed as usize % 9 },
        settled_percent: 5 + (seed % 5) as u32 * 6,
        restricted: seed.is_multiple_of(3),
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
                *(if won { &mut proved } else { &mut disproved }) += 1;
                for &table in tables {
                    let widening = [25, 200, 0][seed as usize % 3];
                    let plan = Plan { method, widening, ..Plan::plain(order) };
                    let what = format!("seed {seed}, {method:?}, order {order}, root {root}, table {table}");
                    ask(&game, &root, &plan, entries(table), won, &what);
                }
            }
        }
    }
    (proved, disproved)
}

#[test]
fn acyclic_graphs_are_solved_at_every_table_size() {
    let (proved, disproved) = every_method(false, 2000, &TABLES);
    assert!(proved > 1000 && disproved > 1000, "{proved} proved, {disproved} disproved");
}

#[test]
fn cyclic_graphs_are_solved_at_every_table_size() {
    let (proved, disproved) = every_method(true, 3000, &TABLES);
    assert!(proved > 1000 && disproved > 1000, "{proved} proved, {disproved} disproved");
}

/// Graphs much larger than the smallest table, so that it forgets most of what it is told.
#[test]
fn large_graphs_are_solved_with_tables_that_forget() {
    let mut forgotten = 0;
    for seed in 0..160 {
        let cyclic = seed % 2 == 0;
        let shape = Shape {
            vertices: 700,
            moves: 3,
            cyclic,
            reach: if cyclic { 700 } else { 20 },
            settled_percent: 4,
            restricted: false,
        };
        let game = GraphGame::random(shape, 20_000 + seed);
        let method = METHODS[seed as usize % METHODS.len()];
        let truth = game.truth(2, method);
        let mut nodes = [0; 3];
        for (index, &table) in TABLES.iter().enumerate() {
            let plan = Plan { method, ..Plan::plain(2) };
            let answer = prove_with(&game, &0, &plan, entries(table));
            confirm(
                &game,
                &0,
                &plan,
                truth[2][0],
                &answer,
                &format!("seed {seed}, {method:?}, table {table}"),
            );
            nodes[index] = answer.statistics.nodes;
        }
        forgotten += usize::from(nodes[0] != nodes[2]);
    }
    assert!(forgotten > 20, "only {forgotten} searches noticed the small table");
}

fn with_threads(game: &GraphGame, plan: &Plan, table: usize, threads: usize) -> Answer<u8> {
    let shares = entries(table);
    let mut session = Session::with_shares(game.clone(), shares, threads);
    session.alone = 0;
    session.prove_within(&0, plan, NODES, shares.working, &Watch::new())
}

/// Several threads give the verdicts of one.
#[test]
fn threads_change_no_verdict() {
    for seed in 0..600 {
        let game = GraphGame::random(shape(seed, seed % 3 != 0), 50_000 + seed);
        for method in METHODS {
            let order = (seed % 3) as u8;
            let plan = Plan { method, ..Plan::plain(order) };
            let truth = game.truth(order, method)[usize::from(order)][0];
            let answer = with_threads(&game, &plan, TABLES[seed as usize % 2], 2 + seed as usize % 2);
            confirm(&game, &0, &plan, truth, &answer, &format!("seed {seed}, {method:?} with threads"));
        }
    }
}

/// The same with graphs that keep the threads busy at once.
#[test]
fn threads_on_large_graphs_change_no_verdict() {
    for seed in 0..12 {
        let shape = Shape {
            vertices: 3000,
            moves: 3,
            cyclic: true,
            reach: 3000,
            settled_percent: 3,
            restricted: false,
        };
        let game = GraphGame::random(shape, 30_000 + seed);
        let plan = Plan::plain(0);
        let truth = game.truth(0, Method::Plain)[0][0];
        let answer = with_threads(&game, &plan, 1 << 14, 2);
        confirm(&game, &0, &plan, truth, &answer, &format!("seed {seed} with threads"));
    }
}

/// Few goals and wide thresholds: long lines that meet themselves again and again.
fn trap(seed: u64) -> (GraphGame, Plan) {
    let vertices = 10 + seed as usize % 40;
    let shape =
        Shape { vertices, moves: 3, cyclic: true, reach: 1000, settled_percent: 4, restricted: false };
    (GraphGame::random(shape, 60_000 + seed), Plan { widening: 200, ..Plan::plain(0) })
}

/// Claims that were only plausible are used, sometimes turn out wrong, and never reach a verdict.
#[test]
fn wrong_guesses_are_found_out() {
    let (mut retries, mut laid_out) = (0, 0);
    for seed in 0..12_000 {
        let (game, plan) = trap(seed);
        let truth = game.truth(0, Method::Plain)[0][0];
        let plan = Plan { evidence: false, ..plan };
        let answer = prove_with(&game, &0, &plan, entries(1 << 12));
        confirm(&game, &0, &plan, truth, &answer, &format!("seed {seed}"));
        retries += answer.statistics.retries;
        laid_out += u64::from(answer.evidence.is_ok());
    }
    assert!(laid_out > 0, "no disproof had to be laid out");
    assert!(retries > 0, "no guess was ever wrong");
}

/// The test of the tests: an engine that stores a path-dependent disproof as a general one gives wrong
/// verdicts here.
#[test]
fn the_injected_fault_is_noticed() {
    let mut wrong = 0;
    for seed in 0..12_000 {
        let (game, plan) = trap(seed);
        let truth = game.truth(0, Method::Plain)[0][0];
        let watch = Watch::new();
        for faulty in [false, true] {
            let (table, mut twin) = (Stripes::with_bytes(1 << 17), TwinTable::with_bytes(1 << 14));
            let budget = Budget::new(1_000_000, 0, &watch);
            let mut own = game.clone();
            let mut engine = Engine::new(&mut own, 0, &plan, 64 << 20, table, &mut twin, budget);
            engine.forget_history = faulty;
            engine.unverified = false;
            let finding = engine.run(0).expect("no limit is reached");
            assert!(finding.verified);
            let right = truth == (finding.claim == Claim::Proof);
            assert!(right || faulty, "seed {seed}");
            wrong += usize::from(!right);
        }
    }
    assert!(wrong > 10, "only {wrong} wrong verdicts");
}
