//! `tesuji gtp`: the Go Text Protocol on standard input and output.

use std::io::{self, BufReader};
use std::process::ExitCode;

use clap::Args;
use tesuji_ask::Desk;

use crate::failure::Failure;
use crate::interrupt;

/// Speak the Go Text Protocol, version 2, on standard input and output
#[derive(Args)]
#[command(after_help = "Example:
  printf 'boardsize 9\\nplay black E5\\nshowboard\\nquit\\n' | tesuji gtp

Commands: list_commands tells them all. Rectangular boards of up to 25 columns and rows.")]
pub(crate) struct Gtp {}

impl Gtp {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let (input, output) = (BufReader::new(io::stdin()), io::stdout().lock());
        let served = tesuji_gtp::serve(input, output, &Desk::new(), interrupt::watch());
        super::served(served)
    }
}
