//! The answer for people: a table of regions, the sum, the rule, the moves, the line.

use std::fmt::Write as _;

use tesuji_board::{Color, Diagram, Topology};
use tesuji_cgt::Dyadic;
use tesuji_race::{
    Answer, BoardAnswer, BoardRace, LibertyGames, Method, Outcome, Parts, Race, RegionKind, Report, Verdict,
    cooled_sum, explain,
};

use super::{Answered, open_points, place_name};
use crate::failure::Failure;

/// Points of a region that are named before the rest is only counted.
const SHOWN: usize = 8;
/// Moves on one line of the principal line.
const MOVES_IN_A_ROW: usize = 10;

struct Row {
    id: String,
    owner: String,
    kind: String,
    value: String,
    cooled: String,
    temperature: String,
    points: String,
}

pub(super) fn tell(answered: &mut Answered) -> Result<String, Failure> {
    match answered {
        Answered::Sum { games, race, answers } => tell_sum(games, race, answers),
        Answered::Board { diagram, race, report } => tell_board(diagram, race, report),
    }
}

fn tell_sum(games: &mut LibertyGames, race: &Race, answers: &[Answer; 2]) -> Result<String, Failure> {
    let mut rows = Vec::new();
    for summand in &race.summands {
        let kind = if summand.is_eye { RegionKind::Eye } else { RegionKind::External };
        rows.push(row(games, &summand.name, summand.owner, kind, &summand.parts, String::new())?);
    }
    let mut text = table(&rows, false);
    let sum_text = tell_total(games, race, &mut text)?;
    for answer in answers {
        text.push('\n');
        let names = |moves: &[tesuji_race::RaceMove]| {
            let mut names: Vec<String> = moves.iter().map(|played| place_name(race, played.place)).collect();
            names.dedup();
            names
        };
        let line: Vec<String> = answer
            .line
            .iter()
            .map(|step| step.place.map_or("pass".to_string(), |place| place_name(race, place)))
            .collect();
        let hot = answer.count.map_or(line.len(), |count| count.moves);
        let told = Told {
            first: answer.first,
            verdict: &answer.verdict,
            winning: names(&answer.winning),
            holding: names(&answer.holding),
            undecided: Vec::new(),
            line: line[..hot.min(line.len())].to_vec(),
            count: answer.count,
        };
        tell_answer(games, race, &sum_text, &told, &mut text)?;
    }
    Ok(text)
}

fn tell_board(diagram: &Diagram, race: &mut BoardRace, report: &Report) -> Result<String, Failure> {
    let board = race.position.topology().clone();
    let mut text = diagram.to_string();
    text.push('\n');
    for color in Color::BOTH {
        let stones = &race.blocks.essential[color.index()];
        let first = stones.first().map_or("", |point| board.name_of(point));
        let _ = writeln!(text, "{color} races with {} stones at {first}", stones.len());
    }
    for assumption in &race.blocks.assumptions {
        let _ = writeln!(text, "assumed: {assumption}");
    }
    text.push('\n');
    let mut rows = Vec::new();
    for region in &race.regions {
        let open = open_points(&race.position, region);
        let mut points = board.names_of(&open[..open.len().min(SHOWN)]);
        if open.len() > SHOWN {
            let _ = write!(points, " and {} more", open.len() - SHOWN);
        }
        rows.push(match (&region.parts, region.owner) {
            (Some(Ok(parts)), Some(owner)) => {
                row(&mut race.games, &region.id, owner, region.kind, parts, points)?
            }
            _ => Row {
                id: region.id.clone(),
                owner: region.owner.map_or("both".to_string(), |owner| owner.to_string()),
                kind: region.kind.name().to_string(),
                value: if region.kind == RegionKind::SharedPlain {
                    open.len().to_string()
                } else {
                    "?".to_string()
                },
                cooled: String::new(),
                temperature: String::new(),
                points,
            },
        });
    }
    text.push_str(&table(&rows, true));
    for gap in &race.gaps {
        let _ = writeln!(text, "counting does not apply: {gap}");
    }
    let sum_text = if race.gaps.is_empty() {
        let sum = race.race.clone();
        tell_total(&mut race.games, &sum, &mut text)?
    } else {
        String::new()
    };
    for answer in &report.answers {
        text.push('\n');
        let told = told_on_board(&board, answer);
        let sum = race.race.clone();
        tell_answer(&mut race.games, &sum, &sum_text, &told, &mut text)?;
        tell_search(answer, report, &mut text);
    }
    Ok(text)
}

fn told_on_board<'a>(board: &Topology, answer: &'a BoardAnswer) -> Told<'a> {
    let names =
        |points: &[tesuji_board::Point]| points.iter().map(|&p| board.name_of(p).to_string()).collect();
    let line =
        answer.line.iter().map(|step| step.point.map_or("pass", |p| board.name_of(p)).to_string()).collect();
    Told {
        first: answer.first,
        verdict: &answer.verdict,
        winning: names(&answer.winning),
        holding: names(&answer.holding),
        undecided: names(&answer.undecided),
        line,
        count: answer.count,
    }
}

fn tell_search(answer: &BoardAnswer, report: &Report, text: &mut String) {
    match (&answer.search, answer.verified) {
        (Some(Ok(_)), Some(true)) => {
            let _ = writeln!(
                text,
                "  verified: search on the board says the same ({} positions)",
                report.searched
            );
        }
        (Some(Ok(outcome)), Some(false)) => {
            let _ = writeln!(
                text,
                "  NOT verified: search on the board says {outcome}. Please report this position."
            );
        }
        (Some(Err(why)), _) if answer.verdict.outcome().is_some() => {
            let _ = writeln!(text, "  not verified: {why}");
        }
        _ => {}
    }
}

