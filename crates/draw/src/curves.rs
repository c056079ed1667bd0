//! Curves: measured numbers over a row of names, with their intervals.

use crate::page::{Frame, rectangle, root, word};
use crate::style::Style;
use crate::text::{self, BASELINE};
use crate::theme::{DASHES, Inks, REGION_COLORS};
use crate::writer::{Path, Value, Writer};

/// Numbers of several series over the same names.
///
/// ```
/// use tesuji_draw::{Curve, CurvePicture, Measured, Style, curves_svg};
/// let picture = CurvePicture {
///     title: "Share of wins".into(),
///     names: vec!["square:6".into(), "hexagon:4".into()],
///     curves: vec![Curve {
///         name: "random".into(),
///         points: vec![Some(Measured { value: 0.53, low: 0.52, high: 0.54 }), None],
///     }],
///     guide: Some(0.5),
/// };
/// assert!(curves_svg(&picture, &Style::default()).contains("random: square:6 0.53 (0.52 to 0.54)"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePicture {
    /// The line above the drawing.
    pub title: String,
    /// What stands below it, from left to right.
    pub names: Vec<String>,
    /// The series.
    pub curves: Vec<Curve>,
    /// A value at which a line is drawn across, such as one half.
    pub guide: Option<f64>,
}

/// One series.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it is.
    pub name: String,
    /// A number for each name, or nothing.
    pub points: Vec<Option<Measured>>,
}

/// A number with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The number, from 0 to 1.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

const STEP: f64 = 90.0;
const HEIGHT: f64 = 260.0;
const FONT: f64 = 13.0;
const LINE: f64 = 1.35 * FONT;
const MARGIN: f64 = 46.0;

/// The range of the axis: whole tenths around all numbers.
fn scale(picture: &CurvePicture) -> (f64, f64) {
    let measured = picture.curves.iter().flat_map(|curve| curve.points.iter().flatten());
    let ends = measured.flat_map(|m| [m.low, m.high]).chain(picture.guide);
    let finite = ends.filter(|x| x.is_finite()).map(|x| x.clamp(0.0, 1.0));
    let (low, high) = crate::picture::range(finite);
    if low > high {
        return (0.0, 1.0);
    }
    let low = (low * 10.0).floor() / 10.0;
    let high = (high * 10.0).ceil() / 10.0;
    if high - low < 0.05 { (low, low + 0.1) } else { (low, high) }
}

/// The curves as an SVG text.
#[must_use]
pub fn curves_svg(picture: &CurvePicture, style: &Style) -> String {
    let inks = Inks::new(style.theme, style.id.as_deref());
    let columns = picture.names.len().max(1);
    let legend = picture.curves.len() as f64 * LINE;
    let width = (STEP * columns as f64).max(260.0);
    let sheet = Frame {
        left: -MARGIN - 8.0,
        top: -2.6 * LINE,
        right: width + 14.0,
        bottom: HEIGHT + 2.4 * LINE + legend,
    };
    let (low, high) = scale(picture);
    let down = |value: f64| (1.0 - (value.clamp(low, high) - low) / (high - low)) * HEIGHT;
    let across = |column: usize| width * (column as f64 + 0.5) / columns as f64;

    let mut writer = Writer::default();
    root(&mut writer, &inks, style, sheet);
    writer.text("title", &[], &picture.title);
    writer.text("desc", &[], &in_words(picture));
    inks.define(&mut writer, &(0..picture.curves.len().min(REGION_COLORS)).collect::<Vec<usize>>());
    if style.canvas {
        let [x, y, wide, tall] = rectangle(sheet);
        writer.leaf("rect", &[("class", "canvas".into()), x, y, wide, tall]);
    }
    let (size, title) = text::fit(&picture.title, sheet.width() - 20.0, 1.2 * FONT, 0.7 * FONT);
    word(&mut writer, "words", (sheet.left + 10.0, -1.3 * LINE), size, "start", &title);

    let tenths = ((high - low) * 10.0).round() as usize;
    for step in 0..=tenths {
        let value = low + step as f64 / 10.0;
        let y = down(value);
        line(&mut writer, &[(0.0, y), (width, y)], 0.5, "");
        word(
            &mut writer,
            "coordinate",
            (-8.0, y + BASELINE * FONT),
            FONT,
            "end",
            &format!("{:.0}%", value * 100.0),
        );
    }
    if let Some(guide) = picture.guide {
        line(&mut writer, &[(0.0, down(guide)), (width, down(guide))], 1.2, "5 4");
    }
    for (column, name) in picture.names.iter().enumerate() {
        let (size, name) = text::fit(name, width / columns as f64 - 6.0, FONT, 0.7 * FONT);
        word(&mut writer, "coordinate", (across(column), HEIGHT + 1.4 * LINE), size, "middle", &name);
    }
    for (number, curve) in picture.curves.iter().enumerate() {
        let room = width / columns as f64;
        draw_curve(&mut writer, (picture, curve), number, across, down, room);
        let y = HEIGHT + 2.4 * LINE + LINE * number as f64;
        let class = format!("r{}", number % REGION_COLORS);
        writer.open("g", &[("class", (&class).into()), ("stroke", "currentColor".into())]);
        dash(&mut writer, &[(0.0, y - 4.0), (34.0, y - 4.0)], number);
        dot(&mut writer, (17.0, y - 4.0));
        writer.close();
        let (size, name) = text::fit(&curve.name, width - 50.0, FONT, 0.7 * FONT);
        word(&mut writer, "words", (42.0, y), size, "start", &name);
    }
    writer.finish()
}

