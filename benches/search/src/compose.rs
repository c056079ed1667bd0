//! Composes the capture problems that ship with the program.
//!
//! Random games on small boards leave all kinds of strings in trouble. Each is asked about for both sides; kept is what
//! has a definite answer and, where the mover succeeds, at most two moves that do: a problem with a point. The quotas
//! spread the set over orders, outcomes and kos. The same seed gives the same set:
//!
//! ```text
//! cargo run --release -p bench-search --bin compose-captures > examples/capture-problems.sgf
//! cargo run --release -p bench-search --bin compose-captures -- keep FILE > KEPT
//! ```
//!
//! `keep` goes through a set and leaves out what the usual question answers otherwise than recorded: what escapes up to the order
//! of the record, but is captured at a higher one that the usual question reads, is no rescue for somebody who tries it.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::collections::{BTreeMap, HashSet};
use std::process::ExitCode;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Diagram, Mark, Point, Position, Rules, Setup, Topology};
use tesuji_capture::{Answer, Code, Settings, Side, Verdict, candidates, solve, winning_moves};
use tesuji_formats::{Moment, NodeId, SgfTree, Value, read_sgf, write_sgf};
use tesuji_job::{Limits, Watch};

/// The highest order asked for.
const HIGHEST: u8 = 5;
const SEED: u64 = 20_261;
/// States for one question, and for each first move when all of them are sought.
const NODES: u64 = 20_000;
/// Strings asked about in one position.
const QUESTIONS: usize = 6;
/// Random games before giving up on the quotas that are still open.
const GAMES: u32 = 2_000;

/// Kinds of problems with how many are wanted.
const QUOTAS: [(&str, usize); 11] = [
    ("capture-1", 40),
    ("capture-2", 70),
    ("capture-3", 60),
    ("capture-4", 20),
    ("capture-5", 5),
    ("save-1", 30),
    ("save-2", 40),
    ("save-3", 30),
    ("fails", 40),
    ("ko-2", 25),
    ("ko-3", 20),
];

/// A position out of a random game in which nobody fills his own eyes.
fn random_position(random: &mut ChaCha8Rng) -> Position {
    // Small boards full of stones have the kos and the captures of high order: there is nowhere to run.
    let (board, moves) =
        [("square:5", 8..26), ("square:6", 12..36), ("square:7", 12..40), ("square:9", 18..56)]
            [random.random_range(0..4)]
        .clone();
    let board = Topology::parse(board).expect("a known board");
    let mut position = Position::new(board, Rules::default());
    for _ in 0..random.random_range(moves) {
        let color = position.to_move();
        let sensible: Vec<Point> = position
            .legal_moves(color)
            .filter(|&point| {
                position.topology().neighbors(point).iter().any(|&near| position.stone(near) != Some(color))
            })
            .collect();
        if sensible.is_empty() {
            position.pass(color);
            continue;
        }
        let point = sensible[random.random_range(0..sensible.len())];
        if position.play(color, point).is_err() {
            position.pass(color);
        }
    }
    position
}

/// White stones shut in by a black wall: captures of high order, where every liberty has to be filled.
fn enclosed_position(random: &mut ChaCha8Rng) -> Option<Position> {
    let board = Topology::parse("square:7").expect("a known board");
    let points: Vec<Point> = board.points().collect();
    let mut inside = vec![points[random.random_range(0..points.len())]];
    let size = random.random_range(7..14);
    while inside.len() < size {
        let from = inside[random.random_range(0..inside.len())];
        let near = board.neighbors(from);
        let next = near[random.random_range(0..near.len())];
        if !inside.contains(&next) {
            inside.push(next);
        }
    }
    let mut setup = Setup::empty(board.clone());
    for &point in &points {
        if inside.contains(&point) {
            match random.random_range(0..10) {
                0..5 => setup.white.insert(point),
                5 => setup.black.insert(point),
                _ => false,
            };
        } else if board.neighbors(point).iter().any(|near| inside.contains(near)) || random.random_bool(0.3) {
            setup.black.insert(point);
        }
    }
    Position::from_setup(&setup, Rules::default()).ok()
}

