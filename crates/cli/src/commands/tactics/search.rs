//! `tesuji tactics search`

use std::fmt::Write as _;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use tesuji_board::Topology;
use tesuji_tactics::{Found, MOST_DEPTH, RuleSet, SearchPlan, SearchReport, search};

use super::{Common, Watch, counts_json, interrupted, rate_text};
use crate::failure::Failure;
use crate::files;

/// Boards of many kinds; the one on which maps are chosen is left out.
const UNSEEN: [&str; 10] = [
    "square:5",
    "square:7",
    "square:8",
    "square:9",
    "grid:5x8",
    "grid:6x7",
    "hexagon:4",
    "triangle:8",
    "honeycomb:3",
    "torus:9x9",
];

#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics search --board square:6 --seed 1
  tesuji tactics search --board honeycomb:3 --depth 2 --games 200000
  tesuji tactics search --board my-board.json --unseen square:6 --unseen hexagon:5 --json

All expressions up to the depth are listed and those that mean the same are merged; the rest play against random in rounds, after
each of which the better quarter stays. The last ones, and the maps of the paper for comparison, are measured on the unseen
boards with other seeds. The work is a number of games: the same call gives the same answer everywhere.")]
pub(super) struct Search {
    /// The board on which maps are chosen: a name such as square:6, or a JSON file
    #[arg(long, value_name = "NAME")]
    board: String,
    /// A board on which the chosen maps are measured; may be given several times
    #[arg(long, value_name = "NAME")]
    unseen: Vec<String>,
    /// The deepest expressions, in the paper's sense (the four sets have depth 1)
    #[arg(long, value_name = "N", default_value_t = MOST_DEPTH as u32, value_parser = clap::value_parser!(u32).range(1..=MOST_DEPTH as i64))]
    depth: u32,
    /// Games for choosing, in all rounds together
    #[arg(long, value_name = "N", default_value_t = 1_500_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    games: u64,
    /// How many maps are measured in the end
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    finalists: u32,
    /// Games of each of them on each unseen board
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    final_games: u64,
    /// Positions on which the meanings of expressions are compared
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: u32,
    /// The rate that counts as won in the summary
    #[arg(long, value_name = "RATE", default_value_t = 0.88, value_parser = rate)]
    goal: f64,
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    common: Common,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if (0.0..=1.0).contains(&rate) => Ok(rate),
        _ => Err("expected a number from 0 to 1".into()),
    }
}

impl Search {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let board = files::board(&self.board)?;
        let names: Vec<String> =
            if self.unseen.is_empty() { UNSEEN.map(String::from).to_vec() } else { self.unseen.clone() };
        let mut unseen: Vec<Arc<Topology>> = Vec::new();
        for name in &names {
            let other = files::board(name)?;
            if *other == *board {
                if self.unseen.is_empty() {
                    continue;
                }
                return Err(Failure::bad(format!(
                    "{name} is the board on which maps are chosen: it is not unseen"
                )));
            }
            unseen.push(other);
        }
        let plan = SearchPlan {
            board,
            unseen,
            rules: self.common.rules,
            depth: self.depth as usize,
            games: self.games,
            finalists: self.finalists as usize,
            final_games: self.final_games,
            positions: self.positions as usize,
            seed: self.seed,
            threads: self.common.threads(),
        };
        let mut watch = Watch::new();
        let report = search(&plan, &mut |progress| watch.see(progress)).map_err(interrupted)?;
        drop(watch);
        if self.json {
            files::print_json(&self.answer(&plan, &report))
        } else {
            files::print(&self.text(&plan, &report))
        }
    }

    /// On how many unseen boards a map reaches the goal.
    fn reached(&self, found: &Found, rules: &RuleSet) -> usize {
        found.unseen.iter().filter(|counts| counts.rate(rules.draw_value()) >= self.goal).count()
    }

    fn answer(&self, plan: &SearchPlan, report: &SearchReport) -> Value {
        let one = |found: &Found| {
            let boards: Vec<Value> = plan
                .unseen
                .iter()
                .zip(&found.unseen)
                .map(|(board, counts)| {
                    let mut value = counts_json(counts, &plan.rules);
                    value["board"] = json!(board.name());
                    value
                })
                .collect();
            json!({
                "tactic": found.map.to_string(),
                "depth": found.map.depth(),
                "chosen_by": found.chosen_by.map(|counts| counts_json(&counts, &plan.rules)),
                "unseen": boards,
                "unseen_boards_at_goal": self.reached(found, &plan.rules),
            })
        };
        let rounds: Vec<Value> = report
            .rounds
            .iter()
            .map(|round| json!({"maps": round.maps, "games_each": round.games}))
            .collect();
        json!({
            "board": plan.board.name(),
            "rules": plan.rules.to_string(),
            "seed": plan.seed,
            "depth": plan.depth,
            "expressions": report.expressions,
            "distinct": report.distinct,
            "positions": report.positions,
            "rounds": rounds,
            "goal": self.goal,
            "found": report.found.iter().map(one).collect::<Vec<Value>>(),
            "published": report.published.iter().map(one).collect::<Vec<Value>>(),
        })
    }

    fn text(&self, plan: &SearchPlan, report: &SearchReport) -> String {
        let mut text = format!(
            "{} expressions of depth {} at most, {} distinct maps tried (told apart on {} positions of {})\n",
            report.expressions,
            plan.depth,
            report.distinct,
            report.positions,
            plan.board.name()
        );
        for (number, round) in report.rounds.iter().enumerate() {
            let _ = writeln!(text, "round {}: {} maps, {} games each", number + 1, round.maps, round.games);
        }
        let goal = 100.0 * self.goal;
        for (title, list) in
            [("found", &report.found), ("the maps of the paper, for comparison", &report.published)]
        {
            let _ = writeln!(text, "\n{title}");
            for found in list {
                let chosen = found.chosen_by.map_or(String::new(), |counts| {
                    format!(", chosen by {} on {}", rate_text(&counts, &plan.rules), plan.board.name())
                });
                let _ = writeln!(
                    text,
                    "  {}  (depth {}{chosen}; at least {goal:.0}% on {} of {} unseen boards)",
                    found.map,
                    found.map.depth(),
                    self.reached(found, &plan.rules),
                    plan.unseen.len()
                );
                for (board, counts) in plan.unseen.iter().zip(&found.unseen) {
                    let _ = writeln!(text, "    {:<12} {}", board.name(), rate_text(counts, &plan.rules));
                }
            }
        }
        let best = report.found.iter().map(|found| self.reached(found, &plan.rules)).max().unwrap_or(0);
        let _ = writeln!(
            text,
            "\nthe widest win: at least {goal:.0}% on {best} of {} boards that had no part in the choice; {} games each, seed {}",
            plan.unseen.len(),
            plan.final_games,
            plan.seed
        );
        text
    }
}
