//! What every picture must show, checked by reading the pictures back with an XML parser.

use std::sync::Arc;

use crate::common::*;
use tesuji_board::{Color, Diagram, GraphPoint, Mark, Point, PointSet, Setup, Topology};
use tesuji_draw::{Arrow, Coordinates, Picture, Region, RegionColor, Style, Theme, svg};

const UNIT: f64 = 40.0;

fn board(name: &str) -> Arc<Topology> {
    Topology::parse(name).unwrap()
}

fn graph(places: &[Option<(f64, f64)>], edges: &[(usize, usize)]) -> Arc<Topology> {
    let points: Vec<GraphPoint> = places.iter().map(|&at| GraphPoint { name: None, at }).collect();
    Topology::graph("graph", &points, edges).unwrap()
}

fn boards() -> Vec<Arc<Topology>> {
    let mut boards: Vec<Arc<Topology>> = [
        "square:1",
        "square:2",
        "square:9",
        "square:19",
        "grid:1x7",
        "grid:7x1",
        "grid:30x4",
        "torus:3x3",
        "torus:8x5",
        "cylinder:3x1",
        "cylinder:8x5",
        "king:5x4",
        "king:1x1",
        "hexagon:1",
        "hexagon:4",
        "triangle:1",
        "triangle:8",
        "honeycomb:1",
        "honeycomb:3",
        "square:9-E5,A1,J9",
        "torus:5x5-A1,C3",
        "hexagon:3-C3",
        "grid:3x1-B1",
    ]
    .map(board)
    .to_vec();
    let far = Some((9e5, -9e5));
    boards.extend([
        graph(&[None], &[]),
        graph(&[None; 7], &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 0), (0, 3)]),
        // Points in the same place, a point off the rest, everything in one place, places far apart.
        graph(&[Some((0.0, 0.0)), Some((0.0, 0.0)), Some((1.0, 0.0)), Some((4.0, 2.0))], &[(0, 1), (1, 2)]),
        graph(&[Some((3.0, 3.0)); 4], &[(0, 1), (2, 3)]),
        graph(
            &[Some((0.0, 0.0)), Some((1e-7, 0.0)), far, Some((1.0, 1.0))],
            &[(0, 2), (1, 2), (0, 1), (0, 3)],
        ),
        graph(
            &[Some((0.0, 0.0)), Some((1.0, 0.0)), Some((2.0, 0.0)), Some((3.0, 0.0))],
            &[(0, 1), (0, 2), (0, 3), (1, 2)],
        ),
    ]);
    boards
}

/// A picture with a bit of everything.
fn full(board: &Topology) -> Picture<'_> {
    let mut picture = Picture::new(board);
    let marks = [Mark::Triangle, Mark::Square, Mark::Circle, Mark::Cross];
    for p in board.points() {
        let n = usize::from(p.0);
        match n * 7 % 5 {
            0 => drop(picture.stones.insert(p, Color::Black)),
            1 => drop(picture.stones.insert(p, Color::White)),
            _ => {}
        }
        if n % 6 < 4 && n % 4 == 1 {
            picture.marks.insert(p, marks[n % 6]);
        }
        if n % 3 == 2 {
            picture.labels.insert(p, (n + 1).to_string());
        }
    }
    let len = board.len() as u16;
    picture.highlights.extend([Point(len / 2), Point(len / 3)]);
    picture.last_move = Some(Point(0));
    picture.ko = Some(Point(len - 1));
    picture.regions = vec![
        Region::new((0..len / 3 + 1).map(Point)).caption("-1/2^*"),
        Region::new((len / 2..len).map(Point)).caption("a long caption & more"),
        Region::new([Point(0), Point(len - 1)]).color(RegionColor::Hue(200)).caption("{0|Tiny(2)}"),
        Region::new([]).caption("nowhere"),
    ];
    picture.arrows = vec![
        Arrow { from: Point(0), to: Point(len - 1) },
        Arrow { from: Point(0), to: Point(0) },
        Arrow { from: Point(len - 1), to: Point(len / 2) },
    ];
    picture.title = Some("A <title> with \"quotes\"".into());
    picture.caption = Some("A caption".into());
    picture
}

