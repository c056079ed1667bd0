//! Why a string is captured or not, in a sentence.

use tesuji_board::Position;
use tesuji_capture as capture;
use tesuji_capture::{Goal, MOST_THREATS, THREATS, Verdict};
use tesuji_read::settle::{Basis, Settled};

use super::basis::conditional;
use crate::words::Side;

/// The reason for the verdict, or for not knowing. `is_stated` says that a target was stated to be safe.
pub(super) fn why(
    Settled { answer, basis }: &Settled,
    position: &Position,
    owner: Side,
    goal: Option<Goal>,
    is_stated: bool,
) -> String {
    let even = even_with(owner.opponent(), answer.against);
    match (basis, answer.verdict) {
        (_, Verdict::Escapes { .. }) if is_stated && answer.alive => {
            "it belongs to stones that were stated to be safe".into()
        }
        (Basis::Read(fall, _), Verdict::Escapes { .. }) if fall.open => {
            format!(
                "it gets out of the {} points that were read, or lives there{even}; what gets out is taken as safe",
                fall.field.len()
            )
        }
        (Basis::Read(..), Verdict::Escapes { .. }) => {
            format!("no attack captures it, however long it takes{even}")
        }
        (Basis::Read(..), Verdict::Captured) => {
            let even = even_with(owner, answer.against);
            format!("it falls whatever {} plays{even}{}", owner.capital(), slow(answer))
        }
        (Basis::EveryOrder, Verdict::Captured) => {
            format!("{}{}", by_orders(answer, owner, goal), slow(answer))
        }
        (Basis::Open(assumed), Verdict::Unknown { why }) => {
            let quick =
                answer.up_to_order.map_or(String::new(), |order| format!("no capture up to order {order}; "));
            let claim = assumed
                .as_ref()
                .map_or(String::new(), |assumed| format!("; {}", conditional(position, assumed)));
            format!("{quick}whether a slower one exists was not found out{claim}: {why}")
        }
        _ => by_orders(answer, owner, goal),
    }
}

/// How many threats of this side the verdict was seen to hold against, as a clause, where those are fewer than are counted.
fn even_with(side: Side, threats: u8) -> String {
    match threats {
        MOST_THREATS.. => String::new(),
        fewer => format!(", even if {} has {fewer} ko threats more", side.capital()),
    }
}

/// That there is no quick capture.
fn slow(answer: &capture::Answer) -> &'static str {
    if answer.up_to_order.is_some() { "; it is a slow capture" } else { "" }
}

/// The reason where orders have the say.
fn by_orders(answer: &capture::Answer, owner: Side, goal: Option<Goal>) -> String {
    let even = even_with(owner.opponent(), answer.against);
    match answer.verdict {
        Verdict::Captured => {
            format!("proved against every defence on the board{}", even_with(owner, answer.against))
        }
        Verdict::Escapes { .. } if answer.alive => match goal {
            None => "it is unconditionally alive then".into(),
            Some(Goal::Any) => "they are unconditionally alive then".into(),
            Some(Goal::All) => "one of them is unconditionally alive then".into(),
        },
        Verdict::Escapes { .. } if answer.every_order => format!(
            "no attack captures {}, however long it takes{even}",
            match goal {
                None => "it",
                Some(Goal::Any) => "one of them",
                Some(Goal::All) => "all of them",
            }
        ),
        Verdict::Escapes { order } => {
            let searched = if answer.complete {
                "all attacks of such orders that can matter were searched, slower ones were not"
            } else {
                "all of it was searched, but where play repeats only attacks nearby were tried; slower attacks were not searched"
            };
            format!("no capture up to order {order}{even}; {searched}")
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

/// A number of threats in words.
fn words_of(count: u8) -> &'static str {
    match count {
        0 => "no",
        1 => "one",
        2 => "two",
        3 => "three",
        4 => "four",
        5 => "five",
        6 => "six",
        7 => "seven",
        8 => "eight",
        _ => "many",
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
        Some(count) => format!("{} threats more than the opponent", words_of(count)),
        None => format!("more than {} threats more than the opponent", words_of(THREATS)),
    };
    let side = side.capital();
    // A direct ko is all there is to it.
    let slower = if answer.order > Some(1) { "; slower attacks were not searched" } else { "" };
    format!("{side} must find the first ko threat; with {number} {side} {gains}{slower}")
}
