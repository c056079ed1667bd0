//! Tables 1 and 2 and figure 2 of paper 001: df-pn and df-pn lambda on mates and brinkmates.
//!
//! The paper's problems are not available: mates from random games and composed brinkmates, both shipped, stand in for them.
//! As there, every problem is asked with the highest order set to 2, by both searches, and the table limits them; a mate may
//! then be found by checks or with quiet moves.

use tesuji_draw::{Dot, ScatterPicture, Style, scatter_svg};
use tesuji_job::{Limits, Progress, Stopwatch, Watch, Why};
use tesuji_search::{Method, PassStrategy, Plan, Verdict, prove};
use tesuji_shogi::{Mate, Position};

use crate::row::{Reproduction, Row};
use crate::{Ended, Options, broken};

const MATES: &str = tesuji_examples::text("mates-from-games.txt");
const HISSHI: &str = tesuji_examples::text("hisshi.txt");

/// The paper's table had a million entries: 32 bytes each in the main table, which has half of the memory.
const MEMORY: u64 = 64_000_000;
/// Nodes for each search: far more than the table holds, so that it is the table that limits.
const NODES: u64 = 1_000_000;
const LONG_NODES: u64 = 20_000_000;
/// Problems of each set asked without `--long`.
const FEW: usize = 40;

/// A set of problems, and what the paper has of its own.
struct Set {
    order: u8,
    name: &'static str,
    text: &'static str,
    paper_problems: u32,
    /// Solved by df-pn lambda and df-pn.
    paper_solved: [u32; 2],
    /// Mean seconds of order 1, and at order 2 of df-pn lambda and df-pn.
    paper_seconds: [f64; 3],
}

const SETS: [Set; 2] = [
    Set {
        order: 1,
        name: "mates",
        text: MATES,
        paper_problems: 777,
        paper_solved: [702, 646],
        paper_seconds: [0.0399, 2.78, 4.91],
    },
    Set {
        order: 2,
        name: "brinkmates",
        text: HISSHI,
        paper_problems: 32,
        paper_solved: [24, 21],
        paper_seconds: [1.17, 3.91, 5.41],
    },
];

/// One search of one problem.
struct Cost {
    proved: bool,
    seconds: f64,
    nodes: u64,
}

/// Sums over the problems of one actual order that both searches solved.
#[derive(Default)]
struct Sums {
    both: u32,
    solved: [u32; 2],
    problems: u32,
    seconds: [f64; 2],
    nodes: [u64; 2],
    /// Logarithms of the nodes of df-pn for one of df-pn lambda.
    logarithms: f64,
    /// The search of order 1, which is the same for both.
    lower_seconds: f64,
    wrong: u32,
}

/// Problems whose third field does not say that there is no answer.
fn problems(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split('|').skip(1);
        let (sfen, third) = (fields.next()?, fields.next()?);
        (third != "none").then_some(sfen)
    })
}

/// Tables 1 and 2 and figure 2 of paper 001.
pub(crate) fn reproduce(options: &Options, watch: &Watch) -> Result<Reproduction, Ended> {
    let long = options.long;
    let mut dots = Vec::new();
    let mut rows = Vec::new();
    let nodes = if long { LONG_NODES } else { NODES };
    for set in &SETS {
        let mut sums = Sums::default();
        for sfen in problems(set.text).take(if long { usize::MAX } else { FEW }) {
            let position: Position = sfen.parse().map_err(broken)?;
            sums.problems += 1;
            watch.look(|| Progress::counted(set.name, sums.problems.into(), None))?;
            measure(&position, set.order, nodes, &mut sums, &mut dots, watch)?;
        }
        report(&mut rows, set, &sums);
    }
    let svg =
        options.picture.then(|| scatter_svg(&ScatterPicture::seconds("Shogi", dots), &Style::default()));
    Ok(Reproduction { svg, ..Reproduction::new(rows) })
}

