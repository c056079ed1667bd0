//! Sessions: many questions, one memory, and the answers of a stranger who asks each of them alone.

use super::chase::Chase;
use super::fixtures::palay;
use super::graph::{GraphGame, Shape};
use super::hand::HandGame;
use super::{METHODS, NODES, confirm, entries, prove_with};
use crate::{Answer, Domain, Method, Plan, Session, Watch};

/// A generator of its own: the order of questions must not follow the graphs'.
fn shuffled(count: u32, seed: u64) -> Vec<u32> {
    let mut list: Vec<u32> = (0..count).collect();
    list.sort_by_key(|&number| crate::mix(seed << 32 | u64::from(number)));
    list
}

fn ask<D: Domain>(session: &mut Session<D>, root: &D::State, plan: &Plan, nodes: u64) -> Answer<D::Move> {
    session.prove_within(root, plan, nodes, 64 << 20, &Watch::new())
}

fn graph(seed: u64) -> GraphGame {
    let shape = Shape {
        vertices: 8 + (seed as usize * 7) % 40,
        moves: 1 + (seed as usize) % 4,
        cyclic: !seed.is_multiple_of(4),
        reach: if seed.is_multiple_of(2) { 1000 } else { 4 + seed as usize % 9 },
        settled_percent: 4 + (seed % 4) as u32 * 5,
        restricted: seed.is_multiple_of(3),
    };
    GraphGame::random(shape, 80_000 + seed)
}

/// Every root at every order, in any sequence, with tables that forget and tables that do not, with one thread and with
/// several: every verdict is true and every piece of evidence holds.
#[test]
fn questions_in_any_order_have_the_true_answers() {
    let (mut proved, mut disproved) = (0, 0);
    for seed in 0..700 {
        let game = graph(seed);
        let method = METHODS[seed as usize % METHODS.len()];
        let truths: Vec<_> = (0..4).map(|order| game.truth(order, method)).collect();
        let vertices = game.vertices.len() as u32;
        let table = [1 << 8, 1 << 12, 1 << 20][seed as usize % 3];
        let threads = if seed.is_multiple_of(5) { 2 } else { 1 };
        let mut session = Session::with_shares(game.clone(), entries(table), threads);
        session.alone = 0;
        for number in shuffled(4 * vertices, seed).into_iter().take(60) {
            let (order, root) = ((number % 4) as u8, number / 4);
            let truth = truths[usize::from(order)][usize::from(order)][root as usize];
            let plan = Plan { method, evidence: number % 3 != 0, ..Plan::plain(order) };
            let answer = ask(&mut session, &root, &plan, NODES);
            let what = format!("seed {seed}, {method:?}, order {order}, root {root}, table {table}");
            confirm(&game, &root, &plan, truth, &answer, &what);
            *(if truth { &mut proved } else { &mut disproved }) += 1;
        }
    }
    assert!(proved > 5000 && disproved > 5000, "{proved} proved, {disproved} disproved");
}

/// A question that is stopped by its limit and asked again goes on where it was.
#[test]
fn a_question_that_is_asked_again_goes_on() {
    let game = Chase { width: 4, height: 4, ring: false };
    for (scene, won) in game.solve_all().into_iter().step_by(211) {
        let plan = Plan::plain(0);
        let alone = prove_with(&game, &scene, &plan, entries(1 << 16));
        let mut session = Session::with_shares(game, entries(1 << 16), 1);
        let mut spent = 0;
        let answer = loop {
            let answer = ask(&mut session, &scene, &plan, 2_000);
            spent += answer.statistics.nodes + answer.statistics.evidence_nodes;
            if answer.verdict.is_proved() || answer.verdict.is_disproved() {
                break answer;
            }
            assert!(spent < 40 * (alone.statistics.nodes + 50_000), "{scene:?}: no end after {spent}");
        };
        let plan = Plan { evidence: answer.evidence.is_ok(), ..plan };
        confirm(&game, &scene, &plan, won, &answer, &format!("{scene:?}"));
    }
}

/// What was asked before saves work.
#[test]
fn what_is_known_is_not_searched_again() {
    let game = graph(9);
    let plan = Plan { evidence: false, ..Plan::plain(2) };
    let mut session = Session::with_shares(game.clone(), entries(1 << 16), 1);
    let first: u64 = (0..game.vertices.len() as u32)
        .map(|root| ask(&mut session, &root, &plan, NODES).statistics.nodes)
        .sum();
    let again: u64 = (0..game.vertices.len() as u32)
        .map(|root| ask(&mut session, &root, &plan, NODES).statistics.nodes)
        .sum();
    assert!(again < first, "{again} after {first}");
}

/// A game with a hand: what one hand proves is used for another, across questions.
#[test]
fn hands_in_a_session() {
    for seed in 0..400 {
        let game = HandGame::random(seed);
        let method = METHODS[seed as usize % METHODS.len()];
        let truths: Vec<_> = (0..3).map(|order| game.truth(order, method)).collect();
        let mut session = Session::with_shares(game.clone(), entries(1 << 12), 1);
        for number in shuffled(3 * game.states() as u32, seed).into_iter().take(80) {
            let (order, state) = (number as usize % 3, number as usize / 3);
            let plan = Plan { method, ..Plan::plain(order as u8) };
            let root = HandGame::state(state);
            let answer = ask(&mut session, &root, &plan, NODES);
            let truth = truths[order][order][state];
            confirm(&game, &root, &plan, truth, &answer, &format!("seed {seed}, {method:?}, {root:?}"));
        }
    }
}

/// Palay's trap over two questions: the first meets E below C, where it fails by repetition; the second asks about E
/// itself, which is won. Whoever carries the failure over denies it.
#[test]
fn a_failure_by_repetition_is_not_carried_over() {
    for faulty in [false, true] {
        // Wide thresholds, so that D is followed to the end; no evidence, which would find the fault out.
        let plan = Plan { widening: 200, evidence: false, ..Plan::plain(0) };
        let mut session = Session::with_shares(palay(), entries(1 << 10), 1);
        session.forget_history = faulty;
        let _ = ask(&mut session, &2, &plan, NODES);
        let answer = ask(&mut session, &4, &plan, NODES);
        assert_eq!(answer.verdict.is_proved(), !faulty, "{:?}", answer.verdict);
    }
}

/// The same on random graphs: with the fault injected, sessions give wrong verdicts.
#[test]
fn the_injected_fault_is_noticed_in_sessions() {
    let mut wrong = 0;
    for seed in 0..300 {
        let shape = Shape {
            vertices: 12 + seed as usize % 30,
            moves: 3,
            cyclic: true,
            reach: 1000,
            settled_percent: 4,
            restricted: false,
        };
        let game = GraphGame::random(shape, 90_000 + seed);
        let truth = &game.truth(0, Method::Plain)[0];
        let plan = Plan { widening: 200, evidence: false, ..Plan::plain(0) };
        for faulty in [false, true] {
            let mut session = Session::with_shares(game.clone(), entries(1 << 12), 1);
            session.forget_history = faulty;
            for root in shuffled(game.vertices.len() as u32, seed) {
                let answer = ask(&mut session, &root, &plan, NODES);
                let right = answer.verdict.is_proved() == truth[root as usize];
                assert!(right || faulty, "seed {seed}, root {root}: {:?}", answer.verdict);
                wrong += usize::from(!right);
            }
        }
    }
    assert!(wrong > 10, "only {wrong} wrong verdicts");
}
