//! Reading a fight with zones.
//!
//! Df-pn in which every solved state comes with its [zone](zones), and the zones say which moves matter.
//!
//! - *The defender* loses only if his pass does. A move outside the zone of that capture changes nothing, so the moves inside are
//!   all that have to be answered. Until the pass is solved, moves nearby are tried beside it.
//! - *The attacker* fails in a state if there is a zone around the prey such that each of his moves inside is answered within it.
//!   To every move outside the defender passes, and the zone is as it was: that can go on for ever and captures nothing. So the
//!   zone grows from the prey by the zones of the answers, and moves are looked at when it reaches them. After a ko was taken the
//!   pass lifts the ban, so there it is the attacker's pass that tells which moves matter.
//!
//! What is found is complete for the whole field on the spot, and serves all positions that look the same on the zone
//! (`memory.rs`).
//!
//! A *goal* with a guard is reached when the prey is captured and the guard cannot be any more. So once the prey is gone the
//! question is another one, turned round: is the guard captured? Its answers are shared with whoever asks that.
//!
//! Repetition: a line that returns to one of its own states fails for the attacker, along that line. Such a refutation is kept
//! only where everything it returns to lies below, and its zone is the whole field.

mod alike;
mod conclude;
mod leaf;
mod line;
mod memory;
mod state;
mod zones;

use std::sync::Arc;

use tesuji_board::Color;
use tesuji_job::{Limits, Progress, Watch, Why};

use self::alike::Alike;
pub(crate) use self::leaf::settled;
use self::leaf::{estimate, near};
pub(crate) use self::memory::Fact;
use self::memory::{Memory, Numbers};
use self::state::{BEST, WORST};
pub(crate) use self::state::{Goal, State, is_life};
use self::zones::View;
use crate::eye::Eyes;
use crate::field::{Bits, Field, bit, ones};

/// No number is larger; a solved state has it.
const INFINITE: u32 = 1 << 28;
/// Nothing above is returned to.
const NEVER: u32 = u32::MAX;
/// The longest line looked at, in steps.
const LONGEST_LINE: usize = 400;
/// States between two looks at the watch.
const INTERVAL: u64 = 64;
/// Rounds after which the numbers of children only grow: this many, and some for each child.
const PATIENCE: usize = 64;
const PATIENCE_PER_CHILD: usize = 8;

/// A move of the field, or a pass.
pub(crate) type FieldMove = Option<u8>;

/// What is known of a child, as its parent sees it.
#[derive(Clone, Debug)]
enum Known {
    /// Nothing certain.
    Open,
    /// A fact, and the depth of the state above that it returns to.
    Fact(Arc<Fact>, u32),
}

/// A state one step away.
struct Child {
    step: FieldMove,
    state: State,
    goal: Goal,
    /// The prey is gone: what is asked of the child is whether the guard can be captured.
    turned: bool,
    /// As the parent sees them.
    numbers: Numbers,
    known: Known,
    /// Whether the parent has to know about it before it can say that its mover fails.
    needed: bool,
}

impl Child {
    fn is_open(&self) -> bool {
        matches!(self.known, Known::Open)
    }

    fn settle(&mut self, fact: Arc<Fact>, until: u32) {
        self.numbers = solved(fact.captured);
        self.known = Known::Fact(fact, until);
    }

    /// The shallowest state above that it returns to.
    fn until(&self) -> u32 {
        match self.known {
            Known::Fact(_, until) => until,
            Known::Open => NEVER,
        }
    }
}

fn solved(captured: bool) -> Numbers {
    if captured { Numbers { pn: 0, dn: INFINITE } } else { Numbers { pn: INFINITE, dn: 0 } }
}

/// What is known of the guard's capture, as the side sees it that has taken the prey.
fn turned(fact: &Fact, prey: usize) -> Arc<Fact> {
    let zone = fact.zone | bit(prey);
    Arc::new(Fact { captured: !fact.captured, extent: BEST - fact.extent, zone, ..fact.clone() })
}

/// What a search of a state comes to.
enum Found {
    Open(Numbers),
    Fact(Arc<Fact>, u32),
}

