//! Graphs of blocks that race: a stone for each block, a line for each pair, arrowheads for who wins.

use std::f64::consts::PI;

use tesuji_board::Color;

use crate::page::{Frame, rectangle, root};
use crate::style::Style;
use crate::text::{self, BASELINE};
use crate::theme::Inks;
use crate::writer::{Path, Writer};

/// A block in a picture of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceNode {
    /// What it is called; written on the stone.
    pub name: String,
    /// Its colour.
    pub color: Color,
    /// What stands below it.
    pub captions: Vec<String>,
}

/// A pair in a picture of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceEdge {
    /// The indices of the nodes.
    pub ends: [usize; 2],
    /// Whether there is an arrowhead at each end: it points at the block that loses.
    pub heads: [bool; 2],
    /// What is written beside the line.
    pub caption: String,
}

/// A graph of racing blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RaceGraphPicture {
    /// The line above the drawing.
    pub title: String,
    /// The graph in words.
    pub description: String,
    /// The blocks.
    pub nodes: Vec<RaceNode>,
    /// The pairs.
    pub edges: Vec<RaceEdge>,
}

const STONE: f64 = 30.0;
const STEP: f64 = 190.0;
const FONT: f64 = 13.0;
const LINE: f64 = 1.35 * FONT;

/// Up to three nodes and chains stand in a row, as the papers draw them; everything else in a circle.
fn places(picture: &RaceGraphPicture) -> Vec<(f64, f64)> {
    let count = picture.nodes.len();
    if let Some(row) = as_row(picture) {
        let mut places = vec![(0.0, 0.0); count];
        for (place, node) in row.into_iter().enumerate() {
            places[node] = (STEP * place as f64, 0.0);
        }
        return places;
    }
    let radius = (STEP / (2.0 * (PI / count as f64).sin())).max(0.6 * STEP);
    (0..count)
        .map(|index| {
            let angle = 2.0 * PI * (index as f64 + 0.5) / count as f64 - 0.5 * PI;
            (radius + radius * angle.cos(), radius + radius * angle.sin())
        })
        .collect()
}

/// The nodes in the order of a chain, if they are one.
fn as_row(picture: &RaceGraphPicture) -> Option<Vec<usize>> {
    let count = picture.nodes.len();
    let beside = |node: usize| -> Vec<usize> {
        let across = |edge: &RaceEdge| match edge.ends {
            [one, other] if one == node => Some(other),
            [one, other] if other == node => Some(one),
            _ => None,
        };
        picture.edges.iter().filter_map(across).collect()
    };
    if picture.edges.len() + 1 != count || (0..count).any(|node| !(1..=2).contains(&beside(node).len())) {
        return None;
    }
    let mut row = vec![(0..count).find(|&node| beside(node).len() == 1)?];
    while let Some(next) = beside(*row.last()?).into_iter().find(|next| !row.contains(next)) {
        row.push(next);
    }
    (row.len() == count).then_some(row)
}

/// The graph as an SVG text. Edges between nodes that do not exist are left out.
///
/// ```
/// use tesuji_board::Color;
/// use tesuji_draw::{RaceEdge, RaceGraphPicture, RaceNode, Style, race_graph_svg};
/// let node = |name: &str, color| RaceNode { name: name.into(), color, captions: vec!["3".into()] };
/// let picture = RaceGraphPicture {
///     nodes: vec![node("B1", Color::Black), node("W0", Color::White)],
///     edges: vec![RaceEdge { ends: [0, 1], heads: [false, true], caption: "2".into() }],
///     ..RaceGraphPicture::default()
/// };
/// assert!(race_graph_svg(&picture, &Style::default()).contains("W0"));
/// ```
#[must_use]
pub fn race_graph_svg(picture: &RaceGraphPicture, style: &Style) -> String {
    let inks = Inks::new(style.theme, style.id.as_deref());
    let places = places(picture);
    let most_lines = picture.nodes.iter().map(|node| node.captions.len()).max().unwrap_or(0) as f64;
    let right = places.iter().fold(0.0f64, |most, place| most.max(place.0));
    let bottom = places.iter().fold(0.0f64, |most, place| most.max(place.1));
    let sheet = Frame {
        left: -0.5 * STEP,
        top: -STONE - 3.4 * LINE,
        right: right + 0.5 * STEP,
        bottom: bottom + STONE + LINE * (most_lines + 1.6),
    };
    let mut writer = Writer::default();
    root(&mut writer, &inks, style, sheet);
    let title = if picture.title.trim().is_empty() { "Graph of a race" } else { picture.title.trim() };
    writer.text("title", &[], &text::cut(title, 200.0));
    writer.text("desc", &[], &picture.description);
    inks.define(&mut writer, &[]);
    if style.canvas {
        let [x, y, width, height] = rectangle(sheet);
        writer.leaf("rect", &[("class", "canvas".into()), x, y, width, height]);
    }
    let (size, shown) = text::fit(title, sheet.width() - 20.0, 1.2 * FONT, 0.7 * FONT);
    word(&mut writer, "words", (sheet.left + 10.0, sheet.top + 1.6 * LINE), size, "start", &shown);
    draw_edges(&mut writer, picture, &places);
    for (node, &place) in picture.nodes.iter().zip(&places) {
        draw_node(&mut writer, node, place);
    }
    writer.finish()
}

