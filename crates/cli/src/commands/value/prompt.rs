//! `tesuji value` alone in a terminal: a prompt for games, with names and history.
//!
//! A line is a game, a name for one (`G := {4|0}`), a comparison (`G >= 2`) or a word such as `help`. Names stand for canonical forms, so a
//! long computation is done once and a name may be given anew in terms of itself. Ctrl-C gives up a line or stops a computation, Ctrl-D
//! ends. What was typed is kept in the user's state folder, if there is one; nothing is lost where there is none.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use tesuji_ask::value::ValueQuestion;
use tesuji_ask::{Desk, Ending, Expression, Found, Request, text};

use super::Value;
use crate::asking;
use crate::failure::Failure;
use crate::files::{self, Draft};
use crate::interrupt;

const PROMPT: &str = "> ";

/// Lines of history that are kept.
const KEPT: usize = 1000;

const HELP: &str = "\
A line is one of
  {6||4|0}            a game: its value, outcome, stops, mean, temperature
  G := {4|0}          a name for a game; G = {4|0} is the same
  G >= 2*             a comparison: == != <= >= < > and <> (confused)
  Thermograph(G)      a game with its thermograph, also G.Thermograph
  names               the names and what they stand for
  help, quit          this text; the end, as Ctrl-D

Games are written as in CGSuite:
  3, -13/2, 0.5       numbers          *, *3             nimbers
  ^, ^^, ^3, v        ups and downs    2*, 4^, -1/2^*    number, ups, star
  {a,b|c}, {6||4|0}   options          +-3               {3|-3}
  Tiny(2), Miny(2)    also +_2, -_2    ^<2>, ^[3]        powers of up, their sum
  G+H, G-H, -G        sums             3.G, G.^, G:H     multiple, Norton, ordinal
  G.Cool(2), cool(G,2), Heat, Freeze, Overheat, RCF, Mean, Temperature,
  LeftStop, RightStop, AtomicWeight, Norton, Uptimal, UpPower, Nim
  on, off, over, upon, dud, a{0|a}, {0|pass}: loopy games; ^[on], G & H: sides

Rulesets are in Python (tesuji.Game.of). Arrow keys bring earlier lines back,
Ctrl-C gives up a line or stops a computation.
";

/// The games that have names, as the definitions of a question.
#[derive(Default)]
struct Names(Vec<(String, String)>);

impl Names {
    fn definitions(&self) -> Option<String> {
        let lines: Vec<String> = self.0.iter().map(|(name, game)| format!("{name} = {game}")).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    fn put(&mut self, name: &str, game: String) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = game,
            None => self.0.push((name.to_string(), game)),
        }
    }
}

/// What a line asks for. Texts keep the columns of the line: spaces stand for what is before them.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    Nothing,
    Help,
    Names,
    Quit,
    Define { name: String, game: String },
    Compare { left: String, sign: &'static str, right: String },
    Thermograph(String),
    Game(String),
}

/// The signs of comparison, longer ones before their beginnings.
const SIGNS: [&str; 9] = ["==", "!=", "<=", ">=", "<>", "<|", "|>", "<", ">"];

impl Line {
    fn read(line: &str) -> Line {
        let content = line.split('#').next().unwrap_or_default().trim_end().trim_end_matches(';').trim_end();
        match content.trim() {
            "" => return Line::Nothing,
            "help" | "?" | "help()" => return Line::Help,
            "names" => return Line::Names,
            "quit" | "exit" | "quit()" | "exit()" => return Line::Quit,
            _ => {}
        }
        let behind = |at: usize| format!("{}{}", " ".repeat(content[..at].chars().count()), &content[at..]);
        if let Some((at, sign)) = comparison(content) {
            return Line::Compare { left: content[..at].to_string(), sign, right: behind(at + sign.len()) };
        }
        match content.find('=') {
            Some(at) => {
                let name = content[..at].trim_end_matches(':').trim().to_string();
                Line::Define { name, game: behind(at + 1) }
            }
            None => match thermograph(content) {
                Some(game) => Line::Thermograph(game),
                None => Line::Game(content.to_string()),
            },
        }
    }
}

/// The game whose thermograph a line asks for, as people write it elsewhere.
fn thermograph(line: &str) -> Option<String> {
    const WORDS: [&str; 2] = ["Thermograph", "thermograph"];
    let trimmed = line.trim();
    WORDS.into_iter().find_map(|word| {
        let behind = trimmed.strip_suffix("()").unwrap_or(trimmed).strip_suffix(word);
        let of = trimmed
            .strip_prefix(word)
            .and_then(|rest| rest.trim_start().strip_prefix('(')?.strip_suffix(')'));
        of.or_else(|| behind?.strip_suffix('.')).map(str::to_string)
    })
}

