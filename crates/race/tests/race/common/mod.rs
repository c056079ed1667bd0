//! Random boards with one race: two racing walls, regions on both sides, liberties between them, eyes inside them.

#[allow(dead_code, reason = "each test asks some of its questions")]
pub(crate) mod plain_board;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, Diagram, PointSet, Position, Rules, Setup, Topology};
use tesuji_race::multi::GroupRace;
use tesuji_race::multi::compose::{GroupPart, GroupRecipe, compose_group};
use tesuji_race::{Blocks, BoardRace, LibertyGames, Wishes};

/// What a random board may contain.
#[derive(Clone, Copy)]
pub(crate) struct Recipe {
    pub(crate) rows: usize,
    /// Columns of the regions outside the racing walls.
    pub(crate) width: usize,
    /// In a hundred: empty points of the regions, loose or joined stones of the owner among the rest.
    pub(crate) empty: u32,
    pub(crate) own: u32,
    pub(crate) shared: bool,
    pub(crate) eyes: bool,
    /// The most open points.
    pub(crate) most: usize,
}

/// A random race, or nothing if the board is not legal or too open.
pub(crate) fn random_race(seed: u64, recipe: &Recipe) -> Option<BoardRace> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let wall = if recipe.eyes { 3 } else { 1 };
    let rows = recipe.rows;
    // open . safe white . region . black wall . between . white wall . region . safe black . open
    let columns = 2 * (2 + recipe.width + wall) + 1;
    let board = Topology::parse(&format!("grid:{columns}x{rows}")).ok()?;
    let mut setup = Setup::empty(board.clone());
    let mut put = |column: usize, row: usize, stone: Option<Color>| {
        let point = board.at(column, row).expect("on the board");
        setup.put(point, stone);
    };
    for row in 0..rows {
        for (owner, mirror) in [(Color::Black, false), (Color::White, true)] {
            let at = |column: usize| if mirror { columns - 1 - column } else { column };
            put(at(1), row, Some(owner.opponent()));
            for column in 0..recipe.width {
                let roll = rng.random_range(0..100);
                let stone = if roll < recipe.empty {
                    None
                } else if roll < recipe.empty + recipe.own {
                    Some(owner)
                } else {
                    Some(owner.opponent())
                };
                put(at(2 + column), row, stone);
            }
            for column in 0..wall {
                put(at(2 + recipe.width + column), row, Some(owner));
            }
        }
        let between = match rng.random_range(0..4) {
            0 | 1 if recipe.shared => None,
            2 => Some(Color::Black),
            _ => Some(Color::White),
        };
        put(columns / 2, row, between);
    }
    if recipe.eyes {
        for (owner, mirror) in [(Color::Black, false), (Color::White, true)] {
            let length = rng.random_range(0..=rows - 2);
            for row in 1..=length {
                let column = 2 + recipe.width + 1;
                let stone = (rng.random_range(0..4) == 0).then_some(owner.opponent());
                put(if mirror { columns - 1 - column } else { column }, row, stone);
            }
        }
    }
    let position = Position::from_setup(&setup, Rules::default()).ok()?;
    let mark =
        |column: usize| -> PointSet { [board.at(column, 0).expect("on the board")].into_iter().collect() };
    let wishes = Wishes {
        essential: &mark(2 + recipe.width) | &mark(columns - 3 - recipe.width),
        safe: &mark(1) | &mark(columns - 2),
        unknown: loose(&position, recipe, columns),
    };
    let blocks = Blocks::new(&position, &wishes).ok()?;
    race_of(position, blocks, recipe.most)
}

/// The race, if its regions have at most so many points; larger ones are not even counted.
fn race_of(position: Position, blocks: Blocks, most: usize) -> Option<BoardRace> {
    let board = position.topology();
    let racing = &blocks.essential[0] | &blocks.essential[1];
    let fixed = &racing | &(&blocks.safe[0] | &blocks.safe[1]);
    let mut seen = fixed.clone();
    let mut open = 0;
    for start in board.points() {
        if seen.contains(start) {
            continue;
        }
        let points = board.component(start, |point| !fixed.contains(point));
        seen.extend(points.iter());
        if board.boundary(&points).intersects(&racing) {
            open += points.len();
        }
    }
    if open > most {
        return None;
    }
    let race = BoardRace::new(position, blocks, LibertyGames::new()).ok()?;
    assert_eq!(open, race.regions.iter().map(|region| region.points.len()).sum::<usize>());
    Some(race)
}

