//! The solved game of Simpei.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use tesuji_board::Color;
use tesuji_draw::{SimpeiPicture, SimpeiPoint, simpei_svg};
use tesuji_job::Limits;
use tesuji_simpei::{Cell, ClassCounts, Position, Solution, Value};

use crate::answer::Answer;
use crate::desk::{Missing, Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::{Table, paragraph, some_of};
use crate::limits::limits;
use crate::position::is_false;
use crate::words::Side;

/// What is a position of Simpei worth, and what are its best moves?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SimpeiQuestion {
    /// `M:<hex> O:<hex> m:<hand> o:<hand>`; the start of the game without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whether all legal moves are listed with their values.
    #[serde(skip_serializing_if = "is_false")]
    pub all: bool,
    /// Whose turn it is in the picture; Black's without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mover: Option<Side>,
    /// Whether the totals over all positions are told instead.
    #[serde(skip_serializing_if = "is_false")]
    pub totals: bool,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SimpeiValue {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// The answer about a position of Simpei.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SimpeiAnswer {
    /// `unknown` if the game could not be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<SimpeiVerdict>,
    /// The reason for not knowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The position.
    pub position: String,
    /// What it is worth.
    pub value: Option<SimpeiValue>,
    /// Plies to the end; null for a draw.
    pub distance: Option<u8>,
    /// The lambda order of a win; null if no order proves it.
    pub order: Option<u8>,
    /// The best moves.
    pub moves: Vec<String>,
    /// How many legal moves there are.
    pub legal_moves: usize,
    /// All legal moves with their values, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_moves: Option<Vec<SimpeiMove>>,
    /// Totals over all positions, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<SimpeiTotals>,
}

/// The only verdict of Simpei that is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SimpeiVerdict {
    /// The game could not be solved within the limits.
    Unknown,
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SimpeiMove {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// What it is worth to the side that makes it.
    pub value: SimpeiValue,
    /// Plies to the end.
    pub distance: Option<u8>,
    /// The lambda order of a win.
    pub order: Option<u8>,
    /// The position after it, the other side to move; nothing if the move has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
}

/// Totals over all positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SimpeiTotals {
    /// All positions.
    pub positions: u64,
    /// By the pieces on the board.
    pub classes: Vec<SimpeiClass>,
    /// The game if the first piece may be placed anywhere.
    pub free_start: SimpeiValue,
    /// Its length.
    pub free_start_distance: Option<u8>,
}

/// Positions with so many pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SimpeiClass {
    /// Pieces of the side to move.
    pub mover: u8,
    /// Pieces of the other side.
    pub opponent: u8,
    /// Positions.
    pub positions: u64,
    /// Won ones.
    pub wins: u64,
    /// Lost ones.
    pub losses: u64,
    /// Drawn ones.
    pub draws: u64,
    /// The longest win.
    pub longest_win: u8,
    /// The longest loss.
    pub longest_loss: u8,
}

/// The table is made once, whatever is asked of it.
pub(crate) const LIMITS: Limits = limits(1_000_000_000, 4000);

pub(crate) fn solve(question: &SimpeiQuestion, work: &Work<'_>) -> Result<Solved<SimpeiAnswer>, Fault> {
    let bad = |error: tesuji_simpei::BadPosition| Fault::in_field("position", error);
    // Bad input is told before the table is made.
    let position = match &question.position {
        Some(text) => text.parse::<Position>().map_err(bad)?,
        None => Position::start(),
    };
    position.check_game().map_err(bad)?;
    let mut found = SimpeiAnswer {
        verdict: None,
        why: None,
        position: position.to_string(),
        value: None,
        distance: None,
        order: None,
        moves: Vec::new(),
        legal_moves: position.moves().len(),
        all_moves: None,
        totals: None,
    };
    let svg = work.style.as_ref().map(|style| simpei_svg(&picture(&position, question.mover), style));
    let solution = match work.desk.simpei(work.watch) {
        Ok(solution) => solution,
        Err(Missing::Fault(fault)) => return Err(fault),
        Err(Missing::Unknown(why)) => {
            found.verdict = Some(SimpeiVerdict::Unknown);
            found.why = Some(why.to_string());
            return Ok(Solved { found, rest: Rest { svg, why: Some(why), ..Rest::default() } });
        }
    };
    let entry = solution.entry(&position).map_err(bad)?;
    let choices = solution.choices(&position).map_err(bad)?;
    found.value = Some(entry.value.into());
    found.distance = entry.distance;
    found.order = entry.order;
    found.moves = solution.best(&position).map_err(bad)?.iter().map(ToString::to_string).collect();
    found.legal_moves = choices.len();
    found.all_moves = question.all.then(|| {
        choices
            .iter()
            .map(|choice| SimpeiMove {
                played: choice.play.to_string(),
                value: choice.value.into(),
                distance: choice.distance,
                order: choice.order,
                then: position
                    .play(choice.play)
                    .filter(|played| !played.won)
                    .map(|played| played.position.to_string()),
            })
            .collect()
    });
    found.totals = question.totals.then(|| totals(&solution));
    Ok(Solved { found, rest: Rest { svg, ..Rest::default() } })
}

