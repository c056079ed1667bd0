//! A game of 250 moves on 19x19, reviewed: processor time, and nodes beside asking every question anew after every move.
//!
//! `cargo run --release -p bench-review -- [GAMES [NODES [MOVES]]]`, or `bench-review GAME.sgf [NODES]` for a record of one's own.
//!
//! Games are played by rules of thumb from a seed: stones near the last one or in the open, captures and rescues first, no eye of
//! one's own filled. They are no games of strong players, but have fights, captures and dead stones everywhere. Seconds are those of one
//! thread; on a busy machine they are more than the processor's.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use tesuji_ask::review::ReviewQuestion;
use tesuji_ask::{AskedLimits, AskedPosition, Desk, Found, Question, Request};
use tesuji_board::{Color, Point, Position, Rules, Topology};
use tesuji_formats::{NodeId, SgfTree, Value};
use tesuji_job::{Random, Stopwatch, Watch};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let nodes = number(1);
    let games: Vec<(String, String)> = match words.first().filter(|word| word.parse::<u64>().is_err()) {
        Some(path) => match std::fs::read_to_string(path) {
            Ok(text) => vec![(path.clone(), text)],
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        },
        None => {
            let moves = number(2).unwrap_or(250) as usize;
            (0..number(0).unwrap_or(10)).map(|seed| (format!("game {seed}"), played(seed, moves))).collect()
        }
    };
    println!(
        "{:10} {:>6} {:>8} {:>10} {:>8} {:>10} {:>6}",
        "game", "moves", "moments", "undecided", "seconds", "nodes", "anew"
    );
    let mut seconds = Vec::new();
    for (name, sgf) in games {
        let mut position = AskedPosition::default();
        position.sgf = Some(sgf);
        let question = ReviewQuestion { position, ..ReviewQuestion::default() };
        let limits = nodes.map(|nodes| AskedLimits { nodes: Some(nodes), ..AskedLimits::default() });
        let request = Request { limits, ..Request::from(Question::Review(Box::new(question))) };
        let clock = Stopwatch::start();
        let answer = match Desk::new().answer(&request, &Watch::unwatched()) {
            Ok(answer) => answer,
            Err(fault) => {
                eprintln!("{name}: {fault}");
                return ExitCode::FAILURE;
            }
        };
        let Found::Review(found) = &answer.found else { return ExitCode::FAILURE };
        let (took, nodes) = (clock.seconds(), answer.nodes.unwrap_or(0));
        let times = found.nodes_anew as f64 / nodes.max(1) as f64;
        println!(
            "{name:10} {:>6} {:>8} {:>10} {took:>8.1} {nodes:>10} {times:>5.1}x",
            found.judged,
            found.moments.len(),
            found.undecided.len()
        );
        seconds.push(took);
    }
    seconds.sort_by(f64::total_cmp);
    if let Some(median) = seconds.get(seconds.len() / 2) {
        println!("median {median:.1} s");
    }
    ExitCode::SUCCESS
}

/// A game by rules of thumb.
fn played(seed: u64, moves: usize) -> String {
    let mut random = Random::new(seed, 19, 250);
    let Ok(board) = Topology::parse("square:19") else { return String::new() };
    let mut position = Position::new(board.clone(), Rules::default());
    let mut tree = SgfTree::new();
    tree.set(NodeId::ROOT, "SZ", [Value::new("19")]);
    let (mut node, mut last) = (NodeId::ROOT, None);
    for _ in 0..moves {
        let color = position.to_move();
        let Some(point) = chosen(&position, last, &mut random) else { break };
        if position.play(color, point).is_err() {
            break;
        }
        last = Some(point);
        node = tree.add_child(node);
        let letter = |at: usize| char::from(b'a' + at as u8);
        let place: String = [point.index() % 19, point.index() / 19].into_iter().map(letter).collect();
        tree.set(node, if color == Color::Black { "B" } else { "W" }, [Value::new(&place)]);
    }
    tree.write()
}

fn chosen(position: &Position, last: Option<Point>, random: &mut Random) -> Option<Point> {
    let board = position.topology();
    let color = position.to_move();
    let own_eye = |at: Point| board.neighbors(at).iter().all(|&near| position.stone(near) == Some(color));
    let legal: Vec<Point> = position.legal_moves(color).filter(|&at| !own_eye(at)).collect();
    let mut pick = |from: &[Point]| {
        let count = from.len() as u32;
        (count > 0).then(|| from[random.below(count) as usize])
    };
    // A string in atari is taken or saved, mostly.
    let urgent: Vec<Point> = legal
        .iter()
        .copied()
        .filter(|&at| {
            board
                .neighbors(at)
                .iter()
                .any(|&near| position.stone(near).is_some() && position.liberty_count(near) == 1)
        })
        .collect();
    let steps = |from: Point, at: Point| {
        let (a, b) = (from.index(), at.index());
        (a % 19).abs_diff(b % 19) + (a / 19).abs_diff(b / 19)
    };
    let near: Vec<Point> =
        legal.iter().copied().filter(|&at| last.is_some_and(|last| steps(last, at) <= 3)).collect();
    let inner: Vec<Point> = legal
        .iter()
        .copied()
        .filter(|at| {
            let (column, row) = (at.index() % 19, at.index() / 19);
            (2..17).contains(&column) && (2..17).contains(&row)
        })
        .collect();
    let kind = pick(&legal).map_or(0, |at| at.index() % 10);
    match kind {
        0..4 if !urgent.is_empty() => pick(&urgent),
        0..8 if !near.is_empty() => pick(&near),
        _ if !inner.is_empty() => pick(&inner),
        _ => pick(&legal),
    }
}
