//! Games on random graphs, with their truth.
//!
//! A vertex belongs to the attacker or the defender. Moves are labels, so that a move made in one vertex can
//! be tried in another; the defender's pass leads to an attacker's vertex of its own. The truth comes from
//! the definition: the least set of nodes (vertex, order) from which the goal is reached, by iteration until
//! nothing changes. Repetition needs no rule there: a line that goes round never enters the least set.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Domain, Estimate, Method, Moves, Outcome, Rules, Solved, Step};

#[derive(Clone, Debug, Default)]
pub(super) struct Vertex {
    pub(super) attacker: bool,
    pub(super) outcome: Option<Outcome>,
    /// Label, vertex and lowest order of each move.
    pub(super) moves: Vec<(u8, u32, u8)>,
    pub(super) pass: Option<u32>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct GraphGame {
    pub(super) vertices: Vec<Vertex>,
    /// Advice drawn from this seed; 0 gives none.
    pub(super) advice: u64,
    /// Answers of the dedicated solver, by order and vertex; empty for none.
    pub(super) solved: Vec<Vec<bool>>,
}

/// What kind of graphs to draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) vertices: usize,
    pub(super) moves: usize,
    pub(super) cyclic: bool,
    /// How far moves lead, in numbers of vertices: short moves make many small circles.
    pub(super) reach: usize,
    pub(super) settled_percent: u32,
    /// Whether some attacker's moves need a higher order.
    pub(super) restricted: bool,
}

impl GraphGame {
    pub(super) fn random(shape: Shape, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let count = shape.vertices;
        let vertices = (0..count).map(|index| Self::random_vertex(shape, index, &mut random)).collect();
        Self { vertices, ..Self::default() }
    }

    fn random_vertex(shape: Shape, index: usize, random: &mut ChaCha8Rng) -> Vertex {
        let attacker = index.is_multiple_of(2);
        let mut vertex = Vertex { attacker, ..Vertex::default() };
        if index > 1 && random.random_range(0..100) < shape.settled_percent {
            let goal = random.random_bool(0.5);
            vertex.outcome = Some(if goal { Outcome::Goal } else { Outcome::Refuted });
            return vertex;
        }
        // Acyclic graphs lead to higher numbers only. The other side's vertices have the other parity.
        let (lowest, highest) = match shape.cyclic {
            true => (index.saturating_sub(shape.reach), index + shape.reach),
            false => (index + 1, index + shape.reach),
        };
        let lowest = if lowest % 2 == index % 2 { lowest + 1 } else { lowest };
        let candidates = highest.min(shape.vertices).saturating_sub(lowest).div_ceil(2);
        let other = |random: &mut ChaCha8Rng| {
            (candidates > 0).then(|| (lowest + 2 * random.random_range(0..candidates)) as u32)
        };
        // Mostly two moves or more: a vertex without moves settles the question too early to be interesting.
        let wanted = if random.random_bool(0.05) { 0 } else { random.random_range(2..=shape.moves.max(2)) };
        let skipped = random.random_range(0..3_u8);
        for label in (0..=wanted as u8).filter(|&label| label != skipped).take(wanted) {
            let Some(target) = other(random) else { continue };
            let from = if shape.restricted && attacker { random.random_range(0..4) } else { 0 };
            vertex.moves.push((label, target, from));
        }
        if !attacker && random.random_bool(0.9) {
            vertex.pass = other(random);
        }
        vertex
    }

    /// For each order up to `highest` the vertices from which the goal is reached.
    pub(super) fn truth(&self, highest: u8, method: Method) -> Vec<Vec<bool>> {
        let orders = if method.has_pass() { 0..=highest } else { highest..=highest };
        let mut won: Vec<Vec<bool>> = vec![vec![false; self.vertices.len()]; usize::from(highest) + 1];
        for order in orders {
            loop {
                let mut changed = false;
                for index in 0..self.vertices.len() {
                    let here = usize::from(order);
                    if !won[here][index] && self.is_won(index, order, method, &won) {
                        won[here][index] = true;
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
            }
        }
        won
    }

    fn is_won(&self, index: usize, order: u8, method: Method, won: &[Vec<bool>]) -> bool {
        let vertex = &self.vertices[index];
        match vertex.outcome {
            Some(Outcome::Goal) => return true,
            Some(Outcome::Refuted) => return false,
            None => {}
        }
        let at = |order: u8, target: u32| won[usize::from(order)][target as usize];
        if vertex.attacker {
            return vertex.moves.iter().any(|&(_, target, from)| {
                let lowest = if method.has_pass() { from } else { order };
                from <= order && (lowest..=order).any(|order| at(order, target))
            });
        }
        if method.has_pass() && (order == 0 || vertex.pass.is_some_and(|target| !at(order - 1, target))) {
            return false;
        }
        vertex.moves.iter().all(|&(_, target, _)| at(order, target))
    }

    pub(super) fn draw(&self, index: u32, salt: u64) -> u64 {
        let mut random =
            ChaCha8Rng::seed_from_u64(self.advice ^ salt.wrapping_mul(0x1234_5677) ^ u64::from(index));
        random.next_u64()
    }
}

impl Rules for GraphGame {
    type State = u32;
    type Move = u8;
    type Undo = u32;

    fn attacker_to_move(&self, state: &u32) -> bool {
        self.vertices[*state as usize].attacker
    }

    fn outcome(&mut self, state: &u32) -> Option<Outcome> {
        self.vertices[*state as usize].outcome
    }

    fn moves(&mut self, state: &u32, _order: u8, moves: &mut Moves<u8>) {
        for &(label, _, from) in &self.vertices[*state as usize].moves {
            moves.push_from(from, label);
        }
    }

    fn play(&mut self, state: &mut u32, step: Step<u8>) -> u32 {
        let vertex = &self.vertices[*state as usize];
        let target = match step {
            Step::Pass => vertex.pass,
            Step::Move(label) => vertex.moves.iter().find(|entry| entry.0 == label).map(|entry| entry.1),
        };
        std::mem::replace(state, target.expect("a legal step"))
    }

    fn undo(&self, state: &mut u32, _step: Step<u8>, undo: u32) {
        *state = undo;
    }

    fn can_pass(&self, state: &u32) -> bool {
        self.vertices[*state as usize].pass.is_some()
    }

    fn key(&self, state: &u32) -> u128 {
        u128::from(*state)
    }
}

impl Domain for GraphGame {
    fn estimate(&mut self, state: &u32, order: u8) -> Estimate {
        if self.advice == 0 {
            return Estimate::UNIT;
        }
        let drawn = self.draw(*state, u64::from(order) + 1);
        // Now and then absurd on purpose: advice can make a search slow, never wrong.
        let pn = if drawn.is_multiple_of(97) { u32::MAX } else { (drawn >> 8) as u32 % 9 };
        Estimate { pn, dn: (drawn >> 32) as u32 % 9 }
    }

    fn group(&self, state: &u32, candidate: u8) -> u16 {
        if self.advice == 0 { 0 } else { (self.draw(*state, 1000 + u64::from(candidate)) % 4) as u16 }
    }

    fn solve(&mut self, state: &mut u32, order: u8) -> Option<Solved> {
        let won = *self.solved.get(usize::from(order))?.get(*state as usize)?;
        if self.draw(*state, 77).is_multiple_of(3) {
            return None;
        }
        Some(if won { Solved::Proved { length: self.vertices.len() as u16 } } else { Solved::Disproved })
    }
}
