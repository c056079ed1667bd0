//! The rules of Go on a small rectangle, by plain flood fill. Nothing here is shared with the program that is judged.

/// The most points of a board.
pub(super) const MOST_POINTS: usize = 25;

/// The side that wants to capture.
pub const ATTACKER: u8 = 1;
/// The side of the target.
pub const DEFENDER: u8 = 2;

/// The other side.
pub fn other(side: u8) -> u8 {
    3 - side
}

/// The stones on a board: a set of points for each side, one bit a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board([u32; 2]);

impl Board {
    /// The board whose sets of stones are these.
    pub fn of(sets: [u32; 2]) -> Board {
        Board(sets)
    }

    /// The stones of a side.
    pub fn stones(&self, side: u8) -> u32 {
        self.0[usize::from(side) - 1]
    }

    /// What stands on a point: 0 for nothing, or a side.
    pub fn at(&self, point: usize) -> u8 {
        let has = |side: usize| (self.0[side] >> point & 1) as u8;
        has(0) * ATTACKER + has(1) * DEFENDER
    }

    /// Puts a side's stone on a point, or takes away what stands there.
    pub fn put(&mut self, point: usize, side: u8) {
        for owner in [ATTACKER, DEFENDER] {
            let set = &mut self.0[usize::from(owner) - 1];
            *set = *set & !(1 << point) | u32::from(owner == side) << point;
        }
    }

    fn remove(&mut self, stones: u32) {
        self.0 = self.0.map(|set| set & !stones);
    }
}

/// A rectangle; points are numbered row by row.
pub struct Grid {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    neighbors: Vec<Vec<usize>>,
    /// All points, and those that are not in the first or the last column.
    all: u32,
    not_first: u32,
    not_last: u32,
}

/// A board after a move.
pub struct Played {
    /// What stands on it.
    pub board: Board,
    /// Where the opponent may not play at once: a single stone took a single stone and is itself left with that one liberty.
    pub ban: Option<usize>,
    /// Where exactly one stone was taken by a string that is left with one liberty, so that it can be retaken at once.
    pub retake: Option<usize>,
}

