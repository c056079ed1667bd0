//! Checking certificates.
//!
//! [`check`] believes nothing that it has not worked out from the certificate itself. The position is judged by the
//! rules of `tesuji-board`. The recorded sweep is run again and must leave the recorded numbers behind, so that a
//! damaged record is noticed. Then the claim itself is refuted a second time by other code on another path:
//! `window.rs` sweeps rectangles with other strips, `colored.rs` sweeps any board in the opposite order with colours
//! instead of parts. Both are written for plainness, not for speed, and share nothing with the engines but the rules
//! and the sorting of lists.

mod colored;
mod window;

use std::sync::Arc;

use tesuji_board::{Color, GraphPoint, MAX_POINTS, Point, Setup, Topology};
use tesuji_job::{Limits, Unknown, Watch, Why};
use thiserror::Error;

use crate::certificate::{Certificate, Evidence, FORMAT};
use crate::error::states;
use crate::graph::Graph;
use crate::graph::order::neighbor_lists;
use crate::grid::Grid;
use crate::grid::bound::Split;
use crate::grid::letters::{MAX_WIDTH, Sides};
use crate::parity::{count_strings, is_bipartite};
use crate::prove::{Engine, Refutation};

/// No certificate needs finer weights, and sums of these cannot overflow.
const LARGEST_SCALE: u32 = 1 << 20;

