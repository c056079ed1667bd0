//! `tesuji mate`: does the side to move mate, by checks or with a brinkmate?

use std::path::Path;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use tesuji_ask::capture::Algorithm;
use tesuji_ask::mate::MateQuestion;
use tesuji_ask::{Desk, Question, Side};

use super::capture::Search;
use super::options::{PictureOptions, SearchLimitOptions, request};
use crate::asking;
use crate::failure::Failure;
use crate::files::Input;

/// Mate in shogi: by checks (order 1, tsume) or with quiet moves (order 2, hisshi), proved
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji mate \"8k/9/7G1/9/9/9/9/9/9 b G 1\"
  tesuji mate examples/tsume.txt --case zukou-036 --shortest
  tesuji mate examples/hisshi.txt --case h1-001 --order 2 --json
  tesuji mate \"4k4/9/4P4/9/9/9/9/9/9 b 2G 1\" --cooks --svg board.svg

The position is an SFEN, 'startpos', or a file of lines 'name|SFEN|...' of which --case names one. The attacker may be
without a king. The side to move attacks unless --attacker says otherwise or only that side has a king.
Every mate is replayed against every defence by a second implementation of the rules before it is reported.")]
pub(crate) struct Mate {
    /// The position in SFEN, or a file of problems
    position: String,
    /// The problem of the file
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
    /// 1 (the default): mate by checks alone; 2: quiet moves too, if the mate then cannot be parried
    #[arg(long, value_name = "N")]
    order: Option<u8>,
    /// The side that wants to mate
    #[arg(long, value_enum)]
    attacker: Option<Attacker>,
    /// The search of order 2: df-pn lambda, or plain df-pn
    #[arg(long, value_enum)]
    algorithm: Option<Search>,
    /// Find the shortest mate by checks, every interposition counted
    #[arg(long)]
    shortest: bool,
    /// Find all first moves that mate
    #[arg(long)]
    cooks: bool,
    #[command(flatten)]
    limits: SearchLimitOptions,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Attacker {
    Black,
    White,
}

impl Mate {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let (place, sfen) = self.read()?;
        let question = MateQuestion {
            sfen,
            order: self.order,
            attacker: self.attacker.map(|side| match side {
                Attacker::Black => Side::Black,
                Attacker::White => Side::White,
            }),
            algorithm: self.algorithm.map(Algorithm::from).unwrap_or_default(),
            shortest: self.shortest,
            cooks: self.cooks,
        };
        let request = request(Question::Mate(question), self.limits.asked(), Some(&self.picture));
        let run = asking::run(&Desk::new(), &request, &self.picture.output(self.json));
        match (run, place) {
            // What is wrong with a problem is told with its line.
            (Err(Failure::Bad(fault)), Some(place)) if fault.field.as_deref() == Some("sfen") => {
                Err(fault.within(&place).into())
            }
            (run, _) => run,
        }
    }

    /// The position, and its place if it comes from a file.
    fn read(&self) -> Result<(Option<String>, String), Failure> {
        let path = Path::new(&self.position);
        if self.case.is_none() && !path.is_file() {
            return Ok((None, self.position.clone()));
        }
        let input = Input::read(path)?;
        let text = String::from_utf8_lossy(&input.bytes);
        match problem(&text, self.case.as_deref()) {
            Ok((number, sfen)) => Ok((Some(format!("{}:{number}", input.name)), sfen.to_string())),
            Err(why) => Err(Failure::bad(format!("{} {why}", input.name))),
        }
    }
}

/// A problem of a text of lines `name|SFEN|...` with its line; without a name it must be the only one.
fn problem<'a>(text: &'a str, name: Option<&str>) -> Result<(usize, &'a str), String> {
    let mut found = None;
    let mut several = false;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut fields = line.split('|');
        let (first, second) = (fields.next().unwrap_or_default().trim(), fields.next());
        // A line may also be a bare SFEN.
        let (called, sfen) = second.map_or(("", first), |sfen| (first, sfen.trim()));
        if name.is_none_or(|name| name == called) {
            several |= found.is_some();
            found.get_or_insert((number, sfen));
        }
    }
    match (found, name) {
        (None, Some(name)) => Err(format!("has no problem called {name}")),
        (None, None) => Err("holds no problem".into()),
        (Some(_), None) if several => Err("holds several problems: name one with --case".into()),
        (Some(found), _) => Ok(found),
    }
}