/// All strings but the walls.
fn loose(position: &Position, recipe: &Recipe, columns: usize) -> PointSet {
    let board = position.topology();
    let walls: PointSet = [1, 2 + recipe.width, columns - 3 - recipe.width, columns - 2]
        .into_iter()
        .filter_map(|column| board.at(column, 0))
        .flat_map(|point| position.string(point).collect::<Vec<_>>())
        .collect();
    board.points().filter(|&p| !position.is_empty_at(p) && !walls.contains(p)).collect()
}

/// The board as text, for messages.
pub(crate) fn text(race: &BoardRace) -> String {
    Diagram::new(race.position.to_setup()).to_string()
}

/// A random race made by the composer: one or two random shapes on each side, shared liberties, eyes; at most so many open
/// points.
pub(crate) fn random_composed_race(seed: u64, most: usize) -> Option<BoardRace> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x00c0_ffee);
    let mut picture = |most_rows: usize, most_columns: usize, signs: &[u8]| -> Vec<String> {
        let [rows, columns] = [rng.random_range(1..=most_rows), rng.random_range(1..=most_columns)];
        let mut row = || (0..columns).map(|_| char::from(signs[rng.random_range(0..signs.len())])).collect();
        (0..rows).map(|_| row()).collect()
    };
    let sides: Vec<Vec<Vec<String>>> = (0..2)
        .map(|_| {
            (0..1 + picture(2, 1, b".").len() / 2).map(|_| picture(3, 3, b".........ddda######")).collect()
        })
        .collect();
    let eyes: Vec<Vec<String>> = (0..2)
        .map(|_| if picture(3, 1, b".").len() == 1 { picture(2, 2, b"a.W.") } else { Vec::new() })
        .collect();
    let shared = (picture(7, 1, b".").len()).saturating_sub(4);
    let borrowed: Vec<Vec<Vec<&str>>> = sides
        .iter()
        .map(|all| all.iter().map(|picture| picture.iter().map(String::as_str).collect()).collect())
        .collect();
    let eye = |side: usize| eyes[side].iter().map(String::as_str).collect();
    composed(
        &tesuji_race::compose::Recipe {
            regions: [0, 1].map(|side| borrowed[side].iter().map(Vec::as_slice).collect()),
            shared,
            eyes: [eye(0), eye(1)],
            ..tesuji_race::compose::Recipe::default()
        },
        most,
    )
}

/// A random race with a region between the walls that is more than plain shared liberties: plain liberties outside, perhaps a ko
/// or a region that is worth `{3|0}`; at most so many open points.
#[allow(dead_code, reason = "the tests of the product, inside of the crate, use it")]
pub(crate) fn random_race_between(seed: u64, most: usize) -> Option<BoardRace> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x0be7_3ee2);
    let [rows, columns] = [rng.random_range(1..=3), rng.random_range(2..=3)];
    let signs = b"......xoXO";
    let mut row = || (0..columns).map(|_| char::from(signs[rng.random_range(0..signs.len())])).collect();
    let between: Vec<String> = (0..rows).map(|_| row()).collect();
    const PLAIN: [&str; 4] = ["."; 4];
    let mut side = || {
        let mut regions: Vec<tesuji_race::compose::Shape<'_>> = Vec::new();
        let plain = rng.random_range(0..=4);
        if plain > 0 {
            regions.push(&PLAIN[..plain]);
        }
        match rng.random_range(0..8) {
            0 => regions.push(tesuji_race::catalogue::KO),
            1 => regions.push(tesuji_race::catalogue::OPEN_KO),
            2 => regions.push(tesuji_race::catalogue::HALF),
            _ => {}
        }
        regions
    };
    let regions = [side(), side()];
    let shared = rng.random_range(0..=1);
    let between = between.iter().map(String::as_str).collect();
    composed(
        &tesuji_race::compose::Recipe { regions, shared, between, ..tesuji_race::compose::Recipe::default() },
        most,
    )
}

