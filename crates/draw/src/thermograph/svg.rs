//! The thermograph as SVG.

use tesuji_cgt::{Breakpoint, Dyadic, Side, Thermograph};

use super::plot::{FONT, Plot, cost, one_above_another, side_by_side, written};
use super::{ThermographConstruction, ThermographPicture};
use crate::page::{Frame, rectangle, root};
use crate::style::{Coordinates, Style};
use crate::text::{self, BASELINE};
use crate::theme::Inks;
use crate::value::{self, Run};
use crate::writer::{Path, Value, Writer};

/// The height of a line of labels.
const LINE: f64 = 1.2 * FONT;
/// The height of a line of the legend.
const LEGEND_LINE: f64 = 0.86 * LINE;
/// How far the axis of temperatures keeps away from the lines at the edge of the drawing.
const AXIS: f64 = 12.0;
/// Between the drawing and what stands around it.
const GAP: f64 = 9.0;
/// Lines of labels below the axis and of option names above the drawing.
const ROWS: usize = 2;

/// The dashes of the lines of a construction, told apart also without colour, and what they are.
const OWN: &str = "1.5 4.5";
const SHEARED: &str = "7 4";
const SCAFFOLD: &str = "11 3.5 2 3.5";

/// The thermograph as an SVG text.
///
/// ```
/// use tesuji_cgt::Arena;
/// use tesuji_draw::{Style, ThermographPicture, thermograph_svg};
///
/// let mut arena = Arena::new();
/// let game = arena.parse("{4|0}").unwrap();
/// let text = thermograph_svg(&ThermographPicture::of(&mut arena, game)?, &Style::default());
/// assert!(text.contains("mean 2, temperature 2"));
/// # Ok::<(), tesuji_cgt::Error>(())
/// ```
///
/// [`Coordinates::None`] leaves the labels out.
#[must_use]
pub fn thermograph_svg(picture: &ThermographPicture, style: &Style) -> String {
    let plot = Plot::new(picture);
    let inks = Inks::new(style.theme, style.id.as_deref());
    let labels = Labels::new(picture, &plot, style);
    let sheet = labels.sheet(&plot, picture);

    let mut writer = Writer::default();
    root(&mut writer, &inks, style, sheet);
    writer.text("title", &[], &title(picture));
    writer.text("desc", &[], &description(&picture.thermograph));
    inks.define_plot(&mut writer);
    if style.canvas {
        let [x, y, width, height] = rectangle(sheet);
        writer.leaf("rect", &[("class", "canvas".into()), x, y, width, height]);
    }
    between(&mut writer, &picture.thermograph, &plot);
    guides(&mut writer, &labels, &plot);
    axes(&mut writer, &labels, &plot);
    if let Some(construction) = &picture.construction {
        draw_construction(&mut writer, construction, &plot);
    }
    walls(&mut writer, &picture.thermograph, &plot);
    words(&mut writer, picture, &labels, &plot, sheet);
    scale(&mut writer, &plot);
    writer.finish()
}

/// The drawing as an unseen rectangle that tells its scale: temperature 0 is at 0, `data-degree` is the height of one degree,
/// and `data-top` the highest temperature. A page attaches to it.
fn scale(writer: &mut Writer, plot: &Plot) {
    let [x, y, width, height] = rectangle(plot.frame);
    let degree = plot.y(0.0) - plot.y(1.0);
    writer.leaf(
        "rect",
        &[
            ("data-degree", degree.into()),
            ("data-top", plot.top.into()),
            ("fill", "none".into()),
            ("pointer-events", "all".into()),
            x,
            y,
            width,
            height,
        ],
    );
}

fn title(picture: &ThermographPicture) -> String {
    match picture.title.as_deref().map(str::trim) {
        Some(title) if !title.is_empty() => format!("Thermograph of {}", text::cut(title, 200.0)),
        _ => "Thermograph".into(),
    }
}

