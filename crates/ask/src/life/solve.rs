//! From a question about the life of a group to its answer.

use tesuji_board::{Color, Point, PointSet, Topology};
use tesuji_draw::svg;
use tesuji_read as read;
use tesuji_read::{Fate, Premise};

use super::find::meant;
use super::picture::picture;
use super::shape;
use super::text::{Told, reason};
use super::{LifeAnswer, LifeGroup, LifeKo, LifeQuestion, LifeSide, LifeStatus, LifeVerdict, Of, Refutation};
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::race::{Conditions, SafeString};
use crate::stated::stated;
use crate::words::{Side, Step, point_name, point_names};

pub(crate) fn solve(question: &LifeQuestion, work: &Work<'_>) -> Result<Solved<LifeAnswer>, Fault> {
    let read = question.position.read()?;
    let (diagram, position) = (&read.diagram, &read.position);
    let board = position.topology();
    let stated = stated(diagram, position, &question.safe, &question.unknown)?;
    let meant = meant(question, &read, &stated)?;
    let mut unknown = stated.unknown.clone();
    let asked = read::Question {
        named: meant.named.clone(),
        all_named: question.of == Some(Of::All),
        stated,
        first: question.first.map(Color::from),
        every_move: question.all,
    };
    let Some(life) = read::life(position, &asked, &work.limits, work.watch) else {
        return Err(Fault::in_field("group", "there is no stone to ask about"));
    };
    unknown.extend(life.weak.iter().copied());
    let side = |color: Color| life.first[color.index()].as_ref().map(|side| told(board, &life, color, side));
    let (black_first, white_first) = (side(Color::Black), side(Color::White));
    let zone: PointSet = life.first.iter().flatten().flat_map(|side| side.zone.iter()).collect();
    let lives = life.first.iter().flatten().any(|side| matches!(side.fate, Ok(Fate::Lives | Fate::Seki)));
    let friends = point_names(board, life.friends.iter().copied());
    let joined = format!(
        "whatever is joined to {} {}, which is safe, counts as life of the group",
        Side::from(life.defender).capital(),
        friends.join(" ")
    );
    let assumed: Vec<String> = (lives && !question.of.is_some_and(|of| of == Of::All) && !friends.is_empty())
        .then_some(joined)
        .into_iter()
        .collect();
    let at = meant.named.first().unwrap_or(Point(0));
    let found = LifeAnswer {
        groups: vec![LifeGroup {
            color: life.defender.into(),
            at: board.name_of(at).to_string(),
            stones: point_names(board, life.area.group.iter()),
        }],
        status: status(life.defender.into(), black_first.as_ref(), white_first.as_ref()),
        black_first,
        white_first,
        shape: shape::name(position, &life.area.group),
        zone: point_names(board, zone.iter()),
        conditions: Conditions { assumed, ..conditions(board, &life.area, life.open, &unknown) },
        other_groups: point_names(board, meant.others),
    };
    let why = life.first.iter().flatten().find_map(|side| side.fate.err());
    let svg = work.style.as_ref().map(|style| svg(&picture(diagram, &found, &life), style));
    let rest = Rest { nodes: Some(life.nodes), svg, warnings: read.warnings.clone(), why, limits: None };
    Ok(Solved { found, rest })
}

/// What was found with one side moving first.
fn told(board: &Topology, life: &read::Life, mover: Color, side: &read::Side) -> LifeSide {
    let verdict = match side.fate {
        Ok(Fate::Lives) => LifeVerdict::Lives,
        Ok(Fate::Seki) => LifeVerdict::Seki,
        Ok(Fate::Ko(_)) => LifeVerdict::Ko,
        Ok(Fate::Dies) => LifeVerdict::Dies,
        Err(_) => LifeVerdict::Unknown,
    };
    let ko = match side.fate {
        Ok(Fate::Ko(ko)) => Some(LifeKo {
            without_threats: if ko.lives_without_threats { LifeVerdict::Lives } else { LifeVerdict::Dies },
            threats: ko.threats,
            needed_by: ko.needed_by.into(),
        }),
        _ => None,
    };
    let moves: Vec<String> = side.moves.iter().map(|&step| point_name(board, step)).collect();
    let unique = moves.len() == 1 && side.moves[0].is_some() && side.undecided.is_empty();
    let refutation = |&(first, answer): &(Point, Option<Point>)| Refutation {
        first: board.name_of(first).to_string(),
        answer: answer.map(|answer| board.name_of(answer).to_string()),
    };
    LifeSide {
        verdict,
        why: reason(&Told {
            defender: life.defender.into(),
            mover: mover.into(),
            side,
            shut_in: life.area.shut_in,
            weak: point_names(board, life.weak.iter().copied()),
        }),
        ko,
        moves,
        unique,
        undecided: point_names(board, side.undecided.iter().copied()),
        line: Step::alternating(board, mover, side.line.iter().copied()),
        refutations: side.refutations.iter().map(refutation).collect(),
    }
}

/// Both sides moving first, put together.
fn status(owner: Side, black: Option<&LifeSide>, white: Option<&LifeSide>) -> Option<LifeStatus> {
    let (own, other) = if owner == Side::Black { (black, white) } else { (white, black) };
    let verdict = |side: Option<&LifeSide>| side.map(|side| side.verdict);
    match (verdict(own), verdict(other)) {
        (_, Some(LifeVerdict::Lives)) => Some(LifeStatus::Alive),
        (Some(LifeVerdict::Dies), _) => Some(LifeStatus::Dead),
        (None, _) | (_, None) => None,
        (Some(LifeVerdict::Unknown), _) | (_, Some(LifeVerdict::Unknown)) => Some(LifeStatus::Unknown),
        (Some(LifeVerdict::Ko), _) | (_, Some(LifeVerdict::Ko)) => Some(LifeStatus::Ko),
        (Some(LifeVerdict::Seki), Some(LifeVerdict::Seki)) => Some(LifeStatus::Seki),
        _ => Some(LifeStatus::Unsettled),
    }
}

/// What the answer rests on: walls, and the open edge.
pub(crate) fn conditions(board: &Topology, area: &read::Area, open: bool, unknown: &PointSet) -> Conditions {
    let safe = area.walls.iter().filter_map(|wall| {
        Some(SafeString {
            at: board.name_of(wall.stones.first()?).to_string(),
            stated: wall.premise == Premise::Stated,
            proved: wall.premise == Premise::Proved,
        })
    });
    Conditions {
        safe: safe.collect(),
        unknown: point_names(board, unknown.iter()),
        open,
        field: point_names(board, area.points.iter()),
        assumed: Vec::new(),
    }
}
