//! An answer about an endgame in words.

use tesuji_cgt::Dyadic;

use super::{EndgameAnswer, EndgameFirst, EndgameQuestion, Kind, Scoring};
use crate::answer::Answer;
use crate::layout::{Table, counted, paragraph, play_paragraph, some_of};
use crate::words::Side;

/// Moves and regions that are listed before the rest is only counted.
const SHOWN: usize = 12;
/// Longer values have no place in a table.
const MOST_VALUE: usize = 16;

pub(crate) fn text(question: &EndgameQuestion, found: &EndgameAnswer, answer: &Answer) -> String {
    let mut text = String::new();
    if let Ok(read) = question.position.read() {
        text += &read.diagram.to_string();
        text.push('\n');
    }
    text += &open_regions(found);
    text += &settled(found);
    for mover in [Side::Black, Side::White] {
        let Some(first) = found.first(mover) else { continue };
        text += &first_paragraph(found, mover, first);
    }
    if let Some(why) = &found.why {
        text += &paragraph("", &format!("The best play of the whole board is unknown: {why}."));
    }
    for missing in &found.missing {
        text += &paragraph("", &format!("Region {} is not in the sum: {}.", missing.id, missing.why));
    }
    text += &rests_on(found);
    if let Some(nodes) = answer.nodes {
        text += &format!("nodes: {nodes}\n");
    }
    text
}

/// A table of the regions in which a move matters, or may.
fn open_regions(found: &EndgameAnswer) -> String {
    let mut table =
        Table::new(["region", "at", "count", "move", "kind", "chilled", "Black", "White"]).right(&[0, 2, 3]);
    for region in found.regions.iter().filter(|region| region.open) {
        let shown = |value: &Option<String>| value.clone().unwrap_or_default();
        let best = |moves: &[String]| some_of(moves, 1);
        let chilled = region.chilled.as_ref().map(|value| match value.len() {
            0..=MOST_VALUE => value.clone(),
            _ => "long".to_string(),
        });
        table.row([
            region.id.to_string(),
            region.points.first().cloned().unwrap_or_default(),
            match &region.ko {
                Some(ko) if region.count.is_none() => format!("{} to {}", ko.least, ko.most),
                _ => shown(&region.count),
            },
            shown(&region.move_value),
            match (region.kind, &region.ko) {
                (Some(kind), _) => kind.words().to_string(),
                (None, Some(_)) => "ko".to_string(),
                (None, None) => "unknown".to_string(),
            },
            shown(&chilled),
            best(&region.black_moves),
            best(&region.white_moves),
        ]);
    }
    if table.is_empty() { "No move is worth anything here.\n\n".to_string() } else { format!("{table}\n") }
}

/// How much of the board nobody has to play in.
fn settled(found: &EndgameAnswer) -> String {
    let mut points = [Dyadic::ZERO; 2];
    let mut count = 0;
    for region in &found.regions {
        if let Some(settled) = region.count.as_ref().filter(|_| !region.open) {
            let Ok(settled) = settled.parse::<Dyadic>() else { continue };
            count += 1;
            let owner = usize::from(settled < Dyadic::ZERO);
            points[owner] = points[owner].checked_add(settled).unwrap_or(points[owner]);
        }
    }
    if count == 0 {
        return String::new();
    }
    let [black, white] = points.map(|points| number(points).trim_start_matches('-').to_string());
    let regions = counted(count, "other region");
    let are = if count == 1 { "is" } else { "are" };
    paragraph("", &format!("{regions} {are} settled: Black {black}, White {white}."))
}

fn first_paragraph(found: &EndgameAnswer, mover: Side, first: &EndgameFirst) -> String {
    let without = if found.missing.is_empty() { "" } else { ", without the regions that are missing" };
    let by = match &first.moves[..] {
        [] => " No move is needed.".to_string(),
        [only] if first.undecided.is_empty() => format!(" The only move is {only}."),
        [one] => format!(" A move that keeps it is {one}."),
        [one, rest @ ..] => format!(" The largest move is {one}; as good: {}.", some_of(rest, SHOWN)),
    };
    let mut text = paragraph("", &format!("{} first: {}{without}.{by}", mover.capital(), leads(first)));
    if !first.line.is_empty() {
        text += &play_paragraph("  line: ", mover, &first.line);
    } else if !first.moves.is_empty() && found.why.is_none() {
        text += &paragraph("  ", "The line was not found: a limit was reached.");
    }
    if !first.undecided.is_empty() {
        text += &paragraph("  not judged: ", &some_of(&first.undecided, SHOWN));
    }
    text
}

fn rests_on(found: &EndgameAnswer) -> String {
    let safe = found.conditions.safe.iter();
    let assumed: Vec<&str> = safe.filter(|safe| safe.is_assumed()).map(|safe| safe.at.as_str()).collect();
    let mut text = String::new();
    if !assumed.is_empty() {
        text += &paragraph("taken as safe: ", &some_of(&assumed, 2 * SHOWN));
    }
    for said in &found.conditions.assumed {
        text += &paragraph("assumed: ", said);
    }
    let counted = match found.rules {
        Scoring::Territory => "territory, prisoners from now on included",
        Scoring::Area => "area",
    };
    text += &paragraph(
        "counted by: ",
        &match found.komi.as_str() {
            "0" => counted.to_string(),
            komi => format!("{counted}; komi {}", komi.parse().map_or(komi.to_string(), number)),
        },
    );
    text
}

/// Who leads by how much, or what that depends on.
pub(super) fn leads(first: &EndgameFirst) -> String {
    match (&first.score, &first.ko) {
        (Some(score), _) => lead(score),
        (None, Some(ko)) => {
            format!(
                "a ko decides: {} if White wins every ko, {} if Black does",
                lead(&ko.least),
                lead(&ko.most)
            )
        }
        (None, None) => "unknown".to_string(),
    }
}

/// Who leads by how much, from a score that is positive for Black.
fn lead(score: &str) -> String {
    let Ok(score) = score.parse::<Dyadic>() else { return score.to_string() };
    let points = number(score).trim_start_matches('-').to_string();
    match score.cmp(&Dyadic::ZERO) {
        std::cmp::Ordering::Greater => format!("Black leads by {points}"),
        std::cmp::Ordering::Less => format!("White leads by {points}"),
        std::cmp::Ordering::Equal => "the score is even".to_string(),
    }
}

/// A number as players write it: 6.5.
fn number(number: Dyadic) -> String {
    if number.exponent() <= 3 { number.to_f64().to_string() } else { number.to_string() }
}

impl Kind {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Kind::Gote => "gote",
            Kind::BlackSente => "Black's sente",
            Kind::WhiteSente => "White's sente",
            Kind::Ambiguous => "ambiguous",
        }
    }
}
