//! Another mate solver that speaks USI, as a program at a path.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::processor::Processor;
use crate::report::{Answer, Found};

/// A running solver. It ends when it is dropped.
pub(crate) struct Solver {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Solver {
    /// Starts the program with one thread, so much memory and so many nodes for each problem. `options` are more of its own,
    /// as `NAME=VALUE,NAME=VALUE`.
    ///
    /// `NodesLimit` and `RootIsAndNodeIfChecked` are options that not every solver knows; those that it does not list are
    /// left out. The second says that the side to move attacks even when it is in check, as it does here.
    pub(crate) fn start(program: &str, options: &str, megabytes: u64, nodes: u64) -> Result<Self, String> {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{program}: no way to talk to it"));
        };
        let mut solver = Self { process, input, output: BufReader::new(output) };
        solver.tell("usi")?;
        let mut known = Vec::new();
        loop {
            let line = solver.hear()?;
            if line == "usiok" {
                break;
            }
            if let Some(option) = line.strip_prefix("option name ") {
                known.extend(option.split_whitespace().next().map(str::to_owned));
            }
        }
        let wanted = [
            ("USI_Hash", megabytes.to_string()),
            ("Threads", "1".into()),
            ("NodesLimit", nodes.to_string()),
            ("RootIsAndNodeIfChecked", "false".into()),
        ];
        for (name, value) in wanted {
            // Every engine takes the hash, listed or not.
            if name == "USI_Hash" || known.iter().any(|option| option == name) {
                solver.tell(&format!("setoption name {name} value {value}"))?;
            }
        }
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').ok_or(format!("{option:?} is not NAME=VALUE"))?;
            solver.tell(&format!("setoption name {name} value {value}"))?;
        }
        Ok(solver)
    }

    fn tell(&mut self, command: &str) -> Result<(), String> {
        writeln!(self.input, "{command}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("the peer does not listen: {error}"))
    }

    fn hear(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(0) => Err("the peer has ended".into()),
            Ok(_) => Ok(line.trim().to_owned()),
            Err(error) => Err(format!("the peer does not talk: {error}")),
        }
    }

    /// Solves one problem from a clean start.
    pub(crate) fn solve(&mut self, sfen: &str) -> Result<Answer, String> {
        self.tell("isready")?;
        while self.hear()? != "readyok" {}
        self.tell("usinewgame")?;
        self.tell(&format!("position sfen {sfen}"))?;
        let processor = Processor::start(self.process.id());
        self.tell("go mate infinite")?;
        let mut nodes = 0;
        loop {
            let line = self.hear()?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") if words.any(|word| word == "nodes") => {
                    nodes = words.next().and_then(|number| number.parse().ok()).unwrap_or(nodes);
                }
                Some("checkmate") => {
                    let seconds = processor.seconds();
                    let found = match words.next() {
                        Some("nomate") => Found::NoMate,
                        Some("timeout" | "notimplemented") | None => Found::Unknown,
                        Some(_) => Found::Mate { plies: 1 + words.count() },
                    };
                    return Ok(Answer { found, nodes, seconds });
                }
                _ => {}
            }
        }
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        // If it does not leave when asked, it is made to.
        if self.tell("quit").is_err() {
            self.process.kill().ok();
        }
        self.process.wait().ok();
    }
}
