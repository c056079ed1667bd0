//! Nodes per second of the engine itself, on a game whose own moves cost next to nothing.
//!
//! `cargo bench -p tesuji-search` prints one line for each method and number of threads. The game is a random
//! directed graph rich in transpositions, made of sums of fixed random numbers: moves commute, so every
//! position is reached along many lines.

#![allow(clippy::print_stdout, missing_docs)]

use tesuji_job::Stopwatch;
use tesuji_search::{Domain, Limits, Method, Moves, Outcome, PassStrategy, Plan, Rules, Step, Watch, prove};

#[derive(Clone)]
struct Sums {
    moves: u8,
    depth: u8,
}

/// The sum so far, and the moves made.
type State = (u64, u8);

fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 31)).wrapping_mul(0x7fb5_d329_728e_a185);
    let number = (number ^ (number >> 27)).wrapping_mul(0x81da_def4_bc2d_d44d);
    number ^ (number >> 33)
}

impl Rules for Sums {
    type State = State;
    type Move = u8;
    type Undo = State;

    fn attacker_to_move(&self, state: &State) -> bool {
        state.1.is_multiple_of(2)
    }

    fn outcome(&mut self, state: &State) -> Option<Outcome> {
        let drawn = mix(state.0 ^ 1) % 1000;
        if state.1 >= self.depth || drawn < 20 {
            return Some(if mix(state.0 ^ 2) % 1000 < 500 { Outcome::Goal } else { Outcome::Refuted });
        }
        None
    }

    fn moves(&mut self, state: &State, _order: u8, moves: &mut Moves<u8>) {
        let first = (mix(state.0 ^ 3) % u64::from(self.moves)) as u8;
        (0..self.moves).for_each(|offset| moves.push((first + offset) % self.moves));
    }

    fn play(&mut self, state: &mut State, step: Step<u8>) -> State {
        let label = match step {
            Step::Move(label) => u64::from(label),
            Step::Pass => 99,
        };
        let next = (state.0.wrapping_add(mix(label * 2 + u64::from(state.1 & 1) + 17)), state.1 + 1);
        std::mem::replace(state, next)
    }

    fn undo(&self, state: &mut State, _step: Step<u8>, undo: State) {
        *state = undo;
    }

    fn key(&self, state: &State) -> u128 {
        u128::from(state.0) << 8 | u128::from(state.1)
    }
}

impl Domain for Sums {}

fn main() {
    let limits = Limits::nodes(1_000_000).with_memory(384 << 20);
    let methods = [
        ("df-pn", Method::Plain, 0),
        ("df-pn lambda, highest order", Method::Lambda(PassStrategy::HighestOrder), 3),
        ("df-pn lambda, sum", Method::Lambda(PassStrategy::Sum), 3),
    ];
    let threads: Vec<usize> = match std::env::args().nth(1).as_deref() {
        Some("one") => vec![1],
        _ => vec![1, 2],
    };
    for (name, method, order) in methods {
        for threads in threads.clone() {
            let (mut nodes, mut solved) = (0, 0);
            let begin = Stopwatch::start();
            for root in 0..6 {
                let game = Sums { moves: 9, depth: 60 };
                let plan = Plan { method, evidence: false, ..Plan::plain(order) };
                let limits = limits.with_threads(threads);
                let answer = prove(&game, &(root, 0), &plan, &limits, &Watch::new());
                nodes += answer.statistics.nodes;
                solved += u32::from(answer.verdict.is_proved() || answer.verdict.is_disproved());
            }
            let seconds = begin.seconds();
            let rate = nodes as f64 / seconds;
            println!(
                "{name:28} {threads} threads  {solved} solved  {nodes:9} nodes  {seconds:6.2} s  {rate:9.0} nodes/s"
            );
        }
    }
}
