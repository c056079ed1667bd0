//! Coloured regions: their areas, and where their captions go.
//!
//! A caption is written in its region, on empty points, with the lines interrupted behind it, as in the book
//! Mathematical Go. Where it does not fit, the region gets a letter and the legend below the board says the rest. Regions with
//! names, the letters of a table, keep them: `A 2*` in each of them if there is room in all, else `A` and a legend for all.

use std::collections::BTreeSet;

use tesuji_board::Point;

use super::contour;
use super::layout::{Layout, STUB, UNIT};
use super::lines::Gaps;
use crate::page::Frame;
use crate::picture::{Picture, Region};
use crate::theme::{Inks, RegionInk, region_ink};
use crate::value::{self, Run};
use crate::writer::{Attributes, Value, Writer};

/// The radius of an area around a point. Regions on neighbouring points leave a little air between them.
const RADIUS: f64 = 0.475 * UNIT;

/// Longer edges are not part of an area: on graphs they would cover what lies between.
const LONGEST_EDGE: f64 = 8.0 * UNIT;

const CAPTION_SIZE: f64 = 0.62 * UNIT;
const LEAST_CAPTION_SIZE: f64 = 0.33 * UNIT;
/// Smaller letters are worse than a legend.
const READABLE_CAPTION_SIZE: f64 = 0.42 * UNIT;

/// A text in or beside a region.
pub(super) struct Note {
    pub(super) runs: Vec<Run>,
    pub(super) size: f64,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A line of the legend.
pub(super) struct Entry {
    /// The number of the region in the picture.
    pub(super) region: usize,
    /// The letter that stands in the region.
    pub(super) key: Option<String>,
    pub(super) runs: Vec<Run>,
}

/// The captions of a picture: those that fit and those that the legend tells.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) inside: Vec<Note>,
    pub(super) legend: Vec<Entry>,
}

/// Finds the places of the captions and keeps the lines clear of them.
pub(super) fn notes(picture: &Picture<'_>, layout: &Layout<'_>, gaps: &mut Gaps) -> Notes {
    let mut notes = Notes::default();
    let mut taken: BTreeSet<Point> = picture.stones.keys().chain(picture.labels.keys()).copied().collect();
    taken.extend(picture.marks.keys().copied());
    taken.extend(picture.highlights.iter().chain(picture.last_move).chain(picture.ko));
    // One way for all regions of a picture: everything in its place, or letters and a legend.
    let together = !picture.regions.iter().any(|region| region.name.is_some())
        || picture.regions.iter().all(|region| {
            let Some(caption) = told(region, layout) else { return true };
            let runs = whole(region, caption);
            spot(region, layout, &taken, caption_width(&runs))
                .is_some_and(|spot| spot.size >= READABLE_CAPTION_SIZE)
        });
    let labelled = |key: &str| picture.labels.values().any(|label| label.eq_ignore_ascii_case(key));
    let mut keys =
        ('a'..='z').map(String::from).chain((1..).map(|n| format!("a{n}"))).filter(|key| !labelled(key));
    for (number, region) in picture.regions.iter().enumerate() {
        let Some(caption) = told(region, layout) else { continue };
        let mut write = |runs: Vec<Run>, spot: Spot, taken: &mut BTreeSet<Point>| {
            let (half_width, half_height) = (caption_width(&runs) * spot.size / 2.0, 0.5 * spot.size);
            gaps.boxes.push(
                Frame { left: spot.x, top: spot.y, right: spot.x, bottom: spot.y }
                    .grown_by(half_width + 0.06 * UNIT, half_height),
            );
            taken.extend(spot.points);
            notes.inside.push(Note { runs, size: spot.size, x: spot.x, y: spot.y });
        };
        let runs = whole(region, caption);
        if together && let Some(spot) = spot(region, layout, &taken, caption_width(&runs)) {
            write(runs, spot, &mut taken);
            continue;
        }
        let place = spot(region, layout, &taken, 0.6);
        let key = place.and_then(|place| Some((place, region.name.clone().or_else(|| keys.next())?))).map(
            |(place, key)| {
                write(vec![Run::main(key.clone())], place, &mut taken);
                key
            },
        );
        notes.legend.push(Entry {
            region: number,
            key: key.or_else(|| region.name.clone()),
            runs: value::typeset(caption),
        });
    }
    notes
}

