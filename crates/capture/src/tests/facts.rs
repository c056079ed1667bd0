//! Everything that a reader remembers, beside a twin that knows the order of every capture on a small board.
//!
//! A wrong fact rarely reaches the root of the question that made it, so the answers alone would not tell: here each fact of the
//! memory is held against the graph of all positions, at its own order and for every number of threats that it claims.

use std::sync::Arc;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;
use tesuji_board::{Color, Topology};
use tesuji_job::{Limits, Watch};
use tesuji_local::Threats;

use super::brute::{Board, Graph, Node, count_of, position_of, signed};
use crate::reader::{ANY_ORDER, Fact, Fault, Reader};

use crate::state::{State, Target};

/// The highest order that is asked about, but for every order at once.
const HIGHEST: u8 = 5;

/// Questions begin with so many empty points at least: fuller boards are read without leaving a state.
const FEWEST_EMPTY: usize = 4;

/// The order of a state in which the target is not captured up to [`HIGHEST`].
const ABOVE: u8 = HIGHEST + 1;

/// The least order at which the attacker captures the string on `target`, for each state. The order of the paper: the defender may
/// pass whenever it is his turn, and the capture that follows is of a lower order.
fn orders(graph: &Graph, target: usize) -> Vec<u8> {
    let count = graph.states.len();
    let (attacker, defender) = (1, 2);
    let gone = |number: usize| {
        let (board, side, _, retake, _) = &graph.states[number];
        board[target] != defender && (*side == attacker || *retake != Some(target))
    };
    let mut least: Vec<u8> = (0..count).map(|number| if gone(number) { 0 } else { ABOVE }).collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    for number in (0..count).filter(|&number| least[number] > 0) {
        graph.next[number].iter().for_each(|&child| before[child].push(number));
    }
    let taken: Vec<usize> = (0..count)
        .filter(|&number| {
            graph.states[number].1 == attacker && graph.next[number].iter().any(|&child| least[child] == 0)
        })
        .collect();
    taken.iter().for_each(|&number| least[number] = 0);
    for order in 1..=HIGHEST {
        // What is captured at this order makes states before it be so.
        let mut work: Vec<usize> = (0..count).filter(|&number| least[number] < order).collect();
        while let Some(number) = work.pop() {
            for &parent in &before[number] {
                if least[parent] <= order {
                    continue;
                }
                let falls = graph.states[parent].1 == attacker
                    || least[graph.next[parent][0]] < order
                        && graph.next[parent][1..].iter().all(|&child| least[child] <= order);
                if falls {
                    least[parent] = order;
                    work.push(parent);
                }
            }
        }
    }
    least
}

/// A state as it is met in a search, with the target on a point of the board.
fn begun(
    topology: &Arc<Topology>,
    (width, target): (usize, usize),
    (board, side, ban): (&Board, u8, Option<usize>),
    threats: Threats,
) -> State {
    let position = position_of(topology, width, (board, side, ban));
    let point = topology.at(target % width, target / width).unwrap();
    let target = Target { point, defender: Color::White };
    let mut state = State::new(&position, target, position.to_move(), threats);
    state.opening = false;
    state
}

/// What is known of one board: the keys that the reader has for its states, and who has how many threats.
struct Twin {
    width: usize,
    graph: Graph,
    threats: Threats,
    topology: Arc<Topology>,
    keys: FxHashMap<u128, (Board, u8, Option<usize>)>,
}

impl Twin {
    fn new(width: usize, height: usize, threats: Threats) -> Twin {
        let topology = Topology::parse(&format!("grid:{width}x{height}")).unwrap();
        let graph = Graph::new(width, height, threats, &[count_of(threats)]);
        let mut keys = FxHashMap::default();
        for (board, side, ban, retake, left) in &graph.states {
            let Some(stone) = board.iter().position(|&cell| cell == 2) else { continue };
            if ban != retake || *left != count_of(threats) {
                continue;
            }
            let state = begun(&topology, (width, stone), (board, *side, *ban), threats);
            keys.insert(state.key(), (board.clone(), *side, *ban));
        }
        Twin { width, graph, threats, topology, keys }
    }

    /// The state with this key; none if it is not one with the target on the board.
    fn state(&self, key: u128, target: usize, resource: u32) -> Option<State> {
        let (board, side, ban) = self.keys.get(&key).filter(|(board, ..)| board[target] == 2)?;
        let left = (0..=count_of(self.threats)).find(|&left| self.resource(left) == resource)?;
        let threats = self.with(left);
        Some(begun(&self.topology, (self.width, target), (board, *side, *ban), threats))
    }

    /// How well the attacker stands with so many threats left.
    fn resource(&self, left: u8) -> u32 {
        u32::from(self.with(left).standing(Color::Black))
    }