/// A certificate that was found to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The name of the board.
    pub board: String,
    /// The largest number of strings.
    pub strings: usize,
    /// The number of empty points that was refuted, once more.
    pub refuted: usize,
    /// The states made by the independent refutation.
    pub states: u64,
}

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Rejected {
    /// It is not a certificate this version reads, or describes no board.
    #[error("not a certificate: {0}")]
    Malformed(String),
    /// The position is not what it claims to be.
    #[error("the position is wrong: {0}")]
    Position(String),
    /// The evidence does not belong to the claim, or is damaged, or proves nothing.
    #[error("the evidence is wrong: {0}")]
    Evidence(String),
    /// The check itself could not be finished.
    #[error("not checked: {0}")]
    Unfinished(#[from] Unknown),
}

/// Checks a certificate completely.
///
/// ```
/// use tesuji_board::Topology;
/// use tesuji_job::{Limits, Watch};
/// use tesuji_strings::{Method, check, solve};
///
/// let (limits, watch) = (Limits::nodes(1_000_000), Watch::unwatched());
/// let board = Topology::parse("square:6").unwrap();
/// let optimum = solve(&board, Method::Auto, &limits, &watch).unwrap();
/// let mut certificate = optimum.certificate().unwrap();
/// assert_eq!(check(&certificate, &limits, &watch).unwrap().strings, 26);
/// certificate.strings = 25;
/// assert!(check(&certificate, &limits, &watch).is_err());
/// ```
///
/// # Errors
/// [`Rejected`] says what is wrong.
pub fn check(certificate: &Certificate, limits: &Limits, watch: &Watch) -> Result<Checked, Rejected> {
    let topology = board_of(certificate)?;
    check_position(certificate, &topology)?;
    let refuted = certificate.evidence.empty();
    // The position has been checked, so there are not more strings than points.
    let empty = certificate.points - certificate.strings;
    if refuted.checked_add(1) != Some(empty) {
        return Err(Rejected::Evidence(format!(
            "it refutes {refuted} empty points, but {} strings leave {empty}",
            certificate.strings
        )));
    }
    let states = match &certificate.evidence {
        Evidence::Strips { .. } => check_strips(certificate, &topology, limits, watch)?,
        Evidence::Frontier { .. } => check_frontier(certificate, &topology, limits, watch)?,
    };
    Ok(Checked { board: certificate.board.clone(), strings: certificate.strings, refuted, states })
}

/// The board by its edges, which must be those of its name if the name is a known one.
fn board_of(certificate: &Certificate) -> Result<Arc<Topology>, Rejected> {
    if certificate.format != FORMAT {
        return Err(Rejected::Malformed(format!("the format must be '{FORMAT}'")));
    }
    if certificate.points > MAX_POINTS {
        return Err(Rejected::Malformed(format!("more than {MAX_POINTS} points")));
    }
    let points = vec![GraphPoint::default(); certificate.points];
    let topology = Topology::graph(&certificate.board, &points, &certificate.edges)
        .map_err(|error| Rejected::Malformed(error.to_string()))?;
    if let Ok(named) = Topology::parse(&certificate.board)
        && (named.len() != topology.len() || !named.edges().eq(topology.edges()))
    {
        return Err(Rejected::Malformed(format!("these are not the edges of {}", named.name())));
    }
    Ok(topology)
}

fn check_position(certificate: &Certificate, topology: &Arc<Topology>) -> Result<(), Rejected> {
    let mut setup = Setup::empty(topology.clone());
    for (color, stones) in [(Color::Black, &certificate.black), (Color::White, &certificate.white)] {
        for &stone in stones {
            if stone >= topology.len() {
                return Err(Rejected::Position(format!("there is no point {stone}")));
            }
            setup.stones_mut(color).insert(Point(stone as u16));
        }
    }
    let strings = count_strings(&setup).map_err(|invalid| Rejected::Position(invalid.to_string()))?;
    if strings != certificate.strings {
        return Err(Rejected::Position(format!(
            "it has {strings} strings, not {} as claimed",
            certificate.strings
        )));
    }
    Ok(())
}

/// The sides of the rectangle whose edges these are.
fn rectangle(topology: &Topology) -> Option<Sides> {
    let count = topology.len();
    // The second point of a row is the neighbour of the first; the other neighbour starts the second row.
    let width = match topology.neighbors(Point(0)) {
        [] => 1,
        [only] if only.index() == 1 && count > 1 => count,
        [below] => below.index(),
        [.., below] => below.index(),
    };
    let is_grid = count.is_multiple_of(width) && {
        let height = count / width;
        let edges: Vec<(usize, usize)> = (0..count)
            .flat_map(|p| {
                let right = (p % width + 1 < width).then_some((p, p + 1));
                let down = (p / width + 1 < height).then_some((p, p + width));
                right.into_iter().chain(down)
            })
            .collect();
        topology.edges().map(|(a, b)| (a.index(), b.index())).eq(edges)
    };
    let height = count / width;
    is_grid.then_some(Sides { width: width.min(height), height: width.max(height) })
}

/// The second refutation may use what the first has left; its sentence names the limit of both.
fn for_the_whole(limits: &Limits, unknown: Unknown) -> Unknown {
    if unknown.why == Why::Nodes { states(limits.nodes) } else { unknown }
}

fn check_strips(
    certificate: &Certificate,
    topology: &Topology,
    limits: &Limits,
    watch: &Watch,
) -> Result<u64, Rejected> {
    let Evidence::Strips { empty, cuts, overlap, bound, rows } = &certificate.evidence else { return Ok(0) };
    let wrong = |what: &str| Rejected::Evidence(what.to_string());
    let sides = rectangle(topology).ok_or_else(|| wrong("strips are for rectangular boards only"))?;
    let ascending = [0].iter().chain(cuts).chain([&sides.width]).is_sorted_by(|a, b| a < b);
    if !ascending || *overlap > sides.width || sides.width > MAX_WIDTH {
        return Err(wrong("these strips do not divide the board"));
    }
    let split = Split { cuts: cuts.clone(), overlap: *overlap };
    let mut grid = Grid::with_split(sides, split, limits, watch)?;
    if grid.bound_at_start() != *bound {
        return Err(wrong("the bound is not the one these strips give"));
    }
    match grid.refute(*empty, u64::MAX, watch)? {
        Some(Refutation::Refuted(sizes)) if sizes == *rows => {}
        Some(Refutation::Refuted(_)) => return Err(wrong("the sweep leaves other numbers of states behind")),
        _ => return Err(wrong("the sweep does not end without states")),
    }
    let other = window::other_cuts(sides, cuts);
    let (refuted, states) = window::refute(sides, &other, *empty, &limits.after(grid.states()), watch)
        .map_err(|unknown| for_the_whole(limits, unknown))?;
    if refuted { Ok(states) } else { Err(wrong("with other strips the claim is not refuted")) }
}

fn check_frontier(
    certificate: &Certificate,
    topology: &Topology,
    limits: &Limits,
    watch: &Watch,
) -> Result<u64, Rejected> {
    let Evidence::Frontier { empty, order, weights, bound, levels } = &certificate.evidence else {
        return Ok(0);
    };
    let wrong = |what: &str| Rejected::Evidence(what.to_string());
    let around = neighbor_lists(topology);
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..topology.len()) {
        return Err(wrong("the order does not name every point once"));
    }
    let is_clique = |points: &[usize]| {
        points.len() >= 3
            && points.iter().all(|&p| p < around.len())
            && points
                .iter()
                .enumerate()
                .all(|(i, &p)| points[i + 1..].iter().all(|&q| p < q && around[p].binary_search(&q).is_ok()))
    };
    if weights.points.len() != topology.len()
        || !(1..=LARGEST_SCALE).contains(&weights.scale)
        || weights.cliques.iter().any(|clique| !is_clique(&clique.points))
    {
        return Err(wrong("the weights do not belong to this board"));
    }
    if weights.earnings(&around).iter().any(|&earned| earned > u64::from(weights.scale)) {
        return Err(wrong("a point earns more than the scale of the weights"));
    }
    if weights.total() != *bound {
        return Err(wrong("the bound is not the sum of the weights"));
    }
    let bipartite = is_bipartite(topology);
    let mut graph = Graph::with(topology.name(), &around, order, weights.clone(), bipartite, limits)?;
    match graph.refute(*empty, u64::MAX, watch)? {
        Some(Refutation::Refuted(sizes)) if sizes == *levels => {}
        Some(Refutation::Refuted(_)) => return Err(wrong("the sweep leaves other numbers of states behind")),
        _ => return Err(wrong("the sweep does not end without states")),
    }
    let reversed: Vec<usize> = order.iter().rev().copied().collect();
    let left = limits.after(graph.states());
    let (refuted, states) = colored::refute(&around, &reversed, weights, bipartite, *empty, &left, watch)
        .map_err(|unknown| for_the_whole(limits, unknown))?;
    if refuted { Ok(states) } else { Err(wrong("in the opposite order the claim is not refuted")) }
}
