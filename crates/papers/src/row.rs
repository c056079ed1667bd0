//! A number of a paper beside ours.

use std::fmt::Write as _;

use serde::Serialize;
use tesuji_ask::layout::{Table, WIDTH, paragraph};

/// One number of a paper beside ours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Where it stands in the paper.
    pub place: String,
    /// What it is.
    pub what: String,
    /// The paper's number; null if it is ours alone.
    pub paper: Option<String>,
    /// Ours.
    pub ours: String,
    /// Whether the numbers must be equal, and are; null where there is nothing to compare.
    pub equal: Option<bool>,
    /// More that the paper does not have, such as an error or a number of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
}

impl Row {
    /// A number that must be equal to the paper's.
    #[must_use]
    pub fn compared(place: &str, what: impl Into<String>, paper: String, ours: String) -> Row {
        let equal = Some(paper == ours);
        Row { place: place.into(), what: what.into(), paper: Some(paper), ours, equal, more: None }
    }

    /// A number that is shown beside the paper's, if that has one, and not compared.
    #[must_use]
    pub fn shown(place: &str, what: impl Into<String>, paper: Option<String>, ours: String) -> Row {
        Row { place: place.into(), what: what.into(), paper, ours, equal: None, more: None }
    }

    /// A claim of our own that must hold.
    #[must_use]
    pub fn checked(place: &str, what: impl Into<String>, ours: String, holds: bool) -> Row {
        Row { place: place.into(), what: what.into(), paper: None, ours, equal: Some(holds), more: None }
    }
}

/// A paper's numbers beside ours.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Reproduction {
    /// Number by number.
    pub rows: Vec<Row>,
    /// How many that should be equal are not.
    pub different: usize,
    /// What the reader should know.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// What went wrong with single positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The paper's figure, drawn again.
    #[serde(skip)]
    pub svg: Option<String>,
}

impl Reproduction {
    /// These numbers, with how many of them differ.
    #[must_use]
    pub fn new(rows: Vec<Row>) -> Reproduction {
        let different = rows.iter().filter(|row| row.equal == Some(false)).count();
        Reproduction { rows, different, ..Reproduction::default() }
    }

    /// The rows for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut table = Table::new(["place", "what", "paper", "ours", "", ""]).right(&[2, 3]);
        for row in &self.rows {
            let sign = match row.equal {
                Some(true) => "=",
                Some(false) => "DIFFERENT",
                None => "",
            };
            table.row([
                row.place.as_str(),
                &row.what,
                row.paper.as_deref().unwrap_or("-"),
                &row.ours,
                sign,
                row.more.as_deref().unwrap_or_default(),
            ]);
        }
        let compared = self.rows.iter().filter(|row| row.equal.is_some()).count();
        let mut text = table.to_string();
        let _ = writeln!(
            text,
            "\n{compared} numbers compared, {} different (times are in seconds and not compared)",
            self.different
        );
        for remark in &self.remarks {
            let _ = writeln!(text, "{remark}");
        }
        if !self.notes.is_empty() {
            text.push('\n');
        }
        for (indent, note) in notes(&self.notes) {
            text.push_str(&paragraph(&indent, &note));
        }
        text
    }
}

/// Notes by their paragraphs, each with the spaces before it. They are written with lines wider than a terminal: one that is short or ends a
/// sentence ends a paragraph, and spaces begin one.
fn notes(text: &str) -> Vec<(String, String)> {
    let mut notes: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let words = line.trim_start();
        let indent = " ".repeat(line.len() - words.len());
        match notes.last_mut().filter(|_| open && indent.is_empty()) {
            Some((_, last)) => *last = format!("{last} {words}"),
            None => notes.push((indent, words.into())),
        }
        open = line.len() >= WIDTH && !line.ends_with(['.', ':']);
    }
    notes
}
