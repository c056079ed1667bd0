//! The regular boards, row by row, and graphs from edges.
//!
//! Every lattice is a list of rows. A point is named by its place in its row (letters from the left, without I)
//! and the number of the row (from the bottom), which on rectangles gives the usual Go coordinates.

use std::collections::HashSet;

use super::{GraphPoint, MAX_POINTS, Plan, Row, Shape, TopologyError};
use crate::point::Point;

/// The letters of the column with this index: A..Z without I, then AA, AB, ... like the columns of a table.
pub(crate) fn column_letters(mut index: usize) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let mut letters = Vec::new();
    loop {
        letters.push(LETTERS[index % LETTERS.len()]);
        if index < LETTERS.len() {
            break;
        }
        index = index / LETTERS.len() - 1;
    }
    letters.iter().rev().map(|&b| char::from(b)).collect()
}

/// Rows of points under construction.
struct Rows {
    rows: Vec<Row>,
    places: Vec<(f64, f64)>,
    names: Vec<String>,
    starts: Vec<usize>,
    height: usize,
}

impl Rows {
    fn new(height: usize) -> Rows {
        Rows { rows: Vec::new(), places: Vec::new(), names: Vec::new(), starts: Vec::new(), height }
    }

    fn push(&mut self, length: usize, indent: usize, place: impl Fn(usize) -> (f64, f64)) {
        let start = self.names.len();
        let number = self.height - self.rows.len();
        self.starts.push(start);
        self.rows.push(Row {
            indent,
            label: number.to_string(),
            cells: (start..start + length).map(|i| Some(Point(i as u16))).collect(),
        });
        self.places.extend((0..length).map(place));
        self.names.extend((0..length).map(|column| format!("{}{number}", column_letters(column))));
    }

    fn index(&self, row: usize, column: usize) -> usize {
        self.starts[row] + column
    }

    fn length(&self, row: usize) -> usize {
        self.rows[row].cells.len()
    }

    /// Edges between neighbours within each row.
    fn along_rows(&self) -> Vec<(usize, usize)> {
        (0..self.rows.len())
            .flat_map(|row| (1..self.length(row)).map(move |c| (self.index(row, c - 1), self.index(row, c))))
            .collect()
    }

    fn plan(self, name: String, shape: Shape, edges: Vec<(usize, usize)>) -> Plan {
        Plan {
            name,
            shape,
            names: self.names,
            places: self.places,
            rows: self.rows,
            edges,
            whole: None,
            removed: Vec::new(),
        }
    }
}

/// Rectangles of all kinds. The caller has checked the sides.
pub(super) fn rectangle(name: String, shape: Shape, width: usize, height: usize) -> Plan {
    let mut rows = Rows::new(height);
    for row in 0..height {
        rows.push(width, 0, |column| (column as f64, row as f64));
    }
    let mut edges = rows.along_rows();
    for row in 1..height {
        edges.extend((0..width).map(|c| (rows.index(row - 1, c), rows.index(row, c))));
    }
    match shape {
        Shape::King { .. } => {
            for row in 1..height {
                for column in 1..width {
                    edges.push((rows.index(row - 1, column - 1), rows.index(row, column)));
                    edges.push((rows.index(row - 1, column), rows.index(row, column - 1)));
                }
            }
        }
        Shape::Torus { .. } | Shape::Cylinder { .. } => {
            edges.extend((0..height).map(|row| (rows.index(row, 0), rows.index(row, width - 1))));
            if matches!(shape, Shape::Torus { .. }) {
                edges.extend((0..width).map(|c| (rows.index(0, c), rows.index(height - 1, c))));
            }
        }
        _ => {}
    }
    rows.plan(name, shape, edges)
}

/// Triangular lattice whose rows grow by one point from `first` to `longest` and then, if `back`, shrink again.
fn triangular(name: String, shape: Shape, first: usize, longest: usize, back: bool) -> Plan {
    let mut lengths: Vec<usize> = (first..=longest).collect();
    if back {
        lengths.extend((first..longest).rev());
    }
    let mut rows = Rows::new(lengths.len());
    for (row, &length) in lengths.iter().enumerate() {
        let indent = longest - length;
        rows.push(length, indent, |column| {
            (column as f64 + indent as f64 / 2.0, row as f64 * f64::sqrt(3.0) / 2.0)
        });
    }
    let mut edges = rows.along_rows();
    for row in 1..lengths.len() {
        let (upper, lower) = (row - 1, row);
        // Every point of the shorter row lies between two points of the longer one.
        let (short, long) = if lengths[upper] < lengths[lower] { (upper, lower) } else { (lower, upper) };
        for column in 0..lengths[short] {
            edges.push((rows.index(short, column), rows.index(long, column)));
            edges.push((rows.index(short, column), rows.index(long, column + 1)));
        }
    }
    rows.plan(name, shape, edges)
}

pub(super) fn hexagon(side: usize) -> Plan {
    triangular(format!("hexagon:{side}"), Shape::Hexagon { side }, side, 2 * side - 1, true)
}

