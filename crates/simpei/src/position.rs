//! Positions, seen from the side to move, and their text form.
//!
//! A position does not say who of the two players the mover is: the rules are the same for both, so half as many
//! positions are enough. The text form `M:<hex> O:<hex> m:<hand> o:<hand>` is the contract of the command line: sets as
//! hexadecimal numbers (bit i is point i), mover first, hands as numbers.

use std::fmt;
use std::str::FromStr;

use crate::cell::{BOARD, Cell};

/// Pieces of each player.
pub const PIECES: u8 = 4;

/// Pieces on the board and in hand, the side to move first.
///
/// ```
/// use tesuji_simpei::Position;
///
/// let start = Position::start();
/// assert_eq!(start.to_string(), "M:0 O:0 m:4 o:4");
/// assert_eq!(start.moves().len(), 4, "the first piece goes to the middle of the upper world");
///
/// let position: Position = "M:21 O:c0 m:2 o:2".parse().unwrap();
/// println!("{}", position.diagram());
/// assert_eq!(position.moves().iter().filter(|&&m| position.wins(m)).count(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(crate) mover: u32,
    pub(crate) opponent: u32,
    pub(crate) mover_hand: u8,
    pub(crate) opponent_hand: u8,
}

/// Why pieces make no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadPosition {
    /// A set has a bit that stands for no point.
    #[error("{side} has a piece beyond the board: a set has 25 bits, at most 1ffffff, not {set:x}")]
    BeyondTheBoard {
        /// Which side.
        side: &'static str,
        /// The set.
        set: u32,
    },
    /// Both sides stand on one point.
    #[error("both sides have a piece on {0}")]
    SharedPoint(Cell),
    /// A side has more than four pieces.
    #[error("{side} has {pieces} pieces on the board and {hand} in hand: at most 4 in all")]
    TooMany {
        /// Which side.
        side: &'static str,
        /// Pieces on the board.
        pieces: u8,
        /// Pieces in hand.
        hand: u8,
    },
    /// The text is not of the form of a position.
    #[error("'{}' is no position: expected M:<hex> O:<hex> m:<hand> o:<hand>, such as M:21 O:c0 m:2 o:2", .0.escape_debug())]
    Text(String),
    /// A side has not four pieces in all, as it has in the game.
    #[error("{side} has {pieces} pieces on the board and {hand} in hand: 4 in all are needed")]
    NotFour {
        /// Which side.
        side: &'static str,
        /// Pieces on the board.
        pieces: u8,
        /// Pieces in hand.
        hand: u8,
    },
    /// The hands cannot come about by placing in turn.
    #[error(
        "the players place in turn, so the mover has as many pieces in hand as the opponent or one more, not {mover} against {opponent}"
    )]
    Hands {
        /// The mover's hand.
        mover: u8,
        /// The opponent's hand.
        opponent: u8,
    },
}

impl Position {
    /// The official start: empty board, four pieces in each hand. The very first piece must be placed on one of the
    /// four inner points of the upper world.
    pub const fn start() -> Position {
        Position { mover: 0, opponent: 0, mover_hand: PIECES, opponent_hand: PIECES }
    }

    /// A position with any pieces, even with fewer than four of a side.
    ///
    /// # Errors
    ///
    /// Pieces that are not on the board, share a point, or are more than four of one side.
    pub fn new(
        mover: u32,
        opponent: u32,
        mover_hand: u8,
        opponent_hand: u8,
    ) -> Result<Position, BadPosition> {
        for (side, set, hand) in [("the mover", mover, mover_hand), ("the opponent", opponent, opponent_hand)]
        {
            if set & !BOARD != 0 {
                return Err(BadPosition::BeyondTheBoard { side, set });
            }
            let pieces = set.count_ones() as u8;
            if pieces.saturating_add(hand) > PIECES {
                return Err(BadPosition::TooMany { side, pieces, hand });
            }
        }
        match Cell::all(mover & opponent).next() {
            Some(cell) => Err(BadPosition::SharedPoint(cell)),
            None => Ok(Position { mover, opponent, mover_hand, opponent_hand }),
        }
    }

    /// Checks that the pieces can be those of a game: four of each side, placed in turn.
    ///
    /// # Errors
    ///
    /// What is wrong with the numbers. Whether the position can be reached by play is not asked.
    pub fn check_game(&self) -> Result<(), BadPosition> {
        self.check_pieces(PIECES)
    }

    /// [`Position::check_game`] for a game with another number of pieces.
    pub(crate) fn check_pieces(&self, all: u8) -> Result<(), BadPosition> {
        for (side, set, hand) in
            [("the mover", self.mover, self.mover_hand), ("the opponent", self.opponent, self.opponent_hand)]
        {
            let pieces = set.count_ones() as u8;
            if pieces + hand != all {
                return Err(BadPosition::NotFour { side, pieces, hand });
            }
        }
        let (mover, opponent) = (self.mover_hand, self.opponent_hand);
        if mover == opponent || mover == opponent + 1 {
            Ok(())
        } else {
            Err(BadPosition::Hands { mover, opponent })
        }
    }

