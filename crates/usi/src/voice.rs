//! The one output that the listener and the search share.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tesuji_ask::Fault;

/// Says whole lines, whoever speaks.
#[derive(Clone)]
pub(crate) struct Voice(Arc<Mutex<dyn Write + Send>>);

impl Voice {
    pub(crate) fn new(output: impl Write + Send + 'static) -> Voice {
        Voice(Arc::new(Mutex::new(output)))
    }

    /// One line, at once.
    pub(crate) fn say(&self, line: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{line}")?;
        output.flush()
    }

    /// A sentence for people. What they typed is repeated on one line of a bounded length.
    pub(crate) fn explain(&self, sentence: &str) -> io::Result<()> {
        self.say(&format!("info string {}", Fault::new(sentence)))
    }
}
