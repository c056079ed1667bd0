//! The rules of Go for judges, by plain flood fill: nothing here is shared with the programs that are judged.
//!
//! Two players alternate; a pass is always allowed, suicide is not, and a ko may not be retaken at once, except by spending a
//! threat. Stones that a question takes as safe are never without a liberty.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use tesuji_board::Color;
use tesuji_job::{Progress, Watch, Why};

/// The most threats of one side that are counted.
pub const MOST_THREATS: u8 = 3;

/// The most points of a board that may change.
const MOST_OPEN: usize = 32;

/// Some cells of a board, one bit a cell.
type Set = u128;

fn ones(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then_some(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// A board on which some points may change.
///
/// It is made of cells: first the open points, each for itself, then what never changes, namely the stones that are joined with each
/// other and the single empty points beside them.
pub struct Board {
    open: Vec<usize>,
    /// The cell of every point that belongs to one.
    cells: Vec<Option<u8>>,
    neighbors: Vec<Set>,
    /// The cells of several stones.
    large: Set,
    /// The cells that are never captured.
    safe: Set,
    /// The stones of each colour that do not change, and those that stand on open points at first.
    fixed: [Set; 2],
    first: [u32; 2],
}

/// What a move leads to.
pub struct After {
    /// The state with the other side to move.
    pub state: State,
    taken: Set,
}

/// A state of the game: what is on the open points, whose turn it is, and where that side may not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones of each colour, a bit for each open point.
    stones: [u32; 2],
    /// Whose turn it is.
    pub to_move: Color,
    /// The index of an open point.
    pub(crate) ban: Option<u8>,
}

/// Stones that are joined with each other, and the empty points beside them.
struct Chain {
    stones: Set,
    liberties: Set,
    safe: bool,
}

impl Chain {
    fn is_lost(&self) -> bool {
        self.liberties == 0 && !self.safe
    }
}

impl Board {
    /// A board: what is next to each point, what stands on it (0 for nothing, 1 for Black, 2 for White), the points where play is possible,
    /// since moves anywhere else are passes, and the stones that are never captured. None if it is too large to be judged.
    #[must_use]
    pub fn new(neighbors: &[Vec<usize>], stones: &[u8], open: Vec<usize>, safe: &[bool]) -> Option<Board> {
        let mut cells = vec![None; stones.len()];
        for (at, &point) in open.iter().enumerate() {
            cells[point] = u8::try_from(at).ok();
        }
        let mut groups: Vec<Vec<usize>> = open.iter().map(|&point| vec![point]).collect();
        for point in 0..stones.len() {
            let matters = stones[point] != 0
                || neighbors[point].iter().any(|&near| stones[near] != 0)
                || neighbors[point].iter().any(|near| open.contains(near));
            if cells[point].is_some() || !matters {
                continue;
            }
            let cell = u8::try_from(groups.len()).ok().filter(|&cell| u32::from(cell) < Set::BITS)?;
            cells[point] = Some(cell);
            let (mut group, mut next) = (vec![point], 0);
            while let Some(&at) = group.get(next).filter(|_| stones[point] != 0) {
                next += 1;
                for &near in &neighbors[at] {
                    if cells[near].is_none() && stones[near] == stones[point] {
                        cells[near] = Some(cell);
                        group.push(near);
                    }
                }
            }
            groups.push(group);
        }
        if open.len() > MOST_OPEN {
            return None;
        }
        let around = |(cell, group): (usize, &Vec<usize>)| {
            let near = group.iter().flat_map(|&point| &neighbors[point]).filter_map(|&near| cells[near]);
            near.fold(0, |set, near| set | 1 << near) & !(1 << cell)
        };
        let which = |wanted: &dyn Fn(&Vec<usize>) -> bool| {
            let found = groups.iter().enumerate().filter(|(_, group)| wanted(group));
            found.fold(0, |set: Set, (cell, _)| set | 1 << cell)
        };
        let all = [1, 2].map(|color| which(&|group| stones[group[0]] == color));
        let changing = (1 << open.len()) - 1;
        Some(Board {
            neighbors: groups.iter().enumerate().map(around).collect(),
            large: which(&|group| group.len() > 1),
            safe: which(&|group| group.iter().any(|&point| safe[point])),
            fixed: all.map(|set| set & !changing),
            first: all.map(|set| (set & changing) as u32),
            cells,
            open,
        })
    }

    /// The points where play is possible.
    #[must_use]
    pub fn open(&self) -> &[usize] {
        &self.open
    }

    fn stones(&self, state: &State) -> [Set; 2] {
        [0, 1].map(|side| self.fixed[side] | Set::from(state.stones[side]))
    }

    /// The state of the board as it is.
    #[must_use]
    pub fn start(&self, to_move: Color, ban: Option<usize>) -> State {
        let ban = ban.and_then(|ban| self.open.iter().position(|&point| point == ban)).map(|at| at as u8);
        State { stones: self.first, to_move, ban }
    }

    fn chain(&self, stones: [Set; 2], color: Color, cell: usize) -> Chain {
        let own = stones[color.index()];
        let (mut chain, mut around, mut new): (Set, Set, Set) = (1 << cell, 0, 1 << cell);
        while new != 0 {
            around |= ones(new).fold(0, |set, cell| set | self.neighbors[cell]);
            new = around & own & !chain;
            chain |= new;
        }
        Chain { stones: chain, liberties: around & !stones[0] & !stones[1], safe: chain & self.safe != 0 }
    }

    fn is_single(&self, set: Set) -> bool {
        set.is_power_of_two() && set & self.large == 0
    }

    /// The state after a move on an open point by its number, whether it is banned or not; none if it is not legal.
    #[must_use]
    pub fn after(&self, state: &State, at: usize) -> Option<After> {
        let mut stones = self.stones(state);
        if (stones[0] | stones[1]) >> at & 1 != 0 {
            return None;
        }
        let (own, other) = (state.to_move, state.to_move.opponent());
        stones[own.index()] |= 1 << at;
        let mut taken = 0;
        let mut touched = self.neighbors[at] & stones[other.index()];
        while touched != 0 {
            let chain = self.chain(stones, other, touched.trailing_zeros() as usize);
            touched &= !chain.stones;
            if chain.is_lost() {
                taken |= chain.stones;
            }
        }
        stones[other.index()] &= !taken;
        let chain = self.chain(stones, own, at);
        if chain.is_lost() {
            return None;
        }
        let ko =
            self.is_single(taken) && self.is_single(chain.stones) && chain.liberties == taken && !chain.safe;
        let ban = Some(taken.trailing_zeros() as u8).filter(|&at| ko && usize::from(at) < self.open.len());
        let changing = (1 << self.open.len()) - 1;
        let stones = stones.map(|set| (set & changing) as u32);
        Some(After { state: State { stones, to_move: other, ban }, taken })
    }

    /// Whether a move took the stone on a point.
    #[must_use]
    pub fn takes(&self, after: &After, point: usize) -> bool {
        self.cells[point].is_some_and(|cell| after.taken >> cell & 1 != 0)
    }

    /// The state after a pass.
    #[must_use]
    pub fn passed(state: &State) -> State {
        State { to_move: state.to_move.opponent(), ban: None, ..*state }
    }

    /// Whether this open point is banned.
    #[must_use]
    pub fn is_banned(state: &State, at: usize) -> bool {
        state.ban == Some(at as u8)
    }

    /// Points where a ko may just have been taken, so that this side may not play there.
    #[must_use]
    pub fn bans(&self, side: Color) -> Vec<usize> {
        let captor = side.opponent();
        let stones = self.stones(&self.start(side, None));
        let lone = |cell: usize, at: usize| {
            let chain = self.chain(stones, captor, cell);
            chain.stones == 1 << cell && chain.liberties == 1 << at && !chain.safe
        };
        let is_ban = |at: &usize| {
            let around = self.neighbors[*at];
            (stones[0] | stones[1]) >> at & 1 == 0
                && around & !stones[captor.index()] == 0
                && ones(around).any(|near| near < self.open.len() && lone(near, *at))
        };
        (0..self.open.len()).filter(is_ban).map(|at| self.open[at]).collect()
    }
}

/// Who has threats, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Nobody has any.
    Nobody,
    /// This side has so many, from 1 to [`MOST_THREATS`].
    Some(Color, u8),
}

