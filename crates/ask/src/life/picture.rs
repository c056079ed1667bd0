//! The picture of an answer about the life of a group.

use tesuji_board::{Color, Diagram};
use tesuji_draw::{Picture, Region};
use tesuji_read::Life;

use super::{LifeAnswer, LifeSide, LifeStatus};
use crate::words::Side;

/// The position with the area that was read, and a line of play in numbers: that of the side whose move matters.
pub(super) fn picture<'a>(diagram: &'a Diagram, found: &LifeAnswer, life: &Life) -> Picture<'a> {
    let mut picture = Picture::from(diagram);
    picture.regions.push(Region::new(life.area.points.iter()));
    picture.caption = Some(caption(found));
    let shown = Color::BOTH.into_iter().find(|&color| found.first(color.into()).is_some_and(is_shown));
    let Some(mover) = shown else { return picture };
    let line = life.first[mover.index()].as_ref().map(|side| side.line.as_slice()).unwrap_or_default();
    let colors = [mover, mover.opponent()].into_iter().cycle();
    let moves = line.iter().zip(colors).map_while(|(step, color)| step.map(|point| (color, point)));
    picture.moves(1, moves)
}

/// Whether the mover has something to find.
fn is_shown(side: &LifeSide) -> bool {
    side.moves.first().is_some_and(|first| first != crate::words::PASS)
}

fn caption(found: &LifeAnswer) -> String {
    let of =
        |side: Side| found.first(side).map(|one| format!("{} first: {}", side.name(), one.verdict.word()));
    match found.status {
        Some(LifeStatus::Alive) => "alive".into(),
        Some(LifeStatus::Dead) => "dead".into(),
        Some(LifeStatus::Seki) => "seki".into(),
        _ => [Side::Black, Side::White].into_iter().filter_map(of).collect::<Vec<String>>().join(", "),
    }
}