/// The thermograph in words.
fn description(thermograph: &Thermograph) -> String {
    let wall = |side: Side| {
        let points = thermograph.wall(side).breakpoints().iter().take(40);
        let spots: Vec<String> =
            points.map(|point| format!("{} at {}", point.value, point.temperature)).collect();
        spots.join(", ")
    };
    format!(
        "mean {}, temperature {}. Left wall (value at temperature): {}. Right wall: {}. Values are larger on the left.",
        thermograph.mean(),
        thermograph.temperature(),
        wall(Side::Left),
        wall(Side::Right)
    )
}

fn path(writer: &mut Writer, corners: &[(f64, f64)], width: f64, dashes: &str) {
    let mut path = Path::default();
    path.open_polygon(corners);
    let mut attributes: Vec<(&str, Value<'_>)> =
        vec![("d", path.data().into()), ("stroke-width", width.into())];
    if !dashes.is_empty() {
        attributes.push(("stroke-dasharray", dashes.into()));
        if dashes != OWN {
            // Round ends would close the gaps.
            attributes.push(("stroke-linecap", "butt".into()));
        }
    }
    writer.leaf("path", &attributes);
}

fn group(writer: &mut Writer, class: &str) {
    let round = ("stroke-linecap", "round".into());
    writer.open(
        "g",
        &[("class", class.into()), ("fill", "none".into()), round, ("stroke-linejoin", "round".into())],
    );
}

/// The area between the walls.
fn between(writer: &mut Writer, thermograph: &Thermograph, plot: &Plot) {
    let most = thermograph.temperature();
    let mut corners = plot.corners_below(thermograph.wall(Side::Left), most);
    let mut back = plot.corners_below(thermograph.wall(Side::Right), most);
    back.reverse();
    corners.extend(back);
    let mut path = Path::default();
    path.polygon(&corners);
    writer.leaf(
        "path",
        &[("class", "between".into()), ("fill-opacity", 0.16.into()), ("d", path.data().into())],
    );
}

/// Dotted lines from the labelled breakpoints to their labels.
fn guides(writer: &mut Writer, labels: &Labels, plot: &Plot) {
    let mut lines = Path::default();
    for (point, across, upwards) in &labels.guided {
        let (x, y) = plot.place(point);
        if *across && y < plot.frame.bottom - 0.5 {
            lines.move_to(plot.frame.left - AXIS, y);
            lines.line_to(x, y);
        }
        if *upwards && y < plot.frame.bottom - 0.5 {
            lines.move_to(x, y);
            lines.line_to(x, plot.frame.bottom);
        }
    }
    if !lines.is_empty() {
        writer.leaf(
            "path",
            &[
                ("class", "guide".into()),
                ("fill", "none".into()),
                ("stroke-width", 0.9.into()),
                ("stroke-dasharray", "1.5 3".into()),
                ("d", lines.data().into()),
            ],
        );
    }
}

fn axes(writer: &mut Writer, labels: &Labels, plot: &Plot) {
    let frame = plot.frame;
    group(writer, "axis");
    let axis = frame.left - AXIS;
    path(writer, &[(axis, frame.top), (axis, frame.bottom), (frame.right + 6.0, frame.bottom)], 1.2, "");
    let mut ticks = Path::default();
    for label in &labels.values {
        ticks.move_to(label.x, frame.bottom);
        ticks.line_to(label.x, frame.bottom + 5.0 + label.row as f64 * LINE);
    }
    for (y, _) in &labels.temperatures {
        ticks.move_to(axis - 5.0, *y);
        ticks.line_to(axis, *y);
    }
    if !ticks.is_empty() {
        writer.leaf("path", &[("d", ticks.data().into()), ("stroke-width", 1.2.into())]);
    }
    writer.close();
}

const CLASSES: [&str; 2] = ["left", "right"];

fn draw_construction(writer: &mut Writer, construction: &ThermographConstruction, plot: &Plot) {
    for side in Side::BOTH {
        let scaffold = &construction.scaffolds[side.index()];
        group(writer, CLASSES[side.index()]);
        for option in &construction.options[side.index()] {
            path(writer, &plot.corners(&option.sheared, cost(side)), 1.6, OWN);
            // Where it is the scaffold itself, one of the two lines would only blur the other.
            if &option.sheared != scaffold {
                path(writer, &plot.corners(&option.sheared, 0.0), 1.4, SHEARED);
            }
        }
        path(writer, &plot.corners(scaffold, 0.0), 2.4, SCAFFOLD);
        writer.close();
    }
}

/// Both walls, the mast with its arrow, and a dot on every breakpoint that tells its exact place.
fn walls(writer: &mut Writer, thermograph: &Thermograph, plot: &Plot) {
    let temperature = thermograph.temperature().max(plot.start);
    for side in Side::BOTH {
        let corners = plot.corners_below(thermograph.wall(side), temperature);
        if corners.len() > 1 {
            group(writer, CLASSES[side.index()]);
            path(writer, &corners, 3.6, "");
            writer.close();
        }
    }
    let (x, y) = (plot.x_of(thermograph.mean()), plot.y_of(temperature));
    let tip = plot.frame.top;
    group(writer, "mast");
    path(writer, &[(x, y), (x, tip + 6.0)], 3.6, "");
    let mut head = Path::default();
    head.polygon(&[(x, tip - 6.0), (x - 6.0, tip + 7.0), (x + 6.0, tip + 7.0)]);
    writer.leaf(
        "path",
        &[("d", head.data().into()), ("fill", "currentColor".into()), ("stroke-width", 1.0.into())],
    );
    for point in breakpoints(thermograph, plot.start) {
        let (x, y) = plot.place(&point);
        writer.open(
            "circle",
            &[
                ("class", "breakpoint".into()),
                ("cx", x.into()),
                ("cy", y.into()),
                ("r", 3.6.into()),
                ("fill", "currentColor".into()),
                ("stroke", "none".into()),
            ],
        );
        writer.text("title", &[], &format!("value {} at temperature {}", point.value, point.temperature));
        writer.close();
    }
    writer.close();
}

/// The breakpoints of both walls, those at the axis and at the foot of the mast first.
fn breakpoints(thermograph: &Thermograph, start: Dyadic) -> Vec<Breakpoint> {
    let walls = Side::BOTH.map(|side| thermograph.wall(side).breakpoints());
    let mut points: Vec<Breakpoint> = walls.iter().filter_map(|wall| wall.first().copied()).collect();
    let foot = thermograph.temperature().max(start);
    points.push(Breakpoint { temperature: foot, value: thermograph.mean() });
    for point in walls.iter().flat_map(|wall| wall.iter()) {
        points.push(*point);
    }
    let mut kept: Vec<Breakpoint> = Vec::new();
    for point in points {
        if !kept.contains(&point) {
            kept.push(point);
        }
    }
    kept
}

/// What is written around the drawing.
struct Labels {
    /// Below the axis.
    values: Vec<super::plot::Label>,
    /// Beside the axis: height and text.
    temperatures: Vec<(f64, String)>,
    /// Breakpoints, and whether their temperature and their value are written.
    guided: Vec<(Breakpoint, bool, bool)>,
    /// Names of options above the drawing, with their side.
    options: Vec<(Side, super::plot::Label)>,
}

impl Labels {
    fn new(picture: &ThermographPicture, plot: &Plot, style: &Style) -> Labels {
        let mut labels =
            Labels { values: Vec::new(), temperatures: Vec::new(), guided: Vec::new(), options: Vec::new() };
        if style.coordinates == Coordinates::None {
            return labels;
        }
        let points = breakpoints(&picture.thermograph, plot.start);
        let mut values: Vec<Dyadic> = Vec::new();
        // The axis is labelled even if no wall has a breakpoint of interest there.
        let mut temperatures: Vec<Dyadic> =
            vec![plot.start, picture.thermograph.temperature().max(plot.start)];
        temperatures.dedup();
        for point in &points {
            if !values.contains(&point.value) {
                values.push(point.value);
            }
            if !temperatures.contains(&point.temperature) {
                temperatures.push(point.temperature);
            }
        }
        let wanted: Vec<(f64, String)> =
            values.iter().map(|&value| (plot.x_of(value), written(value))).collect();
        let (placed, value_shown) = side_by_side(&wanted, ROWS);
        labels.values = placed;
        let heights: Vec<f64> = temperatures.iter().map(|&temperature| plot.y_of(temperature)).collect();
        let temperature_shown = one_above_another(&heights);
        for ((&temperature, &y), &shown) in temperatures.iter().zip(&heights).zip(&temperature_shown) {
            if shown {
                labels.temperatures.push((y, written(temperature)));
            }
        }
        for point in points {
            let across = temperatures.iter().position(|&t| t == point.temperature);
            let upwards = values.iter().position(|&v| v == point.value);
            labels.guided.push((
                point,
                across.is_some_and(|index| temperature_shown[index]),
                upwards.is_some_and(|index| value_shown[index]),
            ));
        }
        if let Some(construction) = &picture.construction {
            labels.name_options(construction, plot);
        }
        labels
    }

    /// Names above the upper ends of the options' own walls, left to right; several options in one place share a label.
    fn name_options(&mut self, construction: &ThermographConstruction, plot: &Plot) {
        let mut wanted: Vec<(Side, f64, String)> = Vec::new();
        for side in Side::BOTH {
            for option in &construction.options[side.index()] {
                let Some(&(x, _)) = plot.corners(&option.sheared, cost(side)).last() else { continue };
                match wanted.iter_mut().find(|(other, at, _)| *other == side && (at - x).abs() < 0.5) {
                    Some((_, _, names)) => {
                        names.push_str(", ");
                        names.push_str(&option.name);
                    }
                    None => wanted.push((side, x, option.name.clone())),
                }
            }
        }
        let texts: Vec<(f64, String)> = wanted
            .iter()
            .map(|(side, x, names)| (*x, format!("{side}: {}", text::cut(names, 9.0))))
            .map(|(x, text)| {
                let half = text::width(&text) / 2.0 * FONT;
                (x.clamp((plot.frame.left + half).min(WIDE), (plot.frame.right - half).max(0.0)), text)
            })
            .collect();
        let (placed, shown) = side_by_side(&texts, 3);
        let sides = wanted.iter().zip(shown).filter(|(_, shown)| *shown).map(|((side, ..), _)| *side);
        self.options = sides.zip(placed).collect();
    }

    /// The room that everything takes.
    fn sheet(&self, plot: &Plot, picture: &ThermographPicture) -> Frame {
        let mut sheet = plot.frame.grown(GAP + 3.0);
        let widest = self.temperatures.iter().map(|(_, text)| text::width(text)).fold(0.0, f64::max);
        sheet.left -= AXIS + widest * FONT + if widest > 0.0 { 4.0 } else { 0.0 };
        for label in &self.values {
            let half = text::width(&label.text) / 2.0 * FONT + 3.0;
            sheet.left = sheet.left.min(label.x - half);
            sheet.right = sheet.right.max(label.x + half);
            sheet.bottom = sheet.bottom.max(plot.frame.bottom + (label.row + 1) as f64 * LINE + GAP);
        }
        if let Some(rows) = self.options.iter().map(|(_, label)| label.row + 1).max() {
            sheet.top -= rows as f64 * LINE;
        }
        if let Some(title) = &picture.title {
            sheet.top -= (0.5 + title_lines(title, sheet.width() - 2.0 * GAP).1.len() as f64) * LINE;
        }
        if let Some(construction) = &picture.construction {
            sheet.bottom += kinds(construction).len() as f64 * LEGEND_LINE + 4.0;
        }
        sheet
    }
}

/// The width of a drawing, as a bound for names that are longer than it.
const WIDE: f64 = 150.0;

fn words(writer: &mut Writer, picture: &ThermographPicture, labels: &Labels, plot: &Plot, sheet: Frame) {
    writer.open(
        "g",
        &[("class", "words".into()), ("font-size", FONT.into()), ("text-anchor", "middle".into())],
    );
    for label in &labels.values {
        let y = plot.frame.bottom + 5.0 + (label.row as f64 + 0.5) * LINE + BASELINE * FONT;
        writer.text("text", &[("x", label.x.into()), ("y", y.into())], &label.text);
    }
    for (y, text) in &labels.temperatures {
        let x = plot.frame.left - AXIS - 8.0;
        writer.text(
            "text",
            &[("x", x.into()), ("y", (y + BASELINE * FONT).into()), ("text-anchor", "end".into())],
            text,
        );
    }
    for (_, label) in &labels.options {
        let y = plot.frame.top - GAP - 3.0 - (label.row as f64 + 0.5) * LINE;
        let runs = match label.text.split_once(": ") {
            Some((side, name)) => {
                let mut runs = vec![Run::main(format!("{side}: "))];
                runs.extend(value::typeset(name));
                runs
            }
            None => vec![Run::main(&label.text)],
        };
        value::write_runs(writer, &runs, label.x, y, FONT, &[]);
    }
    if let Some(title) = &picture.title {
        let (size, lines) = title_lines(title, sheet.width() - 2.0 * GAP);
        let middle = (sheet.left + sheet.right) / 2.0;
        for (row, runs) in lines.iter().enumerate() {
            let y = sheet.top + GAP + (0.6 + row as f64) * LINE;
            value::write_runs(writer, runs, middle, y, size, &[("font-weight", "bold")]);
        }
    }
    writer.close();
    if let Some(construction) = &picture.construction {
        legend(writer, construction, sheet);
    }
}

/// A title in its size and its lines: smaller letters first, then lines that are broken behind bars and commas.
fn title_lines(title: &str, room: f64) -> (f64, Vec<Vec<Run>>) {
    // Bold letters are about a seventh wider.
    const BOLD: f64 = 1.14;
    const SIZE: f64 = 1.1 * FONT;
    const LEAST: f64 = 0.75 * FONT;
    const MOST_LINES: usize = 4;
    let runs = value::typeset(title);
    let size = (room / (BOLD * value::width(&runs)).max(0.01)).min(SIZE);
    if size >= LEAST {
        return (size, vec![runs]);
    }
    let most = room / (BOLD * LEAST);
    let mut lines: Vec<String> = vec![String::new()];
    for piece in title.split_inclusive(['|', ',', ' ']) {
        let last = lines.last_mut().expect("there is a line");
        // Bars that belong together stay together.
        let torn = last.ends_with('|') && piece == "|";
        if last.is_empty() || torn || value::width(&value::typeset(&format!("{last}{piece}"))) <= most {
            last.push_str(piece);
        } else {
            lines.push(piece.to_string());
        }
    }
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines[MOST_LINES - 1].push('\u{2026}');
    }
    let fitted = |line: &String| {
        let runs = value::typeset(line);
        if value::width(&runs) > most { vec![Run::main(text::cut(line, most))] } else { runs }
    };
    (LEAST, lines.iter().map(fitted).collect())
}

