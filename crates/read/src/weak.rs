//! Walls that may fall themselves.
//!
//! A group that dies between walls dies only if the walls stand. In a capturing race each side is the other's wall: between walls that
//! were taken as safe both would be dead, whoever moves first. So where something else than life was found, every wall that was
//! assumed and is shut in itself is asked about: whether the owner of the group captures it by moving first. Such a wall
//! becomes part of what is read, and the question is asked again, about the stones of the group alone: other strings of their
//! owner may live behind that wall.
//!
//! Life needs none of this: the more attackers fall, the better for the group.

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_job::{Limits, Watch, Why};

use crate::area::{Area, Premise, Wall, areas};
use crate::life::{Life, Question, life_between, life_in};
use crate::live::Fate;

/// Nodes to find out whether a wall falls. Where they do not tell it is taken as safe, whatever the limit of the question.
const WALL_NODES: u64 = 1_000;

/// A wall that is shut in with more empty points is taken as safe.
const MOST_ROOM: usize = 20;

/// What becomes of a group? The position's ban of a ko holds for the side to move.
#[must_use]
pub fn life(position: &Position, question: &Question, limits: &Limits, watch: &Watch) -> Option<Life> {
    let mut life = life_between(position, question, limits, watch)?;
    let (mut weak, mut looked_at, mut nodes) = (Vec::new(), PointSet::new(), life.nodes);
    loop {
        let mut area = life.area.clone();
        for wall in &life.area.walls {
            let is_new = !wall.stones.intersects(&looked_at);
            if !rests_on_walls(&life) || wall.premise != Premise::Assumed || !is_new {
                continue;
            }
            looked_at.extend(wall.stones.iter());
            let falls = falls(position, &wall.stones, life.defender, question, &limits.after(nodes), watch);
            nodes += falls.nodes;
            match falls.area {
                Ok(None) => {}
                Ok(Some(around)) => {
                    weak.extend(wall.stones.first());
                    area = joined(position, &area, &wall.stones, &around);
                }
                // Whether the wall stands is not known, so nothing is that rests on it.
                Err(why) => {
                    forget(&mut life, why);
                    return Some(Life { friends: friends(position, &life), weak, nodes, ..life });
                }
            }
        }
        if area.points != life.area.points && !life.area.shut_in {
            // The edge of an open area is no wall, so the two cannot be read as one.
            forget(&mut life, Why::OutOfReach);
            return Some(Life { weak, nodes, ..life });
        }
        if area.points == life.area.points {
            return Some(Life { friends: friends(position, &life), weak, nodes, ..life });
        }
        life = life_in(position, question, vec![area], &limits.after(nodes), watch)?;
        nodes += life.nodes;
    }
}

/// The area of a group together with that of a wall that may fall.
fn joined(position: &Position, area: &Area, wall: &PointSet, around: &Area) -> Area {
    let points: PointSet = area.points.iter().chain(around.points.iter()).chain(wall.iter()).collect();
    let mut walls: Vec<Wall> = Vec::new();
    for wall in area.walls.iter().chain(&around.walls) {
        let is_inside = wall.stones.intersects(&points);
        if !is_inside && !walls.iter().any(|known| known.stones == wall.stones) {
            walls.push(wall.clone());
        }
    }
    // A wall that was safe on one side only is read as a whole.
    let cut = position.strings().into_iter().filter(|string| string.stones.intersects(&points));
    let points = points.iter().chain(cut.flat_map(|string| string.stones.iter().collect::<Vec<Point>>()));
    Area { points: points.collect(), group: area.group.clone(), walls, shut_in: true, own: true }
}

/// Safe stones of the group's side beside an area in which every string of that side counts.
fn friends(position: &Position, life: &Life) -> Vec<Point> {
    if life.area.own || !life.area.shut_in {
        return Vec::new();
    }
    let first = life.area.walls.iter().filter_map(|wall| wall.stones.first());
    first.filter(|&stone| position.stone(stone) == Some(life.defender)).collect()
}

/// Whether something else than life was found.
fn rests_on_walls(life: &Life) -> bool {
    life.first.iter().flatten().any(|side| side.fate.is_ok_and(|fate| fate != Fate::Lives))
}

/// Leaves nothing of the fates that rest on walls.
fn forget(life: &mut Life, why: Why) {
    for side in life.first.iter_mut().flatten() {
        if side.fate.is_ok_and(|fate| fate != Fate::Lives) {
            side.fate = Err(why);
            side.known.killed_up_to = None;
            side.moves.clear();
            side.undecided.clear();
            side.refutations.clear();
            side.line.clear();
        }
    }
}

/// What is known of a wall.
struct Falls {
    /// The area in which it is captured if its opponent moves first; none if it is not.
    area: Result<Option<Area>, Why>,
    nodes: u64,
}

/// Whether a wall is captured. One that has much room is not asked about.
fn falls(
    position: &Position,
    wall: &PointSet,
    opponent: Color,
    question: &Question,
    limits: &Limits,
    watch: &Watch,
) -> Falls {
    let named: PointSet = wall.iter().take(1).collect();
    let areas = areas(position, &named, &question.stated);
    let stands = Falls { area: Ok(None), nodes: 0 };
    let empty = |area: &Area| area.points.iter().filter(|&point| position.is_empty_at(point)).count();
    let narrow = areas.last().filter(|area| area.shut_in && empty(area) <= MOST_ROOM);
    let Some(area) = narrow.cloned() else { return stands };
    let asked = Question {
        named,
        all_named: true,
        stated: question.stated.clone(),
        first: Some(opponent),
        every_move: false,
    };
    let stage = limits.with_nodes(limits.nodes.min(WALL_NODES));
    let Some(found) = life_in(position, &asked, areas, &stage, watch) else { return stands };
    let fate = found.first[opponent.index()].as_ref().map(|side| side.fate);
    let area = match fate {
        Some(Ok(Fate::Dies | Fate::Ko(_))) => Ok(Some(area)),
        Some(Err(Why::Nodes)) if limits.nodes >= WALL_NODES => Ok(None),
        Some(Err(why @ (Why::Nodes | Why::Memory | Why::Time | Why::Stopped))) => Err(why),
        _ => Ok(None),
    };
    Falls { area, nodes: found.nodes }
}
