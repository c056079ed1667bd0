//! Which group is meant where none is named.

use tesuji_board::{Color, Mark, Point, PointSet, Position};
use tesuji_read::{Stated, area};

use super::LifeQuestion;
use crate::fault::Fault;
use crate::position::{AskedPosition, ReadPosition};
use crate::stated::points;

/// A group, and others that could have been meant.
pub(super) struct Meant {
    pub(super) named: PointSet,
    pub(super) others: Vec<Point>,
}

/// The stones that are named or marked, or else the likeliest group.
pub(super) fn meant(question: &LifeQuestion, read: &ReadPosition, stated: &Stated) -> Result<Meant, Fault> {
    let position = &read.position;
    let board = position.topology();
    let named: PointSet = match &question.group {
        Some(names) if names.names().is_empty() => {
            return Err(Fault::in_field("group", "the list is empty: name a stone, such as \"D4\""));
        }
        Some(names) => points(board, "group", names.names())?.iter().collect(),
        None => read.diagram.marked(Mark::Triangle),
    };
    let Some(first) = named.first() else { return likeliest(read, stated, None) };
    let Some(color) = position.stone(first) else {
        return Err(Fault::in_field("group", format!("there is no stone on {}", board.name_of(first))));
    };
    for stone in named.iter() {
        match position.stone(stone) {
            Some(other) if other == color => {}
            Some(_) => {
                let names = format!("{} and {}", board.name_of(first), board.name_of(stone));
                return Err(Fault::in_field("group", format!("a group has one colour, and {names} differ")));
            }
            None => {
                return Err(Fault::in_field(
                    "group",
                    format!("there is no stone on {}", board.name_of(stone)),
                ));
            }
        }
    }
    let own = named.iter().find(|&stone| {
        let string: PointSet = position.string(stone).collect();
        string.intersects(&stated.safe)
    });
    if let Some(stone) = own {
        let name = board.name_of(stone);
        return Err(Fault::in_field(
            "safe",
            format!("the group on {name} cannot be stated to be safe: that is the question"),
        ));
    }
    Ok(Meant { named, others: Vec::new() })
}

/// The stones of the likeliest group of a colour, or of any; none if no group is shut in.
pub(crate) fn likeliest_group(position: &AskedPosition, color: Option<Color>) -> Option<PointSet> {
    let read = position.read().ok()?;
    let walls = crate::stated::stated(&read.diagram, &read.position, &[], &[]).ok()?;
    let stated = Stated { safe: walls.safe, unknown: walls.unknown };
    likeliest(&read, &stated, color).ok().map(|meant| meant.named)
}

/// A group that could be meant.
struct Candidate {
    stone: Point,
    stones: PointSet,
    /// Whether it is alive without a move, how far it is from the last move, and how large its area is: the least comes first.
    rank: (bool, usize, usize),
}

/// The group in the smallest area that is shut in and not alive without a move, best one near the last move; one of this colour, if
/// one is given.
fn likeliest(read: &ReadPosition, stated: &Stated, color: Option<Color>) -> Result<Meant, Fault> {
    let position = &read.position;
    let alive: PointSet = Color::BOTH
        .iter()
        .flat_map(|&color| {
            tesuji_board::unconditionally_alive(position, color).iter().collect::<Vec<Point>>()
        })
        .collect();
    let mut candidates: Vec<Candidate> = Vec::new();
    for string in position.strings() {
        let Some(stone) = string.stones.first() else { continue };
        if color.is_some_and(|color| string.color != color)
            || stated.safe.intersects(&string.stones)
            || candidates.iter().any(|candidate| candidate.stones.contains(stone))
        {
            continue;
        }
        let found = area(position, &string.stones, stated);
        if !found.shut_in || found.walls.is_empty() {
            continue;
        }
        let steps = read.last.map_or(0, |last| distance(position, last, &found.points));
        let rank = (alive.contains(stone), steps, found.points.len());
        candidates.push(Candidate { stone, stones: found.group, rank });
    }
    candidates.sort_by_key(|candidate| candidate.rank);
    let Some((first, others)) = candidates.split_first() else {
        return Err(Fault::in_field(
            "group",
            "no group is shut in here: name a stone of the group, such as \"D4\", or mark it with a triangle (TR)",
        ));
    };
    Ok(Meant {
        named: [first.stone].into_iter().collect(),
        others: others.iter().map(|other| other.stone).collect(),
    })
}

/// How many steps an area is away from a point.
fn distance(position: &Position, from: Point, area: &PointSet) -> usize {
    let mut reached: PointSet = [from].into_iter().collect();
    let mut steps = 0;
    while !reached.intersects(area) && reached.len() < position.topology().len() {
        let next = position.topology().boundary(&reached);
        if next.is_empty() {
            break;
        }
        reached.extend(next.iter());
        steps += 1;
    }
    steps
}