/// The kinds of lines that are drawn, with their widths and what they mean.
fn kinds(construction: &ThermographConstruction) -> Vec<(&'static str, f64, &'static str)> {
    let beside_the_scaffold = Side::BOTH.iter().any(|side| {
        let scaffold = &construction.scaffolds[side.index()];
        construction.options[side.index()].iter().any(|option| &option.sheared != scaffold)
    });
    let mut kinds = vec![(OWN, 1.6, "an option's wall")];
    if beside_the_scaffold {
        kinds.push((SHEARED, 1.4, "less the cost of the move"));
        kinds.push((SCAFFOLD, 2.4, "the best of these: scaffold"));
    } else {
        kinds.push((SCAFFOLD, 2.4, "less the cost: scaffold"));
    }
    kinds.push(("", 3.6, "the thermograph"));
    kinds
}

/// What the kinds of lines mean, at the bottom of the sheet.
fn legend(writer: &mut Writer, construction: &ThermographConstruction, sheet: Frame) {
    const SIZE: f64 = 0.84 * FONT;
    let kinds = kinds(construction);
    for (row, (dashes, width, meaning)) in kinds.iter().enumerate() {
        let y = sheet.bottom - GAP / 2.0 - (kinds.len() as f64 - 0.5 - row as f64) * LEGEND_LINE;
        group(writer, "mast");
        path(writer, &[(0.0, y), (54.0, y)], *width, dashes);
        writer.close();
        let attributes: [(&str, Value<'_>); 4] = [
            ("class", "words".into()),
            ("x", 66.0.into()),
            ("y", (y + BASELINE * SIZE).into()),
            ("font-size", SIZE.into()),
        ];
        writer.text("text", &attributes, meaning);
    }
}
