//! Capturing races: on boards, as sums of liberty games, between several blocks.
//!
//! Stones are named by marks, by `essential` or by `targets`; the goal says what is asked of them. `capture` is counted and, where
//! counting does not apply, searched (`board.rs`, `sum.rs`, `graph.rs`); `life` is counted where a fight is such a race
//! (`counted.rs`) and else read on the board (`reading.rs`). All of them end as one [`RaceAnswer`], which `text.rs` tells to people.

mod answer;
mod board;
mod counted;
mod evidence;
mod graph;
mod reading;
mod regions;
mod sum;
mod text;

use serde::{Deserialize, Serialize};
use tesuji_board::{Color, Mark, Point, PointSet, unconditionally_alive};
use tesuji_job::{Limits, Unknown, Why, on_a_deep_stack};
use tesuji_race::{LibertyGames, RaceError, Wishes};

pub use answer::{
    Adjusted, BlockAnswer, BlockFates, Conditions, CountAnswer, Fate, FatePlay, Fates, Group, PairAnswer,
    PairSide, RaceAnswer, RaceKo, RaceMethod, RaceSide, RaceVerdict, RegionAnswer, SafeString, TableAnswer,
};
pub(crate) use regions::{named_walls, unknown_strings};
pub(crate) use text::{stated_paragraphs, text};

use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::limits::limits;
use crate::position::{AskedPosition, is_false};
use crate::stated::{points, stated, walled};
use crate::words::{Expression, Side};

/// Who wins a race? On a board (`position`), as a sum of liberty games (`black`, `white`), or between several blocks
/// (`graph`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RaceQuestion {
    /// A position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<AskedPosition>,
    /// Two groups, one stone of each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<String>>,
    /// Racing stones, one of each string, instead of those marked TR and SQ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub essential: Vec<String>,
    /// Stones to be taken as safe, besides those marked CR: whatever is asked, they are never captured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub safe: Vec<String>,
    /// Stones to be taken as unknown, besides those marked MA: they may be captured, whatever they look like.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// What is asked: `capture` (who captures first) or `life` (who lives).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// Whether a race that counting decides is played out on the board as well.
    #[serde(skip_serializing_if = "is_false")]
    pub verify: bool,
    /// Liberty games of Black's block.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub black: Vec<Expression>,
    /// Liberty games of White's block, negative.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub white: Vec<Expression>,
    /// Liberties that both blocks share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<u32>,
    /// Black's eye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_eye: Option<AskedEye>,
    /// White's eye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_eye: Option<AskedEye>,
    /// A race between several blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<AskedGraph>,
}

/// What a race is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Whoever captures an essential block first has won: the race of the papers.
    Capture,
    /// Whose group lives: what players ask.
    Life,
}

/// An eye of a race without a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AskedEye {
    /// Its liberties, 1 to 1000.
    pub liberties: u32,
    /// Its points, 1 to 7; an eye of one to three points without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
}

/// Blocks and the liberties they share.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AskedGraph {
    /// The racing blocks.
    pub blocks: Vec<AskedBlock>,
    /// Pairs of opposing blocks that touch.
    #[serde(default)]
    pub shared: Vec<AskedPair>,
}

/// A racing block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AskedBlock {
    /// What it is called, such as `W0`.
    pub name: String,
    /// Its colour.
    pub color: Side,
    /// Its external liberty games: positive for Black, negative for White.
    #[serde(default)]
    pub external: Vec<Expression>,
    /// The liberties of its eye.
    #[serde(default)]
    pub eye: u32,
    /// The points of its eye, if it is a big one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eye_size: Option<u32>,
}

/// Two blocks that touch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AskedPair {
    /// Their names.
    pub between: [String; 2],
    /// The liberties they share.
    #[serde(default)]
    pub liberties: u32,
}

/// Some tens of seconds.
pub(crate) const LIMITS: Limits = limits(8_000_000, 2000);

/// Play in sums and graphs recurses deeply.
pub(crate) fn solve(question: &RaceQuestion, work: &Work<'_>) -> Result<Solved<RaceAnswer>, Fault> {
    on_a_deep_stack(|| decide(question, work))
}

fn decide(question: &RaceQuestion, work: &Work<'_>) -> Result<Solved<RaceAnswer>, Fault> {
    let in_sum = !question.black.is_empty() || !question.white.is_empty();
    match (&question.position, &question.graph) {
        (Some(position), None) if !in_sum => {
            reject_fields(question, &["shared", "black_eye", "white_eye"], "a race on a board")?;
            on_board(question, position, work)
        }
        (None, Some(graph)) if !in_sum => {
            reject_fields(question, &OF_BOARDS, "a race between blocks without a board")?;
            reject_fields(question, &["shared", "black_eye", "white_eye"], "a race between several blocks")?;
            only_capture(question)?;
            graph::solve(graph, work)
        }
        (None, None) if in_sum => {
            reject_fields(question, &OF_BOARDS, "a race without a board")?;
            only_capture(question)?;
            sum::solve(question, work)
        }
        _ => Err(Fault::in_field(
            "position",
            "a race is one of position (on a board), black and white (liberty games) and graph (several blocks)",
        )),
    }
}

