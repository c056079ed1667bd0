//! Moves per second and random games per second, on one core.
//!
//! `cargo run --release -p bench-board`
//!
//! Each board is measured in three ways: whole random games (no undo), the same moves played and taken back again
//! as a search does, and the same games on the slow twin, the set recurrences that define the rules. The last column is
//! the ratio of fast to slow in the same run; it is what to compare between machines.
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Duration;

use bench_clock::Clock;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::recurrence::SetPosition;
use tesuji_board::{Color, Playout, PlayoutRules, Point, Position, Rules, Topology, WithWords, with_words};

const BOARDS: &[&str] =
    &["square:6", "hexagon:4", "honeycomb:3", "square:9", "torus:9x9", "square:13", "square:19"];
const TIME: Duration = Duration::from_millis(1500);

fn main() {
    let boards: Vec<String> = std::env::args().skip(1).collect();
    let boards = if boards.is_empty() { BOARDS.iter().map(ToString::to_string).collect() } else { boards };
    println!(
        "{:<12} {:>6} {:>10} {:>10} {:>12} {:>14} {:>9}",
        "board", "points", "games/s", "moves/game", "moves/s", "play+undo/s", "vs twin"
    );
    for name in boards {
        let board = match Topology::parse(&name) {
            Ok(board) => board,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        with_words(board.len(), Measure { name: &name, board: &board });
    }
}

struct Measure<'a> {
    name: &'a str,
    board: &'a Arc<Topology>,
}

impl WithWords for Measure<'_> {
    type Output = ();

    fn run<const W: usize>(self) {
        let Measure { name, board } = self;
        let rules = Rules::default();
        let most = 3 * board.len();
        let mut playout: Playout<W> = Playout::new(board.clone(), PlayoutRules::default());
        let mut rng = ChaCha8Rng::seed_from_u64(1);

        let games = rate(TIME, || {
            playout.clear();
            playout.run(most, |n| below(&mut rng, n)) as u64
        });
        // Many different games: the processor would learn the branches of a single one by heart.
        let games_kept: Vec<Vec<(Color, Option<Point>)>> = (0..200)
            .map(|_| {
                playout.clear();
                let mut game = Vec::new();
                while playout.passes() < 2 && game.len() < most {
                    let color = playout.to_move();
                    game.push((color, playout.step(|n| below(&mut rng, n))));
                }
                game
            })
            .collect();
        let mut next = games_kept.iter().cycle();
        let mut position = Position::new(board.clone(), rules);
        let undone = rate(TIME / 2, || {
            let game = next.next().map_or(&[][..], |game| &game[..]);
            for &(color, point) in game {
                match point {
                    Some(point) => position.play(color, point).expect("the game was legal"),
                    None => position.pass(color),
                }
            }
            while position.undo() {}
            game.len() as u64
        });
        let twin = rate(TIME / 2, || {
            let mut slow = SetPosition::new(board.clone());
            let game = &games_kept[0];
            for &(color, point) in game {
                if let Some(point) = point {
                    slow.play(color, point);
                }
            }
            game.len() as u64
        });
        println!(
            "{:<12} {:>6} {:>10.0} {:>10.1} {:>12.0} {:>14.0} {:>8.0}x",
            name,
            board.len(),
            games.calls_per_second,
            games.units_per_second / games.calls_per_second,
            games.units_per_second,
            undone.units_per_second,
            games.units_per_second / twin.units_per_second
        );
    }
}

struct Rate {
    calls_per_second: f64,
    units_per_second: f64,
}

/// Calls the work until the time is over; the work says how many units it did.
fn rate(time: Duration, mut work: impl FnMut() -> u64) -> Rate {
    work();
    let start = Clock::start();
    let (mut calls, mut units) = (0u64, 0u64);
    while start.seconds() < time.as_secs_f64() {
        for _ in 0..20 {
            units += work();
            calls += 1;
        }
    }
    let seconds = start.seconds();
    Rate { calls_per_second: calls as f64 / seconds, units_per_second: units as f64 / seconds }
}

/// A number below `n` from 32 random bits, by multiplication: the bias is below 2^-20 on any board.
fn below(rng: &mut ChaCha8Rng, n: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(n)) >> 32) as u32
}
