//! Exhaustive play in a graph of blocks: the exact answer.
//!
//! A state is what every block that still races has in its regions, the shared liberties and the side to move; boards do
//! not come into it. Every question is one of yes and no ([`Goal`]): one side, the *achiever*, wants something to happen, and
//! the other side prevents it. The achiever never passes, for the other side would pass as well and nothing would happen any
//! more; the other side may. Every other move takes a liberty or descends in a tree, so play is finite.
//!
//! Three things keep the states few. The regions of one block are one sorted sum, with all plain liberties added up, so that
//! equal games are interchangeable; such a sum is numbered once (a *stand*) and knows its followers. Blocks that are captured
//! or safe leave the state: liberties shared with a safe block are plain liberties of the other. And where a single block is
//! asked about, blocks that no path of racing blocks joins to it leave the state as well, for a move there is no better than a
//! pass.
//!
//! Rules of the abstract play (spec, section 5): fill an opponent's liberty, move in one's own hot region, fill a shared
//! liberty; the last liberty of an eye only as the move that captures; no move may leave one's own block without liberties
//! unless it captures; passing is allowed, and two passes end the play.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tesuji_board::Color;

use super::graph::Graph;
use crate::liberty::{Finish, Kind, LibertyGames, Parts};
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

/// Why exhaustive play gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// More states than were allowed.
    #[error("exhaustive play needs more than {limit} states")]
    Limit {
        /// The limit.
        limit: u64,
    },
    /// The work was stopped from outside.
    #[error("exhaustive play was stopped")]
    Stopped,
    /// Longer lines than can be followed.
    #[error("lines of more than {MOST_PLIES} moves are not played out")]
    TooLong,
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

/// Longer lines than this are not followed.
const MOST_PLIES: usize = 1200;

/// The stand of a block that has left the race.
const OUT: u32 = u32::MAX;

/// The blocks' stands, then the shared liberties of the edges.
type Cells = SmallVec<[u32; 10]>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    cells: Cells,
    goal: Goal,
    mover: Color,
}

/// A sum of liberty games of one block.
#[derive(Debug)]
struct Stand {
    parts: Parts,
    breathes: bool,
    lives: bool,
    /// Nothing but scores, at most one of them an eye: opponents who are in no hurry capture it for certain.
    settled: bool,
    /// How many moves the attacker needs at least.
    least: u32,
    /// What it becomes by a move of the attacker and of the owner, and whether that move is legal only as the last.
    followers: Option<[Followers; 2]>,
}

type Followers = SmallVec<[(u32, bool); 4]>;

/// A player of graphs with a memory and a limit.
pub struct Solver<'a> {
    games: &'a mut LibertyGames,
    colors: Vec<Color>,
    edges: Vec<[usize; 2]>,
    root: Cells,
    stands: Vec<Stand>,
    numbers: FxHashMap<Parts, u32>,
    known: FxHashMap<Key, bool>,
    limit: u64,
    /// How many states were looked at.
    pub states: u64,
}

/// What a move did.
enum After {
    /// The question is answered.
    Decided(bool),
    /// Play goes on.
    Goes(Cells),
}

