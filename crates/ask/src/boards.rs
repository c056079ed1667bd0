//! The boards there are, and one of them in detail.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tesuji_board::{Diagram, PointSet, Setup, Shape, Topology};
use tesuji_draw::Picture;
use tesuji_job::{Limits, Progress};

use crate::answer::Answer;
use crate::desk::{Ended, Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::{Table, paragraph};
use crate::limits::limits;
use crate::position::AskedBoard;
use crate::words::point_names;

/// Which boards are there, or what is this board?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct BoardsQuestion {
    /// A board; without it the families of boards are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<AskedBoard>,
}

/// A list of boards, or a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BoardsAnswer {
    /// The families.
    Families {
        /// One of each.
        boards: Vec<Family>,
    },
    /// A board in detail.
    Board(Box<BoardAnswer>),
}

/// A family of boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Family {
    /// One of the family.
    pub example: String,
    /// Its points.
    pub points: usize,
    /// How many points have so many neighbours.
    pub degrees: BTreeMap<String, usize>,
    /// What it is.
    pub about: String,
}

/// A board in detail.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BoardAnswer {
    /// Its name.
    pub board: String,
    /// Its points.
    pub points: usize,
    /// Its edges.
    pub edges: usize,
    /// How many points have so many neighbours.
    pub degrees: BTreeMap<String, usize>,
    /// Ways to map it to itself; null if they are too many to be counted.
    pub symmetries: Option<usize>,
    /// Connected parts.
    pub parts: usize,
    /// Every point with its place and neighbours.
    pub point_list: Vec<BoardPoint>,
    /// The empty board as a text diagram.
    pub diagram: String,
    /// Whether it has no shape of its own, so that names do not tell places.
    pub is_graph: bool,
}

/// A point of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BoardPoint {
    /// Its name.
    pub name: String,
    /// Where it is drawn.
    pub x: f64,
    /// Where it is drawn.
    pub y: f64,
    /// Its neighbours.
    pub neighbors: Vec<String>,
}

/// Nodes are steps of the search for symmetries.
pub(crate) const LIMITS: Limits = limits(50_000_000, 256);

/// More symmetries than this are not counted.
const MOST_SYMMETRIES: usize = 10_000;

pub(crate) fn solve(question: &BoardsQuestion, work: &Work<'_>) -> Result<Solved<BoardsAnswer>, Ended> {
    let Some(board) = &question.board else {
        if work.style.is_some() {
            return Err(
                Fault::in_field("picture", "a picture shows one board: say which one with board").into()
            );
        }
        let boards = families().map_err(Fault::new)?;
        return Ok(Solved { found: BoardsAnswer::Families { boards }, rest: Rest::default() });
    };
    let board = board.read("board")?;
    work.has_room(BYTES * board.len() as u64)?;
    let found = describe(&board, work)?;
    let svg = work.style.as_ref().map(|style| tesuji_draw::svg(&Picture::new(&board), style));
    work.watch.check()?;
    Ok(Solved { found: BoardsAnswer::Board(Box::new(found)), rest: Rest { svg, ..Rest::default() } })
}

/// One board of each family.
fn families() -> Result<Vec<Family>, tesuji_board::TopologyError> {
    let describe = |&(name, about): &(&str, &str)| {
        let board = Topology::parse(name)?;
        Ok(Family {
            example: board.name().to_string(),
            points: board.len(),
            degrees: degrees(&board),
            about: about.to_string(),
        })
    };
    Topology::families().iter().map(describe).collect()
}

fn degrees(board: &Topology) -> BTreeMap<String, usize> {
    board.degrees().into_iter().map(|(degree, points)| (degree.to_string(), points)).collect()
}

/// About what a point takes in the answer, in its text and in the picture.
const BYTES: u64 = 2_000;

fn describe(board: &Arc<Topology>, work: &Work<'_>) -> Result<BoardAnswer, Ended> {
    let symmetries = board.count_symmetries(MOST_SYMMETRIES, &mut |steps| {
        let steps = steps as u64;
        let looked = work.watch.look(|| Progress::counted("counting symmetries", steps, None));
        steps < work.limits.nodes && looked.is_ok()
    });
    work.watch.check()?;
    let point_list = board.points().map(|point| {
        let (x, y) = board.place_of(point);
        let neighbors = point_names(board, board.neighbors(point).iter().copied());
        BoardPoint { name: board.name_of(point).to_string(), x, y, neighbors }
    });
    let found = BoardAnswer {
        board: board.name().to_string(),
        points: board.len(),
        edges: board.edges().count(),
        degrees: degrees(board),
        symmetries,
        parts: parts(board),
        point_list: point_list.collect(),
        diagram: Diagram::new(Setup::empty(board.clone())).to_string(),
        is_graph: board.shape() == Shape::Graph,
    };
    work.watch.check()?;
    Ok(found)
}

