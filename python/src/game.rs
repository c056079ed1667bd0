//! `Game`: a value with operators.
//!
//! Methods take Python's objects apart, compute in the [arena of the thread](crate::arena) and put the result into an object of
//! its own. What is said about each in Python's documentation is in the stub beside the package.

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyNotImplemented, PyString, PyTuple};
use tesuji_cgt::{Arena, Form, Outcome, Relation, Side, Style};

use crate::arena::{LimitReached, Trouble, briefly, compute};
use crate::held::Held;
use crate::number::{self, dyadic, fraction};
use crate::ruleset::Ruleset;
use crate::thermograph::Thermograph;

/// A short game in canonical form.
///
/// ``Game("{6||4|0}")`` reads CGSuite's notation; numbers are read exactly. Games are values: they cannot be changed, equal
/// ones are equal and have the same hash, whatever they were made from, and a game that is a number is equal to that number.
///
/// >>> from tesuji import Game
/// >>> Game("{4|0}") + Game("{6||4|0}") - 1
/// Game('{7,{9|5}|3}')
/// >>> Game("^") > 0, Game("*").confused(0)
/// (True, True)
/// >>> Game("{6||4|0}").cool(2)
/// Game('4^')
///
/// ``<`` and ``>`` refuse games that are confused, since sorting them would quietly give nonsense; ``<=`` and ``>=`` are false
/// for them, and ``compare`` tells all four cases.
#[pyclass(frozen, module = "tesuji", name = "Game")]
pub(crate) struct Game {
    pub(crate) form: Held,
}

impl From<Form> for Game {
    fn from(form: Form) -> Game {
        Game { form: form.into() }
    }
}

