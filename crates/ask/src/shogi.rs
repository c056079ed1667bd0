//! A position of shogi: its picture, the moves there are, and what becomes of it when some are played.

use serde::{Deserialize, Serialize};
use tesuji_draw::{ShogiPicture, ShogiPiece, shogi_svg};
use tesuji_job::Limits;
use tesuji_shogi::{Color, Move, Position, Square, hand_pieces, kif};

use crate::answer::Answer;
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::counted;
use crate::limits::limits;
use crate::mate::{diagram, read, side};
use crate::words::Side;

/// What is on a board of shogi?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ShogiQuestion {
    /// The position in SFEN, or `startpos`.
    pub sfen: String,
    /// Moves to be played, in USI.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// A position of shogi.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ShogiAnswer {
    /// The position after the moves.
    pub sfen: String,
    /// Who is to move.
    pub to_move: Side,
    /// Whether the king of the side to move is attacked.
    pub check: bool,
    /// All legal moves.
    pub legal: Vec<ShogiMove>,
    /// The moves that were played.
    pub played: Vec<ShogiMove>,
    /// The board in plain characters.
    pub diagram: String,
}

/// A move of shogi.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ShogiMove {
    /// In USI.
    pub usi: String,
    /// In Japanese notation.
    pub kif: String,
}

/// Nothing is searched.
pub(crate) const LIMITS: Limits = limits(1, 1);

pub(crate) fn solve(question: &ShogiQuestion, work: &Work<'_>) -> Result<Solved<ShogiAnswer>, Fault> {
    let mut position = read(&question.sfen)?;
    let mut played = Vec::new();
    let mut last = None;
    for (index, text) in question.moves.iter().enumerate() {
        let step = play(&mut position, text, &format!("moves[{index}]"), last)?;
        last = step.1.into();
        played.push(step.0);
    }
    let told = |&step: &Move| ShogiMove { usi: step.to_string(), kif: kif(&position, step, last) };
    let found = ShogiAnswer {
        sfen: position.to_string(),
        to_move: side(position.turn()),
        check: position.is_check(),
        legal: position.legal_moves().iter().map(told).collect(),
        played,
        diagram: diagram(&position),
    };
    let svg = work.style.as_ref().map(|style| {
        let mut picture = board(&position);
        picture.title = "Shogi position".into();
        picture.description = position.to_string();
        picture.marked = last.map(|last| (last.to().file(), last.to().rank())).into_iter().collect();
        shogi_svg(&picture, style)
    });
    Ok(Solved { found, rest: Rest { svg, ..Rest::default() } })
}

/// Plays a legal move of a text, or says why it cannot be played.
pub(crate) fn play(
    position: &mut Position,
    text: &str,
    field: &str,
    previous: Option<Move>,
) -> Result<(ShogiMove, Move), Fault> {
    let step: Move = text.parse().map_err(|error| Fault::in_field(field, error))?;
    if !position.is_legal(step) {
        let who = side(position.turn()).capital();
        return Err(Fault::in_field(field, format!("{who} cannot play {step} here: it is no legal move")));
    }
    let told = ShogiMove { usi: step.to_string(), kif: kif(position, step, previous) };
    position.play(step);
    Ok((told, step))
}

/// The pieces and hands of a position.
pub(crate) fn board(position: &Position) -> ShogiPicture {
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
    ShogiPicture {
        pieces: pieces.collect(),
        hands: [hand(Color::Black), hand(Color::White)],
        ..ShogiPicture::default()
    }
}

pub(crate) fn text(_: &ShogiQuestion, found: &ShogiAnswer, _: &Answer) -> String {
    let check = if found.check { ", in check" } else { "" };
    format!("{}{}{check}\n{}\n", found.diagram, counted(found.legal.len(), "legal move"), found.sfen)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::ask;

    #[test]
    fn moves_are_played_by_the_rules() {
        let question =
            json!({"ask": "shogi", "sfen": "8k/9/7G1/9/9/9/9/9/9 b G 1", "moves": ["G*2b"], "picture": {}});
        let (answer, text) = ask(&question).expect("a position");
        assert_eq!((&answer["check"], &answer["legal"]), (&json!(true), &json!([])), "mate");
        assert_eq!(answer["played"][0]["usi"], "G*2b");
        assert!(answer["svg"].as_str().is_some_and(|svg| svg.contains("data-point=\"2b\"")));
        assert!(text.contains("0 legal moves, in check"), "{text}");
        let fault =
            ask(&json!({"ask": "shogi", "sfen": "startpos", "moves": ["7g7f", "7g7f"]})).expect_err("no");
        assert_eq!(fault.field.as_deref(), Some("moves[1]"));
        assert_eq!(fault.message, "White cannot play 7g7f here: it is no legal move");
        assert_eq!(
            ask(&json!({"ask": "shogi", "sfen": "x"})).expect_err("no").field.as_deref(),
            Some("sfen")
        );
    }
}
