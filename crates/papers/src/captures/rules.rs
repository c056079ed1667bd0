//! The rules of Go on a small rectangle, by plain flood fill. Nothing here is shared with the program that is judged.

/// The most points of a board.
pub(super) const MOST_POINTS: usize = 25;

/// What stands on a point: 0 for nothing, or a side.
pub(super) type Board = [u8; MOST_POINTS];

pub(super) const ATTACKER: u8 = 1;
pub(super) const DEFENDER: u8 = 2;

/// The other side.
pub(super) fn other(side: u8) -> u8 {
    3 - side
}

/// A rectangle; points are numbered row by row.
pub(super) struct Grid {
    pub(super) width: usize,
    pub(super) height: usize,
    neighbors: Vec<Vec<usize>>,
}

/// A board after a move.
pub(super) struct Played {
    pub(super) board: Board,
    /// Where the opponent may not play at once: a single stone took a single stone and is itself left with that one liberty.
    pub(super) ban: Option<usize>,
    /// Where exactly one stone was taken by a string that is left with one liberty, so that it can be retaken at once.
    pub(super) retake: Option<usize>,
}

impl Grid {
    pub(super) fn new(width: usize, height: usize) -> Grid {
        let near =
            |a: usize, b: usize| (a % width).abs_diff(b % width) + (a / width).abs_diff(b / width) == 1;
        let points = width * height;
        let neighbors = (0..points).map(|a| (0..points).filter(|&b| near(a, b)).collect()).collect();
        Grid { width, height, neighbors }
    }

    pub(super) fn points(&self) -> usize {
        self.width * self.height
    }

    pub(super) fn neighbors(&self, point: usize) -> &[usize] {
        &self.neighbors[point]
    }

    /// The string on a point and its liberties, as sets of bits.
    pub(super) fn string(&self, board: &Board, point: usize) -> (u32, u32) {
        let (mut stones, mut liberties) = (1 << point, 0);
        let mut work = [0; MOST_POINTS];
        work[0] = point;
        let mut open = 1;
        while open > 0 {
            open -= 1;
            for &near in &self.neighbors[work[open]] {
                if board[near] == 0 {
                    liberties |= 1 << near;
                } else if board[near] == board[point] && stones & 1 << near == 0 {
                    stones |= 1 << near;
                    work[open] = near;
                    open += 1;
                }
            }
        }
        (stones, liberties)
    }

    /// Whether every string has a liberty.
    pub(super) fn breathes(&self, board: &Board) -> bool {
        (0..self.points()).all(|point| board[point] == 0 || self.string(board, point).1 != 0)
    }

    /// Plays on an empty point; none if that is suicide.
    pub(super) fn play(&self, board: &Board, side: u8, point: usize) -> Option<Played> {
        let mut board = *board;
        board[point] = side;
        let mut taken = 0_u32;
        for &near in &self.neighbors[point] {
            if board[near] == other(side) {
                let (stones, liberties) = self.string(&board, near);
                if liberties == 0 {
                    (0..self.points()).filter(|p| stones & 1 << p != 0).for_each(|p| board[p] = 0);
                    taken |= stones;
                }
            }
        }
        let (stones, liberties) = self.string(&board, point);
        if liberties == 0 {
            return None;
        }
        let one = taken.count_ones() == 1 && liberties.count_ones() == 1;
        let retake = one.then_some(taken.trailing_zeros() as usize);
        Some(Played { board, ban: retake.filter(|_| stones.count_ones() == 1), retake })
    }

    /// The points where a ko that was just taken may forbid a side to play.
    pub(super) fn bans(&self, board: &Board, side: u8) -> Vec<usize> {
        let capturer = other(side);
        let lone = |stone: usize, point: usize| self.string(board, stone) == (1 << stone, 1 << point);
        (0..self.points())
            .filter(|&point| {
                let around = &self.neighbors[point];
                board[point] == 0
                    && around.iter().all(|&near| board[near] == capturer)
                    && around.iter().any(|&near| lone(near, point))
            })
            .collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A board, row by row.
    pub(in super::super) fn board(text: &str) -> Board {
        let mut board = [0; MOST_POINTS];
        for (point, sign) in text.bytes().filter(|sign| !sign.is_ascii_whitespace()).enumerate() {
            board[point] = match sign {
                b'X' => ATTACKER,
                b'O' => DEFENDER,
                _ => 0,
            };
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
}
