//! The product as a game for the search: one goal, the side that wants it as the attacker.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;
use tesuji_board::Color;
use tesuji_local::Threats;
use tesuji_search::{Claim, Domain, Estimate, Moves, Outcome, Rules, Scratch, Step, mix};

use super::Goal;
use super::book::{Book, Class};
use super::choice::Choice;
use super::count::{Counter, Spare};
use super::endgame::{Collected, Endgames, Next};
use super::state::{After, State, Status, Turn};

/// A question about a race.
#[derive(Clone)]
pub(super) struct Question {
    pub(super) book: Arc<Book>,
    pub(super) goal: Goal,
    /// Bits of the resource for the plain liberties of one block; none if they do not fit and are part of the key.
    pub(super) bits: u32,
    /// What counting knows; other threads do without.
    pub(super) counter: Scratch<Option<Box<Counter>>>,
    /// Which moves need not be tried; the same.
    pub(super) choice: Scratch<Option<Box<Choice>>>,
    /// What is known about endgames; the same.
    pub(super) endgames: Scratch<Option<Box<Endgames>>>,
    /// Whether an answer is said of as many plain liberties and threats as it holds for, or only of those that were asked about.
    pub(super) generalizes: bool,
}

/// A race in a search, with the answer if there is one.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) state: State,
    pub(super) decided: Option<bool>,
    /// The resource to which the answer extends, if there is one.
    extent: u32,
}

/// More liberties to spare than there are.
const ANY: u32 = u32::MAX;

/// A hash of words for keys. It is the same on machines of 32 and of 64 bits, so that searches are.
#[derive(Default)]
struct Words(u64);

impl Hasher for Words {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        // A multiplier with good lattices (Steele and Vigna 2021).
        self.0 = self.0.wrapping_add(word).wrapping_mul(0xf135_7aea_2e62_a9c5);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

/// How much harder a goal is guessed to be for each liberty that it is behind.
const EFFORT: u32 = 4;
const MOST_BEHIND: i64 = 16;
/// Where there is a bound from one side only, the other is guessed to be so far away.
const UNBOUNDED: i64 = 6;

/// Bits of the resource for the threats of one side.
const THREAT_BITS: u32 = 4;
const MOST_THREATS: u32 = (1 << THREAT_BITS) - 1;

impl Question {
    pub(super) fn new(book: Arc<Book>, goal: Goal, most_plain: u32) -> Question {
        let blocks = book.colors.len() as u32;
        let bits = (32 - 2 * THREAT_BITS) / blocks.max(1);
        let fits = bits > 0 && most_plain < 1 << bits;
        Question {
            book,
            goal,
            bits: if fits { bits } else { 0 },
            counter: Scratch(None),
            choice: Scratch(None),
            endgames: Scratch(None),
            generalizes: false,
        }
    }

    /// The state as the search sees it.
    pub(super) fn node(&self, state: State, captured: &[usize]) -> Node {
        let decided = self.decide(&state, captured);
        self.with_answer(state, decided.map(|(reached, spare)| (reached, Some(Spare::of(spare)))))
    }

    /// A state with its answer. What depends on the numbers of threats has no liberties to spare.
    fn with_answer(&self, state: State, decided: Option<(bool, Option<Spare>)>) -> Node {
        let mut node = Node { state, decided: decided.map(|(reached, _)| reached), extent: 0 };
        node.extent = match decided {
            Some((reached, Some(spare))) if self.generalizes => self.corner(&node.state, reached, spare),
            _ => self.resource(&node),
        };
        node
    }

    fn decide(&self, state: &State, captured: &[usize]) -> Option<(bool, u32)> {
        let goal = self.goal;
        let Some(asked) = goal.block() else {
            let Goal::First(color) = goal else { return None };
            if let Some(&block) = captured.first() {
                return Some((self.book.colors[block] != color, ANY));
            }
            let theirs =
                |&block: &usize| self.book.colors[block] != color && state.status[block] == Status::Racing;
            if (0..self.book.colors.len()).filter(theirs).all(|block| self.book.is_alive(state, block)) {
                return Some((false, ANY));
            }
            return self.book.at_once(state, goal);
        };
        let asked = state.home(asked);
        let saves = matches!(goal, Goal::Save(_));
        match state.status[asked] {
            Status::Captured => return Some((!saves, ANY)),
            Status::Safe => return Some((saves, ANY)),
            Status::Racing | Status::Joined(_) => {}
        }
        if self.book.is_alive(state, asked) {
            return Some((saves, ANY));
        }
        let goal = if saves { Goal::Save(asked) } else { Goal::Capture(asked) };
        self.book.at_once(state, goal)
    }

