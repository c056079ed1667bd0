//! Limits, interruption, and questions that cannot be answered.

mod common;

use std::ops::ControlFlow;

use common::{LIMITS, board, random_graph};
use tesuji_strings::{Limits, Method, Optima, Progress, Stage, Unsolved, Variant, count, solve, unobserved};

#[test]
fn limits_are_kept_and_reproducible() {
    let few = Limits { states: 10_000, bytes: 200_000_000 };
    for name in ["square:18", "torus:7x7"] {
        for _ in 0..2 {
            let answer = solve(&board(name), Method::Frontier, &few, &mut unobserved);
            assert_eq!(answer.err(), Some(Unsolved::States { limit: 10_000 }), "{name}");
        }
    }
    let small = Limits { states: u64::MAX, bytes: 100_000 };
    let answer = count(&board("square:18"), 0, &small, &mut unobserved);
    assert!(matches!(answer, Err(Unsolved::Memory { limit: 100_000, .. })), "{answer:?}");
    let answer = solve(&board("torus:7x7"), Method::Frontier, &small, &mut unobserved);
    assert!(matches!(answer, Err(Unsolved::Memory { limit: 100_000, .. })));
    let nodes = Limits { states: 3, bytes: 100_000_000 };
    let answer = solve(&board("square:9"), Method::Program(Variant::Both), &nodes, &mut unobserved);
    assert_eq!(answer.err(), Some(Unsolved::States { limit: 3 }));
}

#[test]
fn the_observer_sees_every_stage_and_can_stop_it() {
    let mut stages = Vec::new();
    let mut watch = |progress: &Progress| {
        assert!(progress.done <= progress.total);
        if stages.last() != Some(&progress.stage) {
            stages.push(progress.stage);
        }
        ControlFlow::Continue(())
    };
    count(&board("square:13"), 0, &LIMITS, &mut watch).unwrap();
    stages.dedup();
    assert!(
        stages.starts_with(&[Stage::Preparing, Stage::Searching, Stage::Refuting])
            && stages.ends_with(&[Stage::Counting])
    );

    let answer = solve(&board("square:13"), Method::Auto, &LIMITS, &mut |_| ControlFlow::Break(()));
    assert_eq!(answer.err(), Some(Unsolved::Interrupted));
    for stop in [Stage::Searching, Stage::Refuting, Stage::Counting] {
        for name in ["square:13", "torus:5x5"] {
            let mut watch = |progress: &Progress| {
                if progress.stage == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let answer = Optima::new(&board(name), 0, &LIMITS, &mut watch);
            assert_eq!(answer.err(), Some(Unsolved::Interrupted), "{name} {stop:?}");
        }
    }
    let answer =
        solve(&board("square:9"), Method::Program(Variant::Simple), &LIMITS, &mut |_| ControlFlow::Break(()));
    assert_eq!(answer.err(), Some(Unsolved::Interrupted));
}

#[test]
fn absurd_sizes_are_refused_with_what_is_feasible() {
    let refused =
        |name: &str, method| solve(&board(name), method, &LIMITS, &mut unobserved).err().unwrap().to_string();
    let sentence = refused("square:100", Method::Auto);
    assert!(sentence.contains("at most 32") && sentence.contains("19x19"), "{sentence}");
    let sentence = refused("torus:40x40", Method::Auto);
    assert!(sentence.contains("frontier") && sentence.contains("feasible"), "{sentence}");
    let sentence = refused("square:31", Method::Program(Variant::Simple));
    assert!(sentence.contains("900 points") && sentence.contains("11x11"), "{sentence}");
    let sentence = refused("hexagon:4", Method::Program(Variant::Corner));
    assert!(sentence.contains("square boards only"), "{sentence}");
    let answer = Optima::new(&board("hexagon:3"), 1, &LIMITS, &mut unobserved).err().unwrap();
    assert!(answer.to_string().contains("rectangular boards only"));
}

/// Long boards have large losses, which the tables keep relative to each row.
#[test]
fn long_boards_are_solved() {
    let optimum = solve(&board("grid:1000x5"), Method::Auto, &LIMITS, &mut unobserved).unwrap();
    assert_eq!(optimum.empty().len(), (6 * 1000 + 8) / 5);
    let optimum = solve(&board("grid:1x9999"), Method::Auto, &LIMITS, &mut unobserved).unwrap();
    assert_eq!(optimum.empty().len(), 3333);
}

/// Where the frontier is too wide, the integer program takes over.
#[test]
fn wide_graphs_are_solved_by_the_integer_program() {
    let dense = random_graph(30, 75, 11);
    let answer = solve(&dense, Method::Frontier, &LIMITS, &mut unobserved);
    assert!(matches!(answer, Err(Unsolved::OutOfReach { .. })));
    let optimum = solve(&dense, Method::Auto, &LIMITS, &mut unobserved).unwrap();
    assert!(optimum.certificate().is_none());
    assert!(optimum.setup().faults().is_empty());
}

/// A board in several pieces, with points that can only be empty.
#[test]
fn boards_in_pieces_are_solved() {
    let graph = random_graph(40, 2, 5);
    let optimum = solve(&graph, Method::Auto, &LIMITS, &mut unobserved).unwrap();
    let by_program = solve(&graph, Method::Program(Variant::Simple), &LIMITS, &mut unobserved).unwrap();
    assert_eq!(optimum.strings(), by_program.strings());
}
