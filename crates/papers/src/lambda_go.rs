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

/// A capture problem with its answer.
struct Problem {
    name: String,
    position: Position,
    target: Point,
    first: Side,
    verdict: String,
    code: u8,
    order: u8,
    /// The moves that work, for a mover who succeeds.
    moves: Vec<Point>,
}

impl Problem {
    /// Reads a problem: the target is marked, the side to move moves first, the answer is in the comment.
    fn read(tree: &SgfTree) -> Option<Problem> {
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
        Some(Problem { name, target, first, verdict, code, order, moves: moves?, position })
    }

    /// The highest order that the recorded answer speaks of.
    fn settings(&self) -> Settings {
        let order = if self.verdict == "escapes" { self.order } else { HIGHEST };
        Settings { order, beyond: THREATS, further: 0, algorithm: Algorithm::Zones, evidence: false }
    }

    /// Compares the solver's answer with the recorded one; the difference in words.
    fn difference(&self, watch: &Watch) -> Result<Option<String>, Ended> {
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

fn problems() -> Result<Vec<Problem>, Ended> {
    let file = read_sgf(PROBLEMS.as_bytes()).map_err(broken)?;
    let read = |tree: &SgfTree| Problem::read(tree).ok_or_else(|| broken("a problem cannot be read"));
    file.games.iter().map(read).collect()
}

/// Tables 3 and 4 and figure 3 of paper 001.
pub(crate) fn reproduce(options: &Options, watch: &Watch) -> Result<Reproduction, Ended> {
    let nodes = if options.long { LONG_NODES } else { NODES };
    let problems = problems()?;
    let mut differences = Vec::new();
    for (number, problem) in problems.iter().enumerate() {
        watch.look(|| Progress::counted("answers", number as u64, Some(problems.len() as u64)))?;
        differences.extend(problem.difference(watch)?);
    }
    let captures: Vec<&Problem> = problems
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tesuji_board::Color;
    use tesuji_search::{Domain, Estimate, Moves, Outcome, Plan, Step, Verdict, check, prove};

    use super::*;

    #[test]
    fn every_problem_has_the_recorded_answer() {
        let problems = problems().unwrap();
        let names: BTreeSet<&str> = problems.iter().map(|problem| problem.name.as_str()).collect();
        assert_eq!(names.len(), problems.len(), "names are unique");
        let orders: BTreeSet<u8> =
            problems.iter().filter(|p| p.verdict == "captured").map(|p| p.order).collect();
        assert!(orders.is_superset(&(1..=HIGHEST).collect()), "{orders:?}");
        let codes: BTreeSet<u8> = problems.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, (0..=3).collect());
        let different: Vec<String> =
            problems.iter().filter_map(|problem| problem.difference(&Watch::unwatched()).unwrap()).collect();
        assert!(different.is_empty(), "{different:#?}");
    }

    /// The same question without orders, candidates, ladders and zones: every legal move and the pass for both sides.
    #[derive(Clone)]
    struct Everything {
        target: Point,
        defender: Color,
    }

    impl tesuji_search::Rules for Everything {
        type State = Position;
        type Move = Option<Point>;
        type Undo = ();

        fn attacker_to_move(&self, state: &Position) -> bool {
            state.to_move() != self.defender
        }

        /// A stone that is retaken at once is not captured, so the attacker must still have it on his next turn.
        fn outcome(&mut self, state: &Position) -> Option<Outcome> {
            let gone = state.stone(self.target) != Some(self.defender);
            (gone && self.attacker_to_move(state)).then_some(Outcome::Goal)
        }

        fn moves(&mut self, state: &Position, _order: u8, moves: &mut Moves<Option<Point>>) {
            state.legal_moves(state.to_move()).for_each(|point| moves.push(Some(point)));
            moves.push(None);
        }

        fn play(&mut self, state: &mut Position, step: Step<Option<Point>>) {
            let color = state.to_move();
            match step {
                Step::Move(Some(point)) => state.play(color, point).unwrap(),
                _ => state.pass(color),
            }
        }

        fn undo(&self, state: &mut Position, _step: Step<Option<Point>>, (): ()) {
            state.undo();
        }

        fn key(&self, state: &Position) -> u128 {
            let ko = state.ko().map_or(0, |point| u128::from(point.0) + 1);
            let side = u128::from(self.attacker_to_move(state));
            u128::from(state.stones_hash()) << 64 | ko << 1 | side
        }
    }

    impl Domain for Everything {
        fn estimate(&mut self, state: &Position, _order: u8) -> Estimate {
            let held = state.stone(self.target) == Some(self.defender);
            let liberties = if held { state.liberty_count(self.target) as u32 } else { 0 };
            Estimate { pn: 1 + liberties * liberties * 4, dn: 1 }
        }
    }

    #[test]
    fn a_search_through_everything_agrees_where_it_comes_to_an_end() {
        let (mut agreed, mut open) = (0, 0);
        for problem in problems().unwrap() {
            // Against a defender without threats a ko goes as its code says.
            let captured = match (problem.verdict.as_str(), problem.first, problem.code) {
                ("captured", ..) | ("ko", Side::Attacker, 2) | ("ko", Side::Defender, 3) => true,
                ("ko", ..) => false,
                // No capture up to an order is no claim about all of them.
                _ => continue,
            };
            if problem.position.topology().len() > 36 {
                continue;
            }
            let defender = problem.position.stone(problem.target).unwrap();
            let game = Everything { target: problem.target, defender };
            let plan = Plan { depth: 100, ..Plan::plain(0) };
            let limits = Limits::nodes(10_000);
            let answer = prove(&game, &problem.position, &plan, &limits, &Watch::unwatched());
            match answer.verdict {
                Verdict::Unknown { .. } => open += 1,
                verdict => {
                    assert_eq!(verdict.is_proved(), captured, "{}:\n{}", problem.name, problem.position);
                    if let Ok(evidence) = answer.evidence {
                        check(&game, &problem.position, plan.order, &evidence).unwrap();
                    }
                    agreed += 1;
                }
            }
        }
        assert!(agreed > 60, "{agreed} agreed, {open} came to no end");
    }
}
