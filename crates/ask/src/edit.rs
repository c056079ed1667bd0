//! A position with changes: stones put and taken, marks, moves by the rules, and the picture of what comes out.
//!
//! This is how a page holds a board: it keeps the `position` of the last answer and sends it back with the next change. What
//! stands on the board need not be possible while it is being set up; `faults` says what is wrong with it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tesuji_board::{Color, Diagram, Mark, Point, Position, Rules, Setup, Topology};
use tesuji_draw::Picture;
use tesuji_formats::{Format, write, write_position};
use tesuji_job::Limits;

use crate::answer::Answer;
use crate::desk::{Ended, Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::paragraph;
use crate::limits::limits;
use crate::position::{AskedBoard, AskedPosition, bytes_of, is_false};
use crate::show::{StringAnswer, labels, marks, strings};
use crate::words::{Side, point_names};

/// What becomes of a position when it is changed?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct EditQuestion {
    /// The position; without it, the empty board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<AskedPosition>,
    /// The board to begin on, where there is no position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<AskedBoard>,
    /// What is changed, one after another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Whether the moves that are played are numbered in the picture, as books do.
    #[serde(skip_serializing_if = "is_false")]
    pub numbers: bool,
    /// Whether the result is written in a format, besides `position`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write: Option<WrittenAs>,
}

/// A change of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    tag = "do",
    rename_all = "lowercase",
    expecting = "a change, such as {\"do\": \"put\", \"stone\": \"black\", \"at\": [\"D4\"]}"
)]
pub enum Change {
    /// Puts stones, or takes them away, whatever the rules say.
    Put {
        /// The stone; nothing takes away what is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stone: Option<Side>,
        /// Where.
        at: Vec<String>,
    },
    /// Marks points, or takes marks away.
    Mark {
        /// The mark; nothing takes away what is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<MarkName>,
        /// Where; none stands for all points.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<String>,
    },
    /// Labels a point, or takes its label away.
    Label {
        /// The label; nothing takes away what is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// Where; none stands for all points.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<String>,
    },
    /// Plays a move by the rules: simple ko, no suicide.
    Play {
        /// Who moves; the side to move without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        color: Option<Side>,
        /// The point, or `pass`.
        point: String,
    },
    /// Says who is to move; a ko may then be taken.
    Turn {
        /// Who.
        to: Side,
    },
    /// Takes everything off the board.
    Clear {},
}

/// A mark: what it means for a problem is said in docs/src/reference.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum MarkName {
    Triangle,
    Square,
    Circle,
    Cross,
}

impl From<MarkName> for Mark {
    fn from(name: MarkName) -> Mark {
        match name {
            MarkName::Triangle => Mark::Triangle,
            MarkName::Square => Mark::Square,
            MarkName::Circle => Mark::Circle,
            MarkName::Cross => Mark::Cross,
        }
    }
}

/// A format in which a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum WrittenAs {
    /// SGF, for boards that are rectangles.
    Sgf,
    /// A diagram of Sensei's Library.
    Sensei,
    /// A text diagram.
    Text,
    /// JSON.
    Json,
}

impl From<WrittenAs> for Format {
    fn from(format: WrittenAs) -> Format {
        match format {
            WrittenAs::Sgf => Format::Sgf,
            WrittenAs::Sensei => Format::Sensei,
            WrittenAs::Text => Format::Text,
            WrittenAs::Json => Format::Json,
        }
    }
}

/// A position that was changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EditAnswer {
    /// The board.
    pub board: String,
    /// Its points.
    pub points: usize,
    /// Who is to move.
    pub to_move: Side,
    /// The point banned by ko.
    pub ko: Option<String>,
    /// Black's stones.
    pub black: Vec<String>,
    /// White's stones.
    pub white: Vec<String>,
    /// The strings; none if something is wrong with the position.
    pub strings: Vec<StringAnswer>,
    /// What is wrong with the position, in sentences; questions about it are refused until it is right.
    pub faults: Vec<String>,
    /// Points by their marks.
    pub marks: BTreeMap<String, Vec<String>>,
    /// Labels by their points.
    pub labels: BTreeMap<String, String>,
    /// Stones that were captured by the moves that were played.
    pub captured: Vec<String>,
    /// The last move that was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// The position as in docs/schema/position.json: what the next question is about.
    pub position: Value,
    /// The position as a text diagram.
    pub diagram: String,
    /// The position in the format that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
}

