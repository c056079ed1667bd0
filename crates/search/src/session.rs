//! Sessions: many questions about one game, with one memory.
//!
//! A search ends with a proof, which is certain, or with a disproof. A disproof that rests on claims used
//! where they were only plausible (see `twin.rs`) is laid out as a graph first. If the graph closes it is a
//! disproof, wherever the ideas for it came from; if not, some claim was wrong, the proofs found on the way
//! are kept, and the search is repeated.
//!
//! All of it draws on one budget: what the search has spent is not there for the evidence.
//!
//! # What a session may carry from one question to the next
//!
//! Facts of the table hold whatever the history, so they hold under every root; open numbers are guesses. A claim of the
//! twin table names the nodes that must stand above its own, and holds on every line that ends in them, so it may stay
//! as well. What failed only because of a line never enters the table and is never taken for more than it is.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use tesuji_job::{Limits, Watch, Why, crew};

use crate::budget::{Budget, Team};
use crate::domain::{Claim, Domain};
use crate::engine::{Engine, Finding};
use crate::evidence::{Evidence, collect_disproof, collect_proof};
use crate::memory::Shares;
use crate::plan::{Method, Plan};
use crate::rules::Step;
use crate::stripes::Stripes;
use crate::table::{Settled, Store};
use crate::twin::TwinTable;
use crate::verdict::{Answer, Statistics, Verdict};

/// Searches with unverified claims before doing without them.
const ATTEMPTS: u32 = 8;

/// Nodes that one thread searches before others join it: most questions are answered by then.
const ALONE: u64 = 200;

/// Does the attacker reach the goal from `root`? One question in a [`Session`] of its own.
///
/// The [crate page](crate) has an example.
pub fn prove<D: Domain>(
    domain: &D,
    root: &D::State,
    plan: &Plan,
    limits: &Limits,
    watch: &Watch,
) -> Answer<D::Move> {
    Session::new(domain.clone(), limits).prove(root, plan, limits, watch)
}

/// Questions about one game that share what they find out: other roots, other orders, the same root with more nodes.
///
/// The answers are those of [`prove`], whatever was asked before and in whatever order: what is remembered only spares
/// work. With one thread they are deterministic, to the node, for the same questions in the same order.
///
/// ```
/// use tesuji_search::{Limits, Plan, Session, Watch};
/// # use tesuji_search::{Domain, Moves, Outcome, Rules, Step};
/// # #[derive(Clone)]
/// # struct Stones;
/// # impl Rules for Stones {
/// #     type State = (u32, bool);
/// #     type Move = u32;
/// #     type Undo = (u32, bool);
/// #     fn attacker_to_move(&self, state: &(u32, bool)) -> bool { state.1 }
/// #     fn outcome(&mut self, state: &(u32, bool)) -> Option<Outcome> {
/// #         (state.0 == 0).then_some(if state.1 { Outcome::Refuted } else { Outcome::Goal })
/// #     }
/// #     fn moves(&mut self, state: &(u32, bool), _order: u8, moves: &mut Moves<u32>) {
/// #         (1..=3.min(state.0)).for_each(|stones| moves.push(stones));
/// #     }
/// #     fn play(&mut self, state: &mut (u32, bool), step: Step<u32>) -> (u32, bool) {
/// #         let old = *state;
/// #         if let Step::Move(stones) = step { state.0 -= stones; }
/// #         state.1 = !state.1;
/// #         old
/// #     }
/// #     fn undo(&self, state: &mut (u32, bool), _step: Step<u32>, undo: (u32, bool)) { *state = undo; }
/// #     fn key(&self, state: &(u32, bool)) -> u128 { u128::from(state.0) << 1 | u128::from(state.1) }
/// # }
/// # impl Domain for Stones {}
/// // The game of the crate page: whoever takes the last stone wins.
/// let (limits, watch) = (Limits::nodes(100_000), Watch::new());
/// let mut session = Session::new(Stones, &limits);
/// let first = session.prove(&(41, true), &Plan::plain(0), &limits, &watch);
/// let again = session.prove(&(45, true), &Plan::plain(0), &limits, &watch);
/// assert!(first.verdict.is_proved() && again.verdict.is_proved());
/// assert!(again.statistics.nodes < first.statistics.nodes);
/// ```
pub struct Session<D: Domain> {
    table: Stripes,
    /// One for each thread that has been at work, the first for what one thread does alone.
    seats: Vec<Seat<D>>,
    shares: Shares,
    threads: usize,
    /// Nodes that one thread searches before others join it.
    pub(crate) alone: u64,
    kind: Option<Kind>,
    /// Injected fault for the tests: path-dependent disproofs go to the general table.
    #[cfg(test)]
    pub(crate) forget_history: bool,
}