    /// Pieces of the side to move.
    pub const fn mover(&self) -> u32 {
        self.mover
    }

    /// Pieces of the other side.
    pub const fn opponent(&self) -> u32 {
        self.opponent
    }

    /// Pieces the side to move has yet to place.
    pub const fn mover_hand(&self) -> u8 {
        self.mover_hand
    }

    /// Pieces the other side has yet to place.
    pub const fn opponent_hand(&self) -> u8 {
        self.opponent_hand
    }

    /// The empty points.
    pub const fn empty(&self) -> u32 {
        BOARD & !(self.mover | self.opponent)
    }

    /// Whether nobody has placed or discarded anything yet.
    pub(crate) const fn is_first_placement(&self) -> bool {
        self.mover | self.opponent == 0 && self.mover_hand == self.opponent_hand
    }

    /// The same pieces with the other side to move.
    pub const fn turned(&self) -> Position {
        Position {
            mover: self.opponent,
            opponent: self.mover,
            mover_hand: self.opponent_hand,
            opponent_hand: self.mover_hand,
        }
    }

    /// The pass that lambda search uses to measure threats (paper 001, section 4.3): the turn changes, and a mover
    /// with pieces in hand discards one of them for ever.
    pub const fn passed(&self) -> Position {
        let mut turned = self.turned();
        turned.opponent_hand = turned.opponent_hand.saturating_sub(1);
        turned
    }

    /// The board in five lines, the lower world on the right: `X` the mover, `O` the opponent.
    pub fn diagram(&self) -> String {
        let sign = |index: u8| match (self.mover >> index & 1, self.opponent >> index & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        let mut text = String::from("     0 1 2 3       0 1 2\n");
        for row in 0..4u8 {
            let line =
                |first: u8, count: u8| (first..first + count).map(|i| format!(" {}", sign(i))).collect();
            let upper: String = line(4 * row, 4);
            let lower: String =
                if row < 3 { format!("    L{row}{}", line(16 + 3 * row, 3)) } else { String::new() };
            text.push_str(&format!("  U{row}{upper}{lower}\n"));
        }
        text.push_str(&format!("  X to move; in hand: X {}, O {}\n", self.mover_hand, self.opponent_hand));
        text
    }
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "M:{:x} O:{:x} m:{} o:{}",
            self.mover, self.opponent, self.mover_hand, self.opponent_hand
        )
    }
}

impl FromStr for Position {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Position, BadPosition> {
        let fault = || BadPosition::Text(text.chars().take(60).collect());
        let mut fields: [Option<u32>; 4] = [None; 4];
        for word in text.split_whitespace() {
            let (name, number) = word.split_once(':').ok_or_else(fault)?;
            let (slot, radix) = match name {
                "M" => (0, 16),
                "O" => (1, 16),
                "m" => (2, 10),
                "o" => (3, 10),
                _ => return Err(fault()),
            };
            let number = if radix == 16 { number.strip_prefix("0x").unwrap_or(number) } else { number };
            let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_hexdigit());
            let value = u32::from_str_radix(number, radix).ok().filter(|_| digits).ok_or_else(fault)?;
            if fields[slot].replace(value).is_some() {
                return Err(fault());
            }
        }
        let [Some(mover), Some(opponent), Some(mover_hand), Some(opponent_hand)] = fields else {
            return Err(fault());
        };
        let hand = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        Position::new(mover, opponent, hand(mover_hand), hand(opponent_hand))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_bad_text_is_refused() {
        let position: Position = "M:21 O:c0 m:2 o:2".parse().unwrap();
        assert_eq!(position.to_string().parse(), Ok(position));
        assert_eq!("o:2 m:2 O:0xC0 M:0x21".parse(), Ok(position));
        for bad in
            ["", "M:1", "M:1 O:2 m:3", "M:1 O:2 m:3 o:3 o:3", "M:g O:2 m:3 o:3", "M:+1 O:2 m:3 o:3", "x"]
        {
            assert!(matches!(bad.parse::<Position>(), Err(BadPosition::Text(_))), "{bad}");
        }
        let refused = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        assert!(refused("M:3 O:1 m:2 o:3").contains("U00"));
        assert!(refused("M:2000000 O:1 m:2 o:3").contains("beyond"));
        assert!(refused("M:1f O:0 m:0 o:4").contains("the mover has 5 pieces"));
        assert!(refused("M:1 O:0 m:0 o:400").contains("the opponent"));
    }

    #[test]
    fn positions_of_the_game_have_four_pieces_each_placed_in_turn() {
        let game = |text: &str| text.parse::<Position>().unwrap().check_game();
        assert_eq!(game("M:0 O:0 m:4 o:4"), Ok(()));
        assert_eq!(game("M:7 O:f0 m:1 o:0"), Ok(()));
        assert!(matches!(game("M:7 O:f0 m:0 o:0"), Err(BadPosition::NotFour { side: "the mover", .. })));
        assert!(matches!(game("M:f O:70 m:0 o:1"), Err(BadPosition::Hands { .. })));
        assert!(matches!(game("M:3 O:f0 m:2 o:0"), Err(BadPosition::Hands { .. })));
    }
}
