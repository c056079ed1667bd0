//! Liberty games: how many moves an attacker still needs, as a game (paper 000, figures 5 and 6).
//!
//! A liberty game is read from the side of the block's owner, the *defender*: scores count the moves that the attacker
//! still needs. The owner's colour enters only when values are compared ([`LibertyGames::value`]). A node is a score, a
//! living shape, or *hot*: both sides have a move there worth at least one move elsewhere.
//!
//! The score rule is not a simplification of games: `{ |n}` is `n + 1` here, because the attacker needs one move to get
//! to `n`. So it is applied while the tree is built, and only its results become values of the theory. Where the
//! temperature of a node is below 1 the defender has nothing to gain there, since every move of a race is worth at least
//! 1: the defender's moves are pruned and the node becomes the integer `min over attacker's options R of LW(R) + 1`, with
//! `LW` the left wall at temperature 1. (For integers that is the paper's rule; the general form is needed where the
//! attacker's options are hot themselves, that is, where the attacker plays in sente.)

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use tesuji_board::Color;
use tesuji_cgt::{Arena, Dyadic, Error, Game, Side};
use tesuji_job::{Limits, Watch};
use tesuji_local::Bits;

use crate::budget::{Budget, INTERACTIVE};

/// The value of a living shape: more than any race.
pub(crate) const ALIVE: i64 = 1 << 20;

/// A node of a liberty game, made by and belonging to one [`LibertyGames`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A sum of liberty games of one block, sorted: what a region becomes when it falls apart.
pub type Parts = SmallVec<[NodeId; 4]>;

/// A move of a liberty game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Branch {
    /// What is left in the region.
    pub to: Parts,
    /// The attacker's stone would have no liberty: the move is legal only if it captures the whole block.
    pub last_only: bool,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The attacker needs this many moves; the defender has nothing to do here.
    Score(u32),
    /// Moves of both sides are worth something.
    Hot,
    /// The attacker cannot take the liberties of this shape: the block lives.
    Alive,
}

/// How the attacker can take the last liberty, over all lines of local play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Finish {
    /// Some line ends with an ordinary move.
    pub plain: bool,
    /// Some line ends with a stone that has no liberty of its own, as in an eye.
    pub eye: bool,
}

impl Finish {
    pub(crate) const PLAIN: Finish = Finish { plain: true, eye: false };
    pub(crate) const EYE: Finish = Finish { plain: false, eye: true };

    /// Either of two ways.
    #[must_use]
    pub fn or(self, other: Finish) -> Finish {
        Finish { plain: self.plain || other.plain, eye: self.eye || other.eye }
    }

    /// The last liberty can be taken only by the move that captures the block: an eye for certain.
    #[must_use]
    pub fn is_eye(self) -> bool {
        self.eye && !self.plain
    }
}

/// A node with its moves.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// The moves of the block's owner; none unless the node is hot.
    pub defender: Vec<Branch>,
    /// The moves of the attacker; none unless the node is hot. (At a score the attacker's move takes one away.)
    pub attacker: Vec<Branch>,
    /// Whether the block has a liberty here now. A hot node without one is a region that a capture may reopen.
    pub breathes: bool,
    /// How the last liberty can be taken.
    pub finish: Finish,
    /// Whether a living shape can be reached.
    pub may_live: bool,
    /// Whether a score here or below counts on reopening by a capture what has no liberty left. That is right while the
    /// block breathes elsewhere; in its last region, taking the last liberty captures the block at once.
    pub hides_reopening: bool,
    /// The value if nothing can be reopened, as if the owner were Left: what it is worth as the last region.
    last: Game,
    /// The value, as if the owner were Left.
    value: Game,
}

