//! The names of lines and points around the board.
//!
//! Rectangles have letters for columns and numbers for rows. The rows of other lattices carry the names of their end
//! points, from which the rest is counted. Points of a graph have nothing in common, so each carries its own name, on
//! the side where no edge leaves it.

use tesuji_board::{Point, Shape};

use super::layout::{Frame, Layout, STONE, STUB, UNIT};
use crate::style::Coordinates;
use crate::text::{self, BASELINE};
use crate::writer::Writer;

/// A name and the middle of its place.
struct Name {
    x: f64,
    y: f64,
    text: String,
    anchor: &'static str,
}

/// The names of a picture, ready to be drawn.
pub(super) struct Names {
    names: Vec<Name>,
    size: f64,
    /// The room that board, lines and names take together.
    pub(super) frame: Frame,
}

/// Places the names and says how much room the board needs with them.
pub(super) fn names(layout: &Layout<'_>) -> Names {
    let size = (layout.extent() * 0.027).clamp(0.4 * UNIT, 0.52 * UNIT);
    let mut names = match (layout.coordinates, layout.board.shape()) {
        (Coordinates::None, _) => Vec::new(),
        (_, Shape::Graph) => beside_points(layout, size),
        (_, shape) if shape.rectangle().is_some() => around_rectangle(layout, size),
        _ => at_row_ends(layout, size),
    };
    let margin = if layout.board.shape() == Shape::Graph { 0.75 * UNIT } else { 0.7 * UNIT };
    let margin = if layout.cropped && layout.coordinates == Coordinates::None { STUB } else { margin };
    let mut frame = layout.points.grown(margin);
    for name in &mut names {
        let width = text::width(&name.text) * size;
        let left = match name.anchor {
            "start" => name.x,
            "end" => name.x - width,
            _ => name.x - width / 2.0,
        };
        let air = 0.16 * UNIT;
        frame.left = frame.left.min(left - air);
        frame.right = frame.right.max(left + width + air);
        frame.top = frame.top.min(name.y - size / 2.0 - air);
        frame.bottom = frame.bottom.max(name.y + size / 2.0 + air);
    }
    Names { names, size, frame }
}

/// How far from the outermost points names begin.
fn distance(layout: &Layout<'_>) -> f64 {
    let wraps = matches!(layout.board.shape(), Shape::Torus { .. } | Shape::Cylinder { .. });
    if wraps || layout.cropped { STUB + 0.1 * UNIT } else { STONE + 0.14 * UNIT }
}

fn around_rectangle(layout: &Layout<'_>, size: f64) -> Vec<Name> {
    let all_round = layout.coordinates == Coordinates::FourSides;
    let frame = layout.points;
    let away = distance(layout) + size / 2.0;
    let mut names = Vec::new();
    let columns = layout.board.rows().iter().map(|row| row.cells.len()).max().unwrap_or(0);
    for column in 0..columns {
        let cells = layout.board.rows().iter().filter_map(|row| row.cells.get(column).copied().flatten());
        let Some((point, (x, _))) = cells.filter_map(|p| Some((p, layout.place(p)?))).next() else {
            continue;
        };
        let letters = layout.board.name_of(point).trim_end_matches(|c: char| c.is_ascii_digit());
        let sides = [Some(frame.bottom + away), all_round.then_some(frame.top - away)];
        names.extend(sides.into_iter().flatten().map(|y| Name {
            x,
            y,
            text: letters.to_string(),
            anchor: "middle",
        }));
    }
    let labels = || layout.board.rows().iter().map(|row| text::width(&row.label));
    let widest = labels().fold(0.0, f64::max) * size;
    let away = distance(layout) + widest / 2.0;
    for row in layout.board.rows() {
        let Some((_, y)) = row.cells.iter().flatten().find_map(|&p| layout.place(p)) else { continue };
        let sides = [Some(frame.left - away), all_round.then_some(frame.right + away)];
        names.extend(sides.into_iter().flatten().map(|x| Name {
            x,
            y,
            text: row.label.clone(),
            anchor: "middle",
        }));
    }
    names
}

fn at_row_ends(layout: &Layout<'_>, _size: f64) -> Vec<Name> {
    let away = distance(layout);
    let mut names = Vec::new();
    for row in layout.board.rows() {
        let mut cells = row.cells.iter().flatten().filter_map(|&p| Some((p, layout.place(p)?)));
        let Some((first, (x, y))) = cells.next() else { continue };
        let name_of = |p: Point| layout.board.name_of(p).to_string();
        names.push(Name { x: x - away, y, text: name_of(first), anchor: "end" });
        let (last, (x, y)) = cells.last().unwrap_or((first, (x, y)));
        if layout.coordinates == Coordinates::FourSides {
            names.push(Name { x: x + away, y, text: name_of(last), anchor: "start" });
        }
    }
    names
}

fn beside_points(layout: &Layout<'_>, size: f64) -> Vec<Name> {
    let mut names = Vec::new();
    for (point, (x, y)) in layout.shown() {
        let angle = emptiest_direction(layout, point);
        let (dx, dy) = (angle.cos(), angle.sin());
        let anchor = match dx {
            dx if dx > 0.4 => "start",
            dx if dx < -0.4 => "end",
            _ => "middle",
        };
        let away = STONE + 0.08 * UNIT;
        names.push(Name {
            x: x + dx * away,
            y: y + dy * (away + 0.4 * size),
            text: text::cut(layout.board.name_of(point), 8.0),
            anchor,
        });
    }
    names
}

/// The middle of the widest angle between the edges of a point; upwards if there are none.
fn emptiest_direction(layout: &Layout<'_>, point: Point) -> f64 {
    let (x, y) = layout.any_place(point);
    let mut angles: Vec<f64> = layout
        .board
        .neighbors(point)
        .iter()
        .map(|&p| layout.any_place(p))
        .map(|(to_x, to_y)| (to_y - y).atan2(to_x - x))
        .collect();
    angles.sort_by(f64::total_cmp);
    let Some(&first) = angles.first() else { return -std::f64::consts::FRAC_PI_2 };
    angles.push(first + std::f64::consts::TAU);
    // Of equal angles the first counts; a hair of tolerance makes that the same on every machine.
    let mut best = (0.0, 0.0);
    for pair in angles.windows(2) {
        let width = pair[1] - pair[0];
        if width > best.0 + 1e-6 {
            best = (width, pair[0] + width / 2.0);
        }
    }
    best.1
}

pub(super) fn draw(writer: &mut Writer, names: &Names) {
    if names.names.is_empty() {
        return;
    }
    writer.open(
        "g",
        &[("class", "coordinate".into()), ("font-size", names.size.into()), ("text-anchor", "middle".into())],
    );
    for name in &names.names {
        let (x, y) = (name.x.into(), (name.y + BASELINE * names.size).into());
        if name.anchor == "middle" {
            writer.text("text", &[("x", x), ("y", y)], &name.text);
        } else {
            writer.text("text", &[("x", x), ("y", y), ("text-anchor", name.anchor.into())], &name.text);
        }
    }
    writer.close();
}
