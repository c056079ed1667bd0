//! Tic-tac-toe both ways: every position, every order, against the definitions of the paper written out
//! literally.

use rustc_hash::FxHashMap;

use super::{ask, entries};
use crate::{Domain, Moves, Outcome, PassStrategy, Plan, Rules, Step};

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// The attacker wants three in a row; a full board and three of the defender's own refute him.
#[derive(Clone, Copy)]
struct TicTacToe;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Grid {
    attacker: u16,
    defender: u16,
    attack: bool,
}

impl Rules for TicTacToe {
    type State = Grid;
    type Move = u8;
    type Undo = Grid;

    fn attacker_to_move(&self, state: &Grid) -> bool {
        state.attack
    }

    fn outcome(&mut self, state: &Grid) -> Option<Outcome> {
        let row = |stones: u16| LINES.into_iter().any(|line| stones & line == line);
        if row(state.attacker) {
            Some(Outcome::Goal)
        } else {
            (row(state.defender) || state.attacker | state.defender == FULL).then_some(Outcome::Refuted)
        }
    }

    fn moves(&mut self, state: &Grid, _order: u8, moves: &mut Moves<u8>) {
        (0..9)
            .filter(|cell| (state.attacker | state.defender) >> cell & 1 == 0)
            .for_each(|cell| moves.push(cell));
    }

    fn play(&mut self, state: &mut Grid, step: Step<u8>) -> Grid {
        let old = *state;
        if let Step::Move(cell) = step {
            *(if state.attack { &mut state.attacker } else { &mut state.defender }) |= 1 << cell;
        }
        state.attack = !state.attack;
        old
    }

    fn undo(&self, state: &mut Grid, _step: Step<u8>, undo: Grid) {
        *state = undo;
    }

    fn key(&self, state: &Grid) -> u128 {
        u128::from(state.attacker) | u128::from(state.defender) << 9 | u128::from(state.attack) << 18
    }
}

impl Domain for TicTacToe {}

/// Definitions (1) to (4) of paper 001, section 2.1, word by word.
#[derive(Default)]
struct Definitions {
    known: FxHashMap<(Grid, u8), bool>,
}

impl Definitions {
    fn children(state: &Grid) -> Vec<Grid> {
        let mut moves = Moves::new();
        TicTacToe.moves(state, 0, &mut moves);
        let after = |cell| {
            let mut next = *state;
            TicTacToe.play(&mut next, Step::Move(cell));
            next
        };
        moves.iter().map(|(cell, _)| after(cell)).collect()
    }

    /// Whether some tree of an order up to `order` has the value 1.
    fn up_to(&mut self, state: &Grid, order: u8) -> bool {
        (0..=order).any(|order| self.value(state, order))
    }

    /// The value of the tree of exactly this order.
    fn value(&mut self, state: &Grid, order: u8) -> bool {
        if let Some(outcome) = TicTacToe.outcome(state) {
            return outcome == Outcome::Goal;
        }
        if let Some(&value) = self.known.get(&(*state, order)) {
            return value;
        }
        let children = Self::children(state);
        let value = if order == 0 {
            // (1) A move of order 0 reaches the goal at once.
            state.attack && children.iter().any(|child| TicTacToe.outcome(child) == Some(Outcome::Goal))
        } else if state.attack {
            // (3) An attacker's move of order n: if the defender passes, a tree of a lower order has the
            // value 1.
            children.iter().any(|child| {
                let goal = TicTacToe.outcome(child) == Some(Outcome::Goal);
                let mut passed = *child;
                TicTacToe.play(&mut passed, Step::Pass);
                goal || TicTacToe.outcome(child).is_none()
                    && self.up_to(&passed, order - 1)
                    && self.value(child, order)
            })
        } else {
            // (3) A defender's move of order n: afterwards no tree of a lower order has the value 1. (2)
            // Without one, 1.
            children.iter().all(|child| self.up_to(child, order - 1) || self.value(child, order))
        };
        self.known.insert((*state, order), value);
        value
    }

    /// Plain minimax.
    fn wins(state: &Grid) -> bool {
        if let Some(outcome) = TicTacToe.outcome(state) {
            return outcome == Outcome::Goal;
        }
        let mut children = Self::children(state).into_iter();
        if state.attack {
            children.any(|child| Self::wins(&child))
        } else {
            children.all(|child| Self::wins(&child))
        }
    }
}

/// All positions that play can reach, the attacker moving first or second.
fn positions() -> Vec<Grid> {
    let mut found = Vec::new();
    let mut seen = FxHashMap::default();
    let mut open: Vec<Grid> = [true, false].map(|attack| Grid { attacker: 0, defender: 0, attack }).to_vec();
    while let Some(grid) = open.pop() {
        if seen.insert(grid, ()).is_none() && TicTacToe.outcome(&grid).is_none() {
            found.push(grid);
            open.extend(Definitions::children(&grid));
        }
    }
    found
}

#[test]
fn every_position_at_every_order() {
    let mut definitions = Definitions::default();
    let mut by_order = [0; 4];
    for (number, grid) in positions().into_iter().filter(|grid| grid.attack).enumerate() {
        for order in 0..4 {
            let truth = definitions.up_to(&grid, order);
            by_order[usize::from(order)] += usize::from(truth);
            let table = [1 << 8, 1 << 12, 1 << 20][number % 3];
            let strategy = [PassStrategy::HighestOrder, PassStrategy::Sum][number / 3 % 2];
            let plan = Plan::lambda(order, strategy);
            ask(&TicTacToe, &grid, &plan, entries(table), truth, &format!("{grid:?} at order {order}"));
        }
        let wins = Definitions::wins(&grid);
        ask(&TicTacToe, &grid, &Plan::plain(0), entries(1 << 12), wins, &format!("{grid:?}"));
    }
    // Each order proves more than the one below until all wins are found.
    assert!(by_order.is_sorted() && by_order[0] < by_order[1] && by_order[1] < by_order[2], "{by_order:?}");
}
