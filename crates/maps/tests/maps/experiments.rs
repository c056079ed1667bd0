//! Experiments: the same numbers however the work is divided; statistics; the paper's table.

use std::ops::ControlFlow;

use std::time::{Duration, Instant};

use crate::common::board;
use tesuji_job::{Watch, Why};
use tesuji_maps::{
    Cell, Colors, Counts, Decision, PAPER, Player, RuleSet, Sprt, measure, parts, run, wilson,
};

fn cell(board_name: &str, player: &str, rules: &str, colors: Colors, seed: u64) -> Cell {
    Cell {
        board: board(board_name),
        player: Player::parse(player).unwrap(),
        against: Player::random(),
        rules: rules.parse().unwrap(),
        colors,
        seed,
    }
}

/// Nobody watches.
const KEEP_GOING: Watch = Watch::unwatched();

#[test]
fn counts_do_not_depend_on_threads_order_or_parts() {
    let cells = [
        cell("square:6", "paper3", "paper", Colors::First, 7),
        cell("honeycomb:3", "paper1", "paper,ko=positional-superko", Colors::Balanced, 7),
        cell("square:9", "P1(W)", "paper,ko=simple-ko,cap=1", Colors::First, 8),
    ];
    let games = 1700;
    let whole = measure(&cells, games, 1, &KEEP_GOING).unwrap();
    assert_eq!(whole, measure(&cells, games, 2, &KEEP_GOING).unwrap());
    assert_eq!(whole, measure(&cells, games, 5, &KEEP_GOING).unwrap());
    for (cell, counts) in cells.iter().zip(&whole) {
        assert_eq!(counts.games(), games);
        // Any cut of the games gives the same sum.
        let pieces =
            [0..1, 1..1000, 1000..1001, 1001..games].map(|range| cell.play(range, &KEEP_GOING).unwrap());
        assert_eq!(pieces.into_iter().fold(Counts::default(), |sum, part| sum + part), *counts);
    }
    assert!(whole[2].capped > 0, "some games of 9x9 are longer than the cap");
    assert_ne!(
        whole[0],
        measure(&[cell("square:6", "paper3", "paper", Colors::First, 9)], games, 1, &KEEP_GOING).unwrap()[0]
    );
}

