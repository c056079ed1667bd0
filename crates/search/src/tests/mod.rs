//! Validation against brute force.
//!
//! Every property here compares the engine with something slow and obviously right, over thousands of random
//! games: graphs with and without cycles, games with a hand, small board games. Each verdict must equal the
//! truth at every table size, every piece of evidence must pass the checker, and an injected fault must be
//! noticed.

mod advice;
mod chase;
mod fixtures;
mod graph;
mod hand;
mod limits;
mod random_graphs;
mod sessions;
mod tampering;
mod tic_tac_toe;

use crate::memory::Shares;
use crate::{Answer, Claim, Domain, Method, PassStrategy, Plan, Session, Verdict, Watch, check};

/// Nodes for one question.
const NODES: u64 = 20_000_000;

/// A table of this many entries and room for everything else.
fn entries(count: usize) -> Shares {
    // A quarter of the table memory is for claims bound to a line.
    let table = (count * 32).div_ceil(3) * 3;
    Shares { table, twin: table / 3, working: 64 << 20 }
}

/// A session with a memory shared out as the test wants it.
fn session<D: Domain>(domain: &D, shares: Shares) -> Session<D> {
    Session::with_shares(domain.clone(), shares, 1)
}

/// Asks with a memory shared out as the test wants it.
fn prove_with<D: Domain>(domain: &D, root: &D::State, plan: &Plan, shares: Shares) -> Answer<D::Move> {
    session(domain, shares).prove_within(root, plan, NODES, shares.working, &Watch::new())
}

const METHODS: [Method; 5] = [
    Method::Plain,
    Method::Threats(PassStrategy::HighestOrder),
    Method::Threats(PassStrategy::Sum),
    Method::Lambda(PassStrategy::HighestOrder),
    Method::Lambda(PassStrategy::Sum),
];

/// Compares an answer with the truth and has its evidence checked.
fn confirm<D: Domain>(
    domain: &D,
    root: &D::State,
    plan: &Plan,
    truth: bool,
    answer: &Answer<D::Move>,
    what: &str,
) {
    let wanted = if truth { Claim::Proof } else { Claim::Disproof };
    match answer.verdict {
        Verdict::Proved { order, .. } => {
            assert!(truth, "{what}: proved, but it is not true");
            assert!(order <= plan.order, "{what}: order {order}");
        }
        Verdict::Disproved { .. } => assert!(!truth, "{what}: disproved, but it is true"),
        Verdict::Unknown { why } => panic!("{what}: unknown because of {why:?}"),
    }
    if plan.evidence {
        let evidence =
            answer.evidence.as_ref().unwrap_or_else(|why| panic!("{what}: no evidence because of {why:?}"));
        assert_eq!(evidence.claim, wanted, "{what}");
        if let Err(flaw) = check(domain, root, plan.order, evidence) {
            panic!("{what}: {flaw}");
        }
    }
}

/// Asks one question and confirms the answer.
fn ask<D: Domain>(domain: &D, root: &D::State, plan: &Plan, shares: Shares, truth: bool, what: &str) {
    let answer = prove_with(domain, root, plan, shares);
    confirm(domain, root, plan, truth, &answer, what);
}
