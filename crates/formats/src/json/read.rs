//! From JSON to boards and diagrams.

use std::collections::HashMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use tesuji_board::{Color, Diagram, GraphPoint, MAX_POINTS, Mark, Point, Setup, Topology, TopologyError};

use super::locate::{Step, locate};
use super::record::{
    BoardRecord, BoardReference, End, Entries, MarkName, PointRecord, Points, PositionRecord, Side,
};
use super::words::json_in_words;
use crate::error::{Error, Place, Problem};

/// Reads a board of points and edges.
///
/// ```
/// let board = tesuji_formats::read_board(br#"{"name": "path", "points": 3, "edges": [[0, 1], ["2", "3"]]}"#).unwrap();
/// assert_eq!((board.name(), board.len()), ("path", 3));
/// let error = tesuji_formats::read_board(b"{\"points\": 3,\n \"edges\": [[0, 7]]}").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 12: edge 1 joins vertices 1 and 8, but the board has only 3 points");
/// ```
///
/// # Errors
/// Malformed JSON, unknown fields, or a board that cannot be built, with the place.
pub fn read_board(bytes: &[u8]) -> Result<Arc<Topology>, Error> {
    let text = utf8(bytes)?;
    board(&Source { text, path: &[] }, parse(text)?)
}

/// Reads a position.
///
/// ```
/// let json = br#"{"board": "square:5", "black": ["A1", "b1"], "white": ["C3"], "to_move": "white"}"#;
/// let diagram = tesuji_formats::read_position(json).unwrap();
/// assert_eq!((diagram.setup.black.len(), diagram.setup.to_move), (2, tesuji_board::Color::White));
/// ```
///
/// # Errors
/// Malformed JSON, unknown fields, a board that cannot be built, points that it does not have, a point with two
/// stones or two marks, with the place.
pub fn read_position(bytes: &[u8]) -> Result<Diagram, Error> {
    let text = utf8(bytes)?;
    let record: PositionRecord = parse(text)?;
    let source = Source { text, path: &[] };
    let topology = match record.board {
        BoardReference::Name(name) => Topology::parse(&name)
            .map_err(|error| source.error(Problem::Topology(error), &[Step::Field("board")]))?,
        BoardReference::Record(record) => board(&Source { text, path: &[Step::Field("board")] }, record)?,
    };
    let point = |name: &str, path: &[Step<'_>]| {
        topology.require_point(name).map_err(|error| source.error(Problem::Topology(error), path))
    };
    let mut diagram = Diagram::new(Setup::empty(topology.clone()));
    for (field, color, names) in
        [("black", Color::Black, &record.black), ("white", Color::White, &record.white)]
    {
        for (index, name) in names.iter().enumerate() {
            let path = [Step::Field(field), Step::Index(index)];
            let point = point(name, &path)?;
            if diagram.setup.stone(point).is_some() {
                return Err(source.error(Problem::SetUpTwice { point: name.clone() }, &path));
            }
            diagram.setup.put(point, Some(color));
        }
    }
    diagram.setup.to_move = match record.to_move {
        Side::Black => Color::Black,
        Side::White => Color::White,
    };
    diagram.setup.ko = record.ko.map(|name| point(&name, &[Step::Field("ko")])).transpose()?;
    let entries = |field: &'static str, names: Vec<&str>| -> Result<Vec<Point>, Error> {
        let mut seen = tesuji_board::PointSet::new();
        let read = names.into_iter().enumerate().map(|(index, name)| {
            let path = [Step::Field(field), Step::Member(index)];
            let point = point(name, &path)?;
            let fresh = seen.insert(point);
            let twice = || source.error(Problem::MarkedTwice { point: name.to_string() }, &path);
            if fresh { Ok(point) } else { Err(twice()) }
        });
        read.collect()
    };
    let marks = entries("marks", names_of(&record.marks))?;
    diagram.marks = marks.into_iter().zip(record.marks.0.iter().map(|(_, mark)| mark_of(*mark))).collect();
    let labels = entries("labels", names_of(&record.labels))?;
    diagram.labels = labels.into_iter().zip(record.labels.0.into_iter().map(|(_, text)| text)).collect();
    Ok(diagram)
}

