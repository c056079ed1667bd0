//! The points of a part with their neighbours, and which of them look the same.

use std::sync::OnceLock;

use smallvec::SmallVec;
use tesuji_board::{Point, Topology};

use crate::bits::{Bits, MOST_POINTS, ones};
use crate::part::{Part, Touch};

/// The most symmetries a ground uses: those of a square. With fewer than all, less is met once, and nothing is wrong.
const MOST_SYMMETRIES: usize = 7;
/// Steps the search for symmetries may take.
const MOST_STEPS: usize = 20_000;

/// Some points of a board with their neighbours.
#[derive(Clone, Debug)]
pub struct Ground {
    points: Vec<Point>,
    neighbors: Vec<Bits>,
    /// Permutations of the points that keep all neighbours, without the identity: all of them if they are few. They are
    /// found when they are first asked for.
    symmetries: OnceLock<Vec<Vec<u8>>>,
}

impl Ground {
    /// The ground of at most [`MOST_POINTS`] points.
    ///
    /// # Panics
    /// If there are more.
    #[must_use]
    pub fn new(board: &Topology, points: Vec<Point>) -> Ground {
        assert!(points.len() <= MOST_POINTS, "a ground has at most {MOST_POINTS} points");
        let neighbors = points
            .iter()
            .map(|&point| {
                let around = board.neighbors(point);
                (0..points.len()).filter(|&i| around.contains(&points[i])).fold(0, |bits, i| bits | 1 << i)
            })
            .collect();
        Ground { points, neighbors, symmetries: OnceLock::new() }
    }

    /// The points, in the order of their bits.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The bit of a point of the board.
    #[must_use]
    pub fn index_of(&self, point: Point) -> Option<usize> {
        self.points.iter().position(|&other| other == point)
    }

    /// The neighbours of one point.
    #[must_use]
    pub fn beside(&self, at: usize) -> Bits {
        self.neighbors[at]
    }

    /// The points next to a set.
    #[must_use]
    pub fn around(&self, set: Bits) -> Bits {
        ones(set).fold(0, |bits, i| bits | self.neighbors[i])
    }

    /// The connected part of `within` that holds the point.
    #[must_use]
    pub fn component(&self, start: usize, within: Bits) -> Bits {
        let mut part = 1 << start & within;
        let mut fringe = part;
        while fringe != 0 {
            fringe = self.around(fringe) & within & !part;
            part |= fringe;
        }
        part
    }

    /// The connected parts of a set, by their smallest point.
    #[must_use]
    pub fn components(&self, mut set: Bits) -> SmallVec<[Bits; 8]> {
        let mut parts = SmallVec::new();
        while set != 0 {
            let part = self.component(set.trailing_zeros() as usize, set);
            parts.push(part);
            set &= !part;
        }
        parts
    }

    fn symmetries(&self) -> &[Vec<u8>] {
        self.symmetries.get_or_init(|| {
            let mut search = Symmetries { ground: self, image: Vec::new(), steps: 0, found: Vec::new() };
            search.extend(0);
            search.found
        })
    }

    /// One of the parts that are the same but for a symmetry of the ground and for points that can change places, with the
    /// image of a marked set of empty points. Points with the same neighbours that touch the same blocks can change places:
    /// nothing else tells them apart.
    #[must_use]
    pub fn canonical(&self, part: &Part, marked: Bits) -> (Part, Bits) {
        let moved = |to: &Vec<u8>| {
            let image = |bits: Bits| ones(bits).fold(0, |all: Bits, at| all | 1 << to[at]);
            let part = Part {
                points: image(part.points),
                stones: part.stones.map(image),
                safe: part.safe.map(image),
                blocks: part
                    .blocks
                    .iter()
                    .map(|touch| Touch { points: image(touch.points), ..*touch })
                    .collect(),
            };
            self.with_twins_in_order(part, image(marked))
        };
        let images = self.symmetries().iter().map(moved);
        let own = self.with_twins_in_order(part.clone(), marked);
        images.fold(own, |best, next| if next < best { next } else { best })
    }

    fn with_twins_in_order(&self, mut part: Part, marked: Bits) -> (Part, Bits) {
        let mut rest = part.points & !marked;
        let all_points = part.points;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let bit = 1 << first;
            // Twins have the same neighbours, so they are two steps away or have none; and they are touched alike.
            let around = self.neighbors[first] & all_points;
            let mut twins = match around {
                0 => rest,
                _ => self.neighbors[around.trailing_zeros() as usize] & rest,
            };
            for touched in part.blocks.iter().map(|touch| &touch.points).chain(&part.safe) {
                twins &= if touched & bit == 0 { !touched } else { *touched };
            }
            for other in ones(twins) {
                if self.neighbors[other] & all_points != around {
                    twins &= !(1 << other);
                }
            }
            if twins == 0 {
                continue;
            }
            rest &= !twins;
            let all = twins | bit;
            let counts = part.stones.map(|stones| (stones & all).count_ones() as usize);
            part.stones = part.stones.map(|stones| stones & !all);
            for (place, index) in ones(all).enumerate() {
                if place < counts[0] {
                    part.stones[0] |= 1 << index;
                } else if place < counts[0] + counts[1] {
                    part.stones[1] |= 1 << index;
                }
            }
        }
        (part, marked)
    }
}

/// Finds permutations that keep neighbours, point by point.
struct Symmetries<'a> {
    ground: &'a Ground,
    image: Vec<u8>,
    steps: usize,
    found: Vec<Vec<u8>>,
}

impl Symmetries<'_> {
    fn extend(&mut self, used: Bits) {
        let at = self.image.len();
        let neighbors = &self.ground.neighbors;
        if at == neighbors.len() {
            if self.image.iter().enumerate().any(|(from, &to)| from != usize::from(to)) {
                self.found.push(self.image.clone());
            }
            return;
        }
        for to in 0..neighbors.len() {
            self.steps += 1;
            if self.found.len() >= MOST_SYMMETRIES || self.steps > MOST_STEPS {
                return;
            }
            let fits = used >> to & 1 == 0
                && neighbors[at].count_ones() == neighbors[to].count_ones()
                && self
                    .image
                    .iter()
                    .enumerate()
                    .all(|(i, &image)| neighbors[at] >> i & 1 == neighbors[to] >> image & 1);
            if fits {
                self.image.push(to as u8);
                self.extend(used | 1 << to);
                self.image.pop();
            }
        }
    }
}
