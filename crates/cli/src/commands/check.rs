//! `tesuji check`: are the recorded solutions of a collection right?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use tesuji_ask::check::CheckQuestion;
use tesuji_ask::{Desk, Ending, Found, Question};

use super::options::{LimitOptions, request};
use crate::asking::{self, Output};
use crate::failure::Failure;
use crate::files::{self, Input};

/// Are the recorded solutions of these problems right? Every problem against its own solution
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji check examples/check.sgf
  tesuji check problems.sgf -o findings.sgf
  tesuji check problems.sgf --game 12 --nodes 1000000
  tesuji check problems.sgf --json

Found are wrong solutions, second solutions, kos that are not mentioned, recorded \
failures that work, and goals that cannot be reached. The goal comes from comments \
(\"Black to live\"), from marks (TR, SQ), or is the life of the likeliest group. Right \
lines end with RIGHT, Correct or TE, wrong ones with BM or Wrong; without such marks \
the first branch is the solution.

Exit codes: 0 nothing was found, 1 something was, 2 nothing was found but something is \
not known, 130 interrupted. --nodes and --memory hold for every position that is read.")]
pub(crate) struct Check {
    /// An SGF file with a problem in each game, or - for standard input
    file: PathBuf,
    /// Write the collection with the findings as comments into this file
    #[arg(short, long, value_name = "SGF")]
    output: Option<PathBuf>,
    /// Check this game only, from 1 on
    #[arg(long, value_name = "N")]
    game: Option<u32>,
    #[command(flatten)]
    limits: LimitOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let input = Input::read(&self.file)?;
        let decoded = tesuji_formats::decode(&input.bytes);
        if let Some(warning) = decoded.warning() {
            files::warn(&format!("{}: {warning}", input.name));
        }
        let question =
            CheckQuestion { text: decoded.text.into_owned(), game: self.game, sgf: self.output.is_some() };
        let request = request(Question::Check(Box::new(question)), self.limits.asked(), None);
        let mut answer = asking::answer(&Desk::new(), &request)?;
        let mut has_faults = false;
        if let Found::Check(found) = &mut answer.found {
            has_faults = found.has_faults();
            if let (Some(path), Some(sgf)) = (&self.output, found.sgf.take()) {
                files::write_or_print(path, &sgf)?;
            }
        }
        let stopped = answer.ending == Ending::Stopped;
        let code = asking::tell(&request, answer, &Output { json: self.json, svg: None })?;
        Ok(if has_faults && !stopped { ExitCode::from(1) } else { code })
    }
}
