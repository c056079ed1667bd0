//! What there is to say about a position: strings, liberties, unconditional life, ko.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tesuji_board::{Color, Diagram, Mark, Position, area, unconditionally_alive};
use tesuji_job::Limits;

use crate::answer::Answer;
use crate::desk::{Ended, Rest, Solved, Work};
use crate::layout::{Table, some_of};
use crate::limits::limits;
use crate::position::AskedPosition;
use crate::words::{Side, point_names};

/// What is on the board?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ShowQuestion {
    /// The position.
    pub position: AskedPosition,
}

/// A position in detail.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ShowAnswer {
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
    /// The strings.
    pub strings: Vec<StringAnswer>,
    /// The area of each side, all stones counted as alive.
    pub area: Area,
    /// Points by their marks.
    pub marks: BTreeMap<String, Vec<String>>,
    /// Labels by their points.
    pub labels: BTreeMap<String, String>,
    /// The position as a text diagram.
    pub diagram: String,
}

/// A string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StringAnswer {
    /// Its colour.
    pub color: Side,
    /// Its stones.
    pub stones: Vec<String>,
    /// Its liberties.
    pub liberties: Vec<String>,
    /// Whether it cannot be captured even if its owner always passes.
    pub unconditionally_alive: bool,
}

/// Points of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Area {
    /// Black's.
    pub black: usize,
    /// White's.
    pub white: usize,
}

/// Nothing is searched; the memory is for large boards and long records.
pub(crate) const LIMITS: Limits = limits(1, 256);

pub(crate) fn solve(question: &ShowQuestion, work: &Work<'_>) -> Result<Solved<ShowAnswer>, Ended> {
    work.watch.check()?;
    let read = question.position.read_within(work)?;
    let (diagram, position) = (&read.diagram, &read.position);
    let board = position.topology();
    work.watch.check()?;
    let [black_area, white_area] = area(position);
    let found = ShowAnswer {
        board: board.name().to_string(),
        points: board.len(),
        to_move: position.to_move().into(),
        ko: position.ko().map(|point| board.name_of(point).to_string()),
        black: point_names(board, position.stones(Color::Black).iter()),
        white: point_names(board, position.stones(Color::White).iter()),
        strings: strings(position),
        area: Area { black: black_area, white: white_area },
        marks: marks(diagram),
        labels: labels(diagram),
        diagram: diagram.to_string(),
    };
    work.watch.check()?;
    let svg = work.style.as_ref().map(|style| tesuji_draw::svg(&read.picture(), style));
    work.watch.check()?;
    Ok(Solved { found, rest: Rest { svg, warnings: read.warnings, ..Rest::default() } })
}

/// All strings with their liberties.
pub(crate) fn strings(position: &Position) -> Vec<StringAnswer> {
    let board = position.topology();
    let [black, white] = Color::BOTH.map(|color| unconditionally_alive(position, color));
    let alive = &black | &white;
    let strings = position.strings();
    let strings = strings.iter().map(|string| StringAnswer {
        color: string.color.into(),
        stones: point_names(board, string.stones.iter()),
        liberties: point_names(board, string.liberties.iter()),
        unconditionally_alive: string.stones.first().is_some_and(|stone| alive.contains(stone)),
    });
    strings.collect()
}

/// Points by their marks.
pub(crate) fn marks(diagram: &Diagram) -> BTreeMap<String, Vec<String>> {
    let board = &diagram.setup.topology;
    let of = |mark: Mark| (mark.name().to_string(), point_names(board, diagram.marked(mark).iter()));
    Mark::ALL.into_iter().map(of).collect()
}

/// Labels by their points.
pub(crate) fn labels(diagram: &Diagram) -> BTreeMap<String, String> {
    let board = &diagram.setup.topology;
    diagram.labels.iter().map(|(&point, label)| (board.name_of(point).to_string(), label.clone())).collect()
}

/// Liberties of a string that are named.
const SHOWN: usize = 8;

