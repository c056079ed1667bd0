//! `tesuji lines`: questions as JSON on standard input, answers on standard output.

use std::io::{self, BufReader};
use std::process::ExitCode;

use clap::Args;
use tesuji_job::{Why, cores};

use super::served;
use crate::failure::Failure;
use crate::interrupt;
use crate::store::TableOptions;

/// Answer questions as JSON lines: one on a line of standard input, answers as they are ready
#[derive(Args)]
#[command(after_help = "Examples:
  echo '{\"id\": 1, \"ask\": \"value\", \"expressions\": [\"{4|0}\"], \"cool\": 2}' | \\
      tesuji lines
  tesuji lines --threads 2 < questions.jsonl > answers.jsonl

A question is a JSON object with ask (race, capture, mate, value, strings, simpei, tactics, show, ...), its fields and an id,
which comes back with the answer. {\"id\": 2, \"action\": \"stop\", \"stop\": 1} ends question 1 with what is known of it,
{\"action\": \"version\"} tells the version; \"progress\": 1 in a question asks for a line about its progress every second.
A line that cannot be asked gets an error, with the field that is wrong, and nothing else is lost. The schemas are in docs/schema.")]
pub(crate) struct Lines {
    /// Questions answered at once; the cores of the machine without it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Lines {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let threads = self.threads.map_or_else(cores, usize::from);
        // Questions share the cores: each has one.
        let desk = TableOptions::default().desk().with_threads(1);
        let watch = interrupt::watch();
        let ended = tesuji_lines::serve(BufReader::new(io::stdin()), io::stdout(), &desk, threads, watch);
        let code = served(ended)?;
        if watch.is_stopped() { Err(Why::Stopped.into()) } else { Ok(code) }
    }
}