const OF_BOARDS: [&str; 5] = ["targets", "essential", "safe", "unknown", "verify"];

/// Nothing that was asked is silently left out.
fn reject_fields(question: &RaceQuestion, fields: &[&str], what: &str) -> Result<(), Fault> {
    for &field in fields {
        let given = match field {
            "targets" => question.targets.is_some(),
            "essential" => !question.essential.is_empty(),
            "safe" => !question.safe.is_empty(),
            "unknown" => !question.unknown.is_empty(),
            "verify" => question.verify,
            "shared" => question.shared.is_some(),
            "black_eye" => question.black_eye.is_some(),
            "white_eye" => question.white_eye.is_some(),
            _ => false,
        };
        if given {
            return Err(Fault::in_field(field, format!("{field} does not apply to {what}")));
        }
    }
    Ok(())
}

fn only_capture(question: &RaceQuestion) -> Result<(), Fault> {
    match question.goal {
        Some(Goal::Life) => {
            Err(Fault::in_field("goal", "without a board there is nothing but captures to ask for"))
        }
        _ => Ok(()),
    }
}

/// A race on a board: what is asked of which stones.
fn on_board(
    question: &RaceQuestion,
    position: &AskedPosition,
    work: &Work<'_>,
) -> Result<Solved<RaceAnswer>, Fault> {
    let read = position.read()?;
    if let Err(why) = work.watch.check() {
        return Ok(unknown(question.goal.unwrap_or(Goal::Life), &why.into(), 0));
    }
    let board = read.position.topology().clone();
    let mut wishes = Wishes::of_marks(&read.diagram);
    let marked = [Mark::Triangle, Mark::Square].map(|mark| read.diagram.marked(mark));
    let marked = &marked[0] | &marked[1];
    let both_colors = Color::BOTH.iter().all(|&color| marked.intersects(&read.position.stones(color)));
    let mut default = if both_colors { Goal::Capture } else { Goal::Life };
    if let Some(targets) = &question.targets {
        reject_fields(question, &["essential"], "a race whose targets are named")?;
        if targets.len() != 2 {
            return Err(Fault::in_field(
                "targets",
                "targets are two stones, one of each side, such as D4 and K10",
            ));
        }
        wishes.essential = points(&board, "targets", targets)?;
        default = Goal::Life;
    } else if !question.essential.is_empty() {
        wishes.essential = points(&board, "essential", &question.essential)?;
        default = Goal::Capture;
    } else if !both_colors {
        wishes.essential = PointSet::new();
    }
    wishes.safe = &wishes.safe | &points(&board, "safe", &question.safe)?;
    wishes.unknown = &wishes.unknown | &points(&board, "unknown", &question.unknown)?;
    let stated = stated(&read.diagram, &read.position, &question.safe, &question.unknown)?;
    let walled = walled(&read.position, &stated)?;
    let alive = Color::BOTH.map(|color| unconditionally_alive(&walled, color));
    let contradicts = |stone: Point| {
        read.position.string(stone).any(|point| wishes.safe.contains(point) || wishes.unknown.contains(point))
    };
    let essential = |stone: Point| !read.position.is_empty_at(stone) && !contradicts(stone);
    let settled = alive.iter().any(|alive| wishes.essential.intersects(alive))
        && wishes.essential.iter().all(essential);
    match question.goal.unwrap_or(default) {
        // What lives as it stands is never captured: the question is whether it captures the other.
        Goal::Capture if settled => {
            let mut solved = reading::solve(read, &wishes.essential, &stated, work)?;
            solved.found.goal = Goal::Capture;
            Ok(solved)
        }
        Goal::Capture => board::solve(read, &wishes, &stated, question.verify, work),
        Goal::Life => {
            reject_fields(question, &["verify"], "a question about life, which is read")?;
            reading::solve(read, &wishes.essential, &stated, work)
        }
    }
}

/// Games with the limits of the question.
fn games(work: &Work<'_>) -> LibertyGames {
    LibertyGames::with_limits(work.limits, work.watch.clone())
}

/// A race that cannot be set up: something is wrong with it, or it is too large.
fn refused(field: &str, error: RaceError) -> Result<Unknown, Fault> {
    match error {
        RaceError::Unknown(unknown) => Ok(unknown),
        error => Err(Fault::in_field(field, error)),
    }
}

/// An answer that knows nothing, and why.
fn unknown(goal: Goal, unknown: &Unknown, nodes: u64) -> Solved<RaceAnswer> {
    let side = || RaceSide::unknown(unknown.to_string());
    Solved {
        found: RaceAnswer::new(goal, side(), side()),
        rest: Rest { nodes: Some(nodes), why: Some(unknown.why), ..Rest::default() },
    }
}

/// The reason of a whole question, of those of its parts: a stop before everything else.
fn first_reason(reasons: impl IntoIterator<Item = Option<Why>>) -> Option<Why> {
    let reasons: Vec<Why> = reasons.into_iter().flatten().collect();
    reasons.iter().copied().find(|&why| why == Why::Stopped).or(reasons.first().copied())
}
