//! Names of boards: `square:9`, `grid:9x13`, `hexagon:4`, and points left out: `square:9-E5,A1`.

use std::sync::Arc;

use super::{MAX_POINTS, Shape, Topology, TopologyError, lattice};
use crate::point::PointSet;

pub(super) const FAMILIES: &[(&str, &str)] = &[
    ("square:19", "square board of 19x19 points"),
    ("grid:9x13", "rectangle, 9 columns and 13 rows"),
    ("torus:9x9", "rectangle with opposite edges joined (sides of 3 or more)"),
    ("cylinder:9x5", "rectangle with left and right joined, 9 points round"),
    ("king:8x8", "rectangle whose points also touch diagonally"),
    ("hexagon:4", "triangular lattice, hexagon of side 4"),
    ("triangle:8", "triangular lattice, triangle of side 8"),
    ("honeycomb:3", "corners of a honeycomb, 3 hexagons to a side"),
];

pub(super) fn parse(name: &str) -> Result<Arc<Topology>, TopologyError> {
    let name = name.trim();
    let (whole, removed) = match name.split_once('-') {
        Some((whole, removed)) => (whole, Some(removed)),
        None => (name, None),
    };
    let board = Topology::build(whole_board(whole)?);
    let Some(removed) = removed else { return Ok(Arc::new(board)) };
    let mut set = PointSet::new();
    for point in removed.split(',') {
        set.insert(board.require_point(point.trim())?);
    }
    board.without(&set)
}

fn whole_board(name: &str) -> Result<super::Plan, TopologyError> {
    let (family, size) = name.split_once(':').unwrap_or((name, ""));
    let family = family.trim().to_ascii_lowercase();
    let size = size.trim();
    let too_small = |need: &str| TopologyError::TooSmall { name: legible(name), need: need.to_string() };
    // Sides are bounded before they are multiplied, so nothing can overflow.
    let one_side = |points: fn(usize) -> usize| -> Result<usize, TopologyError> {
        let side = number(size).ok_or_else(|| unknown(name, &family))?;
        match side {
            0 => Err(too_small("the side must be at least 1")),
            s if s > MAX_POINTS || points(s) > MAX_POINTS => {
                Err(TopologyError::TooLarge { name: legible(name) })
            }
            s => Ok(s),
        }
    };
    let two_sides = |least: (usize, usize), need: &str| -> Result<(usize, usize), TopologyError> {
        let (width, height) = size.split_once(['x', 'X']).ok_or_else(|| unknown(name, &family))?;
        let width = number(width).ok_or_else(|| unknown(name, &family))?;
        let height = number(height).ok_or_else(|| unknown(name, &family))?;
        if width < least.0 || height < least.1 {
            return Err(too_small(need));
        }
        if width.saturating_mul(height) > MAX_POINTS {
            return Err(TopologyError::TooLarge { name: legible(name) });
        }
        Ok((width, height))
    };
    let one = "both sides must be at least 1";
    Ok(match family.as_str() {
        "square" => {
            let side = one_side(|s| s * s)?;
            grid(side, side)
        }
        "grid" => {
            let (width, height) = two_sides((1, 1), one)?;
            grid(width, height)
        }
        "king" => {
            let (width, height) = two_sides((1, 1), one)?;
            lattice::rectangle(format!("king:{width}x{height}"), Shape::King { width, height }, width, height)
        }
        "torus" => {
            let (width, height) = two_sides((3, 3), "both sides of a torus must be at least 3")?;
            lattice::rectangle(
                format!("torus:{width}x{height}"),
                Shape::Torus { width, height },
                width,
                height,
            )
        }
        "cylinder" => {
            let need = "a cylinder must be at least 3 points round and 1 point high";
            let (width, height) = two_sides((3, 1), need)?;
            lattice::rectangle(
                format!("cylinder:{width}x{height}"),
                Shape::Cylinder { width, height },
                width,
                height,
            )
        }
        "hexagon" => lattice::hexagon(one_side(|s| 3 * s * (s - 1) + 1)?),
        "triangle" => lattice::triangle(one_side(|s| s * (s + 1) / 2)?),
        "honeycomb" => lattice::honeycomb(one_side(|s| 6 * s * s)?),
        _ => return Err(unknown(name, &family)),
    })
}

fn grid(width: usize, height: usize) -> super::Plan {
    let name = if width == height { format!("square:{width}") } else { format!("grid:{width}x{height}") };
    lattice::rectangle(name, Shape::Grid { width, height }, width, height)
}

/// A plain whole number. Absurdly long ones become the largest `usize`, which every caller finds too large.
fn number(text: &str) -> Option<usize> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(usize::MAX))
}

fn unknown(name: &str, family: &str) -> TopologyError {
    let example = FAMILIES.iter().find(|(example, _)| example.split(':').next() == Some(family));
    let expected = match example {
        Some((example, _)) => format!("a size as in {example}"),
        None => {
            let all: Vec<&str> = FAMILIES.iter().map(|(example, _)| *example).collect();
            format!("a name like {} or a JSON file", all.join(", "))
        }
    };
    TopologyError::UnknownName { name: legible(name), expected }
}

/// A name as it is shown in errors: one from a damaged file can be of any length and of any characters.
pub(super) fn legible(name: &str) -> String {
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    if name.chars().count() > 60 {
        name.chars().take(57).map(plain).chain("...".chars()).collect()
    } else {
        name.chars().map(plain).collect()
    }
}
