//! Certifying a proof for the whole board.
//!
//! The search proves a capture against the defences it was given. Here its proof is walked through once more,
//! from the end of each line backwards, and the [zone](crate::zone) of every state is built. Each legal
//! defence inside a zone must have an answer: one from the proof, a ladder, or a proof searched now for the
//! purpose. If there is none the capture is not certified, and the missing defence is named so that the search
//! can be repeated with it. What has been certified holds against *every* move on the board.

use std::time::Instant;

use rustc_hash::FxHashMap;
use tesuji_board::{Point, PointSet};
use tesuji_search::{Control, Evidence, Limits, Observer, Plan, Progress, Step, Target, Verdict, Why, prove};

use crate::domain::{CaptureDomain, Move};
use crate::ladder;
use crate::state::State;
use crate::zone::{attack_zone, capture_zone, defence_zone, gone_zone};

/// What stands against a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// The defence on `point` in the state with this key is not answered.
    Missing { key: u128, point: Point },
    /// A limit was reached.
    Limit(Why),
}

/// Certifies proofs of one question.
pub(crate) struct Certifier<'a> {
    pub(crate) domain: &'a CaptureDomain,
    pub(crate) plan: Plan,
    pub(crate) limits: Limits,
    pub(crate) observer: &'a mut dyn Observer,
    /// Nodes searched for answers that the proof does not give.
    pub(crate) nodes: u64,
    zones: FxHashMap<(u128, u8), PointSet>,
    /// States for which an answer is being certified: an answer must not rest on itself.
    pending: Vec<(u128, u8)>,
    /// States on the line being walked.
    depth: u32,
    /// States walked since the clock and the observer were last looked at.
    walked: u32,
}

/// The longest line walked. It bounds the recursion.
const DEEPEST: u32 = 500;
/// Answers within answers.
const MOST_PENDING: usize = 6;

