//! Dyadic rationals: the numbers among the short games.
//!
//! A number born on a finite day is `n / 2^k`. Both parts are machine integers and every operation is checked:
//! leaving the range is [`Error::Overflow`], never a wrapped result. Comparison cannot fail.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::Error;

/// The largest exponent of a denominator: two aligned numerators then fit 128 bits.
pub(crate) const LARGEST_EXPONENT: u32 = 62;

/// An exact number `numerator / 2^exponent` in lowest terms.
///
/// ```
/// use tesuji_cgt::Dyadic;
///
/// let half: Dyadic = "1/2".parse()?;
/// assert_eq!(half.checked_add(Dyadic::from(3))?, "3 1/2".parse()?);
/// assert_eq!(half.checked_sub(Dyadic::from(7))?.to_string(), "-13/2");
/// assert!(Dyadic::from(i64::MAX).checked_add(half).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic { numerator: 0, exponent: 0 };
    /// One.
    pub const ONE: Dyadic = Dyadic { numerator: 1, exponent: 0 };

    /// `numerator / 2^exponent`, brought to lowest terms.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the denominator in lowest terms exceeds `2^62`.
    pub fn new(numerator: i64, exponent: u32) -> Result<Dyadic, Error> {
        Dyadic::from_wide(i128::from(numerator), exponent)
    }

    fn from_wide(numerator: i128, exponent: u32) -> Result<Dyadic, Error> {
        if numerator == 0 {
            return Ok(Dyadic::ZERO);
        }
        let common = numerator.trailing_zeros().min(exponent);
        let exponent = exponent - common;
        match i64::try_from(numerator >> common) {
            Ok(numerator) if exponent <= LARGEST_EXPONENT => {
                Ok(Dyadic { numerator, exponent: exponent as u8 })
            }
            _ => Err(Error::Overflow),
        }
    }

    /// Rebuilds a number from parts known to be in lowest terms.
    #[inline]
    pub(crate) const fn from_parts(numerator: i64, exponent: u8) -> Dyadic {
        Dyadic { numerator, exponent }
    }

    /// The numerator in lowest terms.
    #[inline]
    #[must_use]
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// `k` where the denominator in lowest terms is `2^k`.
    #[inline]
    #[must_use]
    pub const fn exponent(self) -> u8 {
        self.exponent
    }

    /// Whether the denominator is 1.
    #[inline]
    #[must_use]
    pub const fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// Whether this is zero.
    #[inline]
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// The integer, if it is one.
    #[must_use]
    pub const fn to_integer(self) -> Option<i64> {
        if self.exponent == 0 { Some(self.numerator) } else { None }
    }

    /// The largest integer that is not above this number.
    #[must_use]
    pub const fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The smallest integer that is not below this number.
    #[must_use]
    pub const fn ceil(self) -> i64 {
        // Only a proper fraction is rounded up, and its floor is far from the largest i64.
        self.floor() + (self.exponent > 0) as i64
    }

    /// The nearest floating-point number, for drawing.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / (1_u64 << self.exponent) as f64
    }

    /// The sum.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the sum cannot be represented.
    #[inline]
    pub fn checked_add(self, other: Dyadic) -> Result<Dyadic, Error> {
        if self.exponent == 0 && other.exponent == 0 {
            match self.numerator.checked_add(other.numerator) {
                Some(numerator) => Ok(Dyadic { numerator, exponent: 0 }),
                None => Err(Error::Overflow),
            }
        } else {
            self.add_fractions(other)
        }
    }

    fn add_fractions(self, other: Dyadic) -> Result<Dyadic, Error> {
        let exponent = self.exponent.max(other.exponent);
        Dyadic::from_wide(self.aligned(exponent) + other.aligned(exponent), u32::from(exponent))
    }

    /// The difference.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the difference cannot be represented.
    #[inline]
    pub fn checked_sub(self, other: Dyadic) -> Result<Dyadic, Error> {
        if self.exponent == 0 && other.exponent == 0 {
            match self.numerator.checked_sub(other.numerator) {
                Some(numerator) => Ok(Dyadic { numerator, exponent: 0 }),
                None => Err(Error::Overflow),
            }
        } else {
            let exponent = self.exponent.max(other.exponent);
            Dyadic::from_wide(self.aligned(exponent) - other.aligned(exponent), u32::from(exponent))
        }
    }

    /// The negative.
    ///
    /// # Errors
    /// [`Error::Overflow`] for the one integer whose negative has no 64-bit form.
    #[inline]
    pub fn checked_neg(self) -> Result<Dyadic, Error> {
        match self.numerator.checked_neg() {
            Some(numerator) => Ok(Dyadic { numerator, exponent: self.exponent }),
            None => Err(Error::Overflow),
        }
    }

    /// The product with an integer.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the product cannot be represented.
    pub fn checked_mul(self, factor: i64) -> Result<Dyadic, Error> {
        Dyadic::from_wide(i128::from(self.numerator) * i128::from(factor), u32::from(self.exponent))
    }

    /// Half of this number.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the denominator becomes too large.
    pub fn checked_half(self) -> Result<Dyadic, Error> {
        Dyadic::from_wide(i128::from(self.numerator), u32::from(self.exponent) + 1)
    }

    /// The numerator over the denominator `2^exponent`, which is at least this number's own.
    #[inline]
    pub(crate) fn aligned(self, exponent: u8) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }

    /// The simplest number of an interval: 0, else the integer nearest to 0, else the smallest denominator.
    ///
    /// `None` as a bound means unbounded; `closed` says whether the bound itself belongs to the interval.
    /// The caller guarantees that the interval is not empty.
    pub(crate) fn simplest_between(lower: Option<Bound>, upper: Option<Bound>) -> Result<Dyadic, Error> {
        for exponent in 0..=LARGEST_EXPONENT as u8 {
            // Multiples of 2^-exponent inside the interval are those from `first` to `last`.
            let first = lower.map(|bound| {
                let scaled = bound.at.scaled(exponent);
                scaled.floor + i128::from(!(scaled.exact && bound.closed))
            });
            let last = upper.map(|bound| {
                let scaled = bound.at.scaled(exponent);
                scaled.floor - i128::from(scaled.exact && !bound.closed)
            });
            let candidate = match (first, last) {
                (Some(first), Some(last)) if first > last => continue,
                (Some(first), _) if first > 0 => first,
                (_, Some(last)) if last < 0 => last,
                _ => 0,
            };
            return Dyadic::from_wide(candidate, u32::from(exponent));
        }
        Err(Error::Overflow)
    }

    fn scaled(self, exponent: u8) -> Scaled {
        if exponent >= self.exponent {
            Scaled { floor: self.aligned(exponent), exact: true }
        } else {
            Scaled { floor: i128::from(self.numerator >> (self.exponent - exponent)), exact: false }
        }
    }
}

