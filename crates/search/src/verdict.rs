//! Answers.

use tesuji_job::Why;

use crate::evidence::Evidence;
use crate::rules::Step;

/// The answer to "does the attacker reach the goal?", with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker reaches the goal.
    Proved {
        /// The order of the proof that was found: the goal is reached at this order. A lower one may do; the
        /// lowest order is found by asking with rising [`Plan::order`](crate::Plan::order).
        order: u8,
        /// Upper bound of the steps to the goal, passes included.
        length: u32,
    },
    /// The attacker does not reach the goal at this order.
    Disproved {
        /// The order asked for, which disproves every lower one too.
        order: u8,
    },
    /// Not known: a limit was reached or the search was stopped.
    Unknown {
        /// What ended the search. [`Why::Contradiction`] says that the domain contradicts itself: moves, keys or
        /// claims differ between two visits of a state.
        why: Why,
    },
}

impl Verdict {
    /// Whether the goal is proved to be reached.
    pub fn is_proved(self) -> bool {
        matches!(self, Self::Proved { .. })
    }

    /// Whether the goal is proved to be out of reach at the order asked for.
    pub fn is_disproved(self) -> bool {
        matches!(self, Self::Disproved { .. })
    }
}

/// Counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// States expanded to reach the verdict.
    pub nodes: u64,
    /// States expanded after that, with what the search had left of its nodes: to lay out a disproof, and to
    /// complete evidence that the table had forgotten.
    pub evidence_nodes: u64,
    /// Disproofs that leaned on the line that led to them.
    pub twins: u64,
    /// Disproofs that did not hold together when they were laid out, and were searched again.
    pub retries: u64,
    /// Defences proved by simulating the proof of another one.
    pub simulated: u64,
    /// The longest line.
    pub deepest: u32,
}

impl Statistics {
    /// Adds what another thread has counted.
    pub(crate) fn add(&mut self, other: &Statistics) {
        self.nodes += other.nodes;
        self.twins += other.twins;
        self.simulated += other.simulated;
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// Everything a search has found out.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The verdict with its reason.
    pub verdict: Verdict,
    /// The principal line: of a proof, the attacker's moves against the longest resistance; of a disproof,
    /// the defender's answers up to the end or the first repetition; otherwise the line that was being looked
    /// at.
    pub line: Vec<Step<M>>,
    /// The complete proof or disproof, or why there is none: [`Why::NotAsked`] if the plan did not ask for it.
    pub evidence: Result<Evidence<M>, Why>,
    /// Counts of the search.
    pub statistics: Statistics,
}
