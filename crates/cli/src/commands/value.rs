//! `tesuji value`: a calculator for games.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::{Map, json};
use tesuji_cgt::{Limits, Side, Style};

use super::picture::{PictureOptions, write_svg};
use crate::arguments::unmarked;
use crate::failure::Failure;
use crate::files::{self, Input};
use crate::interrupt;
use crate::value::{Question, Source, answer_all, answer_best, on_a_deep_stack};

/// Calculate with games: value, stops, mean, temperature, cooling, thermograph, best move
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji value \"{6||4|0}\"                          (value, outcome, stops, mean, temperature)
  tesuji value \"{4|0}\" --cool 2 --compare 2        (cooled value; how the game compares with 2)
  tesuji value -1/2^* \"3.^ + *2\" \"-{4|0}\"          (several games, negative ones too)
  tesuji value \"{6||4|0}\" --thermograph            (the thermograph in plain characters)
  tesuji value \"{6||4|0}\" --svg t.svg --construction
  tesuji value \"2*\" \"4^\" -7 --best left --target -1 (the best move in the sum of three games)
  tesuji value \"A+B\" --define games.txt             (lines such as A = {4|0})

Notation: 3, -13/2, 1 3/4; *, *3; ^, ^^, ^3, v, ^*; 2*, 4^, -1/2^* (number, then ups and stars);
{a,b|c}, {6||4|0} (more bars divide first); +-3; Tiny(2) or +_2, Miny(2) or -_2; {0^2|+_3};
G+H, G-H, -G, 3.G (multiple), G.^ (Norton product), G:H (ordinal sum);
cool(G,t), heat(G,t), freeze(G), overheat(G,s,t), rcf(G), mean(G), temp(G), ls(G), rs(G), aw(G),
norton(G,U), uptimal(a,b,...), uppower(n), nim(n). Quote what the shell would take for itself.")]
pub(crate) struct Value {
    /// Games; - reads them from standard input, one on a line. Without any, all games of --define
    #[arg(value_name = "EXPR", required_unless_present = "define")]
    expressions: Vec<String>,
    /// Cool by this temperature; with --best, play the cooled games
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    cool: Option<String>,
    /// Compare with this game
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    compare: Option<String>,
    /// Take the games as one sum and say what this side should play in it, and why
    #[arg(long, value_name = "SIDE", value_enum, ignore_case = true)]
    best: Option<Player>,
    /// What a winning move has to leave: at least this for left, at most this for right. 0 for the last move
    #[arg(long, value_name = "EXPR", default_value = "0", allow_hyphen_values = true, requires = "best")]
    target: String,
    /// Read names for games from this file, one on a line: NAME = EXPR
    #[arg(long, value_name = "FILE")]
    define: Option<PathBuf>,
    /// Show the thermograph in plain characters
    #[arg(long)]
    thermograph: bool,
    #[command(flatten)]
    picture: PictureOptions,
    /// Draw into the picture how the thermograph comes about
    #[arg(long, requires = "svg")]
    construction: bool,
    /// How games are written without --json: ascii, paper, unicode or latex
    #[arg(long, value_name = "NAME", value_enum, default_value = "ascii")]
    notation: Notation,
    /// Write games as LaTeX formulas: short for --notation latex
    #[arg(long, conflicts_with = "notation")]
    latex: bool,
    /// Give up a game that needs more nodes than this
    #[arg(long, value_name = "N", default_value_t = Limits::interactive().nodes,
        value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: u32,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Player {
    Left,
    Right,
}

#[derive(Clone, Copy, ValueEnum)]
enum Notation {
    Ascii,
    Paper,
    Unicode,
    Latex,
}

impl Value {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let question = self.question()?;
        let side = self.best.map(|player| match player {
            Player::Left => Side::Left,
            Player::Right => Side::Right,
        });
        let answered = on_a_deep_stack(|| match side {
            Some(side) => answer_best(&question, side, unmarked(&self.target)),
            None => answer_all(&question),
        })?;
        if let (Some(path), Some(picture)) = (&self.picture.svg, &answered.picture) {
            write_svg(path, &tesuji_draw::thermograph_svg(picture, &self.picture.look.style()))?;
        }
        if self.json {
            let mut answers = answered.values;
            let mut whole = match answers.len() {
                1 => answers.remove(0).json,
                _ => Map::from_iter([(
                    "values".into(),
                    answers.into_iter().map(|answer| json!(answer.json)).collect(),
                )]),
            };
            if let Some((sum, best)) = answered.best {
                whole.insert("sum".into(), json!(sum.json));
                whole.insert("best".into(), json!(best.json));
            }
            if let Some(why) = &answered.unknown {
                whole.insert("result".into(), json!("unknown"));
                whole.insert("why".into(), json!(why));
            }
            files::print_json(&json!(whole))?;
        } else {
            files::print(&answered.text())?;
        }
        Ok(ExitCode::from(if answered.unknown.is_some() { 2 } else { 0 }))
    }

    /// What was typed, with files read and combinations checked.
    fn question(&self) -> Result<Question, Failure> {
        let definitions =
            self.define.as_deref().map(Input::read).transpose()?.map(Source::new).transpose()?;
        let mut expressions = Vec::new();
        for expression in &self.expressions {
            match unmarked(expression) {
                "-" => {
                    let input = Source::new(Input::read("-".as_ref())?)?;
                    let lines = input.text.lines().map(str::trim);
                    let games = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
                    expressions.extend(games.map(String::from));
                }
                text => expressions.push(text.to_string()),
            }
        }
        if expressions.is_empty() && definitions.is_none() {
            return Err(Failure::bad("standard input holds no game"));
        }
        if self.picture.svg.is_some() && self.best.is_none() && expressions.len() != 1 {
            return Err(Failure::bad("--svg draws one game: give one expression, or --best for their sum"));
        }
        Ok(Question {
            expressions,
            definitions,
            cool: self.cool.as_deref().map(|text| unmarked(text).to_string()),
            compare: self.compare.as_deref().map(|text| unmarked(text).to_string()),
            style: match self.notation {
                _ if self.latex => Style::Latex,
                Notation::Ascii => Style::Ascii,
                Notation::Paper => Style::Paper,
                Notation::Unicode => Style::Unicode,
                Notation::Latex => Style::Latex,
            },
            thermograph: self.thermograph,
            picture: self.picture.svg.is_some(),
            construction: self.construction,
            limits: Limits::interactive().with_nodes(self.nodes).with_stop(interrupt::flag()),
        })
    }
}
