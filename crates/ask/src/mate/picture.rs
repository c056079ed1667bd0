//! The picture of an answer about a mate.

use tesuji_draw::{ShogiPicture, ShogiPiece};
use tesuji_shogi::{Color, Move, Position, Solution, Square, Verdict, hand_pieces};

/// The position, with the square of the first move marked.
pub(super) fn picture(position: &Position, solution: &Solution) -> ShogiPicture {
    let pieces = Square::all().filter_map(|square| {
        let piece = position.piece(square)?;
        Some(ShogiPiece {
            file: square.file(),
            rank: square.rank(),
            glyph: piece.kind.glyph().into(),
            from_above: piece.color == Color::White,
            promoted: piece.kind.is_promoted(),
        })
    });
    let hand = |color| {
        hand_pieces(position.hand(color)).map(|(kind, count)| (kind.glyph().to_owned(), count)).collect()
    };
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
        pieces: pieces.collect(),
        hands: [hand(Color::Black), hand(Color::White)],
        marked: first.map(|first| (first.to().file(), first.to().rank())).into_iter().collect(),
    }
}
