//! Three methods on the same races, for 1 to 13 regions: counting, the product of the regions, plain search on the board.
//!
//! `cargo run --release -p bench-race [NODES [PLOT.svg]]`; `cargo run --release -p bench-race graphs [STATES [PLOT.svg]]` measures
//! races of several blocks instead, `mixed [STATES [SEED]]` and `balanced [NODES]` races that counting cannot decide.
//!
//! Two rows of boards grow by one region at a time, Black's and White's in turn: the regions of problem E (paper 000,
//! figure 13), and one small region, `{3|0}`, over and over. One shared liberty keeps a block on the board that has no region
//! yet; without eyes the first shared liberty changes no verdict (figure 9). Every method decides the race for both first
//! movers and is stopped at NODES positions (a million); a method that was stopped is not asked about larger boards. Answers
//! that differ end the program.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod balanced;
mod graphs;
mod mixed;
#[path = "../../../crates/race/tests/race/common/plain_board.rs"]
#[allow(dead_code, reason = "the tests ask more of it")]
mod plain_board;
mod plot;

use std::process::ExitCode;
use std::time::Instant;

use plain_board::PlainBoard;
use tesuji_board::{Color, Rules};
use tesuji_job::{Limits, Unknown, Watch, Why};
use tesuji_race::catalogue::{HALF, problem};
use tesuji_race::compose::{Recipe, Shape, compose};
use tesuji_race::{Blocks, BoardProduct, BoardRace, LibertyGames, Outcome, Threats, Wishes, static_outcome};

/// A board with so many regions.
type RecipeOf = fn(usize) -> Recipe<'static>;

/// Regions of the largest board.
const MOST: usize = 13;
/// A count takes microseconds: the best of so many is told.
const REPEATS: usize = 15;

/// What one method needed for both first movers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

/// One board.
pub(crate) struct Line {
    pub(crate) regions: usize,
    points: usize,
    /// Counting, the product, plain search; or why not.
    pub(crate) costs: [Result<Cost, String>; 3],
    /// How many of the seconds of counting the comparison of the sum took.
    compared: f64,
    outcomes: [Outcome; 2],
}

