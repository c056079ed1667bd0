//! A question in, an answer out, both as JSON: what Python makes of them is written in Python.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tesuji_ask::{Ending, Fault, Request, text};
use tesuji_job::Watch;

use crate::patience::patiently;
use crate::simpei::desk;

/// A fault as `ValueError`: the sentence of the command line, the field as attribute, the place as a note.
pub(crate) fn refused(py: Python<'_>, fault: &Fault) -> PyErr {
    let error = PyValueError::new_err(fault.message.clone());
    let value = error.value(py);
    // The sentence is what counts; an exception that takes no attributes is still one.
    let _ = value.setattr("field", fault.field.as_deref());
    if let Some(excerpt) = &fault.excerpt {
        let _ = value.call_method1("add_note", (excerpt,));
    }
    error
}

/// Answers a question: the answer as JSON, in words, and how it ended.
#[pyfunction]
#[pyo3(signature = (question, /))]
pub(crate) fn answer(py: Python<'_>, question: &str) -> PyResult<(String, String, &'static str)> {
    let read = Request::parse(question).map_err(|fault| refused(py, &fault))?;
    let watch = Watch::new();
    let working = watch.clone();
    let answered = patiently(
        py,
        &watch,
        move || {
            let answer = desk().answer_read(&read, &working)?;
            let words = text(&read.request, &answer);
            let json = serde_json::to_string(&answer).map_err(Fault::new)?;
            Ok((json, words, answer.ending))
        },
        |_| Ok(()),
    )?;
    let (json, words, ending) = answered.map_err(|fault: Fault| refused(py, &fault))?;
    let ending = match ending {
        Ending::Known => "known",
        Ending::Unknown => "unknown",
        Ending::Stopped => "stopped",
    };
    Ok((json, words, ending))
}

/// The position of a text in whatever format it has, as JSON, with what there was to guess.
#[pyfunction]
#[pyo3(signature = (name, text, game = None, after_move = None, end = false, /))]
pub(crate) fn read_text(
    py: Python<'_>,
    name: Option<&str>,
    text: &[u8],
    game: Option<u32>,
    after_move: Option<usize>,
    end: bool,
) -> PyResult<(String, Vec<String>)> {
    let mut position = tesuji_ask::AskedPosition::of_text(name.unwrap_or_default(), text);
    position.name = name.map(String::from);
    (position.game, position.after_move, position.end) = (game, after_move, end);
    // What is wrong with a file is told when it is read, with the place.
    let (_, warnings) = position.diagram().map_err(|fault| refused(py, &fault))?;
    let json =
        serde_json::to_string(&position.alone()).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok((json, warnings))
}
