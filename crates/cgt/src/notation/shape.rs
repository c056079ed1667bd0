//! What a game looks like to a reader: the names tried before braces.
//!
//! In this order: number + up + star; number + infinitesimal; tiny and miny of a positive number; zeros nested around
//! one of those (`{0^2|Tiny(3)}`, notation of *Mathematical Go*); `±`; braces. CGSuite also writes tiny of any game, which
//! turns `{0|{0|Tiny(3)}}` into tiny of something unreadable; here only numbers are made tiny.

use crate::arena::Arena;
use crate::game::{Core, Game, Side};
use crate::{Dyadic, Error};

/// How a game is written.
pub(super) enum Shape {
    NumberUpStar {
        number: Dyadic,
        up: i32,
        nimber: u32,
    },
    /// A number other than 0, plus a stored infinitesimal.
    Translated {
        number: Dyadic,
        infinitesimal: Game,
    },
    /// Tiny (`favours` Left) or miny (Right) of a positive number.
    Tiny {
        number: Dyadic,
        favours: Side,
    },
    /// `{0^n|inner}` or, if the zeros are Right's, `{inner|0^n}`; n is at least 2.
    Zeros {
        side: Side,
        count: u32,
        inner: Game,
    },
    /// `±` of a game that is number + up + star.
    PlusMinus(Game),
    Braces,
}

/// Longest run of zeros that is searched for a tiny at its end.
const MOST_ZEROS: u32 = 100;

impl Arena {
    pub(super) fn shape(&self, game: Game) -> Result<Shape, Error> {
        if let Some((number, up, nimber)) = game.to_number_up_star() {
            return Ok(Shape::NumberUpStar { number, up, nimber });
        }
        if !self.right_stop_of(game.core()).is_zero() {
            return Ok(match self.plus_minus(game)? {
                Some(option) => Shape::PlusMinus(option),
                None => Shape::Braces,
            });
        }
        if !game.offset().is_zero() {
            let infinitesimal = Game::new(Dyadic::ZERO, game.core());
            return Ok(Shape::Translated { number: game.offset(), infinitesimal });
        }
        for side in Side::BOTH {
            let mut count = 0;
            let mut inner = game;
            while let Some(next) = self.beside_zero(inner, side) {
                if let Some(number) = self.threat(next, side) {
                    return Ok(match count {
                        0 => Shape::Tiny { number, favours: side },
                        1 => Shape::Braces,
                        _ => Shape::Zeros { side, count, inner },
                    });
                }
                if count == MOST_ZEROS {
                    break;
                }
                count += 1;
                inner = next;
            }
        }
        Ok(Shape::Braces)
    }

    /// The only option of a side, relative to the core.
    fn only_option(&self, core: Core, side: Side) -> Option<Game> {
        let mut moves = self.moves(core, side);
        let only = self.next_move(&mut moves)?;
        self.next_move(&mut moves).is_none().then_some(only)
    }

    /// The other side's only option in a stored game where the only option of `side` is 0.
    fn beside_zero(&self, game: Game, side: Side) -> Option<Game> {
        if !game.core().is_node() || !game.offset().is_zero() {
            return None;
        }
        (self.only_option(game.core(), side)? == Game::ZERO)
            .then(|| self.only_option(game.core(), !side))
            .flatten()
    }

    /// The positive number `y` if the game is `{0|-y}` (`side` Left) or `{y|0}` (Right).
    fn threat(&self, game: Game, side: Side) -> Option<Dyadic> {
        if !game.core().is_node() {
            return None;
        }
        let own = self.only_option(game.core(), side)?.shifted(game.offset()).ok()?;
        let other = self.only_option(game.core(), !side)?.shifted(game.offset()).ok()?;
        let number = side.signed(other.to_number()?).ok()?.checked_neg().ok()?;
        (own == Game::ZERO && number > Dyadic::ZERO).then_some(number)
    }

    /// `y` if the game is `{y|-y}` and `y` needs no braces.
    fn plus_minus(&self, game: Game) -> Result<Option<Game>, Error> {
        let (Some(left), Some(right)) =
            (self.only_option(game.core(), Side::Left), self.only_option(game.core(), Side::Right))
        else {
            return Ok(None);
        };
        let (left, right) = (left.shifted(game.offset())?, right.shifted(game.offset())?);
        let (Some((x, up, nimber)), Some(mirror)) = (left.to_number_up_star(), right.to_number_up_star())
        else {
            return Ok(None);
        };
        Ok((mirror == (x.checked_neg()?, -up, nimber)).then_some(left))
    }
}
