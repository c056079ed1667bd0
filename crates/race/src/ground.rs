//! The ground of a race: the points where something can happen, as bits, and the rules of Go on them.
//!
//! Essential and safe stones never change hands while the race is open, so they are not stored: a point only knows that
//! it *touches* them. Stones that join them disappear from the state in the same way and hand their touch on to the points
//! around. What is left is small: empty points and loose stones, at most 128 of them. States that differ only in stones
//! that have joined essential or safe blocks are the same state.

use std::sync::OnceLock;

use smallvec::SmallVec;
use tesuji_board::{Color, Point, Topology};
pub(crate) use tesuji_local::{Bits, MOST_POINTS, ones};

/// The points and their neighbours.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) points: Vec<Point>,
    neighbors: Vec<Bits>,
    /// Permutations of the points that keep all neighbours, without the identity: all of them if they are few. They are
    /// found when they are first asked for: solid regions never do.
    symmetries: OnceLock<Vec<Vec<u8>>>,
}

/// The most symmetries a ground uses: those of a square. With fewer than all, less is met once, and nothing is wrong.
const MOST_SYMMETRIES: usize = 7;
/// Steps the search for symmetries may take.
const MOST_STEPS: usize = 20_000;

/// What can be on the points of a ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct State {
    /// The points that still matter.
    pub(crate) points: Bits,
    /// Loose stones, Black's first.
    pub(crate) stones: [Bits; 2],
    /// Points next to the essential block of each colour.
    pub(crate) essential: [Bits; 2],
    /// Points next to safe blocks of each colour.
    pub(crate) safe: [Bits; 2],
}

impl State {
    pub(crate) fn empty(&self) -> Bits {
        self.points & !(self.stones[0] | self.stones[1])
    }

    /// The liberties of a colour's essential block.
    pub(crate) fn liberties(&self, color: Color) -> Bits {
        self.empty() & self.essential[color.index()]
    }

    /// The state with every point moved.
    fn moved(&self, to: &[u8]) -> State {
        let moved = |bits: Bits| ones(bits).fold(0, |all: Bits, at| all | 1 << to[at]);
        State {
            points: moved(self.points),
            stones: self.stones.map(moved),
            essential: self.essential.map(moved),
            safe: self.safe.map(moved),
        }
    }

    /// The state on some of its points.
    pub(crate) fn restricted(&self, to: Bits) -> State {
        let keep = |bits: [Bits; 2]| bits.map(|b| b & to);
        State {
            points: self.points & to,
            stones: keep(self.stones),
            essential: keep(self.essential),
            safe: keep(self.safe),
        }
    }
}

/// What a move did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    pub(crate) state: State,
    /// Whether loose stones of the opponent were taken.
    pub(crate) captures: bool,
    /// The new stone's string has no liberty and took nothing: legal only if an essential block is captured by it.
    pub(crate) breathless: bool,
    /// The essential block of these colours has been joined to a safe one, Black's first.
    pub(crate) out: [bool; 2],
    /// The point a ko forbids.
    pub(crate) ko: Option<u8>,
}

impl Ground {
    pub(crate) fn new(board: &Topology, points: Vec<Point>) -> Ground {
        let neighbors = points
            .iter()
            .map(|&point| {
                let around = board.neighbors(point);
                (0..points.len()).filter(|&i| around.contains(&points[i])).fold(0, |bits, i| bits | 1 << i)
            })
            .collect();
        Ground { points, neighbors, symmetries: Vec::new().into() }
    }

    /// The same ground with its symmetries, which local play uses to meet mirrored states once.
    pub(crate) fn with_symmetries(self) -> Ground {
        Ground { symmetries: OnceLock::new(), ..self }
    }

    fn symmetries(&self) -> &[Vec<u8>] {
        self.symmetries.get_or_init(|| {
            let mut search = Symmetries { ground: self, image: Vec::new(), steps: 0, found: Vec::new() };
            search.extend(0);
            search.found
        })
    }

    /// The points next to a set.
    pub(crate) fn around(&self, set: Bits) -> Bits {
        ones(set).fold(0, |bits, i| bits | self.neighbors[i])
    }

    /// The connected part of `within` that holds the point.
    pub(crate) fn component(&self, start: usize, within: Bits) -> Bits {
        let mut part = 1 << start & within;
        let mut fringe = part;
        while fringe != 0 {
            fringe = self.around(fringe) & within & !part;
            part |= fringe;
        }
        part
    }

