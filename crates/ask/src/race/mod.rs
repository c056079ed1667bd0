//! Capturing races: on boards, as sums of liberty games, between several blocks.
//!
//! Stones are named by marks, by `essential` or by `targets`; the goal says what is asked of them. `capture` is counted and, where
//! counting does not apply, searched (`board.rs`, `sum.rs`, `graph.rs`); `life` is counted where a fight is such a race
//! (`counted.rs`) and else read on the board (`reading.rs`). All of them end as one [`RaceAnswer`], which `text.rs` tells to people.

mod board;
mod counted;
mod evidence;
mod graph;
mod orders;
mod reading;
mod regions;
mod sum;
mod text;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tesuji_board::{Color, Mark, Point, PointSet, Topology, unconditionally_alive};
use tesuji_job::{Limits, Unknown, Why, on_a_deep_stack};
use tesuji_race::{LibertyGames, Outcome, RaceError, Wishes};

pub(crate) use reading::walls;
pub(crate) use text::text;

use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::limits::limits;
use crate::position::{AskedPosition, is_false};
use crate::words::{Expression, Side, Step};

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
    /// Stones to be taken as safe, besides those marked CR.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub safe: Vec<String>,
    /// Stones to be taken as unknown, besides those marked MA.
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

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RaceVerdict {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody is captured.
    Seki,
    /// A ko decides.
    Ko,
    /// Not known.
    Unknown,
}

/// What becomes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It lives.
    Lives,
    /// It is captured.
    Dies,
    /// It survives without two eyes.
    Seki,
    /// A ko decides.
    Ko,
    /// Not known.
    Unknown,
}

/// How a race was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RaceMethod {
    /// Counting: the cooled sum is compared with a number.
    Static,
    /// The liberty games were played out.
    Abstract,
    /// The race was searched on the board.
    Search,
    /// The fight was read on the board.
    Reading,
}

/// The answer about a race.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RaceAnswer {
    /// What was asked.
    pub goal: Goal,
    /// The groups that race, Black's first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// If Black moves first.
    pub black_first: RaceSide,
    /// If White moves first.
    pub white_first: RaceSide,
    /// The fate of every block of a race between several, each a question of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fates: Option<BTreeMap<String, BlockFates>>,
    /// The liberty regions.
    pub regions: Vec<RegionAnswer>,
    /// The sum of the cooled regions, where counting applies.
    pub cooled_sum: Option<String>,
    /// What each side reaches by moving first, where counting applies.
    pub adjusted: Option<Adjusted>,
    /// Plain liberties that both share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<u32>,
    /// How it was decided, if it was: the harder of the two answers.
    pub method: Option<RaceMethod>,
    /// Whether play on the board says the same; null if that was not asked or not finished.
    pub verified: Option<bool>,
    /// What was assumed.
    pub conditions: Conditions,
    /// Other fights of the position, one stone of each group.
    pub other_fights: Vec<[String; 2]>,
    /// The blocks of a race between several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<BlockAnswer>,
    /// The races of two blocks alone, in a race between several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<PairAnswer>,
    /// What the table of paper 004 says of one block against two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableAnswer>,
    /// Why counting does not apply, if it does not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<String>,
}

/// A group that races.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Group {
    /// Its colour.
    pub color: Side,
    /// The stone that names it.
    pub at: String,
    /// Its stones.
    pub stones: Vec<String>,
}

/// The answer for one side moving first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RaceSide {
    /// Who wins.
    pub verdict: RaceVerdict,
    /// The reason, or the reason for not knowing.
    pub why: String,
    /// What becomes of the two groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fates: Option<Fates>,
    /// GNU Go's codes for the side that moves first: its own group survives, the other one is captured (0 no, 1 yes, 2 by ko
    /// and the opponent must find the first threat, 3 by ko and the mover must).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub codes: Option<[Option<u8>; 2]>,
    /// First moves that keep the verdict, best first.
    pub moves: Vec<String>,
    /// First moves that could not be judged.
    pub undecided: Vec<String>,
    /// A line of best play.
    pub line: Vec<Step>,
    /// The count when only filling is left.
    pub count: Option<CountAnswer>,
    /// What a part of the fight says where all of it could not be read, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provisional: Option<String>,
}

/// What becomes of the two groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Fates {
    /// Black's group.
    pub black: Fate,
    /// White's group.
    pub white: Fate,
}

