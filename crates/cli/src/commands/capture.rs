//! `tesuji capture`: can a string be captured, by whom, with which move, and does it take a ko?

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tesuji_board::{Color, Diagram, Mark, Point, PointSet, Position, Rules, Topology};
use tesuji_capture::{Algorithm, Answer, Move, Settings, Side, Verdict, solve, winning_moves};
use tesuji_draw::{Picture, Region};
use tesuji_formats::{NodeId, SgfFile, SgfTree, Value as SgfValue, write_sgf};
use tesuji_search::{Control, Evidence, Limits, Progress, Step, Target, Why};

use super::picture::PictureOptions;
use super::show::Choice;
use crate::failure::Failure;
use crate::files::{self, Input};
use crate::interrupt;
use crate::progress::ProgressLine;

/// Can a string be captured? Proved, with the move, the order and the grade of a ko
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji capture examples/net.sgf
  tesuji capture game.sgf --move 57 --target D4 --first defender
  tesuji capture examples/net.sgf --tree proof.sgf --svg net.svg
  tesuji capture examples/net.sgf --all --json

The target is named by --target or marked with a triangle (TR) in the file. 'captured' holds against every defence on the
board; 'escapes' names the lambda order up to which there is no capture.")]
pub(crate) struct Capture {
    /// A file with a position, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    at: Choice,
    /// A stone of the string in question
    #[arg(long, value_name = "POINT")]
    target: Option<String>,
    /// Who moves first; without this, the side to move of the file
    #[arg(long, value_enum)]
    first: Option<SideName>,
    /// The highest lambda order; without this, one that suits the target, as far as the limits allow
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    order: Option<u8>,
    /// The search
    #[arg(long, value_enum, default_value_t = AlgorithmName::Lambda)]
    algorithm: AlgorithmName,
    /// Give up after this many states
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
    /// Give up after this much time; node limits are the ones that give the same answer everywhere
    #[arg(long, value_name = "S", default_value_t = 4.0, value_parser = seconds)]
    seconds: f64,
    /// Use at most this much memory for tables
    #[arg(long, value_name = "MB", default_value_t = 400)]
    memory: usize,
    /// Find all first moves that work
    #[arg(long)]
    all: bool,
    /// Write the proof or refutation as an SGF tree into this file
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SideName {
    Attacker,
    Defender,
}

#[derive(Clone, Copy, ValueEnum)]
enum AlgorithmName {
    Lambda,
    Dfpn,
}

impl Capture {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let input = Input::read(&self.file)?;
        if let Some(tree) = &self.tree
            && same_file(tree, &self.file)
        {
            return Err(Failure::bad("the solution is never written over the problem: name another file"));
        }
        let diagram = self.at.read(&input)?.diagram;
        let position = diagram
            .position(Rules::default())
            .map_err(|error| Failure::bad(format!("{}: {error}", input.name)))?;
        let target = self.find_target(&diagram, &position)?;
        let owner = position.stone(target).ok_or_else(|| Failure::bad("the target is an empty point"))?;
        let first = match self.first {
            Some(SideName::Attacker) => Side::Attacker,
            Some(SideName::Defender) => Side::Defender,
            None if position.to_move() == owner => Side::Defender,
            None => Side::Attacker,
        };
        let mut settings = Settings::suited(&position, target);
        if let Some(order) = self.order {
            settings.order = order;
            settings.least = order;
        }
        settings.algorithm = match self.algorithm {
            AlgorithmName::Lambda => Algorithm::Lambda,
            AlgorithmName::Dfpn => Algorithm::Dfpn,
        };
        let table_bytes = self.memory.saturating_mul(1_000_000);
        let limits = Limits {
            table_bytes,
            working_bytes: table_bytes / 2,
            depth: 400,
            deadline: Instant::now().checked_add(Duration::from_secs_f64(self.seconds)),
            ..Limits::nodes(self.nodes)
        };
        let mut watch = watch();
        let empty = || Failure::bad("the target is an empty point");
        let answer = solve(&position, target, first, &settings, &limits, &mut watch).ok_or_else(empty)?;
        let all = if self.all {
            let moves = winning_moves(&position, target, first, &settings, &limits, &mut watch);
            Some(moves.ok_or_else(empty)?)
        } else {
            None
        };
        drop(watch);
        if let Some(path) = &self.tree {
            files::write_file(path, &tree(&diagram, owner, first, &answer)?)?;
        }
        self.picture.draw(&picture(&diagram, owner, first, &answer))?;
        let report =
            Report { board: position.topology(), target, owner, first, answer: &answer, all: all.as_deref() };
        if self.json {
            files::print_json(&report.json())?;
        } else {
            files::print(&report.text(&diagram))?;
        }
        match answer.verdict {
            _ if interrupt::flag().load(Ordering::Relaxed) => Err(Failure::Interrupted),
            Verdict::Unknown { why } => Err(Failure::Limit(reason(why).into())),
            _ => Ok(ExitCode::SUCCESS),
        }
    }