impl Node {
    /// The value, as if the owner were Left.
    #[must_use]
    pub fn value(&self) -> Game {
        self.value
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Score(u32, Finish, Game),
    Alive,
    Hot { defender: Vec<Branch>, attacker: Vec<Branch>, breathes: bool, finish: Finish },
}

/// What the score rule makes of a node.
#[derive(Clone, Copy)]
enum Scored {
    Hot(Game),
    Moves(u32),
    Alive,
}

impl Scored {
    fn value(self) -> Game {
        match self {
            Scored::Hot(value) => value,
            Scored::Moves(moves) => Game::integer(i64::from(moves)),
            Scored::Alive => Game::integer(ALIVE),
        }
    }
}

/// All liberty games of one race, with the arena of their values and with what the question may use.
///
/// ```
/// use tesuji_race::{Kind, LibertyGames};
/// use tesuji_board::Color;
///
/// let mut games = LibertyGames::new();
/// // Figure 5: a single liberty is `*` as a game and 1 as a liberty score.
/// let one = games.read("{0|0}", Color::Black)?;
/// assert_eq!(games.text(&one, Color::Black)?, "1");
/// let hot = games.read("{6||4|0}", Color::Black)?;
/// assert_eq!(games.cooled_text(&hot, Color::Black)?, "4^");
/// assert!(games.read("-3", Color::Black).is_err());
/// # Ok::<(), tesuji_race::RaceError>(())
/// ```
pub struct LibertyGames {
    /// The values' home.
    pub arena: Arena,
    nodes: Vec<Node>,
    known: FxHashMap<Key, NodeId>,
    /// What moves were built to, before the score rule.
    built: FxHashMap<Key, NodeId>,
    /// What solid positions are worth, by their names ([`crate::solid`]): the same in all regions.
    solid: FxHashMap<Box<[Bits]>, NodeId>,
    budget: Budget,
}

impl Default for LibertyGames {
    fn default() -> LibertyGames {
        LibertyGames::new()
    }
}

impl LibertyGames {
    /// No games yet, the limits [`INTERACTIVE`], and nobody watches.
    #[must_use]
    pub fn new() -> LibertyGames {
        LibertyGames::with_limits(INTERACTIVE, Watch::unwatched())
    }

    /// No games yet. The limits are for the whole question: everything that counts, plays or searches with these games
    /// shares them, and gives up when the watch ends it. (What is known by then can still be read: the arena looks at the
    /// watch only in long computations.)
    #[must_use]
    pub fn with_limits(limits: Limits, watch: Watch) -> LibertyGames {
        let budget = Budget::new(limits, watch);
        LibertyGames {
            arena: Arena::with_limits(budget.of_values(), budget.watch().clone()),
            nodes: Vec::new(),
            known: FxHashMap::default(),
            built: FxHashMap::default(),
            solid: FxHashMap::default(),
            budget,
        }
    }

    /// The limits of the question.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        self.budget.limits()
    }

