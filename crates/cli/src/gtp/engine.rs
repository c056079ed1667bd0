//! The board behind the protocol and what each command does to it.

use std::path::{Path, PathBuf};

use tesuji_board::{Color, KoRule, Point, PointSet, Position, Rules, Setup, Topology};
use tesuji_capture::{Settings, Side, candidates};
use tesuji_formats::{Moment, SgfTree, read_sgf};

use super::reading;
use crate::files::Input;

/// A command's answer, or what went wrong in the protocol's words.
type Answer = Result<String, String>;

type Run = fn(&mut Engine, &[&str]) -> Answer;

/// All commands, in the order in which they are listed.
const COMMANDS: &[(&str, Run)] = &[
    ("protocol_version", |_, _| Ok("2".into())),
    ("name", |_, _| Ok("Tesuji".into())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").into())),
    ("known_command", |_, words| Ok(find(argument(words, 0)?).is_some().to_string())),
    ("list_commands", |_, _| Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))),
    ("quit", Engine::quit),
    ("boardsize", Engine::boardsize),
    ("query_boardsize", Engine::query_boardsize),
    ("clear_board", Engine::clear_board),
    ("komi", Engine::set_komi),
    ("get_komi", |engine, _| Ok(engine.komi.to_string())),
    ("play", Engine::play),
    ("black", |engine, words| engine.play_as(Color::Black, words, 0)),
    ("white", |engine, words| engine.play_as(Color::White, words, 0)),
    ("undo", Engine::undo),
    ("trymove", Engine::trymove),
    ("popgo", Engine::popgo),
    ("loadsgf", Engine::loadsgf),
    ("showboard", |engine, _| Ok(format!("\n{}", engine.position))),
    ("color", Engine::color),
    ("list_stones", Engine::list_stones),
    ("countlib", |engine, words| Ok(engine.position.liberty_count(engine.stone(words)?).to_string())),
    ("findlib", |engine, words| {
        let stone = engine.stone(words)?;
        Ok(engine.names(engine.position.liberties(stone)))
    }),
    ("is_legal", Engine::is_legal),
    ("all_legal", |engine, words| {
        let color = color(argument(words, 0)?)?;
        Ok(engine.names(engine.position.legal_moves(color)))
    }),
    ("captures", |engine, words| {
        let color = color(argument(words, 0)?)?;
        Ok(engine.position.captured(color.opponent()).to_string())
    }),
    ("attack", |engine, words| {
        let answer = reading::read(&engine.position, engine.stone(words)?, Side::Attacker)?;
        Ok(reading::reply(&engine.position, &answer))
    }),
    ("defend", |engine, words| {
        let answer = reading::read(&engine.position, engine.stone(words)?, Side::Defender)?;
        Ok(reading::reply(&engine.position, &answer))
    }),
    ("analyze_semeai", |engine, words| {
        let targets = [engine.stone(words)?, engine.stone(words.get(1..).unwrap_or(&[]))?];
        reading::semeai(&engine.position, targets)
    }),
    ("gogui-analyze_commands", |_, _| Ok(reading::ANALYZE_COMMANDS.into())),
    ("tesuji-attack_line", |engine, words| engine.reading_line(words, Side::Attacker)),
    ("tesuji-defend_line", |engine, words| engine.reading_line(words, Side::Defender)),
    ("tesuji-attack_zone", |engine, words| {
        let answer = reading::read(&engine.position, engine.stone(words)?, Side::Attacker)?;
        Ok(engine.names(answer.zone.iter()))
    }),
    ("tesuji-attack_candidates", |engine, words| engine.candidates(words, Side::Attacker)),
    ("tesuji-defend_candidates", |engine, words| engine.candidates(words, Side::Defender)),
    ("tesuji-attack_moves", |engine, words| {
        let stone = engine.stone(words)?;
        Ok(engine.names(reading::attack_moves(&engine.position, stone).into_iter()))
    }),
];

fn find(name: &str) -> Option<Run> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, run)| *run)
}

fn argument<'a>(words: &[&'a str], index: usize) -> Result<&'a str, String> {
    words.get(index).copied().ok_or_else(|| "missing argument".into())
}

fn color(word: &str) -> Result<Color, String> {
    Color::parse(word).ok_or_else(|| "invalid color".into())
}

fn rules() -> Rules {
    Rules { ko: KoRule::Simple, suicide: false }
}

