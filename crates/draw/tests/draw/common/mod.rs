//! Reading pictures back: elements by class, lines of paths, what is inside an outline.
#![allow(dead_code, reason = "each test file uses a part of this")]

use roxmltree::{Document, Node};

pub(crate) type Place = (f64, f64);

/// Parses a picture; fails the test if it is not well-formed or contains a number that is not one.
pub(crate) fn read(text: &str) -> Document<'_> {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(document.root_element().tag_name().name(), "svg");
    for node in document.descendants() {
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{} = {value}", attribute.name());
            if matches!(attribute.name(), "x" | "y" | "cx" | "cy" | "r" | "width" | "height" | "font-size") {
                let number: f64 = value.parse().unwrap_or_else(|_| panic!("{} = {value}", attribute.name()));
                assert!(number.is_finite() && value != "-0", "{value}");
                assert!(value.split('.').nth(1).is_none_or(|decimals| decimals.len() <= 2), "{value}");
                assert!(
                    !matches!(attribute.name(), "r" | "width" | "height" | "font-size") || number > 0.0,
                    "{} = {value}",
                    attribute.name()
                );
            }
            if attribute.name() == "d" {
                subpaths(value);
            }
        }
    }
    document
}

pub(crate) fn view_box(document: &Document<'_>) -> [f64; 4] {
    let text = document.root_element().attribute("viewBox").unwrap();
    let numbers: Vec<f64> = text.split(' ').map(|n| n.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

pub(crate) fn by_class<'a>(document: &'a Document<'a>, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document
        .descendants()
        .filter(move |n| n.attribute("class").is_some_and(|c| c.split(' ').any(|part| part == class)))
}

pub(crate) fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name}"))
}

/// The middles of the stones of a colour, in the order in which they are drawn.
pub(crate) fn stones(document: &Document<'_>, class: &str) -> Vec<Place> {
    by_class(document, class)
        .flat_map(|group| group.children().filter(|n| n.has_tag_name("circle")).collect::<Vec<_>>())
        .map(|circle| (number(circle, "cx"), number(circle, "cy")))
        .collect()
}

/// The own text of an element, without tooltips.
pub(crate) fn words(node: Node<'_, '_>) -> String {
    node.descendants()
        .filter(|n| n.is_text() && !n.ancestors().any(|a| a.has_tag_name("title")))
        .filter_map(|n| n.text())
        .collect()
}

/// The corners of every part of a path; curves become a few short lines.
pub(crate) fn subpaths(d: &str) -> Vec<Vec<Place>> {
    let mut paths: Vec<Vec<Place>> = Vec::new();
    let mut rest = d;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |i| i + 1);
        let numbers: Vec<f64> = rest[1..end]
            .split([' ', ','])
            .filter(|n| !n.is_empty())
            .map(|n| n.parse().unwrap_or_else(|_| panic!("{n} in {d}")))
            .collect();
        rest = &rest[end..];
        if let ('M', [x, y]) = (command, &numbers[..]) {
            paths.push(vec![(*x, *y)]);
            continue;
        }
        let path = paths.last_mut().unwrap_or_else(|| panic!("no start in {d}"));
        let last = *path.last().unwrap();
        match (command, &numbers[..]) {
            ('L', [x, y]) => path.push((*x, *y)),
            ('H', [x]) => path.push((*x, last.1)),
            ('V', [y]) => path.push((last.0, *y)),
            ('h', [dx]) => path.push((last.0 + dx, last.1)),
            ('Q', [cx, cy, x, y]) => path.extend((1..=4).map(|i| {
                let t = f64::from(i) / 4.0;
                let bend =
                    |a: f64, c: f64, b: f64| (1.0 - t).powi(2) * a + 2.0 * t * (1.0 - t) * c + t * t * b;
                (bend(last.0, *cx, *x), bend(last.1, *cy, *y))
            })),
            ('Z', []) => path.push(path[0]),
            other => panic!("{other:?} in {d}"),
        }
    }
    paths
}

/// All straight lines of the board.
pub(crate) fn grid(document: &Document<'_>) -> Vec<(Place, Place)> {
    by_class(document, "grid")
        .filter(|n| n.has_tag_name("path"))
        .flat_map(|n| subpaths(n.attribute("d").unwrap()))
        .flat_map(|path| path.windows(2).map(|w| (w[0], w[1])).collect::<Vec<_>>())
        .collect()
}

pub(crate) fn length(line: &(Place, Place)) -> f64 {
    (line.1.0 - line.0.0).hypot(line.1.1 - line.0.1)
}

pub(crate) fn distance(point: Place, (a, b): &(Place, Place)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let t = (((point.0 - a.0) * dx + (point.1 - a.1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    (point.0 - a.0 - t * dx).hypot(point.1 - a.1 - t * dy)
}

/// Whether a place is inside an outline, holes counted as outside.
pub(crate) fn inside(point: Place, outline: &[Vec<Place>]) -> bool {
    let crossings = outline
        .iter()
        .flat_map(|path| path.windows(2))
        .filter(|side| (side[0].1 > point.1) != (side[1].1 > point.1))
        .filter(|side| {
            let t = (point.1 - side[0].1) / (side[1].1 - side[0].1);
            side[0].0 + t * (side[1].0 - side[0].0) > point.0
        })
        .count();
    crossings % 2 == 1
}