    /// How many nodes the question has used: local positions of regions, states of play in sums and graphs, positions on the
    /// board.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.budget.used()
    }

    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// What a solid position is worth, if a region has told.
    pub(crate) fn solid(&self, code: &[Bits]) -> Option<NodeId> {
        self.solid.get(code).copied()
    }

    pub(crate) fn remember_solid(&mut self, code: &[Bits], id: NodeId) {
        if !self.solid.contains_key(code) {
            self.solid.insert(code.into(), id);
        }
    }

    /// A node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// How many different nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn intern(&mut self, key: Key, make: impl FnOnce() -> Node) -> NodeId {
        let next = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        let id = *self.known.entry(key).or_insert(next);
        if id == next {
            self.nodes.push(make());
        }
        id
    }

    /// A score.
    pub fn score(&mut self, moves: u32, finish: Finish) -> NodeId {
        self.score_with_last(moves, finish, Game::integer(i64::from(moves)))
    }

    fn score_with_last(&mut self, moves: u32, finish: Finish, last: Game) -> NodeId {
        let finish = if moves == 0 { Finish::PLAIN } else { finish };
        let value = Game::integer(i64::from(moves));
        self.intern(Key::Score(moves, finish, last), || Node {
            kind: Kind::Score(moves),
            defender: Vec::new(),
            attacker: Vec::new(),
            breathes: moves > 0,
            finish,
            may_live: false,
            hides_reopening: value != last,
            last,
            value,
        })
    }

    /// A living shape.
    pub fn alive(&mut self) -> NodeId {
        self.intern(Key::Alive, || Node {
            kind: Kind::Alive,
            defender: Vec::new(),
            attacker: Vec::new(),
            breathes: true,
            finish: Finish::default(),
            may_live: true,
            hides_reopening: false,
            last: Game::integer(ALIVE),
            value: Game::integer(ALIVE),
        })
    }

    /// The node with these moves, by the score rule. `breathes` says whether the block has a liberty here.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn build(
        &mut self,
        mut defender: Vec<Branch>,
        mut attacker: Vec<Branch>,
        breathes: bool,
        finish: Finish,
    ) -> Result<NodeId, Error> {
        if attacker.is_empty() && breathes {
            return Ok(self.alive());
        }
        for moves in [&mut defender, &mut attacker] {
            moves.sort();
            moves.dedup();
        }
        let key = Key::Hot { defender, attacker, breathes, finish };
        if let Some(&id) = self.built.get(&key) {
            return Ok(id);
        }
        let Key::Hot { defender, attacker, .. } = &key else { unreachable!("made above") };
        let id = self.build_new(defender.clone(), attacker.clone(), breathes, finish)?;
        self.built.insert(key, id);
        Ok(id)
    }

    fn build_new(
        &mut self,
        defender: Vec<Branch>,
        attacker: Vec<Branch>,
        breathes: bool,
        finish: Finish,
    ) -> Result<NodeId, Error> {
        let left = self.values_of(&defender, Node::value)?;
        let right = self.values_of(&attacker, Node::value)?;
        let mut scored = self.scored(&left, &right, breathes)?;
        let mut below = defender.iter().chain(&attacker).flat_map(|branch| &branch.to);
        let firm = below.all(|&id| self.node(id).last == self.node(id).value);
        let mut last = if breathes && !firm {
            let left_last = self.values_of(&defender, |node| node.last)?;
            let right_last = self.values_of(&attacker, |node| node.last)?;
            self.scored(&left_last, &right_last, true)?.value()
        } else if breathes {
            scored.value()
        } else {
            Game::integer(0)
        };
        let may_live = defender.iter().flat_map(|branch| &branch.to).any(|&id| self.node(id).may_live);
        let mut cannot_cut = false;
        // At temperature 1 nothing changes: cooled by 2, `{2|0}` is 1.
        let matters = match scored {
            Scored::Hot(value) => self.arena.temperature(value)? > Dyadic::from(1),
            _ => !breathes && !left.is_empty(),
        };
        if !matters {
            // There is nothing to gain by waiting.
        } else if attacker.iter().all(|branch| branch.last_only) {
            // The attacker has no move here but the very last one, so the defender may wait with the capture until the block
            // is in atari. (As the last region it is worth less: then the attacker may be first.)
            match (may_live, breathes) {
                (false, _) => scored = Scored::Moves(self.kept_open(&left, breathes)?),
                (true, false) => {
                    let value = self.arena.canonical(&left, &[Game::integer(0)])?;
                    scored = Scored::Hot(value);
                }
                // Life is not counted but played out.
                (true, true) => {}
            }
        } else if attacker.iter().any(|branch| branch.last_only) {
            // Part of what the attacker threatens is possible only at the very end: the count is not firm.
            cannot_cut = true;
            last = Game::integer(0);
        }
        Ok(match scored {
            Scored::Alive => self.alive(),
            Scored::Moves(moves) => self.score_with_last(moves, finish, last),
            Scored::Hot(value) => {
                let below = || {
                    defender.iter().chain(&attacker).flat_map(|branch| &branch.to).map(|&id| self.node(id))
                };
                let may_live = below().any(|node| node.may_live);
                let hides_reopening = cannot_cut || below().any(|node| node.hides_reopening);
                let key =
                    Key::Hot { defender: defender.clone(), attacker: attacker.clone(), breathes, finish };
                self.intern(key, || Node {
                    kind: Kind::Hot,
                    defender,
                    attacker,
                    breathes,
                    finish,
                    may_live,
                    hides_reopening,
                    last,
                    value,
                })
            }
        })
    }

    /// The score of a region in which the attacker cannot move while the defender has these captures: the best of them, less
    /// the move it takes.
    fn kept_open(&mut self, captures: &[Game], breathes: bool) -> Result<u32, Error> {
        let mut most = i64::from(breathes);
        for &after in captures {
            let wall = self.arena.thermograph(after)?.wall(Side::Right).at(Dyadic::from(1))?;
            most = most.max(wall.floor().saturating_sub(1));
        }
        Ok(u32::try_from(most).unwrap_or(0))
    }

    /// The score rule.
    fn scored(&mut self, left: &[Game], right: &[Game], breathes: bool) -> Result<Scored, Error> {
        if !left.is_empty() && !right.is_empty() {
            let value = self.arena.canonical(left, right)?;
            if self.arena.temperature(value)? >= Dyadic::from(1) {
                return Ok(Scored::Hot(value));
            }
        }
        if !breathes {
            return Ok(Scored::Moves(0));
        }
        let mut least: Option<Dyadic> = None;
        for &option in right {
            let wall = self.arena.thermograph(option)?.wall(Side::Left).at(Dyadic::from(1))?;
            least = Some(least.map_or(wall, |known| known.min(wall)));
        }
        let moves = least.unwrap_or(Dyadic::from(ALIVE)).floor().saturating_add(1);
        if moves >= ALIVE / 2 {
            return Ok(Scored::Alive);
        }
        // Scores of a block are never negative, whatever was written.
        Ok(Scored::Moves(u32::try_from(moves.max(0)).unwrap_or(0)))
    }

    fn values_of(&mut self, moves: &[Branch], value: fn(&Node) -> Game) -> Result<Vec<Game>, Error> {
        let mut values = Vec::with_capacity(moves.len());
        for branch in moves {
            let parts: SmallVec<[Game; 4]> = branch.to.iter().map(|&id| value(self.node(id))).collect();
            values.push(self.arena.sum_all(&parts)?);
        }
        Ok(values)
    }

    /// Whether the cooled value is the same even if nothing can be reopened by captures.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn is_firm(&mut self, parts: &[NodeId]) -> Result<bool, Error> {
        if parts.iter().all(|&id| self.node(id).value == self.node(id).last) {
            return Ok(true);
        }
        Ok(self.cooled(parts, Color::Black)? == self.cooled_last(parts, Color::Black)?)
    }

    /// The value cooled by 2 if nothing can be reopened by captures, as in the block's last region.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn cooled_last(&mut self, parts: &[NodeId], owner: Color) -> Result<Game, Error> {
        self.cooled_by(parts, owner, |node| node.last)
    }

    /// The parts of a block's region put together: plain scores are added up, a living part makes the whole alive.
    pub fn combine(&mut self, parts: impl IntoIterator<Item = NodeId>) -> Parts {
        let mut plain = 0u32;
        let mut rest = Parts::new();
        for id in parts {
            let node = self.node(id);
            match (node.kind, node.finish) {
                (Kind::Score(moves), Finish::PLAIN) if !node.hides_reopening => {
                    plain = plain.saturating_add(moves);
                }
                (Kind::Alive, _) => return smallvec![id],
                _ => rest.push(id),
            }
        }
        if plain > 0 || rest.is_empty() {
            let score = self.score(plain, Finish::PLAIN);
            rest.push(score);
        }
        rest.sort_unstable();
        rest
    }

    fn value_as_left(&mut self, parts: &[NodeId]) -> Result<Game, Error> {
        let values: Vec<Game> = parts.iter().map(|&id| self.node(id).value).collect();
        self.arena.sum_all(&values)
    }

    /// The value of a sum whose owner has this colour: Black's liberties are positive, White's negative.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn value(&mut self, parts: &[NodeId], owner: Color) -> Result<Game, Error> {
        let value = self.value_as_left(parts)?;
        match owner {
            Color::Black => Ok(value),
            Color::White => self.arena.negative(value),
        }
    }

    /// The value cooled by 2, which decides the race. Each part is cooled alone: cooling distributes over sums.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn cooled(&mut self, parts: &[NodeId], owner: Color) -> Result<Game, Error> {
        self.cooled_by(parts, owner, Node::value)
    }

    fn cooled_by(&mut self, parts: &[NodeId], owner: Color, value: fn(&Node) -> Game) -> Result<Game, Error> {
        let mut cooled = Vec::with_capacity(parts.len());
        for &id in parts {
            let value = value(self.node(id));
            cooled.push(self.arena.cool(value, Dyadic::from(2))?);
        }
        let sum = self.arena.sum_all(&cooled)?;
        match owner {
            Color::Black => Ok(sum),
            Color::White => self.arena.negative(sum),
        }
    }

    /// The value in the notation of the theory.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn text(&mut self, parts: &[NodeId], owner: Color) -> Result<String, Error> {
        let value = self.value(parts, owner)?;
        Ok(name_life(&self.arena.text(value)?))
    }

    /// The cooled value in the notation of the theory.
    ///
    /// # Errors
    /// A limit of the arena.
    pub fn cooled_text(&mut self, parts: &[NodeId], owner: Color) -> Result<String, Error> {
        let value = self.cooled(parts, owner)?;
        self.arena.text(value)
    }

    /// Whether the block has a liberty in these parts.
    #[must_use]
    pub fn breathes(&self, parts: &[NodeId]) -> bool {
        parts.iter().any(|&id| self.node(id).breathes)
    }

    /// Whether nothing is left to do here but to take liberties one by one.
    #[must_use]
    pub fn is_settled(&self, parts: &[NodeId]) -> bool {
        parts.iter().all(|&id| self.node(id).kind != Kind::Hot)
    }

    /// The number of moves the attacker needs, if all parts are scores.
    #[must_use]
    pub fn count(&self, parts: &[NodeId]) -> Option<u32> {
        parts.iter().try_fold(0u32, |sum, &id| match self.node(id).kind {
            Kind::Score(moves) => sum.checked_add(moves),
            _ => None,
        })
    }

    /// How the last liberty of these parts can be taken.
    #[must_use]
    pub fn finish(&self, parts: &[NodeId]) -> Finish {
        parts.iter().fold(Finish::default(), |finish, &id| {
            let node = self.node(id);
            if node.kind == Kind::Score(0) { finish } else { finish.or(node.finish) }
        })
    }
}

