//! Drawing a board: from a [`Picture`] to SVG.
//!
//! The picture is painted from the ground up: canvas, board, regions, lines, stars, names, stones, marks, labels,
//! accents, captions, and around the board the title, the caption and the legend. `layout.rs` says where points are,
//! the other files draw one kind of thing each.

mod contour;
mod coordinates;
mod layout;
mod lines;
mod pieces;
mod region;
mod words;

use tesuji_board::Point;

use crate::page::{Frame, rectangle, root};
use crate::picture::Picture;
use crate::style::Style;
use crate::text::{self, BASELINE};
use crate::theme::Inks;
use crate::value::{self, Run};
use crate::writer::{Path, Writer};
use layout::{Layout, UNIT};

/// The air around board and words.
const PADDING: f64 = 0.15 * UNIT;

/// Words take at least this much room, however small the board is.
const LEAST_WIDTH: f64 = 5.0 * UNIT;

/// The picture as an SVG text.
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_draw::{Coordinates, Picture, Style, Theme, svg};
/// let board = Topology::parse("torus:5x5").unwrap();
/// let style = Style { theme: Theme::Print, coordinates: Coordinates::None, width: Some(300), ..Style::default() };
/// let text = svg(&Picture::new(&board), &style);
/// assert!(text.contains("<title>Board torus:5x5</title>"));
/// assert!(text.contains(" width=\"300\""));
/// ```
#[must_use]
pub fn svg(picture: &Picture<'_>, style: &Style) -> String {
    let layout = Layout::new(picture, style);
    let inks = Inks::new(style.theme, style.id.as_deref());
    let mut gaps = lines::Gaps::default();
    pieces::clear_lines(picture, &mut gaps);
    let notes = region::notes(picture, &layout, &mut gaps);
    let names = coordinates::names(&layout);
    let plate = names.frame;
    let words = Words::new(picture, &notes, plate);

    let mut writer = Writer::default();
    root(&mut writer, &inks, style, words.frame);
    writer.text("title", &[], &words::title(picture));
    writer.text("desc", &[], &words::description(picture, &layout));
    inks.define(&mut writer, &region::colors(picture));
    if style.canvas {
        let frame = words.frame;
        let [x, y, width, height] = rectangle(frame);
        writer.leaf("rect", &[("class", "canvas".into()), x, y, width, height]);
    }
    ground(&mut writer, &layout, &names);
    region::draw(&mut writer, picture, &layout, &inks);
    lines::draw(&mut writer, &layout, &gaps);
    let covered = |point: Point| gaps.points.contains_key(&point) || in_a_box(&layout, &gaps, point);
    lines::stars(&mut writer, &layout, covered);
    coordinates::draw(&mut writer, &names);
    pieces::stones(&mut writer, picture, &layout, &inks);
    pieces::marks(&mut writer, picture, &layout);
    pieces::labels(&mut writer, picture, &layout);
    pieces::accents(&mut writer, picture, &layout, &inks);
    region::captions(&mut writer, &notes, &inks);
    points(&mut writer, &layout);
    words.draw(&mut writer, picture, &inks);
    writer.finish()
}

/// Every point as an unseen circle with its name, on top of everything on the board: a page attaches to them instead of
/// drawing a second board.
fn points(writer: &mut Writer, layout: &Layout<'_>) {
    writer
        .open("g", &[("class", "points".into()), ("fill", "none".into()), ("pointer-events", "all".into())]);
    for (point, (x, y)) in layout.shown() {
        let name = layout.board.name_of(point);
        let radius = 0.48 * UNIT;
        writer.leaf(
            "circle",
            &[("data-point", name.into()), ("cx", x.into()), ("cy", y.into()), ("r", radius.into())],
        );
    }
    writer.close();
}

fn in_a_box(layout: &Layout<'_>, gaps: &lines::Gaps, point: Point) -> bool {
    layout.place(point).is_some_and(|(x, y)| {
        gaps.boxes.iter().any(|b| (b.left..=b.right).contains(&x) && (b.top..=b.bottom).contains(&y))
    })
}

/// The board itself: a rectangle, or the hull of everything on it with round corners.
fn ground(writer: &mut Writer, layout: &Layout<'_>, names: &coordinates::Names) {
    if layout.is_upright() {
        let [x, y, width, height] = rectangle(names.frame);
        let rounding = ("rx", (0.1 * UNIT).into());
        writer.leaf("rect", &[("class", "wood".into()), x, y, width, height, rounding]);
        return;
    }
    // The outline is as wide as the rounding of the corners, so the hull keeps that distance from the rim.
    const ROUNDING: f64 = 0.4 * UNIT;
    let mut corners = names.corners(ROUNDING);
    let inner = coordinates::MARGIN - ROUNDING;
    for (_, (x, y)) in layout.shown() {
        corners.extend([(x - inner, y), (x + inner, y), (x, y - inner), (x, y + inner)]);
        let inner = inner * std::f64::consts::FRAC_1_SQRT_2;
        corners.extend([(x - inner, y - inner), (x + inner, y - inner)]);
        corners.extend([(x - inner, y + inner), (x + inner, y + inner)]);
    }
    let mut path = Path::default();
    path.polygon(&convex_hull(corners));
    writer.leaf(
        "path",
        &[
            ("class", "wood".into()),
            ("d", path.data().into()),
            ("stroke-width", (2.0 * ROUNDING).into()),
            ("stroke-linejoin", "round".into()),
        ],
    );
}

