//! USI, the protocol of shogi programs, for `go mate`.
//!
//! The one who listens is not the one who searches, so that `stop` is heard at once. What a graphical program cannot use as
//! a reply goes out as `info string`.
//!
//! | command | reply |
//! |---|---|
//! | `usi`, `isready` | `usiok` after name and options (`USI_Hash` in megabytes, `Order` 1 or 2, `Threads`), `readyok` |
//! | `position startpos` or `position sfen ...`, perhaps `moves ...` | nothing, or why it is refused |
//! | `go mate TIME` (milliseconds) or `go mate infinite` | `checkmate MOVES`, `checkmate nomate`, `checkmate timeout`; `checkmate notimplemented` where nothing can be searched |
//! | `stop`, `quit` | the reply to what is being searched |
//!
//! `position` and `go` wait for the reply to a search with a limit of time, and stop one without, as the end of the input does: so a
//! file of problems is answered one after the other.

mod position;
mod search;
mod voice;

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use tesuji_ask::input::{Heard, read_line};
use tesuji_ask::mate::LIMITS;
use tesuji_ask::{Desk, Fault, MOST_THREADS};
use tesuji_job::{Task, Watch, start};
use tesuji_shogi::Position;

use crate::search::Search;
use crate::voice::Voice;

const LEAST_HASH: u64 = 1;
const MOST_HASH: u64 = 65_536;
const USUAL_HASH: u64 = LIMITS.memory / 1_000_000;

/// Obeys commands until `quit` or the end of the input.
///
/// A search with a limit of time is then waited for, one without is stopped. A stop of the watch ends a search and not the
/// engine: the watch is resumed before the next one.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve(
    input: impl BufRead,
    output: impl Write + Send + 'static,
    desk: &Arc<Desk>,
    watch: &Watch,
) -> io::Result<()> {
    let mut engine = Engine {
        voice: Voice::new(output),
        desk: desk.clone(),
        watch: watch.clone(),
        position: Ok(Position::initial()),
        hash: USUAL_HASH,
        order: 1,
        threads: 1,
        running: None,
    };
    let ended = engine.listen(input);
    // The other side has said all it had to say; a search without end would never end.
    if ended.is_err() {
        engine.stop();
    }
    engine.settle();
    ended
}

/// A search that goes on.
struct Running {
    task: Task,
    watch: Watch,
    endless: bool,
}

struct Engine {
    voice: Voice,
    desk: Arc<Desk>,
    watch: Watch,
    /// The position, or why it was refused.
    position: Result<Position, String>,
    hash: u64,
    order: u8,
    threads: usize,
    running: Option<Running>,
}

impl Engine {
    fn listen(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            match read_line(&mut input, &mut line)? {
                Heard::Line if self.obey(String::from_utf8_lossy(&line).trim())? => {}
                Heard::TooLong => self.voice.explain(&Fault::long_line().message)?,
                Heard::Line | Heard::End => return Ok(()),
            }
        }
    }

    /// Waits for the reply to what is being searched. A search without a limit of time is stopped: it would never end.
    fn settle(&mut self) {
        if let Some(running) = self.running.take() {
            if running.endless {
                running.watch.stop();
            }
            running.task.wait();
        }
    }

    /// Ends the search, with its reply.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.watch.stop();
            running.task.wait();
        }
    }

    /// Does what a line says. Returns whether to go on.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "usi" => {
                self.voice.say(&format!("id name Tesuji {}", env!("CARGO_PKG_VERSION")))?;
                self.voice.say(&format!("id author {}", env!("CARGO_PKG_AUTHORS")))?;
                self.voice.say(&format!(
                    "option name USI_Hash type spin default {USUAL_HASH} min {LEAST_HASH} max {MOST_HASH}"
                ))?;
                self.voice.say("option name Order type spin default 1 min 1 max 2")?;
                self.voice
                    .say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"))?;
                self.voice.say("usiok")?;
            }
            "isready" => self.voice.say("readyok")?,
            "setoption" => self.set_option(rest)?,
            "position" => {
                self.settle();
                self.position = position::read(rest);
                if let Err(why) = &self.position {
                    self.voice.explain(why)?;
                }
            }
            "go" => self.go(rest)?,
            "stop" => self.stop(),
            "quit" => return Ok(false),
            "" | "usinewgame" | "gameover" | "ponderhit" => {}
            other => self.voice.explain(&format!("unknown command {other}"))?,
        }
        Ok(true)
    }

    fn set_option(&mut self, text: &str) -> io::Result<()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["name", "USI_Hash", "value", number] => match number.parse::<u64>() {
                Ok(number) => self.hash = number.clamp(LEAST_HASH, MOST_HASH),
                Err(_) => self.voice.explain(&format!("USI_Hash is a number, not {number}"))?,
            },
            ["name", "Order", "value", number] => match number {
                "1" => self.order = 1,
                "2" => self.order = 2,
                _ => self.voice.explain(&format!("Order is 1 or 2, not {number}"))?,
            },
            ["name", "Threads", "value", number] => match number.parse::<usize>() {
                Ok(number) => self.threads = number.clamp(1, MOST_THREADS),
                Err(_) => self.voice.explain(&format!("Threads is a number, not {number}"))?,
            },
            // Graphical programs set options of their own, such as USI_Ponder.
            _ => {}
        }
        Ok(())
    }

    fn go(&mut self, text: &str) -> io::Result<()> {
        self.settle();
        let mut words = text.split_whitespace();
        if words.next() != Some("mate") {
            self.voice.explain("only mates are searched: go mate")?;
            return self.voice.say("bestmove resign");
        }
        let milliseconds = match words.next() {
            None | Some("infinite") => None,
            Some(number) => match number.parse::<u64>() {
                Ok(milliseconds) => Some(milliseconds),
                Err(_) => {
                    self.voice.explain(&format!("the time is a number or infinite, not {number}"))?;
                    return self.voice.say("checkmate notimplemented");
                }
            },
        };
        let position = match &self.position {
            Ok(position) => position,
            Err(why) => {
                self.voice.explain(&format!("the position was refused: {why}"))?;
                return self.voice.say("checkmate notimplemented");
            }
        };
        // A stop while nothing was searched is over.
        self.watch.resume();
        let watch = self.watch.child();
        let search = Search::new(position, self.order, self.hash, self.threads, milliseconds);
        let (voice, desk, seen) = (self.voice.clone(), self.desk.clone(), watch.clone());
        let task = start(move || {
            // Nobody is left to be told when the output is closed.
            let _ = search.run(&voice, &desk, &seen);
        });
        self.running = Some(Running { task, watch, endless: milliseconds.is_none() });
        Ok(())
    }
}
