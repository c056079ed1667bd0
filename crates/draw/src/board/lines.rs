//! The lines of the board.
//!
//! Edges that continue each other become one line, which is shorter and crisper than a stroke for each edge. Lines
//! stop short of labels and marks on empty points instead of being painted over, so the ground behind them may have
//! any colour. Edges of a torus or a cylinder that go round the back end in fading stubs on both sides, and edges that
//! leave the shown part of the board run out half way.

use std::collections::BTreeMap;

use tesuji_board::{Point, Shape};

use super::layout::{Layout, STUB, UNIT};
use crate::page::Frame;
use crate::writer::{Path, Writer};

/// What the lines keep clear of.
#[derive(Default)]
pub(super) struct Gaps {
    /// The radius of the clear disc around a point.
    pub(super) points: BTreeMap<Point, f64>,
    /// Clear rectangles.
    pub(super) boxes: Vec<Frame>,
}

/// A straight piece of a line, from left to right (or downwards).
#[derive(Clone, Copy)]
struct Piece {
    from: (f64, f64),
    to: (f64, f64),
    /// The points at which it starts and ends, if nothing keeps it away from them.
    start: Option<Point>,
    end: Option<Point>,
    /// Whether it is a border of the board.
    border: bool,
}

/// Fading is in steps: reach along the stub and opacity.
const FADE: [(f64, f64, f64); 4] = [(0.0, 0.4, 0.95), (0.4, 0.6, 0.65), (0.6, 0.8, 0.38), (0.8, 1.0, 0.16)];

pub(super) fn draw(writer: &mut Writer, layout: &Layout<'_>, gaps: &Gaps) {
    let mut pieces = Vec::new();
    let mut stubs = Vec::new();
    for (a, b) in layout.board.edges() {
        match layout.wraps(a, b) {
            Some((dx, dy)) => stubs.extend([(a, (-dx, -dy)), (b, (dx, dy))]),
            None => edge_pieces(layout, gaps, a, b, &mut pieces),
        }
    }
    let width = layout.line();
    let mut paths = [Path::default(), Path::default()];
    for (from, to, border) in joined(&pieces) {
        let path = &mut paths[usize::from(border)];
        path.move_to(from.0, from.1);
        path.line_to(to.0, to.1);
    }
    for (path, width) in paths.iter().zip([width, width * 1.7]) {
        if !path.is_empty() {
            writer.leaf(
                "path",
                &[
                    ("class", "grid".into()),
                    ("d", path.data().into()),
                    ("fill", "none".into()),
                    ("stroke-width", width.into()),
                    ("stroke-linecap", "round".into()),
                ],
            );
        }
    }
    draw_stubs(writer, layout, gaps, &stubs);
}

fn draw_stubs(writer: &mut Writer, layout: &Layout<'_>, gaps: &Gaps, stubs: &[(Point, (f64, f64))]) {
    if stubs.is_empty() {
        return;
    }
    writer.open(
        "g",
        &[("class", "grid".into()), ("fill", "none".into()), ("stroke-width", layout.line().into())],
    );
    for (near, far, opacity) in FADE {
        let mut path = Path::default();
        for &(point, (dx, dy)) in stubs {
            let Some((x, y)) = layout.place(point) else { continue };
            let clear = gaps.points.get(&point).copied().unwrap_or(0.0);
            let (near, far) = ((near * STUB).max(clear), far * STUB);
            if near < far {
                path.move_to(x + dx * near, y + dy * near);
                path.line_to(x + dx * far, y + dy * far);
            }
        }
        if !path.is_empty() {
            writer.leaf("path", &[("d", path.data().into()), ("stroke-opacity", opacity.into())]);
        }
    }
    let arrows = joined_sides(layout);
    if !arrows.is_empty() {
        writer.leaf("path", &[("d", arrows.data().into()), ("stroke-linejoin", "round".into())]);
    }
    writer.close();
}

/// Arrowheads beside the board in the manner of topologists: sides with the same arrows are the same line.
fn joined_sides(layout: &Layout<'_>) -> Path {
    let mut path = Path::default();
    if layout.cropped || !layout.goes_round() {
        return path;
    }
    let frame = layout.points;
    // Half way between two lines, where no stub and no name is.
    let middle = |length: f64| ((length / UNIT / 2.0).floor() + 0.5) * UNIT;
    let r = 0.11 * UNIT;
    let away = STUB + 0.05 * UNIT;
    for x in [frame.left - away, frame.right + away] {
        let y = middle(frame.height());
        path.open_polygon(&[(x - r, y + r / 2.0), (x, y - r / 2.0), (x + r, y + r / 2.0)]);
    }
    if matches!(layout.board.shape(), Shape::Torus { .. }) {
        for y in [frame.top - away, frame.bottom + away] {
            for x in [-0.65 * r, 0.65 * r].map(|shift| middle(frame.width()) + shift) {
                path.open_polygon(&[(x - r / 2.0, y - r), (x + r / 2.0, y), (x - r / 2.0, y + r)]);
            }
        }
    }
    path
}

