//! The picture in words, for readers who do not see it.

use std::fmt::Write;

use tesuji_board::{Color, Mark, Point};

use super::layout::Layout;
use crate::picture::Picture;
use crate::text;

/// How many points a list names before it only counts.
const NAMED: usize = 40;

/// The accessible title.
pub(super) fn title(picture: &Picture<'_>) -> String {
    match picture.title.as_deref().map(str::trim) {
        Some(title) if !title.is_empty() => text::cut(title, 200.0),
        _ if picture.stones.is_empty() => format!("Board {}", text::cut(picture.board.name(), 60.0)),
        _ => format!("Position on {}", text::cut(picture.board.name(), 60.0)),
    }
}

/// The accessible description.
pub(super) fn description(picture: &Picture<'_>, layout: &Layout<'_>) -> String {
    let board = picture.board;
    let mut words = format!("{}, {} points.", text::cut(board.name(), 60.0), board.len());
    if layout.cropped {
        let _ = write!(words, " {} of them are shown.", layout.shown().count());
    }
    let list = |points: Vec<Point>| {
        let mut names: Vec<String> =
            points.iter().take(NAMED).map(|&p| text::cut(board.name_of(p), 12.0)).collect();
        if points.len() > NAMED {
            names.push(format!("and {} more", points.len() - NAMED));
        }
        names.join(" ")
    };
    let mut tell = |what: &str, points: Vec<Point>| {
        if !points.is_empty() {
            let _ = write!(words, " {what}: {}.", list(points));
        }
    };
    let shown = |p: &Point| layout.place(*p).is_some();
    for (color, name) in [(Color::Black, "Black"), (Color::White, "White")] {
        let stones = picture.stones.iter().filter(|(_, stone)| **stone == color).map(|(&p, _)| p);
        tell(name, stones.filter(shown).collect());
    }
    for (mark, name) in [
        (Mark::Triangle, "Triangles"),
        (Mark::Square, "Squares"),
        (Mark::Circle, "Circles"),
        (Mark::Cross, "Crosses"),
    ] {
        let marked = picture.marks.iter().filter(|(_, found)| **found == mark).map(|(&p, _)| p);
        tell(name, marked.filter(shown).collect());
    }
    tell("Highlighted", picture.highlights.iter().filter(shown).collect());
    tell("Last move", picture.last_move.into_iter().filter(shown).collect());
    tell("Ko", picture.ko.into_iter().filter(shown).collect());
    let labels: Vec<String> = picture
        .labels
        .iter()
        .filter(|(p, _)| shown(p))
        .take(NAMED)
        .map(|(&p, label)| format!("{} at {}", text::cut(label, 12.0), text::cut(board.name_of(p), 12.0)))
        .collect();
    if !labels.is_empty() {
        let _ = write!(words, " Labels: {}.", labels.join(", "));
    }
    for (i, region) in picture.regions.iter().enumerate() {
        let points: Vec<Point> = region.points.iter().filter(shown).collect();
        if points.is_empty() {
            continue;
        }
        let _ = write!(words, " Region {}", i + 1);
        if let Some(caption) = &region.caption {
            let _ = write!(words, " ({})", text::cut(caption, 40.0));
        }
        let _ = write!(words, ": {}.", list(points));
    }
    words
}
