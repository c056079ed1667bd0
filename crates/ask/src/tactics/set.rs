//! The set of a map in a position, and of each of its parts.

use std::fmt::Write as _;

use tesuji_board::{Diagram, PointSet, Setup};
use tesuji_draw::{Picture, Region};
use tesuji_job::Limits;
use tesuji_maps::{Map, RuleSet, set_of, simplified};

use super::{TacticPart, TacticSetAnswer, TacticSetQuestion, player};
use crate::answer::Answer;
use crate::desk::{Rest, Solved, Work};
use crate::fault::Fault;
use crate::layout::{Table, paragraph};
use crate::limits::limits;
use crate::words::point_names;

pub(crate) const LIMITS: Limits = limits(1_000_000, 100);

/// The map of a text; the random player has none.
pub(super) fn map(field: &str, text: &str) -> Result<Map, Fault> {
    player(field, text)?
        .map()
        .cloned()
        .ok_or_else(|| Fault::in_field(field, "random has no map: name one, or write an expression"))
}

pub(crate) fn solve(question: &TacticSetQuestion, work: &Work<'_>) -> Result<Solved<TacticSetAnswer>, Fault> {
    let map = map("tactic", &question.tactic)?;
    let board = question.board.as_ref().map(|board| board.read("board")).transpose()?;
    let (diagram, warnings) = match (&question.position, board) {
        (None, None) => return Err(Fault::in_field("board", "name a board, or give a position")),
        (None, Some(board)) => (Diagram::new(Setup::empty(board)), Vec::new()),
        (Some(position), board) => {
            let mut position = position.clone();
            if position.diagram.is_some() && position.board.is_none() {
                position.board = question.board.clone();
            }
            let read = position.read()?;
            if let Some(board) = board
                && *board != *read.diagram.setup.topology
            {
                let on = read.diagram.setup.topology.name();
                let message = format!("the position is on {on}, not on {}", board.name());
                return Err(Fault::in_field("board", message));
            }
            (read.diagram, read.warnings)
        }
    };
    let (setup, rules) = (&diagram.setup, RuleSet::PAPER);
    let board = &setup.topology;
    let shown = set_of(&map, setup, &rules);
    let choice = &shown.set & &shown.candidates;
    let draw = |map: &Map, set: &PointSet, choice: &PointSet| {
        work.style.as_ref().map(|style| tesuji_draw::svg(&picture(&diagram, map, set, choice), style))
    };
    if question.pictures && work.style.is_none() {
        return Err(Fault::in_field("pictures", "say with picture how the pictures are to look"));
    }
    let parts = map.nodes().into_iter().map(|node| {
        let part = set_of(node, setup, &rules);
        let svg =
            if question.pictures { draw(node, &part.set, &(&part.set & &part.candidates)) } else { None };
        TacticPart { expression: node.to_string(), set: point_names(board, part.set.iter()), svg }
    });
    let found = TacticSetAnswer {
        board: board.name().to_string(),
        tactic: map.to_string(),
        simplified: simplified(&map).to_string(),
        depth: map.depth(),
        to_move: setup.to_move.into(),
        set: point_names(board, shown.set.iter()),
        candidates: point_names(board, shown.candidates.iter()),
        choice: point_names(board, choice.iter()),
        parts: parts.collect(),
        diagram: diagram.to_string(),
    };
    let svg = draw(&map, &shown.set, &choice);
    Ok(Solved { found, rest: Rest { svg, warnings, ..Rest::default() } })
}

/// The set as a coloured area, the moves in it standing out.
fn picture<'a>(diagram: &'a Diagram, map: &Map, set: &PointSet, choice: &PointSet) -> Picture<'a> {
    let words =
        format!("{map}: {} points, {} moves, {} to move", set.len(), choice.len(), diagram.setup.to_move);
    Picture {
        regions: if set.is_empty() { Vec::new() } else { vec![Region::new(set.iter())] },
        highlights: choice.clone(),
        caption: Some(words),
        ..Picture::from(diagram)
    }
}

pub(crate) fn text(question: &TacticSetQuestion, found: &TacticSetAnswer, _: &Answer) -> String {
    let listed = |names: &[String]| if names.is_empty() { "(empty)".into() } else { names.join(" ") };
    let mut text = found.diagram.clone();
    let _ = writeln!(text, "\n{}", found.tactic);
    text.push_str(&paragraph("  set     ", &listed(&found.set)));
    text.push_str(&match (found.choice.is_empty(), found.candidates.len()) {
        (false, _) => paragraph("  choice  ", &listed(&found.choice)),
        (true, 0) => paragraph("  choice  ", "there is no move but to pass"),
        (true, moves) => {
            paragraph("  choice  ", &format!("none of these is a move: any of the {moves} candidates"))
        }
    });
    if question.parts {
        let mut table = Table::new(["part", "points", "set"]).right(&[1]);
        for part in &found.parts {
            table.row([part.expression.clone(), part.set.len().to_string(), listed(&part.set)]);
        }
        let _ = write!(text, "\n{table}");
    }
    text
}
