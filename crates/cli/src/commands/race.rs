//! `tesuji race`: capturing races, on boards, as sums of liberty games, and between several blocks.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use tesuji_ask::race::{AskedBlock, AskedEye, AskedGraph, AskedPair, Goal, RaceAnswer, RaceQuestion};
use tesuji_ask::value::ValueQuestion;
use tesuji_ask::{AskedPosition, Desk, Expression, Fault, Found, Question, Request, Side, Step};
use tesuji_formats::{NodeId, SgfTree, write_sgf};

use super::options::{Choice, PictureOptions, SearchLimitOptions, request};
use crate::asking;
use crate::failure::Failure;
use crate::files::{self, Input};

/// Decide a capturing race: who wins, by which move, and why
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji race examples/race.sgf
  tesuji race examples/race.sgf --verify --svg race.svg
  tesuji race examples/race-a.sgf --thermographs thermographs
  tesuji race game.sgf --move 57 --essential D4,K10 --json
  tesuji race examples/fight.sgf --targets A7,A4
  tesuji race examples/game-race.sgf --line line.sgf
  tesuji race --black '{4|0}' --black '{6||4|0}' --white -7
  tesuji race --black 5 --white -4 --shared 2 --black-eye 1 --white-eye 5:4
  tesuji race --graph examples/race-graph.json --svg graph.svg

Marks of an SGF file: TR and SQ on the racing stones, CR on safe ones, MA on unknown ones; one stone stands for its string.
Liberty games count the moves the opponent still needs, Black's positive and White's negative.")]
pub(crate) struct Race {
    /// A file with a position, or - for standard input
    #[arg(required_unless_present_any = ["black", "white", "graph"])]
    file: Option<PathBuf>,
    /// A liberty game of Black's block (repeat for more)
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, conflicts_with = "file")]
    black: Vec<String>,
    /// A liberty game of White's block, negative (repeat for more)
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, conflicts_with = "file")]
    white: Vec<String>,
    /// Liberties that both blocks share
    #[arg(long, value_name = "N", conflicts_with = "file")]
    shared: Option<u32>,
    /// Black's eye: its liberties and its size, such as 5:4; without a size it is an eye of one to three points
    #[arg(long, value_name = "L[:SIZE]", value_parser = eye, conflicts_with = "file")]
    black_eye: Option<AskedEye>,
    /// White's eye
    #[arg(long, value_name = "L[:SIZE]", value_parser = eye, conflicts_with = "file")]
    white_eye: Option<AskedEye>,
    /// A race between several blocks, as JSON: blocks with their liberty games, and the liberties they share
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "black", "white", "shared", "black_eye", "white_eye", "essential", "safe", "unknown", "verify", "thermographs"])]
    graph: Option<PathBuf>,
    /// Racing stones, one of each string, instead of the marks TR and SQ
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    essential: Vec<String>,
    /// Stones to be taken as safe, besides those marked CR
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    safe: Vec<String>,
    /// Stones to be taken as unknown, besides those marked MA
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    unknown: Vec<String>,
    /// Two groups, one stone of each: read their fight on the board, with eyes to make, kos and seki
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "file", conflicts_with_all = ["essential", "thermographs"])]
    targets: Vec<String>,
    /// What is asked: who captures first, as in the papers, or whose group lives, as players ask
    #[arg(long, value_enum, requires = "file")]
    goal: Option<GoalName>,
    /// Play the race out on the board as well and say whether the answers agree
    #[arg(long)]
    verify: bool,
    /// Write the lines of best play, Black first and White first, as variations of an SGF file
    #[arg(long, value_name = "FILE", requires = "file")]
    line: Option<PathBuf>,
    /// Draw the thermograph of each region into this folder, as A.svg, B.svg and so on
    #[arg(long, value_name = "FOLDER")]
    thermographs: Option<PathBuf>,
    #[command(flatten)]
    limits: SearchLimitOptions,
    #[command(flatten)]
    at: Choice,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum GoalName {
    Capture,
    Life,
}

fn eye(text: &str) -> Result<AskedEye, String> {
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| format!("`{text}` is no number"));
    let (liberties, size) = match text.split_once(':') {
        Some((liberties, size)) => (liberties, Some(number(size)?)),
        None => (text, None),
    };
    Ok(AskedEye { liberties: number(liberties)?, size })
}