/// Large integers stand for living shapes; nobody wants to read them.
fn name_life(text: &str) -> String {
    text.replace(&ALIVE.to_string(), "alive")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(expression: &str) -> String {
        let mut games = LibertyGames::new();
        let parts = games.read(expression, Color::Black).expect(expression);
        games.text(&parts, Color::Black).expect("small")
    }

    #[test]
    fn liberties_are_counted_in_moves() {
        // Figures 5 and 7: all of these have a score, for the defender's moves are bad.
        let cases = [
            ("{0|0}", "1"),
            ("{|3}", "4"),
            ("{|}", "0"),
            ("{1|0}", "1"),
            ("{0|1}", "2"),
            ("{{0|0}|{0|0}}", "2"),
            ("{2|1}", "2"),
            ("{3|1}", "{3|1}"),
            ("{4|0}", "{4|0}"),
        ];
        for (expression, expected) in cases {
            assert_eq!(text(expression), expected, "{expression}");
        }
    }

    #[test]
    fn a_sente_of_the_attacker_costs_the_attacker_nothing() {
        // The attacker threatens to go from 5 to 0; the answer leaves 5, and no move has been lost: 5, not 6.
        assert_eq!(text("{5|{5|0}}"), "5");
        assert_eq!(text("{|{5|0}}"), "5");
    }

    #[test]
    fn the_other_colour_is_the_negative() {
        let mut games = LibertyGames::new();
        let white = games.read("{-5|-9}", Color::White).expect("a region");
        assert_eq!(games.text(&white, Color::White).expect("small"), "{-5|-9}");
        assert_eq!(games.cooled_text(&white, Color::White).expect("small"), "-7*");
        let black = games.read("{9|5}", Color::Black).expect("a region");
        assert_eq!(black, white);
    }

    #[test]
    fn life_is_more_than_any_number() {
        assert_eq!(text("{alive|2}"), "{alive|2}");
        assert_eq!(text("{|alive}"), "alive");
        let mut games = LibertyGames::new();
        let parts = games.read("{alive|2}", Color::Black).expect("a region");
        assert!(games.node(parts[0]).may_live);
    }
}
