//! A line about the progress of long work, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shows one line on standard error that is written over and over, and takes it away in the end.
pub(crate) struct ProgressLine {
    shown: bool,
    next: Option<Instant>,
}

impl ProgressLine {
    /// Nothing is shown in the first half second: most work is done by then.
    pub(crate) fn new() -> ProgressLine {
        let terminal = io::stderr().is_terminal();
        ProgressLine { shown: false, next: terminal.then(|| Instant::now() + Duration::from_millis(500)) }
    }

    /// Shows the text if it is time to; the text is made only then.
    pub(crate) fn show(&mut self, text: impl FnOnce() -> String) {
        let Some(next) = &mut self.next else { return };
        let now = Instant::now();
        if now < *next {
            return;
        }
        *next = now + Duration::from_millis(100);
        self.shown = true;
        // Back to the start of the line, and clear the rest of it.
        let _ = write!(io::stderr(), "\r\x1b[K{}", text());
        let _ = io::stderr().flush();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