/// The state between commands.
pub(crate) struct Engine {
    position: Position,
    komi: f64,
    /// How many of the last moves were made by `trymove`.
    tried: usize,
    quit: bool,
    /// Where `loadsgf` looks for files, besides the current folder.
    folder: Option<PathBuf>,
}

impl Engine {
    /// An empty 19x19 board.
    pub(crate) fn new() -> Engine {
        let board = Topology::parse("square:19").expect("the ordinary board is known");
        Engine { position: Position::new(board, rules()), komi: 6.5, tried: 0, quit: false, folder: None }
    }

    /// An engine that also finds the files beside a regression file.
    pub(crate) fn beside(folder: Option<&Path>) -> Engine {
        Engine { folder: folder.map(Path::to_path_buf), ..Engine::new() }
    }

    /// Whether `quit` was said.
    pub(crate) fn has_quit(&self) -> bool {
        self.quit
    }

    pub(super) fn run(&mut self, command: &str, words: &[&str]) -> Answer {
        match find(command) {
            Some(run) => run(self, words),
            None => Err("unknown command".into()),
        }
    }

    fn quit(&mut self, _: &[&str]) -> Answer {
        self.quit = true;
        Ok(String::new())
    }

    fn start(&mut self, position: Position) {
        self.position = position;
        self.tried = 0;
    }

    /// One size for a square, or columns and rows.
    fn boardsize(&mut self, words: &[&str]) -> Answer {
        let side = |i: usize| -> Result<usize, String> {
            argument(words, i)?.parse().map_err(|_| "boardsize not an integer".to_string())
        };
        let width = side(0)?;
        let height = if words.len() > 1 { side(1)? } else { width };
        if !(1..=25).contains(&width) || !(1..=25).contains(&height) {
            return Err("unacceptable size".into());
        }
        let board = Topology::parse(&format!("grid:{width}x{height}")).map_err(|error| error.to_string())?;
        self.start(Position::new(board, rules()));
        Ok(String::new())
    }

    fn query_boardsize(&mut self, _: &[&str]) -> Answer {
        match self.position.topology().rectangle() {
            Some((width, height)) if width == height => Ok(width.to_string()),
            Some((width, height)) => Ok(format!("{width} {height}")),
            None => Err("the board is no rectangle".into()),
        }
    }

    fn clear_board(&mut self, _: &[&str]) -> Answer {
        self.start(Position::new(self.position.topology().clone(), rules()));
        Ok(String::new())
    }

    fn set_komi(&mut self, words: &[&str]) -> Answer {
        match argument(words, 0)?.parse::<f64>() {
            Ok(komi) if komi.is_finite() => {
                self.komi = komi;
                Ok(String::new())
            }
            _ => Err("komi not a float".into()),
        }
    }

    fn play(&mut self, words: &[&str]) -> Answer {
        self.play_as(color(argument(words, 0)?)?, words, 1)
    }

    fn play_as(&mut self, color: Color, words: &[&str], index: usize) -> Answer {
        let word = argument(words, index)?;
        if word.eq_ignore_ascii_case("pass") {
            self.position.pass(color);
        } else {
            let point = self.vertex(word)?;
            self.position.play(color, point).map_err(|_| "illegal move".to_string())?;
        }
        // A move on top of tried ones makes them part of the game.
        self.tried = 0;
        Ok(String::new())
    }

    fn undo(&mut self, words: &[&str]) -> Answer {
        let count = match words.first() {
            Some(word) => word.parse::<usize>().map_err(|_| "not a number of moves".to_string())?,
            None => 1,
        };
        if count > self.position.move_count() {
            return Err("cannot undo".into());
        }
        for _ in 0..count {
            self.position.undo();
        }
        self.tried = self.tried.saturating_sub(count);
        Ok(String::new())
    }

    fn trymove(&mut self, words: &[&str]) -> Answer {
        let tried = self.tried;
        self.play(words)?;
        self.tried = tried + 1;
        Ok(String::new())
    }

    fn popgo(&mut self, _: &[&str]) -> Answer {
        if self.tried == 0 {
            return Err("stack empty".into());
        }
        self.tried -= 1;
        self.position.undo();
        Ok(String::new())
    }

