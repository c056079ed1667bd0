//! One string that is shut in: does it fall, whatever the order of the attack?
//!
//! Lambda orders are a good way to find captures and say little about a string that is surrounded and short of eyes: dead shapes take
//! many moves to capture, and every order below says that there is no capture. Reading knows eyes and needs no orders.

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Limits, Watch, Why};
use tesuji_local::{THREATS, Threats};

use crate::field::ones;
use crate::ground::{Ground, WIDEST, ground};
use crate::reader::{Reader, State};
use crate::verdict::Move;

/// What becomes of a string that is shut in.
#[derive(Clone, Debug)]
pub struct Fall {
    /// Whether it is captured even if its owner has [`THREATS`] ko threats more; or why that is not known.
    pub captured: Result<bool, Why>,
    /// A line of best play, if that was found.
    pub line: Vec<Move>,
    /// States searched.
    pub nodes: u64,
    /// The points on which it depends.
    pub field: PointSet,
    /// Stones around those points that were taken as safe.
    pub assumed_safe: PointSet,
    /// Whether it depends on the edge of what was read, where a group that gets to empty points counts as safe.
    pub open: bool,
}

/// A string is shut in if it comes to so many empty points at most without crossing the other side.
const MOST_EMPTY: usize = 24;

/// Reads whether a string falls, with this side to move; nothing if it is not shut in, or nobody stands beside it.
#[must_use]
pub fn falls(
    position: &Position,
    target: Point,
    to_move: Color,
    limits: &Limits,
    watch: &Watch,
) -> Option<Fall> {
    let ground = shut_in(position, target)?;
    let Ground { field, stones, targets, .. } = &ground;
    let owner = position.stone(target)?;
    let mut reader = Reader::new(field, *targets, limits, watch);
    let goal = reader.goal(owner, false);
    let ban = position.ko().filter(|_| position.to_move() == to_move);
    let ban = ban.and_then(|ban| field.points.iter().position(|&point| point == ban)).map(|at| at as u8);
    let state = State { stones: *stones, to_move, ban, threats: Threats::of(owner, THREATS) };
    let fact = reader.read(&goal, &state);
    let zone = fact.as_ref().map_or(field.all(), |fact| fact.zone);
    let line = match &fact {
        // Nobody has to attack what is dead.
        Ok(fact)
            if fact.captured
                && to_move != owner
                && matches!(reader.read_after(&goal, &state, None), Some(Ok(true))) =>
        {
            vec![None]
        }
        Ok(fact) => reader.line(&goal, &state, fact),
        Err(_) => Vec::new(),
    };
    let point = |at: u8| field.points[usize::from(at)];
    Some(Fall {
        captured: fact.map(|fact| fact.captured),
        line: line.into_iter().map(|step| step.map(point)).collect(),
        nodes: reader.nodes,
        field: ones(zone).map(|at| field.points[at]).collect(),
        assumed_safe: ground.walls(position, zone),
        open: field.open & zone != 0,
    })
}

/// The ground around a string and the largest string of the other side that stands beside it.
fn shut_in(position: &Position, target: Point) -> Option<Ground> {
    let owner = position.stone(target)?;
    let board = position.topology();
    let reach = board.component(target, |point| position.stone(point) != Some(owner.opponent()));
    if reach.iter().filter(|&point| position.is_empty_at(point)).count() > MOST_EMPTY {
        return None;
    }
    let beside = position.string(target).flat_map(|stone| board.neighbors(stone).iter().copied());
    let foreign = beside.filter(|&near| position.stone(near) == Some(owner.opponent()));
    let guard = foreign.max_by_key(|&near| (position.string_size(near), std::cmp::Reverse(near)))?;
    let targets = if owner == Color::Black { [target, guard] } else { [guard, target] };
    ground(position, targets, WIDEST).filter(|ground| !ground.full)
}