/// What a thread has for itself and keeps between questions.
struct Seat<D> {
    /// The game, with scratch memory.
    domain: D,
    /// Claims bound to lines.
    twin: TwinTable,
}

/// Searches that mean the same by an order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Orders count passes.
    Lambda,
    /// One order throughout.
    Plain(u8),
}

impl Kind {
    fn of(plan: &Plan) -> Self {
        if plan.method == Method::Plain { Self::Plain(plan.order) } else { Self::Lambda }
    }
}

impl<D: Domain> Session<D> {
    /// A session with the memory and the threads of the limits.
    pub fn new(domain: D, limits: &Limits) -> Self {
        Self::with_shares(domain, Shares::of(limits), limits.threads)
    }

    pub(crate) fn with_shares(domain: D, shares: Shares, threads: usize) -> Self {
        let threads = threads.max(1);
        let shares = Shares { twin: shares.twin / threads, ..shares };
        Self {
            table: Stripes::with_bytes(shares.table),
            seats: vec![Seat { domain, twin: TwinTable::with_bytes(shares.twin) }],
            shares,
            threads,
            alone: ALONE,
            kind: None,
            #[cfg(test)]
            forget_history: false,
        }
    }

    /// The game.
    pub fn domain(&self) -> &D {
        &self.seats[0].domain
    }

    /// The game, to look after its [`Scratch`](crate::Scratch) memory: nothing that it answers may change.
    pub fn scratch(&mut self) -> &mut D {
        &mut self.seats[0].domain
    }

    /// Changes the game in a way that gives the defender more moves: what is proved has to be proved again, what is
    /// disproved stays so.
    pub fn allow_more_defences(&mut self, change: impl Fn(&mut D)) {
        self.seats.iter_mut().for_each(|seat| change(&mut seat.domain));
        self.table.forget_proofs();
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.table.clear();
        self.seats.iter_mut().for_each(|seat| seat.twin.clear());
    }

    /// Does the attacker reach the goal from `root`?
    ///
    /// The nodes of the limits hold for this question, evidence included; what goes beyond the tables in their memory is
    /// for the line and the evidence. Time is up to the watch. With several threads verdicts are the same as with one;
    /// node counts, lines and proofs vary from run to run.
    pub fn prove(&mut self, root: &D::State, plan: &Plan, limits: &Limits, watch: &Watch) -> Answer<D::Move> {
        let tables = limits.bytes() - limits.bytes() / 3;
        let working = limits.bytes().saturating_sub(tables.max(self.shares.table));
        self.prove_within(root, plan, limits.nodes, working, watch)
    }

    pub(crate) fn prove_within(
        &mut self,
        root: &D::State,
        plan: &Plan,
        nodes: u64,
        working: usize,
        watch: &Watch,
    ) -> Answer<D::Move> {
        let kind = Some(Kind::of(plan));
        if self.kind != kind {
            if self.kind.is_some() {
                self.forget();
            }
            self.kind = kind;
        }
        let case = Case { root, plan, nodes, working, watch };
        let alone = if self.threads > 1 { nodes.min(self.alone) } else { nodes };
        let mut engine = self.engine(&case, Budget::new(alone, 0, watch));
        let finding = engine.run(plan.order);
        let statistics = Statistics { nodes: engine.budget.nodes, ..engine.statistics };
        let mut work = Work { finding, statistics, current: engine.interrupted };
        if work.finding == Err(Why::Nodes) && alone < nodes {
            self.work_together(&case, &mut work);
            // They pause for the table to grow.
            while work.finding == Err(Why::Memory) && self.table.is_tight() {
                self.work_together(&case, &mut work);
            }
        }
        self.conclude(&case, work)
    }

