//! `tesuji usi`: the protocol of shogi programs, for `go mate`.
//!
//! One thread listens, another searches, so that `stop` is heard at once. What a graphical program cannot use as a reply
//! goes out as `info string`.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use clap::Args;
use tesuji_search::{Control, Limits, Progress};
use tesuji_shogi::{Move, Position, Question, Solution, Verdict, solve};

use super::capture::reason;
use crate::failure::Failure;

/// Between two lines about a search.
const INFO: Duration = Duration::from_millis(500);

const LEAST_HASH: usize = 1;
const MOST_HASH: usize = 65_536;
const USUAL_HASH: usize = 512;

/// Speak USI on standard input and output: a mate engine for ShogiHome, Shogidokoro, ShogiGUI
#[derive(Args)]
#[command(after_help = "Example:
  printf 'usi\\nisready\\nposition sfen 8k/9/7G1/9/9/9/9/9/9 b G 1\\ngo mate 1000\\nquit\\n' | tesuji usi

Answers 'go mate TIME' (milliseconds, or infinite) with 'checkmate MOVES', 'checkmate nomate' or 'checkmate timeout'.
Options: USI_Hash (megabytes), Order (1: checks only, 2: brinkmates too).")]
pub(crate) struct Usi {}

impl Usi {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut engine = Engine::new();
        for line in io::stdin().lock().split(b'\n') {
            let line = line.map_err(|error| Failure::bad(format!("cannot read standard input: {error}")))?;
            if !engine.obey(String::from_utf8_lossy(&line).trim())? {
                engine.end();
                return Ok(());
            }
        }
        // The other side has said all it had to say; a search without end would never end.
        if engine.endless {
            engine.stop();
        }
        engine.end();
        Ok(())
    }
}

struct Engine {
    position: Position,
    hash: usize,
    order: u8,
    stop: Arc<AtomicBool>,
    search: Option<JoinHandle<()>>,
    endless: bool,
}

fn say(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|_| Failure::OutputClosed)
}

impl Engine {
    fn new() -> Self {
        Self {
            position: Position::initial(),
            hash: USUAL_HASH,
            order: 1,
            stop: Arc::default(),
            search: None,
            endless: false,
        }
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the search and its reply.
    fn end(&mut self) {
        if let Some(search) = self.search.take() {
            let _ = search.join();
        }
    }

    /// Does what a line says. Returns whether to go on.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "usi" => {
                say(&format!("id name Tesuji {}", env!("CARGO_PKG_VERSION")))?;
                say(&format!("id author {}", env!("CARGO_PKG_AUTHORS")))?;
                say(&format!(
                    "option name USI_Hash type spin default {USUAL_HASH} min {LEAST_HASH} max {MOST_HASH}"
                ))?;
                say("option name Order type spin default 1 min 1 max 2")?;
                say("usiok")?;
            }
            "isready" => say("readyok")?,
            "setoption" => self.set_option(rest)?,
            "position" => {
                self.stop();
                self.end();
                match read_position(rest) {
                    Ok(position) => self.position = position,
                    Err(why) => say(&format!("info string {why}"))?,
                }
            }
            "go" => self.go(rest.trim())?,
            "stop" => {
                self.stop();
                self.end();
            }
            "quit" => {
                self.stop();
                return Ok(false);
            }
            "" | "usinewgame" | "gameover" | "ponderhit" => {}
            other => say(&format!("info string unknown command {other}"))?,
        }
        Ok(true)
    }

    fn set_option(&mut self, text: &str) -> Result<(), Failure> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["name", "USI_Hash", "value", number] => match number.parse::<usize>() {
                Ok(number) => self.hash = number.clamp(LEAST_HASH, MOST_HASH),
                Err(_) => say(&format!("info string USI_Hash is a number, not {number}"))?,
            },
            ["name", "Order", "value", number] => match number {
                "1" => self.order = 1,
                "2" => self.order = 2,
                _ => say(&format!("info string Order is 1 or 2, not {number}"))?,
            },
            // Graphical programs set options of their own, such as USI_Ponder.
            _ => {}
        }
        Ok(())
    }

    fn go(&mut self, text: &str) -> Result<(), Failure> {
        self.stop();
        self.end();
        let mut words = text.split_whitespace();
        if words.next() != Some("mate") {
            say("info string only mates are searched: go mate")?;
            return say("bestmove resign");
        }
        let time = match words.next() {
            None | Some("infinite") => None,
            Some(number) => match number.parse() {
                Ok(milliseconds) => Some(Duration::from_millis(milliseconds)),
                Err(_) => {
                    say(&format!("info string the time is a number or infinite, not {number}"))?;
                    return say("checkmate notimplemented");
                }
            },
        };
        self.endless = time.is_none();
        self.stop = Arc::default();
        let stop = self.stop.clone();
        let (position, order, bytes) = (self.position.clone(), self.order, self.hash << 20);
        self.search = Some(thread::spawn(move || {
            // Nobody is left to be told when the output is closed.
            let _ = search(&position, order, bytes, time, &stop);
        }));
        Ok(())
    }
}

