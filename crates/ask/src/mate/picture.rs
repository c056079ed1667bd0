//! The picture of an answer about a mate.

use tesuji_draw::ShogiPicture;
use tesuji_shogi::{Move, Position, Solution, Verdict};

use crate::shogi::board;

/// The position, with the square of the first move marked.
pub(super) fn picture(position: &Position, solution: &Solution) -> ShogiPicture {
    let title = match solution.verdict {
        Verdict::Mate { plies: 1, .. } => "Shogi: mate in 1 ply".into(),
        Verdict::Mate { plies, .. } => format!("Shogi: mate in {plies} plies"),
        Verdict::NoMate { .. } => "Shogi: no mate".into(),
        Verdict::Unknown { .. } => "Shogi position".into(),
    };
    let first = solution.line.first();
    ShogiPicture {
        title,
        description: format!("{position}; first move {}", first.map_or("none".into(), Move::to_string)),
        marked: first.map(|first| (first.to().file(), first.to().rank())).into_iter().collect(),
        ..board(position)
    }
}
