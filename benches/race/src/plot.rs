//! Nodes and time over the number of regions, both logarithmic upwards.

use std::fmt::Write as _;

use crate::{Cost, Series};

const WIDE: f64 = 300.0;
const HIGH: f64 = 240.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 50.0;
const ACROSS: f64 = WIDE + LEFT + 20.0;
const DOWN: f64 = HIGH + TOP + 50.0;
/// The methods, in colours that are told apart by people who see few colours.
const METHODS: [(&str, &str); 3] =
    [("counting", "#0072b2"), ("product of regions", "#e69f00"), ("search on the board", "#d55e00")];

/// A quantity with the powers of ten at the ends of its axis.
struct Axis {
    title: &'static str,
    from: i32,
    to: i32,
    of: fn(&Cost) -> f64,
}

/// The picture: a row of panels for each series, nodes and seconds side by side.
pub(crate) fn draw(all: &[Series], limit: u64) -> String {
    let most_nodes = (limit.max(10) as f64).log10().ceil() as i32;
    let axes = [
        Axis { title: "nodes", from: 0, to: most_nodes, of: |cost| cost.nodes as f64 },
        Axis { title: "seconds", from: -6, to: 2, of: |cost| cost.seconds },
    ];
    let (width, height) = (2.0 * ACROSS + 10.0, DOWN * all.len() as f64 + 30.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Races of 1 to 13 regions: nodes and seconds of three methods</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (place, (name, colour)) in METHODS.iter().enumerate() {
        let x = LEFT + 160.0 * place as f64;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"16\" r=\"4\" fill=\"{colour}\"/><text x=\"{}\" y=\"20\">{name}</text>",
            x + 10.0
        );
    }
    for (row, series) in all.iter().enumerate() {
        for (column, axis) in axes.iter().enumerate() {
            let (x, y) = (ACROSS * column as f64 + LEFT, DOWN * row as f64 + TOP + 20.0);
            let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
            panel(&mut svg, series, axis);
            svg.push_str("</g>\n");
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn panel(svg: &mut String, series: &Series, axis: &Axis) {
    let most = series.lines.len().max(2);
    let across = |regions: usize| (regions - 1) as f64 / (most - 1) as f64 * WIDE;
    let (from, to) = (f64::from(axis.from), f64::from(axis.to));
    let up = |value: f64| HIGH - (value.max(1e-12).log10().clamp(from, to) - from) / (to - from) * HIGH;
    let _ = writeln!(svg, "<text y=\"-10\">{}: {}</text>", series.name, axis.title);
    for power in axis.from..=axis.to {
        let y = up(10f64.powi(power));
        let _ = writeln!(
            svg,
            "<path d=\"M0 {y:.1}H{WIDE}\" stroke=\"#ddd\"/><text x=\"-6\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>",
            y + 4.0
        );
    }
    for line in &series.lines {
        let x = across(line.regions);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            HIGH + 16.0,
            line.regions
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">regions</text>",
        WIDE / 2.0,
        HIGH + 32.0
    );
    for (method, (name, colour)) in METHODS.iter().enumerate() {
        let mut path = String::new();
        let mut dots = String::new();
        for line in &series.lines {
            let Ok(cost) = &line.costs[method] else { continue };
            let value = (axis.of)(cost);
            let (x, y) = (across(line.regions), up(value));
            let _ = write!(path, "{}{x:.1} {y:.1}", if path.is_empty() { 'M' } else { 'L' });
            let _ = writeln!(
                dots,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{name}, {} regions: {value} {}</title></circle>",
                line.regions, axis.title
            );
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" stroke=\"{colour}\" fill=\"none\" stroke-width=\"1.5\"/>\n<g fill=\"{colour}\">\n{dots}</g>"
        );
    }
}
