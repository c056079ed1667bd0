//! Positions and boards as questions name them. Questions never name files: doors read files and hand their text on.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tesuji_board::{Color, Diagram, Point, Position, Rules, Topology};
use tesuji_draw::Picture;
use tesuji_formats::{
    Error, Format, Moment, Problem, SgfGames, SgfTree, decode, read_board, read_diagram, read_position,
    read_sgf_text, write_sgf,
};
use tesuji_job::Why;

use crate::desk::{Ended, Work};
use crate::fault::Fault;

/// A position: a game record, a diagram or a JSON object.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    default,
    expecting = "an object with sgf, diagram, json or text (the text itself: questions name no files)"
)]
pub struct AskedPosition {
    /// The text of an SGF file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sgf: Option<String>,
    /// Which game of the file, from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The position after this many moves of the main line. Without it: the stones that the file sets up, or the end of a
    /// game that sets up none but those of its handicap (`HA`).
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub after_move: Option<usize>,
    /// The position at the end of the main line.
    #[serde(skip_serializing_if = "is_false")]
    pub end: bool,
    /// The position at this node of the game, wherever it is: the question `game` lists them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// Number the moves of the game in the picture, as books do.
    #[serde(skip_serializing_if = "is_false")]
    pub numbers: bool,
    /// A text diagram, or one of Sensei's Library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagram: Option<String>,
    /// The board of a text diagram that does not tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<AskedBoard>,
    /// A position as in docs/schema/position.json.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<Value>,
    /// A text in whatever format it has: SGF, a diagram, one of Sensei's Library, JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What the text is called in messages, such as the name of its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The text that `json` was read from, so that messages can name the place.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    source: Option<String>,
    /// What there was to guess or to repair when the text was read.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    warnings: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
pub(crate) fn is_false(value: &bool) -> bool {
    !value
}

/// A board: a name such as `hexagon:4`, or a graph as in docs/schema/board.json.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a board by name, such as \"hexagon:4\", or a graph")]
pub enum AskedBoard {
    /// A name.
    Name(String),
    /// A graph.
    Graph(serde_json::Map<String, Value>),
}

impl AskedBoard {
    /// The board.
    pub(crate) fn read(&self, field: &str) -> Result<Arc<Topology>, Fault> {
        match self {
            AskedBoard::Name(name) => Topology::parse(name).map_err(|error| Fault::in_field(field, error)),
            AskedBoard::Graph(graph) => {
                let text = Value::Object(graph.clone()).to_string();
                read_board(text.as_bytes()).map_err(|error| Fault::in_field(field, error.problem))
            }
        }
    }
}

/// What was read before anybody has asked whether it could come about.
pub(crate) struct ReadDiagram {
    pub(crate) diagram: Diagram,
    numbered: Option<(Diagram, Vec<(Color, Point)>)>,
    /// The last move of a game.
    last: Option<Point>,
    /// Repairs that the text needed.
    pub(crate) warnings: Vec<String>,
}

/// A position that was read.
pub(crate) struct ReadPosition {
    pub(crate) diagram: Diagram,
    pub(crate) position: Position,
    /// The moves that led to it where they are to be numbered, on the diagram where they began.
    numbered: Option<(Diagram, Vec<(Color, Point)>)>,
    /// The last move of a game.
    pub(crate) last: Option<Point>,
    /// Repairs that the text needed.
    pub(crate) warnings: Vec<String>,
}

impl ReadPosition {
    /// The picture of the position, or of the first position with numbered moves on it.
    pub(crate) fn picture(&self) -> Picture<'_> {
        match &self.numbered {
            Some((start, moves)) => Picture::from(start).moves(1, moves.iter().copied()),
            None => Picture::from(&self.diagram),
        }
    }
}

impl AskedPosition {
    /// A text in whatever format it has, with the name of its file, which may tell the format.
    #[must_use]
    pub fn of_text(name: &str, bytes: &[u8]) -> AskedPosition {
        let format = Format::of_file_name(name).or_else(|| Format::detect(bytes));
        let mut position = AskedPosition { name: Some(name.to_string()), ..AskedPosition::default() };
        let decoded = decode(bytes);
        position.warnings.extend(decoded.warning().map(|warning| format!("{name}: {warning}")));
        let text = decoded.text.into_owned();
        match format {
            Some(Format::Sgf) => position.sgf = Some(text),
            Some(Format::Json) => {
                // What is no JSON at all is told with its place when the position is read.
                position.json = Some(serde_json::from_str(&text).unwrap_or_default());
                position.source = Some(text);
            }
            _ => position.diagram = Some(text),
        }
        position
    }

