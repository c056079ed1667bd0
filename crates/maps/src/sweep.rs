//! Sweeps: boards x maps x opponents x rules x seeds, written line by line.
//!
//! The parts of a sweep have a fixed order. A shard takes every n-th of them, and writes one line for each, in that order, so
//! a file that was broken off is a beginning of the whole file, and going on means to check the beginning and add the rest.
//! Lines hold whole numbers; adding them up gives the same table from one file or from many.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tesuji_board::Topology;
use thiserror::Error;

use crate::experiment::{Cell, Colors, Part, parts};
use crate::game::Player;
use crate::rules::RuleSet;
use crate::statistics::Counts;

/// What is varied.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Boards.
    pub boards: Vec<Arc<Topology>>,
    /// Players under test.
    pub players: Vec<Player>,
    /// Opponents.
    pub against: Vec<Player>,
    /// Rules.
    pub rules: Vec<RuleSet>,
    /// Master seeds.
    pub seeds: Vec<u64>,
    /// Who moves first.
    pub colors: Colors,
    /// Games of each combination.
    pub games: u64,
}

/// A part of a sweep that was played: one line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The number of the cell, in hexadecimal: what is played, board included.
    pub cell: String,
    /// The board's name.
    pub board: String,
    /// The player under test.
    pub tactic: String,
    /// The opponent.
    pub against: String,
    /// The rules.
    pub rules: String,
    /// `first` or `balanced`.
    pub colors: String,
    /// The master seed.
    pub seed: u64,
    /// The number of the first game.
    pub from: u64,
    /// How many games.
    pub games: u64,
    /// How they ended.
    #[serde(flatten)]
    pub counts: Counts,
}

/// One of so many equal shares of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub index: usize,
    /// Of how many.
    pub of: usize,
}

/// Why lines do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SweepError {
    /// A line of a file says nothing, or nothing that can be.
    #[error("{file}:{line}: not a line of a sweep: {problem}")]
    BrokenLine {
        /// The file.
        file: String,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A line of the file to be continued is not the one this sweep writes there.
    #[error("{file}:{line}: not a line of this sweep: it has {found}, expected {expected}")]
    OtherSweep {
        /// The file.
        file: String,
        /// Which line, from 1.
        line: usize,
        /// What it is about.
        found: String,
        /// What should be there.
        expected: String,
    },
    /// The file has more lines than the sweep.
    #[error("{file}: there are {lines} lines, but this sweep has only {expected}")]
    TooLong {
        /// The file.
        file: String,
        /// Lines in the file.
        lines: usize,
        /// Lines of the sweep.
        expected: usize,
    },
    /// The same games were given twice.
    #[error("games {from} to {to} of {what} are there twice")]
    Twice {
        /// The first game.
        from: u64,
        /// The last game.
        to: u64,
        /// Of what.
        what: String,
    },
    /// Lines about the same games do not say the same of their rules or colours.
    #[error("lines of the same games differ: {one}, and {other}")]
    Differ {
        /// What one line is about.
        one: String,
        /// What the other is about.
        other: String,
    },
}

impl Sweep {
    /// All combinations, in the order of the file.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for board in &self.boards {
            for rules in &self.rules {
                for against in &self.against {
                    for player in &self.players {
                        for &seed in &self.seeds {
                            cells.push(Cell {
                                board: board.clone(),
                                player: player.clone(),
                                against: against.clone(),
                                rules: *rules,
                                colors: self.colors,
                                seed,
                            });
                        }
                    }
                }
            }
        }
        cells
    }

    /// The parts of a shard, in the order of its file.
    #[must_use]
    pub fn parts(&self, shard: Shard) -> Vec<Part> {
        let all = parts(self.cells().len(), self.games);
        all.into_iter().skip(shard.index - 1).step_by(shard.of).collect()
    }
}

impl Line {
    /// The line of a part.
    #[must_use]
    pub fn new(cells: &[Cell], part: &Part, counts: Counts) -> Line {
        let cell = &cells[part.cell];
        Line {
            cell: format!("{:016x}", cell.number()),
            board: cell.board.name().to_string(),
            tactic: cell.player.name().to_string(),
            against: cell.against.name().to_string(),
            rules: cell.rules.to_string(),
            colors: cell.colors.name().to_string(),
            seed: cell.seed,
            from: part.games.start,
            games: part.games.end - part.games.start,
            counts,
        }
    }

    /// The line in words.
    fn what(&self) -> String {
        format!(
            "games {} to {} of {} against {} on {} (rules {}, colours {}, seed {})",
            self.from,
            self.from.saturating_add(self.games.saturating_sub(1)),
            self.tactic,
            self.against,
            self.board,
            self.rules,
            self.colors,
            self.seed
        )
    }
}

/// Checks that the lines of a file are a beginning of what these parts write; returns how many parts are done.
///
/// # Errors
/// [`SweepError`] names the first line that does not belong there.
pub fn done(cells: &[Cell], parts: &[Part], lines: &[Line], file: &str) -> Result<usize, SweepError> {
    if lines.len() > parts.len() {
        let file = file.to_string();
        return Err(SweepError::TooLong { file, lines: lines.len(), expected: parts.len() });
    }
    for (index, (line, part)) in lines.iter().zip(parts).enumerate() {
        let expected = Line::new(cells, part, line.counts);
        if expected != *line || line.counts.games() != line.games {
            return Err(SweepError::OtherSweep {
                file: file.to_string(),
                line: index + 1,
                found: line.what(),
                expected: expected.what(),
            });
        }
    }
    Ok(lines.len())
}

/// A row of the table of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What was played; the numbers of games are those of the first part.
    pub line: Line,
    /// All its games together.
    pub counts: Counts,
}

/// Adds lines up, from any number of files in any order. Rows are sorted by what was played, so the table does not depend on
/// how the work was divided.
///
/// # Errors
/// [`SweepError::Twice`] if the same games were given twice, [`SweepError::Differ`] if lines contradict each other.
pub fn table(lines: &[Line]) -> Result<Vec<Row>, SweepError> {
    let mut groups: BTreeMap<(String, u64), BTreeMap<u64, &Line>> = BTreeMap::new();
    for line in lines {
        let group = groups.entry((line.cell.clone(), line.seed)).or_default();
        if group.insert(line.from, line).is_some() {
            let to = line.from.saturating_add(line.games.saturating_sub(1));
            return Err(SweepError::Twice {
                from: line.from,
                to,
                what: format!("{} on {}", line.tactic, line.board),
            });
        }
    }
    let mut rows = Vec::new();
    for group in groups.into_values() {
        let mut end = 0;
        for line in group.values() {
            if line.from < end {
                let what = format!("{} on {}", line.tactic, line.board);
                return Err(SweepError::Twice { from: line.from, to: end - 1, what });
            }
            end = line.from.saturating_add(line.games);
        }
        let kind = |line: &Line| (line.rules.clone(), line.colors.clone());
        let mut pairs = group.values().zip(group.values().skip(1));
        if let Some((one, other)) = pairs.find(|(one, other)| kind(one) != kind(other)) {
            return Err(SweepError::Differ { one: one.what(), other: other.what() });
        }
        let counts = group.values().fold(Counts::default(), |sum, line| sum + line.counts);
        if let Some(first) = group.values().next() {
            rows.push(Row { line: (*first).clone(), counts });
        }
    }
    // An order that depends on what was played alone.
    let key = |row: &Row| {
        let line = &row.line;
        (line.board.clone(), line.rules.clone(), line.against.clone(), line.tactic.clone(), line.seed)
    };
    rows.sort_by_cached_key(key);
    Ok(rows)
}
