//! `tesuji gtp`: the Go Text Protocol on standard input and output.

use std::io::{self, BufRead, Write};

use clap::Args;

use crate::failure::Failure;
use crate::gtp::Engine;

/// Speak the Go Text Protocol, version 2, on standard input and output
#[derive(Args)]
#[command(after_help = "Example:
  printf 'boardsize 9\\nplay black E5\\nshowboard\\nquit\\n' | tesuji gtp

Commands: list_commands tells them all. Rectangular boards of up to 25 columns and rows.")]
pub(crate) struct Gtp {}

impl Gtp {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut engine = Engine::new();
        let mut out = io::stdout().lock();
        for line in io::stdin().lock().split(b'\n') {
            let line = line.map_err(|error| Failure::bad(format!("cannot read standard input: {error}")))?;
            let Some(reply) = engine.answer(&String::from_utf8_lossy(&line)) else { continue };
            let sent = out.write_all(reply.to_string().as_bytes()).and_then(|()| out.flush());
            if sent.is_err() {
                return Err(Failure::OutputClosed);
            }
            if engine.has_quit() {
                break;
            }
        }
        Ok(())
    }
}
