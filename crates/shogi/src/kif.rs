//! Moves in Japanese notation, as KIF files write them.
//!
//! Square, piece, and where it came from in parentheses: `７六歩(77)`. `同` is the square of the move before, `打` a drop,
//! `成` a promotion.

use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;

const FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// The name of a move in `position`, after a move to the square of `previous`.
///
/// ```
/// use tesuji_shogi::{Position, kif};
/// let position = Position::initial();
/// assert_eq!(kif(&position, "7g7f".parse().unwrap(), None), "▲７六歩(77)");
/// ```
pub fn kif(position: &Position, candidate: Move, previous: Option<Move>) -> String {
    let to = candidate.to();
    let side = if position.turn() == Color::Black { "▲" } else { "△" };
    let place = if previous.is_some_and(|previous| previous.to() == to) {
        "同　".to_owned()
    } else {
        format!("{}{}", FILES[usize::from(to.file()) - 1], RANKS[usize::from(to.rank()) - 1])
    };
    match (candidate.from(), candidate.dropped()) {
        (Some(from), _) => {
            let name = position.piece(from).map_or("", |piece| piece.kind.name());
            let promotes = if candidate.promotes() { "成" } else { "" };
            format!("{side}{place}{name}{promotes}({}{})", from.file(), from.rank())
        }
        (None, kind) => format!("{side}{place}{}打", kind.map_or("", |kind| kind.name())),
    }
}

/// The names of a line from `position`; it ends before the first move that is not legal.
pub fn kif_line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut previous = None;
    let mut names = Vec::new();
    for &candidate in line {
        if !position.is_legal(candidate) {
            break;
        }
        names.push(kif(&position, candidate, previous));
        position.play(candidate);
        previous = Some(candidate);
    }
    names
}
