//! Boards made to order: a race from shapes of a catalogue.
//!
//! A shape is a picture of one liberty region, drawn for a block that lies to its right. The composer stacks the shapes of
//! both sides against two walls that race with each other, puts safe stones with two eyes around, and marks everything. The
//! values are not written down anywhere: they are counted from the board, like those of any other position.
//!
//! Signs of a shape: `.` empty, `d` a loose stone of the defender, `a` a loose stone of the attacker, `#` a safe stone of
//! the attacker, `W` a stone of the racing wall. A region between the walls is drawn as it stands on the board, Black's wall on the
//! left: `.` empty, `X` and `O` stones of the walls, `x` and `o` loose stones.

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
    /// A region between the walls that is not plain, below the shared liberties; empty for none.
    pub between: Vec<&'a str>,
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
    is_drawn_in(&recipe.between, SIGNS_BETWEEN)?;
    let height_of = |side: usize| {
        let stacked: usize = recipe.regions[side].iter().map(|shape| shape.len() + 1).sum();
        (stacked + 1).max(recipe.eyes[side].len() + 2)
    };
    let width_of = |shape: &[&str]| shape.first().map_or(0, |row| row.len());
    // Stones of Black's wall are above and below what lies between the walls.
    let below_shared = recipe.shared + usize::from(recipe.shared > 0);
    let middle_rows =
        if recipe.between.is_empty() { recipe.shared } else { below_shared + recipe.between.len() };
    let rows = height_of(0).max(height_of(1)).max(middle_rows + 1).max(3);
    let shapes_wide = [0, 1].map(|side| recipe.regions[side].iter().map(|s| width_of(s)).max().unwrap_or(0));
    let walls = [0, 1].map(|side| match width_of(&recipe.eyes[side]) {
        0 => 1,
        wide => wide + 2,
    });
    // eyes of the safe stones . safe stones . shapes . wall . between . wall . shapes . safe stones . eyes
    let half = [0, 1].map(|side| 2 + shapes_wide[side] + walls[side]);
    let middle = width_of(&recipe.between).max(1);
    let columns = half[0] + middle + half[1];
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
        for column in 0..middle {
            let is_shared = row < recipe.shared && column + 1 == middle;
            canvas.put(0, half[0] + column, row, (!is_shared).then_some(Color::Black));
        }
    }
    for (row, text) in recipe.between.iter().enumerate() {
        for (column, sign) in text.chars().enumerate() {
            let stone = match sign {
                '.' => None,
                'X' | 'x' => Some(Color::Black),
                _ => Some(Color::White),
            };
            canvas.put(0, half[0] + column, below_shared + row, stone);
        }
    }
    let mut diagram = Diagram::new(canvas.setup);
    mark(&mut diagram, [1, half[0] - 1, half[0] + middle, columns - 2])?;
    Ok(diagram)
}

/// The signs of a region of one block.
const SIGNS: &str = ".da#W";
/// The signs of a region between the walls.
const SIGNS_BETWEEN: &str = ".XOxo";

pub(crate) fn check(shape: &[&str]) -> Result<(), RaceError> {
    is_drawn_in(shape, SIGNS)
}

fn is_drawn_in(shape: &[&str], signs: &str) -> Result<(), RaceError> {
    let wide = shape.first().map_or(0, |row| row.len());
    let fits = |row: &&str| row.len() == wide && row.chars().all(|c| signs.contains(c));
    if shape.iter().all(fits) {
        return Ok(());
    }
    Err(RaceError::setup(format!("the shape {shape:?} is not a rectangle of the signs `{signs}`")))
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
///
/// The columns are those of Black's guards, of both walls and of White's guards.
fn mark(diagram: &mut Diagram, [left, black, white, right]: [usize; 4]) -> Result<(), RaceError> {
    let board = diagram.setup.topology.clone();
    let corner =
        |column: usize| board.at(column, 0).ok_or_else(|| RaceError::setup("the board is too small"));
    let known = [
        (corner(black)?, Mark::Triangle),
        (corner(white)?, Mark::Square),
        (corner(left)?, Mark::Circle),
        (corner(right)?, Mark::Circle),
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