/// Both worlds with the pieces of the mover in its colour.
fn picture(position: &Position, mover: Option<Side>) -> SimpeiPicture {
    let mover = Color::from(mover.unwrap_or(Side::Black));
    let points = Cell::all(u32::MAX).map(|cell| {
        let (row, column) = cell.place();
        let piece = if position.mover() & cell.bit() != 0 {
            Some(mover)
        } else if position.opponent() & cell.bit() != 0 {
            Some(mover.opponent())
        } else {
            None
        };
        SimpeiPoint { name: cell.to_string(), upper: cell.is_upper(), row, column, piece }
    });
    let hands = match mover {
        Color::Black => [position.mover_hand(), position.opponent_hand()],
        Color::White => [position.opponent_hand(), position.mover_hand()],
    };
    SimpeiPicture { description: position.to_string(), points: points.collect(), hands }
}

fn totals(solution: &Solution) -> SimpeiTotals {
    let counts = solution.counts();
    let free = solution.free_start();
    SimpeiTotals {
        positions: counts.iter().map(ClassCounts::positions).sum(),
        classes: counts.iter().map(Into::into).collect(),
        free_start: free.value.into(),
        free_start_distance: free.distance,
    }
}

impl From<&ClassCounts> for SimpeiClass {
    fn from(class: &ClassCounts) -> SimpeiClass {
        SimpeiClass {
            mover: class.mover,
            opponent: class.opponent,
            positions: class.positions(),
            wins: class.wins,
            losses: class.losses,
            draws: class.draws,
            longest_win: class.longest_win,
            longest_loss: class.longest_loss,
        }
    }
}

impl From<Value> for SimpeiValue {
    fn from(value: Value) -> SimpeiValue {
        match value {
            Value::Win => SimpeiValue::Win,
            Value::Loss => SimpeiValue::Loss,
            Value::Draw => SimpeiValue::Draw,
        }
    }
}

impl SimpeiValue {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SimpeiValue::Win => "win",
            SimpeiValue::Loss => "loss",
            SimpeiValue::Draw => "draw",
        }
    }

    /// "win in 7 plies", "draw".
    #[must_use]
    pub fn within(self, distance: Option<u8>) -> String {
        match distance {
            Some(1) => format!("{} in 1 ply", self.name()),
            Some(plies) => format!("{} in {plies} plies", self.name()),
            None => self.name().to_string(),
        }
    }
}

/// A value in a sentence.
fn sentence(value: SimpeiValue, distance: Option<u8>, order: Option<u8>) -> String {
    let mut text = value.within(distance);
    match (value, order) {
        (SimpeiValue::Win, Some(order)) => {
            let _ = write!(text, ", lambda order {order}");
        }
        (SimpeiValue::Loss, _) => text.push_str(" for the side to move"),
        _ => {}
    }
    text
}

/// Moves with their values, one in a line.
#[must_use]
pub fn list(moves: &[SimpeiMove]) -> String {
    let width = moves.iter().map(|choice| choice.played.len()).max().unwrap_or(0);
    let mut text = String::new();
    for choice in moves {
        let order = choice.order.map_or(String::new(), |order| format!("  order {order}"));
        let line = format!("  {:<width$}  {}{order}", choice.played, choice.value.within(choice.distance));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Best moves that are named.
const SHOWN: usize = 12;

pub(crate) fn text(question: &SimpeiQuestion, found: &SimpeiAnswer, _: &Answer) -> String {
    let mut text = String::new();
    if let Some(totals) = &found.totals {
        text.push_str(&totals_text(totals));
        text.push('\n');
    } else if let Ok(position) = found.position.parse::<Position>() {
        let _ = writeln!(text, "{}", position.diagram());
    }
    if let Some(why) = &found.why {
        return text + &paragraph("unknown: ", why);
    }
    let Some(value) = found.value else { return text };
    let told = sentence(value, found.distance, found.order);
    if let Some(totals) = &found.totals {
        let free = sentence(totals.free_start, totals.free_start_distance, None);
        let words = format!("From the start: {told}; if the first piece may be placed anywhere: {free}.");
        return text + &paragraph("", &words);
    }
    let _ = writeln!(text, "{told}");
    text.push_str(&paragraph("best: ", &some_of(&found.moves, SHOWN)));
    if question.all {
        let _ = write!(text, "\n{}", list(found.all_moves.as_deref().unwrap_or_default()));
    }
    text
}

fn totals_text(totals: &SimpeiTotals) -> String {
    let titles = ["on board", "positions", "wins", "losses", "draws", "longest win", "longest loss"];
    let mut table = Table::new(titles).right(&[1, 2, 3, 4, 5, 6]);
    let mut sum = SimpeiClass {
        mover: 0,
        opponent: 0,
        positions: 0,
        wins: 0,
        losses: 0,
        draws: 0,
        longest_win: 0,
        longest_loss: 0,
    };
    let row = |name: String, class: &SimpeiClass| {
        [
            name,
            class.positions.to_string(),
            class.wins.to_string(),
            class.losses.to_string(),
            class.draws.to_string(),
            class.longest_win.to_string(),
            class.longest_loss.to_string(),
        ]
    };
    for class in &totals.classes {
        table.row(row(format!("{}-{}", class.mover, class.opponent), class));
        sum.positions += class.positions;
        sum.wins += class.wins;
        sum.losses += class.losses;
        sum.draws += class.draws;
        sum.longest_win = sum.longest_win.max(class.longest_win);
        sum.longest_loss = sum.longest_loss.max(class.longest_loss);
    }
    table.row(row("all".into(), &sum));
    table.to_string()
}
