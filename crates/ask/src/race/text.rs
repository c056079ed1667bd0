//! A race in words: who wins by which move and why, then the table of regions, then everything else.

use std::fmt::Write as _;

use tesuji_race::{Count, Outcome, explain};

use super::{
    Conditions, CountAnswer, Fate, Goal, PairAnswer, RaceAnswer, RaceMethod, RaceQuestion, RaceSide,
    RaceVerdict, RegionAnswer, SafeString,
};
use crate::answer::Answer;
use crate::layout::{Table, counted, paragraph, play_paragraph, some_of};
use crate::words::{PASS, Side};

/// Points of a region that are named before the rest is only counted.
const SHOWN: usize = 8;
/// Moves that a headline names, and first moves nobody could judge that are listed.
const NAMED: usize = 6;
/// What is said of many first moves that could not be judged: a list of them tells nobody anything.
const NOT_COMPARED: &str = "Other first moves were not compared.";
/// Strings of a condition that a headline names.
const CONDITIONS: usize = 4;
/// Other fights that are told.
const OTHERS: usize = 6;
/// The longest liberty game that is written in a table.
const LONG: usize = 24;

pub(crate) fn text(question: &RaceQuestion, found: &RaceAnswer, answer: &Answer) -> String {
    let mut text = String::new();
    if let Some(position) = &question.position
        && let Ok(read) = position.read()
    {
        let _ = writeln!(text, "{}", read.diagram);
    }
    for side in [Side::Black, Side::White] {
        tell_side(found, side, &mut text);
    }
    tell_conditions(found, &mut text);
    if let Some(fates) = &found.fates {
        let mut table = Table::new(["fate of", "black first", "white first"]);
        for (name, fate) in fates {
            let told = |fate: Fate, moves: &[String]| match moves {
                [] => fate.name().to_string(),
                moves => format!("{} ({})", fate.name(), some_of(moves, SHOWN)),
            };
            table.row([
                name.clone(),
                told(fate.black_first, &fate.black_first_play.moves),
                told(fate.white_first, &fate.white_first_play.moves),
            ]);
        }
        let _ = write!(text, "\n{table}");
        text.push_str(&paragraph(
            "",
            "Each fate is a question of its own: the owner saves the block, the opponent captures it, whatever becomes of the \
             others. In brackets: the moves of the side moving first that keep it.",
        ));
    }
    tell_blocks(found, &mut text);
    tell_regions(found, &mut text);
    tell_pairs(found, &mut text);
    tell_verification(question, found, &mut text);
    tell_others(question, found, &mut text);
    if let Some(nodes) = answer.nodes {
        let _ = writeln!(text, "\nnodes: {nodes}");
    }
    text
}

/// The other fights of the position, with the call that asks for them.
fn tell_others(question: &RaceQuestion, found: &RaceAnswer, text: &mut String) {
    let named = question.targets.is_some() || !question.essential.is_empty();
    if named || found.other_fights.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nOther fights here, each with the option that asks for it:");
    for [black, white] in found.other_fights.iter().take(OTHERS) {
        let _ = writeln!(text, "  black {black} against white {white}: --targets {black},{white}");
    }
    if found.other_fights.len() > OTHERS {
        let _ = writeln!(text, "  and {} more (--json lists all)", found.other_fights.len() - OTHERS);
    }
}

/// One side moving first: the verdict in a sentence, the reason, the line.
fn tell_side(found: &RaceAnswer, first: Side, text: &mut String) {
    let side = found.first(first);
    text.push_str(&paragraph("", &headline(found, first, side)));
    // A reason for not knowing is a part of the sentence already.
    if side.verdict != RaceVerdict::Unknown && !side.why.is_empty() {
        text.push_str(&paragraph("  ", &side.why));
    }
    let several = side.moves.len() > NAMED && side.moves.last().is_none_or(|last| last != PASS);
    if several {
        text.push_str(&paragraph("  moves: ", &side.moves.join(" ")));
    }
    match side.undecided.len() {
        0 => {}
        1..=NAMED => text.push_str(&paragraph("  perhaps as good, not decided: ", &side.undecided.join(" "))),
        _ => text.push_str(&paragraph("  ", NOT_COMPARED)),
    }
    if !side.line.is_empty() {
        text.push_str(&play_paragraph("  line: ", first, &side.line));
    }
    if let (Some(count), Some(outcome)) = (&side.count, outcome(side.verdict)) {
        text.push_str(&paragraph("  ", &explain::count(&(*count).into(), outcome)));
    }
}

