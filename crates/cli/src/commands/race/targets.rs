//! `tesuji race FILE --targets A,B`: two groups of a real position, read on the board.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tesuji_board::{Color, Diagram, Point, Position, Rules, Topology};
use tesuji_draw::{Picture, Region};
use tesuji_fight::{Answer, Code, Move, Unfit, Verdict, solve};
use tesuji_search::{Control, Limits, Progress};

use super::Race;
use crate::commands::capture::reason;
use crate::failure::Failure;
use crate::files::{self, Input};
use crate::interrupt;
use crate::progress::ProgressLine;

/// States that each search of a question may look at.
const NODES: u64 = 20_000_000;

/// What a question may take.
pub(crate) fn limits(nodes: Option<u64>, time: Duration) -> Limits {
    Limits {
        table_bytes: 800 << 20,
        working_bytes: 400 << 20,
        depth: 400,
        deadline: Instant::now().checked_add(time),
        ..Limits::nodes(nodes.unwrap_or(NODES))
    }
}

/// Why two points are no fight.
pub(crate) fn unfit(board: &Topology, unfit: Unfit) -> String {
    match unfit {
        Unfit::Empty(point) if point.index() < board.len() => {
            format!("{} is empty: a target must be a stone", board.name_of(point))
        }
        Unfit::Empty(_) => "a target is not on the board".into(),
        Unfit::SameColor => "the targets are of one colour: name one stone of each side".into(),
        Unfit::TooLarge => {
            "the targets have too many stones to be read on the board (128 points at most)".into()
        }
    }
}

impl Race {
    pub(super) fn between_targets(&self, file: &Path, targets: &[String]) -> Result<ExitCode, Failure> {
        let input = Input::read(file)?;
        let diagram = self.at.read(&input)?.diagram;
        let bad = |message: String| Failure::bad(format!("{}: {message}", input.name));
        let position = diagram.position(Rules::default()).map_err(|error| bad(error.to_string()))?;
        let board = position.topology();
        let [first, second] = targets else {
            return Err(Failure::bad(
                "--targets takes two stones, such as D4,K10: the first side moves first",
            ));
        };
        let point = |name: &String| board.require_point(name.trim()).map_err(Failure::bad);
        let targets = [point(first)?, point(second)?];
        let stop = interrupt::flag();
        let line = Mutex::new(ProgressLine::new());
        let watch = |progress: &Progress| {
            if let Ok(mut line) = line.try_lock() {
                line.show(|| format!("{} states", progress.nodes));
            }
            if stop.load(Ordering::Relaxed) { Control::Stop } else { Control::Continue }
        };
        let limits = limits(self.nodes, Duration::from_secs_f64(self.seconds));
        let answer =
            solve(&position, targets, &limits, &watch).map_err(|error| Failure::bad(unfit(board, error)))?;
        drop(line);
        let report = Report { diagram: &diagram, position: &position, targets, answer: &answer };
        self.picture.draw(&report.picture())?;
        if self.json {
            files::print_json(&report.json())?;
        } else {
            files::print(&report.text())?;
        }
        match answer.verdict {
            _ if stop.load(Ordering::Relaxed) => Err(Failure::Interrupted),
            Verdict::Unknown { why } => Err(Failure::Limit(reason(why).into())),
            _ => Ok(ExitCode::SUCCESS),
        }
    }
}

/// What a code says of one target.
fn words(code: Option<Code>, yes: &str, no: &str) -> String {
    match code {
        None => "unknown".into(),
        Some(Code::Fails) => no.into(),
        Some(Code::Works) => yes.into(),
        Some(Code::KoOpponentThreatens) => format!("{yes} by ko, the opponent must find the first threat"),
        Some(Code::KoMoverThreatens) => format!("{yes} by ko, the mover must find the first threat"),
    }
}

struct Report<'a> {
    diagram: &'a Diagram,
    position: &'a Position,
    targets: [Point; 2],
    answer: &'a Answer,
}

