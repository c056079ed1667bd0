//! Which of the strings that a reading took as safe are so.

use tesuji_board::{Color, Point, PointSet, Position, unconditionally_alive};
use tesuji_capture::{Side, solve_without_orders};
use tesuji_job::{Limits, Watch};

use crate::area::Stated;

/// Nodes to find out whether a wall can be captured.
const WALL_NODES: u64 = 500;

/// A string that counts as safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SafeString {
    /// One of its stones.
    pub at: Point,
    /// Whoever asked said so.
    pub stated: bool,
    /// It is never captured, whoever moves first.
    pub proved: bool,
}

impl SafeString {
    /// Whether it is merely taken to be safe.
    #[must_use]
    pub fn is_assumed(&self) -> bool {
        !self.stated && !self.proved
    }
}

/// Every string among these stones and those that were stated to be safe, and whether it is alive as it stands.
#[must_use]
pub fn safe_strings(position: &Position, stones: &PointSet, stated: &Stated) -> Vec<SafeString> {
    let stones = stones | &stated.safe;
    let walled = position.with_eyes(&stated.safe);
    let alive = Color::BOTH.map(|color| unconditionally_alive(walled.as_ref().unwrap_or(position), color));
    position
        .strings()
        .iter()
        .filter(|string| string.stones.intersects(&stones))
        .filter_map(|string| {
            let at = string.stones.first()?;
            let proved = alive[string.color.index()].contains(at);
            Some(SafeString { at, stated: stated.safe.contains(at), proved })
        })
        .collect()
}

/// The same; and of those that are neither alive nor stated to be safe those are proved that cannot be captured at any order by somebody who
/// moves first. `walled` is the position with the walls that were stated. What is read is counted in `nodes`, up to the limit.
pub fn walls(
    position: &Position,
    walled: &Position,
    stones: &PointSet,
    stated: &Stated,
    limits: &Limits,
    nodes: &mut u64,
    watch: &Watch,
) -> Vec<SafeString> {
    let mut walls = safe_strings(position, stones, stated);
    for wall in walls.iter_mut().filter(|wall| wall.is_assumed()) {
        if watch.check().is_err() {
            break;
        }
        let left = limits.with_nodes(WALL_NODES.min(limits.nodes.saturating_sub(*nodes)));
        let Some(attack) = solve_without_orders(walled, wall.at, Side::Attacker, &left, watch) else {
            continue;
        };
        *nodes += attack.nodes;
        wall.proved = attack.every_order;
    }
    walls
}
