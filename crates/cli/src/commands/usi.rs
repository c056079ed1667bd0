//! `tesuji usi`: the protocol of shogi programs, for `go mate`.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use tesuji_ask::Desk;

use crate::failure::Failure;
use crate::interrupt;

/// Speak USI on standard input and output: a mate engine for ShogiHome, Shogidokoro, ShogiGUI
#[derive(Args)]
#[command(after_help = "Example:
  printf 'position sfen 8k/9/7G1/9/9/9/9/9/9 b G 1\\ngo mate 1000\\n' | tesuji usi

Answers 'go mate TIME' (milliseconds, or infinite) with 'checkmate MOVES', 'checkmate nomate' or 'checkmate timeout'.
Options: USI_Hash (megabytes), Order (1: checks only, 2: brinkmates too), Threads.")]
pub(crate) struct Usi {}

impl Usi {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let desk = Arc::new(Desk::new());
        super::served(tesuji_usi::serve(io::stdin().lock(), io::stdout(), &desk, interrupt::watch()))
    }
}
