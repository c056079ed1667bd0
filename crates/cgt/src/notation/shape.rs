//! What a game looks like to a reader: the names tried before braces.
//!
//! In this order: number + up + star; number + infinitesimal; powers of up and their sums (`^<2>`, `^[3]*`); tiny and miny of
//! a game; zeros nested around one of those (`{0^2|Tiny(3)}`, notation of *Mathematical Go*); `±`; braces. CGSuite turns
//! `{0|{0|Tiny(3)}}` into tiny of an infinitesimal, which nobody can read; here tiny is only taken of games whose stops are
//! both positive.
//!
//! Some names show the *negative* of a stored game, which may not be stored itself: `Tiny(G)` is `{0||0|-G}`. So a game that is
//! to be written is a [`Seen`]: a stored game, or the mirror image of one.

use smallvec::SmallVec;

use crate::arena::Arena;
use crate::game::{Core, Game, Side};
use crate::notation::literal::MOST_POWERS;
use crate::{Dyadic, Error};

/// A game, or its negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Seen {
    pub(super) game: Game,
    pub(super) mirrored: bool,
}

impl Seen {
    pub(super) fn plain(game: Game) -> Seen {
        Seen { game, mirrored: false }
    }

    fn mirror(self) -> Seen {
        Seen { mirrored: !self.mirrored, ..self }
    }
}

/// `^<n>` or `^[n]`, their negatives, and each of these plus a star.
#[derive(Clone, Copy)]
pub(super) struct Power {
    pub(super) count: u32,
    /// Whether it is the sum of the first powers and not one of them.
    pub(super) every: bool,
    /// Whom it favours: Left for powers of up, Right for powers of down.
    pub(super) favours: Side,
    pub(super) star: bool,
}

/// How a game is written.
pub(super) enum Shape {
    NumberUpStar {
        number: Dyadic,
        up: i64,
        nimber: u32,
    },
    /// A number other than 0, plus a stored infinitesimal.
    Translated {
        number: Dyadic,
        infinitesimal: Seen,
    },
    Power(Power),
    /// Tiny (`favours` Left) or miny (Right) of a game with positive stops.
    Tiny {
        of: Seen,
        favours: Side,
    },
    /// `{0^n|inner}` or, if the zeros are Right's, `{inner|0^n}`; n is at least 2.
    Zeros {
        side: Side,
        count: u32,
        inner: Seen,
    },
    /// `±` of these options, of which there is one or more.
    PlusMinus(SmallVec<[Seen; 2]>),
    Braces,
}

impl Shape {
    /// The shape of the negative.
    fn mirrored(self) -> Result<Shape, Error> {
        Ok(match self {
            Shape::NumberUpStar { number, up, nimber } => {
                Shape::NumberUpStar { number: number.checked_neg()?, up: -up, nimber }
            }
            Shape::Translated { number, infinitesimal } => {
                Shape::Translated { number: number.checked_neg()?, infinitesimal: infinitesimal.mirror() }
            }
            Shape::Power(power) => Shape::Power(Power { favours: !power.favours, ..power }),
            Shape::Tiny { of, favours } => Shape::Tiny { of, favours: !favours },
            Shape::Zeros { side, count, inner } => Shape::Zeros { side: !side, count, inner: inner.mirror() },
            // A game that is its own negative.
            Shape::PlusMinus(options) => Shape::PlusMinus(options),
            Shape::Braces => Shape::Braces,
        })
    }
}

/// Longest run of zeros that is searched for a tiny at its end.
const MOST_ZEROS: u32 = 100;
/// Steps after which a game is not looked at any longer for being its own negative.
const MOST_MIRRORED: u32 = 1000;