/// The boards of one kind.
pub(crate) struct Series {
    pub(crate) name: &'static str,
    pub(crate) lines: Vec<Line>,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let wanted = arguments.next_if(|word| ["graphs", "mixed", "balanced"].contains(&word.as_str()));
    let limit = arguments.next().and_then(|text| text.parse().ok());
    let done = match wanted.as_deref() {
        Some("graphs") => graphs::run(limit.unwrap_or(20_000_000), arguments.next().as_deref()),
        Some("balanced") => balanced::run(limit.unwrap_or(300_000)),
        Some(_) => match arguments.next().and_then(|text| text.parse().ok()) {
            Some(seed) => mixed::run_drawn(limit.unwrap_or(300_000), seed),
            None => mixed::run(limit.unwrap_or(300_000)),
        },
        None => methods(limit.unwrap_or(1_000_000), arguments.next().as_deref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The three methods on both rows of boards.
fn methods(nodes: u64, path: Option<&str>) -> Result<(), Box<dyn std::error::Error>> {
    let kinds: [(&str, RecipeOf); 2] =
        [("equal regions {3|0}", of_equal_regions), ("regions of problem E", of_problem_e)];
    let mut all = Vec::new();
    for (name, recipe) in kinds {
        all.push(series(name, recipe, nodes).map_err(|why| format!("{name}: {why}"))?);
    }
    if let Some(path) = path {
        std::fs::write(path, plot::draw(&all, nodes)).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

/// The first regions of both sides of problem E, in turn as long as both have some.
fn of_problem_e(regions: usize) -> Recipe<'static> {
    let [black, white] = problem('E').map(|recipe| recipe.regions).unwrap_or_default();
    let blacks = regions.div_ceil(2).min(black.len());
    let take = |all: Vec<Shape<'static>>, count: usize| all.into_iter().take(count).collect();
    Recipe { regions: [take(black, blacks), take(white, regions - blacks)], shared: 1, ..Recipe::default() }
}

fn of_equal_regions(regions: usize) -> Recipe<'static> {
    Recipe {
        regions: [vec![HALF; regions.div_ceil(2)], vec![HALF; regions / 2]],
        shared: 1,
        ..Recipe::default()
    }
}

fn series(name: &'static str, recipe: RecipeOf, nodes: u64) -> Result<Series, Box<dyn std::error::Error>> {
    println!("{name}, at most {nodes} nodes; both first movers together");
    println!();
    println!(
        "| regions | points | black, white first | counting: nodes | ms | of these comparing | us a region | product: nodes | ms | board: nodes | ms |"
    );
    println!("|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut lines = Vec::new();
    let mut asked = [true; 2];
    for regions in 1..=MOST {
        let line = measure(regions, &recipe(regions), nodes, asked)?;
        for (asked, cost) in asked.iter_mut().zip(&line.costs[1..]) {
            *asked = cost.is_ok();
        }
        print_line(&line);
        lines.push(line);
    }
    println!();
    Ok(Series { name, lines })
}

fn print_line(line: &Line) {
    let cells = |cost: &Result<Cost, String>| match cost {
        Ok(cost) => format!("{} | {:.3}", cost.nodes, 1e3 * cost.seconds),
        Err(why) => format!("{why} |"),
    };
    let [counting, product, board] = line.costs.each_ref().map(cells);
    let each = match &line.costs[0] {
        Ok(cost) => 1e6 * cost.seconds / line.regions as f64,
        Err(_) => f64::NAN,
    };
    let [black, white] = line.outcomes;
    println!(
        "| {} | {} | {black}, {white} | {counting} | {:.3} | {each:.0} | {product} | {board} |",
        line.regions,
        line.points,
        1e3 * line.compared
    );
}

fn measure(
    regions: usize,
    recipe: &Recipe<'_>,
    nodes: u64,
    asked: [bool; 2],
) -> Result<Line, Box<dyn std::error::Error>> {
    let diagram = compose(recipe)?;
    let position = diagram.position(Rules::default())?;
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram))?;
    // Each method may use so many; counting besides.
    let limits = Limits::nodes(2 * nodes + 1_000_000).with_memory(u64::MAX);
    let mut best: Option<(Cost, f64)> = None;
    let mut counted = None;
    for _ in 0..REPEATS {
        let (position, blocks) = (position.clone(), blocks.clone());
        let start = Instant::now();
        let games = LibertyGames::with_limits(limits, Watch::unwatched());
        let mut race = BoardRace::new(position, blocks, games)?;
        let trees = start.elapsed().as_secs_f64();
        let outcomes = compare(&mut race)?;
        let seconds = start.elapsed().as_secs_f64();
        let local = race.games.nodes();
        if best.is_none_or(|(cost, _)| seconds < cost.seconds) {
            best = Some((Cost { nodes: local, seconds }, seconds - trees));
        }
        counted = Some((race, outcomes));
    }
    let (Some((mut race, outcomes)), Some((counting, compared))) = (counted, best) else {
        return Err("nothing was measured".into());
    };
    let obstacles = race.race.obstacles(&mut race.games);
    if !race.gaps.is_empty() || !obstacles.is_empty() {
        return Err(format!("{regions} regions cannot be counted: {:?} {obstacles:?}", race.gaps).into());
    }
    let played = if asked[0] { play(&race, nodes) } else { Err("-".to_string()) };
    let searched = if asked[1] { search(&race, nodes) } else { Err("-".to_string()) };
    let mut costs = [Ok(counting), Err(String::new()), Err(String::new())];
    for (cost, found) in costs[1..].iter_mut().zip([played, searched]) {
        *cost = match found {
            Ok((_, theirs)) if theirs != outcomes => {
                return Err(format!("{regions} regions: {outcomes:?} by counting, {theirs:?} by play").into());
            }
            Ok((cost, _)) => Ok(cost),
            Err(why) => Err(why),
        };
    }
    let points = race.regions.iter().map(|region| region.points.len()).sum();
    Ok(Line { regions, points, costs, compared, outcomes })
}

fn compare(race: &mut BoardRace) -> Result<[Outcome; 2], Box<dyn std::error::Error>> {
    let sum = &race.race;
    let games: &mut LibertyGames = &mut race.games;
    Ok([static_outcome(games, sum, Color::Black)?, static_outcome(games, sum, Color::White)?])
}

type Found = Result<(Cost, [Outcome; 2]), String>;

fn told(unknown: &Unknown) -> String {
    if unknown.why == Why::Nodes { "stopped".to_string() } else { unknown.to_string() }
}

/// The product of the regions, with the exploration of the regions, and without help of counting.
fn play(race: &BoardRace, nodes: u64) -> Found {
    let start = Instant::now();
    let mut product = BoardProduct::new(race, nodes).map_err(|unknown| told(&unknown))?;
    let mut outcome = |mover| product.outcome(mover, Threats::NONE).map_err(|why| told(&why.into()));
    let outcomes = [outcome(Color::Black)?, outcome(Color::White)?];
    let (positions, _) = product.positions();
    Ok((Cost { nodes: product.nodes() + positions, seconds: start.elapsed().as_secs_f64() }, outcomes))
}

/// Exhaustive play on the board.
fn search(race: &BoardRace, nodes: u64) -> Found {
    let start = Instant::now();
    let mut search = PlainBoard::of_race(race, nodes);
    let mut outcome = |mover| search.outcome(mover).map_err(|_| "stopped".to_string());
    let outcomes = [outcome(Color::Black)?, outcome(Color::White)?];
    Ok((Cost { nodes: search.nodes(), seconds: start.elapsed().as_secs_f64() }, outcomes))
}