    /// A position as in docs/schema/position.json.
    #[must_use]
    pub fn of_json(json: Value) -> AskedPosition {
        AskedPosition { json: Some(json), ..AskedPosition::default() }
    }

    /// A text in whatever format it has.
    #[must_use]
    pub fn of_any(text: &str) -> AskedPosition {
        AskedPosition { text: Some(text.to_string()), ..AskedPosition::default() }
    }

    /// What there was to guess or to repair when the text was read.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// A text diagram.
    #[must_use]
    pub fn of_diagram(diagram: &Diagram) -> AskedPosition {
        AskedPosition { diagram: Some(diagram.to_string()), ..AskedPosition::default() }
    }

    /// The same position, of a text that has its game alone: a question about one game of a collection need not carry the others.
    #[must_use]
    pub fn alone(self) -> AskedPosition {
        let file = self.sgf.as_deref().and_then(|text| read_sgf_text(text).ok());
        let Some(file) = file.filter(|file| file.games.len() > 1) else { return self };
        match (self.game.unwrap_or(1) as usize).checked_sub(1).and_then(|index| file.games.get(index)) {
            Some(game) => {
                let sgf = Some(write_sgf(std::slice::from_ref(game)));
                AskedPosition { sgf, game: None, ..self }
            }
            None => self,
        }
    }

    /// The position as a diagram, with the repairs that its text needed: for doors that write it in another format.
    ///
    /// # Errors
    /// What is wrong, with the field.
    pub fn diagram(&self) -> Result<(Diagram, Vec<String>), Fault> {
        self.read().map(|read| (read.diagram, read.warnings))
    }

    /// Reads the position that is meant.
    pub(crate) fn read(&self) -> Result<ReadPosition, Fault> {
        self.read_diagram().and_then(|read| self.positioned(read))
    }

    /// The same for kinds that search nothing: reading is all of their work, so it keeps the limits and can be stopped.
    pub(crate) fn read_within(&self, work: &Work<'_>) -> Result<ReadPosition, Ended> {
        let read = self.read_diagram_within(work)?;
        work.has_room(bytes_of(&read.diagram.setup.topology))?;
        Ok(self.positioned(read)?)
    }

    /// As [`read_diagram`](AskedPosition::read_diagram), within the limits of the work.
    pub(crate) fn read_diagram_within(&self, work: &Work<'_>) -> Result<ReadDiagram, Ended> {
        self.read_any(Some(work))
    }

    fn positioned(&self, read: ReadDiagram) -> Result<ReadPosition, Fault> {
        let ReadDiagram { diagram, numbered, last, warnings } = read;
        let position = diagram
            .position(Rules::default())
            .map_err(|error| self.within(Fault::in_field("position", error)))?;
        Ok(ReadPosition { diagram, position, numbered, last, warnings })
    }

    /// Reads what is meant without asking whether it could come about: for whoever is still setting it up.
    pub(crate) fn read_diagram(&self) -> Result<ReadDiagram, Fault> {
        self.read_any(None).map_err(|ended| match ended {
            Ended::Fault(fault) => fault,
            Ended::Unknown(unknown) => Fault::in_field("position", unknown),
        })
    }

