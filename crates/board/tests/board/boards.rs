//! Topologies: sizes, degrees, names, drawing places, symmetries, and names that must be refused.

use std::collections::HashSet;

use crate::common::{BOARDS, board, random, random_graph};
use rand::RngExt;
use tesuji_board::{GraphPoint, MAX_POINTS, Point, Shape, Topology, TopologyError};

#[test]
fn points_edges_and_degrees_are_those_of_the_lattices() {
    type Degrees = &'static [(usize, usize)];
    let expected: &[(&str, usize, usize, Degrees)] = &[
        ("square:19", 361, 684, &[(2, 4), (3, 68), (4, 289)]),
        ("grid:9x13", 117, 212, &[(2, 4), (3, 36), (4, 77)]),
        ("torus:8x8", 64, 128, &[(4, 64)]),
        ("cylinder:9x5", 45, 81, &[(3, 18), (4, 27)]),
        ("king:8x8", 64, 210, &[(3, 4), (5, 24), (8, 36)]),
        ("hexagon:4", 37, 90, &[(3, 6), (4, 12), (6, 19)]),
        ("triangle:8", 36, 84, &[(2, 3), (4, 18), (6, 15)]),
        ("honeycomb:3", 54, 72, &[(2, 18), (3, 36)]),
        ("square:1", 1, 0, &[(0, 1)]),
    ];
    for &(name, points, edges, degrees) in expected {
        let board = board(name);
        assert_eq!((board.len(), board.edges().count()), (points, edges), "{name}");
        assert_eq!(board.degrees(), degrees, "{name}");
        assert_eq!(board.name(), name);
    }
}

#[test]
fn neighbours_are_mutual_ascending_and_drawn_one_unit_apart() {
    for name in BOARDS {
        let board = board(name);
        for p in board.points() {
            assert!(board.neighbors(p).is_sorted());
            for &n in board.neighbors(p) {
                assert!(board.neighbors(n).contains(&p));
                let ((x, y), (u, v)) = (board.place_of(p), board.place_of(n));
                let distance = (x - u).hypot(y - v);
                let wraps = matches!(board.shape(), Shape::Torus { .. } | Shape::Cylinder { .. });
                let diagonal =
                    matches!(board.shape(), Shape::King { .. }) && (distance - f64::sqrt(2.0)).abs() < 1e-9;
                assert!(
                    (distance - 1.0).abs() < 1e-9 || diagonal || wraps && distance > 1.5,
                    "{name} {p:?} {n:?} {distance}"
                );
            }
            // Points that are not neighbours are farther apart, so the picture shows the graph.
            for q in board.points().filter(|&q| q != p && !board.neighbors(p).contains(&q)) {
                let ((x, y), (u, v)) = (board.place_of(p), board.place_of(q));
                assert!((x - u).hypot(y - v) > 1.1, "{name} {} {}", board.name_of(p), board.name_of(q));
            }
        }
        if let Some(words) = board.neighbor_words() {
            for p in board.points() {
                let listed = board.neighbors(p).iter().fold(0u64, |word, n| word | 1 << n.0);
                assert_eq!(words[p.index()], listed);
            }
        }
        assert_eq!(board.neighbor_words().is_some(), board.len() <= 64);
    }
}

#[test]
fn every_point_is_found_by_its_name_and_in_its_row() {
    for name in BOARDS {
        let board = board(name);
        let mut names = HashSet::new();
        for p in board.points() {
            assert!(names.insert(board.name_of(p).to_string()));
            assert_eq!(board.point(board.name_of(p)), Some(p));
            assert_eq!(board.point(&board.name_of(p).to_lowercase()), Some(p));
        }
        let in_rows: Vec<Point> =
            board.rows().iter().flat_map(|row| row.cells.iter().flatten().copied()).collect();
        assert_eq!(in_rows, board.points().collect::<Vec<_>>());
        assert_eq!(*Topology::parse(board.name()).unwrap(), *board, "a name is read back");
    }
    let wide = board("grid:60x2");
    assert_eq!(wide.name_of(Point(0)), "A2");
    assert_eq!(wide.name_of(Point(8)), "J2", "no I");
    assert_eq!(wide.name_of(Point(24)), "Z2");
    assert_eq!(wide.name_of(Point(25)), "AA2");
    assert_eq!(wide.name_of(Point(50)), "BA2");
    assert_eq!(wide.at(59, 1).map(|p| wide.name_of(p)), Some("BK1"));
}

