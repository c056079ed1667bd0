//! Reading life and death with zones.
//!
//! Df-pn over positions of a [field](crate::field). Three questions are asked ([`Aim`]):
//!
//! - *Kill*: can the attacker capture it? Play that goes on for ever kills nobody, so a repetition fails for the attacker.
//! - *Eyes*: can the defender make it alive without another move? Here a repetition fails for the defender. A group that
//!   cannot be killed and cannot make eyes is in seki.
//! - *Join*: can the defender make one string of two stones? A repetition fails for the defender here as well, and the stones are
//!   *killed* if they are kept apart. `joins.rs` has what is particular to that.
//!
//! The numbers of a position say how much work is left at least to show that the group is killed, and that it lives. A solved
//! position has a *zone* (`zones.rs`), and for how many ko threats it holds.
//!
//! # Which moves are looked at
//!
//! In a field that is shut in, all of them, with two exceptions:
//!
//! - *Must-play*: if the attacker passed, the defender would live by one move, with a zone. An attacker's move outside that
//!   zone leaves this life as it is, so it fails, unless it is inside the zone of every such move. If nothing is, the
//!   group lives.
//! - The side that repetition fails passes only to lift a ban.
//!
//! In a field that is open the zones tell which moves matter, and moves are added when a zone reaches them:
//!
//! - the defender is killed only if his pass is; moves outside the zone of that do not change it;
//! - the attacker fails if there is a zone around the group in which each of his moves is answered: to a move outside the
//!   defender passes, and the zone is as it was.
//!
//! # Threats
//!
//! A fact of a position holds for a range of threats: a kill for all numbers up to one, life for all from one on. What did not need
//! a ko holds for all of them.
//!
//! # Repetition
//!
//! A failure by repetition holds only along its line. It carries the set of positions above that it returns to; each of
//! them drops itself when it is done, and only what returns to nothing is kept as a fact. What returns is kept for its line.

mod joins;
mod memory;
mod rounds;

use std::sync::Arc;

use tesuji_board::Color;
use tesuji_job::{Limits, Progress, Watch, Why};

use self::memory::{Bound, Fact, Memory};
use crate::claims::benson::{alive, enclosed};
use crate::claims::dead::{Walls, dead, walls};
use crate::claims::lives_by_tables;
use crate::estimate::guess;
use crate::fault::{Fault, is_on};
use crate::field::{Field, NONE, State};
use crate::set::Set;
use crate::zones::View;

/// No number is larger; a solved position has it.
const INFINITE: u32 = 1 << 28;
/// The longest line looked at, in steps.
const LONGEST_LINE: usize = 127;
/// Positions between two looks at the watch.
const INTERVAL: u64 = 64;
/// A pass, where a move is wanted.
pub(crate) const PASS: u16 = NONE - 1;
/// More threats than are ever asked about: what holds whatever the threats.
pub(crate) const ANY: i8 = 100;

/// What is asked about the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Whether it can be captured.
    Kill,
    /// Whether it can become alive without another move.
    Eyes,
    /// Whether two stones can become one string.
    Join,
}

/// What has to survive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Any string of the defender on the field.
    AnyString,
    /// Any of the named stones.
    AnyNamed,
    /// All of them.
    AllNamed,
    /// Both of two named stones, in one string.
    Joined,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<S> {
    pub(crate) kill: u32,
    pub(crate) live: u32,
    /// The depths of the positions above that it returns to; nothing for a fact.
    returns: u128,
    /// For a fact: killed for so many threats and fewer, or alive for so many and more.
    pub(crate) extent: i8,
    /// For a fact: what it depends on.
    pub(crate) zone: S,
    pub(crate) length: u16,
}

impl<S: Set> Value<S> {
    fn open(kill: u32, live: u32) -> Value<S> {
        Value { kill, live, returns: 0, extent: 0, zone: S::none(), length: 0 }
    }

    fn killed(extent: i8, zone: S) -> Value<S> {
        Value { kill: 0, live: INFINITE, returns: 0, extent, zone, length: 0 }
    }

    fn lives(extent: i8, zone: S) -> Value<S> {
        Value { kill: INFINITE, live: 0, returns: 0, extent, zone, length: 0 }
    }

    pub(crate) fn is_killed(&self) -> bool {
        self.kill == 0
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.live == 0
    }

    pub(crate) fn is_open(&self) -> bool {
        self.kill != 0 && self.live != 0
    }
}

/// A position one step away.
struct Child<S> {
    step: u16,
    state: State<S>,
    value: Value<S>,
    /// Whether the mover can only fail once this is known.
    needed: bool,
}

