//! Sweeps: many pairings, each a row of a table.
//!
//! A sweep is no question that one answer ends: doors play it part by part, write a line for each part and may go on with
//! it elsewhere. What a sweep is made of, its defaults, and what its lines say in the end are told here.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Serialize;
use tesuji_draw::{Curve, CurvePicture, Measured, curves_svg};
use tesuji_job::Why;
use tesuji_maps::{Colors, Line, Player, Row, RuleSet, Sweep, table};

use super::{GameCounts, TacticsVerdict, player, rules};
use crate::fault::Fault;
use crate::layout::{Table, counted, paragraph};
use crate::picture::AskedPicture;
use crate::position::AskedBoard;

/// Which pairings are played: all combinations of these.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepQuestion {
    /// The boards.
    pub boards: Vec<AskedBoard>,
    /// The players under test.
    pub tactics: Vec<String>,
    /// Where they are written, such as `maps.txt:3`, for messages; empty, or one for each of them.
    pub places: Vec<Option<String>>,
    /// Opponents; `random` without any.
    pub against: Vec<String>,
    /// Rules; `paper` without any.
    pub rules: Vec<String>,
    /// Master seeds; 1 without any.
    pub seeds: Vec<u64>,
    /// Whether both move first in turn.
    pub balanced: bool,
    /// Games of each combination, 10000 without it.
    pub games: Option<u64>,
}

/// Games of each combination if nobody says otherwise.
const GAMES: u64 = 10_000;
const MOST_GAMES: u64 = 1_000_000_000;

impl SweepQuestion {
    /// The sweep that is meant.
    ///
    /// # Errors
    /// What cannot be played, with the field.
    pub fn plan(&self) -> Result<Sweep, Fault> {
        let mut players = Vec::new();
        for (index, text) in self.tactics.iter().enumerate() {
            let place = self.places.get(index).and_then(Option::as_deref);
            let read = player("tactics", text);
            players.push(match place {
                Some(place) => read.map_err(|fault| fault.within(place))?,
                None => read?,
            });
        }
        if self.boards.is_empty() {
            return Err(Fault::in_field("boards", "there is nothing to play on: name a board"));
        }
        if players.is_empty() {
            return Err(Fault::in_field("tactics", "there is nothing to play: name a tactic"));
        }
        let mut seen = HashSet::new();
        if let Some(twice) = players.iter().find(|player| !seen.insert(player.meaning())) {
            return Err(Fault::in_field("tactics", format!("the player {twice} is named twice")));
        }
        let games = self.games.unwrap_or(GAMES);
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(Fault::in_field("games", format!("the number of games is 1 to {MOST_GAMES}")));
        }
        let against = match self.against.as_slice() {
            [] => vec![Player::random()],
            named => named.iter().map(|text| player("against", text)).collect::<Result<_, _>>()?,
        };
        let rule_sets = match self.rules.as_slice() {
            [] => vec![RuleSet::PAPER],
            named => named.iter().map(|text| rules(Some(text))).collect::<Result<_, _>>()?,
        };
        Ok(Sweep {
            boards: self.boards.iter().map(|board| board.read("boards")).collect::<Result<_, _>>()?,
            players,
            against,
            rules: rule_sets,
            seeds: if self.seeds.is_empty() { vec![1] } else { self.seeds.clone() },
            colors: if self.balanced { Colors::Balanced } else { Colors::First },
            games,
        })
    }
}

/// The table of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SweepAnswer {
    /// `unknown` if the games were broken off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<TacticsVerdict>,
    /// The reason for not knowing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Lines that were added up.
    pub lines: usize,
    /// The combinations, sorted by what was played.
    pub rows: Vec<SweepRow>,
    /// Curves of the rates of winning, if a picture was asked for.
    #[serde(skip)]
    #[cfg_attr(test, schemars(skip))]
    pub svg: Option<String>,
}

/// A combination with its counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SweepRow {
    /// The board.
    pub board: String,
    /// The player under test.
    pub tactic: String,
    /// Its opponent.
    pub against: String,
    /// The rules.
    pub rules: String,
    /// `first` or `balanced`.
    pub colors: String,
    /// The master seed.
    pub seed: u64,
    /// The counts.
    #[serde(flatten)]
    pub counts: GameCounts,
}

