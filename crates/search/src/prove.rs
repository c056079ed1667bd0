//! Asking a question.
//!
//! A search ends with a proof, which is certain, or with a disproof. A disproof that rests on claims used
//! where they were only plausible (see `twin.rs`) is laid out as a graph first. If the graph closes it is a
//! disproof, wherever the ideas for it came from; if not, some claim was wrong, the proofs found on the way
//! are kept, and the search is repeated.

use std::sync::atomic::Ordering;
use std::thread;

use crate::budget::{Budget, Team};
use crate::domain::{Claim, Domain};
use crate::engine::{Engine, Finding};
use crate::evidence::{Evidence, collect_disproof, collect_proof};
use crate::key::mix;
use crate::observer::Observer;
use crate::plan::{Limits, Plan};
use crate::rules::Step;
use crate::shared::SharedTable;
use crate::table::{Settled, Store, Table};
use crate::twin::TwinTable;
use crate::verdict::{Answer, Statistics, Verdict, Why};

/// Part of the table memory that holds claims bound to a line.
const TWIN_PART: usize = 4;

/// Searches with unverified claims before doing without them.
const ATTEMPTS: u32 = 8;

/// Does the attacker reach the goal from `root`?
///
/// One thread, deterministic: the same question gives the same answer with the same number of nodes.
///
/// The [crate page](crate) has an example.
pub fn prove<D: Domain>(
    domain: &D,
    root: &D::State,
    plan: &Plan,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer<D::Move> {
    let twin_bytes = limits.table_bytes / TWIN_PART;
    let table = Table::with_bytes(limits.table_bytes - twin_bytes);
    let twin = TwinTable::with_bytes(twin_bytes);
    let budget = Budget::new(limits, Some(&mut *observer), None);
    let mut engine = Engine::new(domain, root.clone(), plan, limits, table, twin, budget);
    let finding = engine.run(plan.order);
    let statistics = Statistics { nodes: engine.budget.nodes, ..engine.statistics };
    let Engine { store: table, twin, interrupted: current, .. } = engine;
    let case = Case { domain, root, plan, limits };
    case.conclude(Work { finding, statistics, current }, table, twin, observer)
}

/// [`prove`] with several threads on one table.
///
/// The helpers prefer different moves and find the others' results in the table. Verdicts are the same as
/// with one thread; node counts, lines and proofs vary from run to run.
pub fn prove_parallel<D>(
    domain: &D,
    root: &D::State,
    plan: &Plan,
    limits: &Limits,
    threads: usize,
    observer: &mut dyn Observer,
) -> Answer<D::Move>
where
    D: Domain + Sync,
    D::State: Send + Sync,
    D::Move: Send,
{
    if threads <= 1 {
        return prove(domain, root, plan, limits, observer);
    }
    let twin_bytes = limits.table_bytes / TWIN_PART;
    let table = SharedTable::with_bytes(limits.table_bytes - twin_bytes);
    let team = Team::default();
    let job =
        Job { domain, root, plan, limits, table: &table, team: &team, twin_bytes: twin_bytes / threads };
    let (mut work, found) = thread::scope(|scope| {
        let job = &job;
        let helpers: Vec<_> = (1..threads)
            .map(|number| {
                scope.spawn(move || {
                    let Work { finding, statistics, .. } = job.work(number, None);
                    (finding, statistics)
                })
            })
            .collect();
        let work = job.work(0, Some(&mut *observer));
        // A helper that panicked in the domain's code has found nothing.
        let found: Vec<_> = helpers.into_iter().filter_map(|helper| helper.join().ok()).collect();
        (work, found)
    });
    for (finding, counts) in found {
        if work.finding.is_err() && finding.is_ok() {
            work.finding = finding;
        }
        work.statistics.nodes += counts.nodes;
        work.statistics.twins += counts.twins;
        work.statistics.simulated += counts.simulated;
        work.statistics.deepest = work.statistics.deepest.max(counts.deepest);
    }
    let twin = TwinTable::with_bytes(twin_bytes);
    Case { domain, root, plan, limits }.conclude(work, &table, twin, observer)
}

/// What the threads of a parallel search have in common.
struct Job<'a, D: Domain> {
    domain: &'a D,
    root: &'a D::State,
    plan: &'a Plan,
    limits: &'a Limits,
    table: &'a SharedTable,
    team: &'a Team,
    twin_bytes: usize,
}

