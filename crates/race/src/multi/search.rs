//! Exhaustive play on the board with the rules of Go, for several blocks: the witness for graphs read off boards.
//!
//! The open points of all regions are in play. A racing block is captured when its last liberty is taken; that makes its
//! neighbours safe, and the points it leaves belong to them. Safe stones are never captured, a ko may not be taken back at
//! once. Racing blocks that are joined are one block from then on; one that joins safe stones is safe. The questions are those
//! of the [`Solver`](super::Solver). As for two blocks, a position that comes back along a line counts against the achiever, and
//! a failure that leans on a position still open is not remembered.

use std::collections::HashMap;

use smallvec::SmallVec;
use tesuji_board::{Color, Point, PointSet};
use tesuji_job::{Unknown, Why};

use super::board::GroupRace;
use super::solver::{Fate, Goal};
use crate::budget::Account;
use crate::ground::{Bits, Ground, ones};
use crate::search::refused;
use crate::verdict::Outcome;

/// Deeper lines than this are not followed.
const MOST_PLIES: usize = 300;
/// Bytes of a position in the memory.
const BYTES: u64 = 320;

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
    blocks: SmallVec<[(Bits, Status); 4]>,
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

/// A searcher of one board.
pub struct GroupSearch {
    ground: Ground,
    colors: Vec<Color>,
    /// Pairs of blocks that touch.
    edges: Vec<[usize; 2]>,
    root: Key,
    known: HashMap<(Key, Goal), bool>,
    path: HashMap<Key, usize>,
    account: Account,
}

impl GroupSearch {
    /// A search of a race that looks at no more than `most` positions for all questions together, of those that the question to
    /// which the race's liberty games belong may still use.
    ///
    /// # Errors
    /// [`Why::Room`], if there are more open points than a search can hold.
    pub fn new(race: &GroupRace, most: u64) -> Result<GroupSearch, Unknown> {
        let points: Vec<Point> = race.regions.iter().flat_map(|region| region.points.iter()).collect();
        if let Some(unknown) = refused(points.len()) {
            return Err(unknown);
        }
        let board = race.position.topology();
        let next_to = |set: &PointSet| {
            points.iter().enumerate().fold(0, |bits: Bits, (index, &point)| {
                let touches = board.neighbors(point).iter().any(|&next| set.contains(next));
                bits | Bits::from(touches) << index
            })
        };
        let stones = Color::BOTH.map(|color| {
            points.iter().enumerate().fold(0, |bits: Bits, (index, &point)| {
                bits | Bits::from(race.position.stone(point) == Some(color)) << index
            })
        });
        let state = State {
            points: (0..points.len()).fold(0, |bits: Bits, index| bits | 1 << index),
            stones,
            safe: [next_to(&race.blocks.safe[0]), next_to(&race.blocks.safe[1])],
            blocks: race.strings.iter().map(|string| (next_to(string), Status::Racing)).collect(),
        };
        let ko = race.position.ko().and_then(|ko| points.iter().position(|&point| point == ko));
        Ok(GroupSearch {
            ground: Ground::new(board, points),
            colors: race.graph.blocks.iter().map(|block| block.color).collect(),
            edges: race.graph.edges.iter().map(|edge| edge.ends).collect(),
            root: Key { state, mover: Color::Black, ko: ko.map(|index| index as u8) },
            known: HashMap::new(),
            path: HashMap::new(),
            account: race.games.budget().account("searching the board", most, BYTES),
        })
    }

    /// How many positions were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.account.nodes()
    }

    /// What becomes of a block when both sides care for nothing else.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn fate(&mut self, block: usize, first: Color) -> Result<Fate, Why> {
        if self.achieves(Goal::Capture(block), first)? {
            return Ok(Fate::Dies);
        }
        Ok(if self.achieves(Goal::Save(block), first)? { Fate::Lives } else { Fate::Seki })
    }

    /// Which side captures first.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn outcome(&mut self, first: Color) -> Result<Outcome, Why> {
        for achiever in [first, first.opponent()] {
            if self.achieves(Goal::First(achiever), first)? {
                return Ok(Outcome::win_of(achiever));
            }
        }
        Ok(Outcome::Seki)
    }

    fn achieves(&mut self, goal: Goal, mover: Color) -> Result<bool, Why> {
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
    fn search(&mut self, key: &Key, goal: Goal, ply: usize) -> Result<(bool, usize), Why> {
        if let Some(&known) = self.known.get(&(key.clone(), goal)) {
            return Ok((known, usize::MAX));
        }
        if let Some(&above) = self.path.get(key) {
            return Ok((false, above));
        }
        self.account.node()?;
        if ply >= MOST_PLIES {
            return Err(Why::Depth);
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

    fn expand(&mut self, key: &Key, goal: Goal, ply: usize) -> Result<(bool, usize), Why> {
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
        if achieving {
            return Ok((false, leans_on));
        }
        let passed = Key { mover: key.mover.opponent(), ko: None, state: key.state.clone() };
        self.search(&passed, goal, ply + 1)
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
        let alive_before: SmallVec<[bool; 8]> = (0..self.colors.len())
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
        let mine: SmallVec<[usize; 8]> = (0..self.colors.len())
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
        let lost: SmallVec<[usize; 8]> = (0..self.colors.len())
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
