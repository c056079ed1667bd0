//! `tesuji value`: a calculator for games. Alone in a terminal it is a prompt.

mod prompt;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use tesuji_ask::value::{Notation, Player, ValueQuestion};
use tesuji_ask::{Desk, Ending, Expression, Fault, Question, Request, text};

use super::options::{LimitOptions, PictureOptions, request};
use crate::arguments::unmarked;
use crate::asking;
use crate::failure::Failure;
use crate::files::{self, Input};
use crate::interrupt;

/// Calculate with games: value, stops, mean, temperature, cooling, thermograph, best move
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji value                                      (a prompt, with names, help)
  tesuji value \"{6||4|0}\"                           (value, stops, temperature)
  tesuji value \"{4|0}\" --cool 2 --compare 2         (cooled; compared with 2)
  tesuji value -1/2^* \"3.^ + *2\" \"-{4|0}\"           (several, negative ones too)
  tesuji value \"{6||4|0}\" --thermograph             (in plain characters)
  tesuji value \"{6||4|0}\" --svg t.svg --construction
  tesuji value \"3/4^\" --thermograph --below-zero   (walls from temperature -1)
  tesuji value \"{6||4|0}\" --at 1/3                (both walls at a temperature)
  tesuji value \"2*\" \"4^\" -7 --best left --target -1 (best move in the sum)
  tesuji value \"A+B\" --define games.txt             (lines such as A = {4|0})
  tesuji value - --json                             (game in, object out)

Notation: 3, -13/2, 1 3/4, 0.5; *, *3; ^, ^^, ^3, v, ^*; ^<2>, ^[3] (powers of up); 2*, 4^, -1/2^* (number, then ups and stars);
{a,b|c}, {6||4|0} (more bars divide first); +-3; Tiny(2) or +_2, Miny(2) or -_2; {0^2|+_3};
G+H, G-H, -G, 3.G (multiple), G.^ (Norton product), G:H (ordinal sum);
cool(G,t), heat(G,t), freeze(G), overheat(G,s,t), rcf(G), mean(G), temp(G), ls(G), rs(G), aw(G),
norton(G,U), uptimal(a,b,...), uppower(n), nim(n); G.Cool(2) is cool(G,2), G.Mean is mean(G);
loopy games: on, off, over, under, upon, dud, a{0|a}, {0|pass}, ^[on], ^<on>, G & H (onside and offside);
forms that are not simplified: '{*|*}':1, conjunctive(G,H), selective(G,H), conway(G,H). Quote what the shell would take for itself.")]
pub(crate) struct Value {
    /// Games; - reads them from standard input, one on a line, and answers each as it comes. Without any, all games of
    /// --define; if there is no --define either, a prompt in a terminal
    #[arg(value_name = "EXPR")]
    expressions: Vec<String>,
    /// Cool by this temperature, at least -1; with --best, play the cooled games
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    cool: Option<String>,
    /// Compare with this game
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    compare: Option<String>,
    /// Take the games as one sum and say what this side should play in it, and why
    #[arg(long, value_name = "SIDE", value_enum, ignore_case = true)]
    best: Option<PlayerName>,
    /// What a winning move has to leave: at least this for left, at most this for right. 0, for the last move, without it
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, requires = "best")]
    target: Option<String>,
    /// Read names for games from this file, one on a line: NAME = EXPR
    #[arg(long, value_name = "FILE")]
    define: Option<PathBuf>,
    /// Show the thermograph in plain characters
    #[arg(long)]
    thermograph: bool,
    #[command(flatten)]
    picture: PictureOptions,
    /// Start thermographs at temperature -1, where integers freeze, and not at 0
    #[arg(long, conflicts_with = "construction")]
    below_zero: bool,
    /// Tell both walls at this temperature, any fraction of at least -1
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    at: Option<String>,
    /// Draw into the picture how the thermograph comes about
    #[arg(long, requires = "svg")]
    construction: bool,
    /// How games are written without --json: ascii (the default), paper, unicode or latex
    #[arg(long, value_name = "NAME", value_enum)]
    notation: Option<NotationName>,
    /// Write games as LaTeX formulas: short for --notation latex
    #[arg(long, conflicts_with = "notation")]
    latex: bool,
    #[command(flatten)]
    limits: LimitOptions,
    /// Answer with one JSON object; with -, one on a line for each game
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PlayerName {
    Left,
    Right,
}

#[derive(Clone, Copy, ValueEnum)]
enum NotationName {
    Ascii,
    Paper,
    Unicode,
    Latex,
}

fn expression(typed: &str) -> Expression {
    Expression(unmarked(typed).to_string())
}

/// A game with what it is called in messages.
struct Game {
    expression: Expression,
    name: String,
}

/// The games that were typed, with those of standard input in the place of `-`, as they arrive.
struct Games<'a> {
    typed: std::slice::Iter<'a, String>,
    /// Whether the next game is on the next line of standard input.
    reading: bool,
    /// The line of the last one.
    line: usize,
    typed_games: usize,
}