fn expressions(typed: &[String]) -> Vec<Expression> {
    typed.iter().map(|text| Expression(text.clone())).collect()
}

impl Race {
    fn question(&self) -> Result<RaceQuestion, Failure> {
        Ok(RaceQuestion {
            position: self.file.as_deref().map(|file| self.at.read(file)).transpose()?,
            targets: (!self.targets.is_empty()).then(|| self.targets.clone()),
            essential: self.essential.clone(),
            safe: self.safe.clone(),
            unknown: self.unknown.clone(),
            goal: self.goal.map(|goal| match goal {
                GoalName::Capture => Goal::Capture,
                GoalName::Life => Goal::Life,
            }),
            verify: self.verify,
            black: expressions(&self.black),
            white: expressions(&self.white),
            shared: self.shared,
            black_eye: self.black_eye,
            white_eye: self.white_eye,
            graph: self.graph.as_deref().map(graph).transpose()?,
        })
    }

    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let question = Question::Race(Box::new(self.question()?));
        let request = request(question, self.limits.asked(), Some(&self.picture));
        let desk = Desk::new();
        let answer = asking::answer(&desk, &request)?;
        if let (Some(folder), Found::Race(found)) = (&self.thermographs, &answer.found) {
            self.draw_thermographs(&desk, folder, found)?;
        }
        if let (Some(path), Found::Race(found), Question::Race(asked)) =
            (&self.line, &answer.found, &request.question)
            && let Some(position) = &asked.position
        {
            files::write_file(path, &lines(position, found)?)?;
        }
        asking::tell(&request, answer, &self.picture.output(self.json))
    }

    /// Draws the liberty game of every counted region; where life is in play there is no number to draw.
    fn draw_thermographs(&self, desk: &Desk, folder: &Path, found: &RaceAnswer) -> Result<(), Failure> {
        files::make_folder(folder)?;
        for region in &found.regions {
            let (Some(value), Some(_)) = (&region.value, &region.cooled) else { continue };
            let question =
                ValueQuestion { expressions: vec![Expression(value.clone())], ..ValueQuestion::default() };
            let request = Request {
                picture: Some(self.picture.look.asked()),
                ..Request::from(Question::Value(Box::new(question)))
            };
            let Some(svg) = asking::answer(desk, &request)?.svg else { continue };
            let plain = |c: char| if c.is_alphanumeric() || c == '-' { c } else { '_' };
            let name: String = region.id.chars().map(plain).collect();
            files::write_file(&folder.join(format!("{name}.svg")), &svg)?;
        }
        Ok(())
    }
}

/// The lines of best play as variations from the position, each with what it shows.
fn lines(position: &AskedPosition, found: &RaceAnswer) -> Result<String, Failure> {
    let (diagram, _) = position.diagram()?;
    let fault = |error: tesuji_formats::Error| {
        Fault::in_field("line", format!("lines are written as SGF: {}", error.problem))
    };
    let mut tree = SgfTree::from_diagram(&diagram).map_err(fault)?;
    for first in [Side::Black, Side::White] {
        let side = found.first(first);
        let mut node = NodeId::ROOT;
        for step in &side.line {
            let Step::Stone { color, point } = step else { break };
            let point = diagram.setup.topology.point(point);
            node = tree.add_move(node, (*color).into(), point).map_err(fault)?;
            if tree.parent(node) == Some(NodeId::ROOT) {
                tree.set_comment(node, &format!("{} first: {}", first.capital(), side.why));
            }
        }
    }
    Ok(write_sgf(&[tree]))
}

/// A race between several blocks from its file.
fn graph(file: &Path) -> Result<AskedGraph, Failure> {
    let input = Input::read(file)?;
    let read = tesuji_formats::read_race(&input.bytes).map_err(|error| input.explain(&error))?;
    let block = |block: tesuji_formats::RaceFileBlock| AskedBlock {
        name: block.name,
        color: block.color.into(),
        external: expressions(&block.external),
        eye: block.eye,
        eye_size: block.eye_size,
    };
    let pair = |(between, liberties)| AskedPair { between, liberties };
    Ok(AskedGraph {
        blocks: read.blocks.into_iter().map(block).collect(),
        shared: read.shared.into_iter().map(pair).collect(),
    })
}
