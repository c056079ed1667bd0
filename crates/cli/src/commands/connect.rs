//! `tesuji connect`: can these strings be connected?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use tesuji_ask::connect::ConnectQuestion;
use tesuji_ask::{Desk, Question, Side};

use super::options::{Choice, LimitOptions, PictureOptions, request};
use crate::asking;
use crate::failure::Failure;

/// Can two strings be connected, or can they be cut? Proved, for both sides moving first, with kos graded by threats
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji connect examples/connect.sgf
  tesuji connect game.sgf --move 57 --strings D4,F5
  tesuji connect game.sgf --move 57 --strings D4,F5 --first white --safe C7
  tesuji connect examples/connect.sgf --all --svg connect.svg
  tesuji connect examples/connect.sgf --json

The strings are named by --strings or marked with triangles (TR) in the file. Stones that are marked with circles (CR) are \
safe, those with crosses (MA) may be captured. What is taken as safe without being stated or proved is listed with the answer.")]
pub(crate) struct Connect {
    /// A file with a position, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    at: Choice,
    /// A stone of each of the two strings: D4,F5
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    strings: Vec<String>,
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
enum First {
    Black,
    White,
}

impl Connect {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let question = ConnectQuestion {
            position: self.at.read(&self.file)?,
            strings: self.strings.clone(),
            safe: self.safe.clone(),
            unknown: self.unknown.clone(),
            first: self.first.map(|first| match first {
                First::Black => Side::Black,
                First::White => Side::White,
            }),
            all: self.all,
        };
        let request =
            request(Question::Connect(Box::new(question)), self.limits.asked(), Some(&self.picture));
        let answer = asking::answer(&Desk::new(), &request)?;
        asking::tell(&request, answer, &self.picture.output(self.json))
    }
}
