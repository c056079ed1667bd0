//! Random pictures on random boards: always well-formed, always the same, never a panic.

use std::collections::{BTreeMap, BTreeSet};

use fuzz_cases::{any_text, cases, list, one_of, text};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tesuji_board::{Color, GraphPoint, Mark, Point, PointSet, Topology};
use tesuji_draw::{Arrow, Coordinates, Picture, Region, RegionColor, Style, Theme, svg};

/// What a picture is made of.
#[derive(Clone, Debug)]
struct Parts {
    places: Vec<Option<(f64, f64)>>,
    edges: BTreeSet<(usize, usize)>,
    stones: BTreeMap<Point, Color>,
    labels: BTreeMap<Point, String>,
    marks: BTreeMap<Point, Mark>,
    regions: Vec<(Vec<Point>, String, u16)>,
    arrows: Vec<(Point, Point)>,
    some: Vec<Point>,
    words: Option<String>,
    choice: usize,
}

/// Some of the points are on no board.
fn point(rng: &mut ChaCha8Rng) -> Point {
    Point(rng.random_range(0..14))
}

fn points(rng: &mut ChaCha8Rng) -> Vec<Point> {
    list(rng, 0..=7, point)
}

fn number(rng: &mut ChaCha8Rng) -> f64 {
    match rng.random_range(0..4) {
        0 => 0.0,
        1 => rng.random_range(-3.0..3.0),
        2 => f64::from(rng.random_range(-4..4)),
        _ => rng.random_range(-9e5..9e5),
    }
}

fn words(rng: &mut ChaCha8Rng) -> String {
    any_text(rng, 0..=32)
}

fn caption(rng: &mut ChaCha8Rng) -> String {
    const SIGNS: &str = "-+*^v{}|,./()_0123456789";
    match rng.random_range(0..3) {
        0 => words(rng),
        1 => text(rng, 0..=12, &format!("{SIGNS} ")),
        _ => format!("{}({}", one_of(rng, &["Tiny", "Miny"]), text(rng, 0..=9, SIGNS)),
    }
}

fn parts(rng: &mut ChaCha8Rng) -> Parts {
    Parts {
        places: list(rng, 1..=11, |rng| rng.random_bool(0.5).then(|| (number(rng), number(rng)))),
        edges: list(rng, 0..=19, |rng| (rng.random_range(0..12), rng.random_range(0..12)))
            .into_iter()
            .collect(),
        stones: list(rng, 0..=7, |rng| (point(rng), one_of(rng, &Color::BOTH))).into_iter().collect(),
        labels: list(rng, 0..=5, |rng| (point(rng), words(rng))).into_iter().collect(),
        marks: list(rng, 0..=5, |rng| (point(rng), one_of(rng, &Mark::ALL))).into_iter().collect(),
        regions: list(rng, 0..=3, |rng| (points(rng), caption(rng), rng.random())),
        arrows: list(rng, 0..=3, |rng| (point(rng), point(rng))),
        some: points(rng),
        words: rng.random_bool(0.5).then(|| words(rng)),
        choice: rng.random_range(0..24),
    }
}

#[test]
fn any_picture_is_well_formed() {
    cases(300, parts, |parts| {
        let Parts { places, edges, stones, labels, marks, regions, arrows, some, words, choice } =
            parts.clone();
        let vertices: Vec<GraphPoint> = places.iter().map(|&at| GraphPoint { name: None, at }).collect();
        let edges: Vec<(usize, usize)> =
            edges.into_iter().filter(|&(a, b)| a < b && b < vertices.len()).collect();
        let board = Topology::graph("graph", &vertices, &edges).unwrap();
        let mut picture = Picture::new(&board);
        picture.stones = stones;
        picture.labels = labels;
        picture.marks = marks;
        picture.regions = regions
            .into_iter()
            .map(|(points, caption, hue)| {
                let region = Region::new(points).caption(caption);
                if hue % 2 == 0 { region.color(RegionColor::Hue(hue)) } else { region }
            })
            .collect();
        picture.arrows = arrows.into_iter().map(|(from, to)| Arrow { from, to }).collect();
        picture.highlights = some.iter().copied().collect();
        picture.last_move = some.first().copied();
        picture.ko = some.last().copied();
        picture.title = words.clone();
        picture.caption = words;
        if choice % 2 == 1 {
            picture = picture.crop(&some.into_iter().collect::<PointSet>());
        }
        let style = Style {
            theme: Theme::ALL[choice / 2 % 4],
            coordinates: [Coordinates::None, Coordinates::TwoSides, Coordinates::FourSides][choice / 8],
            ..Style::default()
        };
        let text = svg(&picture, &style);
        crate::common::read(&text);
        assert_eq!(&text, &svg(&picture, &style));
    });
}
