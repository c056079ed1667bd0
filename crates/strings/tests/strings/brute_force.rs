//! The theorem and every engine against all positions of all small boards.

use std::sync::Arc;

use crate::common::{LIMITS, as_graph, board, good_sets, most_strings, random_graph, solved, word_of};
use tesuji_board::{Position, Rules, Topology};
use tesuji_job::Watch;
use tesuji_strings::{Method, Optima, Variant, check, solve};

fn agrees(topology: &Arc<Topology>) {
    let name = topology.name();
    let (most, _) = most_strings(topology);
    let optimum = solved(topology);
    assert_eq!(optimum.strings(), most, "{name}: {:?}", topology.edges().collect::<Vec<_>>());

    let position = Position::from_setup(optimum.setup(), Rules::default()).unwrap();
    assert_eq!(position.strings().len(), most, "{name}");
    check(&optimum.certificate().unwrap(), &LIMITS, &Watch::unwatched()).unwrap();

    let by_program = solve(topology, Method::Program(Variant::Simple), &LIMITS, &Watch::unwatched()).unwrap();
    assert_eq!(by_program.strings(), most, "{name}");

    let sets = good_sets(topology, topology.len() - most);
    assert!(most == topology.len() || good_sets(topology, topology.len() - most - 1).is_empty(), "{name}");
    let optima = Optima::new(topology, 0, &LIMITS, &Watch::unwatched()).unwrap();
    assert_eq!(optima.count(0), sets.len().into(), "{name}");
    let mut listed: Vec<u64> = optima.iter(0).map(|set| word_of(&set)).collect();
    listed.sort_unstable();
    assert_eq!(listed, sets, "{name}");
}

fn rectangles(most_points: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=most_points).flat_map(move |w| (1..=most_points / w).map(move |h| (w, h)))
}

#[test]
fn grids() {
    for (width, height) in rectangles(12) {
        agrees(&board(&format!("grid:{width}x{height}")));
    }
}

#[test]
fn tori_and_cylinders() {
    for (width, height) in rectangles(12).filter(|&(w, _)| w >= 3) {
        agrees(&board(&format!("cylinder:{width}x{height}")));
        if height >= 3 {
            agrees(&board(&format!("torus:{width}x{height}")));
        }
    }
}

#[test]
fn kings() {
    for (width, height) in rectangles(12) {
        agrees(&board(&format!("king:{width}x{height}")));
    }
}

#[test]
fn triangular_and_honeycomb_boards_and_holes() {
    for name in ["hexagon:1", "hexagon:2", "triangle:1", "triangle:2", "triangle:3", "triangle:4"] {
        agrees(&board(name));
    }
    for name in ["honeycomb:1", "grid:4x3-B2", "grid:3x4-A1,C4,B2", "hexagon:2-B2"] {
        agrees(&board(name));
    }
}

#[test]
fn random_graphs() {
    for seed in 0..240 {
        let points = 3 + seed as usize % 7;
        let percent = [15, 30, 45, 60, 80, 100][seed as usize / 7 % 6];
        agrees(&random_graph(points, percent, seed));
    }
}

/// Both engines see the same board, with nothing in common but the rules.
#[test]
fn grids_as_graphs() {
    for (width, height) in [(3, 9), (5, 5), (6, 6), (7, 5), (4, 11), (8, 8), (2, 30)] {
        let grid = board(&format!("grid:{width}x{height}"));
        let graph = as_graph(&grid);
        assert_eq!(solved(&grid).strings(), solved(&graph).strings(), "{width}x{height}");
        let [all, of_graph] =
            [&grid, &graph].map(|b| Optima::new(b, 0, &LIMITS, &Watch::unwatched()).unwrap());
        assert_eq!(all.count(0), of_graph.count(0), "{width}x{height}");
    }
}

/// The spec's examples: liberty sets are not positions, and boards that are not bipartite have fewer strings.
#[test]
fn sets_and_positions_differ() {
    assert_eq!(most_strings(&board("square:3")), (6, 32));
    assert_eq!(good_sets(&board("square:3"), 3).len(), 10);
    assert_eq!(solved(&random_graph(4, 100, 0)).strings(), 2);
    assert_eq!(solved(&board("torus:5x5")).strings(), 16);
}
