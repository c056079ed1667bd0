//! An answer about the life of a group in words.

use tesuji_read as read;
use tesuji_read::Fate;

use super::{LifeAnswer, LifeQuestion, LifeSide, LifeStatus, LifeVerdict};
use crate::answer::Answer;
use crate::layout::{paragraph, play_paragraph};
use crate::race::Conditions;
use crate::words::{PASS, Side};

/// One side moving first, as it is told.
pub(super) struct Told<'a> {
    pub(super) defender: Side,
    pub(super) mover: Side,
    pub(super) side: &'a read::Side,
    pub(super) shut_in: bool,
    /// Walls that may be captured themselves.
    pub(super) weak: Vec<String>,
}

/// The reason of a fate, or what is known where it is not.
pub(super) fn reason(told: &Told<'_>) -> String {
    let (owner, attacker) = (told.defender.capital(), told.defender.opponent().capital());
    let (defends, best) = (told.mover == told.defender, told.side.moves.first());
    let way = if told.shut_in { "makes two eyes" } else { "makes two eyes or gets out" };
    match told.side.fate {
        Ok(Fate::Lives) if best == Some(&None) => format!("{owner} {way} even without a move"),
        Ok(Fate::Lives) if defends => format!("{owner} {way}"),
        Ok(Fate::Lives) => format!("whatever {attacker} plays, {owner} {way}"),
        Ok(Fate::Seki) => format!("{owner} cannot be captured, and cannot make two eyes either"),
        Ok(Fate::Dies) if best == Some(&None) => format!("{attacker} captures it even without a move now"),
        Ok(Fate::Dies) if defends => format!("whatever {owner} plays, {attacker} captures it"),
        Ok(Fate::Dies) => format!("{attacker} captures it"),
        Ok(Fate::Ko(ko)) => {
            let count = match ko.threats {
                1 => "one ko threat".to_string(),
                count => format!("{count} ko threats"),
            };
            let needed_by = Side::from(ko.needed_by).capital();
            let change = if ko.lives_without_threats { "kill" } else { "live" };
            let without = if ko.lives_without_threats { "lives" } else { "dies" };
            format!(
                "without ko threats {owner} {without}; {needed_by} needs {count} more than the other side to {change}"
            )
        }
        Err(why) => format!("{why}{}{}", known(told), race(told)),
    }
}

/// That the group races with its walls.
fn race(told: &Told<'_>) -> String {
    if told.weak.is_empty() {
        return String::new();
    }
    let attacker = told.defender.opponent().capital();
    format!("; {attacker} {} may be captured itself, so this is a race", told.weak.join(" "))
}

/// What is known of a fate that is not.
fn known(told: &Told<'_>) -> String {
    let (owner, attacker) = (told.defender.capital(), told.defender.opponent().capital());
    let known = &told.side.known;
    let killed = known.killed_up_to.map(|threats| match threats {
        0.. => format!("without ko threats {owner} dies"),
        _ => format!("{owner} dies if {attacker} has {} ko threats more", threats.unsigned_abs()),
    });
    let lives = known.lives_from.map(|threats| match threats {
        ..=-8 => format!("{owner} cannot be captured, two eyes or seki"),
        -7..=0 => format!("without ko threats {owner} lives"),
        _ => format!("{owner} lives with {threats} ko threats more"),
    });
    let known: Vec<String> = [killed, lives].into_iter().flatten().collect();
    if known.is_empty() { String::new() } else { format!("; known so far: {}", known.join("; ")) }
}

impl LifeVerdict {
    /// In one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            LifeVerdict::Lives => "lives",
            LifeVerdict::Seki => "seki",
            LifeVerdict::Ko => "ko",
            LifeVerdict::Dies => "dies",
            LifeVerdict::Unknown => "not known",
        }
    }
}

pub(crate) fn text(question: &LifeQuestion, found: &LifeAnswer, answer: &Answer) -> String {
    let mut text = String::new();
    if let Ok(read) = question.position.read() {
        text += &read.diagram.to_string();
        text.push('\n');
    }
    let Some(group) = found.groups.first() else { return text };
    let name = format!("{} {}", group.color.capital(), group.at);
    if let Some(status) = found.status {
        text += &paragraph("", &format!("{}.", status_words(status, &name)));
    }
    if let Some(shape) = &found.shape {
        text += &paragraph("shape: ", shape);
    }
    for mover in [Side::Black, Side::White] {
        let Some(side) = found.first(mover) else { continue };
        text +=
            &paragraph("", &format!("{} first: {}.", mover.capital(), sentence(group.color, mover, side)));
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
    if !found.other_groups.is_empty() {
        text += &paragraph("other groups: ", &found.other_groups.join(" "));
    }
    if let Some(nodes) = answer.nodes {
        text += &format!("nodes: {nodes}\n");
    }
    text
}

fn status_words(status: LifeStatus, name: &str) -> String {
    match status {
        LifeStatus::Alive => format!("{name} is alive"),
        LifeStatus::Unsettled => format!("{name} is unsettled: who moves first decides"),
        LifeStatus::Dead => format!("{name} is dead"),
        LifeStatus::Seki => format!("{name} stands in seki"),
        LifeStatus::Ko => format!("{name} depends on a ko"),
        LifeStatus::Unknown => format!("It is not known whether {name} lives"),
    }
}

/// What becomes of the group, the moves and the reason, without a full stop.
fn sentence(owner: Side, mover: Side, side: &LifeSide) -> String {
    let (own, other) = (owner.capital(), owner.opponent().capital());
    let defends = owner == mover;
    let fate = match side.verdict {
        LifeVerdict::Lives => format!("{own} lives"),
        LifeVerdict::Seki => format!("{own} stands in seki"),
        LifeVerdict::Ko => "ko".to_string(),
        LifeVerdict::Dies if !defends && !side.moves.is_empty() => format!("{other} kills"),
        LifeVerdict::Dies => format!("{own} dies"),
        LifeVerdict::Unknown => "not known".to_string(),
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
    format!("{fate}{by}: {}", side.why)
}

/// The walls and the edge that the answer rests on.
pub(crate) fn rests_on(conditions: &Conditions) -> String {
    let assumed: Vec<&str> =
        conditions.safe.iter().filter(|safe| safe.is_assumed()).map(|safe| safe.at.as_str()).collect();
    let mut text = String::new();
    if !assumed.is_empty() {
        text += &paragraph("taken as safe: ", &assumed.join(" "));
    }
    if !conditions.unknown.is_empty() {
        text += &paragraph("may be captured: ", &conditions.unknown.join(" "));
    }
    for assumed in &conditions.assumed {
        text += &paragraph("assumed: ", assumed);
    }
    if conditions.open {
        text += &paragraph("", "Whoever gets out of the area that was read counts as safe.");
    }
    text
}
