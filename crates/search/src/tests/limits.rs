//! Limits, stops and deadlines: unknown, with the right reason, and soon.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::chase::{Chase, Scene};
use super::graph::{GraphGame, Shape};
use crate::{Limits, Plan, Progress, Unchecked, Verdict, Watch, Why, check, check_within, prove};

/// A question that takes far longer than any of these limits.
const LONG: (Chase, Scene) =
    (Chase { width: 9, height: 9, ring: true }, Scene { cops: [0, 40], robber: 80, attack: true });

fn why(limits: &Limits, watch: &Watch) -> Why {
    let answer = prove(&LONG.0, &LONG.1, &Plan::plain(0), limits, watch);
    match answer.verdict {
        Verdict::Unknown { why } => {
            assert_eq!(answer.evidence.err(), Some(why));
            why
        }
        verdict => panic!("{verdict:?}"),
    }
}

#[test]
fn each_limit_is_named() {
    let (limits, watch) = (Limits::nodes(1000), Watch::new());
    assert_eq!(why(&limits, &watch), Why::Nodes);
    assert_eq!(why(&limits.with_nodes(0), &watch), Why::Nodes);
    let many = Limits::nodes(u64::MAX);
    assert_eq!(why(&many.with_memory(60_000), &watch), Why::Memory);
    assert_eq!(why(&many.with_memory(0), &watch), Why::Memory);
    assert_eq!(why(&many, &watch.within(Some(0.0))), Why::Time);
    assert_eq!(why(&many, &watch.within(Some(0.03))), Why::Time);
    watch.stop();
    assert_eq!(why(&many, &watch), Why::Stopped);
}

#[test]
fn a_limit_of_nodes_is_kept_exactly() {
    for nodes in [1, 255, 256, 257, 5000] {
        let answer = prove(&LONG.0, &LONG.1, &Plan::plain(0), &Limits::nodes(nodes), &Watch::new());
        assert_eq!(answer.statistics.nodes, nodes);
        assert_eq!(answer.verdict, Verdict::Unknown { why: Why::Nodes });
    }
}

#[test]
fn lines_beyond_the_depth_limit_disprove_nothing() {
    let game = Chase { width: 3, height: 3, ring: false };
    let scene = Scene { cops: [0, 0], robber: 8, attack: true };
    let limits = Limits::nodes(1_000_000);
    let answer = prove(&game, &scene, &Plan { depth: 3, ..Plan::plain(0) }, &limits, &Watch::new());
    assert_eq!(answer.verdict, Verdict::Unknown { why: Why::Depth });
    let answer = prove(&game, &scene, &Plan::plain(0), &limits, &Watch::new());
    assert!(answer.verdict.is_proved());
}

/// What the search may spend holds for search and evidence together, with one thread and with several.
#[test]
fn nothing_is_expanded_beyond_the_limit_of_nodes() {
    let shape =
        Shape { vertices: 300, moves: 3, cyclic: true, reach: 300, settled_percent: 4, restricted: false };
    let (mut gathered, mut short) = (0, 0);
    for seed in 0..60 {
        let game = GraphGame::random(shape, 90_000 + seed);
        // A table of a few entries, so that the evidence has to be searched again.
        let ask = |nodes, threads| {
            let limits = Limits::nodes(nodes).with_memory(1 << 17).with_threads(threads);
            let answer = prove(&game, &0, &Plan::plain(0), &limits, &Watch::new());
            let spent = answer.statistics.nodes + answer.statistics.evidence_nodes;
            assert!(spent <= nodes, "seed {seed}: {spent} of {nodes} with {threads} threads");
            answer
        };
        let whole = ask(1_000_000, 1);
        let (searched, after) = (whole.statistics.nodes, whole.statistics.evidence_nodes);
        gathered += u32::from(after > 0);
        for nodes in [0, 1, searched / 2, searched, searched + after / 2, searched + after] {
            let answer = ask(nodes, 1);
            if nodes < searched {
                assert_eq!(answer.verdict, Verdict::Unknown { why: Why::Nodes });
            } else if nodes < searched + after {
                assert_eq!(answer.evidence.err(), Some(Why::Nodes), "seed {seed}");
                short += 1;
            } else {
                assert_eq!(answer.verdict, whole.verdict);
                assert_eq!(answer.evidence, whole.evidence);
            }
            ask(nodes, 3);
        }
    }
    assert!(gathered > 5 && short > 5, "{gathered} searched for evidence, {short} could not");
}

