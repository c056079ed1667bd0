//! `tesuji reproduce lambda-go`: df-pn and df-pn lambda on our own capture problems.
//!
//! As in paper 001, section 5.2: the searches have a table of a million nodes, which limits them, and df-pn has no ladder
//! reader and no ladder breakers, because it does not know the order of a threat. A second df-pn, which has both, stands
//! beside it. First the searches may go up to order 5 on every problem (table 3 and figure 3), then the highest order
//! allowed varies, beside the actual order of the capture (table 4). The paper's 110 problems are a book's; ours ship in
//! `examples/capture-problems.sgf`, and before anything is measured, every recorded answer is compared with the solver's.

use tesuji_board::{Mark, Point, Position, Rules};
use tesuji_capture::{Algorithm, Code, Settings, Side, THREATS, attempt, solve};
use tesuji_draw::{Dot, ScatterPicture, Style, scatter_svg};
use tesuji_formats::{Moment, NodeId, SgfTree, read_sgf};
use tesuji_job::{Limits, Progress, Stopwatch, Watch, Why};

use crate::row::{Reproduction, Row};
use crate::{Ended, Options, broken};

const PROBLEMS: &str = tesuji_examples::text("capture-problems.sgf");

/// The highest order, as in the paper.
const HIGHEST: u8 = 5;
/// Nodes for each search: far more than the table holds, so that it is the table that limits.
const NODES: u64 = 1_000_000;
const LONG_NODES: u64 = 20_000_000;
/// A million entries of 32 bytes in the main table, which has three quarters of the memory.
/// The tables have two thirds of what a search may use.
const MEMORY: u64 = 32_000_000 / 3 * 4 / 2 * 3;
/// Nodes with which every recorded answer must come out.
const ANSWER_NODES: u64 = 1_000_000;

/// Solved problems of table 3: df-pn lambda, df-pn.
const PAPER_SOLVED: (u32, u32) = (77, 75);
/// Table 4: actual order, highest order searched, mean seconds of df-pn lambda and df-pn.
const PAPER_SECONDS: [(u8, u8, f64, f64); 9] = [
    (2, 2, 0.0118, 0.180),
    (2, 3, 0.0112, 0.182),
    (2, 4, 0.00223, 0.364),
    (2, 5, 0.237, 0.428),
    (3, 3, 0.00415, 0.148),
    (3, 4, 0.290, 0.612),
    (3, 5, 0.295, 0.864),
    (4, 4, 1.77, 0.792),
    (4, 5, 1.84, 1.32),
];

/// A shipped capture problem with its answer.
#[derive(Clone, Debug)]
pub struct CaptureProblem {
    /// Its name, which no other has.
    pub name: String,
    /// The board, with the side to move.
    pub position: Position,
    /// A stone of the string that it is about.
    pub target: Point,
    /// Who moves first.
    pub first: Side,
    /// The verdict in one word.
    pub verdict: String,
    /// What the first mover achieves, as a number.
    pub code: u8,
    /// The order of the capture, or up to which there is none.
    pub order: u8,
    /// The moves that work, for a mover who succeeds.
    pub moves: Vec<Point>,
}

impl CaptureProblem {
    /// Reads a problem: the target is marked, the side to move moves first, the answer is in the comment.
    fn read(tree: &SgfTree) -> Option<CaptureProblem> {
        let diagram = tree.diagram(Moment::Problem).ok()?;
        let position = diagram.position(Rules::default()).ok()?;
        let target = diagram.marked(Mark::Triangle).first()?;
        let owner = position.stone(target)?;
        let first = if position.to_move() == owner { Side::Defender } else { Side::Attacker };
        let name = tree.property(NodeId::ROOT, "GN")?.text().to_string();
        let (answer, moves) = tree.comment(NodeId::ROOT)?.split_once(" moves").unwrap_or_default();
        let ["captured" | "escapes" | "ko", "code", code, "order", order] =
            answer.split_whitespace().collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let verdict = answer.split_whitespace().next()?.to_string();
        let (code, order) = (code.parse().ok()?, order.parse().ok()?);
        let moves: Option<Vec<Point>> =
            moves.split_whitespace().map(|name| position.topology().point(name)).collect();
        Some(CaptureProblem { name, target, first, verdict, code, order, moves: moves?, position })
    }