#[test]
fn every_board_theme_and_option_gives_the_same_well_formed_picture_twice() {
    let all = [Coordinates::None, Coordinates::TwoSides, Coordinates::FourSides];
    for (number, board) in boards().into_iter().enumerate() {
        let whole = full(&board);
        let part = whole.clone().crop(&[Point(0), Point(board.len() as u16 / 2)].into_iter().collect());
        for (kind, picture) in [&Picture::new(&board), &whole, &part].into_iter().enumerate() {
            for (index, theme) in Theme::ALL.into_iter().enumerate() {
                // Every picture has every theme and all coordinates, and on one board or another each with each.
                let coordinates = all[(number + kind + index) % 3];
                let style = Style {
                    theme,
                    coordinates,
                    width: (theme == Theme::Dark).then_some(300),
                    canvas: theme != Theme::Light,
                    id: (theme == Theme::Print).then(|| "a \"b\" 1".into()),
                };
                let text = svg(picture, &style);
                assert_eq!(text, svg(picture, &style));
                let document = read(&text);
                let [left, top, width, height] = view_box(&document);
                for (x, y) in stones(&document, "black").into_iter().chain(stones(&document, "white")) {
                    assert!(left < x - 18.0 && x + 18.0 < left + width, "{} {theme:?}", board.name());
                    assert!(top < y - 18.0 && y + 18.0 < top + height, "{} {theme:?}", board.name());
                }
            }
        }
    }
}

#[test]
fn references_inside_a_picture_resolve() {
    let board = board("square:9");
    for theme in Theme::ALL {
        let text = svg(&full(&board), &Style { theme, id: Some("x y".into()), ..Style::default() });
        let document = read(&text);
        let ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        for node in document.descendants() {
            if let Some(name) =
                node.attribute("fill").and_then(|f| f.strip_prefix("url(#")?.strip_suffix(')'))
            {
                assert!(ids.contains(&name), "{name} is not among {ids:?}");
            }
        }
        assert!(!text.contains("http://") || text.matches("http").count() == 1, "only the name space");
    }
}

#[test]
fn stones_are_drawn_once_and_in_their_places() {
    let board = board("grid:7x5");
    let mut picture = Picture::new(&board);
    let mut expected = [Vec::new(), Vec::new()];
    for p in board.points() {
        if let Some(&color) = Color::BOTH.get(usize::from(p.0 * 5 % 7)) {
            picture.stones.insert(p, color);
            expected[color.index()].push((f64::from(p.0 % 7) * UNIT, f64::from(p.0 / 7) * UNIT));
        }
    }
    let text = svg(&picture, &Style::default());
    let document = read(&text);
    assert_eq!([stones(&document, "black"), stones(&document, "white")], expected);
}

#[test]
fn labels_are_written_once_in_their_places_and_in_the_right_ink() {
    let board = board("square:5");
    let mut picture = Picture::new(&board);
    let at = |name: &str| board.point(name).unwrap();
    picture.stones.extend([(at("A5"), Color::Black), (at("B5"), Color::White)]);
    picture.labels.extend([(at("A5"), "17".into()), (at("B5"), "18".into()), (at("C4"), "Q".into())]);
    let text = svg(&picture, &Style { coordinates: Coordinates::None, ..Style::default() });
    let document = read(&text);
    for (class, label, x, y) in
        [("on-black", "17", 0.0, 0.0), ("on-white", "18", 40.0, 0.0), ("on-board", "Q", 80.0, 40.0)]
    {
        let found: Vec<_> =
            document.descendants().filter(|n| n.has_tag_name("text") && words(*n) == label).collect();
        assert_eq!(found.len(), 1, "{label}");
        assert_eq!(found[0].parent().unwrap().attribute("class"), Some(class));
        assert_eq!(number(found[0], "x"), x);
        let baseline = number(found[0], "y");
        assert!(baseline > y && baseline < y + 0.3 * UNIT, "{label} at {baseline}");
    }
}

