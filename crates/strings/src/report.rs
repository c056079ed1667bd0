//! An answer as plain data, for programs and for people.
//!
//! The fields are those of `tesuji strings --json`; as text it is what the command prints without `--json`.

use std::fmt;

use num_bigint::BigUint;
use serde::Serialize;

use crate::optimum::{Optimum, Proof};

/// What `tesuji strings` answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The name of the board.
    pub topology: String,
    /// The number of points.
    pub points: usize,
    /// The largest number of strings.
    pub strings: usize,
    /// The number of empty points of such a position, all strings being single stones.
    pub empty: usize,
    /// Always true: what is not proved is not reported.
    pub proved: bool,
    /// `dp` (frontier method) or `ilp` (integer program).
    pub method: &'static str,
    /// States or nodes that were made.
    pub states: u64,
    /// The number of optimal sets of empty points, as a decimal number, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// The position, one line for each row of the board.
    pub board: Vec<String>,
}

impl Report {
    /// The report of an optimum, with the number of optimal sets if it is known.
    #[must_use]
    pub fn new(optimum: &Optimum, count: Option<&BigUint>) -> Report {
        Report {
            topology: optimum.topology().name().to_string(),
            points: optimum.topology().len(),
            strings: optimum.strings(),
            empty: optimum.empty().len(),
            proved: true,
            method: match optimum.proof() {
                Proof::Refuted(_) => "dp",
                Proof::Branched { .. } => "ilp",
            },
            states: optimum.states(),
            count: count.map(ToString::to_string),
            board: optimum.rows(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.board {
            writeln!(f, "{row}")?;
        }
        writeln!(
            f,
            "\n{}: {} strings at most ({} points, {} empty), proved",
            self.topology, self.strings, self.points, self.empty
        )?;
        if let Some(count) = &self.count {
            writeln!(f, "{count} optimal sets of empty points (sets are counted, not coloured positions)")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Method, solve};
    use tesuji_board::Topology;
    use tesuji_job::{Limits, Watch};

    #[test]
    fn the_report_has_the_fields_of_the_interface() {
        let board = Topology::parse("square:3").unwrap();
        let optimum = solve(&board, Method::Auto, &Limits::nodes(10_000), &Watch::unwatched()).unwrap();
        let report = Report::new(&optimum, Some(&10u32.into()));
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["points"], 9);
        assert_eq!(json["strings"], 6);
        assert_eq!(json["empty"], 3);
        assert_eq!(json["proved"], true);
        assert_eq!(json["count"], "10");
        assert_eq!(json["board"].as_array().unwrap().len(), 3);
        assert!(report.to_string().ends_with(
            "square:3: 6 strings at most (9 points, 3 empty), proved\n\
             10 optimal sets of empty points (sets are counted, not coloured positions)\n"
        ));
    }
}
