//! Reading a capture with zones.
//!
//! Df-pn over lambda orders (paper 001) in which every solved state comes with its [zone](crate::zone), and the zones say
//! which moves matter:
//!
//! - *The attacker at order n* is first refuted at order n - 1. A move outside the zone of that refutation leaves it standing if
//!   the defender then passes, so it threatens nothing at order n - 1 and belongs to no capture of order n. The moves of order
//!   n are those inside: none is left out.
//! - *The defender* loses at order n only if his pass does, one order lower. A move outside the zone of that capture changes
//!   nothing, so the moves inside are all that have to be answered. Until the pass is proved moves nearby are tried beside it:
//!   most attacks fail against one of them.
//!
//! - *Any order* ([`ANY_ORDER`]) is a question of its own, for targets that are shut in. A pass costs no order there, and there is no
//!   order below that tells the attacker's moves: his zone begins with the target and its liberties and grows by the zones of the
//!   answers until all moves inside are answered. To a move outside the defender passes, and finds the same zone again: so no
//!   attack of any length captures.
//!
//! So what is found is certified for the whole board on the spot, captures and escapes alike, and what is found in one
//! position serves all that look the same on its zone (`memory.rs`).
//!
//! Repetition: a line that returns to one of its own states fails for the attacker, along that line. Such a refutation is kept
//! only where everything it returns to lies below (as in `tesuji_search`, "engine.rs"); until then it is bound to its line and
//! has to be found again on another. It is also the one place where a zone does not tell all moves that matter: they are
//! chosen by distance there, and the claim is marked as not complete.

mod conclude;
mod evidence;
mod glance;
mod line;
mod memory;
mod patterns;
mod shelf;

use std::sync::Arc;

use tesuji_board::{Point, PointSet};
use tesuji_job::{Limits, Progress, Watch, Why};

use self::conclude::add_taken;
use self::glance::{Zones, estimate, glance, glance_fact, may_be_ladder, read_ladder};
pub(crate) use self::memory::Fact;
use self::memory::{Memory, Numbers};
use self::shelf::Shelf;
use crate::candidates;
use crate::domain::Move;
use crate::state::State;
use crate::zone::{add_answer, closed, keep_illegal, liberty_zone, taken_zone};

/// An order that every capture has, and no search by orders reaches.
pub(crate) const ANY_ORDER: u8 = u8::MAX;
/// No number is larger; a solved state has it.
const INFINITE: u32 = 1 << 28;
/// Nothing above is returned to.
const NEVER: u32 = u32::MAX;
/// The longest line looked at, in steps.
const LONGEST_LINE: usize = 400;
/// States between two looks at the watch.
const INTERVAL: u64 = 64;
/// How far defences are sought that are tried beside the pass.
const NEAR: u8 = 1;
/// What the moves of an order that wait for the order below count for in the disproof number, for each order.
const WAITING: u32 = 8;
/// Rounds after which the numbers of children only grow: this many, and some for each child.
const PATIENCE: usize = 64;
const PATIENCE_PER_CHILD: usize = 8;

/// A step of the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The same state, one order lower.
    Lower,
    /// A move or a pass.
    Play(Move),
}

/// What is known of a child.
#[derive(Clone, Debug)]
enum Known {
    /// Nothing certain.
    Open,
    /// What the rules say at a glance; the zone is made when it is needed.
    Glance(bool),
    /// A fact, and the depth of the state above that it returns to.
    Fact(Arc<Fact>, u32),
    /// It repeats the state at this depth.
    Returns(u32),
}

/// A state one step away.
struct Child {
    step: Step,
    order: u8,
    key: u128,
    resource: u32,
    numbers: Numbers,
    /// The numbers before anything was searched.
    guess: Numbers,
    known: Known,
}

impl Child {
    fn is_open(&self) -> bool {
        matches!(self.known, Known::Open)
    }

    fn settle(&mut self, captured: bool, known: Known) {
        self.numbers = solved(captured);
        self.known = known;
    }

    /// The shallowest state above that it returns to.
    fn until(&self) -> u32 {
        match self.known {
            Known::Fact(_, until) | Known::Returns(until) => until,
            _ => NEVER,
        }
    }
}