fn search(
    position: &Position,
    order: u8,
    bytes: usize,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let start = Instant::now();
    let limits = Limits {
        table_bytes: bytes,
        working_bytes: bytes,
        deadline: time.map(|time| start + time),
        ..Limits::nodes(u64::MAX)
    };
    let question = Question { attacker: position.turn(), ..Question::of(position, order) };
    let mut next = start + INFO;
    let mut observer = |progress: &Progress| {
        let now = Instant::now();
        if now >= next {
            next = now + INFO;
            let seconds = (now - start).as_secs_f64();
            let _ = say(&format!(
                "info depth {} time {:.0} nodes {} nps {:.0} string proof number {}, disproof number {}",
                progress.depth,
                seconds * 1000.0,
                progress.nodes,
                progress.nodes as f64 / seconds.max(1e-3),
                progress.pn,
                progress.dn
            ));
        }
        if stop.load(Ordering::Relaxed) { Control::Stop } else { Control::Continue }
    };
    match solve(position, &question, &limits, &mut observer) {
        Ok(solution) => reply(&solution, start.elapsed()),
        Err(why) => {
            say(&format!("info string {why}"))?;
            say("checkmate notimplemented")
        }
    }
}

fn reply(solution: &Solution, time: Duration) -> Result<(), Failure> {
    let line: Vec<String> = solution.line.iter().map(Move::to_string).collect();
    let (time, nodes) = (time.as_millis(), solution.nodes);
    match solution.verdict {
        Verdict::Mate { plies, .. } => {
            let line = line.join(" ");
            say(&format!("info depth {plies} time {time} nodes {nodes} score mate {plies} pv {line}"))?;
            say(&format!("checkmate {line}"))
        }
        Verdict::NoMate { .. } => {
            say(&format!("info time {time} nodes {nodes}"))?;
            say("checkmate nomate")
        }
        Verdict::Unknown { why } => {
            say(&format!("info time {time} nodes {nodes} string {}", reason(why)))?;
            say("checkmate timeout")
        }
    }
}

/// `startpos` or `sfen ...`, then perhaps `moves ...`.
fn read_position(text: &str) -> Result<Position, String> {
    let (start, moves) = match text.split_once("moves") {
        Some((start, moves)) => (start, moves),
        None => (text, ""),
    };
    let mut position: Position =
        start.trim().parse().map_err(|error: tesuji_shogi::SfenError| error.to_string())?;
    for word in moves.split_whitespace() {
        let candidate: Move = word.parse().map_err(|error: tesuji_shogi::MoveError| error.to_string())?;
        if !position.is_legal(candidate) {
            return Err(format!("{word} is not legal in {position}"));
        }
        position.play(candidate);
    }
    Ok(position)
}
