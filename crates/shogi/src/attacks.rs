//! Where pieces go, as tables made at compile time.
//!
//! A ray is the set of squares in one of eight directions. In four directions the numbers of the squares grow and the
//! first piece on a ray is its lowest square, in the others the highest: what a sliding piece reaches is the ray without
//! the ray that begins at that piece.

use crate::piece::{Color, Kind};
use crate::square::{SQUARES, Square};

/// Steps of file and rank: the four directions in which squares' numbers grow, then their opposites in the same order.
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];

const DOWN: usize = 0;
const UP: usize = 4;
const DIAGONALS: [usize; 4] = [1, 3, 5, 7];
const STRAIGHTS: [usize; 4] = [0, 2, 4, 6];
const NOT_ALIGNED: u8 = 8;

const fn square_at(file: i32, rank: i32) -> Option<Square> {
    if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 { Square::new(file as u8, rank as u8) } else { None }
}

const fn make_rays() -> [[u128; SQUARES]; 8] {
    let mut rays = [[0; SQUARES]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (file_step, rank_step) = DIRECTIONS[direction];
        let mut index = 0;
        while index < SQUARES {
            let from = Square::at(index);
            let (mut file, mut rank) = (from.file() as i32 + file_step, from.rank() as i32 + rank_step);
            while let Some(to) = square_at(file, rank) {
                rays[direction][index] |= to.bit();
                file += file_step;
                rank += rank_step;
            }
            index += 1;
        }
        direction += 1;
    }
    rays
}

static RAYS: [[u128; SQUARES]; 8] = make_rays();

const fn join_rays(directions: [usize; 4]) -> [u128; SQUARES] {
    let rays = make_rays();
    let mut table = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut next = 0;
        while next < directions.len() {
            table[index] |= rays[directions[next]][index];
            next += 1;
        }
        index += 1;
    }
    table
}

static BISHOP_RAYS: [u128; SQUARES] = join_rays(DIAGONALS);
static ROOK_RAYS: [u128; SQUARES] = join_rays(STRAIGHTS);

const fn make_steps(steps: &[(i32, i32)], color: usize) -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let from = Square::at(index);
        let mut step = 0;
        while step < steps.len() {
            let (file, rank) = steps[step];
            let rank = if color == 0 { rank } else { -rank };
            if let Some(to) = square_at(from.file() as i32 + file, from.rank() as i32 + rank) {
                table[index] |= to.bit();
            }
            step += 1;
        }
        index += 1;
    }
    table
}

const PAWN: &[(i32, i32)] = &[(0, -1)];
const KNIGHT: &[(i32, i32)] = &[(-1, -2), (1, -2)];
const SILVER: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)];
const GOLD: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const KING: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

const fn both(steps: &[(i32, i32)]) -> [[u128; SQUARES]; 2] {
    [make_steps(steps, 0), make_steps(steps, 1)]
}

static PAWNS: [[u128; SQUARES]; 2] = both(PAWN);
static KNIGHTS: [[u128; SQUARES]; 2] = both(KNIGHT);
static SILVERS: [[u128; SQUARES]; 2] = both(SILVER);
static GOLDS: [[u128; SQUARES]; 2] = both(GOLD);
static KINGS: [u128; SQUARES] = make_steps(KING, 0);

/// The squares from which a piece that does not slide may come to attack a square: a knight from four ranks away.
static NEIGHBOURHOODS: [u128; SQUARES] = make_neighbourhoods();

const fn make_neighbourhoods() -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let centre = Square::at(index);
        let mut other = 0;
        while other < SQUARES {
            let from = Square::at(other);
            let (files, ranks) = (from.file().abs_diff(centre.file()), from.rank().abs_diff(centre.rank()));
            if files <= 2 && ranks <= 4 {
                table[index] |= from.bit();
            }
            other += 1;
        }
        index += 1;
    }
    table
}

#[inline]
pub(crate) fn neighbourhood(of: Square) -> u128 {
    NEIGHBOURHOODS[of.index()]
}

