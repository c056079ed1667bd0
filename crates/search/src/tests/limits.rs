//! Limits, stops and deadlines: unknown, with the right reason, and soon.

use std::time::{Duration, Instant};

use super::chase::{Chase, Scene};
use crate::{Control, Limits, Plan, Progress, Unobserved, Verdict, Why, prove, prove_parallel};

/// A question that takes far longer than any of these limits.
const LONG: (Chase, Scene) =
    (Chase { width: 9, height: 9, ring: true }, Scene { cops: [0, 40], robber: 80, attack: true });

fn why(limits: &Limits) -> Why {
    let answer = prove(&LONG.0, &LONG.1, &Plan::plain(0), limits, &mut Unobserved);
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
    let limits = Limits::nodes(1000);
    assert_eq!(why(&limits), Why::Nodes);
    assert_eq!(why(&Limits { nodes: 0, ..limits }), Why::Nodes);
    let many = Limits::nodes(u64::MAX);
    assert_eq!(why(&Limits { working_bytes: 20_000, ..many }), Why::Memory);
    assert_eq!(why(&Limits { deadline: Some(Instant::now()), ..many }), Why::Time);
    assert_eq!(
        why(&Limits { deadline: Some(Instant::now() + Duration::from_millis(30)), ..many }),
        Why::Time
    );
}

#[test]
fn a_limit_of_nodes_is_kept_exactly() {
    for nodes in [1, 255, 256, 257, 5000] {
        let answer = prove(&LONG.0, &LONG.1, &Plan::plain(0), &Limits::nodes(nodes), &mut Unobserved);
        assert_eq!(answer.statistics.nodes, nodes);
        assert_eq!(answer.verdict, Verdict::Unknown { why: Why::Nodes });
    }
}

#[test]
fn lines_beyond_the_depth_limit_disprove_nothing() {
    let game = Chase { width: 3, height: 3, ring: false };
    let scene = Scene { cops: [0, 0], robber: 8, attack: true };
    let limits = Limits { depth: 3, ..Limits::nodes(1_000_000) };
    let answer = prove(&game, &scene, &Plan::plain(0), &limits, &mut Unobserved);
    assert_eq!(answer.verdict, Verdict::Unknown { why: Why::Depth });
    let answer = prove(&game, &scene, &Plan::plain(0), &Limits::nodes(1_000_000), &mut Unobserved);
    assert!(answer.verdict.is_proved());
}

/// Asks the long question, stops it after some nodes, and tells how long the answer took from there.
fn time_to_stop(threads: usize) -> Duration {
    let mut stopped = None;
    let mut seen = 0;
    let mut observer = |progress: &Progress| {
        seen += 1;
        assert!(progress.pn > 0 && progress.dn > 0);
        if progress.nodes < 20_000 {
            return Control::Continue;
        }
        stopped = Some(Instant::now());
        Control::Stop
    };
    let limits = Limits::nodes(u64::MAX);
    let answer = prove_parallel(&LONG.0, &LONG.1, &Plan::plain(0), &limits, threads, &mut observer);
    let elapsed = stopped.expect("the observer has stopped it").elapsed();
    assert_eq!(answer.verdict, Verdict::Unknown { why: Why::Stopped });
    assert!(!answer.line.is_empty() && seen > 10);
    elapsed
}

#[test]
fn a_stop_is_answered_at_once_with_the_current_line() {
    for threads in [1, 2] {
        // The machine may be busy with other things, so the best of a few attempts counts.
        let best = (0..5).map(|_| time_to_stop(threads)).min().unwrap_or_default();
        assert!(best < Duration::from_millis(50), "{best:?}");
    }
}