/// How it ends, in a few words, if that is known.
pub(super) fn ending(goal: Goal, side: &RaceSide) -> String {
    match (goal, side.verdict) {
        (_, RaceVerdict::Unknown) => "unknown".to_string(),
        (_, RaceVerdict::Ko) => "a ko decides".to_string(),
        (Goal::Capture, RaceVerdict::Seki) => "seki, neither block is captured".to_string(),
        (Goal::Life, RaceVerdict::Seki) => {
            let fate = |color| side.fates.as_ref().map_or(Fate::Seki, |fates| fates.of(color));
            match [Side::Black, Side::White].map(fate) {
                [Fate::Dies, _] | [_, Fate::Dies] => "both survive, or an exchange".to_string(),
                [Fate::Lives | Fate::Seki, Fate::Lives | Fate::Seki] => "both survive".to_string(),
                _ => "nobody wins".to_string(),
            }
        }
        (Goal::Capture, verdict) => {
            format!("{} captures first", verdict.winner().map_or("nobody", Side::capital))
        }
        (Goal::Life, verdict) => {
            let winner = verdict.winner().unwrap_or(Side::Black);
            let fate = side.fates.as_ref().map_or(Fate::Lives, |fates| fates.of(winner));
            let (winner, loser) = (winner.capital(), winner.opponent().capital());
            match fate {
                Fate::Lives => format!("{winner} lives and {loser} dies"),
                Fate::Dies => "both die".to_string(),
                Fate::Ko => format!("{loser} dies, and a ko decides about {winner}"),
                Fate::Seki | Fate::Unknown => format!("{loser} dies"),
            }
        }
    }
}

fn headline(found: &RaceAnswer, first: Side, side: &RaceSide) -> String {
    let name = first.capital();
    let mut words = format!("{name} first: {}", ending(found.goal, side));
    if side.verdict == RaceVerdict::Unknown {
        return format!("{words}, {}.", side.why);
    }
    let keeps = side.verdict.winner().is_none_or(|winner| winner == first);
    match side.moves.as_slice() {
        [] => {}
        _ if !keeps => {}
        [.., last] if last == PASS => {
            let _ = write!(words, ", even if {name} passes");
        }
        [only] if side.undecided.is_empty() => {
            let _ = write!(words, ", only by {only}");
        }
        [best] => {
            let _ = write!(words, ", by {best}");
        }
        moves if moves.len() <= NAMED => {
            let (last, others) =
                moves.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
            let _ = write!(words, ", by {} or {last}", others.join(", "));
        }
        moves => {
            let _ = write!(words, ", by {} or one of {} other moves", moves[0], moves.len() - 1);
        }
    }
    if found.goal == Goal::Life {
        let assumed = found.conditions.safe.iter().filter(|safe| safe.is_assumed());
        let names: Vec<String> = assumed.map(|safe| safe.at.clone()).collect();
        match names.as_slice() {
            [] => {}
            [only] => {
                let _ = write!(words, ", if the stones at {only} are safe");
            }
            names => {
                let _ = write!(words, ", if the strings at {} are safe", some_of(names, CONDITIONS));
            }
        }
    }
    words.push('.');
    words
}

fn outcome(verdict: RaceVerdict) -> Option<Outcome> {
    match verdict {
        RaceVerdict::Black => Some(Outcome::Black),
        RaceVerdict::White => Some(Outcome::White),
        RaceVerdict::Seki => Some(Outcome::Seki),
        RaceVerdict::Ko | RaceVerdict::Unknown => None,
    }
}

impl From<CountAnswer> for Count {
    fn from(count: CountAnswer) -> Count {
        Count {
            moves: count.moves,
            black: count.black,
            white: count.white,
            shared: count.shared,
            to_move: count.to_move.into(),
        }
    }
}

