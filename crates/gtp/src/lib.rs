//! The Go Text Protocol, version 2: lines in, replies out.
//!
//! ```
//! use tesuji_ask::Desk;
//! use tesuji_job::Watch;
//!
//! let script = "boardsize 5\nplay black B2\nplay white A2\n1 attack A2\nquit\n";
//! let mut replies = Vec::new();
//! tesuji_gtp::serve(script.as_bytes(), &mut replies, &Desk::new(), &Watch::new())?;
//! assert!(String::from_utf8_lossy(&replies).contains("=1 1 A"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Inside
//!
//! ```text
//! line      splitting a line, numbering a reply       engine    the board, and what each command does to it
//! reading   commands that ask about races             regress   files of commands with the replies they must have
//! life      commands that ask about life              limits    what a question may use
//! connect   commands that ask about connections
//! ```

mod connect;
mod engine;
mod life;
mod limits;
mod line;
mod reading;
mod regress;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Sender, channel};

use tesuji_ask::input::{self, read_line};
use tesuji_ask::{Desk, Fault};
use tesuji_job::{Watch, start};

use crate::engine::Engine;
use crate::line::{Line, Reply};

pub use crate::regress::regress;

/// Answers commands until `quit` or the end of the input.
///
/// The input is listened to while a question is worked on: the comment line `# interrupt` (GoGui's, offered by the command
/// `gogui-interrupt`) ends what was asked before it. A stop of the watch ends the question that is being worked on and not
/// the engine: the watch is resumed before the next one.
///
/// # Errors
/// If the input cannot be read or the output cannot be written; the listener may then still wait for a line.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    desk: &Desk,
    watch: &Watch,
) -> io::Result<()> {
    let (sender, lines) = channel();
    let root = watch.clone();
    let listener = start(move || {
        if let Err(error) = listen(input, &sender, &root) {
            // Nobody is left to be told when the output is closed.
            let _ = sender.send(Err(error));
        }
    });
    let mut engine = Engine::new();
    for heard in lines {
        let reply = match heard? {
            Heard::Line(line, asked) => {
                // A stop while nothing was asked is over.
                watch.resume();
                let reply = engine.answer(line, desk, &asked);
                watch.resume();
                reply
            }
            Heard::TooLong => Reply { id: String::new(), result: Err(Fault::long_line().message) },
        };
        output.write_all(reply.to_string().as_bytes())?;
        output.flush()?;
    }
    listener.wait();
    Ok(())
}

/// What comes in.
enum Heard {
    /// A command with the watch of what it asks.
    Line(Line, Watch),
    TooLong,
}

/// Hands lines on, and ends what they ask at an interrupt.
fn listen(mut input: impl BufRead, lines: &Sender<io::Result<Heard>>, watch: &Watch) -> io::Result<()> {
    let mut asked = watch.child();
    let mut bytes = Vec::new();
    loop {
        match read_line(&mut input, &mut bytes)? {
            input::Heard::End => break,
            input::Heard::Line => {}
            input::Heard::TooLong if lines.send(Ok(Heard::TooLong)).is_ok() => continue,
            input::Heard::TooLong => break,
        }
        let line = String::from_utf8_lossy(&bytes);
        if line.trim() == "# interrupt" {
            asked.stop();
            asked = watch.child();
            continue;
        }
        let Some(line) = Line::read(&line) else { continue };
        // Whatever follows is not read: it may be meant for somebody else.
        let is_last = line.command == "quit";
        if lines.send(Ok(Heard::Line(line, asked.clone()))).is_err() || is_last {
            break;
        }
    }
    Ok(())
}