impl Games<'_> {
    fn next_line(&mut self) -> Option<Result<Game, Failure>> {
        loop {
            let line = match interrupt::waiting(|| files::read_line(&mut io::stdin().lock())) {
                Ok(line) => line?,
                Err(failure) => {
                    self.reading = false;
                    return Some(Err(failure));
                }
            };
            self.line += 1;
            let name = format!("standard input, line {}", self.line);
            let Ok(line) = String::from_utf8(line) else {
                return Some(Err(Failure::bad(format!("{name}: this is not a text"))));
            };
            let game = line.trim();
            if !game.is_empty() && !game.starts_with('#') {
                return Some(Ok(Game { expression: game.into(), name }));
            }
        }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Game, Failure>;

    fn next(&mut self) -> Option<Result<Game, Failure>> {
        loop {
            if self.reading {
                match self.next_line() {
                    Some(game) => return Some(game),
                    None => self.reading = false,
                }
            }
            let typed = self.typed.next()?;
            self.reading = typed == "-";
            if !self.reading {
                self.typed_games += 1;
                let name = format!("expression {}", self.typed_games);
                return Some(Ok(Game { expression: expression(typed), name }));
            }
        }
    }
}

impl Value {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let question = self.question()?;
        if self.expressions.is_empty() && question.define.is_none() {
            return self.prompt(question);
        }
        let desk = Desk::new();
        if !self.streams() || self.best.is_some() {
            // A sum is known when all of its games are.
            let games = self.games().collect::<Result<Vec<Game>, Failure>>()?;
            if games.is_empty() && question.define.is_none() {
                return Err(Failure::bad("standard input holds no game"));
            }
            return asking::run(&desk, &self.request(question, games), &self.picture.output(self.json));
        }
        if self.picture.svg.is_some() {
            return Err(Failure::bad("--svg draws one game, not all of standard input"));
        }
        self.stream(&desk, &question)
    }

    /// What a command without games means: a prompt, if there is somebody to type.
    fn prompt(&self, question: ValueQuestion) -> Result<ExitCode, Failure> {
        let talks = io::stdin().is_terminal() && io::stdout().is_terminal();
        if talks && !self.json && self.best.is_none() && self.picture.svg.is_none() {
            return prompt::run(self, question);
        }
        let message = "no game was given: write it behind the command, or - to read games from standard input (see tesuji value --help)";
        Err(Fault::in_field("expr", message).into())
    }

    /// Answers one game after the other, as they come. One that is wrong does not stop the others.
    fn stream(&self, desk: &Desk, question: &ValueQuestion) -> Result<ExitCode, Failure> {
        let (mut answered, mut wrong, mut open) = (0, false, false);
        for game in self.games() {
            let request = game.map(|game| self.request(question.clone(), vec![game]));
            let outcome = request.and_then(|request| Ok((asking::answer(desk, &request)?, request)));
            match outcome {
                Ok((answer, request)) => {
                    if self.json {
                        files::print_json_line(&answer)?;
                    } else {
                        let between = if answered == 0 { "" } else { "\n" };
                        files::print(&format!("{between}{}", text(&request, &answer)))?;
                    }
                    match answer.ending {
                        Ending::Known => {}
                        Ending::Unknown => open = true,
                        Ending::Stopped => return Ok(asking::exit_code(Ending::Stopped)),
                    }
                }
                Err(Failure::Bad(fault)) => {
                    wrong = true;
                    files::warn(&fault.message);
                    if self.json {
                        files::print_json_line(&fault)?;
                    }
                }
                Err(other) => return Err(other),
            }
            answered += 1;
        }
        match (answered, wrong, open) {
            (0, ..) => Err(Failure::bad("standard input holds no game")),
            (_, true, _) => Ok(ExitCode::from(1)),
            (_, false, true) => Ok(asking::exit_code(Ending::Unknown)),
            (_, false, false) => Ok(ExitCode::SUCCESS),
        }
    }

    fn games(&self) -> Games<'_> {
        Games { typed: self.expressions.iter(), reading: false, line: 0, typed_games: 0 }
    }

    /// Whether games come from standard input; only then do they need names.
    fn streams(&self) -> bool {
        self.expressions.iter().any(|text| text == "-")
    }

    fn request(&self, question: ValueQuestion, games: Vec<Game>) -> Request {
        let (expressions, names): (Vec<_>, Vec<_>) =
            games.into_iter().map(|game| (game.expression, game.name)).unzip();
        let expression_names = if self.streams() { names } else { Vec::new() };
        let question = ValueQuestion { expressions, expression_names, ..question };
        request(Question::Value(Box::new(question)), self.limits.asked(), Some(&self.picture))
    }

    /// What is asked about every game.
    fn question(&self) -> Result<ValueQuestion, Failure> {
        let define = self.define.as_deref().map(Input::read).transpose()?;
        let define_name = define.as_ref().map(|input| input.name.clone());
        let notation = self.notation.map(|notation| match notation {
            NotationName::Ascii => Notation::Ascii,
            NotationName::Paper => Notation::Paper,
            NotationName::Unicode => Notation::Unicode,
            NotationName::Latex => Notation::Latex,
        });
        Ok(ValueQuestion {
            define: define.map(Input::text).transpose()?,
            define_name,
            cool: self.cool.as_deref().map(expression),
            compare: self.compare.as_deref().map(expression),
            best: self.best.map(|player| match player {
                PlayerName::Left => Player::Left,
                PlayerName::Right => Player::Right,
            }),
            target: self.target.as_deref().map(expression),
            notation: if self.latex { Some(Notation::Latex) } else { notation },
            thermograph: self.thermograph,
            below_zero: self.below_zero,
            at: self.at.as_deref().map(expression),
            construction: self.construction,
            ..ValueQuestion::default()
        })
    }
}
