//! The checker accepts nothing that is not true.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::fixtures::game;
use super::graph::{GraphGame, Shape};
use super::{METHODS, NODES, entries, prove_with, session};
use crate::{
    Claim, Edge, Evidence, EvidenceNode, Fault, Method, PassStrategy, Plan, Step, Target, Watch, check,
};

fn shape(seed: u64) -> Shape {
    let vertices = 8 + (seed as usize * 3) % 24;
    Shape {
        vertices,
        moves: 3,
        cyclic: !seed.is_multiple_of(3),
        reach: 12,
        settled_percent: 15,
        restricted: seed.is_multiple_of(2),
    }
}

/// Changes something at random.
fn tamper(evidence: &mut Evidence<u8>, random: &mut ChaCha8Rng) {
    let count = evidence.nodes.len();
    let target = if random.random_bool(0.3) {
        Target::Settled
    } else {
        Target::Node(random.random_range(0..count + 1))
    };
    let node = &mut evidence.nodes[random.random_range(0..count)];
    let place = if node.edges.is_empty() { None } else { Some(random.random_range(0..node.edges.len())) };
    match (random.random_range(0..8), place) {
        (0, Some(place)) => drop(node.edges.remove(place)),
        (1 | 2, Some(place)) => node.edges[place].target = target,
        (3, Some(place)) => node.edges[place].step = Step::Move(random.random_range(0..5)),
        (4, _) => node.order = random.random_range(0..4),
        (5, _) => node.attacker = !node.attacker,
        (6, _) => node.edges.push(Edge { step: Step::Pass, target }),
        _ => evidence.claim = if evidence.claim == Claim::Proof { Claim::Disproof } else { Claim::Proof },
    }
}

#[test]
fn tampered_evidence_never_claims_what_is_false() {
    let (mut accepted, mut rejected, mut false_claims) = (0, 0, 0);
    for seed in 0..1500_u64 {
        let game = GraphGame::random(shape(seed), 40_000 + seed);
        // A second game that differs in one vertex: evidence of the first is tried on it.
        let mut other = game.clone();
        let changed = 2 + seed as usize % (other.vertices.len() - 2);
        other.vertices[changed] = GraphGame::random(shape(seed), 90_000 + seed).vertices[changed].clone();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for method in METHODS {
            let order = (seed % 3) as u8;
            let plan = Plan { method, ..Plan::plain(order) };
            // Half of it comes from sessions that know other positions already.
            let mut session = session(&game, entries(1 << 12));
            let asked_before = if seed.is_multiple_of(2) { 1..6 } else { 0..0 };
            for root in asked_before {
                session.prove_within(&root, &plan, NODES, 64 << 20, &Watch::new());
            }
            let answer = session.prove_within(&0, &plan, NODES, 64 << 20, &Watch::new());
            let evidence = answer.evidence.expect("evidence");
            for (tested, tampers) in [(&other, 0), (&game, 1), (&game, 1), (&game, 2), (&game, 4)] {
                let mut copy = evidence.clone();
                if !copy.nodes.is_empty() {
                    (0..tampers).for_each(|_| tamper(&mut copy, &mut random));
                }
                let truth = tested.truth(order, method)[usize::from(order)][0];
                let claims_truth = truth == (copy.claim == Claim::Proof);
                false_claims += usize::from(!claims_truth);
                match check(tested, &0, order, &copy) {
                    Ok(_) => {
                        assert!(claims_truth, "seed {seed}, {method:?}: {copy:?}");
                        accepted += 1;
                    }
                    Err(_) => rejected += 1,
                }
            }
        }
    }
    assert!(
        accepted > 100 && rejected > 10_000 && false_claims > 1000,
        "{accepted} {rejected} {false_claims}"
    );
}

#[test]
fn an_unanswered_step_is_named() {
    let mut seen = 0;
    for seed in 0..200_u64 {
        let game = GraphGame::random(shape(seed), 40_000 + seed);
        let plan = Plan::plain(0);
        let answer = prove_with(&game, &0, &plan, entries(1 << 12));
        let evidence = answer.evidence.expect("evidence");
        for index in 0..evidence.nodes.len() {
            let chooses = evidence.nodes[index].attacker == (evidence.claim == Claim::Proof);
            let mut copy = evidence.clone();
            let Some(edge) = copy.nodes[index].edges.pop() else { continue };
            let flaw = check(&game, &0, 0, &copy).expect_err("an edge is missing");
            assert_eq!(flaw.node, Some(index));
            let wanted = if chooses { Fault::NotOneStep } else { Fault::Unanswered(edge.step) };
            assert_eq!(flaw.fault, wanted);
            assert!(!flaw.to_string().is_empty());
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}

/// A node with one edge, by move 0.
fn chain(attacker: bool, order: u8, target: Target) -> EvidenceNode<u8> {
    EvidenceNode { attacker, order, edges: vec![Edge { step: Step::Move(0), target }] }
}

/// "He goes on for ever" is no proof, however the nodes are numbered.
#[test]
fn a_circular_proof_is_rejected() {
    let ring = game(&[('a', &[], None), ('a', &[2], None), ('d', &[1], None)]);
    let nodes = vec![chain(true, 0, Target::Node(1)), chain(false, 0, Target::Node(0))];
    let mut evidence = Evidence { claim: Claim::Proof, method: Method::Plain, root: Target::Node(0), nodes };
    let flaw = check(&ring, &1, 0, &evidence).expect_err("a circle");
    assert_eq!((flaw.node, flaw.fault), (Some(0), Fault::Circular));
    // The same nodes are a correct disproof.
    evidence.claim = Claim::Disproof;
    assert_eq!(check(&ring, &1, 0, &evidence), Ok(2));
}

/// A proof by zugzwang that leaves the pass out is no proof of any order.
#[test]
fn a_lambda_proof_without_the_pass_is_rejected() {
    let zugzwang = game(&[
        ('d', &[], None),
        ('a', &[2], None),
        ('d', &[3], Some(4)),
        ('a', &[0], None),
        ('a', &[], None),
    ]);
    let nodes = vec![
        chain(true, 2, Target::Settled),
        chain(false, 2, Target::Node(0)),
        chain(true, 2, Target::Node(1)),
    ];
    let method = Method::Lambda(PassStrategy::Sum);
    let mut evidence = Evidence { claim: Claim::Proof, method, root: Target::Node(2), nodes };
    let flaw = check(&zugzwang, &1, 2, &evidence).expect_err("the pass is missing");
    assert_eq!((flaw.node, flaw.fault), (Some(1), Fault::Unanswered(Step::Pass)));
    evidence.method = Method::Plain;
    assert_eq!(check(&zugzwang, &1, 2, &evidence), Ok(4));
}
