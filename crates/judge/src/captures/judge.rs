//! The judge: every legal move of both sides, all states joined into one graph, and retrograde analysis.
//!
//! Two players alternate; a pass is always allowed, suicide is not, and a ko may not be retaken at once, except by spending a
//! ko threat, which stands for a threat that was answered. The attacker has captured when the target point holds no stone of
//! the defender and it is the attacker's turn, or as soon as the defender cannot retake there at once. He wins exactly from
//! the states of the attractor of the capture: play that goes on for ever never gets there. Nothing here knows liberty bounds,
//! orders, candidates or zones.
//!
//! Threats make [levels](Level) of one and the same graph: spending one leads from a level to the one below. Where the graph
//! is not complete, the states that were not explored are taken once as lost and once as won for the attacker; what comes
//! out the same both times is known.

use rustc_hash::FxHashMap;
use tesuji_job::{Progress, Watch, Why};

use super::rules::{ATTACKER, Board, DEFENDER, Grid, MOST_POINTS, other};

/// The most threats of one side that are counted.
pub const MOST_THREATS: u8 = 8;

/// Who has ko threats, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Nobody has any.
    Nobody,
    /// This side has so many, from 1 to [`MOST_THREATS`].
    Some(u8, u8),
    /// This side's have no end.
    Always(u8),
}

impl Level {
    /// The level of so many threats of a side.
    pub fn of(side: u8, threats: u8) -> Level {
        if threats == 0 { Level::Nobody } else { Level::Some(side, threats) }
    }

    /// All of them, each after the one below it.
    fn all() -> impl Iterator<Item = Level> {
        let counted =
            (1..=MOST_THREATS).flat_map(|count| [ATTACKER, DEFENDER].map(|side| Level::Some(side, count)));
        [Level::Nobody].into_iter().chain(counted).chain([ATTACKER, DEFENDER].map(Level::Always))
    }

    /// Its bit in what is known of a state.
    fn bit(self) -> u32 {
        let count = match self {
            Level::Nobody => return 1,
            Level::Some(ATTACKER, count) => 2 * count - 1,
            Level::Some(_, count) => 2 * count,
            Level::Always(side) => 2 * MOST_THREATS + side,
        };
        1 << count
    }

    /// The level after this side has spent a threat; none if it has none.
    fn after_threat_of(self, side: u8) -> Option<Level> {
        match self {
            Level::Some(owner, count) if owner == side => Some(Level::of(side, count - 1)),
            Level::Always(owner) if owner == side => Some(self),
            _ => None,
        }
    }
}

/// A state of the game, with the target on the board or just taken so that it can be retaken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// What stands on it.
    pub board: Board,
    /// Whose turn it is.
    pub side: u8,
    /// Where this side may not play without spending a threat.
    pub ban: Option<usize>,
}

impl State {
    /// All of it in one number: a bit for each point and side, then the side, then the ban.
    fn pack(&self) -> u64 {
        let [attacker, defender] = [ATTACKER, DEFENDER].map(|side| u64::from(self.board.stones(side)));
        let board = attacker | defender << MOST_POINTS;
        let rest = u64::from(self.side) | self.ban.map_or(0, |point| point as u64 + 1) << 2;
        board | rest << (2 * MOST_POINTS)
    }

    fn unpack(bits: u64) -> State {
        let rest = bits >> (2 * MOST_POINTS);
        State {
            board: Board::of([bits, bits >> MOST_POINTS].map(|set| set as u32 & ((1 << MOST_POINTS) - 1))),
            side: (rest & 3) as u8,
            ban: ((rest >> 2) as usize).checked_sub(1),
        }
    }
}

/// Where a move leads.
pub enum After {
    /// The target is off the board for good.
    Captured,
    /// The game goes on.
    Open(State),
}

/// Where the attacker captures: at which levels surely, and at which possibly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes {
    least: u32,
    most: u32,
}

impl Outcomes {
    /// The target is off the board.
    pub const CAPTURED: Outcomes = Outcomes { least: u32::MAX, most: u32::MAX };

    /// Whether the attacker captures; none if the graph is too small to tell.
    pub fn captures(self, level: Level) -> Option<bool> {
        let (least, most) = (self.least & level.bit() != 0, self.most & level.bit() != 0);
        (least == most).then_some(least)
    }
}

/// The number of the state in which the target is off the board.
const CAPTURED: u32 = 0;
/// No state.
const NONE: u32 = u32::MAX;

