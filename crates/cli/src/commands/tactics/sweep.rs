//! `tesuji tactics sweep`

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use tesuji_draw::{Curve, CurvePicture, Measured, curves_svg};
use tesuji_tactics::{Line, Player, Row, RuleSet, Shard, Sweep as Plan, done, run, table};

use super::super::picture::{PictureOptions, write_svg};
use super::{Watch, colors, counts_json, interrupted, player, rate_text, rules};
use crate::failure::Failure;
use crate::files::{self, Input};

#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics sweep --board square:6 --board hexagon:4 --tactic random --tactic paper1 --games 10000 -o out.jsonl
  tesuji tactics sweep --board square:6 --tactics maps.txt --games 10000 -o out.jsonl --resume
  tesuji tactics sweep --board square:6 --tactic paper3 --games 1000000 -o part2.jsonl --shard 2/3
  tesuji tactics sweep --merge part1.jsonl part2.jsonl part3.jsonl --svg curves.svg

Every combination of boards, tactics, opponents, rules and seeds is played; each line of the file has the counts of one chunk of
games. A file that was broken off is continued with --resume. The same sweep gives the same lines on any number of
threads, and its shards give the same table when they are merged.")]
pub(super) struct Sweep {
    /// A board: a name such as hexagon:4, or a JSON file; may be given several times
    #[arg(long, value_name = "NAME", required_unless_present = "merge")]
    board: Vec<String>,
    /// A player under test: an expression, a name or random; may be given several times
    #[arg(long, value_name = "EXPR")]
    tactic: Vec<String>,
    /// A file with one player on a line; # starts a comment
    #[arg(long, value_name = "FILE")]
    tactics: Option<PathBuf>,
    /// An opponent; may be given several times
    #[arg(long, value_name = "EXPR", default_value = "random")]
    against: Vec<String>,
    /// Rules; may be given several times
    #[arg(long, value_name = "RULES", default_value = "paper", value_parser = rules)]
    rules: Vec<RuleSet>,
    /// A master seed; may be given several times
    #[arg(long, value_name = "S", default_value = "1")]
    seed: Vec<u64>,
    /// Games of each combination
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Let both move first in turn
    #[arg(long)]
    balanced: bool,
    /// The file for the counts, one JSON object on a line
    #[arg(short, long, value_name = "FILE", required_unless_present = "merge")]
    output: Option<PathBuf>,
    /// Go on with a file that was broken off
    #[arg(long)]
    resume: bool,
    /// Play only one of n equal shares
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Threads; the numbers do not depend on it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Add up the lines of files instead of playing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["board", "tactic", "tactics", "output", "resume", "shard"])]
    merge: Vec<PathBuf>,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parsed = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    match parsed {
        Some((index, of)) if 1 <= index && index <= of && of <= 1_000_000 => Ok(Shard { index, of }),
        _ => Err("expected I/N, such as 2/3".into()),
    }
}

impl Sweep {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let lines = if self.merge.is_empty() { self.play()? } else { self.read_all()? };
        let rows = table(&lines).map_err(Failure::bad)?;
        if let Some(path) = &self.picture.svg {
            write_svg(path, &curves_svg(&curves(&rows), &self.picture.look.style()))?;
        }
        if self.json {
            let list: Vec<Value> = rows
                .iter()
                .map(|row| {
                    let mut value = counts_json(&row.counts, &rules_of(row));
                    value["board"] = json!(row.line.board);
                    value["tactic"] = json!(row.line.tactic);
                    value["against"] = json!(row.line.against);
                    value["rules"] = json!(row.line.rules);
                    value["colors"] = json!(row.line.colors);
                    value["seed"] = json!(row.line.seed);
                    value
                })
                .collect();
            return files::print_json(&json!({"lines": lines.len(), "rows": list}));
        }
        files::print(&text(&rows))
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let mut players: Vec<Player> =
            self.tactic.iter().map(|text| player(text)).collect::<Result<_, _>>()?;
        if let Some(path) = &self.tactics {
            let input = Input::read(path)?;
            let text = String::from_utf8_lossy(&input.bytes);
            for (number, line) in text.lines().enumerate() {
                let expression = line.split('#').next().unwrap_or_default().trim();
                if !expression.is_empty() {
                    let parsed = Player::parse(expression)
                        .map_err(|error| Failure::bad(format!("{}:{}: {error}", input.name, number + 1)))?;
                    players.push(parsed);
                }
            }
        }
        if players.is_empty() {
            return Err(Failure::bad("there is nothing to play: name players with --tactic or --tactics"));
        }
        let mut seen = std::collections::HashSet::new();
        if let Some(twice) = players.iter().find(|player| !seen.insert(player.meaning())) {
            return Err(Failure::bad(format!("the player {twice} is named twice")));
        }
        Ok(Plan {
            boards: self.board.iter().map(|name| files::board(name)).collect::<Result<_, _>>()?,
            players,
            against: self.against.iter().map(|text| player(text)).collect::<Result<_, _>>()?,
            rules: self.rules.clone(),
            seeds: self.seed.clone(),
            colors: colors(self.balanced),
            games: self.games,
        })
    }

    fn play(&self) -> Result<Vec<Line>, Failure> {
        let plan = self.plan()?;
        let path = self.output.as_deref().ok_or_else(|| Failure::bad("name a file with -o"))?;
        let cells = plan.cells();
        let parts = plan.parts(self.shard.unwrap_or(Shard { index: 1, of: 1 }));
        let mut lines = Vec::new();
        if path.exists() {
            if !self.resume {
                return Err(Failure::bad(format!(
                    "{} is there already: --resume goes on with it, or name another file",
                    path.display()
                )));
            }
            lines = beginning(path)?;
            done(&cells, &parts, &lines)
                .map_err(|error| Failure::bad(format!("cannot go on with {}: {error}", path.display())))?;
        }
        let fail = |error: std::io::Error| Failure::bad(format!("cannot write {}: {error}", path.display()));
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(fail)?;
        let threads = match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let mut watch = Watch::new();
        let mut trouble = None;
        let start = lines.len();
        let played = run(
            &cells,
            &parts[start..],
            threads,
            &mut |progress| watch.see(progress),
            &mut |part, counts| {
                let line = Line::new(&cells, part, counts);
                // A line is written at once and whole, so that an interrupt loses nothing that was played.
                let written = serde_json::to_string(&line)
                    .map_err(Failure::bad)
                    .and_then(|text| file.write_all(format!("{text}\n").as_bytes()).map_err(fail));
                lines.push(line);
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(failure) => {
                        trouble = Some(failure);
                        ControlFlow::Break(())
                    }
                }
            },
        );
        drop(watch);
        match trouble {
            Some(failure) => Err(failure),
            None => played.map(|()| lines).map_err(interrupted),
        }
    }

    fn read_all(&self) -> Result<Vec<Line>, Failure> {
        let mut all = Vec::new();
        for path in &self.merge {
            all.extend(read_lines(&Input::read(path)?)?.0);
        }
        Ok(all)
    }
}

