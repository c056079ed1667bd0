//! `tesuji endgame`: what are the moves worth?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use tesuji_ask::endgame::{EndgameQuestion, Scoring};
use tesuji_ask::{Desk, Question};

use super::options::{Choice, LimitOptions, PictureOptions, request};
use crate::asking;
use crate::failure::Failure;

/// What are the moves worth, which is the largest, and who wins by how much?
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji endgame examples/endgame.sgf
  tesuji endgame examples/endgame.sgf --komi 6.5 --rules area
  tesuji endgame examples/endgame-corridor.sgf --json
  tesuji endgame game.sgf --move 180 --region C1 --region A9,B8
  tesuji endgame examples/endgame.sgf --svg endgame.svg

A region is a part of the board between stones that live. It is played out to the end, so nobody has to say which stones in it \
are dead. Stones that are marked with circles (CR) or named by --safe live; those with crosses (MA) may be captured. Walls \
that are neither stated nor proved to live are listed with the answer.")]
pub(crate) struct Endgame {
    /// A file with a position, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    at: Choice,
    /// Only the region around these points; may be given several times: D1 or D1,E2
    #[arg(long, value_name = "POINTS")]
    region: Vec<String>,
    /// How points are counted; without this, by territory
    #[arg(long, value_enum)]
    rules: Option<RulesName>,
    /// Points for White
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<f64>,
    /// Stones whose strings are never captured: C3,F6
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    safe: Vec<String>,
    /// Stones whose strings may be captured, however safe they look
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    unknown: Vec<String>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum RulesName {
    Territory,
    Area,
}

impl Endgame {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let question = EndgameQuestion {
            position: self.at.read(&self.file)?,
            regions: self.region.iter().map(|names| names.split(',').map(String::from).collect()).collect(),
            rules: self.rules.map(|rules| match rules {
                RulesName::Territory => Scoring::Territory,
                RulesName::Area => Scoring::Area,
            }),
            komi: self.komi,
            safe: self.safe.clone(),
            unknown: self.unknown.clone(),
        };
        let request =
            request(Question::Endgame(Box::new(question)), self.limits.asked(), Some(&self.picture));
        let answer = asking::answer(&Desk::new(), &request)?;
        asking::tell(&request, answer, &self.picture.output(self.json))
    }
}
