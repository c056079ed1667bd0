//! Exhaustive play in a graph of blocks: the exact answer.
//!
//! A state is what every block that still races has in its regions, the shared liberties and the side to move; boards do
//! not come into it. Every question is one of yes and no ([`Goal`]): one side, the *achiever*, wants something to happen, and
//! the other side prevents it. The achiever never passes, for the other side would pass as well and nothing would happen any
//! more; the other side may. Every other move takes a liberty or descends in a tree, so play is finite.
//!
//! What keeps the states few:
//!
//! - The regions of one block are one sorted sum, so that equal games are interchangeable; such a sum is numbered once (a
//!   *stand*) and knows its followers. Plain liberties are added up and kept apart from it.
//! - Blocks that are captured or safe leave the state: liberties shared with a safe block are plain liberties of the other.
//!   Where a single block is asked about, blocks that no path of racing blocks joins to it leave as well, for a move there is no
//!   better than a pass.
//! - *More plain liberties never hurt their owner.* Whoever has one more can play as without it; if the opponent takes it, that
//!   is a pass. So an answer for some numbers of plain liberties is the answer for all numbers that are better for the same
//!   side, and only the extreme ones are remembered. For the same reason it is never bad for the achiever to have the move.
//! - *A hot game lies between two numbers*: the least and the most that a score at its end can be, with the attacker's moves on
//!   the way there added. If the achiever succeeds with the worse numbers in place of all hot games, the achiever succeeds;
//!   with the better ones correspondingly. (The owner's moves in the game are passes in the number; each move of the attacker
//!   takes one from it.)
//!
//! Rules of the abstract play (spec, section 5): fill an opponent's liberty, move in one's own hot region, fill a shared
//! liberty; the last liberty of an eye only as the move that captures; no move may leave one's own block without liberties
//! unless it captures; passing is allowed, and two passes end the play.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_job::{Unknown, Why};

use super::graph::Graph;
use crate::budget::Account;
use crate::liberty::{Finish, Kind, LibertyGames, NodeId, Parts};
use crate::race::{EyeClass, Kos, options};
use crate::verdict::Outcome;

/// What becomes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// It is captured.
    Dies,
    /// It is neither captured nor safe when both sides have stopped.
    Seki,
    /// A neighbour of it is captured, or it has two eyes.
    Lives,
}

impl Fate {
    /// The word used in tables and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fate::Dies => "dies",
            Fate::Seki => "seki",
            Fate::Lives => "lives",
        }
    }
}

impl std::fmt::Display for Fate {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What one side wants to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The block with this index is captured.
    Capture(usize),
    /// The block with this index becomes safe.
    Save(usize),
    /// This side captures before it loses a block.
    First(Color),
}

impl Goal {
    /// The block that is asked about, if it is one block.
    #[must_use]
    pub fn block(self) -> Option<usize> {
        match self {
            Goal::Capture(block) | Goal::Save(block) => Some(block),
            Goal::First(_) => None,
        }
    }
}

/// What abstract play does not see in a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// Big eyes of different classes and shared liberties: the owner of the larger one gains by capturing inside, which
    /// scores do not show.
    #[error("shared liberties between big eyes of different size ({0} and {1}) are not played out")]
    BigEyes(String, String),
    /// Kos in a region may matter: the play of scores has no ko.
    #[error("the ko in region {0} may matter")]
    Ko(String),
    /// A capture may reopen a region whose score does not show it.
    #[error("a capture may reopen region {0}")]
    Reopening(String),
    /// A region in which an eye may come about: the play of scores does not know when the last liberty may be taken.
    #[error("region {0} may become an eye or not")]
    PossibleEye(String),
}

impl From<Unsolved> for Unknown {
    fn from(unsolved: Unsolved) -> Unknown {
        Unknown::new(Why::OutOfReach, unsolved.to_string())
    }
}

/// Longer lines than this are not followed.
const MOST_PLIES: usize = 1200;
/// Bytes of a state in the memory.
const BYTES: u64 = 256;

/// The stand of a block that has left the race.
const OUT: u32 = u32::MAX;
/// The stand of a block with nothing but plain liberties.
const PLAIN: u32 = 0;

type Numbers = SmallVec<[u32; 4]>;

