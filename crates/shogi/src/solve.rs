//! From a position to an answer.
//!
//! Order 1 asks for mate by checks (tsume), order 2 also for brinkmate (hisshi). An answer of order 2 is looked for in
//! steps, so that the simplest comes first: mate by checks, then a quiet move after which every reply is mated by checks,
//! then two such moves, then any number. Every mate that is reported has been replayed by the plain rules
//! ([`PlainMate`]), against every defence; so has every refutation that is not too large.
//!
//! The limits hold for the whole question: all of its searches and the replay draw on the same nodes, and a proof that is
//! kept while a shorter one is sought takes its part of the memory.

use tesuji_search::{
    Domain, Evidence, Limits, Method, PassStrategy, Plan, Session, Step, Unchecked, Verdict as Found, Watch,
    Why, check, check_within,
};

use crate::bounded::{ANY_NUMBER, Counted, HisshiWithin, MOST_PLIES, MateWithin};
use crate::domain::Mate;
use crate::moves::Move;
use crate::piece::Color;
use crate::plain::{PlainMate, PlainPosition};
use crate::position::Position;

/// The epsilon of the thresholds, in percent; found by trying.
const WIDENING: u32 = 25;

/// Attacker's moves tried for a short brinkmate before any number is allowed.
const SHORT_HISSHI: [u16; 2] = [1, 2];

/// The search that answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Df-pn lambda: checks alone and quiet moves compete at every attacker's node.
    Lambda,
    /// Df-pn with the pass as a test for threats.
    Dfpn,
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The side that wants to mate; it need not be the side to move.
    pub attacker: Color,
    /// 1 for checks only, 2 with quiet moves.
    pub order: u8,
    /// The search.
    pub algorithm: Algorithm,
    /// Whether the exact shortest mate by checks is wanted.
    pub shortest: bool,
}

impl Question {
    /// Asks for mate of the given order. The side to move attacks if the other side has a king.
    pub fn of(position: &Position, order: u8) -> Self {
        let turn = position.turn();
        let attacker = if position.king(!turn).is_some() { turn } else { !turn };
        Self { attacker, order, algorithm: Algorithm::Lambda, shortest: false }
    }
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The defender has no king.
    #[error("{0} is to be mated, but has no king")]
    NoKing(Color),
    /// Only orders 1 and 2 are known.
    #[error("the order is 1 (mate by checks) or 2 (brinkmate), not {0}")]
    Order(u8),
}

/// The answer with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker mates.
    Mate {
        /// 1: by checks alone; 2: with quiet moves. Unless order 1 is [refuted](Solution::refuted), checks alone may do.
        order: u8,
        /// Plies of the longest line of the proof.
        plies: usize,
    },
    /// The attacker does not mate at this order or any lower one.
    NoMate {
        /// The order.
        order: u8,
    },
    /// Not known.
    Unknown {
        /// What ended the search.
        why: Why,
    },
}

/// How far the length of a mate is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// There may be a shorter mate.
    Bound,
    /// No mate by checks is shorter, every interposition counted.
    Shortest,
}

/// Everything found out about a question.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The answer.
    pub verdict: Verdict,
    /// The highest order at which it is shown that there is no mate, also when a higher one mates or is not decided.
    pub refuted: Option<u8>,
    /// The moves of a mate: the attacker's against the longest resistance in the proof.
    pub line: Vec<Move>,
    /// Whether the length is exact.
    pub length: Length,
    /// What ended the search for a shorter mate, if the shortest was asked for and it is not known whether this is it.
    pub shortening_ended: Option<Why>,
    /// Positions that the independent checker has replayed: for every mate, and for refutations that are not too large.
    pub checked: Option<usize>,
    /// The proof.
    pub proof: Option<Evidence<Move>>,
    /// States expanded.
    pub nodes: u64,
}

impl Solution {
    /// What of the nodes of the limits has been spent: states expanded and positions replayed. The rest is there for
    /// [`cooks`].
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.nodes + self.checked.unwrap_or(0) as u64
    }
}

