//! One search, from the question to its reply.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tesuji_ask::mate::{MateAnswer, MateQuestion, MateVerdict};
use tesuji_ask::{AskedLimits, Desk, Found, Question, Request, Side};
use tesuji_job::{Progress, Stopwatch, Watch};
use tesuji_shogi::{Color, Position};

use crate::voice::Voice;

/// Seconds between two lines about a search.
const INFO: f64 = 0.5;

/// What is asked.
pub(crate) struct Search(Request);

impl Search {
    /// Whether the side to move mates, within so many megabytes and milliseconds.
    pub(crate) fn new(
        position: &Position,
        order: u8,
        megabytes: u64,
        threads: usize,
        milliseconds: Option<u64>,
    ) -> Search {
        let question = MateQuestion {
            sfen: position.to_string(),
            order: Some(order),
            attacker: Some(match position.turn() {
                Color::Black => Side::Black,
                Color::White => Side::White,
            }),
            ..MateQuestion::default()
        };
        let limits = AskedLimits {
            // Time and memory are what the protocol limits.
            nodes: Some(u64::MAX),
            // The longest time that can be asked for is thirty years, the shortest one a millisecond.
            seconds: milliseconds.map(|milliseconds| (milliseconds.max(1) as f64 / 1000.0).min(1e9)),
            memory_mb: Some(megabytes),
            threads: Some(threads),
        };
        Search(Request { limits: Some(limits), ..Question::Mate(question).into() })
    }

    /// Searches and replies.
    pub(crate) fn run(&self, voice: &Voice, desk: &Desk, watch: &Watch) -> io::Result<()> {
        let clock = Stopwatch::start();
        let meter = Arc::new(Mutex::new(Meter::new()));
        let (told, listener) = (meter.clone(), voice.clone());
        let watch = watch.seeing(move |progress| {
            let line = told.lock().unwrap_or_else(PoisonError::into_inner).see(progress, clock.seconds());
            if let Some(line) = line {
                // Nobody is left to be told when the output is closed.
                let _ = listener.say(&line);
            }
        });
        match desk.answer(&self.0, &watch) {
            Ok(answer) => {
                let told = meter.lock().unwrap_or_else(PoisonError::into_inner).nodes();
                let nodes = answer.nodes.unwrap_or_default().max(told);
                match &answer.found {
                    Found::Mate(found) => reply(voice, found, clock.seconds(), nodes),
                    _ => refuse(voice, "this answer belongs to another question"),
                }
            }
            Err(fault) => refuse(voice, &fault.message),
        }
    }
}

/// Says how far a search is, now and then.
struct Meter {
    /// When a line is due.
    next: f64,
    /// Nodes of the searches that are over: a question may take several.
    before: u64,
    /// Nodes of the one that goes on.
    current: u64,
}

impl Meter {
    fn new() -> Meter {
        Meter { next: INFO, before: 0, current: 0 }
    }

    fn nodes(&self) -> u64 {
        self.before.saturating_add(self.current)
    }

    /// The line that is due, if one is.
    fn see(&mut self, progress: &Progress, seconds: f64) -> Option<String> {
        // Another search begins again with its first node.
        if progress.nodes < self.current {
            self.before = self.nodes();
        }
        self.current = progress.nodes;
        if seconds < self.next {
            return None;
        }
        self.next = seconds + INFO;
        let nodes = self.nodes();
        let speed = nodes as f64 / seconds.max(1e-3);
        let mut line = format!(
            "info depth {} time {:.0} nodes {nodes} nps {speed:.0}",
            progress.depth,
            seconds * 1000.0
        );
        if let Some((pn, dn)) = progress.numbers {
            line += &format!(" string proof number {pn}, disproof number {dn}");
        }
        Some(line)
    }
}

fn refuse(voice: &Voice, why: &str) -> io::Result<()> {
    voice.explain(why)?;
    voice.say("checkmate notimplemented")
}

fn reply(voice: &Voice, found: &MateAnswer, seconds: f64, nodes: u64) -> io::Result<()> {
    let time = format!("time {:.0} nodes {nodes}", seconds * 1000.0);
    match found.verdict {
        MateVerdict::Mate => {
            let line = found.line.join(" ");
            let plies = found.plies.map_or(found.line.len(), |plies| plies as usize);
            voice.say(&format!("info depth {plies} {time} score mate {plies} pv {line}"))?;
            voice.say(&format!("checkmate {line}"))
        }
        MateVerdict::NoMate => {
            voice.say(&format!("info {time}"))?;
            voice.say("checkmate nomate")
        }
        MateVerdict::Unknown => {
            voice.say(&format!("info {time} string {}", found.why))?;
            voice.say("checkmate timeout")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_only_grow_and_lines_are_seldom() {
        let mut meter = Meter::new();
        let mut see = |nodes, seconds| meter.see(&Progress::searched("searching", nodes), seconds);
        assert_eq!(see(100, 0.1), None);
        assert_eq!(see(200, 0.6).as_deref(), Some("info depth 0 time 600 nodes 200 nps 333"));
        assert_eq!(see(10, 0.7), None, "another search begins");
        assert_eq!(see(20, 1.5).as_deref(), Some("info depth 0 time 1500 nodes 220 nps 147"));
        assert_eq!(meter.nodes(), 220);
    }
}
