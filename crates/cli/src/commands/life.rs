//! `tesuji life`: can this group live?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use tesuji_ask::capture::TargetStones;
use tesuji_ask::life::{LifeQuestion, Of};
use tesuji_ask::{Desk, Question, Side};

use super::options::{Choice, LimitOptions, PictureOptions, request};
use crate::asking;
use crate::failure::Failure;

/// Can this group live? Proved, for both sides moving first, with kos graded by threats
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji life examples/life.sgf
  tesuji life game.sgf --move 57 --group D4
  tesuji life game.sgf --move 57 --group D4 --first white --safe C3,F6
  tesuji life examples/life.sgf --all --svg life.svg
  tesuji life examples/life.sgf --json

The group is named by --group or marked with triangles (TR) in the file; without either the likeliest one is found. Stones \
that are marked with circles (CR) are safe, those with crosses (MA) may be captured. Walls that are neither stated nor \
proved to be safe are listed with the answer.")]
pub(crate) struct Life {
    /// A file with a position, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    at: Choice,
    /// A stone of the group, or several: D4,E5
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    group: Vec<String>,
    /// What has to survive: any of the group, or all strings that are named
    #[arg(long, value_enum)]
    of: Option<OfName>,
    /// Who moves first; without this, both are asked
    #[arg(long, value_enum)]
    first: Option<First>,
    /// Stones whose strings are never captured: C3,F6
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    safe: Vec<String>,
    /// Stones whose strings may be captured, however safe they look
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    unknown: Vec<String>,
    #[command(flatten)]
    limits: LimitOptions,
    /// Judge every first move
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum OfName {
    Any,
    All,
}

#[derive(Clone, Copy, ValueEnum)]
enum First {
    Black,
    White,
}

impl Life {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let question = LifeQuestion {
            position: self.at.read(&self.file)?,
            group: match &self.group[..] {
                [] => None,
                [one] => Some(TargetStones::One(one.clone())),
                several => Some(TargetStones::Several(several.to_vec())),
            },
            of: self.of.map(|of| match of {
                OfName::Any => Of::Any,
                OfName::All => Of::All,
            }),
            safe: self.safe.clone(),
            unknown: self.unknown.clone(),
            first: self.first.map(|first| match first {
                First::Black => Side::Black,
                First::White => Side::White,
            }),
            all: self.all,
        };
        let request = request(Question::Life(Box::new(question)), self.limits.asked(), Some(&self.picture));
        let answer = asking::answer(&Desk::new(), &request)?;
        asking::tell(&request, answer, &self.picture.output(self.json))
    }
}
