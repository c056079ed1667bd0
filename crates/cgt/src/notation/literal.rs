//! Literals: numbers as fractions and decimals, ups, stars, and the powers of up.

use crate::dyadic::{ParseDyadicError, read_digits};
use crate::game::{Game, Side};
use crate::notation::expression::{Operation, ParseError, Problem};
use crate::notation::parse::{Bracket, Operator, Parser};
use crate::notation::token::Kind;
use crate::{Dyadic, Error};

/// The largest exponent of up: a power is as deep as its exponent.
pub(super) const MOST_POWERS: u32 = 1000;

/// An exponent of up.
#[derive(Clone, Copy)]
enum Exponent {
    Count(u32),
    /// `^[on]`: as many as one likes.
    On,
}

impl Parser {
    /// A number with what is written directly after it: `3`, `-13/2`, `1 3/4`, `2^*`, `0^2`, `3{1|0}`.
    pub(super) fn number(&mut self) -> Result<(), ParseError> {
        let start = self.token().start;
        let negative = self.token().kind == Kind::Minus;
        if negative {
            self.at += 1;
        }
        let first = self.digits()?;
        let touches = self.tokens[self.at - 1].end == self.token().start;
        let mut number = match self.token().kind {
            Kind::Dot if touches && matches!(self.adjacent(), Some(Kind::Digits(_))) => {
                self.decimal(first)?
            }
            Kind::Slash => self.fraction(first)?,
            Kind::Digits(_) if self.tokens[self.at + 1].kind == Kind::Slash => {
                let numerator = self.digits()?;
                let fraction = self.fraction(numerator)?;
                Dyadic::from(first)
                    .checked_add(fraction)
                    .map_err(|error| ParseError::new(start, error.into()))?
            }
            _ => Dyadic::from(first),
        };
        if negative {
            number = number.checked_neg().map_err(|error| ParseError::new(start, error.into()))?;
        }
        let touches = self.tokens[self.at - 1].end == self.token().start;
        let subscript = matches!(self.frame().operators.last(), Some((Operator::Tiny | Operator::Miny, _)));
        let literal_zero = !negative && number.is_zero();
        match (&self.token().kind, self.adjacent()) {
            (Kind::Ups(1), Some(Kind::Digits(_))) if touches && literal_zero && self.is_whole_segment() => {
                self.up_star(number)?;
                self.frame().segment.zeros = self.nested_zeros();
            }
            (Kind::Ups(_) | Kind::Downs(_) | Kind::Star, _) if touches && !subscript => {
                self.up_star(number)?;
            }
            _ => self.emit(Operation::Push(Game::number(number)), start),
        }
        self.frame().segment.options += 1;
        Ok(())
    }

    /// Whether nothing but a literal can stand before the current token in its segment of braces.
    fn is_whole_segment(&self) -> bool {
        self.frames.last().is_some_and(|frame| {
            matches!(frame.bracket, Bracket::Braces { .. })
                && frame.segment.options == 0
                && frame.operators.is_empty()
        })
    }

    /// The `n` of the `0^n` just read, if the segment ends here.
    fn nested_zeros(&self) -> Option<u32> {
        if !matches!(self.token().kind, Kind::Bars(_) | Kind::CloseBrace) {
            return None;
        }
        match self.program.last()?.operation {
            Operation::Push(game) => match game.to_number_up_star()? {
                (_, up, 0) if up > 0 => Some(up.unsigned_abs()),
                _ => None,
            },
            _ => None,
        }
    }

    fn digits(&mut self) -> Result<i64, ParseError> {
        let Kind::Digits(text) = &self.token().kind else {
            return self.unexpected("digits");
        };
        let value =
            read_digits(text).map_err(|_| ParseError::new(self.token().start, Error::Overflow.into()))?;
        self.at += 1;
        Ok(value)
    }

    /// The slash and the denominator.
    fn fraction(&mut self, numerator: i64) -> Result<Dyadic, ParseError> {
        self.at += 1;
        let start = self.token().start;
        let denominator = self.digits()?;
        Dyadic::from_fraction(numerator, denominator).map_err(|error| {
            let problem = match error {
                ParseDyadicError::Range(error) => error.into(),
                ParseDyadicError::Syntax | ParseDyadicError::Denominator => Problem::Denominator,
            };
            ParseError::new(start, problem)
        })
    }