/// Asks the long question, stops it after some nodes, and tells how many more were looked at before the answer.
fn nodes_to_stop(threads: usize) -> u64 {
    let (stopped, seen) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let stopper = Watch::new();
    let watch = {
        let (stopper, stopped, seen) = (stopper.clone(), stopped.clone(), seen.clone());
        stopper.clone().seeing(move |progress: &Progress| {
            seen.fetch_add(1, Ordering::Relaxed);
            assert_eq!(progress.stage, "searching");
            assert!(progress.numbers.is_some_and(|(pn, dn)| pn > 0 && dn > 0));
            if progress.nodes >= 20_000 && !stopper.is_stopped() {
                stopped.store(progress.nodes, Ordering::Relaxed);
                stopper.stop();
            }
        })
    };
    let limits = Limits::nodes(u64::MAX).with_threads(threads);
    let answer = prove(&LONG.0, &LONG.1, &Plan::plain(0), &limits, &watch);
    assert!(stopper.is_stopped(), "the watch has stopped it");
    assert_eq!(answer.verdict, Verdict::Unknown { why: Why::Stopped });
    assert!(!answer.line.is_empty(), "no line");
    let seen = seen.load(Ordering::Relaxed);
    assert!(seen > 10, "{seen} looks");
    answer.statistics.nodes.saturating_sub(stopped.load(Ordering::Relaxed))
}

#[test]
fn a_stop_is_answered_at_once_with_the_current_line() {
    for threads in [1, 2] {
        // A few looks at the watch by each of them: some milliseconds.
        let more = nodes_to_stop(threads);
        assert!(more <= 2_000, "{more} nodes");
    }
}

/// A memory beyond all machines is as good as none too large.
#[test]
fn memory_beyond_the_machine_is_a_wish() {
    let limits = Limits::nodes(100_000).with_memory(u64::MAX);
    for threads in [1, 2] {
        let limits = limits.with_threads(threads);
        let answer = prove(&LONG.0, &LONG.1, &Plan::plain(0), &limits, &Watch::new());
        assert_eq!(answer.verdict, Verdict::Unknown { why: Why::Nodes });
    }
}

/// Evidence is gathered and replayed under the watch and within the limits, too.
#[test]
fn gathering_and_checking_can_be_stopped() {
    let shape =
        Shape { vertices: 3000, moves: 3, cyclic: true, reach: 3000, settled_percent: 3, restricted: false };
    let (mut gathering, mut checking) = (0, 0);
    for seed in 0..20 {
        let game = GraphGame::random(shape, 30_000 + seed);
        let ask = |watch: &Watch| prove(&game, &0, &Plan::plain(0), &Limits::nodes(1_000_000), watch);
        let Ok(evidence) = ask(&Watch::new()).evidence else { continue };
        let stopper = Watch::new();
        let watch = {
            let stopper = stopper.clone();
            stopper.clone().seeing(move |progress| {
                if progress.stage != "searching" {
                    stopper.stop();
                }
            })
        };
        let stopped = ask(&watch);
        if stopper.is_stopped() {
            gathering += 1;
            assert_eq!(stopped.evidence.err(), Some(Why::Stopped));
        }
        let replayed = check(&game, &0, 0, &evidence).expect("right evidence");
        let within = |nodes, watch: &Watch| check_within(&game, &0, 0, &evidence, nodes, watch);
        assert_eq!(within(replayed as u64, &Watch::new()), Ok(replayed));
        if replayed > 1 {
            let less = within(replayed as u64 - 1, &Watch::new());
            assert_eq!(less, Err(Unchecked::Unfinished(Why::Nodes)));
        }
        if replayed > 100 {
            checking += 1;
            assert_eq!(within(u64::MAX, &stopper), Err(Unchecked::Unfinished(Why::Stopped)));
            let late = Watch::new().within(Some(0.0));
            assert_eq!(within(u64::MAX, &late), Err(Unchecked::Unfinished(Why::Time)));
        }
    }
    assert!(
        gathering > 3 && checking > 3,
        "{gathering} were stopped while gathering, {checking} in checking"
    );
}