/// The first sign of comparison. Brackets around the exponent of an up are none.
fn comparison(line: &str) -> Option<(usize, &'static str)> {
    let mut exponent = false;
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, character) in line.char_indices() {
        let closes = exponent && character == '>';
        if character == '<' && "^v↑↓".contains(before) {
            exponent = true;
        } else if closes {
            exponent = false;
        } else if depth == 0
            && !exponent
            && let Some(sign) = SIGNS.into_iter().find(|sign| line[at..].starts_with(sign))
        {
            return Some((at, sign));
        }
        match character {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = character;
    }
    None
}

/// Whether a comparison holds, given how the left game compares with the right one.
fn holds(sign: &str, relation: &str) -> bool {
    match sign {
        "==" => relation == "=",
        "!=" => relation != "=",
        "<=" => matches!(relation, "<" | "="),
        ">=" => matches!(relation, ">" | "="),
        "<>" => relation == "||",
        "<|" => matches!(relation, "<" | "||"),
        "|>" => matches!(relation, ">" | "||"),
        _ => relation == sign,
    }
}

struct Prompt<'a> {
    value: &'a Value,
    question: ValueQuestion,
    desk: Desk,
    names: Names,
}

/// Reads and answers lines until the end.
pub(super) fn run(value: &Value, question: ValueQuestion) -> Result<ExitCode, Failure> {
    let config = Config::builder().max_history_size(KEPT).and_then(|config| config.history_ignore_dups(true));
    let config = config.map_err(Failure::bad)?.auto_add_history(true).build();
    let history = MemHistory::with_config(&config);
    let mut editor: Editor<(), MemHistory> = Editor::with_history(config, history).map_err(Failure::bad)?;
    let place = history_place();
    let kept = place.as_ref().and_then(|place| fs::read_to_string(place).ok()).unwrap_or_default();
    let mut lines: Vec<String> = kept.lines().map(str::to_string).collect();
    for line in &lines {
        let _ = editor.add_history_entry(line);
    }
    files::print("Games in CGSuite's notation; help lists it, Ctrl-D ends.\n")?;
    // Begin to listen, so that Ctrl-C stops a computation and not the program.
    interrupt::watch();
    let mut prompt = Prompt { value, question, desk: Desk::new(), names: Names::default() };
    let ended = loop {
        match editor.readline(PROMPT) {
            // What was pasted comes in one piece, of as many lines as it has.
            Ok(typed) => {
                if let Some(ended) = typed.lines().find_map(|line| prompt.take(line, &mut lines)) {
                    break ended;
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break Ok(()),
            Err(error) => break Err(Failure::bad(error)),
        }
    };
    if let Some(place) = place {
        keep(&place, &lines);
    }
    ended.map(|()| ExitCode::SUCCESS)
}

impl Prompt<'_> {
    /// Answers one line, and tells how the session ends if it ends with it.
    fn take(&mut self, typed: &str, lines: &mut Vec<String>) -> Option<Result<(), Failure>> {
        lines.push(typed.to_string());
        let line = Line::read(typed);
        if line == Line::Quit {
            return Some(Ok(()));
        }
        match self.answer(line) {
            Err(closed @ Failure::OutputClosed) => return Some(Err(closed)),
            Err(failure) => {
                failure.report(false);
            }
            Ok(()) => {}
        }
        None
    }

    fn answer(&mut self, line: Line) -> Result<(), Failure> {
        match line {
            Line::Nothing | Line::Quit => Ok(()),
            Line::Help => files::print(HELP),
            Line::Names if self.names.0.is_empty() => {
                files::print("there are no names yet; G := {4|0} gives one\n")
            }
            Line::Names => {
                let lines =
                    self.names.0.iter().map(|(name, game)| format!("{name} := {}\n", shortened(game)));
                files::print(&lines.collect::<String>())
            }
            Line::Define { name, game } => self.define(&name, &game),
            Line::Compare { left, sign, right } => self.compare(&left, sign, &right),
            Line::Thermograph(game) => {
                let question = ValueQuestion { thermograph: true, ..self.question.clone() };
                let (request, answer) = self.ask(&game, question)?;
                files::print(&text(&request, &answer))
            }
            Line::Game(game) => {
                let (request, answer) = self.ask(&game, self.question.clone())?;
                files::print(&text(&request, &answer))
            }
        }
    }

    /// Asks about a game with the names there are.
    fn ask(&self, game: &str, question: ValueQuestion) -> Result<(Request, tesuji_ask::Answer), Failure> {
        // A computation that was stopped has nothing to do with the next one.
        interrupt::watch().resume();
        let define = self.names.definitions();
        let game = super::Game { expression: Expression(game.to_string()), name: String::new() };
        let request = self.value.request(ValueQuestion { define, ..question }, vec![game]);
        let answer = asking::answer(&self.desk, &request)?;
        Ok((request, answer))
    }

    fn define(&mut self, name: &str, game: &str) -> Result<(), Failure> {
        let (request, answer) = self.ask(game, ValueQuestion::default())?;
        let Found::Value(found) = &answer.found else { return Ok(()) };
        let canonical = found.one.as_ref().and_then(|one| one.canonical.clone());
        let Some(canonical) = canonical.filter(|_| answer.ending == Ending::Known) else {
            files::print(&text(&request, &answer))?;
            return files::print(&format!("{name} is not defined: its value is not known\n"));
        };
        // Whether the name can be one is known to the notation alone.
        let mut names = Names(vec![(name.to_string(), canonical.clone())]);
        std::mem::swap(&mut self.names, &mut names);
        let checked = self.ask(name, ValueQuestion::default());
        self.names = names;
        checked.map_err(|failure| match failure {
            Failure::Bad(fault) => Failure::bad(fault.message.split(": ").last().unwrap_or_default()),
            other => other,
        })?;
        files::print(&format!("{name} := {}\n", shortened(&canonical)))?;
        self.names.put(name, canonical);
        Ok(())
    }

    fn compare(&self, left: &str, sign: &str, right: &str) -> Result<(), Failure> {
        let compare = Some(Expression(right.to_string()));
        let (request, answer) = self.ask(left, ValueQuestion { compare, ..ValueQuestion::default() })?;
        let Found::Value(found) = &answer.found else { return Ok(()) };
        match found.one.as_ref().and_then(|one| one.relation.as_deref()) {
            Some(relation) => {
                let word = if holds(sign, relation) { "true" } else { "false" };
                let (left, right) = (left.trim(), right.trim());
                files::print(&match relation {
                    "<" => format!("{word}: {left} is less than {right}\n"),
                    ">" => format!("{word}: {left} is greater than {right}\n"),
                    "=" => format!("{word}: {left} is equal to {right}\n"),
                    _ => format!("{word}: {left} is confused with {right}\n"),
                })
            }
            None => files::print(&text(&request, &answer)),
        }
    }
}

/// A game as far as a few lines hold it: the names stand for all of it.
fn shortened(game: &str) -> String {
    const MOST: usize = 300;
    const SHOWN: usize = 60;
    if game.len() <= MOST {
        return game.to_string();
    }
    format!("{}... ({} characters)", &game[..SHOWN], game.len())
}

/// The file of what was typed, in the user's state folder.
fn history_place() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    // LOCALAPPDATA is where Windows keeps such files.
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".local/state")))
        .or_else(|| folder("LOCALAPPDATA"))?;
    Some(state.join("tesuji").join("value-history"))
}

