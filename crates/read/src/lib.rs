//! Reading.

#![allow(dead_code, missing_docs)]
mod claims;
mod estimate;
mod fault;
mod field;
mod live;
mod reader;
mod set;
#[cfg(test)]
mod tests;
mod zones;

use crate::set::Set;
pub use live::{Fate, Graded, Ko};
use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Limits, Watch};

/// For trials.
pub fn trial(
    position: &Position,
    group: Point,
    safe: &PointSet,
    first: Color,
    limits: &Limits,
) -> (Graded, u64, Vec<Option<Point>>) {
    let defender = position.stone(group).unwrap();
    let inside = position.topology().component(group, |p| !safe.contains(p));
    let outside = field::Outside { safe, owned_by: None };
    if let Some(f) = field::Field::<u128>::new(position, &inside, &outside) {
        go(f, position, defender, first, limits)
    } else {
        go(
            field::Field::<set::Wide>::new(position, &inside, &outside).unwrap(),
            position,
            defender,
            first,
            limits,
        )
    }
}
fn go<S: Set>(
    field: std::sync::Arc<field::Field<S>>,
    position: &Position,
    defender: Color,
    first: Color,
    limits: &Limits,
) -> (Graded, u64, Vec<Option<Point>>) {
    let watch = Watch::unwatched();
    let state = field.state(position, &PointSet::new(), first);
    let mut reader =
        reader::Reader::new(field.clone(), defender, reader::Wanted::AnyString, S::none(), limits, &watch);
    let g = live::grade(&mut reader, &state);
    let line = live::line(&reader, reader::Aim::Kill, &state, 20);
    (g, reader.nodes, line.into_iter().map(|a| a.map(|a| field.point_at(a))).collect())
}
