//! The arena of a thread: where Python's games are computed.
//!
//! A Python `Game` owns a form that belongs to no arena, so it is freed when Python lets go of it and may be used by any
//! thread. Every thread computes in an arena of its own, so threads do not wait for each other; the arena is emptied when it
//! has grown, and remembers nothing that anybody needs.
//!
//! Most operations take less than a microsecond, less than it costs to hand Python's lock to another thread. So work
//! begins with the lock. If it is not done after some milliseconds it is broken off and goes on without the lock, from
//! what the arena has remembered; from then on signals are looked for.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tesuji_cgt::{Arena, Error, INTERACTIVE, ParseError, Problem};
use tesuji_job::{Stopwatch, Watch, Why};

use crate::patience::{LOOK, patiently};

create_exception!(
    tesuji,
    LimitReached,
    PyValueError,
    "A game is too large: its sum, its comparison or its text takes more than the program allows itself."
);

/// Entries after which an arena is emptied before the next operation: some megabytes.
const CROWDED: usize = 100_000;
/// Entries of an arena whose memory is given back at once.
const HUGE: usize = 400_000;
/// Levels of recursion on a deep stack.
const DEEP: u32 = 20_000;

/// Why an operation gave nothing.
pub(crate) enum Trouble {
    /// The theory or a limit says no.
    Game(Error),
    /// One sentence about what was given.
    Given(String),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Game(error)
    }
}

impl From<ParseError> for Trouble {
    fn from(error: ParseError) -> Trouble {
        match error.problem {
            Problem::Game(Error::Unknown(why)) => Trouble::Game(Error::Unknown(why)),
            _ => Trouble::Given(error.to_string()),
        }
    }
}

impl From<Trouble> for PyErr {
    fn from(trouble: Trouble) -> PyErr {
        match trouble {
            Trouble::Game(Error::Unknown(why)) => {
                LimitReached::new_err(format!("the game is too large: {why}"))
            }
            Trouble::Game(error) => PyValueError::new_err(error.to_string()),
            Trouble::Given(sentence) => PyValueError::new_err(sentence),
        }
    }
}

/// What the arena and the one who looks for signals share.
struct Mood {
    /// Python's lock is held: break off at the first look.
    hurried: AtomicBool,
    since: Mutex<Stopwatch>,
    raised: Mutex<Option<PyErr>>,
}

struct Bench {
    arena: Arena,
    stop: Watch,
    mood: Arc<Mood>,
    /// Entries after which the arena is emptied.
    crowded: usize,
    /// Whether nothing of earlier operations is left.
    fresh: bool,
}

impl Bench {
    fn new() -> Bench {
        let stop = Watch::new();
        let mood = Arc::new(Mood {
            hurried: AtomicBool::new(true),
            since: Mutex::new(Stopwatch::start()),
            raised: Mutex::new(None),
        });
        let (seeing, stopping) = (mood.clone(), stop.clone());
        let watch = stop.seeing(move |_| {
            if seeing.hurried.load(Ordering::Relaxed) || seeing.has_raised() {
                stopping.stop();
            }
        });
        let arena = Arena::with_limits(INTERACTIVE, watch);
        Bench { arena, stop, mood, crowded: CROWDED, fresh: true }
    }

    fn clear(&mut self) {
        self.arena.clear();
        self.fresh = true;
    }

    fn work<T, E>(&mut self, hurried: bool, run: impl FnOnce(&mut Arena) -> Result<T, E>) -> Result<T, E> {
        self.stop.resume();
        self.mood.hurried.store(hurried, Ordering::Relaxed);
        if !hurried {
            *self.mood.since.lock().unwrap_or_else(PoisonError::into_inner) = Stopwatch::start();
        }
        run(&mut self.arena)
    }
}

impl Mood {
    /// Looks for signals if it is time; Python looks for them in its first thread only.
    fn has_raised(&self) -> bool {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        if since.seconds() < LOOK.as_secs_f64() {
            return false;
        }
        #[allow(
            clippy::redundant_closure_for_method_calls,
            reason = "the method itself is not general enough"
        )]
        let raised = Python::attach(|py| py.check_signals()).err();
        *since = Stopwatch::start();
        let has_raised = raised.is_some();
        *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = raised;
        has_raised
    }
}

thread_local! {
    /// Taken out while it is used: a signal handler may compute as well.
    static OWN: Cell<Option<Box<Bench>>> = const { Cell::new(None) };
}

fn is_why<T>(result: &Result<T, Trouble>, reasons: &[Why]) -> bool {
    matches!(result, Err(Trouble::Game(Error::Unknown(why))) if reasons.contains(why))
}

/// Computes in the arena of this thread. The computation may be begun several times.
pub(crate) fn compute<T: Send + 'static>(
    py: Python<'_>,
    run: impl Fn(&mut Arena) -> Result<T, Trouble> + Send + Sync + 'static,
) -> PyResult<T> {
    let mut bench = OWN.take().unwrap_or_else(|| Box::new(Bench::new()));
    if bench.arena.usage().entries > bench.crowded {
        bench.clear();
    }
    let was_fresh = bench.fresh;
    let mut result = bench.work(true, &run);
    bench.fresh = false;
    if is_why(&result, &[Why::Stopped]) {
        result = py.detach(|| bench.work(false, &run));
    }
    if is_why(&result, &[Why::Nodes, Why::Memory]) && !was_fresh {
        // Other operations have filled the arena: what is too large does not depend on them.
        bench.clear();
        result = py.detach(|| bench.work(false, &run));
    }
    if is_why(&result, &[Why::Levels]) {
        return on_a_deep_stack(py, run);
    }
    if is_why(&result, &[Why::Stopped]) {
        let raised = bench.mood.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        bench.clear();
        put_back(bench);
        return Err(raised.unwrap_or_else(|| LimitReached::new_err(Why::Stopped.to_string())));
    }
    put_back(bench);
    Ok(result?)
}

/// Computes what is mostly remembered, with borrowed forms. Gives nothing if that takes longer, is too large or has to begin
/// with an empty arena: then [`compute`] does it.
pub(crate) fn briefly<T>(run: impl FnOnce(&mut Arena) -> Result<T, Error>) -> Option<T> {
    let mut bench = OWN.take()?;
    let result = if bench.arena.usage().entries > bench.crowded {
        None
    } else {
        bench.fresh = false;
        bench.work(true, run).ok()
    };
    OWN.set(Some(bench));
    result
}

fn put_back(mut bench: Box<Bench>) {
    let entries = bench.arena.usage().entries;
    if entries > HUGE {
        return;
    }
    if bench.fresh {
        // Games that alone are a crowd may stay for some operations.
        bench.crowded = CROWDED.max(entries * 2);
    }
    OWN.set(Some(bench));
}

/// The same for games that are nested too deeply for an ordinary stack.
fn on_a_deep_stack<T: Send + 'static>(
    py: Python<'_>,
    run: impl Fn(&mut Arena) -> Result<T, Trouble> + Send + Sync + 'static,
) -> PyResult<T> {
    let watch = Watch::new();
    let mut arena = Arena::with_limits(INTERACTIVE, watch.clone()).with_depth(DEEP);
    Ok(patiently(py, &watch, move || run(&mut arena), |_| Ok(()))??)
}
