//! SFEN: the text form of a position.
//!
//! `board turn hands [move number]`, optionally after the word `sfen` or `position sfen` as in USI, and `startpos`. The
//! reader names what is wrong and where. A side may be without a king; pieces beyond one set, two pawns of a side on a
//! file, pieces that could never move, and a side that could take the king are refused.

use std::fmt;
use std::str::FromStr;

use crate::generate::dead_squares;
use crate::hand::Hand;
use crate::piece::{Color, Kind, Piece};
use crate::position::Position;
use crate::square::{Square, file_of};

/// What is wrong with an SFEN text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}{}", place(.column))]
pub struct SfenError {
    /// Where, counted in characters from 1; `None` when the text as a whole is wrong.
    pub column: Option<usize>,
    /// What.
    pub fault: SfenFault,
}

fn place(column: &Option<usize>) -> String {
    column.map_or_else(String::new, |column| format!(" (column {column})"))
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SfenFault {
    /// A part of the text is missing.
    #[error("an SFEN needs a board, the side to move and the hands (board w RB2P), and {0} is missing")]
    Missing(&'static str),
    /// Something follows the move number.
    #[error("{0:?} follows the end of the SFEN")]
    TooLong(String),
    /// A character that means nothing on the board or in hand.
    #[error("{0:?} is no piece")]
    UnknownPiece(char),
    /// A `+` without a piece that promotes.
    #[error("+ must stand before a piece that promotes")]
    BadPromotion,
    /// A rank with another number of squares than nine.
    #[error("rank {rank} has {squares} squares instead of 9")]
    RankLength {
        /// The rank, a to i.
        rank: char,
        /// Its squares.
        squares: usize,
    },
    /// Another number of ranks than nine.
    #[error("the board has {0} ranks instead of 9")]
    Ranks(usize),
    /// The side to move is neither `b` nor `w`.
    #[error("the side to move is b or w, not {0:?}")]
    BadTurn(String),
    /// A count in hand that is 0, too large, or followed by nothing.
    #[error("a count in hand must stand before a piece and be at least 2")]
    BadCount,
    /// The move number is no number.
    #[error("the move number is {0:?}")]
    BadMoveNumber(String),
    /// More pieces than a set has.
    #[error("there are {count} pieces of kind {} where a set has {}", .kind.letter(), .kind.in_a_set())]
    TooMany {
        /// The kind.
        kind: Kind,
        /// Board and hands together.
        count: u32,
    },
    /// A king in hand.
    #[error("a king cannot be in hand")]
    KingInHand,
    /// A side with two kings.
    #[error("{0} has two kings")]
    TwoKings(Color),
    /// Two pawns of a side on a file.
    #[error("{color} has two pawns on file {file}")]
    TwoPawns {
        /// The side.
        color: Color,
        /// The file.
        file: u8,
    },
    /// A piece that could never move.
    #[error("{piece} on {square} could never move")]
    DeadPiece {
        /// The piece.
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// The side to move could take the king.
    #[error("{0} is in check, but it is the other side's turn")]
    KingCanBeTaken(Color),
}

fn fault(fault: SfenFault, column: usize) -> SfenError {
    SfenError { column: Some(column + 1), fault }
}

/// Characters of a word that a message repeats.
const MOST_SHOWN: usize = 30;

/// A word as a message repeats it: the beginning of a long one.
fn shown(word: &str) -> String {
    match word.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

impl FromStr for Position {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Self, SfenError> {
        let mut words = words(text).peekable();
        for lead in ["position", "sfen"] {
            words.next_if(|&(_, word)| word == lead);
        }
        let missing = |what| SfenError { column: None, fault: SfenFault::Missing(what) };
        let (column, board) = words.next().ok_or_else(|| missing("the board"))?;
        if board == "startpos" {
            return match words.next() {
                None => Ok(Self::initial()),
                Some((column, word)) => Err(fault(SfenFault::TooLong(shown(word)), column)),
            };
        }
        let (turn_column, turn) = words.next().ok_or_else(|| missing("the side to move"))?;
        let turn = match turn {
            "b" => Color::Black,
            "w" => Color::White,
            other => return Err(fault(SfenFault::BadTurn(shown(other)), turn_column)),
        };
        let mut position = Self::empty(turn);
        read_board(&mut position, board, column)?;
        let (column, hands) = words.next().ok_or_else(|| missing("the hands"))?;
        read_hands(&mut position, hands, column)?;
        if let Some((column, number)) = words.next()
            && number.parse::<u32>().is_err()
        {
            return Err(fault(SfenFault::BadMoveNumber(shown(number)), column));
        }
        if let Some((column, word)) = words.next() {
            return Err(fault(SfenFault::TooLong(shown(word)), column));
        }
        if position.checkers_of(!turn) != 0 {
            return Err(SfenError { column: None, fault: SfenFault::KingCanBeTaken(!turn) });
        }
        Ok(position)
    }
}

/// The words of a text with their columns, counted in characters from 0.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 0;
    text.split(' ').filter_map(move |word| {
        let start = column;
        column += word.chars().count() + 1;
        let word = word.trim();
        (!word.is_empty()).then_some((start, word))
    })
}

fn read_board(position: &mut Position, text: &str, start: usize) -> Result<(), SfenError> {
    let ranks = text.split('/').count();
    if ranks != 9 {
        return Err(fault(SfenFault::Ranks(ranks), start));
    }
    let mut column = start;
    for (rank, row) in (1..=9_u8).zip(text.split('/')) {
        let row_start = column;
        let mut squares = 0_usize;
        let mut promoted = false;
        for letter in row.chars() {
            match letter {
                '+' if !promoted => promoted = true,
                '1'..='9' if !promoted => squares += letter as usize - '0' as usize,
                '1'..='9' | '+' => return Err(fault(SfenFault::BadPromotion, column)),
                _ => {
                    let kind = Kind::from_letter(letter)
                        .ok_or_else(|| fault(SfenFault::UnknownPiece(letter), column))?;
                    let kind = if std::mem::take(&mut promoted) {
                        kind.promoted().ok_or_else(|| fault(SfenFault::BadPromotion, column))?
                    } else {
                        kind
                    };
                    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
                    if let Some(square) =
                        u8::try_from(squares).ok().and_then(|left| Square::new(9 - left.min(9), rank))
                    {
                        place_piece(position, square, Piece { color, kind }, column)?;
                    }
                    squares += 1;
                }
            }
            column += 1;
        }
        if promoted {
            return Err(fault(SfenFault::BadPromotion, column - 1));
        }
        if squares != 9 {
            let rank = char::from(b'a' + rank - 1);
            return Err(fault(SfenFault::RankLength { rank, squares }, row_start));
        }
        column += 1;
    }
    for kind in Kind::ALL.into_iter().take(8) {
        count(position, kind, start)?;
    }
    Ok(())
}

fn place_piece(
    position: &mut Position,
    square: Square,
    piece: Piece,
    column: usize,
) -> Result<(), SfenError> {
    let Piece { color, kind } = piece;
    if kind == Kind::King && position.king(color).is_some() {
        return Err(fault(SfenFault::TwoKings(color), column));
    }
    if kind == Kind::Pawn && position.of_kind(color, kind) & file_of(square) != 0 {
        return Err(fault(SfenFault::TwoPawns { color, file: square.file() }, column));
    }
    if dead_squares(color, kind) & square.bit() != 0 {
        return Err(fault(SfenFault::DeadPiece { piece, square }, column));
    }
    position.put(square, piece);
    Ok(())
}

/// Checks that there is no more than a set of a kind.
fn count(position: &Position, kind: Kind, column: usize) -> Result<(), SfenError> {
    let on_board = Square::all()
        .filter_map(|square| position.piece(square))
        .filter(|piece| piece.kind.unpromoted() == kind)
        .count() as u32;
    let in_hand: u32 = Color::BOTH.iter().map(|&color| position.hand(color).count(kind)).sum();
    let count = on_board + in_hand;
    if count > kind.in_a_set() {
        return Err(fault(SfenFault::TooMany { kind, count }, column));
    }
    Ok(())
}

fn read_hands(position: &mut Position, text: &str, start: usize) -> Result<(), SfenError> {
    if text == "-" {
        return Ok(());
    }
    let mut digits = String::new();
    for (offset, letter) in text.chars().enumerate() {
        let column = start + offset;
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        let kind = Kind::from_letter(letter).ok_or_else(|| fault(SfenFault::UnknownPiece(letter), column))?;
        if kind == Kind::King {
            return Err(fault(SfenFault::KingInHand, column));
        }
        let more = match digits.as_str() {
            "" => 1,
            written => match written.parse::<u32>() {
                Ok(0) | Err(_) => return Err(fault(SfenFault::BadCount, column)),
                Ok(number) => number,
            },
        };
        digits.clear();
        let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
        let hand = position.hand(color);
        let sum = hand.count(kind).saturating_add(more);
        if sum > kind.in_a_set() {
            return Err(fault(SfenFault::TooMany { kind, count: sum }, column));
        }
        position.set_hand(color, hand.set(kind, sum));
        count(position, kind, column)?;
    }
    if digits.is_empty() { Ok(()) } else { Err(fault(SfenFault::BadCount, start)) }
}

/// The order of pieces in hand, as SFEN writes it.
const HAND_ORDER: [Kind; 7] =
    [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn];

/// The kinds of a hand with their counts, large pieces first.
pub fn hand_pieces(hand: Hand) -> impl Iterator<Item = (Kind, u32)> {
    HAND_ORDER.into_iter().map(move |kind| (kind, hand.count(kind))).filter(|&(_, count)| count > 0)
}

/// The SFEN text with move number 1.
impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 1..=9 {
            if rank > 1 {
                formatter.write_str("/")?;
            }
            let mut gap = 0;
            for file in (1..=9).rev() {
                match Square::new(file, rank).and_then(|square| self.piece(square)) {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            write!(formatter, "{gap}")?;
                        }
                        gap = 0;
                        write!(formatter, "{piece}")?;
                    }
                }
            }
            if gap > 0 {
                write!(formatter, "{gap}")?;
            }
        }
        formatter.write_str(if self.turn() == Color::Black { " b " } else { " w " })?;
        let mut any = false;
        for color in Color::BOTH {
            for (kind, count) in hand_pieces(self.hand(color)) {
                any = true;
                if count > 1 {
                    write!(formatter, "{count}")?;
                }
                write!(formatter, "{}", Piece { color, kind })?;
            }
        }
        formatter.write_str(if any { " 1" } else { "- 1" })
    }
}