pub(crate) fn text(_: &ShowQuestion, found: &ShowAnswer, _: &Answer) -> String {
    if found.strings.is_empty() {
        return format!("{}\nThe board is empty.\n", found.diagram);
    }
    let mut table = Table::new(["strings", "at", "stones", "liberties", ""]).right(&[2, 3]);
    for string in &found.strings {
        let alive = if string.unconditionally_alive { ", unconditionally alive" } else { "" };
        let liberties = some_of(&string.liberties, SHOWN);
        table.row([
            string.color.to_string(),
            string.stones.first().cloned().unwrap_or_default(),
            string.stones.len().to_string(),
            string.liberties.len().to_string(),
            format!("{liberties}{alive}"),
        ]);
    }
    let Area { black, white } = found.area;
    format!("{}\n{table}\narea: black {black}, white {white} (all stones counted as alive)\n", found.diagram)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::testing::ask;

    #[test]
    fn a_position_with_its_strings() {
        let diagram = ". X . X O .\nX X X X O .\nO O O O O .\n. . . . . .\ntriangle: B4\n";
        let (json, text) =
            ask(&json!({"ask": "show", "position": {"diagram": diagram}})).expect("a position");
        assert_eq!(
            (&json["points"], &json["to_move"], &json["ko"]),
            (&json!(24), &json!("black"), &Value::Null)
        );
        assert_eq!(json["strings"][0]["unconditionally_alive"], true);
        assert_eq!(json["strings"][0]["liberties"], json!(["A4", "C4"]));
        assert_eq!((&json["marks"]["triangle"], &json["marks"]["square"]), (&json!(["B4"]), &json!([])));
        assert_eq!(json["area"], json!({"black": 8, "white": 16}));
        assert!(json.get("nodes").is_none() && json.get("limits").is_none() && json.get("svg").is_none());
        assert!(text.contains("black    B4       6          2  A4 C4, unconditionally alive"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let (_, empty) =
            ask(&json!({"ask": "show", "position": {"diagram": ". .\n. .\n"}})).expect("a position");
        assert!(empty.ends_with("The board is empty.\n"));
    }

    #[test]
    fn a_game_is_shown_where_it_is_asked_and_with_numbers() {
        let sgf = "(;SZ[5];B[cc];W[cd];B[dd])";
        let asked = |more: Value| {
            let mut position = json!({"sgf": sgf});
            position.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            ask(&json!({"ask": "show", "position": position, "picture": {"theme": "print"}}))
        };
        let (json, _) = asked(json!({"move": 1})).expect("a game");
        assert_eq!((&json["black"], &json["white"]), (&json!(["C3"]), &json!([])));
        let svg = json["svg"].as_str().expect("a picture was asked");
        assert!(svg.contains("25 points. Black: C3."), "{svg}");
        let (json, _) = asked(json!({"numbers": true, "end": true})).expect("a game");
        assert_eq!(json["black"], json!(["C3", "D2"]));
        let numbered = json["svg"].as_str().expect("a picture was asked");
        assert!(numbered.matches("<text").count() > svg.matches("<text").count(), "{numbered}");
        let fault = asked(json!({"game": 2})).expect_err("one game only");
        assert_eq!(fault.field.as_deref(), Some("position.game"));
    }

    #[test]
    fn a_wrong_diagram_is_told_with_its_place() {
        let fault =
            ask(&json!({"ask": "show", "position": {"diagram": ". X\n. ?\n"}})).expect_err("no stone");
        assert_eq!(fault.field.as_deref(), Some("position.diagram"));
        assert!(fault.message.starts_with("line 2, column 3: "), "{fault}");
        assert_eq!(fault.excerpt.as_deref(), Some("  |\n  | . ?\n  |   ^"));
        let fault = ask(&json!({"ask": "show"})).expect_err("no position");
        assert_eq!(fault.field.as_deref(), Some("position"));
        let fault =
            ask(&json!({"ask": "show", "position": {"diagram": ".X.\nXOX\n.X."}})).expect_err("no liberty");
        assert_eq!(fault.field.as_deref(), Some("position"));
    }
}
