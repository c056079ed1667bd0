//! A review in words.

use super::{ReviewAnswer, ReviewFate, ReviewKind, ReviewMoment, ReviewQuestion};
use crate::answer::Answer;
use crate::layout::{Table, counted};
use crate::words::PASS;

/// Moments that the text lists; all of them are in the answer.
const LISTED: usize = 40;

impl ReviewFate {
    /// In a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ReviewFate::Lives => "lives",
            ReviewFate::Escapes => "escapes",
            ReviewFate::Seki => "seki",
            ReviewFate::Ko => "ko",
            ReviewFate::Dies => "dies",
            ReviewFate::Unknown => "not known",
        }
    }
}

/// What was missed in a sentence, without a full stop.
pub(super) fn sentence(moment: &ReviewMoment) -> String {
    let (own, other) = (moment.color.capital(), moment.color.opponent().capital());
    let stones = counted(moment.stake.stones.len(), "stone");
    let right = match moment.right.first() {
        Some(right) if right != PASS => format!("{own} {right}"),
        _ => "a move elsewhere".to_string(),
    };
    let owner = if moment.kind == ReviewKind::Take { other } else { own };
    let change = |fate: ReviewFate| match fate {
        ReviewFate::Lives => "they live",
        ReviewFate::Escapes => "they are not captured quickly",
        ReviewFate::Seki => "they stand in seki",
        ReviewFate::Ko => "a ko decides",
        ReviewFate::Dies => "they die",
        ReviewFate::Unknown => "it is not known",
    };
    let mut text = match moment.kind {
        ReviewKind::Needless => {
            return format!(
                "{own} {} was not needed: the group of {} lives without it",
                moment.played, moment.at
            );
        }
        _ => format!(
            "{stones} of {owner} at {}: after {right} {}; after {own} {} {}",
            moment.at,
            change(moment.before),
            moment.played,
            change(moment.after)
        ),
    };
    if moment.open {
        text += ", if whoever gets out is alive";
    }
    if moment.again > 0 {
        text += &format!(
            "; missed again {}",
            if moment.again == 1 { "once".into() } else { format!("{} times", moment.again) }
        );
    }
    match moment.punished {
        Some(true) => text += "; punished",
        Some(false) => text += "; not punished",
        None => {}
    }
    text
}

pub(crate) fn text(_: &ReviewQuestion, found: &ReviewAnswer, answer: &Answer) -> String {
    let mut text = String::new();
    if !found.moments.is_empty() {
        let mut table = Table::new(["move", "played", "points", "what"]).right(&[0, 2]);
        for moment in found.moments.iter().take(LISTED) {
            let played = format!("{} {}", moment.color.letter(), moment.played);
            table.row([moment.number.to_string(), played, moment.stake.points.to_string(), sentence(moment)]);
        }
        text += &format!("{table}\n");
        if found.moments.len() > LISTED {
            text += &format!("{} more.\n\n", found.moments.len() - LISTED);
        }
    }
    text += &format!(
        "{} judged, {}",
        counted(found.judged as usize, "move"),
        counted(found.moments.len(), "moment")
    );
    if !found.undecided.is_empty() {
        let strings = counted(found.undecided.len(), "string");
        text += &format!("; of {strings} the fate was not known for some moves");
    }
    text += ".\n";
    if let Some(problems) = &found.problems {
        let count = problems.matches("GN[").count();
        text += &format!("{} made.\n", counted(count, "problem"));
    }
    if let Some(nodes) = answer.nodes {
        text += &format!("nodes: {nodes}\n");
    }
    text
}
