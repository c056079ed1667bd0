//! `Thermograph`: the walls of a game, and their picture.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tesuji_cgt::{Dyadic, Form, Side};
use tesuji_draw::{Style, Theme, ThermographPicture, thermograph_svg, thermograph_text};

use crate::arena::{Trouble, compute};
use crate::game::{Game, argument};
use crate::number::{fraction, number};

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

#[pymethods]
impl Thermograph {
    #[new]
    #[pyo3(signature = (game, /))]
    pub(crate) fn new(game: &Bound<'_, PyAny>) -> PyResult<Thermograph> {
        let form = argument(game)?;
        let asked = form.clone();
        let walls = compute(game.py(), move |arena| {
            let game = arena.game(&asked)?;
            Ok(arena.thermograph(game)?)
        })?;
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

    /// Both walls at a temperature of at least 0, Left's first.
    #[pyo3(signature = (temperature, /))]
    fn at<'py>(&self, temperature: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, at) = (temperature.py(), number(temperature)?);
        let values = Side::BOTH.map(|side| self.walls.wall(side).at(at));
        let values: Vec<Dyadic> = values.into_iter().collect::<Result<_, _>>().map_err(Trouble::from)?;
        let values = values.into_iter().map(|value| fraction(py, value)).collect::<PyResult<Vec<_>>>()?;
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
        let picture = compute(py, move |arena| {
            let game = arena.game(&form)?;
            let picture = if construction {
                ThermographPicture::constructed(arena, game)?
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

    fn __reduce__<'py>(slf: &Bound<'py, Thermograph>) -> (Bound<'py, PyAny>, (Game,)) {
        (slf.get_type().into_any(), (slf.get().game(),))
    }

    fn __copy__(slf: Py<Thermograph>) -> Py<Thermograph> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(slf: Py<Thermograph>, _memo: &Bound<'_, PyDict>) -> Py<Thermograph> {
        slf
    }
}
