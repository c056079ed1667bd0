//! Random boards to ask about.

use tesuji_board::{Color, Diagram, Mark, Point, Setup, Topology};
use tesuji_job::Random;
use tesuji_judge::captures::{ATTACKER, Board, DEFENDER, Grid, State, other};

use crate::{Ended, broken};

/// One board with its target.
pub(super) struct Problem {
    width: usize,
    points: usize,
    pub(super) target: usize,
    pub(super) board: Board,
    /// Whether the attacker is White.
    swapped: bool,
}

/// How a board is made.
pub(super) struct Recipe {
    /// The target; none for any point.
    pub(super) target: Option<usize>,
    /// At least so many of a hundred points are filled, where that is possible.
    pub(super) least: u32,
    /// Whether it should have a ko that may just have been taken.
    pub(super) ko: bool,
}

/// How often a board with a ko is sought.
const TRIES: u32 = 50;

impl Problem {
    /// A random legal board.
    pub(super) fn random(grid: &Grid, recipe: &Recipe, random: &mut Random) -> Problem {
        let points = grid.points();
        let target = recipe.target.unwrap_or_else(|| random.below(points as u32) as usize);
        let mut board = random_board(grid, target, recipe.least, random);
        let has_ko =
            |board: &Board| [ATTACKER, DEFENDER].iter().any(|&side| !grid.bans(board, side).is_empty());
        for _ in 0..TRIES {
            if !recipe.ko || has_ko(&board) {
                break;
            }
            board = random_board(grid, target, recipe.least, random);
        }
        Problem { width: grid.width, points, target, board, swapped: random.below(2) == 0 }
    }

    fn color(&self, side: u8) -> Color {
        if (side == ATTACKER) == self.swapped { Color::White } else { Color::Black }
    }

    /// The question for the solver, with the target marked.
    pub(super) fn diagram(&self, state: &State) -> Result<Diagram, Ended> {
        let height = self.points / self.width;
        let topology = Topology::parse(&format!("grid:{}x{height}", self.width)).map_err(broken)?;
        let mut setup = Setup::empty(topology.clone());
        for point in 0..self.points {
            let stone = Some(state.board.at(point)).filter(|&side| side != 0).map(|side| self.color(side));
            setup.put(self.place(&topology, point).ok_or_else(|| broken("no such point"))?, stone);
        }
        setup.to_move = self.color(state.side);
        setup.ko = state.ban.and_then(|point| self.place(&topology, point));
        let mut diagram = Diagram::new(setup);
        diagram.marks.extend(self.place(&topology, self.target).map(|point| (point, Mark::Triangle)));
        Ok(diagram)
    }

    fn place(&self, topology: &Topology, point: usize) -> Option<Point> {
        topology.at(point % self.width, point / self.width)
    }

    /// The name of a move.
    pub(super) fn name<'a>(&self, diagram: &'a Diagram, chosen: Option<usize>) -> &'a str {
        let topology = &diagram.setup.topology;
        chosen.and_then(|point| self.place(topology, point)).map_or("pass", |point| topology.name_of(point))
    }

    /// The number of a point of the board.
    pub(super) fn number(&self, topology: &Topology, point: Point) -> Option<usize> {
        (0..self.points).find(|&number| self.place(topology, number) == Some(point))
    }
}

/// Stones in random order, each if all strings breathe with it.
fn random_board(grid: &Grid, target: usize, least: u32, random: &mut Random) -> Board {
    let mut order: Vec<usize> = (0..grid.points()).filter(|&point| point != target).collect();
    for index in (1..order.len()).rev() {
        order.swap(index, random.below(index as u32 + 1) as usize);
    }
    let percent = (least + random.below(101 - least)) as usize;
    let mut board = Board::default();
    board.put(target, DEFENDER);
    for &point in order.iter().take(grid.points() * percent / 100) {
        let side = random_side(grid, &board, point, random);
        for side in [side, other(side)] {
            board.put(point, side);
            if grid.breathes(&board) {
                break;
            }
            board.put(point, 0);
        }
    }
    board
}

/// Either side, or that of a neighbour, so that there are strings of some size.
fn random_side(grid: &Grid, board: &Board, point: usize, random: &mut Random) -> u8 {
    let around = grid.neighbors(point);
    let near = board.at(around[random.below(around.len() as u32) as usize]);
    if near != 0 && random.below(2) == 0 { near } else { 1 + random.below(2) as u8 }
}
