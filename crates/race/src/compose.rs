//! Boards made to order: a race from shapes of a catalogue.
//!
//! A shape is a picture of one liberty region, drawn for a block that lies to its right. The composer stacks the shapes of
//! both sides against two walls that race with each other, puts safe stones with two eyes around, and marks everything. The
//! values are not written down anywhere: they are counted from the board, like those of any other position.
//!
//! Signs of a shape: `.` empty, `d` a loose stone of the defender, `a` a loose stone of the attacker, `#` a safe stone of
//! the attacker, `W` a stone of the racing wall.

use tesuji_board::{Color, Diagram, Mark, Setup, Topology};

use crate::error::RaceError;

/// The picture of a region, a row for each line, all of the same length.
pub type Shape<'a> = &'a [&'a str];

/// What a board is made of.
#[derive(Clone, Debug, Default)]
pub struct Recipe<'a> {
    /// The regions of both blocks, Black's first.
    pub regions: [Vec<Shape<'a>>; 2],
    /// Shared liberties between the walls.
    pub shared: usize,
    /// The eye inside each block, drawn in the same signs; empty for none.
    pub eyes: [Vec<&'a str>; 2],
}

/// Makes the board of a recipe, Black to move, with all blocks marked.
///
/// # Errors
/// [`RaceError::Setup`] if a shape is not a rectangle of the known signs or the board would be too large.
///
/// ```
/// use tesuji_race::compose::{Recipe, compose};
/// let recipe = Recipe { regions: [vec![&["#...#", ".ddd."]], vec![&[".", "."]]], ..Recipe::default() };
/// let diagram = compose(&recipe)?;
/// assert_eq!(diagram.marks.len(), 5);
/// # Ok::<(), tesuji_race::RaceError>(())
/// ```
pub fn compose(recipe: &Recipe<'_>) -> Result<Diagram, RaceError> {
    let all_shapes =
        recipe.regions.iter().flatten().map(|shape| &shape[..]).chain(recipe.eyes.iter().map(|eye| &eye[..]));
    for shape in all_shapes {
        check(shape)?;
    }
    let height_of = |side: usize| {
        let stacked: usize = recipe.regions[side].iter().map(|shape| shape.len() + 1).sum();
        (stacked + 1).max(recipe.eyes[side].len() + 2)
    };
    let width_of = |shape: &[&str]| shape.first().map_or(0, |row| row.len());
    let rows = height_of(0).max(height_of(1)).max(recipe.shared + 1).max(3);
    let shapes_wide = [0, 1].map(|side| recipe.regions[side].iter().map(|s| width_of(s)).max().unwrap_or(0));
    let walls = [0, 1].map(|side| match width_of(&recipe.eyes[side]) {
        0 => 1,
        wide => wide + 2,
    });
    // eyes of the safe stones . safe stones . shapes . wall . between . wall . shapes . safe stones . eyes
    let half = [0, 1].map(|side| 2 + shapes_wide[side] + walls[side]);
    let columns = half[0] + 1 + half[1];
    let board = Topology::parse(&format!("grid:{columns}x{rows}"))
        .or_else(|_| Topology::parse(&format!("square:{rows}")))
        .map_err(RaceError::setup)?;
    let mut canvas = Canvas { setup: Setup::empty(board.clone()), columns };
    for (side, owner) in Color::BOTH.into_iter().enumerate() {
        for row in 0..rows {
            for column in 0..half[side] {
                let safe = column < 2 + shapes_wide[side];
                let stone = if safe { owner.opponent() } else { owner };
                let is_eye = column == 0 && (row == 0 || row == 2);
                canvas.put(side, column, row, (!is_eye).then_some(stone));
            }
        }
        let mut top = 1;
        for shape in &recipe.regions[side] {
            let left = 2 + shapes_wide[side] - width_of(shape);
            canvas.draw(side, owner, left, top, shape);
            top += shape.len() + 1;
        }
        canvas.draw(side, owner, half[side] - walls[side] + 1, 1, &recipe.eyes[side]);
    }
    for row in 0..rows {
        canvas.put(0, half[0], row, (row >= recipe.shared).then_some(Color::Black));
    }
    let mut diagram = Diagram::new(canvas.setup);
    mark(&mut diagram, half)?;
    Ok(diagram)
}

pub(crate) fn check(shape: &[&str]) -> Result<(), RaceError> {
    let wide = shape.first().map_or(0, |row| row.len());
    let fits = |row: &&str| row.len() == wide && row.chars().all(|c| ".da#W".contains(c));
    if shape.iter().all(fits) {
        return Ok(());
    }
    Err(RaceError::setup(format!("the shape {shape:?} is not a rectangle of `.`, `d`, `a`, `#` and `W`")))
}

struct Canvas {
    setup: Setup,
    columns: usize,
}

impl Canvas {
    /// Puts a stone; the second side is drawn in the mirror.
    fn put(&mut self, side: usize, column: usize, row: usize, stone: Option<Color>) {
        let column = if side == 0 { column } else { self.columns - 1 - column };
        if let Some(point) = self.setup.topology.at(column, row) {
            self.setup.put(point, stone);
        }
    }

    fn draw(&mut self, side: usize, owner: Color, left: usize, top: usize, shape: &[&str]) {
        for (row, text) in shape.iter().enumerate() {
            for (column, sign) in text.chars().enumerate() {
                let stone = match sign {
                    '.' => None,
                    'd' | 'W' => Some(owner),
                    _ => Some(owner.opponent()),
                };
                self.put(side, left + column, top + row, stone);
            }
        }
    }
}

/// Marks one stone of every string: the walls race, strings with the safe walls are safe, all others are unknown.
fn mark(diagram: &mut Diagram, half: [usize; 2]) -> Result<(), RaceError> {
    let board = diagram.setup.topology.clone();
    let columns = half[0] + 1 + half[1];
    let corner =
        |column: usize| board.at(column, 0).ok_or_else(|| RaceError::setup("the board is too small"));
    let known = [
        (corner(half[0] - 1)?, Mark::Triangle),
        (corner(columns - half[1])?, Mark::Square),
        (corner(1)?, Mark::Circle),
        (corner(columns - 2)?, Mark::Circle),
    ];
    let position = diagram.position(tesuji_board::Rules::default()).map_err(RaceError::setup)?;
    for string in position.strings() {
        let Some(first) = string.stones.first() else { continue };
        let mark = known.iter().find(|(stone, _)| string.stones.contains(*stone)).map(|(_, mark)| *mark);
        // Shapes may cut safe stones off from the wall only where the shape means loose ones.
        diagram.marks.insert(first, mark.unwrap_or(Mark::Cross));
    }
    Ok(())
}