/// Who fights, and what was taken for granted.
fn tell_conditions(found: &RaceAnswer, text: &mut String) {
    let mut lines = String::new();
    for group in &found.groups {
        let stones = counted(group.stones.len(), "stone");
        let _ = writeln!(lines, "{} races with {stones} at {}", group.color.capital(), group.at);
    }
    for assumed in &found.conditions.assumed {
        lines.push_str(&paragraph("assumed: ", assumed));
    }
    lines.push_str(&stated_paragraphs(&found.conditions));
    if found.method == Some(RaceMethod::Reading) || found.goal == Goal::Life {
        for (words, assumed) in [("if these are safe: ", true), ("found to be safe: ", false)] {
            let which = |safe: &&SafeString| !safe.stated && safe.is_assumed() == assumed;
            let safe = found.conditions.safe.iter().filter(which);
            let names = safe.map(|safe| safe.at.as_str()).collect::<Vec<_>>().join(" ");
            if !names.is_empty() {
                lines.push_str(&paragraph(words, &names));
            }
        }
        if found.conditions.open {
            lines.push_str("assumed: whoever gets out of the points that were read is safe\n");
        }
        if !found.conditions.field.is_empty() {
            let _ = writeln!(lines, "read on {}", counted(found.conditions.field.len(), "point"));
        }
    }
    if !lines.is_empty() {
        let _ = write!(text, "\n{lines}");
    }
}

/// What was stated about the stones around.
pub(crate) fn stated_paragraphs(conditions: &Conditions) -> String {
    let safe = conditions.safe.iter().filter(|safe| safe.stated).map(|safe| safe.at.as_str());
    let unknown = conditions.unknown.iter().map(String::as_str);
    let mut text = String::new();
    for (words, names) in [
        ("stated to be safe: ", safe.collect::<Vec<_>>().join(" ")),
        ("stated to be unknown: ", unknown.collect::<Vec<_>>().join(" ")),
    ] {
        if !names.is_empty() {
            text.push_str(&paragraph(words, &names));
        }
    }
    text
}

fn tell_blocks(found: &RaceAnswer, text: &mut String) {
    if found.blocks.is_empty() {
        return;
    }
    let mut table = Table::new(["block", "color", "at", "eye", "liberty games"]).right(&[3]);
    for block in &found.blocks {
        let dash = |text: String| if text.is_empty() { "-".to_string() } else { text };
        table.row([
            block.name.clone(),
            block.color.to_string(),
            dash(block.stones.first().cloned().unwrap_or_default()),
            dash(if block.eye == 0 { String::new() } else { block.eye.to_string() }),
            dash(block.external.iter().map(|game| brief_text(game)).collect::<Vec<_>>().join(", ")),
        ]);
    }
    let _ = write!(text, "\n{table}");
}

/// A game as far as a table holds it.
fn brief_text(game: &str) -> String {
    if game.chars().count() <= LONG { game.to_string() } else { "a long game".to_string() }
}

/// A liberty game as far as a table holds it: its mean says more than a form that nobody reads.
fn brief(region: &RegionAnswer) -> String {
    match (&region.value, &region.mean) {
        (Some(value), _) if value.chars().count() <= LONG => value.clone(),
        (_, Some(mean)) => format!("a game of mean {mean}"),
        (Some(_), None) => "a long game".to_string(),
        (None, None) if region.kind == "shared" => region.empty.len().to_string(),
        (None, None) => "?".to_string(),
    }
}