    /// As [`read_diagram`](AskedPosition::read_diagram); within the limits of the work, if there is one.
    fn read_any(&self, work: Option<&Work<'_>>) -> Result<ReadDiagram, Ended> {
        if let Some(text) = &self.text {
            let mut named = AskedPosition::of_text(self.name.as_deref().unwrap_or_default(), text.as_bytes());
            named.name = self.name.clone();
            let given = AskedPosition { text: None, ..self.clone() };
            return AskedPosition {
                sgf: named.sgf.or(given.sgf),
                diagram: named.diagram.or(given.diagram),
                json: named.json.or(given.json),
                source: named.source,
                ..given
            }
            .read_any(work);
        }
        let given = [self.sgf.is_some(), self.diagram.is_some(), self.json.is_some()];
        if given.iter().filter(|&&given| given).count() != 1 {
            let message = "a position is one of sgf (the text of a file), diagram (a text), json (an object) and text (any of them)";
            return Err(Fault::in_field("position", message).into());
        }
        if self.sgf.is_none()
            && (self.after_move.is_some()
                || self.end
                || self.game.is_some()
                || self.node.is_some()
                || self.numbers)
        {
            let message = "it is not an SGF file: game, move, end, node and numbers do not apply";
            return Err(self.within(Fault::in_field("position", message)).into());
        }
        if self.board.is_some() && self.diagram.is_none() {
            let message = "only a text diagram can be put on a board that is named";
            return Err(self.within(Fault::in_field("position.board", message)).into());
        }
        let mut warnings = self.warnings.clone();
        let (mut numbered, mut last) = (None, None);
        let diagram = if let Some(text) = &self.sgf {
            self.of_game(text, work, &mut warnings, &mut numbered, &mut last)?
        } else if let Some(text) = &self.diagram {
            match &self.board {
                Some(board) => {
                    let board = board.read("position.board")?;
                    Diagram::parse(text, Some(&board)).map_err(|error| {
                        let line = text.lines().nth(error.line.saturating_sub(1)).unwrap_or_default();
                        self.within(Fault::in_field("position.diagram", &error).at(line, error.column))
                    })?
                }
                None => {
                    let format = Format::detect(text.as_bytes()).filter(|format| *format == Format::Sensei);
                    read_diagram(text.as_bytes(), Some(format.unwrap_or(Format::Text)))
                        .map_err(|error| self.explain("position.diagram", &error, text))?
                }
            }
        } else {
            let written = self.json.as_ref().map(Value::to_string).unwrap_or_default();
            let text = self.source.as_ref().unwrap_or(&written);
            if read_board(text.as_bytes()).is_ok() {
                return Err(self
                    .within(Fault::in_field("position.json", "it is a board without stones"))
                    .into());
            }
            read_position(text.as_bytes()).map_err(|mut error| {
                // Only a text that somebody wrote has lines and columns.
                error.place = error.place.filter(|_| self.source.is_some());
                self.explain("position.json", &error, text)
            })?
        };
        Ok(ReadDiagram { diagram, numbered, last, warnings })
    }

    fn of_game(
        &self,
        text: &str,
        work: Option<&Work<'_>>,
        warnings: &mut Vec<String>,
        numbered: &mut Option<(Diagram, Vec<(Color, Point)>)>,
        last: &mut Option<Point>,
    ) -> Result<Diagram, Ended> {
        let explain = |error: Error| match (&error.problem, work) {
            (Problem::GivenUp, Some(work)) => Ended::from(work.watch.check().err().unwrap_or(Why::Memory)),
            _ => Ended::from(self.explain("position.sgf", &error, text)),
        };
        let number = self.game.unwrap_or(1) as usize;
        let mut games = SgfGames::new(text, |bytes| work.is_none_or(|work| work.has_room(bytes).is_ok()));
        let (mut count, mut kept) = (0, None);
        // A fault in another game of the file is told as well.
        for game in games.by_ref() {
            let game = game.map_err(explain)?;
            count += 1;
            if count == number {
                kept = Some(game);
            }
        }
        warnings.extend(games.into_warnings().iter().map(|warning| self.named(warning)));
        let game = kept.ok_or_else(|| {
            self.within(Fault::in_field(
                "position.game",
                format!("it has {count} game(s), there is no game {number}"),
            ))
        })?;
        let game = &game;
        if [self.after_move.is_some(), self.end, self.node.is_some()].iter().filter(|&&given| given).count()
            > 1
        {
            let message = "either move, end or node says which position is meant";
            return Err(Fault::in_field("position.end", message).into());
        }
        let problem = game.diagram(Moment::Problem).map_err(explain)?;
        let moment = match (self.after_move, self.node) {
            (Some(count), _) => Moment::AfterMove(count),
            (None, Some(node)) => Moment::Node(node_of(game, node).ok_or_else(|| {
                let nodes = game.len();
                self.within(Fault::in_field(
                    "position.node",
                    format!("the game has {nodes} nodes, from 0 on, and no node {node}"),
                ))
            })?),
            (None, None) if self.end || self.numbers => Moment::End,
            (None, None) => game.usual_moment().map_err(explain)?,
        };
        let diagram = game.diagram(moment).map_err(explain)?;
        if matches!(moment, Moment::AfterMove(_) | Moment::End) {
            let moves = main_line(game, self.after_move).map_err(explain)?;
            *last = moves.last().map(|&(_, point)| point);
        }
        if self.numbers {
            let moves = main_line(game, self.after_move).map_err(explain)?;
            *numbered = Some((problem, moves));
        }
        Ok(diagram)
    }