/// Mates the king or says that it cannot be done.
///
/// ```
/// use tesuji_search::{Limits, Watch};
/// use tesuji_shogi::{Position, Question, Verdict, solve};
///
/// let position: Position = "8k/9/7G1/9/9/9/9/9/9 b G 1".parse().unwrap();
/// let solution = solve(&position, &Question::of(&position, 1), &Limits::nodes(1000), &Watch::new()).unwrap();
/// assert_eq!(solution.verdict, Verdict::Mate { order: 1, plies: 1 });
/// assert!(solution.checked.is_some());
/// ```
///
/// # Errors
///
/// The defender has no king, or the order is neither 1 nor 2.
pub fn solve(
    position: &Position,
    question: &Question,
    limits: &Limits,
    watch: &Watch,
) -> Result<Solution, QuestionError> {
    if position.king(!question.attacker).is_none() {
        return Err(QuestionError::NoKing(!question.attacker));
    }
    let mut solver = Solver { position, question, limits: *limits, watch, nodes: 0, refuted: None };
    match question.order {
        1 => {
            let mut session = Session::new(solver.mate(), limits);
            let found = solver.ask(&mut session, position, &by_checks(), *limits);
            // Its memory is for what follows.
            drop(session);
            Ok(solver.conclude(found))
        }
        2 => {
            let found = solver.brinkmate();
            Ok(solver.conclude(found))
        }
        other => Err(QuestionError::Order(other)),
    }
}

/// What a search has found, reduced to what is reported.
enum Finding {
    Mate { order: u8, proof: Evidence<Move> },
    NoMate { order: u8, disproof: Option<Evidence<Move>> },
    Unknown(Why),
}

/// Refutations of more positions than this are not replayed: the plain rules are slow.
const MOST_REPLAYED: usize = 20_000;

struct Solver<'a> {
    position: &'a Position,
    question: &'a Question,
    limits: Limits,
    watch: &'a Watch,
    nodes: u64,
    refuted: Option<u8>,
}

