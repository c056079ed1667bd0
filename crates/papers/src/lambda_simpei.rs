//! `tesuji reproduce lambda-simpei`: df-pn and df-pn lambda on a random sample of all positions.
//!
//! As in paper 001, section 5.3: one position in a thousand is drawn, the won ones without a win at once are searched
//! with a table of a million nodes, plainly and with orders up to 7. Times are taken one search after the other, without
//! gathering evidence. Since the game is solved, every verdict is then compared with the truth, on all cores: the value of
//! every position drawn, the exact order of every win, and every proof and disproof goes through the independent checker.

use tesuji_ask::Desk;
use tesuji_draw::{Dot, ScatterPicture, Style, scatter_svg};
use tesuji_job::{Limits, Progress, Stopwatch, Watch, Why, cores, spread};
use tesuji_search::{Answer, PassStrategy, Plan, Verdict, check, prove};
use tesuji_simpei::{Contest, Entry, Move, Position, Value, WinTheGame};

use crate::row::{Reproduction, Row};
use crate::{Ended, Options, broken, simpei};

/// One position in a thousand.
const LONG_SAMPLE: usize = 12_102;
/// What is drawn without `--long`.
const SHORT_SAMPLE: usize = 300;
const SEED: u64 = 1;
/// The highest order searched, as in the paper.
const HIGHEST: u8 = 7;
/// Nodes for a position to be solved while the time is taken: far more than the table holds, so that it is the table that
/// limits, as in the paper.
const NODES: u64 = 50_000_000;
/// What the paper did not ask for, that every verdict equals the truth, may take as long as it needs: some refutations
/// are as large as the game.
const PATIENT_NODES: u64 = 200_000_000;
const PATIENT_MEMORY: u64 = 2 << 30;
/// A million entries of 32 bytes in the main table, which has three quarters of the memory.
/// The tables have two thirds of what a search may use.
const MEMORY: u64 = 32_000_000 / 3 * 4 / 2 * 3;

/// The paper's search leaves a move as soon as another one looks better: it neither has nor cites the 1+epsilon of later
/// searches, which we use by default and measure beside it.
const PAPER_WIDENING: u32 = 0;

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

    fn add(&mut self, other: Agreement) {
        self.right += other.right;
        self.undecided += other.undecided;
        self.wrong.extend(other.wrong);
    }

    fn row(&self, what: &str) -> Row {
        let ours = format!("{} right, {} wrong, {} undecided", self.right, self.wrong.len(), self.undecided);
        Row::checked("check", what, ours, self.wrong.is_empty() && self.right > 0)
    }
}

/// Tables 5 and 6 and figure 4 of paper 001.
pub(crate) fn reproduce(options: &Options, desk: &Desk, watch: &Watch) -> Result<Reproduction, Ended> {
    let solution = desk.simpei(watch)?;
    let census = solution.census(cores(), watch)?;
    let mut rows = simpei::rows(&solution, &census)?;
    let sample = solution.sample(if options.long { LONG_SAMPLE } else { SHORT_SAMPLE }, SEED);
    let mut entries = Vec::with_capacity(sample.len());
    for position in &sample {
        entries.push((*position, solution.entry(position).map_err(broken)?));
    }
    let times = Times::take(&entries, PAPER_WIDENING, watch)?;
    times.report(&mut rows);
    Times::take(&entries, WinTheGame::plain().widening, watch)?.report_widened(&mut rows);
    let checks = Checks::of(&entries, watch)?;
    rows.push(checks.values.row(&format!("values of {} positions", sample.len())));
    rows.push(checks.orders.row("orders of the wins among them"));
    rows.push(checks.evidence.row("proofs and disproofs given to the checker"));
    let svg = options
        .picture
        .then(|| scatter_svg(&ScatterPicture::seconds("Simpei", times.dots), &Style::default()));
    let remarks =
        [checks.values, checks.orders, checks.evidence].into_iter().flat_map(|checks| checks.wrong).collect();
    Ok(Reproduction { remarks, svg, ..Reproduction::new(rows) })
}

/// Runs a search; Ctrl-C ends it.
fn ask(position: &Position, plan: &Plan, limits: &Limits, watch: &Watch) -> Result<Answer<Move>, Ended> {
    let root = Contest::attacking(*position);
    let answer = prove(&WinTheGame, &root, plan, limits, watch);
    if answer.verdict == (Verdict::Unknown { why: Why::Stopped }) {
        return Err(Why::Stopped.into());
    }
    Ok(answer)
}

fn usual_limits() -> Limits {
    Limits::nodes(NODES).with_memory(MEMORY)
}

/// How long both searches take (table 5 and figure 4).
struct Times {
    /// The epsilon of the thresholds, in percent.
    widening: u32,
    sums: Vec<Sums>,
    unsolved: (u32, u32),
    dots: Vec<Dot>,
}

impl Times {
    fn take(entries: &[(Position, Entry)], widening: u32, watch: &Watch) -> Result<Times, Ended> {
        let sums = vec![Sums::default(); HIGHEST as usize + 1];
        let mut times = Times { widening, sums, unsolved: (0, 0), dots: Vec::new() };
        for (number, (position, entry)) in entries.iter().enumerate() {
            watch.look(|| Progress::counted("taking times", number as u64, Some(entries.len() as u64)))?;
            if let Entry { value: Value::Win, order: Some(order @ 1..), .. } = entry {
                times.measure(position, *order, watch)?;
            }
        }
        Ok(times)
    }

