//! `tesuji capture`: can a string be captured, by whom, with which move, and does it take a ko?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use tesuji_ask::capture::{Algorithm, AskedOrder, CaptureGoal, CaptureQuestion, Starter, TargetStones};
use tesuji_ask::{Desk, Found, Question};

use super::options::{Choice, LimitOptions, PictureOptions, request};
use crate::asking;
use crate::failure::Failure;
use crate::files;

/// Can a string be captured? Proved, with the move, the order and the grade of a ko
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji capture examples/net.sgf
  tesuji capture game.sgf --move 57 --target D4 --first white
  tesuji capture examples/net.sgf --tree proof.sgf --svg net.svg
  tesuji capture examples/net.sgf --all --json
  tesuji capture examples/fork.sgf --target D6,F6 --goal all

The target is named by --target or marked with a triangle (TR) in the file. 'captured' holds against every defence on the
board and three ko threats, 'escapes' against every attack however long it takes. With --order, 'escapes' says that there is
no capture up to that lambda order. What is stated by --safe or CR holds, and the answer lists it.")]
pub(crate) struct Capture {
    /// A file with a position, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    at: Choice,
    /// A stone of the string in question, or of several: D4,E5
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    target: Vec<String>,
    /// Of several strings, any of them or all of them; any if nothing is said
    #[arg(long, value_enum)]
    goal: Option<Goal>,
    /// Who moves first; without this, the side to move of the file
    #[arg(long, value_enum)]
    first: Option<First>,
    /// Ask for quick captures only: the highest lambda order, 1 to 20, or 'usual' for one that suits the target, mostly 3
    #[arg(long, value_name = "N", value_parser = order)]
    order: Option<AskedOrder>,
    /// Stones to be taken as safe, besides those marked CR
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    safe: Vec<String>,
    /// Stones to be taken as unknown, besides those marked MA
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    unknown: Vec<String>,
    /// The search: df-pn lambda, or plain df-pn
    #[arg(long, value_enum)]
    algorithm: Option<Search>,
    #[command(flatten)]
    limits: LimitOptions,
    /// Find all first moves that work
    #[arg(long)]
    all: bool,
    /// Write the proof or refutation as an SGF tree into this file
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// An order as it is typed.
fn order(text: &str) -> Result<AskedOrder, String> {
    match text {
        "usual" => Ok(AskedOrder::USUAL),
        number => number
            .parse()
            .map(AskedOrder::Number)
            .map_err(|_| "an order is a number from 1 to 20, or 'usual'".to_string()),
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Goal {
    Any,
    All,
}

#[derive(Clone, Copy, ValueEnum)]
enum First {
    Attacker,
    Defender,
    Black,
    White,
}

/// A search, as `capture` and `mate` name it.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Search {
    Lambda,
    Dfpn,
}

impl From<Search> for Algorithm {
    fn from(search: Search) -> Algorithm {
        match search {
            Search::Lambda => Algorithm::Lambda,
            Search::Dfpn => Algorithm::Dfpn,
        }
    }
}

impl Capture {
    fn question(&self) -> Result<CaptureQuestion, Failure> {
        if self.tree.as_deref().is_some_and(|tree| files::same_file(tree, &self.file)) {
            return Err(Failure::bad("the solution is never written over the problem: name another file"));
        }
        Ok(CaptureQuestion {
            position: self.at.read(&self.file)?,
            target: match &self.target[..] {
                [] => None,
                [one] => Some(TargetStones::One(one.clone())),
                several => Some(TargetStones::Several(several.to_vec())),
            },
            goal: self.goal.map(|goal| match goal {
                Goal::Any => CaptureGoal::Any,
                Goal::All => CaptureGoal::All,
            }),
            first: self.first.map(|first| match first {
                First::Attacker => Starter::Attacker,
                First::Defender => Starter::Defender,
                First::Black => Starter::Black,
                First::White => Starter::White,
            }),
            order: self.order,
            safe: self.safe.clone(),
            unknown: self.unknown.clone(),
            algorithm: self.algorithm.map(Algorithm::from).unwrap_or_default(),
            all: self.all,
            proof: self.tree.is_some(),
            candidates: false,
        })
    }

    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let question = Question::Capture(Box::new(self.question()?));
        let request = request(question, self.limits.asked(), Some(&self.picture));
        let mut answer = asking::answer(&Desk::new(), &request)?;
        if let (Some(path), Found::Capture(found)) = (&self.tree, &mut answer.found) {
            match found.proof.take() {
                Some(proof) => files::write_file(path, &proof)?,
                None => files::warn(&format!("there is no proof to write into {}", path.display())),
            }
        }
        asking::tell(&request, answer, &self.picture.output(self.json))
    }
}