#[test]
fn hostile_labels_do_no_harm() {
    let board = board("square:5");
    let labels = [
        "<script>alert(1)</script>",
        "\"' onload='x'",
        "]]>",
        "&amp;&#0;",
        "\u{0}\u{1}\u{8}\u{1b}[31m",
        "\u{fffe}\u{ffff}",
        "\u{202e}abc",
        "👩‍👩‍👧‍👦",
        "e\u{301}\u{301}\u{301}",
        "\r\n\t",
        "",
        " ",
        "木木木木木木木木",
    ];
    let long = "x".repeat(100_000);
    let mut picture = Picture::new(&board);
    for (i, label) in (0..).zip(labels.into_iter().chain([long.as_str()])) {
        picture.labels.insert(Point(i), label.into());
        if i % 3 == 0 {
            picture.stones.insert(Point(i), Color::White);
        }
        picture.regions.push(Region::new([Point(i), Point(24)]).caption(label));
    }
    picture.title = Some(labels.concat() + &long);
    picture.caption = picture.title.clone();
    for theme in Theme::ALL {
        let text = svg(&picture, &Style { theme, ..Style::default() });
        let document = read(&text);
        assert!(text.len() < 60_000, "{}", text.len());
        assert!(!document.descendants().any(|n| n.has_tag_name("script")));
        assert!(!document.descendants().any(|n| n.attributes().any(|a| a.name().starts_with("on"))));
        assert!(document.descendants().any(|n| n.text().is_some_and(|t| t.contains("<script>"))));
    }
}

#[test]
fn points_that_do_not_exist_are_ignored() {
    let board = board("square:3");
    let mut picture = full(&board);
    let style = Style::default();
    let without = svg(&picture, &style);
    let nowhere = Point(999);
    picture.stones.insert(nowhere, Color::Black);
    picture.labels.insert(nowhere, "1".into());
    picture.marks.insert(nowhere, Mark::Cross);
    picture.highlights.insert(nowhere);
    picture.arrows.push(Arrow { from: nowhere, to: Point(0) });
    picture = picture.moves(5, [(Color::Black, nowhere)]).crop(&[nowhere].into_iter().collect());
    assert_eq!(svg(&picture, &style), without);
    picture.last_move = Some(nowhere);
    picture.ko = Some(nowhere);
    picture.shown = Some(PointSet::new());
    read(&svg(&picture, &style));
}

#[test]
fn lines_are_the_edges_of_the_board() {
    let style = Style { coordinates: Coordinates::None, ..Style::default() };
    for name in [
        "square:9",
        "grid:4x7",
        "king:5x5",
        "hexagon:4",
        "triangle:6",
        "honeycomb:3",
        "square:7-D4,A1",
        "hexagon:4-D4",
    ] {
        let board = board(name);
        let text = svg(&Picture::new(&board), &style);
        let document = read(&text);
        let drawn: f64 = grid(&document).iter().map(length).sum();
        let diagonals = if name.starts_with("king") { 32.0 * UNIT * (2f64.sqrt() - 1.0) } else { 0.0 };
        let expected = board.edges().count() as f64 * UNIT + diagonals;
        assert!((drawn - expected).abs() < 1.0, "{name}: {drawn} instead of {expected}");
    }
    // Lines that continue each other are one.
    let nine = board("square:9");
    assert_eq!(grid(&read(&svg(&Picture::new(&nine), &style))).len(), 18);
}

