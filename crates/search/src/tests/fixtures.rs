//! Small games with a known trap.

use super::chase::Chase;
use super::graph::{GraphGame, Vertex};
use super::{ask, confirm, entries, prove_with};
use crate::domain::Claim;
use crate::engine::Engine;
use crate::stripes::Stripes;
use crate::twin::TwinTable;
use crate::{Limits, Method, Outcome, PassStrategy, Plan, Verdict, Watch, prove};

/// A game from a list of vertices: side to move ('a' or 'd'), moves, pass. Vertex 0 of every list is the
/// goal.
pub(super) fn game(vertices: &[(char, &[u32], Option<u32>)]) -> GraphGame {
    let vertex = |&(side, moves, pass): &(char, &[u32], Option<u32>)| Vertex {
        attacker: side == 'a',
        outcome: None,
        moves: moves.iter().enumerate().map(|(label, &target)| (label as u8, target, 0)).collect(),
        pass,
    };
    let mut vertices: Vec<Vertex> = vertices.iter().map(vertex).collect();
    vertices[0].outcome = Some(Outcome::Goal);
    GraphGame { vertices, ..GraphGame::default() }
}

/// Palay's trap: below C the attacker looks at D first, whose line goes through E back to C and fails
/// *there*. C is won by G. E alone is won as well, by going to A and on to C. Who stores "E fails" as a
/// general truth denies the root.
///
/// ```text
/// root 1 (defender) -> C 2, E 3      C 2 (attacker) -> D 4, G 5      G 5 (defender) -> goal 0
/// E 3 (attacker) -> A 6              D 4 (defender) -> E 3           A 6 (defender) -> C 2
/// ```
pub(super) fn palay() -> GraphGame {
    game(&[
        ('a', &[], None),
        ('d', &[2, 3], None),
        ('a', &[4, 5], None),
        ('a', &[6], None),
        ('d', &[3], None),
        ('d', &[0], None),
        ('d', &[2], None),
    ])
}

#[test]
fn a_failure_by_repetition_is_not_taken_along_to_another_line() {
    for table in [8, 1 << 8, 1 << 20] {
        for widening in [0, 25, 200] {
            ask(&palay(), &1, &Plan { widening, ..Plan::plain(0) }, entries(table), true, "Palay's trap");
        }
    }
}

#[test]
fn the_injected_fault_falls_into_the_trap() {
    // Wide thresholds, so that C is finished before E is looked at.
    let plan = Plan { widening: 200, ..Plan::plain(0) };
    let (mut game, watch) = (palay(), Watch::new());
    let mut twin = TwinTable::with_bytes(1 << 12);
    let budget = crate::budget::Budget::new(super::NODES, 0, &watch);
    let mut engine =
        Engine::new(&mut game, 1, &plan, 64 << 20, Stripes::with_bytes(1 << 16), &mut twin, budget);
    engine.forget_history = true;
    assert_eq!(engine.run(0).map(|finding| finding.claim), Ok(Claim::Disproof));
}

/// A ring without an exit is a disproof that never ends; the evidence says so by returning to its own nodes.
#[test]
fn going_round_for_ever_is_a_disproof() {
    let ring =
        game(&[('a', &[], None), ('a', &[2], None), ('d', &[3], None), ('a', &[4], None), ('d', &[1], None)]);
    let answer = prove_with(&ring, &1, &Plan::plain(0), entries(64));
    confirm(&ring, &1, &Plan::plain(0), false, &answer, "ring");
    assert_eq!(answer.evidence.map(|evidence| evidence.nodes.len()), Ok(4));
    assert_eq!(answer.line.len(), 4);
}