    fn engine<'b>(&'b mut self, case: &Case<'b, D>, budget: Budget<'b>) -> Engine<'b, D, &'b mut Stripes> {
        let (Seat { domain, twin }, table) = (&mut self.seats[0], &mut self.table);
        #[cfg_attr(not(test), expect(unused_mut, reason = "only tests inject faults"))]
        let mut engine = Engine::new(domain, case.root.clone(), case.plan, case.working, table, twin, budget);
        #[cfg(test)]
        {
            engine.forget_history = self.forget_history;
        }
        engine
    }

    /// Goes on with all threads.
    fn work_together(&mut self, case: &Case<'_, D>, work: &mut Work<D::Move>) {
        self.table.share();
        work.finding = Err(Why::Memory);
        while self.seats.len() < self.threads {
            let domain = self.domain().clone();
            self.seats.push(Seat { domain, twin: TwinTable::with_bytes(self.shares.twin) });
        }
        let (threads, table) = (self.threads, &self.table);
        let seats: Vec<_> = self.seats.iter_mut().map(Mutex::new).collect();
        let team = Team::after(work.statistics.nodes);
        let brought = crew(threads, |member| {
            // Nobody else takes this seat.
            let mut seat = seats[member].lock().unwrap_or_else(PoisonError::into_inner);
            let Seat { domain, twin } = &mut **seat;
            let budget = Budget::of_member(case.nodes, case.watch, &team, member);
            let working = case.working / threads;
            let mut engine = Engine::new(domain, case.root.clone(), case.plan, working, table, twin, budget);
            let finding = engine.run(case.plan.order);
            // A helper that runs into a limit of its own leaves the others at work; the first thread speaks for
            // all.
            if member == 0 || finding.is_ok() {
                team.done.store(true, Ordering::Relaxed);
            }
            let statistics = Statistics { nodes: engine.budget.nodes, ..engine.statistics };
            Work { finding, statistics, current: engine.interrupted }
        });
        for (member, other) in brought.into_iter().enumerate() {
            if member == 0 || work.finding.is_err() && other.finding.is_ok() {
                work.finding = other.finding;
                // Whoever is stopped before it has begun was on no line; the one before it still tells something.
                if !other.current.is_empty() {
                    work.current = other.current;
                }
            }
            work.statistics.add(&other.statistics);
        }
        if let [first, others @ ..] = &mut self.seats[..] {
            others.iter().for_each(|other| first.domain.join(&other.domain));
        }
    }

    /// Makes an answer of what a search has found: verdict, evidence and line.
    fn conclude(&mut self, case: &Case<'_, D>, work: Work<D::Move>) -> Answer<D::Move> {
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
        let mut engine = self.engine(case, Budget::new(case.nodes, searched, case.watch));
        let settled = settle(&mut engine, finding, case.plan);
        statistics.retries = engine.statistics.retries;
        let (finding, graph) = match settled {
            Ok(settled) => settled,
            Err(why) => {
                statistics.evidence_nodes = engine.budget.nodes - searched;
                return unknown(why, engine.interrupted, statistics);
            }
        };
        let (verdict, evidence) = match finding.claim {
            Claim::Disproof => (Verdict::Disproved { order: case.plan.order }, graph),
            Claim::Proof => {
                let Settled { order, length, .. } = finding.settled;
                let evidence =
                    if case.plan.evidence { collect_proof(&mut engine, finding) } else { Err(Why::NotAsked) };
                (Verdict::Proved { order, length: length.into() }, evidence)
            }
        };
        statistics.evidence_nodes = engine.budget.nodes - searched;
        let line = evidence.as_ref().map(Evidence::line).unwrap_or_default();
        Answer { verdict, line, evidence, statistics }
    }
}

/// A question.
struct Case<'a, D: Domain> {
    root: &'a D::State,
    plan: &'a Plan,
    nodes: u64,
    /// Bytes for the line and the evidence.
    working: usize,
    watch: &'a Watch,
}

/// What a search brings home: finding, counts, and the line on which it was interrupted.
struct Work<M> {
    finding: Result<Finding, Why>,
    statistics: Statistics,
    current: Vec<Step<M>>,
}

/// A finding that is certain, with the evidence as far as it has been gathered.
type LaidOut<M> = (Finding, Result<Evidence<M>, Why>);

/// Lays out a disproof. One that is unverified and does not hold together is searched again, knowing
/// more; after a few attempts, without unverified claims.
fn settle<D: Domain, S: Store>(
    engine: &mut Engine<'_, D, S>,
    mut finding: Finding,
    plan: &Plan,
) -> Result<LaidOut<D::Move>, Why> {
    for attempt in 1.. {
        if finding.claim == Claim::Proof || finding.verified && !plan.evidence {
            break;
        }
        match collect_disproof(engine, finding, plan.order) {
            Err(Why::Contradiction) if engine.unverified => {
                engine.statistics.retries += 1;
                engine.twin.clear();
                engine.unverified = attempt < ATTEMPTS;
                let again = engine.run(plan.order);
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
