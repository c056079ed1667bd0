//! Two colours.
//!
//! A set of empty points makes a position of single stones if every stone has a liberty and the stones can be coloured
//! so that neighbours differ. This module finds such colours.

use std::sync::Arc;

use tesuji_board::{Color, InvalidSetup, Point, PointSet, Position, Rules, Setup, Topology};

/// A colour for each point outside `empty` such that neighbours differ; `None` if there is an odd cycle. The
/// first point of each connected part is White, as in the top left corner of the paper's figures.
pub(crate) fn two_colors(topology: &Topology, empty: &PointSet) -> Option<Vec<Option<Color>>> {
    let mut colors: Vec<Option<Color>> = vec![None; topology.len()];
    for start in topology.points() {
        if empty.contains(start) || colors[start.index()].is_some() {
            continue;
        }
        colors[start.index()] = Some(Color::White);
        let mut open: Vec<(Point, Color)> = vec![(start, Color::White)];
        while let Some((point, color)) = open.pop() {
            for &next in topology.neighbors(point).iter().filter(|&&n| !empty.contains(n)) {
                match colors[next.index()] {
                    None => {
                        colors[next.index()] = Some(color.opponent());
                        open.push((next, color.opponent()));
                    }
                    Some(other) if other == color => return None,
                    Some(_) => {}
                }
            }
        }
    }
    Some(colors)
}

/// Whether the whole board can be coloured like a chess board.
pub(crate) fn is_bipartite(topology: &Topology) -> bool {
    two_colors(topology, &PointSet::new()).is_some()
}

/// The position with these empty points and single stones everywhere else; `None` if two colours do not suffice. On
/// bipartite boards it is the chess-board pattern with stones taken away, the paper's 市松模様状の盤面.
pub(crate) fn position(topology: &Arc<Topology>, empty: &PointSet) -> Option<Setup> {
    let colors = two_colors(topology, &PointSet::new()).or_else(|| two_colors(topology, empty))?;
    let mut setup = Setup::empty(topology.clone());
    for point in topology.points().filter(|&p| !empty.contains(p)) {
        setup.put(point, colors[point.index()]);
    }
    Some(setup)
}

/// The number of strings of a setup, if it is a legal position.
pub(crate) fn count_strings(setup: &Setup) -> Result<usize, InvalidSetup> {
    Position::from_setup(setup, Rules::default()).map(|position| position.strings().len())
}
