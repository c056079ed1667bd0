//! `tesuji show`: a position, its strings with their liberties, what is unconditionally alive, ko.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::{Map, Value, json};
use tesuji_board::{
    Color, Diagram, Mark, Point, PointSet, Position, Rules, Topology, area, unconditionally_alive,
};
use tesuji_draw::Picture;
use tesuji_formats::{Format, Moment, read_board, read_diagram, read_sgf};

use super::picture::PictureOptions;
use crate::failure::Failure;
use crate::files::{self, Input};

/// Show a position: strings, liberties, unconditional life, ko
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji show examples/race.sgf
  tesuji show game.sgf --move 57 --svg position.svg
  tesuji show game.sgf --end --json
  tesuji show game.sgf --numbers --svg game.svg
  printf '. X O .\\nX O . O\\n. X O .\\n' | tesuji show -
  tesuji show position.txt --board my-board.json

The file may be SGF, a text diagram, a Sensei's Library diagram ($$) or JSON.")]
pub(crate) struct Show {
    /// A file with a position, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    at: Choice,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// Which position of a file is meant.
#[derive(Args)]
pub(crate) struct Choice {
    /// The board of a text diagram that does not name it: a name such as hexagon:4, or a JSON file
    #[arg(long, value_name = "NAME")]
    board: Option<String>,
    /// Which game of an SGF collection
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// The position after this many moves of an SGF game's main line; without this, the stones that the file sets up, or
    /// the end of the game if it sets up none
    #[arg(long = "move", value_name = "N", conflicts_with = "end")]
    after_move: Option<usize>,
    /// The position at the end of an SGF game's main line
    #[arg(long)]
    end: bool,
    /// Number the moves of an SGF game in the picture, as books do
    #[arg(long)]
    numbers: bool,
}

/// What was chosen: a position, and the moves that led to it where they are to be numbered.
pub(crate) struct Chosen {
    pub(crate) diagram: Diagram,
    numbered: Option<(Diagram, Vec<(Color, Point)>)>,
}

impl Chosen {
    /// The picture of the position, or of the first position with numbered moves on it.
    pub(crate) fn picture(&self) -> Picture<'_> {
        match &self.numbered {
            Some((start, moves)) => Picture::from(start).moves(1, moves.iter().copied()),
            None => Picture::from(&self.diagram),
        }
    }
}

impl From<Diagram> for Chosen {
    fn from(diagram: Diagram) -> Chosen {
        Chosen { diagram, numbered: None }
    }
}

impl Choice {
    /// Whether one position was chosen, rather than the whole file.
    pub(crate) fn is_given(&self) -> bool {
        self.board.is_some() || self.game != 1 || self.after_move.is_some() || self.end || self.numbers
    }

    /// Reads the position that is meant.
    pub(crate) fn read(&self, input: &Input) -> Result<Chosen, Failure> {
        let explain = |error: tesuji_formats::Error| input.explain(&error);
        if let Some(name) = &self.board {
            let board = files::board(name)?;
            return on_board(input, &board).map(Chosen::from);
        }
        let format = Format::of_file_name(&input.name).or_else(|| Format::detect(&input.bytes));
        if format != Some(Format::Sgf) {
            if self.after_move.is_some() || self.end || self.game != 1 || self.numbers {
                return Err(Failure::bad(format!(
                    "{} is not an SGF file: --game, --move, --end and --numbers do not apply",
                    input.name
                )));
            }
            if format == Some(Format::Json) && read_board(&input.bytes).is_ok() {
                return Err(Failure::bad(format!(
                    "{name} is a board without stones: try tesuji boards {name}",
                    name = input.name
                )));
            }
            return read_diagram(&input.bytes, format).map(Chosen::from).map_err(explain);
        }
        let file = read_sgf(&input.bytes).map_err(explain)?;
        for warning in &file.warnings {
            files::warn(&format!("{}: {warning}", input.name));
        }
        let index = self.game as usize - 1;
        let game = file.games.get(index).ok_or_else(|| {
            Failure::bad(format!(
                "{} has {} game(s), there is no game {}",
                input.name,
                file.games.len(),
                self.game
            ))
        })?;
        let problem = game.diagram(Moment::Problem).map_err(explain)?;
        // A file that sets stones up is a problem; one that starts from the empty board is a game, shown at its end.
        let is_problem = !(problem.setup.black.is_empty() && problem.setup.white.is_empty());
        let moment = match self.after_move {
            Some(count) => Moment::AfterMove(count),
            None if self.end || self.numbers || !is_problem => Moment::End,
            None => Moment::Problem,
        };
        let diagram = game.diagram(moment).map_err(explain)?;
        if !self.numbers {
            return Ok(Chosen::from(diagram));
        }
        let moves = game.main_line_moves().map_err(explain)?;
        let shown = moves.into_iter().take(self.after_move.unwrap_or(usize::MAX));
        let numbered = shown.filter_map(|one| Some((one.color, one.point?))).collect();
        Ok(Chosen { diagram, numbered: Some((problem, numbered)) })
    }
}

