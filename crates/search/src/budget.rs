//! Counting, and knowing when to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::observer::{Control, Observer, Progress};
use crate::plan::Limits;
use crate::verdict::Why;

/// Nodes between two looks at the clock, the observer and the other threads.
const INTERVAL: u64 = 256;

/// What threads on one question share.
#[derive(Default)]
pub(crate) struct Team {
    pub(crate) done: AtomicBool,
    pub(crate) nodes: AtomicU64,
}

/// What is left of the limits.
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
    observer: Option<&'a mut dyn Observer>,
    team: Option<&'a Team>,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(
        limits: &Limits,
        observer: Option<&'a mut dyn Observer>,
        team: Option<&'a Team>,
    ) -> Self {
        Self { nodes: 0, limit: limits.nodes, deadline: limits.deadline, observer, team }
    }

    /// Counts one node; an error ends the search.
    #[inline]
    pub(crate) fn spend(&mut self, progress: impl FnOnce(u64) -> Progress) -> Result<(), Why> {
        // The first node already looks around: a search that is over before it begins says so.
        if self.nodes.is_multiple_of(INTERVAL) {
            self.look_around(progress)?;
        }
        if self.nodes >= self.limit {
            return Err(Why::Nodes);
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look_around(&mut self, progress: impl FnOnce(u64) -> Progress) -> Result<(), Why> {
        let mut nodes = self.nodes;
        if let Some(team) = self.team {
            if team.done.load(Ordering::Relaxed) {
                return Err(Why::Stopped);
            }
            nodes = team.nodes.fetch_add(INTERVAL, Ordering::Relaxed);
            if nodes >= self.limit {
                return Err(Why::Nodes);
            }
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Why::Time);
        }
        if let Some(observer) = &mut self.observer
            && observer.progress(&progress(nodes)) == Control::Stop
        {
            return Err(Why::Stopped);
        }
        Ok(())
    }
}