    /// What counting says, and with how many liberties to spare; with none that are known where it looks ahead.
    pub(super) fn counted(&mut self, state: &State) -> Option<(bool, Option<Spare>)> {
        let counter = self.counter.0.as_mut()?;
        let side = match self.goal {
            Goal::First(side) if self.book.colors.len() == 2 => side,
            goal => {
                let settled = counter.settles(&self.book, state, goal);
                return settled.map(|(reached, spare)| (reached, Some(Spare::of(spare))));
            }
        };
        let known = |(reached, spare): (bool, Spare)| (reached, Some(spare));
        counter.captures(&self.book, state, side).map(known).or_else(|| {
            // One move ahead where counting only bounds: a ko that is won, a shape that is settled.
            let wanted = state.to_move == side;
            let turns = turns_in(&self.book, state, |class| class.shared.is_none() && !class.steady);
            let settles = |turn: Turn| {
                let after = state.after(&self.book, turn)?;
                if !after.captured.is_empty() {
                    return Some(true);
                }
                (counter.captures(&self.book, &after.state, side)?.0 == wanted).then_some(true)
            };
            turns.into_iter().find_map(settles).map(|_| (wanted, None))
        })
    }

    /// The moves that are worth a try.
    fn turns(&mut self, state: &State) -> SmallVec<[Turn; 32]> {
        let mover = state.to_move;
        let attacking = mover == self.book.achiever(self.goal);
        let mut turns = turns_in(&self.book, state, |_| true);
        for block in 0..self.book.colors.len() {
            if state.plain[block] > 0 && self.book.colors[block] != mover {
                turns.push(Turn::Fill(block as u16));
            }
        }
        if let Some(choice) = self.choice.0.as_mut() {
            choice.select(&self.book, state, &mut turns);
        }
        turns.retain(|turn| state.after(&self.book, *turn).is_some());
        // Whoever wants something passes only to get rid of a ban.
        if !attacking || state.is_bound(&self.book) {
            turns.push(Turn::Pass);
        }
        turns
    }

    /// What is known of an endgame, if this is one.
    fn endgame(&mut self, state: &State) -> Option<bool> {
        let mut endgames = self.endgames.0.take()?;
        let found = self.endgame_in(&mut endgames, state);
        self.endgames.0 = Some(endgames);
        found
    }

    fn endgame_in(&mut self, endgames: &mut Endgames, state: &State) -> Option<bool> {
        let known = self.known_endgame(endgames, state);
        if known.is_some() || !endgames.is_small(&self.book, state) {
            return known;
        }
        // What holds with fewer threats is known of more.
        for color in Color::BOTH {
            if let Some(threats) = state.threats.spent(color) {
                self.endgame_in(endgames, &State { threats, ..state.clone() });
            }
        }
        let known = self.known_endgame(endgames, state);
        if known.is_some() || !endgames.is_small(&self.book, state) {
            return known;
        }
        let mut collected = endgames.begin();
        if self.collect(endgames, state, &mut collected).is_none() {
            endgames.give_up(&self.book, state, &collected);
            return None;
        }
        let resources: Vec<u32> = collected.states.iter().map(|state| self.resource_of(state)).collect();
        endgames.learn(collected, &resources, &|more, less| self.covers(more, less));
        self.known_endgame(endgames, state)
    }

    fn known_endgame(&self, endgames: &Endgames, state: &State) -> Option<bool> {
        endgames.known(state, self.resource_of(state), &|more, less| self.covers(more, less))
    }

    fn resource_of(&self, state: &State) -> u32 {
        let Threats(threats) = state.threats;
        self.packed(threats.map(u32::from), state.plain.iter().map(|&plain| u32::from(plain)))
    }

    /// Collects all states that can come from this one and are not settled; nothing if there are too many.
    fn collect(&mut self, endgames: &Endgames, state: &State, collected: &mut Collected) -> Option<()> {
        collected.number(state)?;
        while let Some(state) = collected.next().cloned() {
            if self.counter.0.as_ref().is_some_and(|counter| counter.watch.is_stopped()) {
                return None;
            }
            let wanted = state.to_move == self.book.achiever(self.goal);
            let mut next = Vec::new();
            let mut open: SmallVec<[State; 16]> = SmallVec::new();
            for turn in self.turns(&state) {
                let Some(After { state: after, captured }) = state.after(&self.book, turn) else { continue };
                let settled = self
                    .decide(&after, &captured)
                    .map(|(reached, _)| reached)
                    .or_else(|| self.known_endgame(endgames, &after))
                    .or_else(|| self.counted(&after).map(|(reached, _)| reached));
                match settled {
                    // The mover wants nothing else.
                    Some(reached) if reached == wanted => {
                        next = vec![Next::Settled(reached)];
                        open.clear();
                        break;
                    }
                    Some(reached) => next.push(Next::Settled(reached)),
                    None => open.push(after),
                }
            }
            for after in open {
                next.push(Next::At(collected.number(&after)?));
            }
            collected.push(wanted, next);
        }
        Some(())
    }