/// Writes what was typed. Where that is not possible nothing is said: the answers were what mattered.
fn keep(place: &std::path::Path, lines: &[String]) {
    let mut kept: Vec<&str> =
        lines.iter().map(String::as_str).filter(|line| !line.trim().is_empty()).collect();
    kept.dedup();
    let kept = kept[kept.len().saturating_sub(KEPT)..].join("\n");
    let _ = place
        .parent()
        .map_or(Ok(()), files::make_folder)
        .and_then(|()| Draft::beside(place))
        .and_then(|draft| draft.finish(format!("{kept}\n").as_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_what_they_look_like() {
        let compare = |left: &str, sign, right: &str| Line::Compare {
            left: left.to_string(),
            sign,
            right: right.to_string(),
        };
        let define = |name: &str, game: &str| Line::Define { name: name.to_string(), game: game.to_string() };
        for (typed, line) in [
            ("", Line::Nothing),
            ("  # a comment", Line::Nothing),
            ("help", Line::Help),
            ("quit", Line::Quit),
            ("{4|0};", Line::Game("{4|0}".into())),
            ("^<2> + v[3]", Line::Game("^<2> + v[3]".into())),
            ("G := {4|0}", define("G", "     {4|0}")),
            ("G=^<2>", define("G", "  ^<2>")),
            ("G >= 2*", compare("G ", ">=", "     2*")),
            ("^<2> < ^", compare("^<2> ", "<", "       ^")),
            ("^ < ^<2>", compare("^ ", "<", "    ^<2>")),
            ("{1|0} <> 0", compare("{1|0} ", "<>", "         0")),
            ("G == H", compare("G ", "==", "     H")),
            ("Thermograph(G + 1)", Line::Thermograph("G + 1".into())),
            ("G.Thermograph()", Line::Thermograph("G".into())),
            ("{4|0}.Thermograph", Line::Thermograph("{4|0}".into())),
        ] {
            assert_eq!(Line::read(typed), line, "{typed}");
        }
    }

    #[test]
    fn comparisons_hold_as_in_cgsuite() {
        let held = |relation| SIGNS.into_iter().filter(|sign| holds(sign, relation)).collect::<Vec<_>>();
        assert_eq!(held("<"), ["!=", "<=", "<|", "<"]);
        assert_eq!(held(">"), ["!=", ">=", "|>", ">"]);
        assert_eq!(held("="), ["==", "<=", ">="]);
        assert_eq!(held("||"), ["!=", "<>", "<|", "|>"]);
    }
}