impl SweepAnswer {
    /// Adds up the lines of a sweep, from one file or from many, with curves if a picture is wanted. `why` tells that the
    /// games were broken off.
    ///
    /// # Errors
    /// If the same games are there twice, if a line has rules that nobody knows, or if there is no such picture.
    pub fn of(
        lines: &[Line],
        why: Option<Why>,
        picture: Option<&AskedPicture>,
    ) -> Result<SweepAnswer, Fault> {
        let rows = table(lines).map_err(Fault::new)?;
        let rows = rows.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        let style = picture.map(AskedPicture::style).transpose()?;
        Ok(SweepAnswer {
            verdict: why.map(|_| TacticsVerdict::Unknown),
            why: why.map(|why| why.to_string()),
            lines: lines.len(),
            svg: style.map(|style| curves_svg(&curves(&rows), &style)),
            rows,
        })
    }

    /// The table in words.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(why) = &self.why {
            text.push_str(&paragraph("", &format!("unknown: {why}. What was played so far:")));
        }
        // What all rows have in common is said once.
        let mut common = vec![counted(self.rows.len(), "combination")];
        let mut titles = vec!["board"];
        for (title, words, of) in COLUMNS {
            match self.same(of) {
                Some(cell) => common.push(words.replace('?', &cell)),
                None => titles.push(title),
            }
        }
        text.push_str(&paragraph("", &common.join(", ")));
        text.push('\n');
        let varied: Vec<Cell> =
            COLUMNS.iter().map(|column| column.2).filter(|of| self.same(*of).is_none()).collect();
        titles.extend(["win rate", "draws", "capped", "tactic"]);
        let right: Vec<usize> = (titles.len() - 3..titles.len() - 1).collect();
        let mut table = Table::new(titles).right(&right);
        for row in &self.rows {
            let mut cells = vec![row.board.clone()];
            cells.extend(varied.iter().map(|of| of(row)));
            cells.push(row.counts.rate());
            cells.push(row.counts.draws.to_string());
            cells.push(row.counts.capped.to_string());
            cells.push(row.tactic.clone());
            table.row(cells);
        }
        text + &table.to_string()
    }

    /// What all rows have in a column, if it is the same.
    fn same(&self, of: Cell) -> Option<String> {
        let first = of(self.rows.first()?);
        self.rows.iter().all(|row| of(row) == first).then_some(first)
    }
}

/// A cell of a row.
type Cell = fn(&SweepRow) -> String;

/// Columns that are shown where they differ: their titles, and the words where they do not.
const COLUMNS: [(&str, &str, Cell); 5] = [
    ("against", "against ?", |row| row.against.clone()),
    ("games", "? games each", |row| row.counts.games.to_string()),
    ("rules", "rules ?", |row| row.rules.clone()),
    ("colours", "colours ?", |row| row.colors.clone()),
    ("seed", "seed ?", |row| row.seed.to_string()),
];

fn row(row: &Row) -> Result<SweepRow, Fault> {
    let Row { line, counts } = row;
    Ok(SweepRow {
        board: line.board.clone(),
        tactic: line.tactic.clone(),
        against: line.against.clone(),
        rules: line.rules.clone(),
        colors: line.colors.clone(),
        seed: line.seed,
        counts: GameCounts::of(counts, &rules(Some(&line.rules))?),
    })
}

/// Boards from left to right, one curve for each of the other combinations.
fn curves(rows: &[SweepRow]) -> CurvePicture {
    let mut names: Vec<String> = Vec::new();
    let mut curves: Vec<Curve> = Vec::new();
    let several = |of: Cell| rows.windows(2).any(|pair| of(&pair[0]) != of(&pair[1]));
    let (rules, against, seeds) = (
        several(|row| row.rules.clone()),
        several(|row| row.against.clone()),
        several(|row| row.seed.to_string()),
    );
    for row in rows {
        if !names.contains(&row.board) {
            names.push(row.board.clone());
        }
    }
    for row in rows {
        let mut name = row.tactic.clone();
        if against {
            let _ = write!(name, " against {}", row.against);
        }
        if rules {
            let _ = write!(name, ", {}", row.rules);
        }
        if seeds {
            let _ = write!(name, ", seed {}", row.seed);
        }
        let index = curves.iter().position(|curve| curve.name == name).unwrap_or_else(|| {
            curves.push(Curve { name, points: vec![None; names.len()] });
            curves.len() - 1
        });
        let [low, high] = row.counts.ci95;
        if let Some(column) = names.iter().position(|name| *name == row.board) {
            curves[index].points[column] = Some(Measured { value: row.counts.win_rate, low, high });
        }
    }
    CurvePicture {
        title: "Share of wins, with intervals of 95 percent".into(),
        names,
        curves,
        guide: Some(0.5),
    }
}
