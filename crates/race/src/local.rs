//! Local play: the liberty game of a region, by trying everything (paper 000, figure 6; spec, section 2).
//!
//! Both sides may move any number of times in a row. A region falls apart when stones join the blocks around it; the parts
//! are regions of their own, so they are counted alone and added up. That keeps the trees small: a corridor is never more
//! than its open end. Parts are counted together only where several of them may turn into eyes, because the attacker may
//! fill an eye only as the very last move.
//!
//! # Ko
//!
//! All positions of a part are found first, with their strongly connected sets ([`crate::graph`]): positions that can come
//! back. On every cycle both sides capture. So a region is counted twice: once the defender never captures where that can
//! be undone, once the attacker never does. Neither count has cycles, and whoever gives way gives something away, whatever
//! the rule of ko says: the truth is between the two. Where they are the same, no ko of the region matters.
//!
//! Otherwise the ko may still be one that nobody wants to fight: a stone thrown in beside one's own liberty and taken, taken
//! back, taken again, a move each time and never more than one liberty. So the defender is allowed at most `k` captures
//! that can be undone, a lower bound for the defender. When one capture more makes no difference to any position,
//! the count is a solution of the whole, cycles included. What it leaves out is that a ko may not be taken back at once. So
//! every ko capture is tried once as if it could not be answered there: if at temperature 1, the value of the least move in
//! a race, none of them gains anything for the one who takes, the count stands. Otherwise the ko matters and the region is
//! loopy. The test supposes that the other side has a move elsewhere that is worth 1; with shared liberties, eyes or a
//! second ko that may fail, so such regions are counted only without them ([`crate::Obstacle::Recurs`]).

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use tesuji_board::Color;
use tesuji_cgt::{Dyadic, Error as GameError, Side};
use tesuji_job::{Unknown, Why};
use tesuji_local::{Bits, Ground, Part, ones};

use crate::budget::Account;
use crate::graph::{Edge, Graph, Target};
use crate::liberty::{Branch, Finish, Kind, LibertyGames, Node, NodeId, Parts};
use crate::race::Kos;

/// Why a region has no liberty game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncounted {
    /// A position can come back, and it matters who gives way.
    #[error("there is a ko in it")]
    Loopy,
    /// More points than local play can hold.
    #[error("it has more than 128 points")]
    TooManyPoints,
    /// A limit was reached, or the work was stopped.
    #[error("{0}")]
    Unknown(Why),
    /// A number is out of the range of the engine of games.
    #[error("{0}")]
    Game(GameError),
}

impl From<Why> for Uncounted {
    fn from(why: Why) -> Uncounted {
        Uncounted::Unknown(why)
    }
}

impl From<GameError> for Uncounted {
    fn from(error: GameError) -> Uncounted {
        match error {
            GameError::Unknown(why) => Uncounted::Unknown(why),
            error => Uncounted::Game(error),
        }
    }
}

impl From<Uncounted> for Unknown {
    fn from(uncounted: Uncounted) -> Unknown {
        match uncounted {
            Uncounted::Unknown(why) => why.into(),
            Uncounted::TooManyPoints => Unknown::new(Why::Room, uncounted.to_string()),
            Uncounted::Loopy | Uncounted::Game(_) => Unknown::new(Why::OutOfReach, uncounted.to_string()),
        }
    }
}

/// Local positions of one region that any question may look at, as far as its limits go; a large question more.
const MOST_POSITIONS: u64 = 400_000;
/// The part of the nodes that one region may use in a question of more.
const SHARE_OF_A_REGION: u64 = 20;
/// Bytes of a local position with its moves, and of the node it becomes.
const BYTES: u64 = 1024;

/// An account for one region.
pub(crate) fn account(games: &LibertyGames) -> Account {
    account_of(games, MOST_POSITIONS.max(games.limits().nodes / SHARE_OF_A_REGION))
}

/// An account for a region of at most so many positions.
pub(crate) fn account_of(games: &LibertyGames, most: u64) -> Account {
    games.budget().account("counting", most, BYTES)
}