fn row(
    games: &mut LibertyGames,
    id: &str,
    owner: Color,
    kind: RegionKind,
    parts: &Parts,
    points: String,
) -> Result<Row, Failure> {
    let value = games.value(parts, owner).map_err(Failure::bad)?;
    let lives = parts.iter().any(|&part| games.node(part).may_live);
    let temperature = games.arena.temperature(value).map_err(Failure::bad)?;
    Ok(Row {
        id: id.to_string(),
        owner: owner.to_string(),
        kind: kind.name().to_string(),
        value: games.text(parts, owner).map_err(Failure::bad)?,
        cooled: if lives {
            "life".to_string()
        } else {
            games.cooled_text(parts, owner).map_err(Failure::bad)?
        },
        temperature: if lives || temperature < Dyadic::ZERO {
            "-".to_string()
        } else {
            temperature.to_string()
        },
        points,
    })
}

fn table(rows: &[Row], with_points: bool) -> String {
    let head = ["region", "owner", "kind", "value", "cooled", "temp."];
    let cells = |row: &Row| {
        [&row.id, &row.owner, &row.kind, &row.value, &row.cooled, &row.temperature].map(String::clone)
    };
    let mut wide = head.map(str::len);
    for row in rows {
        for (wide, cell) in wide.iter_mut().zip(cells(row)) {
            *wide = (*wide).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    let mut put = |cells: [String; 6], last: &str| {
        let mut line = String::new();
        for (cell, wide) in cells.iter().zip(wide) {
            let _ = write!(line, "{cell:<wide$}  ");
        }
        line.push_str(last);
        let _ = writeln!(text, "{}", line.trim_end());
    };
    put(head.map(str::to_string), if with_points { "empty points" } else { "" });
    for row in rows {
        put(cells(row), &row.points);
    }
    text
}

/// The sum and the adjusted values; returns the sum as text.
fn tell_total(games: &mut LibertyGames, race: &Race, text: &mut String) -> Result<String, Failure> {
    if race.summands.iter().flat_map(|summand| &summand.parts).any(|&id| games.node(id).may_live) {
        return Ok(String::new());
    }
    let sum = cooled_sum(games, race).map_err(Failure::bad)?;
    let sum_text = games.arena.text(sum.sum).map_err(Failure::bad)?;
    let _ = writeln!(text, "\ncooled sum {sum_text}, adjusted: black {}, white {}", sum.black, sum.white);
    if race.shared > 0 {
        let _ = writeln!(text, "shared liberties: {}", race.shared);
    }
    Ok(sum_text)
}

/// What is told about one side moving first, on a board or not.
struct Told<'a> {
    first: Color,
    verdict: &'a Verdict,
    winning: Vec<String>,
    holding: Vec<String>,
    undecided: Vec<String>,
    line: Vec<String>,
    count: Option<tesuji_race::Count>,
}

fn tell_answer(
    games: &mut LibertyGames,
    race: &Race,
    sum_text: &str,
    told: &Told<'_>,
    text: &mut String,
) -> Result<(), Failure> {
    let (outcome, method) = match told.verdict {
        Verdict::Known { outcome, method } => (*outcome, *method),
        Verdict::Unknown { why } => {
            let _ = writeln!(text, "{} first: unknown\n  {why}", capital(told.first));
            return Ok(());
        }
    };
    let _ = writeln!(text, "{}", explain::headline(told.first, outcome));
    match method {
        Method::Static => {
            let sum = cooled_sum(games, race).map_err(Failure::bad)?;
            let _ = writeln!(text, "  {}", explain::rule(race, &sum, sum_text, told.first));
        }
        Method::Abstract => {
            text.push_str("  Found by playing the liberty games out.\n");
            if outcome == Outcome::Seki {
                text.push_str("  Neither block can be captured; where a block may live, both may.\n");
            }
        }
        Method::Search => text.push_str("  Found by search on the board.\n"),
    }
    if !told.winning.is_empty() {
        let _ = writeln!(text, "  winning moves: {}", told.winning.join(" "));
    }
    if !told.holding.is_empty() {
        let _ = writeln!(text, "  moves that keep the seki: {}", told.holding.join(" "));
    }
    if !told.undecided.is_empty() {
        let _ = writeln!(text, "  perhaps as good, not decided: {}", told.undecided.join(" "));
    }
    tell_line(told, text);
    if let Some(count) = &told.count {
        let _ = writeln!(text, "  {}", explain::count(count, outcome));
    }
    Ok(())
}

fn tell_line(told: &Told<'_>, text: &mut String) {
    for (index, chunk) in told.line.chunks(MOVES_IN_A_ROW).enumerate() {
        let head = if index == 0 { "line:" } else { "     " };
        let mut color = told.first;
        let moves: Vec<String> = chunk
            .iter()
            .map(|name| {
                let letter = if color == Color::Black { 'B' } else { 'W' };
                color = color.opponent();
                format!("{letter} {name}")
            })
            .collect();
        let _ = writeln!(text, "  {head} {}", moves.join(", "));
    }
}

fn capital(color: Color) -> &'static str {
    if color == Color::Black { "Black" } else { "White" }
}
