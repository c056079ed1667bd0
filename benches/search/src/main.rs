//! The shipped capture problems beside GNU Go, in games against an opponent who plays anywhere, and one thread beside several.
//!
//! ```text
//! cargo run --release -p bench-search
//! cargo run --release -p bench-search -- gnugo examples/capture-problems.sgf
//! cargo run --release -p bench-search -- games 100
//! cargo run --release -p bench-search -- threads 2
//! ```
//!
//! GNU Go is a program of its own, spoken to by GTP where it is installed. Threads want a machine that does nothing else.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod games;
mod threads;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use tesuji_board::{Mark, Point, Position, Rules};
use tesuji_capture::{Code, Settings, Side, solve};
use tesuji_formats::{Moment, NodeId, SgfTree, read_sgf};
use tesuji_job::{Limits, Stopwatch, Watch};

const PROBLEMS: &str = "examples/capture-problems.sgf";
/// Nodes for an answer.
const NODES: u64 = 200_000;

struct Problem {
    position: Position,
    target: Point,
    first: Side,
    code: u8,
}

fn read(tree: &SgfTree) -> Option<Problem> {
    let diagram = tree.diagram(Moment::Problem).ok()?;
    let position = diagram.position(Rules::default()).ok()?;
    let target = diagram.marked(Mark::Triangle).first()?;
    let first = if position.stone(target)? == position.to_move() { Side::Defender } else { Side::Attacker };
    let words: Vec<&str> = tree.comment(NodeId::ROOT)?.split_whitespace().collect();
    Some(Problem { position, target, first, code: words.get(2)?.parse().ok()? })
}

/// GNU Go behind a pipe.
struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    fn start() -> Option<GnuGo> {
        let mut child = ["gnugo", "/usr/games/gnugo"].iter().find_map(|program| {
            let mut command = Command::new(program);
            command.args(["--mode", "gtp", "--quiet"]).stdin(Stdio::piped()).stdout(Stdio::piped());
            command.stderr(Stdio::null()).spawn().ok()
        })?;
        let (input, output) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(GnuGo { child, input, output })
    }

    fn ask(&mut self, command: &str) -> Option<String> {
        writeln!(self.input, "{command}").ok()?;
        self.input.flush().ok()?;
        let (mut answer, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.trim().is_empty() && !answer.is_empty() {
                return Some(answer.trim_start_matches('=').trim().to_string());
            }
            answer.push_str(line.trim());
        }
    }

    /// The code for a problem, and the seconds it took to find.
    fn code(&mut self, problem: &Problem) -> Option<(u8, f64)> {
        let board = problem.position.topology();
        let (width, _) = board.rectangle()?;
        self.ask(&format!("boardsize {width}"))?;
        self.ask("clear_board")?;
        for string in problem.position.strings() {
            for stone in string.stones.iter() {
                self.ask(&format!("play {} {}", string.color, board.name_of(stone)))?;
            }
        }
        let command = if problem.first == Side::Attacker { "attack" } else { "defend" };
        let start = Stopwatch::start();
        let answer = self.ask(&format!("{command} {}", board.name_of(problem.target)))?;
        let seconds = start.seconds();
        Some((answer.split_whitespace().next()?.parse().ok()?, seconds))
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] => problems(PROBLEMS).map(|problems| compare_with_gnugo(&problems, NODES)),
        ["gnugo", file] => problems(file).map(|problems| compare_with_gnugo(&problems, NODES)),
        ["gnugo", file, nodes] => match nodes.parse() {
            Ok(nodes) => problems(file).map(|problems| compare_with_gnugo(&problems, nodes)),
            Err(_) => Err("gnugo takes a file and a number of nodes".into()),
        },
        ["games"] => problems(PROBLEMS).and_then(|problems| games::play(&problems, 100)),
        ["games", count] => match count.parse() {
            Ok(count) => problems(PROBLEMS).and_then(|problems| games::play(&problems, count)),
            Err(_) => Err("games takes a number".into()),
        },
        ["threads"] => threads::compare(2),
        ["threads", count] => match count.parse() {
            Ok(count) => threads::compare(count),
            Err(_) => Err("threads takes a number".into()),
        },
        _ => Err("expected: nothing, gnugo FILE [NODES], games [COUNT], or threads [K]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bench-search: {why}");
            ExitCode::from(1)
        }
    }
}

/// The problems of a file.
fn problems(file: &str) -> Result<Vec<Problem>, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let games = read_sgf(&bytes).map_err(|error| format!("{file}: {error}"))?;
    Ok(games.games.iter().filter_map(read).collect())
}

/// Answers of one program: by whether they are the recorded ones, and the seconds they took.
#[derive(Default)]
struct Score {
    right: u32,
    wrong: u32,
    unknown: u32,
    seconds: Vec<f64>,
}

impl Score {
    fn add(&mut self, code: Option<u8>, recorded: u8, seconds: f64) {
        match code {
            Some(code) if code == recorded => self.right += 1,
            Some(_) => self.wrong += 1,
            None => self.unknown += 1,
        }
        self.seconds.push(seconds);
    }

    /// A row of the table; times are milliseconds.
    fn print(&mut self, name: &str) {
        self.seconds.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (self.seconds.len() as f64 * share) as usize;
            self.seconds.get(index.min(self.seconds.len().saturating_sub(1))).copied().unwrap_or(0.0) * 1e3
        };
        let mean = self.seconds.iter().sum::<f64>() / self.seconds.len().max(1) as f64 * 1e3;
        println!(
            "{name:<8} {:5}  {:5}  {:7}  {:9.3}  {:9.3}  {:9.3}  {:9.3}  {mean:9.3}",
            self.right,
            self.wrong,
            self.unknown,
            at(0.25),
            at(0.5),
            at(0.75),
            at(0.9)
        );
    }
}

fn compare_with_gnugo(problems: &[Problem], nodes: u64) {
    let mut gnugo = GnuGo::start();
    let (mut ours, mut theirs) = (Score::default(), Score::default());
    for problem in problems {
        if let Some(gnugo) = &mut gnugo {
            let Some((code, seconds)) = gnugo.code(problem) else { continue };
            theirs.add(Some(code), problem.code, seconds);
        }
        // The recorded answers are about the usual orders.
        let settings = Settings { further: 0, ..Settings::suited(&problem.position, problem.target) };
        let limits = Limits::nodes(nodes);
        let start = Stopwatch::start();
        let answer =
            solve(&problem.position, problem.target, problem.first, &settings, &limits, &Watch::new());
        let seconds = start.seconds();
        ours.add(answer.and_then(|answer| answer.code).map(Code::number), problem.code, seconds);
    }
    println!(
        "{} problems, {nodes} nodes each; milliseconds of a quarter, half, three quarters, nine tenths; mean",
        ours.seconds.len()
    );
    println!("         right  wrong  unknown        25%        50%        75%        90%       mean");
    ours.print("Tesuji");
    if gnugo.is_some() {
        theirs.print("GNU Go");
    } else {
        println!("GNU Go is not installed, so there is no comparison with it");
    }
}