impl Fates {
    /// The fate of a side's group.
    fn of(&self, side: Side) -> Fate {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// The fates of a side that moves first and of the other.
    fn of_mover(first: Side, own: Fate, other: Fate) -> Fates {
        match first {
            Side::Black => Fates { black: own, white: other },
            Side::White => Fates { black: other, white: own },
        }
    }
}

/// The fate of one block, with its moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BlockFates {
    /// If Black moves first.
    pub black_first: Fate,
    /// If White moves first.
    pub white_first: Fate,
    /// Moves and lines of this question, Black first.
    pub black_first_play: FatePlay,
    /// Moves and lines of this question, White first.
    pub white_first_play: FatePlay,
}

/// Moves and line of the question about one block.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FatePlay {
    /// First moves that keep the fate.
    pub moves: Vec<String>,
    /// First moves that could not be judged.
    pub undecided: Vec<String>,
    /// A line of best play.
    pub line: Vec<Step>,
}

/// A liberty region.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RegionAnswer {
    /// Its letter or name.
    pub id: String,
    /// Whose liberties they are; null if they are shared.
    pub owner: Option<Side>,
    /// `external`, `eye`, `shared` and so on.
    pub kind: String,
    /// Its points.
    pub points: Vec<String>,
    /// Its empty points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<String>,
    /// Its liberty game.
    pub value: Option<String>,
    /// The game cooled by 2; null where life is in play.
    pub cooled: Option<String>,
    /// Its mean.
    pub mean: Option<String>,
    /// Its temperature.
    pub temperature: Option<String>,
    /// The blocks it belongs to, in a race between several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<String>,
    /// Why it has no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What each side reaches by moving first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Adjusted {
    /// Black.
    pub black: i64,
    /// White.
    pub white: i64,
}

/// Liberties when nothing is left but to fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CountAnswer {
    /// Moves of the line before the count.
    pub moves: usize,
    /// Black's liberties.
    pub black: u32,
    /// White's liberties.
    pub white: u32,
    /// Shared liberties.
    pub shared: u32,
    /// Who is to move then.
    pub to_move: Side,
}

/// What an answer assumes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Conditions {
    /// Strings taken as safe, one stone of each.
    pub safe: Vec<SafeString>,
    /// Whether whoever gets out of the field was taken as safe.
    pub open: bool,
    /// The points that were read; empty where the race was counted.
    pub field: Vec<String>,
    /// Everything else that was assumed, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<String>,
}

/// A string that was taken as safe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SafeString {
    /// One of its stones.
    pub at: String,
    /// Whether that is proved and not only assumed.
    pub proved: bool,
}

/// A block of a race between several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BlockAnswer {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub color: Side,
    /// Its external liberty games.
    pub external: Vec<String>,
    /// The liberties of its eye.
    pub eye: u32,
    /// Its stones, on a board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<String>,
}

/// Two blocks alone, all others taken as safe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PairAnswer {
    /// Their names.
    pub between: [String; 2],
    /// The liberties they share.
    pub shared: u32,
    /// `black` or `white` (wins even if the other moves first or stands in seki then), `first` or `seki`; null if unknown.
    pub relation: Option<String>,
    /// If Black moves first.
    pub black_first: PairSide,
    /// If White moves first.
    pub white_first: PairSide,
}

/// The race of two blocks for one side moving first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PairSide {
    /// Who wins.
    pub verdict: RaceVerdict,
    /// First moves that win.
    pub moves: Vec<String>,
}

/// The table of paper 004.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableAnswer {
    /// The pattern of figure 5.
    pub pattern: u8,
    /// The block that stands against two.
    pub one: String,
    /// Who wins by the table, if Black and if White moves first.
    pub figure_5: [RaceVerdict; 2],
    /// Moves that win both races.
    pub common_moves: Vec<String>,
    /// Who wins with them, if Black and if White moves first.
    pub with_common_moves: [RaceVerdict; 2],
    /// Where the table is wrong.
    pub exceptions: Vec<String>,
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
    let alive = Color::BOTH.map(|color| unconditionally_alive(&read.position, color));
    let contradicts = |stone: Point| {
        read.position.string(stone).any(|point| wishes.safe.contains(point) || wishes.unknown.contains(point))
    };
    let essential = |stone: Point| !read.position.is_empty_at(stone) && !contradicts(stone);
    let settled = alive.iter().any(|alive| wishes.essential.intersects(alive))
        && wishes.essential.iter().all(essential);
    match question.goal.unwrap_or(default) {
        // What lives as it stands is never captured: the question is whether it captures the other.
        Goal::Capture if settled => {
            let mut solved = reading::solve(read, &wishes, work)?;
            solved.found.goal = Goal::Capture;
            Ok(solved)
        }
        Goal::Capture => board::solve(read, &wishes, question.verify, work),
        Goal::Life => {
            reject_fields(question, &["safe", "unknown", "verify"], "a question about life, which is read")?;
            reading::solve(read, &wishes, work)
        }
    }
}