#[test]
fn removed_points_leave_the_others_their_names() {
    let holed = board("square:5-C3,A1");
    assert_eq!(holed.name(), "square:5-C3,A1");
    assert_eq!(holed.len(), 23);
    assert_eq!(holed.point("C3"), None);
    let around: Vec<&str> =
        holed.neighbors(holed.point("C2").unwrap()).iter().map(|&p| holed.name_of(p)).collect();
    assert_eq!(around, ["B2", "D2", "C1"]);
    assert_eq!(holed.rectangle(), None);
    let again = holed.without(&[holed.point("E5").unwrap()].into_iter().collect()).unwrap();
    assert_eq!(again.name(), "square:5-E5,C3,A1");
    assert_eq!(*again, *board("square:5-A1,E5,C3"), "the order of the removals does not matter");
}

#[test]
fn symmetries_have_the_known_numbers() {
    let expected = [
        ("square:1", 1),
        ("square:2", 8),
        ("square:9", 8),
        ("square:19", 8),
        ("square:100", 8),
        ("grid:9x13", 4),
        ("grid:5x1", 2),
        ("hexagon:4", 12),
        ("triangle:8", 6),
        ("honeycomb:3", 12),
        ("torus:5x5", 200),
        ("torus:5x6", 120),
        ("torus:4x4", 384), // the hypercube of dimension 4
        ("cylinder:5x3", 20),
        ("king:8x8", 8),
        ("square:5-C3", 8),
        ("square:5-A1", 2),
        ("square:5-B1", 1),
    ];
    for (name, count) in expected {
        let board = board(name);
        let symmetries = board.symmetries(1000).unwrap_or_default();
        assert_eq!(symmetries.len(), count, "{name}");
        assert_eq!(symmetries[0], board.points().collect::<Vec<_>>(), "the identity comes first");
    }
    assert_eq!(board("torus:19x19").symmetries(1000), None, "2888 are too many");
}

#[test]
fn symmetries_equal_all_permutations_tried_on_small_graphs() {
    fn permutations(n: usize) -> Vec<Vec<usize>> {
        if n == 0 {
            return vec![vec![]];
        }
        let shorter = permutations(n - 1);
        shorter
            .iter()
            .flat_map(|p| {
                (0..n).map(move |at| {
                    let mut longer = p.clone();
                    longer.insert(at, n - 1);
                    longer
                })
            })
            .collect()
    }
    let mut rng = random(23);
    for _ in 0..60 {
        let points = rng.random_range(1..=6);
        let density = rng.random_range(0.0..1.0);
        let board = random_graph(&mut rng, points, density);
        let joined = |a: usize, b: usize| board.neighbors(Point(a as u16)).contains(&Point(b as u16));
        let mut expected: Vec<Vec<Point>> = permutations(points)
            .into_iter()
            .filter(|p| (0..points).all(|a| (0..points).all(|b| joined(a, b) == joined(p[a], p[b]))))
            .map(|p| p.into_iter().map(|i| Point(i as u16)).collect())
            .collect();
        expected.sort();
        assert_eq!(board.symmetries(720), Some(expected));
    }
}

