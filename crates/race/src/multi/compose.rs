//! Boards made to order for several blocks: chains and rings, from shapes of the catalogue.
//!
//! Each block has a strip of columns, black and white in turn. Above, the block is a wall with its regions on the left, in a
//! frame of the opponent's safe stones with two eyes; below, it fills the whole strip, with its eye inside, and meets its
//! neighbours in a single column, where the shared liberties are. In a ring the first block reaches the last one below the
//! others; between it and the third, which has its colour, stand safe stones.
//!
//! Shapes are drawn in the signs of [`crate::compose`].

use tesuji_board::{Color, Diagram, Mark, Point, Setup, Topology};

use crate::compose::{Shape, check};
use crate::error::RaceError;

/// What one block has.
#[derive(Clone, Debug, Default)]
pub struct GroupPart<'a> {
    /// Its regions.
    pub regions: Vec<Shape<'a>>,
    /// The eye inside it; empty for none.
    pub eye: Vec<&'a str>,
}

/// What a board is made of.
#[derive(Clone, Debug)]
pub struct GroupRecipe<'a> {
    /// The colour of the first block; the others take turns.
    pub first: Color,
    /// The blocks from left to right.
    pub blocks: Vec<GroupPart<'a>>,
    /// The liberties each block shares with the next.
    pub shared: Vec<usize>,
    /// The liberties that the first shares with the last, if they make a ring of four.
    pub ring: Option<usize>,
}

/// Rows of safe stones below the third block of a ring, with eyes in the middle row.
const SEPARATION: usize = 3;

/// Makes the board of a recipe, Black to move, with all blocks marked.
///
/// # Errors
/// [`RaceError::Setup`] if a shape is not a rectangle of the known signs, the numbers do not fit together or the board would be
/// too large.
///
/// ```
/// use tesuji_board::{Color, Rules};
/// use tesuji_race::multi::GroupRace;
/// use tesuji_race::multi::compose::{GroupPart, GroupRecipe, compose_group};
/// use tesuji_race::{Blocks, LibertyGames, Wishes};
///
/// let part = |regions| GroupPart { regions, ..GroupPart::default() };
/// let recipe = GroupRecipe {
///     first: Color::Black,
///     blocks: vec![part(vec![&["."]]), part(vec![&[".", "."]]), part(vec![&["#...#", ".ddd."]])],
///     shared: vec![1, 2],
///     ring: None,
/// };
/// let diagram = compose_group(&recipe)?;
/// let position = diagram.position(Rules::default()).unwrap();
/// let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram))?;
/// let race = GroupRace::new(position, blocks, LibertyGames::new())?;
/// assert!(race.gaps.is_empty());
/// assert_eq!(race.graph.blocks.len(), 3);
/// # Ok::<(), tesuji_race::RaceError>(())
/// ```
pub fn compose_group(recipe: &GroupRecipe<'_>) -> Result<Diagram, RaceError> {
    let count = recipe.blocks.len();
    if count < 2 || recipe.shared.len() + 1 != count {
        return Err(RaceError::setup(
            "a chain needs at least two blocks, and shared liberties between neighbours",
        ));
    }
    if recipe.ring.is_some() && count != 4 {
        return Err(RaceError::setup("a ring is made of four blocks"));
    }
    for part in &recipe.blocks {
        for shape in &part.regions {
            check(shape)?;
        }
        check(&part.eye)?;
    }
    let plan = Plan::new(recipe);
    let (columns, rows) = (plan.columns, plan.rows);
    let board = Topology::parse(&format!("grid:{columns}x{rows}"))
        .or_else(|_| Topology::parse(&format!("square:{rows}")))
        .map_err(RaceError::setup)?;
    let mut canvas = Canvas { setup: Setup::empty(board) };
    for index in 0..count {
        plan.draw_strip(&mut canvas, recipe, index);
        if index + 1 < count {
            plan.draw_between(&mut canvas, recipe, index);
        }
    }
    if let Some(shared) = recipe.ring {
        plan.draw_ring(&mut canvas, recipe, shared);
    }
    plan.mark(canvas, recipe)
}

struct Canvas {
    setup: Setup,
}

impl Canvas {
    fn put(&mut self, column: usize, row: usize, stone: Option<Color>) {
        if let Some(point) = self.setup.topology.at(column, row) {
            self.setup.put(point, stone);
        }
    }

    fn fill(&mut self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>, stone: Color) {
        for column in columns {
            for row in rows.clone() {
                self.put(column, row, Some(stone));
            }
        }
    }

    fn draw(&mut self, owner: Color, left: usize, top: usize, shape: &[&str]) {
        for (row, text) in shape.iter().enumerate() {
            for (column, sign) in text.chars().enumerate() {
                let stone = match sign {
                    '.' => None,
                    'd' | 'W' => Some(owner),
                    _ => Some(owner.opponent()),
                };
                self.put(left + column, top + row, stone);
            }
        }
    }
}

/// Where everything goes.
struct Plan {
    /// The first column of each strip, and the column behind it.
    strips: Vec<(usize, usize)>,
    columns: usize,
    /// Rows of regions, above.
    upper: usize,
    /// Rows where the blocks meet.
    lower: usize,
    rows: usize,
}

