//! Answers in words, 80 columns wide: tables, paragraphs, lines of play.

use std::fmt::Write as _;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::words::{Side, Step};

/// Columns of a terminal.
pub const WIDTH: usize = 80;
/// The narrowest column of a table that is broken into lines.
const LEAST: usize = 12;

/// A table in plain text. Columns are as wide as they have to be; what would run over the edge is broken into several lines, in the last column
/// if that is enough.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
    right: Vec<usize>,
}

impl Table {
    /// A table with these titles.
    pub fn new<S: Into<String>>(titles: impl IntoIterator<Item = S>) -> Table {
        Table { rows: vec![titles.into_iter().map(Into::into).collect()], right: Vec::new() }
    }

    /// Columns whose cells stand to the right, as numbers do.
    #[must_use]
    pub fn right(mut self, columns: &[usize]) -> Table {
        self.right = columns.to_vec();
        self
    }

    /// One more row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Whether there is nothing but titles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.len() <= 1
    }
}

impl Table {
    /// How wide the columns are: as their cells, unless the table would run over the edge. Then the last column is narrower, and if it cannot be
    /// narrow enough, the widest of the others are as well.
    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut wide: Vec<usize> = (0..columns)
            .map(|column| self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max())
            .map(Option::unwrap_or_default)
            .collect();
        let Some(last) = wide.pop() else { return wide };
        let most = WIDTH.saturating_sub(last.min(LEAST));
        let before = |wide: &[usize]| wide.iter().map(|wide| wide + 2).sum::<usize>();
        while before(&wide) > most
            && let Some(widest) = wide.iter_mut().max().filter(|widest| **widest > LEAST)
        {
            *widest -= 1;
        }
        let room = WIDTH.saturating_sub(before(&wide)).max(LEAST);
        wide.push(last.min(room));
        wide
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let wide = self.widths();
        for row in &self.rows {
            let cells: Vec<Vec<String>> =
                row.iter().zip(&wide).map(|(cell, &wide)| wrapped(cell, wide.max(1))).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for at in 0..height {
                let mut line = String::new();
                for (column, (cell, &wide)) in cells.iter().zip(&wide).enumerate() {
                    let part = cell.get(at).map_or("", String::as_str);
                    let space = " ".repeat(wide.saturating_sub(part.width()));
                    let (left, right) = if self.right.contains(&column) {
                        (space.as_str(), part)
                    } else {
                        (part, space.as_str())
                    };
                    line.push_str(left);
                    line.push_str(right);
                    line.push_str("  ");
                }
                writeln!(f, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }
}

/// A text broken at spaces into lines of at most so many columns. A word that is longer than a line, such as the form of a
/// game, is broken behind a bar, a comma or a brace, or else anywhere.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if !line.is_empty() && line.width() + 1 + word.width() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            Some(line) if line.is_empty() && word.width() <= room => line.push_str(word),
            _ => {
                if lines.last().is_some_and(String::is_empty) {
                    lines.pop();
                }
                lines.extend(pieces(word, room));
            }
        }
    }
    lines
}

/// A word in pieces of at most so many columns.
fn pieces(word: &str, room: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut wide = 0;
    for character in word.chars() {
        let more = character.width().unwrap_or(0);
        if wide + more > room
            && wide > 0
            && let Some(last) = pieces.last_mut()
        {
            let good = last.rfind(['|', ',', '}']).map(|at| at + 1).filter(|&at| at > last.len() / 2);
            let rest = last.split_off(good.unwrap_or(last.len()));
            wide = rest.width();
            pieces.push(rest);
        }
        if let Some(last) = pieces.last_mut() {
            last.push(character);
            wide += more;
        }
    }
    pieces
}

/// A paragraph with `first` before its first line and spaces of the same width before the others.
#[must_use]
pub fn paragraph(first: &str, text: &str) -> String {
    let indent = first.width();
    let mut out = String::new();
    for (index, line) in wrapped(text, WIDTH.saturating_sub(indent).max(20)).iter().enumerate() {
        let head = if index == 0 { first.to_string() } else { " ".repeat(indent) };
        let _ = writeln!(out, "{}", format!("{head}{line}").trim_end());
    }
    out
}

/// A line of play with its colours: `B G7, W F4`. Places of a race without a board get the colours in turn.
#[must_use]
pub fn line_of_play(first: Side, line: &[Step]) -> String {
    let mut turn = first;
    let moves: Vec<String> = line
        .iter()
        .map(|step| {
            let color = match step {
                Step::Stone { color, .. } => *color,
                Step::Place(_) => turn,
            };
            turn = color.opponent();
            // A space that must not be broken keeps colour and point together.
            format!("{}\u{a0}{}", color.letter(), step.place())
        })
        .collect();
    moves.join(", ")
}