/// Nothing is searched; the memory is for large boards and long records.
pub(crate) const LIMITS: Limits = limits(1, 256);

/// A board that is being changed.
struct Desktop {
    diagram: Diagram,
    played: Vec<(Color, Option<Point>)>,
    captured: Vec<Point>,
}

pub(crate) fn solve(question: &EditQuestion, work: &Work<'_>) -> Result<Solved<EditAnswer>, Ended> {
    let (diagram, warnings) = match (&question.position, &question.board) {
        (Some(_), Some(_)) => {
            return Err(Fault::in_field("board", "a position has its board: name one of the two").into());
        }
        (Some(position), None) => {
            let read = position.read_diagram_within(work)?;
            (read.diagram, read.warnings)
        }
        (None, Some(board)) => (Diagram::new(Setup::empty(board.read("board")?)), Vec::new()),
        (None, None) => return Err(Fault::in_field("board", "name a board, or give a position").into()),
    };
    work.has_room(bytes_of(&diagram.setup.topology))?;
    let mut desktop = Desktop { diagram, played: Vec::new(), captured: Vec::new() };
    for (index, change) in question.changes.iter().enumerate() {
        work.watch.check()?;
        desktop.apply(change).map_err(|fault| Fault {
            field: Some(match fault.field {
                Some(field) => format!("changes[{index}].{field}"),
                None => format!("changes[{index}]"),
            }),
            ..fault
        })?;
    }
    let found = answer(question, &desktop)?;
    work.watch.check()?;
    let svg = work.style.as_ref().map(|style| tesuji_draw::svg(&desktop.picture(question.numbers), style));
    Ok(Solved { found, rest: Rest { svg, warnings, ..Rest::default() } })
}

fn answer(question: &EditQuestion, desktop: &Desktop) -> Result<EditAnswer, Fault> {
    let diagram = &desktop.diagram;
    let setup = &diagram.setup;
    let board = &setup.topology;
    let position = diagram.position(Rules::default()).ok();
    let written = question
        .write
        .map(|format| write(diagram, format.into()).map_err(|error| Fault::in_field("write", error.problem)));
    let json = write_position(diagram).map_err(|error| Fault::in_field("position", error.problem))?;
    Ok(EditAnswer {
        board: board.name().to_string(),
        points: board.len(),
        to_move: setup.to_move.into(),
        ko: setup.ko.map(|point| board.name_of(point).to_string()),
        black: point_names(board, setup.black.iter()),
        white: point_names(board, setup.white.iter()),
        strings: position.as_ref().map(strings).unwrap_or_default(),
        faults: setup.faults().iter().map(|fault| fault.describe(board)).collect(),
        marks: marks(diagram),
        labels: labels(diagram),
        captured: point_names(board, desktop.captured.iter().copied()),
        last: desktop.played.last().map(|&(_, point)| crate::words::point_name(board, point)),
        position: serde_json::from_str(&json).map_err(|error| Fault::in_field("position", error))?,
        diagram: diagram.to_string(),
        written: written.transpose()?,
    })
}

impl Desktop {
    fn board(&self) -> &Topology {
        &self.diagram.setup.topology
    }

    fn point(&self, field: &str, name: &str) -> Result<Point, Fault> {
        self.board().require_point(name).map_err(|error| Fault::in_field(field, error))
    }

    fn points(&self, names: &[String]) -> Result<Vec<Point>, Fault> {
        names.iter().map(|name| self.point("at", name)).collect()
    }

