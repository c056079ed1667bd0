//! Random boards with one race: two racing walls, regions outside of them, a region between them, eyes inside them.

use tesuji_ask::race::{Goal, RaceQuestion};
use tesuji_board::{Color, Diagram, Point, PointSet, Position, Rules, Setup, Topology};
use tesuji_job::Random;
use tesuji_judge::Board;
use tesuji_race::{Blocks, BoardRace, LibertyGames, RegionKind, Wishes};

use crate::asked;
use crate::judged::board_of;

/// What a random board is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recipe {
    pub(super) rows: usize,
    /// Columns of the regions outside the racing walls.
    pub(super) width: usize,
    /// Columns between the racing walls.
    pub(super) middle: usize,
    /// Whether the walls may have eyes.
    pub(super) eyes: bool,
    /// Whether one of the racing walls has two eyes of one point: it lives as it stands.
    pub(super) lives: bool,
    /// In a hundred: empty points of the regions, and stones of the owner among the rest.
    pub(super) empty: u32,
    pub(super) own: u32,
    /// In a hundred: rows where safe stones of the owner reach into the outer region.
    pub(super) help: u32,
    /// Board with a shape for a ko drawn into the regions.
    pub(super) ko: bool,
}

/// A random race with the same board for the judge.
pub(super) struct Problem {
    pub(super) position: Position,
    /// What is stated about the other stones.
    safe: PointSet,
    unknown: PointSet,
    pub(super) board: Board,
    /// One racing stone of each colour, Black's first.
    pub(super) racing: [Point; 2],
    pub(super) points: Vec<Point>,
    /// The regions, where none of the racing walls lives.
    pub(super) race: Option<BoardRace>,
}

/// The most open points.
pub(super) const MOST_OPEN: usize = 12;

/// A random race; none if the board is not legal, or too open, or no race.
pub(super) fn random_race(recipe: &Recipe, random: &mut Random) -> Option<Problem> {
    let wall = if recipe.eyes || recipe.lives { 3 } else { 1 };
    let side = 2 + recipe.width + wall;
    let columns = 2 * side + recipe.middle;
    let rows = recipe.rows;
    let topology = Topology::parse(&format!("grid:{columns}x{rows}")).ok()?;
    let mut setup = Setup::empty(topology.clone());
    let mut safe = PointSet::new();
    let at = |column: usize, row: usize| topology.at(column, row);
    for row in 0..rows {
        for owner in Color::BOTH {
            let place = |column: usize| if owner == Color::Black { column } else { columns - 1 - column };
            let outer = at(place(1), row)?;
            setup.put(outer, Some(owner.opponent()));
            safe.insert(outer);
            for column in 0..recipe.width {
                let roll = random.below(100);
                let stone = if roll < recipe.empty {
                    None
                } else if roll < recipe.empty + recipe.own {
                    Some(owner)
                } else {
                    Some(owner.opponent())
                };
                setup.put(at(place(2 + column), row)?, stone);
            }
            for column in 0..wall {
                setup.put(at(place(2 + recipe.width + column), row)?, Some(owner));
            }
        }
        for column in 0..recipe.middle {
            let stone = match random.below(100) {
                0..=44 => None,
                45..=71 => Some(Color::Black),
                _ => Some(Color::White),
            };
            setup.put(at(side + column, row)?, stone);
        }
    }
    if recipe.eyes {
        for owner in Color::BOTH {
            let column = 2 + recipe.width + 1;
            let column = if owner == Color::Black { column } else { columns - 1 - column };
            let length = 1 + random.below(rows as u32 - 2) as usize;
            for row in 1..=length {
                let stone = (random.below(3) == 0).then_some(owner.opponent());
                setup.put(at(column, row)?, stone);
            }
        }
    }
    if recipe.lives {
        let column = 2 + recipe.width + 1;
        let column = if random.below(2) == 0 { column } else { columns - 1 - column };
        for row in [1, 3] {
            setup.put(at(column, row)?, None);
        }
    }
    if recipe.ko {
        draw_ko(&mut setup, &topology, recipe, columns, random)?;
    }
    // Safe stones of the owner that a racing block may reach.
    for owner in Color::BOTH {
        if recipe.width > 1 && random.below(100) < recipe.help {
            let column = if owner == Color::Black { 2 } else { columns - 3 };
            let row = random.below(rows as u32) as usize;
            let point = at(column, row)?;
            setup.put(point, Some(owner));
            safe.insert(point);
        }
    }
    build(&setup, &safe, [2 + recipe.width, columns - 3 - recipe.width])
}