    /// The record that is meant, with the repairs that its text needed: for kinds that are about a whole game.
    pub(crate) fn record(&self, work: &Work<'_>) -> Result<(SgfTree, Vec<String>), Ended> {
        let mut given = self.clone();
        if let Some(text) = &self.text {
            let named = AskedPosition::of_text(self.name.as_deref().unwrap_or_default(), text.as_bytes());
            given = AskedPosition { sgf: named.sgf, text: None, ..given };
        }
        let Some(text) = given.sgf.as_ref().filter(|_| given.diagram.is_none() && given.json.is_none())
        else {
            return Err(self.within(Fault::in_field("position", "a record is an SGF text")).into());
        };
        if self.after_move.is_some() || self.end || self.node.is_some() || self.numbers {
            let message = "it is about the whole game: move, end, node and numbers do not apply";
            return Err(self.within(Fault::in_field("position", message)).into());
        }
        let number = self.game.unwrap_or(1) as usize;
        let mut games = SgfGames::new(text, |bytes| work.has_room(bytes).is_ok());
        let (mut count, mut kept) = (0, None);
        for game in games.by_ref() {
            let game = game.map_err(|error| match &error.problem {
                Problem::GivenUp => Ended::from(work.watch.check().err().unwrap_or(Why::Memory)),
                _ => Ended::from(self.explain("position.sgf", &error, text)),
            })?;
            count += 1;
            if count == number {
                kept = Some(game);
            }
        }
        let mut warnings = self.warnings.clone();
        warnings.extend(games.into_warnings().iter().map(|warning| self.named(warning)));
        let none = || {
            let message = format!("it has {count} game(s), there is no game {number}");
            self.within(Fault::in_field("position.game", message))
        };
        Ok((kept.ok_or_else(none)?, warnings))
    }

    /// What is wrong with the record that was read.
    pub(crate) fn fault(&self, error: &Error) -> Fault {
        let text = self.sgf.as_ref().or(self.text.as_ref()).map_or("", String::as_str);
        self.explain("position.sgf", error, text)
    }

    /// The words before a message about this position.
    fn named(&self, message: impl std::fmt::Display) -> String {
        match &self.name {
            Some(name) => format!("{name}: {message}"),
            None => message.to_string(),
        }
    }

    fn within(&self, fault: Fault) -> Fault {
        match &self.name {
            Some(name) => fault.within(name),
            None => fault,
        }
    }

    /// An error of the formats library with its place.
    fn explain(&self, field: &str, error: &Error, text: &str) -> Fault {
        let Some(place) = error.place else { return self.within(Fault::in_field(field, &error.problem)) };
        let (line, column) = (place.line as usize, place.column as usize);
        let message = match &self.name {
            Some(name) => format!("{name}:{line}:{column}: {}", error.problem),
            None => format!("line {line}, column {column}: {}", error.problem),
        };
        let shown = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        Fault::in_field(field, message).at(shown, column)
    }
}

/// About what a position on this board takes: for each point the liberties of its string, as bits.
pub(crate) fn bytes_of(board: &Topology) -> u64 {
    let points = board.len() as u64;
    points * (points / 8 + 500)
}

fn node_of(game: &SgfTree, index: usize) -> Option<tesuji_formats::NodeId> {
    game.nodes().find(|node| node.index() == index)
}

fn main_line(game: &SgfTree, count: Option<usize>) -> Result<Vec<(Color, Point)>, Error> {
    let moves = game.main_line_moves()?;
    let shown = moves.into_iter().take(count.unwrap_or(usize::MAX));
    Ok(shown.filter_map(|one| Some((one.color, one.point?))).collect())
}
