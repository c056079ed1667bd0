//! Tables 1 and 2 and figure 2 of paper 001: df-pn and df-pn lambda on mates and brinkmates.
//!
//! The paper's problems are not available: the shipped examples stand in for them. As there, every problem is asked with
//! the highest order set to 2, by both searches; a mate may then be found by checks or with quiet moves.

use tesuji_draw::{Dot, ScatterPicture, Style, scatter_svg};
use tesuji_job::{Limits, Progress, Stopwatch, Watch, Why};
use tesuji_search::{Method, PassStrategy, Plan, Verdict, prove};
use tesuji_shogi::{Mate, Position};

use crate::row::{Reproduction, Row};
use crate::{Ended, Options, broken};

const TSUME: &str = include_str!("../../../examples/tsume.txt");
const HISSHI: &str = include_str!("../../../examples/hisshi.txt");

/// The paper's table had a million entries.
/// The tables have two thirds of what a search may use.
const MEMORY: u64 = 48_000_000;
const NODES: u64 = 200_000;
const LONG_NODES: u64 = 3_000_000;
/// Brinkmates asked without `--long`.
const FEW: usize = 40;

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
    let sets = [
        (1, "mates", TSUME, [702, 646], ["0.0399", "2.78", "4.91"]),
        (2, "brinkmates", HISSHI, [24, 21], ["1.17", "3.91", "5.41"]),
    ];
    for (order, name, text, paper_solved, paper_seconds) in sets {
        let mut sums = Sums::default();
        for sfen in problems(text).take(if long { usize::MAX } else { FEW }) {
            let position: Position = sfen.parse().map_err(broken)?;
            sums.problems += 1;
            watch.look(|| Progress::counted(name, sums.problems.into(), None))?;
            measure(&position, order, nodes, &mut sums, &mut dots, watch)?;
        }
        report(&mut rows, name, &sums, paper_solved, paper_seconds);
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
    let plan = |method| Plan { method, widening: 10, evidence: false, ..Plan::plain(2) };
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

fn report(rows: &mut Vec<Row>, name: &str, sums: &Sums, paper_solved: [u32; 2], paper_seconds: [&str; 3]) {
    let mut row = |place: &str, what: String, paper: Option<String>, ours: String, equal| {
        rows.push(Row { place: place.into(), what, paper, ours, equal, more: None });
    };
    let total = if name == "mates" { 777 } else { 32 };
    for (index, search) in ["df-pn lambda", "df-pn"].into_iter().enumerate() {
        let paper = format!("{} of {total}", paper_solved[index]);
        let ours = format!("{} of {}", sums.solved[index], sums.problems);
        row("table 1", format!("{name} solved at order 2: {search}"), Some(paper), ours, None);
    }
    let count = f64::from(sums.both.max(1));
    let both = sums.both;
    row(
        "table 2",
        format!("{name} ({both} solved by both): order 1, seconds"),
        Some(paper_seconds[0].into()),
        format!("{:.2e}", sums.lower_seconds / count),
        None,
    );
    for (index, search) in ["df-pn lambda", "df-pn"].into_iter().enumerate() {
        let seconds = format!("{:.2e}", sums.seconds[index] / count);
        let paper = Some(paper_seconds[index + 1].into());
        row("table 2", format!("{name}: order 2, {search}, seconds"), paper, seconds, None);
        let nodes = format!("{:.0}", sums.nodes[index] as f64 / count);
        row("table 2", format!("{name}: order 2, {search}, nodes"), None, nodes, None);
    }
    if name == "brinkmates" {
        let what = "brinkmates that checks alone would mate".into();
        row("table 1", what, Some("0".into()), sums.wrong.to_string(), Some(sums.wrong == 0));
    }
}
