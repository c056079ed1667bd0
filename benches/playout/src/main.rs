//! Random games and games of tactic maps per second, on one core, beside OpenSpiel in the same run.
//!
//! `cargo run --release -p bench-playout [BOARD...]`
//!
//! Times are processor time of the thread where the system tells it (Linux). Every board is measured in slices, and the table
//! shows the median slice and the best one: on a busy machine the two differ. OpenSpiel is asked for the same square boards
//! through `openspiel.py`, which installs it from PyPI into a folder of its own under `target`; without Python or a network its
//! column stays empty. It plays by other rules (passes are moves like others, eyes are filled, positional superko), so moves per
//! second are shown as well.
#![allow(clippy::print_stdout)]

use std::process::Command;
use std::sync::Arc;

use bench_clock::Clock;
use tesuji_board::{Playout, PlayoutRules, Topology, WithWords, with_words};
use tesuji_job::Random;
use tesuji_job::Watch;
use tesuji_maps::{Cell, Colors, Player, RuleSet};

const BOARDS: [&str; 8] =
    ["square:6", "hexagon:4", "triangle:8", "honeycomb:3", "square:9", "torus:9x9", "square:13", "square:19"];
const SLICES: usize = 21;
/// Processor seconds of a slice.
const SLICE: f64 = 0.12;

fn main() {
    let boards: Vec<String> = std::env::args().skip(1).collect();
    // Boards that are named are measured alone, for a quick look.
    let alone = !boards.is_empty();
    let boards = if alone { boards } else { BOARDS.map(String::from).to_vec() };
    println!("random games, simple ko, no suicide, own eyes kept, to two passes; one thread, processor time");
    println!(
        "{:<12} {:>6} {:>10} {:>12} {:>10} {:>12}   {:>18} {:>11} {:>12}",
        "board",
        "points",
        "games/s",
        "best slice",
        "moves/game",
        "moves/s",
        "OpenSpiel games/s",
        "moves/game",
        "moves/s"
    );
    for name in boards {
        let board = match Topology::parse(&name) {
            Ok(board) => board,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        let measured = with_words(board.len(), RandomGames(&board));
        let peer = match board.rectangle() {
            Some((width, height)) if width == height && !alone => open_spiel(width),
            _ => None,
        };
        let (games, moves) = peer.map_or((String::new(), String::new()), |(games, moves)| {
            (format!("{games:.0}"), format!("{moves:.1}"))
        });
        let peer_moves = peer.map_or(String::new(), |(games, moves)| format!("{:.0}", games * moves));
        println!(
            "{name:<12} {:>6} {:>10.0} {:>12.0} {:>10.1} {:>12.0}   {games:>18} {moves:>11} {peer_moves:>12}",
            board.len(),
            measured.median,
            measured.best,
            measured.moves,
            measured.median * measured.moves,
        );
    }
    if alone {
        return;
    }
    println!(
        "\n10,000 games of a map against random under the rules of the paper, seconds of processor time"
    );
    for name in ["square:6", "hexagon:4", "honeycomb:3"] {
        let Ok(board) = Topology::parse(name) else { continue };
        let mut line = format!("{name:<12}");
        for tactic in ["random", "paper1", "paper2", "paper3", "paper4", "paper5"] {
            let Ok(player) = Player::parse(tactic) else { continue };
            let cell = Cell {
                board: board.clone(),
                player,
                against: Player::random(),
                rules: RuleSet::PAPER,
                colors: Colors::First,
                seed: 1,
            };
            let mut times: Vec<f64> = (0..5)
                .map(|_| {
                    let clock = Clock::start();
                    assert_eq!(
                        cell.play(0..10_000, &Watch::unwatched()).map(|counts| counts.games()),
                        Ok(10_000)
                    );
                    clock.seconds()
                })
                .collect();
            times.sort_by(f64::total_cmp);
            line += &format!("  {tactic} {:.3}", times[2]);
        }
        println!("{line}");
    }
}

struct Measured {
    median: f64,
    best: f64,
    moves: f64,
}

struct RandomGames<'a>(&'a Arc<Topology>);

impl WithWords for RandomGames<'_> {
    type Output = Measured;

    fn run<const W: usize>(self) -> Measured {
        let board = self.0;
        let mut playout: Playout<W> = Playout::new(board.clone(), PlayoutRules::default());
        let mut random = Random::new(1, 2, 3);
        let (mut games, mut moves, mut points) = (0u64, 0u64, 0);
        let mut rates = Vec::new();
        // Reading the clock takes as long as some games on a small board.
        let batch = 20_000 / board.len() + 1;
        for _ in 0..SLICES {
            let clock = Clock::start();
            let before = games;
            while clock.seconds() < SLICE {
                for _ in 0..batch {
                    playout.clear();
                    moves += playout.run(3 * board.len(), |n| random.below(n)) as u64;
                    // The result is part of a game.
                    points += playout.area()[0];
                    games += 1;
                }
            }
            rates.push((games - before) as f64 / clock.seconds());
        }
        assert!(points > 0, "Black has some points in some game");
        rates.sort_by(f64::total_cmp);
        Measured { median: rates[SLICES / 2], best: rates[SLICES - 1], moves: moves as f64 / games as f64 }
    }
}

/// Games per second and moves per game of OpenSpiel on a square board.
fn open_spiel(side: usize) -> Option<(f64, f64)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/openspiel.py");
    let output = Command::new("python3").args([script, &side.to_string()]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.split_whitespace().map(str::parse::<f64>);
    match (output.status.success(), numbers.next(), numbers.next()) {
        (true, Some(Ok(games)), Some(Ok(moves))) => Some((games, moves)),
        _ => {
            println!("OpenSpiel gives no answer: {}", String::from_utf8_lossy(&output.stderr).trim());
            None
        }
    }
}
