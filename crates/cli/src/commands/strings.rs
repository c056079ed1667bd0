//! `tesuji strings`: the largest number of strings on a board.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use serde_json::json;
use tesuji_board::{Diagram, PointSet, Topology};
use tesuji_draw::Picture;
use tesuji_formats::{Format, write};
use tesuji_strings::{
    Certificate, Limits, Method, Optima, Progress, Rejected, Report, Stage, Unsolved, Variant, check, count,
    setup_of, solve, text_rows,
};

use super::picture::PictureOptions;
use crate::failure::Failure;
use crate::files::{self, Input};
use crate::interrupt;
use crate::progress::ProgressLine;

/// The largest number of strings that a legal position can have
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji strings 19
  tesuji strings 13 9 --count --svg board.svg
  tesuji strings --topology hexagon:4 --count
  tesuji strings 9 --all boards.txt
  tesuji strings 19 --sample 3 --seed 7
  tesuji strings 8 --method ilp --variant both
  tesuji strings 19 --certificate proof.json && tesuji strings --check proof.json

Feasible: squares up to about 30 (value) and 24 (count); other boards while they are narrow enough, which the program
tells. Sets of empty points are counted, not coloured positions.")]
pub(crate) struct Strings {
    /// Columns of a rectangular board
    #[arg(value_name = "N", required_unless_present_any = ["topology", "check"], conflicts_with = "topology")]
    columns: Option<usize>,
    /// Rows of a rectangular board, if it is no square
    #[arg(value_name = "M")]
    rows: Option<usize>,
    /// Any other board: a name such as torus:8x8, or a JSON file
    #[arg(long, value_name = "NAME")]
    topology: Option<String>,
    /// Count the optimal sets of empty points
    #[arg(long)]
    count: bool,
    /// Write all optimal boards into this file
    #[arg(long, value_name = "FILE")]
    all: Option<PathBuf>,
    /// Draw this many optimal boards at random, each equally likely
    #[arg(long, value_name = "K")]
    sample: Option<u64>,
    /// The seed of the draws
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// dp (frontier method, the default) or ilp (the paper's integer program)
    #[arg(long, value_enum)]
    method: Option<MethodName>,
    /// Additional inequalities of the integer program
    #[arg(long, value_enum, default_value_t = VariantName::Both)]
    variant: VariantName,
    /// Write a certificate that anyone can check
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check a certificate instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["columns", "topology", "count", "all", "sample", "certificate"])]
    check: Option<PathBuf>,
    /// Write the board as SGF (rectangles only)
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureOptions,
    /// Give up after this many states
    #[arg(long, value_name = "N", default_value_t = 20_000_000_000)]
    states: u64,
    /// Use at most this much memory for tables
    #[arg(long, value_name = "MB", default_value_t = 4000)]
    memory: u64,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum MethodName {
    Dp,
    Ilp,
}

#[derive(Clone, Copy, ValueEnum)]
enum VariantName {
    Simple,
    Corner,
    #[value(alias = "center")]
    Centre,
    Both,
}

impl Strings {
    fn limits(&self) -> Limits {
        Limits { states: self.states, bytes: self.memory.saturating_mul(1_000_000) }
    }

    fn method(&self) -> Method {
        let variant = match self.variant {
            VariantName::Simple => Variant::Simple,
            VariantName::Corner => Variant::Corner,
            VariantName::Centre => Variant::Center,
            VariantName::Both => Variant::Both,
        };
        match self.method {
            None => Method::Auto,
            Some(MethodName::Dp) => Method::Frontier,
            Some(MethodName::Ilp) => Method::Program(variant),
        }
    }

    fn board(&self) -> Result<Arc<Topology>, Failure> {
        match (&self.topology, self.columns) {
            (Some(name), _) => files::board(name),
            (None, Some(columns)) => {
                let rows = self.rows.unwrap_or(columns);
                Topology::parse(&format!("grid:{columns}x{rows}")).map_err(Failure::bad)
            }
            (None, None) => Err(Failure::bad("name a board: tesuji strings 19")),
        }
    }

    pub(crate) fn run(&self) -> Result<(), Failure> {
        let answered = match &self.check {
            Some(path) => self.check_certificate(path),
            None => self.solve(),
        };
        if let Err(Failure::Limit(why)) = &answered
            && self.json
        {
            files::print_json(&json!({"result": "unknown", "proved": false, "why": why}))?;
        }
        answered
    }