impl Solver<'_> {
    fn mate(&self) -> Mate {
        Mate { attacker: self.question.attacker }
    }

    /// What no search has spent so far.
    fn left(&self) -> Limits {
        self.limits.after(self.nodes)
    }

    /// What is left, but no more than a part of all nodes.
    fn part(&self, of: u64) -> Limits {
        let left = self.left();
        left.with_nodes(left.nodes.min(self.limits.nodes / of))
    }

    fn ask<D: Domain<Move = Move>>(
        &mut self,
        session: &mut Session<D>,
        root: &D::State,
        plan: &Plan,
        limits: Limits,
    ) -> Finding {
        let answer = session.prove(root, plan, &limits, self.watch);
        self.nodes += answer.statistics.nodes + answer.statistics.evidence_nodes;
        match (answer.verdict, answer.evidence) {
            (Found::Proved { order, .. }, Ok(proof)) => Finding::Mate { order: order.max(1), proof },
            (Found::Proved { .. }, Err(why)) | (Found::Unknown { why }, _) => Finding::Unknown(why),
            (Found::Disproved { order }, disproof) => Finding::NoMate { order, disproof: disproof.ok() },
        }
    }

    /// Orders 1 and 2, the simplest answer first. All steps share what they find out.
    fn brinkmate(&mut self) -> Finding {
        let mut session = Session::new(HisshiWithin { mate: self.mate() }, &self.limits);
        let threats = with_threats();
        let root = |left| Counted { position: self.position.clone(), left };
        let (checks, any) = (root(0), root(ANY_NUMBER));
        let short = SHORT_HISSHI.map(root);
        let found = self.ask(&mut session, &checks, &Plan { order: 1, ..threats }, self.part(4));
        if Self::is_final(&found) {
            return found;
        }
        if let Finding::NoMate { order, .. } = found {
            self.refuted = Some(order);
        }
        for root in &short {
            let found = self.ask(&mut session, root, &threats, self.part(8));
            if Self::is_final(&found) {
                return found;
            }
        }
        let method = match self.question.algorithm {
            Algorithm::Lambda => Method::Lambda(PassStrategy::Sum),
            Algorithm::Dfpn => Method::Threats(PassStrategy::Sum),
        };
        self.ask(&mut session, &any, &Plan { method, ..threats }, self.left())
    }

    /// Whether a step of the search for an answer of order 2 ends it.
    fn is_final(found: &Finding) -> bool {
        match found {
            Finding::Mate { .. } => true,
            Finding::NoMate { .. } => false,
            // The share of this step is used up; the others may still do.
            Finding::Unknown(Why::Nodes) => false,
            Finding::Unknown(_) => true,
        }
    }

    /// An answer without a line.
    fn bare(&self, verdict: Verdict) -> Solution {
        Solution {
            verdict,
            refuted: self.refuted,
            line: Vec::new(),
            length: Length::Bound,
            shortening_ended: None,
            checked: None,
            proof: None,
            nodes: self.nodes,
        }
    }

    fn conclude(&mut self, found: Finding) -> Solution {
        match found {
            Finding::Unknown(why) => self.bare(Verdict::Unknown { why }),
            Finding::NoMate { order, disproof } => {
                let left = self.left().nodes;
                let small = disproof
                    .filter(|graph| graph.nodes.len() <= MOST_REPLAYED && graph.positions() as u64 <= left);
                let mut solution = Solution { refuted: Some(order), ..self.bare(Verdict::NoMate { order }) };
                if let Some(graph) = small {
                    match self.replay(order, &graph) {
                        Ok(replayed) => solution.checked = Some(replayed),
                        // It is refuted all the same.
                        Err(Unchecked::Unfinished(_)) => {}
                        Err(Unchecked::Flawed(_)) => {
                            solution = self.bare(Verdict::Unknown { why: Why::Contradiction });
                        }
                    }
                }
                solution
            }
            Finding::Mate { order, mut proof } => {
                let (mut length, mut shortening_ended) = (Length::Bound, None);
                if order == 1 && self.question.shortest {
                    match self.shorten(&mut proof) {
                        Ok(()) => length = Length::Shortest,
                        Err(why) => shortening_ended = Some(why),
                    }
                }
                let checked = match self.replay(order, &proof) {
                    Ok(checked) => checked,
                    Err(Unchecked::Unfinished(why)) => return self.bare(Verdict::Unknown { why }),
                    Err(Unchecked::Flawed(_)) => {
                        return self.bare(Verdict::Unknown { why: Why::Contradiction });
                    }
                };
                let line = line_of(&proof);
                let verdict = Verdict::Mate { order, plies: line.len() };
                let (checked, proof) = (Some(checked), Some(proof));
                Solution { line, length, shortening_ended, checked, proof, ..self.bare(verdict) }
            }
        }
    }

    /// [`verify`] with the nodes that are left.
    fn replay(&self, order: u8, proof: &Evidence<Move>) -> Result<usize, Unchecked<Move>> {
        let rules = PlainMate { attacker: self.question.attacker };
        let root = PlainPosition::from(self.position);
        check_within(&rules, &root, order, proof, self.left().nodes, self.watch)
    }

    /// Replaces a proof by shorter ones until there is none, or until what is left only just suffices to replay it.
    fn shorten(&mut self, proof: &mut Evidence<Move>) -> Result<(), Why> {
        let kept = self.limits.memory.saturating_sub(proof.bytes() as u64);
        let mut session = Session::new(MateWithin { mate: self.mate() }, &self.limits.with_memory(kept));
        loop {
            let plies = line_of(proof).len();
            let Some(left) = u16::try_from(plies)
                .ok()
                .filter(|&plies| plies <= MOST_PLIES)
                .and_then(|plies| plies.checked_sub(2))
            else {
                // Nothing is shorter than one move of the attacker, or than none at all.
                return if plies <= 1 { Ok(()) } else { Err(Why::Depth) };
            };
            let root = Counted { position: self.position.clone(), left };
            let limits = self.left().after(proof.positions() as u64).with_memory(kept);
            match self.ask(&mut session, &root, &by_checks(), limits) {
                Finding::Mate { proof: shorter, .. } if line_of(&shorter).len() >= plies => {
                    return Err(Why::Contradiction);
                }
                Finding::Mate { proof: shorter, .. } => {
                    if shorter.positions() as u64 > self.left().nodes {
                        return Err(Why::Nodes);
                    }
                    *proof = shorter;
                }
                Finding::NoMate { .. } => return Ok(()),
                Finding::Unknown(why) => return Err(why),
            }
        }
    }
}

