//! `tesuji batch`: a file of questions into a file of answers.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value};
use tesuji_ask::parse_object;
use tesuji_job::{Progress, Why, cores};
use tesuji_lines::batch::{Item, Plan, Shard, Summary, of_games, of_lines};

use crate::failure::Failure;
use crate::files::{self, Input};
use crate::interrupt;
use crate::store::TableOptions;

/// Answer a file of questions into a file of answers, in parts that survive an interrupt
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji batch questions.jsonl -o answers.jsonl
  tesuji batch questions.jsonl -o answers.jsonl --resume
  tesuji batch examples/capture-problems.sgf --ask capture \\
      --with '{\"limits\": {\"nodes\": 10000}}' -o answers.jsonl
  tesuji batch games.sgf --ask review --with '{\"problems\": true}' -o out.jsonl
  tesuji batch questions.jsonl -o answers.jsonl --shard 2/3

Questions are those of tesuji lines; one without an id gets the number of its line (of its game in a collection). Answers are written in
parts of 50 into the folder OUT.parts and put together in the order of the input when all of them are there: the output is the
same to the byte for any number of threads, for any division into shards, and after any interrupt, as long as limits are nodes
and not seconds. Shards of one run write into the same folder, or into folders that are copied together; --resume then
answers what is missing and finishes.")]
pub(crate) struct Batch {
    /// A file with a JSON question on each line, or an SGF collection with --ask
    input: PathBuf,
    /// Where the answers go
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Ask this of every game of an SGF collection: race, capture, life, review, check or show
    #[arg(long, value_name = "KIND", value_parser = ["race", "capture", "life", "review", "check", "show"], hide_possible_values = true)]
    ask: Option<String>,
    /// More fields of the question about every game, as a JSON object
    #[arg(long, value_name = "JSON", requires = "ask")]
    with: Option<String>,
    /// Go on with what an earlier run has left
    #[arg(long)]
    resume: bool,
    /// Do only one of N equal shares of the parts
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Questions answered at once; the cores of the machine without it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parsed = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    match parsed {
        Some((index, of)) if 1 <= index && index <= of && of <= 1_000_000 => Ok(Shard { index, of }),
        _ => Err("expected I/N, such as 2/3".into()),
    }
}

impl Batch {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        if self.output == Path::new("-") {
            return Err(Failure::bad(
                "a batch keeps its parts beside its output, so that needs a file: tesuji lines answers on standard output",
            ));
        }
        let input = Input::read(&self.input)?;
        let items = self.items(&input)?;
        if items.is_empty() {
            return Err(Failure::bad(format!("{} has no questions", input.name)));
        }
        let save = |path: &Path, bytes: &[u8]| {
            files::write_file(path, bytes).map_err(|failure| match failure {
                Failure::Bad(fault) => fault.message,
                other => format!("cannot write {}: {other:?}", path.display()),
            })
        };
        let plan = Plan {
            items,
            output: self.output.clone(),
            resume: self.resume,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            threads: self.threads.map_or_else(cores, usize::from),
            save: &save,
        };
        // Questions share the cores: each has one.
        let desk = TableOptions::default().desk().with_threads(1);
        let bar = bar();
        let shown = bar.clone();
        let summary = plan.run(&desk, interrupt::watch(), move |progress: &Progress| {
            shown.set_length(progress.total.unwrap_or(progress.done));
            shown.set_position(progress.done);
        });
        bar.finish_and_clear();
        self.told(&summary?)
    }

    fn items(&self, input: &Input) -> Result<Vec<Item>, Failure> {
        let Some(kind) = &self.ask else { return Ok(of_lines(&input.bytes)) };
        let mut fields = match &self.with {
            Some(text) => parse_object(text).map_err(|fault| fault.within("--with"))?,
            None => Map::new(),
        };
        fields.insert("ask".into(), Value::String(kind.clone()));
        Ok(of_games(&input.name, &input.bytes, &fields)?)
    }

    /// What became of the questions, on standard error: the answers are in the file.
    fn told(&self, summary: &Summary) -> Result<ExitCode, Failure> {
        let Summary { known, unknown, errors, before, errors_before, damaged, complete, stopped } = *summary;
        let earlier = match (before, errors_before) {
            (0, _) => String::new(),
            (_, 0) => format!(", {before} answered before"),
            _ => format!(", {before} answered before ({errors_before} errors)"),
        };
        let again = match damaged {
            0 => String::new(),
            _ => format!(", parts that were damaged and are answered again: {damaged}"),
        };
        files::warn(&format!("{known} answered, {unknown} unknown, {errors} errors{earlier}{again}"));
        if stopped {
            files::warn("what is finished is kept: --resume goes on with it");
            return Err(Why::Stopped.into());
        }
        if !complete {
            files::warn(&format!(
                "the parts of other shards are missing: {} is not written yet",
                self.output.display()
            ));
        }
        Ok(ExitCode::from(u8::from(errors + errors_before > 0)))
    }
}

/// A bar on a terminal, nothing elsewhere.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len}, {eta} left");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