    fn apply(&mut self, change: &Change) -> Result<(), Fault> {
        match change {
            Change::Put { stone, at } => {
                for point in self.points(at)? {
                    self.diagram.setup.put(point, stone.map(Color::from));
                    // What was marked is another thing now.
                    self.diagram.marks.remove(&point);
                }
                self.diagram.setup.ko = None;
            }
            Change::Mark { mark, at } => {
                let points = if at.is_empty() { self.board().points().collect() } else { self.points(at)? };
                for point in points {
                    match mark {
                        Some(mark) => self.diagram.marks.insert(point, (*mark).into()),
                        None => self.diagram.marks.remove(&point),
                    };
                }
            }
            Change::Label { label, at } => {
                let points = if at.is_empty() { self.board().points().collect() } else { self.points(at)? };
                for point in points {
                    match label.as_deref().map(str::trim).filter(|label| !label.is_empty()) {
                        Some(label) => self.diagram.labels.insert(point, label.to_string()),
                        None => self.diagram.labels.remove(&point),
                    };
                }
            }
            Change::Play { color, point } => self.play(*color, point)?,
            Change::Turn { to } => {
                let to = Color::from(*to);
                if self.diagram.setup.to_move != to {
                    self.diagram.setup.to_move = to;
                    self.diagram.setup.ko = None;
                }
            }
            Change::Clear {} => {
                let board = self.diagram.setup.topology.clone();
                self.diagram = Diagram::new(Setup::empty(board));
                (self.played, self.captured) = (Vec::new(), Vec::new());
            }
        }
        Ok(())
    }

    fn play(&mut self, color: Option<Side>, name: &str) -> Result<(), Fault> {
        let mut position =
            self.diagram.position(Rules::default()).map_err(|error| Fault::in_field("point", error))?;
        let color = color.map_or(position.to_move(), Color::from);
        let point = match name {
            "pass" => None,
            name => Some(self.point("point", name)?),
        };
        play(&mut position, color, point).map_err(|fault| Fault { field: Some("point".into()), ..fault })?;
        let captured: Vec<Point> = position.last_captured().collect();
        for point in &captured {
            self.diagram.marks.remove(point);
        }
        self.captured.extend(captured);
        self.played.push((color, point));
        self.diagram.setup = position.to_setup();
        settle_marks(&mut self.diagram, &position);
        Ok(())
    }

    fn picture(&self, numbers: bool) -> Picture<'_> {
        let mut picture = Picture::from(&self.diagram);
        if numbers {
            for (number, &(color, point)) in (1..).zip(&self.played) {
                // A stone that was taken since then has no number any more, and a point that was played twice has the last one.
                if let Some(point) = point.filter(|point| picture.stones.get(point) == Some(&color)) {
                    picture.marks.remove(&point);
                    picture.labels.insert(point, format!("{number}"));
                }
            }
        }
        picture.last_move = self.played.last().and_then(|&(_, point)| point).filter(|_| !numbers);
        picture
    }
}

/// Stones that a move has joined are one string with one meaning: racing stones take unknown ones with them, and so do safe
/// ones.
pub(crate) fn settle_marks(diagram: &mut Diagram, position: &Position) {
    let unknown: Vec<Point> = diagram.marked(Mark::Cross).iter().collect();
    for point in unknown {
        let another = position
            .string(point)
            .any(|stone| diagram.marks.get(&stone).is_some_and(|&mark| mark != Mark::Cross));
        if another {
            diagram.marks.remove(&point);
        }
    }
}

/// Plays a move, or says why it is not allowed.
pub(crate) fn play(position: &mut Position, color: Color, point: Option<Point>) -> Result<(), Fault> {
    match point {
        None => {
            position.pass(color);
            Ok(())
        }
        Some(point) => {
            let name = position.topology().name_of(point).to_string();
            let (color_name, who) = (Side::from(color).capital(), color);
            position
                .play(who, point)
                .map_err(|error| Fault::new(format!("{color_name} cannot play at {name}: {error}")))
        }
    }
}

