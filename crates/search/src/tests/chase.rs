//! Cops and a robber on a grid: a game that is nothing but cycles.
//!
//! The attacker moves one of two cops to a neighbouring square; the robber moves to a neighbouring square or
//! stays. The goal is a cop on the robber's square. Every move can be taken back, so almost every line
//! repeats: the hardest ground for repetition.

use crate::{Domain, Moves, Outcome, Rules, Step};

#[derive(Clone, Copy, Debug)]
pub(super) struct Chase {
    pub(super) width: u8,
    pub(super) height: u8,
    /// Whether the rows and columns are closed to rings.
    pub(super) ring: bool,
}

/// Cops (in ascending order), robber, and whether the cops are to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Scene {
    pub(super) cops: [u8; 2],
    pub(super) robber: u8,
    pub(super) attack: bool,
}

impl Chase {
    pub(super) fn squares(&self) -> u8 {
        self.width * self.height
    }

    fn neighbours(&self, square: u8) -> impl Iterator<Item = u8> {
        let (width, height, ring) = (self.width, self.height, self.ring);
        let (x, y) = (square % width, square / width);
        let left = if x > 0 { Some(x - 1) } else { ring.then_some(width - 1) };
        let right = if x + 1 < width { Some(x + 1) } else { ring.then_some(0) };
        let across = [left, right].into_iter().flatten().map(move |x| y * width + x);
        let up = if y > 0 { Some(y - 1) } else { ring.then_some(height - 1) };
        let down = if y + 1 < height { Some(y + 1) } else { ring.then_some(0) };
        across.chain([up, down].into_iter().flatten().map(move |y| y * width + x))
    }

    /// All scenes with the truth about each, by iteration to the least fixpoint.
    pub(super) fn solve_all(&self) -> Vec<(Scene, bool)> {
        let count = usize::from(self.squares());
        let index = |scene: &Scene| {
            let [first, second] = scene.cops.map(usize::from);
            ((first * count + second) * count + usize::from(scene.robber)) * 2 + usize::from(scene.attack)
        };
        let mut scenes = Vec::new();
        for first in 0..self.squares() {
            for second in first..self.squares() {
                for robber in 0..self.squares() {
                    for attack in [false, true] {
                        scenes.push(Scene { cops: [first, second], robber, attack });
                    }
                }
            }
        }
        let mut won = vec![false; count * count * count * 2];
        loop {
            let mut changed = false;
            for scene in &scenes {
                if won[index(scene)] {
                    continue;
                }
                let mut moves = Moves::new();
                let mut game = *self;
                game.moves(scene, 0, &mut moves);
                let settled = game.outcome(scene).is_some();
                let mut after = moves.iter().map(|(chosen, _)| {
                    let mut next = *scene;
                    game.play(&mut next, Step::Move(chosen));
                    won[index(&next)]
                });
                let wins = settled || if scene.attack { after.any(|won| won) } else { after.all(|won| won) };
                if wins {
                    won[index(scene)] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        scenes.iter().map(|scene| (*scene, won[index(scene)])).collect()
    }
}

impl Rules for Chase {
    type State = Scene;
    /// Where from and where to.
    type Move = (u8, u8);
    type Undo = Scene;

    fn attacker_to_move(&self, state: &Scene) -> bool {
        state.attack
    }

    fn outcome(&mut self, state: &Scene) -> Option<Outcome> {
        state.cops.contains(&state.robber).then_some(Outcome::Goal)
    }

    fn moves(&mut self, state: &Scene, _order: u8, moves: &mut Moves<(u8, u8)>) {
        if state.attack {
            for cop in state.cops {
                for square in self.neighbours(cop) {
                    moves.push((cop, square));
                }
                if state.cops[0] == state.cops[1] {
                    break;
                }
            }
        } else {
            moves.push((state.robber, state.robber));
            for square in self.neighbours(state.robber) {
                moves.push((state.robber, square));
            }
        }
    }

    fn play(&mut self, state: &mut Scene, step: Step<(u8, u8)>) -> Scene {
        let old = *state;
        if let Step::Move((from, to)) = step {
            if state.attack {
                let cop = usize::from(state.cops[0] != from);
                state.cops[cop] = to;
                state.cops.sort_unstable();
            } else {
                state.robber = to;
            }
        }
        state.attack = !state.attack;
        old
    }

    fn undo(&self, state: &mut Scene, _step: Step<(u8, u8)>, undo: Scene) {
        *state = undo;
    }

    fn key(&self, state: &Scene) -> u128 {
        let [first, second] = state.cops.map(u128::from);
        first | second << 8 | u128::from(state.robber) << 16 | u128::from(state.attack) << 24
    }
}

impl Domain for Chase {}
