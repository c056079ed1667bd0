//! `tesuji reproduce`: the papers' tables beside ours, row by row.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use tesuji_ask::Desk;
use tesuji_ask::layout::Table;
use tesuji_job::on_a_deep_stack;
use tesuji_papers::{Ended, NAMES, Options};

use super::options::svg_file;
use crate::failure::Failure;
use crate::files;
use crate::progress::watched;
use crate::store::TableOptions;

/// Compute the papers' tables again and print them beside the published numbers
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji reproduce
  tesuji reproduce strings
  tesuji reproduce strings --long --json
  tesuji reproduce lambda-go --svg figure3.svg
  tesuji reproduce captures --long
  tesuji reproduce endgame
  tesuji reproduce race
  tesuji reproduce multirace --long
  tesuji reproduce lambda-simpei --svg figure4.svg
  tesuji reproduce tactics --long

Without a name it lists what there is. The exit code is 1 if a number differs; times are never compared.")]
pub(crate) struct Reproduce {
    /// What to reproduce
    name: Option<String>,
    /// Compute also what takes longer than a few seconds
    #[arg(long)]
    long: bool,
    /// Draw the paper's figure into this file (lambda-go, lambda-shogi, lambda-simpei)
    #[arg(long, value_name = "FILE", value_parser = svg_file)]
    svg: Option<PathBuf>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// Everything that can be reproduced.
#[derive(Serialize)]
struct Names {
    names: Vec<Name>,
}

#[derive(Serialize)]
struct Name {
    name: &'static str,
    about: &'static str,
}

impl Reproduce {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match self.name.as_deref() {
            Some(name) => {
                let desk = TableOptions::default().desk();
                tell(name, &desk, self.long, self.svg.as_deref(), self.json)
            }
            None => self.list().map(|()| ExitCode::SUCCESS),
        }
    }

    fn list(&self) -> Result<(), Failure> {
        if self.json {
            let names = NAMES.iter().map(|&(name, about)| Name { name, about }).collect();
            return files::print_json(&Names { names });
        }
        let mut table = Table::new(["name", "what it is"]);
        for (name, about) in NAMES {
            table.row([*name, *about]);
        }
        files::print(&table.to_string())
    }
}

/// Reproduces a paper and tells how ours compares.
pub(super) fn tell(
    name: &str,
    desk: &Desk,
    long: bool,
    svg: Option<&Path>,
    json: bool,
) -> Result<ExitCode, Failure> {
    let options = Options { long, picture: svg.is_some() };
    let done = watched(|watch| on_a_deep_stack(|| tesuji_papers::reproduce(name, &options, desk, watch)));
    let done = done.map_err(|ended| match ended {
        Ended::Unknown(unknown) => Failure::from(unknown),
        Ended::Fault(fault) => Failure::from(fault),
    })?;
    match (svg, &done.svg) {
        (Some(path), Some(picture)) => files::write_or_print(path, picture)?,
        (Some(_), None) => return Err(Failure::bad(format!("{name} has no figure to draw"))),
        (None, _) => {}
    }
    if json {
        files::print_json(&done)?;
    } else {
        files::print(&done.text())?;
    }
    Ok(ExitCode::from(u8::from(done.different > 0)))
}
