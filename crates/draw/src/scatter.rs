//! Scatter plots: one dot for each pair of measured numbers, both axes logarithmic.

use crate::page::{Frame, rectangle, root, word};
use crate::style::Style;
use crate::text::{self, BASELINE};
use crate::theme::{Inks, REGION_COLORS};
use crate::writer::{Path, Value, Writer};

/// Pairs of numbers above 0, compared along the diagonal.
///
/// ```
/// use tesuji_draw::{Dot, ScatterPicture, Style, scatter_svg};
/// let dots = vec![Dot { x: 0.002, y: 0.01, group: 1 }, Dot { x: 0.3, y: 0.2, group: 2 }];
/// let svg = scatter_svg(&ScatterPicture::seconds("Go captures", dots), &Style::default());
/// assert!(svg.contains("order 2") && svg.contains("df-pn lambda, seconds"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterPicture {
    /// The line above the drawing.
    pub title: String,
    /// What goes across.
    pub across: String,
    /// What goes upwards.
    pub upwards: String,
    /// What groups are called before their number, such as `order`.
    pub group: String,
    /// The dots.
    pub dots: Vec<Dot>,
}

/// One dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// The number across.
    pub x: f64,
    /// The number upwards.
    pub y: f64,
    /// The group that it belongs to.
    pub group: u32,
}

impl ScatterPicture {
    /// Seconds of df-pn lambda against those of df-pn, by order: figures 2 to 4 of paper 001.
    #[must_use]
    pub fn seconds(game: &str, dots: Vec<Dot>) -> ScatterPicture {
        ScatterPicture {
            title: format!("{game}: df-pn lambda against df-pn"),
            across: "df-pn, seconds".to_string(),
            upwards: "df-pn lambda, seconds".to_string(),
            group: "order".to_string(),
            dots,
        }
    }
}

const SIDE: f64 = 420.0;
const FONT: f64 = 13.0;
const LINE: f64 = 1.35 * FONT;
const MARGIN: f64 = 66.0;
/// Nothing measured is smaller; it keeps the logarithm finite.
const LEAST: f64 = 1e-9;

fn power(number: f64) -> f64 {
    if number.is_finite() { number.max(LEAST).log10() } else { 0.0 }
}

/// Whole powers of ten around all numbers, the same for both axes so that the diagonal means equal.
fn scale(dots: &[Dot]) -> (i32, i32) {
    let (low, high) = crate::picture::range(dots.iter().flat_map(|dot| [power(dot.x), power(dot.y)]));
    if low > high {
        return (-3, 0);
    }
    let (low, high) = (low.floor() as i32, high.ceil() as i32);
    (low, high.max(low + 1))
}

/// The plot as an SVG text.
#[must_use]
pub fn scatter_svg(picture: &ScatterPicture, style: &Style) -> String {
    let inks = Inks::new(style.theme, style.id.as_deref());
    let mut groups: Vec<u32> = picture.dots.iter().map(|dot| dot.group).collect();
    groups.sort_unstable();
    groups.dedup();
    let sheet = Frame {
        left: -MARGIN,
        top: -2.6 * LINE,
        right: SIDE + 20.0,
        bottom: SIDE + 3.4 * LINE + LINE * groups.len() as f64,
    };
    let (low, high) = scale(&picture.dots);
    let along = |number: f64| {
        let (low, high) = (f64::from(low), f64::from(high));
        (power(number).clamp(low, high) - low) / (high - low) * SIDE
    };
    let mut writer = Writer::default();
    root(&mut writer, &inks, style, sheet);
    writer.text("title", &[], &picture.title);
    writer.text("desc", &[], &in_words(picture, &groups));
    inks.define(&mut writer, &(0..groups.len().min(REGION_COLORS)).collect::<Vec<usize>>());
    if style.canvas {
        let [x, y, wide, tall] = rectangle(sheet);
        writer.leaf("rect", &[("class", "canvas".into()), x, y, wide, tall]);
    }
    let (size, title) = text::fit(&picture.title, sheet.width() - 20.0, 1.2 * FONT, 0.7 * FONT);
    word(&mut writer, "words", (sheet.left + 10.0, -1.3 * LINE), size, "start", &title);
    grid(&mut writer, low, high, along);
    word(&mut writer, "words", (SIDE / 2.0, SIDE + 2.4 * LINE), FONT, "middle", &picture.across);
    writer.text(
        "text",
        &[
            ("class", "words".into()),
            ("transform", format!("translate({} {}) rotate(-90)", 18.0 - MARGIN, SIDE / 2.0).as_str().into()),
            ("font-size", FONT.into()),
            ("text-anchor", "middle".into()),
        ],
        &picture.upwards,
    );
    for (number, &group) in groups.iter().enumerate() {
        let class = format!("r{}", number % REGION_COLORS);
        writer.open(
            "g",
            &[("class", (&class).into()), ("fill", "currentColor".into()), ("fill-opacity", 0.65.into())],
        );
        for dot in picture.dots.iter().filter(|dot| dot.group == group) {
            circle(&mut writer, (along(dot.x), SIDE - along(dot.y)), 2.4);
        }
        let y = SIDE + 3.4 * LINE + LINE * number as f64;
        circle(&mut writer, (6.0, y - 4.0), 4.0);
        writer.close();
        word(&mut writer, "words", (18.0, y), FONT, "start", &format!("{} {group}", picture.group));
    }
    writer.finish()
}