impl<'a> Certifier<'a> {
    pub(crate) fn new(
        domain: &'a CaptureDomain,
        plan: Plan,
        limits: Limits,
        observer: &'a mut dyn Observer,
    ) -> Certifier<'a> {
        Certifier {
            domain,
            plan,
            limits,
            observer,
            nodes: 0,
            zones: FxHashMap::default(),
            pending: Vec::new(),
            depth: 0,
            walked: 0,
        }
    }

    /// The zone of a proved state, which certifies its proof.
    pub(crate) fn certify(&mut self, state: &mut State, evidence: &Evidence<Move>) -> Result<PointSet, Gap> {
        self.zone(state, evidence, evidence.root)
    }

    fn zone(&mut self, state: &mut State, evidence: &Evidence<Move>, at: Target) -> Result<PointSet, Gap> {
        let key = (state.key(), state.used);
        if let Some(zone) = self.zones.get(&key) {
            return Ok(zone.clone());
        }
        if self.depth >= DEEPEST {
            return Err(Gap::Limit(Why::Depth));
        }
        self.look_around()?;
        self.depth += 1;
        let zone = if state.attacker_to_move() {
            self.attack(state, evidence, at)
        } else {
            self.defence(state, evidence, at)
        };
        self.depth -= 1;
        let zone = zone?;
        self.zones.insert(key, zone.clone());
        Ok(zone)
    }

    /// A long walk can be stopped like a long search.
    fn look_around(&mut self) -> Result<(), Gap> {
        self.walked += 1;
        if !self.walked.is_multiple_of(64) {
            return Ok(());
        }
        if self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Gap::Limit(Why::Time));
        }
        let progress = Progress { nodes: self.nodes, pn: 0, dn: u32::MAX, depth: self.depth };
        match self.observer.progress(&progress) {
            Control::Stop => Err(Gap::Limit(Why::Stopped)),
            Control::Continue => Ok(()),
        }
    }

    fn attack(&mut self, state: &mut State, evidence: &Evidence<Move>, at: Target) -> Result<PointSet, Gap> {
        if state.is_gone() {
            return Ok(gone_zone(state));
        }
        if matches!(state.liberty_count(), 1..=2)
            && let Ok(ladder) = ladder::read(state)
        {
            return Ok(ladder.zone);
        }
        let broken = Gap::Limit(Why::Contradiction);
        let Target::Node(index) = at else { return Err(broken) };
        let edge = evidence.nodes.get(index).and_then(|node| node.edges.first()).ok_or(broken)?;
        let Step::Move(chosen) = edge.step else { return Err(broken) };
        let undo = state.play(chosen);
        let (makes_ko, captured) = (state.ban.is_some(), state.is_gone());
        let below = if captured { Ok(PointSet::new()) } else { self.zone(state, evidence, edge.target) };
        state.undo(undo);
        let below = below?;
        Ok(match chosen {
            Some(point) if captured => capture_zone(state, point),
            Some(point) => attack_zone(state, point, &below, makes_ko),
            None => below,
        })
    }

    fn defence(&mut self, state: &mut State, evidence: &Evidence<Move>, at: Target) -> Result<PointSet, Gap> {
        let broken = Gap::Limit(Why::Contradiction);
        let Target::Node(index) = at else { return Err(broken) };
        let node = evidence.nodes.get(index).ok_or(broken)?;
        let is_pass = |step: Step<Move>| matches!(step, Step::Pass | Step::Move(None));
        let edge = node.edges.iter().find(|edge| is_pass(edge.step)).ok_or(broken)?;
        let undo = state.play(None);
        let pass = self.zone(state, evidence, edge.target);
        state.undo(undo);
        let pass = pass?;
        defence_zone(state, &pass, &mut |state, point| {
            let key = state.key();
            let edge = node.edges.iter().find(|edge| edge.step == Step::Move(Some(point)));
            let undo = state.play(Some(point));
            let zone = match edge {
                Some(edge) => self.zone(state, evidence, edge.target),
                None => self.answer(state, key, point),
            };
            state.undo(undo);
            zone
        })
    }

    /// The zone after a defence that the proof does not know.
    fn answer(&mut self, state: &mut State, before: u128, point: Point) -> Result<PointSet, Gap> {
        if let Some(zone) = self.zones.get(&(state.key(), state.used)) {
            return Ok(zone.clone());
        }
        if matches!(state.liberty_count(), 1..=2)
            && let Ok(ladder) = ladder::read(state)
        {
            return Ok(ladder.zone);
        }
        let missing = Gap::Missing { key: before, point };
        let key = (state.key(), state.used);
        if self.pending.contains(&key) || self.pending.len() >= MOST_PENDING {
            return Err(missing);
        }
        self.pending.push(key);
        let zone = self.search(state, missing);
        self.pending.pop();
        zone
    }

    /// Searches for an answer and certifies it; `missing` if there is none.
    fn search(&mut self, state: &mut State, missing: Gap) -> Result<PointSet, Gap> {
        loop {
            let known = self.domain.extra_count();
            let left = self.limits.nodes.saturating_sub(self.nodes);
            let limits = Limits { nodes: left, ..self.limits };
            let answer = prove(self.domain, state, &self.plan, &limits, self.observer);
            self.nodes += answer.statistics.nodes + answer.statistics.evidence_nodes;
            let evidence = match (answer.verdict, answer.evidence) {
                (Verdict::Proved { .. }, Ok(evidence)) => evidence,
                (Verdict::Unknown { why }, _) | (Verdict::Proved { .. }, Err(why)) => {
                    return Err(Gap::Limit(why));
                }
                (Verdict::Disproved { .. }, _) => return Err(missing),
            };
            match self.certify(state, &evidence) {
                Err(Gap::Missing { key, point }) => {
                    self.domain.add_extra(key, point);
                    if self.domain.extra_count() == known {
                        return Err(missing);
                    }
                }
                certified => return certified,
            }
        }
    }
}