/// What a state is like while it is searched.
struct Frame {
    goal: Goal,
    state: State,
    attacking: bool,
    /// Where its children begin.
    first: usize,
    alike: Alike,
    /// Points whose moves have become children.
    met: Bits,
    /// The zone of what follows if the mover passes, once that is known to fail and decides which moves matter.
    basis: Option<Basis>,
}

/// What is known of a pass that fails.
#[derive(Clone)]
struct Basis {
    fact: Arc<Fact>,
    until: u32,
    /// The points whose moves have to be answered.
    zone: Bits,
}

/// Reads captures on one field, remembering what it finds.
pub(crate) struct Reader<'a> {
    field: &'a Field,
    goals: Vec<Goal>,
    memory: Memory,
    eyes: Eyes,
    pub(crate) limits: Limits,
    /// Nodes of everything that is asked of this reader, beyond which nothing goes.
    most: u64,
    watch: &'a Watch,
    /// States searched.
    pub(crate) nodes: u64,
    path: Vec<(State, u8)>,
    children: Vec<Child>,
    /// Bytes of what was certain when the memory was last full.
    certain: Option<u64>,
    /// What the tests break on purpose, to see that they notice.
    #[cfg(test)]
    pub(crate) fault: Option<Fault>,
}

/// What tests break on purpose.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A fact forgets the points that it depends on, but for the prey.
    Zones,
    /// It forgets the walls that it rests on.
    Premises,
    /// A fact holds with any number of threats.
    Threats,
    /// A ko may be retaken at once.
    Ban,
    /// A string with two liberties is claimed to fall.
    Claims,
}

