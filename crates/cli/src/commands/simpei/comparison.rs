//! `tesuji reproduce lambda-simpei`: df-pn and df-pn lambda on a random sample of all positions.
//!
//! As in paper 001, section 5.3: one position in a thousand is drawn, the won ones without a win at once are searched
//! with a table of a million nodes, plainly and with orders up to 7. Since the game is solved, every verdict is compared
//! with the truth as well: the value of every position drawn, the exact order of every win, and every proof and disproof
//! goes through the independent checker. Times are taken in runs of their own that gather no evidence.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use tesuji_search::{Control, Limits, PassStrategy, Plan, Verdict, Why, check, prove};
use tesuji_simpei::{Contest, Entry, Position, Solution, Value, WinTheGame};

use super::super::reproduce::Row;
use super::scatter::{self, Dot};
use super::store::{self, TableOptions};
use super::{figures, outcome};
use crate::failure::Failure;
use crate::files;
use crate::interrupt;
use crate::progress::ProgressLine;

/// One position in a thousand.
const LONG_SAMPLE: usize = 12_102;
/// What is drawn without `--long`.
const SHORT_SAMPLE: usize = 1_500;
const SEED: u64 = 1;
/// The highest order searched, as in the paper.
const HIGHEST: u8 = 7;
/// Nodes for a position to be solved.
const NODES: u64 = 1_000_000;
/// Nodes for showing that a position is won at its order.
const ORDER_NODES: u64 = 200_000;
/// Nodes for showing that a position is not won, or not at a lower order: the paper did not ask for this, and some such
/// questions are as large as the game.
const REFUTING_NODES: u64 = 20_000;
/// A million entries of 32 bytes in the main table, which has three quarters of the memory.
const TABLE_BYTES: usize = 32_000_000 / 3 * 4;

/// Mean seconds of df-pn and df-pn lambda by order (table 5 of paper 001).
const PAPER_SECONDS: [(f64, f64); 6] = [
    (6.97e-5, 1.08e-4),
    (1.09e-2, 9.52e-3),
    (6.63e-2, 1.80e-1),
    (1.41e-1, 1.16),
    (4.50e-1, 1.01),
    (3.19e-2, 3.11e-1),
];

/// Sums over the positions of one order that both searches solved.
#[derive(Clone, Copy, Default)]
struct Sums {
    positions: u32,
    plain: Cost,
    lambda: Cost,
}

#[derive(Clone, Copy, Default)]
struct Cost {
    seconds: f64,
    nodes: u64,
}

impl Cost {
    fn add(&mut self, other: Cost) {
        self.seconds += other.seconds;
        self.nodes += other.nodes;
    }
}

/// Verdicts compared with the truth.
#[derive(Default)]
struct Agreement {
    right: u32,
    undecided: u32,
    wrong: Vec<String>,
}

impl Agreement {
    /// `None` means that a limit was reached.
    fn see(&mut self, right: Option<bool>, what: impl FnOnce() -> String) {
        match right {
            Some(true) => self.right += 1,
            Some(false) => self.wrong.push(what()),
            None => self.undecided += 1,
        }
    }

    fn row(&self, what: &str) -> Row {
        let ours = format!("{} right, {} wrong, {} undecided", self.right, self.wrong.len(), self.undecided);
        Row {
            place: "check".into(),
            what: what.into(),
            paper: None,
            ours,
            equal: Some(self.wrong.is_empty() && self.right > 0),
        }
    }
}

/// The whole comparison.
struct Comparison {
    line: ProgressLine,
    stop: std::sync::Arc<std::sync::atomic::AtomicBool>,
    sums: Vec<Sums>,
    unsolved: (u32, u32),
    dots: Vec<Dot>,
    values: Agreement,
    orders: Agreement,
    evidence: Agreement,
}

/// All rows, and the figure if it was asked for.
pub(crate) fn rows(long: bool, svg: Option<&Path>) -> Result<Vec<Row>, Failure> {
    let solution = TableOptions::usual().open()?.solution;
    let census = store::census(&solution)?;
    let mut rows = figures::rows(&solution, &census)?;
    let sample = solution.sample(if long { LONG_SAMPLE } else { SHORT_SAMPLE }, SEED);
    let mut comparison = Comparison {
        line: ProgressLine::new(),
        stop: interrupt::flag(),
        sums: vec![Sums::default(); HIGHEST as usize + 1],
        unsolved: (0, 0),
        dots: Vec::new(),
        values: Agreement::default(),
        orders: Agreement::default(),
        evidence: Agreement::default(),
    };
    comparison.run(&solution, &sample)?;
    comparison.report(sample.len(), &mut rows);
    drop(comparison.line);
    if let Some(path) = svg {
        files::write_file(path, &scatter::draw(&comparison.dots))?;
    }
    for wrong in [&comparison.values, &comparison.orders, &comparison.evidence].iter().flat_map(|a| &a.wrong)
    {
        files::warn(wrong);
    }
    Ok(rows)
}

impl Comparison {
    fn run(&mut self, solution: &Solution, sample: &[Position]) -> Result<(), Failure> {
        for (number, position) in sample.iter().enumerate() {
            self.line.show(|| format!("position {} of {}", number + 1, sample.len()));
            let entry = solution.entry(position).map_err(Failure::bad)?;
            match entry {
                Entry { value: Value::Win, order: Some(order @ 1..), .. } => {
                    self.measure(position, order)?;
                    self.value(position, &entry, NODES)?;
                    self.order(position, order)?;
                }
                Entry { value: Value::Win, .. } => self.value(position, &entry, NODES)?,
                _ => self.value(position, &entry, REFUTING_NODES)?,
            }
        }
        Ok(())
    }