impl Grid {
    /// A rectangle of so many columns and rows.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Grid {
        let near =
            |a: usize, b: usize| (a % width).abs_diff(b % width) + (a / width).abs_diff(b / width) == 1;
        let points = width * height;
        let neighbors = (0..points).map(|a| (0..points).filter(|&b| near(a, b)).collect()).collect();
        let set = |wanted: &dyn Fn(usize) -> bool| {
            (0..points).filter(|&point| wanted(point)).fold(0_u32, |set, point| set | 1 << point)
        };
        Grid {
            width,
            height,
            neighbors,
            all: set(&|_| true),
            not_first: set(&|point| point % width > 0),
            not_last: set(&|point| point % width + 1 < width),
        }
    }

    /// How many points it has.
    #[must_use]
    pub fn points(&self) -> usize {
        self.width * self.height
    }

    /// What is next to a point.
    #[must_use]
    pub fn neighbors(&self, point: usize) -> &[usize] {
        &self.neighbors[point]
    }

    /// A set with the points next to it.
    fn grown(&self, set: u32) -> u32 {
        let beside = (set & self.not_first) >> 1 | (set & self.not_last) << 1;
        (set | beside | set >> self.width | set << self.width) & self.all
    }

    /// The string on a point and its liberties, as sets of bits.
    pub fn string(&self, board: &Board, point: usize) -> (u32, u32) {
        let own = board.stones(board.at(point));
        let mut stones = 1 << point;
        loop {
            let around = self.grown(stones);
            if around & own == stones {
                return (stones, around & !board.0[0] & !board.0[1]);
            }
            stones = around & own;
        }
    }

    /// Whether every string has a liberty.
    pub fn breathes(&self, board: &Board) -> bool {
        [ATTACKER, DEFENDER].iter().all(|&side| {
            let mut left = board.stones(side);
            while left != 0 {
                let (stones, liberties) = self.string(board, left.trailing_zeros() as usize);
                if liberties == 0 {
                    return false;
                }
                left &= !stones;
            }
            true
        })
    }

    /// Plays on an empty point; none if that is suicide.
    pub fn play(&self, board: &Board, side: u8, point: usize) -> Option<Played> {
        let mut board = *board;
        board.put(point, side);
        let mut taken = 0_u32;
        let mut touched = self.grown(1 << point) & board.stones(other(side));
        while touched != 0 {
            let (stones, liberties) = self.string(&board, touched.trailing_zeros() as usize);
            touched &= !stones;
            if liberties == 0 {
                taken |= stones;
            }
        }
        board.remove(taken);
        let (stones, liberties) = self.string(&board, point);
        if liberties == 0 {
            return None;
        }
        let one = taken.count_ones() == 1 && liberties.count_ones() == 1;
        let retake = one.then_some(taken.trailing_zeros() as usize);
        Some(Played { board, ban: retake.filter(|_| stones.count_ones() == 1), retake })
    }

    /// The points where a ko that was just taken may forbid a side to play.
    pub fn bans(&self, board: &Board, side: u8) -> Vec<usize> {
        let capturer = other(side);
        let lone = |stone: usize, point: usize| self.string(board, stone) == (1 << stone, 1 << point);
        (0..self.points())
            .filter(|&point| {
                let around = &self.neighbors[point];
                board.at(point) == 0
                    && around.iter().all(|&near| board.at(near) == capturer)
                    && around.iter().any(|&near| lone(near, point))
            })
            .collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// A board, row by row.
    pub(in super::super) fn board(text: &str) -> Board {
        let mut board = Board::default();
        for (point, sign) in text.bytes().filter(|sign| !sign.is_ascii_whitespace()).enumerate() {
            let side = match sign {
                b'X' => ATTACKER,
                b'O' => DEFENDER,
                _ => 0,
            };
            board.put(point, side);
        }
        board
    }

    #[test]
    fn a_ko_is_taken_and_banned() {
        let grid = Grid::new(4, 3);
        let before = board(".XO. XO.O .XO.");
        let played = grid.play(&before, ATTACKER, 6).unwrap();
        assert_eq!(played.board, board(".XO. X.XO .XO."));
        assert_eq!((played.ban, played.retake), (Some(5), Some(5)));
        assert_eq!(grid.bans(&played.board, DEFENDER), [5]);
        // Where the defender may just have taken a ko in the corner.
        assert_eq!(grid.bans(&played.board, ATTACKER), [3, 11]);
        assert!(grid.breathes(&played.board));
    }

    #[test]
    fn a_snapback_is_no_ko() {
        // The captor is joined to another stone: it may be retaken at once.
        let played = Grid::new(5, 1).play(&board("OX.OX"), ATTACKER, 2).unwrap();
        assert_eq!(played.board, board("OXX.X"));
        assert_eq!((played.ban, played.retake), (None, Some(3)));
        // With a second liberty it may not.
        let played = Grid::new(5, 1).play(&board(".X.OX"), ATTACKER, 2).unwrap();
        assert_eq!((played.ban, played.retake), (None, None));
    }

    #[test]
    fn suicide_is_forbidden() {
        let grid = Grid::new(3, 2);
        assert!(grid.play(&board(".O. O.X"), ATTACKER, 0).is_none());
        assert!(grid.play(&board(".O. O.X"), DEFENDER, 0).is_some());
        // It is none if something is taken.
        let played = grid.play(&board(".OX OXX"), ATTACKER, 0).unwrap();
        assert_eq!(played.board, board("X.X .XX"));
    }

    /// The string on a point and its liberties, stone by stone.
    fn slow_string(grid: &Grid, board: &Board, point: usize) -> (u32, u32) {
        let (mut stones, mut liberties, mut work) = (1 << point, 0, vec![point]);
        while let Some(stone) = work.pop() {
            for &near in grid.neighbors(stone) {
                if board.at(near) == 0 {
                    liberties |= 1 << near;
                } else if board.at(near) == board.at(point) && stones & 1 << near == 0 {
                    stones |= 1 << near;
                    work.push(near);
                }
            }
        }
        (stones, liberties)
    }

    /// Sets of bits and flood fill stone by stone see the same strings and make the same moves.
    #[test]
    fn sets_of_points_are_strings() {
        for (width, height) in [(1, 7), (5, 1), (2, 3), (4, 3), (5, 5)] {
            let grid = Grid::new(width, height);
            let points = grid.points();
            let mut random = ChaCha8Rng::seed_from_u64(points as u64);
            for _ in 0..300 {
                let mut board = Board::default();
                (0..points).for_each(|point| board.put(point, random.random_range(0..3)));
                let filled = || (0..points).filter(|&point| board.at(point) != 0);
                for point in filled() {
                    assert_eq!(grid.string(&board, point), slow_string(&grid, &board, point));
                }
                assert_eq!(grid.breathes(&board), filled().all(|p| slow_string(&grid, &board, p).1 != 0));
                for point in (0..points).filter(|&point| board.at(point) == 0) {
                    let side = random.random_range(1..=2);
                    let mut after = board;
                    after.put(point, side);
                    for &near in grid.neighbors(point) {
                        if after.at(near) == other(side) && slow_string(&grid, &after, near).1 == 0 {
                            let taken = slow_string(&grid, &after, near).0;
                            (0..points).filter(|p| taken & 1 << p != 0).for_each(|p| after.put(p, 0));
                        }
                    }
                    let alive = slow_string(&grid, &after, point).1 != 0;
                    let played = grid.play(&board, side, point).map(|played| played.board);
                    assert_eq!(played, alive.then_some(after));
                }
            }
        }
    }
}