/// The corners of the smallest convex polygon around some places (Andrew's monotone chain).
fn convex_hull(mut places: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    places.dedup();
    if places.len() < 3 {
        return places;
    }
    let turn =
        |a: (f64, f64), b: (f64, f64), c: (f64, f64)| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let half = |places: &mut dyn Iterator<Item = (f64, f64)>| {
        let mut chain: Vec<(f64, f64)> = Vec::new();
        for place in places {
            while let [.., a, b] = chain[..]
                && turn(a, b, place) <= 1e-6
            {
                chain.pop();
            }
            chain.push(place);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut places.iter().copied());
    hull.extend(half(&mut places.iter().rev().copied()));
    hull
}

/// Title, caption and legend, and the room that everything takes.
struct Words {
    frame: Frame,
    size: f64,
    title: Vec<String>,
    title_top: f64,
    caption: Vec<String>,
    caption_top: f64,
    /// Number of the region, left and middle of its place, what is written.
    legend: Vec<(usize, f64, f64, Vec<Run>)>,
}

impl Words {
    fn new(picture: &Picture<'_>, notes: &region::Notes, plate: Frame) -> Words {
        let mut frame = plate.grown(PADDING);
        let size = (frame.width() * 0.038).max(0.42 * UNIT);
        let has_words = picture.title.is_some() || picture.caption.is_some() || !notes.legend.is_empty();
        if has_words && frame.width() < LEAST_WIDTH {
            let more = (LEAST_WIDTH - frame.width()) / 2.0;
            frame = Frame { left: frame.left - more, right: frame.right + more, ..frame };
        }
        let room = frame.width() - 2.0 * PADDING;
        let line = 1.3 * size;
        let wrapped = |text: &Option<String>, size: f64| {
            text.as_deref().map_or(Vec::new(), |text| text::wrap(text, room / size, 5))
        };
        let title = wrapped(&picture.title, 1.12 * size);
        if !title.is_empty() {
            frame.top -= title.len() as f64 * line * 1.12;
        }
        let title_top = frame.top + PADDING / 2.0;
        let mut legend = Vec::new();
        let (mut x, mut y) = (frame.left + PADDING, frame.bottom + line / 2.0);
        for entry in &notes.legend {
            let mut runs = entry.runs.clone();
            if let Some(key) = &entry.key {
                runs.insert(0, Run::main(format!("{key}\u{2002}")));
            }
            let swatch = 1.9 * size;
            let most = (room - swatch) / size;
            if value::width(&runs) > most {
                let whole: String = runs.iter().map(|run| run.text.as_str()).collect();
                runs = vec![Run::main(text::cut(&whole, most))];
            }
            let width = swatch + value::width(&runs) * size;
            if x > frame.left + PADDING && x + width > frame.left + PADDING + room {
                x = frame.left + PADDING;
                y += line * 1.1;
            }
            legend.push((entry.region, x, y, runs));
            x += width + 0.9 * size;
        }
        if !legend.is_empty() {
            frame.bottom = y + line / 2.0 + PADDING;
        }
        let caption = wrapped(&picture.caption, size);
        let caption_top = frame.bottom;
        if !caption.is_empty() {
            frame.bottom += caption.len() as f64 * line + PADDING;
        }
        Words { frame, size, title, title_top, caption, caption_top, legend }
    }

    fn draw(&self, writer: &mut Writer, picture: &Picture<'_>, inks: &Inks) {
        if self.title.is_empty() && self.caption.is_empty() && self.legend.is_empty() {
            return;
        }
        let middle = (self.frame.left + self.frame.right) / 2.0;
        let line = 1.3 * self.size;
        writer.open(
            "g",
            &[("class", "words".into()), ("font-size", self.size.into()), ("text-anchor", "middle".into())],
        );
        for (i, text) in self.title.iter().enumerate() {
            let size = 1.12 * self.size;
            let y = self.title_top + (i as f64 + 0.5) * line * 1.12 + BASELINE * size;
            writer.text(
                "text",
                &[
                    ("x", middle.into()),
                    ("y", y.into()),
                    ("font-size", size.into()),
                    ("font-weight", "bold".into()),
                ],
                text,
            );
        }
        for (i, text) in self.caption.iter().enumerate() {
            let y = self.caption_top + (i as f64 + 0.5) * line + BASELINE * self.size;
            writer.text("text", &[("x", middle.into()), ("y", y.into())], text);
        }
        for (number, x, y, runs) in &self.legend {
            let Some(region) = picture.regions.get(*number) else { continue };
            let swatch = Frame {
                left: *x + 1.0,
                top: *y - 0.4 * self.size,
                right: *x + 1.4 * self.size,
                bottom: *y + 0.4 * self.size,
            };
            // A piece of the board below it gives the colour that the region has on the board.
            let [left, top, width, height] = rectangle(swatch);
            let rounding = ("rx", (0.25 * self.size).into());
            writer.leaf("rect", &[("class", "wood".into()), left, top, width, height, rounding]);
            region::shape(writer, inks, region, *number, "rect", &[left, top, width, height, rounding]);
            let left = *x + 1.9 * self.size;
            value::write_runs(writer, runs, left, *y, self.size, &[("text-anchor", "start")]);
        }
        writer.close();
    }
}
