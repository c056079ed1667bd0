//! Which strings are walls: they are never captured, and what lies between them is a region.
//!
//! A string is a wall if that is stated, if it is unconditionally alive, or if the reader of life and death finds that it survives although
//! the opponent moves first. Where the reader finds that it does not, the string belongs to a region and can be captured there. Where the
//! reader does not know, the string is assumed to be a wall. All but the second are conditions of the answer.

use tesuji_board::{Color, Point, PointSet, Position, unconditionally_alive};
use tesuji_job::{Limits, Watch};
use tesuji_read::{Fate, Question, Stated, life_between};

/// Nodes that reading one string may take.
const NODES: u64 = 2_000;

/// Why a string is taken as a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Whoever asked said so.
    Stated,
    /// It is unconditionally alive.
    Proved,
    /// It survives if its owner answers, by reading.
    Read,
    /// It was not found out.
    Assumed,
}

/// A string that is taken as a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Its stones.
    pub stones: PointSet,
    /// Why it is one.
    pub ground: Ground,
}

/// The walls of a position in the order of their first stones, and how many positions were read for that.
pub(crate) fn walls(
    position: &Position,
    stated: &Stated,
    limits: &Limits,
    watch: &Watch,
) -> (Vec<Wall>, u64) {
    let proved = Color::BOTH.map(|color| unconditionally_alive(position, color));
    let mut nodes = 0;
    let mut walls = Vec::new();
    for string in position.strings() {
        let Some(first) = string.stones.first() else { continue };
        let ground = if string.stones.intersects(&stated.safe) {
            Some(Ground::Stated)
        } else if string.stones.intersects(&stated.unknown) {
            None
        } else if proved[string.color.index()].contains(first) {
            Some(Ground::Proved)
        } else {
            let left = limits.after(nodes);
            let limits = left.with_nodes(left.nodes.min(NODES));
            let (ground, used) = read(position, first, string.color, stated, &limits, watch);
            nodes += used;
            ground
        };
        if let Some(ground) = ground {
            walls.push(Wall { stones: string.stones, ground });
        }
    }
    (walls, nodes)
}

/// Whether a string is a wall by reading, and the positions that it took.
fn read(
    position: &Position,
    string: Point,
    owner: Color,
    stated: &Stated,
    limits: &Limits,
    watch: &Watch,
) -> (Option<Ground>, u64) {
    let question = Question {
        named: [string].into_iter().collect(),
        all_named: true,
        stated: stated.clone(),
        first: Some(owner.opponent()),
        every_move: false,
    };
    let Some(found) = life_between(position, &question, limits, watch) else {
        return (Some(Ground::Assumed), 0);
    };
    let side = found.first[owner.opponent().index()].as_ref();
    let ground = match side.map(|side| &side.fate) {
        Some(Ok(Fate::Lives)) => Some(Ground::Read),
        Some(Ok(Fate::Dies)) => None,
        _ => Some(Ground::Assumed),
    };
    (ground, found.nodes)
}
