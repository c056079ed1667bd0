//! `tesuji review`: what was missed in a game?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use tesuji_ask::review::ReviewQuestion;
use tesuji_ask::{AskedPosition, Desk, Found, Question};

use super::options::{LimitOptions, request};
use crate::asking::{self, Output};
use crate::failure::Failure;
use crate::files::{self, Input};

/// What was missed in this game? Groups that could have been killed or saved, move by move
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji review examples/review.sgf
  tesuji review game.sgf -o reviewed.sgf --problems mine.sgf
  tesuji review game.sgf --from 50 --to 120 --nodes 10000
  tesuji review game.sgf --json

A moment is a move before which stones could be saved or taken, and after which they \
cannot: both are read, and so is the move that would have been right. --problems makes \
a problem of each moment with exactly one right first move; tesuji check finds nothing \
wrong with them.

--nodes and --memory hold for every question about a group that is asked on the way. \
Ctrl-C ends the review and keeps what was found by then.")]
pub(crate) struct Review {
    /// An SGF file with a game, or - for standard input
    file: PathBuf,
    /// Write the game with the moments as comments and variations into this file
    #[arg(short, long, value_name = "SGF")]
    output: Option<PathBuf>,
    /// Write problems made of the moments into this file
    #[arg(long, value_name = "SGF")]
    problems: Option<PathBuf>,
    /// Which game of a collection, from 1 on
    #[arg(long, value_name = "N")]
    game: Option<u32>,
    /// The first move that is judged
    #[arg(long, value_name = "N")]
    from: Option<u32>,
    /// The last one
    #[arg(long, value_name = "N")]
    to: Option<u32>,
    /// Leave out strings of fewer stones; 3 without this
    #[arg(long, value_name = "STONES")]
    least: Option<u32>,
    #[command(flatten)]
    limits: LimitOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Review {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let input = Input::read(&self.file)?;
        let mut position = AskedPosition::of_text(&input.name, &input.bytes);
        position.game = self.game;
        let question = ReviewQuestion {
            position,
            from: self.from,
            to: self.to,
            least: self.least,
            sgf: self.output.is_some(),
            problems: self.problems.is_some(),
        };
        let request = request(Question::Review(Box::new(question)), self.limits.asked(), None);
        let mut answer = asking::answer(&Desk::new(), &request)?;
        if let Found::Review(found) = &mut answer.found {
            if let (Some(path), Some(sgf)) = (&self.output, found.sgf.take()) {
                files::write_or_print(path, &sgf)?;
            }
            match (&self.problems, &found.problems) {
                (Some(path), Some(sgf)) if !sgf.is_empty() => files::write_or_print(path, sgf)?,
                (Some(path), Some(_)) => {
                    files::warn(&format!("there is no problem to write into {}", path.display()));
                }
                _ => {}
            }
        }
        asking::tell(&request, answer, &Output { json: self.json, svg: None })
    }
}
