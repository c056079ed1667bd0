//! A line about the progress of long work, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tesuji_job::{Progress, Stopwatch, Watch};

use crate::interrupt;

/// Seconds before anything is shown: most work is done by then.
const QUIET: f64 = 0.5;
/// Seconds between two looks.
const PAUSE: f64 = 0.1;

/// One line on standard error that is written over and over.
struct Line {
    clock: Stopwatch,
    next: f64,
    shown: bool,
}

impl Line {
    fn show(&mut self, progress: &Progress) {
        let now = self.clock.seconds();
        if now < self.next {
            return;
        }
        self.next = now + PAUSE;
        self.shown = true;
        // Back to the start of the line, and clear the rest of it.
        let _ = write!(io::stderr(), "\r\x1b[K{progress}");
        let _ = io::stderr().flush();
    }
}

/// Does work that Ctrl-C stops and that shows its progress; the line is gone when it is done.
pub(crate) fn watched<T>(work: impl FnOnce(&Watch) -> T) -> T {
    let watch = interrupt::watch();
    if !io::stderr().is_terminal() {
        return work(watch);
    }
    let line = Arc::new(Mutex::new(Line { clock: Stopwatch::start(), next: QUIET, shown: false }));
    let seen = line.clone();
    let done = work(&watch.seeing(move |progress| {
        // Whoever finds another thread writing has nothing newer to tell.
        if let Ok(mut line) = seen.try_lock() {
            line.show(progress);
        }
    }));
    if line.lock().unwrap_or_else(PoisonError::into_inner).shown {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    done
}
