//! The slow twin: every legal move of both sides on small boards, by plain flood fill.
//!
//! All positions of a board are joined into one graph. The attacker wins exactly from the states of the
//! attractor of the capture: those from which he can force it in finitely many moves. A line that repeats
//! never gets there, which is the rule of repetition. Nothing here knows liberty bounds, orders, candidates or
//! zones.

use std::sync::Arc;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;
use tesuji_board::{Color, Point, Position, Rules, Setup, Topology};
use tesuji_local::Threats;

use crate::engine::search_after;
use crate::reader::ANY_ORDER;
use crate::solve::{Algorithm, Settings};
use crate::state::{State, THREATS, Target};

/// Black attacks in all questions.
const ATTACKER: Color = Color::Black;

/// So many threats for the attacker, or for the defender if it is negative.
pub(super) fn signed(threats: i8) -> Threats {
    let owner = if threats > 0 { ATTACKER } else { ATTACKER.opponent() };
    Threats::of(owner, threats.unsigned_abs())
}

/// How many there are.
pub(super) fn count_of(threats: Threats) -> u8 {
    threats.lead().map_or(0, |(_, count)| count)
}

/// 0 empty, 1 black, 2 white.
pub(super) type Board = Vec<u8>;

/// Stones, side to move, point where it may not play, point where a single stone was just taken by a string left in atari, threats
/// that are left to the side that has any.
pub(super) type Node = (Board, u8, Option<usize>, Option<usize>, u8);

pub(super) struct Graph {
    neighbors: Vec<Vec<usize>>,
    threats: Threats,
    pub(super) states: Vec<Node>,
    pub(super) numbers: FxHashMap<Node, usize>,
    /// The states after each state; the first is that after a pass.
    pub(super) next: Vec<Vec<usize>>,
}

