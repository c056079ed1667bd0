//! `tesuji tactics search`

use std::process::ExitCode;

use clap::Args;
use tesuji_ask::Question;
use tesuji_ask::tactics::TacticSearchQuestion;

use super::super::options::{LimitOptions, request};
use super::Common;
use crate::asking::{self, Output};
use crate::failure::Failure;
use crate::files;

#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics search --board square:6 --seed 1
  tesuji tactics search --board honeycomb:3 --depth 2 --games 200000
  tesuji tactics search --board my-board.json --unseen square:6 \\
      --unseen hexagon:5 --json

All expressions up to the depth are listed and those that mean the same are merged; the rest play against random in rounds, after
each of which the better quarter stays. The last ones, and the maps of the paper for comparison, are measured on the unseen
boards with other seeds. The work is a number of games: the same call gives the same answer everywhere.")]
pub(super) struct Search {
    /// The board on which maps are chosen: a name such as square:6, or a JSON file
    #[arg(long, value_name = "NAME")]
    board: String,
    /// A board on which the chosen maps are measured, ten of many kinds without it; may be given several times
    #[arg(long, value_name = "NAME")]
    unseen: Vec<String>,
    /// The deepest expressions, in the paper's sense (the four sets have depth 1)
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Games for choosing, in all rounds together, 1500000 without it
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many maps are measured in the end, 8 without it
    #[arg(long, value_name = "N")]
    finalists: Option<u32>,
    /// Games of each of them on each unseen board, 3000 without it
    #[arg(long, value_name = "N")]
    final_games: Option<u64>,
    /// Positions on which the meanings of expressions are compared, 200 without it
    #[arg(long, value_name = "N")]
    positions: Option<u32>,
    /// The rate that counts as won in the summary, 0.88 without it
    #[arg(long, value_name = "RATE")]
    goal: Option<f64>,
    /// The master seed, 1 without it
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    limits: LimitOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Search {
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let question = TacticSearchQuestion {
            board: Some(files::board(&self.board)?),
            unseen: self.unseen.iter().map(|name| files::board(name)).collect::<Result<_, _>>()?,
            depth: self.depth,
            games: self.games,
            finalists: self.finalists,
            final_games: self.final_games,
            positions: self.positions,
            goal: self.goal,
            seed: self.seed,
            rules: self.common.rules.clone(),
        };
        let request = request(Question::TacticSearch(Box::new(question)), self.limits.asked(), None);
        asking::run(&self.common.threads.desk(), &request, &Output { json: self.json, svg: None })
    }
}
