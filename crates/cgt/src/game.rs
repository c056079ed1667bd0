//! The handle of a game, and the small words of the theory: sides, relations, outcomes.
//!
//! A [`Game`] is 16 bytes and `Copy`. It stands for *core + number*, where the core is a canonical form translated so
//! that its left stop is 0: adding a number to a non-number only translates all its followers, so games that differ by
//! a number share one stored form (in sums of liberty games this saves five forms out of six). Cores that are a
//! multiple of up plus a nimber are packed into the handle itself and never stored.
//!
//! Because only canonical forms get handles, two games of one arena are equal exactly when their handles are.

use std::fmt;
use std::ops::Not;

use crate::{Dyadic, Error};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Left, to whom positive games are good (Black in the races).
    Left,
    /// Right, to whom negative games are good (White in the races).
    Right,
}

impl Side {
    /// Both sides, Left first.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// 0 for Left, 1 for Right: an index into tables that hold both sides.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether this player would rather have the number `a` than the number `b`.
    #[inline]
    #[must_use]
    pub fn prefers(self, a: Dyadic, b: Dyadic) -> bool {
        match self {
            Side::Left => a > b,
            Side::Right => a < b,
        }
    }

    /// `amount` in this player's favour: itself for Left, its negative for Right.
    pub(crate) fn signed(self, amount: Dyadic) -> Result<Dyadic, Error> {
        match self {
            Side::Left => Ok(amount),
            Side::Right => amount.checked_neg(),
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        self.opponent()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Side::Left => "Left",
            Side::Right => "Right",
        })
    }
}

/// How two games compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `G < H`: Right is better off with `G`.
    Less,
    /// `G = H`.
    Equal,
    /// `G > H`: Left is better off with `G`.
    Greater,
    /// `G || H`: whoever moves first in `G - H` wins it.
    Confused,
}

impl fmt::Display for Relation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Relation::Less => "<",
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Confused => "||",
        })
    }
}

/// Who wins a game when the player without a move loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left wins, whoever starts: the game is positive.
    Left,
    /// Right wins, whoever starts: the game is negative.
    Right,
    /// The next player wins: the game is confused with zero.
    Next,
    /// The previous player wins: the game is zero.
    Previous,
}

impl Outcome {
    /// Whether `side` wins when `first` moves first.
    #[must_use]
    pub fn is_won_by(self, side: Side, first: Side) -> bool {
        match self {
            Outcome::Left => side == Side::Left,
            Outcome::Right => side == Side::Right,
            Outcome::Next => side == first,
            Outcome::Previous => side != first,
        }
    }
}

/// The letter of the literature: `L`, `R`, `N` or `P`.
impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Next => "N",
            Outcome::Previous => "P",
        })
    }
}

const EXPONENT_BITS: u32 = 6;
const FIELD_BITS: u32 = 28;
const FIELD_MASK: u64 = (1 << FIELD_BITS) - 1;

/// The part of a game that remains when its left stop is moved to 0.
///
/// Bit 0 tells the two kinds apart. 1: a stored node, its index above. 0: a packed multiple of up (signed) and a
/// nimber, 28 bits each; all zero is the core of every number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub(crate) struct Core(pub(crate) u64);

/// A core taken apart.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    UpStar { up: i32, nimber: u32 },
    Node(usize),
}

impl Core {
    pub(crate) const NUMBER: Core = Core(0);

    #[inline]
    pub(crate) const fn node(index: u32) -> Core {
        Core((index as u64) << 1 | 1)
    }

    pub(crate) const fn up_star(up: i64, nimber: u64) -> Result<Core, Error> {
        let half = 1 << (FIELD_BITS - 1);
        if up < -half || up >= half || nimber > FIELD_MASK {
            return Err(Error::Overflow);
        }
        Ok(Core(((up as u64 & FIELD_MASK) << FIELD_BITS | nimber) << 1))
    }

    #[inline]
    pub(crate) const fn is_node(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline]
    pub(crate) const fn kind(self) -> Kind {
        if self.is_node() {
            Kind::Node((self.0 >> 1) as usize)
        } else {
            let nimber = (self.0 >> 1 & FIELD_MASK) as u32;
            let up = (self.0 >> (1 + FIELD_BITS)) as u32;
            Kind::UpStar { up: (up << (32 - FIELD_BITS)) as i32 >> (32 - FIELD_BITS), nimber }
        }
    }
}

/// A short game in canonical form: a small copyable handle into the [`Arena`](crate::Arena) that made it.
///
/// Numbers, multiples of up, nimbers and their sums mean the same in every arena. All other games belong to theirs:
/// using them in another one, or after [`Arena::clear`](crate::Arena::clear), gives an unrelated game or a panic.
///
/// ```
/// use tesuji_cgt::{Arena, Game};
///
/// let mut arena = Arena::new();
/// let star = arena.canonical(&[Game::ZERO], &[Game::ZERO])?;
/// assert_eq!(star, Game::STAR);
/// assert_eq!(arena.canonical(&[Game::ZERO], &[star])?, Game::UP);
/// # Ok::<(), tesuji_cgt::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Game {
    numerator: i64,
    /// The exponent of the number's denominator in the low bits, the core above.
    word: u64,
}

