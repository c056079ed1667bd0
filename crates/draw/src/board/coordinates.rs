//! The names of lines and points around the board.
//!
//! Rectangles have letters for columns and numbers for rows. The rows of other lattices carry the names of their end
//! points, from which the rest is counted. Points of a graph have nothing in common, so each carries its own name, on
//! the side where no edge leaves it.

use tesuji_board::{Point, Shape};

use super::layout::{Layout, STONE, STUB, UNIT};
use crate::page::Frame;
use crate::style::Coordinates;
use crate::text::{self, BASELINE};
use crate::writer::Writer;

/// The room around the outermost points.
pub(super) const MARGIN: f64 = 0.7 * UNIT;

/// A name and the middle of its place.
struct Name {
    x: f64,
    y: f64,
    text: String,
    anchor: &'static str,
}

impl Name {
    /// The room of the name, with some air.
    fn frame(&self, size: f64) -> Frame {
        let width = text::width(&self.text) * size;
        let left = match self.anchor {
            "start" => self.x,
            "end" => self.x - width,
            _ => self.x - width / 2.0,
        };
        Frame { left, top: self.y - size / 2.0, right: left + width, bottom: self.y + size / 2.0 }
            .grown(0.16 * UNIT)
    }
}

/// The names of a picture, ready to be drawn.
pub(super) struct Names {
    names: Vec<Name>,
    size: f64,
    /// The room that board, lines and names take together.
    pub(super) frame: Frame,
}

impl Names {
    /// The corners of all names, moved inwards.
    pub(super) fn corners(&self, by: f64) -> Vec<(f64, f64)> {
        let corners = |name: &Name| {
            let frame = name.frame(self.size);
            let inwards = |low: f64, high: f64| {
                let by = by.min((high - low) / 2.0);
                [low + by, high - by]
            };
            let ([left, right], [top, bottom]) =
                (inwards(frame.left, frame.right), inwards(frame.top, frame.bottom));
            [(left, top), (right, top), (left, bottom), (right, bottom)]
        };
        self.names.iter().flat_map(corners).collect()
    }
}

/// Places the names and says how much room the board needs with them.
pub(super) fn names(layout: &Layout<'_>) -> Names {
    let size = (layout.extent() * 0.027).clamp(0.4 * UNIT, 0.52 * UNIT);
    let names = match (layout.coordinates, layout.board.shape()) {
        (Coordinates::None, _) => Vec::new(),
        (_, Shape::Graph) => beside_points(layout, size),
        (_, shape) if shape.rectangle().is_some() => around_rectangle(layout, size),
        _ => at_row_ends(layout),
    };
    let margin = match layout.coordinates {
        _ if layout.goes_round() => MARGIN + 0.15 * UNIT,
        Coordinates::None if layout.cropped => STUB,
        _ => MARGIN,
    };
    let mut frame = layout.points.grown(margin);
    for name in &names {
        let room = name.frame(size);
        frame.left = frame.left.min(room.left);
        frame.right = frame.right.max(room.right);
        frame.top = frame.top.min(room.top);
        frame.bottom = frame.bottom.max(room.bottom);
    }
    Names { names, size, frame }
}

/// How far from the outermost points names begin.
fn distance(layout: &Layout<'_>) -> f64 {
    match (layout.goes_round(), layout.cropped) {
        // Regions go a little over the border here.
        (true, _) => STUB + 0.26 * UNIT,
        (false, true) => STUB + 0.1 * UNIT,
        (false, false) => STONE + 0.14 * UNIT,
    }
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

fn at_row_ends(layout: &Layout<'_>) -> Vec<Name> {
    let away = distance(layout);
    let mut names = Vec::new();
    for row in layout.board.rows() {
        let mut cells = row.cells.iter().flatten().filter_map(|&p| Some((p, layout.place(p)?)));
        let Some((first, (x, y))) = cells.next() else { continue };
        let name_of = |p: Point| layout.board.name_of(p).to_string();
        names.push(Name { x: x - away, y, text: name_of(first), anchor: "end" });
        let (last, (x, y)) = cells.next_back().unwrap_or((first, (x, y)));
        if layout.coordinates == Coordinates::FourSides && last != first {
            names.push(Name { x: x + away, y, text: name_of(last), anchor: "start" });
        }
    }
    names
}

fn beside_points(layout: &Layout<'_>, size: f64) -> Vec<Name> {
    // With very many points the names are too small to read, and looking for the best side takes long.
    const CAREFUL: usize = 500;
    let mut names: Vec<Name> = Vec::new();
    let places: Vec<(f64, f64)> = layout.shown().map(|(_, place)| place).collect();
    let away = STONE + 0.08 * UNIT;
    for (point, (x, y)) in layout.shown() {
        let mut best: Option<(f64, Name)> = None;
        for (angle, width) in free_angles(layout, point) {
            let (dx, dy) = (angle.cos(), angle.sin());
            let anchor = match dx {
                dx if dx > 0.4 => "start",
                dx if dx < -0.4 => "end",
                _ => "middle",
            };
            let name = Name {
                x: x + dx * away,
                y: y + dy * (away + 0.4 * size),
                text: text::cut(layout.board.name_of(point), 8.0),
                anchor,
            };
            // How far the name is from its own edges, from other points and from other names.
            let mut air = (width / 2.0).min(std::f64::consts::FRAC_PI_2).sin() * away;
            if places.len() <= CAREFUL {
                let middle = (x + dx * (away + size / 2.0), name.y);
                let others = places.iter().filter(|&&place| place != (x, y)).copied();
                let others = others.chain(names.iter().map(|other| (other.x, other.y)));
                air = others.fold(air, |air, other| {
                    air.min(((other.0 - middle.0).hypot(other.1 - middle.1) - STONE).max(0.0))
                });
            }
            // Of equal sides the first counts; a hair of tolerance makes that the same on every machine.
            if best.as_ref().is_none_or(|(most, _)| air > most + 1e-6) {
                best = Some((air, name));
            }
        }
        names.extend(best.map(|(_, name)| name));
    }
    names
}

/// The middles and widths of the angles between the edges of a point; upwards first if there are none.
fn free_angles(layout: &Layout<'_>, point: Point) -> Vec<(f64, f64)> {
    use std::f64::consts::{FRAC_PI_2, TAU};
    let (x, y) = layout.any_place(point);
    let mut angles: Vec<f64> = layout
        .board
        .neighbors(point)
        .iter()
        .map(|&p| layout.any_place(p))
        .map(|(to_x, to_y)| (to_y - y).atan2(to_x - x))
        .collect();
    angles.sort_by(f64::total_cmp);
    let Some(&first) = angles.first() else {
        return (0..4).map(|quarter| (f64::from(quarter - 1) * FRAC_PI_2, TAU)).collect();
    };
    angles.push(first + TAU);
    angles.windows(2).map(|pair| ((pair[0] + pair[1]) / 2.0, pair[1] - pair[0])).collect()
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