#[test]
fn a_stopped_run_has_done_a_beginning_and_goes_on_to_the_same_end() {
    let cells = [cell("hexagon:4", "paper5", "paper", Colors::First, 3)];
    let all = parts(1, 4000);
    let mut first = Vec::new();
    let stopped = run(&cells, &all, 2, &KEEP_GOING, &mut |part, counts| {
        first.push((part.clone(), counts));
        if first.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped, Ok(()), "whoever listens has ended it");
    assert!(first.iter().map(|(part, _)| part).eq(&all[..3]), "in order, whichever thread was first");
    let mut sum = first.iter().fold(Counts::default(), |sum, (_, counts)| sum + *counts);
    run(&cells, &all[3..], 2, &KEEP_GOING, &mut |_, counts| {
        sum += counts;
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(sum, measure(&cells, 4000, 1, &KEEP_GOING).unwrap()[0]);
    let watch = Watch::new();
    let stopper = watch.clone();
    let watch = watch.seeing(move |progress| {
        assert_eq!((progress.stage, progress.total), ("playing", Some(200)));
        if progress.done > 2 {
            stopper.stop();
        }
    });
    assert_eq!(measure(&cells, 100_000, 2, &watch), Err(Why::Stopped));
    let mut seen = 0;
    let watched = run(&cells, &parts(1, 100_000), 2, &watch, &mut |_, _| {
        seen += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((watched, seen), (Err(Why::Stopped), 0));
    assert_eq!(measure(&cells, 100, 2, &Watch::new().within(Some(0.0))), Err(Why::Time));
}

/// What earlier versions counted with these seeds.
#[test]
fn the_same_seeds_play_the_same_games_as_ever() {
    let counted = [
        (cell("square:6", "paper3", "paper", Colors::First, 7), [1025, 166, 509, 0, 488, 83_616]),
        (
            cell("honeycomb:3", "paper1", "paper,ko=positional-superko", Colors::First, 7),
            [1599, 87, 14, 0, 0, 142_634],
        ),
        (
            cell("square:9", "P1(W)", "paper,ko=simple-ko,cap=1", Colors::First, 8),
            [0, 0, 1700, 1700, 0, 137_700],
        ),
    ];
    let large = [(cell("square:19", "paper5", "paper", Colors::First, 3), [166, 90, 344, 0, 344, 257_158])];
    for (games, counted) in [(1700, &counted[..]), (600, &large)] {
        let (cells, expected): (Vec<Cell>, Vec<[u64; 6]>) = counted.iter().cloned().unzip();
        let counts = measure(&cells, games, 2, &KEEP_GOING).unwrap();
        let numbers = |c: &Counts| [c.wins, c.losses, c.draws, c.capped, c.repeated, c.moves];
        assert_eq!(counts.iter().map(numbers).collect::<Vec<_>>(), expected);
    }
}

/// A chunk on a large board takes seconds, and one game on the largest too. Other tests run at the same time, so the best of three counts.
#[test]
fn a_stop_takes_effect_at_once() {
    for (name, tactic) in [("square:19", "paper5"), ("square:60", "paper4"), ("square:99", "paper1")] {
        for wait in [1, 40, 150] {
            let late = (0..3).map(|_| stopped_late(name, tactic, wait)).find(|&late| late < SOON);
            assert!(late.is_some(), "{name} after {wait} ms: three times later than {SOON:?}");
        }
    }
}

const SOON: Duration = Duration::from_millis(250);

/// How long after its stop a measurement ends.
fn stopped_late(name: &str, tactic: &str, wait: u64) -> Duration {
    let watch = Watch::new();
    let cells = [cell(name, tactic, "paper,ko=simple-ko", Colors::First, 1)];
    let (answer, late) = std::thread::scope(|scope| {
        let work = scope.spawn(|| (measure(&cells, 100_000, 2, &watch), Instant::now()));
        std::thread::sleep(Duration::from_millis(wait));
        let asked = Instant::now();
        watch.stop();
        let (answer, ended) = work.join().unwrap();
        (answer, ended.saturating_duration_since(asked))
    });
    assert_eq!(answer, Err(Why::Stopped));
    late
}

/// Table 2 of the paper where it can be reproduced: within 1.5 points and three standard errors. Two of the numbers are 1.6 and
/// 1.7 points away in the long run, so a seed in a hundred or so has one outside by chance: of the seeds 1 to 12 it is 1.
#[test]
fn table_2_on_three_boards() {
    let table = [
        ("honeycomb:3", [50.6, 68.0, 71.5, 71.1, 69.0]),
        ("hexagon:4", [53.8, 70.8, 66.7, 66.8, 56.4]),
        ("triangle:8", [53.0, 74.0, 71.5, 71.1, 65.9]),
    ];
    for (name, row) in table {
        let players = ["random", "paper1", "paper2", "paper3", "paper5"];
        let cells: Vec<Cell> =
            players.iter().map(|player| cell(name, player, "paper", Colors::First, 2)).collect();
        let counts = measure(&cells, 20_000, 2, &KEEP_GOING).unwrap();
        for ((player, paper), counts) in players.iter().zip(row).zip(counts) {
            let (rate, error) = (100.0 * counts.rate(0.5), 100.0 * counts.standard_error(0.5));
            assert!(
                (rate - paper).abs() <= 1.5 + 3.0 * error,
                "{name} {player}: {rate} +- {error}, paper {paper}"
            );
        }
    }
}

#[test]
fn balanced_random_games_are_even() {
    let rate = |colors| {
        let cells = [cell("square:5", "random", "paper", colors, 2)];
        let counts = measure(&cells, 40_000, 2, &KEEP_GOING).unwrap()[0];
        (counts.rate(0.5) - 0.5) / counts.standard_error(0.5)
    };
    assert!(rate(Colors::Balanced).abs() < 4.0, "neither side is better: {}", rate(Colors::Balanced));
    assert!(rate(Colors::First) > 4.0, "the first move is worth something: {}", rate(Colors::First));
}

#[test]
fn every_rule_set_is_read_as_it_is_written() {
    for text in [
        "paper",
        "paper,eyes=always-kept",
        "paper,eyes=filled,ko=simple-ko,passes=3,scoring=stones,draw=0,cap=2",
        "paper,ko=situational-superko",
        "paper,ko=allowed",
    ] {
        assert_eq!(text.parse::<RuleSet>().unwrap().to_string(), text);
        let counts = cell("square:4", "random", text, Colors::First, 1).play(0..200, &KEEP_GOING).unwrap();
        assert_eq!(counts.games(), 200);
        assert!(counts.repeated == 0 || !text.contains("ko="));
    }
    for text in ["", "japanese", "paper,ko=7", "paper,cap=0", "paper,draw=101", "paper,komi=1"] {
        let error = text.parse::<RuleSet>().unwrap_err().to_string();
        assert!(error.contains("expected"), "{error}");
    }
}

#[test]
fn names_and_expressions_of_players() {
    for named in PAPER {
        let player = Player::parse(named.name).unwrap();
        assert_eq!(player.meaning(), named.map().to_string());
        // The same map plays the same games whatever it is called.
        let by_name = cell("square:4", named.name, "paper", Colors::First, 1);
        let by_text = cell("square:4", named.text, "paper", Colors::First, 1);
        assert_eq!(by_name.number(), by_text.number());
    }
    assert!(Player::parse("Random").unwrap().map().is_none());
    assert!(Player::parse("nobody").is_err());
}

#[test]
fn sequential_tests_decide_and_rarely_wrongly() {
    let test = Sprt { low: 0.5, high: 0.55, error: 0.05 };
    assert_eq!(test.decide(&Counts::default()), Decision::Open);
    let won = |wins, losses| Counts { wins, losses, ..Counts::default() };
    assert_eq!(test.decide(&won(300, 200)), Decision::High);
    assert_eq!(test.decide(&won(200, 300)), Decision::Low);
    // Coins of either kind: Wald's bounds hold the share of wrong answers.
    let mut wrong = 0;
    for coin in 0..400 {
        let rate = if coin % 2 == 0 { 0.5 } else { 0.55 };
        let mut random = tesuji_job::Random::new(5, 0, coin);
        let mut counts = Counts::default();
        let decision = loop {
            if f64::from(random.below(1 << 20)) / f64::from(1 << 20) < rate {
                counts.wins += 1;
            } else {
                counts.losses += 1;
            }
            match test.decide(&counts) {
                Decision::Open => {}
                decided => break decided,
            }
        };
        wrong += usize::from((decision == Decision::High) != (coin % 2 == 1));
    }
    assert!((1..=32).contains(&wrong), "{wrong} of 400 wrong at an error of 5 percent");
}

/// By hand: a win, two draws worth a half and a loss have the mean 1/2 and the variance 1/8.
#[test]
fn the_standard_error_counts_draws_at_their_value() {
    let counts = Counts { wins: 100, draws: 200, losses: 100, ..Counts::default() };
    assert!((counts.standard_error(0.5) - (0.125f64 / 400.0).sqrt()).abs() < 1e-12);
    // Draws that count as losses: a quarter of wins.
    assert!((counts.standard_error(0.0) - (0.1875f64 / 400.0).sqrt()).abs() < 1e-12);
    assert_eq!(Counts { wins: 5, ..Counts::default() }.standard_error(0.5), 0.0);
}

#[test]
fn intervals_cover() {
    // With 40 trials at p = 0.3, Wilson's interval holds p in about 95 of 100 cases.
    let mut inside = 0;
    for case in 0..4000 {
        let mut random = tesuji_job::Random::new(6, 1, case);
        let hits = (0..40).filter(|_| random.below(1000) < 300).count();
        let [low, high] = wilson(hits as f64 / 40.0, 40, tesuji_maps::Z95);
        inside += usize::from(low <= 0.3 && 0.3 <= high);
    }
    assert!((3720..=3880).contains(&inside), "{inside} of 4000");
}
