//! Plain exhaustive play on the board with the rules of Go: the slow twin of the product of regions.
//!
//! The open points of all regions are in play. A racing block is captured when its last liberty is taken; that makes its
//! neighbours safe, and the points it leaves belong to them. Safe stones are never captured, a ko may not be taken back at
//! once. Racing blocks that are joined are one block from then on; one that joins safe stones is safe. The side that wants
//! something passes only to get rid of a ban. A position that comes back along a line counts against it, and a failure that leans
//! on a position still open is not remembered.

use rustc_hash::FxHashMap;

use tesuji_board::{Color, Point, PointSet, Position};
use tesuji_local::{Bits, Ground, MOST_POINTS, ones};
use tesuji_race::multi::{Fate, Goal, GroupRace, racing_strings};
use tesuji_race::{BoardRace, Outcome};

/// Deeper lines than this are not followed.
const MOST_PLIES: usize = 300;

/// The limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit;

/// What has become of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Status {
    Racing,
    Safe,
    Captured,
    /// Joined with another block, whose index this is.
    Joined(u8),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// The points that still matter.
    points: Bits,
    /// Loose stones, Black's first.
    stones: [Bits; 2],
    /// Points next to safe stones, Black's first.
    safe: [Bits; 2],
    /// Points next to each racing block, and what has become of it.
    blocks: Vec<(Bits, Status)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    state: State,
    mover: Color,
    ko: Option<u8>,
}

enum After {
    Decided(bool),
    Goes(Key),
}

/// Exhaustive play on one board.
pub(crate) struct PlainBoard {
    ground: Ground,
    colors: Vec<Color>,
    /// Pairs of blocks that touch.
    edges: Vec<[usize; 2]>,
    root: Key,
    known: FxHashMap<(Key, Goal), bool>,
    path: FxHashMap<Key, usize>,
    most: u64,
    nodes: u64,
}

impl PlainBoard {
    /// The twin of a race of two blocks; it looks at no more than `most` positions for all questions together.
    pub(crate) fn of_race(race: &BoardRace, most: u64) -> PlainBoard {
        let regions = race.regions.iter().flat_map(|region| region.points.iter()).collect();
        let strings = racing_strings(&race.position, &race.blocks);
        PlainBoard::new(&race.position, &strings, &race.blocks.safe, regions, vec![[0, 1]], most)
    }

    /// The twin of a race of several blocks.
    pub(crate) fn of_group(race: &GroupRace, most: u64) -> PlainBoard {
        let regions = race.regions.iter().flat_map(|region| region.points.iter()).collect();
        let strings: Vec<(Color, PointSet)> =
            race.graph.blocks.iter().map(|block| block.color).zip(race.strings.iter().cloned()).collect();
        let edges = race.graph.edges.iter().map(|edge| edge.ends).collect();
        PlainBoard::new(&race.position, &strings, &race.blocks.safe, regions, edges, most)
    }

    fn new(
        position: &Position,
        strings: &[(Color, PointSet)],
        safe: &[PointSet; 2],
        points: Vec<Point>,
        edges: Vec<[usize; 2]>,
        most: u64,
    ) -> PlainBoard {
        assert!(points.len() <= MOST_POINTS, "a small board");
        let board = position.topology();
        let next_to = |set: &PointSet| {
            points.iter().enumerate().fold(0, |bits: Bits, (index, &point)| {
                let touches = board.neighbors(point).iter().any(|&next| set.contains(next));
                bits | Bits::from(touches) << index
            })
        };
        let stones = Color::BOTH.map(|color| {
            points.iter().enumerate().fold(0, |bits: Bits, (index, &point)| {
                bits | Bits::from(position.stone(point) == Some(color)) << index
            })
        });
        let state = State {
            points: (0..points.len()).fold(0, |bits: Bits, index| bits | 1 << index),
            stones,
            safe: [next_to(&safe[0]), next_to(&safe[1])],
            blocks: strings.iter().map(|(_, string)| (next_to(string), Status::Racing)).collect(),
        };
        let ko = position.ko().and_then(|ko| points.iter().position(|&point| point == ko));
        PlainBoard {
            ground: Ground::new(board, points),
            colors: strings.iter().map(|(color, _)| *color).collect(),
            edges,
            root: Key { state, mover: Color::Black, ko: ko.map(|index| index as u8) },
            known: FxHashMap::default(),
            path: FxHashMap::default(),
            most,
            nodes: 0,
        }
    }

    /// How many positions were looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What becomes of a block when both sides care for nothing else.
    pub(crate) fn fate(&mut self, block: usize, first: Color) -> Result<Fate, Limit> {
        if self.achieves(Goal::Capture(block), first)? {
            return Ok(Fate::Dies);
        }
        Ok(if self.achieves(Goal::Save(block), first)? { Fate::Lives } else { Fate::Seki })
    }

    /// Which side captures first.
    pub(crate) fn outcome(&mut self, first: Color) -> Result<Outcome, Limit> {
        for achiever in [first, first.opponent()] {
            if self.achieves(Goal::First(achiever), first)? {
                return Ok(Outcome::win_of(achiever));
            }
        }
        Ok(Outcome::Seki)
    }

