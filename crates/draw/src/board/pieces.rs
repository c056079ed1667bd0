//! What lies on the points: stones, marks, labels, highlights, arrows.

use std::collections::BTreeMap;

use tesuji_board::{Color, Mark, Point};

use super::layout::{Layout, STONE, UNIT};
use super::lines::Gaps;
use crate::picture::Picture;
use crate::text::{self, BASELINE};
use crate::theme::Inks;
use crate::writer::{Path, Value, Writer};

const LABEL_SIZE: f64 = 0.6 * UNIT;
const LEAST_LABEL_SIZE: f64 = 0.26 * UNIT;

/// The radius of the ring around a highlighted point.
const RING: f64 = 0.375 * UNIT;

/// The grounds a mark or label can lie on.
const GROUNDS: [(Option<Color>, &str); 3] =
    [(Some(Color::Black), "on-black"), (Some(Color::White), "on-white"), (None, "on-board")];

/// Keeps the lines clear of what is written on empty points.
pub(super) fn clear_lines(picture: &Picture<'_>, gaps: &mut Gaps) {
    let mut clear = |point: Point, radius: f64| {
        if !picture.stones.contains_key(&point) {
            let widest = gaps.points.entry(point).or_insert(radius);
            *widest = radius.max(*widest);
        }
    };
    for (&point, label) in &picture.labels {
        if !label.trim().is_empty() {
            let (size, shown) = text::fit(label, 0.9 * UNIT, LABEL_SIZE, LEAST_LABEL_SIZE);
            clear(point, (text::width(&shown) * size / 2.0 + 0.04 * UNIT).max(0.3 * UNIT));
        }
    }
    for &point in picture.marks.keys() {
        clear(point, 0.34 * UNIT);
    }
    for point in picture.highlights.iter() {
        clear(point, RING);
    }
    for point in picture.ko.into_iter().filter(|ko| !picture.marks.contains_key(ko)) {
        clear(point, 0.2 * UNIT);
    }
}

pub(super) fn stones(writer: &mut Writer, picture: &Picture<'_>, layout: &Layout<'_>, inks: &Inks) {
    let mut shadow = Path::default();
    for (x, y) in picture.stones.keys().filter_map(|&p| layout.place(p)) {
        shadow.dot(x + 0.03 * UNIT, y + 0.05 * UNIT);
    }
    if !shadow.is_empty() && !inks.is_print() {
        writer.leaf(
            "path",
            &[
                ("class", "shadow".into()),
                ("d", shadow.data().into()),
                ("stroke-width", (2.0 * STONE).into()),
                ("stroke-linecap", "round".into()),
            ],
        );
    }
    for color in Color::BOTH {
        let places: Vec<(f64, f64)> = picture
            .stones
            .iter()
            .filter(|(_, stone)| **stone == color)
            .filter_map(|(&p, _)| layout.place(p))
            .collect();
        if places.is_empty() {
            continue;
        }
        let name = if color == Color::Black { "black" } else { "white" };
        let fill = match (inks.is_print(), color) {
            (true, Color::Black) => "#000".to_string(),
            (true, Color::White) => "#fff".to_string(),
            (false, _) => inks.url(name),
        };
        let rim = if inks.is_print() { layout.line() * 1.1 } else { 0.9 };
        writer.open("g", &[("class", name.into()), ("fill", (&fill).into()), ("stroke-width", rim.into())]);
        for (x, y) in places {
            writer.leaf("circle", &[("cx", x.into()), ("cy", y.into()), ("r", (STONE - rim / 2.0).into())]);
        }
        writer.close();
    }
}