fn solved(captured: bool) -> Numbers {
    if captured { Numbers { pn: 0, dn: INFINITE } } else { Numbers { pn: INFINITE, dn: 0 } }
}

/// Which of a state's steps are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The one that tells which moves matter: the order below, or the pass.
    First,
    /// The pass, and the defender's moves nearby.
    Nearby,
    /// All that matter.
    All,
}

/// What a search of a state comes to.
enum Found {
    Open(Numbers),
    Fact(Arc<Fact>, u32),
}

/// A state on the line.
struct Place {
    key: u128,
    order: u8,
    resource: u32,
}

/// What a state is like while it is searched.
struct Frame {
    order: u8,
    key: u128,
    resource: u32,
    attacker: bool,
    stage: Stage,
    /// Where its children begin.
    first: usize,
    /// The zone of what follows if the opponent of the claim does nothing, and what its illegal moves add.
    base: PointSet,
    kept_illegal: PointSet,
    /// The first step, once it is solved and the others are looked at.
    basis: Option<Arc<Fact>>,
    basis_until: u32,
    complete: bool,
    /// Whether a move that matters is left out because a ko was just taken.
    banned: bool,
}

impl Frame {
    /// What the moves count for that wait for the first step.
    fn waiting(&self) -> u32 {
        if self.order == ANY_ORDER { WAITING } else { u32::from(self.order) * WAITING }
    }

    /// Whether its moves come from a zone that grows.
    fn is_growing(&self) -> bool {
        self.attacker && self.order == ANY_ORDER && self.basis.is_none() && self.stage == Stage::All
    }
}

/// Reads captures of one target, remembering what it finds.
pub(crate) struct Reader<'a> {
    pub(crate) memory: Memory,
    pub(crate) limits: Limits,
    watch: &'a Watch,
    /// States searched.
    pub(crate) nodes: u64,
    path: Vec<Place>,
    children: Vec<Child>,
    shelf: Shelf,
    /// How often a move on a point has succeeded, for the defender and for the attacker: of moves that look alike the one that has been good
    /// elsewhere comes first.
    history: Vec<[u32; 2]>,
    /// Bytes of what was certain when the memory was last full.
    certain: Option<u64>,
    /// What tests make it do wrong.
    #[cfg(test)]
    pub(crate) fault: Option<Fault>,
    /// Whether every state is left as soon as its numbers change, so that many are left and come back to.
    #[cfg(test)]
    pub(crate) hasty: bool,
}