impl<'a> Solver<'a> {
    /// A player that looks at no more than `limit` states for all questions together.
    ///
    /// # Errors
    /// [`Unsolved`], if the abstract rules do not say enough about these liberty games.
    pub fn new(games: &'a mut LibertyGames, graph: &Graph, limit: u64) -> Result<Solver<'a>, Unsolved> {
        check(games, graph)?;
        let mut solver = Solver {
            games,
            colors: graph.blocks.iter().map(|block| block.color).collect(),
            edges: graph.edges.iter().map(|edge| edge.ends).collect(),
            root: Cells::new(),
            stands: Vec::new(),
            numbers: FxHashMap::default(),
            known: FxHashMap::default(),
            limit,
            states: 0,
        };
        solver.root = solver.cells(graph, &vec![false; graph.blocks.len()]);
        Ok(solver)
    }

    /// What becomes of a block when both sides care for nothing else.
    ///
    /// # Errors
    /// [`Unsolved::Limit`], [`Unsolved::Stopped`] or [`Unsolved::TooLong`].
    pub fn fate(&mut self, block: usize, first: Color) -> Result<Fate, Unsolved> {
        let root = self.root.clone();
        self.fate_at(&root, block, first)
    }

    /// Which side captures first.
    ///
    /// # Errors
    /// [`Unsolved::Limit`], [`Unsolved::Stopped`] or [`Unsolved::TooLong`].
    pub fn outcome(&mut self, first: Color) -> Result<Outcome, Unsolved> {
        let root = self.root.clone();
        self.outcome_at(&root, first)
    }

    /// The liberty games, for reading.
    pub fn games(&mut self) -> &mut LibertyGames {
        self.games
    }

    pub(super) fn outcome_at(&mut self, cells: &Cells, mover: Color) -> Result<Outcome, Unsolved> {
        for achiever in [mover, mover.opponent()] {
            if self.achieves(cells, Goal::First(achiever), mover)? {
                return Ok(Outcome::win_of(achiever));
            }
        }
        Ok(Outcome::Seki)
    }

    pub(super) fn fate_at(&mut self, cells: &Cells, block: usize, mover: Color) -> Result<Fate, Unsolved> {
        if self.achieves(cells, Goal::Capture(block), mover)? {
            return Ok(Fate::Dies);
        }
        Ok(if self.achieves(cells, Goal::Save(block), mover)? { Fate::Lives } else { Fate::Seki })
    }

    /// The side that wants the goal.
    pub(super) fn achiever(&self, goal: Goal) -> Color {
        match goal {
            Goal::Capture(block) => self.colors[block].opponent(),
            Goal::Save(block) => self.colors[block],
            Goal::First(color) => color,
        }
    }

    /// Whether the goal is reached with `mover` to move.
    pub(super) fn achieves(&mut self, cells: &Cells, goal: Goal, mover: Color) -> Result<bool, Unsolved> {
        match self.settle(cells.clone(), goal) {
            After::Decided(result) => Ok(result),
            After::Goes(cells) => self.search(cells, goal, mover, 0),
        }
    }

    /// The state of a graph in which these blocks are out of the race: captured, or safe. Liberties that a safe block shares
    /// are still liberties of the other; a captured block shares none.
    pub(super) fn cells(&mut self, graph: &Graph, out: &[bool]) -> Cells {
        let mut cells = Cells::new();
        for (index, block) in graph.blocks.iter().enumerate() {
            if out[index] {
                cells.push(OUT);
                continue;
            }
            let mut parts: Parts =
                block.regions.iter().flat_map(|region| region.parts.iter().copied()).collect();
            for edge in &graph.edges {
                if edge.across(index).is_some_and(|other| out[other]) {
                    parts.push(self.games.score(edge.shared, Finish::PLAIN));
                }
            }
            cells.push(self.stand(parts));
        }
        for edge in &graph.edges {
            cells.push(if edge.ends.iter().any(|&end| out[end]) { 0 } else { edge.shared });
        }
        cells
    }

    fn stand(&mut self, parts: Parts) -> u32 {
        let parts = self.games.combine(parts);
        if let Some(&number) = self.numbers.get(&parts) {
            return number;
        }
        let node = |id| self.games.node(id);
        let eyes = parts
            .iter()
            .filter(|&&id| matches!(node(id).kind, Kind::Score(1..)) && node(id).finish.eye)
            .count();
        let sure_eyes = parts
            .iter()
            .filter(|&&id| matches!(node(id).kind, Kind::Score(1..)) && node(id).finish.is_eye())
            .count();
        let least = parts.iter().fold(0u32, |sum, &id| {
            sum.saturating_add(match node(id).kind {
                Kind::Score(moves) => moves,
                Kind::Hot => u32::from(node(id).breathes),
                Kind::Alive => u32::MAX,
            })
        });
        let stand = Stand {
            breathes: self.games.breathes(&parts),
            lives: parts.iter().any(|&id| node(id).kind == Kind::Alive) || sure_eyes > 1,
            settled: parts.iter().all(|&id| matches!(node(id).kind, Kind::Score(_))) && eyes < 2,
            least,
            followers: None,
            parts: parts.clone(),
        };
        let number = self.stands.len() as u32;
        self.stands.push(stand);
        self.numbers.insert(parts, number);
        number
    }

    fn expand(&mut self, number: u32) {
        if self.stands[number as usize].followers.is_some() {
            return;
        }
        let parts = self.stands[number as usize].parts.clone();
        let followers = [false, true].map(|by_owner| {
            let mut all = Followers::new();
            for (to, last_only) in options(self.games, &parts, by_owner) {
                let to = self.stand(to);
                if !all.contains(&(to, last_only)) {
                    all.push((to, last_only));
                }
            }
            all
        });
        self.stands[number as usize].followers = Some(followers);
    }

    fn shared(&self, cells: &Cells, edge: usize) -> u32 {
        cells[self.colors.len() + edge]
    }

    fn set_shared(&self, cells: &mut Cells, edge: usize, shared: u32) {
        cells[self.colors.len() + edge] = shared;
    }

    fn across(&self, edge: usize, block: usize) -> Option<usize> {
        match self.edges[edge] {
            [one, other] if one == block => Some(other),
            [one, other] if other == block => Some(one),
            _ => None,
        }
    }

    fn breathes(&self, cells: &Cells, block: usize) -> bool {
        self.stands[cells[block] as usize].breathes
            || (0..self.edges.len())
                .any(|edge| self.edges[edge].contains(&block) && self.shared(cells, edge) > 0)
    }

    /// How many liberties a block has at least.
    fn least(&self, cells: &Cells, block: usize) -> u32 {
        (0..self.edges.len())
            .filter(|&edge| self.edges[edge].contains(&block))
            .fold(self.stands[cells[block] as usize].least, |sum, edge| {
                sum.saturating_add(self.shared(cells, edge))
            })
    }

    /// Makes a block safe: it leaves, and what it shares are plain liberties of the others.
    fn make_safe(&mut self, cells: &mut Cells, block: usize) {
        cells[block] = OUT;
        for edge in 0..self.edges.len() {
            let Some(other) = self.across(edge, block) else { continue };
            let shared = self.shared(cells, edge);
            self.set_shared(cells, edge, 0);
            if shared > 0 && cells[other] != OUT {
                let mut parts = self.stands[cells[other] as usize].parts.clone();
                parts.push(self.games.score(shared, Finish::PLAIN));
                cells[other] = self.stand(parts);
            }
        }
    }

    /// Lets living blocks leave, answers what can be answered, drops what the question does not reach.
    fn settle(&mut self, mut cells: Cells, goal: Goal) -> After {
        for block in 0..self.colors.len() {
            if cells[block] != OUT && self.stands[cells[block] as usize].lives {
                if goal.block() == Some(block) {
                    return After::Decided(matches!(goal, Goal::Save(_)));
                }
                self.make_safe(&mut cells, block);
            }
        }
        if let Some(asked) = goal.block() {
            let mut reached: SmallVec<[usize; 8]> = SmallVec::new();
            reached.push(asked);
            let mut next = 0;
            while next < reached.len() {
                let block = reached[next];
                next += 1;
                for edge in 0..self.edges.len() {
                    if let Some(other) = self.across(edge, block)
                        && cells[other] != OUT
                        && !reached.contains(&other)
                    {
                        reached.push(other);
                    }
                }
            }
            if reached.len() == 1 && self.stands[cells[asked] as usize].settled {
                return After::Decided(matches!(goal, Goal::Capture(_)));
            }
            for block in 0..self.colors.len() {
                if cells[block] != OUT && !reached.contains(&block) {
                    cells[block] = OUT;
                    for edge in 0..self.edges.len() {
                        if self.edges[edge].contains(&block) {
                            self.set_shared(&mut cells, edge, 0);
                        }
                    }
                }
            }
        }
        After::Goes(cells)
    }

    /// What a move of `mover` has done that took a liberty of `opposing` and perhaps one of `own`; `None` if it is illegal.
    fn complete(
        &mut self,
        mut cells: Cells,
        goal: Goal,
        mover: Color,
        own: Option<usize>,
        opposing: Option<(usize, bool)>,
    ) -> Option<After> {
        let captured = opposing.filter(|&(block, _)| !self.breathes(&cells, block)).map(|(block, _)| block);
        let Some(captured) = captured else {
            let last_only = opposing.is_some_and(|(_, last_only)| last_only);
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
        cells[captured] = OUT;
        for edge in 0..self.edges.len() {
            let Some(saved) = self.across(edge, captured) else { continue };
            self.set_shared(&mut cells, edge, 0);
            if cells[saved] == OUT {
                continue;
            }
            if goal.block() == Some(saved) {
                return Some(After::Decided(matches!(goal, Goal::Save(_))));
            }
            self.make_safe(&mut cells, saved);
        }
        Some(self.settle(cells, goal))
    }

    /// What the legal moves of `mover` do, the most urgent first.
    fn moves(&mut self, cells: &Cells, goal: Goal, mover: Color) -> Vec<After> {
        let mut found: Vec<(u32, After)> = Vec::new();
        let wanted = match goal {
            Goal::Capture(block) if self.colors[block] != mover => Some(block),
            Goal::Save(block) if self.colors[block] != mover => Some(block),
            _ => None,
        };
        for block in 0..self.colors.len() {
            if cells[block] == OUT {
                continue;
            }
            self.expand(cells[block]);
            let attacking = self.colors[block] != mover;
            let stand = &self.stands[cells[block] as usize];
            let Some(followers) = &stand.followers else { continue };
            let followers = followers[usize::from(!attacking)].clone();
            let hot = !stand.settled;
            let liberties = self.least(cells, block).min(1000);
            for (to, last_only) in followers {
                let mut after = cells.clone();
                after[block] = to;
                let (own, opposing) =
                    if attacking { (None, Some((block, last_only))) } else { (Some(block), None) };
                // Where much is at stake first, then the opponent's weakest block.
                let gain = self.stands[to as usize].least.abs_diff(self.stands[cells[block] as usize].least);
                let rank = match (hot, attacking) {
                    (true, _) => 2000 - gain.min(1000),
                    (false, true) if wanted.is_none_or(|wanted| wanted == block) => 3000 + liberties,
                    (false, _) => 4000 + liberties,
                };
                self.admit(&mut found, rank, after, goal, mover, own, opposing);
            }
        }
        for edge in 0..self.edges.len() {
            let shared = self.shared(cells, edge);
            if shared == 0 {
                continue;
            }
            let [one, other] = self.edges[edge];
            let (own, opposing) = if self.colors[one] == mover { (one, other) } else { (other, one) };
            let mut after = cells.clone();
            self.set_shared(&mut after, edge, shared - 1);
            let rank = 6000 + self.least(cells, opposing).min(1000);
            self.admit(&mut found, rank, after, goal, mover, Some(own), Some((opposing, false)));
        }
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, after)| after).collect()
    }

