//! Long work that Ctrl-C ends.
//!
//! The work runs on a thread of its own, with a deep stack and without Python's lock; the caller waits, looks for signals every
//! few milliseconds, and stops the work when Python says so.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tesuji_job::{Watch, start};

/// How often signals are looked for.
pub(crate) const LOOK: Duration = Duration::from_millis(20);
/// How long work that was stopped may take to end; then nobody waits for it any longer.
const GRACE: Duration = Duration::from_millis(100);

/// Does the work beside the caller. `seen` is called now and then while the caller waits.
///
/// # Errors
/// What Python raised meanwhile, such as `KeyboardInterrupt`, or what `seen` raised.
pub(crate) fn patiently<T: Send + 'static>(
    py: Python<'_>,
    watch: &Watch,
    work: impl FnOnce() -> T + Send + 'static,
    mut seen: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let _work = start(move || {
        // Nobody may be waiting any longer.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    // A receiver may move from thread to thread but not be looked at by two of them.
    let receiver = std::sync::Mutex::new(receiver);
    let wait = |time: Duration| {
        py.detach(|| receiver.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv_timeout(time))
    };
    loop {
        match wait(LOOK) {
            Ok(Ok(result)) => return Ok(result),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err(
                    "the program failed; this is an error in it, please report it",
                ));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals().and_then(|()| seen(py)) {
                    watch.stop();
                    // What the work leaves behind, such as a part that is finished, is best not overtaken.
                    let _ = wait(GRACE);
                    return Err(error);
                }
            }
        }
    }
}
