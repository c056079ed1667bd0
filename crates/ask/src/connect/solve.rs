//! From a question about a connection to its answer.

use tesuji_board::{Color, Diagram, Mark, Point, PointSet, Position, Topology};
use tesuji_draw::{Picture, Region, svg};
use tesuji_read as read;
use tesuji_read::{Fate, Joining, Stated};

use super::text::reason;
use super::{ConnectAnswer, ConnectKo, ConnectQuestion, ConnectSide, ConnectStatus, ConnectVerdict};
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::life::{LifeGroup, Refutation, conditions};
use crate::stated::{points, stated};
use crate::words::{PASS, Side, Step, point_name, point_names};

pub(crate) fn solve(question: &ConnectQuestion, work: &Work<'_>) -> Result<Solved<ConnectAnswer>, Fault> {
    let read = question.position.read()?;
    let (diagram, position) = (&read.diagram, &read.position);
    let board = position.topology();
    let walls = stated(diagram, position, &question.safe, &question.unknown)?;
    let ends = ends(question, diagram, position)?;
    let unknown = walls.unknown.clone();
    let stated = Stated { safe: walls.safe, unknown: walls.unknown };
    let first = question.first.map(Color::from);
    let found = read::join(position, ends, &stated, first, question.all, &work.limits, work.watch);
    let Some(joining) = found else {
        return Err(Fault::in_field("strings", "there are no two stones of one colour to ask about"));
    };
    let side =
        |color: Color| joining.first[color.index()].as_ref().map(|side| told(board, &joining, color, side));
    let (black_first, white_first) = (side(Color::Black), side(Color::White));
    let owner = Side::from(joining.defender);
    let group = |end: Point| LifeGroup {
        color: owner,
        at: board.name_of(end).to_string(),
        stones: point_names(board, position.string(end)),
    };
    let zone: PointSet = joining.first.iter().flatten().flat_map(|side| side.zone.iter()).collect();
    let found = ConnectAnswer {
        groups: ends.into_iter().map(group).collect(),
        status: status(owner, black_first.as_ref(), white_first.as_ref()),
        black_first,
        white_first,
        zone: point_names(board, zone.iter()),
        conditions: conditions(board, &joining.area, joining.open, &unknown),
    };
    let why = joining.first.iter().flatten().find_map(|side| side.fate.err());
    let svg = work.style.as_ref().map(|style| svg(&picture(diagram, &found, &joining), style));
    let rest = Rest { nodes: Some(joining.nodes), svg, warnings: read.warnings.clone(), why, limits: None };
    Ok(Solved { found, rest })
}

/// The two stones that are named or marked.
fn ends(question: &ConnectQuestion, diagram: &Diagram, position: &Position) -> Result<[Point; 2], Fault> {
    let board = position.topology();
    let named: Vec<Point> = if question.strings.is_empty() {
        let marked = diagram.marked(Mark::Triangle);
        let strings = position.strings().into_iter().filter(|string| string.stones.intersects(&marked));
        strings.filter_map(|string| string.stones.iter().find(|&stone| marked.contains(stone))).collect()
    } else {
        // In the order of the question.
        let point =
            |name: &String| points(board, "strings", std::slice::from_ref(name)).map(|found| found.first());
        let found: Result<Vec<Option<Point>>, Fault> = question.strings.iter().map(point).collect();
        found?.into_iter().flatten().collect()
    };
    let [one, other] = named[..] else {
        return Err(Fault::in_field(
            "strings",
            "name a stone of each of the two strings, such as [\"D4\", \"F5\"], or mark both with triangles (TR)",
        ));
    };
    for stone in [one, other] {
        if position.is_empty_at(stone) {
            return Err(Fault::in_field("strings", format!("there is no stone on {}", board.name_of(stone))));
        }
    }
    let names = format!("{} and {}", board.name_of(one), board.name_of(other));
    if position.stone(one) != position.stone(other) {
        return Err(Fault::in_field(
            "strings",
            format!("connected strings have one colour, and {names} differ"),
        ));
    }
    if position.string(one).any(|stone| stone == other) {
        return Err(Fault::in_field("strings", format!("{names} are one string already")));
    }
    Ok([one, other])
}