impl Arena {
    /// The options of a side as they are written: as CGSuite does numbers first, then nimbers, then other sums of a number, ups and
    /// a nimber, then the rest in the order of the arena.
    pub(super) fn written_options(&self, seen: Seen, side: Side) -> Result<SmallVec<[Seen; 6]>, Error> {
        let own = if seen.mirrored { !side } else { side };
        let options = self.option_list(seen.game, own)?;
        let mut seen: SmallVec<[Seen; 6]> =
            options.into_iter().map(|game| Seen { game, mirrored: seen.mirrored }).collect();
        seen.sort_by_key(|option| match option.game.to_number_up_star() {
            Some((number, up, nimber)) => {
                let class = match (number.is_zero(), up, nimber) {
                    (_, 0, 0) => 0,
                    (true, 0, _) => 1,
                    _ => 2,
                };
                (class, if option.mirrored { -i64::from(up) } else { up.into() }, nimber)
            }
            None => (3, 0, 0),
        });
        Ok(seen)
    }

    pub(super) fn shape(&self, seen: Seen) -> Result<Shape, Error> {
        let shape = self.shape_of(seen.game)?;
        if seen.mirrored { shape.mirrored() } else { Ok(shape) }
    }

    fn shape_of(&self, game: Game) -> Result<Shape, Error> {
        if let Some((number, up, nimber)) = game.to_number_up_star() {
            return Ok(Shape::NumberUpStar { number, up: up.into(), nimber });
        }
        if self.right_stop_of(game.core()).is_zero() {
            if !game.offset().is_zero() {
                let infinitesimal = Seen::plain(Game::new(Dyadic::ZERO, game.core()));
                return Ok(Shape::Translated { number: game.offset(), infinitesimal });
            }
            if let Some(shape) = self.infinitesimal_shape(game)? {
                return Ok(shape);
            }
        }
        Ok(match self.plus_minus(game)? {
            Some(options) => Shape::PlusMinus(options),
            None => Shape::Braces,
        })
    }

    fn infinitesimal_shape(&self, game: Game) -> Result<Option<Shape>, Error> {
        for side in Side::BOTH {
            if let Some(power) = self.power(game, side)? {
                return Ok(Some(Shape::Power(power)));
            }
            let mut count = 0;
            let mut inner = game;
            while let Some(next) = self.beside_zero(inner, side) {
                if let Some(of) = self.threat(next, side)? {
                    return Ok(Some(match count {
                        0 => Shape::Tiny { of, favours: side },
                        1 => Shape::Braces,
                        _ => Shape::Zeros { side, count, inner: Seen::plain(inner) },
                    }));
                }
                if count == MOST_ZEROS {
                    break;
                }
                count += 1;
                inner = next;
            }
        }
        Ok(None)
    }

    /// The power of up (`favours` Left) or down that a stored infinitesimal is.
    ///
    /// With `w[n]` for the sum of the first n powers of the other player's: `^<n>` is `{0|w[n-1]*}`, `^<n>*` is `{0,*|w[n-1]}`, `^[n]` is
    /// `{^[n-1]|*}` and `^[n]*` is `{0,^[n-1]*|0}`.
    fn power(&self, game: Game, favours: Side) -> Result<Option<Power>, Error> {
        if let Some((count, star)) = self.sum_of_powers(game, favours)? {
            return Ok((count > 1).then_some(Power { count, every: true, favours, star }));
        }
        let [own, other] = [favours, !favours].map(|side| self.option_list(game, side));
        let (own, other) = (own?, other?);
        let star = match own[..] {
            [Game::ZERO] => false,
            [a, b] if [a, b].contains(&Game::ZERO) && [a, b].contains(&Game::STAR) => true,
            _ => return Ok(None),
        };
        let [next] = other[..] else { return Ok(None) };
        Ok(match self.sum_of_powers(next, !favours)? {
            Some((count, starred)) if starred != star && count < MOST_POWERS => {
                Some(Power { count: count + 1, every: false, favours, star })
            }
            _ => None,
        })
    }

