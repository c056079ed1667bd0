//! `tesuji tactics play`

use std::fmt::Write as _;
use std::ops::ControlFlow;

use clap::Args;
use serde_json::json;
use tesuji_tactics::{Cell, Counts, Decision, Sprt, parts, run};

use super::{Common, Watch, colors, counts_json, draws_text, interrupted, player, rate_text, rounded};
use crate::failure::Failure;
use crate::files;

#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics play --board hexagon:4 --tactic paper3 --games 20000 --seed 1
  tesuji tactics play --board my-board.json --tactic \"F(B) & F(W)\" --games 5000 --seed 1 --json
  tesuji tactics play --board square:6 --tactic paper1 --against paper3 --games 100000 --seed 1 --balanced --sprt 0.50:0.52

The player under test has the first move, as in the paper, unless --balanced is given. The same seed gives the same counts on any
number of threads. A draw counts as the rules say (one half under paper), and draws and games broken off are always shown.")]
pub(super) struct Play {
    /// The board: a name such as hexagon:4, or a JSON file
    #[arg(long, value_name = "NAME")]
    board: String,
    /// The player under test: an expression, a name (paper1 to paper5) or random
    #[arg(long, value_name = "EXPR")]
    tactic: String,
    /// Its opponent
    #[arg(long, value_name = "EXPR", default_value = "random")]
    against: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Let both move first in turn
    #[arg(long)]
    balanced: bool,
    /// Stop when the games decide between two rates of winning (draws left out), as in 0.50:0.55
    #[arg(long, value_name = "LOW:HIGH", value_parser = sprt)]
    sprt: Option<(f64, f64)>,
    /// The probability of a wrong decision
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", value_parser = error_rate)]
    sprt_error: f64,
    #[command(flatten)]
    common: Common,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

fn sprt(text: &str) -> Result<(f64, f64), String> {
    let parsed = text.split_once(':').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    match parsed {
        Some((low, high)) if 0.0 < low && low < high && high < 1.0 => Ok((low, high)),
        _ => Err("expected two rates between 0 and 1, the lower one first, as in 0.50:0.55".into()),
    }
}

fn error_rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if rate > 0.0 && rate < 0.5 => Ok(rate),
        _ => Err("expected a probability above 0 and below 0.5".into()),
    }
}

impl Play {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let cell = Cell {
            board: files::board(&self.board)?,
            player: player(&self.tactic)?,
            against: player(&self.against)?,
            rules: self.common.rules,
            colors: colors(self.balanced),
            seed: self.seed,
        };
        let test = self.sprt.map(|(low, high)| Sprt { low, high, error: self.sprt_error });
        let cells = [cell];
        let mut counts = Counts::default();
        let mut decision = Decision::Open;
        let mut watch = Watch::new();
        let played = run(
            &cells,
            &parts(1, self.games),
            self.common.threads(),
            &mut |progress| watch.see(progress),
            &mut |_, more| {
                counts += more;
                // Decided after every chunk, in their order: the threads have no say in it.
                decision = test.map_or(Decision::Open, |test| test.decide(&counts));
                if decision == Decision::Open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        );
        drop(watch);
        if decision == Decision::Open {
            played.map_err(interrupted)?;
        }
        let [cell] = cells;
        let verdict = match decision {
            Decision::Low => "low",
            Decision::High => "high",
            Decision::Open => "open",
        };
        if self.json {
            let mut answer = counts_json(&counts, &cell.rules);
            answer["board"] = json!(cell.board.name());
            answer["tactic"] = json!(cell.player.name());
            answer["against"] = json!(cell.against.name());
            answer["rules"] = json!(cell.rules.to_string());
            answer["colors"] = json!(cell.colors.name());
            answer["seed"] = json!(cell.seed);
            answer["sprt"] = test.map_or(json!(null), |test| {
                let (ratio, bound) = test.ratio(&counts);
                json!({"low": test.low, "high": test.high, "error": test.error, "decision": verdict,
                       "log_likelihood_ratio": rounded(ratio), "bound": rounded(bound)})
            });
            return files::print_json(&answer);
        }
        let first = if self.balanced { "first move in turn" } else { "first move" };
        let mut text = format!(
            "{} against {} on {} ({} points), {first}, rules {}, seed {}\n\n",
            cell.player,
            cell.against,
            cell.board.name(),
            cell.board.len(),
            cell.rules,
            cell.seed
        );
        let _ = writeln!(text, "wins {}, losses {}, {}", counts.wins, counts.losses, draws_text(&counts));
        let _ = writeln!(
            text,
            "win rate {} in {} games of {:.1} moves",
            rate_text(&counts, &cell.rules),
            counts.games(),
            counts.moves as f64 / counts.games().max(1) as f64
        );
        if let Some(test) = test {
            let _ = writeln!(
                text,
                "{}",
                match decision {
                    Decision::Low => format!("decided: {} rather than {}", test.low, test.high),
                    Decision::High => format!("decided: {} rather than {}", test.high, test.low),
                    Decision::Open => "not decided: play more games".to_string(),
                }
            );
        }
        files::print(&text)
    }
}
