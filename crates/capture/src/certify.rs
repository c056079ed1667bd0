//! Certifying a proof for the whole board.
//!
//! The search proves a capture against the defences it was given. Here its proof is walked through once more,
//! from the end of each line backwards, and the [zone](crate::zone) of every state is built. Each legal
//! defence inside a zone must have an answer: one from the proof, a ladder, or a proof searched now for the
//! purpose. If there is none the capture is not certified, and the missing defence is named so that the search
//! can be repeated with it. What has been certified holds against *every* move on the board.
//!
//! Certifying is a part of the question: what it walks through and searches counts as nodes, and the proofs and zones it holds
//! are taken from the memory that its searches may use.

use rustc_hash::FxHashMap;
use tesuji_board::{Point, PointSet};
use tesuji_job::{Limits, Progress, Watch, Why};
use tesuji_search::{Answer, Edge, Evidence, EvidenceNode, Plan, Session, Step, Target, Verdict};

use crate::domain::{CaptureDomain, Move};
use crate::ladder;
use crate::state::State;
use crate::zone::{attack_zone, capture_zone, defence_zone, gone_zone};

/// What stands against a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// The defence on `point` in the state with this key is not answered.
    Missing { key: u128, point: Point },
    /// It ended before it was complete.
    Ended(Why),
}

impl Gap {
    /// A certificate that ends for any other reason than a limit or a stop could not be made.
    pub(crate) fn ended(why: Why) -> Gap {
        Gap::Ended(match why {
            Why::Nodes | Why::Memory | Why::Time | Why::Stopped => why,
            _ => Why::Uncertified,
        })
    }
}

/// The proof has not the shape that the walk expects.
const BROKEN: Gap = Gap::Ended(Why::Uncertified);

/// Bytes that a proof takes.
pub(crate) fn evidence_bytes(evidence: &Evidence<Move>) -> u64 {
    let edges: usize = evidence.nodes.iter().map(|node| node.edges.capacity()).sum();
    let bytes = evidence.nodes.capacity() * size_of::<EvidenceNode<Move>>() + edges * size_of::<Edge<Move>>();
    bytes as u64
}

/// Bytes that the zone of a state takes.
const ZONE_BYTES: u64 = size_of::<((u128, u8), PointSet)>() as u64;

/// Asks in a session. A defence that was selected for one order or one right to kos and not for another can leave what the
/// session knows at odds with itself; it is then forgotten, and the question asked once more.
pub(crate) fn ask(
    session: &mut Session<CaptureDomain>,
    state: &State,
    plan: &Plan,
    limits: &Limits,
    watch: &Watch,
) -> Answer<Move> {
    let answer = session.prove(state, plan, limits, watch);
    let at_odds = answer.verdict == (Verdict::Unknown { why: Why::Contradiction })
        || answer.evidence.as_ref().err() == Some(&Why::Contradiction);
    if !at_odds {
        return answer;
    }
    session.forget();
    let spent = answer.statistics;
    let mut again = session.prove(state, plan, &limits.after(spent.nodes + spent.evidence_nodes), watch);
    again.statistics.nodes += spent.nodes;
    again.statistics.evidence_nodes += spent.evidence_nodes;
    again
}

/// Certifies proofs of one question.
pub(crate) struct Certifier<'a> {
    pub(crate) session: &'a mut Session<CaptureDomain>,
    pub(crate) plan: Plan,
    pub(crate) limits: Limits,
    pub(crate) watch: &'a Watch,
    /// States walked through, and those searched for answers that the proof does not give.
    pub(crate) nodes: u64,
    /// Bytes of proofs that are being walked through.
    held: u64,
    zones: FxHashMap<(u128, u8), PointSet>,
    /// States for which an answer is being certified: an answer must not rest on itself.
    pending: Vec<(u128, u8)>,
    /// States on the line being walked.
    depth: u32,
    /// States walked through.
    walked: u64,
}

/// The longest line walked. It bounds the recursion.
const DEEPEST: u32 = 500;
/// Answers within answers.
const MOST_PENDING: usize = 6;

impl<'a> Certifier<'a> {
    pub(crate) fn new(
        session: &'a mut Session<CaptureDomain>,
        plan: Plan,
        limits: Limits,
        watch: &'a Watch,
    ) -> Certifier<'a> {
        Certifier {
            session,
            plan,
            limits,
            watch,
            nodes: 0,
            held: 0,
            zones: FxHashMap::default(),
            pending: Vec::new(),
            depth: 0,
            walked: 0,
        }
    }

    /// The zone of a proved state, which certifies its proof.
    pub(crate) fn certify(&mut self, state: &mut State, evidence: &Evidence<Move>) -> Result<PointSet, Gap> {
        let bytes = evidence_bytes(evidence);
        self.held += bytes;
        let zone = self.zone(state, evidence, evidence.root);
        self.held -= bytes;
        zone
    }

    /// What is left for a search.
    fn limits_left(&self) -> Limits {
        let held = self.held + self.zones.len() as u64 * ZONE_BYTES;
        self.limits.after(self.nodes).with_memory(self.limits.memory.saturating_sub(held))
    }

    fn zone(&mut self, state: &mut State, evidence: &Evidence<Move>, at: Target) -> Result<PointSet, Gap> {
        let key = (state.key(), state.used);
        if let Some(zone) = self.zones.get(&key) {
            return Ok(zone.clone());
        }
        if self.depth >= DEEPEST {
            return Err(BROKEN);
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

    /// Counts a state; a long walk can be stopped like a long search.
    fn look_around(&mut self) -> Result<(), Gap> {
        let left = self.limits_left();
        if left.nodes == 0 || left.memory == 0 {
            return Err(Gap::Ended(if left.nodes == 0 { Why::Nodes } else { Why::Memory }));
        }
        self.nodes += 1;
        self.walked += 1;
        if self.walked.is_multiple_of(64) {
            let progress = || Progress { depth: self.depth, ..Progress::searched("certifying", self.nodes) };
            self.watch.look(progress).map_err(Gap::Ended)?;
        }
        Ok(())
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
        let Target::Node(index) = at else { return Err(BROKEN) };
        let edge = evidence.nodes.get(index).and_then(|node| node.edges.first()).ok_or(BROKEN)?;
        let Step::Move(chosen) = edge.step else { return Err(BROKEN) };
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
        let Target::Node(index) = at else { return Err(BROKEN) };
        let node = evidence.nodes.get(index).ok_or(BROKEN)?;
        let is_pass = |step: Step<Move>| matches!(step, Step::Pass | Step::Move(None));
        let edge = node.edges.iter().find(|edge| is_pass(edge.step)).ok_or(BROKEN)?;
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
            let known = self.session.domain().extra_count();
            let answer = ask(self.session, state, &self.plan, &self.limits_left(), self.watch);
            self.nodes += answer.statistics.nodes + answer.statistics.evidence_nodes;
            let evidence = match (answer.verdict, answer.evidence) {
                (Verdict::Proved { .. }, Ok(evidence)) => evidence,
                (Verdict::Unknown { why }, _) | (Verdict::Proved { .. }, Err(why)) => {
                    return Err(Gap::ended(why));
                }
                (Verdict::Disproved { .. }, _) => return Err(missing),
            };
            match self.certify(state, &evidence) {
                Err(Gap::Missing { key, point }) => {
                    self.session.allow_more_defences(|domain| domain.add_extra(key, point));
                    if self.session.domain().extra_count() == known {
                        return Err(missing);
                    }
                }
                certified => return certified,
            }
        }
    }
}
