//! The ladder reader against the general search at order 1, which does not use it to decide anything.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, Position, Rules as GoRules, Topology};
use tesuji_job::{Limits, Watch};
use tesuji_local::Threats;
use tesuji_search::{Domain, Moves, Outcome, PassStrategy, Plan, Rules, Step, prove};

use crate::domain::{Advice, CaptureDomain, Move};
use crate::ladder;
use crate::state::{State, THREATS, Target, Undo};

/// The game without its dedicated solver.
#[derive(Clone)]
struct Undedicated(CaptureDomain);

impl Rules for Undedicated {
    type State = State;
    type Move = Move;
    type Undo = Undo;
    fn attacker_to_move(&self, state: &State) -> bool {
        self.0.attacker_to_move(state)
    }
    fn outcome(&mut self, state: &State) -> Option<Outcome> {
        self.0.outcome(state)
    }
    fn least_order(&self, state: &State) -> u8 {
        self.0.least_order(state)
    }

    fn moves(&mut self, state: &State, order: u8, moves: &mut Moves<Move>) {
        self.0.moves(state, order, moves);
    }
    fn play(&mut self, state: &mut State, step: Step<Move>) -> Undo {
        self.0.play(state, step)
    }
    fn undo(&self, state: &mut State, step: Step<Move>, undo: Undo) {
        self.0.undo(state, step, undo);
    }
    fn can_pass(&self, state: &State) -> bool {
        self.0.can_pass(state)
    }
    fn key(&self, state: &State) -> u128 {
        self.0.key(state)
    }
    fn resource(&self, state: &State) -> u32 {
        self.0.resource(state)
    }
    fn covers(&self, more: u32, less: u32) -> bool {
        self.0.covers(more, less)
    }
}

impl Domain for Undedicated {}

#[test]
fn the_ladder_reader_agrees_with_the_search() {
    let board = Topology::parse("square:7").unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let (mut works, mut fails) = (0, 0);
    for _ in 0..2_000 {
        let mut position = Position::new(board.clone(), GoRules::default());
        for _ in 0..random.random_range(8..60) {
            let moves: Vec<_> = position.legal_moves(position.to_move()).collect();
            if let Some(&point) = moves.get(random.random_range(0..moves.len().max(1))) {
                position.play(position.to_move(), point).unwrap();
            }
        }
        for string in position.strings() {
            let point = string.stones.first().unwrap();
            let [black, white] = Color::BOTH.map(|color| Threats::of(color, THREATS));
            let threats = [black, white, Threats::NONE][random.random_range(0..3)];
            let target = Target { point, defender: string.color };
            for to_move in Color::BOTH {
                let mut state = State::new(&position, target, to_move, threats);
                state.opening = false;
                let liberties = state.liberty_count();
                if liberties > 1 + usize::from(state.attacker_to_move()) {
                    continue;
                }
                let read = ladder::read(&mut state);
                let outcome = ladder::outcome(&mut state);
                assert_eq!(
                    outcome.map(|ladder| (ladder.works, ladder.works.then_some(ladder.length))),
                    read.as_ref().map(|ladder| (ladder.works, ladder.works.then_some(ladder.length))),
                    "{target:?}\n{position}"
                );
                let plan = Plan::lambda(1, PassStrategy::HighestOrder);
                let domain = Undedicated(CaptureDomain::new(true, Advice::Ladders));
                let answer = prove(&domain, &state, &plan, &Limits::nodes(50_000), &Watch::unwatched());
                match read {
                    Some(ladder) if ladder.works => {
                        works += 1;
                        assert!(answer.verdict.is_proved(), "{target:?}\n{position}");
                    }
                    Some(_) => {
                        fails += 1;
                        assert!(
                            answer.verdict.is_disproved(),
                            "{target:?} {to_move} {:?} {:?}\n{position}",
                            answer.verdict,
                            answer.line
                        );
                    }
                    None => {}
                }
            }
        }
    }
    assert!(works > 500 && fails > 500, "{works} {fails}");
}