    /// The stone named, or the string that carries triangles.
    fn find_target(&self, diagram: &Diagram, position: &Position) -> Result<Point, Failure> {
        let board = position.topology();
        if let Some(name) = &self.target {
            let point = board.require_point(name).map_err(Failure::bad)?;
            return if position.is_empty_at(point) {
                Err(Failure::bad(format!("{name} is empty: the target must be a stone")))
            } else {
                Ok(point)
            };
        }
        let marked: PointSet =
            diagram.marked(Mark::Triangle).iter().filter(|&point| !position.is_empty_at(point)).collect();
        let first = marked
            .first()
            .ok_or_else(|| Failure::bad("no target: name a stone with --target, or mark one with TR"))?;
        let string: PointSet = position.string(first).collect();
        if marked.is_subset(&string) {
            Ok(first)
        } else {
            Err(Failure::bad("the triangles are on several strings: name the target with --target"))
        }
    }
}

/// A time limit: any positive number.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("a number of seconds above 0, at most 1e9".into()),
    }
}

/// The position with the points that a capture depends on, and the line of play in numbers.
fn picture<'a>(diagram: &'a Diagram, owner: Color, first: Side, answer: &Answer) -> Picture<'a> {
    let mut picture = Picture::from(diagram);
    if !answer.zone.is_empty() {
        picture.regions.push(Region { points: answer.zone.clone(), color: None, caption: None });
    }
    picture.caption = Some(match answer.verdict {
        Verdict::Captured => format!("captured at order {}", answer.order.unwrap_or(0)),
        Verdict::Escapes { order } => format!("no capture up to order {order}"),
        Verdict::Ko => "ko".into(),
        Verdict::Unknown { why } => format!("unknown: {}", reason(why)),
    });
    let mover = if first == Side::Attacker { owner.opponent() } else { owner };
    let colors = [mover, mover.opponent()].into_iter().cycle();
    let moves = answer.line.iter().zip(colors).map_while(|(step, color)| step.map(|point| (color, point)));
    picture.moves(1, moves)
}

fn same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// Shows progress and stops on Ctrl-C.
fn watch() -> impl FnMut(&Progress) -> Control {
    let mut line = ProgressLine::new();
    let stop = interrupt::flag();
    move |progress: &Progress| {
        line.show(|| {
            format!(
                "{} states, proof number {}, disproof number {}",
                progress.nodes, progress.pn, progress.dn
            )
        });
        if stop.load(Ordering::Relaxed) { Control::Stop } else { Control::Continue }
    }
}

/// Why there is no verdict, in words.
pub(crate) fn reason(why: Why) -> &'static str {
    match why {
        Why::Nodes => "the node limit was reached",
        Why::Memory => "the memory limit was reached",
        Why::Time => "the time limit was reached",
        Why::Stopped => "the search was stopped",
        Why::Depth => "only longer lines could decide it",
        Why::Contradiction => "the proof could not be certified",
        Why::NotAsked => "nothing was searched",
    }
}

fn name(board: &Topology, step: Move) -> &str {
    step.map_or("pass", |point| board.name_of(point))
}

struct Report<'a> {
    board: &'a Topology,
    target: Point,
    owner: Color,
    first: Side,
    answer: &'a Answer,
    all: Option<&'a [Move]>,
}

