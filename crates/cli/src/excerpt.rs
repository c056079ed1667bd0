//! The place of an error in a text that was typed.

use std::fmt::Write as _;

/// Characters of a text that are shown around an error.
const SHOWN: usize = 60;

/// The part of a text around a column, which is counted from 1, with a caret below it.
pub(crate) fn excerpt(text: &str, column: usize) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    let plain = |character: char| if character.is_control() { '\u{fffd}' } else { character };
    let characters: Vec<char> = text.chars().map(plain).collect();
    let column = column.saturating_sub(1).min(characters.len());
    let start = column.saturating_sub(SHOWN / 2);
    let end = (start + SHOWN).min(characters.len());
    let shown: String = characters[start..end].iter().collect();
    let (cut_before, cut_after) = (start > 0, end < characters.len());
    let mut lines = String::from("\n  |\n  | ");
    // Writing to a string cannot fail.
    let _ = write!(
        lines,
        "{}{shown}{}\n  | {:width$}^",
        if cut_before { "..." } else { "" },
        if cut_after { "..." } else { "" },
        "",
        width = column - start + if cut_before { 3 } else { 0 }
    );
    lines
}
