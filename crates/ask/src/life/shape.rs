//! Names of shapes: straight three, bulky five, L-group, carpenter's square and the like.
//!
//! The names stand beside drawings, and the program computes all that it compares from them: every drawing is turned and mirrored.
//!
//! - Some names are those of an *eye space*: all that the group shuts in, in one part.
//! - Others are those of *stones in a corner*, which is at the left end of the first row: the stones of the group are those of the
//!   drawing, and no others.
//!
//! A name decides nothing. It is told beside the answer.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tesuji_board::{Color, Point, PointSet, Position, Shape, Topology};

/// The most points of a drawing.
const MOST_POINTS: usize = 9;

/// Eye spaces: `.` is empty, `x` a stone of the other side. What lies in a corner begins there.
const EYE_SPACES: &[(&str, bool, &[&str])] = &[
    ("bent four in the corner", true, &["xx.", "x  ", ".  "]),
    ("rectangular six in the corner", true, &["...", "..."]),
    ("straight three", false, &["..."]),
    ("bent three", false, &["..", ". "]),
    ("straight four", false, &["...."]),
    ("bent four", false, &["...", ".  "]),
    ("zigzag four", false, &[".. ", " .."]),
    ("pyramid four", false, &["...", " . "]),
    ("square four", false, &["..", ".."]),
    ("bulky five", false, &["...", ".. "]),
    ("crossed five", false, &[" . ", "...", " . "]),
    ("rectangular six", false, &["...", "..."]),
    ("rabbity six", false, &["...", "...", " . "]),
];

/// Stones in a corner: `o` is one of the group, `.` an empty point.
const CORNERS: &[(&str, &[&str])] = &[
    ("L-group", &["....", "...o", ".ooo"]),
    ("L-group with a leg", &["....", "...o", "oooo"]),
    ("L-group with a leg", &["...o", "...o", ".ooo"]),
    ("carpenter's square", &["....", "...o", "...o", ".ooo"]),
];

/// Points with what is on them, by column and row.
type Cells = BTreeSet<(i16, i16, char)>;

/// A drawing: its name, whether it is of a corner, the cells.
type Form = (&'static str, bool, Cells);

/// All drawings with their turns and mirror images.
static FORMS: LazyLock<[Vec<Form>; 2]> = LazyLock::new(|| {
    let spaces = EYE_SPACES.iter().flat_map(|&(name, corner, rows)| {
        turned(&cells(rows)).into_iter().map(move |cells| (name, corner, cells))
    });
    let corners = CORNERS
        .iter()
        .flat_map(|&(name, rows)| turned(&cells(rows)).into_iter().map(move |cells| (name, true, cells)));
    [spaces.collect(), corners.collect()]
});

fn cells(rows: &[&str]) -> Cells {
    let row = |(row, text): (usize, &&str)| -> Vec<(i16, i16, char)> {
        let cells = text.chars().enumerate().filter(|&(_, cell)| cell != ' ');
        cells.map(|(column, cell)| (column as i16, row as i16, cell)).collect()
    };
    rows.iter().enumerate().flat_map(row).collect()
}

/// The eight ways to turn and mirror cells; the corner is where both numbers are nought.
fn turned(cells: &Cells) -> Vec<Cells> {
    let turn = |way: usize| -> Cells {
        cells
            .iter()
            .map(|&(column, row, cell)| {
                let (column, row) = if way & 1 == 0 { (column, row) } else { (row, column) };
                let sign = |bit: usize, number: i16| if way & bit == 0 { number } else { -number };
                (sign(2, column), sign(4, row), cell)
            })
            .collect()
    };
    (0..8).map(turn).collect()
}

/// The same cells moved so that their least column and row are nought.
fn moved(cells: &Cells) -> Cells {
    let left = cells.iter().map(|&(column, ..)| column).min().unwrap_or(0);
    let top = cells.iter().map(|&(_, row, _)| row).min().unwrap_or(0);
    cells.iter().map(|&(column, row, cell)| (column - left, row - top, cell)).collect()
}

/// The corners of a board.
fn corners([width, height]: [i16; 2]) -> [[i16; 2]; 4] {
    [[0, 0], [width - 1, 0], [0, height - 1], [width - 1, height - 1]]
}

/// The name of the shape of a group on a square board; none if it has none.
pub(super) fn name(position: &Position, group: &PointSet) -> Option<String> {
    let board = position.topology();
    let Shape::Grid { width, height } = board.shape() else { return None };
    let owner = position.stone(group.first()?)?;
    let places: Vec<(Point, i16, i16)> = (0..height)
        .flat_map(|row| (0..width).map(move |column| (column, row)))
        .filter_map(|(column, row)| Some((board.at(column, row)?, column as i16, row as i16)))
        .collect();
    let size = [width as i16, height as i16];
    stones_in_corner(position, group, &places, size)
        .map(str::to_string)
        .or_else(|| eye_space(position, group, owner, &places, size))
}

/// The name of stones in a corner.
fn stones_in_corner(
    position: &Position,
    group: &PointSet,
    places: &[(Point, i16, i16)],
    size: [i16; 2],
) -> Option<&'static str> {
    for (name, _, form) in &FORMS[1] {
        for [left, top] in corners(size) {
            let at = |&(column, row, cell): &(i16, i16, char)| {
                let (column, row) = (left + column, top + row);
                let found = places.iter().find(|&&(_, x, y)| (x, y) == (column, row));
                found.map(|&(point, ..)| (point, cell))
            };
            let Some(on) = form.iter().map(at).collect::<Option<Vec<(Point, char)>>>() else { continue };
            let stones = on.iter().filter(|(_, cell)| *cell == 'o').count();
            let fits = on.iter().all(|&(point, cell)| match cell {
                'o' => group.contains(point),
                _ => position.is_empty_at(point),
            });
            if fits && stones == group.len() {
                return Some(name);
            }
        }
    }
    None
}