impl Report<'_> {
    fn names(&self, moves: &[Move]) -> Vec<&str> {
        moves.iter().map(|&step| name(self.board, step)).collect()
    }

    fn why(&self) -> Option<&'static str> {
        match self.answer.verdict {
            Verdict::Unknown { why } => Some(reason(why)),
            _ => None,
        }
    }

    fn json(&self) -> Value {
        let answer = self.answer;
        let zone: Vec<&str> = answer.zone.iter().map(|point| self.board.name_of(point)).collect();
        let mut value = json!({
            "target": self.board.name_of(self.target),
            "first": if self.first == Side::Attacker { "attacker" } else { "defender" },
            "verdict": answer.verdict.name(),
            "code": answer.code.map(tesuji_capture::Code::number),
            "move": answer.first_move.map(|step| name(self.board, step)),
            "order": answer.order,
            "nodes": answer.nodes,
            "pv": self.names(&answer.line),
            "zone": zone,
        });
        if let Some(why) = self.why() {
            value["why"] = json!(why);
        }
        if let Some(all) = self.all {
            value["moves"] = json!(self.names(all));
        }
        value
    }

    fn text(&self, diagram: &Diagram) -> String {
        let answer = self.answer;
        let mut text = diagram.to_string();
        let mover = if self.first == Side::Attacker { self.owner.opponent() } else { self.owner };
        let _ = writeln!(text, "\ntarget: {} {}, {mover} first", self.owner, self.board.name_of(self.target));
        let _ = match answer.verdict {
            Verdict::Captured => {
                writeln!(
                    text,
                    "captured: proved against every defence, also if the defender may retake a ko at once {} times",
                    tesuji_capture::THREATS
                )
            }
            Verdict::Escapes { order } => writeln!(text, "escapes: no capture up to order {order}"),
            Verdict::Ko => writeln!(text, "ko"),
            Verdict::Unknown { why } => writeln!(text, "unknown: {}", reason(why)),
        };
        if let Some(code) = answer.code {
            let words = [
                "it fails",
                "it works",
                "it works by ko, the opponent must find the first threat",
                "it works by ko, the mover must find the first threat",
            ];
            let _ = writeln!(text, "code: {code} ({})", words[usize::from(code.number())]);
        }
        if let Some(step) = answer.first_move {
            let _ = writeln!(text, "move: {}", name(self.board, step));
        }
        if let Some(all) = self.all {
            let _ = writeln!(text, "moves that work: {}", self.names(all).join(" "));
        }
        if let Some(order) = answer.order {
            let _ = writeln!(text, "order: {order}");
        }
        if !answer.line.is_empty() {
            let _ = writeln!(text, "line: {}", self.names(&answer.line).join(" "));
        }
        let _ = writeln!(text, "nodes: {}", answer.nodes);
        text
    }
}

/// Nodes of the largest tree that is written.
const MOST_TREE_NODES: usize = 50_000;

/// The proof or refutation as an SGF tree. What two lines have in common is written once.
fn tree(diagram: &Diagram, owner: Color, first: Side, answer: &Answer) -> Result<String, Failure> {
    let mut sgf = SgfTree::from_diagram(diagram).map_err(Failure::bad)?;
    let verdict =
        format!("{} (code {})", answer.verdict.name(), answer.code.map_or("?".into(), |c| c.to_string()));
    sgf.set(NodeId::ROOT, "C", [SgfValue::new(&verdict)]);
    let mover = if first == Side::Attacker { owner.opponent() } else { owner };
    if let Some(evidence) = &answer.evidence {
        let mut written = vec![false; evidence.nodes.len()];
        branch(&mut sgf, evidence, &mut written, mover)?;
    }
    let file = SgfFile { games: vec![sgf], warnings: Vec::new(), encoding: "UTF-8" };
    Ok(write_sgf(&file.games))
}

fn branch(
    sgf: &mut SgfTree,
    evidence: &Evidence<Move>,
    written: &mut [bool],
    mover: Color,
) -> Result<(), Failure> {
    let mut work = vec![(NodeId::ROOT, evidence.root, mover)];
    while let Some((parent, target, color)) = work.pop() {
        let Target::Node(index) = target else { continue };
        if sgf.len() > MOST_TREE_NODES {
            sgf.set(NodeId::ROOT, "C", [SgfValue::new("the tree is larger than this file")]);
            break;
        }
        if std::mem::replace(&mut written[index], true) {
            sgf.set(parent, "C", [SgfValue::new("as in another variation")]);
            continue;
        }
        for edge in &evidence.nodes[index].edges {
            let step = match edge.step {
                Step::Move(step) => step,
                Step::Pass => None,
            };
            let child = sgf.add_move(parent, color, step).map_err(Failure::bad)?;
            work.push((child, edge.target, color.opponent()));
        }
    }
    Ok(())
}
