//! Strings that are shut in. Orders say that a dead shape is not captured up to some order, which is true and of no help to anybody: so
//! where orders have found no capture, such a string is read without them.

use tesuji_board::{Color, Position};
use tesuji_capture as capture;
use tesuji_capture::{Code, Shown, Targets, Threats, Verdict};
use tesuji_fight::falls;
use tesuji_job::Why;

use super::{Algorithm, CaptureQuestion};
use crate::desk::Work;
use crate::race::{Conditions, walls};
use crate::words::point_names;

/// Nodes for reading a string that is shut in, whatever the limit. When they are used up, what the orders say is the answer; when the
/// limit is, nothing is, so that no verdict turns into another if the limit grows.
const NODES: u64 = 3_000;

/// Reads on where that may tell more than the orders did. Where the string falls the answer becomes that, and rests on these conditions.
pub(super) fn read_on(
    question: &CaptureQuestion,
    position: &Position,
    targets: &Targets,
    mover: Color,
    answer: &mut capture::Answer,
    work: &Work<'_>,
) -> Option<Conditions> {
    let settled = match answer.verdict {
        Verdict::Captured => true,
        Verdict::Escapes { .. } => answer.every_order || answer.alive,
        Verdict::Ko => false,
        Verdict::Unknown { why } => why != Why::Nodes,
    };
    let &[target] = targets.points() else { return None };
    // Whoever names an order wants to know about that order. A single stone may be taken and taken back, which is no capture here and
    // one for whoever reads fights.
    if position.string_size(target) < 2
        || settled
        || question.order.is_some()
        || question.algorithm != Algorithm::Lambda
    {
        return None;
    }
    let left = work.limits.after(answer.nodes);
    let limits = left.with_nodes(NODES.min(left.nodes));
    let fall = falls(position, target, mover, &limits, work.watch)?;
    answer.nodes += fall.nodes;
    match fall.captured {
        Ok(true) => {
            let mut nodes = answer.nodes;
            let safe = walls(position, &fall.assumed_safe, work.limits.nodes, &mut nodes, work);
            answer.nodes = nodes;
            // Whoever stands around it may fall first: then what the orders say is more.
            if safe.iter().any(|wall| !wall.proved) {
                return None;
            }
            let attacks = position.stone(target) != Some(mover);
            answer.verdict = Verdict::Captured;
            answer.code = Some(if attacks { Code::Works } else { Code::Fails });
            answer.first_move = fall.line.first().copied();
            (answer.ko, answer.order, answer.evidence) = (None, None, None);
            answer.shown.clear();
            answer.line = fall.line;
            answer.zone = fall.field;
            let field = point_names(position.topology(), answer.zone.iter());
            Some(Conditions { safe, open: fall.open, field, assumed: Vec::new() })
        }
        Err(why) if limits.nodes < NODES || why != Why::Nodes => {
            if let Verdict::Escapes { order } = answer.verdict {
                answer.shown = vec![Shown::Refuted { threats: Threats::ATTACKER, order }];
            }
            answer.verdict = Verdict::Unknown { why };
            (answer.code, answer.ko, answer.order, answer.evidence) = (None, None, None, None);
            None
        }
        Ok(false) | Err(_) => None,
    }
}
