//! From boards and diagrams to JSON: fields in a fixed order, points ascending, a layout for people to read.

use std::fmt::Write as _;

use tesuji_board::{Diagram, PointSet, Topology};

use crate::error::Error;
use crate::format::check_expressible;

/// Writes a board as its points and edges; [`read_board`](crate::read_board) gives an equal board.
///
/// ```
/// let board = tesuji_formats::read_board(br#"{"points": [{"x": 0, "y": 0.5}, {"name": "b"}], "edges": [[0, 1]]}"#).unwrap();
/// let text = tesuji_formats::write_board(&board);
/// assert!(text.contains(r#"{"name": "1", "x": 0, "y": 0.5}"#));
/// assert_eq!(tesuji_formats::read_board(text.as_bytes()).unwrap(), board);
/// ```
#[must_use]
pub fn write_board(board: &Topology) -> String {
    board_text(board, "") + "\n"
}

/// Writes a position; [`read_position`](crate::read_position) gives an equal one.
///
/// ```
/// let diagram = ".XO\nXXO\n...".parse().unwrap();
/// assert_eq!(tesuji_formats::write_position(&diagram).unwrap(), r#"{
///   "board": "square:3",
///   "black": ["B3", "A2", "B2"],
///   "white": ["C3", "C2"],
///   "to_move": "black",
///   "ko": null,
///   "marks": {},
///   "labels": {}
/// }
/// "#);
/// ```
///
/// # Errors
/// [`Problem::InvalidSetup`](crate::Problem::InvalidSetup) if stones are off the board or on top of each other.
pub fn write_position(diagram: &Diagram) -> Result<String, Error> {
    check_expressible(diagram)?;
    let setup = &diagram.setup;
    let board = &*setup.topology;
    let has_name = Topology::parse(board.name()).is_ok_and(|named| *named == *board);
    let board_value = if has_name { quoted(board.name()) } else { board_text(board, "  ") };
    let names = |points: &PointSet| list(points.iter().map(|point| quoted(board.name_of(point))), ", ");
    let object = |entries: Vec<(&str, &str)>| {
        list(entries.into_iter().map(|(name, value)| format!("{}: {}", quoted(name), quoted(value))), ", ")
    };
    let marks = diagram.marks.iter().map(|(&point, mark)| (board.name_of(point), mark.name())).collect();
    let labels = diagram.labels.iter().map(|(&point, text)| (board.name_of(point), text.as_str())).collect();
    let fields = [
        ("board", board_value),
        ("black", format!("[{}]", names(&setup.black))),
        ("white", format!("[{}]", names(&setup.white))),
        ("to_move", quoted(&setup.to_move.to_string())),
        ("ko", setup.ko.map_or("null".to_string(), |point| quoted(board.name_of(point)))),
        ("marks", format!("{{{}}}", object(marks))),
        ("labels", format!("{{{}}}", object(labels))),
    ];
    let lines = fields.into_iter().map(|(name, value)| format!("  \"{name}\": {value}"));
    Ok(format!("{{\n{}\n}}\n", list(lines, ",\n")))
}

/// The object of a board; its lines after the first are indented.
fn board_text(board: &Topology, indent: &str) -> String {
    const EDGES_IN_A_LINE: usize = 10;
    let points = board.points().map(|point| {
        let (x, y) = board.place_of(point);
        format!("{indent}    {{\"name\": {}, \"x\": {x}, \"y\": {y}}}", quoted(board.name_of(point)))
    });
    let edges: Vec<String> = board.edges().map(|(a, b)| format!("[{}, {}]", a.0, b.0)).collect();
    let edge_lines = edges.chunks(EDGES_IN_A_LINE).map(|line| format!("{indent}    {}", line.join(", ")));
    let mut text = format!("{{\n{indent}  \"name\": {},\n", quoted(board.name()));
    // Writing to a string cannot fail.
    let _ = write!(text, "{indent}  \"points\": [\n{}\n{indent}  ],\n", list(points, ",\n"));
    let _ = match edges.is_empty() {
        true => write!(text, "{indent}  \"edges\": []\n{indent}}}"),
        false => write!(text, "{indent}  \"edges\": [\n{}\n{indent}  ]\n{indent}}}", list(edge_lines, ",\n")),
    };
    text
}

fn list(items: impl Iterator<Item = String>, separator: &str) -> String {
    items.collect::<Vec<_>>().join(separator)
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