/// A position on the line.
struct Place {
    key: u128,
    /// Of the line down to here.
    line: u64,
}

/// A position while it is searched.
struct Frame<S> {
    state: State<S>,
    attacking: bool,
    first: usize,
    /// Points whose moves have become children.
    met: S,
    /// A zone such that moves outside fail, with how far that holds.
    basis: Option<Basis<S>>,
}

#[derive(Clone, Copy)]
struct Basis<S> {
    zone: S,
    extent: i8,
    returns: u128,
}

/// A life by one move.
struct Threat<S> {
    zone: S,
}

/// Reads the fate of one group, remembering what it finds.
pub(crate) struct Reader<'a, S: Set> {
    pub(crate) field: Arc<Field<S>>,
    pub(crate) defender: Color,
    wanted: Wanted,
    aim: Aim,
    named: S,
    /// Whether zones say which moves matter.
    zones: bool,
    /// Whether the defender's strings that both touch the outside count as joined.
    joins_outside: bool,
    memory: [Memory<S>; 3],
    limits: Limits,
    watch: &'a Watch,
    pub(crate) nodes: u64,
    path: Vec<Place>,
    children: Vec<Child<S>>,
    /// How often a move on a point succeeded, by colour.
    history: [Vec<u32>; 2],
}

/// What stands for a line that is too long: no position drops it.
const TOO_LONG: u128 = 1 << 127;