/// A random race with one or two kos, of all kinds, beside hot regions, eyes and shared regions that are not plain; at most so many open
/// points.
#[allow(dead_code, reason = "the tests of the product, inside of the crate, use it")]
pub(crate) fn random_race_with_kos(seed: u64, most: usize) -> Option<BoardRace> {
    use tesuji_race::catalogue::{HALF, KO, OPEN_KO};
    use tesuji_race::compose::Shape;

    const PLAIN: [&str; 5] = ["."; 5];
    const KOS: [Shape<'_>; 4] =
        [KO, OPEN_KO, &["##W", "#d.", "#.W", "##W"], &["##WW", "#d.W", "##d#", "##.#"]];
    // The last one is a threat of its owner and nothing else.
    const HOT: [Shape<'_>; 4] = [HALF, &["#.#", ".d."], &["#.", ".."], &["#.#.#", ".d.d."]];
    const EYES: [Shape<'_>; 3] = [&["."], &["a."], &[".a."]];
    const BETWEEN: [Shape<'_>; 4] = [&["..", "x."], &[".o", "x."], &["..", ".."], &[".O", ".."]];
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x0f_ac70);
    let mut draw = |most: usize| rng.random_range(0..most);
    let first = draw(2);
    let regions = [0, 1].map(|side| {
        let mut regions: Vec<Shape<'_>> = Vec::new();
        let plain = draw(PLAIN.len() + 1);
        if plain > 0 {
            regions.push(&PLAIN[..plain]);
        }
        if side == first || draw(4) == 0 {
            // Most are plain kos.
            let kind = draw(7);
            regions.push(KOS[if kind < 4 { kind } else { kind % 2 }]);
        }
        for _ in 0..draw(6).saturating_sub(3) {
            regions.push(HOT[draw(HOT.len())]);
        }
        regions
    });
    let eyes = [0, 1].map(|_| if draw(2) == 0 { EYES[draw(EYES.len())].to_vec() } else { Vec::new() });
    let shared = draw(3).saturating_sub(1);
    let between = if draw(2) == 0 { BETWEEN[draw(BETWEEN.len())].to_vec() } else { Vec::new() };
    composed(&tesuji_race::compose::Recipe { regions, shared, eyes, between }, most)
}

/// The race of a recipe, if it has at most so many open points.
fn composed(recipe: &tesuji_race::compose::Recipe<'_>, most: usize) -> Option<BoardRace> {
    let diagram = tesuji_race::compose::compose(recipe).ok()?;
    let position = diagram.position(Rules::default()).ok()?;
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).ok()?;
    race_of(position, blocks, most)
}

pub(crate) fn read_group(recipe: &GroupRecipe<'_>) -> Option<(String, GroupRace)> {
    let diagram = compose_group(recipe).ok()?;
    let position = diagram.position(Rules::default()).ok()?;
    let blocks = Blocks::new(&position, &Wishes::of_marks(&diagram)).ok()?;
    let race = GroupRace::new(position, blocks, LibertyGames::new()).ok()?;
    Some((diagram.to_string(), race))
}

fn picture(rng: &mut ChaCha8Rng, most: [usize; 2], signs: &[u8]) -> Vec<String> {
    let [rows, columns] = most.map(|most| rng.random_range(1..=most));
    let mut row = || (0..columns).map(|_| char::from(signs[rng.random_range(0..signs.len())])).collect();
    (0..rows).map(|_| row()).collect()
}

/// A random board of so many blocks with at most so many open points.
pub(crate) fn random_group(seed: u64, count: usize, ring: bool, most: usize) -> Option<(String, GroupRace)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let parts: Vec<(Vec<Vec<String>>, Vec<String>)> = (0..count)
        .map(|_| {
            let regions = match rng.random_range(0..5) {
                0 => vec![],
                1 => vec![picture(&mut rng, [3, 1], b".")],
                2 => vec![picture(&mut rng, [2, 3], b"......dda###")],
                _ => vec![picture(&mut rng, [3, 3], b".....dddaa####")],
            };
            let eye = if rng.random_range(0..4) == 0 { picture(&mut rng, [1, 2], b".") } else { Vec::new() };
            (regions, eye)
        })
        .collect();
    let borrowed: Vec<Vec<Vec<&str>>> = parts
        .iter()
        .map(|(regions, _)| regions.iter().map(|shape| shape.iter().map(String::as_str).collect()).collect())
        .collect();
    let blocks = parts
        .iter()
        .zip(&borrowed)
        .map(|((_, eye), regions)| GroupPart {
            regions: regions.iter().map(Vec::as_slice).collect(),
            eye: eye.iter().map(String::as_str).collect(),
        })
        .collect();
    let first = if rng.random_range(0..2) == 0 { Color::Black } else { Color::White };
    let recipe = GroupRecipe {
        first,
        blocks,
        shared: (1..count).map(|_| rng.random_range(0..3)).collect(),
        ring: ring.then(|| rng.random_range(0..2)),
    };
    let (text, race) = read_group(&recipe)?;
    let open: usize = race.regions.iter().map(|region| region.points.len()).sum();
    (open <= most).then_some((text, race))
}
