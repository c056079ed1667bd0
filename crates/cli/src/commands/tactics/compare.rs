//! `tesuji tactics compare`

use std::process::ExitCode;

use clap::Args;
use tesuji_ask::Question;
use tesuji_ask::tactics::TacticCompareQuestion;

use super::super::options::{LimitOptions, PictureOptions, request};
use super::Common;
use crate::asking;
use crate::failure::Failure;
use crate::files;

#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics compare \"Q2(W)\" \"~P3(W)\" --board square:6
  tesuji tactics compare paper2 paper3 --board hexagon:4 --positions 5000 \\
      --svg difference.svg
  tesuji tactics compare random paper1 paper3 \"F(B) & F(W)\" --board square:6 \\
      --games 4000

Two maps are compared on positions from random games: the answer is on how many of them they differ, with an example, or that
they are equal on all positions sampled, which is no proof. With --games, all that are named play each other, colours
balanced.")]
pub(super) struct Compare {
    /// Two maps; or, with --games, two players or more
    #[arg(value_name = "EXPR", num_args = 2.., required = true)]
    tactics: Vec<String>,
    /// The board: a name such as hexagon:4, or a JSON file
    #[arg(long, value_name = "NAME")]
    board: String,
    /// How many positions to look at, 1000 without it
    #[arg(long, value_name = "N")]
    positions: Option<u32>,
    /// Play a round robin with so many games of each pair
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// The master seed, 1 without it
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Compare {
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let question = TacticCompareQuestion {
            tactics: self.tactics.clone(),
            board: Some(files::board(&self.board)?),
            positions: self.positions,
            games: self.games,
            seed: self.seed,
            rules: self.common.rules.clone(),
        };
        let question = Question::TacticCompare(Box::new(question));
        let request = request(question, self.limits.asked(), Some(&self.picture));
        asking::run(&self.common.threads.desk(), &request, &self.picture.output(self.json))
    }
}
