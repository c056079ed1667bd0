//! Limits, interruption, and questions that cannot be answered.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::{LIMITS, board, random_graph};
use tesuji_job::{Limits, Progress, Unknown, Watch, Why};
use tesuji_strings::{Error, Method, Optima, Program, Variant, check, count, solve};

fn unknown<T>(answer: Result<T, Error>) -> Unknown {
    match answer {
        Err(Error::Unknown(unknown)) => unknown,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("there is an answer"),
    }
}

/// A watch that stops the job when it sees this.
fn stopping(when: impl Fn(&Progress) -> bool + Send + Sync + 'static) -> Watch {
    let watch = Watch::new();
    let stopper = watch.clone();
    watch.seeing(move |progress| {
        if when(progress) {
            stopper.stop();
        }
    })
}

#[test]
fn limits_are_kept_and_reproducible() {
    let few = Limits::nodes(10_000).with_memory(200_000_000);
    let states = |limit: u64| {
        let sentence = format!("the limit of {limit} nodes was reached before the answer was proved");
        Unknown::new(Why::Nodes, sentence)
    };
    for name in ["square:18", "torus:7x7"] {
        for _ in 0..2 {
            let answer = solve(&board(name), Method::Frontier, &few, &Watch::unwatched());
            assert_eq!(unknown(answer), states(10_000), "{name}");
        }
    }
    let small = Limits::nodes(u64::MAX).with_memory(100_000);
    let answer = count(&board("square:18"), 0, &small, &Watch::unwatched());
    let reason = unknown(answer);
    assert_eq!(reason.why, Why::Memory);
    assert!(reason.to_string().ends_with("MB of memory would be needed, the limit is 0 MB"), "{reason}");
    let answer = solve(&board("torus:7x7"), Method::Frontier, &small, &Watch::unwatched());
    assert_eq!(unknown(answer).why, Why::Memory);
    let by_program = Method::Program(Variant::Both);
    let optimum = solve(&board("square:8"), by_program, &LIMITS, &Watch::unwatched()).unwrap();
    for nodes in [1, 3, optimum.states() - 1] {
        let answer = solve(&board("square:8"), by_program, &LIMITS.with_nodes(nodes), &Watch::unwatched());
        assert_eq!(unknown(answer), states(nodes));
    }
    let enough = LIMITS.with_nodes(optimum.states());
    assert!(solve(&board("square:8"), by_program, &enough, &Watch::unwatched()).is_ok());
    let answer = solve(&board("square:9"), by_program, &small, &Watch::unwatched());
    assert_eq!(unknown(answer).why, Why::Memory);
}

#[test]
fn the_watch_sees_every_stage_and_can_stop_it() {
    let stages = Arc::new(Mutex::new(Vec::new()));
    let seen = stages.clone();
    let watch = Watch::new().seeing(move |progress| {
        assert!(progress.total.is_some_and(|total| progress.done <= total));
        let mut seen = seen.lock().unwrap();
        if seen.last() != Some(&progress.stage) {
            seen.push(progress.stage);
        }
    });
    count(&board("square:13"), 0, &LIMITS, &watch).unwrap();
    let stages = stages.lock().unwrap();
    assert!(stages.starts_with(&[
        "preparing the bound",
        "looking for a board",
        "proving that no board is better"
    ]));
    assert!(stages.ends_with(&["counting"]));

    let answer = solve(&board("square:13"), Method::Auto, &LIMITS, &stopping(|_| true));
    assert_eq!(unknown(answer), Why::Stopped.into());
    for stop in ["looking for a board", "proving that no board is better", "counting"] {
        for name in ["square:13", "torus:5x5"] {
            let watch = stopping(move |progress| progress.stage == stop);
            let answer = Optima::new(&board(name), 0, &LIMITS, &watch);
            assert_eq!(unknown(answer), Why::Stopped.into(), "{name} {stop}");
        }
    }
    let by_program = Method::Program(Variant::Simple);
    let watch = stopping(|progress| progress.stage == "branching" && progress.done == 3);
    assert_eq!(unknown(solve(&board("square:9"), by_program, &LIMITS, &watch)), Why::Stopped.into());
    let late = Watch::new().within(Some(0.0));
    assert_eq!(unknown(solve(&board("square:9"), by_program, &LIMITS, &late)), Why::Time.into());
}