fn points(board: &Topology, field: &str, names: &[String]) -> Result<PointSet, Fault> {
    let point =
        |name: &String| board.require_point(name.trim()).map_err(|error| Fault::in_field(field, error));
    names.iter().map(point).collect()
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

impl RaceAnswer {
    fn new(goal: Goal, black_first: RaceSide, white_first: RaceSide) -> RaceAnswer {
        RaceAnswer {
            goal,
            groups: Vec::new(),
            black_first,
            white_first,
            fates: None,
            regions: Vec::new(),
            cooled_sum: None,
            adjusted: None,
            shared: None,
            method: None,
            verified: None,
            conditions: Conditions::default(),
            other_fights: Vec::new(),
            blocks: Vec::new(),
            pairs: Vec::new(),
            table: None,
            gaps: Vec::new(),
        }
    }

    /// The answer for this side moving first.
    #[must_use]
    pub fn first(&self, side: Side) -> &RaceSide {
        match side {
            Side::Black => &self.black_first,
            Side::White => &self.white_first,
        }
    }

    fn first_mut(&mut self, side: Side) -> &mut RaceSide {
        match side {
            Side::Black => &mut self.black_first,
            Side::White => &mut self.white_first,
        }
    }
}

impl RaceSide {
    fn unknown(why: String) -> RaceSide {
        RaceSide {
            verdict: RaceVerdict::Unknown,
            why,
            fates: None,
            codes: None,
            moves: Vec::new(),
            undecided: Vec::new(),
            line: Vec::new(),
            count: None,
            provisional: None,
        }
    }

    /// With the verdict, fates and codes of an outcome of a race about captures.
    fn decide(&mut self, first: Color, outcome: Outcome) {
        let fate = |color: Color| match outcome.winner() {
            Some(winner) if winner == color => Fate::Lives,
            Some(_) => Fate::Dies,
            None => Fate::Seki,
        };
        self.verdict = outcome.into();
        self.fates = Some(Fates { black: fate(Color::Black), white: fate(Color::White) });
        self.codes = Some(match outcome.for_side(first) {
            2 => [Some(1), Some(1)],
            1 => [Some(1), Some(0)],
            _ => [Some(0), Some(0)],
        });
    }
}

impl RaceSide {
    /// The same of a race that a ko decides.
    fn decide_ko(&mut self, first: Color, ko: tesuji_race::Ko) {
        // Where threats make no difference to a block, its fate is told.
        let fate = |color: Color| {
            let fates = ko.with_threats.map(|outcome| outcome.for_side(color));
            match fates {
                [2, 2] => Fate::Lives,
                [1, 1] => Fate::Seki,
                [0, 0] => Fate::Dies,
                _ => Fate::Ko,
            }
        };
        self.verdict = RaceVerdict::Ko;
        self.fates = Some(Fates { black: fate(Color::Black), white: fate(Color::White) });
        self.codes = Some(tesuji_race::Graded::Ko(ko).codes(first).map(Some));
    }
}

impl From<Outcome> for RaceVerdict {
    fn from(outcome: Outcome) -> RaceVerdict {
        match outcome {
            Outcome::Black => RaceVerdict::Black,
            Outcome::White => RaceVerdict::White,
            Outcome::Seki => RaceVerdict::Seki,
        }
    }
}

impl RaceVerdict {
    /// The side that wins, if one does.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            RaceVerdict::Black => Some(Side::Black),
            RaceVerdict::White => Some(Side::White),
            _ => None,
        }
    }
}

impl From<tesuji_race::Method> for RaceMethod {
    fn from(method: tesuji_race::Method) -> RaceMethod {
        match method {
            tesuji_race::Method::Static => RaceMethod::Static,
            tesuji_race::Method::Abstract => RaceMethod::Abstract,
            tesuji_race::Method::Search => RaceMethod::Search,
        }
    }
}

/// The reason of a whole question, of those of its parts: a stop before everything else.
fn first_reason(reasons: impl IntoIterator<Item = Option<Why>>) -> Option<Why> {
    let reasons: Vec<Why> = reasons.into_iter().flatten().collect();
    reasons.iter().copied().find(|&why| why == Why::Stopped).or(reasons.first().copied())
}
