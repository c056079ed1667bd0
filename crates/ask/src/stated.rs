//! What a person states about the stones around: which strings are safe, and which are not to be taken so.
//!
//! A statement is a premise like any other. It holds for every goal and method, it is never second-guessed, and the answer lists it.

use tesuji_board::{Diagram, Mark, PointSet, Position, Topology};
use tesuji_fight::Stated;

use crate::fault::Fault;

/// What marks and the fields `safe` and `unknown` state: `CR` and `MA` stand for their strings, on a stone; on an empty point they say nothing.
pub(crate) fn stated(
    diagram: &Diagram,
    position: &Position,
    safe: &[String],
    unknown: &[String],
) -> Result<Stated, Fault> {
    let board = position.topology();
    let whole = |field: &str, mark: Mark, names: &[String]| -> Result<PointSet, Fault> {
        let named = points(board, field, names)?;
        if let Some(empty) = named.iter().find(|&point| position.is_empty_at(point)) {
            let name = board.name_of(empty);
            return Err(Fault::in_field(
                field,
                format!("{name} is stated to be {field}, but there is no stone"),
            ));
        }
        let stones = &diagram.marked(mark) | &named;
        Ok(stones.iter().flat_map(|stone| position.string(stone)).collect())
    };
    let stated =
        Stated { safe: whole("safe", Mark::Circle, safe)?, unknown: whole("unknown", Mark::Cross, unknown)? };
    match (&stated.safe & &stated.unknown).first() {
        None => Ok(stated),
        Some(stone) => {
            let name = board.name_of(stone);
            Err(Fault::in_field(
                "safe",
                format!("the string at {name} is stated to be both safe and unknown"),
            ))
        }
    }
}

/// A position with the walls that were stated; the points of the board are the same on it.
pub(crate) fn walled(position: &Position, stated: &Stated) -> Result<Position, Fault> {
    let too_large = || Fault::in_field("safe", "the board has too many points for so many safe strings");
    position.with_eyes(&stated.safe).ok_or_else(too_large)
}

/// The points with these names.
pub(crate) fn points(board: &Topology, field: &str, names: &[String]) -> Result<PointSet, Fault> {
    let point =
        |name: &String| board.require_point(name.trim()).map_err(|error| Fault::in_field(field, error));
    names.iter().map(point).collect()
}