    /// The worst resource for the winner with which an answer holds, if so many liberties are to spare: some fewer of its own, some
    /// more of the loser. Nobody who has a plain liberty loses the last one by this, and nobody who has none gets one: then the
    /// same moves are legal and the same ones capture. The winner of such an answer needs no threats.
    fn corner(&self, state: &State, reached: bool, spare: Spare) -> u32 {
        let achiever = self.book.achiever(self.goal);
        let winner = if reached { achiever } else { achiever.opponent() };
        let (fewer, more) = match spare.liberties {
            ANY => (ANY, ANY),
            spare => (spare - spare / 2, spare / 2),
        };
        let most = (1u32 << self.bits) - 1;
        let plain = state.plain.iter().enumerate().map(|(block, &count)| {
            let count = u32::from(count);
            if self.book.colors[block] == winner {
                count.saturating_sub(fewer).max(count.min(1))
            } else if count == 0 {
                0
            } else {
                count.saturating_add(more).min(most.max(count))
            }
        });
        let mut threats = [0; 2];
        let loser = winner.opponent();
        threats[loser.index()] =
            if spare.threats { MOST_THREATS } else { u32::from(state.threats.left(loser)) };
        self.packed(threats, plain)
    }

    fn packed(&self, [black, white]: [u32; 2], plain: impl Iterator<Item = u32>) -> u32 {
        let mut packed = black | white << THREAT_BITS;
        if self.bits > 0 {
            for (block, plain) in plain.enumerate() {
                packed |= plain << (2 * THREAT_BITS + self.bits * block as u32);
            }
        }
        packed
    }

    fn each_plain(&self, resource: u32) -> impl Iterator<Item = u32> {
        let (bits, blocks) = (self.bits, self.book.colors.len() as u32);
        (0..blocks).map(move |block| resource >> (2 * THREAT_BITS + bits * block) & ((1 << bits) - 1))
    }
}

/// The threats of a side in a resource.
fn threats_in(resource: u32, color: Color) -> u32 {
    resource >> (THREAT_BITS * color.index() as u32) & MOST_THREATS
}

/// The moves of the side to move in some pieces; equal pieces once.
fn turns_in(book: &Book, state: &State, wanted: impl Fn(&Class) -> bool) -> SmallVec<[Turn; 32]> {
    let mover = state.to_move;
    let mut turns = SmallVec::new();
    for (at, placed) in state.pieces.iter().enumerate() {
        let class = &book.classes[placed.class as usize];
        if at > 0 && state.pieces[at - 1] == *placed || !wanted(class) {
            continue;
        }
        for (number, edge) in class.piece.moves[mover.index()].iter().enumerate() {
            if !edge.threat || state.threats.left(mover) > 0 {
                turns.push(Turn::Play(at as u16, number as u16));
            }
        }
    }
    turns
}

impl Rules for Question {
    type State = Node;
    type Move = Turn;
    type Undo = Node;

    fn attacker_to_move(&self, node: &Node) -> bool {
        node.state.to_move == self.book.achiever(self.goal)
    }

    fn outcome(&mut self, node: &Node) -> Option<Outcome> {
        node.decided.map(|reached| if reached { Outcome::Goal } else { Outcome::Refuted })
    }

    fn moves(&mut self, node: &Node, _order: u8, moves: &mut Moves<Turn>) {
        for turn in self.turns(&node.state) {
            moves.push(turn);
        }
    }
    fn play(&mut self, node: &mut Node, step: Step<Turn>) -> Node {
        let turn = match step {
            Step::Move(turn) => turn,
            Step::Pass => Turn::Pass,
        };
        let next = match node.state.after(&self.book, turn) {
            Some(after) => {
                let next = self.node(after.state, &after.captured);
                match next.decided {
                    Some(_) => next,
                    None => {
                        let counted = self.counted(&next.state);
                        let counted =
                            counted.or_else(|| self.endgame(&next.state).map(|reached| (reached, None)));
                        self.with_answer(next.state, counted)
                    }
                }
            }
            None => {
                let decided = Some(!self.attacker_to_move(node));
                Node { decided, extent: self.resource(node), ..node.clone() }
            }
        };
        std::mem::replace(node, next)
    }

    fn undo(&self, node: &mut Node, _step: Step<Turn>, undo: Node) {
        *node = undo;
    }

    fn key(&self, node: &Node) -> u128 {
        let state = &node.state;
        let hash = |seed: u64| {
            let mut hasher = Words::default();
            seed.hash(&mut hasher);
            state.pieces.hash(&mut hasher);
            state.status.hash(&mut hasher);
            state.to_move.hash(&mut hasher);
            if self.bits == 0 {
                state.plain.hash(&mut hasher);
            }
            mix(hasher.finish() ^ seed)
        };
        u128::from(hash(0x51ed_270b)) << 64 | u128::from(hash(0x9c0a_ffee_1234_5678))
    }