fn draw_curve(
    writer: &mut Writer,
    (picture, curve): (&CurvePicture, &Curve),
    number: usize,
    across: impl Fn(usize) -> f64,
    down: impl Fn(f64) -> f64,
    room: f64,
) {
    let class = format!("r{}", number % REGION_COLORS);
    writer
        .open("g", &[("class", (&class).into()), ("stroke", "currentColor".into()), ("fill", "none".into())]);
    // Neighbouring series are moved apart a little, so that their intervals can be told apart.
    let of = picture.curves.len();
    let shift = (number as f64 - (of as f64 - 1.0) / 2.0) * (0.3 * room / of.max(1) as f64);
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for (column, point) in curve.points.iter().enumerate() {
        let Some(measured) = point else {
            dash(writer, &joined, number);
            joined.clear();
            continue;
        };
        if column > 0 && !is_next(picture, column) {
            dash(writer, &joined, number);
            joined.clear();
        }
        let x = across(column) + shift;
        line_of(writer, &[(x, down(measured.low)), (x, down(measured.high))], 1.4, "");
        let y = down(measured.value);
        dot(writer, (x, y));
        joined.push((x, y));
    }
    dash(writer, &joined, number);
    writer.close();
}

fn dot(writer: &mut Writer, (x, y): (f64, f64)) {
    writer.leaf(
        "circle",
        &[("cx", x.into()), ("cy", y.into()), ("r", 3.2.into()), ("fill", "currentColor".into())],
    );
}

/// Whether a name is of the same kind as the one before it, as `square:7` is after `square:6`: a line between boards that have
/// nothing to do with each other would say that there is something between them.
fn is_next(picture: &CurvePicture, column: usize) -> bool {
    let kind = |column: usize| picture.names.get(column)?.split_once(':').map(|(kind, _)| kind);
    kind(column).is_some() && kind(column) == kind(column - 1)
}

/// A line of a series; series differ in their dashes as well as in colour.
fn dash(writer: &mut Writer, corners: &[(f64, f64)], number: usize) {
    line_of(writer, corners, 1.8, DASHES[number % DASHES.len()]);
}

fn line(writer: &mut Writer, corners: &[(f64, f64)], width: f64, dashes: &str) {
    writer.open("g", &[("class", "grid".into()), ("fill", "none".into())]);
    line_of(writer, corners, width, dashes);
    writer.close();
}

fn line_of(writer: &mut Writer, corners: &[(f64, f64)], width: f64, dashes: &str) {
    if corners.len() < 2 {
        return;
    }
    let mut path = Path::default();
    path.open_polygon(corners);
    let mut attributes: Vec<(&str, Value<'_>)> =
        vec![("d", path.data().into()), ("stroke-width", width.into())];
    if !dashes.is_empty() {
        attributes.push(("stroke-dasharray", dashes.into()));
    }
    writer.leaf("path", &attributes);
}

/// The numbers for readers who do not see the picture.
fn in_words(picture: &CurvePicture) -> String {
    let mut lines = Vec::new();
    for curve in picture.curves.iter().take(40) {
        let spots: Vec<String> = picture
            .names
            .iter()
            .zip(&curve.points)
            .filter_map(|(name, point)| {
                let m = point.as_ref()?;
                Some(format!("{name} {:.2} ({:.2} to {:.2})", m.value, m.low, m.high))
            })
            .collect();
        lines.push(format!("{}: {}", curve.name, spots.join(", ")));
    }
    lines.join(". ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_different_kinds_are_not_joined() {
        let lines = |names: &[&str]| {
            let point = Some(Measured { value: 0.5, low: 0.4, high: 0.6 });
            let picture = CurvePicture {
                title: "wins".into(),
                names: names.iter().map(ToString::to_string).collect(),
                curves: vec![Curve { name: "one".into(), points: vec![point; names.len()] }],
                guide: None,
            };
            // The intervals, the sample of the legend, and what is joined.
            curves_svg(&picture, &Style::default()).matches("stroke-width=\"1.8\"").count() - 1
        };
        assert_eq!(lines(&["square:5", "square:6", "square:7"]), 1);
        assert_eq!(lines(&["square:5", "hexagon:4", "torus:5x5"]), 0);
        assert_eq!(lines(&["square:5", "square:6", "hexagon:3", "hexagon:4"]), 2);
        assert_eq!(lines(&["a", "b"]), 0);
    }

    #[test]
    fn numbers_out_of_range_and_missing_ones_are_drawn_inside_the_sheet() {
        let measured = |value, low, high| Some(Measured { value, low, high });
        let picture = CurvePicture {
            title: "<wins> & \"losses\"".into(),
            names: vec!["a".into(), "b".into(), "c".into()],
            curves: vec![
                Curve {
                    name: "one".into(),
                    points: vec![measured(0.5, 0.4, 0.6), None, measured(2.0, -1.0, 9.0)],
                },
                Curve { name: "two".into(), points: vec![measured(f64::NAN, f64::NAN, f64::INFINITY)] },
                Curve { name: "three".into(), points: vec![] },
            ],
            guide: Some(0.5),
        };
        let text = curves_svg(&picture, &Style::default());
        assert!(text.contains("&lt;wins&gt; &amp;") && !text.contains("NaN\" ") && !text.contains("inf\""));
        // Three measured, three in the legend.
        assert_eq!(text.matches("<circle").count(), 6);
        assert_eq!(text, curves_svg(&picture, &Style::default()), "the same bytes");
        let empty = CurvePicture { title: String::new(), names: vec![], curves: vec![], guide: None };
        assert!(curves_svg(&empty, &Style::default()).ends_with("</svg>\n"));
    }
}
