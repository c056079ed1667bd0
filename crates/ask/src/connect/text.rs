//! An answer about a connection in words.

use tesuji_read as read;
use tesuji_read::Fate;

use super::{ConnectAnswer, ConnectQuestion, ConnectSide, ConnectStatus, ConnectVerdict};
use crate::answer::Answer;
use crate::layout::{paragraph, play_paragraph};
use crate::life::rests_on;
use crate::words::{PASS, Side};

/// The reason of a verdict, or what is known where there is none.
pub(super) fn reason(owner: Side, mover: Side, side: &read::Side) -> String {
    let (own, other) = (owner.capital(), owner.opponent().capital());
    let (connects, best) = (mover == owner, side.moves.first());
    match side.fate {
        Ok(Fate::Lives | Fate::Seki) if best == Some(&None) => {
            format!("{other} cannot cut, even if {own} does not move now")
        }
        Ok(Fate::Lives | Fate::Seki) if connects => format!("{own} joins the two strings"),
        Ok(Fate::Lives | Fate::Seki) => format!("whatever {other} plays, {own} joins the two strings"),
        Ok(Fate::Dies) if best == Some(&None) => {
            format!("{own} cannot connect, even if {other} does not move now")
        }
        Ok(Fate::Dies) if connects => format!("whatever {own} plays, {other} keeps the two strings apart"),
        Ok(Fate::Dies) => format!("{other} keeps the two strings apart"),
        Ok(Fate::Ko(ko)) => {
            let count = match ko.threats {
                1 => "one ko threat".to_string(),
                count => format!("{count} ko threats"),
            };
            let needed_by = Side::from(ko.needed_by).capital();
            let without = if ko.lives_without_threats { "connects" } else { "is cut" };
            let change = if ko.lives_without_threats { "cut" } else { "connect" };
            format!(
                "without ko threats {own} {without}; {needed_by} needs {count} more than the other side to {change}"
            )
        }
        Err(why) => format!("{why}{}", known(owner, side)),
    }
}

/// What is known where there is no verdict.
fn known(owner: Side, side: &read::Side) -> String {
    let (own, other) = (owner.capital(), owner.opponent().capital());
    let cut = side.known.killed_up_to.map(|threats| match threats {
        0.. => format!("without ko threats {own} is cut"),
        _ => format!("{own} is cut if {other} has {} ko threats more", threats.unsigned_abs()),
    });
    let joined = side.known.lives_from.map(|threats| match threats {
        ..=0 => format!("without ko threats {own} connects"),
        _ => format!("{own} connects with {threats} ko threats more"),
    });
    let known: Vec<String> = [cut, joined].into_iter().flatten().collect();
    if known.is_empty() { String::new() } else { format!("; known so far: {}", known.join("; ")) }
}

impl ConnectVerdict {
    /// In a word or two.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ConnectVerdict::Connected => "connected",
            ConnectVerdict::Ko => "ko",
            ConnectVerdict::Cut => "cut",
            ConnectVerdict::Unknown => "not known",
        }
    }
}

pub(crate) fn text(question: &ConnectQuestion, found: &ConnectAnswer, answer: &Answer) -> String {
    let mut text = String::new();
    if let Ok(read) = question.position.read() {
        text += &read.diagram.to_string();
        text.push('\n');
    }
    let [one, other] = &found.groups[..] else { return text };
    let names = format!("{} {} and {}", one.color.capital(), one.at, other.at);
    if let Some(status) = found.status {
        text += &paragraph("", &format!("{}.", status_words(status, &names)));
    }
    for mover in [Side::Black, Side::White] {
        let Some(side) = found.first(mover) else { continue };
        text += &paragraph("", &format!("{} first: {}.", mover.capital(), sentence(one.color, mover, side)));
        if side.moves.len() > 1 {
            text += &paragraph("  moves: ", &side.moves.join(" "));
        }
        if !side.line.is_empty() {
            text += &play_paragraph("  line: ", mover, &side.line);
        }
        if !side.refutations.is_empty() {
            let refuted = side.refutations.iter().map(|one| match &one.answer {
                Some(answer) => format!("{} by {answer}", one.first),
                None => one.first.clone(),
            });
            text += &paragraph("  fail: ", &refuted.collect::<Vec<String>>().join(", "));
        }
        if !side.undecided.is_empty() && !side.moves.is_empty() {
            text += &paragraph("  ", "Other first moves were not compared.");
        }
    }
    text += &rests_on(&found.conditions);
    if let Some(nodes) = answer.nodes {
        text += &format!("nodes: {nodes}\n");
    }
    text
}

fn status_words(status: ConnectStatus, names: &str) -> String {
    match status {
        ConnectStatus::Connected => format!("{names} are connected: they cannot be cut"),
        ConnectStatus::Unsettled => format!("{names} are not settled: who moves first decides"),
        ConnectStatus::Cut => format!("{names} are cut"),
        ConnectStatus::Ko => format!("{names} depend on a ko"),
        ConnectStatus::Unknown => format!("It is not known whether {names} are connected"),
    }
}

/// The verdict, the moves and the reason, without a full stop.
fn sentence(owner: Side, mover: Side, side: &ConnectSide) -> String {
    let (own, other) = (owner.capital(), owner.opponent().capital());
    let verdict = match side.verdict {
        ConnectVerdict::Connected => format!("{own} connects"),
        ConnectVerdict::Ko => "ko".to_string(),
        ConnectVerdict::Cut if mover != owner && !side.moves.is_empty() => format!("{other} cuts"),
        ConnectVerdict::Cut => format!("{own} is cut"),
        ConnectVerdict::Unknown => "not known".to_string(),
    };
    let by = match &side.moves[..] {
        [] => String::new(),
        [first, ..] if first == PASS => String::new(),
        [only] if side.unique => format!(", only by {only}"),
        [one] => format!(", by {one}"),
        [one, others @ ..] => {
            let count = others.len();
            format!(", by {one} or one of {count} other move{}", if count == 1 { "" } else { "s" })
        }
    };
    format!("{verdict}{by}: {}", side.why)
}
