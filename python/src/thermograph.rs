//! `Thermograph`: the walls of a game, and their picture.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tesuji_cgt::{Form, Rational, Side};
use tesuji_draw::{Style, Theme, ThermographPicture, thermograph_svg, thermograph_text};

use crate::arena::{Trouble, compute};
use crate::game::{Game, argument};
use crate::number::{fraction, fraction_of, rational};

/// How much a game is worth to each side at every temperature.
///
/// ``left`` and ``right`` are the breakpoints of the walls, pairs of value and temperature by rising temperature; above the
/// last one both walls are the mast. In a notebook it is a picture.
///
/// >>> from tesuji import Game, Thermograph
/// >>> thermograph = Thermograph(Game("{6||4|0}"))
/// >>> thermograph.mean, thermograph.temperature
/// (Fraction(4, 1), Fraction(2, 1))
/// >>> thermograph.at(1)
/// (Fraction(5, 1), Fraction(4, 1))
///
/// Walls start at temperature 0, with ``below_zero`` at -1, where integers freeze.
#[pyclass(frozen, module = "tesuji", name = "Thermograph")]
pub(crate) struct Thermograph {
    form: Form,
    walls: tesuji_cgt::Thermograph,
}

impl Thermograph {
    fn wall<'py>(&self, py: Python<'py>, side: Side) -> PyResult<Bound<'py, PyTuple>> {
        let points =
            self.walls.wall(side).breakpoints().iter().map(|point| {
                PyTuple::new(py, [fraction(py, point.value)?, fraction(py, point.temperature)?])
            });
        PyTuple::new(py, points.collect::<PyResult<Vec<_>>>()?)
    }
}

fn walls(py: Python<'_>, form: &Form, below_zero: bool) -> PyResult<tesuji_cgt::Thermograph> {
    let form = form.clone();
    compute(py, move |arena| {
        let game = arena.game(&form)?;
        Ok(if below_zero { arena.thermograph_below_zero(game)? } else { arena.thermograph(game)? })
    })
}

#[pymethods]
impl Thermograph {
    #[new]
    #[pyo3(signature = (game, /, *, below_zero = false))]
    pub(crate) fn new(game: &Bound<'_, PyAny>, below_zero: bool) -> PyResult<Thermograph> {
        let form = argument(game)?;
        let walls = walls(game.py(), &form, below_zero)?;
        Ok(Thermograph { form, walls })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.form.clone().into()
    }

    /// The place of the mast.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.walls.mean())
    }

    /// Where the mast begins.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.walls.temperature())
    }

    /// The breakpoints of Left's wall: value and temperature.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.wall(py, Side::Left)
    }

    /// The breakpoints of Right's wall: value and temperature.
    #[getter]
    fn right<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.wall(py, Side::Right)
    }

    /// Both walls at a temperature of at least -1, which may be any fraction, Left's first.
    ///
    /// >>> Thermograph("{6||4|0}").at("1/3"), Thermograph("1/2").at(-1)
    /// ((Fraction(17, 3), Fraction(4, 1)), (Fraction(1, 1), Fraction(0, 1)))
    #[pyo3(signature = (temperature, /))]
    fn at<'py>(&self, temperature: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, at) = (temperature.py(), rational(temperature)?);
        let lower = if at < Rational::from(self.walls.wall(Side::Left).start()) {
            Some(walls(py, &self.form, true)?)
        } else {
            None
        };
        let thermograph = lower.as_ref().unwrap_or(&self.walls);
        let values = Side::BOTH.map(|side| thermograph.wall(side).at_rational(at));
        let values: Vec<Rational> = values.into_iter().collect::<Result<_, _>>().map_err(Trouble::from)?;
        let values = values.into_iter().map(|value| fraction_of(py, value)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, values)
    }

    /// The picture as SVG. ``theme`` is ``"light"``, ``"dark"``, ``"auto"`` or ``"print"``; with ``construction`` it shows how the
    /// thermograph comes about from those of the options.
    #[pyo3(signature = (*, theme = "light", width = None, construction = false))]
    fn svg(&self, py: Python<'_>, theme: &str, width: Option<u32>, construction: bool) -> PyResult<String> {
        let theme = Theme::parse(theme).ok_or_else(|| {
            let names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
            PyValueError::new_err(format!(
                "there is no theme '{theme}': expected one of {}",
                names.join(", ")
            ))
        })?;
        if width.is_some_and(|width| !(16..=20_000).contains(&width)) {
            return Err(PyValueError::new_err("the width of a picture is 16 to 20000 pixels"));
        }
        let form = self.form.clone();
        let below_zero = !self.walls.wall(Side::Left).start().is_zero();
        if construction && below_zero {
            return Err(PyValueError::new_err(
                "a construction starts at temperature 0: leave below_zero out",
            ));
        }
        let picture = compute(py, move |arena| {
            let game = arena.game(&form)?;
            let picture = if construction {
                ThermographPicture::constructed(arena, game)?
            } else if below_zero {
                ThermographPicture::below_zero(arena, game)?
            } else {
                ThermographPicture::of(arena, game)?
            };
            Ok(picture)
        })?;
        Ok(thermograph_svg(&picture, &Style { theme, width, ..Style::default() }))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "light", Some(420), false)
    }

    /// In plain characters, as the command line shows it.
    fn __str__(&self) -> String {
        thermograph_text(&self.walls)
    }

    fn __repr__(&self) -> String {
        format!("<Thermograph with mean {} and temperature {}>", self.walls.mean(), self.walls.temperature())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Thermograph>().is_ok_and(|other| self.walls == other.get().walls)
    }

    fn __hash__(&self) -> isize {
        crate::number::hash(self.walls.mean()) ^ crate::number::hash(self.walls.temperature()).rotate_left(17)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Thermograph>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, thermograph) = (slf.py(), slf.get());
        let class = slf.get_type().into_any();
        let game = Bound::new(py, thermograph.game())?;
        if thermograph.walls.wall(Side::Left).start().is_zero() {
            return Ok((class, PyTuple::new(py, [game])?));
        }
        let below_zero = PyDict::new(py);
        below_zero.set_item("below_zero", true)?;
        let partial = py.import("functools")?.getattr("partial")?.call((class,), Some(&below_zero))?;
        Ok((partial, PyTuple::new(py, [game])?))
    }

    fn __copy__(slf: Py<Thermograph>) -> Py<Thermograph> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(slf: Py<Thermograph>, _memo: &Bound<'_, PyDict>) -> Py<Thermograph> {
        slf
    }
}
