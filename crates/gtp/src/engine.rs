//! The board behind the protocol and what each command does to it.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use tesuji_ask::capture::Starter;
use tesuji_ask::{AskedLimits, Desk};
use tesuji_board::{Color, Point, PointSet, Position, Rules, Setup, Topology};
use tesuji_formats::{Moment, SgfTree, read_sgf};
use tesuji_job::Watch;

use crate::connect;
use crate::life;
use crate::limits;
use crate::line::{Line, Reply};
use crate::reading;

/// A command's answer, or what went wrong in the protocol's words.
type Answer = Result<String, String>;

type Run = fn(&mut Engine, &Call<'_>) -> Answer;

/// What a command comes with: its arguments, and where it may ask questions.
pub(crate) struct Call<'a> {
    words: &'a [String],
    pub(crate) desk: &'a Desk,
    pub(crate) watch: &'a Watch,
    /// What every question may use, if `tesuji-limits` has said so.
    pub(crate) limits: AskedLimits,
}

impl Call<'_> {
    fn word(&self, index: usize) -> Result<&str, String> {
        self.words.get(index).map(String::as_str).ok_or_else(|| "missing argument".into())
    }

    fn color(&self, index: usize) -> Result<Color, String> {
        Color::parse(self.word(index)?).ok_or_else(|| "invalid color".into())
    }
}

/// All commands, in the order in which they are listed.
const COMMANDS: &[(&str, Run)] = &[
    ("protocol_version", |_, _| Ok("2".into())),
    ("name", |_, _| Ok("Tesuji".into())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").into())),
    ("known_command", |_, call| Ok(find(call.word(0)?).is_some().to_string())),
    ("list_commands", |_, _| Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))),
    // There is nothing to do: whoever listens hears nothing more.
    ("quit", |_, _| Ok(String::new())),
    ("boardsize", Engine::boardsize),
    ("query_boardsize", Engine::query_boardsize),
    ("clear_board", Engine::clear_board),
    ("komi", Engine::set_komi),
    ("get_komi", |engine, _| Ok(engine.komi.to_string())),
    // Nothing is played against a clock; what a reading may cost is a number of nodes.
    ("time_settings", |_, call| numbers(call, 3)),
    ("play", Engine::play),
    ("black", |engine, call| engine.play_as(Color::Black, call.word(0)?)),
    ("white", |engine, call| engine.play_as(Color::White, call.word(0)?)),
    ("gogui-play_sequence", Engine::play_sequence),
    ("undo", Engine::undo),
    ("trymove", Engine::trymove),
    ("popgo", Engine::popgo),
    ("loadsgf", Engine::loadsgf),
    ("showboard", |engine, _| Ok(format!("\n{}", engine.position))),
    ("color", Engine::color),
    ("list_stones", Engine::list_stones),
    ("countlib", |engine, call| Ok(engine.position.liberty_count(engine.stone(call, 0)?).to_string())),
    ("findlib", |engine, call| {
        let stone = engine.stone(call, 0)?;
        Ok(engine.names(engine.position.liberties(stone)))
    }),
    ("is_legal", Engine::is_legal),
    ("all_legal", |engine, call| {
        let color = call.color(0)?;
        Ok(engine.names(engine.position.legal_moves(color)))
    }),
    ("captures", |engine, call| {
        let color = call.color(0)?;
        Ok(engine.position.captured(color.opponent()).to_string())
    }),
    ("attack", |engine, call| {
        let stone = engine.stone(call, 0)?;
        Ok(reading::reply(&reading::read(&engine.position, stone, Starter::Attacker, call)?))
    }),
    ("defend", |engine, call| {
        let stone = engine.stone(call, 0)?;
        Ok(reading::reply(&reading::read(&engine.position, stone, Starter::Defender, call)?))
    }),
    ("analyze_semeai", |engine, call| {
        let targets = [engine.stone(call, 0)?, engine.stone(call, 1)?];
        reading::semeai(&engine.position, targets, call)
    }),
    ("owl_attack", |engine, call| life::owl(&engine.position, engine.stone(call, 0)?, true, call)),
    ("owl_defend", |engine, call| life::owl(&engine.position, engine.stone(call, 0)?, false, call)),
    ("dragon_status", |engine, call| life::status(&engine.position, engine.stone(call, 0)?, call)),
    ("connect", |engine, call| {
        let ends = [engine.stone(call, 0)?, engine.stone(call, 1)?];
        connect::connect(&engine.position, ends, false, call)
    }),
    ("disconnect", |engine, call| {
        let ends = [engine.stone(call, 0)?, engine.stone(call, 1)?];
        connect::connect(&engine.position, ends, true, call)
    }),
    ("gogui-analyze_commands", |_, _| Ok(reading::ANALYZE_COMMANDS.into())),
    // That it is known is all that is asked.
    ("gogui-interrupt", |_, _| Ok(String::new())),
    ("tesuji-limits", Engine::limits),
    ("tesuji-attack_line", |engine, call| {
        let stone = engine.stone(call, 0)?;
        Ok(reading::line(&reading::read(&engine.position, stone, Starter::Attacker, call)?))
    }),
    ("tesuji-defend_line", |engine, call| {
        let stone = engine.stone(call, 0)?;
        Ok(reading::line(&reading::read(&engine.position, stone, Starter::Defender, call)?))
    }),
    ("tesuji-attack_zone", |engine, call| {
        let stone = engine.stone(call, 0)?;
        Ok(reading::read(&engine.position, stone, Starter::Attacker, call)?.zone.join(" "))
    }),
    ("tesuji-attack_candidates", |engine, call| {
        let stone = engine.stone(call, 0)?;
        Ok(reading::candidates(&engine.position, stone, Starter::Attacker, call)?.join(" "))
    }),
    ("tesuji-defend_candidates", |engine, call| {
        let stone = engine.stone(call, 0)?;
        Ok(reading::candidates(&engine.position, stone, Starter::Defender, call)?.join(" "))
    }),
    ("tesuji-attack_moves", |engine, call| {
        let [works, _] = reading::attack_moves(&engine.position, engine.stone(call, 0)?, call)?;
        Ok(works.join(" "))
    }),
    ("tesuji-attack_undecided", |engine, call| {
        let [_, undecided] = reading::attack_moves(&engine.position, engine.stone(call, 0)?, call)?;
        Ok(undecided.join(" "))
    }),
];

