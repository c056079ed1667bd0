//! `tesuji race`: capturing races, on boards and as sums of liberty games.
//!
//! Two questions share one answer. A file becomes a race on a board; `--black` and `--white` give the liberty games
//! directly. Both end as an [`Answered`], which `text.rs` and `json.rs` tell to people and programs.

mod graph;
mod json;
mod paper;
mod several;
pub(crate) mod targets;
mod text;

pub(super) use paper::rows as paper_rows;
pub(super) use several::rows as several_rows;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::Args;
use tesuji_board::{Color, Diagram, Mark, Point, PointSet, Position, Rules, Topology};
use tesuji_draw::{Picture, Region as DrawnRegion, ThermographPicture};
use tesuji_race::multi::{GroupRace, racing_strings};
use tesuji_race::{
    Answer, Blocks, BoardRace, EyeClass, LibertyGames, Place, Race as Sum, RaceLimits, Region, Report,
    Verdict, Wishes, answer, solve,
};

use super::picture::PictureOptions;
use super::show::Choice;
use crate::failure::Failure;
use crate::files::{self, Input};
use crate::interrupt;
use graph::Solved;

/// Decide a capturing race: who wins, by which move, and why
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji race examples/race.sgf
  tesuji race examples/race.sgf --verify --svg race.svg
  tesuji race examples/race-a.sgf --thermographs thermographs
  tesuji race game.sgf --move 57 --essential D4,K10 --json
  tesuji race examples/fight.sgf --targets A7,A4
  tesuji race --black '{4|0}' --black '{6||4|0}' --white -7
  tesuji race --black 5 --white -4 --shared 2 --black-eye 1 --white-eye 5:4
  tesuji race --graph examples/race-graph.json --svg graph.svg

Marks of an SGF file: TR and SQ on the racing stones, CR on safe ones, MA on unknown ones; one stone stands for its string.
Liberty games count the moves the opponent still needs, Black's positive and White's negative.")]
pub(crate) struct Race {
    /// A file with a position, or - for standard input
    #[arg(required_unless_present_any = ["black", "white", "graph"])]
    file: Option<PathBuf>,
    /// A liberty game of Black's block (repeat for more)
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, conflicts_with = "file")]
    black: Vec<String>,
    /// A liberty game of White's block, negative (repeat for more)
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, conflicts_with = "file")]
    white: Vec<String>,
    /// Liberties that both blocks share
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "file", value_parser = clap::value_parser!(u32).range(..=1000))]
    shared: u32,
    /// Black's eye: its liberties and its size, such as 5:4; without a size it is an eye of one to three points
    #[arg(long, value_name = "L[:SIZE]", value_parser = eye, conflicts_with = "file")]
    black_eye: Option<(u32, EyeClass)>,
    /// White's eye
    #[arg(long, value_name = "L[:SIZE]", value_parser = eye, conflicts_with = "file")]
    white_eye: Option<(u32, EyeClass)>,
    /// A race between several blocks, as JSON: blocks with their liberty games, and the liberties they share
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "black", "white", "shared", "black_eye", "white_eye", "essential", "safe", "unknown", "verify", "thermographs"])]
    graph: Option<PathBuf>,
    /// Racing stones, one of each string, instead of the marks TR and SQ
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    essential: Vec<String>,
    /// Stones to be taken as safe, besides those marked CR
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    safe: Vec<String>,
    /// Stones to be taken as unknown, besides those marked MA
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    unknown: Vec<String>,
    /// Two groups, one stone of each: read their fight on the board, with eyes to make, kos and seki. The owner of the first
    /// moves first
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "file", conflicts_with_all = ["essential", "safe", "unknown", "verify", "thermographs"])]
    targets: Vec<String>,
    /// Give up reading --targets after this much time; node limits are the ones that give the same answer everywhere
    #[arg(long, value_name = "S", default_value_t = 9.0, value_parser = crate::commands::capture::seconds)]
    seconds: f64,
    /// Play the race out on the board as well and say whether the answers agree
    #[arg(long)]
    verify: bool,
    /// Draw the thermograph of each region into this folder, as A.svg, B.svg and so on
    #[arg(long, value_name = "FOLDER")]
    thermographs: Option<PathBuf>,
    /// The most positions of exhaustive play, in the sum and on the board
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    at: Choice,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

