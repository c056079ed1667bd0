//! Random boards of open regions between walls that are stated to be safe.

use std::sync::Arc;

use tesuji_board::{Color, Diagram, Mark, Point, PointSet, Setup, Topology};
use tesuji_job::Random;

use crate::referee::Board;

/// What a board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One region with at most so many empty points.
    Region(usize),
    /// Three to five regions, with at most so many empty points in all.
    Board(usize),
}

/// A board for the judge and for the program.
pub struct Example {
    /// The position; its walls are marked as safe.
    pub diagram: Diagram,
    /// The points between the walls.
    pub open: PointSet,
}

impl Example {
    /// The board of the judge, and Black's stones less White's among the walls.
    #[must_use]
    pub fn board(&self) -> Option<(Board, i32)> {
        let setup = &self.diagram.setup;
        let board = &setup.topology;
        let neighbors: Vec<Vec<usize>> = board
            .points()
            .map(|point| board.neighbors(point).iter().map(|near| near.index()).collect())
            .collect();
        let stone = |point: Point| setup.stone(point).map_or(0, |color| color.index() as u8 + 1);
        let stones: Vec<u8> = board.points().map(stone).collect();
        let walls = board.points().filter(|&point| !self.open.contains(point));
        let safe: Vec<bool> = board.points().map(|point| !self.open.contains(point)).collect();
        let lead = walls.map(|point| if setup.black.contains(point) { 1 } else { -1 }).sum();
        let open = self.open.iter().map(Point::index).collect();
        Board::new(&neighbors, &stones, open, &safe).map(|board| (board, lead))
    }
}

/// Random boards of a kind, the same for the same seed.
pub fn boards(kind: Kind, seed: u64) -> impl Iterator<Item = Example> {
    (0..).filter_map(move |number| make(kind, &mut Random::new(seed, 0, number)))
}

fn make(kind: Kind, random: &mut Random) -> Option<Example> {
    let mut below = |count: usize| random.below(count as u32) as usize;
    let (width, height, regions, most) = match kind {
        Kind::Region(most) => (3 + below(4), 2 + below(4), 1, most),
        Kind::Board(most) => (6 + below(4), 4 + below(3), 3 + below(3), most),
    };
    let grid = Topology::parse(&format!("grid:{width}x{height}")).ok()?;
    // Regions grow from random points and keep a wall between each other.
    let mut open = PointSet::new();
    let mut found = 0;
    for _ in 0..regions * 4 {
        if found == regions {
            break;
        }
        let size = 1 + below(most.min(if regions == 1 { most } else { 4 }));
        let start = Point(below(grid.len()) as u16);
        let is_free = |point: Point, own: &PointSet| {
            !open.contains(point)
                && grid.neighbors(point).iter().all(|near| own.contains(*near) || !open.contains(*near))
        };
        let mut region = PointSet::new();
        if !is_free(start, &region) {
            continue;
        }
        region.insert(start);
        while region.len() < size {
            let around: Vec<Point> =
                grid.boundary(&region).iter().filter(|&point| is_free(point, &region)).collect();
            if around.is_empty() {
                break;
            }
            region.insert(around[below(around.len())]);
        }
        open.extend(region.iter());
        found += 1;
    }
    if found < regions {
        return None;
    }
    let walls = grid.boundary(&open);
    let kept = &open | &walls;
    let removed: PointSet = grid.points().filter(|&point| !kept.contains(point)).collect();
    // One side of a random line is Black's, with some noise.
    let slope = [below(7) as f64 - 3.0, below(7) as f64 - 3.0];
    let middle = slope[0] * width as f64 / 2.0 + slope[1] * height as f64 / 2.0;
    let mut colors = Vec::new();
    for point in grid.points() {
        let (x, y) = grid.place_of(point);
        let black = (slope[0] * x + slope[1] * y > middle) ^ (below(5) == 0);
        let color = if black { Color::Black } else { Color::White };
        let stands = if open.contains(point) { below(6) == 0 } else { walls.contains(point) };
        // Inside, stones of either colour are as likely.
        let color = if open.contains(point) && below(2) == 0 { color.opponent() } else { color };
        colors.push(stands.then_some(color));
    }
    let board: Arc<Topology> = if removed.is_empty() { grid.clone() } else { grid.without(&removed).ok()? };
    let image = |point: Point| board.point(grid.name_of(point));
    let mut setup = Setup::empty(board.clone());
    for point in kept.iter() {
        setup.put(image(point)?, colors[point.index()]);
    }
    let open: PointSet = open.iter().filter_map(image).collect();
    let mut diagram = Diagram::new(setup);
    for point in walls.iter() {
        diagram.marks.insert(image(point)?, Mark::Circle);
    }
    let setup = &diagram.setup;
    let empty = board.points().filter(|&point| setup.stone(point).is_none()).count();
    (setup.faults().is_empty() && empty > 0 && empty <= most).then_some(Example { diagram, open })
}
