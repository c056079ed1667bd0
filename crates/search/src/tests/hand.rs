//! A game with a hand: dominance of resources against brute force on the full product.
//!
//! The attacker carries tokens. His moves cost some and gain some; the defender has moves that are open only
//! while the attacker holds few. More tokens are never worse, so a proof with few holds with more, and a
//! disproof with many holds with fewer.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{METHODS, ask, entries};
use crate::{Claim, Domain, Method, Moves, Outcome, Plan, Rules, Step};

const MOST: u32 = 5;

#[derive(Clone, Copy, Debug)]
struct Arc {
    target: u32,
    /// Attacker: tokens needed and spent. Defender: the most tokens with which the move is open.
    bound: u32,
    gain: u32,
}

#[derive(Clone, Debug)]
struct Place {
    attacker: bool,
    outcome: Option<Outcome>,
    arcs: Vec<Arc>,
    pass: u32,
}

#[derive(Clone, Debug)]
pub(super) struct HandGame {
    places: Vec<Place>,
}

pub(super) type State = (u32, u32);

impl HandGame {
    pub(super) fn random(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let count = 8 + (seed as u32 * 3) % 24;
        let places = (0..count).map(|index| {
            let attacker = index % 2 == 0;
            let mut other = || random.random_range(0..count / 2) * 2 + u32::from(attacker);
            let pass = other();
            let targets: Vec<u32> = (0..3).map(|_| other()).collect();
            let settled = index > 1 && random.random_range(0..100) < 14;
            let goal = random.random_bool(0.6);
            let outcome = settled.then_some(if goal { Outcome::Goal } else { Outcome::Refuted });
            let arcs = targets.into_iter().map(|target| Arc {
                target,
                bound: if attacker { random.random_range(0..3) } else { random.random_range(0..=MOST) },
                gain: random.random_range(0..3),
            });
            Place { attacker, outcome, arcs: arcs.collect(), pass }
        });
        Self { places: places.collect() }
    }

    /// Tokens after an arc, if it is open.
    fn after(&self, attacker: bool, arc: Arc, tokens: u32) -> Option<u32> {
        if attacker {
            Some((tokens.checked_sub(arc.bound)? + arc.gain).min(MOST))
        } else {
            (tokens <= arc.bound).then_some((tokens + arc.gain).min(MOST))
        }
    }

    /// How many states there are.
    pub(super) fn states(&self) -> usize {
        self.places.len() * (MOST as usize + 1)
    }

    /// The state with this number.
    pub(super) fn state(number: usize) -> State {
        let width = MOST as usize + 1;
        ((number / width) as u32, (number % width) as u32)
    }

    pub(super) fn truth(&self, highest: u8, method: Method) -> Vec<Vec<bool>> {
        let width = MOST as usize + 1;
        let mut won = vec![vec![false; self.places.len() * width]; usize::from(highest) + 1];
        let orders = if method.has_pass() { 0..=highest } else { highest..=highest };
        for order in orders {
            let mut changed = true;
            while changed {
                changed = false;
                for index in 0..self.places.len() * width {
                    let (place, tokens) = (index / width, (index % width) as u32);
                    if !won[usize::from(order)][index] && self.is_won(place, tokens, order, method, &won) {
                        won[usize::from(order)][index] = true;
                        changed = true;
                    }
                }
            }
        }
        won
    }

    fn is_won(&self, place: usize, tokens: u32, order: u8, method: Method, won: &[Vec<bool>]) -> bool {
        let here = &self.places[place];
        if let Some(outcome) = here.outcome {
            return outcome == Outcome::Goal;
        }
        let at = |order: u8, target: u32, tokens: u32| {
            won[usize::from(order)][(target * (MOST + 1) + tokens) as usize]
        };
        let mut after =
            here.arcs.iter().filter_map(|&arc| Some((arc.target, self.after(here.attacker, arc, tokens)?)));
        if here.attacker {
            let lowest = if method.has_pass() { 0 } else { order };
            return after.any(|(target, tokens)| (lowest..=order).any(|order| at(order, target, tokens)));
        }
        if method.has_pass() && (order == 0 || !at(order - 1, here.pass, tokens)) {
            return false;
        }
        after.all(|(target, tokens)| at(order, target, tokens))
    }
}

