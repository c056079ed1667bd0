//! The ways in which a board maps to itself.
//!
//! One method serves lattices, boards with holes and graphs alike: points are mapped one after the other, each next
//! to one that is mapped already where possible, and neighbours must stay neighbours. Points are told apart first
//! by how many points lie at each distance from them, so that on a lattice there is little left to try.

use super::Topology;
use crate::point::Point;

/// Steps after which the search gives up: graphs made of many equal parts have very many symmetries.
const MOST_STEPS: usize = 50_000_000;
/// Whoever counts is asked after so many steps whether to go on.
const STEP: usize = 4096;

pub(super) fn automorphisms(board: &Topology, most: usize) -> Option<Vec<Vec<Point>>> {
    let mut found = Vec::new();
    let all = each(board, &mut |_| true, &mut |image| {
        let room = found.len() < most;
        if room {
            found.push(image.iter().map(|point| point.expect("every point is mapped")).collect());
        }
        room
    });
    all.then(|| {
        found.sort_unstable();
        found
    })
}

/// How many there are, without keeping them; nothing if they are more than `most`, or if `go_on`, which is told the steps taken, has
/// had enough.
pub(super) fn count(board: &Topology, most: usize, go_on: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
    let mut count = 0;
    let all = each(board, go_on, &mut |_| {
        count += 1;
        count <= most
    });
    all.then_some(count)
}

/// Shows every symmetry to `see`, as images of the points, until that has seen enough. Whether all of them were shown.
fn each(
    board: &Topology,
    go_on: &mut dyn FnMut(usize) -> bool,
    see: &mut dyn FnMut(&[Option<Point>]) -> bool,
) -> bool {
    let classes = distance_classes(board);
    let order = order_of_search(board, &classes);
    Search {
        board,
        classes: &classes,
        order: &order,
        image: vec![None; board.len()],
        taken: vec![false; board.len()],
        steps: 0,
    }
    .run(go_on, see)
}

/// For each point the number of its class; points of different classes never map to each other.
///
/// The class is what the point sees: how many points at distance 1, 2, 3, ... On large boards only the first
/// distances are counted, which makes the classes coarser but never wrong.
fn distance_classes(board: &Topology) -> Vec<usize> {
    let reach = if board.len() <= 1024 { board.len() } else { 8 };
    let mut seen = vec![usize::MAX; board.len()];
    let profiles: Vec<Vec<usize>> = board
        .points()
        .map(|start| {
            let mut profile = Vec::new();
            let mut layer = vec![start];
            seen[start.index()] = start.index();
            while !layer.is_empty() && profile.len() < reach {
                let mut next = Vec::new();
                for &p in &layer {
                    for &n in board.neighbors(p) {
                        if seen[n.index()] != start.index() {
                            seen[n.index()] = start.index();
                            next.push(n);
                        }
                    }
                }
                profile.push(next.len());
                layer = next;
            }
            profile
        })
        .collect();
    let mut kinds: Vec<&Vec<usize>> = profiles.iter().collect();
    kinds.sort_unstable();
    kinds.dedup();
    profiles.iter().map(|p| kinds.binary_search(&p).unwrap_or(0)).collect()
}

/// Rarest class first, then always a neighbour of what is there.
fn order_of_search(board: &Topology, classes: &[usize]) -> Vec<Point> {
    let mut sizes = vec![0usize; board.len()];
    for &class in classes {
        sizes[class] += 1;
    }
    let mut starts: Vec<Point> = board.points().collect();
    starts.sort_by_key(|p| (sizes[classes[p.index()]], p.0));
    let mut placed = vec![false; board.len()];
    let mut order: Vec<Point> = Vec::with_capacity(board.len());
    for start in starts {
        if placed[start.index()] {
            continue;
        }
        placed[start.index()] = true;
        let mut next = order.len();
        order.push(start);
        while next < order.len() {
            for &n in board.neighbors(order[next]) {
                if !placed[n.index()] {
                    placed[n.index()] = true;
                    order.push(n);
                }
            }
            next += 1;
        }
    }
    order
}

struct Search<'a> {
    board: &'a Topology,
    classes: &'a [usize],
    order: &'a [Point],
    image: Vec<Option<Point>>,
    taken: Vec<bool>,
    steps: usize,
}

impl Search<'_> {
    /// Depth-first search with its own stack, one list of candidates for each point mapped so far.
    fn run(
        &mut self,
        go_on: &mut dyn FnMut(usize) -> bool,
        see: &mut dyn FnMut(&[Option<Point>]) -> bool,
    ) -> bool {
        let mut stack: Vec<Vec<Point>> = vec![self.candidates(0)];
        while let Some(depth) = stack.len().checked_sub(1) {
            let point = self.order[depth];
            let candidate = stack[depth].pop();
            if let Some(old) = self.image[point.index()].take() {
                self.taken[old.index()] = false;
            }
            let Some(image) = candidate else {
                stack.pop();
                continue;
            };
            self.steps += 1;
            if self.steps > MOST_STEPS || (self.steps.is_multiple_of(STEP) && !go_on(self.steps)) {
                return false;
            }
            self.image[point.index()] = Some(image);
            self.taken[image.index()] = true;
            if depth + 1 < self.order.len() {
                let next = self.candidates(depth + 1);
                stack.push(next);
            } else {
                if !see(&self.image) {
                    return false;
                }
            }
        }
        true
    }

    /// Where the point at this depth may go, given the images of those before it.
    fn candidates(&self, depth: usize) -> Vec<Point> {
        let point = self.order[depth];
        let mapped = self.board.neighbors(point).iter().find_map(|n| self.image[n.index()]);
        let fits = |&image: &Point| {
            !self.taken[image.index()]
                && self.classes[image.index()] == self.classes[point.index()]
                && self.board.neighbors(point).iter().all(|n| {
                    self.image[n.index()]
                        .is_none_or(|m| self.board.neighbors(image).binary_search(&m).is_ok())
                })
        };
        // Equal degrees make "neighbours stay neighbours" work in both directions once all points are mapped.
        match mapped {
            Some(image) => self.board.neighbors(image).iter().copied().filter(fits).collect(),
            None => self.board.points().filter(fits).collect(),
        }
    }
}
