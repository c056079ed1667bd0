//! `tesuji strings`: the largest number of strings on a board.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use tesuji_ask::strings::{StringsAnswer, StringsMethod, StringsQuestion, Variant};
use tesuji_ask::{Desk, Found, Question};

use super::options::{LimitOptions, PictureOptions, request};
use crate::asking;
use crate::failure::Failure;
use crate::files::{self, Input};

/// The largest number of strings that a legal position can have
#[derive(Args)]
#[command(
    mut_arg("nodes", |nodes| nodes.alias("states")),
    after_help = "Examples:
  tesuji strings 19
  tesuji strings 13 9 --count --svg board.svg
  tesuji strings --topology hexagon:4 --count
  tesuji strings 9 --all boards.txt
  tesuji strings 19 --sample 3 --seed 7
  tesuji strings 8 --method ilp --variant both
  tesuji strings 19 --certificate proof.json
  tesuji strings --check proof.json

Feasible: squares up to about 30 (value) and 24 (count); other boards while they are narrow enough, which the program
tells. Sets of empty points are counted, not coloured positions."
)]
pub(crate) struct Strings {
    /// Columns of a rectangular board
    #[arg(value_name = "N", required_unless_present_any = ["topology", "check"], conflicts_with = "topology")]
    columns: Option<usize>,
    /// Rows of a rectangular board, if it is no square
    #[arg(value_name = "M")]
    rows: Option<usize>,
    /// Any other board: a name such as torus:8x8, or a JSON file
    #[arg(long, value_name = "NAME")]
    topology: Option<String>,
    /// Count the optimal sets of empty points
    #[arg(long)]
    count: bool,
    /// Write all optimal boards into this file
    #[arg(long, value_name = "FILE")]
    all: Option<PathBuf>,
    /// Draw this many optimal boards at random, each equally likely
    #[arg(long, value_name = "K")]
    sample: Option<u64>,
    /// The seed of the draws, 1 without it
    #[arg(long, value_name = "S", requires = "sample")]
    seed: Option<u64>,
    /// dp (frontier method) or ilp (the paper's integer program); without it, the one that suits the board
    #[arg(long, value_enum)]
    method: Option<Method>,
    /// Additional inequalities of the integer program, both without it
    #[arg(long, value_enum)]
    variant: Option<Inequalities>,
    /// Write a certificate that anyone can check
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check a certificate instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["columns", "topology", "count", "all", "sample", "certificate", "sgf", "method", "variant"])]
    check: Option<PathBuf>,
    /// Write the board as SGF (rectangles only)
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    Dp,
    Ilp,
}

#[derive(Clone, Copy, ValueEnum)]
enum Inequalities {
    Simple,
    Corner,
    #[value(alias = "center")]
    Centre,
    Both,
}

impl Strings {
    fn question(&self) -> Result<StringsQuestion, Failure> {
        let check = self.check.as_deref().map(Input::read).transpose()?;
        let check = check.map(|input| {
            serde_json::from_slice(&input.bytes)
                .map_err(|error| Failure::bad(format!("{} is no certificate: {error}", input.name)))
        });
        Ok(StringsQuestion {
            topology: self.topology.as_deref().map(files::board).transpose()?,
            width: self.columns,
            height: self.rows,
            count: self.count,
            sample: self.sample,
            seed: self.seed,
            method: self.method.map(|method| match method {
                Method::Dp => StringsMethod::Dp,
                Method::Ilp => StringsMethod::Ilp,
            }),
            variant: self.variant.map(|variant| match variant {
                Inequalities::Simple => Variant::Simple,
                Inequalities::Corner => Variant::Corner,
                Inequalities::Centre => Variant::Centre,
                Inequalities::Both => Variant::Both,
            }),
            list: self.all.is_some(),
            certificate: self.certificate.is_some(),
            sgf: self.sgf.is_some(),
            check: check.transpose()?,
        })
    }

    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let question = Question::Strings(Box::new(self.question()?));
        let request = request(question, self.limits.asked(), Some(&self.picture));
        let mut answer = asking::answer(&Desk::new(), &request)?;
        if let Found::Strings(found) = &mut answer.found {
            self.write(found)?;
        }
        asking::tell(&request, answer, &self.picture.output(self.json))
    }

    /// Parts of the answer that have files of their own.
    fn write(&self, found: &mut StringsAnswer) -> Result<(), Failure> {
        if let (Some(path), Some(boards)) = (&self.all, found.list.take()) {
            let mut text = String::new();
            for (number, board) in (1..).zip(&boards) {
                let _ = writeln!(text, "# {number}\n{board}");
            }
            files::write_file(path, &text)?;
        }
        if let (Some(path), Some(certificate)) = (&self.certificate, found.certificate.take()) {
            let text = serde_json::to_string_pretty(&certificate).map_err(Failure::bad)?;
            files::write_file(path, &(text + "\n"))?;
        }
        if let (Some(path), Some(sgf)) = (&self.sgf, found.sgf.take()) {
            files::write_file(path, &sgf)?;
        }
        Ok(())
    }
}
