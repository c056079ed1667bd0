//! Mates from games: random play that looks a little like games, and positions of it in which the side to move mates.
//!
//! Both sides like captures, promotions, checks and moves near the other king, so that the kings come under attack. Each
//! game gives at most one position. The mate takes at least five plies; it is found within a node limit and has been
//! replayed by the plain rules.

use std::collections::BTreeSet;

use tesuji_search::{Limits, Watch};
use tesuji_shogi::{Kind, Length, Move, Position, Question, Solution, Square, Verdict, solve};

use crate::random::Random;

const NODES: u64 = 100_000;
/// Nodes for the shortest mate.
const SHORTEST_NODES: u64 = 200_000;
const MEMORY: u64 = 64 << 20;
/// A game is looked at from here on and ends here at the latest.
const FIRST_PLY: u64 = 40;
const LAST_PLY: u64 = 220;
/// One position of so many is looked at.
const SPACING: u64 = 6;
const SHORTEST_KEPT: usize = 5;
/// No length has more than one mate of so many, so that the many short ones leave room.
const SHARE: usize = 6;

/// How much a side likes a move; 1 for any.
fn weight(position: &Position, candidate: Move) -> u64 {
    let king = position.king(!position.turn());
    let near = king.is_some_and(|king| distance(king, candidate.to()) <= 2);
    let worth = |kind: Kind| match kind.unpromoted() {
        Kind::Pawn => 4,
        Kind::Lance | Kind::Knight => 8,
        Kind::Silver | Kind::Gold => 12,
        _ => 20,
    };
    let captured = position.piece(candidate.to()).map_or(0, |victim| worth(victim.kind));
    let moves_king = candidate.from().is_some() && candidate.from() == position.king(position.turn());
    let promotes = if candidate.promotes() { 6 } else { 0 };
    let attacks = match (near, candidate.dropped()) {
        (true, Some(_)) => 4,
        (true, None) => 3,
        _ => 0,
    };
    let liked = 1 + captured + promotes + attacks;
    // A king that walks without need is no game.
    if moves_king && captured == 0 { 1 } else { 2 * liked }
}

fn distance(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
}

/// A move for the side to move; none if it is mated.
fn choose(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    // Drops are many: without this a hand would be emptied at once.
    let weights: Vec<u64> = moves
        .iter()
        .map(|&candidate| {
            let weight = weight(position, candidate);
            if candidate.dropped().is_some() { weight } else { 4 * weight }
        })
        .collect();
    let mut left = random.below(weights.iter().sum::<u64>().max(1));
    for (&candidate, &weight) in moves.iter().zip(&weights) {
        match left.checked_sub(weight) {
            Some(rest) => left = rest,
            None => return Some(candidate),
        }
    }
    None
}

/// The first position of a game that `keep` likes.
fn play<T>(random: &mut Random, mut keep: impl FnMut(&Position) -> Option<T>) -> Option<T> {
    let mut position = Position::initial();
    for ply in 0..LAST_PLY {
        if ply >= FIRST_PLY
            && random.below(SPACING) == 0
            && let Some(kept) = keep(&position)
        {
            return Some(kept);
        }
        let candidate = choose(&position, random)?;
        position.play(candidate);
    }
    None
}

/// A mate by checks of the side to move that is long enough, with its plies.
fn mate(position: &Position, limits: &Limits, shortest: bool) -> Option<(usize, Solution)> {
    let question = Question { shortest, ..Question::of(position, 1) };
    let solution = solve(position, &question, limits, &Watch::new()).ok()?;
    match solution.verdict {
        Verdict::Mate { plies, .. } if solution.checked.is_some() => Some((plies, solution)),
        _ => None,
    }
}

/// Prints `count` mates.
pub(crate) fn run(seed: u64, count: u64) {
    println!("# Mates by checks from random play, made with: bench-shogi games {seed} {count}");
    println!(
        "# Every mate was found within {NODES} nodes and replayed by the plain rules; one position from each game."
    );
    println!(
        "# name | SFEN | plies of a mate | shortest with every interposition counted (=n exact, <=n at most)"
    );
    let mut random = Random(seed);
    let (mut seen, mut lengths) = (BTreeSet::new(), Vec::new());
    let wanted = usize::try_from(count).unwrap_or(usize::MAX);
    let most = wanted.div_ceil(SHARE);
    while lengths.len() < wanted {
        let found = play(&mut random, |position| {
            let limits = Limits::nodes(NODES).with_memory(MEMORY);
            let (bound, _) = mate(position, &limits, false).filter(|&(plies, _)| plies >= SHORTEST_KEPT)?;
            let (plies, solution) = mate(position, &limits.with_nodes(SHORTEST_NODES), true)?;
            let exact = solution.length == Length::Shortest;
            let plies = if exact { plies } else { bound.min(plies) };
            let common = lengths.iter().filter(|&&other| other == plies).count() >= most;
            let kept = plies >= SHORTEST_KEPT && !common && seen.insert(position.to_string());
            kept.then(|| (position.to_string(), plies, exact))
        });
        if let Some((sfen, plies, exact)) = found {
            lengths.push(plies);
            println!("m{:03}|{sfen}|{plies}|{}{plies}", lengths.len(), if exact { "=" } else { "<=" });
            eprint!("\r{} ", lengths.len());
        }
    }
    eprintln!();
}
