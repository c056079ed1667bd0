//! Limits hold for a whole question, and what they leave open is called undecided.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tesuji_search::{Limits, Watch, Why};
use tesuji_shogi::{Length, Move, Position, Question, Solution, Verdict, cooks, solve};

/// A brinkmate, two mates by checks, and a position in which nothing helps.
const POSITIONS: [&str; 4] = [
    "8k/4p4/7p1/9/7G1/9/9/9/K8 b GL 1",
    "7lk/7p1/7G1/9/9/9/9/9/4R4 b 2p 1",
    "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1",
    "7nk/9/6G1P/9/9/9/9/9/9 b - 1",
];

fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.into_iter().map(|sfen| sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}")))
}

fn ask(position: &Position, order: u8, limits: &Limits, watch: &Watch) -> Solution {
    let question = Question { shortest: true, ..Question::of(position, order) };
    solve(position, &question, limits, watch).unwrap()
}

/// Whether there is a mate.
fn mates(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Mate { .. } => Some(true),
        Verdict::NoMate { .. } => Some(false),
        Verdict::Unknown { .. } => None,
    }
}

#[test]
fn search_shortest_and_replay_together_keep_the_nodes_and_no_verdict_changes_with_them() {
    let mut open = 0;
    for position in positions() {
        for order in [1, 2] {
            let whole = ask(&position, order, &Limits::nodes(2_000_000), &Watch::new());
            let truth = mates(whole.verdict).expect("enough nodes");
            for nodes in (0..40).chain([64, 100, 300, 1000, 3000, 10_000, 100_000]) {
                let solution = ask(&position, order, &Limits::nodes(nodes), &Watch::new());
                assert!(solution.spent() <= nodes, "{position}: {} of {nodes}", solution.spent());
                match mates(solution.verdict) {
                    Some(known) => assert_eq!(known, truth, "{position}"),
                    None => {
                        assert_eq!(solution.verdict, Verdict::Unknown { why: Why::Nodes }, "{position}");
                        open += 1;
                    }
                }
                match (solution.length, solution.verdict) {
                    (Length::Shortest, _) => assert_eq!(solution.line.len(), whole.line.len(), "{position}"),
                    (Length::Bound, Verdict::Mate { order: 1, .. }) => {
                        assert_eq!(solution.shortening_ended, Some(Why::Nodes), "{position}");
                    }
                    _ => assert_eq!(solution.shortening_ended, None, "{position}"),
                }
                // What was refuted on the way is told, and true; an order that is neither may be too high.
                assert!(solution.refuted <= whole.refuted, "{position}: {:?}", solution.refuted);
                if let (Verdict::Mate { order: found, .. }, Verdict::Mate { order, .. }) =
                    (solution.verdict, whole.verdict)
                {
                    assert!(found >= order, "{position}");
                    assert!(found == order || solution.refuted.is_none(), "{position}");
                }
            }
        }
    }
    assert!(open > 20, "only {open} questions were left open");
}

#[test]
fn an_order_that_is_refuted_is_told_when_the_next_one_is_open() {
    let brinkmates = include_str!("../../../../examples/hisshi.txt");
    let mut half_known = 0;
    for line in brinkmates.lines().filter(|line| !line.starts_with('#')).step_by(6) {
        let position: Position = line.split('|').nth(1).unwrap().parse().unwrap();
        let refuted = |nodes| {
            let solution = ask(&position, 2, &Limits::nodes(nodes), &Watch::new());
            (solution.refuted, mates(solution.verdict))
        };
        half_known += (4..12).filter(|&power| refuted(1 << power) == (Some(1), None)).count();
        assert_eq!(refuted(0), (None, None));
    }
    assert!(half_known > 5, "only {half_known} questions were left half open");
}

#[test]
fn first_moves_share_the_nodes_and_none_is_lost() {
    let mut open = 0;
    for position in positions() {
        // Quiet moves in a position full of pieces are too many.
        let most = if position.legal_moves().len() > 100 { 1 } else { 2 };
        for order in 1..=most {
            let question = Question::of(&position, order);
            let ask = |nodes| {
                let found = cooks(&position, &question, order, &Limits::nodes(nodes), &Watch::new());
                assert!(found.nodes <= nodes, "{position}: {} of {nodes}", found.nodes);
                assert_eq!(found.why.is_some(), !found.undecided.is_empty());
                found
            };
            let whole = ask(20_000_000);
            assert!(whole.undecided.is_empty(), "{position}: {whole:?}");
            for nodes in [0, 1, 10, 100, 1000, 10_000] {
                let found = ask(nodes);
                assert_eq!(found, ask(nodes));
                open += found.undecided.len();
                let known = |first: &Move| found.moves.contains(first) || found.undecided.contains(first);
                assert!(whole.moves.iter().all(known), "{position}, {nodes} nodes: {found:?}");
                assert!(found.moves.iter().all(|first| whole.moves.contains(first)), "{position}");
            }
        }
    }
    assert!(open > 100, "only {open} moves were left open");
}

#[test]
fn moves_that_nobody_waits_for_are_undecided() {
    let position: Position = "8k/4p4/7p1/9/7G1/9/9/9/K8 b GL 1".parse().unwrap();
    let question = Question::of(&position, 2);
    let limits = Limits::nodes(1_000_000);
    let quiet = || position.legal_moves().len() - position.checking_moves().len();
    for (watch, why) in [(Watch::new(), Why::Stopped), (Watch::new().within(Some(0.0)), Why::Time)] {
        if why == Why::Stopped {
            watch.stop();
        }
        let found = cooks(&position, &question, 2, &limits, &watch);
        assert_eq!((found.moves.len(), found.undecided.len(), found.why), (0, quiet(), Some(why)));
        assert_eq!(ask(&position, 2, &limits, &watch).verdict, Verdict::Unknown { why });
    }
    // A stop on the way: those that were judged stay judged.
    let (stopper, looks) = (Watch::new(), Arc::new(AtomicU64::new(0)));
    let watch = {
        let stopper = stopper.clone();
        stopper.clone().seeing(move |_| {
            if looks.fetch_add(1, Ordering::Relaxed) == 20 {
                stopper.stop();
            }
        })
    };
    let found = cooks(&position, &question, 2, &limits, &watch);
    assert!((1..quiet()).contains(&found.undecided.len()), "{}", found.undecided.len());
    let whole = cooks(&position, &question, 2, &limits, &Watch::new());
    assert!(whole.moves.iter().all(|first| found.moves.contains(first) || found.undecided.contains(first)));
}

#[test]
fn too_little_memory_is_unknown_or_right() {
    let mut open = 0;
    for position in positions() {
        for order in [1, 2] {
            let truth = mates(ask(&position, order, &Limits::nodes(2_000_000), &Watch::new()).verdict);
            for memory in [0, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 20] {
                let limits = Limits::nodes(200_000).with_memory(memory);
                match ask(&position, order, &limits, &Watch::new()).verdict {
                    Verdict::Unknown { why } => {
                        assert!(matches!(why, Why::Memory | Why::Nodes), "{position}: {why}");
                        open += 1;
                    }
                    verdict => assert_eq!(mates(verdict), truth, "{position} with {memory} bytes"),
                }
            }
        }
    }
    assert!(open > 5, "only {open} questions were left open");
}