fn width_of(shape: &[&str]) -> usize {
    shape.first().map_or(0, |row| row.len())
}

fn color_of(recipe: &GroupRecipe<'_>, index: usize) -> Color {
    if index.is_multiple_of(2) { recipe.first } else { recipe.first.opponent() }
}

impl Plan {
    fn new(recipe: &GroupRecipe<'_>) -> Plan {
        let most = |values: &mut dyn Iterator<Item = usize>| values.max().unwrap_or(0);
        let stacked =
            |part: &GroupPart<'_>| 1 + part.regions.iter().map(|shape| shape.len() + 1).sum::<usize>();
        let upper = most(&mut recipe.blocks.iter().map(stacked)).max(5);
        let eyes = most(&mut recipe.blocks.iter().map(|part| part.eye.len() + 2));
        let shared = most(&mut recipe.shared.iter().map(|&shared| shared + 2));
        let lower = eyes.max(shared).max(3);
        let mut strips = Vec::new();
        let mut columns = 0;
        for part in &recipe.blocks {
            let shapes = most(&mut part.regions.iter().map(|shape| width_of(shape)));
            let wide = (shapes + 5).max(width_of(&part.eye) + 2);
            strips.push((columns, columns + wide));
            columns += wide + 1;
        }
        let under = recipe.ring.map_or(0, |shared| SEPARATION + 1 + shared);
        Plan { strips, columns: columns - 1, upper, lower, rows: upper + lower + under }
    }

    fn draw_strip(&self, canvas: &mut Canvas, recipe: &GroupRecipe<'_>, index: usize) {
        let (left, right) = self.strips[index];
        let owner = color_of(recipe, index);
        let part = &recipe.blocks[index];
        canvas.fill(left..right, 0..self.upper, owner.opponent());
        canvas.put(left + 1, 1, None);
        canvas.put(left + 1, 3, None);
        canvas.fill(left..right, self.upper..self.rows, owner);
        let wall = right - 2;
        if !part.regions.is_empty() {
            canvas.fill(wall..wall + 1, 1..self.upper, owner);
        }
        let mut top = 1;
        for shape in &part.regions {
            canvas.draw(owner, wall - width_of(shape), top, shape);
            top += shape.len() + 1;
        }
        canvas.draw(owner, left + 1, self.upper + 1, &part.eye);
    }

    fn draw_between(&self, canvas: &mut Canvas, recipe: &GroupRecipe<'_>, index: usize) {
        let column = self.strips[index].1;
        let owner = color_of(recipe, index);
        canvas.fill(column..column + 1, 0..self.upper, owner.opponent());
        canvas.fill(column..column + 1, self.upper..self.rows, owner);
        for row in 0..recipe.shared[index] {
            canvas.put(column, self.upper + 1 + row, None);
        }
    }

    /// The first block goes on below the second and third and meets the fourth.
    fn draw_ring(&self, canvas: &mut Canvas, recipe: &GroupRecipe<'_>, shared: usize) {
        let (first, last) = (color_of(recipe, 0), color_of(recipe, 3));
        let top = self.upper + self.lower;
        let (third, meeting) = (self.strips[2], self.strips[2].1);
        canvas.fill(0..meeting + 1, top..self.rows, first);
        canvas.fill(third.0..third.1, top..top + SEPARATION, first.opponent());
        canvas.put(third.0 + 1, top + 1, None);
        canvas.put(third.1 - 2, top + 1, None);
        // What is above the meeting column must not join the first block to the third.
        canvas.put(meeting, top - 1, Some(last));
        for row in 0..shared {
            canvas.put(meeting, top + SEPARATION + 1 + row, None);
        }
    }

    fn mark(&self, canvas: Canvas, recipe: &GroupRecipe<'_>) -> Result<Diagram, RaceError> {
        let board = canvas.setup.topology.clone();
        let mut diagram = Diagram::new(canvas.setup);
        let at = |column: usize, row: usize| {
            board.at(column, row).ok_or_else(|| RaceError::setup("the board is too small"))
        };
        let mut known: Vec<(Point, Mark)> = Vec::new();
        for (index, &(left, _)) in self.strips.iter().enumerate() {
            let mark = if color_of(recipe, index) == Color::Black { Mark::Triangle } else { Mark::Square };
            known.push((at(left, self.upper)?, mark));
            known.push((at(left, 0)?, Mark::Circle));
        }
        if recipe.ring.is_some() {
            known.push((at(self.strips[2].0, self.upper + self.lower)?, Mark::Circle));
        }
        let position = diagram.position(tesuji_board::Rules::default()).map_err(RaceError::setup)?;
        for string in position.strings() {
            let Some(first) = string.stones.first() else { continue };
            let mark = known.iter().find(|(stone, _)| string.stones.contains(*stone)).map(|(_, mark)| *mark);
            diagram.marks.insert(first, mark.unwrap_or(Mark::Cross));
        }
        Ok(diagram)
    }
}
