//! An answer about a string in words.

use super::{CaptureAnswer, CaptureQuestion, CaptureVerdict};
use crate::answer::Answer;
use crate::layout::{paragraph, play_paragraph};

pub(crate) fn text(question: &CaptureQuestion, found: &CaptureAnswer, answer: &Answer) -> String {
    let mut text = String::new();
    if let Ok(read) = question.position.read() {
        text += &read.diagram.to_string();
        text.push('\n');
    }
    text += &paragraph("", &format!("{}.", sentence(found)));
    let mover = found.first.of(found.color);
    if question.all && matches!(found.code, Some(1..)) {
        let moves = if found.moves.is_empty() { "none".into() } else { found.moves.join(" ") };
        text += &paragraph("moves that work: ", &moves);
    } else if let Some(best) = found.moves.first() {
        text += &paragraph("move: ", &format!("{} {best}", mover.letter()));
    }
    if !found.undecided.is_empty() {
        text += &paragraph("moves not judged: ", &found.undecided.join(" "));
    }
    if !found.line.is_empty() {
        text += &play_paragraph("line: ", mover, &found.line);
    }
    if let Some(candidates) = &found.candidates {
        let considered = if candidates.is_empty() { "none".into() } else { candidates.join(" ") };
        text += &paragraph("moves considered: ", &considered);
    }
    if let Some(order) = found.order {
        text += &format!("order: {order}\n");
    }
    if let Some(nodes) = answer.nodes {
        text += &format!("nodes: {nodes}\n");
    }
    text
}

/// The verdict with its reason, without a full stop.
pub(super) fn sentence(found: &CaptureAnswer) -> String {
    let string = format!("{} {}", found.color.capital(), found.target);
    let first = found.first.of(found.color).capital();
    let verdict = match found.verdict {
        CaptureVerdict::Captured => format!("{string} is captured"),
        CaptureVerdict::Escapes => format!("{string} escapes"),
        CaptureVerdict::Ko => format!("{string} depends on a ko"),
        CaptureVerdict::Unknown => format!("It is not known whether {string} is captured"),
    };
    format!("{verdict}, {first} first: {}", found.why)
}