impl Graph {
    /// The string on a point and its liberties.
    fn string(&self, board: &Board, point: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut stones, mut liberties) = (vec![point], Vec::new());
        let mut index = 0;
        while index < stones.len() {
            for &near in &self.neighbors[stones[index]] {
                if board[near] == 0 && !liberties.contains(&near) {
                    liberties.push(near);
                } else if board[near] == board[point] && !stones.contains(&near) {
                    stones.push(near);
                }
            }
            index += 1;
        }
        (stones, liberties)
    }

    fn after(&self, board: &Board, side: u8, point: usize) -> Option<(Board, Option<usize>, Option<usize>)> {
        let mut board = board.clone();
        board[point] = side;
        let mut taken = Vec::new();
        for &near in &self.neighbors[point] {
            if board[near] == 3 - side {
                let (stones, liberties) = self.string(&board, near);
                if liberties.is_empty() {
                    stones.iter().for_each(|&stone| board[stone] = 0);
                    taken.extend(stones);
                }
            }
        }
        let (stones, liberties) = self.string(&board, point);
        if liberties.is_empty() {
            return None;
        }
        let retakable = taken.len() == 1 && liberties.len() == 1;
        let ko = retakable && stones.len() == 1;
        Some((board, ko.then(|| taken[0]), retakable.then(|| taken[0])))
    }

    /// Whether the threats are this side's.
    fn has_threats(&self, side: u8) -> bool {
        self.threats.0[usize::from(side) - 1] > 0
    }

    fn number(&mut self, state: Node) -> usize {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states.len();
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        number
    }

    /// All states that can come about when the owner of the threats begins with any of these numbers of them.
    pub(super) fn new(width: usize, height: usize, threats: Threats, levels: &[u8]) -> Graph {
        let points = width * height;
        let near =
            |a: usize, b: usize| (a % width).abs_diff(b % width) + (a / width).abs_diff(b / width) == 1;
        let neighbors = (0..points).map(|a| (0..points).filter(|&b| near(a, b)).collect()).collect();
        let mut graph =
            Graph { neighbors, threats, states: Vec::new(), numbers: FxHashMap::default(), next: Vec::new() };
        for code in 0..3_usize.pow(points as u32) {
            let mut rest = code;
            let mut board = vec![0; points];
            for cell in &mut board {
                *cell = (rest % 3) as u8;
                rest /= 3;
            }
            let breathes =
                (0..points).all(|point| board[point] == 0 || !graph.string(&board, point).1.is_empty());
            if breathes {
                for (&left, side) in levels.iter().flat_map(|left| [(left, 1), (left, 2)]) {
                    graph.number((board.clone(), side, None, None, left));
                }
            }
        }
        let mut index = 0;
        while index < graph.states.len() {
            let (board, side, ban, _, left) = graph.states[index].clone();
            let mut next = vec![graph.number((board.clone(), 3 - side, None, None, left))];
            for point in 0..points {
                let banned = ban == Some(point);
                let threat = graph.has_threats(side) && left > 0;
                if board[point] != 0 || banned && !threat {
                    continue;
                }
                let left = left - u8::from(banned);
                if let Some((after, ko, retake)) = graph.after(&board, side, point) {
                    next.push(graph.number((after, 3 - side, ko, retake, left)));
                }
            }
            graph.next.push(next);
            index += 1;
        }
        graph
    }

    /// From which states the attacker captures the string on `target`.
    pub(super) fn wins(&self, target: usize) -> Vec<bool> {
        self.wins_of_several(&[target], false)
    }

    /// From which states, with all targets on the board, the attacker captures any of several strings, or all of them. What is gone is
    /// gone: each state comes once with every set of targets that may have been taken before.
    pub(super) fn wins_of_several(&self, targets: &[usize], all: bool) -> Vec<bool> {
        let defender = 2;
        let (count, sets) = (self.states.len(), if all { 1 << targets.len() } else { 1 });
        let lost = |number: usize| {
            let (board, side, _, retake, _) = &self.states[number];
            let gone =
                |&&target: &&usize| board[target] != defender && (*side == 1 || *retake != Some(target));
            let bits = targets.iter().enumerate().filter(|(_, target)| gone(target));
            bits.fold(0, |set, (index, _)| set | 1 << index)
        };
        let lost: Vec<usize> = (0..count).map(lost).collect();
        let wanted = |set: usize| if all { set == (1 << targets.len()) - 1 } else { set != 0 };
        let mut wins: Vec<bool> =
            (0..count * sets).map(|at| wanted((at / count) | lost[at % count])).collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count * sets];
        let mut open = vec![0; count * sets];
        for at in (0..count * sets).filter(|&at| !wins[at]) {
            let set = (at / count) | lost[at % count];
            for &child in &self.next[at % count] {
                open[at] += 1;
                before[set * count + child].push(at);
            }
        }
        let mut work: Vec<usize> = (0..wins.len()).filter(|&number| wins[number]).collect();
        while let Some(number) = work.pop() {
            for &parent in &before[number] {
                if wins[parent] {
                    continue;
                }
                open[parent] -= 1;
                if self.states[parent % count].1 == 1 || open[parent] == 0 {
                    wins[parent] = true;
                    work.push(parent);
                }
            }
        }
        wins.truncate(count);
        wins
    }
}

/// A board of a graph as a position.
pub(super) fn position_of(
    topology: &Arc<Topology>,
    width: usize,
    (board, side, ban): (&Board, u8, Option<usize>),
) -> Position {
    let point_of = |index: usize| topology.at(index % width, index / width).unwrap();
    let mut setup = Setup::empty(topology.clone());
    for (index, &cell) in board.iter().enumerate() {
        match cell {
            1 => setup.black.insert(point_of(index)),
            2 => setup.white.insert(point_of(index)),
            _ => false,
        };
    }
    setup.to_move = if side == 1 { Color::Black } else { Color::White };
    setup.ko = ban.map(point_of);
    Position::from_setup(&setup, Rules::default()).unwrap()
}

/// What came of the questions.
#[derive(Default, Debug)]
struct Counts {
    captures: usize,
    escapes: usize,
    /// Captures that were not found at the order asked for.
    above: usize,
    unknown: usize,
    /// Escapes from every order that left out moves where play repeats, so that they claim nothing.
    incomplete: usize,
}

/// No capture on these boards has a higher order.
const HIGHEST: u8 = 12;

