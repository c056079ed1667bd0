//! `tesuji tactics`: maps from positions to sets of moves, and experiments with them.

mod compare;
mod play;
mod search;
mod show;
mod sweep;

use std::process::ExitCode;

use clap::{Args, Subcommand};
use tesuji_ask::Desk;

use crate::failure::Failure;

/// Tactic maps on boards of any shape: sets of moves as expressions, games between them, a search for better ones
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics play --board hexagon:4 --tactic paper3 --games 20000 --seed 1
  tesuji tactics play --board square:6 --tactic \"F(B) & F(W)\" --against paper1 \\
      --games 10000 --seed 1 --balanced
  tesuji tactics show --board square:9 --tactic \"P1(W) & V\" position.txt \\
      --nodes --svg set.svg
  tesuji tactics compare \"Q2(W)\" \"~P3(W)\" --board square:6
  tesuji tactics search --board square:6 --seed 1
  tesuji tactics sweep --board square:6 --board hexagon:4 --tactic random \\
      --tactic paper1 --games 10000 -o out.jsonl

A map is made of the sets B (stones of the side to move), W (the other side's), V (empty points), H (one liberty), the
operators ~ F F0 P1 P2 ... Q0 Q1 ... AB AW DB DW with their argument in parentheses, and & | \\ between two sets; or it is
one of the names random, paper1 to paper5.")]
pub(crate) struct Tactics {
    #[command(subcommand)]
    command: Which,
}

#[derive(Subcommand)]
enum Which {
    /// Play many games of a map against another, and count
    Play(play::Play),
    /// The set of points that a map returns in a position
    Show(show::Show),
    /// Whether maps mean the same, where they differ, and which of them wins
    Compare(compare::Compare),
    /// Search for maps that win, and measure them on boards that had no part in the choice
    Search(search::Search),
    /// Many experiments into a file that can be continued, divided and merged
    Sweep(sweep::Sweep),
}

impl Tactics {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match &self.command {
            Which::Play(command) => command.run(),
            Which::Show(command) => command.run(),
            Which::Compare(command) => command.run(),
            Which::Search(command) => command.run(),
            Which::Sweep(command) => command.run(),
        }
    }
}

/// What all experiments can be told.
#[derive(Args)]
struct Common {
    /// The rules: paper (the default), or settings that differ from it, as in paper,ko=simple-ko,cap=10 (also eyes=, passes=,
    /// scoring=, draw=)
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Args)]
struct Threads {
    /// Threads; the numbers do not depend on it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Threads {
    fn desk(&self) -> Desk {
        match self.threads {
            Some(threads) => Desk::new().with_threads(threads.into()),
            None => Desk::new(),
        }
    }

    fn number(&self) -> usize {
        self.threads.map_or_else(tesuji_job::cores, usize::from)
    }
}