/// The most captures that can be undone which a count allows before the region is given up as loopy.
const MOST_CAPTURES: usize = 3;

/// Who may make captures that can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rule {
    /// The attacker always, the defender so many times.
    Captures(usize),
    /// The defender always, the attacker never.
    AttackerYields,
}

/// What local play has found out about a region.
pub(crate) struct Memory {
    graph: Graph,
    /// The rule of the count at hand.
    rule: Rule,
    /// Whether the counts in which one side yields are the same.
    bounded: bool,
    /// What each position of the graph is worth, by how many of those captures are left.
    known: Vec<Vec<Option<NodeId>>>,
    /// What each position is worth if the attacker yields.
    yielding: Vec<Option<NodeId>>,
    together: FxHashMap<(Part, Rule), NodeId>,
    open: FxHashSet<Part>,
}

impl Memory {
    pub(crate) fn new(defender: Color, account: Account) -> Memory {
        Memory::with(Graph::new(defender, account))
    }

    /// A memory that tells all positions apart: the slow twin.
    #[cfg(test)]
    pub(crate) fn telling_all_apart(defender: Color, account: Account) -> Memory {
        Memory::with(Graph::telling_all_apart(defender, account))
    }

    fn with(graph: Graph) -> Memory {
        Memory {
            graph,
            rule: Rule::Captures(0),
            bounded: false,
            known: vec![Vec::new()],
            yielding: Vec::new(),
            together: FxHashMap::default(),
            open: FxHashSet::default(),
        }
    }
}

/// Counts a region of one block.
pub(crate) struct LocalPlay<'a> {
    pub(crate) ground: &'a Ground,
    pub(crate) games: &'a mut LibertyGames,
    pub(crate) memory: &'a mut Memory,
}

/// A local move on the board.
pub(crate) struct LocalMove {
    pub(crate) at: usize,
    /// The liberty game that is left, and whether the move is legal only if it captures.
    pub(crate) branch: Branch,
}

