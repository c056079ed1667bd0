//! What is in a text: its format, its games, and the nodes of one of them.

use serde::{Deserialize, Serialize};
use tesuji_formats::{Format, Moment, NodeId, Problem, SgfGames, SgfTree};
use tesuji_job::{Limits, Progress, Why};

use crate::answer::Answer;
use crate::desk::{Ended, Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::{Table, counted};
use crate::limits::limits;
use crate::position::AskedPosition;
use crate::words::{Side, point_name};

/// Which games and moves does a text hold?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct GameQuestion {
    /// The text: SGF, a diagram, one of Sensei's Library, JSON.
    pub text: String,
    /// The game whose nodes are listed, from 1 on; the first without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
}

/// The games of a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameAnswer {
    /// `sgf`, `sensei`, `json` or `text`.
    pub format: String,
    /// The games of an SGF text.
    pub games: Vec<GameHead>,
    /// Which of them the nodes belong to, from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The nodes of that game, each after its parent; `position.node` of other questions names them.
    pub tree: Vec<GameNode>,
    /// The node that is shown first: where the stones of a problem stand, or the end of the main line.
    pub shown: usize,
    /// Whether stones are set up before the first move: a problem, and no game.
    pub problem: bool,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameHead {
    /// Its name, or who played it.
    pub name: String,
    /// What is said at its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Moves of its main line.
    pub moves: usize,
}

/// A node of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameNode {
    /// The node before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// Who moves in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Side>,
    /// The move: a point, or `pass`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<String>,
    /// What is said about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// Nothing is searched.
pub(crate) const LIMITS: Limits = limits(1, 256);

pub(crate) fn solve(question: &GameQuestion, work: &Work<'_>) -> Result<Solved<GameAnswer>, Ended> {
    let format = Format::detect(question.text.as_bytes()).unwrap_or(Format::Text);
    if format != Format::Sgf {
        // One position: it must be one.
        AskedPosition::of_any(&question.text).read_diagram_within(work)?;
        let found = GameAnswer {
            format: name_of(format).into(),
            games: Vec::new(),
            game: None,
            tree: Vec::new(),
            shown: 0,
            problem: true,
        };
        return Ok(Solved { found, rest: Rest::default() });
    }
    let explain = |error: tesuji_formats::Error| match (error.place, &error.problem) {
        (_, Problem::GivenUp) => Ended::from(work.watch.check().err().unwrap_or(Why::Memory)),
        (Some(place), problem) => {
            let message = format!("line {}, column {}: {problem}", place.line, place.column);
            Fault::in_field("text", message).into()
        }
        (None, problem) => Fault::in_field("text", problem).into(),
    };
    let number = question.game.unwrap_or(1);
    // All games have a line in the list; only the one that is asked for is kept.
    let (mut games, mut kept, mut bytes) = (Vec::new(), None, 0);
    let mut reader = SgfGames::new(&question.text, |bytes| work.has_room(bytes).is_ok());
    for game in reader.by_ref() {
        let game = game.map_err(explain)?;
        let head = head(&game);
        bytes += HEAD_BYTES + 2 * (head.name.len() + head.comment.as_ref().map_or(0, String::len)) as u64;
        work.has_room(bytes)?;
        work.watch.look(|| Progress::counted("reading games", games.len() as u64, None))?;
        games.push(head);
        if games.len() == number as usize {
            bytes += NODE_BYTES * game.len() as u64;
            work.has_room(bytes)?;
            kept = Some(game);
        }
    }
    let game = kept.ok_or_else(|| {
        let games = games.len();
        Fault::in_field("game", format!("it has {games} game(s), there is no game {number}"))
    })?;
    let board = game.board().map_err(explain)?;
    let mut nodes = Vec::with_capacity(game.len());
    for id in game.nodes() {
        work.watch
            .look(|| Progress::counted("reading the game", nodes.len() as u64, Some(game.len() as u64)))?;
        let played = game.node_moves(id).map_err(explain)?;
        let last = played.last();
        nodes.push(GameNode {
            parent: game.parent(id).map(NodeId::index),
            color: last.map(|played| played.color.into()),
            point: last.map(|played| point_name(&board, played.point)),
            comment: game.comment(id).map(str::to_string),
        });
    }
    let problem = game.usual_moment().map_err(explain)? == Moment::Problem;
    let first_move =
        game.main_line().find(|&id| nodes.get(id.index()).is_some_and(|node| node.point.is_some()));
    let shown = match first_move.and_then(|id| game.parent(id)) {
        Some(before) if problem => before.index(),
        _ => game.main_line().last().map_or(0, NodeId::index),
    };
    let found =
        GameAnswer { format: name_of(format).into(), games, game: Some(number), tree: nodes, shown, problem };
    let warnings = reader.into_warnings().iter().map(ToString::to_string).collect();
    Ok(Solved { found, rest: Rest { warnings, ..Rest::default() } })
}

