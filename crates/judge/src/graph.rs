//! All places that can come about, joined into one graph, and what a side can force there.
//!
//! Threats make [levels](Level) of one and the same graph: spending one leads from a level to the one below.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use tesuji_board::Color;
use tesuji_job::{Progress, Watch, Why};

use crate::referee::{After, Board, State};

/// The most threats of one side that are counted.
pub const MOST_THREATS: u8 = 8;

/// Who has threats, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Nobody has any.
    Nobody,
    /// This side has so many, from 1 to [`MOST_THREATS`].
    Some(Color, u8),
    /// This side has as many as it likes, but not without end; only the judge of life asks for that.
    Many(Color),
}

impl Level {
    /// The level of so many threats of a side.
    #[must_use]
    pub fn of(color: Color, count: u8) -> Level {
        if count == 0 { Level::Nobody } else { Level::Some(color, count) }
    }

    /// All with at most so many threats, each after the one below it.
    fn up_to(most: u8) -> impl Iterator<Item = Level> {
        let counted = (1..=most).flat_map(|count| Color::BOTH.map(|color| Level::Some(color, count)));
        [Level::Nobody].into_iter().chain(counted)
    }

    /// All levels.
    pub(crate) fn all() -> impl Iterator<Item = Level> {
        Level::up_to(MOST_THREATS).chain(Color::BOTH.map(Level::Many))
    }

    /// Its bit in what is known of a place.
    pub(crate) fn bit(self) -> u32 {
        match self {
            Level::Nobody => 1,
            Level::Some(color, count) => 1 << (2 * count as usize - 1 + color.index()),
            Level::Many(color) => 1 << (2 * MOST_THREATS as usize + 1 + color.index()),
        }
    }

    /// The level after this side has spent a threat; none if it has none.
    #[must_use]
    pub fn spent(self, side: Color) -> Option<Level> {
        match self {
            Level::Some(owner, count) if owner == side => Some(Level::of(side, count - 1)),
            Level::Many(owner) if owner == side => Some(self),
            _ => None,
        }
    }
}

const NONE: u32 = u32::MAX;

/// Marks a way back over a retake that is banned.
const BANNED: u32 = 1 << 31;

/// Where one can go from a place.
pub(crate) struct Steps<P> {
    pub(crate) mover: Color,
    /// The places after moves that are allowed; none where the game has ended.
    pub(crate) moves: Vec<P>,
    /// The place after a retake that is banned: it takes a threat.
    pub(crate) retake: Option<P>,
}

impl<P> Steps<P> {
    /// The game has ended.
    pub(crate) fn none(mover: Color) -> Steps<P> {
        Steps { mover, moves: Vec::new(), retake: None }
    }

    /// A pass and every legal move on an open point, each with the place that it leads to.
    pub(crate) fn of(board: &Board, state: &State, passed: P, after: impl Fn(After) -> P) -> Steps<P> {
        let mut steps = Steps { mover: state.to_move, moves: vec![passed], retake: None };
        for at in 0..board.open().len() {
            let Some(child) = board.after(state, at).map(&after) else { continue };
            if Board::is_banned(state, at) {
                steps.retake = Some(child);
            } else {
                steps.moves.push(child);
            }
        }
        steps
    }
}

/// Numbers for places: what comes earlier is nearer to the goal. Places from where it cannot be forced have none.
pub(crate) type Order = Vec<Option<u32>>;

/// All places that can come about, joined into one graph.
pub(crate) struct Graph<P> {
    pub(crate) places: Vec<P>,
    numbers: FxHashMap<P, u32>,
    movers: Vec<Color>,
    /// How many moves each place has.
    counts: Vec<u32>,
    retakes: Vec<u32>,
    /// From where places are reached, place by place; over a banned retake with a mark.
    before: Vec<u32>,
    /// Where the part of each place begins in `before`, and where the last one ends.
    starts: Vec<u32>,
}

