//! `tesuji tactics sweep`: the lines of a sweep and the files they are in.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use tesuji_ask::Ending;
use tesuji_ask::tactics::sweep::{SweepAnswer, SweepQuestion};
use tesuji_job::Why;
use tesuji_lines::Lock;
use tesuji_maps::{Line, Shard, done, read_beginning, read_lines, run};

use super::super::options::PictureOptions;
use super::Threads;
use crate::asking;
use crate::failure::Failure;
use crate::files::{self, Input};
use crate::progress::watched;

#[derive(Args)]
#[command(after_help = "Examples:
  tesuji tactics sweep --board square:6 --board hexagon:4 --tactic random \\
      --tactic paper1 --games 10000 -o out.jsonl
  tesuji tactics sweep --board square:6 --tactics maps.txt --games 10000 \\
      -o out.jsonl --resume
  tesuji tactics sweep --board square:6 --tactic paper3 --games 1000000 \\
      -o part2.jsonl --shard 2/3
  tesuji tactics sweep --merge part1.jsonl part2.jsonl part3.jsonl \\
      --svg curves.svg

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
    /// An opponent, random without it; may be given several times
    #[arg(long, value_name = "EXPR")]
    against: Vec<String>,
    /// Rules, paper without it; may be given several times
    #[arg(long, value_name = "RULES")]
    rules: Vec<String>,
    /// A master seed, 1 without it; may be given several times
    #[arg(long, value_name = "S")]
    seed: Vec<u64>,
    /// Games of each combination, 10000 without it
    #[arg(long, value_name = "N")]
    games: Option<u64>,
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
    #[command(flatten)]
    threads: Threads,
    /// Add up the lines of files instead of playing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["board", "tactic", "tactics", "against", "rules", "seed", "games", "balanced", "output", "resume", "shard"])]
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
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let (lines, why) = if self.merge.is_empty() { self.play()? } else { (self.read_all()?, None) };
        let answer = SweepAnswer::of(&lines, why, self.picture.asked().as_ref())?;
        if let (Some(path), Some(svg)) = (&self.picture.svg, &answer.svg) {
            files::write_or_print(path, svg)?;
        }
        if self.json {
            files::print_json(&answer)?;
        } else {
            files::print(&answer.text())?;
        }
        Ok(asking::exit_code(match why {
            None => Ending::Known,
            Some(Why::Stopped) => Ending::Stopped,
            Some(_) => Ending::Unknown,
        }))
    }

    fn question(&self) -> Result<SweepQuestion, Failure> {
        let mut tactics = self.tactic.clone();
        let mut places = vec![None; tactics.len()];
        if let Some(path) = &self.tactics {
            let input = Input::read(path)?;
            let name = input.name.clone();
            for (number, line) in (1..).zip(input.text()?.lines()) {
                let expression = line.split('#').next().unwrap_or_default().trim();
                if !expression.is_empty() {
                    tactics.push(expression.to_string());
                    places.push(Some(format!("{name}:{number}")));
                }
            }
        }
        Ok(SweepQuestion {
            boards: self.board.iter().map(|name| files::board(name)).collect::<Result<_, _>>()?,
            tactics,
            places,
            against: self.against.clone(),
            rules: self.rules.clone(),
            seeds: self.seed.clone(),
            balanced: self.balanced,
            games: self.games,
        })
    }

    /// Plays what the file does not have yet. A line is written at once and whole, so that an interrupt loses nothing that
    /// was played.
    fn play(&self) -> Result<(Vec<Line>, Option<Why>), Failure> {
        let plan = self.question()?.plan()?;
        let path = self.output.as_deref().ok_or_else(|| Failure::bad("name a file with -o"))?;
        let cells = plan.cells();
        let parts = plan.parts(self.shard.unwrap_or(Shard { index: 1, of: 1 }));
        let mut lines = Vec::new();
        let mut beside = path.file_name().unwrap_or_default().to_os_string();
        beside.push(".lock");
        let _lock = Lock::take(&path.with_file_name(beside), &path.display().to_string())?;
        if path.exists() {
            if !self.resume {
                return Err(Failure::bad(format!(
                    "{} is there already: --resume goes on with it, or name another file",
                    path.display()
                )));
            }
            lines = beginning(path)?;
            done(&cells, &parts, &lines, &path.display().to_string())
                .map_err(|error| Failure::bad(format!("cannot go on: {error}")))?;
        }
        let fail = |error: std::io::Error| files::cannot("write", &path.display().to_string(), &error);
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(fail)?;
        let mut trouble = None;
        let rest = &parts[lines.len()..];
        let played = watched(|watch| {
            run(&cells, rest, self.threads.number(), watch, &mut |part, counts| {
                let line = Line::new(&cells, part, counts);
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
            })
        });
        match trouble {
            Some(failure) => Err(failure),
            None => Ok((lines, played.err())),
        }
    }

    fn read_all(&self) -> Result<Vec<Line>, Failure> {
        let mut all = Vec::new();
        for path in &self.merge {
            let input = Input::read(path)?;
            let lines = read_lines(&input.bytes, &input.name).map_err(Failure::bad)?;
            if lines.is_empty() {
                return Err(Failure::bad(format!("{} has no line of a sweep", input.name)));
            }
            all.extend(lines);
        }
        Ok(all)
    }
}

/// The lines of a file that was broken off; half a line at its end is cut away.
fn beginning(path: &Path) -> Result<Vec<Line>, Failure> {
    let input = Input::read(path)?;
    let (lines, whole) = read_beginning(&input.bytes, &input.name).map_err(Failure::bad)?;
    if whole < input.bytes.len() {
        let cut = OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(whole as u64));
        cut.map_err(|error| files::cannot("write", &path.display().to_string(), &error))?;
    }
    debug_assert!(fs::metadata(path).is_ok_and(|data| data.len() == whole as u64));
    Ok(lines)
}
