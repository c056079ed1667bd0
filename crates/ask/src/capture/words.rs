//! Why a string is captured or not, in a sentence.

use tesuji_capture as capture;
use tesuji_capture::{Goal, MOST_THREATS, THREATS, Verdict};

use super::slow::Without;
use crate::words::Side;

/// The reason for the verdict, or for not knowing. `is_stated` says that a target was stated to be safe.
pub(super) fn why(
    answer: &capture::Answer,
    owner: Side,
    goal: Option<Goal>,
    without: &Without,
    is_stated: bool,
) -> String {
    let attacker = owner.opponent().capital();
    let even = format!("even if {attacker} has {THREATS} ko threats more");
    match (without, answer.verdict) {
        (_, Verdict::Escapes { .. }) if is_stated && answer.alive => {
            "it belongs to stones that were stated to be safe".into()
        }
        (Without::Read(fall, _), Verdict::Escapes { .. }) if fall.open => {
            format!(
                "it gets out of the {} points that were read, or lives there, {even}; what gets out is taken as safe",
                fall.field.len()
            )
        }
        (Without::Read(..), Verdict::Escapes { .. }) => {
            format!("no attack captures it, however long it takes, {even}")
        }
        (Without::Read(..), Verdict::Captured) => {
            format!(
                "it falls whatever {} plays, even with {THREATS} ko threats more{}",
                owner.capital(),
                slow(answer)
            )
        }
        (Without::EveryOrder, Verdict::Captured) => {
            format!("{}{}", by_orders(answer, owner, goal), slow(answer))
        }
        (Without::Open(assumed), Verdict::Unknown { why }) => {
            let quick = answer
                .up_to_order
                .map_or(String::new(), |order| format!("no capture up to order {order}, {even}; "));
            let claim = assumed.as_ref().map_or(String::new(), |claim| format!("; {claim}"));
            format!("{quick}whether a slower one exists was not found out{claim}: {why}")
        }
        _ => by_orders(answer, owner, goal),
    }
}

/// That orders do not find a capture.
fn slow(answer: &capture::Answer) -> String {
    answer
        .up_to_order
        .map_or(String::new(), |order| format!("; it is a slow capture, there is none up to order {order}"))
}

/// The reason where orders have the say.
fn by_orders(answer: &capture::Answer, owner: Side, goal: Option<Goal>) -> String {
    let attacker = owner.opponent().capital();
    match answer.verdict {
        Verdict::Captured => format!(
            "proved against every defence on the board, even if {} has {THREATS} ko threats more",
            owner.capital()
        ),
        Verdict::Escapes { .. } if answer.alive => match goal {
            None => "it is unconditionally alive then, so no order captures it".into(),
            Some(Goal::Any) => "they are unconditionally alive then, so no order captures one".into(),
            Some(Goal::All) => "one of them is unconditionally alive then, so no order captures all".into(),
        },
        Verdict::Escapes { .. } if answer.every_order => format!(
            "no attack of any order captures, even if {attacker} has {THREATS} ko threats more; all attacks that can matter were searched"
        ),
        Verdict::Escapes { order } => {
            let searched = if answer.complete {
                "all attacks of such orders that can matter were searched, slower ones were not"
            } else {
                "all of it was searched, but where play repeats only attacks nearby were tried; slower attacks were not searched"
            };
            format!(
                "no capture up to order {order}, even if {attacker} has {THREATS} ko threats more; {searched}"
            )
        }
        Verdict::Ko => ko(answer, owner, goal),
        Verdict::Unknown { why } => {
            let shown: Vec<String> = answer.shown.iter().map(ToString::to_string).collect();
            if shown.is_empty() {
                format!("{why}; nothing was shown before")
            } else {
                format!("{why}; shown before: {}", shown.join("; "))
            }
        }
    }
}

/// Who has to find the first threat, and how many it takes.
fn ko(answer: &capture::Answer, owner: Side, goal: Option<Goal>) -> String {
    let Some(ko) = answer.ko else { return "a ko decides".into() };
    let (side, gains) = match (ko.needs, goal) {
        (capture::Side::Attacker, _) => (owner.opponent(), "captures"),
        (capture::Side::Defender, None) => (owner, "saves it"),
        (capture::Side::Defender, Some(Goal::Any)) => (owner, "saves them"),
        (capture::Side::Defender, Some(Goal::All)) => (owner, "saves one"),
    };
    let number = match ko.threats {
        Some(1) => "one threat more than the opponent".to_string(),
        Some(2) => "two threats more than the opponent".to_string(),
        Some(_) => "three threats more than the opponent".to_string(),
        None => format!("many threats more than the opponent ({MOST_THREATS} are enough, {THREATS} are not)"),
    };
    let side = side.capital();
    // A direct ko is all there is to it.
    let slower = if answer.order > Some(1) { "; slower attacks were not searched" } else { "" };
    format!("{side} must find the first ko threat; with {number} {side} {gains}{slower}")
}
