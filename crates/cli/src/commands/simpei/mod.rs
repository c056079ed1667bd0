//! `tesuji simpei`: the solved game of Simpei.

pub(super) mod comparison;
pub(super) mod figures;
mod play;
pub(super) mod store;

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use tesuji_simpei::{Choice, ClassCounts, Entry, Position, Solution, Value as Outcome};

use super::reproduce::{self, Row};
use crate::failure::Failure;
use crate::files;
use store::{Store, TableOptions};

/// The game of Simpei, solved completely
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji simpei solve
  tesuji simpei best \"M:21 O:c0 m:2 o:2\"
  tesuji simpei table
  tesuji simpei play --second

A position is written M:<hex> O:<hex> m:<hand> o:<hand>: the pieces of the side to move, those of the other side (bit i is
point i: 0 to 15 the upper world row by row, 16 to 24 the lower one), and what they have in hand. The table of all
positions is made when it is first needed, in less than a minute, and kept.")]
pub(crate) struct Simpei {
    #[command(subcommand)]
    command: Which,
}

#[derive(Subcommand)]
enum Which {
    /// Solve the game, keep the table, and print the totals
    Solve(Solve),
    /// The value of a position and its best moves
    Best(Best),
    /// The published figures beside ours
    Table(Table),
    /// Play against the perfect opponent
    Play(play::Play),
}