    /// The highest order that the recorded answer speaks of.
    fn settings(&self) -> Settings {
        let order = if self.verdict == "captured" { HIGHEST } else { self.order };
        Settings { order, beyond: THREATS, further: 0, algorithm: Algorithm::Zones, evidence: false }
    }

    /// Compares the solver's answer with the recorded one; the difference in words.
    ///
    /// # Errors
    /// If the work was ended.
    pub fn difference(&self, watch: &Watch) -> Result<Option<String>, Ended> {
        let limits = Limits::nodes(ANSWER_NODES);
        let answer = solve(&self.position, self.target, self.first, &self.settings(), &limits, watch);
        let answer = answer.ok_or_else(|| broken(format!("{}: no target", self.name)))?;
        watch.check()?;
        let code = answer.code.map(Code::number);
        let right_move = self.moves.is_empty()
            || matches!(answer.first_move, Some(Some(point)) if self.moves.contains(&point));
        let right = answer.verdict.name() == self.verdict
            && code == Some(self.code)
            && answer.order == Some(self.order)
            && right_move;
        Ok((!right).then(|| {
            format!(
                "{}: {} code {code:?} order {:?} by {:?}, recorded is {} code {} order {}",
                self.name,
                answer.verdict.name(),
                answer.order,
                answer.first_move.flatten().map(|point| self.position.topology().name_of(point)),
                self.verdict,
                self.code,
                self.order
            )
        }))
    }