/// What a search brings home: finding, counts, and the line on which it was interrupted.
struct Work<M> {
    finding: Result<Finding, Why>,
    statistics: Statistics,
    current: Vec<Step<M>>,
}

impl<D: Domain> Job<'_, D> {
    fn work<'b>(&'b self, number: usize, observer: Option<&'b mut (dyn Observer + 'b)>) -> Work<D::Move> {
        let twin = TwinTable::with_bytes(self.twin_bytes);
        let budget = Budget::new(self.limits, observer, Some(self.team));
        let mut engine =
            Engine::new(self.domain, self.root.clone(), self.plan, self.limits, self.table, twin, budget);
        engine.seed = if number == 0 { 0 } else { mix(number as u64) };
        let finding = engine.run(self.plan.order);
        // A helper that runs into a limit of its own leaves the others at work; the first thread speaks for
        // all.
        if number == 0 || finding.is_ok() {
            self.team.done.store(true, Ordering::Relaxed);
        }
        let statistics = Statistics { nodes: engine.budget.nodes, ..engine.statistics };
        Work { finding, statistics, current: engine.interrupted }
    }
}

/// A finding that is certain, with the evidence as far as it has been gathered.
type LaidOut<M> = (Finding, Result<Evidence<M>, Why>);

/// A question.
struct Case<'a, D: Domain> {
    domain: &'a D,
    root: &'a D::State,
    plan: &'a Plan,
    limits: &'a Limits,
}

impl<D: Domain> Case<'_, D> {
    /// Makes an answer of what a search has found: verdict, evidence and line.
    fn conclude<S: Store>(
        &self,
        work: Work<D::Move>,
        store: S,
        twin: TwinTable,
        observer: &mut dyn Observer,
    ) -> Answer<D::Move> {
        let Work { finding, mut statistics, current } = work;
        let unknown = |why, line, statistics| Answer {
            verdict: Verdict::Unknown { why },
            line,
            evidence: Err(why),
            statistics,
        };
        let finding = match finding {
            Ok(finding) => finding,
            Err(why) => return unknown(why, current, statistics),
        };
        let budget = Budget::new(self.limits, Some(observer), None);
        let mut engine =
            Engine::new(self.domain, self.root.clone(), self.plan, self.limits, store, twin, budget);
        let settled = self.settle(&mut engine, finding);
        statistics.retries = engine.statistics.retries;
        let (finding, graph) = match settled {
            Ok(settled) => settled,
            Err(why) => {
                statistics.evidence_nodes = engine.budget.nodes;
                return unknown(why, engine.interrupted, statistics);
            }
        };
        let (verdict, evidence) = match finding.claim {
            Claim::Disproof => (Verdict::Disproved { order: self.plan.order }, graph),
            Claim::Proof => {
                let Settled { order, length, .. } = finding.settled;
                let evidence =
                    if self.plan.evidence { collect_proof(&mut engine, finding) } else { Err(Why::NotAsked) };
                (Verdict::Proved { order, length: length.into() }, evidence)
            }
        };
        statistics.evidence_nodes = engine.budget.nodes;
        let line = evidence.as_ref().map(Evidence::line).unwrap_or_default();
        Answer { verdict, line, evidence, statistics }
    }

    /// Lays out a disproof. One that is unverified and does not hold together is searched again, knowing
    /// more; after a few attempts, without unverified claims.
    fn settle<S: Store>(
        &self,
        engine: &mut Engine<'_, D, S>,
        mut finding: Finding,
    ) -> Result<LaidOut<D::Move>, Why> {
        for attempt in 1.. {
            if finding.claim == Claim::Proof || finding.verified && !self.plan.evidence {
                break;
            }
            match collect_disproof(engine, finding, self.plan.order) {
                Err(Why::Contradiction) if engine.unverified => {
                    engine.statistics.retries += 1;
                    engine.twin.clear();
                    engine.unverified = attempt < ATTEMPTS;
                    let again = engine.run(self.plan.order);
                    match again {
                        Ok(other) => finding = other,
                        // What was certain stays so.
                        Err(why) if finding.verified => return Ok((finding, Err(why))),
                        Err(why) => return Err(why),
                    }
                }
                Err(why) if !finding.verified => return Err(why),
                graph => return Ok((finding, graph)),
            }
        }
        Ok((finding, Err(Why::NotAsked)))
    }
}
