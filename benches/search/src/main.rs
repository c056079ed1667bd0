//! Df-pn and df-pn lambda on the shipped capture problems, and the same questions to GNU Go where it is installed.
//!
//! ```text
//! cargo run --release -p bench-search
//! cargo run --release -p bench-search -- examples/capture-problems.sgf 2000000
//! ```
//!
//! The arguments are the file of problems and the nodes for each search. GNU Go is a program of its own, spoken to by GTP.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tesuji_board::{Mark, Point, Position, Rules};
use tesuji_capture::{Algorithm, Code, Settings, Side, attempt, solve};
use tesuji_formats::{Moment, NodeId, SgfTree, read_sgf};
use tesuji_job::{Limits, Stopwatch, Watch};

const HIGHEST: u8 = 5;

/// Mean seconds of df-pn divided by those of df-pn lambda in the paper, by actual order, searched up to order 5
/// (paper 001, table 4).
const PAPER_RATIOS: [(u8, f64); 3] = [(2, 0.428 / 0.237), (3, 0.864 / 0.295), (4, 1.32 / 1.84)];

struct Problem {
    position: Position,
    target: Point,
    first: Side,
    verdict: String,
    code: u8,
    order: u8,
}

fn read(tree: &SgfTree) -> Option<Problem> {
    let diagram = tree.diagram(Moment::Problem).ok()?;
    let position = diagram.position(Rules::default()).ok()?;
    let target = diagram.marked(Mark::Triangle).first()?;
    let first = if position.stone(target)? == position.to_move() { Side::Defender } else { Side::Attacker };
    let words: Vec<&str> = tree.comment(NodeId::ROOT)?.split_whitespace().collect();
    let (verdict, code, order) = (words.first()?.to_string(), words.get(2)?, words.get(4)?);
    Some(Problem { position, target, first, verdict, code: code.parse().ok()?, order: order.parse().ok()? })
}

#[derive(Clone, Copy, Default)]
struct Sum {
    problems: u32,
    seconds: f64,
    nodes: u64,
}

/// One search; `None` if it did not capture.
fn measure(problem: &Problem, algorithm: Algorithm, nodes: u64) -> Option<(f64, u64)> {
    let (limits, settings) = (Limits::nodes(nodes), Settings { order: HIGHEST, algorithm });
    let start = Stopwatch::start();
    let found = attempt(&problem.position, problem.target, problem.first, &settings, &limits, &Watch::new())?;
    (found.captured == Ok(true)).then(|| (start.seconds(), found.nodes))
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

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "examples/capture-problems.sgf".into());
    let nodes = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let bytes = match std::fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) => return eprintln!("{file}: {error}"),
    };
    let Ok(games) = read_sgf(&bytes) else { return eprintln!("{file}: not an SGF file") };
    let problems: Vec<Problem> = games.games.iter().filter_map(read).collect();
    println!("{} problems, {nodes} nodes for each search up to order {HIGHEST}\n", problems.len());
    compare_algorithms(&problems, nodes);
    compare_with_gnugo(&problems);
}

fn compare_algorithms(problems: &[Problem], nodes: u64) {
    let mut sums = [[Sum::default(); 2]; HIGHEST as usize + 1];
    let (mut solved, mut total) = ([0; 2], [Sum::default(); 2]);
    for problem in problems.iter().filter(|p| p.verdict == "captured" && p.first == Side::Attacker) {
        let both = [Algorithm::Lambda, Algorithm::Dfpn].map(|algorithm| measure(problem, algorithm, nodes));
        for (index, cost) in both.iter().enumerate() {
            solved[index] += u32::from(cost.is_some());
        }
        if let [Some(lambda), Some(plain)] = both {
            for (index, (seconds, nodes)) in [lambda, plain].into_iter().enumerate() {
                for sum in [&mut sums[usize::from(problem.order)][index], &mut total[index]] {
                    sum.problems += 1;
                    sum.seconds += seconds;
                    sum.nodes += nodes;
                }
            }
        }
    }
    println!("solved: df-pn lambda {}, df-pn {}", solved[0], solved[1]);
    println!("order  both  lambda nodes  plain nodes  nodes plain/lambda  time plain/lambda  paper");
    for (order, [lambda, plain]) in sums.iter().enumerate().filter(|(_, sum)| sum[0].problems > 0) {
        let count = f64::from(lambda.problems);
        let paper = PAPER_RATIOS.iter().find(|(number, _)| usize::from(*number) == order);
        println!(
            "{order:5}  {:4}  {:12.0}  {:11.0}  {:18.2}  {:17.2}  {}",
            lambda.problems,
            lambda.nodes as f64 / count,
            plain.nodes as f64 / count,
            plain.nodes as f64 / lambda.nodes as f64,
            plain.seconds / lambda.seconds,
            paper.map_or("-".into(), |(_, ratio)| format!("{ratio:.2}"))
        );
    }
    for (name, sum) in ["df-pn lambda", "df-pn"].iter().zip(total) {
        println!("{name}: {:.0} nodes per second", sum.nodes as f64 / sum.seconds);
    }
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