    /// As long as so many threats are left.
    fn with(&self, left: u8) -> Threats {
        Threats::of(self.threats.lead().map_or(Color::Black, |(owner, _)| owner), left)
    }

    /// Whether a fact about the state with this key is true, wherever it can be told.
    fn is_true(&self, key: u128, fact: &Fact, target: usize, orders: &[u8], wins: &[bool]) -> Option<bool> {
        let (board, side, ban) = self.keys.get(&key).filter(|(board, ..)| board[target] == 2)?;
        if fact.order == ANY_ORDER && !fact.captured && !fact.complete {
            return None;
        }
        let mut checked = None;
        for left in 0..=count_of(self.threats) {
            let resource = self.resource(left);
            let node: Node = (board.clone(), *side, *ban, *ban, left);
            let claims = if fact.captured { fact.extent <= resource } else { fact.extent >= resource };
            let Some(&number) = self.graph.numbers.get(&node).filter(|_| claims) else { continue };
            let captured = match fact.order {
                ANY_ORDER => wins[number],
                order => orders[number] <= order,
            };
            if captured != fact.captured {
                return Some(false);
            }
            checked = Some(true);
        }
        checked
    }
}

/// Reads random questions and looks at what was remembered: how many facts are true, and what the others claim.
fn remembered(twin: &Twin, questions: usize, fault: Option<Fault>, seed: u64) -> (usize, Vec<String>) {
    let topology = &twin.topology;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut right, mut wrong) = (0, Vec::new());
    let watch = Watch::unwatched();
    let points = topology.len();
    for target in 0..points {
        let (orders, wins) = (orders(&twin.graph, target), twin.graph.wins(target));
        let begins = |&number: &usize| {
            let (board, _, ban, retake, left) = &twin.graph.states[number];
            let empty = board.iter().filter(|&&cell| cell == 0).count();
            empty >= FEWEST_EMPTY && board[target] == 2 && ban == retake && *left == count_of(twin.threats)
        };
        let roots: Vec<usize> = (0..twin.graph.states.len()).filter(begins).collect();
        for _ in 0..questions / points {
            let (board, side, ban, _, _) = &twin.graph.states[*roots.choose(&mut random).unwrap()];
            let position = position_of(topology, twin.width, (board, *side, *ban));
            let point = topology.at(target % twin.width, target / twin.width).unwrap();
            let question = Target { point, defender: Color::White };
            let mut state = State::new(&position, question, position.to_move(), twin.threats);
            let mut reader = Reader::new(&Limits::nodes(random.random_range(1..400)), &watch);
            reader.fault = fault;
            reader.hasty = random.random_bool(0.9);
            let order = match random.random_range(0..3) {
                0 => ANY_ORDER,
                1 => HIGHEST,
                _ => random.random_range(1..HIGHEST),
            };
            // What was left on the line of one question is met on that of another.
            let _ = reader.read(&mut state, order);
            for (key, order, resource) in reader.left() {
                let Some(mut begun) = twin.state(key, target, resource) else { continue };
                reader.limits.nodes = reader.nodes + 300;
                let _ = reader.read(&mut begun, order);
            }
            for (key, fact) in reader.memory.facts() {
                match twin.is_true(key, fact, target, &orders, &wins) {
                    None => {}
                    Some(true) => right += 1,
                    Some(false) => wrong.push(format!("{fact:?} at order {order} of\n{position}")),
                }
            }
        }
    }
    (right, wrong)
}

fn twin(width: usize, height: usize, threats: i8) -> Twin {
    Twin::new(width, height, signed(threats))
}

#[test]
fn all_that_is_remembered_is_true() {
    for (width, height, threats) in [(3, 3, -3), (3, 3, 2), (2, 4, 1), (1, 9, -1)] {
        let (right, wrong) = remembered(&twin(width, height, threats), 300, None, 1);
        println!("{width}x{height}, {threats} threats for the attacker: {right} facts hold");
        assert!(right > 1_000 && wrong.is_empty(), "{right} right, {} wrong: {wrong:.1?}", wrong.len());
    }
}

/// The test of the tests: what holds along one line only, kept for another, is noticed.
#[test]
fn what_hangs_on_a_line_is_noticed_when_it_is_kept() {
    let twin = twin(3, 3, 0);
    for fault in [None, Some(Fault::KeptFacts), Some(Fault::KeptChildren)] {
        let (right, wrong) = remembered(&twin, 1_800, fault, 2);
        println!("{fault:?}: {} facts are wrong, {right} hold", wrong.len());
        assert_eq!(wrong.len() > 5, fault.is_some(), "{fault:?}: {wrong:.1?}");
    }
}
