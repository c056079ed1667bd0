//! Questions as users ask them: through the desk, with names of points, goals and what is stated about walls.

use tesuji_ask::capture::{CaptureAnswer, CaptureQuestion};
use tesuji_ask::race::{Conditions, RaceAnswer, RaceQuestion, SafeString};
use tesuji_ask::{AskedLimits, AskedPosition, Desk, Fault, Found, Question, Request};
use tesuji_board::{Diagram, Point, PointSet, Position};
use tesuji_job::Watch;

use crate::{Ended, broken};

/// What the desk says of a race; the sentence, where it refuses the question.
pub(crate) fn race(
    question: RaceQuestion,
    nodes: u64,
    watch: &Watch,
) -> Result<Result<RaceAnswer, Fault>, Ended> {
    match answer(Question::Race(Box::new(question)), nodes, watch)? {
        Ok(Found::Race(found)) => Ok(Ok(*found)),
        Ok(_) => Err(broken("this answer belongs to another question")),
        Err(fault) => Ok(Err(fault)),
    }
}

/// What the desk says of a capture.
pub(crate) fn capture(question: CaptureQuestion, nodes: u64, watch: &Watch) -> Result<CaptureAnswer, Ended> {
    match answer(Question::Capture(Box::new(question)), nodes, watch)? {
        Ok(Found::Capture(found)) => Ok(*found),
        Ok(_) => Err(broken("this answer belongs to another question")),
        Err(fault) => Err(Ended::Fault(fault)),
    }
}

fn answer(question: Question, nodes: u64, watch: &Watch) -> Result<Result<Found, Fault>, Ended> {
    let limits = Some(AskedLimits { nodes: Some(nodes), ..AskedLimits::default() });
    let answer = Desk::new().with_threads(1).answer(&Request { limits, ..question.into() }, watch);
    watch.check()?;
    Ok(answer.map(|answer| answer.found))
}

/// A position as a diagram: the side to move and a ko that was just taken are part of it.
pub(crate) fn position(position: &Position) -> AskedPosition {
    AskedPosition::of_diagram(&Diagram::new(position.to_setup()))
}

/// One stone of every string among these stones, by its name.
pub(crate) fn strings(position: &Position, stones: &PointSet) -> Vec<String> {
    let strings = position.strings();
    let named = strings.iter().filter(|string| string.stones.intersects(stones));
    named.filter_map(|string| string.stones.first()).map(|stone| name(position, stone)).collect()
}

pub(crate) fn name(position: &Position, point: Point) -> String {
    position.topology().name_of(point).to_string()
}

/// The point with this name; nothing for a pass.
pub(crate) fn point(position: &Position, name: &str) -> Option<Point> {
    position.topology().point(name)
}

/// Whether an answer rests on something that a judge of the whole board does not know: a wall that is merely assumed to be safe, or the
/// edge of what was read.
pub(crate) fn is_conditional(conditions: &Conditions) -> bool {
    conditions.open || conditions.safe.iter().any(SafeString::is_assumed)
}
