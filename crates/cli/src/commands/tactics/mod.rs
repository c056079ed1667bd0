//! `tesuji tactics`: maps from positions to sets of moves, and experiments with them.

mod compare;
mod play;
pub(super) mod reproduction;
mod search;
mod show;
mod sweep;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use tesuji_tactics::{Colors, Counts, Map, Player, Progress, RuleSet, Stopped};

use crate::excerpt::excerpt;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::ProgressLine;

/// Tactic maps on boards of any shape: sets of moves as expressions, games between them, a search for better ones
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics play --board hexagon:4 --tactic paper3 --games 20000 --seed 1
  tesuji tactics play --board square:6 --tactic \"F(B) & F(W)\" --against paper1 --games 10000 --seed 1 --balanced
  tesuji tactics show --board square:9 --tactic \"P1(W) & V\" position.txt --nodes --svg set.svg
  tesuji tactics compare \"Q2(W)\" \"~P3(W)\" --board square:6
  tesuji tactics search --board square:6 --seed 1
  tesuji tactics sweep --board square:6 --board hexagon:4 --tactic random --tactic paper1 --games 10000 -o out.jsonl

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
        let answered = |()| ExitCode::SUCCESS;
        match &self.command {
            Which::Play(command) => command.run().map(answered),
            Which::Show(command) => command.run().map(answered),
            Which::Compare(command) => command.run().map(answered),
            Which::Search(command) => command.run().map(answered),
            Which::Sweep(command) => command.run().map(answered),
        }
    }
}

/// What all experiments can be told.
#[derive(Args)]
struct Common {
    /// The rules: paper, or settings that differ from it, as in paper,ko=simple-ko,cap=10 (also eyes=, passes=, scoring=, draw=)
    #[arg(long, value_name = "RULES", default_value = "paper", value_parser = rules)]
    rules: RuleSet,
    /// Threads; the numbers do not depend on it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Common {
    fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

fn rules(text: &str) -> Result<RuleSet, String> {
    text.parse().map_err(|error: tesuji_tactics::RuleError| error.to_string())
}

/// The player of a text, or a sentence with the place that is wrong.
fn player(text: &str) -> Result<Player, Failure> {
    Player::parse(text)
        .map_err(|error| Failure::bad(format!("tactic '{text}', {error}{}", excerpt(text, error.column))))
}

/// The map of a text; the random player has none.
fn map(text: &str) -> Result<Map, Failure> {
    player(text)?
        .map()
        .cloned()
        .ok_or_else(|| Failure::bad("random has no map: name one, or write an expression"))
}

fn colors(balanced: bool) -> Colors {
    if balanced { Colors::Balanced } else { Colors::First }
}

/// Shows progress, and stops the work when the user asks for it.
pub(super) struct Watch {
    line: ProgressLine,
    stop: Arc<AtomicBool>,
}

impl Watch {
    pub(super) fn new() -> Watch {
        Watch { line: ProgressLine::new(), stop: interrupt::flag() }
    }

    pub(super) fn see(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.line.show(|| format!("{}%", 100 * progress.done / progress.total.max(1)));
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Only the user stops experiments.
pub(super) fn interrupted(_: Stopped) -> Failure {
    Failure::Interrupted
}

/// The fields that every count has.
fn counts_json(counts: &Counts, rules: &RuleSet) -> Value {
    let value = rules.draw_value();
    json!({
        "games": counts.games(),
        "wins": counts.wins,
        "losses": counts.losses,
        "draws": counts.draws,
        "capped": counts.capped,
        "repeated": counts.repeated,
        "win_rate": rounded(counts.rate(value)),
        "ci95": counts.interval(value).map(rounded),
        "moves_per_game": rounded(counts.moves as f64 / counts.games().max(1) as f64),
    })
}

/// Six decimals: more would be noise.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// `71.2% (70.3 to 72.1)`
fn rate_text(counts: &Counts, rules: &RuleSet) -> String {
    let value = rules.draw_value();
    let [low, high] = counts.interval(value);
    format!("{:.1}% ({:.1} to {:.1})", 100.0 * counts.rate(value), 100.0 * low, 100.0 * high)
}

/// `12 draws (10 repetitions, 2 capped)`
fn draws_text(counts: &Counts) -> String {
    let mut kinds = Vec::new();
    if counts.repeated > 0 {
        kinds.push(format!("{} repetitions", counts.repeated));
    }
    if counts.capped > 0 {
        kinds.push(format!("{} broken off at the cap", counts.capped));
    }
    let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
    format!("{} draws{kinds}", counts.draws)
}
