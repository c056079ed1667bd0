//! Races of several blocks: how the states of the product grow with regions and blocks.
//!
//! Blocks stand in a chain or in a ring, black and white in turn, one shared liberty between neighbours. Each has the same
//! number of regions of depth 2, `{6||4|0}` and `{5|3||0}` in turn. The fates of all blocks and the first capture are asked for
//! both first movers.

use std::fmt::Write as _;
use std::time::Instant;

use tesuji_job::{Limits, Watch, Why};
use tesuji_race::multi::{BlockText, Graph, GraphText, SharedText, Solver};
use tesuji_race::{Color, LibertyGames};

use crate::Cost;

/// Regions of depth 2, as Black's.
const REGIONS: [&str; 2] = ["{6||4|0}", "{5|3||0}"];
const NEGATED: [&str; 2] = ["{0|-4||-6}", "{0||-3|-5}"];

fn color(index: usize) -> Color {
    if index.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// So many blocks in a row, or in a ring, with so many regions each.
fn graph(blocks: usize, ring: bool, regions: usize) -> GraphText {
    let name = |index: usize| format!("{}", index + 1);
    let games = |index: usize| match color(index) {
        Color::Black => REGIONS,
        Color::White => NEGATED,
    };
    let block = |index: usize| BlockText {
        name: name(index),
        color: color(index),
        external: (0..regions).map(|region| games(index)[region % 2].to_string()).collect(),
        ..BlockText::default()
    };
    let pairs = if ring { blocks } else { blocks - 1 };
    let shared = (0..pairs)
        .map(|index| SharedText { between: [name(index), name((index + 1) % blocks)], liberties: 1 })
        .collect();
    GraphText { blocks: (0..blocks).map(block).collect(), shared }
}

/// Seconds of processor time, where the system tells; other programs on the machine do not count.
fn processor_seconds() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(told.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

fn measure(text: &GraphText, limit: u64) -> Result<Cost, Box<dyn std::error::Error>> {
    let start = (Instant::now(), processor_seconds());
    let limits = Limits::nodes(limit).with_memory(u64::MAX);
    let mut games = LibertyGames::with_limits(limits, Watch::unwatched());
    let graph = Graph::read(&mut games, text)?;
    let mut solver = Solver::new(&mut games, &graph, u64::MAX)?;
    for first in Color::BOTH {
        solver.outcome(first)?;
        for block in 0..graph.blocks.len() {
            solver.fate(block, first)?;
        }
    }
    let nodes = solver.nodes();
    let seconds = match (start.1, processor_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => start.0.elapsed().as_secs_f64(),
    };
    Ok(Cost { nodes, seconds })
}

/// One graph: its kind, regions in all, what it cost.
struct Line {
    kind: usize,
    regions: usize,
    cost: Cost,
}

const KINDS: [(&str, usize, bool, &str); 4] = [
    ("1 against 1", 2, false, "#0072b2"),
    ("1 against 2", 3, false, "#e69f00"),
    ("chain of 4", 4, false, "#009e73"),
    ("ring of 4", 4, true, "#d55e00"),
];

/// Prints the table, and draws it if a file is named.
pub(crate) fn run(limit: u64, plot: Option<&str>) -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "races of several blocks, at most {limit} states; all fates and the first capture, both first movers; processor time, the best of 3 runs"
    );
    println!();
    println!("| blocks | regions each | regions | states | ms |");
    println!("|---|---:|---:|---:|---:|");
    let mut lines = Vec::new();
    for (kind, &(name, blocks, ring, _)) in KINDS.iter().enumerate() {
        for regions in 1..=4 {
            let all = blocks * regions;
            let mut best: Option<Cost> = None;
            for _ in 0..3 {
                let cost = match measure(&graph(blocks, ring, regions), limit) {
                    Ok(cost) => cost,
                    Err(error) if error.downcast_ref::<Why>().is_some() => break,
                    Err(error) => return Err(error),
                };
                if best.is_none_or(|best| cost.seconds < best.seconds) {
                    best = Some(cost);
                }
                if cost.seconds > 5.0 {
                    break;
                }
            }
            let Some(cost) = best else {
                println!("| {name} | {regions} | {all} | stopped | |");
                break;
            };
            println!("| {name} | {regions} | {all} | {} | {:.1} |", cost.nodes, 1e3 * cost.seconds);
            lines.push(Line { kind, regions: all, cost });
        }
    }
    if let Some(path) = plot {
        std::fs::write(path, draw(&lines))?;
    }
    Ok(())
}

/// States over the number of regions, logarithmic upwards.
fn draw(lines: &[Line]) -> String {
    const WIDE: f64 = 420.0;
    const HIGH: f64 = 260.0;
    const TOP: i32 = 8;
    let most = lines.iter().map(|line| line.regions).max().unwrap_or(1);
    let across = |regions: usize| 60.0 + regions as f64 / most as f64 * WIDE;
    let up = |states: f64| 40.0 + HIGH - states.max(1.0).log10() / f64::from(TOP) * HIGH;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>States of the product in graphs of blocks over the number of regions</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        WIDE + 80.0,
        HIGH + 90.0
    );
    for power in 0..=TOP {
        let y = up(10f64.powi(power));
        let _ = writeln!(
            svg,
            "<path d=\"M60 {y:.1}h{WIDE}\" stroke=\"#ddd\"/><text x=\"54\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>",
            y + 4.0
        );
    }
    for regions in (2..=most).step_by(2) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{regions}</text>",
            across(regions),
            HIGH + 58.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">regions</text>",
        60.0 + WIDE / 2.0,
        HIGH + 78.0
    );
    for (kind, (name, _, _, colour)) in KINDS.iter().enumerate() {
        let x = 60.0 + 110.0 * kind as f64;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"16\" r=\"4\" fill=\"{colour}\"/><text x=\"{}\" y=\"20\">{name}</text>",
            x + 9.0
        );
        let mut path = String::new();
        for line in lines.iter().filter(|line| line.kind == kind) {
            let (x, y) = (across(line.regions), up(line.cost.nodes as f64));
            let _ = write!(path, "{}{x:.1} {y:.1}", if path.is_empty() { 'M' } else { 'L' });
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"><title>{name}, {} regions: {} states</title></circle>",
                line.regions, line.cost.nodes
            );
        }
        let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"{colour}\" fill=\"none\" stroke-width=\"1.5\"/>");
    }
    svg.push_str("</svg>\n");
    svg
}
