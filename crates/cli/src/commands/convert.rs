//! `tesuji convert`: between SGF, text diagrams, Sensei's Library diagrams, JSON and pictures.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use tesuji_ask::show::ShowQuestion;
use tesuji_ask::{Desk, Question, Request};
use tesuji_formats::{Format, read_sgf, write, write_sgf};

use super::options::{Choice, Look};
use crate::asking;
use crate::failure::Failure;
use crate::files::{self, Input};

/// Convert a position or a game between formats
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji convert examples/ko.sgf ko.svg
  tesuji convert examples/race.sgf race.txt
  tesuji convert old-game.sgf clean-game.sgf      (the whole game, repaired)
  tesuji convert set.sgf third.sgf --game 3       (one game of a collection)
  tesuji convert game.sgf position.sgf --move 30  (one position)
  cat diagram.txt | tesuji convert - - --to sgf

Formats by extension: .sgf, .txt (text diagram), .sl (Sensei's Library), .json, .svg.")]
pub(crate) struct Convert {
    /// The file to read, or - for standard input
    from: PathBuf,
    /// The file to write, or - for standard output
    to: PathBuf,
    /// The format to write, if the name of the file does not tell: sgf, text, sensei, json or svg
    #[arg(long = "to", value_name = "FORMAT", value_parser = target)]
    format: Option<Target>,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    at: Choice,
    #[command(flatten)]
    look: Look,
    /// Say what was written as one JSON object (the converted text itself goes to the file)
    #[arg(long)]
    json: bool,
}

/// What was written.
#[derive(Serialize)]
struct Written {
    written: String,
    bytes: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Target {
    Text(Format),
    Svg,
}

fn target(name: &str) -> Result<Target, String> {
    match name.to_ascii_lowercase().as_str() {
        "svg" => Ok(Target::Svg),
        "sgf" => Ok(Target::Text(Format::Sgf)),
        "text" | "txt" => Ok(Target::Text(Format::Text)),
        "sensei" | "sl" => Ok(Target::Text(Format::Sensei)),
        "json" => Ok(Target::Text(Format::Json)),
        _ => Err("expected sgf, text, sensei, json or svg".into()),
    }
}

/// The format that a file name tells.
fn target_of(path: &Path) -> Option<Target> {
    let name = path.to_string_lossy();
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg")) {
        return Some(Target::Svg);
    }
    path.extension().and_then(|_| Format::of_file_name(&name)).map(Target::Text)
}

impl Convert {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let standard_output = self.to == Path::new("-");
        let target = self.format.or_else(|| target_of(&self.to)).ok_or_else(|| {
            Failure::bad(format!(
                "the name {} tells no format: add --to sgf, text, sensei, json or svg",
                self.to.display()
            ))
        })?;
        if standard_output && self.json {
            return Err(Failure::bad(
                "--json needs a file to convert into: standard output can hold only one of them",
            ));
        }
        if !standard_output && self.to.exists() && !self.force {
            return Err(Failure::bad(format!(
                "{} is there already: add --force to replace it",
                self.to.display()
            )));
        }
        let text = self.convert(&Input::read(&self.from)?, target)?;
        if standard_output {
            files::print(&text)?;
        } else {
            files::replace_file(&self.to, &text)?;
        }
        if self.json {
            files::print_json(&Written { written: self.to.display().to_string(), bytes: text.len() })?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn convert(&self, input: &Input, target: Target) -> Result<String, Failure> {
        let from = Format::of_file_name(&input.name).or_else(|| Format::detect(&input.bytes));
        // A whole game stays a game; everything else is one position.
        if from == Some(Format::Sgf) && target == Target::Text(Format::Sgf) && !self.at.is_position() {
            let file = read_sgf(&input.bytes).map_err(|error| input.explain(&error))?;
            for warning in &file.warnings {
                files::warn(&format!("{}: {warning}", input.name));
            }
            return Ok(write_sgf(&self.at.games(file.games)?));
        }
        let position = self.at.of(input)?;
        match target {
            Target::Svg => {
                let question = Question::Show(Box::new(ShowQuestion { position }));
                let request = Request { picture: Some(self.look.asked()), ..Request::from(question) };
                let drawn = asking::answer(&Desk::new(), &request)?.svg;
                drawn.ok_or_else(|| Failure::bad("there is nothing to draw"))
            }
            Target::Text(format) => {
                let (diagram, warnings) = position.diagram()?;
                for warning in &warnings {
                    files::warn(warning);
                }
                write(&diagram, format).map_err(Failure::bad)
            }
        }
    }
}