    #[allow(clippy::too_many_arguments, reason = "all of a move")]
    fn admit(
        &mut self,
        found: &mut Vec<(u32, After)>,
        rank: u32,
        after: Cells,
        goal: Goal,
        mover: Color,
        own: Option<usize>,
        opposing: Option<(usize, bool)>,
    ) {
        if let Some(after) = self.complete(after, goal, mover, own, opposing) {
            let rank = if matches!(after, After::Decided(_)) { 0 } else { rank };
            found.push((rank, after));
        }
    }

    fn search(&mut self, cells: Cells, goal: Goal, mover: Color, ply: usize) -> Result<bool, Unsolved> {
        let key = Key { cells, goal, mover };
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        self.states += 1;
        if self.states > self.limit {
            return Err(Unsolved::Limit { limit: self.limit });
        }
        if ply >= MOST_PLIES {
            return Err(Unsolved::TooLong);
        }
        if self.games.is_stopped() {
            return Err(Unsolved::Stopped);
        }
        let achieving = mover == self.achiever(goal);
        let mut result = !achieving;
        for after in self.moves(&key.cells, goal, mover) {
            let reached = match after {
                After::Decided(result) => result,
                After::Goes(cells) => self.search(cells, goal, mover.opponent(), ply + 1)?,
            };
            if reached == achieving {
                result = achieving;
                break;
            }
        }
        if !achieving && result {
            // The preventing side may pass.
            result = self.search(key.cells.clone(), goal, mover.opponent(), ply + 1)?;
        }
        self.known.insert(key, result);
        Ok(result)
    }
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
            let name = || region.name.clone();
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