pub(crate) fn text(_: &EditQuestion, found: &EditAnswer, _: &Answer) -> String {
    let mut text = found.written.clone().unwrap_or_else(|| found.diagram.clone());
    if !found.captured.is_empty() {
        text.push_str(&paragraph("captured: ", &found.captured.join(" ")));
    }
    for fault in &found.faults {
        text.push_str(&paragraph("wrong: ", fault));
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::testing::ask;

    #[test]
    fn stones_marks_and_moves() {
        let (answer, text) = ask(&json!({"ask": "edit", "board": "square:5", "changes": [
            {"do": "put", "stone": "white", "at": ["C3"]},
            {"do": "put", "stone": "black", "at": ["B3", "D3", "C2"]},
            {"do": "mark", "mark": "triangle", "at": ["C3"]},
            {"do": "label", "label": "a", "at": ["A1"]},
            {"do": "turn", "to": "white"},
            {"do": "play", "point": "pass"},
            {"do": "play", "point": "C4"},
        ], "picture": {"theme": "dark"}, "write": "sgf"}))
        .expect("a position");
        assert_eq!((&answer["to_move"], &answer["last"]), (&json!("white"), &json!("C4")));
        assert_eq!((&answer["captured"], &answer["white"]), (&json!(["C3"]), &json!([])));
        assert_eq!(answer["marks"]["triangle"], json!([]), "a mark goes with its stone");
        assert_eq!(answer["position"]["board"], "square:5");
        assert_eq!(answer["position"]["labels"]["A1"], "a");
        assert!(answer["written"].as_str().is_some_and(|sgf| sgf.contains("SZ[5]")), "{answer}");
        assert!(answer["svg"].as_str().is_some_and(|svg| svg.contains("data-point=\"C4\"")));
        assert!(text.contains("captured: C3\n"), "{text}");
        // The answer is the next question.
        let (next, _) =
            ask(&json!({"ask": "edit", "position": {"json": answer["position"]}})).expect("the same");
        assert_eq!((&next["position"], &next["captured"]), (&answer["position"], &json!([])));
    }

    #[test]
    fn a_board_may_be_wrong_while_it_is_set_up() {
        let full = json!({"ask": "edit", "position": {"diagram": ".X.\nXOX\n.X."}, "picture": {}});
        let (answer, text) = ask(&full).expect("it is drawn all the same");
        assert_eq!(answer["faults"], json!(["the white stone at B2 has no liberty"]));
        assert_eq!(answer["strings"], json!([]));
        assert!(text.contains("wrong: the white stone at B2 has no liberty\n"), "{text}");
        let mut play = full;
        play["changes"] = json!([{"do": "play", "point": "A1"}]);
        let fault = ask(&play).expect_err("nobody plays on such a board");
        assert_eq!(fault.field.as_deref(), Some("changes[0].point"));
    }

    #[test]
    fn rules_are_kept_and_named() {
        let ko = ". X O .\nX O . O\n. X O .\n";
        let play = |points: &[&str]| -> Result<Value, crate::Fault> {
            let changes: Vec<Value> =
                points.iter().map(|point| json!({"do": "play", "point": point})).collect();
            ask(&json!({"ask": "edit", "position": {"diagram": ko}, "changes": changes, "numbers": true, "picture": {"coordinates": false}}))
                .map(|(answer, _)| answer)
        };
        let taken = play(&["C2"]).expect("Black takes");
        assert_eq!((&taken["ko"], &taken["captured"]), (&json!("B2"), &json!(["B2"])));
        let fault = play(&["C2", "B2"]).expect_err("not at once");
        assert_eq!(fault.message, "White cannot play at B2: the ko may not be taken back at once");
        assert_eq!(fault.field.as_deref(), Some("changes[1].point"));
        assert!(play(&["A3"]).is_ok());
        assert!(play(&["D4"]).expect_err("no such point").message.contains("D4"));
        let numbered = play(&["C2", "D3", "pass"]).expect("three moves");
        let svg = numbered["svg"].as_str().expect("a picture");
        assert!(svg.contains(">1<") && svg.contains(">2<") && !svg.contains(">3<"), "{svg}");
    }
}
