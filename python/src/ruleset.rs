//! `Game.of`: the value of a position of any ruleset.
//!
//! A ruleset is whatever tells the moves of a position. Positions are visited once each, options first, on a stack of their own, so a
//! long game is no danger; a position that comes back while it is open is told. Positions that fall apart are sums of their parts.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySet};
use tesuji_cgt::Form;

use crate::arena::compute;
use crate::game::{Game, games};

/// What becomes of the values of the positions that a position leads to.
enum Kind {
    /// Options, so many of them Left's.
    Options(usize),
    /// Parts that are added.
    Parts,
}

struct Frame<'py> {
    position: Bound<'py, PyAny>,
    kind: Kind,
    next: Vec<Bound<'py, PyAny>>,
    values: Vec<Form>,
}

pub(crate) struct Ruleset<'py> {
    moves: Option<Bound<'py, PyAny>>,
    parts: Option<Bound<'py, PyAny>>,
    memo: Bound<'py, PyDict>,
}

fn listed<'py>(positions: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    positions.try_iter()?.collect()
}

impl<'py> Ruleset<'py> {
    pub(crate) fn new(
        py: Python<'py>,
        moves: Option<Bound<'py, PyAny>>,
        parts: Option<Bound<'py, PyAny>>,
        memo: Option<Bound<'py, PyDict>>,
    ) -> Ruleset<'py> {
        Ruleset { moves, parts, memo: memo.unwrap_or_else(|| PyDict::new(py)) }
    }

    /// The value, if the position is a game already or has been seen before.
    fn known(&self, position: &Bound<'py, PyAny>) -> PyResult<Option<Form>> {
        if let Ok(game) = position.cast::<Game>() {
            return Ok(Some(game.get().form.clone()));
        }
        let Some(value) = self.memo.get_item(position)? else { return Ok(None) };
        match value.cast::<Game>() {
            Ok(game) => Ok(Some(game.get().form.clone())),
            Err(_) => Err(PyTypeError::new_err("the memo of Game.of has something that is no Game")),
        }
    }

    fn parts_of(&self, position: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let parts = match &self.parts {
            Some(parts) => parts.call1((position,))?,
            None if self.moves.is_none() && position.hasattr("parts")? => position.call_method0("parts")?,
            None => return Ok(None),
        };
        let parts = listed(&parts)?;
        match &parts[..] {
            // A position that does not fall apart.
            [one] if one.eq(position)? => Ok(None),
            _ => Ok(Some(parts)),
        }
    }

    fn frame(&self, position: Bound<'py, PyAny>) -> PyResult<Frame<'py>> {
        if let Some(next) = self.parts_of(&position)? {
            return Ok(Frame { position, kind: Kind::Parts, next, values: Vec::new() });
        }
        let moves = match &self.moves {
            Some(moves) => moves.call1((&position,))?,
            None if position.hasattr("moves")? => position.call_method0("moves")?,
            None => {
                let class = position.get_type().name()?;
                return Err(PyTypeError::new_err(format!(
                    "{class} has no method moves(): give Game.of a function that tells the moves of a position"
                )));
            }
        };
        let sides = listed(&moves)?;
        let [left, right] = &sides[..] else {
            return Err(PyValueError::new_err(
                "the moves of a position are two lists: what Left can move to, and what Right can move to",
            ));
        };
        let mut next = listed(left)?;
        let count = next.len();
        next.extend(listed(right)?);
        Ok(Frame { position, kind: Kind::Options(count), next, values: Vec::new() })
    }

    /// The value of a position.
    pub(crate) fn value(&self, position: Bound<'py, PyAny>) -> PyResult<Form> {
        if let Some(form) = self.known(&position)? {
            return Ok(form);
        }
        let py = position.py();
        let open = PySet::empty(py)?;
        open.add(&position)?;
        let mut stack = vec![self.frame(position)?];
        loop {
            let Some(frame) = stack.last_mut() else {
                return Err(PyValueError::new_err("there is no position"));
            };
            if let Some(next) = frame.next.get(frame.values.len()) {
                match self.known(next)? {
                    Some(form) => frame.values.push(form),
                    None => {
                        let next = next.clone();
                        if open.contains(&next)? {
                            return Err(PyValueError::new_err(format!(
                                "the position {} comes back: Game.of is for rulesets in which every game ends",
                                next.repr()?
                            )));
                        }
                        open.add(&next)?;
                        let frame = self.frame(next)?;
                        stack.push(frame);
                    }
                }
                continue;
            }
            let form = finished(py, frame)?;
            open.discard(&frame.position)?;
            self.memo.set_item(&frame.position, Bound::new(py, Game::from(form.clone()))?)?;
            stack.pop();
            py.check_signals()?;
            match stack.last_mut() {
                Some(frame) => frame.values.push(form),
                None => return Ok(form),
            }
        }
    }
}

/// The value of a frame all of whose positions have theirs.
fn finished(py: Python<'_>, frame: &mut Frame<'_>) -> PyResult<Form> {
    let values = std::mem::take(&mut frame.values);
    match frame.kind {
        Kind::Options(left) => compute(py, move |arena| {
            let values = games(arena, &values)?;
            let game = arena.canonical(&values[..left], &values[left..])?;
            Ok(arena.form(game))
        }),
        Kind::Parts => compute(py, move |arena| {
            let values = games(arena, &values)?;
            let game = arena.sum_all(&values)?;
            Ok(arena.form(game))
        }),
    }
}