impl Game {
    /// `0 = { | }`: whoever has to move loses.
    pub const ZERO: Game = Game::integer(0);
    /// `* = {0|0}`.
    pub const STAR: Game = Game { numerator: 0, word: 2 << EXPONENT_BITS };
    /// `^ = {0|*}`.
    pub const UP: Game = Game { numerator: 0, word: 2 << (FIELD_BITS + EXPONENT_BITS) };
    /// `v = {*|0}`.
    pub const DOWN: Game = Game { numerator: 0, word: (FIELD_MASK << FIELD_BITS) << (1 + EXPONENT_BITS) };

    /// An integer.
    #[inline]
    #[must_use]
    pub const fn integer(number: i64) -> Game {
        Game { numerator: number, word: 0 }
    }

    /// A number.
    #[inline]
    #[must_use]
    pub const fn number(number: Dyadic) -> Game {
        Game::new(number, Core::NUMBER)
    }

    /// The sum of a number, a multiple of up and a nimber.
    ///
    /// # Errors
    /// [`Error::Overflow`] if `up` is not within ±2^27 or `nimber` is 2^28 or more.
    pub const fn number_up_star(number: Dyadic, up: i64, nimber: u64) -> Result<Game, Error> {
        match Core::up_star(up, nimber) {
            Ok(core) => Ok(Game::new(number, core)),
            Err(error) => Err(error),
        }
    }

    /// The value of a nim heap.
    ///
    /// # Errors
    /// [`Error::Overflow`] if `size` is 2^28 or more.
    pub const fn nimber(size: u64) -> Result<Game, Error> {
        Game::number_up_star(Dyadic::ZERO, 0, size)
    }

    /// A multiple of up; negative for multiples of down.
    ///
    /// # Errors
    /// [`Error::Overflow`] if `multiple` is not within ±2^27.
    pub const fn ups(multiple: i64) -> Result<Game, Error> {
        Game::number_up_star(Dyadic::ZERO, multiple, 0)
    }

    #[inline]
    pub(crate) const fn new(offset: Dyadic, core: Core) -> Game {
        Game { numerator: offset.numerator(), word: core.0 << EXPONENT_BITS | offset.exponent() as u64 }
    }

    #[inline]
    pub(crate) const fn core(self) -> Core {
        Core(self.word >> EXPONENT_BITS)
    }

    /// The number that was split off the core. It is the game's left stop.
    #[inline]
    pub(crate) const fn offset(self) -> Dyadic {
        Dyadic::from_parts(self.numerator, (self.word & ((1 << EXPONENT_BITS) - 1)) as u8)
    }

    #[inline]
    pub(crate) fn shifted(self, by: Dyadic) -> Result<Game, Error> {
        Ok(Game::new(self.offset().checked_add(by)?, self.core()))
    }

    /// Whether this game is a number.
    #[inline]
    #[must_use]
    pub const fn is_number(self) -> bool {
        self.word >> EXPONENT_BITS == 0
    }

    /// The number, if it is one.
    #[inline]
    #[must_use]
    pub const fn to_number(self) -> Option<Dyadic> {
        if self.is_number() { Some(self.offset()) } else { None }
    }

    /// The integer, if it is one.
    #[must_use]
    pub const fn to_integer(self) -> Option<i64> {
        if self.is_number() { self.offset().to_integer() } else { None }
    }

    /// Number, multiple of up and nimber, if the game is the sum of these three.
    #[must_use]
    pub const fn to_number_up_star(self) -> Option<(Dyadic, i32, u32)> {
        match self.core().kind() {
            Kind::UpStar { up, nimber } => Some((self.offset(), up, nimber)),
            Kind::Node(_) => None,
        }
    }

    /// The size of the nim heap, if the game is one.
    #[must_use]
    pub const fn to_nimber(self) -> Option<u32> {
        match self.to_number_up_star() {
            Some((number, 0, nimber)) if number.is_zero() => Some(nimber),
            _ => None,
        }
    }

    /// An arbitrary but fixed order of handles, to find duplicates.
    #[inline]
    pub(crate) const fn bits(self) -> (u64, i64) {
        (self.word, self.numerator)
    }
}

impl From<i64> for Game {
    fn from(number: i64) -> Game {
        Game::integer(number)
    }
}

impl From<Dyadic> for Game {
    fn from(number: Dyadic) -> Game {
        Game::number(number)
    }
}

/// The handle's parts: only an arena can print the game itself.
impl fmt::Debug for Game {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.core().kind() {
            Kind::UpStar { up, nimber } => write!(formatter, "Game({} + {up}.^ + *{nimber})", self.offset()),
            Kind::Node(index) => write!(formatter, "Game({} + node {index})", self.offset()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_small_and_round_trip() {
        assert_eq!(size_of::<Game>(), 16);
        let quarter = Dyadic::new(-7, 2).expect("in range");
        for up in [-(1 << 27), -5, -1, 0, 1, 77, (1 << 27) - 1] {
            for nimber in [0, 1, 2, (1 << 28) - 1] {
                let game = Game::number_up_star(quarter, up, nimber).expect("in range");
                assert_eq!(game.to_number_up_star(), Some((quarter, up as i32, nimber as u32)));
            }
        }
        assert_eq!(Game::ups(1), Ok(Game::UP));
        assert_eq!(Game::ups(-1), Ok(Game::DOWN));
        assert_eq!(Game::nimber(1), Ok(Game::STAR));
        assert_eq!(Game::ups(1 << 27), Err(Error::Overflow));
        assert_eq!(Game::nimber(1 << 28), Err(Error::Overflow));
    }
}