/// How many connected parts the board has.
fn parts(board: &Topology) -> usize {
    let mut seen = PointSet::new();
    let mut parts = 0;
    for point in board.points() {
        if !seen.contains(point) {
            parts += 1;
            seen.extend(board.component(point, |_| true).iter());
        }
    }
    parts
}

/// Degrees as numbers, in ascending order.
fn ascending(degrees: &BTreeMap<String, usize>) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> =
        degrees.iter().filter_map(|(degree, &points)| Some((degree.parse().ok()?, points))).collect();
    all.sort_unstable();
    all
}

pub(crate) fn text(_: &BoardsQuestion, found: &BoardsAnswer, _: &Answer) -> String {
    match found {
        BoardsAnswer::Families { boards } => {
            let mut table = Table::new(["board", "points", "degrees", "what it is"]).right(&[1]);
            for family in boards {
                let degrees: Vec<String> =
                    ascending(&family.degrees).iter().map(|(degree, _)| degree.to_string()).collect();
                table.row([&family.example, &family.points.to_string(), &degrees.join(" "), &family.about]);
            }
            format!(
                "{table}\nSizes are free; -A1,C3 after the name leaves points out; JSON gives any graph.\n"
            )
        }
        BoardsAnswer::Board(board) => describe_in_words(board),
    }
}

fn describe_in_words(board: &BoardAnswer) -> String {
    let mut text = board.diagram.clone();
    text.truncate(text.rfind("to move:").unwrap_or(text.len()));
    text.push_str(&format!("\n{}: {} points, {} edges\n", board.board, board.points, board.edges));
    let points: Vec<String> = ascending(&board.degrees)
        .iter()
        .map(|(degree, points)| format!("{points} with {degree} neighbours"))
        .collect();
    text.push_str(&paragraph("points: ", &points.join(", ")));
    if board.is_graph {
        let names: Vec<&str> = board.point_list.iter().map(|point| point.name.as_str()).collect();
        text.push_str(&paragraph("names, in the order of the diagram: ", &names.join(" ")));
    }
    let symmetries =
        board.symmetries.map_or_else(|| format!("more than {MOST_SYMMETRIES}"), |count| count.to_string());
    text.push_str(&format!("symmetries: {symmetries}\nconnected parts: {}\n", board.parts));
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::ask;

    #[test]
    fn families_are_listed() {
        let (json, text) = ask(&json!({"ask": "boards"})).expect("a list");
        assert_eq!(json["boards"][0]["example"], "square:19");
        assert_eq!(json["boards"][0]["degrees"], json!({"2": 4, "3": 68, "4": 289}));
        assert!(text.contains("king:8x8          64  3 5 8    rectangle whose points also touch"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let fault = ask(&json!({"ask": "boards", "picture": {}})).expect_err("which one?");
        assert_eq!(fault.field.as_deref(), Some("picture"));
    }

    #[test]
    fn a_board_is_described_and_drawn() {
        let (json, text) =
            ask(&json!({"ask": "boards", "board": "hexagon:2", "picture": {}})).expect("a board");
        assert_eq!(
            (&json["points"], &json["edges"], &json["symmetries"]),
            (&json!(7), &json!(12), &json!(12))
        );
        assert_eq!(json["point_list"][0]["neighbors"].as_array().map(Vec::len), Some(3));
        assert!(
            text.contains("points: 6 with 3 neighbours, 1 with 6 neighbours\nsymmetries: 12\n"),
            "{text}"
        );
        assert!(!text.contains("to move"), "{text}");
        assert!(json["svg"].as_str().is_some_and(|svg| svg.contains("hexagon:2, 7 points")));
        let fault = ask(&json!({"ask": "boards", "board": "torus:2x2"})).expect_err("too small");
        assert_eq!(fault.field.as_deref(), Some("board"));
    }

    #[test]
    fn a_graph_names_its_points() {
        let graph = json!({
            "name": "path",
            "points": [{"name": "a", "x": 0, "y": 0}, {"name": "b", "x": 1, "y": 0}, {"name": "c", "x": 2, "y": 0}],
            "edges": [["a", "b"]],
        });
        let (json, text) = ask(&json!({"ask": "boards", "board": graph})).expect("a graph");
        assert_eq!((&json["parts"], &json["is_graph"]), (&json!(2), &json!(true)));
        assert!(text.contains("names, in the order of the diagram: a b c\n"), "{text}");
        let fault = ask(&json!({"ask": "boards", "board": {"points": []}})).expect_err("no point");
        assert_eq!(fault.field.as_deref(), Some("board"));
    }
}