    /// The points where the mover keeps at least `wanted` (2 win, 1 seki).
    pub(crate) fn good_moves(&mut self, mover: Color, wanted: u8) -> Result<Vec<Point>, Limit> {
        let root = Key { mover, ..self.root.clone() };
        let mut good = Vec::new();
        for at in self.ordered(&root) {
            let mut value = None;
            for (achiever, worth) in [(mover, 2), (mover.opponent(), 0)] {
                let goal = Goal::First(achiever);
                let reached = match self.play(&root, goal, at) {
                    None => break,
                    Some(After::Decided(result)) => result,
                    Some(After::Goes(after)) => {
                        self.path.clear();
                        self.search(&after, goal, 0)?.0
                    }
                };
                if reached {
                    value = Some(worth);
                    break;
                }
                value = Some(1);
            }
            if value.is_some_and(|value| value >= wanted) {
                good.push(self.ground.points()[at]);
            }
        }
        good.sort_unstable();
        Ok(good)
    }

    fn achieves(&mut self, goal: Goal, mover: Color) -> Result<bool, Limit> {
        self.path.clear();
        let root = Key { mover, ..self.root.clone() };
        Ok(self.search(&root, goal, 0)?.0)
    }

    fn achiever(&self, goal: Goal) -> Color {
        match goal {
            Goal::Capture(block) => self.colors[block].opponent(),
            Goal::Save(block) => self.colors[block],
            Goal::First(color) => color,
        }
    }

    /// Whether the goal is reached, and the smallest ply of an open position this answer leans on.
    fn search(&mut self, key: &Key, goal: Goal, ply: usize) -> Result<(bool, usize), Limit> {
        if let Some(&known) = self.known.get(&(key.clone(), goal)) {
            return Ok((known, usize::MAX));
        }
        if let Some(&above) = self.path.get(key) {
            return Ok((false, above));
        }
        self.nodes += 1;
        if self.nodes > self.most || ply >= MOST_PLIES {
            return Err(Limit);
        }
        self.path.insert(key.clone(), ply);
        let (reached, leans_on) = self.expand(key, goal, ply)?;
        self.path.remove(key);
        if reached || leans_on >= ply {
            self.known.insert((key.clone(), goal), reached);
            return Ok((reached, usize::MAX));
        }
        Ok((reached, leans_on))
    }

    fn expand(&mut self, key: &Key, goal: Goal, ply: usize) -> Result<(bool, usize), Limit> {
        let achieving = key.mover == self.achiever(goal);
        let mut leans_on = usize::MAX;
        for at in self.ordered(key) {
            let (reached, below) = match self.play(key, goal, at) {
                None => continue,
                Some(After::Decided(result)) => (result, usize::MAX),
                Some(After::Goes(after)) => self.search(&after, goal, ply + 1)?,
            };
            if reached == achieving {
                return Ok((reached, if reached { usize::MAX } else { below }));
            }
            leans_on = leans_on.min(below);
        }
        if achieving && key.ko.is_none() {
            return Ok((false, leans_on));
        }
        let passed = Key { mover: key.mover.opponent(), ko: None, state: key.state.clone() };
        let (reached, below) = self.search(&passed, goal, ply + 1)?;
        Ok((reached, if reached { usize::MAX } else { leans_on.min(below) }))
    }

    /// The empty points, liberties of the opponent's blocks first.
    fn ordered(&self, key: &Key) -> Vec<usize> {
        let state = &key.state;
        let touched = |color: Color| {
            let all = state.blocks.iter().zip(&self.colors);
            all.filter(|((_, status), own)| *status == Status::Racing && **own == color)
                .fold(0, |bits: Bits, ((touch, _), _)| bits | touch)
        };
        let (theirs, own) = (touched(key.mover.opponent()), touched(key.mover));
        let empty = state.points & !(state.stones[0] | state.stones[1]);
        let mut order: Vec<usize> = ones(empty & theirs & !own).collect();
        order.extend(ones(empty & !theirs & !own).chain(ones(empty & own & !theirs)));
        order.extend(ones(empty & own & theirs));
        order
    }

