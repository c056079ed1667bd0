//! Shapes for [`compose`](crate::compose::compose), and the problems made of them.
//!
//! Every empty point beside a cut touches safe stones, so that stones played there can never be taken: no ko, and the
//! values are exactly those of the idea drawn. Lanes (`.d.d.`) lead from the wall to loose stones with liberties of their
//! own; the defender connects one after the other, the attacker cuts. The values in the names are cooled by 2; tests read
//! them off the boards.

use crate::compose::{Recipe, Shape};

/// 2*: connect to four liberties or be cut off, `{4|0}`.
pub const STAR: Shape<'static> = &["#...#", ".ddd."];
/// 1 1/2: the same with three liberties, `{3|0}`.
pub const HALF: Shape<'static> = &["#..#", ".dd."];
/// 4^: the attacker cuts in two steps, `{6||4|0}`.
pub const UP: Shape<'static> = &["#...#", ".dd.#", "#..WW"];
/// 1 3/4: two groups in a lane, `{5|2||0}`.
pub const THREE_QUARTERS: Shape<'static> = &["#.#.#", ".d.d.", "#.#.#"];
/// 1 7/8: three groups in a lane, `{7|4||2|||0}`.
pub const SEVEN_EIGHTHS: Shape<'static> = &["#.#.#.#", ".d.d.d.", "#.#.#.#"];
/// 2 3/4: as 1 3/4, with one plain liberty.
pub const TWO_AND_THREE_QUARTERS: Shape<'static> = &["#.#.#", ".d.d.", "#.#.."];
/// 2 7/8: as 1 7/8, with one plain liberty.
pub const TWO_AND_SEVEN_EIGHTHS: Shape<'static> = &["#.#.#.#", ".d.d.d.", "#.#.#.."];
/// 3 and miny one under a zero, `3{-_1|0}`: a lane that leads to five liberties.
pub const THREE_MINY: Shape<'static> = &["#..#.#.#", ".dd.d.d.", "#..#.#.."];
/// 7*: as 2*, with five plain liberties.
pub const SEVEN_STAR: Shape<'static> = &["#...#", ".ddd.", "####.", "####.", "####.", "####.", "####."];
/// 6 1/2: as 1 1/2, with five plain liberties.
pub const SIX_AND_A_HALF: Shape<'static> = &["#..#", ".dd.", "###.", "###.", "###.", "###.", "###."];
/// Seven plain liberties.
pub const SEVEN: Shape<'static> = &[".", ".", ".", ".", ".", ".", "."];
/// The recipe of one of the paper's problems A to D.
#[must_use]
pub fn problem(name: char) -> Option<Recipe<'static>> {
    let regions = match name {
        'A' => [vec![STAR, UP], vec![SEVEN]],
        'B' => [vec![STAR, UP], vec![SEVEN_STAR]],
        'C' => [vec![STAR, UP], vec![SIX_AND_A_HALF]],
        'D' => [vec![TWO_AND_SEVEN_EIGHTHS, TWO_AND_THREE_QUARTERS], vec![SIX_AND_A_HALF]],
        _ => return None,
    };
    Some(Recipe { regions, ..Recipe::default() })
}