impl LocalPlay<'_> {
    /// How many local positions were looked at.
    pub(crate) fn states(&self) -> usize {
        self.memory.graph.len() + self.memory.together.len()
    }

    /// Whether positions of the region can come back, and what that means.
    pub(crate) fn kos(&self) -> Kos {
        match (self.memory.graph.recurring().is_empty(), self.memory.bounded) {
            (true, _) => Kos::None,
            (false, true) => Kos::Idle,
            (false, false) => Kos::Small,
        }
    }

    /// The liberty game of a settled state.
    pub(crate) fn count(&mut self, state: &Part) -> Result<Parts, Uncounted> {
        let counted = self.count_region(state);
        for (code, index) in self.memory.graph.solid() {
            if let Some(&Some(id)) = self.memory.known[0].get(index) {
                self.games.remember_solid(code, id);
            }
        }
        counted
    }

    fn count_region(&mut self, state: &Part) -> Result<Parts, Uncounted> {
        let [lower, upper] = self.bounds(|play| play.sum(state))?;
        self.memory.bounded = self.are_alike(&lower, &upper)?;
        if self.memory.bounded {
            return Ok(lower);
        }
        for most in 1..=MOST_CAPTURES {
            self.allow(most);
            let parts = self.sum(state)?;
            if self.has_converged(most)? {
                return if self.kos_gain_nothing()? { Ok(parts) } else { Err(Uncounted::Loopy) };
            }
        }
        Err(Uncounted::Loopy)
    }

    /// The counts in which the defender yields and in which the attacker does.
    fn bounds<T>(
        &mut self,
        mut count: impl FnMut(&mut Self) -> Result<T, Uncounted>,
    ) -> Result<[T; 2], Uncounted> {
        let lower = count(self)?;
        self.memory.rule = Rule::AttackerYields;
        let upper = count(self);
        self.memory.rule = Rule::Captures(0);
        Ok([lower, upper?])
    }

    /// Whether two counts are the same in all that a race reads from them.
    fn are_alike(&mut self, one: &Parts, other: &Parts) -> Result<bool, Uncounted> {
        if one == other {
            return Ok(true);
        }
        let flags = |parts: &Parts| {
            let any = |flag: fn(&Node) -> bool| parts.iter().any(|&id| flag(self.games.node(id)));
            (self.games.finish(parts), any(|node| node.may_live))
        };
        let (finish, may_live) = flags(one);
        if (finish, may_live) != flags(other) {
            return Ok(false);
        }
        // Life has no number, so cooling it means nothing.
        Ok(if may_live {
            self.games.value(one, Color::Black)? == self.games.value(other, Color::Black)?
        } else {
            self.games.cooled(one, Color::Black)? == self.games.cooled(other, Color::Black)?
                && self.games.cooled_last(one, Color::Black)?
                    == self.games.cooled_last(other, Color::Black)?
        })
    }

    /// From now on the defender may make so many captures that can be undone.
    fn allow(&mut self, most: usize) {
        self.memory.rule = Rule::Captures(most);
        let graph = &self.memory.graph;
        for known in &mut self.memory.known {
            for (index, node) in known.iter_mut().enumerate() {
                if !graph.is_clean(index) {
                    *node = None;
                }
            }
        }
        let clean = self.memory.known[0].clone();
        self.memory.known.resize(most + 1, clean);
    }

    /// Whether one more capture that can be undone makes no difference anywhere.
    fn has_converged(&mut self, most: usize) -> Result<bool, Uncounted> {
        for index in self.memory.graph.recurring().to_vec() {
            let more = self.node(index, Rule::Captures(most))?;
            let less = self.node(index, Rule::Captures(most - 1))?;
            if self.games.node(more).value() != self.games.node(less).value() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether no ko capture gains anything at temperature 1 for the one who takes, although it may not be answered there.
    fn kos_gain_nothing(&mut self) -> Result<bool, Uncounted> {
        for index in self.memory.graph.recurring().to_vec() {
            for edge in self.memory.graph.edges(index).to_vec() {
                let Some(to) = self.memory.graph.undone_from(index, &edge).filter(|_| edge.takes_ko) else {
                    continue;
                };
                let side = if edge.by_defender { Side::Left } else { Side::Right };
                let rule = self.memory.rule;
                let [before, after] = [self.node(index, rule)?, self.node(to, rule)?];
                let [before, after] = [self.wall_at_one(before, side)?, self.wall_at_one(after, side)?];
                let gains = match side {
                    Side::Left => after.checked_sub(Dyadic::from(1))? > before,
                    Side::Right => after.checked_add(Dyadic::from(1))? < before,
                };
                if gains {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// What a side gets from a node by moving first, where every other move is worth 1.
    fn wall_at_one(&mut self, id: NodeId, side: Side) -> Result<Dyadic, Uncounted> {
        let value = self.games.node(id).value();
        Ok(self.games.arena.thermograph(value)?.wall(side).at(Dyadic::from(1))?)
    }

    fn sum(&mut self, state: &Part) -> Result<Parts, Uncounted> {
        let mut plain = Vec::new();
        let mut eyes: Vec<(Bits, NodeId)> = Vec::new();
        for part in self.memory.graph.parts(self.ground, state) {
            let index = self.memory.graph.explore(self.ground, &part, self.games)?;
            let id = self.node(index, self.memory.rule)?;
            match self.games.node(id).kind {
                Kind::Alive => return Ok(smallvec![id]),
                Kind::Score(0) if !self.games.node(id).hides_reopening => {}
                _ if self.games.node(id).finish.eye => eyes.push((part.points, id)),
                _ => plain.push(id),
            }
        }
        if eyes.len() > 1 {
            let sure = |id: NodeId| {
                let node = self.games.node(id);
                matches!(node.kind, Kind::Score(_)) && node.finish.is_eye()
            };
            if eyes.iter().filter(|&&(_, id)| sure(id)).count() > 1 {
                return Ok(smallvec![self.games.alive()]);
            }
            let together = eyes.iter().fold(0, |all, (points, _)| all | points);
            let id = self.node_together(&state.restricted(together))?;
            eyes = vec![(together, id)];
        }
        Ok(self.games.combine(plain.into_iter().chain(eyes.into_iter().map(|(_, id)| id))))
    }

    /// The sum of parts that are known by their indices. `None` if several of them may become eyes: then it takes the state.
    fn sum_of(&mut self, parts: &[u32]) -> Result<Option<Parts>, Uncounted> {
        let mut ids: SmallVec<[NodeId; 4]> = SmallVec::new();
        let mut eyes = 0;
        for &index in parts {
            let id = self.node(index as usize, self.memory.rule)?;
            let node = self.games.node(id);
            match node.kind {
                Kind::Alive => return Ok(Some(smallvec![id])),
                Kind::Score(0) if !node.hides_reopening => continue,
                _ => {}
            }
            eyes += usize::from(node.finish.eye);
            ids.push(id);
        }
        Ok((eyes < 2).then(|| self.games.combine(ids)))
    }

    /// The node of a connected part by a rule.
    fn node(&mut self, index: usize, rule: Rule) -> Result<NodeId, Uncounted> {
        if let Some(id) = self.memory.graph.told(index) {
            return Ok(id);
        }
        self.make_room();
        let known = match rule {
            Rule::Captures(left) => self.memory.known[left][index],
            Rule::AttackerYields => self.memory.yielding[index],
        };
        if let Some(id) = known {
            return Ok(id);
        }
        let id = self.node_of_position(index, rule)?;
        self.make_room();
        if self.memory.graph.is_clean(index) {
            // Nothing below can come back: all counts are the same.
            for known in &mut self.memory.known {
                known[index] = Some(id);
            }
            self.memory.yielding[index] = Some(id);
        }
        match rule {
            Rule::Captures(left) => self.memory.known[left][index] = Some(id),
            Rule::AttackerYields => self.memory.yielding[index] = Some(id),
        }
        Ok(id)
    }

    fn make_room(&mut self) {
        let positions = self.memory.graph.len();
        if self.memory.yielding.len() < positions {
            for known in &mut self.memory.known {
                known.resize(positions, None);
            }
            self.memory.yielding.resize(positions, None);
        }
    }

    /// The node of several parts that may become eyes and have to be counted as one.
    fn node_together(&mut self, state: &Part) -> Result<NodeId, Uncounted> {
        let key = (state.clone(), self.memory.rule);
        if let Some(&id) = self.memory.together.get(&key) {
            return Ok(id);
        }
        self.memory.graph.account.node()?;
        if !self.memory.open.insert(state.clone()) {
            return Err(Uncounted::Loopy);
        }
        let built = self.build_together(state);
        self.memory.open.remove(state);
        let id = built?;
        self.memory.together.insert(key, id);
        Ok(id)
    }

    fn build_together(&mut self, state: &Part) -> Result<NodeId, Uncounted> {
        let mut gathered = Gathered::default();
        for color in self.both_sides() {
            for local in self.moves_by_rule(state, color)? {
                gathered.add(self.games, color == self.memory.graph.defender(), local.branch);
            }
        }
        self.build(state, gathered)
    }

    fn both_sides(&self) -> [Color; 2] {
        let defender = self.memory.graph.defender();
        [defender, defender.opponent()]
    }

    fn node_of_position(&mut self, index: usize, rule: Rule) -> Result<NodeId, Uncounted> {
        self.games.budget().check()?;
        let mut gathered = Gathered::default();
        for number in 0..self.memory.graph.edges(index).len() {
            let edge = self.memory.graph.edges(index)[number].clone();
            let branch = match self.memory.graph.undone_from(index, &edge) {
                None => self.branch(index, &edge)?,
                Some(to) => {
                    let left = match rule {
                        Rule::Captures(0) if edge.by_defender && edge.captures => continue,
                        Rule::Captures(left) if edge.by_defender && edge.captures => Rule::Captures(left - 1),
                        Rule::AttackerYields if !edge.by_defender && edge.captures => continue,
                        same => same,
                    };
                    let id = self.node(to, left)?;
                    Branch { to: self.games.combine([id]), last_only: false }
                }
            };
            gathered.add(self.games, edge.by_defender, branch);
        }
        let state = self.memory.graph.state(index).clone();
        self.build(&state, gathered)
    }

    fn build(&mut self, state: &Part, gathered: Gathered) -> Result<NodeId, Uncounted> {
        self.games.budget().check()?;
        let breathes = state.liberties(0) != 0;
        let [defender, attacker] = gathered.moves;
        Ok(self.games.build(defender, attacker, breathes, gathered.finish)?)
    }

    fn branch(&mut self, index: usize, edge: &Edge) -> Result<Branch, Uncounted> {
        let Target::Parts(parts) = &edge.to else { return Ok(self.end_of(&edge.to)) };
        if let Some(to) = self.sum_of(parts)? {
            return Ok(Branch { to, last_only: false });
        }
        let [defender, attacker] = self.both_sides();
        let color = if edge.by_defender { defender } else { attacker };
        let after = self.ground.play(self.memory.graph.state(index), color, usize::from(edge.at)).part;
        Ok(Branch { to: self.sum(&after)?, last_only: false })
    }

    /// The branch of a move that leaves no local positions.
    fn end_of(&mut self, target: &Target) -> Branch {
        match target {
            Target::LastOnly => Branch { to: smallvec![self.games.score(0, Finish::PLAIN)], last_only: true },
            Target::ConnectsOut | Target::Parts(_) => {
                Branch { to: smallvec![self.games.alive()], last_only: false }
            }
        }
    }

    /// The local moves of a side from a settled state. Where it matters after a move who gives way in a ko, the mover does:
    /// a move is never said to be better than it is.
    pub(crate) fn moves(&mut self, state: &Part, color: Color) -> Result<Vec<LocalMove>, Uncounted> {
        if !self.memory.bounded || self.memory.graph.recurring().is_empty() {
            return self.moves_by_rule(state, color);
        }
        let [lower, upper] = self.bounds(|play| play.moves_by_rule(state, color))?;
        Ok(if color == self.memory.graph.defender() { lower } else { upper })
    }

    fn moves_by_rule(&mut self, state: &Part, color: Color) -> Result<Vec<LocalMove>, Uncounted> {
        let mut found = Vec::new();
        for at in ones(state.empty()) {
            let Some(played) = self.memory.graph.play(self.ground, state, color, at) else { continue };
            let branch = match played.to {
                Ok(after) => Branch { to: self.sum(&after)?, last_only: false },
                Err(target) => self.end_of(&target),
            };
            found.push(LocalMove { at, branch });
        }
        Ok(found)
    }
}

/// The moves of a node, defender's first, and how they can take the last liberty.
#[derive(Default)]
struct Gathered {
    moves: [Vec<Branch>; 2],
    finish: Finish,
}

impl Gathered {
    fn add(&mut self, games: &LibertyGames, by_defender: bool, branch: Branch) {
        let ends = branch.to.iter().all(|&id| games.node(id).kind == Kind::Score(0));
        if branch.last_only {
            self.finish.eye = true;
        } else if !ends {
            self.finish = self.finish.or(games.finish(&branch.to));
        } else if !by_defender {
            self.finish.plain = true;
        }
        self.moves[usize::from(!by_defender)].push(branch);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use tesuji_board::Topology;
    use tesuji_local::Touch;

    use super::*;

    const LIMIT: u64 = 20_000;

    /// A random region on a small rectangle: stones and what its points touch. `solid` in a hundred touch safe attackers.
    fn random_region(rng: &mut ChaCha8Rng, columns: usize, rows: usize, solid: u32) -> (Ground, Part) {
        let board = Topology::parse(&format!("grid:{columns}x{rows}")).expect("a board");
        let ground = Ground::new(&board, board.points().collect());
        let mut state = Part { points: (1 << (columns * rows)) - 1, ..Part::default() };
        let mut block = Touch { color: Color::Black, points: 0 };
        for at in 0..columns * rows {
            let bit: Bits = 1 << at;
            let mut chance = |percent: u32| if rng.random_range(0..100) < percent { bit } else { 0 };
            block.points |= chance(30);
            state.safe[1] |= chance(solid);
            state.safe[0] |= chance(2);
            state.stones[0] |= chance(25);
            state.stones[1] |= chance(100 - solid) & chance(15) & !state.stones[0];
        }
        state.blocks.push(block);
        ground.settle(&mut state);
        (ground, state)
    }

    /// All that a race reads from a count. Values are compared as the verdict reads them, cooled by 2: games of temperature 1
    /// may be written in several ways, since the score rule is applied to the parts of a sum one by one.
    fn told(ground: &Ground, state: &Part, games: &mut LibertyGames, mut memory: Memory) -> (String, usize) {
        let mut play = LocalPlay { ground, games, memory: &mut memory };
        let counted = play.count(state);
        let (kos, states) = (play.kos(), play.states());
        let told = match counted {
            Err(why) => why.to_string(),
            Ok(parts) => {
                let live = parts.iter().any(|&id| games.node(id).may_live);
                let value = games.cooled_text(&parts, Color::Black).expect("small");
                let value = if live { "life" } else { &value };
                format!("{value} {:?} {} {kos:?}", games.finish(&parts), games.breathes(&parts))
            }
        };
        (told, states)
    }

    #[test]
    fn meeting_positions_once_changes_no_count() {
        let (mut fast_states, mut slow_states, mut compared) = (0, 0, 0);
        for seed in 0..2000 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let [columns, rows] = [rng.random_range(2..=4), rng.random_range(1..=2)];
            let solid = [100, 100, 90, 50][rng.random_range(0..4)];
            let (ground, state) = random_region(&mut rng, columns, rows, solid);
            let mut games = LibertyGames::new();
            let account = account_of(&games, LIMIT);
            let slow = told(&ground, &state, &mut games, Memory::telling_all_apart(Color::Black, account));
            let account = account_of(&games, LIMIT);
            let fast = told(&ground, &state, &mut games, Memory::new(Color::Black, account));
            if slow.0 == Why::Nodes.to_string() {
                continue;
            }
            assert_eq!(fast.0, slow.0, "seed {seed}: {state:?}");
            assert!(fast.1 <= slow.1, "seed {seed}: {} and {} positions", fast.1, slow.1);
            if solid == 100 {
                fast_states += fast.1;
                slow_states += slow.1;
            }
            compared += 1;
        }
        assert!(compared > 1900, "{compared}");
        assert!(2 * fast_states < slow_states, "{fast_states} of {slow_states} positions");
    }

    #[test]
    fn what_one_region_finds_out_is_true_in_others() {
        // The same games go through all regions of a hundred seeds; each is counted again with games of its own.
        let (mut told_states, mut own_states) = (0, 0);
        for seeds in (10_000..12_000).collect::<Vec<u64>>().chunks(100) {
            let mut common = LibertyGames::new();
            for &seed in seeds {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let [columns, rows] = [rng.random_range(2..=4), rng.random_range(1..=2)];
                let (ground, state) = random_region(&mut rng, columns, rows, 100);
                let memory = Memory::new(Color::Black, account_of(&common, LIMIT));
                let told_by_others = told(&ground, &state, &mut common, memory);
                let mut games = LibertyGames::new();
                let memory = Memory::new(Color::Black, account_of(&games, LIMIT));
                let alone = told(&ground, &state, &mut games, memory);
                assert_eq!(told_by_others.0, alone.0, "seed {seed}: {state:?}");
                told_states += told_by_others.1;
                own_states += alone.1;
            }
        }
        assert!(10 * told_states < 9 * own_states, "{told_states} of {own_states} positions");
    }
}