#[test]
fn edges_that_go_round_are_short_stubs() {
    let style = Style { coordinates: Coordinates::None, ..Style::default() };
    for (name, round, long) in [("torus:5x4", 9, 9), ("cylinder:5x4", 4, 9)] {
        let board = board(name);
        let text = svg(&Picture::new(&board), &style);
        let document = read(&text);
        let lines = grid(&document);
        assert_eq!(lines.iter().filter(|line| length(line) > UNIT).count(), long, "{name}");
        for line in &lines {
            for (x, y) in [line.0, line.1] {
                assert!(
                    (-0.51 * UNIT..=4.51 * UNIT).contains(&x) && (-0.51 * UNIT..=3.51 * UNIT).contains(&y)
                );
            }
        }
        let faded = document.descendants().find(|n| n.attribute("stroke-opacity") == Some("0.16")).unwrap();
        assert_eq!(subpaths(faded.attribute("d").unwrap()).len(), 2 * round, "{name}");
    }
}

#[test]
fn lines_stop_before_labels_marks_and_captions_on_empty_points() {
    for name in ["square:9", "torus:9x9", "hexagon:5", "king:9x9"] {
        let board = board(name);
        let style = Style { coordinates: Coordinates::None, ..Style::default() };
        let plain = svg(&Picture::new(&board), &style);
        let (label, mark, caption) = (Point(20), Point(0), Point(40));
        let mut picture = Picture::new(&board);
        picture.labels.insert(label, "A".into());
        picture.marks.insert(mark, Mark::Circle);
        picture.regions.push(Region::new([caption]).caption("2"));
        let text = svg(&picture, &style);
        let (before, after) = (read(&plain), read(&text));
        for point in [label, mark, caption] {
            let (x, y) = board.place_of(point);
            let (ox, oy) = board
                .points()
                .map(|p| board.place_of(p))
                .fold((9e9f64, 9e9f64), |m, p| (m.0.min(p.0), m.1.min(p.1)));
            let place = ((x - ox) * UNIT, (y - oy) * UNIT);
            let nearest = |document| grid(document).iter().map(|l| distance(place, l)).fold(9e9, f64::min);
            assert!(nearest(&before) < 0.1, "{name}");
            assert!(nearest(&after) > 0.2 * UNIT, "{name} {point:?}: {}", nearest(&after));
        }
    }
}

#[test]
fn star_points_are_the_usual_ones() {
    for (name, count, first) in [
        ("square:5", 0, None),
        ("square:6", 0, None),
        ("square:7", 5, Some((2.0, 2.0))),
        ("square:9", 5, Some((2.0, 2.0))),
        ("square:13", 5, Some((3.0, 3.0))),
        ("square:19", 9, Some((3.0, 3.0))),
        ("square:8", 4, Some((2.0, 2.0))),
        ("grid:13x9", 5, Some((3.0, 2.0))),
        ("torus:9x9", 0, None),
        ("square:9-E5", 4, Some((2.0, 2.0))),
    ] {
        let board = board(name);
        let text = svg(&Picture::new(&board), &Style::default());
        let document = read(&text);
        let dots: Vec<_> = by_class(&document, "star")
            .flat_map(|n| subpaths(n.attribute("d").unwrap()))
            .map(|p| p[0])
            .collect();
        assert_eq!(dots.len(), count, "{name}");
        assert_eq!(dots.first().copied(), first.map(|(x, y)| (x * UNIT, y * UNIT)), "{name}");
    }
}