impl<P: Copy + Eq + Hash> Graph<P> {
    /// Everything that can come from these places; none if that is more than `most`.
    pub(crate) fn explore(
        roots: &[P],
        most: usize,
        watch: &Watch,
        steps: impl Fn(P) -> Steps<P>,
    ) -> Result<Option<Graph<P>>, Why> {
        let mut graph = Graph {
            places: Vec::new(),
            numbers: FxHashMap::default(),
            movers: Vec::new(),
            counts: Vec::new(),
            retakes: Vec::new(),
            before: Vec::new(),
            starts: Vec::new(),
        };
        // Every move: where it leads and where it comes from.
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for &root in roots {
            graph.add(root);
        }
        let mut next = 0;
        while let Some(&place) = graph.places.get(next) {
            if next.is_multiple_of(1024) {
                watch.look(|| Progress::searched("judging", graph.places.len() as u64))?;
            }
            if graph.places.len() > most {
                return Ok(None);
            }
            let Steps { mover, moves, retake } = steps(place);
            graph.movers.push(mover);
            graph.counts.push(moves.len() as u32);
            for child in moves {
                edges.push((graph.add(child), next as u32));
            }
            let retake = retake.map_or(NONE, |retake| graph.add(retake));
            graph.retakes.push(retake);
            if retake != NONE {
                edges.push((retake, next as u32 | BANNED));
            }
            next += 1;
        }
        graph.turn_round(&edges);
        Ok(Some(graph))
    }

