//! An answer about a string in words.

use super::basis::premises;
use super::{CaptureAnswer, CaptureGoal, CaptureQuestion, CaptureVerdict};
use crate::answer::Answer;
use crate::layout::{paragraph, play_paragraph};
use crate::race::{SafeString, stated_paragraphs};

/// First moves nobody could judge that are listed; of more it is only said that there are some.
const NAMED: usize = 6;

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
    match found.undecided.len() {
        0 => {}
        1..=NAMED => text += &paragraph("moves not judged: ", &found.undecided.join(" ")),
        _ => text += "other first moves were not judged\n",
    }
    if !found.line.is_empty() {
        text += &play_paragraph("line: ", mover, &found.line);
    }
    if let Some(candidates) = &found.candidates {
        let considered = if candidates.is_empty() { "none".into() } else { candidates.join(" ") };
        text += &paragraph("moves considered: ", &considered);
    }
    if let Some(conditions) = &found.conditions {
        text += &stated_paragraphs(conditions);
        let names = |which: &dyn Fn(&SafeString) -> bool| -> Vec<String> {
            conditions.safe.iter().filter(|wall| which(wall)).map(|wall| wall.at.clone()).collect()
        };
        let proved = names(&|wall| wall.proved && !wall.stated);
        if !proved.is_empty() {
            text += &paragraph("found to be safe: ", &proved.join(" "));
        }
        if conditions.open {
            text += "assumed: whoever gets out of the points that were read is safe\n";
        }
    }
    if let Some(against) = found.against {
        let side =
            if found.verdict == CaptureVerdict::Captured { found.color } else { found.color.opponent() };
        text += &format!("holds against: {against} ko threats of {}\n", side.capital());
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
    let first = found.first.of(found.color).capital();
    let (captured, escapes) = outcomes(found);
    let verdict = match (found.verdict, found.goal) {
        (CaptureVerdict::Captured, _) => captured,
        (CaptureVerdict::Escapes, _) => escapes,
        (CaptureVerdict::Ko, None) => format!("{} {} depends on a ko", found.color.capital(), found.target),
        (CaptureVerdict::Ko, Some(_)) => format!("It depends on a ko whether {captured}"),
        (CaptureVerdict::Unknown, _) => format!("It is not known whether {captured}"),
    };
    let premises = found.conditions.as_ref().map_or(String::new(), |conditions| premises(&conditions.safe));
    format!("{verdict}, {first} first{premises}: {}", found.why)
}

/// That the attacker succeeds, and that he does not.
fn outcomes(found: &CaptureAnswer) -> (String, String) {
    let color = found.color.capital();
    let Some(goal) = found.goal else {
        let string = format!("{color} {}", found.target);
        return (format!("{string} is captured"), format!("{string} escapes"));
    };
    let joined = |word: &str| match found.targets.split_last() {
        Some((last, others)) => format!("{color} {} {word} {last}", others.join(", ")),
        None => color.to_string(),
    };
    let every = if found.targets.len() == 2 { "both" } else { "all" };
    match goal {
        CaptureGoal::Any => {
            (format!("{} is captured", joined("or")), format!("{} {every} escape", joined("and")))
        }
        CaptureGoal::All => {
            (format!("{} are {every} captured", joined("and")), format!("{} escapes", joined("or")))
        }
    }
}
