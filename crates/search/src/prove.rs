//! Asking a question.

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
use crate::table::{Store, Table};
use crate::twin::TwinTable;
use crate::verdict::{Answer, Statistics, Verdict, Why};

/// Part of the table memory that holds claims bound to a line.
const TWIN_PART: usize = 16;

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
    conclude(Case { domain, root, plan, limits, statistics, current }, finding, table, twin, observer)
}

/// [`prove`] with several threads on one table.
///
/// The helpers prefer different moves and find the others' results in the table. Verdicts are the same as with one thread; node
/// counts, lines and proofs vary from run to run.
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
    let job = Job { domain, root, plan, limits, table: &table, team: &team, twin_bytes: twin_bytes / threads };
    let (finding, mut statistics, current, found) = thread::scope(|scope| {
        let job = &job;
        let helpers: Vec<_> = (1..threads)
            .map(|number| {
                scope.spawn(move || {
                    let (finding, statistics, _) = job.work(number, None);
                    (finding, statistics)
                })
            })
            .collect();
        let (finding, statistics, current) = job.work(0, Some(&mut *observer));
        // A helper that panicked in the domain's code has found nothing.
        let found: Vec<_> = helpers.into_iter().filter_map(|helper| helper.join().ok()).collect();
        (finding, statistics, current, found)
    });
    let mut finding = finding;
    for (other, counts) in found {
        if finding.is_err() && other.is_ok() {
            finding = other;
        }
        statistics.nodes += counts.nodes;
        statistics.twins += counts.twins;
        statistics.simulated += counts.simulated;
        statistics.deepest = statistics.deepest.max(counts.deepest);
    }
    let twin = TwinTable::with_bytes(twin_bytes);
    conclude(Case { domain, root, plan, limits, statistics, current }, finding, &table, twin, observer)
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

/// What one thread brings home: finding, counts, and the line on which it was interrupted.
type Work<M> = (Result<Finding, Why>, Statistics, Vec<Step<M>>);

impl<D: Domain> Job<'_, D> {
    fn work<'b>(&'b self, number: usize, observer: Option<&'b mut (dyn Observer + 'b)>) -> Work<D::Move> {
        let twin = TwinTable::with_bytes(self.twin_bytes);
        let budget = Budget::new(self.limits, observer, Some(self.team));
        let mut engine =
            Engine::new(self.domain, self.root.clone(), self.plan, self.limits, self.table, twin, budget);
        engine.seed = if number == 0 { 0 } else { mix(number as u64) };
        let finding = engine.run(self.plan.order);
        // A helper that runs into a limit of its own leaves the others at work; the first thread speaks for all.
        if number == 0 || finding.is_ok() {
            self.team.done.store(true, Ordering::Relaxed);
        }
        let statistics = Statistics { nodes: engine.budget.nodes, ..engine.statistics };
        (finding, statistics, engine.interrupted)
    }
}

/// What is known when the search has ended.
struct Case<'a, D: Domain> {
    domain: &'a D,
    root: &'a D::State,
    plan: &'a Plan,
    limits: &'a Limits,
    statistics: Statistics,
    current: Vec<Step<D::Move>>,
}

/// Makes an answer of a finding: verdict, evidence and line.
fn conclude<D: Domain, S: Store>(
    case: Case<'_, D>,
    finding: Result<Finding, Why>,
    store: S,
    twin: TwinTable,
    observer: &mut dyn Observer,
) -> Answer<D::Move> {
    let Case { domain, root, plan, limits, mut statistics, current } = case;
    let finding = match finding {
        Ok(finding) => finding,
        Err(why) => {
            return Answer { verdict: Verdict::Unknown { why }, line: current, evidence: Err(why), statistics };
        }
    };
    let verdict = match finding.claim {
        Claim::Proof => {
            Verdict::Proved { order: finding.settled.order, length: finding.settled.length.into() }
        }
        Claim::Disproof => Verdict::Disproved { order: plan.order },
    };
    if !plan.evidence {
        return Answer { verdict, line: Vec::new(), evidence: Err(Why::NotAsked), statistics };
    }
    let budget = Budget::new(limits, Some(observer), None);
    let evidence = match finding.claim {
        Claim::Proof => {
            let idle = Budget::new(limits, None, None);
            let mut engine = Engine::new(domain, root.clone(), plan, limits, store, twin, idle);
            let evidence = collect_proof(&mut engine, finding, budget);
            statistics.evidence_nodes = engine.statistics.evidence_nodes;
            evidence
        }
        Claim::Disproof => {
            let mut engine = Engine::new(domain, root.clone(), plan, limits, store, twin, budget);
            let evidence = collect_disproof(&mut engine, finding, plan.order);
            statistics.evidence_nodes = engine.budget.nodes;
            evidence
        }
    };
    let line = evidence.as_ref().map(Evidence::line).unwrap_or_default();
    Answer { verdict, line, evidence, statistics }
}
