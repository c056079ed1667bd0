//! `tesuji boards`: the boards the program knows, and one of them in detail.

use std::process::ExitCode;

use clap::Args;
use tesuji_ask::boards::BoardsQuestion;
use tesuji_ask::{Desk, Question};

use super::options::{PictureOptions, request};
use crate::asking;
use crate::failure::Failure;
use crate::files;

/// List the boards, or describe one: points, edges, degrees, symmetries
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji boards
  tesuji boards hexagon:4 --svg board.svg
  tesuji boards torus:9x9 --json
  tesuji boards square:9-E5,A1        (two points left out)
  tesuji boards my-board.json

A JSON board is {\"name\": \"...\", \"points\": [{\"name\": \"a\", \"x\": 0, \"y\": 0}, ...], \"edges\": [[\"a\", \"b\"], ...]}.")]
pub(crate) struct Boards {
    /// A board such as hexagon:4, or a JSON file
    name: Option<String>,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Boards {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        if self.name.is_none() && self.picture.svg.is_some() {
            return Err(Failure::bad("--svg needs the name of a board to draw"));
        }
        let board = self.name.as_deref().map(files::board).transpose()?;
        let request = request(Question::Boards(BoardsQuestion { board }), None, Some(&self.picture));
        asking::run(&Desk::new(), &request, &self.picture.output(self.json))
    }
}