/// Ways to take what holds along one line for what holds always. Tests put them in and have to notice.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Children that are left keep what they were along the line.
    KeptChildren,
    /// Every refutation is remembered.
    KeptFacts,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(limits: &Limits, watch: &'a Watch) -> Reader<'a> {
        Reader {
            memory: Memory::default(),
            limits: *limits,
            watch,
            nodes: 0,
            path: Vec::new(),
            children: Vec::new(),
            shelf: Shelf::new(),
            history: Vec::new(),
            certain: None,
            #[cfg(test)]
            fault: None,
            #[cfg(test)]
            hasty: false,
        }
    }

    /// Is the target captured at this order, or does it escape up to it? Nodes are counted over all questions.
    ///
    /// The state comes back as it was.
    pub(crate) fn read(&mut self, state: &mut State, order: u8) -> Result<Arc<Fact>, Why> {
        if let Some(captured) = glance(state, order) {
            return Ok(Arc::new(glance_fact(state, order, captured)));
        }
        let (key, resource) = (state.key(), state.resource());
        if let Some(fact) = self.memory.fact(key, order, resource) {
            return Ok(Arc::clone(fact));
        }
        self.path.clear();
        self.children.clear();
        self.history.resize(state.position.topology().len(), [0; 2]);
        loop {
            match self.search(state, order, Numbers { pn: INFINITE, dn: INFINITE })? {
                Found::Fact(fact, NEVER) => return Ok(fact),
                Found::Fact(..) => return Err(Why::Depth),
                Found::Open(_) => {}
            }
        }
    }

    fn spend(&mut self) -> Result<(), Why> {
        if self.nodes.is_multiple_of(INTERVAL) {
            let (nodes, depth) = (self.nodes, self.path.len() as u32);
            self.watch.look(|| Progress { depth, ..Progress::searched("reading", nodes) })?;
            if self.memory.bytes() + self.shelf.bytes() > self.limits.memory {
                self.memory.forget_open();
                self.shelf = Shelf::new();
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
    fn search(&mut self, state: &mut State, order: u8, thresholds: Numbers) -> Result<Found, Why> {
        self.spend()?;
        let (key, resource) = (state.key(), state.resource());
        // A target in atari, its owner to move, has hardly ever been driven there in a ladder that works: that was told before.
        if (order == 1 || state.attacker_to_move())
            && let Some(fact) = self.ladder(state, key, resource)
            && fact.holds(order, resource)
        {
            return Ok(Found::Fact(fact, NEVER));
        }
        let mut frame = Frame {
            order,
            key,
            resource,
            attacker: state.attacker_to_move(),
            stage: Stage::First,
            first: self.children.len(),
            base: PointSet::new(),
            kept_illegal: PointSet::new(),
            basis: None,
            basis_until: NEVER,
            complete: true,
            banned: false,
        };
        self.path.push(Place { key, order, resource });
        if !self.resume(&mut frame) {
            self.begin(state, &mut frame);
        }
        let found = self.rounds(state, &mut frame, thresholds);
        if let Ok(Found::Open(_)) = found {
            self.leave(frame);
        } else {
            self.children.truncate(frame.first);
        }
        self.path.pop();
        found
    }

    /// The first children.
    fn begin(&mut self, state: &mut State, frame: &mut Frame) {
        let order = frame.order;
        if frame.attacker {
            // A pass lifts a ban, so then it is the pass that tells which moves matter.
            if state.ban.is_some() {
                self.add(state, (Step::Play(None), order));
            } else if order == ANY_ORDER {
                frame.stage = Stage::All;
                self.widen(state, frame);
            } else {
                self.add(state, (Step::Lower, order - 1));
            }
        } else if state.is_captured() {
            // Taken in a ko or a snapback: retake it or lose it.
            let target = state.pending().unwrap_or(state.target.point);
            frame.stage = Stage::All;
            frame.base = taken_zone(state, target);
            frame.banned = state.is_banned(target);
            if state.is_legal(target) {
                self.add(state, (Step::Play(Some(target)), order));
            }
        } else {
            let free = state.opening || order == ANY_ORDER;
            self.add(state, (Step::Play(None), if free { order } else { order - 1 }));
            if self.children[frame.first].is_open() {
                self.read_threat(state, frame.first);
            }
            if order > 2 && !state.opening && self.children[frame.first].is_open() {
                frame.stage = Stage::Nearby;
                let liberties = state.liberty_set();
                let near = candidates::near(state, NEAR);
                let points = liberties.iter().chain((&near - &liberties).iter()).collect();
                for point in self.best_first(points, frame.attacker) {
                    if state.is_legal(point) && self.add(state, (Step::Play(Some(point)), order)) {
                        break;
                    }
                }
            }
        }
    }

    /// What dedicated code says of a state that is not known at order 1.
    fn ladder(&mut self, state: &mut State, key: u128, resource: u32) -> Option<Arc<Fact>> {
        if !may_be_ladder(state) || self.memory.fact(key, 1, resource).is_some() {
            return None;
        }
        if let Some(fact) = self.memory.recall(state, 1) {
            self.memory.note(key, &fact);
            return Some(fact);
        }
        if self.memory.is_unread(key, resource) {
            return None;
        }
        let Some(fact) = read_ladder(state, Zones::Wanted).map(Arc::new) else {
            self.memory.note_unread(key, resource);
            return None;
        };
        self.memory.keep(state, key, &fact);
        Some(fact)
    }

    /// Against the threat of a ladder the zone of that ladder tells which moves matter.
    fn read_threat(&mut self, state: &mut State, pass: usize) {
        let &Child { key, order, resource, .. } = &self.children[pass];
        let undo = state.play(None);
        if let Some(fact) = self.ladder(state, key, resource)
            && fact.holds(order, resource)
        {
            self.children[pass].settle(fact.captured, Known::Fact(fact, NEVER));
        }
        state.undo(undo);
    }

    /// Adds a child; whether it decides its parent.
    fn add(&mut self, state: &mut State, (step, order): (Step, u8)) -> bool {
        let attacker = state.attacker_to_move();
        let undo = match step {
            Step::Lower => None,
            Step::Play(chosen) => Some(state.play(chosen)),
        };
        let child = self.look(state, step, order);
        if let Some(undo) = undo {
            state.undo(undo);
        }
        let decides =
            if attacker { child.numbers.pn == 0 } else { child.numbers.dn == 0 && child.until() == NEVER };
        self.children.push(child);
        decides
    }

    /// A child as the rules, the memory and the line see it; the state is its own.
    fn look(&mut self, state: &State, step: Step, order: u8) -> Child {
        let (key, resource) = (state.key(), state.resource());
        let guess = estimate(state, order);
        let mut child = Child { step, order, key, resource, numbers: guess, guess, known: Known::Open };
        if let Some(captured) = glance(state, order) {
            child.settle(captured, Known::Glance(captured));
        } else if let Some(fact) = self.memory.fact(key, order, resource) {
            child.settle(fact.captured, Known::Fact(Arc::clone(fact), NEVER));
        } else if let Some(depth) = self.returns(&child) {
            child.settle(false, Known::Returns(depth));
        } else if let Some(fact) = self.memory.recall(state, order) {
            child.settle(fact.captured, Known::Fact(fact, NEVER));
        } else if let Some(numbers) = self.memory.numbers(key, order, resource) {
            child.numbers = numbers;
        }
        child
    }

    /// The depth of the state on the line that a child repeats, if it does; 0 if the line is as long as lines get.
    fn returns(&self, child: &Child) -> Option<u32> {
        if child.step == Step::Lower {
            return None;
        }
        let same = |place: &Place| {
            place.key == child.key && place.order >= child.order && place.resource >= child.resource
        };
        let found = self.path.iter().rposition(same).map(|index| index as u32 + 1);
        found.or((self.path.len() >= LONGEST_LINE).then_some(0))
    }

    /// Searches children of a state until it is solved or the thresholds are reached.
    fn rounds(&mut self, state: &mut State, frame: &mut Frame, thresholds: Numbers) -> Result<Found, Why> {
        let mut rounds = 0;
        loop {
            let numbers = self.combine(frame);
            if self.is_released(frame) {
                self.release(state, frame);
                continue;
            }
            if numbers.dn == 0 && frame.is_growing() && self.widen(state, frame) {
                continue;
            }
            if numbers.pn == 0 || numbers.dn == 0 {
                return Ok(self.conclude(state, frame, numbers.pn == 0));
            }
            if numbers.pn >= thresholds.pn || numbers.dn >= thresholds.dn {
                self.memory.keep_open(frame.key, frame.order, frame.resource, numbers);
                return Ok(Found::Open(numbers));
            }
            let Some((chosen, bounds)) = self.choose(frame, thresholds) else {
                return Err(Why::Contradiction);
            };
            rounds += 1;
            let before = self.nodes;
            self.search_child(
                state,
                chosen,
                bounds,
                rounds > PATIENCE + PATIENCE_PER_CHILD * (self.children.len() - frame.first),
            )?;
            if self.nodes - before >= (self.children.len() - frame.first) as u64 {
                self.refresh(frame, chosen);
            }
        }
    }

    fn search_child(
        &mut self,
        state: &mut State,
        chosen: usize,
        bounds: Numbers,
        growing: bool,
    ) -> Result<(), Why> {
        let &Child { step, order, key, resource, numbers: old, .. } = &self.children[chosen];
        let known = self.memory.fact(key, order, resource).map(Arc::clone);
        let undo = match step {
            Step::Lower => None,
            Step::Play(point) => Some(state.play(point)),
        };
        let known = known.or_else(|| self.memory.recall(state, order));
        let found = match known {
            Some(fact) => Ok(Found::Fact(fact, NEVER)),
            None => self.search(state, order, bounds),
        };
        if let Some(undo) = undo {
            state.undo(undo);
        }
        let child = &mut self.children[chosen];
        match found? {
            Found::Fact(fact, until) => child.settle(fact.captured, Known::Fact(fact, until)),
            Found::Open(numbers) if growing => {
                child.numbers = Numbers { pn: numbers.pn.max(old.pn), dn: numbers.dn.max(old.dn) };
            }
            Found::Open(numbers) => child.numbers = numbers,
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
            let (key, order, resource) = (child.key, child.order, child.resource);
            if let Some(fact) = self.memory.fact(key, order, resource) {
                let fact = Arc::clone(fact);
                self.children[index].settle(fact.captured, Known::Fact(fact, NEVER));
            } else if !bound && let Some(numbers) = self.memory.numbers(key, order, resource) {
                self.children[index].numbers = numbers;
            }
        }
    }

    /// The numbers of a state from those of its children.
    fn combine(&self, frame: &Frame) -> Numbers {
        let children = &self.children[frame.first..];
        // A sum is never as large as the number of what is solved: else nothing would be left to search, and nothing be known.
        let add = |sum: u32, number: u32| (sum + number).min(INFINITE - 1);
        let least = |number: fn(&Child) -> u32| children.iter().map(number).min().unwrap_or(INFINITE);
        let (pn, dn) = if frame.attacker {
            let pn = least(|child| child.numbers.pn);
            let dn = children.iter().map(|child| child.numbers.dn).fold(0, add);
            // The moves that wait are some work, too.
            let waiting = if frame.stage == Stage::First && dn > 0 { frame.waiting() } else { 0 };
            (pn, if pn == 0 { INFINITE } else { add(dn, waiting) })
        } else {
            let dn = least(|child| child.numbers.dn);
            let real = |children: &[Child]| children.iter().map(|child| child.numbers.pn).fold(0, add);
            let pn = match frame.stage {
                Stage::All => real(children),
                Stage::First => add(real(children), u32::from(children[0].numbers.pn > 0)),
                // The pass is proved when nothing else is left.
                Stage::Nearby => match real(&children[1..]) {
                    0 => children[0].numbers.pn,
                    pn => pn,
                },
            };
            (if dn == 0 { INFINITE } else { pn }, dn)
        };
        Numbers { pn: if dn == 0 { INFINITE } else { pn }, dn: if pn == 0 { INFINITE } else { dn } }
    }

    /// Whether the first step is solved in the way that makes the others matter.
    fn is_released(&self, frame: &Frame) -> bool {
        let children = &self.children[frame.first..];
        match (frame.stage, frame.attacker) {
            (Stage::All, _) => false,
            (_, true) => children[0].numbers.dn == 0,
            (_, false) => children.iter().all(|child| child.numbers.pn == 0),
        }
    }

    /// Brings up all moves that matter, in place of those looked at so far.
    fn release(&mut self, state: &mut State, frame: &mut Frame) {
        let owner = if frame.attacker { state.target.defender } else { state.target.attacker() };
        let basis = self.fact_of(state, frame.first);
        frame.basis_until = self.children[frame.first].until();
        frame.stage = Stage::All;
        frame.base = match state.pending() {
            Some(stone) if !frame.attacker => &basis.zone | &taken_zone(state, stone),
            _ => basis.zone.clone(),
        };
        frame.base = closed(state, owner, &frame.base);
        frame.complete = basis.complete;
        let liberties = state.liberty_set();
        let mut points: Vec<Point> = liberties.iter().filter(|&point| frame.base.contains(point)).collect();
        points.extend((&frame.base - &liberties).iter().filter(|&point| state.position.is_empty_at(point)));
        if frame.attacker && frame.basis_until != NEVER {
            // The refutation returns to states whose zones are not known yet.
            frame.complete = false;
            let more = candidates::near(state, frame.order.max(3));
            points.extend((&more - &frame.base).iter());
        }
        frame.basis = Some(basis);
        self.children.truncate(frame.first);
        for point in self.best_first(points, frame.attacker) {
            if state.is_banned(point) {
                frame.banned = true;
                continue;
            }
            if !state.is_legal(point) {
                if frame.base.contains(point) {
                    keep_illegal(state, owner, point, &mut frame.kept_illegal);
                }
                continue;
            }
            if self.add(state, (Step::Play(Some(point)), frame.order)) {
                break;
            }
        }
    }

    /// Where every order counts: brings up the moves of the zone that have not been tried; whether there are any.
    fn widen(&mut self, state: &mut State, frame: &mut Frame) -> bool {
        let owner = state.target.defender;
        let before = self.children.len();
        loop {
            let mut zone = liberty_zone(state, usize::MAX);
            zone |= &frame.base;
            zone |= &frame.kept_illegal;
            for index in frame.first..self.children.len() {
                let Step::Play(Some(point)) = self.children[index].step else { continue };
                let below = self.fact_of(state, index);
                add_answer(state, owner, point, &below.zone, &mut zone);
                add_taken(state, owner.opponent(), point, &mut zone);
            }
            let zone = closed(state, owner, &zone);
            let fresh: Vec<Point> =
                (&zone - &frame.base).iter().filter(|&point| state.position.is_empty_at(point)).collect();
            frame.base = zone;
            let mut grown = false;
            for &point in &fresh {
                if state.is_legal(point) {
                    if self.add(state, (Step::Play(Some(point)), frame.order)) {
                        return true;
                    }
                } else {
                    keep_illegal(state, owner, point, &mut frame.kept_illegal);
                    grown = true;
                }
            }
            if self.children.len() > before || !grown {
                return self.children.len() > before;
            }
        }
    }

    /// How often a side has succeeded with a move on this point.
    fn success(&self, point: Point, attacker: bool) -> u32 {
        self.history[point.index()][usize::from(attacker)]
    }

    /// Moves of a side in the order of their success.
    fn best_first(&self, mut points: Vec<Point>, attacker: bool) -> Vec<Point> {
        points.sort_by_key(|&point| std::cmp::Reverse(self.success(point, attacker)));
        points
    }

    /// The child to search next, with its thresholds.
    fn choose(&self, frame: &Frame, thresholds: Numbers) -> Option<(usize, Numbers)> {
        let children = &self.children[frame.first..];
        let own = |child: &Child| if frame.attacker { child.numbers.pn } else { child.numbers.dn };
        let open = || children.iter().enumerate().filter(|(_, child)| child.is_open());
        let success = |child: &Child| match child.step {
            Step::Play(Some(point)) => self.success(point, frame.attacker),
            _ => 0,
        };
        let (index, child) =
            open().min_by_key(|(_, child)| (own(child), std::cmp::Reverse(success(child))))?;
        let second = open().filter(|&(other, _)| other != index).map(|(_, child)| own(child)).min();
        let widened = second.map_or(INFINITE, |second| (second + second / 4 + 1).min(INFINITE));
        let rest = |number: fn(&Child) -> u32, skip: usize| {
            let others = children.iter().enumerate().filter(|&(other, _)| other != index && other >= skip);
            others.map(|(_, child)| number(child)).fold(0, |sum, number| (sum + number).min(INFINITE))
        };
        let Numbers { pn, dn } = child.numbers;
        let bounds = if frame.attacker {
            let waiting = if frame.stage == Stage::First { frame.waiting() } else { 0 };
            Numbers {
                pn: thresholds.pn.min(widened).max(pn + 1),
                dn: thresholds.dn.saturating_sub(rest(|child| child.numbers.dn, 0) + waiting).max(dn + 1),
            }
        } else {
            let bound = match frame.stage {
                Stage::First => thresholds.pn.saturating_sub(1),
                Stage::Nearby if index == 0 => INFINITE,
                Stage::Nearby => thresholds.pn.saturating_sub(rest(|child| child.numbers.pn, 1)),
                Stage::All => thresholds.pn.saturating_sub(rest(|child| child.numbers.pn, 0)),
            };
            Numbers { pn: bound.max(pn + 1), dn: thresholds.dn.min(widened).max(dn + 1) }
        };
        #[cfg(test)]
        let bounds = if self.hasty { Numbers { pn: pn + 1, dn: dn + 1 } } else { bounds };
        Some((frame.first + index, bounds))
    }
}
