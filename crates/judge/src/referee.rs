//! The rules of Go for judges, by plain flood fill: nothing here is shared with the programs that are judged.
//!
//! Two players alternate; a pass is always allowed, suicide is not, and a ko may not be retaken at once, except by spending a
//! threat. Stones that a question takes as safe are never without a liberty.

use tesuji_board::Color;

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

impl State {
    /// The stones of a colour, a bit for each open point.
    #[must_use]
    pub fn stones(&self, color: Color) -> u32 {
        self.stones[color.index()]
    }
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

    /// The state with these stones on the open points and no ban.
    #[must_use]
    pub fn state(stones: [u32; 2], to_move: Color) -> State {
        State { stones, to_move, ban: None }
    }

    /// Whether no point holds two stones and every string on open points has a liberty.
    #[must_use]
    pub fn is_legal(&self, state: &State) -> bool {
        let all = self.stones(state);
        let breathes = |color: Color| {
            let mut left = Set::from(state.stones(color));
            while left != 0 {
                let chain = self.chain(all, color, left.trailing_zeros() as usize);
                if chain.is_lost() {
                    return false;
                }
                left &= !chain.stones;
            }
            true
        };
        all[0] & all[1] == 0 && Color::BOTH.into_iter().all(breathes)
    }

    /// The string on an open point and its liberties, as far as they are open points.
    #[must_use]
    pub fn string(&self, state: &State, at: usize) -> Option<(u32, u32)> {
        let stones = self.stones(state);
        let color = Color::BOTH.into_iter().find(|color| stones[color.index()] >> at & 1 != 0)?;
        let chain = self.chain(stones, color, at);
        let open = (1 << self.open.len()) - 1;
        Some(((chain.stones & open) as u32, (chain.liberties & open) as u32))
    }

    /// The open points beside an open point.
    #[must_use]
    pub fn around(&self, at: usize) -> u32 {
        (self.neighbors[at] & ((1 << self.open.len()) - 1)) as u32
    }

    /// Whether an open point is beside a stone of this colour that never changes.
    #[must_use]
    pub fn touches_fixed(&self, at: usize, color: Color) -> bool {
        self.neighbors[at] & self.fixed[color.index()] != 0
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

    /// Whether stones of one colour on these points belong to one string; false if one of them is not there.
    #[must_use]
    pub fn are_joined(&self, state: &State, one: usize, other: usize) -> bool {
        let (Some(one), Some(other)) = (self.cells[one], self.cells[other]) else { return false };
        let stones = self.stones(state);
        let color = Color::BOTH.into_iter().find(|color| stones[color.index()] >> one & 1 != 0);
        color.is_some_and(|color| self.chain(stones, color, usize::from(one)).stones >> other & 1 != 0)
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
