//! Territory that nobody has to play out.
//!
//! Let a part touch walls of Black and none of White. Count its empty points once and White's stones in it twice. Every move of Black,
//! with or without prisoners, makes this number one less, and every move of White makes it one more. So the part is worth exactly this
//! number, unless Black runs out of moves before it is 0. He may play wherever he touches his wall, and wherever the new stone has a
//! liberty. So he runs out of moves only if White holds two empty points that do not touch the wall and not each other. Where no two
//! such points exist, White cannot live, and the number is the value.

use tesuji_board::Color;
use tesuji_local::{Ground, Part, ones};

/// The value of a connected part that is the territory of one side beyond doubt, counted for Black.
pub(crate) fn settled(ground: &Ground, part: &Part) -> Option<i32> {
    let owner = owner(part)?;
    let inside = part.points & !part.safe[owner.index()];
    let no_eyes = ones(inside).all(|at| inside & !(ground.beside(at) | 1 << at) == 0);
    no_eyes.then(|| territory(part, owner))
}

/// Whose walls alone a part touches.
pub(crate) fn owner(part: &Part) -> Option<Color> {
    match part.safe.map(|touched| touched & part.points != 0) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}

/// What a part is worth if all of it is this side's territory, counted for Black.
pub(crate) fn territory(part: &Part, owner: Color) -> i32 {
    let count = part.empty().count_ones() + 2 * part.stones[owner.opponent().index()].count_ones();
    if owner == Color::Black { count as i32 } else { -(count as i32) }
}
