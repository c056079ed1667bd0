//! Asking a question.
//!
//! A search ends with a proof, which is certain, or with a disproof. A disproof that rests on claims used
//! where they were only plausible (see `twin.rs`) is laid out as a graph first. If the graph closes it is a
//! disproof, wherever the ideas for it came from; if not, some claim was wrong, the proofs found on the way
//! are kept, and the search is repeated.

//!
//! All of it draws on one budget: what the search has spent is not there for the evidence.

use std::sync::atomic::Ordering;

use tesuji_job::{Limits, Watch, Why, crew};

use crate::budget::{Budget, Team};
use crate::domain::{Claim, Domain};
use crate::engine::{Engine, Finding};
use crate::evidence::{Evidence, collect_disproof, collect_proof};
use crate::key::mix;
use crate::memory::Shares;
use crate::plan::Plan;
use crate::rules::Step;
use crate::shared::SharedTable;
use crate::table::{Settled, Store, Table};
use crate::twin::TwinTable;
use crate::verdict::{Answer, Statistics, Verdict};

/// Searches with unverified claims before doing without them.
const ATTEMPTS: u32 = 8;

/// Does the attacker reach the goal from `root`?
///
/// One thread, deterministic: the same question gives the same answer with the same number of nodes. The nodes and
/// the memory of the limits hold for the whole call, evidence included; time is up to the watch.
///
/// The [crate page](crate) has an example.
pub fn prove<D: Domain>(
    domain: &D,
    root: &D::State,
    plan: &Plan,
    limits: &Limits,
    watch: &Watch,
) -> Answer<D::Move> {
    Case { domain, root, plan, nodes: limits.nodes, shares: Shares::of(limits), watch }.prove()
}

/// [`prove`] with several threads on one table.
///
/// The helpers prefer different moves and find the others' results in the table. Verdicts are the same as
/// with one thread; node counts, lines and proofs vary from run to run. The limits hold for all threads together.
pub fn prove_parallel<D>(
    domain: &D,
    root: &D::State,
    plan: &Plan,
    limits: &Limits,
    threads: usize,
    watch: &Watch,
) -> Answer<D::Move>
where
    D: Domain + Sync,
    D::State: Send + Sync,
    D::Move: Send,
{
    Case { domain, root, plan, nodes: limits.nodes, shares: Shares::of(limits), watch }
        .prove_parallel(threads)
}

/// What a search brings home: finding, counts, and the line on which it was interrupted.
struct Work<M> {
    finding: Result<Finding, Why>,
    statistics: Statistics,
    current: Vec<Step<M>>,
}

/// A finding that is certain, with the evidence as far as it has been gathered.
type LaidOut<M> = (Finding, Result<Evidence<M>, Why>);

/// A question.
pub(crate) struct Case<'a, D: Domain> {
    pub(crate) domain: &'a D,
    pub(crate) root: &'a D::State,
    pub(crate) plan: &'a Plan,
    pub(crate) nodes: u64,
    pub(crate) shares: Shares,
    pub(crate) watch: &'a Watch,
}

impl<D: Domain> Case<'_, D> {
    pub(crate) fn prove(&self) -> Answer<D::Move> {
        let table = Table::with_bytes(self.shares.table);
        let twin = TwinTable::with_bytes(self.shares.twin);
        let budget = Budget::new(self.nodes, 0, self.watch);
        let mut engine = self.engine(table, twin, budget);
        let finding = engine.run(self.plan.order);
        let statistics = Statistics { nodes: engine.budget.nodes, ..engine.statistics };
        let Engine { store: table, twin, interrupted: current, .. } = engine;
        self.conclude(Work { finding, statistics, current }, table, twin)
    }

    pub(crate) fn prove_parallel(&self, threads: usize) -> Answer<D::Move>
    where
        D: Sync,
        D::State: Send + Sync,
        D::Move: Send,
    {
        if threads <= 1 {
            return self.prove();
        }
        let table = SharedTable::with_bytes(self.shares.table);
        let team = Team::default();
        let mut brought = crew(threads, |member| self.work(member, threads, &table, &team)).into_iter();
        let Some(mut work) = brought.next() else { return self.prove() };
        for Work { finding, statistics: counts, .. } in brought {
            if work.finding.is_err() && finding.is_ok() {
                work.finding = finding;
            }
            work.statistics.nodes += counts.nodes;
            work.statistics.twins += counts.twins;
            work.statistics.simulated += counts.simulated;
            work.statistics.deepest = work.statistics.deepest.max(counts.deepest);
        }
        self.conclude(work, &table, TwinTable::with_bytes(self.shares.twin))
    }

    /// What one member of a parallel search does.
    fn work(&self, member: usize, threads: usize, table: &SharedTable, team: &Team) -> Work<D::Move> {
        let twin = TwinTable::with_bytes(self.shares.twin / threads);
        let budget = Budget::of_member(self.nodes, self.watch, team, member);
        let mut engine = self.engine(table, twin, budget);
        engine.working /= threads;
        engine.seed = if member == 0 { 0 } else { mix(member as u64) };
        let finding = engine.run(self.plan.order);
        // A helper that runs into a limit of its own leaves the others at work; the first thread speaks for
        // all.
        if member == 0 || finding.is_ok() {
            team.done.store(true, Ordering::Relaxed);
        }
        let statistics = Statistics { nodes: engine.budget.nodes, ..engine.statistics };
        Work { finding, statistics, current: engine.interrupted }
    }

    fn engine<'b, S: Store>(&'b self, store: S, twin: TwinTable, budget: Budget<'b>) -> Engine<'b, D, S> {
        Engine::new(self.domain, self.root.clone(), self.plan, self.shares.working, store, twin, budget)
    }

    /// Makes an answer of what a search has found: verdict, evidence and line.
    fn conclude<S: Store>(&self, work: Work<D::Move>, store: S, twin: TwinTable) -> Answer<D::Move> {
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
        let searched = statistics.nodes;
        let mut engine = self.engine(store, twin, Budget::new(self.nodes, searched, self.watch));
        let settled = self.settle(&mut engine, finding);
        statistics.retries = engine.statistics.retries;
        let (finding, graph) = match settled {
            Ok(settled) => settled,
            Err(why) => {
                statistics.evidence_nodes = engine.budget.nodes - searched;
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
        statistics.evidence_nodes = engine.budget.nodes - searched;
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