fn draw_edges(writer: &mut Writer, picture: &RaceGraphPicture, places: &[(f64, f64)]) {
    let (mut shafts, mut heads) = (Path::default(), Path::default());
    let mut captions = Vec::new();
    for edge in &picture.edges {
        let [Some(&from), Some(&to)] = edge.ends.map(|end| places.get(end)) else { continue };
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length < 2.5 * STONE {
            continue;
        }
        let (ux, uy) = (dx / length, dy / length);
        let at =
            |along: f64, across: f64| (from.0 + ux * along - uy * across, from.1 + uy * along + ux * across);
        let (start, end) = (STONE + 5.0, length - STONE - 5.0);
        let head = 13.0;
        let shaft = |tip: bool, inward: f64| if tip { inward } else { 0.0 };
        let tail = at(start + shaft(edge.heads[0], 0.8 * head), 0.0);
        let neck = at(end - shaft(edge.heads[1], 0.8 * head), 0.0);
        shafts.move_to(tail.0, tail.1);
        shafts.line_to(neck.0, neck.1);
        if edge.heads[0] {
            heads.polygon(&[at(start, 0.0), at(start + head, 0.45 * head), at(start + head, -0.45 * head)]);
        }
        if edge.heads[1] {
            heads.polygon(&[at(end, 0.0), at(end - head, 0.45 * head), at(end - head, -0.45 * head)]);
        }
        let middle = at(0.5 * length, 0.0);
        // Beside the line: above a level one, to the right of an upright one.
        captions.push((middle.0 + 9.0 * uy.abs(), middle.1 - 8.0 * ux.abs(), uy.abs() > 0.7, &edge.caption));
    }
    if !shafts.is_empty() {
        writer.open("g", &[("class", "arrow".into()), ("fill", "currentColor".into())]);
        let width = 2.4.into();
        writer.leaf(
            "path",
            &[("d", shafts.data().into()), ("stroke", "currentColor".into()), ("stroke-width", width)],
        );
        if !heads.is_empty() {
            writer.leaf("path", &[("d", heads.data().into())]);
        }
        writer.close();
    }
    for (x, y, upright, caption) in captions {
        let (size, caption) = text::fit(caption, STEP - 2.4 * STONE, FONT, 0.7 * FONT);
        word(writer, "words", (x, y), size, if upright { "start" } else { "middle" }, &caption);
    }
}

fn draw_node(writer: &mut Writer, node: &RaceNode, (x, y): (f64, f64)) {
    let (class, fill, on) = match node.color {
        Color::Black => ("black", "#1b1b1b", "on-black"),
        Color::White => ("white", "#fdfcf8", "on-white"),
    };
    writer.leaf(
        "circle",
        &[
            ("class", class.into()),
            ("cx", x.into()),
            ("cy", y.into()),
            ("r", STONE.into()),
            ("fill", fill.into()),
            ("stroke-width", 1.6.into()),
        ],
    );
    let (size, name) = text::fit(&node.name, 1.7 * STONE, 1.25 * FONT, 0.6 * FONT);
    writer.open("g", &[("class", on.into()), ("fill", "currentColor".into())]);
    writer.text(
        "text",
        &[
            ("x", x.into()),
            ("y", (y + BASELINE * size).into()),
            ("font-size", size.into()),
            ("text-anchor", "middle".into()),
        ],
        &name,
    );
    writer.close();
    for (line, caption) in node.captions.iter().enumerate() {
        let (size, caption) = text::fit(caption, STEP - 12.0, FONT, 0.7 * FONT);
        let y = y + STONE + LINE * (line as f64 + 1.1);
        word(writer, "words", (x, y), size, "middle", &caption);
    }
}

fn word(writer: &mut Writer, class: &str, (x, y): (f64, f64), size: f64, anchor: &str, text: &str) {
    writer.text(
        "text",
        &[
            ("class", class.into()),
            ("x", x.into()),
            ("y", y.into()),
            ("font-size", size.into()),
            ("text-anchor", anchor.into()),
        ],
        text,
    );
}