pub(super) fn triangle(side: usize) -> Plan {
    triangular(format!("triangle:{side}"), Shape::Triangle { side }, 1, side, false)
}

/// The vertices of a hexagon of hexagons: `2 * side` zigzag rows of 2s+1, 2s+3, ..., 4s-1, 4s-1, ..., 2s+1 points.
///
/// A zigzag of the upper half starts with a low vertex, one of the lower half with a high vertex; low vertices hang
/// on a vertical edge over a high vertex of the next row.
pub(super) fn honeycomb(side: usize) -> Plan {
    let mut rows = Rows::new(2 * side);
    for row in 0..2 * side {
        let upper = row < side;
        let from_middle = if upper { side - 1 - row } else { row - side };
        rows.push(4 * side - 1 - 2 * from_middle, 2 * from_middle, |column| {
            let low = (column % 2 == 0) == upper;
            let x = (column + from_middle) as f64 * f64::sqrt(3.0) / 2.0;
            (x, 1.5 * row as f64 + if low { 0.5 } else { 0.0 })
        });
    }
    let mut edges = rows.along_rows();
    for row in 0..2 * side - 1 {
        let upper = row < side;
        let first_low = usize::from(!upper);
        for column in (first_low..rows.length(row)).step_by(2) {
            let below = match row + 1 {
                next if next < side => column + 1,
                next if next == side => column,
                _ => column - 1,
            };
            edges.push((rows.index(row, column), rows.index(row + 1, below)));
        }
    }
    rows.plan(format!("honeycomb:{side}"), Shape::Honeycomb { side }, edges)
}

/// A graph from its edges; points without a place are put on a circle.
pub(super) fn graph(
    name: &str,
    points: &[GraphPoint],
    edges: &[(usize, usize)],
) -> Result<Plan, TopologyError> {
    let count = points.len();
    if count == 0 {
        return Err(TopologyError::TooSmall {
            name: name.to_string(),
            need: "a board needs at least one point".into(),
        });
    }
    if count > MAX_POINTS {
        return Err(TopologyError::TooLarge { name: name.to_string() });
    }
    let mut seen = HashSet::new();
    for (i, &(a, b)) in edges.iter().enumerate() {
        let (edge, ends) = (i + 1, (a.saturating_add(1), b.saturating_add(1)));
        if a >= count || b >= count {
            return Err(TopologyError::EdgeOffBoard { edge, ends, points: count });
        }
        if a == b {
            return Err(TopologyError::Loop { edge, vertex: ends.0 });
        }
        if !seen.insert((a.min(b), a.max(b))) {
            return Err(TopologyError::RepeatedEdge { edge, ends });
        }
    }
    let names = graph_names(points)?;
    let places = graph_places(points)?;
    const ROW: usize = 20;
    let rows = (0..count.div_ceil(ROW))
        .map(|row| Row {
            indent: 0,
            label: String::new(),
            cells: (row * ROW..count.min((row + 1) * ROW)).map(|i| Some(Point(i as u16))).collect(),
        })
        .collect();
    Ok(Plan {
        name: name.to_string(),
        shape: Shape::Graph,
        names,
        places,
        rows,
        edges: edges.to_vec(),
        whole: None,
        removed: Vec::new(),
    })
}

fn graph_names(points: &[GraphPoint]) -> Result<Vec<String>, TopologyError> {
    let mut seen = HashSet::new();
    let mut names = Vec::with_capacity(points.len());
    for (i, point) in points.iter().enumerate() {
        let name = point.name.clone().unwrap_or_else(|| (i + 1).to_string());
        let why = if name.is_empty() || name.chars().any(|c| c.is_whitespace() || c == ',' || c.is_control())
        {
            "a name has no spaces and no commas and is not empty"
        } else if name.eq_ignore_ascii_case("pass") || name.eq_ignore_ascii_case("none") {
            "this word has a meaning of its own"
        } else if !seen.insert(name.clone()) {
            "another point has this name"
        } else {
            names.push(name);
            continue;
        };
        return Err(TopologyError::BadPointName { vertex: i + 1, name, why });
    }
    Ok(names)
}

fn graph_places(points: &[GraphPoint]) -> Result<Vec<(f64, f64)>, TopologyError> {
    // Neighbours on the circle are one unit apart.
    let radius = points.len() as f64 / std::f64::consts::TAU;
    let mut places = Vec::with_capacity(points.len());
    for (i, point) in points.iter().enumerate() {
        let angle = std::f64::consts::TAU * i as f64 / points.len() as f64;
        let (x, y) = point.at.unwrap_or((radius * (1.0 + angle.sin()), radius * (1.0 - angle.cos())));
        if !(x.abs() < 1e6 && y.abs() < 1e6) {
            return Err(TopologyError::BadPlace { vertex: i + 1 });
        }
        places.push((x, y));
    }
    Ok(places)
}