/// The graph of one board and target, and what is known of its states.
pub struct Judge {
    /// The board.
    pub grid: Grid,
    /// The point whose stone is attacked.
    pub target: usize,
    states: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
    /// Where the moves of an explored state are found among the edges.
    moves: Vec<Option<(u32, u32)>>,
    edges: Vec<u32>,
    /// The state after a retake that is banned.
    retakes: Vec<u32>,
    least: Vec<u32>,
    most: Vec<u32>,
}

/// The states before each state, and whether a threat has to be spent in between.
struct Backwards {
    first: Vec<u32>,
    parents: Vec<(u32, bool)>,
}

impl Judge {
    fn new(grid: Grid, target: usize) -> Judge {
        Judge {
            grid,
            target,
            states: vec![0],
            numbers: FxHashMap::default(),
            moves: vec![Some((0, 0))],
            edges: Vec::new(),
            retakes: vec![NONE],
            least: Vec::new(),
            most: Vec::new(),
        }
    }

    /// Judges all positions of the board that have the target.
    pub fn whole(grid: Grid, target: usize, watch: &Watch) -> Result<Judge, Why> {
        let mut judge = Judge::new(grid, target);
        let points = judge.grid.points();
        for code in 0..3_usize.pow(points as u32) {
            let mut board = Board::default();
            let mut rest = code;
            for point in 0..points {
                board.put(point, (rest % 3) as u8);
                rest /= 3;
            }
            if board.at(target) == DEFENDER && judge.grid.breathes(&board) {
                judge.add_questions(&board);
            }
        }
        let all = (1..judge.states.len() as u32).collect();
        judge.explore(all, usize::MAX, watch)?;
        judge.evaluate();
        Ok(judge)
    }

    /// Judges the questions about one board; what takes more states than `most` stays unknown.
    pub fn single(
        grid: Grid,
        target: usize,
        board: &Board,
        most: usize,
        watch: &Watch,
    ) -> Result<Judge, Why> {
        let mut judge = Judge::new(grid, target);
        judge.add_questions(board);
        let roots: Vec<u32> = (1..judge.states.len() as u32).collect();
        let mut wanted = roots.clone();
        while !wanted.is_empty() && judge.states.len() < most {
            let step = (2 * judge.states.len()).clamp(1_000, most);
            judge.explore(wanted, step, watch)?;
            judge.evaluate();
            wanted = judge.undecided(&roots);
        }
        Ok(judge)
    }

    /// What is known of a state; nothing if the graph does not have it.
    pub fn outcomes(&self, state: &State) -> Outcomes {
        let unknown = Outcomes { least: 0, most: u32::MAX };
        let known = |&number: &u32| {
            let number = number as usize;
            Some(Outcomes { least: *self.least.get(number)?, most: *self.most.get(number)? })
        };
        self.numbers.get(&state.pack()).and_then(known).unwrap_or(unknown)
    }

    /// The state after a move, whether it is banned or not; none if it is not legal.
    pub fn after(&self, state: &State, point: Option<usize>) -> Option<After> {
        let (board, ban, retake) = match point {
            None => (state.board, None, None),
            Some(point) if state.board.at(point) != 0 => return None,
            Some(point) => {
                let played = self.grid.play(&state.board, state.side, point)?;
                (played.board, played.ban, played.retake)
            }
        };
        let side = other(state.side);
        let held = board.at(self.target) == DEFENDER;
        let retakable = side == DEFENDER && retake == Some(self.target);
        Some(if held || retakable { After::Open(State { board, side, ban }) } else { After::Captured })
    }

    /// The states with which a question about a board can begin.
    fn add_questions(&mut self, board: &Board) {
        for side in [ATTACKER, DEFENDER] {
            self.number(&State { board: *board, side, ban: None });
            for ban in self.grid.bans(board, side) {
                self.number(&State { board: *board, side, ban: Some(ban) });
            }
        }
    }

    fn number(&mut self, state: &State) -> u32 {
        let bits = state.pack();
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(bits).or_insert(next);
        if number == next {
            self.states.push(bits);
            self.moves.push(None);
            self.retakes.push(NONE);
        }
        number
    }

    /// Explores these states and those that come after them, breadth first, up to so many.
    fn explore(&mut self, mut work: Vec<u32>, most: usize, watch: &Watch) -> Result<(), Why> {
        let mut done = 0;
        while done < work.len() && self.states.len() < most {
            if done.is_multiple_of(1024) {
                watch.look(|| Progress::searched("exploring", self.states.len() as u64))?;
            }
            let known = self.states.len() as u32;
            self.expand(work[done] as usize);
            work.extend(known..self.states.len() as u32);
            done += 1;
        }
        Ok(())
    }