/// A number times a power of two, rounded down.
struct Scaled {
    floor: i128,
    exact: bool,
}

/// One end of an interval of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) at: Dyadic,
    pub(crate) closed: bool,
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            self.numerator.cmp(&other.numerator)
        } else {
            let exponent = self.exponent.max(other.exponent);
            self.aligned(exponent).cmp(&other.aligned(exponent))
        }
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Dyadic {
    fn from(numerator: i64) -> Dyadic {
        Dyadic { numerator, exponent: 0 }
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exponent == 0 {
            write!(formatter, "{}", self.numerator)
        } else {
            write!(formatter, "{}/{}", self.numerator, 1_u64 << self.exponent)
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Why a text is no dyadic number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDyadicError {
    /// Not of the form `3`, `-3/4` or `1 3/4`.
    #[error("expected a number such as 3, -3/4 or 1 3/4")]
    Syntax,
    /// The denominator is not a power of two, so this is no short game.
    #[error("the denominator has to be a power of two")]
    Denominator,
    /// The number has no exact 64-bit form.
    #[error(transparent)]
    Range(#[from] Error),
}

impl FromStr for Dyadic {
    type Err = ParseDyadicError;

    fn from_str(text: &str) -> Result<Dyadic, ParseDyadicError> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = match digits.split_once(char::is_whitespace) {
            Some((whole, fraction)) if fraction.contains('/') => (whole, fraction.trim_start()),
            Some(_) => return Err(ParseDyadicError::Syntax),
            None if digits.contains('/') => ("0", digits),
            None => (digits, "0/1"),
        };
        let (numerator, denominator) = fraction.split_once('/').ok_or(ParseDyadicError::Syntax)?;
        let fraction = Dyadic::from_fraction(read_digits(numerator)?, read_digits(denominator)?)?;
        let magnitude = Dyadic::from(read_digits(whole)?).checked_add(fraction)?;
        Ok(if negative { magnitude.checked_neg()? } else { magnitude })
    }
}

impl Dyadic {
    /// `numerator / denominator`, the denominator a power of two.
    pub(crate) fn from_fraction(numerator: i64, denominator: i64) -> Result<Dyadic, ParseDyadicError> {
        if denominator <= 0 || denominator & (denominator - 1) != 0 {
            return Err(ParseDyadicError::Denominator);
        }
        Ok(Dyadic::new(numerator, denominator.trailing_zeros())?)
    }
}

/// Decimal digits and nothing else; too many of them are an overflow, not a syntax error.
pub(crate) fn read_digits(text: &str) -> Result<i64, ParseDyadicError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseDyadicError::Syntax);
    }
    text.parse().map_err(|_| ParseDyadicError::Range(Error::Overflow))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Dyadic {
        text.parse().expect("a number of the test")
    }

    #[test]
    fn arithmetic_stays_in_lowest_terms() {
        assert_eq!(number("1/2").checked_add(number("1/2")), Ok(Dyadic::ONE));
        assert_eq!(number("6/4").to_string(), "3/2");
        assert_eq!(number("-2 1/2").to_string(), "-5/2");
        assert_eq!(number("3/4").checked_sub(number("7/8")).map(|n| n.to_string()), Ok("-1/8".into()));
        assert_eq!((number("-5/2").floor(), number("-5/2").ceil(), number("7").ceil()), (-3, -2, 7));
    }

    #[test]
    fn overflow_is_an_error_never_a_wrong_number() {
        let largest = Dyadic::from(i64::MAX);
        assert_eq!(largest.checked_add(Dyadic::ONE), Err(Error::Overflow));
        assert_eq!(largest.checked_add(number("1/2")), Err(Error::Overflow));
        assert_eq!(Dyadic::from(i64::MIN).checked_neg(), Err(Error::Overflow));
        let tiny = Dyadic::new(1, 62).expect("in range");
        assert_eq!(tiny.checked_half(), Err(Error::Overflow));
        assert_eq!(largest.cmp(&tiny), Ordering::Greater);
        assert_eq!(Dyadic::from(i64::MIN).cmp(&tiny), Ordering::Less);
        assert!("99999999999999999999".parse::<Dyadic>().is_err());
        assert_eq!("1/3".parse::<Dyadic>(), Err(ParseDyadicError::Denominator));
        for garbage in ["", "-", "1/", "/2", "1 2", "1 2 3/4", "x", "--1", "1/-2"] {
            assert_eq!(garbage.parse::<Dyadic>(), Err(ParseDyadicError::Syntax), "{garbage:?}");
        }
    }

    #[test]
    fn simplest_number_of_an_interval() {
        let open = |text: &str| Some(Bound { at: number(text), closed: false });
        let closed = |text: &str| Some(Bound { at: number(text), closed: true });
        let simplest = |lower, upper| Dyadic::simplest_between(lower, upper).map(|n| n.to_string());
        assert_eq!(simplest(None, None), Ok("0".into()));
        assert_eq!(simplest(open("0"), None), Ok("1".into()));
        assert_eq!(simplest(None, open("-5")), Ok("-6".into()));
        assert_eq!(simplest(open("1/2"), open("3/4")), Ok("5/8".into()));
        assert_eq!(simplest(open("-7"), open("-6")), Ok("-13/2".into()));
        assert_eq!(simplest(closed("0"), open("2")), Ok("0".into()));
        assert_eq!(simplest(closed("1/4"), closed("3/8")), Ok("1/4".into()));
        assert_eq!(simplest(open("-3"), open("5/2")), Ok("0".into()));
        assert_eq!(simplest(open("9223372036854775807"), None), Err(Error::Overflow));
    }
}