    /// `loadsgf FILE [MOVE]`: up to but not including the move with this number, or the first move on this point.
    fn loadsgf(&mut self, words: &[&str]) -> Answer {
        let name = argument(words, 0)?;
        let direct = PathBuf::from(name);
        let beside = self.folder.as_ref().map(|folder| folder.join(name)).filter(|_| !direct.exists());
        let fail = |failure: &dyn std::fmt::Display| format!("cannot load file: {failure}");
        let input = Input::read(&beside.unwrap_or(direct))
            .map_err(|_| "cannot open or parse the file".to_string())?;
        let file = read_sgf(&input.bytes).map_err(|error| fail(&error))?;
        let game = file.games.first().ok_or_else(|| fail(&"no game in it"))?;
        let moves = game.main_line_moves().map_err(|error| fail(&error))?;
        let board = game.diagram(Moment::Problem).map_err(|error| fail(&error))?.setup.topology;
        let count = match words.get(1) {
            None => moves.len(),
            Some(word) => match word.parse::<usize>() {
                Ok(number) => number.saturating_sub(1).min(moves.len()),
                Err(_) => {
                    let point = board.point(word).ok_or("invalid coordinate")?;
                    moves.iter().position(|m| m.point == Some(point)).ok_or("no such move in the game")?
                }
            },
        };
        let position = replay(game, count).map_err(|error| fail(&error))?;
        self.start(position);
        Ok(self.position.to_move().to_string())
    }

    fn color(&mut self, words: &[&str]) -> Answer {
        let point = self.vertex(argument(words, 0)?)?;
        Ok(self.position.stone(point).map_or("empty".into(), |color| color.to_string()))
    }

    fn list_stones(&mut self, words: &[&str]) -> Answer {
        let stones: PointSet = self.position.stones(color(argument(words, 0)?)?);
        Ok(self.names(stones.iter()))
    }

    fn is_legal(&mut self, words: &[&str]) -> Answer {
        let color = color(argument(words, 0)?)?;
        let word = argument(words, 1)?;
        let legal = word.eq_ignore_ascii_case("pass") || self.position.is_legal(color, self.vertex(word)?);
        Ok(u8::from(legal).to_string())
    }

    /// The first moves that are considered up to the order that suits the target.
    fn candidates(&mut self, words: &[&str], first: Side) -> Answer {
        let stone = self.stone(words)?;
        let order = Settings::suited(&self.position, stone).order;
        let points = candidates(&self.position, stone, first, order).ok_or("vertex must not be empty")?;
        Ok(self.names(points.into_iter()))
    }

    fn reading_line(&mut self, words: &[&str], first: Side) -> Answer {
        let stone = self.stone(words)?;
        let answer = reading::read(&self.position, stone, first)?;
        let owner = self.position.stone(stone).ok_or("vertex must not be empty")?;
        let mover = if first == Side::Attacker { owner.opponent() } else { owner };
        Ok(reading::line(&self.position, &answer, mover))
    }

    fn vertex(&self, word: &str) -> Result<Point, String> {
        self.position.topology().point(word).ok_or_else(|| "invalid coordinate".into())
    }

    /// The point of the first argument, which must hold a stone.
    fn stone(&self, words: &[&str]) -> Result<Point, String> {
        let point = self.vertex(argument(words, 0)?)?;
        self.position.stone(point).map(|_| point).ok_or_else(|| "vertex must not be empty".into())
    }

    fn names(&self, points: impl Iterator<Item = Point>) -> String {
        self.position.topology().names_of(&points.collect::<Vec<_>>())
    }
}

/// The position after so many moves, with its moves to be undone where the record only sets stones up at its start.
fn replay(game: &SgfTree, count: usize) -> Result<Position, String> {
    let text = |error: tesuji_formats::Error| error.to_string();
    let wanted = game.diagram(Moment::AfterMove(count)).map_err(text)?.setup;
    let start: Setup = game.diagram(Moment::Problem).map_err(text)?.setup;
    if let Ok(mut position) = Position::from_setup(&start, rules()) {
        let moves = game.main_line_moves().map_err(text)?;
        let played = moves.iter().take(count).all(|m| match m.point {
            Some(point) => position.play(m.color, point).is_ok(),
            None => {
                position.pass(m.color);
                true
            }
        });
        if played && position.to_setup() == wanted {
            return Ok(position);
        }
    }
    Position::from_setup(&wanted, rules()).map_err(|error| error.to_string())
}