/// A line at every power of ten both ways, and the diagonal.
fn grid(writer: &mut Writer, low: i32, high: i32, along: impl Fn(f64) -> f64) {
    for exponent in low..=high {
        let at = along(10f64.powi(exponent));
        let label = if (-2..=3).contains(&exponent) {
            format!("{}", 10f64.powi(exponent))
        } else {
            format!("1e{exponent}")
        };
        line(writer, [(at, 0.0), (at, SIDE)], 0.5, "");
        line(writer, [(0.0, SIDE - at), (SIDE, SIDE - at)], 0.5, "");
        word(writer, "coordinate", (at, SIDE + 1.3 * LINE), FONT, "middle", &label);
        word(writer, "coordinate", (-8.0, SIDE - at + BASELINE * FONT), FONT, "end", &label);
    }
    line(writer, [(0.0, SIDE), (SIDE, 0.0)], 1.2, "5 4");
}

fn circle(writer: &mut Writer, (x, y): (f64, f64), radius: f64) {
    writer.leaf("circle", &[("cx", x.into()), ("cy", y.into()), ("r", radius.into())]);
}

fn line(writer: &mut Writer, ends: [(f64, f64); 2], width: f64, dashes: &str) {
    let mut path = Path::default();
    path.open_polygon(&ends);
    let mut attributes: Vec<(&str, Value<'_>)> = vec![
        ("class", "grid".into()),
        ("fill", "none".into()),
        ("d", path.data().into()),
        ("stroke-width", width.into()),
    ];
    if !dashes.is_empty() {
        attributes.push(("stroke-dasharray", dashes.into()));
    }
    writer.leaf("path", &attributes);
}

/// The plot for readers who do not see it.
fn in_words(picture: &ScatterPicture, groups: &[u32]) -> String {
    let told = groups.iter().map(|&group| {
        let of: Vec<&Dot> = picture.dots.iter().filter(|dot| dot.group == group).collect();
        let below = of.iter().filter(|dot| dot.y < dot.x).count();
        format!("{} {group}: {} dots, {below} of them below the diagonal", picture.group, of.len())
    });
    let told: Vec<String> = told.collect();
    format!("Across: {}; upwards: {}. {}", picture.across, picture.upwards, told.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dot_is_drawn_inside_the_frame_whatever_it_is() {
        let dots = vec![
            Dot { x: 0.0, y: 1e9, group: 1 },
            Dot { x: 1e-3, y: f64::NAN, group: 7 },
            Dot { x: 2.0, y: 1e-5, group: 3 },
        ];
        let svg = scatter_svg(&ScatterPicture::seconds("Simpei", dots), &Style::default());
        assert_eq!(svg.matches("r=\"2.4\"").count(), 3);
        assert!(svg.contains("order 7") && !svg.contains("order 2"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert!(scatter_svg(&ScatterPicture::seconds("Go", Vec::new()), &Style::default()).contains("1e-3"));
    }
}