impl Rules for HandGame {
    type State = State;
    type Move = u8;
    type Undo = State;

    fn attacker_to_move(&self, state: &State) -> bool {
        self.places[state.0 as usize].attacker
    }

    fn outcome(&mut self, state: &State) -> Option<Outcome> {
        self.places[state.0 as usize].outcome
    }

    fn moves(&mut self, state: &State, _order: u8, moves: &mut Moves<u8>) {
        let place = &self.places[state.0 as usize];
        for (label, &arc) in place.arcs.iter().enumerate() {
            if self.after(place.attacker, arc, state.1).is_some() {
                moves.push(label as u8);
            }
        }
    }

    fn play(&mut self, state: &mut State, step: Step<u8>) -> State {
        let place = &self.places[state.0 as usize];
        let next = match step {
            Step::Pass => (place.pass, state.1),
            Step::Move(label) => {
                let arc = place.arcs[usize::from(label)];
                (arc.target, self.after(place.attacker, arc, state.1).expect("a legal move"))
            }
        };
        std::mem::replace(state, next)
    }

    fn undo(&self, state: &mut State, _step: Step<u8>, undo: State) {
        *state = undo;
    }

    fn key(&self, state: &State) -> u128 {
        u128::from(state.0)
    }

    fn resource(&self, state: &State) -> u32 {
        state.1
    }

    fn covers(&self, more: u32, less: u32) -> bool {
        more >= less
    }
}

impl Domain for HandGame {
    /// Tries one token less (or more) at a time: the claim extends as long as every step still leads into its
    /// supporting claim.
    fn extend(&self, claim: Claim, state: &State, _order: u8, support: &[(Step<u8>, u32)]) -> u32 {
        let place = &self.places[state.0 as usize];
        if place.outcome.is_some() {
            return if claim == Claim::Proof { 0 } else { MOST };
        }
        let holds = |tokens: u32| {
            let supported = |step: Step<u8>, after: u32| {
                support.iter().any(|&(other, extent)| {
                    other == step && if claim == Claim::Proof { after >= extent } else { after <= extent }
                })
            };
            let mut open = place.arcs.iter().enumerate().filter_map(|(label, &arc)| {
                Some((Step::Move(label as u8), self.after(place.attacker, arc, tokens)?))
            });
            let chooses = place.attacker == (claim == Claim::Proof);
            let pass = support.iter().all(|&(step, _)| step != Step::Pass || supported(step, tokens));
            let by_pass =
                support.iter().any(|&(step, _)| step == Step::Pass) && supported(Step::Pass, tokens);
            if chooses {
                by_pass || open.any(|(step, after)| supported(step, after))
            } else {
                pass && open.all(|(step, after)| supported(step, after))
            }
        };
        let mut tokens = state.1;
        loop {
            let next = if claim == Claim::Proof {
                tokens.checked_sub(1)
            } else {
                (tokens < MOST).then_some(tokens + 1)
            };
            match next {
                Some(next) if holds(next) => tokens = next,
                _ => return tokens,
            }
        }
    }
}

#[test]
fn dominance_of_hands_changes_no_verdict() {
    let (mut proved, mut disproved) = (0, 0);
    for seed in 0..1500_u64 {
        let game = HandGame::random(seed);
        for method in METHODS {
            let order = (seed % 3) as u8;
            let truth = game.truth(order, method);
            for root in [(0, seed as u32 % 3), (1, seed as u32 % 4)] {
                let won = truth[usize::from(order)][(root.0 * (MOST + 1) + root.1) as usize];
                *(if won { &mut proved } else { &mut disproved }) += 1;
                for table in [1 << 8, 1 << 20] {
                    let plan = Plan { method, ..Plan::plain(order) };
                    let what =
                        format!("seed {seed}, {method:?}, order {order}, root {root:?}, table {table}");
                    ask(&game, &root, &plan, entries(table), won, &what);
                }
            }
        }
    }
    assert!(proved > 1000 && disproved > 1000, "{proved} proved, {disproved} disproved");
}