fn eye(text: &str) -> Result<(u32, EyeClass), String> {
    let (liberties, size) = text.split_once(':').unwrap_or((text, "1"));
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| format!("`{text}` is no number"));
    let (liberties, size) = (number(liberties)?, number(size)?);
    match EyeClass::of_size(size as usize) {
        Some(class) if class != EyeClass::None && (1..=1000).contains(&liberties) => Ok((liberties, class)),
        _ => Err("an eye has at least one liberty and 1 to 7 points, written as in 5:4".to_string()),
    }
}

/// What there is to tell, on a board or not.
pub(super) enum Answered {
    Sum { games: Box<LibertyGames>, race: Sum, answers: [Answer; 2] },
    Board { diagram: Diagram, race: Box<BoardRace>, report: Report },
}

/// What a board has: two strings that race, or more.
enum OnBoard {
    Two(Box<Answered>),
    Several(Box<Solved>),
}

impl Race {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        if let Some(file) = &self.graph {
            return graph::run(file, &self.limits(), &self.picture, self.json);
        }
        if let Some(file) = &self.file
            && !self.targets.is_empty()
        {
            return self.between_targets(file, &self.targets);
        }
        let mut answered = match &self.file {
            Some(file) => match self.on_board(file)? {
                OnBoard::Two(answered) => *answered,
                OnBoard::Several(solved) => return solved.finish(&self.picture, self.json),
            },
            None => self.in_sum()?,
        };
        if let Answered::Board { diagram, race, report } = &mut answered {
            let picture = picture(diagram, race, report)?;
            self.picture.draw(&picture)?;
        }
        if let Some(folder) = &self.thermographs {
            self.draw_thermographs(folder, &mut answered)?;
        }
        if self.json {
            files::print_json(&json::tell(&mut answered)?)?;
        } else {
            files::print(&text::tell(&mut answered)?)?;
        }
        if interrupt::flag().load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        // An answer that is not known is an answer, with the exit code of a limit.
        let verdicts = answered.verdicts();
        let unknown = verdicts.iter().any(|verdict| matches!(verdict, Verdict::Unknown { .. }));
        Ok(ExitCode::from(if unknown { 2 } else { 0 }))
    }

    fn limits(&self) -> RaceLimits {
        let limits = RaceLimits::interactive();
        match self.nodes {
            Some(nodes) => RaceLimits { abstract_states: nodes, board_states: nodes, ..limits },
            None => limits,
        }
    }

    fn in_sum(&self) -> Result<Answered, Failure> {
        if self.picture.svg.is_some() || self.verify {
            return Err(Failure::bad("--svg and --verify need a board: give a file with a position"));
        }
        let mut games = Box::new(LibertyGames::new().with_stop(interrupt::flag()));
        let [black, white] =
            [&self.black, &self.white].map(|all| all.iter().map(String::as_str).collect::<Vec<_>>());
        let race = Sum::read(&mut games, [&black, &white], self.shared, [self.black_eye, self.white_eye])
            .map_err(Failure::bad)?;
        let limits = self.limits();
        let answers = Color::BOTH.map(|first| answer(&mut games, &race, first, &limits));
        Ok(Answered::Sum { games, race, answers })
    }

    fn on_board(&self, file: &Path) -> Result<OnBoard, Failure> {
        let input = Input::read(file)?;
        let diagram = self.at.read(&input)?.diagram;
        let bad = |message: String| Failure::bad(format!("{}: {message}", input.name));
        let position = diagram.position(Rules::default()).map_err(|error| bad(error.to_string()))?;
        let wishes = self.wishes(&diagram, position.topology())?;
        let blocks = Blocks::new(&position, &wishes).map_err(|error| bad(error.to_string()))?;
        let limits = self.limits();
        let games = LibertyGames::new().with_stop(interrupt::flag());
        if racing_strings(&position, &blocks).len() > 2 {
            if self.thermographs.is_some() {
                return Err(Failure::bad("--thermographs is for races of two strings"));
            }
            let race =
                GroupRace::new(position, blocks, &limits, games).map_err(|error| bad(error.to_string()))?;
            return Ok(OnBoard::Several(Box::new(Solved::on_board(race, diagram, &limits, self.verify))));
        }
        let mut race = BoardRace::with_games(position, blocks, &limits, games)
            .map_err(|error| bad(error.to_string()))?;
        let report = solve(&mut race, &limits, self.verify);
        Ok(OnBoard::Two(Box::new(Answered::Board { diagram, race: Box::new(race), report })))
    }

    /// Draws the liberty game of every counted region; where life is in play there is no number to draw.
    fn draw_thermographs(&self, folder: &Path, answered: &mut Answered) -> Result<(), Failure> {
        let (games, summands) = match answered {
            Answered::Sum { games, race, .. } => (&mut **games, &race.summands),
            Answered::Board { race, .. } => (&mut race.games, &race.race.summands),
        };
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::bad(format!("cannot make the folder {}: {error}", folder.display())))?;
        for summand in summands {
            if summand.parts.iter().any(|&id| games.node(id).may_live) {
                continue;
            }
            let value = games.value(&summand.parts, summand.owner).map_err(Failure::bad)?;
            let picture = ThermographPicture::of(&mut games.arena, value).map_err(Failure::bad)?;
            let svg = tesuji_draw::thermograph_svg(&picture, &self.picture.look.style());
            files::write_file(&folder.join(format!("{}.svg", summand.name)), &svg)?;
        }
        Ok(())
    }

    fn wishes(&self, diagram: &Diagram, board: &Topology) -> Result<Wishes, Failure> {
        let points = |names: &[String]| -> Result<PointSet, Failure> {
            names.iter().map(|name| board.require_point(name.trim()).map_err(Failure::bad)).collect()
        };
        let mut wishes = Wishes::of_marks(diagram);
        if !self.essential.is_empty() {
            wishes.essential = points(&self.essential)?;
        }
        wishes.safe = &wishes.safe | &points(&self.safe)?;
        wishes.unknown = &wishes.unknown | &points(&self.unknown)?;
        Ok(wishes)
    }
}