/// What is written about a region that is shown.
fn told<'a>(region: &'a Region, layout: &Layout<'_>) -> Option<&'a str> {
    let caption = region.caption.as_deref().filter(|text| !text.trim().is_empty())?;
    region.points.iter().any(|p| layout.place(p).is_some()).then_some(caption)
}

/// A region's name and caption.
fn whole(region: &Region, caption: &str) -> Vec<Run> {
    let mut runs = value::typeset(caption);
    if let Some(name) = &region.name {
        runs.insert(0, Run::main(format!("{name}\u{2002}")));
    }
    runs
}

/// The width of a caption in ems. Bold letters are about a seventh wider.
fn caption_width(runs: &[Run]) -> f64 {
    1.14 * value::width(runs)
}

impl Frame {
    fn grown_by(&self, x: f64, y: f64) -> Frame {
        Frame { left: self.left - x, top: self.top - y, right: self.right + x, bottom: self.bottom + y }
    }
}

struct Spot {
    x: f64,
    y: f64,
    size: f64,
    points: Vec<Point>,
}

/// The best place in a region for a text of this width in ems: the largest letters, then the nearest to the middle.
fn spot(region: &Region, layout: &Layout<'_>, taken: &BTreeSet<Point>, ems: f64) -> Option<Spot> {
    let places: Vec<(f64, f64)> = region.points.iter().filter_map(|p| layout.place(p)).collect();
    let count = places.len().max(1) as f64;
    let middle =
        (places.iter().map(|p| p.0).sum::<f64>() / count, places.iter().map(|p| p.1).sum::<f64>() / count);
    let mut free: Vec<((f64, f64), Point)> = region
        .points
        .iter()
        .filter(|p| !taken.contains(p))
        .filter_map(|p| Some((layout.place(p)?, p)))
        .collect();
    free.sort_by(|a, b| a.0.1.total_cmp(&b.0.1).then(a.0.0.total_cmp(&b.0.0)).then(a.1.cmp(&b.1)));
    let follows = |a: (f64, f64), b: (f64, f64)| (b.1 - a.1).abs() < 0.01 && (b.0 - a.0 - UNIT).abs() < 0.01;
    let mut best: Option<((f64, f64), Spot)> = None;
    for first in 0..free.len() {
        for last in first..free.len() {
            if last > first && !follows(free[last - 1].0, free[last].0) {
                break;
            }
            let room = (last - first) as f64 * UNIT + 0.78 * UNIT;
            let size = (room / ems.max(0.01)).min(CAPTION_SIZE);
            if size < LEAST_CAPTION_SIZE {
                continue;
            }
            let ((left, y), (right, _)) = (free[first].0, free[last].0);
            let x = (left + right) / 2.0;
            let rank = (-size, (x - middle.0).hypot(y - middle.1));
            if best.as_ref().is_none_or(|(than, _)| {
                rank.0 < than.0 - 0.01 || (rank.0 <= than.0 + 0.01 && rank.1 < than.1 - 0.01)
            }) {
                best = Some((
                    rank,
                    Spot { x, y, size, points: free[first..=last].iter().map(|f| f.1).collect() },
                ));
            }
            // One point more than needed may still put the text nearer to the middle.
            if room - UNIT >= ems * CAPTION_SIZE {
                break;
            }
        }
    }
    best.map(|(_, spot)| spot)
}

/// The palette colours in use, ascending.
pub(super) fn colors(picture: &Picture<'_>) -> Vec<usize> {
    let used: BTreeSet<usize> = picture
        .regions
        .iter()
        .enumerate()
        .filter_map(|(number, region)| match region_ink(region.color, number).0 {
            RegionInk::Class(class) => Some(class),
            RegionInk::Plain(_) => None,
        })
        .collect();
    used.into_iter().collect()
}