struct Problem {
    kind: String,
    tree: SgfTree,
}

/// The problem of this string with this side to move first, if it is one.
fn problem(
    position: &Position,
    target: Point,
    first: Side,
    wanted: &dyn Fn(&str) -> bool,
) -> Option<Problem> {
    if position.ko().is_some() {
        // The ban would not be seen in the problem.
        return None;
    }
    let owner = position.stone(target)?;
    let order = if first == Side::Attacker { HIGHEST } else { 3 };
    let settings = Settings::suited(position, target).up_to(order);
    let (limits, watch) = (Limits::nodes(NODES), Watch::new());
    let answer = solve(position, target, first, &settings, &limits, &watch)?;
    let (code, order) = (answer.code?.number(), answer.order?);
    let kind = match (answer.verdict, first) {
        (Verdict::Captured, Side::Attacker) => format!("capture-{order}"),
        (Verdict::Escapes { .. }, Side::Defender) => {
            // A problem only if there is something to be saved from; its order is that of the attack.
            let attack = solve(position, target, Side::Attacker, &settings, &limits, &watch)?;
            match (attack.verdict, attack.order) {
                (Verdict::Captured, Some(order)) => format!("save-{order}"),
                _ => return None,
            }
        }
        (Verdict::Escapes { .. }, Side::Attacker) if position.liberty_count(target) <= 3 => "fails".into(),
        (Verdict::Ko, _) => format!("ko-{code}"),
        _ => return None,
    };
    if !wanted(&kind) {
        return None;
    }
    let moves = if code == 0 {
        Vec::new()
    } else {
        let tried = candidates(position, target, first, settings.order)?.len() as u64;
        let shared = Limits::nodes(answer.nodes + NODES * tried);
        let choices = winning_moves(position, target, first, &settings, &answer, &shared, &watch)?;
        if !choices.undecided.is_empty() {
            return None;
        }
        let points: Option<Vec<Point>> = choices.moves.into_iter().collect();
        points.filter(|points| matches!(points.len(), 1 | 2))?
    };
    // The answer must stand when it is asked with more patience, and up to the highest order unless nothing is captured.
    let order = if matches!(answer.verdict, Verdict::Escapes { .. }) { settings.order } else { HIGHEST };
    let settings = settings.up_to(order);
    let again = solve(position, target, first, &settings, &Limits::nodes(10 * NODES), &watch)?;
    let same = (again.verdict, again.code, again.order) == (answer.verdict, answer.code, answer.order);
    let listed = moves.is_empty() || again.first_move.flatten().is_some_and(|point| moves.contains(&point));
    if !same || !listed {
        return None;
    }
    // And the usual question, which may read higher orders, must say the same.
    if !is_usual(position, target, first, answer.verdict.name(), code) {
        return None;
    }
    let to_move = if first == Side::Attacker { owner.opponent() } else { owner };
    let mut setup = position.to_setup();
    setup.ko = None;
    setup.to_move = to_move;
    let mut diagram = Diagram::new(setup);
    diagram.marks.insert(target, Mark::Triangle);
    let mut tree = SgfTree::from_diagram(&diagram).ok()?;
    tree.set(NodeId::ROOT, "C", [Value::new(&text(&answer, &moves, position))]);
    Some(Problem { kind, tree })
}

/// Whether the usual question has this verdict and code.
fn is_usual(position: &Position, target: Point, first: Side, verdict: &str, code: u8) -> bool {
    let usual = Settings::suited(position, target);
    let answer = solve(position, target, first, &usual, &Limits::nodes(100 * NODES), &Watch::new());
    answer
        .is_some_and(|answer| answer.verdict.name() == verdict && answer.code.map(Code::number) == Some(code))
}

