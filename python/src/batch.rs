//! Parts of a batch, as `tesuji batch` makes them.
//!
//! The plan, the parts, their files and how they are put together are those of `lines`; here they are steps that Python can take
//! one by one, so that parts may be answered on this machine or on others.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tesuji_ask::{Desk, Fault};
use tesuji_job::{Progress, Watch, cores};
use tesuji_lines::batch::{self, Item, Plan, Shard};

use crate::ask::refused;
use crate::patience::patiently;
use crate::simpei::desk;

/// Writes a file whole or not at all.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let write = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|error: std::io::Error| Fault::of_file("write", path.display(), &error).message)
}

fn read_items(text: &str) -> PyResult<Vec<Item>> {
    serde_json::from_str(text)
        .map_err(|error| PyValueError::new_err(format!("this is no part of a batch: {error}")))
}

fn written(items: &[Item]) -> PyResult<String> {
    serde_json::to_string(items).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A batch that is to be run.
#[pyclass(frozen, module = "tesuji._native")]
pub(crate) struct BatchPlan {
    plan: Arc<Plan<'static>>,
}

impl BatchPlan {
    fn items(&self, part: usize) -> PyResult<&[Item]> {
        if part >= self.plan.items.len().div_ceil(batch::PART) {
            return Err(PyValueError::new_err("there is no such part"));
        }
        Ok(self.plan.part(part))
    }
}

#[pymethods]
impl BatchPlan {
    /// The questions are lines of JSON.
    #[new]
    #[pyo3(signature = (questions, out, resume, threads = None, /))]
    fn new(questions: &[u8], out: PathBuf, resume: bool, threads: Option<usize>) -> PyResult<BatchPlan> {
        if threads.is_some_and(|threads| !(1..=256).contains(&threads)) {
            return Err(PyValueError::new_err("threads are a number from 1 to 256"));
        }
        let plan = Plan {
            items: batch::of_lines(questions),
            output: out,
            resume,
            shard: Shard::WHOLE,
            threads: threads.unwrap_or_else(cores),
            save: &save,
        };
        Ok(BatchPlan { plan: Arc::new(plan) })
    }

    /// How many questions there are.
    fn __len__(&self) -> usize {
        self.plan.items.len()
    }

    /// The parts that are missing, or ``None`` if the output is complete.
    fn open(&self, py: Python<'_>) -> PyResult<Option<Vec<usize>>> {
        py.detach(|| self.plan.open()).map_err(|fault| refused(py, &fault))
    }

    /// How many questions a part has.
    #[pyo3(signature = (part, /))]
    fn size(&self, part: usize) -> PyResult<usize> {
        self.items(part).map(<[Item]>::len)
    }

    /// The questions of a part, as ``answer_part`` takes them.
    #[pyo3(signature = (part, /))]
    fn part(&self, part: usize) -> PyResult<String> {
        written(self.items(part)?)
    }

    /// Keeps the answers of a part.
    #[pyo3(signature = (part, lines, /))]
    fn keep(&self, py: Python<'_>, part: usize, lines: &str) -> PyResult<()> {
        py.detach(|| self.plan.keep(part, lines)).map_err(|fault| refused(py, &fault))
    }

    /// Puts the parts together, if all are there.
    fn finish(&self, py: Python<'_>) -> PyResult<bool> {
        py.detach(|| self.plan.finish()).map_err(|fault| refused(py, &fault))
    }

    /// Answers everything on the threads of this machine. ``told`` is called with the number of questions that are done and
    /// of all that this run has to do.
    #[pyo3(signature = (told, /))]
    fn run<'py>(&self, py: Python<'py>, told: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let done = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let watch = Watch::new();
        let (plan, counting, working) = (self.plan.clone(), done.clone(), watch.clone());
        let run = move || {
            // Questions share the cores: each has one.
            let desk = Desk::with_simpei(|watch| desk().simpei(watch)).with_threads(1);
            plan.run(&desk, &working, move |progress: &Progress| {
                counting[0].store(progress.done, Ordering::Relaxed);
                counting[1].store(progress.total.unwrap_or(progress.done), Ordering::Relaxed);
            })
        };
        let mut last = (0, 0);
        let summary = patiently(py, &watch, run, |_| {
            let now = (done[0].load(Ordering::Relaxed), done[1].load(Ordering::Relaxed));
            if now != last {
                last = now;
                told.call1(now)?;
            }
            Ok(())
        })?;
        let summary = summary.map_err(|fault| refused(py, &fault))?;
        let counts = PyDict::new(py);
        counts.set_item("known", summary.known)?;
        counts.set_item("unknown", summary.unknown)?;
        counts.set_item("errors", summary.errors)?;
        counts.set_item("before", summary.before)?;
        Ok(counts)
    }
}

/// The lines that answer the questions of a part.
#[pyfunction]
#[pyo3(signature = (part, /))]
pub(crate) fn answer_part(py: Python<'_>, part: &str) -> PyResult<String> {
    let items = read_items(part)?;
    let watch = Watch::new();
    let working = watch.clone();
    let lines = patiently(
        py,
        &watch,
        move || {
            let desk = Desk::with_simpei(|watch| desk().simpei(watch)).with_threads(1);
            batch::answer_part(&items, &desk, &working)
        },
        |_| Ok(()),
    )?;
    lines.ok_or_else(|| PyValueError::new_err("the work was stopped"))
}

/// The questions of a part, each as a part of its own.
#[pyfunction]
#[pyo3(signature = (part, /))]
pub(crate) fn split_part(part: &str) -> PyResult<Vec<String>> {
    read_items(part)?.iter().map(|item| written(std::slice::from_ref(item))).collect()
}

/// The lines of questions whose work ended without an answer.
#[pyfunction]
#[pyo3(signature = (part, sentence, /))]
pub(crate) fn refuse_part(part: &str, sentence: &str) -> PyResult<String> {
    let lines =
        read_items(part)?.iter().map(|item| item.refused(&Fault::new(sentence)).text + "\n").collect();
    Ok(lines)
}