/// The game of an operand, or nothing if it is no game at all.
fn operand(value: &Bound<'_, PyAny>) -> PyResult<Option<Form>> {
    if let Ok(game) = value.cast::<Game>() {
        return Ok(Some(game.get().form.clone()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str()?.to_string();
        return compute(value.py(), move |arena| {
            let game = arena.parse(&text)?;
            Ok(arena.form(game))
        })
        .map(Some);
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        let bytes = bytes.as_bytes().to_vec();
        return compute(value.py(), move |arena| {
            let game = arena.game_from_bytes(&bytes)?;
            Ok(arena.form(game))
        })
        .map(Some);
    }
    Ok(dyadic(value)?.and_then(|number| Form::packed(number.into())))
}

/// The game of an argument that has to be one.
pub(crate) fn argument(value: &Bound<'_, PyAny>) -> PyResult<Form> {
    operand(value)?.ok_or_else(|| {
        let class = value.get_type().name().map_or_else(|_| String::from("this"), |name| name.to_string());
        PyTypeError::new_err(format!("{class} is no game: expected a Game, an int, a Fraction or a text"))
    })
}

fn arguments(values: &Bound<'_, PyAny>) -> PyResult<Vec<Form>> {
    values.try_iter()?.map(|value| argument(&value?)).collect()
}

pub(crate) fn games(arena: &mut Arena, forms: &[Form]) -> Result<Vec<tesuji_cgt::Game>, Trouble> {
    forms.iter().map(|form| arena.game(form).map_err(Trouble::from)).collect()
}

type Raw = tesuji_cgt::Game;

/// A game from one game.
fn unary(
    py: Python<'_>,
    form: Form,
    run: impl Fn(&mut Arena, Raw) -> Result<Raw, tesuji_cgt::Error> + Send + Sync + 'static,
) -> PyResult<Game> {
    compute(py, move |arena| {
        let game = arena.game(&form)?;
        let result = run(arena, game)?;
        Ok(arena.form(result))
    })
    .map(Game::from)
}

/// A game from two.
fn binary(
    py: Python<'_>,
    one: Form,
    other: Form,
    run: impl Fn(&mut Arena, Raw, Raw) -> Result<Raw, tesuji_cgt::Error> + Send + Sync + 'static,
) -> PyResult<Game> {
    compute(py, move |arena| {
        let (one, other) = (arena.game(&one)?, arena.game(&other)?);
        let result = run(arena, one, other)?;
        Ok(arena.form(result))
    })
    .map(Game::from)
}

/// What there is to tell about one game.
fn told<T: Send + 'static>(
    py: Python<'_>,
    form: &Form,
    run: impl Fn(&mut Arena, Raw) -> Result<T, tesuji_cgt::Error> + Send + Sync + 'static,
) -> PyResult<T> {
    let form = form.clone();
    compute(py, move |arena| {
        let game = arena.game(&form)?;
        Ok(run(arena, game)?)
    })
}

/// Whether a game is at most another. Their stops decide it mostly, else the arena is asked; nothing is copied for that.
fn at_most(py: Python<'_>, one: &Form, other: &Form) -> PyResult<bool> {
    let decide = |arena: &mut Arena, one: &Form, other: &Form| {
        let (one, other) = (arena.game(one)?, arena.game(other)?);
        arena.at_most(one, other)
    };
    match one.at_most(other).or_else(|| briefly(|arena| decide(arena, one, other))) {
        Some(holds) => Ok(holds),
        None => {
            let (one, other) = (one.clone(), other.clone());
            compute(py, move |arena| Ok(decide(arena, &one, &other)?))
        }
    }
}

fn relation(py: Python<'_>, one: &Form, other: &Form) -> PyResult<Relation> {
    Ok(match (at_most(py, one, other)?, at_most(py, other, one)?) {
        (true, true) => Relation::Equal,
        (true, false) => Relation::Less,
        (false, true) => Relation::Greater,
        (false, false) => Relation::Confused,
    })
}

fn equals(py: Python<'_>, one: &Form, other: &Form) -> PyResult<bool> {
    match one.is_same(other) {
        Some(same) => Ok(same),
        None => {
            let other = other.clone();
            told(py, one, move |arena, one| Ok(arena.game(&other)? == one))
        }
    }
}

/// What Python's operators of order and equality say.
fn holds(py: Python<'_>, one: &Form, op: CompareOp, other: &Form) -> PyResult<bool> {
    match op {
        CompareOp::Eq => equals(py, one, other),
        CompareOp::Ne => equals(py, one, other).map(|same| !same),
        CompareOp::Le => at_most(py, one, other),
        CompareOp::Ge => at_most(py, other, one),
        CompareOp::Lt | CompareOp::Gt => match relation(py, one, other)? {
            Relation::Less => Ok(matches!(op, CompareOp::Lt)),
            Relation::Greater => Ok(matches!(op, CompareOp::Gt)),
            Relation::Equal => Ok(false),
            Relation::Confused => {
                let (one, other) = (brief(py, one), brief(py, other));
                Err(PyValueError::new_err(format!(
                    "{one} and {other} are confused: neither is less than the other, so they cannot be put in \
                     order; compare() tells all four cases, and means are numbers that can be sorted"
                )))
            }
        },
    }
}

fn text(py: Python<'_>, form: &Form, style: Style) -> PyResult<String> {
    told(py, form, move |arena, game| arena.text_in(game, style))
}

/// The game for a sentence.
fn brief(py: Python<'_>, form: &Form) -> String {
    match text(py, form, Style::Ascii) {
        Ok(text) if text.chars().count() <= 60 => text,
        _ => String::from("a large game"),
    }
}

fn answer(py: Python<'_>, holds: bool) -> PyResult<Py<PyAny>> {
    Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
}

fn not_implemented(py: Python<'_>) -> Py<PyAny> {
    PyNotImplemented::get(py).to_owned().into_any().unbind()
}

/// An operator whose other side may be no game.
fn operator(
    value: &Bound<'_, PyAny>,
    run: impl FnOnce(Python<'_>, Form) -> PyResult<Game>,
) -> PyResult<Py<PyAny>> {
    let py = value.py();
    match operand(value)? {
        Some(form) => Ok(Bound::new(py, run(py, form)?)?.into_any().unbind()),
        None => Ok(not_implemented(py)),
    }
}

/// Characters of a formula that a notebook still sets in a moment.
const MOST_LATEX: usize = 5000;
/// Characters of a text that is pickled.
const MOST_PICKLED: usize = 1000;

impl Game {
    /// What is said of a game that is too large to print.
    fn described(&self) -> String {
        let [left, right] = Side::BOTH.map(|side| self.form.stop(side).map(|stop| stop.to_string()));
        let unknown = |_| String::from("?");
        let (left, right) = (left.unwrap_or_else(unknown), right.unwrap_or_else(unknown));
        format!("Game too large to print, with stops {left} and {right}")
    }

    pub(crate) fn text(&self, py: Python<'_>, style: Style) -> PyResult<String> {
        text(py, &self.form, style)
    }

    fn options_of(&self, py: Python<'_>, side: Side) -> PyResult<Py<PyTuple>> {
        let forms = told(py, &self.form, move |arena, game| {
            Ok(arena.options(game, side)?.into_iter().map(|option| arena.form(option)).collect::<Vec<Form>>())
        })?;
        let games = forms.into_iter().map(|form| Bound::new(py, Game::from(form)));
        Ok(PyTuple::new(py, games.collect::<PyResult<Vec<_>>>()?)?.unbind())
    }

    /// The integer, if it is one.
    fn integer(&self) -> Option<i64> {
        self.form.to_packed().and_then(Raw::to_integer)
    }

    fn multiple(&self, py: Python<'_>, count: i64) -> PyResult<Game> {
        unary(py, self.form.clone(), move |arena, game| arena.multiple(count, game))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (value, /))]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Game> {
        argument(value).map(Game::from)
    }

    /// The game with these options.
    ///
    /// >>> Game.from_options(left=[0], right=["*"])
    /// Game('^')
    #[staticmethod]
    #[pyo3(signature = (left = None, right = None))]
    fn from_options(
        py: Python<'_>,
        left: Option<&Bound<'_, PyAny>>,
        right: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Game> {
        let left = left.map(arguments).transpose()?.unwrap_or_default();
        let right = right.map(arguments).transpose()?.unwrap_or_default();
        compute(py, move |arena| {
            let (left, right) = (games(arena, &left)?, games(arena, &right)?);
            let game = arena.canonical(&left, &right)?;
            Ok(arena.form(game))
        })
        .map(Game::from)
    }

    /// The value of a position of any ruleset.
    ///
    /// Positions are objects that can be keys of a dictionary. ``moves(position)`` is a pair: the positions that Left can move to, and
    /// those that Right can move to. Without it the position has a method ``moves()``. An option may also be a :class:`Game`.
    /// ``parts(position)``, or a method ``parts()``, splits a position into independent ones, whose values are added. Every position
    /// is looked at once; a dictionary given as ``memo`` is filled with their values and used by later calls.
    ///
    /// >>> def moves(heap):  # a heap of tokens: Left takes one, Right takes two
    /// ...     return [heap - 1] if heap else [], [heap - 2] if heap > 1 else []
    /// >>> [str(Game.of(heap, moves)) for heap in range(3)]
    /// ['0', '1', '{1|0}']
    #[staticmethod]
    #[pyo3(signature = (position, moves = None, *, parts = None, memo = None))]
    fn of<'py>(
        position: Bound<'py, PyAny>,
        moves: Option<Bound<'py, PyAny>>,
        parts: Option<Bound<'py, PyAny>>,
        memo: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Game> {
        let ruleset = Ruleset::new(position.py(), moves, parts, memo);
        ruleset.value(position).map(Game::from)
    }

    /// The sum of many games, in an order that keeps the work small. ``sum(games)`` is the same value.
    ///
    /// >>> Game.sum(["{4|0}", "{0|-4}", "^"])
    /// Game('^')
    #[staticmethod]
    #[pyo3(signature = (games, /))]
    fn sum(py: Python<'_>, games: &Bound<'_, PyAny>) -> PyResult<Game> {
        let forms = arguments(games)?;
        compute(py, move |arena| {
            let games = self::games(arena, &forms)?;
            let sum = arena.sum_all(&games)?;
            Ok(arena.form(sum))
        })
        .map(Game::from)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        operator(other, |py, other| binary(py, self.form.clone(), other, Arena::sum))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(other)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        operator(other, |py, other| binary(py, self.form.clone(), other, Arena::difference))
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        operator(other, |py, other| binary(py, other, self.form.clone(), Arena::difference))
    }

    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        if let Ok(other) = other.cast::<Game>() {
            // An integer counts copies of the other game; other products have names of their own.
            let product = match (self.integer(), other.get().integer()) {
                (Some(count), _) => other.get().multiple(py, count)?,
                (None, Some(count)) => self.multiple(py, count)?,
                (None, None) => return Ok(not_implemented(py)),
            };
            return Ok(Bound::new(py, product)?.into_any().unbind());
        }
        match dyadic(other) {
            Ok(Some(number)) => match number.to_integer() {
                Some(count) => Ok(Bound::new(py, self.multiple(py, count)?)?.into_any().unbind()),
                None => Ok(not_implemented(py)),
            },
            _ => Ok(not_implemented(py)),
        }
    }

    fn __rmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(py, other)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Game> {
        unary(py, self.form.clone(), Arena::negative)
    }

    fn __pos__(slf: Py<Game>) -> Py<Game> {
        slf
    }

    fn __bool__(&self) -> bool {
        self.form.to_packed() != Some(Raw::ZERO)
    }

    fn __hash__(&self) -> isize {
        match self.form.to_packed().and_then(Raw::to_number) {
            Some(number) => number::hash(number),
            None => {
                let hash = self.form.fingerprint() as isize;
                if hash == -1 { -2 } else { hash }
            }
        }
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<Game>() {
            return answer(py, holds(py, &self.form, op, &other.get().form)?);
        }
        let other = if matches!(op, CompareOp::Eq | CompareOp::Ne) {
            // Nothing is equal to a text that has not the hash of that text; numbers have the hash of the game.
            dyadic(other).ok().flatten().and_then(|number| Form::packed(number.into()))
        } else {
            operand(other)?
        };
        match other {
            Some(other) => answer(py, holds(py, &self.form, op, &other)?),
            None => Ok(not_implemented(py)),
        }
    }

    /// How this game compares with another: ``"<"``, ``">"``, ``"="`` or ``"||"``.
    ///
    /// >>> Game("*").compare("^"), Game("*").compare("^^")
    /// ('||', '<')
    #[pyo3(signature = (other, /))]
    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        Ok(match relation(other.py(), &self.form, &argument(other)?)? {
            Relation::Less => "<",
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Confused => "||",
        })
    }

    /// Whether neither game is at most the other: whoever moves first in their difference wins it.
    ///
    /// >>> Game("{4|0}").confused(2)
    /// True
    #[pyo3(signature = (other, /))]
    fn confused(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(relation(other.py(), &self.form, &argument(other)?)? == Relation::Confused)
    }

    /// The game with a charge of ``temperature`` for every move, until it freezes. At its own temperature the infinitesimal
    /// is kept.
    ///
    /// >>> Game("{4|0}").cool(1), Game("{4|0}").cool(2), Game("{4|0}").cool(3)
    /// (Game('{3|1}'), Game('2*'), Game('2'))
    #[pyo3(signature = (temperature, /))]
    fn cool(&self, temperature: &Bound<'_, PyAny>) -> PyResult<Game> {
        let by = number::number(temperature)?;
        unary(temperature.py(), self.form.clone(), move |arena, game| arena.cool(game, by))
    }

    /// The game with a bonus of ``temperature`` for every move that is not in a number.
    ///
    /// >>> Game("2*").heat(2)
    /// Game('{4|0}')
    #[pyo3(signature = (temperature, /))]
    fn heat(&self, temperature: &Bound<'_, PyAny>) -> PyResult<Game> {
        let by = number::number(temperature)?;
        unary(temperature.py(), self.form.clone(), move |arena, game| arena.heat(game, by))
    }

    /// The game cooled by its own temperature: its mean and the infinitesimal that decides who moves last at it.
    ///
    /// >>> Game("{6||4|0}").freeze()
    /// Game('4^')
    fn freeze(&self, py: Python<'_>) -> PyResult<Game> {
        unary(py, self.form.clone(), Arena::freeze)
    }

    /// The simplest game that differs from this one by an infinitesimal.
    ///
    /// >>> Game("3^*").reduced()
    /// Game('3')
    fn reduced(&self, py: Python<'_>) -> PyResult<Game> {
        unary(py, self.form.clone(), Arena::reduced)
    }

    /// Overheating from ``start`` to ``to``.
    #[pyo3(signature = (start, to, /))]
    fn overheat(&self, start: &Bound<'_, PyAny>, to: &Bound<'_, PyAny>) -> PyResult<Game> {
        let (from, to) = (argument(start)?, argument(to)?);
        unary(start.py(), self.form.clone(), move |arena, game| {
            let (from, to) = (arena.game(&from)?, arena.game(&to)?);
            arena.overheat(game, from, to)
        })
    }

    /// The Norton product with a unit greater than 0.
    ///
    /// >>> Game(3).norton_product("^")
    /// Game('^3')
    #[pyo3(signature = (unit, /))]
    fn norton_product(&self, unit: &Bound<'_, PyAny>) -> PyResult<Game> {
        binary(unit.py(), self.form.clone(), argument(unit)?, Arena::norton_product)
    }

    /// The ordinal sum: a move in this game throws the other away.
    ///
    /// >>> Game("*").ordinal_sum(1)
    /// Game('^*')
    #[pyo3(signature = (other, /))]
    fn ordinal_sum(&self, other: &Bound<'_, PyAny>) -> PyResult<Game> {
        binary(other.py(), self.form.clone(), argument(other)?, Arena::ordinal_sum)
    }

    /// What each move of a side gains: what follows less the game itself.
    ///
    /// >>> Game("{4|0}").incentives("left")
    /// (Game('{4|0}'),)
    #[pyo3(signature = (side, /))]
    fn incentives(&self, py: Python<'_>, side: &str) -> PyResult<Py<PyTuple>> {
        let side = self::side(side)?;
        let forms = told(py, &self.form, move |arena, game| {
            Ok(arena.incentives(game, side)?.into_iter().map(|one| arena.form(one)).collect::<Vec<Form>>())
        })?;
        let games = forms.into_iter().map(|form| Bound::new(py, Game::from(form)));
        Ok(PyTuple::new(py, games.collect::<PyResult<Vec<_>>>()?)?.unbind())
    }

    /// What the game is worth on average.
    ///
    /// >>> Game("{6||4|1}").mean
    /// Fraction(17, 4)
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, told(py, &self.form, Arena::mean)?)
    }

    /// How much a move is worth: -1 for integers, 0 for a number and an infinitesimal, above 0 for hot games.
    ///
    /// >>> Game("{6||4|1}").temperature
    /// Fraction(7, 4)
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, told(py, &self.form, Arena::temperature)?)
    }

    /// What is left when the game is played out to a number and Left begins.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.form.stop(Side::Left).map_err(Trouble::from)?)
    }

    /// What is left when the game is played out to a number and Right begins.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.form.stop(Side::Right).map_err(Trouble::from)?)
    }

    /// Both stops, Left's first.
    ///
    /// >>> Game("{6||4|0}").stops
    /// (Fraction(6, 1), Fraction(4, 1))
    #[getter]
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.left_stop(py)?, self.right_stop(py)?])
    }

    /// The infinitesimal counted in ups, with a certificate behind it; ``None`` if the game has no atomic weight.
    ///
    /// >>> Game("{0^2|Tiny(3)}").atomic_weight, Game("{4|0}").atomic_weight
    /// (Game('2'), None)
    #[getter]
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        told(py, &self.form, |arena, game| {
            let weight = arena.atomic_weight(game)?.weight();
            Ok(weight.map(|weight| arena.form(weight)))
        })
        .map(|form| form.map(Game::from))
    }

    /// Who wins: ``"L"``, ``"R"``, ``"N"`` (the next player) or ``"P"`` (the previous one).
    ///
    /// >>> [Game(text).outcome for text in ("1", "-1", "*", "0")]
    /// ['L', 'R', 'N', 'P']
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(match told(py, &self.form, Arena::outcome)? {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Next => "N",
            Outcome::Previous => "P",
        })
    }

    /// The canonical options of Left, largest left stop first.
    ///
    /// >>> Game("{6||4|0}").left
    /// (Game('6'),)
    #[getter]
    fn left(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        self.options_of(py, Side::Left)
    }

    /// The canonical options of Right.
    ///
    /// >>> Game("{6||4|0}").right
    /// (Game('{4|0}'),)
    #[getter]
    fn right(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        self.options_of(py, Side::Right)
    }

    /// The canonical options of both sides, Left's first.
    #[getter]
    fn options(&self, py: Python<'_>) -> PyResult<(Py<PyTuple>, Py<PyTuple>)> {
        Ok((self.left(py)?, self.right(py)?))
    }

    /// The number that the game is equal to, or ``None``.
    ///
    /// >>> Game("{0|1}").number, Game("*").number
    /// (Fraction(1, 2), None)
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.form.to_packed().and_then(Raw::to_number).map(|number| fraction(py, number)).transpose()
    }

    /// Whether both stops are 0.
    #[getter]
    fn is_infinitesimal(&self) -> bool {
        Side::BOTH.iter().all(|&side| self.form.stop(side).is_ok_and(tesuji_cgt::Dyadic::is_zero))
    }

    /// Whether in every follower either both players can move or neither.
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        told(py, &self.form, Arena::is_all_small)
    }

    /// The longest play of the canonical form.
    ///
    /// >>> Game("{6||4|0}").birthday
    /// 7
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<u64> {
        told(py, &self.form, Arena::birthday)
    }

    /// The walls of the game at every temperature.
    ///
    /// >>> Game("{6||4|0}").thermograph().left
    /// ((Fraction(6, 1), Fraction(0, 1)), (Fraction(4, 1), Fraction(2, 1)))
    ///
    /// With ``below_zero`` the walls start at temperature -1, where integers freeze.
    ///
    /// >>> Game("1/2").thermograph(below_zero=True).left
    /// ((Fraction(1, 1), Fraction(-1, 1)), (Fraction(1, 2), Fraction(-1, 2)))
    #[pyo3(signature = (*, below_zero = false))]
    fn thermograph(slf: &Bound<'_, Game>, below_zero: bool) -> PyResult<Thermograph> {
        Thermograph::new(slf, below_zero)
    }

    /// The game in LaTeX, without dollars.
    #[getter]
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, Style::Latex)
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        match self.text(py, Style::Latex) {
            Ok(latex) if latex.len() <= MOST_LATEX => Ok(format!("${latex}$")),
            Err(error) if !error.is_instance_of::<LimitReached>(py) => Err(error),
            // Something has to be shown of every object, and a notebook sets no formula of this length.
            _ => Ok(format!("$\\text{{{}}}$", self.described())),
        }
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, Style::Ascii)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match self.text(py, Style::Ascii) {
            Ok(text) => Ok(format!("Game('{text}')")),
            // Something has to be shown of every object.
            Err(error) if error.is_instance_of::<LimitReached>(py) => Ok(format!("<{}>", self.described())),
            Err(error) => Err(error),
        }
    }

    /// A short game is pickled as its text, any other as bytes that have each follower once.
    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let py = slf.py();
        let kept = match slf.get().text(py, Style::Ascii) {
            Ok(text) if text.len() <= MOST_PICKLED => PyString::new(py, &text).into_any(),
            Err(error) if !error.is_instance_of::<LimitReached>(py) => return Err(error),
            _ => PyBytes::new(py, &slf.get().form.to_bytes()).into_any(),
        };
        Ok((slf.get_type().into_any(), (kept,)))
    }

    fn __copy__(slf: Py<Game>) -> Py<Game> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(slf: Py<Game>, _memo: &Bound<'_, PyDict>) -> Py<Game> {
        slf
    }
}

/// A side by its name.
fn side(name: &str) -> PyResult<Side> {
    match name {
        "left" => Ok(Side::Left),
        "right" => Ok(Side::Right),
        _ => Err(PyValueError::new_err("a side is \"left\" or \"right\"")),
    }
}