/// Compares `count` random questions on one board for each of these numbers of threats of a side.
fn compare(width: usize, height: usize, (owner, levels): (Color, &[u8]), count: usize) -> Vec<Counts> {
    let topology = Topology::parse(&format!("grid:{width}x{height}")).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(u64::from(owner == ATTACKER));
    let most = levels.iter().max().map_or(Threats::NONE, |&most| Threats::of(owner, most));
    let graph = Graph::new(width, height, most, levels);
    let point_of = |index: usize| topology.at(index % width, index / width).unwrap();
    let mut all: Vec<Counts> = levels.iter().map(|_| Counts::default()).collect();
    for target in 0..width * height {
        let wins = graph.wins(target);
        for (&level, counts) in levels.iter().zip(&mut all) {
            let threats = Threats::of(owner, level);
            let candidates: Vec<usize> = (0..graph.states.len())
                .filter(|&n| graph.states[n].0[target] == 2 && graph.states[n].4 == level)
                .collect();
            for _ in 0..count / (width * height) {
                let &number = candidates.choose(&mut random).unwrap();
                let (board, side, ban, _, _) = &graph.states[number];
                let position = position_of(&topology, width, (board, *side, *ban));
                let question = Target { point: point_of(target), defender: Color::White };
                let state = |threats| State::new(&position, question, position.to_move(), threats);
                let searches = [
                    Algorithm::Zones,
                    Algorithm::Zones,
                    Algorithm::Zones,
                    Algorithm::Lambda,
                    Algorithm::Dfpn,
                ];
                let &algorithm = searches.choose(&mut random).unwrap();
                let order: u8 = match random.random_range(0..4) {
                    0 => HIGHEST,
                    1 if algorithm == Algorithm::Zones => ANY_ORDER,
                    _ => random.random_range(1..=5),
                };
                // Half of the memories know something about other threats and orders already.
                let [black, white] = Color::BOTH.map(|color| Threats::of(color, THREATS));
                let others = [black, Threats::NONE, white];
                let before: Vec<(Threats, u8)> = others
                    .into_iter()
                    .filter(|_| random.random_bool(0.25))
                    .map(|threats| (threats, order.saturating_sub(1).max(1)))
                    .collect();
                let settings = Settings { order, beyond: 0, further: 0, algorithm, evidence: false };
                let name = topology.name_of(Point(question.point.0));
                match search_after(&state, &before, threats, &settings, 8_000) {
                    Ok(finding) if finding.captured => {
                        counts.captures += 1;
                        assert!(
                            wins[number],
                            "{algorithm:?} claims at order {order} that {name} falls, {threats:?}:\n{position}\nfirst {:?}",
                            finding.first_step(),
                        );
                    }
                    Ok(finding) => {
                        counts.escapes += usize::from(!wins[number]);
                        counts.above += usize::from(wins[number]);
                        counts.incomplete += usize::from(order == ANY_ORDER && !finding.complete);
                        let claims = order == HIGHEST || order == ANY_ORDER && finding.complete;
                        assert!(
                            algorithm != Algorithm::Zones || !claims || !wins[number],
                            "{name} is said to escape, {threats:?}:\n{position}\nfirst {:?}",
                            finding.first_step(),
                        );
                    }
                    Err(_) => counts.unknown += 1,
                }
            }
        }
    }
    all
}

fn compare_all(boards: &[(usize, usize, usize)]) {
    for &(width, height, count) in boards {
        for (owner, levels) in [(ATTACKER.opponent(), &[1, 3, 8][..]), (ATTACKER, &[0, 1, 3, 8])] {
            for (level, counts) in levels.iter().zip(compare(width, height, (owner, levels), count)) {
                println!("{width}x{height}, {level} threats for {owner}: {counts:?}");
                assert!(
                    counts.captures > count / 20 && counts.escapes > count / 20 && counts.unknown < count / 8
                );
            }
        }
    }
}

#[test]
fn no_claim_contradicts_the_twin_on_small_squares() {
    compare_all(&[(3, 3, 300)]);
}

#[test]
fn no_claim_contradicts_the_twin_on_narrow_boards() {
    compare_all(&[(2, 5, 250), (1, 8, 120)]);
}
