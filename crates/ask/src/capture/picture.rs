//! The picture of an answer about a string.

use tesuji_board::{Color, Diagram};
use tesuji_capture::{Answer, Verdict};
use tesuji_draw::{Picture, Region};

use super::CaptureAnswer;

/// The position with the points that a capture depends on, and the line of play in numbers.
pub(super) fn picture<'a>(diagram: &'a Diagram, found: &CaptureAnswer, answer: &Answer) -> Picture<'a> {
    let mut picture = Picture::from(diagram);
    if !answer.zone.is_empty() {
        picture.regions.push(Region::new(answer.zone.iter()));
    }
    picture.caption = Some(match answer.verdict {
        Verdict::Captured => {
            answer.order.map_or_else(|| "captured".into(), |order| format!("captured at order {order}"))
        }
        Verdict::Escapes { .. } if answer.every_order => "it is never captured".into(),
        Verdict::Escapes { order } => format!("no capture up to order {order}"),
        Verdict::Ko => "ko".into(),
        Verdict::Unknown { why } => format!("unknown: {why}"),
    });
    let mover = Color::from(found.first.of(found.color));
    let colors = [mover, mover.opponent()].into_iter().cycle();
    let moves = answer.line.iter().zip(colors).map_while(|(step, color)| step.map(|point| (color, point)));
    picture.moves(1, moves)
}
