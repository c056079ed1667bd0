//! The papers' tables and figures beside ours, number by number.
//!
//! Every module computes one paper's experiment again and gives [`Row`]s: where the number stands, what it is, the paper's
//! and ours. Published numbers stand here to be printed beside ours; nothing is ever answered from them. Times are measured and
//! shown, never compared. Five modules, `captures`, `races`, `fights`, `life` and `endgame`, have no paper: they
//! hold our own answers against exhaustive judges.

mod asked;
mod captures;
mod endgame;
mod fights;
mod joins;
mod judged;
mod lambda_go;
mod lambda_shogi;
mod lambda_simpei;
mod life;
mod multirace;
mod race;
mod races;
mod row;
mod simpei;
mod strings;
mod tactics;

use tesuji_ask::{Desk, Fault, Missing};
use tesuji_job::{Unknown, Watch, Why};

pub use lambda_go::{CaptureProblem, capture_problems};
pub use row::{Reproduction, Row};

/// Everything that can be reproduced, with a few words about it.
pub const NAMES: &[(&str, &str)] = &[
    ("strings", "the largest number of strings: tables 1 to 5 and figure 9 of paper 002"),
    ("lambda-go", "df-pn and df-pn lambda on capture problems: tables 3 and 4 and figure 3 of paper 001"),
    (
        "captures",
        "answers about captures on small random boards beside an exhaustive judge: no paper, our own",
    ),
    ("tactics", "tactic maps against a random player on four boards: table 2 of paper 003"),
    ("race", "capturing races: problems A to E of paper 000, as sums and on boards"),
    (
        "races",
        "answers about races with kos and regions of any shape beside an exhaustive judge: no paper, our own",
    ),
    ("fights", "answers about fights on small random boards beside an exhaustive judge: no paper, our own"),
    (
        "life",
        "answers about life and death between stated walls beside an exhaustive judge: no paper, our own",
    ),
    ("endgame", "known values of endgames beside ours, and random boards beside a judge that plays them out"),
    (
        "multirace",
        "races between several blocks: figures 1 and 5 to 13 of paper 004, as graphs and on boards",
    ),
    (
        "simpei",
        "the solved game of Simpei: tables 5 and 6 of paper 001 and the figures of its first solution",
    ),
    ("lambda-simpei", "df-pn and df-pn lambda on Simpei: tables 5 and 6 and figure 4 of paper 001"),
    (
        "lambda-shogi",
        "df-pn and df-pn lambda on mates and brinkmates: tables 1 and 2 and figure 2 of paper 001",
    ),
];

/// How much to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Compute also what takes longer than a few seconds.
    pub long: bool,
    /// Draw the paper's figure, where it has one.
    pub picture: bool,
}

/// Why there is nothing to set beside the paper.
#[derive(Clone, Debug)]
pub enum Ended {
    /// A limit was reached, or somebody stopped the work.
    Unknown(Unknown),
    /// There is no such paper, or a table cannot be used.
    Fault(Fault),
}

impl From<Why> for Ended {
    fn from(why: Why) -> Ended {
        Ended::Unknown(why.into())
    }
}

impl From<Unknown> for Ended {
    fn from(unknown: Unknown) -> Ended {
        Ended::Unknown(unknown)
    }
}

impl From<Missing> for Ended {
    fn from(missing: Missing) -> Ended {
        match missing {
            Missing::Unknown(why) => why.into(),
            Missing::Fault(fault) => Ended::Fault(fault),
        }
    }
}

/// What ends a reproduction although nothing was asked wrongly: our own boards and problems do not fit.
fn broken(message: impl std::fmt::Display) -> Ended {
    Ended::Fault(Fault::new(message))
}

/// Computes a paper's numbers again.
///
/// # Errors
/// If there is no such paper, or the work was ended.
pub fn reproduce(name: &str, options: &Options, desk: &Desk, watch: &Watch) -> Result<Reproduction, Ended> {
    match name {
        "strings" => strings::reproduce(options.long, watch),
        "lambda-go" => lambda_go::reproduce(options, watch),
        "captures" => captures::reproduce(options.long, watch),
        "tactics" => tactics::reproduce(options.long, watch),
        "race" => race::reproduce(),
        "races" => races::reproduce(options.long, watch),
        "fights" => fights::reproduce(options.long, watch),
        "life" => life::reproduce(options.long, watch),
        "endgame" => endgame::reproduce(options.long, watch),
        "multirace" => multirace::reproduce(options.long, watch),
        "simpei" => simpei::reproduce(desk, watch),
        "lambda-simpei" => lambda_simpei::reproduce(options, desk, watch),
        "lambda-shogi" => lambda_shogi::reproduce(options, watch),
        other => {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            Err(broken(format!("there is no '{other}' to reproduce: expected one of {}", names.join(", "))))
        }
    }
}