    fn measure(&mut self, position: &Position, order: u8, watch: &Watch) -> Result<(), Ended> {
        let widening = self.widening;
        let run = |plan: Plan| -> Result<(bool, Cost), Ended> {
            let clock = Stopwatch::start();
            let answer = ask(position, &Plan { evidence: false, widening, ..plan }, &usual_limits(), watch)?;
            let cost = Cost { seconds: clock.seconds(), nodes: answer.statistics.nodes };
            Ok((answer.verdict.is_proved(), cost))
        };
        let (plain_proved, plain) = run(WinTheGame::plain())?;
        let (lambda_proved, lambda) = run(highest_order(HIGHEST))?;
        self.unsolved.0 += u32::from(!plain_proved);
        self.unsolved.1 += u32::from(!lambda_proved);
        if plain_proved && lambda_proved {
            self.dots.push(Dot { x: plain.seconds, y: lambda.seconds, group: order.into() });
            let sums = &mut self.sums[order as usize];
            sums.positions += 1;
            sums.plain.add(plain);
            sums.lambda.add(lambda);
        }
        Ok(())
    }

    /// Nodes with thresholds that the paper does not have.
    fn report_widened(&self, rows: &mut Vec<Row>) {
        let percent = self.widening;
        for (order, sums) in self.sums.iter().enumerate().filter(|(_, sums)| sums.positions > 0) {
            let count = f64::from(sums.positions);
            let (plain, lambda) = (sums.plain.nodes as f64, sums.lambda.nodes as f64);
            let ours =
                format!("{:.2} ({:.0} / {:.0})", lambda / plain.max(1.0), lambda / count, plain / count);
            let what = format!("order {order}, thresholds {percent}% wider: df-pn lambda / df-pn, nodes");
            rows.push(Row::shown("table 5", what, None, ours));
        }
    }

    fn report(&self, rows: &mut Vec<Row>) {
        let mut row = |place: &str, what: String, paper: Option<f64>, ours: String| {
            let paper = paper.map(|number| {
                if what.contains(" / ") { format!("{number:.2}") } else { format!("{number:.2e}") }
            });
            rows.push(Row::shown(place, what, paper, ours));
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
            row(
                "table 5",
                format!("{name}: df-pn lambda / df-pn (paper: seconds, ours: nodes)"),
                paper.map(|p| p.1 / p.0),
                format!("{:.2}", sums.lambda.nodes as f64 / sums.plain.nodes.max(1) as f64),
            );
        }
        let (plain, lambda) = self.unsolved;
        row("table 5", "not solved: df-pn, df-pn lambda".into(), None, format!("{plain}, {lambda}"));
    }
}

/// Verdicts, orders and evidence compared with the truth.
#[derive(Default)]
struct Checks {
    values: Agreement,
    orders: Agreement,
    evidence: Agreement,
}

impl Checks {
    /// All entries, on all cores.
    fn of(entries: &[(Position, Entry)], watch: &Watch) -> Result<Checks, Ended> {
        // The searches' own progress is not what the reader of the line wants to see.
        let parts = spread(cores(), "comparing with the truth", entries.len(), watch, |index| {
            let (position, entry) = &entries[index];
            let mut checks = Checks::default();
            checks.entry(position, entry, watch).map(|()| checks)
        })?;
        let mut all = Checks::default();
        for part in parts {
            let part = part?;
            all.values.add(part.values);
            all.orders.add(part.orders);
            all.evidence.add(part.evidence);
        }
        Ok(all)
    }

    fn entry(&mut self, position: &Position, entry: &Entry, watch: &Watch) -> Result<(), Ended> {
        let decided = self.decide(position, &WinTheGame::plain(), watch)?;
        let right = decided.map(|proved| proved == (entry.value == Value::Win));
        self.values.see(right, || {
            let (value, plies) = (entry.value.name(), entry.distance);
            format!("{position}: the search says {decided:?} to a win, the table {value} in {plies:?} plies")
        });
        match entry {
            Entry { value: Value::Win, order: Some(order @ 1..), .. } => self.order(position, *order, watch),
            _ => Ok(()),
        }
    }

    /// Proved at its order, and disproved one below.
    fn order(&mut self, position: &Position, order: u8, watch: &Watch) -> Result<(), Ended> {
        let at = self.decide(position, &highest_order(order), watch)?;
        let below = self.decide(position, &highest_order(order - 1), watch)?;
        let right = match (at, below) {
            (Some(at), Some(below)) => Some(at && !below),
            // Half an answer can be wrong already.
            (Some(false), _) | (_, Some(true)) => Some(false),
            _ => None,
        };
        self.orders.see(right, || {
            format!("{position}: of order {order}, but the search says {at:?} there and {below:?} one below")
        });
        Ok(())
    }

    /// Asks until there is an answer, first with the table of the paper, then with all the patience there is, and
    /// has the evidence checked.
    fn decide(&mut self, position: &Position, plan: &Plan, watch: &Watch) -> Result<Option<bool>, Ended> {
        let patient = Limits::nodes(PATIENT_NODES).with_memory(PATIENT_MEMORY);
        let mut decided = None;
        for limits in [usual_limits(), patient] {
            let answer = ask(position, plan, &limits, watch)?;
            decided = match answer.verdict {
                Verdict::Proved { .. } => Some(true),
                Verdict::Disproved { .. } => Some(false),
                Verdict::Unknown { .. } => continue,
            };
            if let Ok(evidence) = answer.evidence {
                let root = Contest::attacking(*position);
                let checked = check(&WinTheGame, &root, plan.order, &evidence);
                self.evidence
                    .see(Some(checked.is_ok()), || format!("{position}: the checker rejects the evidence"));
                return Ok(decided);
            }
        }
        self.evidence.see(None, String::new);
        Ok(decided)
    }
}

fn highest_order(order: u8) -> Plan {
    Plan::lambda(order, PassStrategy::HighestOrder)
}