/// Draws a ko into an outer region against the racing wall: the stone in it, the points and stones around.
fn draw_ko(
    setup: &mut Setup,
    topology: &Topology,
    recipe: &Recipe,
    columns: usize,
    random: &mut Random,
) -> Option<()> {
    if recipe.width < 2 || recipe.rows < 3 {
        return Some(());
    }
    let owner = if random.below(2) == 0 { Color::Black } else { Color::White };
    let attacker = owner.opponent();
    let row = random.below(recipe.rows as u32 - 1) as usize;
    let mut put = |back: usize, row: usize, stone: Option<Color>| -> Option<()> {
        // Counted back from the racing wall.
        let column = 1 + recipe.width - back;
        let column = if owner == Color::Black { column } else { columns - 1 - column };
        setup.put(topology.at(column, row)?, stone);
        Some(())
    };
    // wall . X O-side: the attacker's stone next to the wall is in atari from the ko point, or the point is empty.
    let taken = random.below(2) == 0;
    put(0, row, if taken { Some(attacker) } else { None })?;
    put(1, row, if taken { None } else { Some(owner) })?;
    for next in [row.checked_sub(1), (row + 1 < recipe.rows).then_some(row + 1)].into_iter().flatten() {
        put(0, next, Some(owner))?;
        put(1, next, Some(attacker))?;
    }
    if recipe.width > 2 {
        put(2, row, Some(attacker))?;
    }
    Some(())
}

fn build(setup: &Setup, safe: &PointSet, walls: [usize; 2]) -> Option<Problem> {
    let topology = setup.topology.clone();
    let position = Position::from_setup(setup, Rules::default()).ok()?;
    let racing = [topology.at(walls[0], 0)?, topology.at(walls[1], 0)?];
    let spoken: PointSet = racing
        .iter()
        .chain(&safe.iter().collect::<Vec<_>>())
        .flat_map(|&point| position.string(point).collect::<Vec<_>>())
        .collect();
    let safe: PointSet = safe.iter().flat_map(|point| position.string(point)).collect();
    let unknown = topology.points().filter(|&p| !position.is_empty_at(p) && !spoken.contains(p)).collect();
    Problem::new(position, racing, safe, unknown)
}

impl Problem {
    /// A race between the strings on two stones with the same board for the judge; none if it is too open. Play is on what lies between
    /// the stones that race and those that are safe, where a racing string touches it.
    fn new(position: Position, racing: [Point; 2], safe: PointSet, unknown: PointSet) -> Option<Problem> {
        let topology = position.topology().clone();
        let strings: PointSet = racing.iter().flat_map(|&stone| position.string(stone)).collect();
        if racing.iter().any(|&stone| safe.contains(stone)) {
            return None;
        }
        let fixed = &strings | &safe;
        let beside = topology.boundary(&strings);
        let mut open = PointSet::new();
        for point in beside.iter().filter(|&point| !fixed.contains(point)) {
            open.extend(topology.component(point, |point| !fixed.contains(point)).iter());
        }
        if open.len() > MOST_OPEN {
            return None;
        }
        let open: Vec<Point> = open.iter().collect();
        let board = board_of(&position, &open, |point| safe.contains(point))?;
        let wishes =
            Wishes { essential: racing.into_iter().collect(), safe: safe.clone(), unknown: unknown.clone() };
        let blocks = Blocks::new(&position, &wishes).ok();
        let race =
            blocks.and_then(|blocks| BoardRace::new(position.clone(), blocks, LibertyGames::new()).ok());
        let points = topology.points().collect();
        Some(Problem { position, safe, unknown, board, racing, points, race })
    }

    /// A race of two strings as its marks have it; none if there are more, or it is too open.
    pub(super) fn of_marks(position: Position, blocks: &Blocks) -> Option<Problem> {
        let strings = tesuji_race::multi::racing_strings(&position, blocks);
        let stone = |wanted: Color| strings.iter().find(|(color, _)| *color == wanted)?.1.first();
        let racing = [stone(Color::Black)?, stone(Color::White)?];
        let [black, white] = &blocks.safe;
        let safe = black | white;
        let [black, white] = &blocks.unknown;
        let unknown = black | white;
        if strings.len() == 2 { Problem::new(position, racing, safe, unknown) } else { None }
    }

    /// The board for people, with who races.
    pub(super) fn text(&self) -> String {
        Diagram::new(self.position.to_setup()).to_string()
    }

    /// The question with this side to move, perhaps with a ko that was just taken, so that it may not play there.
    pub(super) fn question(&self, side: Color, ban: Option<usize>) -> Option<RaceQuestion> {
        let mut setup = self.position.to_setup();
        setup.to_move = side;
        setup.ko = ban.map(|ban| self.points[ban]);
        let position = Position::from_setup(&setup, Rules::default()).ok()?;
        Some(RaceQuestion {
            position: Some(asked::position(&position)),
            essential: self.racing.iter().map(|&stone| asked::name(&position, stone)).collect(),
            safe: asked::strings(&position, &self.safe),
            unknown: asked::strings(&position, &self.unknown),
            goal: Some(Goal::Capture),
            ..RaceQuestion::default()
        })
    }

    /// Whether a racing wall lives as it stands.
    pub(super) fn lives(&self) -> bool {
        let alive = Color::BOTH.map(|color| tesuji_board::unconditionally_alive(&self.position, color));
        self.racing.iter().any(|&stone| alive.iter().any(|alive| alive.contains(stone)))
    }

    /// The kinds of its regions.
    pub(super) fn kinds(&self) -> impl Iterator<Item = RegionKind> + '_ {
        self.race.iter().flat_map(|race| race.regions.iter().map(|region| region.kind))
    }
}
