//! Life that no order of attack can end.

use tesuji_board::unconditionally_alive;

use crate::candidates;
use crate::domain::Move;
use crate::state::State;

/// The move after which the target is unconditionally alive, if there is one: a pass if it is so already. With the attacker
/// to move it has to be.
pub(crate) fn living_move(state: &State) -> Option<Move> {
    let target = state.target;
    let lives =
        |state: &State| unconditionally_alive(&state.position, target.defender).contains(target.point);
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
