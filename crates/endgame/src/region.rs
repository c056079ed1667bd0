//! The regions of a position: what lies between the walls.

use tesuji_board::{Color, PointSet, Position, Topology};
use tesuji_local::{Ground, MOST_POINTS, Part};

use crate::graph::Ban;

/// A part of the board between walls: empty points and stones that can be captured.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) ground: Ground,
    /// What stands there.
    pub(crate) part: Part,
    /// The point that a ko forbids the side to move.
    pub(crate) ban: Option<Ban>,
}

/// All regions of a position, in the order of their first points.
pub(crate) fn find(position: &Position, walls: &PointSet) -> Vec<PointSet> {
    let board = position.topology();
    let mut seen = walls.clone();
    let mut regions = Vec::new();
    for start in board.points() {
        if !seen.contains(start) {
            let points = board.component(start, |point| !walls.contains(point));
            seen.extend(points.iter());
            regions.push(points);
        }
    }
    regions
}

/// Whose walls alone surround a region without stones.
pub(crate) fn owner(position: &Position, points: &PointSet) -> Option<Color> {
    let around = position.topology().boundary(points);
    let first = position.stone(around.first()?)?;
    let one_color = around.iter().all(|point| position.stone(point) == Some(first));
    (one_color && points.iter().all(|point| position.is_empty_at(point))).then_some(first)
}

impl Region {
    /// A region as a bit board; nothing if it has too many points for one.
    pub(crate) fn new(position: &Position, walls: &PointSet, points: &PointSet) -> Option<Region> {
        if points.len() > MOST_POINTS {
            return None;
        }
        let board: &Topology = position.topology();
        let ground = Ground::new(board, points.iter().collect());
        let mut part = Part::default();
        for (at, &point) in ground.points().iter().enumerate() {
            part.points |= 1 << at;
            if let Some(color) = position.stone(point) {
                part.stones[color.index()] |= 1 << at;
            }
            for &near in board.neighbors(point) {
                if walls.contains(near)
                    && let Some(color) = position.stone(near)
                {
                    part.safe[color.index()] |= 1 << at;
                }
            }
        }
        // Stones that touch a wall of their colour belong to it.
        ground.settle(&mut part);
        let ban = position.ko().and_then(|point| ground.index_of(point));
        let ban = ban.map(|at| Ban { color: position.to_move(), point: 1 << at });
        Some(Region { ground, part, ban })
    }

    /// The points that are left when stones that touch their own walls belong to them.
    pub(crate) fn points(&self) -> PointSet {
        tesuji_local::ones(self.part.points).map(|at| self.ground.points()[at]).collect()
    }

    pub(crate) fn empty(&self) -> usize {
        self.part.empty().count_ones() as usize
    }

    /// The same region elsewhere: for each of its bits the bit of the other one, if they look the same.
    pub(crate) fn matches(&self, other: &Region) -> Option<Vec<u8>> {
        let mut matching = Matching { from: self, to: other, image: Vec::new(), steps: 0 };
        let own = self.labels();
        let mut theirs = other.labels();
        let mut sorted = own.clone();
        sorted.sort_unstable();
        theirs.sort_unstable();
        (self.ban.is_none() && other.ban.is_none() && sorted == theirs && matching.extend(0))
            .then_some(matching.image)
    }

    /// What tells the points apart at a glance.
    fn labels(&self) -> Vec<u32> {
        (0..self.ground.points().len()).map(|at| self.label(at)).collect()
    }

    fn label(&self, at: usize) -> u32 {
        let Part { points, stones, safe, .. } = &self.part;
        let flags = [*points, stones[0], stones[1], safe[0], safe[1]];
        let flags = flags.iter().fold(0, |all, bits| all << 1 | (bits >> at & 1) as u32);
        flags << 8 | (self.ground.beside(at) & points).count_ones()
    }
}

/// Steps that looking for the same region may take.
const MOST_STEPS: usize = 20_000;

struct Matching<'a> {
    from: &'a Region,
    to: &'a Region,
    image: Vec<u8>,
    steps: usize,
}

impl Matching<'_> {
    fn extend(&mut self, used: u128) -> bool {
        let at = self.image.len();
        if at == self.from.ground.points().len() {
            return true;
        }
        for to in 0..self.to.ground.points().len() {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return false;
            }
            let fits = used >> to & 1 == 0
                && self.from.label(at) == self.to.label(to)
                && self.image.iter().enumerate().all(|(other, &image)| {
                    self.from.ground.beside(at) >> other & 1 == self.to.ground.beside(to) >> image & 1
                });
            if fits {
                self.image.push(to as u8);
                if self.extend(used | 1 << to) {
                    return true;
                }
                self.image.pop();
            }
        }
        false
    }
}