/// Where every block stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    /// The stands of the blocks, without their plain liberties.
    stands: Numbers,
    /// The plain liberties of the blocks.
    plain: Numbers,
    /// The shared liberties of the edges.
    shared: Numbers,
}

/// A question without the numbers of plain liberties.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    stands: Numbers,
    shared: Numbers,
    goal: Goal,
    mover: Color,
}

/// Plain liberties of all blocks, those of the preventing side negative.
type Signed = SmallVec<[i32; 4]>;

/// Numbers of plain liberties with which the goal is just reached, and just not.
#[derive(Debug, Default)]
struct Frontier {
    reached: Vec<Signed>,
    missed: Vec<Signed>,
}

/// Whether every number is at least the other's.
fn at_least(one: &Signed, other: &Signed) -> bool {
    one.iter().zip(other).all(|(one, other)| one >= other)
}

/// Whether one of them fits. What has been found is found sooner the next time.
fn find(all: &mut [Signed], fits: impl Fn(&Signed) -> bool) -> bool {
    let Some(at) = all.iter().position(fits) else { return false };
    all.swap(at, at / 2);
    true
}

/// A sum of liberty games of one block, without plain liberties.
#[derive(Debug)]
struct Stand {
    parts: Parts,
    breathes: bool,
    lives: bool,
    /// Nothing but scores, at most one of them an eye: opponents who are in no hurry capture it for certain.
    settled: bool,
    /// The eye and other scores, which stay when hot games are replaced by numbers.
    scores: Parts,
    /// What the hot games come to at least and at most, the attacker's moves counted; none if life or eyes are in play.
    bounds: Option<(u32, u32)>,
    /// The same with the scores, as far as it is known.
    least: u32,
    most: u32,
    /// What it becomes by a move of the attacker and of the owner.
    followers: Option<[Followers; 2]>,
}

/// A stand with plain liberties that come about, and whether the move there is legal only as the last.
type Followers = SmallVec<[(u32, u32, bool); 4]>;

/// A player of graphs with a memory.
pub struct Solver<'a> {
    games: &'a mut LibertyGames,
    colors: Vec<Color>,
    edges: Vec<[usize; 2]>,
    root: Cells,
    stands: Vec<Stand>,
    numbers: FxHashMap<Parts, u32>,
    known: FxHashMap<Key, Frontier>,
    account: Account,
}

/// What a move did.
enum After {
    /// The question is answered.
    Decided(bool),
    /// Play goes on.
    Goes(Cells),
}

/// A move: what it leads to, the own block and the opposing block it takes a liberty from.
struct Attempt {
    after: Cells,
    own: Option<usize>,
    opposing: Option<usize>,
    last_only: bool,
    rank: u32,
}

impl<'a> Solver<'a> {
    /// A player that looks at no more than `most` states for all questions together, of those that the question to which the
    /// games belong may still use.
    ///
    /// # Errors
    /// [`Unsolved`], if the abstract rules do not say enough about these liberty games.
    pub fn new(games: &'a mut LibertyGames, graph: &Graph, most: u64) -> Result<Solver<'a>, Unsolved> {
        check(games, graph)?;
        let account = games.budget().account("playing the graph", most, BYTES);
        let empty = Cells { stands: Numbers::new(), plain: Numbers::new(), shared: Numbers::new() };
        let mut solver = Solver {
            games,
            colors: graph.blocks.iter().map(|block| block.color).collect(),
            edges: graph.edges.iter().map(|edge| edge.ends).collect(),
            root: empty,
            stands: Vec::new(),
            numbers: FxHashMap::default(),
            known: FxHashMap::default(),
            account,
        };
        let (plain, _) = solver.stand(Parts::new());
        debug_assert_eq!(plain, PLAIN);
        solver.root = solver.cells(graph, &vec![false; graph.blocks.len()]);
        Ok(solver)
    }

    /// How many states were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.account.nodes()
    }