    fn resource(&self, node: &Node) -> u32 {
        self.resource_of(&node.state)
    }

    fn covers(&self, more: u32, less: u32) -> bool {
        let achiever = self.book.achiever(self.goal);
        let better = |own: bool, more: u32, less: u32| if own { more >= less } else { more <= less };
        Color::BOTH
            .into_iter()
            .all(|color| better(color == achiever, threats_in(more, color), threats_in(less, color)))
            && self
                .each_plain(more)
                .zip(self.each_plain(less))
                .zip(&self.book.colors)
                .all(|((more, less), &color)| better(color == achiever, more, less))
    }
}

impl Domain for Question {
    /// The worst resource for the winner with which all that supports an answer still does.
    fn extend(&self, claim: Claim, node: &Node, _order: u8, support: &[(Step<Turn>, u32)]) -> u32 {
        let here = self.resource(node);
        if !self.generalizes {
            return here;
        }
        if node.decided.is_some() {
            return node.extent;
        }
        let state = &node.state;
        let achiever = self.book.achiever(self.goal);
        let winner = if claim == Claim::Proof { achiever } else { achiever.opponent() };
        let mut plain: SmallVec<[i64; 4]> =
            self.book.colors.iter().map(|&color| if color == winner { 0 } else { i64::MAX }).collect();
        let mut threats = Color::BOTH.map(|color| if color == winner { 0 } else { i64::from(MOST_THREATS) });
        for &(step, extent) in support {
            let turn = match step {
                Step::Move(turn) => turn,
                Step::Pass => Turn::Pass,
            };
            let Some(After { state: after, .. }) = state.after(&self.book, turn) else { return here };
            // What the extent is before the move; the worst of all.
            let join = |worst: &mut i64, color: Color, extent: u32, before: i64, after: i64| {
                let needed = i64::from(extent) - after + before;
                *worst = if color == winner { (*worst).max(needed) } else { (*worst).min(needed) };
            };
            for color in Color::BOTH {
                let [before, after] = [state, &after].map(|state| i64::from(state.threats.left(color)));
                join(&mut threats[color.index()], color, threats_in(extent, color), before, after);
            }
            if self.bits > 0 {
                for (block, extent) in self.each_plain(extent).enumerate() {
                    let [before, after] = [state, &after].map(|state| i64::from(state.plain[block]));
                    join(&mut plain[block], self.book.colors[block], extent, before, after);
                }
            }
        }
        let most = (1i64 << self.bits) - 1;
        let plain = state.plain.iter().zip(plain).zip(&self.book.colors).map(|((&count, worst), &color)| {
            let count = i64::from(count);
            let worst = match (color == winner, count) {
                (true, count) => worst.clamp(count.min(1), count),
                (false, 0) => 0,
                (false, count) => worst.clamp(count, most.max(count)),
            };
            u32::try_from(worst).unwrap_or(0)
        });
        // Who has no threats makes no moves that need one.
        let loser = winner.opponent();
        if state.threats.left(loser) == 0 && state.to_move == loser && state.may_threaten(&self.book) {
            threats[loser.index()] = 0;
        }
        let threats = Color::BOTH.map(|color| {
            let count = i64::from(state.threats.left(color));
            let worst = threats[color.index()];
            let worst = if color == winner {
                worst.clamp(0, count)
            } else {
                worst.clamp(count, i64::from(MOST_THREATS))
            };
            u32::try_from(worst).unwrap_or(0)
        });
        self.packed(threats, plain)
    }

    fn estimate(&mut self, node: &Node, _order: u8) -> Estimate {
        let Some(counter) = self.counter.0.as_mut() else { return Estimate::UNIT };
        let margins = match self.goal {
            Goal::First(side) if self.book.colors.len() == 2 => {
                counter.margins(&self.book, &node.state, side)
            }
            goal => counter.guess(&self.book, &node.state, goal),
        };
        let (worst, best) = match margins {
            [Some(worst), Some(best)] => (worst, best),
            [Some(worst), None] => (worst, worst + UNBOUNDED),
            [None, Some(best)] => (best - UNBOUNDED, best),
            [None, None] => return Estimate::UNIT,
        };
        let effort = |behind: i64| 1 + EFFORT * u32::try_from(behind.clamp(0, MOST_BEHIND)).unwrap_or(0);
        // How far it is to a proof, and more than that on which side of the middle the race stands.
        Estimate {
            pn: effort(-worst) * effort(-worst - best).pow(2),
            dn: effort(best + 1) * effort(worst + best + 1).pow(2),
        }
    }
}