/// However large the lists and the linear programs are, nobody waits for a stop. The limit is generous, as other tests run
/// at the same time.
#[test]
fn a_stop_takes_effect_at_once() {
    let limits = Limits::nodes(u64::MAX).with_memory(2_000_000_000);
    let certificate = solve(&board("square:17"), Method::Frontier, &limits, &Watch::unwatched())
        .unwrap()
        .certificate()
        .unwrap();
    type Job<'a> = &'a (dyn Fn(&Watch) -> Result<(), Error> + Sync);
    let jobs: [(&str, Job<'_>); 6] = [
        ("value", &|watch| solve(&board("square:26"), Method::Frontier, &limits, watch).map(drop)),
        ("count", &|watch| count(&board("square:19"), 0, &limits, watch).map(drop)),
        ("graph", &|watch| Optima::new(&board("torus:8x8"), 0, &limits, watch).map(drop)),
        ("weights", &|watch| solve(&board("square:26-C3"), Method::Frontier, &limits, watch).map(drop)),
        ("program", &|watch| {
            solve(&board("torus:21x21"), Method::Program(Variant::Simple), &limits, watch).map(drop)
        }),
        ("check", &|watch| {
            check(&certificate, &limits, watch).map(drop).map_err(|rejected| match rejected {
                tesuji_strings::Rejected::Unfinished(unknown) => unknown.into(),
                other => panic!("{other}"),
            })
        }),
    ];
    for (name, job) in jobs {
        for wait in [1, 40, 150] {
            let watch = Watch::new();
            let (answer, late) = std::thread::scope(|scope| {
                let work = scope.spawn(|| (job(&watch), Instant::now()));
                std::thread::sleep(Duration::from_millis(wait));
                let asked = Instant::now();
                watch.stop();
                let (answer, ended) = work.join().unwrap();
                (answer, ended.saturating_duration_since(asked))
            });
            if let Err(reason) = answer {
                assert_eq!(reason, Why::Stopped.into(), "{name}");
            }
            assert!(late < Duration::from_millis(250), "{name} after {wait} ms: {late:?}");
        }
    }
}

#[test]
fn absurd_sizes_are_refused_with_what_is_feasible() {
    let refused = |name: &str, method| {
        solve(&board(name), method, &LIMITS, &Watch::unwatched()).err().unwrap().to_string()
    };
    let sentence = refused("square:100", Method::Auto);
    assert!(sentence.contains("at most 32") && sentence.contains("19x19"), "{sentence}");
    let sentence = refused("torus:40x40", Method::Auto);
    assert!(sentence.contains("frontier") && sentence.contains("feasible"), "{sentence}");
    let sentence = refused("square:31", Method::Program(Variant::Simple));
    assert!(sentence.contains("900 points") && sentence.contains("11x11"), "{sentence}");
    // So many odd circles that one relaxation alone would take minutes.
    let sentence = refused("torus:29x31", Method::Program(Variant::Simple));
    assert!(sentence.contains("1798 variables") && sentence.contains("11x11"), "{sentence}");
    let relaxed = Program::any_board(&board("torus:29x31")).relaxation(&Watch::unwatched());
    assert_eq!(relaxed.unwrap_err().why, Why::OutOfReach);
    let sentence = refused("hexagon:4", Method::Program(Variant::Corner));
    assert!(sentence.contains("square boards only"), "{sentence}");
    let answer = Optima::new(&board("hexagon:3"), 1, &LIMITS, &Watch::unwatched()).err().unwrap();
    assert!(answer.to_string().contains("rectangular boards only"));
}

/// Long boards have large losses, which the tables keep relative to each row.
#[test]
fn long_boards_are_solved() {
    let optimum = solve(&board("grid:1000x5"), Method::Auto, &LIMITS, &Watch::unwatched()).unwrap();
    assert_eq!(optimum.empty().len(), (6 * 1000 + 8) / 5);
    let optimum = solve(&board("grid:1x9999"), Method::Auto, &LIMITS, &Watch::unwatched()).unwrap();
    assert_eq!(optimum.empty().len(), 3333);
}

/// Where the frontier is too wide, the integer program takes over.
#[test]
fn wide_graphs_are_solved_by_the_integer_program() {
    let dense = random_graph(30, 75, 11);
    let answer = solve(&dense, Method::Frontier, &LIMITS, &Watch::unwatched());
    assert_eq!(unknown(answer).why, Why::OutOfReach);
    let optimum = solve(&dense, Method::Auto, &LIMITS, &Watch::unwatched()).unwrap();
    assert!(optimum.certificate().is_none());
    // Too few nodes are told as that: more would help.
    let answer = solve(&dense, Method::Auto, &LIMITS.with_nodes(20_000), &Watch::unwatched());
    assert_eq!(unknown(answer).why, Why::Nodes);
    assert!(optimum.setup().faults().is_empty());
}

/// A board in several pieces, with points that can only be empty.
#[test]
fn boards_in_pieces_are_solved() {
    let graph = random_graph(40, 2, 5);
    let optimum = solve(&graph, Method::Auto, &LIMITS, &Watch::unwatched()).unwrap();
    let by_program = solve(&graph, Method::Program(Variant::Simple), &LIMITS, &Watch::unwatched()).unwrap();
    assert_eq!(optimum.strings(), by_program.strings());
}
