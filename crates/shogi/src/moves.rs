//! Moves and their names in USI.

use std::fmt;
use std::str::FromStr;

use crate::piece::Kind;
use crate::square::{SQUARES, Square};

/// A move: of a piece on the board, with or without promotion, or a drop.
///
/// It is written as in USI: `7g7f`, `8h2b+`, `G*5b`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const FROM: u32 = 7;
const PROMOTES: u16 = 1 << 14;
const LOW: u16 = (1 << FROM) - 1;

impl Move {
    /// A move of the piece on `from`.
    #[inline]
    pub const fn board(from: Square, to: Square, promotes: bool) -> Self {
        let word = to.index() as u16 | (from.index() as u16) << FROM;
        Self(if promotes { word | PROMOTES } else { word })
    }

    /// A drop of a kind that can be in hand.
    #[inline]
    pub const fn drop(kind: Kind, to: Square) -> Self {
        Self(to.index() as u16 | ((SQUARES + kind.index()) as u16) << FROM)
    }

    /// Where the piece goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::at((self.0 & LOW) as usize)
    }

    /// Where the piece comes from; `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        let from = (self.0 >> FROM & LOW) as usize;
        if from < SQUARES { Some(Square::at(from)) } else { None }
    }

    /// The kind that is dropped; `None` for a move on the board.
    #[inline]
    pub const fn dropped(self) -> Option<Kind> {
        let from = (self.0 >> FROM & LOW) as usize;
        if from < SQUARES { None } else { Some(Kind::ALL[from - SQUARES]) }
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// A number that moves have in common that differ in the promotion only.
    #[inline]
    pub(crate) const fn without_promotion(self) -> u16 {
        self.0 & !PROMOTES
    }
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => {
                write!(formatter, "{from}{}{}", self.to(), if self.promotes() { "+" } else { "" })
            }
            (None, kind) => {
                write!(formatter, "{}*{}", kind.map_or('?', Kind::letter), self.to())
            }
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no move in USI notation (like 7g7f, 8h2b+ or G*5b)")]
pub struct MoveError {
    /// The text.
    pub text: String,
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        parse(text).ok_or_else(|| MoveError { text: text.to_owned() })
    }
}

fn parse(text: &str) -> Option<Move> {
    let bytes = text.as_bytes();
    let square =
        |file: u8, rank: u8| Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'a').wrapping_add(1));
    match *bytes {
        [kind, b'*', file, rank] => {
            let kind = Kind::from_letter(char::from(kind)).filter(|&kind| kind != Kind::King)?;
            char::from(bytes[0]).is_ascii_uppercase().then_some(Move::drop(kind, square(file, rank)?))
        }
        [a, b, c, d] => Some(Move::board(square(a, b)?, square(c, d)?, false)),
        [a, b, c, d, b'+'] => Some(Move::board(square(a, b)?, square(c, d)?, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for from in Square::all() {
            for to in Square::all() {
                for promotes in [false, true] {
                    let candidate = Move::board(from, to, promotes);
                    assert_eq!(candidate.to_string().parse(), Ok(candidate));
                    assert_eq!(
                        (candidate.from(), candidate.to(), candidate.promotes()),
                        (Some(from), to, promotes)
                    );
                    assert_eq!(candidate.dropped(), None);
                }
            }
            for kind in Kind::IN_HAND {
                let candidate = Move::drop(kind, from);
                assert_eq!(candidate.to_string().parse(), Ok(candidate));
                assert_eq!((candidate.from(), candidate.dropped(), candidate.to()), (None, Some(kind), from));
            }
        }
        for wrong in ["", "7g", "7g7", "K*5b", "g*5b", "0a1b", "7g7f-", "resign", "7j7f"] {
            assert!(wrong.parse::<Move>().is_err(), "{wrong}");
        }
    }
}