/// The problems of a set whose recorded answer is that of the usual question. They keep their names.
fn keep(file: &str) -> Result<Vec<SgfTree>, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let games = read_sgf(&bytes).map_err(|error| format!("{file}: {error}"))?.games;
    let mut kept = Vec::new();
    for tree in games {
        let name = tree.property(NodeId::ROOT, "GN").map_or(String::new(), |name| name.text().to_string());
        let diagram = tree.diagram(Moment::Problem).map_err(|error| format!("{name}: {error}"))?;
        let position = diagram.position(Rules::default()).map_err(|error| format!("{name}: {error}"))?;
        let target = diagram.marked(Mark::Triangle).first().ok_or_else(|| format!("{name}: no target"))?;
        let own = position.stone(target) == Some(position.to_move());
        let first = if own { Side::Defender } else { Side::Attacker };
        let comment = tree.comment(NodeId::ROOT).unwrap_or_default().to_string();
        let words: Vec<&str> = comment.split_whitespace().collect();
        let [verdict, "code", code, ..] = words[..] else { return Err(format!("{name}: no answer")) };
        let code = code.parse().map_err(|_| format!("{name}: no code"))?;
        if !is_usual(&position, target, first, verdict, code) {
            eprintln!("left out: {name}");
            continue;
        }
        kept.push(tree);
    }
    Ok(kept)
}

/// The answer as it stands in the comment: verdict, code, order, and the moves that work.
fn text(answer: &Answer, moves: &[Point], position: &Position) -> String {
    let names: Vec<&str> = moves.iter().map(|&point| position.topology().name_of(point)).collect();
    let code = answer.code.map_or(0, Code::number);
    let order = answer.order.unwrap_or(0);
    format!("{} code {code} order {order} moves {}", answer.verdict.name(), names.join(" ")).trim_end().into()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let set = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(compose()),
        ["keep", file] => keep(file),
        _ => Err("expected: nothing, or keep FILE".into()),
    };
    match set {
        Ok(set) => {
            print!("{}", write_sgf(&set));
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("compose-captures: {why}");
            ExitCode::from(1)
        }
    }
}

fn compose() -> Vec<SgfTree> {
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut kept: BTreeMap<String, Vec<SgfTree>> = BTreeMap::new();
    let mut seen: HashSet<(u64, u16)> = HashSet::new();
    for game in 0..GAMES {
        let open = |kind: &str, kept: &BTreeMap<String, Vec<SgfTree>>| {
            let quota = QUOTAS.iter().find(|(name, _)| *name == kind).map_or(0, |(_, quota)| *quota);
            kept.get(kind).map_or(0, Vec::len) < quota
        };
        if QUOTAS.iter().all(|(kind, _)| !open(kind, &kept)) {
            break;
        }
        let position = if random.random_bool(0.5) {
            random_position(&mut random)
        } else {
            let Some(position) = enclosed_position(&mut random) else { continue };
            position
        };
        let strings: Vec<Point> = position
            .strings()
            .into_iter()
            .filter(|string| (1..=6).contains(&string.liberties.len()))
            .filter_map(|string| string.stones.first())
            .collect();
        let start = random.random_range(0..strings.len().max(1));
        for &target in strings.iter().cycle().skip(start).take(QUESTIONS.min(strings.len())) {
            for first in [Side::Attacker, Side::Defender] {
                let found = problem(&position, target, first, &|kind| open(kind, &kept));
                let Some(Problem { kind, mut tree }) = found else { continue };
                if !seen.insert((position.stones_hash(), target.0)) {
                    continue;
                }
                let list = kept.entry(kind.clone()).or_default();
                tree.set(NodeId::ROOT, "GN", [Value::new(&format!("{kind}-{:02}", list.len() + 1))]);
                list.push(tree);
            }
        }
        if game % 50 == 0 {
            let counts: Vec<String> =
                kept.iter().map(|(kind, list)| format!("{kind} {}", list.len())).collect();
            eprintln!("{game} games: {}", counts.join(", "));
        }
    }
    kept.into_values().flatten().collect()
}