/// The name of the eye space of a group that shuts in one part; where the corner makes liberties matter, with the number of its
/// others.
fn eye_space(
    position: &Position,
    group: &PointSet,
    owner: Color,
    places: &[(Point, i16, i16)],
    size: [i16; 2],
) -> Option<String> {
    let board: &Topology = position.topology();
    let mut parts: Vec<PointSet> = Vec::new();
    for liberty in board.boundary(group).iter() {
        if parts.iter().any(|part| part.contains(liberty)) || position.stone(liberty) == Some(owner) {
            continue;
        }
        let part = board.component(liberty, |point| position.stone(point) != Some(owner));
        let is_shut = board.boundary(&part).iter().all(|stone| group.contains(stone));
        if is_shut && part.len() <= MOST_POINTS {
            parts.push(part);
        }
    }
    let [part] = &parts[..] else { return None };
    let on: Vec<&(Point, i16, i16)> = places.iter().filter(|(point, ..)| part.contains(*point)).collect();
    let found: Cells = on
        .iter()
        .map(|&&(point, column, row)| (column, row, if position.is_empty_at(point) { '.' } else { 'x' }))
        .collect();
    let fits = |form: &Cells, corner: bool| {
        let from = |[left, top]: [i16; 2]| -> Cells {
            found.iter().map(|&(column, row, cell)| (column - left, row - top, cell)).collect()
        };
        if corner {
            corners(size).into_iter().any(|at| from(at) == *form)
        } else {
            moved(&found) == moved(form)
        }
    };
    let form = FORMS[0].iter().find(|(_, corner, form)| fits(form, *corner));
    let &(name, corner, _) = form?;
    if !corner || name.starts_with("bent") {
        return Some(name.to_string());
    }
    let outside: PointSet = group
        .iter()
        .flat_map(|stone| position.liberties(stone))
        .filter(|liberty| !part.contains(*liberty))
        .collect();
    Some(match outside.len() {
        0 => format!("{name} without outside liberties"),
        1 => format!("{name} with one outside liberty"),
        count => format!("{name} with {count} outside liberties"),
    })
}

#[cfg(test)]
mod tests {
    use tesuji_board::{Diagram, Rules};

    use super::*;

    fn named(diagram: &str, stone: &str) -> Option<String> {
        let diagram: Diagram = diagram.parse().expect("a diagram");
        let position = diagram.position(Rules::default()).expect("a position");
        let stone = position.topology().point(stone).expect("a point");
        name(&position, &position.string(stone).collect())
    }

    /// Every drawing is found in all its eight forms, on the board of its stones.
    #[test]
    fn shapes_are_known_however_they_lie() {
        let mut seen = 0;
        for (name, corner, form) in &FORMS[0] {
            let form = moved(form);
            let (wide, high) = form
                .iter()
                .fold((0, 0), |(wide, high), &(column, row, _)| (wide.max(column + 1), high.max(row + 1)));
            for (left, top) in [(0, 0), (9 - wide, 0), (0, 9 - high), (9 - wide, 9 - high), (3, 3)] {
                let inside = |column: i16, row: i16| {
                    form.iter().find(|&&(x, y, _)| (x + left, y + top) == (column, row)).map(|cell| cell.2)
                };
                let mut rows = Vec::new();
                for row in 0..9 {
                    let cell = |column: i16| match inside(column, row) {
                        Some('x') => "O",
                        Some(_) => ".",
                        // A rim of one string.
                        None if (-1..=1).any(|x| (-1..=1).any(|y| inside(column + x, row + y).is_some())) => {
                            "X"
                        }
                        None => ".",
                    };
                    rows.push((0..9).map(cell).collect::<Vec<&str>>().join(" "));
                }
                let diagram: Diagram = rows.join("\n").parse().expect("a diagram");
                let Ok(position) = diagram.position(Rules::default()) else { continue };
                let group = position.stones(Color::Black);
                let found = super::name(&position, &group);
                let lies_in_corner = [0, 9 - wide].contains(&left) && [0, 9 - high].contains(&top);
                if !corner {
                    let found = found.expect("a name");
                    assert!(found.starts_with(name), "{found} for {name}\n{diagram}");
                    seen += 1;
                } else if !lies_in_corner {
                    assert_ne!(found.as_deref(), Some(*name));
                }
            }
        }
        assert!(seen > 300, "{seen}");
    }

    #[test]
    fn corners_have_names_of_their_own() {
        let corner = "
            . . . . . .
            X X X X X .
            . O O O X .
            . . . O X .
            . . . . X .";
        assert_eq!(named(corner, "B3").as_deref(), Some("L-group"));
        assert_eq!(named(&corner.replace(". O O O", "O O O O"), "B3").as_deref(), Some("L-group with a leg"));
        assert_eq!(
            named(&corner.replace(". O O O", "O O O O").replace(". . . . X", ". . . O X"), "B3").as_deref(),
            Some("rectangular six in the corner without outside liberties")
        );
        assert_eq!(named(&corner.replace(". . . . X", ". x . . X").to_uppercase(), "B3"), None);
    }
}
