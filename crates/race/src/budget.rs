//! What a question may use, and what its parts have used of it.
//!
//! Local positions of regions, states of play in a sum or a graph and positions on the board all count against one limit:
//! what one part has used is gone for the next. The [`LibertyGames`](crate::LibertyGames) of a race carry the budget, because
//! every part works with them; whoever fills a table of positions opens an [`Account`] and puts every new position on it.
//!
//! Memory is counted the same way everywhere, by so many bytes for each position, as long as its table is held. Half of the
//! limit is for these tables, half for the values of games.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tesuji_job::{Limits, Progress, Watch, Why};

/// Limits for interactive use: at most some tens of seconds.
pub const INTERACTIVE: Limits = Limits::nodes(8_000_000).with_memory(2 << 30);

/// Nodes between two looks at the clock; whether somebody asked to stop is looked at with every node.
const NODES_OF_A_LOOK: u64 = 64;
/// Values of games that any question may make, however few nodes it has.
const LEAST_VALUES: u64 = 100_000;

/// The limits of a question with what was used of them.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limits: Limits,
    watch: Watch,
    used: Arc<AtomicU64>,
    /// Bytes of all tables that are held now.
    held: Arc<AtomicU64>,
}

impl Budget {
    pub(crate) fn new(limits: Limits, watch: Watch) -> Budget {
        Budget { limits, watch, used: Arc::default(), held: Arc::default() }
    }

    /// What the values of games may use: they are not positions, but somebody who allows few of these wants a quick answer.
    pub(crate) fn of_values(&self) -> Limits {
        let nodes = (self.limits.nodes / 2).max(LEAST_VALUES);
        self.limits.with_nodes(nodes).with_memory(self.limits.memory / 2)
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Nodes used by all parts so far.
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Nodes that nobody has used yet.
    pub(crate) fn left(&self) -> u64 {
        self.limits.nodes.saturating_sub(self.used())
    }

    /// Whether nobody asked to stop; cheap enough for every step.
    pub(crate) fn check(&self) -> Result<(), Why> {
        if self.watch.is_stopped() { Err(Why::Stopped) } else { Ok(()) }
    }

    /// Counts nodes that were used by a search with limits of its own, which were taken from what is left.
    pub(crate) fn spend(&self, nodes: u64) {
        self.used.store(self.used().saturating_add(nodes), Ordering::Relaxed);
    }

    /// Opens an account for a part that may use so many nodes of what is left, each of so many bytes.
    pub(crate) fn account(&self, stage: &'static str, most: u64, bytes: u64) -> Account {
        Account { budget: self.clone(), stage, most, bytes, nodes: 0 }
    }
}

/// What one part of a question has used. Its bytes are free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Account {
    budget: Budget,
    stage: &'static str,
    most: u64,
    /// Bytes of a node.
    bytes: u64,
    nodes: u64,
}

impl Account {
    /// Counts a new position.
    ///
    /// # Errors
    /// [`Why::Nodes`] and [`Why::Memory`] if there is no room for it, [`Why::Stopped`] and [`Why::Time`].
    #[inline]
    pub(crate) fn node(&mut self) -> Result<(), Why> {
        let budget = &self.budget;
        let used = budget.used();
        if used.is_multiple_of(NODES_OF_A_LOOK) {
            budget.watch.look(|| Progress::searched(self.stage, used))?;
        } else {
            budget.check()?;
        }
        if self.nodes >= self.most || used >= budget.limits.nodes {
            return Err(Why::Nodes);
        }
        let held = budget.held.load(Ordering::Relaxed) + self.bytes;
        if held > budget.limits.memory / 2 {
            return Err(Why::Memory);
        }
        // One question is worked on by one thread, so nothing is lost between reading and writing.
        budget.held.store(held, Ordering::Relaxed);
        budget.used.store(used + 1, Ordering::Relaxed);
        self.nodes += 1;
        Ok(())
    }

    /// Nodes of this part.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        let held = self.budget.held.load(Ordering::Relaxed);
        self.budget.held.store(held.saturating_sub(self.nodes * self.bytes), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_part_has_used_is_gone_for_the_next() {
        let budget = Budget::new(Limits::nodes(10), Watch::unwatched());
        let mut one = budget.account("one", 4, 1);
        let mut other = budget.account("other", u64::MAX, 1);
        let fill = |account: &mut Account| (0..20).filter(|_| account.node() == Ok(())).count();
        assert_eq!((fill(&mut one), fill(&mut other)), (4, 6));
        assert_eq!((one.node(), other.node()), (Err(Why::Nodes), Err(Why::Nodes)));
        assert_eq!((budget.used(), budget.left(), one.nodes(), other.nodes()), (10, 0, 4, 6));
    }

    #[test]
    fn memory_is_free_again_when_a_part_is_done() {
        let budget = Budget::new(Limits::nodes(1000).with_memory(200), Watch::unwatched());
        for _ in 0..3 {
            let mut account = budget.account("part", u64::MAX, 10);
            assert_eq!((0..20).filter(|_| account.node() == Ok(())).count(), 10);
            assert_eq!(account.node(), Err(Why::Memory));
        }
        assert_eq!(budget.used(), 30);
    }

    #[test]
    fn a_stop_is_seen_at_once_and_a_deadline_soon() {
        let watch = Watch::new();
        let mut account = Budget::new(Limits::nodes(1000), watch.clone()).account("part", u64::MAX, 1);
        assert_eq!((account.node(), account.node()), (Ok(()), Ok(())));
        watch.stop();
        assert_eq!(account.node(), Err(Why::Stopped));
        let late = Watch::unwatched().within(Some(0.0));
        let mut account = Budget::new(Limits::nodes(1000), late).account("part", u64::MAX, 1);
        assert_eq!(account.node(), Err(Why::Time));
    }
}
