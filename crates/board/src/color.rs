//! The two colours.

use std::fmt;
use std::ops::Not;

/// The colour of a stone, or of the player who owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Black, who moves first in an ordinary game; drawn `X`.
    Black,
    /// White; drawn `O`.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The other colour.
    #[must_use]
    pub fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for Black, 1 for White: an index into tables that hold both colours.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter of the colour in diagrams: `X` or `O`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }

    /// Reads `black`, `b`, `white`, `w`, in any case.
    ///
    /// ```
    /// use tesuji_board::Color;
    /// assert_eq!(Color::parse("W"), Some(Color::White));
    /// assert_eq!(Color::parse("green"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Color> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Color::Black),
            "w" | "white" => Some(Color::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Color;
    fn not(self) -> Color {
        self.opponent()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}