impl Level {
    /// The level of so many threats of a side.
    #[must_use]
    pub fn of(color: Color, count: u8) -> Level {
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
    #[must_use]
    pub fn spent(self, side: Color) -> Option<Level> {
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

impl<P> Steps<P> {
    /// The game has ended.
    pub(crate) fn none(mover: Color) -> Steps<P> {
        Steps { mover, moves: Vec::new(), retake: None }
    }

    /// A pass and every legal move on an open point, each with the place that it leads to.
    pub(crate) fn of(board: &Board, state: &State, passed: P, after: impl Fn(After) -> P) -> Steps<P> {
        let mut steps = Steps { mover: state.to_move, moves: vec![passed], retake: None };
        for at in 0..board.open.len() {
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

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// The same rules, point by point.
    struct Plain {
        neighbors: Vec<Vec<usize>>,
        open: Vec<usize>,
        safe: Vec<bool>,
    }

    impl Plain {
        fn string(&self, cells: &[u8], point: usize) -> (Vec<usize>, Vec<usize>, bool) {
            let (mut stones, mut liberties, mut next) = (vec![point], Vec::new(), 0);
            while let Some(&at) = stones.get(next) {
                next += 1;
                for &near in &self.neighbors[at] {
                    if cells[near] == 0 && !liberties.contains(&near) {
                        liberties.push(near);
                    } else if cells[near] == cells[point] && !stones.contains(&near) {
                        stones.push(near);
                    }
                }
            }
            let safe = stones.iter().any(|&stone| self.safe[stone]);
            (stones, liberties, safe)
        }

        /// The cells after a move, what it took, and the point that is banned then.
        fn after(&self, cells: &[u8], own: u8, point: usize) -> Option<(Vec<u8>, Vec<usize>, Option<usize>)> {
            let (mut cells, mut taken) = (cells.to_vec(), Vec::new());
            cells[point] = own;
            for &near in &self.neighbors[point] {
                if cells[near] == 3 - own {
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
            let ban = ko.then(|| taken[0]).filter(|taken| self.open.contains(taken));
            Some((cells, taken, ban))
        }
    }

    /// Random grids with stones that may change, stones that may not, and safe ones among them.
    #[test]
    fn sets_of_cells_play_as_point_by_point() {
        let (mut moves, mut captures, mut kos, mut refused, mut bans) = (0, 0, 0, 0, 0);
        for seed in 0..3_000 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let (width, height): (usize, usize) = (random.random_range(1..=5), random.random_range(2..=5));
            let near =
                |a: usize, b: usize| (a % width).abs_diff(b % width) + (a / width).abs_diff(b / width) == 1;
            let points = width * height;
            let neighbors: Vec<Vec<usize>> =
                (0..points).map(|a| (0..points).filter(|&b| near(a, b)).collect()).collect();
            let mut cells: Vec<u8> = (0..points).map(|_| random.random_range(0..3)).collect();
            let some = random.random_range(40..=100);
            let open: Vec<usize> = (0..points).filter(|_| random.random_range(0..100) < some).collect();
            let fixed = |point: &usize| !open.contains(point);
            let safe: Vec<bool> = (0..points)
                .map(|point| fixed(&point) && cells[point] != 0 && random.random_range(0..3) == 0)
                .collect();
            let board = Board::new(&neighbors, &cells, open.clone(), &safe).expect("small");
            let plain = Plain { neighbors, open: open.clone(), safe };
            for side in Color::BOTH {
                let own = side.index() as u8 + 1;
                let lone = |near: usize, point: usize| {
                    open.contains(&near) && plain.string(&cells, near) == (vec![near], vec![point], false)
                };
                let is_ban = |&&point: &&usize| {
                    let around = &plain.neighbors[point];
                    cells[point] == 0
                        && around.iter().all(|&near| cells[near] == 3 - own)
                        && around.iter().any(|&near| lone(near, point))
                };
                let expected: Vec<usize> = open.iter().filter(is_ban).copied().collect();
                assert_eq!(board.bans(side), expected, "seed {seed}");
                bans += expected.len();
            }
            let mut state = board.start(Color::Black, None);
            for _ in 0..12 {
                let own = state.to_move.index() as u8 + 1;
                let mut followers = Vec::new();
                for (at, &point) in open.iter().enumerate() {
                    let expected = if cells[point] == 0 { plain.after(&cells, own, point) } else { None };
                    let found = board.after(&state, at);
                    assert_eq!(found.is_some(), expected.is_some(), "seed {seed}: {cells:?} {point}");
                    refused += usize::from(found.is_none());
                    let (Some(found), Some((after, taken, ban))) = (found, expected) else { continue };
                    for point in 0..points {
                        assert_eq!(board.takes(&found, point), taken.contains(&point), "seed {seed}");
                    }
                    let said = found.state.ban.map(|at| open[usize::from(at)]);
                    assert_eq!(said, ban, "seed {seed}: {cells:?} {point}");
                    for (at, &point) in open.iter().enumerate() {
                        let stones = found.state.stones.map(|stones| (stones >> at & 1) as u8);
                        assert_eq!(stones[0] + 2 * stones[1], after[point], "seed {seed}");
                    }
                    moves += 1;
                    captures += usize::from(!taken.is_empty());
                    kos += usize::from(ban.is_some());
                    // What never changes does not go on without its stones.
                    if taken.iter().all(|stone| open.contains(stone)) {
                        followers.push((found.state, after));
                    }
                }
                if followers.is_empty() {
                    break;
                }
                (state, cells) = followers.swap_remove(random.random_range(0..followers.len()));
            }
        }
        assert!(
            moves > 20_000 && captures > 5_000 && kos > 500 && refused > 10_000 && bans > 100,
            "{moves} moves, {captures} captures, {kos} kos, {refused} refused, {bans} bans"
        );
    }
}
