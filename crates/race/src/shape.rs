//! Shapes without a board around them: counted at once, and searched for.
//!
//! A picture as in [`crate::compose`] lies against the racing wall on its right; on its other sides the attacker's safe
//! stones stand. That is enough to count it, much faster than by composing a board, so that many thousands of shapes can be
//! tried to find one with a wanted value.

use tesuji_board::{Color, Topology};
use tesuji_local::{Bits, Ground, MOST_POINTS, Part, Touch};

use crate::compose::{Shape, check};
use crate::error::RaceError;
use crate::liberty::{LibertyGames, Parts};
use crate::local::{LocalPlay, Memory, Uncounted, account_of};
use crate::race::Kos;

/// Why a picture has no value as a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Shapeless {
    /// The picture is not a rectangle of known signs, or too large.
    #[error("{0}")]
    Picture(#[from] RaceError),
    /// Safe stones of the picture are cut off from those around it, or racing stones from the wall.
    #[error("stones of the shape are cut off from the walls they belong to")]
    CutOff,
    /// Its liberties are not one region.
    #[error("it is not one region")]
    Several,
    /// It cannot be counted.
    #[error("{0}")]
    Uncounted(#[from] Uncounted),
}

/// Counts the region of a picture of at most so many local positions, as if the block's owner were Left.
///
/// # Errors
/// Why it has no value, in particular where kos matter.
///
/// ```
/// use tesuji_race::{Color, LibertyGames, shape::count};
/// let mut games = LibertyGames::new();
/// let parts = count(&mut games, &["#...#", ".ddd."], 1000)?;
/// assert_eq!(games.cooled_text(&parts, Color::Black).unwrap(), "2*");
/// # Ok::<(), tesuji_race::shape::Shapeless>(())
/// ```
pub fn count(games: &mut LibertyGames, shape: Shape<'_>, most: u64) -> Result<Parts, Shapeless> {
    check(shape)?;
    let rows = shape.len();
    let columns = shape.first().map_or(0, |row| row.len());
    if rows * columns == 0 || rows * columns > MOST_POINTS {
        return Err(RaceError::setup("a shape has 1 to 64 points").into());
    }
    let board = Topology::parse(&format!("grid:{columns}x{rows}"))
        .or_else(|_| Topology::parse(&format!("square:{rows}")))
        .map_err(RaceError::setup)?;
    let ground = Ground::new(&board, board.points().collect());
    let index = |column: usize, row: usize| {
        let point = board.at(column, row);
        point.and_then(|point| ground.index_of(point)).unwrap_or(0)
    };
    let [mut safe, mut wall, mut own, mut loose, mut borders, mut beside] = [0 as Bits; 6];
    for (row, text) in shape.iter().enumerate() {
        for (column, sign) in text.chars().enumerate() {
            let bit = 1 << index(column, row);
            match sign {
                '#' => safe |= bit,
                'W' => wall |= bit,
                'd' => own |= bit,
                'a' => loose |= bit,
                _ => {}
            }
            if row == 0 || row + 1 == rows || column == 0 {
                borders |= bit;
            }
            if column + 1 == columns {
                beside |= bit;
            }
        }
    }
    let reaches =
        |stones: Bits, edge: Bits| ground.components(stones).iter().all(|string| string & edge != 0);
    if !reaches(safe, borders) || !reaches(wall, beside) {
        return Err(Shapeless::CutOff);
    }
    let all = (0..rows * columns).fold(0, |all, at| all | 1 << at);
    let part = Part {
        points: all,
        stones: [own, loose],
        safe: [0, borders | ground.around(safe)],
        blocks: [Touch { color: Color::Black, points: beside | ground.around(wall) }].into_iter().collect(),
    };
    let mut state = part.restricted(all & !(safe | wall));
    ground.settle(&mut state);
    count_region(games, &ground, &state, most)
}

fn count_region(
    games: &mut LibertyGames,
    ground: &Ground,
    state: &Part,
    most: u64,
) -> Result<Parts, Shapeless> {
    // Points that the block cannot reach are no part of the region.
    let touched = |points: Bits| state.blocks[0].points & points != 0;
    let parts: Vec<Bits> =
        ground.components(state.points).into_iter().filter(|&points| touched(points)).collect();
    let &[points] = parts.as_slice() else { return Err(Shapeless::Several) };
    let mut memory = Memory::new(Color::Black, account_of(games, most));
    let mut play = LocalPlay { ground, games, memory: &mut memory };
    let parts = play.count(&state.restricted(points))?;
    if play.kos() == Kos::Small {
        return Err(Uncounted::Loopy.into());
    }
    Ok(parts)
}
