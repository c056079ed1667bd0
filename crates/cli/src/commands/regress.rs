//! `tesuji regress`: runs files of test cases.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use tesuji_ask::{Desk, Ending};
use tesuji_job::{Watch, on_a_deep_stack};
use tesuji_regress::{Outcome, Outcomes};

use crate::asking;
use crate::failure::Failure;
use crate::files::{self, Input};
use crate::progress::watched;
use crate::store::TableOptions;

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
        let desk = TableOptions::default().desk();
        let mut cases = Vec::new();
        for path in &self.files {
            let input = Input::read(path)?;
            cases.extend(watched(|watch| on_a_deep_stack(|| run(path, input, &desk, watch)))?);
        }
        let outcomes: Outcomes = cases.into_iter().collect();
        if self.json {
            files::print_json(&outcomes)?;
        } else {
            files::print(&outcomes.text(self.verbose))?;
        }
        Ok(match (outcomes.not_run, outcomes.failed) {
            (1.., _) => asking::exit_code(Ending::Stopped),
            (0, 1..) => ExitCode::from(1),
            (0, 0) => ExitCode::SUCCESS,
        })
    }
}

/// Runs all cases of a file.
fn run(path: &Path, input: Input, desk: &Desk, watch: &Watch) -> Result<Vec<Outcome>, Failure> {
    let name = input.name.clone();
    let text = input.text()?;
    let gtp = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tst"));
    Ok(if gtp {
        tesuji_gtp::regress(path.parent(), &name, &text, desk, watch)?
    } else {
        tesuji_regress::run(&name, &text, desk, watch)?
    })
}
