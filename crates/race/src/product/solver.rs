//! Questions about a race, each in a session of its own kind.

use std::sync::Arc;

use tesuji_job::{Limits, Why};
use tesuji_local::Threats;
use tesuji_search::{Plan, Session, Verdict};

use super::book::Book;
use super::choice::Choice;
use super::count::Counter;
use super::domain::Question;
use super::endgame::Endgames;
use super::state::State;
use super::{Fate, Goal};
use crate::budget::Budget;
use crate::verdict::Outcome;

/// So few nodes are not shared.
const SMALL: u64 = 200;

/// A race as a product with what was found out about it.
pub(crate) struct Product {
    pub(crate) book: Arc<Book>,
    budget: Budget,
    most: u64,
    nodes: u64,
    /// More plain liberties than this a block never has.
    most_plain: u32,
    /// Whether counting may settle states.
    counts: bool,
    sessions: Vec<(Goal, Session<Question>)>,
}

impl Product {
    /// A solver that looks at no more than `most` states for all questions together.
    pub(crate) fn new(book: Book, budget: Budget, most: u64, most_plain: u32) -> Product {
        Product {
            book: Arc::new(book),
            budget,
            most,
            nodes: 0,
            most_plain,
            counts: false,
            sessions: Vec::new(),
        }
    }

    /// Lets counting settle the states that it can.
    pub(crate) fn counting(self) -> Product {
        Product { counts: true, ..self }
    }

    /// Goes on with other rules; what was found out by the old ones is forgotten.
    pub(crate) fn replace(&mut self, book: Book) {
        self.book = Arc::new(book);
        self.sessions.clear();
    }

    /// A block may have so many plain liberties.
    pub(crate) fn expect_plain(&mut self, most: u32) {
        if most > self.most_plain {
            self.most_plain = most;
            self.sessions.clear();
        }
    }

    /// States looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// States of endgames among them.
    #[cfg(test)]
    pub(super) fn collected(&self) -> u64 {
        let of =
            |session: &Session<Question>| session.domain().endgames.0.as_ref().map_or(0, |known| known.nodes);
        self.sessions.iter().map(|(_, session)| of(session)).sum()
    }

    fn session(&mut self, goal: Goal) -> usize {
        if let Some(at) = self.sessions.iter().position(|(known, _)| *known == goal) {
            return at;
        }
        let mut question = Question::new(Arc::clone(&self.book), goal, self.most_plain);
        if self.counts {
            question.generalizes = true;
            question.endgames.0 =
                (question.bits > 0 && !self.book.goes_on).then(|| Box::new(Endgames::new()));
            question.choice.0 = Some(Box::new(Choice::new(&self.book)));
            question.counter.0 = Some(Box::new(Counter::new(self.budget.watch().clone())));
        }
        let limits = self.limits();
        self.sessions.push((goal, Session::new(question, &limits)));
        self.sessions.len() - 1
    }

    fn limits(&self) -> Limits {
        let all = self.budget.limits();
        let nodes = self.budget.left().min(self.most.saturating_sub(self.nodes));
        Limits::nodes(nodes).with_memory(all.memory / 8)
    }

    /// Whether the goal is reached from a state.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub(crate) fn achieves(&mut self, state: &State, goal: Goal) -> Result<bool, Why> {
        self.budget.watch().check()?;
        let at = self.session(goal);
        let limits = self.limits();
        let session = &mut self.sessions[at].1;
        let root = session.domain().node(state.clone(), &[]);
        if let Some(decided) = root.decided {
            return Ok(decided);
        }
        if limits.nodes == 0 {
            return Err(Why::Nodes);
        }
        let plan = Plan { evidence: false, simulate: false, weak_sums: true, ..Plan::plain(0) };
        let mut left = limits.nodes;
        let verdict = loop {
            // States of endgames are nodes too: they and the search have half each of what is left, again and again.
            let share = match session.scratch().endgames.0.as_mut() {
                Some(endgames) if left > SMALL => {
                    endgames.most = endgames.nodes + left / 2;
                    left - left / 2
                }
                Some(endgames) => {
                    endgames.most = 0;
                    left
                }
                None => left,
            };
            let collected = |session: &Session<Question>| {
                session.domain().endgames.0.as_ref().map_or(0, |endgames| endgames.nodes)
            };
            let before = collected(session);
            let share = Limits { nodes: share, ..limits };
            let answer = session.prove(&root, &plan, &share, self.budget.watch());
            let used =
                answer.statistics.nodes + answer.statistics.evidence_nodes + collected(session) - before;
            self.nodes += used;
            self.budget.spend(used);
            left = left.saturating_sub(used);
            if left == 0 || answer.verdict != (Verdict::Unknown { why: Why::Nodes }) {
                break answer.verdict;
            }
        };
        match verdict {
            Verdict::Proved { .. } => Ok(true),
            Verdict::Disproved { .. } => Ok(false),
            Verdict::Unknown { why } => Err(why),
        }
    }

    /// Which side captures first with these threats.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub(crate) fn outcome(&mut self, state: &State, threats: Threats) -> Result<Outcome, Why> {
        let state = State { threats, ..state.clone() };
        for achiever in [state.to_move, state.to_move.opponent()] {
            if self.achieves(&state, Goal::First(achiever))? {
                return Ok(Outcome::win_of(achiever));
            }
        }
        Ok(Outcome::Seki)
    }

    /// What becomes of a block when both sides care for nothing else.
    ///
    /// # Errors
    /// A limit, [`Why::Depth`] or [`Why::Stopped`].
    pub(crate) fn fate(&mut self, state: &State, block: usize) -> Result<Fate, Why> {
        if self.achieves(state, Goal::Capture(block))? {
            return Ok(Fate::Dies);
        }
        Ok(if self.achieves(state, Goal::Save(block))? { Fate::Lives } else { Fate::Seki })
    }
}
