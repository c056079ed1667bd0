//! `tesuji reproduce`: the papers' tables beside ours, row by row.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};
use tesuji_strings::{Limits, reproduce};

use super::lambda_go;
use super::race;
use super::simpei::comparison;
use super::strings::{Watch, explain};
use super::tactics::reproduction;
use crate::failure::Failure;
use crate::files;

/// Everything that can be reproduced, with a few words about it.
const NAMES: &[(&str, &str)] = &[
    ("strings", "the largest number of strings: tables 1 to 5 and figure 9 of paper 002"),
    ("lambda-go", "df-pn and df-pn lambda on capture problems: tables 3 and 4 and figure 3 of paper 001"),
    ("tactics", "tactic maps against a random player on four boards: table 2 of paper 003"),
    ("race", "capturing races: problems A to E of paper 000, as sums and on boards"),
    (
        "multirace",
        "races between several blocks: figures 1 and 5 to 13 of paper 004, as graphs and on boards",
    ),
    ("lambda-simpei", "df-pn and df-pn lambda on Simpei: tables 5 and 6 and figure 4 of paper 001"),
    (
        "lambda-shogi",
        "df-pn and df-pn lambda on mates and brinkmates: tables 1 and 2 and figure 2 of paper 001",
    ),
];

/// Compute the papers' tables again and print them beside the published numbers
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji reproduce
  tesuji reproduce strings
  tesuji reproduce strings --long --json
  tesuji reproduce lambda-go --svg figure3.svg
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
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// One number of a paper beside ours.
pub(super) struct Row {
    pub(super) place: String,
    pub(super) what: String,
    pub(super) paper: Option<String>,
    pub(super) ours: String,
    /// Whether the numbers must be equal, and are.
    pub(super) equal: Option<bool>,
}

impl Reproduce {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let rows = match self.name.as_deref() {
            None => return self.list(),
            Some("strings") => self.strings()?,
            Some("lambda-go") => lambda_go::rows(self.long, self.svg.as_deref())?,
            Some("tactics") => return self.tactics(),
            Some("race") => race::paper_rows()?,
            Some("multirace") => race::several_rows(self.long)?,
            Some("lambda-simpei") => comparison::rows(self.long, self.svg.as_deref())?,
            Some("lambda-shogi") => super::lambda_shogi::rows(self.long, self.svg.as_deref())?,
            Some(other) => {
                let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
                return Err(Failure::bad(format!(
                    "there is no '{other}' to reproduce: expected {}",
                    names.join(", ")
                )));
            }
        };
        if self.json {
            files::print_json(&rows_json(&rows))?;
        } else {
            files::print(&table(&rows))?;
        }
        Ok(exit_code(&rows))
    }

    fn list(&self) -> Result<ExitCode, Failure> {
        if self.json {
            let all: Vec<Value> =
                NAMES.iter().map(|(name, about)| json!({"name": name, "about": about})).collect();
            files::print_json(&json!({"names": all}))?;
        } else {
            let lines: Vec<String> =
                NAMES.iter().map(|(name, about)| format!("{name:<13}  {about}\n")).collect();
            files::print(&lines.concat())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn tactics(&self) -> Result<ExitCode, Failure> {
        let compared = reproduction::compute(self.long)?;
        if self.json {
            files::print_json(&reproduction::answer(&compared))?;
        } else {
            files::print(&reproduction::text(&compared))?;
        }
        Ok(ExitCode::from(u8::from(reproduction::different(&compared) > 0)))
    }

    fn strings(&self) -> Result<Vec<Row>, Failure> {
        let limits = Limits { states: 20_000_000_000, bytes: 4_000_000_000 };
        let mut watch = Watch::new();
        let mut rows = Vec::new();
        for item in reproduce::items() {
            let (ours, equal) = if item.long && !self.long {
                ("only with --long".into(), None)
            } else {
                let start = Instant::now();
                let ours = item.compute(&limits, &mut |p| watch.see(p)).map_err(explain)?;
                if item.quantity.is_time() {
                    (format!("{:.3}", start.elapsed().as_secs_f64()), None)
                } else {
                    let equal = item.paper.map(|paper| paper == ours);
                    (ours, equal)
                }
            };
            rows.push(Row {
                place: item.place.to_string(),
                what: format!("{n}x{n} {}", item.quantity.label(), n = item.n),
                paper: item.paper.map(str::to_string),
                ours,
                equal,
            });
        }
        Ok(rows)
    }
}

/// Numbers that should be equal and are not.
fn different(rows: &[Row]) -> usize {
    rows.iter().filter(|row| row.equal == Some(false)).count()
}

/// 1 if a number differs.
pub(super) fn exit_code(rows: &[Row]) -> ExitCode {
    ExitCode::from(u8::from(different(rows) > 0))
}

/// The rows as a JSON object.
pub(super) fn rows_json(rows: &[Row]) -> Value {
    let list: Vec<Value> = rows
        .iter()
        .map(
            |r| json!({"place": r.place, "what": r.what, "paper": r.paper, "ours": r.ours, "equal": r.equal}),
        )
        .collect();
    json!({"rows": list, "different": different(rows)})
}

/// The rows for people.
pub(super) fn table(rows: &[Row]) -> String {
    let different = different(rows);
    let width = |of: fn(&Row) -> usize, least: usize| rows.iter().map(of).max().unwrap_or(0).max(least);
    let what = width(|row| row.what.len(), 4);
    let paper = width(|row| row.paper.as_deref().map_or(1, str::len), 5);
    let ours = width(|row| row.ours.len(), 4);
    let mut text = format!("{:<9}  {:<what$}  {:>paper$}  {:>ours$}\n", "place", "what", "paper", "ours");
    for row in rows {
        let sign = match row.equal {
            Some(true) => "=",
            Some(false) => "DIFFERENT",
            None => "",
        };
        let line = format!(
            "{:<9}  {:<what$}  {:>paper$}  {:>ours$}  {sign}",
            row.place,
            row.what,
            row.paper.as_deref().unwrap_or("-"),
            row.ours
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let compared = rows.iter().filter(|row| row.equal.is_some()).count();
    let _ = writeln!(
        text,
        "\n{compared} numbers compared, {different} different (times are in seconds and not compared)"
    );
    text
}