    /// The dot and the digits behind it.
    fn decimal(&mut self, whole: i64) -> Result<Dyadic, ParseError> {
        let problem = ParseError::new(self.tokens[self.at - 1].start, Problem::Decimal);
        self.at += 1;
        let Kind::Digits(text) = &self.token().kind else { return Err(problem) };
        // A number of n halvings has n digits behind the point.
        let text = text.trim_end_matches('0');
        let places = u32::try_from(text.len()).map_err(|_| problem.clone())?;
        let digits = if text.is_empty() { Ok(0) } else { read_digits(text) };
        self.at += 1;
        let (Ok(digits), Some(fives)) = (digits, 5_i64.checked_pow(places)) else { return Err(problem) };
        if digits % fives != 0 {
            return Err(problem);
        }
        let fraction = Dyadic::new(digits / fives, places);
        fraction.and_then(|fraction| Dyadic::from(whole).checked_add(fraction)).map_err(|_| problem)
    }

    /// `<3>` or `[3]` behind an up, if that is what follows: the exponent, and whether all smaller ones come with it.
    fn exponent(&mut self) -> Result<Option<(Exponent, bool)>, ParseError> {
        let close = match self.token().kind {
            Kind::Bracket('<') => '>',
            Kind::Bracket('[') => ']',
            _ => return Ok(None),
        };
        // At the prompt `^ < 3` is a comparison.
        if self.tokens[self.at - 1].end != self.token().start {
            return Ok(None);
        }
        self.at += 1;
        let start = self.token().start;
        if self.token().kind == Kind::Name("on".into()) {
            self.at += 1;
            if self.token().kind != Kind::Bracket(close) {
                return self.unexpected("the bracket behind an exponent");
            }
            self.at += 1;
            return Ok(Some((Exponent::On, close == ']')));
        }
        let count = self.digits()?;
        let count = u32::try_from(count).ok().filter(|count| *count <= MOST_POWERS);
        let count = count.ok_or_else(|| ParseError::new(start, Error::Overflow.into()))?;
        if self.token().kind != Kind::Bracket(close) {
            return self.unexpected("the bracket behind an exponent");
        }
        self.at += 1;
        Ok(Some((Exponent::Count(count), close == ']')))
    }

    /// `^`, `^^`, `^3`, `v`, `*`, `*2`, `^*`, `v3*2`, `^<2>`, `^[3]*`, following the number.
    pub(super) fn up_star(&mut self, number: Dyadic) -> Result<(), ParseError> {
        let start = self.token().start;
        let mut up = 0;
        let mut power = None;
        let mut ended = false;
        if let Kind::Ups(run) | Kind::Downs(run) = self.token().kind {
            let sign = if matches!(self.token().kind, Kind::Ups(_)) { 1 } else { -1 };
            let has_digits = run == 1 && matches!(self.adjacent(), Some(Kind::Digits(_)));
            ended = !has_digits && !matches!(self.adjacent(), Some(Kind::Star));
            self.at += 1;
            up = sign * i64::from(run);
            if run == 1
                && let Some((count, every)) = self.exponent()?
            {
                let sign = if sign > 0 { Side::Left } else { Side::Right };
                power = Some((count, every, sign));
                up = 0;
                ended = self.tokens[self.at - 1].end != self.token().start;
            }
            if has_digits {
                ended = !matches!(self.adjacent(), Some(Kind::Star));
                up = sign * self.digits()?;
            }
        }
        let mut nimber = 0;
        if !ended && self.token().kind == Kind::Star {
            nimber = 1;
            let has_digits = matches!(self.adjacent(), Some(Kind::Digits(_)));
            self.at += 1;
            if has_digits {
                nimber = self.digits()?;
            }
        }
        let nimber = nimber as u64;
        let game =
            Game::number_up_star(number, up, nimber).map_err(|error| ParseError::new(start, error.into()))?;
        let operation = match power {
            Some((Exponent::Count(count), every, sign)) => {
                Operation::UpPower { number, count, every, sign, nimber }
            }
            Some((Exponent::On, every, sign)) => Operation::PowerWithoutEnd { number, every, sign, nimber },
            None => Operation::Push(game),
        };
        self.emit(operation, start);
        Ok(())
    }
}
