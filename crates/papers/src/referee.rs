//! The rules of Go for judges, by plain flood fill: nothing here is shared with the programs that are judged.
//!
//! Two players alternate; a pass is always allowed, suicide is not, and a ko may not be retaken at once, except by spending a
//! threat. Stones that a question takes as safe are never without a liberty.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use tesuji_board::Color;
use tesuji_job::{Progress, Watch, Why};

/// The most threats of one side that are counted.
pub(crate) const MOST_THREATS: u8 = 3;

/// What stands on a point: 0 for nothing, 1 for Black, 2 for White.
pub(crate) type Cells = Vec<u8>;

/// Some points of a board, usually few.
type Points = SmallVec<[usize; 16]>;

fn stone(color: Color) -> u8 {
    color.index() as u8 + 1
}

/// A board on which some points may change.
pub(crate) struct Board {
    pub(crate) neighbors: Vec<Vec<usize>>,
    pub(crate) cells: Cells,
    /// The points where play is possible; moves anywhere else are passes.
    pub(crate) open: Vec<usize>,
    /// Stones that are never captured.
    pub(crate) safe: Vec<bool>,
}

/// What a move leads to.
pub(crate) struct After {
    pub(crate) state: State,
    /// The stones that it took.
    pub(crate) taken: Points,
}

/// A state of the game: what is on the open points, whose turn it is, and where that side may not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// Two bits for each open point.
    code: u64,
    pub(crate) to_move: Color,
    /// The index of an open point.
    pub(crate) ban: Option<u8>,
}

impl Board {
    fn cells_of(&self, state: &State) -> Cells {
        let mut cells = self.cells.clone();
        for (index, &point) in self.open.iter().enumerate() {
            cells[point] = (state.code >> (2 * index) & 3) as u8;
        }
        cells
    }

    fn code(&self, cells: &Cells) -> u64 {
        self.open
            .iter()
            .enumerate()
            .fold(0, |code, (index, &point)| code | u64::from(cells[point]) << (2 * index))
    }

    /// The state of the board as it is.
    pub(crate) fn start(&self, to_move: Color, ban: Option<usize>) -> State {
        let ban = ban.and_then(|ban| self.open.iter().position(|&point| point == ban)).map(|at| at as u8);
        State { code: self.code(&self.cells), to_move, ban }
    }

    /// The string on a point, its liberties, and whether there is a safe stone in it: that is one more liberty, which cannot be
    /// filled, and so the rest of such a string is left out.
    fn string(&self, cells: &Cells, point: usize) -> (Points, Points, bool) {
        let (mut stones, mut liberties): (Points, Points) = (smallvec![point], Points::new());
        let mut met: SmallVec<[bool; 128]> = smallvec![false; cells.len()];
        met[point] = true;
        let mut next = 0;
        while let Some(&at) = stones.get(next) {
            next += 1;
            if self.safe[at] {
                return (stones, liberties, true);
            }
            for &near in &self.neighbors[at] {
                if !met[near] && cells[near] == 0 {
                    liberties.push(near);
                } else if !met[near] && cells[near] == cells[point] {
                    stones.push(near);
                }
                met[near] = true;
            }
        }
        (stones, liberties, false)
    }

    /// The state after a move on an open point by its number, whether it is banned or not; none if it is not legal.
    pub(crate) fn after(&self, state: &State, at: usize) -> Option<After> {
        let point = self.open[at];
        let mut cells = self.cells_of(state);
        if cells[point] != 0 {
            return None;
        }
        let (own, other) = (stone(state.to_move), stone(state.to_move.opponent()));
        cells[point] = own;
        let mut taken = Points::new();
        for &near in &self.neighbors[point] {
            if cells[near] == other {
                let (stones, liberties, safe) = self.string(&cells, near);
                if liberties.is_empty() && !safe {
                    stones.iter().for_each(|&stone| cells[stone] = 0);
                    taken.extend(stones);
                }
            }
        }
        let (stones, liberties, safe) = self.string(&cells, point);
        if liberties.is_empty() && !safe {
            return None;
        }
        let ko = taken.len() == 1 && stones.len() == 1 && liberties.len() == 1 && !safe;
        let ban = ko.then(|| self.open.iter().position(|&open| open == taken[0])).flatten();
        let to_move = state.to_move.opponent();
        let state = State { code: self.code(&cells), to_move, ban: ban.map(|at| at as u8) };
        Some(After { state, taken })
    }