impl<'a> Reader<'a> {
    /// A reader about two stones, Black's and White's.
    pub(crate) fn new(field: &'a Field, stones: [usize; 2], limits: &Limits, watch: &'a Watch) -> Reader<'a> {
        let mut goals = Vec::new();
        for guarded in [false, true] {
            for defender in Color::BOTH {
                let guard = guarded.then_some(stones[defender.opponent().index()]);
                goals.push(Goal {
                    number: goals.len() as u8,
                    prey: stones[defender.index()],
                    defender,
                    guard,
                });
            }
        }
        Reader {
            field,
            goals,
            memory: Memory::default(),
            eyes: Eyes::default(),
            limits: *limits,
            most: limits.nodes,
            watch,
            nodes: 0,
            path: Vec::new(),
            children: Vec::new(),
            certain: None,
            #[cfg(test)]
            fault: None,
        }
    }

    /// The goal of capturing the stone of this colour, with or without keeping one's own.
    pub(crate) fn goal(&self, defender: Color, guarded: bool) -> Goal {
        self.goals[usize::from(guarded) * 2 + defender.index()]
    }

    /// Is the prey captured? Nodes are counted over all questions, up to the limit.
    pub(crate) fn read(&mut self, goal: &Goal, state: &State) -> Result<Arc<Fact>, Why> {
        self.path.clear();
        self.children.clear();
        let root = self.look(goal, None, *state, 0);
        if let Known::Fact(fact, NEVER) = root.known {
            return Ok(fact);
        }
        loop {
            match self.search(goal, state, Numbers { pn: INFINITE, dn: INFINITE })? {
                Found::Fact(fact, NEVER) => return Ok(fact),
                Found::Fact(..) => return Err(Why::Depth),
                Found::Open(_) => {}
            }
        }
    }

    /// Is the prey captured after this step? None if it is not legal.
    pub(crate) fn read_after(
        &mut self,
        goal: &Goal,
        state: &State,
        step: FieldMove,
    ) -> Option<Result<bool, Why>> {
        let (next, taken) = match step {
            Some(at) => state.after(self.field, usize::from(at))?,
            None => (state.passed(), 0),
        };
        self.path.clear();
        let child = self.look(goal, step, next, taken);
        Some(match child.known {
            Known::Fact(fact, _) => Ok(fact.captured),
            Known::Open => self.read(&child.goal, &next).map(|fact| fact.captured != child.turned),
        })
    }

    fn spend(&mut self) -> Result<(), Why> {
        if self.nodes.is_multiple_of(INTERVAL) {
            let (nodes, depth) = (self.nodes, self.path.len() as u32);
            self.watch.look(|| Progress { depth, ..Progress::searched("reading", nodes) })?;
            if self.memory.bytes() > self.limits.memory {
                self.memory.forget_open();
                let certain = self.memory.bytes();
                // A memory that fills up again with hardly anything certain in it is too small: the same would be read for ever.
                let least = self.certain.map_or(0, |before| before + self.limits.memory / 64);
                if certain > self.limits.memory / 4 * 3 || certain < least {
                    return Err(Why::Memory);
                }
                self.certain = Some(certain);
            }
        }
        if self.nodes >= self.limits.nodes {
            return Err(Why::Nodes);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Searches a state that is not settled until its numbers reach the thresholds.
    fn search(&mut self, goal: &Goal, state: &State, thresholds: Numbers) -> Result<Found, Why> {
        self.spend()?;
        let mut frame = Frame {
            goal: *goal,
            state: *state,
            attacking: state.to_move != goal.defender,
            first: self.children.len(),
            alike: Alike::new(self.field, goal, state),
            met: 0,
            basis: None,
        };
        self.path.push((*state, goal.number));
        self.begin(&mut frame);
        let found = self.rounds(&mut frame, thresholds);
        self.children.truncate(frame.first);
        self.path.pop();
        found
    }

    /// The first children.
    fn begin(&mut self, frame: &mut Frame) {
        let passes = !frame.attacking || frame.state.ban.is_some();
        if passes {
            let child = self.look(&frame.goal, None, frame.state.passed(), 0);
            if self.add(frame, Child { needed: true, ..child }) {
                return;
            }
        }
        for points in near(self.field, &frame.goal, &frame.state) {
            if self.add_moves(frame, points, false) {
                return;
            }
        }
        if !passes {
            self.grow(frame);
        }
    }

    /// Adds the moves on these points that are no children yet; whether one of them decides the state.
    fn add_moves(&mut self, frame: &mut Frame, points: Bits, needed: bool) -> bool {
        let fresh = points & !frame.met & !frame.alike.skipped & self.field.empty(&frame.state.stones);
        frame.met |= fresh;
        for at in ones(fresh) {
            let Some((state, taken)) = frame.state.after(self.field, at) else { continue };
            let child = self.look(&frame.goal, Some(at as u8), state, taken);
            if self.add(frame, Child { needed, ..child }) {
                return true;
            }
        }
        false
    }

    /// Adds a child; whether it decides its parent.
    fn add(&mut self, frame: &Frame, child: Child) -> bool {
        let decides = if frame.attacking {
            child.numbers.pn == 0
        } else {
            child.numbers.dn == 0 && child.until() == NEVER
        };
        self.children.push(child);
        decides
    }

    /// A child as the rules, the memory and the line see it. `taken` are the stones that the step took.
    fn look(&mut self, parent: &Goal, step: FieldMove, state: State, taken: Bits) -> Child {
        #[cfg(test)]
        let state = if self.fault == Some(Fault::Ban) { State { ban: None, ..state } } else { state };
        let mut child = Child {
            step,
            state,
            goal: *parent,
            turned: false,
            numbers: Numbers { pn: 1, dn: 1 },
            known: Known::Open,
            needed: false,
        };
        let view = View { field: self.field, stones: &state.stones };
        let certain = |captured: bool, zone: Bits| {
            Arc::new(Fact::new(&state.stones, captured, if captured { WORST } else { BEST }, zone))
        };
        if taken & bit(parent.prey) != 0 {
            let Some(guard) = parent.guard else {
                child.settle(certain(true, bit(parent.prey)), NEVER);
                return child;
            };
            let string = self.field.string(&state.stones, parent.attacker(), guard);
            if is_life(self.field, &state.stones, parent.attacker(), string.around, taken) {
                let zone = string.stones | view.large_eye(parent.attacker(), taken);
                child.settle(certain(true, zone), NEVER);
                return child;
            }
            child.turned = true;
            child.goal = self.goal(parent.attacker(), false);
        } else if let Some(guard) = parent.guard.filter(|&guard| taken & bit(guard) != 0) {
            child.settle(certain(false, bit(guard)), NEVER);
            return child;
        } else if state.to_move != parent.defender
            && let Some(prey) = parent.prey_string(self.field, &state.stones)
            && is_life(self.field, &state.stones, parent.defender, prey.around, taken)
        {
            let zone = prey.stones | view.large_eye(parent.defender, taken);
            child.settle(certain(false, zone), NEVER);
            return child;
        }
        let goal = child.goal;
        // What was searched before is not settled at first sight.
        let numbers = self.memory.numbers(&goal, &state);
        let seen = match numbers {
            None => settled(self.field, &goal, &state, &mut self.eyes),
            Some(_) => None,
        };
        #[cfg(test)]
        let seen = seen.or_else(|| {
            let prey = goal.prey_string(self.field, &state.stones)?;
            let few = (prey.around & self.field.empty(&state.stones)).count_ones() <= 2;
            (few && self.fault == Some(Fault::Claims)).then_some((true, prey.stones | prey.around))
        });
        let known = match seen {
            Some((captured, zone)) => Some((certain(captured, zone), NEVER)),
            None => self.memory.fact(&goal, &state).map(|fact| (fact, NEVER)),
        };
        let known = known
            .or_else(|| self.returns(&child).map(|depth| (self.repeated(&child), depth)))
            .or_else(|| self.memory.recall(self.field, &goal, &state).map(|fact| (fact, NEVER)));
        match known {
            Some((fact, until)) if child.turned => child.settle(turned(&fact, parent.prey), until),
            Some((fact, until)) => child.settle(fact, until),
            None => {
                let numbers = numbers.unwrap_or_else(|| estimate(self.field, &goal, &state));
                child.numbers = if child.turned { numbers.turned() } else { numbers };
            }
        }
        child
    }

    /// The depth of the state on the line that a child repeats, if it does; 0 if the line is as long as lines get.
    fn returns(&self, child: &Child) -> Option<u32> {
        let resource = child.goal.resource(&child.state);
        let same = |(place, number): &(State, u8)| {
            *number == child.goal.number
                && place.stones == child.state.stones
                && place.to_move == child.state.to_move
                && place.ban == child.state.ban
                && child.goal.resource(place) >= resource
        };
        let found = self.path.iter().rposition(same).map(|index| index as u32 + 1);
        found.or((self.path.len() >= LONGEST_LINE).then_some(0))
    }

    /// What a state that repeats another says: the attacker fails, and everything counts.
    fn repeated(&self, child: &Child) -> Arc<Fact> {
        let resource = child.goal.resource(&child.state);
        Arc::new(Fact::new(&child.state.stones, false, resource, self.field.all()))
    }

    /// Searches children of a state until it is solved or the thresholds are reached.
    fn rounds(&mut self, frame: &mut Frame, thresholds: Numbers) -> Result<Found, Why> {
        let mut rounds = 0;
        loop {
            let numbers = self.combine(frame);
            let fails = if frame.attacking { numbers.dn == 0 } else { numbers.pn == 0 };
            if fails && self.release(frame) {
                continue;
            }
            if numbers.pn == 0 || numbers.dn == 0 {
                return self.conclude(frame, numbers.pn == 0);
            }
            if numbers.pn >= thresholds.pn || numbers.dn >= thresholds.dn {
                self.memory.keep_open(&frame.goal, &frame.state, numbers);
                return Ok(Found::Open(numbers));
            }
            let Some((chosen, bounds)) = self.choose(frame, numbers, thresholds) else {
                return Err(Why::Contradiction);
            };
            rounds += 1;
            let before = self.nodes;
            let count = self.children.len() - frame.first;
            self.search_child(chosen, bounds, rounds > PATIENCE + PATIENCE_PER_CHILD * count)?;
            if self.nodes - before >= count as u64 {
                self.refresh(frame, chosen);
            }
        }
    }

    fn search_child(&mut self, chosen: usize, bounds: Numbers, growing: bool) -> Result<(), Why> {
        let &Child { state, goal, turned: is_turned, numbers: old, .. } = &self.children[chosen];
        // The prey of the one is the guard of the other, and the stone of the other colour.
        let prey = self.goal(goal.attacker(), false).prey;
        let known = self.memory.fact(&goal, &state).or_else(|| self.memory.recall(self.field, &goal, &state));
        let found = match known {
            Some(fact) => Found::Fact(fact, NEVER),
            None => self.search(&goal, &state, if is_turned { bounds.turned() } else { bounds })?,
        };
        let child = &mut self.children[chosen];
        match found {
            // It can return only to states that ask about the guard, and those lie below.
            Found::Fact(_, until) if is_turned && until != NEVER => return Err(Why::Depth),
            Found::Fact(fact, until) if is_turned => child.settle(turned(&fact, prey), until),
            Found::Fact(fact, until) => child.settle(fact, until),
            Found::Open(numbers) => {
                let numbers = if is_turned { numbers.turned() } else { numbers };
                child.numbers = if growing {
                    Numbers { pn: numbers.pn.max(old.pn), dn: numbers.dn.max(old.dn) }
                } else {
                    numbers
                };
            }
        }
        Ok(())
    }

    /// Looks the others up again after some work: they may have been met there.
    fn refresh(&mut self, frame: &Frame, chosen: usize) {
        for index in (frame.first..self.children.len()).filter(|&index| index != chosen) {
            let child = &self.children[index];
            let bound = child.numbers.dn == 0 && child.until() != NEVER;
            if !child.is_open() && !bound {
                continue;
            }
            let (goal, state, is_turned) = (child.goal, child.state, child.turned);
            if let Some(fact) = self.memory.fact(&goal, &state) {
                let fact = if is_turned { turned(&fact, frame.goal.prey) } else { fact };
                self.children[index].settle(fact, NEVER);
            } else if !bound && let Some(numbers) = self.memory.numbers(&goal, &state) {
                self.children[index].numbers = if is_turned { numbers.turned() } else { numbers };
            }
        }
    }

    /// The numbers of a state from those of its children. The mover succeeds by one of them, and fails if all that are needed do;
    /// as lines meet again, their numbers are not added up: the largest counts, and the others are counted.
    fn combine(&self, frame: &Frame) -> Numbers {
        let children = &self.children[frame.first..];
        let own = |child: &Child| if frame.attacking { child.numbers.pn } else { child.numbers.dn };
        let other = |child: &Child| if frame.attacking { child.numbers.dn } else { child.numbers.pn };
        let succeeds = children.iter().map(own).min().unwrap_or(INFINITE);
        let hardest = children.iter().filter(|child| child.needed).map(other).max().unwrap_or(0);
        let more = children.iter().filter(|child| child.is_open()).count().saturating_sub(1) as u32;
        let fails = match (succeeds, hardest) {
            (0, _) => INFINITE,
            (_, 0) => 0,
            _ => (hardest + more).min(INFINITE - 1),
        };
        let succeeds = if fails == 0 { INFINITE } else { succeeds };
        if frame.attacking {
            Numbers { pn: succeeds, dn: fails }
        } else {
            Numbers { pn: fails, dn: succeeds }
        }
    }

    /// The child to search next, with its thresholds.
    fn choose(&self, frame: &Frame, numbers: Numbers, thresholds: Numbers) -> Option<(usize, Numbers)> {
        let children = &self.children[frame.first..];
        let own = |child: &Child| if frame.attacking { child.numbers.pn } else { child.numbers.dn };
        let other = |child: &Child| if frame.attacking { child.numbers.dn } else { child.numbers.pn };
        let open = || children.iter().enumerate().filter(|(_, child)| child.is_open());
        let (index, child) = open().min_by_key(|(_, child)| (own(child), other(child)))?;
        let second = open().filter(|&(at, _)| at != index).map(|(_, child)| own(child)).min();
        let widened = second.map_or(INFINITE, |second| (second + second / 10 + 1).min(INFINITE));
        let (most_own, most_other, fails) = if frame.attacking {
            (thresholds.pn, thresholds.dn, numbers.dn)
        } else {
            (thresholds.dn, thresholds.pn, numbers.pn)
        };
        // What the others add to the number of the state.
        let hardest = children.iter().filter(|child| child.needed).map(other).max().unwrap_or(0);
        let rest = fails.saturating_sub(hardest);
        let own_bound = most_own.min(widened).max(own(child) + 1);
        let other_bound = most_other.saturating_sub(rest).max(other(child) + 1);
        let bounds = if frame.attacking {
            Numbers { pn: own_bound, dn: other_bound }
        } else {
            Numbers { pn: other_bound, dn: own_bound }
        };
        Some((frame.first + index, bounds))
    }

    /// All that is needed so far has failed: brings up what else has to. Whether there is anything.
    fn release(&mut self, frame: &mut Frame) -> bool {
        if frame.attacking && frame.state.ban.is_none() {
            return self.grow(frame);
        }
        if frame.basis.is_some() {
            return false;
        }
        let Some(Child { known: Known::Fact(fact, until), .. }) = self.children.get(frame.first) else {
            return false;
        };
        let (fact, until) = (Arc::clone(fact), *until);
        let owner = frame.state.to_move.opponent();
        let zone = self.complete(frame, owner, fact.zone);
        frame.basis = Some(Basis { fact, until, zone });
        self.need(frame, zone)
    }

    /// The zone with all that has to be in it for moves outside to be no more than a pass, and with what moves that are alike
    /// depend on.
    fn complete(&self, frame: &Frame, owner: Color, mut zone: Bits) -> Bits {
        loop {
            let wider = frame.alike.widened(self.view(frame).closed(owner, zone));
            if wider == zone {
                return zone;
            }
            zone = wider;
        }
    }

    fn view<'s>(&self, frame: &'s Frame) -> View<'s>
    where
        'a: 's,
    {
        View { field: self.field, stones: &frame.state.stones }
    }

    /// The moves on these points have to be known; whether one of them is open.
    fn need(&mut self, frame: &mut Frame, zone: Bits) -> bool {
        let mut more = false;
        for child in &mut self.children[frame.first..] {
            if !child.needed && child.step.is_some_and(|at| zone & bit(usize::from(at)) != 0) {
                child.needed = true;
                more |= child.is_open();
            }
        }
        let before = self.children.len();
        self.add_moves(frame, zone, true);
        more || self.children.len() > before
    }

    /// Lets the zone around the prey grow by the answers to the attacker's moves in it. Whether there are moves without one.
    fn grow(&mut self, frame: &mut Frame) -> bool {
        let (zone, missing) = self.answered(frame);
        missing && self.need(frame, zone)
    }

    /// The zone around the prey that holds the answers to all moves in it, and whether moves are without an answer.
    fn answered(&self, frame: &Frame) -> (Bits, bool) {
        let (view, owner) = (self.view(frame), frame.goal.defender);
        let empty = self.field.empty(&frame.state.stones);
        let prey = frame.goal.prey_string(self.field, &frame.state.stones).map_or(0, |prey| prey.stones);
        let mut zone = self.complete(frame, owner, prey);
        let (mut done, mut missing): (Bits, bool) = (0, false);
        loop {
            let fresh = zone & empty & !done & !frame.alike.skipped;
            if fresh == 0 {
                return (zone, missing);
            }
            done |= fresh;
            for at in ones(fresh) {
                let step = Some(at as u8);
                let child = self.children[frame.first..].iter().find(|child| child.step == step);
                match child.map(|child| &child.known) {
                    Some(Known::Fact(fact, _)) if !fact.captured => {
                        zone |= view.after_other_move(owner, at, fact.zone);
                    }
                    Some(_) => missing = true,
                    None if frame.state.after(self.field, at).is_some() => missing = true,
                    None => zone |= view.kept_illegal(owner, at),
                }
            }
            zone = self.complete(frame, owner, zone);
        }
    }
}