    fn expand(&mut self, number: usize) {
        let state = State::unpack(self.states[number]);
        let first = self.edges.len() as u32;
        for point in [None].into_iter().chain((0..self.grid.points()).map(Some)) {
            let child = match self.after(&state, point) {
                None => continue,
                Some(After::Captured) => CAPTURED,
                Some(After::Open(next)) => self.number(&next),
            };
            if point.is_some() && point == state.ban {
                self.retakes[number] = child;
            } else {
                self.edges.push(child);
            }
        }
        self.moves[number] = Some((first, self.edges.len() as u32));
    }

    /// The states that are not explored and stand below the roots through states that are undecided at some level.
    fn undecided(&self, roots: &[u32]) -> Vec<u32> {
        let mut seen = vec![false; self.states.len()];
        let (mut work, mut open, mut done) = (roots.to_vec(), Vec::new(), 0);
        while let Some(&number) = work.get(done) {
            done += 1;
            let index = number as usize;
            if std::mem::replace(&mut seen[index], true) || self.least[index] == self.most[index] {
                continue;
            }
            match self.moves[index] {
                None => open.push(number),
                Some(_) => work.extend(self.children(index).map(|(child, _)| child)),
            }
        }
        open
    }

    /// The states after a state, each with whether a threat has to be spent to get there.
    fn children(&self, number: usize) -> impl Iterator<Item = (u32, bool)> + '_ {
        let (first, end) = self.moves[number].unwrap_or_default();
        let retake = Some((self.retakes[number], true)).filter(|&(child, _)| child != NONE);
        self.edges[first as usize..end as usize].iter().map(|&child| (child, false)).chain(retake)
    }

    fn backwards(&self) -> Backwards {
        let mut first = vec![0; self.states.len() + 1];
        let explored = || (0..self.states.len()).filter(|&number| self.moves[number].is_some());
        for number in explored() {
            self.children(number).for_each(|(child, _)| first[child as usize + 1] += 1);
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut next = first.clone();
        let mut parents = vec![(0, false); first[self.states.len()] as usize];
        for number in explored() {
            for (child, spends) in self.children(number) {
                parents[next[child as usize] as usize] = (number as u32, spends);
                next[child as usize] += 1;
            }
        }
        Backwards { first, parents }
    }

    /// Judges every state at every level, with those that are not explored as lost and as won.
    fn evaluate(&mut self) {
        let back = self.backwards();
        let complete = self.moves.iter().all(Option::is_some);
        for open_wins in [false, true] {
            let mut known = vec![0; self.states.len()];
            if open_wins && complete {
                known.clone_from(&self.least);
            } else {
                Level::all().for_each(|level| self.attract(&back, level, open_wins, &mut known));
            }
            *(if open_wins { &mut self.most } else { &mut self.least }) = known;
        }
    }

    /// The attractor of the capture at a level: adds the level's bit where the attacker wins.
    fn attract(&self, back: &Backwards, level: Level, open_wins: bool, known: &mut [u32]) {
        let (mut left, mut work) = self.begin(level, open_wins, known);
        work.iter().for_each(|&number| known[number as usize] |= level.bit());
        while let Some(number) = work.pop() {
            let range = back.first[number as usize] as usize..back.first[number as usize + 1] as usize;
            for &(parent, spends) in &back.parents[range] {
                let index = parent as usize;
                let side = self.side(index);
                let closed = spends && level != Level::Always(side);
                if closed || known[index] & level.bit() != 0 {
                    continue;
                }
                left[index] = left[index].saturating_sub(1);
                if side == ATTACKER || left[index] == 0 {
                    known[index] |= level.bit();
                    work.push(parent);
                }
            }
        }
    }

    /// How many moves of each state may still save the target, and the states that are won from the start.
    fn begin(&self, level: Level, open_wins: bool, known: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let mut work = vec![CAPTURED];
        let mut saving = |(number, moves): (usize, &Option<(u32, u32)>)| {
            let Some((first, end)) = *moves else {
                work.extend(open_wins.then_some(number as u32));
                return 0;
            };
            let spent = self.spent(number, level, known);
            let captures = spent == Some(Some(true));
            work.extend((captures && self.side(number) == ATTACKER).then_some(number as u32));
            end - first + u32::from(spent.is_some() && !captures)
        };
        let left = self.moves.iter().enumerate().map(&mut saving).collect();
        (left, work)
    }

    /// Whether the attacker captures after a banned retake for which a threat was spent. Nothing if there is no such retake;
    /// unknown yet if the level stays the same.
    fn spent(&self, number: usize, level: Level, known: &[u32]) -> Option<Option<bool>> {
        let child = self.retakes[number];
        let below = level.after_threat_of(self.side(number)).filter(|_| child != NONE)?;
        Some((below != level).then(|| known[child as usize] & below.bit() != 0))
    }

    fn side(&self, number: usize) -> u8 {
        (self.states[number] >> (2 * MOST_POINTS) & 3) as u8
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::super::rules::tests::board;
    use super::*;

    /// A random legal board with a target, with a ko if that is wanted.
    fn random_board(grid: &Grid, target: usize, ko: bool, random: &mut ChaCha8Rng) -> Board {
        loop {
            let mut board = Board::default();
            let mut stone = || random.random_range(0_u8..4).saturating_sub(1);
            (0..grid.points()).for_each(|point| board.put(point, stone()));
            board.put(target, DEFENDER);
            let has_ko = || [ATTACKER, DEFENDER].iter().any(|&side| !grid.bans(&board, side).is_empty());
            if grid.breathes(&board) && (!ko || has_ko()) {
                return board;
            }
        }
    }

    /// Whether the attacker captures, for each level from the least to the most that the attacker may wish for.
    fn signs(outcomes: Outcomes) -> String {
        let counts = (1..=MOST_THREATS).rev().map(|count| Level::Some(DEFENDER, count));
        let others = (1..=MOST_THREATS).map(|count| Level::Some(ATTACKER, count));
        [Level::Always(DEFENDER)]
            .into_iter()
            .chain(counts)
            .chain([Level::Nobody])
            .chain(others)
            .chain([Level::Always(ATTACKER)])
            .map(|level| outcomes.captures(level).map_or('?', |captures| if captures { 'y' } else { 'n' }))
            .collect()
    }

    #[test]
    fn more_threats_never_hurt() {
        let judge = Judge::whole(Grid::new(3, 3), 1, &Watch::unwatched()).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for number in 1..judge.states.len() {
            let signs = signs(Outcomes { least: judge.least[number], most: judge.most[number] });
            assert!(!signs.contains('?') && !signs.contains("yn"), "{signs}");
            seen.insert(signs);
        }
        assert!(seen.len() > 6, "{seen:?}");
    }

    #[test]
    fn one_by_one_is_as_all_at_once() {
        let watch = Watch::unwatched();
        let whole = Judge::whole(Grid::new(3, 3), 0, &watch).unwrap();
        let (mut known, mut open) = (0, 0);
        for number in 0..200 {
            let mut random = ChaCha8Rng::seed_from_u64(number);
            let board = random_board(&whole.grid, 0, number % 2 == 0, &mut random);
            let most = [1_000, 4_000, usize::MAX][number as usize % 3];
            let single = Judge::single(Grid::new(3, 3), 0, &board, most, &watch).unwrap();
            for side in [ATTACKER, DEFENDER] {
                let bans = whole.grid.bans(&board, side);
                for ban in bans.into_iter().map(Some).chain([None]) {
                    let state = State { board, side, ban };
                    for level in Level::all() {
                        let all = whole.outcomes(&state).captures(level);
                        let one = single.outcomes(&state).captures(level);
                        assert!(one.is_none() && most < usize::MAX || one == all, "{level:?} {state:?}");
                        *(if one.is_some() { &mut known } else { &mut open }) += 1;
                    }
                }
            }
        }
        assert!(known > 1_000 && open > 50, "{known} known, {open} open");
    }

    #[test]
    fn a_state_fits_into_a_number() {
        let board = board("XO.OX .XO.. OOXX. ....X XXOO.");
        for (side, ban) in [(ATTACKER, None), (DEFENDER, Some(0)), (ATTACKER, Some(24))] {
            let state = State { board, side, ban };
            assert_eq!(State::unpack(state.pack()), state);
        }
    }

    #[test]
    fn a_ko_about_the_target() {
        // Whoever takes the ko wins it: the attacker, unless the defender has a threat.
        let judge = Judge::whole(Grid::new(4, 3), 5, &Watch::unwatched()).unwrap();
        let ko = board(".XO. XO.O .XO.");
        let state = |side| State { board: ko, side, ban: None };
        assert_eq!(signs(judge.outcomes(&state(ATTACKER))), "nnnnnnnnnyyyyyyyyyy");
        assert_eq!(signs(judge.outcomes(&state(DEFENDER))), "nnnnnnnnnnnnnnnnnnn");
    }
}