    /// The connected parts of a set, by their smallest point.
    pub(crate) fn components(&self, mut set: Bits) -> SmallVec<[Bits; 8]> {
        let mut parts = SmallVec::new();
        while set != 0 {
            let part = self.component(set.trailing_zeros() as usize, set);
            parts.push(part);
            set &= !part;
        }
        parts
    }

    /// Plays a stone on an empty point. Whether a breathless stone is suicide or captures an essential block is left to
    /// the caller, who knows the rest of the race.
    pub(crate) fn play(&self, before: &State, color: Color, at: usize) -> Played {
        let (own, other) = (color.index(), color.opponent().index());
        let stone = 1 << at;
        let mut state = *before;
        state.stones[own] |= stone;
        let mut captured = 0;
        for next in ones(self.neighbors[at] & state.stones[other] & state.points) {
            if captured >> next & 1 == 1 {
                continue;
            }
            let string = self.component(next, state.stones[other]);
            if self.around(string) & state.empty() == 0 {
                captured |= string;
            }
        }
        state.stones[other] &= !captured;
        let string = self.component(at, state.stones[own]);
        let joins_essential = string & state.essential[own] != 0;
        let joins_safe = string & state.safe[own] != 0;
        let liberties = self.around(string) & state.empty();
        let breathless = liberties == 0 && !joins_essential && !joins_safe;
        // A single stone that takes a single stone and has no other liberty may be taken back: a ko.
        let ko = (captured.count_ones() == 1
            && string == stone
            && liberties == captured
            && !joins_essential
            && !joins_safe)
            .then(|| captured.trailing_zeros() as u8);
        let mut out = [false; 2];
        if joins_essential || joins_safe {
            out[own] = joins_essential && joins_safe;
            state = self.absorb(state, own, string, joins_essential, joins_safe);
        }
        Played { state, captures: captured != 0, breathless, out, ko }
    }

    /// Takes a string that has joined its own essential or safe stones off the ground.
    fn absorb(&self, mut state: State, own: usize, string: Bits, essential: bool, safe: bool) -> State {
        let around = self.around(string);
        state.points &= !string;
        if essential {
            state.essential[own] |= around;
        }
        if safe {
            state.safe[own] |= around;
        }
        state.restricted(state.points)
    }

    /// One of the states that are the same but for a symmetry of the ground and for points that can change places. Points
    /// with the same neighbours that touch the same blocks can: nothing else tells them apart.
    pub(crate) fn canonical(&self, part: &State) -> State {
        let mirrored =
            self.symmetries().iter().map(|symmetry| self.with_twins_in_order(&part.moved(symmetry)));
        mirrored.chain([self.with_twins_in_order(part)]).min().unwrap_or(*part)
    }

    fn with_twins_in_order(&self, part: &State) -> State {
        let mut state = *part;
        let mut rest = part.points;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let bit = 1 << first;
            // Twins have the same neighbours, so they are two steps away or have none; and they are touched alike.
            let around = self.neighbors[first] & part.points;
            let mut twins = match around {
                0 => rest,
                _ => self.neighbors[around.trailing_zeros() as usize] & rest,
            };
            for touched in part.essential.iter().chain(&part.safe) {
                twins &= if touched & bit == 0 { !touched } else { *touched };
            }
            for other in ones(twins) {
                if self.neighbors[other] & part.points != around {
                    twins &= !(1 << other);
                }
            }
            if twins == 0 {
                continue;
            }
            rest &= !twins;
            let all = twins | bit;
            let counts = state.stones.map(|stones| (stones & all).count_ones() as usize);
            state.stones = state.stones.map(|stones| stones & !all);
            for (place, index) in ones(all).enumerate() {
                if place < counts[0] {
                    state.stones[0] |= 1 << index;
                } else if place < counts[0] + counts[1] {
                    state.stones[1] |= 1 << index;
                }
            }
        }
        state
    }

    /// Takes all loose stones that touch their own essential or safe stones off the ground. Returns whether an essential
    /// block has joined a safe one, Black's first.
    pub(crate) fn settle(&self, mut state: State) -> (State, [bool; 2]) {
        let mut out = [false; 2];
        for color in Color::BOTH {
            let own = color.index();
            for string in self.components(state.stones[own]) {
                let essential = string & state.essential[own] != 0;
                let safe = string & state.safe[own] != 0;
                if essential || safe {
                    out[own] |= essential && safe;
                    state = self.absorb(state, own, string, essential, safe);
                }
            }
        }
        (state, out)
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
