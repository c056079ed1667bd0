//! The line of best play, from what is remembered.

use std::sync::Arc;

use super::glance::{Zones, glance, glance_fact, read_ladder, rule};
use super::{Fact, Reader};
use crate::domain::Move;
use crate::state::State;

/// Steps of a line that are shown at most.
const LONGEST: usize = 200;

impl Reader<'_> {
    /// The line of best play from a state that has been read, as far as it is remembered.
    pub(crate) fn line(&mut self, state: &State, root: &Arc<Fact>) -> Vec<Move> {
        let mut state = state.clone();
        let mut line = Vec::new();
        let (mut fact, captured) = (Arc::clone(root), root.captured);
        let mut order = fact.order;
        let mut seen = vec![state.key()];
        while let Some(step) = fact.best
            && line.len() < LONGEST
            && step.is_none_or(|point| state.is_legal(point))
        {
            if step.is_none() && !state.attacker_to_move() && !state.opening {
                order = order.saturating_sub(1);
            }
            state.play(step);
            line.push(step);
            if seen.contains(&state.key()) {
                break;
            }
            seen.push(state.key());
            if rule(&state, order).is_some() && order > 0 || state.is_gone() {
                break;
            }
            let next = self.remembered(&state, order).or_else(|| {
                // The zone of a ladder that works is most of the work, and nobody needs it here.
                let works = read_ladder(&mut state, Zones::Unwanted).filter(|fact| fact.captured);
                works.map(Arc::new).or_else(|| read_at_once(&mut state, order))
            });
            let Some(next) = next.filter(|fact| fact.captured == captured) else { break };
            fact = next;
            if captured {
                order = order.min(fact.order);
            }
        }
        line
    }

    /// A fact about a state that is not searched for.
    pub(super) fn known(&mut self, state: &mut State, order: u8) -> Option<Arc<Fact>> {
        self.remembered(state, order).or_else(|| read_at_once(state, order))
    }

    fn remembered(&mut self, state: &State, order: u8) -> Option<Arc<Fact>> {
        let (key, resource) = (state.key(), state.resource());
        let kept = self.memory.fact(key, order, resource).map(Arc::clone);
        kept.or_else(|| self.memory.recall(state, order))
    }
}

/// What ladders and the rules say of a state.
fn read_at_once(state: &mut State, order: u8) -> Option<Arc<Fact>> {
    let ladder = read_ladder(state, Zones::Wanted).filter(|fact| fact.captured || order <= 1);
    let fact = ladder.or_else(|| glance(state, order).map(|captured| glance_fact(state, order, captured)));
    fact.map(Arc::new)
}