/// A text diagram of a board that the text itself does not describe.
fn on_board(input: &Input, board: &Arc<Topology>) -> Result<Diagram, Failure> {
    let text = String::from_utf8_lossy(&input.bytes);
    Diagram::parse(&text, Some(board)).map_err(|error| Failure::bad(format!("{}: {error}", input.name)))
}

impl Show {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let input = Input::read(&self.file)?;
        let chosen = self.at.read(&input)?;
        let diagram = &chosen.diagram;
        let position = diagram
            .position(Rules::default())
            .map_err(|error| Failure::bad(format!("{}: {error}", input.name)))?;
        self.picture.draw(&chosen.picture())?;
        let report = Report::new(diagram, &position);
        if self.json { files::print_json(&report.json()) } else { files::print(&report.text()) }
    }
}

/// What there is to say about a position.
struct Report<'a> {
    diagram: &'a Diagram,
    position: &'a Position,
    alive: PointSet,
}

impl<'a> Report<'a> {
    fn new(diagram: &'a Diagram, position: &'a Position) -> Report<'a> {
        let [black, white] = Color::BOTH.map(|color| unconditionally_alive(position, color));
        Report { diagram, position, alive: &black | &white }
    }

    fn board(&self) -> &Topology {
        self.position.topology()
    }

    fn names(&self, points: &PointSet) -> Vec<&str> {
        points.iter().map(|p| self.board().name_of(p)).collect()
    }

    fn is_alive(&self, stones: &PointSet) -> bool {
        stones.first().is_some_and(|stone| self.alive.contains(stone))
    }

    fn text(&self) -> String {
        let mut text = self.diagram.to_string();
        let strings = self.position.strings();
        if strings.is_empty() {
            return text + "\nThe board is empty.\n";
        }
        let name_of_first =
            |stones: &PointSet| stones.first().map_or("", |p| self.board().name_of(p)).to_string();
        let wide = strings.iter().map(|string| name_of_first(&string.stones).len()).max().unwrap_or(0).max(2);
        let _ = writeln!(text, "\nstrings   {:<wide$}  stones  liberties", "at");
        for string in &strings {
            const SHOWN: usize = 8;
            let names = self.names(&string.liberties);
            let mut liberties = names[..names.len().min(SHOWN)].join(" ");
            if names.len() > SHOWN {
                let _ = write!(liberties, " and {} more", names.len() - SHOWN);
            }
            let alive = if self.is_alive(&string.stones) { "  unconditionally alive" } else { "" };
            let _ = writeln!(
                text,
                "{:<8}  {:<wide$}  {:>6}  {:>2}: {liberties}{alive}",
                string.color.to_string(),
                name_of_first(&string.stones),
                string.stones.len(),
                names.len(),
            );
        }
        let [black, white] = area(self.position);
        let _ = writeln!(text, "\narea: black {black}, white {white} (all stones counted as alive)");
        text
    }

    fn json(&self) -> Value {
        let position = self.position;
        let point = |p: Option<Point>| p.map(|p| self.board().name_of(p));
        let strings: Vec<Value> = position
            .strings()
            .iter()
            .map(|string| {
                json!({
                    "color": string.color.to_string(),
                    "stones": self.names(&string.stones),
                    "liberties": self.names(&string.liberties),
                    "unconditionally_alive": self.is_alive(&string.stones),
                })
            })
            .collect();
        let marks: Map<String, Value> = Mark::ALL
            .into_iter()
            .map(|mark| (mark.name().to_string(), json!(self.names(&self.diagram.marked(mark)))))
            .collect();
        let labels: Map<String, Value> = self
            .diagram
            .labels
            .iter()
            .map(|(&p, label)| (self.board().name_of(p).to_string(), json!(label)))
            .collect();
        let [black_area, white_area] = area(position);
        json!({
            "board": self.board().name(),
            "points": self.board().len(),
            "to_move": position.to_move().to_string(),
            "ko": point(position.ko()),
            "black": self.names(&position.stones(Color::Black)),
            "white": self.names(&position.stones(Color::White)),
            "strings": strings,
            "area": {"black": black_area, "white": white_area},
            "marks": marks,
            "labels": labels,
            "diagram": self.diagram.to_string(),
        })
    }
}
