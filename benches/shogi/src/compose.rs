//! Composing brinkmates: random positions around a king in a corner, kept when the answer is clear.
//!
//! A problem is kept if checks alone do not mate, which the checker has replayed, and exactly one quiet move does. The same
//! goes for two attacker's moves (three plies), and for positions in which nothing helps.

use std::collections::BTreeSet;

use tesuji_search::{Limits, Watch};
use tesuji_shogi::{Position, Question, Verdict, cooks, solve};

use crate::random::Random;

const ONE_MOVE: usize = 120;
const THREE_MOVES: usize = 12;
const NONE: usize = 30;
const NODES: u64 = 40_000;
/// For each first move, before a position is looked at more closely.
const QUICK_NODES: u64 = 3_000;
/// Bytes for a quick look, and for a closer one.
const QUICK_MEMORY: u64 = 3 << 19;
const MEMORY: u64 = 24 << 20;

fn position(random: &mut Random) -> Option<Position> {
    let mut board = vec![vec![String::new(); 9]; 9];
    let king = (8 - random.below(3) as usize, random.below(2) as usize);
    board[king.1][king.0] = "k".into();
    board[8][0] = "K".into();
    let defenders = ["p", "l", "n", "s", "g", "p", "p"];
    let attackers = ["P", "N", "S", "G", "+P", "L", "+R", "B", "+B", "G", "S"];
    for (pieces, count) in [(&defenders[..], 1 + random.below(4)), (&attackers[..], 1 + random.below(3))] {
        for _ in 0..count {
            let file = 4 + random.below(5) as usize;
            let rank = random.below(5) as usize;
            if board[rank][file].is_empty() {
                board[rank][file] = pieces[random.below(pieces.len() as u64) as usize].into();
            }
        }
    }
    let hands = ["G", "S", "GS", "2G", "GL", "GN", "GP", "RS", "SN", "BG", "2S", "R", "RP", "2GN"];
    let rows: Vec<String> = board.iter().map(|row| shorten(row)).collect();
    let hand = hands[random.below(hands.len() as u64) as usize];
    format!("{} b {hand} 1", rows.join("/")).parse().ok()
}

fn shorten(row: &[String]) -> String {
    let (mut text, mut gap) = (String::new(), 0);
    for cell in row {
        if cell.is_empty() {
            gap += 1;
            continue;
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        gap = 0;
        text.push_str(cell);
    }
    if gap > 0 {
        text.push_str(&gap.to_string());
    }
    text
}

/// Prints the whole set.
pub(crate) fn run(seed: u64) {
    println!(
        "# Brinkmates (hisshi), composed at random and proved; every proof and refutation was replayed by plain rules."
    );
    println!("# name | SFEN | key move, or none | plies of the whole mate against the longest resistance");
    println!(
        "# h1: one quiet move, the only one; h3: three plies are needed before checks suffice; h0: no brinkmate"
    );
    let (mut random, watch) = (Random(seed), Watch::new());
    let mut seen = BTreeSet::new();
    let (mut one, mut three, mut none) = (Vec::new(), Vec::new(), Vec::new());
    while one.len() < ONE_MOVE || three.len() < THREE_MOVES {
        let Some(position) = position(&mut random) else { continue };
        let quick = Limits::nodes(QUICK_NODES).with_memory(QUICK_MEMORY);
        let question = Question::of(&position, 2);
        let Ok(first) = solve(&position, &Question::of(&position, 1), &quick, &watch) else {
            continue;
        };
        if !matches!(first.verdict, Verdict::NoMate { .. }) || first.checked.is_none() {
            continue;
        }
        let moves = position.legal_moves().len() as u64;
        let keys = cooks(&position, &question, 2, &quick.with_nodes(QUICK_NODES * moves), &watch);
        if !keys.undecided.is_empty() {
            continue;
        }
        let single = keys.moves.len() == 1;
        let wanted = single && one.len() < ONE_MOVE
            || keys.moves.is_empty() && (three.len() < THREE_MOVES || none.len() < NONE);
        if !wanted || !seen.insert(position.to_string()) {
            continue;
        }
        let limits = Limits::nodes(NODES).with_memory(MEMORY);
        let Ok(solution) = solve(&position, &question, &limits, &watch) else { continue };
        match solution.verdict {
            Verdict::Mate { order: 2, plies } => {
                let key = solution.line[0];
                let problem = format!("{position}|{key}|{plies}");
                if single && keys.moves[0] == key {
                    one.push(problem);
                } else if !single && three.len() < THREE_MOVES {
                    three.push(problem);
                }
            }
            Verdict::NoMate { order: 2 } if solution.checked.is_some() && none.len() < NONE => {
                none.push(format!("{position}|none|0"));
            }
            _ => {}
        }
        eprint!("\r{} {} {} ", one.len(), three.len(), none.len());
    }
    eprintln!();
    for (name, problems) in [("h1", one), ("h3", three), ("h0", none)] {
        for (number, problem) in (1..).zip(problems) {
            println!("{name}-{number:03}|{problem}");
        }
    }
}