fn measure(
    position: &Position,
    order: u8,
    nodes: u64,
    sums: &mut Sums,
    dots: &mut Vec<Dot>,
    watch: &Watch,
) -> Result<(), Ended> {
    let plan = |method| Plan { method, evidence: false, ..Plan::plain(2) };
    let lambda = ask(position, &plan(Method::Lambda(PassStrategy::Sum)), nodes, watch)?;
    let plain = ask(position, &plan(Method::Threats(PassStrategy::Sum)), nodes, watch)?;
    let lower = ask(position, &Plan { order: 1, ..plan(Method::Plain) }, nodes, watch)?;
    // A mate is one by checks, a brinkmate is not.
    sums.wrong += u32::from(order == 2 && lower.proved);
    sums.solved[0] += u32::from(lambda.proved);
    sums.solved[1] += u32::from(plain.proved);
    if lambda.proved && plain.proved {
        sums.both += 1;
        sums.lower_seconds += lower.seconds;
        for (index, cost) in [&lambda, &plain].into_iter().enumerate() {
            sums.seconds[index] += cost.seconds;
            sums.nodes[index] += cost.nodes;
        }
        sums.logarithms += (plain.nodes as f64 / lambda.nodes.max(1) as f64).ln();
        dots.push(Dot { x: plain.seconds, y: lambda.seconds, group: order.into() });
    }
    Ok(())
}

fn ask(position: &Position, plan: &Plan, nodes: u64, watch: &Watch) -> Result<Cost, Ended> {
    let domain = Mate { attacker: position.turn() };
    let limits = Limits::nodes(nodes).with_memory(MEMORY);
    let clock = Stopwatch::start();
    let answer = prove(&domain, position, plan, &limits, watch);
    if answer.verdict == (Verdict::Unknown { why: Why::Stopped }) {
        return Err(Why::Stopped.into());
    }
    Ok(Cost { proved: answer.verdict.is_proved(), seconds: clock.seconds(), nodes: answer.statistics.nodes })
}

fn report(rows: &mut Vec<Row>, set: &Set, sums: &Sums) {
    let name = set.name;
    let mut row = |place: &str, what: String, paper: Option<String>, ours: String| {
        rows.push(Row::shown(place, what, paper, ours));
    };
    let searches = ["df-pn lambda", "df-pn"];
    for (index, search) in searches.into_iter().enumerate() {
        let paper = format!("{} of {}", set.paper_solved[index], set.paper_problems);
        let ours = format!("{} of {}", sums.solved[index], sums.problems);
        row("table 1", format!("{name} solved at order 2: {search}"), Some(paper), ours);
    }
    let count = f64::from(sums.both.max(1));
    let seconds = |seconds: f64| format!("{seconds:.2e}");
    row(
        "table 2",
        format!("{name} ({} solved by both): order 1, seconds", sums.both),
        Some(seconds(set.paper_seconds[0])),
        seconds(sums.lower_seconds / count),
    );
    for (index, search) in searches.into_iter().enumerate() {
        let paper = Some(seconds(set.paper_seconds[index + 1]));
        let ours = seconds(sums.seconds[index] / count);
        row("table 2", format!("{name}: order 2, {search}, seconds"), paper, ours);
        let nodes = format!("{:.0}", sums.nodes[index] as f64 / count);
        row("table 2", format!("{name}: order 2, {search}, nodes"), None, nodes);
    }
    let [_, lambda, plain] = set.paper_seconds;
    row(
        "table 2",
        format!("{name}: df-pn / df-pn lambda (paper: seconds, ours: nodes)"),
        Some(format!("{:.2}", plain / lambda)),
        format!("{:.2}", sums.nodes[1] as f64 / sums.nodes[0].max(1) as f64),
    );
    let mean = (sums.logarithms / count).exp();
    row("table 2", format!("{name}: the same, geometric mean"), None, format!("{mean:.2}"));
    if set.order == 2 {
        let what = "brinkmates that checks alone would mate";
        rows.push(Row::compared("table 1", what, "0".into(), sums.wrong.to_string()));
    }
}