/// The defender is in zugzwang: each real move loses, but the attacker threatens nothing, so a pass would
/// save him. The lambda definition calls this no proof, whichever part is read first; plain df-pn, in which
/// there is no pass, calls it one.
#[test]
fn zugzwang_is_no_lambda_proof() {
    // 1 attacker -> 2 defender -> 3 attacker -> 4 defender, no moves; the pass at 2 leads to 5, where nothing
    // can be done.
    let zugzwang = game(&[
        ('a', &[], None),
        ('a', &[2], None),
        ('d', &[3], Some(5)),
        ('a', &[0], None),
        ('d', &[], None),
        ('a', &[], None),
    ]);
    ask(&zugzwang, &1, &Plan::plain(3), entries(64), true, "plain");
    for strategy in [PassStrategy::HighestOrder, PassStrategy::Sum] {
        for order in 0..4 {
            ask(&zugzwang, &1, &Plan::lambda(order, strategy), entries(64), false, "lambda");
        }
    }
}

/// A settled root needs no search.
#[test]
fn roots_settled_by_the_rules() {
    let game = game(&[('a', &[], None), ('d', &[0], None), ('a', &[1], None)]);
    let plan = Plan::lambda(0, PassStrategy::HighestOrder);
    ask(&game, &0, &plan, entries(64), true, "goal");
    ask(&game, &1, &plan, entries(64), false, "defender to move at order 0");
    ask(&game, &2, &plan, entries(64), false, "no direct goal at order 0");
    ask(&game, &2, &Plan::plain(0), entries(64), true, "plain df-pn knows no order 0");
}

/// Numbers double at every level of this ladder of diamonds and would pass any fixed width; they stop at the
/// largest.
#[test]
fn sums_that_double_at_every_level_saturate() {
    let levels = 60_u32;
    let mut list: Vec<(char, Vec<u32>)> = vec![('a', Vec::new())];
    for level in 0..levels {
        // Defender -> two attackers -> next defender.
        let base = 1 + level * 3;
        list.push(('d', vec![base + 1, base + 2]));
        list.push(('a', vec![base + 3]));
        list.push(('a', vec![base + 3]));
    }
    list.push(('d', vec![0]));
    let borrowed: Vec<(char, &[u32], Option<u32>)> =
        list.iter().map(|(side, moves)| (*side, &moves[..], None)).collect();
    let mut diamonds = game(&borrowed);
    for weak_sums in [false, true] {
        let plan = Plan { weak_sums, ..Plan::plain(0) };
        ask(&diamonds, &1, &plan, entries(1 << 8), true, "diamonds");
    }
    // The same with the goal out of reach.
    let last = diamonds.vertices.len() - 1;
    diamonds.vertices[last].outcome = Some(Outcome::Refuted);
    ask(&diamonds, &1, &Plan::plain(0), entries(1 << 8), false, "diamonds without a goal");
}

/// Cops and robber: every move can be taken back. Half of the scenes on a torus are won, half go round for
/// ever.
#[test]
fn games_that_are_nothing_but_cycles() {
    for (width, height, ring, step) in
        [(3, 3, true, 7), (4, 3, true, 61), (3, 3, false, 19), (4, 4, false, 101)]
    {
        let game = Chase { width, height, ring };
        for (scene, won) in game.solve_all().into_iter().step_by(step) {
            for table in [1 << 14, 1 << 20] {
                ask(
                    &game,
                    &scene,
                    &Plan::plain(0),
                    entries(table),
                    won,
                    &format!("{game:?} {scene:?} table {table}"),
                );
            }
        }
    }
}

#[test]
fn the_same_question_takes_the_same_nodes_twice() {
    let game = Chase { width: 4, height: 4, ring: false };
    let scene = super::chase::Scene { cops: [0, 1], robber: 15, attack: true };
    let run = || prove(&game, &scene, &Plan::plain(0), &Limits::nodes(1_000_000), &Watch::new());
    let (first, second) = (run(), run());
    assert_eq!(first.statistics, second.statistics);
    assert_eq!(first.evidence, second.evidence);
    assert!(matches!(first.verdict, Verdict::Proved { .. }));
    assert_eq!(first.evidence.map(|evidence| evidence.method), Ok(Method::Plain));
}
