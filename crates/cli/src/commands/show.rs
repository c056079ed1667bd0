//! `tesuji show`: a position, its strings with their liberties, what is unconditionally alive, ko.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use tesuji_ask::show::ShowQuestion;
use tesuji_ask::{Desk, Question};

use super::options::{Choice, PictureOptions, request};
use crate::asking;
use crate::failure::Failure;

/// Show a position: strings, liberties, unconditional life, ko
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji show examples/race.sgf
  tesuji show game.sgf --move 57 --svg position.svg
  tesuji show game.sgf --end --json
  tesuji show game.sgf --numbers --svg game.svg
  printf '. X O .\\nX O . O\\n. X O .\\n' | tesuji show -
  tesuji show position.txt --board my-board.json

The file may be SGF, a text diagram, a Sensei's Library diagram ($$) or JSON.")]
pub(crate) struct Show {
    /// A file with a position, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    at: Choice,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let question = ShowQuestion { position: self.at.read(&self.file)? };
        let request = request(Question::Show(Box::new(question)), None, Some(&self.picture));
        asking::run(&Desk::new(), &request, &self.picture.output(self.json))
    }
}
