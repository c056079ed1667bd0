//! The line of best play, from what is remembered.

use std::sync::Arc;

use super::leaf::near;
use super::{Fact, FieldMove, Goal, Known, NEVER, Reader, State};
use crate::field::ones;

/// Nodes to find out whether the guard survives when the prey is taken at once.
const NODES_TO_TAKE: u64 = 500;
/// Nodes to find a first move where a state is settled without one.
const NODES_TO_KEEP: u64 = 2_000;
/// Steps of a line that are shown at most.
const LONGEST: usize = 200;

impl Reader<'_> {
    /// The line of best play from a state that has been read, until the prey is captured or nothing is left to do.
    pub(crate) fn line(&mut self, goal: &Goal, state: &State, root: &Arc<Fact>) -> Vec<FieldMove> {
        self.path.clear();
        let mut line = Vec::new();
        let (mut state, mut fact) = (*state, Arc::clone(root));
        let mut seen = vec![(state.stones, state.to_move, state.ban)];
        while line.len() < LONGEST {
            let takes = fact.captured && state.to_move == goal.attacker();
            let step = match fact.best {
                best if takes && let Some(at) = self.taking_move(goal, &state, best) => Some(at),
                Some(step) => step,
                None if line.is_empty() && (state.to_move == goal.attacker()) == fact.captured => {
                    match self.keeping_move(goal, &state, fact.captured) {
                        Some(step) => step,
                        None => break,
                    }
                }
                None => break,
            };
            let after = match step {
                Some(at) => state.after(self.field, usize::from(at)),
                None => Some((state.passed(), 0)),
            };
            let Some((next, taken)) = after else { break };
            line.push(step);
            let child = self.look(goal, step, next, taken);
            let Known::Fact(known, NEVER) = child.known else { break };
            let place = (next.stones, next.to_move, next.ban);
            if child.turned || known.captured != root.captured || seen.contains(&place) {
                break;
            }
            seen.push(place);
            (state, fact) = (next, known);
        }
        line
    }

    /// The move that takes the prey at once, if that is known to be as good as the best: nobody wants to see another one.
    fn taking_move(&mut self, goal: &Goal, state: &State, best: Option<FieldMove>) -> Option<u8> {
        let prey = goal.prey_string(self.field, &state.stones)?;
        let liberties = prey.around & self.field.empty(&state.stones);
        let at = (liberties.count_ones() == 1).then(|| liberties.trailing_zeros() as u8)?;
        if best == Some(Some(at)) {
            return Some(at);
        }
        let limit = std::mem::replace(
            &mut self.limits.nodes,
            self.most.min(self.nodes.saturating_add(NODES_TO_TAKE)),
        );
        let taken = self.read_after(goal, state, Some(at));
        self.limits.nodes = limit;
        matches!(taken, Some(Ok(true))).then_some(at)
    }

    /// Where a state is settled without search, a move that leaves it so: one after which that needs no search either, or else one for
    /// which some nodes show it. That somebody lives does not say by which move.
    fn keeping_move(&mut self, goal: &Goal, state: &State, captured: bool) -> Option<FieldMove> {
        let [first, second] = near(self.field, goal, state);
        let rest = self.field.empty(&state.stones) & !first & !second;
        let points = || ones(first).chain(ones(second)).chain(ones(rest)).map(|at| at as u8);
        for at in points() {
            let Some((next, taken)) = state.after(self.field, usize::from(at)) else { continue };
            let child = self.look(goal, Some(at), next, taken);
            if let Known::Fact(fact, NEVER) = child.known
                && fact.captured == captured
            {
                return Some(Some(at));
            }
        }
        let limit = self.limits.nodes;
        self.limits.nodes = limit.min(self.nodes.saturating_add(NODES_TO_KEEP));
        let mut found = None;
        for step in points().map(Some).chain([None]) {
            match self.read_after(goal, state, step) {
                Some(Ok(outcome)) if outcome == captured => {
                    found = Some(step);
                    break;
                }
                Some(Err(_)) => break,
                _ => {}
            }
        }
        self.limits.nodes = limit;
        found
    }
}