pub(super) fn marks(writer: &mut Writer, picture: &Picture<'_>, layout: &Layout<'_>) {
    for (ground, class) in GROUNDS {
        let mut path = Path::default();
        let mut circles = Vec::new();
        for (&point, &mark) in &picture.marks {
            let Some((x, y)) = layout.place(point) else { continue };
            if picture.stones.get(&point).copied() != ground {
                continue;
            }
            match mark {
                Mark::Triangle => {
                    let r = 0.3 * UNIT;
                    let (half, low) = (r * 3f64.sqrt() / 2.0, r / 2.0);
                    path.polygon(&[(x, y - r), (x + half, y + low), (x - half, y + low)]);
                }
                Mark::Square => {
                    let r = 0.21 * UNIT;
                    path.polygon(&[(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]);
                }
                Mark::Cross => {
                    let r = 0.19 * UNIT;
                    for sign in [1.0, -1.0] {
                        path.move_to(x - r, y - r * sign);
                        path.line_to(x + r, y + r * sign);
                    }
                }
                Mark::Circle => circles.push((x, y)),
            }
        }
        if let Some(ko) = picture.ko
            && ground.is_none()
            && !picture.stones.contains_key(&ko)
            && !picture.marks.contains_key(&ko)
            && let Some((x, y)) = layout.place(ko)
        {
            let r = 0.13 * UNIT;
            path.polygon(&[(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]);
        }
        if path.is_empty() && circles.is_empty() {
            continue;
        }
        writer.open(
            "g",
            &[
                ("class", class.into()),
                ("fill", "none".into()),
                ("stroke", "currentColor".into()),
                ("stroke-width", (0.07 * UNIT).into()),
                ("stroke-linejoin", "round".into()),
                ("stroke-linecap", "round".into()),
            ],
        );
        if !path.is_empty() {
            writer.leaf("path", &[("class", "mark".into()), ("d", path.data().into())]);
        }
        for (x, y) in circles {
            writer.leaf(
                "circle",
                &[("class", "mark".into()), ("cx", x.into()), ("cy", y.into()), ("r", (0.235 * UNIT).into())],
            );
        }
        writer.close();
    }
}

pub(super) fn labels(writer: &mut Writer, picture: &Picture<'_>, layout: &Layout<'_>) {
    for (ground, class) in GROUNDS {
        let labels: BTreeMap<Point, &String> = picture
            .labels
            .iter()
            .filter(|(point, label)| {
                picture.stones.get(point).copied() == ground
                    && layout.place(**point).is_some()
                    && !label.trim().is_empty()
            })
            .map(|(&point, label)| (point, label))
            .collect();
        if labels.is_empty() {
            continue;
        }
        writer.open(
            "g",
            &[
                ("class", class.into()),
                ("fill", "currentColor".into()),
                ("text-anchor", "middle".into()),
                ("font-size", LABEL_SIZE.into()),
                ("font-weight", if ground.is_none() { "bold" } else { "normal" }.into()),
            ],
        );
        for (point, label) in labels {
            let Some((x, y)) = layout.place(point) else { continue };
            let room = match (picture.marks.contains_key(&point), ground.is_some()) {
                (true, _) => 0.24 * UNIT,
                (false, true) => 0.74 * UNIT,
                (false, false) => 0.9 * UNIT,
            };
            let (size, shown) = text::fit(label, room, LABEL_SIZE, LEAST_LABEL_SIZE);
            // The middle of a triangle's inside is below its centre.
            let triangle = picture.marks.get(&point) == Some(&Mark::Triangle);
            let y = if triangle { y + 0.03 * UNIT } else { y };
            let mut attributes: Vec<(&str, Value<'_>)> =
                vec![("x", x.into()), ("y", (y + BASELINE * size).into())];
            if size < LABEL_SIZE {
                attributes.push(("font-size", size.into()));
            }
            writer.open("text", &attributes);
            if shown != *label {
                writer.text("title", &[], &text::cut(label, 200.0));
            }
            writer.words(&shown);
            writer.close();
        }
        writer.close();
    }
}

/// The last move, highlighted points and arrows.
pub(super) fn accents(writer: &mut Writer, picture: &Picture<'_>, layout: &Layout<'_>, inks: &Inks) {
    let highlighted = picture.highlights.iter().any(|p| layout.place(p).is_some());
    let last = picture.last_move.and_then(|p| Some((p, layout.place(p)?)));
    if highlighted || last.is_some() {
        writer.open(
            "g",
            &[
                ("class", "accent".into()),
                ("fill", "none".into()),
                ("stroke", "currentColor".into()),
                ("stroke-width", (0.075 * UNIT).into()),
            ],
        );
        let mut ring = |point: Point, (x, y): (f64, f64), r: f64, filled: bool| {
            let mut attributes: Vec<(&str, Value<'_>)> =
                vec![("cx", x.into()), ("cy", y.into()), ("r", r.into())];
            if filled {
                attributes.push(("fill", "currentColor".into()));
            }
            // Without colours the ink must differ from the stone.
            if let (true, Some(Color::Black)) = (inks.is_print(), picture.stones.get(&point)) {
                attributes.extend([("class", "on-black".into()), ("stroke", "currentColor".into())]);
            }
            writer.leaf("circle", &attributes);
        };
        for point in picture.highlights.iter() {
            let Some(place) = layout.place(point) else { continue };
            ring(point, place, RING, false);
            let empty = !picture.stones.contains_key(&point)
                && !picture.labels.contains_key(&point)
                && !picture.marks.contains_key(&point);
            if empty {
                ring(point, place, 0.12 * UNIT, true);
            }
        }
        if let Some((point, place)) = last {
            if picture.labels.contains_key(&point) || picture.marks.contains_key(&point) {
                if !picture.highlights.contains(point) {
                    ring(point, place, 0.41 * UNIT, false);
                }
            } else {
                ring(point, place, 0.13 * UNIT, true);
            }
        }
        writer.close();
    }
    arrows(writer, picture, layout);
}

fn arrows(writer: &mut Writer, picture: &Picture<'_>, layout: &Layout<'_>) {
    let (mut shafts, mut heads) = (Path::default(), Path::default());
    for arrow in &picture.arrows {
        let (Some(from), Some(to)) = (layout.place(arrow.from), layout.place(arrow.to)) else { continue };
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let clear = |point: Point| {
            let occupied = picture.stones.contains_key(&point)
                || picture.labels.contains_key(&point)
                || picture.marks.contains_key(&point)
                || picture.highlights.contains(point);
            if occupied { STONE * 0.9 } else { 0.12 * UNIT }
        };
        let head = 0.3 * UNIT;
        let (start, end) = (clear(arrow.from), length - clear(arrow.to));
        // Between stones that touch there is no room outside them.
        let (start, end) = if end - start < 1.3 * head {
            ((length / 2.0 - 0.65 * head).max(0.0), (length / 2.0 + 0.65 * head).min(length))
        } else {
            (start, end)
        };
        if length < 0.01 || end <= start {
            continue;
        }
        let (ux, uy) = (dx / length, dy / length);
        let at =
            |along: f64, across: f64| (from.0 + ux * along - uy * across, from.1 + uy * along + ux * across);
        let neck = at(end - 0.8 * head, 0.0);
        let tail = at(start, 0.0);
        shafts.move_to(tail.0, tail.1);
        shafts.line_to(neck.0, neck.1);
        heads.polygon(&[at(end, 0.0), at(end - head, 0.45 * head), at(end - head, -0.45 * head)]);
    }
    if shafts.is_empty() {
        return;
    }
    writer.open("g", &[("class", "arrow".into()), ("fill", "currentColor".into())]);
    writer.leaf(
        "path",
        &[
            ("d", shafts.data().into()),
            ("stroke", "currentColor".into()),
            ("stroke-width", (0.085 * UNIT).into()),
            ("stroke-linecap", "round".into()),
        ],
    );
    writer.leaf("path", &[("d", heads.data().into())]);
    writer.close();
}