const fn make_alignment() -> [[u8; SQUARES]; SQUARES] {
    let rays = make_rays();
    let mut table = [[NOT_ALIGNED; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut direction = 0;
        while direction < 8 {
            let mut set = rays[direction][from];
            while set != 0 {
                table[from][set.trailing_zeros() as usize] = direction as u8;
                set &= set - 1;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

static ALIGNMENT: [[u8; SQUARES]; SQUARES] = make_alignment();

#[inline]
fn slide(direction: usize, from: Square, occupied: u128) -> u128 {
    let ray = RAYS[direction][from.index()];
    let hit = ray & occupied;
    if hit == 0 {
        return ray;
    }
    let stop = if direction < 4 { hit.trailing_zeros() } else { 127 - hit.leading_zeros() };
    ray ^ RAYS[direction][stop as usize]
}

#[inline]
pub(crate) fn king(from: Square) -> u128 {
    KINGS[from.index()]
}

#[inline]
pub(crate) fn pawn(color: Color, from: Square) -> u128 {
    PAWNS[color.index()][from.index()]
}

#[inline]
pub(crate) fn knight(color: Color, from: Square) -> u128 {
    KNIGHTS[color.index()][from.index()]
}

#[inline]
pub(crate) fn silver(color: Color, from: Square) -> u128 {
    SILVERS[color.index()][from.index()]
}

#[inline]
pub(crate) fn gold(color: Color, from: Square) -> u128 {
    GOLDS[color.index()][from.index()]
}

#[inline]
pub(crate) fn lance(color: Color, from: Square, occupied: u128) -> u128 {
    slide(if color == Color::Black { UP } else { DOWN }, from, occupied)
}

#[inline]
pub(crate) fn lance_ray(color: Color, from: Square) -> u128 {
    RAYS[if color == Color::Black { UP } else { DOWN }][from.index()]
}

#[inline]
pub(crate) fn bishop(from: Square, occupied: u128) -> u128 {
    DIAGONALS.iter().fold(0, |set, &direction| set | slide(direction, from, occupied))
}

#[inline]
pub(crate) fn rook(from: Square, occupied: u128) -> u128 {
    STRAIGHTS.iter().fold(0, |set, &direction| set | slide(direction, from, occupied))
}

#[inline]
pub(crate) fn bishop_rays(from: Square) -> u128 {
    BISHOP_RAYS[from.index()]
}

#[inline]
pub(crate) fn rook_rays(from: Square) -> u128 {
    ROOK_RAYS[from.index()]
}

/// Where a piece goes, own pieces included.
#[inline]
pub(crate) fn attacks(color: Color, kind: Kind, from: Square, occupied: u128) -> u128 {
    match kind {
        Kind::Pawn => pawn(color, from),
        Kind::Lance => lance(color, from, occupied),
        Kind::Knight => knight(color, from),
        Kind::Silver => silver(color, from),
        Kind::Bishop => bishop(from, occupied),
        Kind::Rook => rook(from, occupied),
        Kind::King => king(from),
        Kind::Horse => bishop(from, occupied) | king(from),
        Kind::Dragon => rook(from, occupied) | king(from),
        _ => gold(color, from),
    }
}

/// The squares strictly between two; none if they are not on one line.
#[inline]
pub(crate) fn between(one: Square, other: Square) -> u128 {
    match ALIGNMENT[one.index()][other.index()] {
        NOT_ALIGNED => 0,
        direction => {
            let direction = usize::from(direction);
            RAYS[direction][one.index()] & !RAYS[direction][other.index()] & !other.bit()
        }
    }
}

/// The whole line through two different squares; none if they are not on one line.
#[inline]
pub(crate) fn line(one: Square, other: Square) -> u128 {
    match ALIGNMENT[one.index()][other.index()] {
        NOT_ALIGNED => 0,
        direction => {
            let direction = usize::from(direction);
            RAYS[direction][one.index()] | RAYS[direction ^ 4][one.index()] | one.bit()
        }
    }
}

/// The direction from one square to another on the same line, 0 to 7; 8 if they are not on one line.
#[inline]
pub(crate) fn direction(one: Square, other: Square) -> u8 {
    ALIGNMENT[one.index()][other.index()]
}