/// What a playing engine is asked, and this is none.
const PLAYING: &[&str] = &[
    "genmove",
    "genmove_black",
    "genmove_white",
    "reg_genmove",
    "kgs-genmove_cleanup",
    "lz-analyze",
    "lz-genmove_analyze",
    "kata-analyze",
    "kata-genmove_analyze",
    "estimate_score",
    "final_score",
    "final_status_list",
];

/// Why a command is not obeyed.
fn unknown(name: &str) -> String {
    if PLAYING.contains(&name) {
        return "Tesuji reads local fights and does not play games: ask attack, defend or analyze_semeai"
            .into();
    }
    "unknown command".into()
}

/// So many numbers, which are not needed.
fn numbers(call: &Call<'_>, count: usize) -> Answer {
    for index in 0..count {
        call.word(index)?.parse::<u32>().map_err(|_| "time settings are whole numbers".to_string())?;
    }
    Ok(String::new())
}

fn find(name: &str) -> Option<Run> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, run)| *run)
}

/// The largest file that is read.
const MOST_BYTES: u64 = 256 << 20;

/// A whole file of a bounded size.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// The state between commands.
pub(crate) struct Engine {
    position: Position,
    komi: f64,
    /// How many of the last moves were made by `trymove`.
    tried: usize,
    /// Where `loadsgf` looks for files, besides the current folder.
    folder: Option<PathBuf>,
    limits: AskedLimits,
}

impl Engine {
    /// An empty 19x19 board.
    pub(crate) fn new() -> Engine {
        let board = Topology::parse("square:19").expect("the ordinary board is known");
        let position = Position::new(board, Rules::default());
        Engine { position, komi: 6.5, tried: 0, folder: None, limits: AskedLimits::default() }
    }

    /// An engine that also finds the files beside a regression file.
    pub(crate) fn beside(folder: Option<&Path>) -> Engine {
        Engine { folder: folder.map(Path::to_path_buf), ..Engine::new() }
    }

    /// Does what a line says.
    pub(crate) fn answer(&mut self, line: Line, desk: &Desk, watch: &Watch) -> Reply {
        let call = Call { words: &line.arguments, desk, watch, limits: self.limits };
        let result = match find(&line.command) {
            Some(run) => run(self, &call),
            None => Err(unknown(&line.command)),
        };
        Reply { id: line.id, result }
    }

    fn start(&mut self, position: Position) {
        self.position = position;
        self.tried = 0;
    }

    /// Lists the limits of questions, or sets them.
    fn limits(&mut self, call: &Call<'_>) -> Answer {
        if call.words.is_empty() {
            return Ok(limits::listed(&self.limits));
        }
        self.limits = limits::changed(self.limits, call.words)?;
        Ok(String::new())
    }

    /// One size for a square, or columns and rows.
    fn boardsize(&mut self, call: &Call<'_>) -> Answer {
        let side = |i: usize| -> Result<usize, String> {
            call.word(i)?.parse().map_err(|_| "boardsize not an integer".to_string())
        };
        let width = side(0)?;
        let height = if call.words.len() > 1 { side(1)? } else { width };
        if !(1..=25).contains(&width) || !(1..=25).contains(&height) {
            return Err("unacceptable size".into());
        }
        let board = Topology::parse(&format!("grid:{width}x{height}")).map_err(|error| error.to_string())?;
        self.start(Position::new(board, Rules::default()));
        Ok(String::new())
    }

