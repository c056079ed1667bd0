//! Rational numbers: temperatures between the breakpoints of a wall, and the values there.
//!
//! A short game has dyadic stops, means and breakpoints, so [`Dyadic`] is the number of this crate. Whoever looks at a
//! thermograph may ask for any temperature, such as a third. Every operation is checked, as those of [`Dyadic`] are.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::dyadic::read_digits;
use crate::{Dyadic, Error, ParseDyadicError};

/// An exact fraction in lowest terms, with a denominator above 0.
///
/// ```
/// use tesuji_cgt::{Dyadic, Rational};
///
/// let third: Rational = "1/3".parse()?;
/// let half = Rational::from("1/2".parse::<Dyadic>()?);
/// assert_eq!(third.checked_add(half)?.to_string(), "5/6");
/// assert_eq!((third.to_dyadic(), half.to_dyadic()), (None, Some("1/2".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: i64,
    denominator: i64,
}

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational { numerator: 0, denominator: 1 };

    /// `numerator / denominator`, brought to lowest terms.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the denominator is 0, or if the fraction in lowest terms does not fit 64 bits.
    pub fn new(numerator: i64, denominator: i64) -> Result<Rational, Error> {
        Rational::from_wide(i128::from(numerator), i128::from(denominator))
    }

    fn from_wide(numerator: i128, denominator: i128) -> Result<Rational, Error> {
        let (mut common, mut rest) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        if denominator == 0 {
            return Err(Error::Overflow);
        }
        let common = common as i128 * denominator.signum();
        match (i64::try_from(numerator / common), i64::try_from(denominator / common)) {
            (Ok(numerator), Ok(denominator)) => Ok(Rational { numerator, denominator }),
            _ => Err(Error::Overflow),
        }
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator in lowest terms.
    #[must_use]
    pub const fn denominator(self) -> i64 {
        self.denominator
    }

    /// The same number as a [`Dyadic`], if its denominator is a power of two.
    #[must_use]
    pub fn to_dyadic(self) -> Option<Dyadic> {
        Dyadic::from_fraction(self.numerator, self.denominator).ok()
    }

    /// The sum.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the sum cannot be represented.
    pub fn checked_add(self, other: Rational) -> Result<Rational, Error> {
        let [a, b, c, d] =
            [self.numerator, self.denominator, other.numerator, other.denominator].map(i128::from);
        // Each product is below 2^126.
        Rational::from_wide(a * d + c * b, b * d)
    }

    /// The difference.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the difference cannot be represented.
    pub fn checked_sub(self, other: Rational) -> Result<Rational, Error> {
        self.checked_add(other.checked_mul(Rational { numerator: -1, denominator: 1 })?)
    }

    /// The product.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the product cannot be represented.
    pub fn checked_mul(self, other: Rational) -> Result<Rational, Error> {
        let [a, b, c, d] =
            [self.numerator, self.denominator, other.numerator, other.denominator].map(i128::from);
        Rational::from_wide(a * c, b * d)
    }
}

impl From<Dyadic> for Rational {
    fn from(number: Dyadic) -> Rational {
        // The largest exponent is 62.
        Rational { numerator: number.numerator(), denominator: 1 << number.exponent() }
    }
}

impl From<i64> for Rational {
    fn from(number: i64) -> Rational {
        Rational { numerator: number, denominator: 1 }
    }
}

impl PartialEq<Dyadic> for Rational {
    fn eq(&self, other: &Dyadic) -> bool {
        *self == Rational::from(*other)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        let [a, b, c, d] =
            [self.numerator, self.denominator, other.numerator, other.denominator].map(i128::from);
        (a * d).cmp(&(c * b))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.numerator)?;
        if self.denominator == 1 { Ok(()) } else { write!(formatter, "/{}", self.denominator) }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Reads `3`, `-1/3` and `1 2/3`.
impl FromStr for Rational {
    type Err = ParseDyadicError;

    fn from_str(text: &str) -> Result<Rational, ParseDyadicError> {
        let text = text.trim();
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text),
        };
        let (whole, fraction) = match digits.split_once(char::is_whitespace) {
            Some((whole, fraction)) => (whole, Some(fraction.trim_start())),
            None if digits.contains('/') => ("0", Some(digits)),
            None => (digits, None),
        };
        let whole = read_digits(whole)?;
        let fraction = match fraction {
            Some(fraction) => {
                let (numerator, denominator) = fraction.split_once('/').ok_or(ParseDyadicError::Syntax)?;
                let denominator = read_digits(denominator)?;
                if denominator == 0 {
                    return Err(ParseDyadicError::Syntax);
                }
                Rational::new(read_digits(numerator)?, denominator)?
            }
            None => Rational::ZERO,
        };
        Ok(Rational::from(whole).checked_add(fraction)?.checked_mul(Rational::from(sign))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_or_an_error() {
        let number = |text: &str| text.parse::<Rational>().expect("a number of the test");
        assert_eq!(number("2/6"), number("1/3"));
        assert_eq!(number("-1 2/3").to_string(), "-5/3");
        assert_eq!(number("1/3").checked_sub(number("5/6")), Ok(number("-1/2")));
        assert_eq!(number("-2/3").checked_mul(number("9/4")), Ok(number("-3/2")));
        assert_eq!(number("-3/2").to_dyadic().map(|n| n.to_string()), Some("-3/2".into()));
        assert_eq!(number("1/3").to_dyadic(), None);
        assert!(number("-1/3") > number("-1/2") && number("2/3") < number("3/4"));
        assert_eq!(Rational::new(1, -3).map(|n| n.to_string()), Ok("-1/3".into()));
        assert_eq!(Rational::new(1, 0), Err(Error::Overflow));
        assert_eq!(Rational::from(i64::MAX).checked_add(1.into()), Err(Error::Overflow));
        assert_eq!(number("1/4611686018427387904"), Dyadic::new(1, 62).expect("in range"));
        for garbage in ["", "-", "1/", "1/0", "/2", "1 2", "1 2 3/4", "x", "--1", "1/-2"] {
            assert_eq!(garbage.parse::<Rational>(), Err(ParseDyadicError::Syntax), "{garbage:?}");
        }
        assert!("99999999999999999999/3".parse::<Rational>().is_err());
    }
}