/// About what a line of the list and a node of the tree take, and their text once more when the answer is written.
const HEAD_BYTES: u64 = 200;
const NODE_BYTES: u64 = 400;

fn name_of(format: Format) -> &'static str {
    match format {
        Format::Sgf => "sgf",
        Format::Sensei => "sensei",
        Format::Json => "json",
        Format::Text => "text",
    }
}

/// The name of a game with what it says at its beginning.
pub(crate) fn head(game: &SgfTree) -> GameHead {
    let told = |name: &str| {
        let property = game.property(NodeId::ROOT, name)?;
        let text = property.text().trim();
        (!text.is_empty()).then(|| text.to_string())
    };
    let name = told("GN").or_else(|| match (told("PB"), told("PW")) {
        (None, None) => told("EV"),
        (black, white) => {
            let unknown = || "?".to_string();
            Some(format!("{} - {}", black.unwrap_or_else(unknown), white.unwrap_or_else(unknown)))
        }
    });
    GameHead {
        name: name.unwrap_or_default(),
        comment: told("C"),
        moves: game.main_line_moves().map_or(0, |moves| moves.len()),
    }
}

pub(crate) fn text(_: &GameQuestion, found: &GameAnswer, _: &Answer) -> String {
    if found.games.is_empty() {
        return format!("A position, format {}.\n", found.format);
    }
    let mut table = Table::new(["game", "moves", "name"]).right(&[0, 1]);
    for (number, game) in (1..).zip(&found.games) {
        table.row([number.to_string(), game.moves.to_string(), game.name.clone()]);
    }
    let game = found.game.unwrap_or(1);
    format!("{table}\nGame {game} has {}.\n", counted(found.tree.len(), "node"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::testing::ask;

    #[test]
    fn games_with_their_variations() {
        let sgf = "(;GN[one]SZ[5];B[cc];W[cd](;B[dd]C[good])(;B[bb]))(;SZ[5]PB[A]PW[B]AB[aa]TR[aa];W[ab])";
        let (answer, text) = ask(&json!({"ask": "game", "text": sgf})).expect("two games");
        assert_eq!(answer["games"][0], json!({"name": "one", "moves": 3}));
        assert_eq!(answer["games"][1]["name"], "A - B");
        assert_eq!(answer["tree"].as_array().map(Vec::len), Some(5));
        assert_eq!(
            answer["tree"][3],
            json!({"parent": 2, "color": "black", "point": "D2", "comment": "good"})
        );
        assert_eq!(answer["tree"][4]["parent"], 2);
        assert_eq!((&answer["shown"], &answer["problem"]), (&json!(3), &json!(false)));
        assert!(text.ends_with("Game 1 has 5 nodes.\n"), "{text}");
        let (answer, _) = ask(&json!({"ask": "game", "text": sgf, "game": 2})).expect("the second");
        assert_eq!((&answer["shown"], &answer["problem"]), (&json!(0), &json!(true)));
        // A node is a position.
        let at = |node: usize| ask(&json!({"ask": "show", "position": {"sgf": sgf, "node": node}}));
        assert_eq!(at(4).expect("a variation").0["black"], json!(["B4", "C3"]));
        assert_eq!(at(9).expect_err("no such node").field.as_deref(), Some("position.node"));
    }

    #[test]
    fn other_formats_are_one_position() {
        let (answer, text) = ask(&json!({"ask": "game", "text": ". X\nO .\n"})).expect("a diagram");
        assert_eq!((&answer["format"], &answer["tree"]), (&json!("text"), &json!([])));
        assert_eq!(text, "A position, format text.\n");
        let (shown, _) =
            ask(&json!({"ask": "show", "position": {"text": "$$ | . X |\n$$ | O . |"}})).expect("Sensei's");
        assert_eq!(shown["black"], json!(["B2"]));
        let (shown, _) =
            ask(&json!({"ask": "show", "position": {"text": "(;SZ[5];B[cc];W[cd])", "move": 1}}))
                .expect("a game");
        assert_eq!(shown["white"], json!([]));
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let fault = ask(&json!({"ask": "game", "text": "(;SZ[5];B[zz])"})).expect_err("off the board");
        assert_eq!(fault.field.as_deref(), Some("text"));
        assert!(fault.message.starts_with("line 1, column "), "{fault}");
        assert_eq!(
            ask(&json!({"ask": "game", "text": "(;SZ[5])", "game": 3})).expect_err("one").field.as_deref(),
            Some("game")
        );
        assert!(ask(&json!({"ask": "game", "text": Value::Null})).is_err());
    }
}