    fn query_boardsize(&mut self, _: &Call<'_>) -> Answer {
        match self.position.topology().rectangle() {
            Some((width, height)) if width == height => Ok(width.to_string()),
            Some((width, height)) => Ok(format!("{width} {height}")),
            None => Err("the board is no rectangle".into()),
        }
    }

    fn clear_board(&mut self, _: &Call<'_>) -> Answer {
        self.start(Position::new(self.position.topology().clone(), Rules::default()));
        Ok(String::new())
    }

    fn set_komi(&mut self, call: &Call<'_>) -> Answer {
        match call.word(0)?.parse::<f64>() {
            Ok(komi) if komi.is_finite() => {
                self.komi = komi;
                Ok(String::new())
            }
            _ => Err("komi not a float".into()),
        }
    }

    fn play(&mut self, call: &Call<'_>) -> Answer {
        self.play_as(call.color(0)?, call.word(1)?)
    }

    fn play_as(&mut self, color: Color, word: &str) -> Answer {
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

    /// Colours and points in turn: all of the moves or none of them.
    fn play_sequence(&mut self, call: &Call<'_>) -> Answer {
        let before = (self.position.move_count(), self.tried);
        for index in (0..call.words.len()).step_by(2) {
            let played =
                call.color(index).and_then(|color| self.play_as(color, call.word(index + 1)?).map(drop));
            if let Err(why) = played {
                for _ in before.0..self.position.move_count() {
                    self.position.undo();
                }
                self.tried = before.1;
                return Err(format!("move {}: {why}", index / 2 + 1));
            }
        }
        Ok(String::new())
    }

    fn undo(&mut self, call: &Call<'_>) -> Answer {
        let count = match call.words.first() {
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

    fn trymove(&mut self, call: &Call<'_>) -> Answer {
        let tried = self.tried;
        self.play(call)?;
        self.tried = tried + 1;
        Ok(String::new())
    }

    fn popgo(&mut self, _: &Call<'_>) -> Answer {
        if self.tried == 0 {
            return Err("stack empty".into());
        }
        self.tried -= 1;
        self.position.undo();
        Ok(String::new())
    }

    /// `loadsgf FILE [MOVE]`: up to but not including the move with this number, or the first move on this point.
    fn loadsgf(&mut self, call: &Call<'_>) -> Answer {
        let name = call.word(0)?;
        let direct = PathBuf::from(name);
        let beside = self.folder.as_ref().map(|folder| folder.join(name)).filter(|_| !direct.exists());
        let fail = |failure: &dyn std::fmt::Display| format!("cannot load file: {failure}");
        let carried = tesuji_examples::carried(&direct).map(|text| text.as_bytes().to_vec());
        let bytes = read_file(&beside.unwrap_or(direct))
            .or_else(|_| carried.ok_or_else(|| "cannot open or parse the file".to_string()))?;
        let file = read_sgf(&bytes).map_err(|error| fail(&error))?;
        let game = file.games.first().ok_or_else(|| fail(&"no game in it"))?;
        let moves = game.main_line_moves().map_err(|error| fail(&error))?;
        let board = game.diagram(Moment::Problem).map_err(|error| fail(&error))?.setup.topology;
        let count = match call.words.get(1) {
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

    fn color(&mut self, call: &Call<'_>) -> Answer {
        let point = self.vertex(call.word(0)?)?;
        Ok(self.position.stone(point).map_or("empty".into(), |color| color.to_string()))
    }

    fn list_stones(&mut self, call: &Call<'_>) -> Answer {
        let stones: PointSet = self.position.stones(call.color(0)?);
        Ok(self.names(stones.iter()))
    }

    fn is_legal(&mut self, call: &Call<'_>) -> Answer {
        let color = call.color(0)?;
        let word = call.word(1)?;
        let legal = word.eq_ignore_ascii_case("pass") || self.position.is_legal(color, self.vertex(word)?);
        Ok(u8::from(legal).to_string())
    }

    fn vertex(&self, word: &str) -> Result<Point, String> {
        self.position.topology().point(word).ok_or_else(|| "invalid coordinate".into())
    }

    /// The point of an argument, which must hold a stone.
    fn stone(&self, call: &Call<'_>, index: usize) -> Result<Point, String> {
        let point = self.vertex(call.word(index)?)?;
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
    if let Ok(mut position) = Position::from_setup(&start, Rules::default()) {
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
    Position::from_setup(&wanted, Rules::default()).map_err(|error| error.to_string())
}