    /// Sorts moves by where they lead.
    fn turn_round(&mut self, edges: &[(u32, u32)]) {
        let mut ends = vec![0; self.places.len() + 1];
        for &(child, _) in edges {
            ends[child as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        self.before = vec![0; edges.len()];
        // From the last move to the first, each before those that are already there.
        for &(child, parent) in edges.iter().rev() {
            ends[child as usize] -= 1;
            self.before[ends[child as usize] as usize] = parent;
        }
        self.starts = ends;
    }

    /// The places from where this one is reached, each with whether that takes a banned retake.
    pub(crate) fn before(&self, number: usize) -> impl Iterator<Item = (usize, bool)> {
        let ways = &self.before[self.starts[number] as usize..self.starts[number + 1] as usize];
        ways.iter().map(|&way| ((way & !BANNED) as usize, way & BANNED != 0))
    }

    fn add(&mut self, place: P) -> u32 {
        let next = self.places.len() as u32;
        let number = *self.numbers.entry(place).or_insert(next);
        if number == next {
            self.places.push(place);
        }
        number
    }

    /// The number of a place.
    pub(crate) fn number(&self, place: P) -> Option<usize> {
        self.numbers.get(&place).map(|&number| number as usize)
    }

    /// Whose turn it is at a place.
    pub(crate) fn mover(&self, number: usize) -> Color {
        self.movers[number]
    }

    /// For every level up to [`MOST_THREATS`] the places from where this side can force a goal, if places that are closed to it are
    /// out of the question.
    pub(crate) fn attractors(
        &self,
        side: Color,
        goal: impl Fn(usize, Level) -> bool,
        closed: impl Fn(usize) -> bool,
    ) -> Vec<u32> {
        let mut known = vec![0; self.places.len()];
        for level in Level::up_to(MOST_THREATS) {
            self.attract(side, level, |number| goal(number, level), &closed, &mut known);
        }
        known
    }

    /// Adds the level's bit to the places from where this side can force a goal. What is known at the level below must be there, so that this
    /// is nothing for [`Level::Many`].
    ///
    /// Returns these places in an order in which it can be done: the side has a move to one that stands before, the other side none to
    /// anywhere else.
    pub(crate) fn attract(
        &self,
        side: Color,
        level: Level,
        goal: impl Fn(usize) -> bool,
        closed: impl Fn(usize) -> bool,
        known: &mut [u32],
    ) -> Vec<u32> {
        let bit = level.bit();
        let mut left = self.counts.clone();
        let mut reached = Vec::new();
        for number in 0..self.places.len() {
            let mover = self.movers[number];
            let mut forced = goal(number);
            let retake = self.retakes[number];
            if let (true, Some(below)) = (retake != NONE, level.spent(mover)) {
                let wins = known[retake as usize] & below.bit() != 0;
                forced |= mover == side && wins && !closed(number);
                if mover != side && !wins {
                    // There is a move that the other side can always make.
                    left[number] += 1;
                }
            }
            if forced {
                known[number] |= bit;
                reached.push(number as u32);
            }
        }
        let mut next = 0;
        while let Some(&number) = reached.get(next) {
            next += 1;
            for (at, banned) in self.before(number as usize) {
                if banned || known[at] & bit != 0 || closed(at) {
                    continue;
                }
                left[at] -= 1;
                if self.movers[at] == side || left[at] == 0 {
                    known[at] |= bit;
                    reached.push(at as u32);
                }
            }
        }
        reached
    }

    /// The places from where this side can force one of these with a single move of either side, if nobody has threats.
    pub(crate) fn one_move_before(&self, side: Color, into: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut left = self.counts.clone();
        for number in (0..self.places.len()).filter(|&number| into(number)) {
            for (at, banned) in self.before(number) {
                if !banned && left[at] > 0 {
                    left[at] = if self.movers[at] == side { 0 } else { left[at] - 1 };
                }
            }
        }
        left.into_iter().zip(&self.counts).map(|(left, &count)| left == 0 && count > 0).collect()
    }
    /// For every level the places from where a side can force a goal without going through closed places, and how far it is if nobody has
    /// threats.
    pub(crate) fn at_all_levels(
        &self,
        side: Color,
        goal: impl Fn(usize) -> bool,
        closed: impl Fn(usize) -> bool,
        watch: &Watch,
    ) -> Result<(Vec<u32>, Order), Why> {
        let mut known = vec![0; self.places.len()];
        let mut order = vec![None; self.places.len()];
        for (at, &number) in self.attract(side, Level::Nobody, &goal, &closed, &mut known).iter().enumerate()
        {
            order[number as usize] = Some(at as u32);
        }
        for owner in Color::BOTH {
            // As soon as one more threat changes nothing anywhere, no further one does.
            let mut settled = false;
            for count in 1..=MOST_THREATS {
                watch.check()?;
                let (level, below) = (Level::of(owner, count), Level::of(owner, count - 1));
                if settled {
                    copy(&mut known, below, level);
                } else {
                    self.attract(side, level, &goal, &closed, &mut known);
                    settled = is_same(&known, below, level);
                }
            }
            // More threats than are told apart: two levels that climb together.
            let (low, high) = (Level::Some(owner, 1), Level::Some(owner, 2));
            let last = Level::Some(owner, MOST_THREATS);
            let mut climbing: Vec<u32> = known.clone();
            copy(&mut climbing, last, high);
            while !settled {
                watch.check()?;
                copy(&mut climbing, high, low);
                climbing.iter_mut().for_each(|bits| *bits &= !high.bit());
                self.attract(side, high, &goal, &closed, &mut climbing);
                settled = is_same(&climbing, low, high);
            }
            copy(&mut climbing, high, Level::Many(owner));
            for (bits, climbing) in known.iter_mut().zip(climbing) {
                *bits |= climbing & Level::Many(owner).bit();
            }
        }
        Ok((known, order))
    }
}

/// Sets the bit of a level as that of another one.
fn copy(known: &mut [u32], from: Level, to: Level) {
    for bits in known {
        *bits = *bits & !to.bit() | if *bits & from.bit() != 0 { to.bit() } else { 0 };
    }
}

/// Whether the same is known at two levels.
fn is_same(known: &[u32], one: Level, other: Level) -> bool {
    known.iter().all(|bits| (bits & one.bit() != 0) == (bits & other.bit() != 0))
}
