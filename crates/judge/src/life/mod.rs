//! The judge of life and death: what becomes of the stones of one side in an area between walls, from the rules of Go alone.
//!
//! # What is judged
//!
//! A [`Board`] has an *area*: the points where play is possible. Everything around it are *walls*, stones that are never captured. All
//! stones of the defender in the area are one group. Every position of the area that can come about is looked at, with every legal move
//! and the pass of both sides; suicide is illegal, and a ko may not be retaken at once. Nothing here knows eyes, shapes or counting.
//!
//! - The attacker **kills** as soon as the area holds no stone of the defender. What the defender plays in there afterwards does not count,
//!   as GoTools has it. [`First::for_good`] is the stricter sense: the attacker can empty the area again and again, so that nothing in there can ever
//!   become safe.
//! - Play that goes on for ever kills nobody: the attacker kills exactly in the attractor of the empty area.
//! - A position is **unconditional** if the attacker cannot empty the area although the defender passes for ever. So some string can never be
//!   captured: it has two eyes by itself, or is joined to stones that are safe.
//! - The defender **lives** if he can force an unconditional position before he is killed. If he is not killed and cannot force that,
//!   it is **seki**: he cannot be captured, and he cannot make two eyes either, because he would have to fill a liberty that both sides
//!   share, or a stone inside cannot be captured. Endless play is a seki, too, if only that saves him.
//!
//! So a dead shape inside an eye is no seki: whatever the attacker does, the defender takes it and has two eyes. A group that may have to
//! answer lives as well, since answers are part of what can be forced. Two groups that share their last liberties are in seki, because
//! whoever plays there is captured.
//!
//! # Ko
//!
//! As for [races](crate::races) a threat allows its side to retake a ko at once. That stands for a threat elsewhere that was answered. The
//! outcome is asked for without threats and with one to eight of either side: [`Ko`] says what happens without, and how many threats turn it. If
//! only more than eight do, that is told. The number is always finite: a side that could only go on retaking for ever has lost the ko. It is
//! called a [life](Fate::Lives) if an unconditional position can be forced against eight threats of the attacker. What is not killed with any number of threats, but whose two eyes depend on a ko, is called a seki, and
//! [`First::ko_for_eyes`] tells of the ko.
//!
//! # Moves
//!
//! For the defender life is better than seki, seki better than ko, and a ko is better the more threats the attacker needs for it, or the fewer
//! the defender needs. The best first moves are those after which the fate is the same as before.

mod features;
pub(crate) mod generate;
mod table;
#[cfg(test)]
mod tests;

use tesuji_board::{Color, Diagram, Mark, Point, PointSet};
use tesuji_job::{Watch, Why};

pub use features::Feature;
pub use generate::{Boards, Example, boards};

use crate::referee;
use table::Table;

/// The most points of an area.
pub const MOST_AREA: usize = 16;

/// The most places of a board that is judged by itself.
const MOST_PLACES: usize = 12_000_000;

/// Stones whose life is in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The whole board. Walls have circles: they are never captured.
    pub diagram: Diagram,
    /// The points where play is possible, ascending. All other points are walls, or empty and not beside the area.
    pub area: Vec<Point>,
    /// Whose life is in question.
    pub defender: Color,
}

impl Board {
    /// A stone of the group; none if the area holds no stone of the defender.
    #[must_use]
    pub fn group(&self) -> Option<Point> {
        self.area.iter().copied().find(|&point| self.diagram.setup.stone(point) == Some(self.defender))
    }

    /// The rules on this board; none if it is too large or is not shut in.
    fn rules(&self) -> Option<referee::Board> {
        let topology = &self.diagram.setup.topology;
        let (walls, area): (PointSet, PointSet) =
            (self.diagram.marked(Mark::Circle), self.area.iter().copied().collect());
        let stone = |point: Point| self.diagram.setup.stone(point);
        let shut_in =
            topology.points().filter(|&point| !area.contains(point)).all(|point| match stone(point) {
                Some(_) => walls.contains(point),
                None => !topology.neighbors(point).iter().any(|&near| area.contains(near)),
            });
        if self.area.len() > MOST_AREA || !shut_in {
            return None;
        }
        let neighbors: Vec<Vec<usize>> = topology
            .points()
            .map(|point| topology.neighbors(point).iter().map(|near| near.index()).collect())
            .collect();
        let stones: Vec<u8> =
            topology.points().map(|point| stone(point).map_or(0, |color| color.index() as u8 + 1)).collect();
        let safe: Vec<bool> =
            topology.points().map(|point| walls.contains(point) && !area.contains(point)).collect();
        referee::Board::new(&neighbors, &stones, self.area.iter().map(|point| point.index()).collect(), &safe)
    }
}

/// What becomes of the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// The attacker kills, whatever the threats.
    Dies,
    /// Threats decide whether he does.
    Ko,
    /// He does not, and the defender cannot force an unconditional position.
    Seki,
    /// The defender can.
    Lives,
}

/// What threats are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ko {
    /// Whether the defender has what he wants if nobody has threats: survival, or eyes.
    pub without_threats: bool,
    /// How many threats turn it; none if that takes more than eight.
    pub threats: Option<u8>,
    /// The side that needs them.
    pub needed_by: Color,
}

/// What is true if one side moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// What becomes of the group.
    pub fate: Fate,
    /// The terms of a [`Fate::Ko`].
    pub ko: Option<Ko>,
    /// For a [`Fate::Seki`]: the terms on which there would be two eyes.
    pub ko_for_eyes: Option<Ko>,
    /// The first moves that reach this fate, ascending, then `None` if a pass does.
    pub moves: Vec<Option<Point>>,
    /// Whether the attacker, if he kills without threats, can prevent that anything lives there later.
    pub for_good: bool,
}

/// What is true of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// If Black moves first, and if White does.
    pub first: [First; 2],
}

impl Judged {
    /// What is true if this side moves first.
    #[must_use]
    pub fn first(&self, color: Color) -> &First {
        &self.first[color.index()]
    }
}

/// Judges a board; none if it is too large, is not shut in, is not legal or holds no stone of the defender.
///
/// # Errors
/// Ends with the watch.
pub fn judge(board: &Board, watch: &Watch) -> Result<Option<Judged>, Why> {
    let (Some(rules), Some(_)) = (board.rules(), board.group()) else { return Ok(None) };
    let setup = &board.diagram.setup;
    let roots = Color::BOTH.map(|color| {
        let ban = setup.ko.filter(|_| setup.to_move == color);
        rules.start(color, ban.map(Point::index))
    });
    if !rules.is_legal(&roots[0]) {
        return Ok(None);
    }
    let Some(table) = Table::new(rules, board.defender, &roots, MOST_PLACES, watch)? else { return Ok(None) };
    Ok(table.judged(&board.area, &roots))
}