fn tell_regions(found: &RaceAnswer, text: &mut String) {
    if found.regions.is_empty() {
        return;
    }
    let on_board = found.regions.iter().any(|region| !region.points.is_empty());
    let mut titles = vec!["region", "of", "kind", "cooled", "temp.", "value"];
    if on_board {
        titles.push("empty points");
    }
    let mut table = Table::new(titles);
    for region in &found.regions {
        let of = match (&region.owner, region.blocks.as_slice()) {
            (_, [_, ..]) => region.blocks.join("-"),
            (Some(owner), []) => owner.to_string(),
            (None, []) => "both".to_string(),
        };
        let lives = region.value.is_some() && region.cooled.is_none() && region.why.is_none();
        let cooled = match &region.cooled {
            Some(cooled) if cooled.chars().count() <= LONG => cooled.clone(),
            Some(_) => "(long)".to_string(),
            None if lives => "life".to_string(),
            None => "-".to_string(),
        };
        let temperature = region.temperature.clone().filter(|temperature| !temperature.starts_with('-'));
        let mut cells = vec![
            region.id.clone(),
            of,
            region.kind.clone(),
            cooled,
            temperature.unwrap_or_else(|| "-".to_string()),
            brief(region),
        ];
        if on_board {
            cells.push(some_of(&region.empty, SHOWN));
        }
        table.row(cells);
    }
    let _ = write!(text, "\n{table}");
    for gap in &found.gaps {
        text.push_str(&paragraph("counting does not apply: ", gap));
    }
    if let (Some(sum), Some(adjusted)) = (&found.cooled_sum, &found.adjusted) {
        let sum = if sum.chars().count() <= 2 * LONG { sum.as_str() } else { "(long)" };
        let shared = match found.shared {
            Some(shared @ 1..) => format!(", shared liberties: {shared}"),
            _ => String::new(),
        };
        let _ = writeln!(
            text,
            "cooled sum {sum}, adjusted: black {}, white {}{shared}",
            adjusted.black, adjusted.white
        );
    }
}

fn tell_pairs(found: &RaceAnswer, text: &mut String) {
    if found.pairs.is_empty() {
        return;
    }
    let mut table = Table::new(["pair", "shared", "alone", "black wins by", "white wins by"]).right(&[1]);
    for pair in &found.pairs {
        let moves = |names: &[String]| if names.is_empty() { "-".to_string() } else { some_of(names, SHOWN) };
        table.row([
            pair.between.join("-"),
            pair.shared.to_string(),
            relation(found, pair),
            moves(&pair.black_first.moves),
            moves(&pair.white_first.moves),
        ]);
    }
    let _ = write!(text, "\n{table}");
    text.push_str(&paragraph(
        "",
        "(=> wins even if the other moves first or stands in seki then, <-> first mover wins, --- seki; all other blocks taken as \
         safe)",
    ));
    let Some(table) = &found.table else { return };
    let winners = match table.figure_5.map(RaceVerdict::winner) {
        [Some(one), Some(other)] if one == other => format!("{} wins", one.capital()),
        _ => "the first mover wins".to_string(),
    };
    let common = match table.common_moves.as_slice() {
        [] => "there is none".to_string(),
        names => names.join(" "),
    };
    let two = found.blocks.iter().find(|block| block.name == table.one).map(|block| block.color.opponent());
    let _ = writeln!(text, "\nBy the table of the paper (figure 5, pattern {}) {winners}.", table.pattern);
    let _ = writeln!(text, "Moves of {} that win both races: {common}.", two.map_or("the two", Side::name));
    for exception in &table.exceptions {
        text.push_str(&paragraph("The table is wrong here. ", exception));
    }
}

/// The arrow between two blocks, the black one first.
fn relation(found: &RaceAnswer, pair: &PairAnswer) -> String {
    let color =
        |name: &String| found.blocks.iter().find(|block| block.name == *name).map(|block| block.color);
    let [mut black, mut white] = [&pair.between[0], &pair.between[1]];
    if color(black) == Some(Side::White) {
        std::mem::swap(&mut black, &mut white);
    }
    match pair.relation.as_deref() {
        Some("black") => format!("{black} => {white}"),
        Some("white") => format!("{white} => {black}"),
        Some("first") => format!("{black} <-> {white}"),
        Some(_) => format!("{black} --- {white}"),
        None => "unknown".to_string(),
    }
}

fn tell_verification(question: &RaceQuestion, found: &RaceAnswer, text: &mut String) {
    if !question.verify || found.method == Some(RaceMethod::Search) {
        return;
    }
    text.push_str(match found.verified {
        Some(true) => "\nverified: search in the regions says the same\n",
        Some(false) => {
            "\nNOT verified: search in the regions says something else. Please report this position.\n"
        }
        None => "\nnot verified: the search did not finish\n",
    });
}
