//! The shipped capture problems beside GNU Go, and one thread beside several.
//!
//! ```text
//! cargo run --release -p bench-search
//! cargo run --release -p bench-search -- gnugo examples/capture-problems.sgf
//! cargo run --release -p bench-search -- threads 2
//! ```
//!
//! GNU Go is a program of its own, spoken to by GTP where it is installed. Threads want a machine that does nothing else.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod threads;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use tesuji_board::{Mark, Point, Position, Rules};
use tesuji_capture::{Code, Settings, Side, solve};
use tesuji_formats::{Moment, NodeId, SgfTree, read_sgf};
use tesuji_job::{Limits, Stopwatch, Watch};

const PROBLEMS: &str = "examples/capture-problems.sgf";

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
        [] => problems(PROBLEMS).map(|problems| compare_with_gnugo(&problems)),
        ["gnugo", file] => problems(file).map(|problems| compare_with_gnugo(&problems)),
        ["threads"] => threads::compare(2),
        ["threads", count] => match count.parse() {
            Ok(count) => threads::compare(count),
            Err(_) => Err("threads takes a number".into()),
        },
        _ => Err("expected: nothing, gnugo FILE, or threads [K]".into()),
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

fn compare_with_gnugo(problems: &[Problem]) {
    let Some(mut gnugo) = GnuGo::start() else {
        return println!("\nGNU Go is not installed, so there is no comparison with it");
    };
    let (mut ours, mut theirs) = ((0, 0.0), (0, 0.0));
    let mut asked = 0;
    for problem in problems {
        let Some((code, seconds)) = gnugo.code(problem) else { continue };
        asked += 1;
        theirs.0 += u32::from(code == problem.code);
        theirs.1 += seconds;
        let settings = Settings::suited(&problem.position, problem.target);
        let limits = Limits::nodes(200_000);
        let start = Stopwatch::start();
        let answer =
            solve(&problem.position, problem.target, problem.first, &settings, &limits, &Watch::new());
        ours.1 += start.seconds();
        let code = answer.and_then(|answer| answer.code).map(Code::number);
        ours.0 += u32::from(code == Some(problem.code));
    }
    println!("\n{asked} problems asked   right  mean seconds");
    println!("Tesuji               {:5}  {:.5}", ours.0, ours.1 / f64::from(asked.max(1)));
    println!("GNU Go               {:5}  {:.5}", theirs.0, theirs.1 / f64::from(asked.max(1)));
    println!("time ratio Tesuji / GNU Go: {:.2}", ours.1 / theirs.1);
}