#[test]
fn regions_hold_their_points_and_no_others() {
    for name in
        ["square:9", "hexagon:5", "triangle:8", "honeycomb:3", "king:9x9", "torus:9x9", "cylinder:9x7"]
    {
        let board = board(name);
        let points: PointSet = board.points().filter(|p| p.0 % 7 < 3 || p.0 / 9 == 4).collect();
        let mut picture = Picture::new(&board);
        picture.regions.push(Region::new(points.iter()));
        let text = svg(&picture, &Style::default());
        let document = read(&text);
        let outline: Vec<_> =
            by_class(&document, "region").flat_map(|n| subpaths(n.attribute("d").unwrap())).collect();
        let (left, top) = board
            .points()
            .map(|p| board.place_of(p))
            .fold((9e9f64, 9e9f64), |m, p| (m.0.min(p.0), m.1.min(p.1)));
        let place = |p: Point| ((board.place_of(p).0 - left) * UNIT, (board.place_of(p).1 - top) * UNIT);
        for p in board.points() {
            assert_eq!(inside(place(p), &outline), points.contains(p), "{name}: {}", board.name_of(p));
        }
        for (a, b) in board.edges().filter(|(a, b)| points.contains(*a) && points.contains(*b)) {
            let (a, b) = (place(a), place(b));
            let length = (a.0 - b.0).hypot(a.1 - b.1);
            if length < 1.5 * UNIT {
                // Not a thin neck: as wide between the points as around them.
                for side in [-0.38 * UNIT, 0.0, 0.38 * UNIT] {
                    let x = (a.0 + b.0) / 2.0 + (b.1 - a.1) / length * side;
                    let y = (a.1 + b.1) / 2.0 - (b.0 - a.0) / length * side;
                    assert!(inside((x, y), &outline), "{name}");
                }
            }
        }
    }
}

#[test]
fn captions_that_do_not_fit_go_to_the_legend() {
    let board = board("square:5");
    let mut picture = Picture::new(&board);
    picture.labels.insert(Point(24), "a".into());
    picture.regions = vec![
        Region::new([Point(0)]).caption("4^"),
        Region::new([Point(2)]).caption("{3|1/4||-5,*}"),
        Region::new([Point(4)]).caption("no room on stones"),
    ];
    picture.stones.insert(Point(4), Color::Black);
    let [inside, legend] = captions(&picture);
    assert_eq!(legend, ["b\u{2002}{3|¼||−5,*}", "no room on stones"]);
    assert_eq!(inside, ["4↑", "b"], "the key is not a label that is used already");
}

/// What is written in the regions, and what the legend says.
fn captions(picture: &Picture<'_>) -> [Vec<String>; 2] {
    let text = svg(picture, &Style::default());
    let document = read(&text);
    ["halo", "words"].map(|class| {
        by_class(&document, class)
            .flat_map(|g| g.children().filter(|n| n.has_tag_name("text")).map(words).collect::<Vec<_>>())
            .collect()
    })
}

#[test]
fn regions_of_a_table_keep_their_letters() {
    let board = board("square:9");
    let mut picture = Picture::new(&board);
    picture.regions = vec![
        Region::new((0..5).map(Point)).named("A").caption("2*"),
        Region::new((18..23).map(Point)).named("B").caption("4^"),
    ];
    assert_eq!(captions(&picture), [vec!["A\u{2002}2*", "B\u{2002}4↑"], vec![]]);
    // One that has no room: all have their letters on the board and their values in the legend.
    picture.regions.push(Region::new([Point(80)]).named("C").caption("-3+{0|Tiny(2)}"));
    let legend = vec!["A\u{2002}2*", "B\u{2002}4↑", "C\u{2002}−3+{0|+2}"];
    assert_eq!(captions(&picture), [vec!["A", "B", "C"], legend]);
}

#[test]
fn zones_are_below_stones_in_every_theme() {
    let board = board("square:9");
    for theme in [Theme::Light, Theme::Dark, Theme::Print, Theme::Auto] {
        let mut picture = Picture::new(&board);
        picture.stones.insert(Point(40), Color::White);
        picture.regions.push(Region::new([Point(39), Point(40), Point(41)]));
        let text = svg(&picture, &Style { theme, ..Style::default() });
        let (below, above) = text.split_once("<g class=\"white\"").unwrap();
        assert!(below.contains("class=\"region r0\"") && !above.contains("r0\""), "{theme:?}");
    }
}