    /// The `n` of `^[n]` or `^[n]*` (of down if Right is favoured), and whether the star is there.
    fn sum_of_powers(&self, mut game: Game, favours: Side) -> Result<Option<(u32, bool)>, Error> {
        let mut steps = 0;
        let mut star = None;
        while steps < MOST_POWERS {
            if let Some((number, up, nimber)) = game.to_number_up_star() {
                let is_one = number.is_zero()
                    && nimber < 2
                    && i64::from(up) == if favours == Side::Left { 1 } else { -1 };
                let starred = nimber == 1;
                return Ok(
                    (is_one && star.is_none_or(|star| star == starred)).then_some((steps + 1, starred))
                );
            }
            if !game.offset().is_zero() {
                return Ok(None);
            }
            let own = self.option_list(game, favours)?;
            let other = self.only_option(game.core(), !favours);
            let (starred, next) = match (&own[..], other) {
                (&[next], Some(Game::STAR)) => (false, next),
                (&[a, b], Some(Game::ZERO)) if a == Game::ZERO || b == Game::ZERO => {
                    (true, if a == Game::ZERO { b } else { a })
                }
                _ => return Ok(None),
            };
            if star.is_some_and(|star| star != starred) {
                return Ok(None);
            }
            star = Some(starred);
            game = next;
            steps += 1;
        }
        Ok(None)
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

    /// The game `y` with positive stops if the game is `{0|-y}` (`side` Left) or `{y|0}` (Right).
    fn threat(&self, game: Game, side: Side) -> Result<Option<Seen>, Error> {
        if !game.core().is_node() {
            return Ok(None);
        }
        let options = [side, !side].map(|side| self.only_option(game.core(), side));
        let [Some(own), Some(other)] = options else { return Ok(None) };
        let (own, other) = (own.shifted(game.offset())?, other.shifted(game.offset())?);
        let of = Seen { game: other, mirrored: side == Side::Left };
        let is_positive = Side::BOTH
            .iter()
            .all(|&stop| self.stop(other, stop).is_ok_and(|stop| (!side).prefers(stop, Dyadic::ZERO)));
        Ok((own == Game::ZERO && is_positive).then_some(of))
    }

    /// Left's options if the game is its own negative, and they show it: `{y|-y}`.
    fn plus_minus(&self, game: Game) -> Result<Option<SmallVec<[Seen; 2]>>, Error> {
        let mut fuel = MOST_MIRRORED;
        if !self.are_opposite(game, game, &mut fuel)? {
            return Ok(None);
        }
        let options = self.written_options(Seen::plain(game), Side::Left)?;
        Ok(Some(options.into_iter().collect()))
    }

    /// Whether one game is the negative of the other, if that is seen in a few steps.
    fn are_opposite(&self, a: Game, b: Game, fuel: &mut u32) -> Result<bool, Error> {
        if let (Some((x, up, nimber)), Some((y, other_up, other_nimber))) =
            (a.to_number_up_star(), b.to_number_up_star())
        {
            return Ok(x.checked_neg()? == y && up == -other_up && nimber == other_nimber);
        }
        let stops =
            |game: Game| Ok::<_, Error>((self.stop(game, Side::Left)?, self.stop(game, Side::Right)?));
        let ((left, right), (other_left, other_right)) = (stops(a)?, stops(b)?);
        if *fuel == 0 || left.checked_neg()? != other_right || right.checked_neg()? != other_left {
            return Ok(false);
        }
        *fuel -= 1;
        for side in Side::BOTH {
            let (mine, theirs) = (self.option_list(a, side)?, self.option_list(b, !side)?);
            if mine.len() != theirs.len() {
                return Ok(false);
            }
            // Options of a canonical form are all different, so each has one opposite at the most.
            for &option in &mine {
                let mut found = false;
                for &other in &theirs {
                    if self.are_opposite(option, other, fuel)? {
                        found = true;
                        break;
                    }
                }
                if !found {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
