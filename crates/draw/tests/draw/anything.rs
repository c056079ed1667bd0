//! Random pictures on random boards: always well-formed, always the same, never a panic.

use proptest::prelude::*;
use tesuji_board::{Color, GraphPoint, Mark, Point, PointSet, Topology};
use tesuji_draw::{Arrow, Coordinates, Picture, Region, RegionColor, Style, Theme, svg};

fn point() -> impl Strategy<Value = Point> {
    (0u16..14).prop_map(Point)
}

fn points() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec(point(), 0..8)
}

fn place() -> impl Strategy<Value = Option<(f64, f64)>> {
    let number = prop_oneof![Just(0.0), -3.0..3.0, (-4i8..4).prop_map(f64::from), -9e5..9e5];
    prop::option::of((number.clone(), number))
}

fn caption() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[-+*^v{}|,./()_0-9 ]{0,12}", "(Tiny|Miny)\\([-+*^v{}|,./()_0-9]{0,9}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_picture_is_well_formed(
        places in prop::collection::vec(place(), 1..12),
        edges in prop::collection::btree_set((0usize..12, 0usize..12), 0..20),
        stones in prop::collection::btree_map(point(), any::<bool>(), 0..8),
        labels in prop::collection::btree_map(point(), any::<String>(), 0..6),
        marks in prop::collection::btree_map(point(), 0usize..4, 0..6),
        regions in prop::collection::vec((points(), caption(), any::<u16>()), 0..4),
        arrows in prop::collection::vec((point(), point()), 0..4),
        some in points(),
        words in prop::option::of(any::<String>()),
        choice in 0usize..24,
    ) {
        let vertices: Vec<GraphPoint> = places.iter().map(|&at| GraphPoint { name: None, at }).collect();
        let edges: Vec<(usize, usize)> =
            edges.into_iter().filter(|&(a, b)| a < b && b < vertices.len()).collect();
        let board = Topology::graph("graph", &vertices, &edges).unwrap();
        let mut picture = Picture::new(&board);
        picture.stones = stones.into_iter().map(|(p, black)| (p, if black { Color::Black } else { Color::White })).collect();
        picture.labels = labels;
        let kinds = [Mark::Triangle, Mark::Square, Mark::Circle, Mark::Cross];
        picture.marks = marks.into_iter().map(|(p, kind)| (p, kinds[kind])).collect();
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
        prop_assert_eq!(&text, &svg(&picture, &style));
    }
}
