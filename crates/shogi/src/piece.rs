//! Sides and pieces.

use std::fmt;
use std::ops::Not;

/// A side. Black (sente, 先手) moves up the board, towards rank a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Sente, written with capital letters in SFEN.
    Black,
    /// Gote, written with small letters in SFEN.
    White,
}

impl Color {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// What a piece is. The first seven can be held in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// 歩
    Pawn,
    /// 香
    Lance,
    /// 桂
    Knight,
    /// 銀
    Silver,
    /// 角
    Bishop,
    /// 飛
    Rook,
    /// 金
    Gold,
    /// 玉
    King,
    /// と
    PromotedPawn,
    /// 成香
    PromotedLance,
    /// 成桂
    PromotedKnight,
    /// 成銀
    PromotedSilver,
    /// 馬
    Horse,
    /// 龍
    Dragon,
}

pub(crate) const KINDS: usize = 14;

impl Kind {
    /// Every kind.
    pub const ALL: [Self; KINDS] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Bishop,
        Self::Rook,
        Self::Gold,
        Self::King,
        Self::PromotedPawn,
        Self::PromotedLance,
        Self::PromotedKnight,
        Self::PromotedSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// The kinds that can be held in hand.
    pub const IN_HAND: [Self; 7] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Bishop, Self::Rook, Self::Gold];

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// What it becomes by promotion.
    #[inline]
    pub const fn promoted(self) -> Option<Self> {
        match self {
            Self::Pawn => Some(Self::PromotedPawn),
            Self::Lance => Some(Self::PromotedLance),
            Self::Knight => Some(Self::PromotedKnight),
            Self::Silver => Some(Self::PromotedSilver),
            Self::Bishop => Some(Self::Horse),
            Self::Rook => Some(Self::Dragon),
            _ => None,
        }
    }

    /// What it is without promotion.
    #[inline]
    pub const fn unpromoted(self) -> Self {
        if self as usize >= 8 { Self::ALL[self as usize - 8] } else { self }
    }

    /// Whether it is a promoted piece.
    pub const fn is_promoted(self) -> bool {
        self as usize >= 8
    }

    /// How many of them belong to a set.
    pub const fn in_a_set(self) -> u32 {
        match self.unpromoted() {
            Self::Pawn => 18,
            Self::Bishop | Self::Rook | Self::King => 2,
            _ => 4,
        }
    }

    /// The capital letter of SFEN, without the `+` of promoted pieces.
    pub const fn letter(self) -> char {
        match self.unpromoted() {
            Self::Pawn => 'P',
            Self::Lance => 'L',
            Self::Knight => 'N',
            Self::Silver => 'S',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Gold => 'G',
            _ => 'K',
        }
    }

    /// The unpromoted kind of an SFEN letter, capital or small.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().take(8).find(|kind| kind.letter() == letter)
    }

    /// Its name in Japanese notation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "歩",
            Self::Lance => "香",
            Self::Knight => "桂",
            Self::Silver => "銀",
            Self::Bishop => "角",
            Self::Rook => "飛",
            Self::Gold => "金",
            Self::King => "玉",
            Self::PromotedPawn => "と",
            Self::PromotedLance => "成香",
            Self::PromotedKnight => "成桂",
            Self::PromotedSilver => "成銀",
            Self::Horse => "馬",
            Self::Dragon => "龍",
        }
    }

    /// One character for a board picture.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::PromotedLance => "杏",
            Self::PromotedKnight => "圭",
            Self::PromotedSilver => "全",
            other => other.name(),
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its owner.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

/// As in SFEN: `P`, `+p`, ...
impl fmt::Display for Piece {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind.is_promoted() {
            formatter.write_str("+")?;
        }
        let letter = self.kind.letter();
        match self.color {
            Color::Black => write!(formatter, "{letter}"),
            Color::White => write!(formatter, "{}", letter.to_ascii_lowercase()),
        }
    }
}
