//! `tesuji tactics show`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use tesuji_ask::tactics::{TacticSetAnswer, TacticSetQuestion};
use tesuji_ask::{AskedPosition, Desk, Found, Question, Request};

use super::super::options::PictureOptions;
use crate::asking;
use crate::failure::Failure;
use crate::files::{self, Input};

#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics show --board square:9 --tactic \"P1(W) & V\" position.txt
  tesuji tactics show --tactic paper3 game.sgf --nodes --svg set.svg
  tesuji tactics show --board hexagon:4 --tactic \"F(B) & F(W)\" position.txt \\
      --node-pictures pictures

The file may be SGF (its end or the stones it sets up), a text diagram on the named board, a Sensei's Library diagram or JSON;
without a file the board is empty. B is the colour of the side to move.")]
pub(super) struct Show {
    /// A file with a position, or - for standard input; without it, the empty board
    file: Option<PathBuf>,
    /// The board: a name such as hexagon:4, or a JSON file; not needed if the file names it
    #[arg(long, value_name = "NAME")]
    board: Option<String>,
    /// The map: an expression or a name (paper1 to paper5)
    #[arg(long, value_name = "EXPR")]
    tactic: String,
    /// Show the set of every part of the expression
    #[arg(long)]
    nodes: bool,
    /// Draw one picture for each part of the expression into this folder
    #[arg(long, value_name = "FOLDER")]
    node_pictures: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let input = self.file.as_deref().map(Input::read).transpose()?;
        let question = TacticSetQuestion {
            position: input.map(|input| AskedPosition::of_text(&input.name, &input.bytes)),
            board: self.board.as_deref().map(files::board).transpose()?,
            tactic: self.tactic.clone(),
            parts: self.nodes,
            pictures: self.node_pictures.is_some(),
        };
        let drawn = self.picture.svg.is_some() || self.node_pictures.is_some();
        let request = Request {
            picture: drawn.then(|| self.picture.look.asked()),
            ..Request::from(Question::TacticSet(Box::new(question)))
        };
        let mut answer = asking::answer(&Desk::new(), &request)?;
        if let (Some(folder), Found::TacticSet(found)) = (&self.node_pictures, &mut answer.found) {
            write_pictures(folder, found)?;
        }
        asking::tell(&request, answer, &self.picture.output(self.json))
    }
}

/// The pictures of the parts go to their files.
fn write_pictures(folder: &Path, found: &mut TacticSetAnswer) -> Result<(), Failure> {
    files::make_folder(folder)?;
    for (number, part) in (1..).zip(&mut found.parts) {
        if let Some(svg) = part.svg.take() {
            files::write_file(&folder.join(format!("{number}.svg")), &svg)?;
        }
    }
    Ok(())
}