    /// Runs a search. A verdict with evidence is checked.
    fn ask(&mut self, position: &Position, plan: &Plan, nodes: u64) -> Result<(Verdict, Cost), Failure> {
        let root = Contest::attacking(*position);
        let limits = Limits { table_bytes: TABLE_BYTES, ..Limits::nodes(nodes) };
        let stop = self.stop.clone();
        let mut observer = |_: &tesuji_search::Progress| {
            if stop.load(Ordering::Relaxed) { Control::Stop } else { Control::Continue }
        };
        let start = Instant::now();
        let answer = prove(&WinTheGame, &root, plan, &limits, &mut observer);
        let cost = Cost { seconds: start.elapsed().as_secs_f64(), nodes: answer.statistics.nodes };
        if answer.verdict == (Verdict::Unknown { why: Why::Stopped }) {
            return Err(Failure::Interrupted);
        }
        if plan.evidence && !matches!(answer.verdict, Verdict::Unknown { .. }) {
            let checked = answer
                .evidence
                .as_ref()
                .ok()
                .map(|evidence| check(&WinTheGame, &root, plan.order, evidence).is_ok());
            self.evidence.see(checked, || format!("{position}: the checker rejects the evidence"));
        }
        Ok((answer.verdict, cost))
    }

    fn measure(&mut self, position: &Position, order: u8) -> Result<(), Failure> {
        let quick = |plan: Plan| Plan { evidence: false, ..plan };
        let (plain, plain_cost) = self.ask(position, &quick(Plan::plain(0)), NODES)?;
        let (lambda, lambda_cost) = self.ask(position, &quick(highest_order(HIGHEST)), NODES)?;
        self.unsolved.0 += u32::from(!plain.is_proved());
        self.unsolved.1 += u32::from(!lambda.is_proved());
        if plain.is_proved() && lambda.is_proved() {
            self.dots.push(Dot { plain: plain_cost.seconds, lambda: lambda_cost.seconds, order });
            let sums = &mut self.sums[order as usize];
            sums.positions += 1;
            sums.plain.add(plain_cost);
            sums.lambda.add(lambda_cost);
        }
        Ok(())
    }

    fn value(&mut self, position: &Position, entry: &Entry, nodes: u64) -> Result<(), Failure> {
        let (verdict, _) = self.ask(position, &Plan::plain(0), nodes)?;
        let right = decided(verdict).map(|proved| proved == (entry.value == Value::Win));
        self.values.see(right, || {
            format!(
                "{position}: the search says {verdict:?}, the table {}",
                outcome(entry.value, entry.distance)
            )
        });
        Ok(())
    }

    /// Proved at its order, and disproved one below.
    fn order(&mut self, position: &Position, order: u8) -> Result<(), Failure> {
        let (at, _) = self.ask(position, &highest_order(order), ORDER_NODES)?;
        let (below, _) = self.ask(position, &highest_order(order - 1), REFUTING_NODES)?;
        let right = match (decided(at), decided(below)) {
            (Some(at), Some(below)) => Some(at && !below),
            // Half an answer can be wrong already.
            (Some(false), _) | (_, Some(true)) => Some(false),
            _ => None,
        };
        self.orders
            .see(right, || format!("{position}: of order {order}, but the search says {at:?} and {below:?}"));
        Ok(())
    }

    fn report(&self, drawn: usize, rows: &mut Vec<Row>) {
        let mut row = |place: &str, what: String, paper: Option<f64>, ours: String| {
            let paper = paper.map(|seconds| format!("{seconds:.2e}"));
            rows.push(Row { place: place.into(), what, paper, ours, equal: None });
        };
        for order in 1..=HIGHEST as usize {
            let sums = &self.sums[order];
            if sums.positions == 0 {
                continue;
            }
            let count = f64::from(sums.positions);
            let paper = PAPER_SECONDS.get(order - 1);
            let name = format!("order {order} ({} solved by both)", sums.positions);
            let seconds = |cost: &Cost| format!("{:.2e}", cost.seconds / count);
            let nodes = |cost: &Cost| format!("{:.0}", cost.nodes as f64 / count);
            row("table 5", format!("{name}: df-pn, seconds"), paper.map(|p| p.0), seconds(&sums.plain));
            row(
                "table 5",
                format!("{name}: df-pn lambda, seconds"),
                paper.map(|p| p.1),
                seconds(&sums.lambda),
            );
            row("table 5", format!("{name}: df-pn, nodes"), None, nodes(&sums.plain));
            row("table 5", format!("{name}: df-pn lambda, nodes"), None, nodes(&sums.lambda));
        }
        let (plain, lambda) = self.unsolved;
        row("table 5", "not solved: df-pn, df-pn lambda".into(), None, format!("{plain}, {lambda}"));
        rows.push(self.values.row(&format!("values of {drawn} positions")));
        rows.push(self.orders.row("orders of the wins among them"));
        rows.push(self.evidence.row("proofs and disproofs given to the checker"));
    }
}

fn highest_order(order: u8) -> Plan {
    Plan::lambda(order, PassStrategy::HighestOrder)
}

fn decided(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Proved { .. } => Some(true),
        Verdict::Disproved { .. } => Some(false),
        Verdict::Unknown { .. } => None,
    }
}