/// What was found with one side moving first.
fn told(board: &Topology, joining: &Joining, mover: Color, side: &read::Side) -> ConnectSide {
    let verdict = match side.fate {
        Ok(Fate::Lives | Fate::Seki) => ConnectVerdict::Connected,
        Ok(Fate::Ko(_)) => ConnectVerdict::Ko,
        Ok(Fate::Dies) => ConnectVerdict::Cut,
        Err(_) => ConnectVerdict::Unknown,
    };
    let ko = match side.fate {
        Ok(Fate::Ko(ko)) => Some(ConnectKo {
            without_threats: if ko.lives_without_threats {
                ConnectVerdict::Connected
            } else {
                ConnectVerdict::Cut
            },
            threats: ko.threats,
            needed_by: ko.needed_by.into(),
        }),
        _ => None,
    };
    let moves: Vec<String> = side.moves.iter().map(|&step| point_name(board, step)).collect();
    let refutation = |&(first, answer): &(Point, Option<Point>)| Refutation {
        first: board.name_of(first).to_string(),
        answer: answer.map(|answer| board.name_of(answer).to_string()),
    };
    ConnectSide {
        verdict,
        why: reason(joining.defender.into(), mover.into(), side),
        ko,
        unique: moves.len() == 1 && side.moves[0].is_some() && side.undecided.is_empty(),
        moves,
        undecided: point_names(board, side.undecided.iter().copied()),
        line: Step::alternating(board, mover, side.line.iter().copied()),
        refutations: side.refutations.iter().map(refutation).collect(),
    }
}

/// Both sides moving first, put together.
fn status(owner: Side, black: Option<&ConnectSide>, white: Option<&ConnectSide>) -> Option<ConnectStatus> {
    let (own, other) = if owner == Side::Black { (black, white) } else { (white, black) };
    let verdict = |side: Option<&ConnectSide>| side.map(|side| side.verdict);
    match (verdict(own), verdict(other)) {
        (_, Some(ConnectVerdict::Connected)) => Some(ConnectStatus::Connected),
        (Some(ConnectVerdict::Cut), _) => Some(ConnectStatus::Cut),
        (None, _) | (_, None) => None,
        (Some(ConnectVerdict::Unknown), _) | (_, Some(ConnectVerdict::Unknown)) => {
            Some(ConnectStatus::Unknown)
        }
        (Some(ConnectVerdict::Ko), _) | (_, Some(ConnectVerdict::Ko)) => Some(ConnectStatus::Ko),
        _ => Some(ConnectStatus::Unsettled),
    }
}

/// The position with the area that was read, and a line of play in numbers: that of the side whose move matters.
fn picture<'a>(diagram: &'a Diagram, found: &ConnectAnswer, joining: &Joining) -> Picture<'a> {
    let mut picture = Picture::from(diagram);
    picture.regions.push(Region::new(joining.area.points.iter()));
    let of =
        |side: Side| found.first(side).map(|one| format!("{} first: {}", side.name(), one.verdict.word()));
    picture.caption =
        Some([Side::Black, Side::White].into_iter().filter_map(of).collect::<Vec<String>>().join(", "));
    let has_move = |side: &ConnectSide| side.moves.first().is_some_and(|first| first != PASS);
    let shown = Color::BOTH.into_iter().find(|&color| found.first(color.into()).is_some_and(has_move));
    let Some(mover) = shown else { return picture };
    let line = joining.first[mover.index()].as_ref().map(|side| side.line.as_slice()).unwrap_or_default();
    let colors = [mover, mover.opponent()].into_iter().cycle();
    let moves = line.iter().zip(colors).map_while(|(step, color)| step.map(|point| (color, point)));
    picture.moves(1, moves)
}
