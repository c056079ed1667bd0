//! What one search has found, by reading with zones or by the searches of paper 001; a memory that lasts from question to question.

use std::sync::Arc;

use tesuji_board::PointSet;
use tesuji_job::{Limits, Watch, Why};
#[cfg(test)]
use tesuji_local::Threats;
use tesuji_search::{Evidence, Step, prove};

use crate::domain::Move;
use crate::reader::{ANY_ORDER, Fact, Reader};
use crate::solve::{Algorithm, Settings};
use crate::state::{BEST, State, WORST};

/// What finds out whether a target is captured, and remembers it from question to question.
pub(crate) struct Engine<'a> {
    pub(crate) settings: Settings,
    reader: Reader<'a>,
    pub(crate) limits: Limits,
    watch: &'a Watch,
    /// States searched by the searches of the paper.
    searched: u64,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(settings: &Settings, limits: &Limits, watch: &'a Watch) -> Engine<'a> {
        Engine {
            settings: *settings,
            reader: Reader::new(limits, watch),
            limits: *limits,
            watch,
            searched: 0,
        }
    }

    /// States searched so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.searched + self.reader.nodes
    }

    /// Allows so many nodes from now on.
    pub(crate) fn allow(&mut self, nodes: u64) {
        self.limits.nodes = self.nodes().saturating_add(nodes);
    }

    /// One search. A capture that it finds holds against every defence.
    pub(crate) fn ask(&mut self, state: State, order: u8) -> Result<Finding, Unfinished> {
        if self.settings.algorithm == Algorithm::Zones || state.is_about_several() {
            return self.read(state, order);
        }
        let found = self.search(&state, order)?;
        if !found.captured {
            return Ok(found);
        }
        // It has been proved against the defences that are tried; reading says whether that is all.
        let proved = Some(found.order);
        match self.read(state, found.order) {
            Ok(read) if read.captured => Ok(read),
            Ok(_) => Err(Unfinished { why: Why::Uncertified, proved }),
            Err(Unfinished { why, .. }) => Err(Unfinished { why, proved }),
        }
    }

    fn read(&mut self, mut state: State, order: u8) -> Result<Finding, Unfinished> {
        self.reader.limits.nodes = self.limits.nodes.saturating_sub(self.searched);
        let fact = self.reader.read(&mut state, order)?;
        Ok(Finding {
            captured: fact.captured,
            order: if fact.captured { fact.order } else { order },
            asked: order,
            complete: fact.complete,
            zone: fact.zone.clone(),
            basis: Basis::Read(Box::new(state), fact),
        })
    }

    /// A search of the paper, with the moves that it selects.
    pub(crate) fn search(&mut self, state: &State, order: u8) -> Result<Finding, Why> {
        let (domain, plan, asked) = (self.settings.algorithm.domain(), self.settings.plan(order), order);
        let limits = self.limits.after(self.nodes());
        let answer = prove(&domain, state, &plan, &limits, self.watch);
        self.searched += answer.statistics.nodes + answer.statistics.evidence_nodes;
        let (captured, order) = match answer.verdict {
            tesuji_search::Verdict::Unknown { why } => return Err(why),
            tesuji_search::Verdict::Disproved { order } => (false, order),
            tesuji_search::Verdict::Proved { order, .. } => (true, order),
        };
        Ok(Finding {
            captured,
            order,
            asked,
            complete: false,
            zone: PointSet::new(),
            basis: Basis::Searched { line: line(&answer.line), evidence: answer.evidence.ok() },
        })
    }

    /// The complete proof or disproof behind a finding, if the limits allow it.
    pub(crate) fn evidence(&mut self, finding: &mut Finding) -> Option<Evidence<Move>> {
        match &mut finding.basis {
            Basis::Read(state, fact) => {
                // A refutation of every order is shown at the order that the answer names.
                let order = if finding.order == ANY_ORDER { self.settings.order } else { finding.order };
                self.reader.limits.nodes = self.limits.nodes.saturating_sub(self.searched);
                self.reader.lay_out(state, fact, order).ok()
            }
            Basis::Searched { evidence, .. } => evidence.take(),
        }
    }

    /// The line of best play behind a finding.
    pub(crate) fn line(&mut self, finding: &Finding) -> Vec<Move> {
        match &finding.basis {
            Basis::Read(state, fact) => self.reader.line(state, fact),
            Basis::Searched { line, .. } => line.clone(),
        }
    }
}

/// What one search has found.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) captured: bool,
    pub(crate) order: u8,
    /// The order that was asked for.
    pub(crate) asked: u8,
    /// Whether all moves that could matter were tried.
    pub(crate) complete: bool,
    pub(crate) zone: PointSet,
    pub(crate) basis: Basis,
}

/// What a finding rests on.
#[derive(Debug)]
pub(crate) enum Basis {
    /// What was read of a state. Its line and its evidence are found in the memory when somebody wants them.
    Read(Box<State>, Arc<Fact>),
    /// What a search has left behind, or nobody had to search for.
    Searched { line: Vec<Move>, evidence: Option<Evidence<Move>> },
}

impl Finding {
    /// The least order at which a capture with fewer threats may be found.
    pub(crate) fn least(&self) -> u8 {
        if self.asked == ANY_ORDER { ANY_ORDER } else { self.order.max(1) }
    }

    /// Whether what was found is known for some numbers of threats only.
    pub(crate) fn counts_threats(&self) -> bool {
        let free = if self.captured { WORST } else { BEST };
        matches!(&self.basis, Basis::Read(_, fact) if fact.extent != free)
    }

    /// The first move of its line.
    pub(crate) fn first_step(&self) -> Option<Move> {
        match &self.basis {
            Basis::Read(state, fact) => {
                fact.best.filter(|step| step.is_none_or(|point| state.is_legal(point)))
            }
            Basis::Searched { line, .. } => line.first().copied(),
        }
    }
}

/// A search that a verdict needs and that did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unfinished {
    pub(crate) why: Why,
    /// The order of a capture that was proved against the defences tried, and against no more.
    pub(crate) proved: Option<u8>,
}

impl From<Why> for Unfinished {
    fn from(why: Why) -> Unfinished {
        Unfinished { why, proved: None }
    }
}

/// The moves of a line of the search; a pass of lambda search is a pass.
fn line(steps: &[Step<Move>]) -> Vec<Move> {
    steps
        .iter()
        .map(|step| match step {
            Step::Move(chosen) => *chosen,
            Step::Pass => None,
        })
        .collect()
}

/// One search, for tests that compare the threats one by one, with a memory that has been asked other things before.
#[cfg(test)]
pub(crate) fn search_after(
    state: &dyn Fn(Threats) -> State,
    before: &[(Threats, u8)],
    threats: Threats,
    settings: &Settings,
    nodes: u64,
) -> Result<Finding, Unfinished> {
    let watch = Watch::unwatched();
    let mut engine = Engine::new(settings, &Limits::nodes(nodes), &watch);
    for &(threats, order) in before {
        let _ = engine.ask(state(threats), order);
        engine.allow(nodes);
    }
    engine.ask(state(threats), settings.order)
}