    /// What becomes of a block when both sides care for nothing else.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn fate(&mut self, block: usize, first: Color) -> Result<Fate, Why> {
        let root = self.root.clone();
        self.fate_at(&root, block, first)
    }

    /// Which side captures first.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub fn outcome(&mut self, first: Color) -> Result<Outcome, Why> {
        let root = self.root.clone();
        self.outcome_at(&root, first)
    }

    /// The liberty games, for reading.
    pub fn games(&mut self) -> &mut LibertyGames {
        self.games
    }

    pub(super) fn outcome_at(&mut self, cells: &Cells, mover: Color) -> Result<Outcome, Why> {
        for achiever in [mover, mover.opponent()] {
            if self.achieves(cells, Goal::First(achiever), mover)? {
                return Ok(Outcome::win_of(achiever));
            }
        }
        Ok(Outcome::Seki)
    }

    pub(super) fn fate_at(&mut self, cells: &Cells, block: usize, mover: Color) -> Result<Fate, Why> {
        if self.achieves(cells, Goal::Capture(block), mover)? {
            return Ok(Fate::Dies);
        }
        Ok(if self.achieves(cells, Goal::Save(block), mover)? { Fate::Lives } else { Fate::Seki })
    }

    /// The side that wants the goal.
    fn achiever(&self, goal: Goal) -> Color {
        match goal {
            Goal::Capture(block) => self.colors[block].opponent(),
            Goal::Save(block) => self.colors[block],
            Goal::First(color) => color,
        }
    }

    /// Whether the goal is reached with `mover` to move.
    pub(super) fn achieves(&mut self, cells: &Cells, goal: Goal, mover: Color) -> Result<bool, Why> {
        match self.settle(cells.clone(), goal) {
            After::Decided(result) => Ok(result),
            After::Goes(cells) => self.search(&cells, goal, mover, 0),
        }
    }

    /// The state of a graph in which these blocks are out of the race: captured, or safe. Liberties that a safe block shares
    /// are still liberties of the other; a captured block shares none.
    pub(super) fn cells(&mut self, graph: &Graph, out: &[bool]) -> Cells {
        let mut cells = Cells { stands: Numbers::new(), plain: Numbers::new(), shared: Numbers::new() };
        for (index, block) in graph.blocks.iter().enumerate() {
            if out[index] {
                cells.stands.push(OUT);
                cells.plain.push(0);
                continue;
            }
            let mut parts: Parts =
                block.regions.iter().flat_map(|region| region.parts.iter().copied()).collect();
            for edge in &graph.edges {
                if edge.across(index).is_some_and(|other| out[other]) {
                    parts.push(self.games.score(edge.shared, Finish::PLAIN));
                }
            }
            let (stand, plain) = self.stand(parts);
            cells.stands.push(stand);
            cells.plain.push(plain);
        }
        for edge in &graph.edges {
            cells.shared.push(if edge.ends.iter().any(|&end| out[end]) { 0 } else { edge.shared });
        }
        cells
    }

    /// The number of a sum without its plain liberties, and these.
    fn stand(&mut self, parts: Parts) -> (u32, u32) {
        let mut plain = 0u32;
        let mut rest = Parts::new();
        for id in self.games.combine(parts) {
            let node = self.games.node(id);
            match (node.kind, node.finish) {
                (Kind::Score(moves), Finish::PLAIN) if !node.hides_reopening => {
                    plain = plain.saturating_add(moves);
                }
                _ => rest.push(id),
            }
        }
        if let Some(&number) = self.numbers.get(&rest) {
            return (number, plain);
        }
        let node = |id| self.games.node(id);
        let is_score = |id| matches!(node(id).kind, Kind::Score(_));
        let eyes = rest.iter().filter(|&&id| node(id).finish.eye).count();
        let sure_eyes = rest.iter().filter(|&&id| is_score(id) && node(id).finish.is_eye()).count();
        let scores: Parts = rest.iter().copied().filter(|&id| is_score(id)).collect();
        let hot: Parts = rest.iter().copied().filter(|&id| !is_score(id)).collect();
        let fixed = scores.iter().fold(0u32, |sum, &id| match node(id).kind {
            Kind::Score(moves) => sum.saturating_add(moves),
            _ => sum,
        });
        let bounds = bounds(self.games, &hot);
        let stand = Stand {
            least: fixed.saturating_add(bounds.map_or(0, |(least, _)| least)),
            most: fixed.saturating_add(bounds.map_or(u32::MAX, |(_, most)| most)),
            breathes: self.games.breathes(&rest),
            lives: rest.iter().any(|&id| node(id).kind == Kind::Alive) || sure_eyes > 1,
            settled: hot.is_empty() && eyes < 2,
            bounds,
            scores,
            followers: None,
            parts: rest.clone(),
        };
        let number = self.stands.len() as u32;
        self.stands.push(stand);
        self.numbers.insert(rest, number);
        (number, plain)
    }

    fn expand(&mut self, number: u32) {
        if self.stands[number as usize].followers.is_some() {
            return;
        }
        let parts = self.stands[number as usize].parts.clone();
        let followers = [false, true].map(|by_owner| {
            let mut all = Followers::new();
            for (to, last_only) in options(self.games, &parts, by_owner) {
                let (to, plain) = self.stand(to);
                if !all.contains(&(to, plain, last_only)) {
                    all.push((to, plain, last_only));
                }
            }
            all
        });
        self.stands[number as usize].followers = Some(followers);
    }

    fn across(&self, edge: usize, block: usize) -> Option<usize> {
        match self.edges[edge] {
            [one, other] if one == block => Some(other),
            [one, other] if other == block => Some(one),
            _ => None,
        }
    }

    fn breathes(&self, cells: &Cells, block: usize) -> bool {
        cells.plain[block] > 0
            || self.stands[cells.stands[block] as usize].breathes
            || self.edges.iter().zip(&cells.shared).any(|(edge, &shared)| shared > 0 && edge.contains(&block))
    }

    /// About how many liberties a block has.
    fn liberties(&self, cells: &Cells, block: usize) -> u32 {
        let shared = self.edges.iter().zip(&cells.shared).filter(|(edge, _)| edge.contains(&block));
        let hot = self.stands[cells.stands[block] as usize].bounds.map_or(4, |(least, _)| least);
        shared.fold(cells.plain[block].saturating_add(hot), |sum, (_, &shared)| sum.saturating_add(shared))
    }

    /// Makes a block safe: it leaves, and what it shares are plain liberties of the others.
    fn make_safe(&self, cells: &mut Cells, block: usize) {
        cells.stands[block] = OUT;
        cells.plain[block] = 0;
        for edge in 0..self.edges.len() {
            let Some(other) = self.across(edge, block) else { continue };
            let shared = std::mem::take(&mut cells.shared[edge]);
            if cells.stands[other] != OUT {
                cells.plain[other] = cells.plain[other].saturating_add(shared);
            }
        }
    }

    /// Takes a block away that is captured, or that does not matter.
    fn take_away(&self, cells: &mut Cells, block: usize) {
        cells.stands[block] = OUT;
        cells.plain[block] = 0;
        for (edge, shared) in self.edges.iter().zip(&mut cells.shared) {
            if edge.contains(&block) {
                *shared = 0;
            }
        }
    }

    /// Lets living blocks leave, answers what can be answered, drops what the question does not reach.
    fn settle(&self, mut cells: Cells, goal: Goal) -> After {
        for block in 0..self.colors.len() {
            if cells.stands[block] != OUT && self.stands[cells.stands[block] as usize].lives {
                if goal.block() == Some(block) {
                    return After::Decided(matches!(goal, Goal::Save(_)));
                }
                self.make_safe(&mut cells, block);
            }
        }
        let Some(asked) = goal.block() else { return After::Goes(cells) };
        let mut reached: SmallVec<[usize; 8]> = SmallVec::new();
        reached.push(asked);
        let mut next = 0;
        while let Some(&block) = reached.get(next) {
            next += 1;
            for edge in 0..self.edges.len() {
                if let Some(other) = self.across(edge, block)
                    && cells.stands[other] != OUT
                    && !reached.contains(&other)
                {
                    reached.push(other);
                }
            }
        }
        if reached.len() == 1 && self.stands[cells.stands[asked] as usize].settled {
            return After::Decided(matches!(goal, Goal::Capture(_)));
        }
        for block in 0..self.colors.len() {
            if cells.stands[block] != OUT && !reached.contains(&block) {
                self.take_away(&mut cells, block);
            }
        }
        After::Goes(cells)
    }

    /// What a move has done; `None` if it is illegal.
    fn complete(&self, attempt: Attempt, goal: Goal, mover: Color) -> Option<After> {
        let Attempt { after: mut cells, own, opposing, last_only, .. } = attempt;
        let Some(captured) = opposing.filter(|&block| !self.breathes(&cells, block)) else {
            let legal = !last_only && own.is_none_or(|block| self.breathes(&cells, block));
            return legal.then(|| self.settle(cells, goal));
        };
        match goal {
            Goal::First(color) => return Some(After::Decided(mover == color)),
            Goal::Capture(block) | Goal::Save(block) if block == captured => {
                return Some(After::Decided(matches!(goal, Goal::Capture(_))));
            }
            _ => {}
        }
        let saved: SmallVec<[usize; 8]> = (0..self.edges.len())
            .filter_map(|edge| self.across(edge, captured))
            .filter(|&block| cells.stands[block] != OUT)
            .collect();
        self.take_away(&mut cells, captured);
        for block in saved {
            if goal.block() == Some(block) {
                return Some(After::Decided(matches!(goal, Goal::Save(_))));
            }
            self.make_safe(&mut cells, block);
        }
        Some(self.settle(cells, goal))
    }

    /// What the legal moves of `mover` do, the most urgent first.
    fn moves(&mut self, cells: &Cells, goal: Goal, mover: Color) -> SmallVec<[After; 12]> {
        let mut attempts: SmallVec<[Attempt; 12]> = SmallVec::new();
        let wanted = goal.block().filter(|&block| self.colors[block] != mover);
        for block in 0..self.colors.len() {
            let number = cells.stands[block];
            if number == OUT {
                continue;
            }
            self.expand(number);
            let attacking = self.colors[block] != mover;
            let (own, opposing) = if attacking { (None, Some(block)) } else { (Some(block), None) };
            let stand = &self.stands[number as usize];
            let hot = !stand.settled;
            let liberties = self.liberties(cells, block).min(900);
            let fill = if wanted.is_none_or(|wanted| wanted == block) { 3000 } else { 4000 } + liberties;
            if let Some(followers) = &stand.followers {
                for &(to, plain, last_only) in &followers[usize::from(!attacking)] {
                    let mut after = cells.clone();
                    after.stands[block] = to;
                    after.plain[block] = after.plain[block].saturating_add(plain);
                    let middle = |number: u32| {
                        self.stands[number as usize]
                            .bounds
                            .map_or(8u32, |(least, most)| least.saturating_add(most))
                    };
                    let gain = (middle(to).saturating_add(2 * plain)).abs_diff(middle(number));
                    let rank = if hot { 2000 - gain.min(1000) } else { fill + 1 };
                    attempts.push(Attempt { after, own, opposing, last_only, rank });
                }
            }
            if attacking && cells.plain[block] > 0 {
                let mut after = cells.clone();
                after.plain[block] -= 1;
                attempts.push(Attempt { after, own, opposing, last_only: false, rank: fill });
            }
        }
        for (edge, &[one, other]) in self.edges.iter().enumerate() {
            if cells.shared[edge] == 0 {
                continue;
            }
            let (own, opposing) = if self.colors[one] == mover { (one, other) } else { (other, one) };
            let mut after = cells.clone();
            after.shared[edge] -= 1;
            let rank = 6000 + self.liberties(cells, opposing).min(900);
            attempts.push(Attempt {
                after,
                own: Some(own),
                opposing: Some(opposing),
                last_only: false,
                rank,
            });
        }
        let mut found: SmallVec<[(u32, After); 12]> = SmallVec::new();
        for attempt in attempts {
            let rank = attempt.rank;
            if let Some(after) = self.complete(attempt, goal, mover) {
                found.push((if matches!(after, After::Decided(_)) { 0 } else { rank }, after));
            }
        }
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, after)| after).collect()
    }

    /// The plain liberties with signs: the larger, the better for the achiever.
    fn signed(&self, goal: Goal, plain: &Numbers) -> Signed {
        let achiever = self.achiever(goal);
        let sign = |(&color, &count): (&Color, &u32)| {
            let count = i32::try_from(count).unwrap_or(i32::MAX);
            if color == achiever { count } else { -count }
        };
        self.colors.iter().zip(plain).map(sign).collect()
    }

    fn known(&mut self, key: &Key, plain: &Signed) -> Option<bool> {
        let frontier = self.known.get_mut(key)?;
        if find(&mut frontier.reached, |known| at_least(plain, known)) {
            return Some(true);
        }
        find(&mut frontier.missed, |known| at_least(known, plain)).then_some(false)
    }

    fn remember(&mut self, key: Key, plain: Signed, result: bool) {
        let frontier = self.known.entry(key).or_default();
        if result {
            frontier.reached.retain(|known| !at_least(known, &plain));
            frontier.reached.push(plain);
        } else {
            frontier.missed.retain(|known| !at_least(&plain, known));
            frontier.missed.push(plain);
        }
    }

    /// The state with numbers in place of all hot games, as bad or as good for the achiever as they can be.
    fn bounded(&mut self, cells: &Cells, achiever: Color, good: bool) -> Option<Cells> {
        let mut bounded = cells.clone();
        for block in 0..self.colors.len() {
            let number = cells.stands[block];
            if number == OUT || number == PLAIN {
                continue;
            }
            let stand = &self.stands[number as usize];
            let (least, most) = stand.bounds?;
            let scores = stand.scores.clone();
            let more = if (self.colors[block] == achiever) == good { most } else { least };
            let (stand, plain) = self.stand(scores);
            bounded.stands[block] = stand;
            bounded.plain[block] = bounded.plain[block].saturating_add(more).saturating_add(plain);
        }
        Some(bounded)
    }

    /// Whether a side captures one of these blocks by filling its liberties one after the other, whatever the opponent does:
    /// nothing of its own can be captured in the meantime. (Where this says no, it may still be so.)
    fn captures_surely(
        &self,
        cells: &Cells,
        side: Color,
        mover: Color,
        targets: impl Fn(usize) -> bool,
    ) -> bool {
        let late = u32::from(mover != side);
        let racing = |side: Color| {
            (0..self.colors.len())
                .filter(move |&block| self.colors[block] == side && cells.stands[block] != OUT)
        };
        racing(side.opponent()).filter(|&block| targets(block)).any(|target| {
            let stand = &self.stands[cells.stands[target] as usize];
            let mut needed = cells.plain[target].saturating_add(stand.most).saturating_add(late);
            for (edge, &shared) in self.edges.iter().zip(&cells.shared) {
                needed = needed.saturating_add(if edge.contains(&target) { shared } else { 0 });
            }
            racing(side).all(|own| {
                let mut safe = cells.plain[own].saturating_add(self.stands[cells.stands[own] as usize].least);
                for (edge, &shared) in self.edges.iter().zip(&cells.shared) {
                    let counts = edge.contains(&own) && !edge.contains(&target);
                    safe = safe.saturating_add(if counts { shared } else { 0 });
                }
                safe >= needed
            })
        })
    }

    /// The answer, if plain filling settles the question.
    fn at_once(&self, cells: &Cells, goal: Goal, mover: Color) -> Option<bool> {
        let achiever = self.achiever(goal);
        let preventer = achiever.opponent();
        let touches = |block: usize, other: usize| {
            self.edges.iter().any(|edge| edge.contains(&block) && edge.contains(&other))
        };
        let (reached, missed) = match goal {
            Goal::First(_) => (
                self.captures_surely(cells, achiever, mover, |_| true),
                self.captures_surely(cells, preventer, mover, |_| true),
            ),
            Goal::Capture(asked) => (
                self.captures_surely(cells, achiever, mover, |block| block == asked),
                self.captures_surely(cells, preventer, mover, |block| touches(block, asked)),
            ),
            Goal::Save(asked) => (
                self.captures_surely(cells, achiever, mover, |block| touches(block, asked)),
                self.captures_surely(cells, preventer, mover, |block| block == asked),
            ),
        };
        match (reached, missed) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    fn search(&mut self, cells: &Cells, goal: Goal, mover: Color, ply: usize) -> Result<bool, Why> {
        let achiever = self.achiever(goal);
        let achieving = mover == achiever;
        if let Some(known) = self.at_once(cells, goal, mover) {
            return Ok(known);
        }
        let plain = self.signed(goal, &cells.plain);
        let mut key = Key { stands: cells.stands.clone(), shared: cells.shared.clone(), goal, mover };
        if let Some(known) = self.known(&key, &plain) {
            return Ok(known);
        }
        // It is never bad for the achiever to have the move.
        key.mover = mover.opponent();
        if self.known(&key, &plain) == Some(achieving) {
            return Ok(achieving);
        }
        key.mover = mover;
        self.account.node()?;
        if ply >= MOST_PLIES {
            return Err(Why::Depth);
        }
        let result = self.search_new(cells, goal, mover, ply)?;
        self.remember(key, plain, result);
        Ok(result)
    }

    /// The answer, if it is known already or settled by plain filling.
    fn without_search(&mut self, cells: &Cells, goal: Goal, mover: Color) -> Option<bool> {
        if let Some(known) = self.at_once(cells, goal, mover) {
            return Some(known);
        }
        let plain = self.signed(goal, &cells.plain);
        let key = Key { stands: cells.stands.clone(), shared: cells.shared.clone(), goal, mover };
        self.known(&key, &plain)
    }

    fn search_new(&mut self, cells: &Cells, goal: Goal, mover: Color, ply: usize) -> Result<bool, Why> {
        let achiever = self.achiever(goal);
        let achieving = mover == achiever;
        for good in [false, true] {
            if let Some(bounded) = self.bounded(cells, achiever, good)
                && bounded != *cells
                && self.search(&bounded, goal, mover, ply + 1)? != good
            {
                return Ok(!good);
            }
        }
        let moves = self.moves(cells, goal, mover);
        // A move that is known to be good makes all others unnecessary.
        for after in &moves {
            let known = match after {
                After::Decided(result) => Some(*result),
                After::Goes(cells) => self.without_search(cells, goal, mover.opponent()),
            };
            if known == Some(achieving) {
                return Ok(achieving);
            }
        }
        for after in moves {
            let reached = match after {
                After::Decided(result) => result,
                After::Goes(cells) => self.search(&cells, goal, mover.opponent(), ply + 1)?,
            };
            if reached == achieving {
                return Ok(achieving);
            }
        }
        if achieving {
            return Ok(false);
        }
        // The preventing side may pass.
        self.search(cells, goal, mover.opponent(), ply + 1)
    }
}