fn names_of<T>(entries: &Entries<T>) -> Vec<&str> {
    entries.0.iter().map(|(name, _)| name.as_str()).collect()
}

fn mark_of(name: MarkName) -> Mark {
    match name {
        MarkName::Triangle => Mark::Triangle,
        MarkName::Square => Mark::Square,
        MarkName::Circle => Mark::Circle,
        MarkName::Cross => Mark::Cross,
    }
}

/// A text, and the path to the part of it that is being read.
struct Source<'a> {
    text: &'a str,
    path: &'a [Step<'a>],
}

impl Source<'_> {
    fn error(&self, problem: Problem, path: &[Step<'_>]) -> Error {
        let whole: Vec<Step<'_>> = self.path.iter().chain(path).copied().collect();
        problem.at(locate(self.text, &whole))
    }
}

fn board(source: &Source<'_>, record: BoardRecord) -> Result<Arc<Topology>, Error> {
    let BoardRecord { name, points, edges } = record;
    let points = match points {
        // Checked before anything of that size is built.
        Points::Count(count) if count > MAX_POINTS as u64 => {
            let problem = Problem::Topology(TopologyError::TooLarge { name });
            return Err(source.error(problem, &[Step::Field("points")]));
        }
        Points::Count(count) => vec![GraphPoint::default(); count as usize],
        Points::List(list) => {
            let points = list.into_iter().enumerate().map(|(index, point)| {
                let path = [Step::Field("points"), Step::Index(index)];
                graph_point(point).map_err(|problem| source.error(problem, &path))
            });
            points.collect::<Result<_, _>>()?
        }
    };
    let mut by_name = HashMap::new();
    for (index, point) in points.iter().enumerate() {
        let name = point.name.clone().unwrap_or_else(|| (index + 1).to_string());
        by_name.entry(name).or_insert(index);
    }
    let number = |end: &End| match end {
        End::Number(number) => Ok(usize::try_from(*number).unwrap_or(usize::MAX)),
        End::Name(point) => by_name.get(point).copied().ok_or_else(|| {
            Problem::Topology(TopologyError::NoSuchPoint { board: name.clone(), point: point.clone() })
        }),
    };
    let mut pairs = Vec::with_capacity(edges.len());
    for (index, [a, b]) in edges.iter().enumerate() {
        let end = |end: &End, which: usize| {
            let path = [Step::Field("edges"), Step::Index(index), Step::Index(which)];
            number(end).map_err(|problem| source.error(problem, &path))
        };
        pairs.push((end(a, 0)?, end(b, 1)?));
    }
    Topology::graph(&name, &points, &pairs).map_err(|error| {
        let path: &[Step<'_>] = match &error {
            TopologyError::EdgeOffBoard { edge, .. }
            | TopologyError::Loop { edge, .. }
            | TopologyError::RepeatedEdge { edge, .. } => &[Step::Field("edges"), Step::Index(edge - 1)],
            // Points that are only counted are no list to point into, but they have no faults either.
            TopologyError::BadPointName { vertex, .. } | TopologyError::BadPlace { vertex } => {
                &[Step::Field("points"), Step::Index(vertex - 1)]
            }
            _ => &[Step::Field("points")],
        };
        source.error(Problem::Topology(error.clone()), path)
    })
}

fn graph_point(record: PointRecord) -> Result<GraphPoint, Problem> {
    let at = match (record.x, record.y) {
        (Some(x), Some(y)) => Some((x, y)),
        (None, None) => None,
        _ => return Err(Problem::Json { message: "a point has both x and y, or neither".into() }),
    };
    Ok(GraphPoint { name: record.name, at })
}

pub(super) fn utf8(bytes: &[u8]) -> Result<&str, Error> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        Problem::NotUtf8.at(Place::of_offset(&valid, valid.len()))
    })
}

pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    if text.trim().is_empty() {
        return Err(Problem::Empty.anywhere());
    }
    serde_json::from_str(text).map_err(|error| {
        let said = error.to_string();
        let message = json_in_words(said.rfind(" at line ").map_or(said.as_str(), |end| &said[..end]));
        // serde counts bytes in a line.
        let start: usize =
            text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let offset = (start + error.column().saturating_sub(1)).min(text.len());
        Problem::Json { message }.at(Place::of_offset(text, offset))
    })
}