#[test]
fn a_part_of_the_board_shows_nothing_else_and_lines_run_out() {
    let board = board("square:19");
    let at = |name: &str| board.point(name).unwrap();
    let mut picture = Picture::new(&board);
    picture.stones.extend([(at("S18"), Color::Black), (at("D4"), Color::White)]);
    let picture = picture.crop(&[at("P19"), at("T16")].into_iter().collect());
    let text = svg(&picture, &Style { coordinates: Coordinates::TwoSides, ..Style::default() });
    let document = read(&text);
    assert_eq!(stones(&document, "black"), [(3.0 * UNIT, UNIT)]);
    assert!(stones(&document, "white").is_empty());
    let names: Vec<String> =
        by_class(&document, "coordinate").flat_map(|g| g.children().map(words).collect::<Vec<_>>()).collect();
    assert_eq!(names, ["P", "Q", "R", "S", "T", "19", "18", "17", "16"]);
    let lines = grid(&document);
    let extreme = |pick: fn(&Place) -> f64| {
        lines
            .iter()
            .flat_map(|l| [l.0, l.1])
            .map(|p| pick(&p))
            .fold((9e9f64, -9e9f64), |m, v| (m.0.min(v), m.1.max(v)))
    };
    assert_eq!(extreme(|p| p.0), (-UNIT / 2.0, 4.0 * UNIT), "out on the left, not on the right");
    assert_eq!(extreme(|p| p.1), (0.0, 3.5 * UNIT), "out below, not above");
}

#[test]
fn diagrams_become_pictures() {
    let board = board("square:5");
    let mut setup = Setup::empty(board.clone());
    setup.put(Point(7), Some(Color::White));
    setup.black.insert(Point(77));
    let mut diagram = Diagram { setup, marks: Default::default(), labels: Default::default() };
    diagram.marks.insert(Point(7), Mark::Triangle);
    diagram.labels.insert(Point(8), "a".into());
    let text = svg(&Picture::from(&diagram), &Style::default());
    let document = read(&text);
    assert_eq!(stones(&document, "white"), [(2.0 * UNIT, UNIT)]);
    assert!(stones(&document, "black").is_empty());
    let description = document.descendants().find(|n| n.has_tag_name("desc")).and_then(|n| n.text()).unwrap();
    assert_eq!(description, "square:5, 25 points. White: C4. Triangles: C4. Labels: a at D4.");
}

#[test]
fn large_boards_stay_reasonable() {
    let board = board("square:100");
    let mut picture = Picture::new(&board);
    let empty = svg(&picture, &Style::default());
    // Every point has an element of its own with its name.
    assert!(empty.len() < 25_000 + 60 * 10_000, "{}", empty.len());
    picture.stones = board.points().map(|p| (p, Color::BOTH[usize::from(p.0 / 3 % 2)])).collect();
    picture.regions.push(Region::new(board.points()));
    let text = svg(&picture, &Style::default());
    let document = read(&text);
    assert_eq!(stones(&document, "black").len() + stones(&document, "white").len(), 10_000);
    assert!(text.len() < 700_000 + 60 * 10_000, "{}", text.len());
    assert_eq!(text.matches("data-point=").count(), 10_000);
}

#[test]
fn small_pictures_are_as_they_were() {
    let board = board("square:3");
    let at = |name: &str| board.point(name).unwrap();
    let mut picture = Picture::new(&board);
    picture.stones.extend([(at("A3"), Color::Black), (at("B2"), Color::White)]);
    picture.labels.extend([(at("B2"), "1".into()), (at("C1"), "x".into())]);
    picture.marks.insert(at("A3"), Mark::Triangle);
    picture.regions.push(Region::new([at("B3"), at("C3"), at("C2")]).caption("2*"));
    for theme in [Theme::Auto, Theme::Print] {
        let text = svg(&picture, &Style { theme, ..Style::default() });
        let path = format!("{}/tests/golden/small-{}.svg", env!("CARGO_MANIFEST_DIR"), theme.name());
        if std::env::var_os("TESUJI_BLESS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, expected, "look at the new picture, then run again with TESUJI_BLESS=1");
    }
}