impl<'a, S: Set> Reader<'a, S> {
    pub(crate) fn new(
        field: Arc<Field<S>>,
        defender: Color,
        wanted: Wanted,
        named: S,
        limits: &Limits,
        watch: &'a Watch,
    ) -> Reader<'a, S> {
        let history = [0, 1].map(|_| vec![0; S::CAPACITY]);
        Reader {
            field,
            defender,
            wanted,
            aim: Aim::Kill,
            named,
            zones: wanted != Wanted::AnyString,
            joins_outside: false,
            memory: [0, 1, 2].map(|_| Memory::new(limits.memory / 2)),
            limits: *limits,
            watch,
            nodes: 0,
            path: Vec::new(),
            children: Vec::new(),
            history,
        }
    }

    /// Whether zones say which moves matter; otherwise all do.
    pub(crate) fn with_zones(self, zones: bool) -> Reader<'a, S> {
        Reader { zones, ..self }
    }

    /// Sets the number of nodes at which reading ends.
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.limits.nodes = nodes;
    }

    /// Reads a position. Nodes are counted over all questions, up to the limit.
    pub(crate) fn read(&mut self, aim: Aim, state: &State<S>) -> Result<Value<S>, Why> {
        self.aim = aim;
        self.path.clear();
        self.children.clear();
        loop {
            let value = self.look(state);
            let value = if value.is_open() { self.search(state, INFINITE, INFINITE)? } else { value };
            if value.returns != 0 {
                return Err(Why::Depth);
            }
            if !value.is_open() {
                return Ok(value);
            }
        }
    }

    /// The move that decides a position, as far as it is remembered.
    pub(crate) fn best(&self, aim: Aim, state: &State<S>) -> Option<u16> {
        let entry = self.memory[aim as usize].find(state)?;
        let killed = entry.killed.extent >= state.threats;
        let fact = if killed {
            Some(&entry.killed)
        } else {
            Some(&entry.lives).filter(|fact| fact.extent <= state.threats)
        };
        fact.map(|fact| fact.best).filter(|&best| best != NONE)
    }

    /// What is seen of a position without search.
    #[cfg(test)]
    pub(crate) fn first_look(&mut self, aim: Aim, state: &State<S>) -> Value<S> {
        self.aim = aim;
        self.evaluate(state)
    }

    fn spend(&mut self) -> Result<(), Why> {
        if self.nodes.is_multiple_of(INTERVAL) {
            let (nodes, depth) = (self.nodes, self.path.len() as u32);
            self.watch.look(|| Progress { depth, ..Progress::searched("reading", nodes) })?;
        }
        if self.nodes >= self.limits.nodes {
            return Err(Why::Nodes);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Whether a position has ended, with the group captured.
    fn is_captured(&self, state: &State<S>) -> bool {
        match self.wanted {
            Wanted::AnyString => state.stones[self.defender.index()].is_empty(),
            Wanted::AnyNamed => state.named.is_empty(),
            Wanted::AllNamed | Wanted::Joined => state.named != self.named,
        }
    }

    /// The question that tells the fate.
    pub(crate) fn main_aim(&self) -> Aim {
        if self.wanted == Wanted::Joined { Aim::Join } else { Aim::Kill }
    }

    /// Whether the life of these strings is what is wanted.
    fn suffices(&self, state: &State<S>, strings: S) -> bool {
        match self.wanted {
            Wanted::AnyString => !strings.is_empty(),
            Wanted::AnyNamed => strings.meets(state.named),
            Wanted::AllNamed | Wanted::Joined => self.named.within(strings),
        }
    }

    fn all_or(&self, zone: S) -> S {
        if self.zones { zone } else { self.field.all }
    }

    /// The zone of life without another move; none if that is not shown.
    pub(crate) fn is_alive(&self, state: &State<S>) -> Option<S> {
        let enclosed = enclosed(&self.field, &state.stones, self.defender);
        if let Some(found) = alive(&self.field, &state.stones, self.defender, &enclosed)
            && self.suffices(state, found.strings)
        {
            return Some(found.strings | found.regions);
        }
        let counts = |string| self.suffices(state, string);
        let only_eyes = self.aim == Aim::Eyes;
        lives_by_tables(&self.field, &state.stones, self.defender, &enclosed, only_eyes, counts)
    }

    /// The zone of death whatever the defender does; none if that is not shown.
    pub(crate) fn is_dead(&self, state: &State<S>, walls: &Walls<S>) -> Option<S> {
        let own = state.stones[self.defender.index()];
        let areas = if self.zones { self.field.flood(state.named, own) } else { self.field.all };
        dead(&self.field, &state.stones, self.defender, walls, areas)
    }

    fn place_key(state: &State<S>) -> u128 {
        state.hash ^ (state.threats as u8 as u128).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    /// What the line, the memory and the claims say of a position.
    fn look(&mut self, state: &State<S>) -> Value<S> {
        let key = Self::place_key(state);
        if let Some(depth) = self.path.iter().rposition(|place| place.key == key) {
            return self.failed_by_return(state, 1 << depth);
        }
        if let Some(entry) = self.memory[self.aim as usize].find(state) {
            if entry.killed.extent >= state.threats {
                let Fact { extent, zone, length, .. } = entry.killed;
                return Value { length, ..Value::killed(extent, zone) };
            }
            if entry.lives.extent <= state.threats {
                let Fact { extent, zone, length, .. } = entry.lives;
                return Value { length, ..Value::lives(extent, zone) };
            }
            if let Some(bound) = entry.bound
                && bound.threats == state.threats
                && let deepest = 127 - bound.returns.leading_zeros() as usize
                && self.path.get(deepest).is_some_and(|place| place.line == bound.line)
            {
                return self.failed_by_return(state, bound.returns);
            }
            return Value::open(entry.kill.clamp(1, INFINITE - 1), entry.live.clamp(1, INFINITE - 1));
        }
        let value = self.evaluate(state);
        self.keep(state, &value, NONE, 0);
        value
    }

    /// The side that repetition fails has failed along this line.
    fn failed_by_return(&self, state: &State<S>, returns: u128) -> Value<S> {
        let value = match self.aim {
            Aim::Kill => Value::lives(state.threats, self.field.all),
            Aim::Eyes | Aim::Join => Value::killed(state.threats, self.field.all),
        };
        Value { returns, ..value }
    }

    /// What the claims say of a position that was not met before.
    fn evaluate(&mut self, state: &State<S>) -> Value<S> {
        if self.is_captured(state) {
            return Value::killed(ANY, self.all_or(self.named));
        }
        if self.aim == Aim::Join {
            return self.evaluate_join(state);
        }
        if is_on(Fault::NoClaims) {
            let enclosed = enclosed(&self.field, &state.stones, self.defender);
            let alive = alive(&self.field, &state.stones, self.defender, &enclosed);
            let ends =
                self.aim == Aim::Eyes && alive.is_some_and(|found| self.suffices(state, found.strings));
            return if ends { Value::lives(-ANY, self.field.all) } else { Value::open(1, 1) };
        }
        if let Some(zone) = self.is_alive(state) {
            let view = View { field: &self.field, stones: &state.stones };
            return Value::lives(-ANY, view.closed(self.defender, zone));
        }
        let walls = walls(&self.field, &state.stones, self.defender.opponent());
        if let Some(zone) = self.is_dead(state, &walls) {
            return Value::killed(ANY, self.all_or(zone));
        }
        let mut guess = guess(&self.field, state, self.defender, walls.strings, self.eye_points(state));
        if state.to_move != self.defender {
            let mut common = self.field.empty(&state.stones);
            let mut zones = S::none();
            let threats = self.threats(state);
            for threat in &threats {
                common &= threat.zone;
                zones |= threat.zone;
            }
            if threats.is_empty() {
                guess.live += 3;
            } else if common.is_empty() {
                return Value::lives(-ANY, zones);
            } else {
                guess.live = guess.live.min(1 + common.len() / 2);
                guess.kill += 1;
            }
        }
        Value::open(guess.kill, guess.live)
    }

    /// Where eyes of the group may be.
    fn eye_points(&self, state: &State<S>) -> S {
        if !self.zones {
            return self.field.all;
        }
        let mut near = self.group(state);
        for _ in 0..3 {
            near |= self.field.neighbors(near);
        }
        near
    }

    /// The strings of the group.
    fn group(&self, state: &State<S>) -> S {
        let own = state.stones[self.defender.index()];
        if self.zones { self.field.flood(state.named, own) } else { own }
    }

    /// The zone in which the defender has what he wants without another move; none if that is not shown.
    fn has_reached(&self, state: &State<S>) -> Option<S> {
        if self.aim == Aim::Join { self.is_joined(state) } else { self.is_alive(state) }
    }

    /// Lives by one move if the attacker passes: few of them, that have as little as possible in common.
    fn threats(&self, state: &State<S>) -> Vec<Threat<S>> {
        let passed = state.passed();
        let mut found = Vec::new();
        if is_on(Fault::NoClaims) {
            return found;
        }
        let empty = self.field.empty(&state.stones);
        let moves = if self.zones { empty & self.eye_points(state) } else { empty };
        let mut common = empty;
        for at in moves.numbers() {
            if let Some(after) = self.field.play(&passed, at)
                && let Some(below) = self.has_reached(&after)
            {
                let (open, view) = (below, View { field: &self.field, stones: &after.stones });
                let below = view.closed(self.defender, below);
                let view = View { field: &self.field, stones: &state.stones };
                let zone = view.after_own_move(self.defender, at, below, after.ban != NONE);
                let zone = if is_on(Fault::OpenZones) { open } else { view.closed(self.defender, zone) };
                let zone = self.with_string(state, zone);
                if !common.within(zone) {
                    common &= zone;
                    found.push(Threat { zone });
                }
                if common.is_empty() {
                    break;
                }
            }
        }
        found
    }

    /// The zone with a string of the defender in it: while that stands the group is not captured.
    fn with_string(&self, state: &State<S>, zone: S) -> S {
        let own = state.stones[self.defender.index()];
        if self.wanted != Wanted::AnyString || zone.meets(own) {
            return zone;
        }
        let view = View { field: &self.field, stones: &state.stones };
        view.closed(self.defender, zone | own.lowest())
    }

    /// Searches a position until it is solved or a number reaches its threshold.
    fn search(&mut self, state: &State<S>, most_kill: u32, most_live: u32) -> Result<Value<S>, Why> {
        if self.path.len() >= LONGEST_LINE {
            return Ok(self.failed_by_return(state, TOO_LONG));
        }
        self.spend()?;
        let before = self.nodes;
        let key = Self::place_key(state);
        let line = self.path.last().map_or(0, |place| place.line);
        let line = (line.rotate_left(5) ^ key as u64).wrapping_mul(0x517c_c1b7_2722_0a95);
        self.path.push(Place { key, line });
        let mut frame = Frame {
            state: *state,
            attacking: state.to_move != self.defender,
            first: self.children.len(),
            met: S::none(),
            basis: None,
        };
        let threats = if frame.attacking { self.threats(state) } else { Vec::new() };
        self.begin(&mut frame, &threats);
        let found = self.rounds(&mut frame, most_kill, most_live);
        let best = found.as_ref().map_or(NONE, |(_, best)| *best);
        self.children.truncate(frame.first);
        self.path.pop();
        let (value, _) = found?;
        let depth = self.path.len();
        let value = Value { returns: value.returns & !(1 << depth), ..value };
        let work = u32::try_from(self.nodes - before).unwrap_or(u32::MAX);
        self.keep(state, &value, best, work);
        let succeeds = if frame.attacking { value.is_killed() } else { value.is_alive() };
        if succeeds && best != PASS && best != NONE {
            let [one, other] = [state.to_move, state.to_move.opponent()].map(Color::index);
            self.history[one][usize::from(best)] += 2;
            self.history[other][usize::from(best)] += 1;
        }
        Ok(value)
    }

    /// Writes down what is known of a position.
    fn keep(&mut self, state: &State<S>, value: &Value<S>, best: u16, work: u32) {
        let line = |path: &[Place], returns: u128| {
            path.get(127 - returns.leading_zeros() as usize).map(|place| place.line)
        };
        let bound = if value.returns == 0 || value.returns & TOO_LONG != 0 {
            None
        } else {
            line(&self.path, value.returns)
        };
        debug_assert!(
            !value.is_killed() || value.extent >= state.threats,
            "a kill holds for the threats it was asked for"
        );
        debug_assert!(
            !value.is_alive() || value.extent <= state.threats,
            "a life holds for the threats it was asked for"
        );
        let aim = self.aim as usize;
        let entry = self.memory[aim].entry(state);
        entry.work = entry.work.saturating_add(work);
        if value.returns != 0 && !is_on(Fault::KeptReturns) {
            entry.bound = bound.map(|line| Bound { threats: state.threats, returns: value.returns, line });
            return;
        }
        let fact = Fact { extent: value.extent, best, length: value.length, zone: value.zone };
        if value.is_killed() {
            if fact.extent > entry.killed.extent {
                entry.killed = fact;
            }
        } else if value.is_alive() {
            if fact.extent < entry.lives.extent {
                entry.lives = fact;
            }
        } else {
            (entry.kill, entry.live) = (value.kill, value.live);
        }
    }

    /// The first children.
    fn begin(&mut self, frame: &mut Frame<S>, threats: &[Threat<S>]) {
        let fails = frame.attacking == (self.aim == Aim::Kill);
        if !fails || frame.state.ban != NONE {
            // A pass, unless repetition fails the mover and no ban is to be lifted.
            if self.add(frame, PASS, true) {
                return;
            }
        }
        // A move has to be inside the zones of all lives by one move: what is outside of one is answered by that.
        if let Some(smallest) = threats.iter().min_by_key(|threat| threat.zone.len()) {
            let basis = Basis { zone: smallest.zone, extent: -ANY, returns: 0 };
            for threat in threats {
                for at in (smallest.zone & !threat.zone & !frame.met).numbers() {
                    frame.met |= S::one(at);
                    if let Some(state) = self.step(frame, at) {
                        let value = Value::lives(-ANY, threat.zone);
                        self.children.push(Child { step: at as u16, state, value, needed: true });
                    }
                }
            }
            frame.basis = Some(basis);
        }
        let all = self.field.all;
        if !self.has_zones(frame) || frame.basis.is_some() {
            let points = frame.basis.map_or(all, |basis| basis.zone);
            self.add_moves(frame, points, true);
            return;
        }
        let near = self.near(&frame.state);
        if !self.add_moves(frame, near, false) && fails && frame.state.ban == NONE {
            self.grow(frame);
        }
    }

    /// Whether zones say which moves matter. Whether stones can become alive depends on all that stands around them, so where the
    /// defender is to make eyes all his moves matter.
    fn has_zones(&self, frame: &Frame<S>) -> bool {
        self.zones && (frame.attacking || self.aim != Aim::Eyes)
    }

    fn step(&self, frame: &Frame<S>, at: usize) -> Option<State<S>> {
        self.field.step(&frame.state, at, self.defender)
    }

    /// Points where moves are most likely to matter.
    fn near(&self, state: &State<S>) -> S {
        let empty = self.field.empty(&state.stones);
        let group = self.group(state);
        let first = self.field.neighbors(group);
        let second = self.field.neighbors(first & empty);
        let other = state.stones[self.defender.opponent().index()];
        let mut near = first | second | self.field.diagonals(group);
        for string in self.field.strings(other, first | second) {
            let air = string.around & empty;
            if air.len() <= 3 {
                near |= air;
            }
        }
        let own = state.stones[self.defender.index()];
        for string in self.field.strings(own, second & !group) {
            near |= string.around;
        }
        near & empty
    }

    /// Adds the moves on these points that are no children yet; whether one of them decides the position.
    fn add_moves(&mut self, frame: &mut Frame<S>, points: S, needed: bool) -> bool {
        let fresh = points & !frame.met & self.field.empty(&frame.state.stones);
        frame.met |= fresh;
        fresh.numbers().any(|at| self.add(frame, at as u16, needed))
    }

    /// Adds a child; whether it decides its parent.
    fn add(&mut self, frame: &Frame<S>, step: u16, needed: bool) -> bool {
        let state = if step == PASS {
            frame.state.passed()
        } else {
            let Some(state) = self.step(frame, usize::from(step)) else { return false };
            state
        };
        let value = self.look(&state);
        self.children.push(Child { step, state, value, needed });
        let decides = if frame.attacking { value.is_killed() } else { value.is_alive() };
        decides && value.returns == 0
    }
}