    fn play(&self, key: &Key, goal: Goal, at: usize) -> Option<After> {
        if key.ko == Some(at as u8) {
            return None;
        }
        let mover = key.mover;
        let (own, other) = (mover.index(), mover.opponent().index());
        let mut state = key.state.clone();
        let stone: Bits = 1 << at;
        let was_empty = |state: &State| state.points & !(state.stones[0] | state.stones[1]);
        let liberties = |state: &State, block: usize| was_empty(state) & state.blocks[block].0;
        let racing = |state: &State, block: usize| state.blocks[block].1 == Status::Racing;
        // Blocks that have liberties now: only these can lose their last one by this move.
        let alive_before: Vec<bool> = (0..self.colors.len())
            .map(|block| racing(&state, block) && liberties(&state, block) != 0)
            .collect();
        state.stones[own] |= stone;
        let mut captured = 0;
        for next in ones(self.ground.around(stone) & state.stones[other]) {
            if captured >> next & 1 == 1 {
                continue;
            }
            let string = self.ground.component(next, state.stones[other]);
            let joined = string & state.safe[other] != 0
                || (0..self.colors.len()).any(|block| {
                    self.colors[block] != mover
                        && racing(&state, block)
                        && string & state.blocks[block].0 != 0
                });
            if !joined && self.ground.around(string) & was_empty(&state) == 0 {
                captured |= string;
            }
        }
        state.stones[other] &= !captured;
        let string = self.ground.component(at, state.stones[own]);
        let mine: Vec<usize> = (0..self.colors.len())
            .filter(|&block| {
                self.colors[block] == mover && racing(&state, block) && string & state.blocks[block].0 != 0
            })
            .collect();
        let joins_safe = string & state.safe[own] != 0;
        let breath = self.ground.around(string) & was_empty(&state);
        let breathless = breath == 0 && mine.is_empty() && !joins_safe;
        let ko = (captured.count_ones() == 1
            && string == stone
            && breath == captured
            && mine.is_empty()
            && !joins_safe)
            .then(|| captured.trailing_zeros() as u8);
        if !mine.is_empty() || joins_safe {
            // Stones that have joined a block are not stored any more: the points around them touch it.
            let around = self.ground.around(string);
            state.points &= !string;
            state.stones[own] &= !string;
            if let Some(&into) = mine.first() {
                let mut touch = around;
                for &block in &mine {
                    touch |= state.blocks[block].0;
                    if block != into {
                        state.blocks[block] = (0, Status::Joined(into as u8));
                    }
                }
                state.blocks[into].0 = touch;
            }
            if joins_safe {
                state.safe[own] |= around;
            }
        }
        let lost: Vec<usize> = (0..self.colors.len())
            .filter(|&block| {
                self.colors[block] != mover && alive_before[block] && liberties(&state, block) == 0
            })
            .collect();
        if breathless && lost.is_empty() {
            return None;
        }
        if joins_safe {
            for &block in &mine {
                self.leave(&mut state, block, Status::Safe);
            }
        }
        if !lost.is_empty() {
            if let Goal::First(color) = goal {
                return Some(After::Decided(mover == color));
            }
            for &block in &lost {
                self.leave(&mut state, block, Status::Captured);
                for edge in &self.edges {
                    for (here, there) in [(edge[0], edge[1]), (edge[1], edge[0])] {
                        if self.home(&state, here) == block {
                            let there = self.home(&state, there);
                            self.leave(&mut state, there, Status::Safe);
                        }
                    }
                }
            }
        }
        let dead = (0..self.colors.len()).any(|block| {
            self.colors[block] == mover && racing(&state, block) && liberties(&state, block) == 0
        });
        if dead {
            return None;
        }
        if let Some(asked) = goal.block() {
            match state.blocks[self.home(&state, asked)].1 {
                Status::Captured => return Some(After::Decided(matches!(goal, Goal::Capture(_)))),
                Status::Safe => return Some(After::Decided(matches!(goal, Goal::Save(_)))),
                Status::Racing | Status::Joined(_) => {}
            }
        }
        self.drop_idle(&mut state);
        Some(After::Goes(Key { state, mover: mover.opponent(), ko }))
    }

    /// The block that a block has become part of.
    fn home(&self, state: &State, mut block: usize) -> usize {
        while let Status::Joined(into) = state.blocks[block].1 {
            block = usize::from(into);
        }
        block
    }

    /// Takes a racing block out of the race. Safe stones stand where it stood, or where it was captured.
    fn leave(&self, state: &mut State, block: usize, status: Status) {
        if state.blocks[block].1 != Status::Racing {
            return;
        }
        let (touch, _) = std::mem::replace(&mut state.blocks[block], (0, status));
        let color =
            if status == Status::Captured { self.colors[block].opponent() } else { self.colors[block] };
        state.safe[color.index()] |= touch & state.points;
        // Loose stones beside it are safe now as well.
        let own = color.index();
        for string in self.ground.components(state.stones[own]) {
            if string & state.safe[own] != 0 {
                let around = self.ground.around(string);
                state.points &= !string;
                state.stones[own] &= !string;
                state.safe[own] |= around;
                for other in 0..self.colors.len() {
                    let joins = self.colors[other] == color
                        && state.blocks[other].1 == Status::Racing
                        && string & state.blocks[other].0 != 0;
                    if joins {
                        self.leave(state, other, Status::Safe);
                    }
                }
            }
        }
    }

    /// Forgets the parts that touch no racing block.
    fn drop_idle(&self, state: &mut State) {
        let touched = state
            .blocks
            .iter()
            .filter(|(_, status)| *status == Status::Racing)
            .fold(0, |bits: Bits, (touch, _)| bits | touch);
        let keep = self
            .ground
            .components(state.points)
            .into_iter()
            .filter(|part| part & touched != 0)
            .fold(0, |all: Bits, part| all | part);
        state.points = keep;
        for bits in state.stones.iter_mut().chain(&mut state.safe) {
            *bits &= keep;
        }
        for (touch, _) in &mut state.blocks {
            *touch &= keep;
        }
    }
}
