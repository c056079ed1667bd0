//! `tesuji regress`: runs files of test cases.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use crate::failure::Failure;
use crate::files::{self, Input};
use crate::regress::{self, Outcome};

/// Run test cases from data files and GTP regression files
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji regress examples/rules.cases
  tesuji regress games/*.tst --json

Files ending in .tst are GTP regression files as GNU Go has them: commands, each followed by a line #? [PATTERN].
All others are case files:

  case the ko may not be retaken at once
  . X O .
  X O . O
  . X O .
  play black C2
  expect ko = B2
  expect legal white B2 = ko

The last line of the output is 'N passed, N failed'; the exit code is 1 if a case failed.")]
pub(crate) struct Regress {
    /// Case files and .tst files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Name the cases that passed as well
    #[arg(long, short)]
    verbose: bool,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Regress {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        for path in &self.files {
            let input = Input::read(path)?;
            outcomes.extend(regress::run(path, &input)?);
        }
        let failed = outcomes.iter().filter(|outcome| !outcome.passed()).count();
        let passed = outcomes.len() - failed;
        if self.json {
            let cases: Vec<_> = outcomes
                .iter()
                .map(|o| json!({"file": o.file, "line": o.line, "name": o.name, "passed": o.passed(), "failure": o.failure, "note": o.note}))
                .collect();
            files::print_json(&json!({"passed": passed, "failed": failed, "cases": cases}))?;
        } else {
            let mut text = String::new();
            for outcome in &outcomes {
                if !outcome.passed() || outcome.note.is_some() || self.verbose {
                    text.push_str(&outcome.to_string());
                    text.push('\n');
                }
            }
            files::print(&format!("{text}{passed} passed, {failed} failed\n"))?;
        }
        Ok(ExitCode::from(u8::from(failed > 0)))
    }
}
