//! Life that no order of attack can end.

use tesuji_board::is_unconditionally_alive;

use crate::candidates;
use crate::domain::Move;
use crate::state::State;
use crate::targets::Goal;

/// The move after which the target is unconditionally alive, if there is one: a pass if it is so already. With the attacker
/// to move it has to be. Of several strings one is enough if all would have to go.
pub(crate) fn living_move(state: &State) -> Option<Move> {
    let lives = |state: &State| {
        let mut lives = state.named().iter().map(|&point| is_unconditionally_alive(&state.position, point));
        if state.goal() == Some(Goal::All) { lives.any(|lives| lives) } else { lives.all(|lives| lives) }
    };
    if lives(state) {
        return Some(None);
    }
    if state.attacker_to_move() {
        return None;
    }
    let mut after = state.clone();
    candidates::near(state, 1).iter().filter(|&point| state.is_legal(point)).map(Some).find(|&step| {
        let undo = after.play(step);
        let found = lives(&after);
        after.undo(undo);
        found
    })
}
