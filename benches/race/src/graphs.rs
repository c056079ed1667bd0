//! Races of several blocks: how the states of exhaustive play grow with regions and blocks.
//!
//! Blocks stand in a chain or in a ring, black and white in turn, one shared liberty between neighbours. Each has the same
//! number of regions of depth 2, `{6||4|0}` and `{5|3||0}` in turn. The fates of all blocks and the first capture are asked for
//! both first movers.

use std::time::Instant;

use tesuji_race::multi::{BlockText, Graph, GraphText, SharedText, Solver, Unsolved};
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

fn measure(text: &GraphText, limit: u64) -> Result<Cost, Box<dyn std::error::Error>> {
    let start = Instant::now();
    let mut games = LibertyGames::new();
    let graph = Graph::read(&mut games, text)?;
    let mut solver = Solver::new(&mut games, &graph, limit)?;
    for first in Color::BOTH {
        solver.outcome(first)?;
        for block in 0..graph.blocks.len() {
            solver.fate(block, first)?;
        }
    }
    Ok(Cost { nodes: solver.states, seconds: start.elapsed().as_secs_f64() })
}

/// Prints the table.
pub(crate) fn run(limit: u64) -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "races of several blocks, at most {limit} states; all fates and the first capture, both first movers"
    );
    println!();
    println!("| blocks | regions each | regions | states | ms |");
    println!("|---|---:|---:|---:|---:|");
    let shapes = [
        (2, false, "1 against 1"),
        (3, false, "1 against 2"),
        (4, false, "chain of 4"),
        (4, true, "ring of 4"),
    ];
    for (blocks, ring, name) in shapes {
        for regions in 1..=3 {
            let cost = match measure(&graph(blocks, ring, regions), limit) {
                Ok(cost) => format!("{} | {:.1}", cost.nodes, 1e3 * cost.seconds),
                Err(error) if error.downcast_ref::<Unsolved>().is_some() => "stopped |".to_string(),
                Err(error) => return Err(error),
            };
            println!("| {name} | {regions} | {} | {cost} |", blocks * regions);
            if cost.starts_with("stopped") {
                break;
            }
        }
    }
    Ok(())
}