/// The lines of a file, and how many bytes of it are whole lines. Only the last line may be incomplete.
fn read_lines(input: &Input) -> Result<(Vec<Line>, usize), Failure> {
    let mut lines = Vec::new();
    let mut whole = 0;
    for (number, bytes) in input.bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if bytes.last() != Some(&b'\n') {
            break;
        }
        let line = serde_json::from_slice(bytes).map_err(|error| {
            Failure::bad(format!("{}:{}: not a line of a sweep: {error}", input.name, number + 1))
        })?;
        lines.push(line);
        whole += bytes.len();
    }
    Ok((lines, whole))
}

/// The lines of a file that was broken off; half a line at its end is cut away.
fn beginning(path: &Path) -> Result<Vec<Line>, Failure> {
    let input = Input::read(path)?;
    let (lines, whole) = read_lines(&input)?;
    if whole < input.bytes.len() {
        let cut = OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(whole as u64));
        cut.map_err(|error| Failure::bad(format!("cannot write {}: {error}", path.display())))?;
    }
    debug_assert!(fs::metadata(path).is_ok_and(|data| data.len() == whole as u64));
    Ok(lines)
}

fn rules_of(row: &Row) -> RuleSet {
    row.line.rules.parse().unwrap_or(RuleSet::PAPER)
}

fn text(rows: &[Row]) -> String {
    let wide = |of: fn(&Row) -> &str, title: &str| {
        rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0).max(title.len())
    };
    let board = wide(|row| &row.line.board, "board");
    let tactic = wide(|row| &row.line.tactic, "tactic");
    let against = wide(|row| &row.line.against, "against");
    let rules = wide(|row| &row.line.rules, "rules");
    let mut text = format!(
        "{:<board$}  {:<tactic$}  {:<against$}  {:<rules$}  {:>4}  {:>8}  {:>6}  {:>6}  win rate\n",
        "board", "tactic", "against", "rules", "seed", "games", "draws", "capped"
    );
    for row in rows {
        let Row { line, counts } = row;
        let _ = writeln!(
            text,
            "{:<board$}  {:<tactic$}  {:<against$}  {:<rules$}  {:>4}  {:>8}  {:>6}  {:>6}  {}",
            line.board,
            line.tactic,
            line.against,
            line.rules,
            line.seed,
            counts.games(),
            counts.draws,
            counts.capped,
            rate_text(counts, &rules_of(row))
        );
    }
    text
}

/// Boards from left to right, one curve for each of the other combinations.
fn curves(rows: &[Row]) -> CurvePicture {
    let mut names: Vec<String> = Vec::new();
    let mut curves: Vec<Curve> = Vec::new();
    let several = |of: fn(&Row) -> String| rows.windows(2).any(|pair| of(&pair[0]) != of(&pair[1]));
    let (rules, against, seeds) = (
        several(|row| row.line.rules.clone()),
        several(|row| row.line.against.clone()),
        several(|row| row.line.seed.to_string()),
    );
    for row in rows {
        if !names.contains(&row.line.board) {
            names.push(row.line.board.clone());
        }
    }
    for row in rows {
        let mut name = row.line.tactic.clone();
        if against {
            let _ = write!(name, " against {}", row.line.against);
        }
        if rules {
            let _ = write!(name, ", {}", row.line.rules);
        }
        if seeds {
            let _ = write!(name, ", seed {}", row.line.seed);
        }
        let index = curves.iter().position(|curve| curve.name == name).unwrap_or_else(|| {
            curves.push(Curve { name, points: vec![None; names.len()] });
            curves.len() - 1
        });
        let value = rules_of(row).draw_value();
        let [low, high] = row.counts.interval(value);
        if let Some(column) = names.iter().position(|name| *name == row.line.board) {
            curves[index].points[column] = Some(Measured { value: row.counts.rate(value), low, high });
        }
    }
    CurvePicture {
        title: "Share of wins, with intervals of 95 percent".into(),
        names,
        curves,
        guide: Some(0.5),
    }
}