    /// The state after a pass.
    pub(crate) fn passed(state: &State) -> State {
        State { to_move: state.to_move.opponent(), ban: None, ..*state }
    }

    /// Whether this open point is banned.
    pub(crate) fn is_banned(state: &State, at: usize) -> bool {
        state.ban == Some(at as u8)
    }

    /// Points where a ko may just have been taken, so that this side may not play there.
    pub(crate) fn bans(&self, side: Color) -> Vec<usize> {
        let lone = |captor: usize, point: usize| {
            let (stones, liberties, safe) = self.string(&self.cells, captor);
            stones.len() == 1 && liberties[..] == [point] && !safe
        };
        let captor = stone(side.opponent());
        let is_ban = |&&point: &&usize| {
            let around = &self.neighbors[point];
            self.cells[point] == 0
                && around.iter().all(|&near| self.cells[near] == captor)
                && around.iter().any(|&near| self.open.contains(&near) && lone(near, point))
        };
        self.open.iter().filter(is_ban).copied().collect()
    }
}

/// Who has threats, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Nobody,
    /// This side has so many, from 1 to [`MOST_THREATS`].
    Some(Color, u8),
}

impl Level {
    pub(crate) fn of(color: Color, count: u8) -> Level {
        if count == 0 { Level::Nobody } else { Level::Some(color, count) }
    }

    /// Each after the one below it.
    fn all() -> impl Iterator<Item = Level> {
        let counted = (1..=MOST_THREATS).flat_map(|count| Color::BOTH.map(|color| Level::Some(color, count)));
        [Level::Nobody].into_iter().chain(counted)
    }

    pub(crate) fn bit(self) -> u8 {
        match self {
            Level::Nobody => 1,
            Level::Some(color, count) => 1 << (2 * count as usize - 1 + color.index()),
        }
    }

    /// The level after this side has spent a threat; none if it has none.
    pub(crate) fn spent(self, side: Color) -> Option<Level> {
        match self {
            Level::Some(owner, count) if owner == side => Some(Level::of(side, count - 1)),
            _ => None,
        }
    }
}

const NONE: u32 = u32::MAX;

/// Where one can go from a place.
pub(crate) struct Steps<P> {
    pub(crate) mover: Color,
    /// The places after moves that are allowed; none where the game has ended.
    pub(crate) moves: Vec<P>,
    /// The place after a retake that is banned: it takes a threat.
    pub(crate) retake: Option<P>,
}

/// All places that can come about, joined into one graph.
pub(crate) struct Graph<P> {
    pub(crate) places: Vec<P>,
    numbers: FxHashMap<P, u32>,
    movers: Vec<Color>,
    /// How many moves each place has.
    counts: Vec<u32>,
    retakes: Vec<u32>,
    /// From where places are reached by moves, place by place.
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

    /// The places from where this one is reached by a move.
    fn before(&self, number: usize) -> &[u32] {
        &self.before[self.starts[number] as usize..self.starts[number + 1] as usize]
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

    /// For every level the places from where this side can force a goal, if places that are closed to it are out of the question.
    pub(crate) fn attractors(
        &self,
        side: Color,
        goal: impl Fn(usize, Level) -> bool,
        closed: impl Fn(usize) -> bool,
    ) -> Vec<u8> {
        let mut known = vec![0; self.places.len()];
        for level in Level::all() {
            self.attract(side, level, &goal, &closed, &mut known);
        }
        known
    }

    fn attract(
        &self,
        side: Color,
        level: Level,
        goal: &impl Fn(usize, Level) -> bool,
        closed: &impl Fn(usize) -> bool,
        known: &mut [u8],
    ) {
        let bit = level.bit();
        let mut left = self.counts.clone();
        let mut work = Vec::new();
        for number in 0..self.places.len() {
            let mover = self.movers[number];
            let mut forced = goal(number, level);
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
                work.push(number);
            }
        }
        while let Some(number) = work.pop() {
            for &parent in self.before(number) {
                let at = parent as usize;
                if known[at] & bit != 0 || closed(at) {
                    continue;
                }
                left[at] -= 1;
                if self.movers[at] == side || left[at] == 0 {
                    known[at] |= bit;
                    work.push(at);
                }
            }
        }
    }
}