#[test]
fn boards_that_cannot_be_are_refused_with_a_reason() {
    let refused = [
        ("square:0", "too small"),
        ("square:1000000", "too large"),
        ("square:99999999999999999999999999", "too large"),
        ("grid:4000000000x4000000000", "too large"),
        ("torus:2x2", "at least 3"),
        ("torus:3x2", "at least 3"),
        ("cylinder:2x5", "at least 3"),
        ("grid:0x5", "too small"),
        ("hexagon:0", "too small"),
        ("hexagon:18446744073709551615", "too large"),
        ("honeycomb:-1", "a size as in"),
        ("square:", "a size as in"),
        ("square:9x9x9", "a size as in"),
        ("grid:9", "a size as in"),
        ("square:+9", "a size as in"),
        ("square: 9 ", ""),
        ("", "unknown board"),
        ("goban", "unknown board"),
        ("square:5-Z9", "no point 'Z9'"),
        ("square:5-", "no point ''"),
        ("square:1-A1", "no points left"),
        ("go\nban", "unknown board 'go\u{fffd}ban'"),
        ("\u{1b}[2J:4", "unknown board '\u{fffd}[2J:4'"),
        ("square:5-A\n9", "no point 'A\u{fffd}9'"),
    ];
    for (name, reason) in refused {
        match Topology::parse(name) {
            Ok(board) => assert_eq!((reason, board.name()), ("", "square:9")),
            Err(error) => {
                assert!(error.to_string().contains(reason) && !reason.is_empty(), "{name}: {error}");
            }
        }
    }
    let long = "x".repeat(100_000);
    assert!(Topology::parse(&long).unwrap_err().to_string().len() < 400);
}

#[test]
fn graphs_are_refused_with_the_edge_or_the_point_that_is_wrong() {
    let points = vec![GraphPoint::default(); 3];
    let graph = |edges: &[(usize, usize)]| Topology::graph("g", &points, edges).map(|b| b.len());
    assert_eq!(graph(&[(0, 1), (1, 2)]), Ok(3));
    assert_eq!(graph(&[(0, 1), (1, 1)]), Err(TopologyError::Loop { edge: 2, vertex: 2 }));
    assert_eq!(graph(&[(0, 1), (1, 0)]), Err(TopologyError::RepeatedEdge { edge: 2, ends: (2, 1) }));
    assert_eq!(graph(&[(0, 3)]), Err(TopologyError::EdgeOffBoard { edge: 1, ends: (1, 4), points: 3 }));
    assert!(graph(&[(0, usize::MAX)]).is_err());
    let named = |names: [&str; 2]| {
        let points = names.map(|name| GraphPoint { name: Some(name.into()), at: None });
        Topology::graph("g", &points, &[]).map(|b| b.len()).map_err(|e| e.to_string())
    };
    assert_eq!(named(["a", "A"]), Ok(2), "case counts on graphs");
    assert!(named(["a", "a"]).unwrap_err().contains("another point"));
    assert!(named(["a", "b c"]).unwrap_err().contains("spaces"));
    assert!(named(["a", "pass"]).unwrap_err().contains("meaning"));
    let far = GraphPoint { name: None, at: Some((f64::NAN, 0.0)) };
    assert_eq!(Topology::graph("g", &[far], &[]).unwrap_err(), TopologyError::BadPlace { vertex: 1 });
    assert!(Topology::graph("g", &[], &[]).is_err());
    assert!(Topology::graph("g", &vec![GraphPoint::default(); MAX_POINTS + 1], &[]).is_err());
}

#[test]
fn star_points_are_where_players_expect_them() {
    let stars = |name: &str| {
        let board = board(name);
        board.names_of(&board.star_points().iter().collect::<Vec<_>>())
    };
    assert_eq!(stars("square:9"), "C7 G7 E5 C3 G3");
    assert_eq!(stars("square:13"), "D10 K10 G7 D4 K4");
    assert_eq!(stars("square:19"), "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4");
    assert_eq!(stars("square:8"), "C6 F6 C3 F3");
    assert_eq!(stars("square:5"), "");
    assert_eq!(stars("hexagon:9"), "");
}
