//! `tesuji tactics play`

use std::process::ExitCode;

use clap::Args;
use tesuji_ask::Question;
use tesuji_ask::tactics::{AskedSprt, TacticsQuestion};

use super::super::options::{LimitOptions, request};
use super::Common;
use crate::asking::{self, Output};
use crate::failure::Failure;
use crate::files;

#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics play --board hexagon:4 --tactic paper3 --games 20000 --seed 1
  tesuji tactics play --board my-board.json --tactic \"F(B) & F(W)\" \\
      --games 5000 --seed 1 --json
  tesuji tactics play --board square:6 --tactic paper1 --against paper3 \\
      --games 100000 --seed 1 --balanced --sprt 0.50:0.52

The player under test has the first move, as in the paper, unless --balanced is given. The same seed gives the same counts on any
number of threads. A draw counts as the rules say (one half under paper), and draws and games broken off are always shown.")]
pub(super) struct Play {
    /// The board: a name such as hexagon:4, or a JSON file
    #[arg(long, value_name = "NAME")]
    board: String,
    /// The player under test: an expression, a name (paper1 to paper5) or random
    #[arg(long, value_name = "EXPR")]
    tactic: String,
    /// Its opponent, random without it
    #[arg(long, value_name = "EXPR")]
    against: Option<String>,
    /// How many games, 10000 without it
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// The master seed, 1 without it
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Let both move first in turn
    #[arg(long)]
    balanced: bool,
    /// Stop when the games decide between two rates of winning (draws left out), as in 0.50:0.55
    #[arg(long, value_name = "LOW:HIGH", value_parser = rates)]
    sprt: Option<(f64, f64)>,
    /// The probability of a wrong decision, 0.05 without it
    #[arg(long, value_name = "P", requires = "sprt")]
    sprt_error: Option<f64>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    limits: LimitOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

fn rates(text: &str) -> Result<(f64, f64), String> {
    let parsed = text.split_once(':').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    parsed.ok_or_else(|| "expected two rates, as in 0.50:0.55".into())
}

impl Play {
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let question = TacticsQuestion {
            board: Some(files::board(&self.board)?),
            tactic: self.tactic.clone(),
            against: self.against.clone(),
            games: self.games,
            seed: self.seed,
            balanced: self.balanced,
            rules: self.common.rules.clone(),
            sprt: self.sprt.map(|(low, high)| AskedSprt { low, high, error: self.sprt_error }),
            curve: false,
        };
        let request = request(Question::Tactics(Box::new(question)), self.limits.asked(), None);
        asking::run(&self.common.threads.desk(), &request, &Output { json: self.json, svg: None })
    }
}