/// A paragraph whose unbreakable spaces have done their work.
#[must_use]
pub fn play_paragraph(first: &str, side: Side, line: &[Step]) -> String {
    paragraph(first, &line_of_play(side, line)).replace('\u{a0}', " ")
}

/// Labels wider than this stand above their words instead of before them.
const WIDEST_LABEL: usize = 28;

/// Labels and what stands behind them, a line each unless it is too long for one.
#[must_use]
pub fn labelled<L: AsRef<str>, W: AsRef<str>>(lines: &[(L, W)]) -> String {
    let wide = lines.iter().map(|(label, _)| label.as_ref().width()).max().unwrap_or(0);
    let mut out = String::new();
    for (label, words) in lines {
        let (label, words) = (label.as_ref(), words.as_ref());
        if wide <= WIDEST_LABEL {
            let space = " ".repeat(wide - label.width() + 2);
            out.push_str(&paragraph(&format!("  {label}{space}"), words));
        } else {
            out.push_str(&paragraph("  ", label));
            out.push_str(&paragraph("      ", words));
        }
    }
    out
}

/// Up to so many names, and how many more there are.
#[must_use]
pub fn some_of<S: AsRef<str>>(names: &[S], shown: usize) -> String {
    let listed: Vec<&str> = names.iter().take(shown).map(AsRef::as_ref).collect();
    let more = names.len() - listed.len();
    if more == 0 { listed.join(" ") } else { format!("{} and {more} more", listed.join(" ")) }
}

/// A number with its noun: `1 stone`, `3 stones`.
#[must_use]
pub fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_to_the_width_and_counts_wide_characters() {
        let mut table = Table::new(["name", "n", "words"]).right(&[1]);
        table.row(["将棋", "7", "short"]);
        table.row(["x", "12", &"word ".repeat(40)]);
        let text = table.to_string();
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("name   n  words"));
        assert_eq!(lines.next(), Some("将棋   7  short"));
        assert!(lines.next().is_some_and(|line| line.starts_with("x     12  word word")));
        assert!(lines.next().is_some_and(|line| line.starts_with("          word")));
    }

    #[test]
    fn wide_columns_give_way_where_the_last_one_is_narrow() {
        let mut table = Table::new(["what", "paper", "ours", ""]).right(&[1, 2]);
        table.row(["a short one", "1", "2", "="]);
        table.row([&"some words ".repeat(7), &"12 of 13, ".repeat(4), "7", "DIFFERENT"]);
        let text = table.to_string();
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        assert!(text.lines().any(|line| line.ends_with('=')), "{text}");
        let words = |word: &str| text.matches(word).count();
        assert_eq!((words("some"), words("13,"), words("DIFFERENT")), (7, 4, 1), "{text}");
    }

    #[test]
    fn lines_of_play_have_their_colours() {
        let places = [Step::Place("B1".into()), Step::Place("pass".into())];
        assert_eq!(play_paragraph("line: ", Side::White, &places), "line: W B1, B pass\n");
        let long: Vec<Step> = (0..40).map(|_| Step::Place("K10".into())).collect();
        let text = play_paragraph("  line: ", Side::Black, &long);
        assert!(text.lines().all(|line| line.width() <= WIDTH && line.starts_with("  ")), "{text}");
        assert!(
            text.lines().skip(1).all(|line| line.starts_with("        B") || line.starts_with("        W"))
        );
    }

    #[test]
    fn long_words_are_broken_where_a_game_has_its_bars() {
        let game = "{4*|3*||-2*|-3*|||-3*|-4*||-9*|-10*}".repeat(6);
        let text = labelled(&[("value", game.as_str()), ("mean", "0")]);
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        assert_eq!(text.replace([' ', '\n'], ""), format!("value{game}mean0"));
        assert!(text.lines().take(2).all(|line| line.ends_with(['|', '}'])), "{text}");
        let long = labelled(&[("a label that is wider than labels should be", "words")]);
        assert_eq!(long, "  a label that is wider than labels should be\n      words\n");
    }

    #[test]
    fn names_and_numbers() {
        assert_eq!(some_of(&["A1", "B2", "C3"], 2), "A1 B2 and 1 more");
        assert_eq!(some_of(&["A1"], 2), "A1");
        assert_eq!((counted(1, "stone"), counted(2, "stone")), ("1 stone".into(), "2 stones".into()));
    }
}
