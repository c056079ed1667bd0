//! `tesuji simpei`: the solved game of Simpei.

mod play;

use std::process::ExitCode;

use clap::{Args, Subcommand};
use tesuji_ask::Question;
use tesuji_ask::simpei::SimpeiQuestion;

use super::options::{LimitOptions, request};
use super::reproduce;
use crate::asking::{self, Output};
use crate::failure::Failure;
use crate::files;
use crate::store::TableOptions;

/// The game of Simpei, solved completely
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji simpei solve
  tesuji simpei best \"M:21 O:c0 m:2 o:2\"
  tesuji simpei table
  tesuji simpei play --second

A position is written M:<hex> O:<hex> m:<hand> o:<hand>: the pieces of the side to move, those of the other side (bit i is
point i: 0 to 15 the upper world row by row, 16 to 24 the lower one), and what they have in hand. The table of all
positions is made when it is first needed, in less than a minute, and kept.")]
pub(crate) struct Simpei {
    #[command(subcommand)]
    command: Which,
}

#[derive(Subcommand)]
enum Which {
    /// Solve the game, keep the table, and print the totals
    Solve(Solve),
    /// The value of a position and its best moves
    Best(Best),
    /// The published figures beside ours
    Table(Table),
    /// Play against the perfect opponent
    Play(play::Play),
}

#[derive(Args)]
struct Solve {
    #[command(flatten)]
    table: TableOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Best {
    /// The position, such as "M:21 O:c0 m:2 o:2"
    position: String,
    /// Show all legal moves with their values
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    table: TableOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Table {
    #[command(flatten)]
    table: TableOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Simpei {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match &self.command {
            Which::Solve(command) => command.run(),
            Which::Best(command) => command.run(),
            Which::Table(command) => {
                reproduce::tell("simpei", &command.table.desk(), false, None, command.json)
            }
            Which::Play(command) => command.run(),
        }
    }
}

impl Solve {
    fn run(&self) -> Result<ExitCode, Failure> {
        let question = SimpeiQuestion { totals: true, ..SimpeiQuestion::default() };
        let request = request(Question::Simpei(question), self.limits.asked(), None);
        let code = asking::run(&self.table.desk(), &request, &Output { json: self.json, svg: None })?;
        match self.table.path().filter(|path| path.is_file() && !self.json) {
            Some(path) => files::print(&format!("table: {}\n", path.display())).map(|()| code),
            None => Ok(code),
        }
    }
}

impl Best {
    fn run(&self) -> Result<ExitCode, Failure> {
        let position = Some(self.position.clone());
        let question = SimpeiQuestion { position, all: self.all, ..SimpeiQuestion::default() };
        let request = request(Question::Simpei(question), self.limits.asked(), None);
        asking::run(&self.table.desk(), &request, &Output { json: self.json, svg: None })
    }
}