/// Mate by checks: a check cannot be passed, so df-pn needs no orders.
fn by_checks() -> Plan {
    Plan { widening: WIDENING, ..Plan::plain(1) }
}

/// Brinkmate by df-pn with the pass as a test for threats.
fn with_threats() -> Plan {
    Plan { method: Method::Threats(PassStrategy::Sum), widening: WIDENING, ..Plan::plain(2) }
}

fn line_of(proof: &Evidence<Move>) -> Vec<Move> {
    let moves = proof.line().into_iter().filter_map(|step| match step {
        Step::Move(candidate) => Some(candidate),
        Step::Pass => None,
    });
    moves.collect()
}

/// Replays a proof or a refutation under the plain rules. Returns the number of positions.
///
/// # Errors
///
/// The first flaw of the proof.
pub fn verify(
    position: &Position,
    attacker: Color,
    order: u8,
    proof: &Evidence<Move>,
) -> Result<usize, tesuji_search::Flaw<Move>> {
    check(&PlainMate { attacker }, &PlainPosition::from(position), order, proof)
}

/// First moves that mate, beside the one of a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cooks {
    /// Those that mate.
    pub moves: Vec<Move>,
    /// Those that could not be judged; whatever is in neither list does not mate.
    pub undecided: Vec<Move>,
    /// What ended the judging of the first move that is undecided.
    pub why: Option<Why>,
    /// States expanded.
    pub nodes: u64,
}

/// All first moves that mate at the order of a solution, and those that could not be judged.
///
/// At order 1 these are checks. At order 2 they are quiet moves after which every reply is mated by checks; those that
/// take longer are not looked for.
///
/// The limits hold for all moves together: each may use an equal share of what those before it have left over.
pub fn cooks(position: &Position, question: &Question, order: u8, limits: &Limits, watch: &Watch) -> Cooks {
    let mut cooks = Cooks::default();
    if position.turn() != question.attacker {
        return cooks;
    }
    let candidates: Vec<_> = match order {
        1 => position.checking_moves(),
        _ => {
            position.legal_moves().into_iter().filter(|&candidate| !position.gives_check(candidate)).collect()
        }
    };
    let mate = Mate { attacker: question.attacker };
    let mut mates = (order == 1).then(|| Session::new(mate, limits));
    let mut brinkmates = (order != 1).then(|| Session::new(HisshiWithin { mate }, limits));
    for (judged, &first) in candidates.iter().enumerate() {
        let left = limits.after(cooks.nodes);
        let share = left.with_nodes(left.nodes / (candidates.len() - judged) as u64);
        let mut next = position.clone();
        next.play(first);
        let (verdict, statistics) = match (&mut mates, &mut brinkmates) {
            (Some(session), _) => {
                let answer = session.prove(&next, &Plan { evidence: false, ..by_checks() }, &share, watch);
                (answer.verdict, answer.statistics)
            }
            (_, Some(session)) => {
                let root = Counted { position: next, left: 0 };
                let plan = Plan { evidence: false, ..with_threats() };
                let answer = session.prove(&root, &plan, &share, watch);
                (answer.verdict, answer.statistics)
            }
            (None, None) => break,
        };
        cooks.nodes += statistics.nodes + statistics.evidence_nodes;
        match verdict {
            Found::Proved { .. } => cooks.moves.push(first),
            Found::Disproved { .. } => {}
            Found::Unknown { why } => {
                cooks.why.get_or_insert(why);
                cooks.undecided.push(first);
                if matches!(why, Why::Stopped | Why::Time) {
                    // Nobody waits for the others.
                    cooks.undecided.extend(&candidates[judged + 1..]);
                    break;
                }
            }
        }
    }
    cooks
}