impl Report<'_> {
    fn name(&self, step: Move) -> &str {
        step.map_or("pass", |point| self.position.topology().name_of(point))
    }

    fn line(&self) -> Vec<&str> {
        self.answer.line.iter().map(|&step| self.name(step)).collect()
    }

    fn mover(&self) -> Color {
        self.position.stone(self.targets[0]).unwrap_or(Color::Black)
    }

    /// One stone of every string that was taken as safe.
    fn assumed(&self) -> Vec<&str> {
        let strings = self.position.strings();
        let assumed = strings.iter().filter(|string| string.stones.intersects(&self.answer.assumed_safe));
        assumed.filter_map(|string| string.stones.first()).map(|stone| self.name(Some(stone))).collect()
    }

    fn json(&self) -> Value {
        let answer = self.answer;
        let board = self.position.topology();
        let mut value = json!({
            "targets": self.targets.map(|target| board.name_of(target)),
            "first": self.mover().to_string(),
            "verdict": answer.verdict.name(),
            "codes": answer.codes.map(|code| code.map(Code::number)),
            "move": answer.first_move.map(|step| self.name(step)),
            "pv": self.line(),
            "nodes": answer.nodes,
            "field": answer.field.iter().map(|point| board.name_of(point)).collect::<Vec<_>>(),
            "assumed_safe": self.assumed(),
            "open": answer.open,
        });
        if let Verdict::Unknown { why } = answer.verdict {
            value["why"] = json!(reason(why));
        }
        value
    }

    fn text(&self) -> String {
        let answer = self.answer;
        let [first, second] = self.targets.map(|target| self.name(Some(target)));
        let (mover, other) = (self.mover(), self.mover().opponent());
        let mut text = self.diagram.to_string();
        let _ = writeln!(text, "\n{mover} {first} against {other} {second}, {mover} first");
        let _ = match answer.verdict {
            Verdict::Win => writeln!(text, "win: {second} is captured"),
            Verdict::Both => writeln!(text, "seki, or both live: neither {first} nor {second} is captured"),
            Verdict::Loss => writeln!(text, "loss: {first} is captured"),
            Verdict::Ko => writeln!(text, "ko"),
            Verdict::Unknown { why } => writeln!(text, "unknown: {}", reason(why)),
        };
        let _ = writeln!(text, "{first} {}", words(answer.codes[0], "survives", "is captured"));
        let _ = writeln!(text, "{second} {}", words(answer.codes[1], "is captured", "survives"));
        if let Some(step) = answer.first_move {
            let _ = writeln!(text, "move: {}", self.name(step));
        }
        if !answer.line.is_empty() {
            let _ = writeln!(text, "line: {}", self.line().join(" "));
        }
        let empty = answer.field.iter().filter(|&point| self.position.is_empty_at(point)).count();
        let _ = writeln!(text, "read on {} points, {empty} of them empty", answer.field.len());
        if !answer.assumed_safe.is_empty() {
            let _ = writeln!(text, "assumed: taken as safe: the strings at {}", self.assumed().join(" "));
        }
        if answer.open {
            let _ = writeln!(text, "assumed: whoever gets out of these points is safe");
        }
        let _ = writeln!(text, "nodes: {}", answer.nodes);
        text
    }

    /// The board with the points that were read and the line of play in numbers.
    fn picture(&self) -> Picture<'_> {
        let mut picture = Picture::from(self.diagram);
        let points = self.answer.field.iter().filter(|&point| self.position.is_empty_at(point));
        picture.regions.push(Region { points: points.collect(), color: None, caption: None });
        let [first, second] = self.targets.map(|target| self.name(Some(target)));
        picture.caption = Some(format!("{first} against {second}: {}", self.answer.verdict.name()));
        let colors = [self.mover(), self.mover().opponent()].into_iter().cycle();
        let line = self.answer.line.iter().zip(colors);
        picture.moves(1, line.map_while(|(step, color)| step.map(|point| (color, point))))
    }
}