#[derive(Args)]
struct Solve {
    #[command(flatten)]
    table: TableOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Best {
    /// The position, such as "M:21 O:c0 m:2 o:2"
    position: String,
    /// Show all legal moves with their values
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    table: TableOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Table {
    #[command(flatten)]
    table: TableOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Simpei {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        match &self.command {
            Which::Solve(command) => command.run().map(|()| ExitCode::SUCCESS),
            Which::Best(command) => command.run().map(|()| ExitCode::SUCCESS),
            Which::Table(command) => command.run(),
            Which::Play(command) => command.run().map(|()| ExitCode::SUCCESS),
        }
    }
}

impl Solve {
    fn run(&self) -> Result<(), Failure> {
        let Store { solution, path, made } = self.table.open()?;
        let counts = solution.counts();
        let start = solution.entry(&Position::start()).map_err(Failure::bad)?;
        let free = solution.free_start();
        if self.json {
            return files::print_json(&json!({
                "table": path.display().to_string(),
                "solved_now": made,
                "positions": counts.iter().map(ClassCounts::positions).sum::<u64>(),
                "classes": counts.iter().map(class_json).collect::<Vec<Value>>(),
                "start": entry_json(&start),
                "free_start": {"value": free.value.name(), "distance": free.distance},
            }));
        }
        let mut text =
            String::from("on board  positions       wins     losses      draws  longest win  longest loss\n");
        let mut sum = ClassCounts::default();
        for class in &counts {
            let _ = writeln!(text, "{}", class_line(&format!("{}-{}", class.mover, class.opponent), class));
            sum.wins += class.wins;
            sum.losses += class.losses;
            sum.draws += class.draws;
            sum.longest_win = sum.longest_win.max(class.longest_win);
            sum.longest_loss = sum.longest_loss.max(class.longest_loss);
        }
        let _ = writeln!(text, "{}", class_line("all", &sum));
        let _ = writeln!(
            text,
            "\nfrom the start: {}; if the first piece may be placed anywhere: {}",
            sentence(&start),
            sentence(&free)
        );
        let _ = writeln!(text, "table: {}", path.display());
        files::print(&text)
    }
}

fn class_line(name: &str, class: &ClassCounts) -> String {
    format!(
        "{name:<8}  {:>9}  {:>9}  {:>9}  {:>9}  {:>11}  {:>12}",
        class.positions(),
        class.wins,
        class.losses,
        class.draws,
        class.longest_win,
        class.longest_loss
    )
}

fn class_json(class: &ClassCounts) -> Value {
    json!({
        "mover": class.mover, "opponent": class.opponent, "positions": class.positions(), "wins": class.wins,
        "losses": class.losses, "draws": class.draws, "longest_win": class.longest_win, "longest_loss": class.longest_loss,
    })
}

fn entry_json(entry: &Entry) -> Value {
    json!({"value": entry.value.name(), "distance": entry.distance, "order": entry.order})
}

/// "win in 7 plies", "draw".
pub(super) fn outcome(value: Outcome, distance: Option<u8>) -> String {
    match distance {
        Some(1) => format!("{} in 1 ply", value.name()),
        Some(plies) => format!("{} in {plies} plies", value.name()),
        None => value.name().to_string(),
    }
}

fn sentence(entry: &Entry) -> String {
    let mut text = outcome(entry.value, entry.distance);
    match (entry.value, entry.order) {
        (Outcome::Win, Some(order)) => {
            let _ = write!(text, ", lambda order {order}");
        }
        (Outcome::Loss, _) => text.push_str(" for the side to move"),
        _ => {}
    }
    text
}

/// Checks a position before the table is needed: bad input is told at once.
pub(super) fn position(text: &str) -> Result<Position, Failure> {
    let position: Position = text.parse().map_err(Failure::bad)?;
    position.check_game().map_err(Failure::bad)?;
    Ok(position)
}

impl Best {
    fn run(&self) -> Result<(), Failure> {
        let position = position(&self.position)?;
        let solution = self.table.open()?.solution;
        let entry = solution.entry(&position).map_err(Failure::bad)?;
        let choices = solution.choices(&position).map_err(Failure::bad)?;
        let best = solution.best(&position).map_err(Failure::bad)?;
        if self.json {
            let mut answer = entry_json(&entry);
            answer["position"] = json!(position.to_string());
            answer["moves"] = best.iter().map(ToString::to_string).collect();
            answer["legal_moves"] = json!(choices.len());
            if self.all {
                answer["all_moves"] = choices.iter().map(choice_json).collect();
            }
            return files::print_json(&answer);
        }
        let mut text = format!("{}\n{}", position.diagram(), sentence(&entry));
        let listed: Vec<String> = best.iter().take(12).map(ToString::to_string).collect();
        let _ = write!(text, "\nbest: {}", listed.join(" "));
        if best.len() > listed.len() {
            let _ = write!(text, " and {} more", best.len() - listed.len());
        }
        text.push('\n');
        if self.all {
            text.push('\n');
            text.push_str(&list(&choices));
        }
        files::print(&text)
    }
}

fn choice_json(choice: &Choice) -> Value {
    json!({"move": choice.play.to_string(), "value": choice.value.name(), "distance": choice.distance, "order": choice.order})
}

/// Moves with their values, one in a line.
pub(super) fn list(choices: &[Choice]) -> String {
    let width = choices.iter().map(|choice| choice.play.to_string().len()).max().unwrap_or(0);
    let mut text = String::new();
    for choice in choices {
        let order = choice.order.map_or(String::new(), |order| format!("  order {order}"));
        let line = format!(
            "  {:<width$}  {}{order}",
            choice.play.to_string(),
            outcome(choice.value, choice.distance)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

impl Table {
    fn run(&self) -> Result<ExitCode, Failure> {
        let solution: Solution = self.table.open()?.solution;
        let census = store::census(&solution)?;
        let rows: Vec<Row> = figures::rows(&solution, &census)?;
        if self.json {
            let mut answer = reproduce::rows_json(&rows);
            answer["orders"] = json!(census.orders);
            answer["unproved"] = json!(census.unproved);
            answer["positions_in_table_6"] = json!(census.proved());
            answer["moves_by_order"] = json!(census.moves_by_order);
            answer["zugzwangs"] = json!({"all": census.zugzwangs, "mutual": census.mutual_zugzwangs});
            let cycles: Vec<Value> = census
                .cycles
                .iter()
                .map(|(length, count)| json!({"length": length, "count": count}))
                .collect();
            answer["cycles"] = json!(cycles);
            files::print_json(&answer)?;
        } else {
            files::print(&(reproduce::table(&rows) + figures::NOTES))?;
        }
        Ok(reproduce::exit_code(&rows))
    }
}