    fn attempt(
        &self,
        algorithm: Algorithm,
        order: u8,
        nodes: u64,
        watch: &Watch,
    ) -> Result<Option<Cost>, Ended> {
        let limits = Limits::nodes(nodes).with_memory(MEMORY);
        let settings = Settings { order, beyond: 0, further: 0, algorithm, evidence: false };
        let clock = Stopwatch::start();
        let found = attempt(&self.position, self.target, self.first, &settings, &limits, watch);
        let cost = |nodes| Cost { seconds: clock.seconds(), nodes };
        match found {
            Some(found) if found.captured == Err(Why::Stopped) => Err(Why::Stopped.into()),
            Some(found) if found.captured == Ok(true) => Ok(Some(cost(found.nodes))),
            _ => Ok(None),
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Cost {
    seconds: f64,
    nodes: u64,
}

/// Sums over problems that df-pn lambda and another search solved.
#[derive(Clone, Copy, Default)]
struct Pair {
    problems: u32,
    lambda: Cost,
    other: Cost,
}

impl Pair {
    fn add(&mut self, lambda: Cost, other: Cost) {
        self.problems += 1;
        for (sum, cost) in [(&mut self.lambda, lambda), (&mut self.other, other)] {
            sum.seconds += cost.seconds;
            sum.nodes += cost.nodes;
        }
    }

    /// Nodes of the other search for one of df-pn lambda.
    fn ratio(&self) -> String {
        format!("{:.2}", self.other.nodes as f64 / self.lambda.nodes.max(1) as f64)
    }
}

/// The searches beside df-pn lambda: as in the paper, and with what the ladder reader knows.
const OTHERS: [(Algorithm, &str); 2] =
    [(Algorithm::BareDfpn, "df-pn"), (Algorithm::Dfpn, "df-pn with ladder reader")];

/// The shipped capture problems.
///
/// # Errors
/// If one of them cannot be read.
pub fn capture_problems() -> Result<Vec<CaptureProblem>, Ended> {
    let file = read_sgf(PROBLEMS.as_bytes()).map_err(broken)?;
    let read = |tree: &SgfTree| CaptureProblem::read(tree).ok_or_else(|| broken("a problem cannot be read"));
    file.games.iter().map(read).collect()
}

/// Tables 3 and 4 and figure 3 of paper 001.
pub(crate) fn reproduce(options: &Options, watch: &Watch) -> Result<Reproduction, Ended> {
    let nodes = if options.long { LONG_NODES } else { NODES };
    let problems = capture_problems()?;
    let mut differences = Vec::new();
    for (number, problem) in problems.iter().enumerate() {
        watch.look(|| Progress::counted("answers", number as u64, Some(problems.len() as u64)))?;
        differences.extend(problem.difference(watch)?);
    }
    let captures: Vec<&CaptureProblem> = problems
        .iter()
        .filter(|problem| problem.verdict == "captured" && problem.first == Side::Attacker)
        .collect();
    let mut cells = [[[Pair::default(); 2]; HIGHEST as usize + 1]; HIGHEST as usize + 1];
    let (mut solved, mut dots) = ([0; 3], Vec::new());
    for (number, problem) in captures.iter().enumerate() {
        watch.look(|| Progress::counted("taking times", number as u64, Some(captures.len() as u64)))?;
        let actual = problem.order;
        for order in actual..=HIGHEST {
            let lambda = problem.attempt(Algorithm::Lambda, order, nodes, watch)?;
            solved[0] += u32::from(order == HIGHEST && lambda.is_some());
            for (index, (algorithm, _)) in OTHERS.into_iter().enumerate() {
                let other = problem.attempt(algorithm, order, nodes, watch)?;
                solved[index + 1] += u32::from(order == HIGHEST && other.is_some());
                if let (Some(lambda), Some(other)) = (lambda, other) {
                    cells[usize::from(actual)][usize::from(order)][index].add(lambda, other);
                    if order == HIGHEST && index == 0 {
                        dots.push(Dot { x: other.seconds, y: lambda.seconds, group: actual.into() });
                    }
                }
            }
        }
    }
    let svg = options
        .picture
        .then(|| scatter_svg(&ScatterPicture::seconds("Go captures", dots), &Style::default()));
    let ours = format!("{} right, {} wrong", problems.len() - differences.len(), differences.len());
    let recorded = format!("recorded answers of {} problems", problems.len());
    let mut rows = vec![Row::checked("check", recorded, ours, differences.is_empty())];
    let mut row = |place: &str, what: String, paper: Option<String>, ours: String| {
        rows.push(Row::shown(place, what, paper, ours));
    };
    let of = captures.len();
    let paper = [Some(PAPER_SOLVED.0), Some(PAPER_SOLVED.1), None];
    let names = ["df-pn lambda", OTHERS[0].1, OTHERS[1].1];
    for ((name, paper), solved) in names.into_iter().zip(paper).zip(solved) {
        let paper = paper.map(|solved| format!("{solved} of 110"));
        row("table 3", format!("solved by {name}"), paper, format!("{solved} of {of}"));
    }
    for actual in 1..=HIGHEST {
        for order in actual..=HIGHEST {
            let [bare, advised] = &cells[usize::from(actual)][usize::from(order)];
            if bare.problems == 0 {
                continue;
            }
            let paper = PAPER_SECONDS.iter().find(|row| (row.0, row.1) == (actual, order));
            let count = f64::from(bare.problems);
            let name = format!("order {actual} ({} solved by both), up to {order}", bare.problems);
            let seconds = |cost: &Cost| format!("{:.2e}", cost.seconds / count);
            let nodes = |cost: &Cost| format!("{:.0}", cost.nodes as f64 / count);
            let published = |seconds: f64| format!("{seconds:.2e}");
            row(
                "table 4",
                format!("{name}: df-pn lambda, seconds"),
                paper.map(|p| published(p.2)),
                seconds(&bare.lambda),
            );
            row(
                "table 4",
                format!("{name}: df-pn, seconds"),
                paper.map(|p| published(p.3)),
                seconds(&bare.other),
            );
            row("table 4", format!("{name}: df-pn lambda, nodes"), None, nodes(&bare.lambda));
            row("table 4", format!("{name}: df-pn, nodes"), None, nodes(&bare.other));
            row(
                "table 4",
                format!("{name}: df-pn / df-pn lambda (paper: seconds, ours: nodes)"),
                paper.map(|p| format!("{:.2}", p.3 / p.2)),
                bare.ratio(),
            );
            let what = format!("{name}: {} ({} solved) / df-pn lambda, nodes", OTHERS[1].1, advised.problems);
            row("table 4", what, None, advised.ratio());
        }
    }
    Ok(Reproduction { remarks: differences, svg, ..Reproduction::new(rows) })
}