/// What hot games come to at least and at most when they are played out, the attacker's moves counted; nothing if life, eyes
/// or moves that are legal only as the last are in play.
fn bounds(games: &LibertyGames, parts: &[NodeId]) -> Option<(u32, u32)> {
    let mut sum = (0u32, 0u32);
    for &id in parts {
        let node = games.node(id);
        let (least, most) = match node.kind {
            Kind::Score(moves) if !node.finish.eye => (moves, moves),
            Kind::Hot if !node.finish.eye && !node.may_live => {
                let mut found: Option<(u32, u32)> = (!node.breathes).then_some((0, 0));
                let ways = node.attacker.iter().map(|branch| (branch, 1));
                for (branch, moves) in ways.chain(node.defender.iter().map(|branch| (branch, 0))) {
                    if branch.last_only {
                        return None;
                    }
                    let (least, most) = bounds(games, &branch.to)?;
                    let (low, high) = found.unwrap_or((u32::MAX, 0));
                    found =
                        Some((low.min(least.saturating_add(moves)), high.max(most.saturating_add(moves))));
                }
                found?
            }
            _ => return None,
        };
        sum = (sum.0.saturating_add(least), sum.1.saturating_add(most));
    }
    Some(sum)
}

/// What the play of scores cannot see.
fn check(games: &LibertyGames, graph: &Graph) -> Result<(), Unsolved> {
    for edge in graph.edges.iter().filter(|edge| edge.shared > 0) {
        let [one, other] = edge.ends.map(|end| &graph.blocks[end]);
        if one.eye != other.eye && one.eye.max(other.eye) > EyeClass::Small {
            return Err(Unsolved::BigEyes(one.name.clone(), other.name.clone()));
        }
    }
    for (index, block) in graph.blocks.iter().enumerate() {
        let shares = graph.neighbors(index).any(|(_, shared)| shared > 0);
        let eyes = block.regions.iter().filter(|region| games.finish(&region.parts).eye).count();
        for region in &block.regions {
            let name = || region.name.to_string();
            if region.kos == Kos::Small {
                return Err(Unsolved::Ko(name()));
            }
            if region.parts.iter().any(|&id| games.node(id).hides_reopening) {
                return Err(Unsolved::Reopening(name()));
            }
            let finish = games.finish(&region.parts);
            if finish.eye && finish.plain && (shares || eyes > 1) {
                return Err(Unsolved::PossibleEye(name()));
            }
        }
    }
    Ok(())
}