impl Answered {
    pub(super) fn verdicts(&self) -> [&Verdict; 2] {
        match self {
            Answered::Sum { answers, .. } => answers.each_ref().map(|answer| &answer.verdict),
            Answered::Board { report, .. } => report.answers.each_ref().map(|answer| &answer.verdict),
        }
    }
}

/// The name of a place in a sum.
pub(super) fn place_name(race: &Sum, place: Place) -> String {
    match place {
        Place::Summand(index) => race.summands[index].name.to_string(),
        Place::Shared => "shared".to_string(),
    }
}

/// The empty points of a region, in order.
pub(super) fn open_points(position: &Position, region: &Region) -> Vec<Point> {
    region.points.iter().filter(|&point| position.is_empty_at(point)).collect()
}

/// The board with its regions, their cooled values in them, and the winning moves of the side to move.
fn picture<'a>(diagram: &'a Diagram, race: &mut BoardRace, report: &Report) -> Result<Picture<'a>, Failure> {
    let mut picture = Picture::from(diagram);
    for region in &race.regions {
        let caption = match (&region.parts, region.owner) {
            (Some(Ok(parts)), Some(owner)) if !parts.iter().any(|&id| race.games.node(id).may_live) => {
                race.games.cooled_text(parts, owner).map_err(Failure::bad)?
            }
            (Some(Ok(_)), _) => "life".to_string(),
            (Some(Err(_)), _) => "?".to_string(),
            (None, _) => region.kind.name().to_string(),
        };
        picture.regions.push(DrawnRegion::new(open_points(&race.position, region)).caption(caption));
    }
    for (stones, mark) in race.blocks.essential.iter().zip([Mark::Triangle, Mark::Square]) {
        for point in stones.iter() {
            picture.marks.entry(point).or_insert(mark);
        }
    }
    let answer = &report.answers[race.position.to_move().index()];
    picture.highlights = answer.winning.iter().copied().collect();
    Ok(picture)
}
