//! What an answer about a string rests on, as answers and sentences name it.

use tesuji_board::Position;
use tesuji_fight::{End, Stated};
use tesuji_read::settle::{self, Basis};

use crate::layout::some_of;
use crate::race::{Conditions, SafeString, named_walls, unknown_strings};
use crate::words::point_names;

/// Walls that a sentence names.
const NAMED: usize = 4;

/// What the answer rests on; nothing if that is the whole board as it is.
pub(super) fn conditions(position: &Position, stated: &Stated, basis: &Basis) -> Option<Conditions> {
    let unknown = unknown_strings(position, stated);
    match basis {
        Basis::Read(fall, walls) => Some(Conditions {
            safe: named_walls(position, walls),
            unknown,
            open: fall.open,
            field: point_names(position.topology(), fall.field.iter()),
            assumed: Vec::new(),
        }),
        _ if stated.safe.is_empty() && unknown.is_empty() => None,
        _ => Some(Conditions {
            safe: named_walls(position, &settle::safe_strings(position, &stated.safe, stated)),
            unknown,
            ..Conditions::default()
        }),
    }
}

/// What a reading says that is not believed.
pub(super) fn conditional(position: &Position, assumed: &settle::Assumed) -> String {
    let what = if assumed.end == End::Falls { "it falls" } else { "a ko decides" };
    let gets_out = "what gets out of the points that were read is safe";
    match (premises(&named_walls(position, &assumed.walls)), assumed.open) {
        (premises, false) => format!("{what}{premises}"),
        (premises, true) if premises.is_empty() => format!("{what}, if {gets_out}"),
        (premises, true) => format!("{what}{premises} and {gets_out}"),
    }
}

/// The walls that a claim rests on and that were neither stated nor proved, as a clause.
pub(super) fn premises(walls: &[SafeString]) -> String {
    let names: Vec<&str> =
        walls.iter().filter(|wall| wall.is_assumed()).map(|wall| wall.at.as_str()).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => format!(", if the stones at {only} are safe"),
        names => format!(", if the strings at {} are safe", some_of(names, NAMED)),
    }
}