/// The areas, to be drawn below the lines.
pub(super) fn draw(writer: &mut Writer, picture: &Picture<'_>, layout: &Layout<'_>, inks: &Inks) {
    for (number, region) in picture.regions.iter().enumerate() {
        let path = contour::outline(&skeleton(region, layout), RADIUS);
        if !path.is_empty() {
            shape(writer, inks, region, number, "path", &[("d", path.data().into())]);
        }
    }
}

/// A shape in the colour and with the outline of a region; also the swatches of the legend.
pub(super) fn shape(
    writer: &mut Writer,
    inks: &Inks,
    region: &Region,
    number: usize,
    tag: &str,
    geometry: &Attributes<'_>,
) {
    let (ink, dashes) = region_ink(region.color, number);
    let (class, color) = match &ink {
        RegionInk::Class(class) => (format!("region r{class}"), None),
        RegionInk::Plain(color) => ("region".to_string(), Some(color)),
    };
    let fill = match &ink {
        RegionInk::Class(class) if inks.is_print() => inks.url(&format!("h{class}")),
        RegionInk::Plain(_) if inks.is_print() => "#ddd".into(),
        _ => "currentColor".into(),
    };
    let mut attributes: Vec<(&str, Value<'_>)> = vec![("class", (&class).into())];
    attributes.extend(color.map(|color| ("color", color.into())));
    attributes.extend_from_slice(geometry);
    attributes.extend([
        ("fill", Value::from(&fill)),
        ("stroke", if inks.is_print() { "#000" } else { "currentColor" }.into()),
        ("stroke-width", 1.8.into()),
    ]);
    if !dashes.is_empty() {
        attributes.push(("stroke-dasharray", dashes.into()));
    }
    if dashes.starts_with("1.5") {
        attributes.push(("stroke-linecap", "round".into()));
    }
    writer.leaf(tag, &attributes);
}

/// The points of a region and the edges between them.
fn skeleton(region: &Region, layout: &Layout<'_>) -> Vec<((f64, f64), (f64, f64))> {
    let mut segments = Vec::new();
    for point in region.points.iter() {
        let Some(here) = layout.place(point) else { continue };
        let alone = segments.len();
        for &other in layout.board.neighbors(point).iter().filter(|&&other| region.points.contains(other)) {
            if let Some((dx, dy)) = layout.wraps(point, other) {
                // The area goes a little over the border where it goes round, without notches between the rows.
                let over = |(x, y): (f64, f64)| (x - dx * STUB / 2.0, y - dy * STUB / 2.0);
                segments.push((here, over(here)));
                let beside = layout.board.neighbors(point).iter().filter(|&&next| {
                    region.points.contains(next)
                        && layout.wraps(point, next).is_none()
                        && layout.board.neighbors(next).iter().any(|&far| {
                            region.points.contains(far) && layout.wraps(next, far) == Some((dx, dy))
                        })
                });
                segments.extend(
                    beside.filter_map(|&next| layout.place(next)).map(|there| (over(here), over(there))),
                );
            } else if let Some(there) = layout.place(other)
                && point < other
                && (there.0 - here.0).hypot(there.1 - here.1) <= LONGEST_EDGE
            {
                segments.push((here, there));
            }
        }
        // Most points are ends of an edge already.
        if segments.len() == alone {
            segments.push((here, here));
        }
    }
    segments
}

/// The captions that fit, over everything else.
pub(super) fn captions(writer: &mut Writer, notes: &Notes, inks: &Inks) {
    if notes.inside.is_empty() {
        return;
    }
    // Hatching behind the words must not touch them; on colours a breath is enough.
    let (width, opacity) = if inks.is_print() { (6.0, 1.0) } else { (2.5, 0.6) };
    writer.open(
        "g",
        &[
            ("class", "on-board halo".into()),
            ("fill", "currentColor".into()),
            ("text-anchor", "middle".into()),
            ("font-weight", "bold".into()),
            ("paint-order", "stroke".into()),
            ("stroke-width", width.into()),
            ("stroke-linejoin", "round".into()),
            ("stroke-opacity", opacity.into()),
        ],
    );
    for note in &notes.inside {
        value::write_runs(writer, &note.runs, note.x, note.y, note.size, &[]);
    }
    writer.close();
}
