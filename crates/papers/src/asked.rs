//! Questions as users ask them: through the desk, with names of points, goals and what is stated about walls.

use tesuji_ask::capture::{CaptureAnswer, CaptureQuestion};
use tesuji_ask::connect::{ConnectAnswer, ConnectQuestion};
use tesuji_ask::endgame::{EndgameAnswer, EndgameQuestion};
use tesuji_ask::life::{LifeAnswer, LifeQuestion};
use tesuji_ask::race::{Conditions, RaceAnswer, RaceQuestion, SafeString};
use tesuji_ask::{Answer, AskedLimits, AskedPosition, Desk, Fault, Found, Question, Request};
use tesuji_board::{Color, Diagram, Point, PointSet, Position, unconditionally_alive};
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

/// What the desk says of the life of a group, and how many nodes that took.
pub(crate) fn life(question: LifeQuestion, nodes: u64, watch: &Watch) -> Result<(LifeAnswer, u64), Ended> {
    let answer = whole(Question::Life(Box::new(question)), nodes, watch)?.map_err(Ended::Fault)?;
    match answer.found {
        Found::Life(found) => Ok((*found, answer.nodes.unwrap_or(0))),
        _ => Err(broken("this answer belongs to another question")),
    }
}

/// What the desk says of two strings, and how many nodes that took.
pub(crate) fn connect(
    question: ConnectQuestion,
    nodes: u64,
    watch: &Watch,
) -> Result<(ConnectAnswer, u64), Ended> {
    let answer = whole(Question::Connect(Box::new(question)), nodes, watch)?.map_err(Ended::Fault)?;
    match answer.found {
        Found::Connect(found) => Ok((*found, answer.nodes.unwrap_or(0))),
        _ => Err(broken("this answer belongs to another question")),
    }
}

/// What the desk says of an endgame.
pub(crate) fn endgame(question: EndgameQuestion, nodes: u64, watch: &Watch) -> Result<EndgameAnswer, Ended> {
    match answer(Question::Endgame(Box::new(question)), nodes, watch)? {
        Ok(Found::Endgame(found)) => Ok(*found),
        Ok(_) => Err(broken("this answer belongs to another question")),
        Err(fault) => Err(Ended::Fault(fault)),
    }
}

fn answer(question: Question, nodes: u64, watch: &Watch) -> Result<Result<Found, Fault>, Ended> {
    Ok(whole(question, nodes, watch)?.map(|answer| answer.found))
}

fn whole(question: Question, nodes: u64, watch: &Watch) -> Result<Result<Answer, Fault>, Ended> {
    let limits = Some(AskedLimits { nodes: Some(nodes), ..AskedLimits::default() });
    let answer = Desk::new().with_threads(1).answer(&Request { limits, ..question.into() }, watch);
    watch.check()?;
    Ok(answer)
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

/// Whether an answer rests on something that a judge of the whole board does not know: the edge of what was read, or a wall that neither was
/// stated to be safe nor lives as it stands. That nobody captures a wall by moving first is no more than a condition, because two such
/// walls can be attacked by one move.
pub(crate) fn is_conditional(position: &Position, conditions: &Conditions) -> bool {
    let stated = conditions.safe.iter().filter(|wall| wall.stated);
    let stated: PointSet = stated.filter_map(|wall| point(position, &wall.at)).collect();
    let walled = position.with_eyes(&stated);
    let walled = walled.as_ref().unwrap_or(position);
    let alive = Color::BOTH.map(|color| unconditionally_alive(walled, color));
    let lives = |wall: &SafeString| {
        point(position, &wall.at).is_some_and(|stone| alive.iter().any(|alive| alive.contains(stone)))
    };
    conditions.open || conditions.safe.iter().any(|wall| !wall.stated && !lives(wall))
}
