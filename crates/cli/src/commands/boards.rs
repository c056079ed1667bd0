//! `tesuji boards`: the boards the program knows, and one of them in detail.

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};
use tesuji_board::{Diagram, Setup, Shape, Topology};
use tesuji_draw::Picture;

use super::picture::PictureOptions;
use crate::failure::Failure;
use crate::files;

/// More symmetries than this are not counted.
const MOST_SYMMETRIES: usize = 10_000;

/// List the boards, or describe one: points, edges, degrees, symmetries
#[derive(Args)]
#[command(after_help = "Examples:
  tesuji boards
  tesuji boards hexagon:4 --svg board.svg
  tesuji boards torus:9x9 --json
  tesuji boards square:9-E5,A1        (two points left out)
  tesuji boards my-board.json

A JSON board is {\"name\": \"...\", \"points\": [{\"name\": \"a\", \"x\": 0, \"y\": 0}, ...], \"edges\": [[\"a\", \"b\"], ...]}.")]
pub(crate) struct Boards {
    /// A board such as hexagon:4, or a JSON file
    name: Option<String>,
    #[command(flatten)]
    picture: PictureOptions,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl Boards {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let Some(name) = &self.name else {
            if self.picture.svg.is_some() {
                return Err(Failure::bad("--svg needs the name of a board to draw"));
            }
            return self.list();
        };
        let board = files::board(name)?;
        self.picture.draw(&Picture::new(&board))?;
        if self.json { files::print_json(&describe_json(&board)) } else { files::print(&describe(&board)) }
    }

    fn list(&self) -> Result<(), Failure> {
        let mut boards = Vec::new();
        for (name, words) in Topology::families() {
            boards.push((Topology::parse(name).map_err(Failure::bad)?, *words));
        }
        if self.json {
            let listed: Vec<Value> = boards
                .iter()
                .map(|(board, words)| json!({"example": board.name(), "points": board.len(), "degrees": degrees_json(board), "about": words}))
                .collect();
            return files::print_json(&json!({"boards": listed}));
        }
        let mut text = String::from("board          points  degrees        what it is\n");
        for (board, words) in &boards {
            let _ =
                writeln!(text, "{:<14} {:>6}  {:<13}  {words}", board.name(), board.len(), degrees(board));
        }
        text.push_str(
            "\nSizes are free; -A1,C3 after the name leaves points out; a JSON file gives any graph.\n",
        );
        files::print(&text)
    }
}

/// The different numbers of neighbours, such as `2 3 4`.
fn degrees(board: &Topology) -> String {
    let all: Vec<String> = board.degrees().iter().map(|(degree, _)| degree.to_string()).collect();
    all.join(" ")
}

fn degrees_json(board: &Topology) -> Value {
    let pairs = board.degrees().into_iter().map(|(degree, points)| (degree.to_string(), json!(points)));
    Value::Object(pairs.collect())
}

/// How many ways there are to map the board to itself, if they are not too many to count.
fn symmetries(board: &Topology) -> Option<usize> {
    board.symmetries(MOST_SYMMETRIES).map(|all| all.len())
}

fn describe(board: &std::sync::Arc<Topology>) -> String {
    let mut text = Diagram::new(Setup::empty(board.clone())).to_string();
    text.truncate(text.rfind("to move:").unwrap_or(text.len()));
    let points: Vec<String> =
        board.degrees().iter().map(|(degree, points)| format!("{points} with {degree} neighbours")).collect();
    let count = symmetries(board).map_or(format!("more than {MOST_SYMMETRIES}"), |n| n.to_string());
    let _ = writeln!(text, "\n{}: {} points, {} edges", board.name(), board.len(), board.edges().count());
    let _ = writeln!(text, "points: {}", points.join(", "));
    if board.shape() == Shape::Graph {
        let all: Vec<_> = board.points().collect();
        let _ = writeln!(text, "names, in the order of the diagram: {}", board.names_of(&all));
    }
    let _ = writeln!(text, "symmetries: {count}");
    let _ = writeln!(text, "connected parts: {}", parts(board));
    text
}

fn describe_json(board: &std::sync::Arc<Topology>) -> Value {
    let points: Vec<Value> = board
        .points()
        .map(|p| {
            let (x, y) = board.place_of(p);
            let around: Vec<&str> = board.neighbors(p).iter().map(|&n| board.name_of(n)).collect();
            json!({"name": board.name_of(p), "x": x, "y": y, "neighbors": around})
        })
        .collect();
    json!({
        "board": board.name(),
        "points": board.len(),
        "edges": board.edges().count(),
        "degrees": degrees_json(board),
        "symmetries": symmetries(board),
        "parts": parts(board),
        "point_list": points,
    })
}

/// How many connected parts the board has.
fn parts(board: &Topology) -> usize {
    let mut seen = tesuji_board::PointSet::new();
    let mut parts = 0;
    for point in board.points() {
        if !seen.contains(point) {
            parts += 1;
            seen.extend(board.component(point, |_| true).iter());
        }
    }
    parts
}