    fn solve(&self) -> Result<(), Failure> {
        let board = self.board()?;
        let limits = self.limits();
        let mut watch = Watch::new();
        let optimum = solve(&board, self.method(), &limits, &mut |p| watch.see(p)).map_err(explain)?;
        let counted = if self.count {
            Some(count(&board, 0, &limits, &mut |p| watch.see(p)).map_err(explain)?)
        } else {
            None
        };
        let several = (self.all.is_some() || self.sample.is_some())
            .then(|| Optima::new(&board, 0, &limits, &mut |p| watch.see(p)).map_err(explain))
            .transpose()?;
        let sampled = match (&several, self.sample) {
            (Some(optima), Some(number)) => sample(&board, optima, self.seed, number)?,
            _ => Vec::new(),
        };
        if let (Some(optima), Some(path)) = (&several, &self.all) {
            files::write_file(path, &list(&board, optima, &watch.stop)?)?;
        }
        drop(watch);

        self.picture.draw(&Picture::from(&optimum.diagram()))?;
        if let Some(path) = &self.sgf {
            files::write_file(path, &write(&optimum.diagram(), Format::Sgf).map_err(Failure::bad)?)?;
        }
        if let Some(path) = &self.certificate {
            let certificate = optimum.certificate().ok_or_else(|| {
                Failure::bad("the integer program leaves no certificate: use the method dp")
            })?;
            let text = serde_json::to_string_pretty(&certificate).map_err(Failure::bad)?;
            files::write_file(path, &(text + "\n"))?;
        }
        let report = Report::new(&optimum, counted.as_ref().and_then(|c| c.sets.first()));
        if self.json {
            let mut value = serde_json::to_value(&report).map_err(Failure::bad)?;
            if self.sample.is_some() {
                value["samples"] = json!(sampled);
            }
            return files::print_json(&value);
        }
        let mut text = report.to_string();
        for (number, rows) in sampled.iter().enumerate() {
            let _ = write!(text, "\nsample {} (seed {}):\n{}\n", number + 1, self.seed, rows.join("\n"));
        }
        files::print(&text)
    }

    fn check_certificate(&self, path: &std::path::Path) -> Result<(), Failure> {
        let input = Input::read(path)?;
        let certificate: Certificate = serde_json::from_slice(&input.bytes)
            .map_err(|error| Failure::bad(format!("{} is no certificate: {error}", input.name)))?;
        let mut watch = Watch::new();
        let checked =
            check(&certificate, &self.limits(), &mut |p| watch.see(p)).map_err(|error| match error {
                Rejected::Unfinished(why) => explain(why),
                other => Failure::bad(format!("{}: {other}", input.name)),
            })?;
        drop(watch);
        if self.json {
            let answer = json!({"accepted": true, "board": checked.board, "strings": checked.strings, "states": checked.states});
            return files::print_json(&answer);
        }
        files::print(&format!(
            "accepted: {} has {} strings at most; the position is legal and has so many, and one more was refuted again\n",
            checked.board, checked.strings
        ))
    }
}

/// The rows of boards drawn at random.
fn sample(
    board: &Arc<Topology>,
    optima: &Optima,
    seed: u64,
    number: u64,
) -> Result<Vec<Vec<String>>, Failure> {
    let mut boards = Vec::new();
    for i in 0..number {
        let empty =
            optima.sample(0, seed, i).ok_or_else(|| Failure::bad("there is no optimal board to draw"))?;
        boards.push(rows(board, &empty)?);
    }
    Ok(boards)
}

/// All boards as text diagrams, one after the other.
fn list(board: &Arc<Topology>, optima: &Optima, stop: &AtomicBool) -> Result<String, Failure> {
    // Beyond this the file would be larger than anyone reads.
    const MOST: u32 = 1_000_000;
    if optima.count(0) > MOST.into() {
        let many = optima.count(0);
        return Err(Failure::bad(format!(
            "there are {many} optimal boards: at most {MOST} are listed; try --sample"
        )));
    }
    let mut text = String::new();
    for (i, empty) in optima.iter(0).enumerate() {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let setup =
            setup_of(board, &empty).ok_or_else(|| Failure::bad("a set of empty points has no colouring"))?;
        let _ = writeln!(text, "# {}\n{}", i + 1, Diagram::new(setup));
    }
    Ok(text)
}

fn rows(board: &Arc<Topology>, empty: &PointSet) -> Result<Vec<String>, Failure> {
    let setup =
        setup_of(board, empty).ok_or_else(|| Failure::bad("a set of empty points has no colouring"))?;
    Ok(text_rows(&setup))
}

/// Watches a job: shows its progress, and stops it on Ctrl-C.
pub(super) struct Watch {
    line: ProgressLine,
    stop: Arc<AtomicBool>,
}

impl Watch {
    pub(super) fn new() -> Watch {
        Watch { line: ProgressLine::new(), stop: interrupt::flag() }
    }

    pub(super) fn see(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.line.show(|| {
            let stage = match progress.stage {
                Stage::Preparing => "preparing the bound",
                Stage::Searching => "looking for a board",
                Stage::Refuting => "proving that no board is better",
                Stage::Counting => "counting",
                Stage::Branching => "branching",
                Stage::Checking => "checking",
                _ => "working",
            };
            format!("{stage}: {} of {}, {} states", progress.done, progress.total, progress.states)
        });
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A job without an answer, in the terms of exit codes.
pub(super) fn explain(why: Unsolved) -> Failure {
    match why {
        Unsolved::Interrupted => Failure::Interrupted,
        Unsolved::States { .. } | Unsolved::Memory { .. } => Failure::Limit(why.to_string()),
        other => Failure::bad(other),
    }
}
