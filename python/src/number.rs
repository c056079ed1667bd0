//! Numbers in and out: integers, `Fraction` and floats, all exact.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyTuple, PyType};
use tesuji_cgt::{Dyadic, Rational};

/// Prime of Python's hashes of numbers.
const PRIME: u64 = (1 << 61) - 1;

/// Whether an integer is outside of what games can hold.
fn too_large() -> PyErr {
    PyValueError::new_err(tesuji_cgt::Error::Overflow.to_string())
}

fn integer(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    value.extract::<i64>().map_err(|error| {
        if error.is_instance_of::<PyOverflowError>(value.py()) { too_large() } else { error }
    })
}

/// Numerator and denominator of an integer, a rational number or a float; nothing if it is something else.
fn parts(value: &Bound<'_, PyAny>) -> PyResult<Option<(i64, i64)>> {
    if value.is_instance_of::<PyInt>() {
        return integer(value).map(|number| Some((number, 1)));
    }
    let (numerator, denominator) = if value.is_instance_of::<PyFloat>() {
        let ratio = value.call_method0("as_integer_ratio").map_err(|_| {
            PyValueError::new_err("infinite games and those that are no number are not short games")
        })?;
        let ratio = ratio.cast_into::<PyTuple>().map_err(PyErr::from)?;
        (ratio.get_item(0)?, ratio.get_item(1)?)
    } else {
        static RATIONAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let rational = RATIONAL.import(value.py(), "numbers", "Rational")?;
        if !value.is_instance(rational)? {
            return Ok(None);
        }
        (value.getattr("numerator")?, value.getattr("denominator")?)
    };
    Ok(Some((integer(&numerator)?, integer(&denominator)?)))
}

/// The number, if it is an integer, a rational number or a float; nothing if it is something else.
///
/// # Errors
/// If it is a number that no game is equal to.
pub(crate) fn dyadic(value: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    let Some((numerator, denominator)) = parts(value)? else { return Ok(None) };
    if denominator <= 0 || denominator & (denominator - 1) != 0 {
        return Err(PyValueError::new_err("the denominator of a number has to be a power of two"));
    }
    Dyadic::new(numerator, denominator.trailing_zeros()).map(Some).map_err(|_| too_large())
}

/// Any fraction, for temperatures.
///
/// # Errors
/// If the argument is no number.
pub(crate) fn rational(value: &Bound<'_, PyAny>) -> PyResult<Rational> {
    if let Ok(text) = value.extract::<&str>() {
        return text.parse().map_err(|_| PyValueError::new_err("expected a number such as 3, -3/4 or 1 2/3"));
    }
    match parts(value)? {
        Some((numerator, denominator)) => Rational::new(numerator, denominator).map_err(|_| too_large()),
        None => Err(PyTypeError::new_err("expected a number: an int, a Fraction or a text such as \"1/3\"")),
    }
}

/// The number of an argument that has to be one.
///
/// # Errors
/// If it is none.
pub(crate) fn number(value: &Bound<'_, PyAny>) -> PyResult<Dyadic> {
    if let Ok(text) = value.extract::<&str>() {
        return text
            .parse()
            .map_err(|error: tesuji_cgt::ParseDyadicError| PyValueError::new_err(error.to_string()));
    }
    dyadic(value)?.ok_or_else(|| {
        PyTypeError::new_err("expected a number: an int, a Fraction or a text such as \"3/2\"")
    })
}

/// A `fractions.Fraction`.
///
/// # Errors
/// If Python has none.
pub(crate) fn fraction<'py>(py: Python<'py>, number: Dyadic) -> PyResult<Bound<'py, PyAny>> {
    fraction_of(py, number.into())
}

/// The same of any fraction.
///
/// # Errors
/// If Python has none.
pub(crate) fn fraction_of<'py>(py: Python<'py>, number: Rational) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FRACTION.import(py, "fractions", "Fraction")?;
    if number.denominator() == 1 {
        return class.call1((number.numerator(),));
    }
    class.call1((number.numerator(), number.denominator()))
}

/// What Python's `hash` says of a number, since a game that is a number is equal to it.
pub(crate) fn hash(number: Dyadic) -> isize {
    // 2^61 is 1 modulo the prime, so a division by 2^k is a multiplication by 2^(61 - k).
    let shift = (61 - u32::from(number.exponent()) % 61) % 61;
    let size = u128::from(number.numerator().unsigned_abs() % PRIME) << shift;
    let residue = (size % u128::from(PRIME)) as i64;
    let signed = if number.numerator() < 0 { -residue } else { residue };
    if signed == -1 { -2 } else { signed as isize }
}