/// The pieces of one edge that are seen.
fn edge_pieces(layout: &Layout<'_>, gaps: &Gaps, a: Point, b: Point, pieces: &mut Vec<Piece>) {
    let (from, to) = (layout.any_place(a), layout.any_place(b));
    let (seen_a, seen_b) = (layout.place(a).is_some(), layout.place(b).is_some());
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    if length < 0.01 || !(seen_a || seen_b) {
        return;
    }
    let ((a, seen_a, from), (b, seen_b, to)) =
        if from < to { ((a, seen_a, from), (b, seen_b, to)) } else { ((b, seen_b, to), (a, seen_a, from)) };
    let clear = |point: Point| gaps.points.get(&point).copied().unwrap_or(0.0) / length;
    let run_out = 1.0 - (STUB / length).min(0.5);
    let start = if seen_a { clear(a) } else { run_out };
    let end = 1.0 - if seen_b { clear(b) } else { run_out };
    let mut open = vec![(start, end)];
    for gap in &gaps.boxes {
        if let Some((enter, leave)) = crossing(from, to, gap) {
            open = open
                .into_iter()
                .flat_map(|(start, end)| [(start, end.min(enter)), (start.max(leave), end)])
                .filter(|(start, end)| end - start > 1e-6)
                .collect();
        }
    }
    let at = |t: f64| (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t);
    let border = is_border(layout, a, b);
    pieces.extend(open.into_iter().filter(|(start, end)| start < end).map(|(start, end)| Piece {
        from: at(start),
        to: at(end),
        start: (start == 0.0).then_some(a),
        end: (end == 1.0).then_some(b),
        border,
    }));
}

/// The part of a segment that lies in a rectangle, as fractions of its length.
fn crossing(from: (f64, f64), to: (f64, f64), frame: &Frame) -> Option<(f64, f64)> {
    let mut range = (0.0f64, 1.0f64);
    for (start, end, low, high) in
        [(from.0, to.0, frame.left, frame.right), (from.1, to.1, frame.top, frame.bottom)]
    {
        let step = end - start;
        if step.abs() < 1e-9 {
            if start <= low || start >= high {
                return None;
            }
            continue;
        }
        let (first, second) = ((low - start) / step, (high - start) / step);
        range = (range.0.max(first.min(second)), range.1.min(first.max(second)));
    }
    (range.0 < range.1).then_some(range)
}

/// Whether an edge is part of the border, which is drawn heavier: it tells the end of the board from a cut.
fn is_border(layout: &Layout<'_>, a: Point, b: Point) -> bool {
    let board = layout.board;
    let ((ax, ay), (bx, by)) = (board.place_of(a), board.place_of(b));
    let on = |first: f64, second: f64, last: usize| {
        first == second && (first == 0.0 || first == last.saturating_sub(1) as f64)
    };
    match board.shape() {
        Shape::Grid { width, height } | Shape::King { width, height } => {
            on(ax, bx, width) || on(ay, by, height)
        }
        Shape::Cylinder { height, .. } => on(ay, by, height),
        // An inner edge of a triangular lattice is a side of two triangles.
        Shape::Hexagon { .. } | Shape::Triangle { .. } => {
            let around = board.neighbors(b);
            board.neighbors(a).iter().filter(|p| around.contains(p)).count() < 2
        }
        Shape::Torus { .. } | Shape::Honeycomb { .. } | Shape::Graph => false,
    }
}

type Line = ((f64, f64), (f64, f64), bool);

/// The pieces with those that continue each other joined.
fn joined(pieces: &[Piece]) -> Vec<Line> {
    let direction = |piece: &Piece| {
        let (dx, dy) = (piece.to.0 - piece.from.0, piece.to.1 - piece.from.1);
        let length = dx.hypot(dy);
        ((dx / length * 1e5).round() as i64, (dy / length * 1e5).round() as i64, piece.border)
    };
    let mut starts: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let mut ends = BTreeMap::new();
    for (i, piece) in pieces.iter().enumerate() {
        if let Some(start) = piece.start {
            starts.entry((start, direction(piece))).or_default().push(i);
        }
        if let Some(end) = piece.end {
            ends.insert((end, direction(piece)), i);
        }
    }
    let mut used = vec![false; pieces.len()];
    let mut lines = Vec::new();
    let is_head = |piece: &Piece| piece.start.is_none_or(|p| !ends.contains_key(&(p, direction(piece))));
    // Heads first; what is left then are edges that lie on each other.
    let heads = (0..pieces.len()).filter(|&i| is_head(&pieces[i]));
    for first in heads.chain(0..pieces.len()) {
        if used[first] {
            continue;
        }
        used[first] = true;
        let mut last = first;
        while let Some(next) = pieces[last]
            .end
            .and_then(|end| starts.get(&(end, direction(&pieces[first]))))
            .and_then(|list| list.iter().find(|&&i| !used[i]))
        {
            used[*next] = true;
            last = *next;
        }
        lines.push((pieces[first].from, pieces[last].to, pieces[first].border));
    }
    lines
}

/// The star points of the board; on a graph every point, since its lines may cross where there is none.
pub(super) fn stars(writer: &mut Writer, layout: &Layout<'_>, hidden: impl Fn(Point) -> bool) {
    let mut path = Path::default();
    let dots = match layout.board.shape() {
        Shape::Graph => layout.board.points().collect(),
        _ => layout.board.star_points(),
    };
    for point in dots.iter().filter(|&point| !hidden(point)) {
        if let Some((x, y)) = layout.place(point) {
            path.dot(x, y);
        }
    }
    if !path.is_empty() {
        writer.leaf(
            "path",
            &[
                ("class", "star".into()),
                ("d", path.data().into()),
                ("stroke-width", (0.19 * UNIT).max(layout.line() * 4.2).into()),
                ("stroke-linecap", "round".into()),
            ],
        );
    }
}
